#!/usr/bin/env python3
"""Say how good the associations are, and how fair the pictures are to each island.

Usage: python tools/guardians_assoc/measure.py [--scenes FILE] [--assoc FILE] [--inputs FOLDER]

With the folder of downloads it also lets strangers point: half of the people of the thesaurus, while the bots have
listened to the other half. It counts how often bots find what strangers mean, and strangers find what bots mean.
"""

from __future__ import annotations

import argparse
import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

DATA = Path(__file__).resolve().parents[2] / "src" / "jeton" / "games" / "guardians" / "data"
MINDS = 300
"""Bots of each level whose reading is measured; each has its own blend and noise."""
TRIALS = 3000
"""Clues of strangers."""
SHARES = (0.0, 0.15, 0.25, 0.35, 0.5)
"""What people's answers may count in a bot's blend, to compare."""
LIKELY = 0.25
"""A clue is worth having from this probability on, over 24 islands."""


SOURCES = ("ontology", "minilm", "people")


def blend(
    scenes: dict[str, Any],
    assoc: dict[str, Any],
    share: float | None = None,
    people: float | None = None,
    answers: np.ndarray | None = None,
) -> np.ndarray:
    """Return all sources in their recommended shares or others, and the bonus for an icon that stands on the island.

    `answers` stands in for the matrix of what people answered.
    """
    told = assoc["recommended"]
    share = told["ontology_weight"] if share is None else share
    people = told["people_share"] if people is None else people
    ontology, minilm, heard = (np.array(assoc[name]) / 100 for name in SOURCES)
    made = share * ontology + (1 - share) * minilm
    mixed = (1 - people) * made + people * (heard if answers is None else answers)
    return mixed * (made.std() / mixed.std()) + told["literal_bonus"] * literal(scenes, assoc)


def literal(scenes: dict[str, Any], assoc: dict[str, Any]) -> np.ndarray:
    """Return 1 where an icon stands on the island itself."""
    on_island = [{element["icon"] for element in island["elements"]} for island in scenes["islands"]]
    return np.array([[icon in there for icon in assoc["icons"]] for there in on_island], float)


def accuracy(assoc: dict[str, Any], scores: np.ndarray) -> tuple[float, float, float]:
    """Over the gold pairs: how often the first island is accepted, one of the first three is; mean reciprocal rank."""
    ranks = []
    for icon, accepted in assoc["gold"].items():
        order = np.argsort(-scores[:, assoc["icons"].index(icon)], kind="stable")
        ranks.append(min(int(np.flatnonzero(order == assoc["islands"].index(island))[0]) for island in accepted))
    rank = np.array(ranks)
    return float((rank == 0).mean()), float((rank < 3).mean()), float((1 / (rank + 1)).mean())


def understood(scenes: dict[str, Any], assoc: dict[str, Any]) -> dict[str, tuple[float, float, float]]:
    """Return how often bots of each level find what a person means: `accuracy`, the mean of many minds."""
    from jeton.bots.guardians.player import LEVELS
    from jeton.bots.guardians.taste import BLEND

    chance = np.random.default_rng(1)
    found = {}
    for name, level in LEVELS.items():
        minds = []
        for _ in range(MINDS):
            plain = blend(scenes, assoc, chance.uniform(*BLEND))
            minds.append(accuracy(assoc, plain + level.noise * chance.standard_normal(plain.shape)))
        found[name] = tuple(np.mean(minds, axis=0).tolist())
    return found


def agreement(scenes: dict[str, Any], assoc: dict[str, Any]) -> dict[tuple[str, str], tuple[float, float]]:
    """For each two sources: the rank correlation of the islands and how many of the first three agree, over icons.

    Icons that stand on an island, or that nobody was asked about, are left out.
    """
    there = literal(scenes, assoc).any(0)
    plain = [n for n, icon in enumerate(assoc["icons"]) if not there[n] and icon not in assoc["unheard"]]
    ranks = {name: (-np.array(assoc[name])[:, plain]).argsort(0, kind="stable").argsort(0) for name in SOURCES}
    found = {}
    for one, other in combinations(SOURCES, 2):
        pairs = list(zip(ranks[one].T, ranks[other].T, strict=True))
        rho = np.mean([np.corrcoef(a, b)[0, 1] for a, b in pairs])
        found[one, other] = float(rho), float(np.mean([((a < 3) & (b < 3)).sum() / 3 for a, b in pairs]))
    return found


