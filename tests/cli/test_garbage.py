"""Every command answers garbage with one line, exit code 2 and no traceback; and Ctrl-C works."""

import contextlib
import io
import os
import signal
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jeton
from jeton.bots.ladder import Unit, scale
from jeton.bots.splendor.tools import AT_ONCE, count_from
from jeton.cli.main import COMMANDS, run
from jeton.cli.perft import start
from jeton.core.match_file import write_match
from jeton.games.splendor import compiled

pytestmark = pytest.mark.once


@pytest.fixture(autouse=True)
def _alone(tmp_path_factory, monkeypatch):
    folder = tmp_path_factory.mktemp("garbage")
    (folder / "junk").write_bytes(b"\xff\x00junk\x80" * 50)
    (folder / "empty").write_bytes(b"")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("JETON_LANG", "en")
    monkeypatch.setenv("JETON_DATA", str(folder / "none"))


def complaint(arguments):
    """Run a command line that must fail, and return the one line in which it complains."""
    err = io.StringIO()
    with contextlib.redirect_stderr(err), contextlib.redirect_stdout(io.StringIO()):
        code = run(arguments)
    told = err.getvalue()
    assert code == 2, (arguments, code, told)
    assert told.startswith("jeton: "), (arguments, told)
    assert told.count("\n") == 1, (arguments, told)
    return told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("arena net:path=/etc/passwd random", "not a net of Jeton"),
        ("arena net:path=junk random", "not a net of Jeton"),
        ("arena net:path=empty random", "not a net of Jeton"),
        ("arena net:path=nowhere random", "nowhere"),
        ("arena greedy random --games -3", "--games"),
        ("arena greedy random --games 0", "--games"),
        ("arena greedy random --workers -1", "--workers"),
        ("arena greedy random --simulations -5", "--simulations"),
        ("arena greedy random --seconds -1", "--seconds"),
        ("arena greedy random --seconds nan", "--seconds"),
        ("arena greedy random --turn-limit 0", "--turn-limit"),
        ("rate --write junk --deals 1", "--write: junk"),
        ("rate --workers -2", "--workers"),
        ("rate --minutes -1", "--minutes"),
        ("perft --depth 0", "--depth"),
        ("perft --depth 1000000", "--depth"),
        ("perft --key xyz", "hexadecimal"),
        ("play guardians --goal 21", "--goal"),
        ("play --lang tlh", "tlh"),
        ("replay junk", "junk"),
        ("serve --port 99999", "port"),
        ("serve --port -1", "port"),
        ("serve --origin games.example", "https://games.example"),
        ("serve --lang tlh", "--lang"),
        ("serve --preset castle", "castle"),
        ("serve --config junk", "junk"),
        ("serve --bot-seconds -1", "bot_seconds"),
        ("serve --data junk --no-open --port 0", "junk"),
        ("serve --database postgresql+psycopg://a:b@c/d", "expected a database"),
        ("serve --bot-machines --data new", "bot_machines"),
        ("worker", "--database"),
        ("worker --database postgresql://a@127.0.0.1:1/d --places 0", "--places"),
        ("worker --database postgresql://a@127.0.0.1:1/d", "can't be reached"),
        ("admin import junk", "no database"),
        ("admin purge --days -4", "no database"),
        ("admin stats --data junk", "junk"),
        ("admin restore junk", "not a backup of Jeton"),
        ("admin restore nowhere", "nowhere"),
        ("admin backup --lang tlh", "--lang"),
        ("bench --slices 0", "--slices"),
        ("bench engine --sketch junk", "--sketch"),
    ],
)  # fmt: skip
def test_what_testers_typed_gets_one_line(line, told):
    assert told in complaint(line.split(" "))


async def test_a_binary_match_file_is_not_imported(tmp_path):
    import asyncio

    from jeton.store import connect

    await (await connect(f"sqlite:///{tmp_path / 'jeton.sqlite'}")).close()
    told = await asyncio.to_thread(complaint, ["admin", "import", "junk", "--data", str(tmp_path)])
    assert "not a match file" in told


