"""What people think of first: the Edinburgh Associative Thesaurus, where 100 people each answered 8,210 words.

A word is a bag of words: itself, what people answered to it, and what it was the answer to. Two words are as near as
their bags; an answer that many words share counts little. Only these answers go into the matrix, no judgement of ours
but which words stand for a picture.
"""

from __future__ import annotations

import json
import math
import re
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

FORWARD, BACKWARD = 1.0, 0.5
"""What the root of an answer's share counts, and of the share that the word itself has among another's answers."""
WHOLE, BEST, SECOND = 0.5, 0.2, 0.1
"""The share of the island as a whole; of its most similar element and the next; the same again of title and themes."""
SAID_LITTLE = {"the", "of", "a", "isle", "island"}
ENDINGS = (("s", ""), ("es", ""), ("ies", "y"), ("ing", ""), ("ed", ""))

Answers = dict[str, dict[str, int]]
Bag = dict[str, float]


def read_answers(package: Path) -> Answers:
    """Return how many people gave which answer to each word."""
    with tarfile.open(package) as archive:
        member = archive.extractfile("package/eat.json")
        if member is None:
            raise SystemExit(f"{package}: expected package/eat.json inside")
        raw = json.load(member)
    found: Answers = {}
    for word, answers in raw.items():
        counts = Counter[str]()
        for pair in answers:
            for answer, count in pair.items():
                counts[answer.lower()] += int(count)
        found[word.lower()] = {answer: count for answer, count in counts.items() if count > 0}
    return found


def halves(answers: Answers, chance: np.random.Generator) -> tuple[Answers, Answers]:
    """Share everybody's answers out to two groups of people, by lot."""
    one: Answers = {}
    other: Answers = {}
    for word in sorted(answers):
        taken = {answer: int(chance.binomial(count, 0.5)) for answer, count in sorted(answers[word].items())}
        one[word] = {answer: count for answer, count in taken.items() if count}
        other[word] = {a: answers[word][a] - count for a, count in taken.items() if answers[word][a] > count}
    return one, other


class People:
    """A group of people and what they answered."""

    def __init__(self, answers: Answers) -> None:
        """Turn the answers round as well, and count in how many words each occurs."""
        self.answers = answers
        self.asked: defaultdict[str, Bag] = defaultdict(dict)
        for word, counts in answers.items():
            whole = sum(counts.values())
            for answer, count in counts.items():
                self.asked[answer][word] = count / whole
        self.rare = {word: max(0.1, math.log(len(answers) / (1 + len(asked)))) for word, asked in self.asked.items()}
        self._bags: dict[str, Bag | None] = {}

    def bag(self, word: str) -> Bag | None:
        """Return what a word calls up, of length 1; None if nobody was asked about it or came up with it."""
        if word not in self._bags:
            self._bags[word] = self._bag(word)
        return self._bags[word]

    def _bag(self, word: str) -> Bag | None:
        known = self._known(word)
        if known is None:
            return None
        found = defaultdict(float, {known: 1.0})
        answers = self.answers.get(known, {})
        whole = sum(answers.values())
        for answer, count in answers.items():
            found[answer] += FORWARD * math.sqrt(count / whole)
        for other, share in self.asked.get(known, {}).items():
            found[other] += BACKWARD * math.sqrt(share)
        unheard = math.log(len(self.answers))
        return _unit({one: weight * self.rare.get(one, unheard) for one, weight in found.items()})

    def _known(self, word: str) -> str | None:
        """Return the form of a word that people were asked about or came up with."""
        forms = [word, *(word.removesuffix(end) + stem for end, stem in ENDINGS if word.endswith(end))]
        return next((form for form in forms if form in self.answers or form in self.asked), None)

    def label(self, words: Iterable[str]) -> Bag | None:
        """Return what several words together call up."""
        bags = [bag for word in words if (bag := self.bag(word))]
        return _sum(bags)


def associations(scenes: dict[str, Any], icons: list[str], people: People) -> tuple[np.ndarray, np.ndarray]:
    """Score each icon for each island as these people would; and which icons they were asked about at all."""
    lexicon = scenes["lexicon"]
    things = [people.label(words(lexicon[icon]["en"])) for icon in icons]
    rows = []
    for island in scenes["islands"]:
        elements = [people.label(words(lexicon[element["icon"]]["en"])) for element in island["elements"]]
        about = [people.bag(word) for word in (*words(island["title_en"]), *island["themes"])]
        whole = _sum([bag for bag in (*elements, *about) if bag]) or {}
        rows.append(
            [
                0.0 if thing is None else WHOLE * _dot(thing, whole) + _best(thing, elements) + _best(thing, about)
                for thing in things
            ]
        )
    return np.array(rows), np.array([thing is not None for thing in things])


def words(text: str) -> list[str]:
    """Return the words of a label that say something.

    >>> words("Isle of the Traveller’s pack")
    ['traveller', 'pack']
    """
    return [word for word in re.findall(r"[a-z]+", text.lower().replace("’s", "")) if word not in SAID_LITTLE]


def _best(thing: Bag, others: Iterable[Bag | None]) -> float:
    near = sorted([_dot(thing, other) for other in others if other] + [0.0, 0.0])
    return BEST * near[-1] + SECOND * near[-2]


def _dot(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    less, more = sorted((one, other), key=len)
    return sum(weight * more.get(word, 0.0) for word, weight in less.items())


def _sum(bags: list[Bag]) -> Bag | None:
    whole: Bag = {}
    for bag in bags:
        for word, weight in bag.items():
            whole[word] = whole.get(word, 0.0) + weight
    return _unit(whole) if whole else None


def _unit(bag: Bag) -> Bag:
    length = math.sqrt(sum(weight * weight for weight in bag.values()))
    return {word: weight / length for word, weight in bag.items()}
