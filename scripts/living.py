"""Record the matches that bots play on the first screen: `python scripts/living.py`.

Each title has one, from a fixed key: `ui/src/games/GAME/living/TITLE.match` is the match as the engine writes it, and
`TITLE.json` what a small table draws of it after every move, as a spectator may know it. The page fetches the latter
when it has nothing else to do. `tests/test_living.py` replays the matches and compares.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from jeton import games
from jeton.bots.arena import Contest, play_deal
from jeton.core.match import Match
from jeton.core.match_file import read_match

UI = Path(__file__).resolve().parents[1] / "ui" / "src" / "games"
CONTESTS = {
    "splendor": Contest(title="splendor", bots=("greedy", "greedy"), seats=3, deals=1, keep=True),
    "marvel": Contest(title="marvel", bots=("greedy", "greedy"), seats=3, deals=1, keep=True),
    "guardians": Contest(title="guardians", bots=("normal", "normal"), seats=4, deals=1, keep=True, seed=20),
}
"""Who plays; the key of the deal follows from the contest's seed."""
SHOWN = {
    "splendor": ("bank", "market", "nobles", "turn"),
    "guardians": ("board", "face_down", "postcards", "boats", "fires", "clues"),
}
"""By folder of the page: what a small table draws of a view, beside everybody's points."""


def place(title: str, ending: str) -> Path:
    """Return where a recording of a title lies."""
    return UI / games.find(title).page / "living" / f"{title}.{ending}"


def record(title: str) -> str:
    """Let the bots play: the text of the match."""
    contest = CONTESTS[title]
    game = contest.game()
    deal = play_deal(contest, game, contest.players(game), 0)
    return str(deal.results[0].match)


def replay(text: str) -> Match:
    """Return the match of a text, each move played again by the rules."""
    header, log = read_match(text)
    return Match(games.make(header.title, version=header.version, options=header.options), header, log)


def drawn(match: Match) -> list[dict[str, Any]]:
    """What is drawn after every move: all of it at first, then what has changed. What changes nothing is left out."""
    page = games.find(match.header.title).page
    found: list[dict[str, Any]] = []
    before: dict[str, Any] = {}
    for position in match.positions:
        view = msgspec.to_builtins(match.game.view(position, None))
        now = {name: view[name] for name in SHOWN[page]}
        now["points"] = [player["points" if page == "splendor" else "score"] for player in view["players"]]
        if changed := {name: value for name, value in now.items() if before.get(name) != value}:
            found.append(changed)
        before = now
    return found


def write(match: Match) -> bytes:
    """Write the file that the page fetches."""
    return msgspec.json.encode(drawn(match)) + b"\n"


def main(titles: list[str]) -> int:
    """Record all titles, or those that are named."""
    for title in titles or list(CONTESTS):
        text = record(title)
        place(title, "match").write_text(text, "utf-8")
        place(title, "json").write_bytes(write(replay(text)))
        print(place(title, "json"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
