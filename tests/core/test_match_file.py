"""Match files: what we write we can read, and anything else is refused with its line."""

import hashlib
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import jeton
from jeton import BadOption, CorruptMatch, TruncatedMatch, UnknownTitle, UnknownVersion
from jeton.core.match_file import MatchReader, read_match
from tests.support import random_match

KEY = "00" * 16
HEADER = (
    '{"jeton":1,"title":"splendor","version":1,"seats":2,"options":{"first":"seat","visible":true,'
    f'"payment":"choice","goal":15}},"key":"{KEY}","nonces":[]}}'
)
LINES = (HEADER, "1 0 0 take wbg", "2 5200 1 take rr", "3 9000 1 undo", "4 9100 1 take kk")


def seal(*lines: str) -> str:
    """Return a file of these lines with the last line that belongs to them."""
    body = "".join(line + "\n" for line in lines)
    return f"{body}end {len(lines) - 1} {hashlib.sha256(body.encode()).hexdigest()[:16]}\n"


def test_a_match_file_as_it_stands_in_the_documentation():
    match = jeton.loads(seal(*LINES))

    assert jeton.dumps(match) == seal(*LINES)
    assert [entry.move for entry in match.standing] == ["take wbg", "take kk"]
    assert match.log[1] == jeton.Entry(2, 5200, 1, "take rr")


def test_a_fresh_match_has_a_file_too():
    match = jeton.new("marvel", seats=4)

    assert jeton.loads(jeton.dumps(match)).header == match.header


def test_lines_may_end_as_on_windows(tmp_path):
    (tmp_path / "a.match").write_bytes(seal(*LINES).replace("\n", "\r\n").encode())

    assert jeton.dumps(jeton.load(tmp_path / "a.match")) == seal(*LINES)


@pytest.mark.parametrize("cut", [1, 2, 10, 20, 40, 100, len(seal(*LINES))])
def test_a_file_that_was_cut_off(cut):
    with pytest.raises(TruncatedMatch, match="cut off"):
        jeton.loads(seal(*LINES)[:-cut])


@pytest.mark.parametrize("text", ["", "\n", "\n\n", "no match at all", HEADER, HEADER + "\n", seal(*LINES) + "more\n"])
def test_a_file_without_its_last_line(text):
    with pytest.raises(TruncatedMatch):
        jeton.loads(text)


def test_an_altered_digest():
    text = seal(*LINES)
    other = text[:-2] + ("0" if text[-2] != "0" else "1") + "\n"

    with pytest.raises(CorruptMatch, match="line 6: number of entries or digest"):
        jeton.loads(other)


def test_an_altered_move():
    with pytest.raises(CorruptMatch, match="digest"):
        jeton.loads(seal(*LINES).replace("take wbg", "take wbr"))


def test_a_line_taken_out():
    with pytest.raises(CorruptMatch, match="digest"):
        jeton.loads(seal(*LINES).replace(LINES[2] + "\n", ""))


def test_a_gap_in_the_numbers():
    with pytest.raises(CorruptMatch, match="line 3: expected entry 2, got entry 3"):
        jeton.loads(seal(HEADER, "1 0 0 take wbg", "3 0 1 take wbg"))


@pytest.mark.parametrize(
    "line", ["", " ", "1", "1 0 0", "1 0 0 ", "one 0 0 take wbg", "1 0.5 0 take wbg", "1 0 0x0 take wbg",
             "1 1_000 0 take wbg", "١ 0 0 take wbg", f"1 {10**50} 0 take wbg", "1  0 0 take wbg", "end 0 0"]
)  # fmt: skip
def test_a_line_that_is_no_entry(line):
    with pytest.raises(CorruptMatch, match="line 2: expected 'number time seat move'"):
        jeton.loads(seal(HEADER, line))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("1 0 0 take ww b", "entry 1 .* not a move"),
        ("1 0 0 take wrr", "S12"),
        ("1 0 1 take wbg", "turn of seat 0"),
        ("1 0 7 take wbg", "turn of seat 0"),
        ("1 0 -1 tick", "turn of seat 0"),
        ("1 0 0 buy 1.1", "S18"),
        ("1 0 0 undo", "nothing has been played"),
    ],
)
def test_an_entry_that_can_not_follow(line, words):
    with pytest.raises(CorruptMatch, match=words):
        jeton.loads(seal(HEADER, line))


def test_an_undo_by_a_seat_that_does_not_exist():
    with pytest.raises(CorruptMatch, match="seat below 2, got 9"):
        jeton.loads(seal(HEADER, "1 0 0 take wbg", "2 0 9 undo"))


def test_entries_after_the_end_of_the_match():
    match = random_match("splendor", 2)
    lines = jeton.dumps(match).split("\n")[:-2]

    with pytest.raises(CorruptMatch, match="over"):
        jeton.loads(seal(*lines, f"{match.n + 1} 0 0 take wbg"))


