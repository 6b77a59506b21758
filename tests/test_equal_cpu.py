"""Two checkouts play each other at equal CPU: here both are this one, and its bots answer without processes."""

import pytest

from scripts import equal_cpu

pytestmark = pytest.mark.once

ORDER = [("splendor", ("greedy", "random"), 0), ("splendor", ("greedy", "random"), 1)]


class Side:
    """Answers as a process of a checkout does."""

    def __init__(self):
        self.players = {}

    def ask(self, **asked):
        return equal_cpu.answer(asked, self.players)


def test_a_deal_is_played_twice_with_the_seats_swapped():
    found = equal_cpu.play((Side(), Side()), *ORDER[0])

    assert found["won"] == 1.0, "the greedy bot from either seat"
    assert found == {**found, "title": "splendor", "bots": ("greedy", "random"), "deal": 0}
    assert all(moves > 10 for moves in found["moves"])


def test_only_deals_before_the_first_missing_one_count(tmp_path, capsys):
    log = tmp_path / "log.jsonl"
    second = equal_cpu.play((Side(), Side()), *ORDER[1])
    log.write_text(equal_cpu.json.dumps(second) + "\n")

    equal_cpu.report(ORDER, log)
    assert "0 of 2 deals count." in capsys.readouterr().out
    with log.open("a") as file:
        file.write(equal_cpu.json.dumps({**second, "deal": 0}) + "\n")
    equal_cpu.report(ORDER, log)

    said = capsys.readouterr().out
    assert "2 of 2 deals count." in said
    assert "| splendor | `greedy` | `random` | 1.000 |" in said