class Strangers:
    """People whom the bots have never heard: half of those of the thesaurus; the bots have heard the other half."""

    def __init__(self, scenes: dict[str, Any], assoc: dict[str, Any], inputs: Path) -> None:
        """Share the people out by lot."""
        from make import answered
        from people import People, halves, read_answers

        [package] = inputs.glob("eat-wrapper-*.tgz")
        self.scenes, self.assoc = scenes, assoc
        others = [np.array(assoc[name]) / 100 for name in ("ontology", "minilm")]
        both = halves(read_answers(package), np.random.default_rng(7))
        self.heard, self.strange = (answered(scenes, assoc["icons"], People(half), others)[0] for half in both)
        self.literal = assoc["recommended"]["literal_bonus"] * literal(scenes, assoc)
        column = {icon: n for n, icon in enumerate(assoc["icons"])}
        self.cards = [[column[e["icon"]] for e in card["elements"]] for card in scenes["postcards"]]

    def understood(self, share: float, noise: float, *, unchosen: bool, bots_point: bool) -> tuple[float, float]:
        """How often one clue from two postcards is understood: the island is the likeliest of 24, or among three."""
        from jeton.bots.guardians.taste import ACCENT, BLEND

        chance, ranks = np.random.default_rng(1), []
        for _ in range(TRIALS):
            own, drawn = chance.integers(len(self.literal)), chance.choice(len(self.cards), 2, replace=False)
            columns = np.unique(np.concatenate([self.cards[n] for n in drawn]))
            person = self.strange + self.literal + 0.3 * chance.standard_normal(self.literal.shape)
            bot = blend(self.scenes, self.assoc, chance.uniform(*BLEND), share, self.heard)
            bot = bot + (ACCENT if bots_point else noise) * chance.standard_normal(bot.shape)
            giver, reader = (bot, person) if bots_point else (person, bot)
            at = int((giver[own, columns] / 0.4 - _log_sum(giver[:, columns] / 0.4, 0)[0]).argmax())
            scores = reader[:, columns] / 0.6
            meant = scores - _log_sum(scores, 0)
            chosen = 1.6 * meant[:, at] - _log_sum(1.6 * meant, 1)[:, 0] if unchosen else meant[:, at]
            ranks.append(int((chosen > chosen[own]).sum()))
        rank = np.array(ranks)
        return float((rank == 0).mean()), float((rank < 3).mean())

    def tables(self) -> None:
        """Print how often each bot level understands strangers, and strangers understand it, for several shares."""
        from jeton.bots.guardians.player import LEVELS

        print("| People's answers count |", *(f"{share:.0%} |" for share in SHARES))
        print("|---|" + "---|" * len(SHARES))
        rows = {f"strangers point, `{name}` reads": (one.noise, one.unchosen, False) for name, one in LEVELS.items()}
        for label, (noise, unchosen, pointing) in {**rows, "bots point, strangers read": (0.0, True, True)}.items():
            found = [self.understood(share, noise, unchosen=unchosen, bots_point=pointing) for share in SHARES]
            print(f"| {label} |", *(f"{first:.1%}, {three:.1%} |" for first, three in found), flush=True)


def _log_sum(logs: np.ndarray, axis: int) -> np.ndarray:
    top = logs.max(axis, keepdims=True)
    return top + np.log(np.exp(logs - top).sum(axis, keepdims=True))


def balance(scenes: dict[str, Any], assoc: dict[str, Any], scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each island, the share of draws of two postcards that offer a likely clue; and the postcards that do."""
    chance = np.exp(scores / assoc["recommended"]["tau"])
    chance /= chance.sum(0)
    best = np.array(
        [
            chance[:, [assoc["icons"].index(element["icon"]) for element in card["elements"]]].max(1)
            for card in scenes["postcards"]
        ]
    )
    likely = best > LIKELY
    share = np.mean([likely[one] | likely[other] for one, other in combinations(range(len(likely)), 2)], axis=0)
    return share, likely.sum(0)


def main() -> None:
    """Print the tables in Markdown."""
    parser = argparse.ArgumentParser(description="Measure the associations of a pack of pictures.")
    parser.add_argument("--scenes", type=Path, default=DATA / "scenes.json")
    parser.add_argument("--assoc", type=Path, default=DATA / "assoc.json")
    parser.add_argument("--inputs", type=Path, help="folder with the downloads: let strangers point, too")
    arguments = parser.parse_args()
    scenes = json.loads(arguments.scenes.read_text("utf-8"))
    assoc = json.loads(arguments.assoc.read_text("utf-8"))
    scores = blend(scenes, assoc)

    by_model = {name: np.array(assoc[name]) for name in SOURCES}
    if assoc["gold"]:
        print("| Model | First accepted | One of three accepted | Mean reciprocal rank |\n|---|---|---|---|")
        without = blend(scenes, assoc, people=0.0)
        for name, matrix in (by_model | {"blend without people": without, "blend": scores}).items():
            first, three, rank = accuracy(assoc, matrix)
            print(f"| {name} | {first:.1%} | {three:.1%} | {rank:.2f} |")
        print("\n| Bot | First accepted | One of three accepted | Mean reciprocal rank |\n|---|---|---|---|")
        for name, (first, three, rank) in understood(scenes, assoc).items():
            print(f"| `{name}` | {first:.1%} | {three:.1%} | {rank:.2f} |")
        print()
    share, cards = balance(scenes, assoc, blend(scenes, assoc, people=0.0))
    print("| Island | Draws with a likely clue | Postcards |\n|---|---|---|")
    for n in np.argsort(share, kind="stable"):
        print(f"| `{assoc['islands'][n]}` | {share[n]:.1%} | {cards[n]} |")
    print(f"\nLeast {share.min():.1%}, median {np.median(share):.1%}, most {share.max():.1%}")
    print("\n| Sources | Rank correlation | Of the first three agree |\n|---|---|---|")
    for (one, other), (rho, three) in agreement(scenes, assoc).items():
        print(f"| {one}, {other} | {rho:.2f} | {three:.0%} |")
    if arguments.inputs:
        print()
        Strangers(scenes, assoc, arguments.inputs).tables()


if __name__ == "__main__":
    main()