def changed(old: str, new: str) -> str:
    assert old in HEADER
    return seal(HEADER.replace(old, new))


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        (changed('"splendor"', '"chess"'), UnknownTitle, "chess"),
        (changed('"version":1', '"version":99'), UnknownVersion, "no version 99"),
        (changed('"jeton":1', '"jeton":2'), CorruptMatch, "expected format 1, got 2"),
        (changed('"jeton":1', '"jeton":2,"new":[]'), CorruptMatch, "made by a newer Jeton"),
        (changed('"jeton":1,', ""), CorruptMatch, "jeton"),
        (changed('"seats":2', '"seats":7'), BadOption, "expected 2, 3 or 4 seats"),
        (changed('"seats":2', '"seats":"two"'), CorruptMatch, "seats"),
        (changed('"goal":15', '"goal":16'), BadOption, "goal"),
        (changed('"goal":15', '"goal":15.0'), BadOption, "goal"),
        (changed('"goal"', '"aim"'), BadOption, "aim"),
        (changed(KEY, KEY[2:]), CorruptMatch, "at least 32 hexadecimal digits"),
        (changed(KEY, "g" * 32), CorruptMatch, "hexadecimal"),
        (changed('"nonces"', '"nonsense"'), CorruptMatch, "nonsense"),
        (changed('"nonces":[]', '"nonces":[1]'), CorruptMatch, "nonces"),
        (changed("{", "["), CorruptMatch, "line 1"),
        (seal("[]"), CorruptMatch, "line 1"),
        (seal("\ufeff" + HEADER), CorruptMatch, "line 1"),
        (changed('"goal":15', '"goal":' + "[" * 100_000 + "]" * 100_000), CorruptMatch, "line 1"),
        ("end 0 0\n", CorruptMatch, "line 1"),
    ],
    ids=map(str, range(19)),
)  # fmt: skip
def test_a_header_that_can_not_be_used(text, error, words):
    with pytest.raises(error, match=words) as caught:
        jeton.loads(text)

    assert type(caught.value) is error


def test_a_file_that_is_not_utf_8(tmp_path):
    (tmp_path / "a.match").write_bytes(seal(*LINES).replace("wbg", "wb\xe9").encode("latin-1"))

    with pytest.raises(CorruptMatch, match=r"a\.match: not a match file"):
        jeton.load(tmp_path / "a.match")


def test_text_that_no_file_could_hold():
    with pytest.raises(CorruptMatch, match="not a match file"):
        jeton.loads(f"{HEADER}\n1 0 0 take \ud800\nend 1 0\n")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        jeton.load(tmp_path / "none.match")


@pytest.mark.parametrize("start", ["1 0 0 take ", "", "end 1 "])
def test_a_huge_line_is_refused_in_few_words(start):
    with pytest.raises(CorruptMatch) as caught:
        jeton.loads(seal(HEADER, start + "w" * 5_000_000))

    assert len(str(caught.value)) < 1_000


WHOLE = jeton.dumps(random_match("splendor", 2)).encode()


def refused(read):
    try:
        return read()
    except CorruptMatch:
        return None


def line_by_line(text):
    reader = MatchReader(re.findall("[^\n]*\n|[^\n]+", text))
    return reader.header, list(reader)


@given(
    st.integers(0, len(WHOLE)).map(lambda size: WHOLE[:size].decode())
    | st.tuples(st.integers(0, len(WHOLE) - 1), st.characters()).map(
        lambda change: WHOLE[: change[0]].decode() + change[1] + WHOLE[change[0] + 1 :].decode()
    )
    | st.lists(st.sampled_from([*LINES, "end 2 0", "", "x"])).map(lambda lines: seal(*lines))
    | st.text()
    | st.text(max_size=3).map(lambda more: WHOLE.decode() + more)
)
def test_line_by_line_the_same_files_are_read_and_refused(text):
    assert refused(lambda: line_by_line(text)) == refused(lambda: read_match(text))


def test_a_whole_file_is_read_line_by_line():
    assert line_by_line(WHOLE.decode()) == read_match(WHOLE.decode())


@given(st.data())
def test_no_altered_byte_goes_unnoticed(data):
    at = data.draw(st.integers(0, len(WHOLE) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != WHOLE[at]))
    try:
        text = (WHOLE[:at] + bytes([byte]) + WHOLE[at + 1 :]).decode()
    except UnicodeDecodeError:
        return

    with pytest.raises(CorruptMatch):
        read_match(text)


@given(st.integers(0, len(WHOLE) - 1))
def test_no_cut_goes_unnoticed(size):
    with pytest.raises(CorruptMatch):
        read_match(WHOLE[:size].decode())


@given(st.text() | st.lists(st.sampled_from([*LINES, "end 2 0", "", "x"])).map("\n".join))
def test_any_text_is_read_or_refused(text):
    for whole in (text, text + "\n", seal(*text.encode("utf-8", "replace").decode().split("\n"))):
        try:
            match = jeton.loads(whole)
        except jeton.JetonError:
            continue
        assert jeton.dumps(match) == whole


def test_shuffled_lines_never_pass():
    lines = WHOLE.decode().split("\n")[:-2]
    other = [lines[0], *random.Random(1).sample(lines[1:], len(lines) - 1)]

    with pytest.raises(CorruptMatch):
        jeton.loads(seal(*other))
