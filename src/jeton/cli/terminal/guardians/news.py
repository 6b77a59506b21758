"""What has happened, in sentences: entries as a seat may know them, the reveal, the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from jeton.cli.terminal.guardians.names import Names
from jeton.core.game import CLOCK, Outcome, Report
from jeton.games.guardians.position import Resolution
from jeton.games.guardians.ruleset import COLOURS

__all__ = ["report_lines", "result_lines"]


def report_lines(names: Names, report: Report, cards: Sequence[str]) -> Iterator[str]:
    """Yield the sentences of an entry; `cards` are the open postcards."""
    line = _move(names, report, cards)
    if line:
        yield line
    if "resolution" in report.facts:
        yield from _resolution(names, msgspec.convert(report.facts["resolution"], Resolution))
    if "postcard" in report.facts and report.facts["phase"] != "end":
        yield names.words("guardians.said.postcard", title=names.title(report.facts["postcard"]))


def result_lines(names: Names, outcome: Outcome) -> Iterator[str]:
    """Yield who has won."""
    winners = names.words(
        "guardians.said.win",
        count=len(outcome.winners),
        names=names.seats(outcome.winners),
        coins=outcome.points[outcome.winners[0]],
    )
    yield names.words("guardians.said.over", winners=winners)
    for seat in sorted(range(len(outcome.points)), key=outcome.ranks.__getitem__):
        yield f"  {outcome.ranks[seat]}. {_amount(names, seat, outcome.points[seat])}"


def _move(names: Names, report: Report, cards: Sequence[str]) -> str:
    words = names.words
    verb, *rest = report.move.split(" ")
    if report.seat == CLOCK:
        return words("guardians.said.tick")
    name = names.seat(report.seat)
    if verb == "clue":
        element = report.facts.get("element")
        if element is None:
            return words("guardians.said.clue_scenery", name=name, title=names.title(rest[0]))
        number, thing = names.element(rest[0], element)
        spot = names.spot(cards, rest[0], number)
        return words("guardians.said.clue", name=name, thing=thing, spot=spot, title=names.title(rest[0]))
    if verb == "boat":
        values: dict[str, Any] = {"name": name, "number": names.number(rest[0]), "island": names.island(rest[0])}
        if rest[1] == "?":
            return words("guardians.said.boat", **values)
        return words("guardians.said.boat_own", sought=names.seat(COLOURS.index(rest[1])), **values)
    if verb == "choose":
        return words("guardians.said.choose", name=name, target=_target(names, rest[0]))
    if verb == "play" and len(rest) == 2:
        return words("guardians.said.play_at", name=name, legend=names.legend(rest[0]), target=_target(names, rest[1]))
    if verb == "play":
        return words("guardians.said.play", name=name, legend=names.legend(rest[0]))
    if verb in ("stop", "pile", "resign"):
        return words(f"guardians.said.{verb}", name=name)
    return ""


def _target(names: Names, word: str) -> str:
    if word in COLOURS:
        return names.seat(COLOURS.index(word))
    return names.island(word) if word in names.pack.island_ids else word


def _resolution(names: Names, resolution: Resolution) -> Iterator[str]:
    words = names.words
    yield words("guardians.said.reveal", round=resolution.round)
    for boat in resolution.boats:
        place = {"number": names.number(boat.island), "island": names.island(boat.island)}
        name, sought = names.seat(boat.seat), names.seat(boat.sought)
        yield "  " + words("guardians.said.hull", name=name, sought=sought, **place)
    for found in resolution.discoveries:
        place = {"number": names.number(found.location), "island": names.island(found.location)}
        yield words(
            "guardians.said.found",
            guardian=names.seat(found.guardian),
            finders=names.seats(found.finders),
            reward=names.legend(found.reward),
            **place,
        )
        paid = [gold + coins for gold, coins in zip(found.gold, found.coins, strict=True)]
        for changes in (found.power_gold, found.power_coins):
            paid = [total + change for total, change in zip(paid, changes, strict=True)] if changes else paid
        amounts = [_amount(names, seat, total) for seat, total in enumerate(paid) if total]
        if amounts:
            yield "  " + words("guardians.said.paid", amounts=", ".join(amounts))
    if not resolution.discoveries:
        yield words("guardians.said.nobody")
    for fire in resolution.fires:
        place = {"number": names.number(fire.island), "island": names.island(fire.island)}
        yield words("guardians.said.fire", name=names.seat(fire.seat), **place)


def _amount(names: Names, seat: int, coins: int) -> str:
    return names.words("guardians.said.amount", name=names.seat(seat), count=coins)
