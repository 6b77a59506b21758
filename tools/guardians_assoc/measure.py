#!/usr/bin/env python3
"""Say how good the associations are, and how fair the pictures are to each island.

Usage: python tools/guardians_assoc/measure.py [--scenes FILE] [--assoc FILE]
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
LIKELY = 0.25
"""A clue is worth having from this probability on, over 24 islands."""


def blend(scenes: dict[str, Any], assoc: dict[str, Any]) -> np.ndarray:
    """Both sources in their recommended shares, and the bonus for an icon that stands on the island."""
    share, bonus = assoc["recommended"]["ontology_weight"], assoc["recommended"]["literal_bonus"]
    on_island = [{element["icon"] for element in island["elements"]} for island in scenes["islands"]]
    literal = np.array([[icon in there for icon in assoc["icons"]] for there in on_island], float)
    return (share * np.array(assoc["ontology"]) + (1 - share) * np.array(assoc["minilm"])) / 100 + bonus * literal


def accuracy(assoc: dict[str, Any], scores: np.ndarray) -> tuple[float, float, float]:
    """Over the gold pairs: how often the first island is accepted, one of the first three is; mean reciprocal rank."""
    ranks = []
    for icon, accepted in assoc["gold"].items():
        order = np.argsort(-scores[:, assoc["icons"].index(icon)], kind="stable")
        ranks.append(min(int(np.flatnonzero(order == assoc["islands"].index(island))[0]) for island in accepted))
    rank = np.array(ranks)
    return float((rank == 0).mean()), float((rank < 3).mean()), float((1 / (rank + 1)).mean())


def understood(scenes: dict[str, Any], assoc: dict[str, Any]) -> dict[str, tuple[float, float, float]]:
    """How often bots of each level find what a person means: `accuracy`, the mean of many minds."""
    from jeton.bots.guardians.player import LEVELS
    from jeton.bots.guardians.taste import BLEND

    sources = [np.array(assoc[name]) / 100 for name in ("ontology", "minilm")]
    on_island = [{element["icon"] for element in island["elements"]} for island in scenes["islands"]]
    literal = np.array([[icon in there for icon in assoc["icons"]] for there in on_island], float)
    literal *= assoc["recommended"]["literal_bonus"]
    chance = np.random.default_rng(1)
    found = {}
    for name, level in LEVELS.items():
        minds = []
        for _ in range(MINDS):
            share = chance.uniform(*BLEND)
            plain = share * sources[0] + (1 - share) * sources[1] + literal
            minds.append(accuracy(assoc, plain + level.noise * chance.standard_normal(plain.shape)))
        found[name] = tuple(np.mean(minds, axis=0).tolist())
    return found


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
    """Print both tables in Markdown."""
    parser = argparse.ArgumentParser(description="Measure the associations of a pack of pictures.")
    parser.add_argument("--scenes", type=Path, default=DATA / "scenes.json")
    parser.add_argument("--assoc", type=Path, default=DATA / "assoc.json")
    arguments = parser.parse_args()
    scenes = json.loads(arguments.scenes.read_text("utf-8"))
    assoc = json.loads(arguments.assoc.read_text("utf-8"))
    scores = blend(scenes, assoc)

    by_model = {name: np.array(assoc[name]) for name in ("ontology", "minilm")}
    if assoc["gold"]:
        print("| Model | First accepted | One of three accepted | Mean reciprocal rank |\n|---|---|---|---|")
        for name, matrix in (by_model | {"blend": scores}).items():
            first, three, rank = accuracy(assoc, matrix)
            print(f"| {name} | {first:.1%} | {three:.1%} | {rank:.2f} |")
        print("\n| Bot | First accepted | One of three accepted | Mean reciprocal rank |\n|---|---|---|---|")
        for name, (first, three, rank) in understood(scenes, assoc).items():
            print(f"| `{name}` | {first:.1%} | {three:.1%} | {rank:.2f} |")
        print()
    share, cards = balance(scenes, assoc, scores)
    print("| Island | Draws with a likely clue | Postcards |\n|---|---|---|")
    for n in np.argsort(share, kind="stable"):
        print(f"| `{assoc['islands'][n]}` | {share[n]:.1%} | {cards[n]} |")
    print(f"\nLeast {share.min():.1%}, median {np.median(share):.1%}, most {share.max():.1%}")
    if all(matrix.std() for matrix in by_model.values()):
        print(f"Correlation of the sources {np.corrcoef(*(m.ravel() for m in by_model.values()))[0, 1]:.2f}")


if __name__ == "__main__":
    main()