WORDS = st.one_of(
    st.text(max_size=12).filter(lambda text: "\0" not in text),
    st.sampled_from(["--depth", "--games", "--seats", "--data", "--days", "--port", "--options", "--key", "--title",
                     "--position", "--log", "-1", "99999999999999999999", "nan", "junk", "empty", ".", "/dev/null",
                     "splendor", "marvel", "guardians", "random", "greedy", "net:path=junk", "stats", "import",
                     "=", "--", "level9", "a=b,c", "🂡"]),
)  # fmt: skip


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(name=st.sampled_from([*COMMANDS, "help", ""]), words=st.lists(WORDS, max_size=5))
def test_no_garbage_gets_a_traceback(name, words):
    """Each command does what somebody types, or explains in a line why not; an unknown flag stops each at once."""
    arguments = [name, *words, "--no-such-flag-at-all"]
    err = io.StringIO()
    with contextlib.redirect_stderr(err), contextlib.redirect_stdout(io.StringIO()):
        code = run(arguments)
    assert code in (0, 2), (arguments, code)
    assert err.getvalue().count("\n") == (1 if code else 0), (arguments, err.getvalue())


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    name=st.sampled_from(["replay", "verify", "admin", "arena"]),
    words=st.lists(WORDS.filter(lambda word: word not in ("random", "greedy", "--")), max_size=3),
)
def test_commands_that_read_files_survive_what_they_are_given(name, words):
    err = io.StringIO()
    with contextlib.redirect_stderr(err), contextlib.redirect_stdout(io.StringIO()):
        code = run([name, *words])
    assert code in (0, 1, 2), (name, words)
    assert "Traceback" not in err.getvalue()
    assert err.getvalue().count("\n") <= 1, (words, err.getvalue())


def test_perft_counts_the_same_in_small_steps():
    _, begin = start("splendor", 2, "first=seat")
    whole = int(compiled.perft(begin.game.ruleset, begin.words, AT_ONCE + 1))

    assert count_from(begin.game.ruleset, begin.words, AT_ONCE + 1) == whole


def test_ctrl_c_ends_perft_between_two_small_steps():
    """The longest stretch without a look at signals is one count of a few levels: half a second is far away."""
    code = (  # a shell's background ignores the signal
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from jeton.cli.main import main; print('on', flush=True); main()"
    )
    command = [sys.executable, "-c", code, "perft", "--depth", "9"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=dict(os.environ)) as process:
        process.stdout.readline()
        process.stdout.readline()  # the heading: it has begun
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(30) == 130  # it lived on; the other depths alone would take minutes
        finally:
            process.kill()


def test_every_error_that_is_documented_is_exported():
    from jeton.core import errors

    assert not [name for name in errors.__all__ if not hasattr(jeton, name)]


@pytest.mark.parametrize("seats", [2.0, "2", None, True])
def test_seats_that_are_no_number_of_seats_are_refused(seats):
    with pytest.raises(jeton.BadOption):
        jeton.new("splendor", seats=seats)


def test_a_bad_key_is_an_error_of_ours():
    with pytest.raises(jeton.BadKey):
        jeton.new("splendor", key="xyz")


def test_verify_finds_times_that_run_backwards(tmp_path, capsys):
    match = jeton.new("splendor", options={"first": "seat"}, key="00" * 16)
    match.play(match.moves()[0], at=5_000)
    log = [*match.log, jeton.Entry(2, 1_000, 1, match.moves()[0])]
    (tmp_path / "a.match").write_text(write_match(match.header, log))

    assert run(["verify", str(tmp_path / "a.match")]) == 1
    assert "entry 2 comes before the one before it" in capsys.readouterr().out
    assert run(["verify", str(_saved(tmp_path / "b.match", match))]) == 0


def _saved(path, match):
    jeton.save(match, path)
    return path


def test_a_rating_after_four_games_is_not_certain():
    units = [
        Unit(title="splendor", seats=2, bots=("greedy", "random"), deal=deal, seed=0, seconds=None,
             seated=((0, 1), (1, 0)), ranks=((1, 2), (2, 1)))
        for deal in range(2)
    ]  # fmt: skip
    rating = scale(["greedy", "random"], units, anchor="greedy")["random"]

    assert rating.high - rating.low > 200
    assert rating.low < rating.elo < rating.high
