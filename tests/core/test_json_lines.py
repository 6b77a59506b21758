"""Files of JSON lines: what a crash cut off counts for nothing, and the next run goes on after the last whole line."""

import msgspec
import pytest

from jeton.core.json_lines import append_lines, read_lines, resume_lines


class Row(msgspec.Struct, frozen=True):
    n: int


def test_a_run_goes_on_after_the_last_whole_line(tmp_path):
    path = tmp_path / "rows.jsonl"

    assert resume_lines(path, Row) == []
    append_lines(path, [Row(1), Row(2)])
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"n":3')
    assert resume_lines(path, Row) == [Row(1), Row(2)]
    assert path.read_bytes() == whole
    append_lines(path, [Row(3)])
    assert read_lines(path, Row) == [Row(1), Row(2), Row(3)]


def test_a_file_that_ends_within_its_first_line_holds_nothing(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"n"')

    assert resume_lines(path, Row) == []
    assert path.read_bytes() == b""


def test_reading_alone_leaves_the_file_to_whoever_writes_it(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"n":1}\n{"n":2}')

    assert read_lines(path, Row) == [Row(1)]
    assert path.read_bytes() == b'{"n":1}\n{"n":2}'


def test_who_reads_only_wants_a_file_with_the_right_rows(tmp_path):
    path = tmp_path / "rows.jsonl"

    with pytest.raises(FileNotFoundError):
        read_lines(path, Row)
    path.write_bytes(b'{"m":1}\n')
    with pytest.raises(msgspec.ValidationError, match="`n`"):
        read_lines(path, Row)
