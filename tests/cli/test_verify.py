"""`jeton verify`: what it accepts, what it refuses, and with which exit code."""

import hashlib

import pytest

import jeton
from jeton.cli.main import run


@pytest.fixture
def match():
    played = jeton.new("marvel", seats=2, key="ab" * 16, options={"first": "seat"})
    played.play("take ypb")
    played.play("reserve 3.1")
    return played


@pytest.fixture
def file(match, tmp_path):
    path = tmp_path / "a.match"
    jeton.save(match, path)
    return path


def sealed(text):
    """Return the text of a match file with a digest that fits."""
    body = "".join(line + "\n" for line in text.splitlines()[:-1])
    return f"{body}end {body.count(chr(10)) - 1} {hashlib.sha256(body.encode()).hexdigest()[:16]}\n"


@pytest.mark.interpreted
def test_a_whole_file_is_valid(file, capsys):
    assert run(["verify", str(file)]) == 0

    shown = capsys.readouterr().out
    assert shown.count("✓") == 3
    assert "2 entries follow from the key and the rules of Splendor: Marvel, version 1" in shown
    assert "the match is not over" in shown
    assert shown.endswith("Valid.\n")


def test_the_outcome_is_told(match, file, capsys):
    match.resign(1)
    jeton.save(match, file)

    assert run(["verify", str(file)]) == 0
    assert "seat 0 won: 0 – 0 points" in capsys.readouterr().out


@pytest.mark.parametrize("digits", [16, 64])
def test_the_published_commitment_fits(match, file, digits, capsys):
    assert run(["verify", str(file), "--commitment", match.header.commitment[:digits].upper()]) == 0
    assert capsys.readouterr().out.count("✓") == 4


@pytest.mark.parametrize("commitment", ["00" * 32, "", "9", "not hex"])
def test_another_commitment_does_not(file, commitment, capsys):
    assert run(["verify", str(file), f"--commitment={commitment}"]) == 1
    assert capsys.readouterr().out.endswith("Not valid.\n")


def test_a_changed_byte_breaks_the_digest(file, capsys):
    file.write_text(file.read_text().replace("take ypb", "take ypr"))

    assert run(["verify", str(file)]) == 1
    assert "✗ digest: line 4: number of entries or digest do not fit" in capsys.readouterr().out


def test_a_cut_off_file_is_not_valid(file, capsys):
    file.write_text("\n".join(file.read_text().splitlines()[:-1]) + "\n")

    assert run(["verify", str(file)]) == 1
    assert "cut off" in capsys.readouterr().out


def test_a_move_that_can_not_follow_is_not_valid_though_the_digest_fits(file, capsys):
    file.write_text(sealed(file.read_text().replace("take ypb", "buy 3.1")))

    assert run(["verify", str(file)]) == 1
    assert "✗ moves: entry 1 ('buy 3.1' by seat 0) can't follow: S18" in capsys.readouterr().out


def test_bytes_that_are_no_text_are_not_valid(file):
    file.write_bytes(b"\xff\xfe\x00")

    assert run(["verify", str(file)]) == 1


def test_what_can_not_be_checked_is_neither(file, tmp_path, capsys):
    assert run(["verify", str(tmp_path / "none.match")]) == 2

    file.write_text(sealed(file.read_text().replace('"title":"marvel"', '"title":"chess"')))
    assert run(["verify", str(file)]) == 2
    assert "no game is called 'chess'" in capsys.readouterr().err


def test_a_header_that_no_match_can_have_is_not_valid(file):
    file.write_text(sealed(file.read_text().replace('"seats":2', '"seats":9')))

    assert run(["verify", str(file)]) == 1
