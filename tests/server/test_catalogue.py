"""The bots that people can choose: levels, styles and ratings; and nothing that a stranger should not ask for."""

import pytest

from jeton import bots
from jeton.client import Refused
from jeton.server.rooms.bots import check_bot
from tests.server.harness import Wire, a_config, running

pytestmark = pytest.mark.once


async def test_titles_tell_levels_styles_and_ratings_apart(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        titles = {title["title"]: title for title in await ann.call("GET", "/api/titles")}
        for title in ("splendor", "marvel"):
            offer = titles[title]["offer"]
            assert [one["name"] for one in offer] == titles[title]["bots"] == list(bots.offered(title))
            assert [one["level"] for one in offer] == list(range(1, 9))
            assert offer[3]["styles"] == ["balanced", "specialist", "opportunist", "builder"]
            assert offer[0]["styles"] == offer[7]["styles"] == []
            assert 0 == offer[0]["seconds"] < offer[7]["seconds"] <= 5
            assert all(set(one["ratings"]) <= {"2", "3", "4"} for one in offer)
        assert [one["level"] for one in titles["guardians"]["offer"]] == [1, 2, 3]


async def test_a_styled_bot_sits_down_plays_and_is_told_by_its_spelling(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        table = await ann.new_table("splendor", 2, bots=["level3:style=builder"], start=True, options={"first": "seat"})
        async with Wire(server.url, table, token=ann.token) as wire:
            await wire.hello()
            seats = (await wire.until("table"))["seats"]
            assert seats[1]["bot"] == "level3:style=builder"
            view = await wire.until("view")
            await wire.say("move", id=1, seen=0, move=view["view"]["moves"][0])
            while (view := await wire.until("view", seconds=90))["n"] < 2:
                pass
            assert server.hub.bots.failures == 0
        with pytest.raises(Refused, match="unknown_bot"):
            await ann.new_table("splendor", 2, bots=["level3:style=loud"])


@pytest.mark.parametrize(
    "spelling",
    [
        "net:path=/etc/passwd",
        "search:c=1e9",
        "level3:style=loud",
        "level8:style=builder",
        "level9",
        "level3@9s",
        "a b",
        ":",
    ],
)
def test_strangers_may_not_choose_files_numbers_or_what_is_not_there(spelling):
    assert not check_bot(spelling, "splendor")


@pytest.mark.parametrize("spelling", ["random", "greedy", "level1", "level8", "level6:style=opportunist"])
def test_what_is_offered_may_be_chosen(spelling):
    assert check_bot(spelling, "splendor")
    assert check_bot(spelling, "marvel")
