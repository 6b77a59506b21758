"""Duels of searches, thousands side by side on one device: `python -m jeton.bots.train.duel --help`.

Each challenger takes one seat in its share of the matches, each seat equally often, and the champion takes all others.
Challengers differ from the champion in their net, or in how they search with it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import torch

from jeton.bots.splendor import net_file
from jeton.bots.train.batched_search import Forest
from jeton.bots.train.command import status_of
from jeton.bots.train.matches import STATS, Matches
from jeton.bots.train.net import Net, forward, load_weights
from jeton.bots.train.plan import TITLES, BadPlan
from jeton.games.splendor.features import WIDE, feature_count
from jeton.games.splendor.game import Splendor

__all__ = ["Duel", "Player", "Share"]

MOST_DECISIONS = 100
"""Decisions of a seat after which a match that still runs is left out."""


class Player(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A net, and how the search uses it.

    >>> Player.parse("c=0.5,heat=2")
    Player(net='', c=0.5, fpu=0.1, heat=2.0, fresh=0.01)
    """

    net: str = ""
    """A file or the folder of a run; the net that ships if there is none."""
    c: float = 2.0
    fpu: float = 0.1
    heat: float = 4.0
    fresh: float = 0.01

    @classmethod
    def parse(cls, words: str) -> Player:
        """Return a player from `name=value` pairs."""
        try:
            return msgspec.convert(dict(pair.split("=", 1) for pair in words.split(",") if pair), cls, strict=False)
        except (ValueError, msgspec.ValidationError) as error:
            expected = ", ".join(field.name for field in msgspec.structs.fields(cls))
            raise BadPlan(f"expected name=value pairs of {expected}, got {words!r}: {error}") from error


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """What a challenger won: its share of the finished matches, and the half-width of the 95 % interval."""

    player: Player
    matches: int
    won: float
    margin: float


