"""Bots are asked again how often they find the puzzles that ship; the answers go into the books, and nothing else."""

import msgspec
import pytest

from jeton.analysis.book import book, read_book, write_book
from jeton.analysis.difficulty import Asked, ask, asked, keep, levels_of
from jeton.analysis.puzzles import ASKED, TRIES, difficulty_of
from jeton.bots import offered
from jeton.core.json_lines import lines_of, read_lines

JUDGED = [one for one in book() if not one.log and one.seats > 2]
RIDDLE = next(one for one in book() if one.log)


@pytest.mark.once
def test_asking_again_goes_on_where_it_stopped_and_finds_the_same(tmp_path):
    path = tmp_path / "asked.jsonl"
    old, stale = JUDGED[0], JUDGED[1]
    done = Asked(id=old.id, levels=levels_of(old), found=old.found)
    before = [done, Asked(id=stale.id, levels="of a year ago", found={})]
    path.write_bytes(lines_of(before) + b'{"id":"cut of')

    ask(path, [old, stale, RIDDLE])
    found = read_lines(path, Asked)

    assert [one.id for one in found] == [old.id, stale.id, stale.id], "riddles are not asked for"
    assert found[2] == asked(stale)
    assert list(found[2].found) == list(offered(stale.title)[:ASKED])
    assert all(round(share * TRIES, 9).is_integer() for share in found[2].found.values())


def test_what_was_found_goes_into_the_books(tmp_path):
    one, other, riddle = JUDGED[0], JUDGED[1], RIDDLE
    write_book(tmp_path / "a.jsonl", [one, other, riddle])
    nobody = dict.fromkeys(one.found, 0.0)

    changed = keep(
        [
            Asked(id=one.id, levels=levels_of(one), found=nobody),
            Asked(id=other.id, levels="of a year ago", found=nobody),
        ],
        tmp_path,
    )

    kept = {each.id: each for each in read_book(tmp_path / "a.jsonl")}
    assert changed == (one.difficulty != 8)
    assert kept[one.id] == msgspec.structs.replace(one, found=nobody, difficulty=difficulty_of(nobody))
    assert kept[other.id] == other
    assert kept[riddle.id] == riddle