class Duel:
    """Matches of one title and number of seats between a champion and its challengers."""

    def __init__(
        self,
        title: str,
        seats: int,
        champion: Player,
        challengers: Sequence[Player],
        *,
        matches: int,
        simulations: int,
        device: str = "cuda",
        seed: int = 1,
    ) -> None:
        """Make room for all trees; give every challenger the same number of matches."""
        self.seats, self.device, self.challengers = seats, device, list(challengers)
        self.matches = Matches(Splendor(title).ruleset, seats, matches, device, seed * 1_000_000_007)
        self.matches.begin()
        players = [champion, *challengers]
        self.forest = Forest(self.matches, device, simulations, _setting(champion))
        self.forest.setting = torch.tensor([_setting(p) for p in players], dtype=torch.float64, device=device)
        number = torch.arange(matches, device=device)
        self.group = number % len(self.challengers)
        self.seat = number // len(self.challengers) % seats
        rows = torch.zeros(matches, 4, dtype=torch.int64, device=device)
        rows.scatter_(1, self.seat[:, None], self.group[:, None] + 1)
        self.forest.state[:, 4:8] = rows
        files = sorted({player.net for player in players})
        self.nets = [self._load(title, file) for file in files]
        self.net_of = torch.tensor([files.index(player.net) for player in players], device=device)
        self.rows = rows

    def _load(self, title: str, file: str) -> Any:
        path: Any = Path(file) if file else net_file.shipped(title, self.seats)
        if path is None:
            raise BadPlan(f"no net ships for {title} with {self.seats} seats")
        path = path / "net.npz" if file and path.is_dir() else path
        plan = net_file.note(path)["plan"]
        net = Net(self.seats, plan["width"], plan["blocks"])
        load_weights(net, path)
        return net.to(self.device).prepared()

    @torch.no_grad()
    def play(self, seconds: float) -> list[Share]:
        """Play all matches to their end, or until the time is up; return what each challenger won."""
        size, seats = self.matches.size, self.seats

        def zeros(*shape: int, kind: torch.dtype = torch.float32) -> torch.Tensor:
            return torch.zeros(*shape, dtype=kind, device=self.device)

        features = zeros(size, feature_count(seats), kind=torch.uint8)
        mask, mover = zeros(size, WIDE, kind=torch.uint8), zeros(size, kind=torch.int64)
        reward, done, stat = zeros(size, seats), zeros(size), zeros(size, STATS)
        won = zeros(size)
        array = self.matches.array
        look = tuple(map(array, (features, mask, mover)))
        action, shares, ended, counts = (array(tensor) for tensor in (self.forest.action, reward, done, stat))
        ends = time.monotonic() + seconds
        for _ in range(MOST_DECISIONS * seats):
            features.zero_()
            mask.zero_()
            self.matches.look(*look)
            asked = self.net_of[self.rows.gather(1, mover[:, None])[:, 0]]
            self.forest.search(lambda seen, asked=asked: self._judge(seen, asked))  # type: ignore[misc]
            self.matches.step(action, shares, ended, counts, once=True)
            won += done * (reward.gather(1, self.seat[:, None])[:, 0] + 1 / seats)
            if bool((stat[:, 0] > 0).all()) or time.monotonic() > ends:
                break
        return [self._share(k, stat[:, 0] > 0, won) for k in range(len(self.challengers))]

    def _judge(self, features: torch.Tensor, asked: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the opinion that the net of whoever searches has in each match."""
        logits, chances = forward(self.nets[0], features, self.seats)
        for k in range(1, len(self.nets)):
            other, theirs = forward(self.nets[k], features, self.seats)
            logits = torch.where((asked == k)[:, None], other, logits)
            chances = torch.where((asked == k)[:, None], theirs, chances)
        return logits, chances + 1 / self.seats

    def _share(self, k: int, over: torch.Tensor, won: torch.Tensor) -> Share:
        shares = won[over & (self.group == k)].double()
        matches = len(shares)
        spread = float(shares.var()) if matches > 1 else 1.0
        mean = float(shares.mean()) if matches else 0.0
        margin = 1.96 * (spread / max(matches, 1)) ** 0.5
        return Share(player=self.challengers[k], matches=matches, won=mean, margin=margin)


def _setting(player: Player) -> tuple[float, float, float, float]:
    return player.c, player.fpu, player.heat, player.fresh


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's words."""
    made = argparse.ArgumentParser(
        prog="python -m jeton.bots.train.duel",
        description="Let searches play each other, thousands of matches side by side on one device.",
        epilog="Two other weights of the first thought, and a net of a run, against the search that ships:\n"
        "  python -m jeton.bots.train.duel c=1 c=4 net=runs/splendor-2,c=1 --simulations 800",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("challengers", nargs="+", help="net, c, fpu, heat, fresh as name=value pairs, with commas")
    made.add_argument("--champion", default="", help="the same, for all other seats (the net that ships, c=2)")
    made.add_argument("--title", choices=TITLES, default=TITLES[0])
    made.add_argument("--seats", type=int, choices=(2, 3, 4), default=2)
    made.add_argument("--matches", type=int, default=16384, help="all of them together (16384)")
    made.add_argument("--simulations", type=int, default=800, help="lines for each decision (800)")
    made.add_argument("--seconds", type=float, default=600, help="what has not ended by then is left out (600)")
    made.add_argument("--seed", type=int, default=1, help="of the deals (1)")
    made.add_argument("--device", default="cuda", help="cuda, or cpu for a trial (cuda)")
    return made


def run(words: Sequence[str] | None = None) -> None:
    """Play, and print one line of JSON for each challenger."""
    given = parser().parse_args(words)
    if given.matches < len(given.challengers) or given.simulations < 1:
        raise BadPlan("expected at least a match for each challenger and one simulation")
    duel = Duel(
        given.title,
        given.seats,
        Player.parse(given.champion),
        [Player.parse(words) for words in given.challengers],
        matches=given.matches,
        simulations=given.simulations,
        device=given.device,
        seed=given.seed,
    )
    for share in duel.play(given.seconds):
        print(json.dumps(msgspec.to_builtins(share)), flush=True)


if __name__ == "__main__":
    sys.exit(status_of(run))
