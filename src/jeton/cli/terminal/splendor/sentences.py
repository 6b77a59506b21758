"""Moves, reports and cards in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jeton.cli.terminal.splendor.snapshot import Snapshot
from jeton.core.game import Report
from jeton.games.splendor.ruleset import Card

__all__ = [
    "amounts",
    "card_at",
    "card_words",
    "describe",
    "kinds_of",
    "move_words",
    "place_of",
    "place_text",
    "report_words",
    "spell",
    "spread",
    "verb_word",
]

GOLD_AT, TIME_AT = 5, 6


def place_text(place: int) -> str:
    """Return a place of the market as players type it.

    >>> place_text(6)
    '2.3'
    """
    return f"{place // 4 + 1}.{place % 4 + 1}"


def place_of(text: str) -> int:
    """Return the place of `2.3`.

    >>> place_of("2.3")
    6
    """
    level, _, column = text.partition(".")
    return 4 * int(level) + int(column) - 5


def spread(shot: Snapshot, counts: Sequence[int]) -> list[tuple[str, int]]:
    """Return the kinds of token that are there at all, with their number."""
    return [(kind, n) for kind, n in zip(shot.skin.tokens, counts, strict=False) if n]


def amounts(shot: Snapshot, counts: Sequence[int]) -> str:
    """Return tokens with their numbers: "2 rubies and 1 gold"."""
    return shot.words.list(shot.say(f"amount.{kind}", count=n) for kind, n in spread(shot, counts))


def taken(shot: Snapshot, counts: Sequence[int]) -> str:
    """Return tokens that somebody takes: "2 rubies"; different ones by name alone, "diamond, sapphire and onyx"."""
    kinds = spread(shot, counts)
    return colours(shot, counts) if len(kinds) > 1 and all(n == 1 for _, n in kinds) else amounts(shot, counts)


def colours(shot: Snapshot, counts: Sequence[int]) -> str:
    """Return the names of tokens: "ruby", for which gold stands."""
    return shot.words.list(shot.say(f"colour.{kind}") for kind, _ in spread(shot, counts))


def card_words(shot: Snapshot, card: Card) -> str:
    """Return a card in a few words: "an emerald card of level 2 worth 2 points"; a Character by its name."""
    kind = shot.say(f"card.{card.bonus}")
    if card.points:
        return shot.say("card_points", name=card.name, card=kind, level=card.level, count=card.points)
    return shot.say("card_plain", name=card.name, card=kind, level=card.level)


def describe(shot: Snapshot, number: int | None, level: int) -> str:
    """Return a card that may be hidden from the viewer."""
    return shot.say("hidden_card", level=level) if number is None else card_words(shot, shot.card(number))


def spell(shot: Snapshot, move: str) -> str:
    """Return a move as this table types it: in the player's language, with the letters that the gems show.

    Players may also type the notation itself (`take wbg`), which the match file holds.
    """
    verb, _, rest = move.partition(" ")
    if verb in ("take", "return", "gold"):
        rest = "".join(_letter(shot, letter) for letter in rest)
    return f"{verb_word(shot, verb)} {rest}".rstrip()


def verb_word(shot: Snapshot, verb: str) -> str:
    """Return the word for a verb of the notation, or for a command, in the player's language."""
    return shot.words(f"cli.verb.{verb}").split()[0]


def _letter(shot: Snapshot, letter: str) -> str:
    at = shot.game.notation.tokens.index(letter)
    return "*" if at == GOLD_AT else shot.skin.letter(shot.skin.tokens[at]).lower()


def kinds_of(shot: Snapshot, letters: str) -> list[str]:
    """Return the kinds of token that the letters of a notation name, one by one."""
    return [shot.skin.tokens[shot.game.notation.tokens.index(letter)] for letter in letters]


def counts_of(shot: Snapshot, letters: str) -> list[int]:
    """Return how many of each kind of token the letters of a notation name."""
    return [letters.count(letter) for letter in shot.game.notation.tokens]


def move_words(shot: Snapshot, move: str) -> str:
    """Return a legal move of the viewer as a sentence."""
    verb, _, rest = move.partition(" ")
    if verb in ("take", "return"):
        told = taken if verb == "take" else amounts
        return shot.say(f"do.{verb}", tokens=told(shot, counts_of(shot, rest)))
    if verb == "gold":
        return shot.say("do.gold", token=colours(shot, counts_of(shot, rest)))
    if verb == "noble":
        return shot.say("do.noble", noble=shot.noble_name(shot.view.nobles[int(rest) - 1]))
    if verb == "reserve":
        if "." not in rest:
            return shot.say("do.reserve_deck", level=rest)
        return shot.say("do.reserve", card=card_words(shot, shot.card(shot.view.market[place_of(rest)])))
    if verb == "buy":
        return _buy_words(shot, rest)
    return shot.say(f"do.{verb}")


def _buy_words(shot: Snapshot, place: str) -> str:
    card = card_at(shot, place)
    reach = shot.reach(card) if card else None
    if card is None or reach is None:
        raise ValueError(f"expected a card that the viewer knows at {place!r}")
    paid = [*(cost - short for cost, short in zip(reach.cost, reach.short, strict=True)), reach.gold]
    if not sum(paid):
        return shot.say("do.buy_free", card=card_words(shot, card))
    return shot.say("do.buy", card=card_words(shot, card), paid=amounts(shot, paid))


def card_at(shot: Snapshot, place: str) -> Card | None:
    """Return the card at a place of the market (`2.3`) or of the viewer's hand (`h1`), if there is one."""
    number: int | None = None
    if place.startswith("h"):
        hand, at = shot.me.hand if shot.me else (), int(place[1:]) - 1
        number = hand[at].card if 0 <= at < len(hand) else None
    elif "." in place and 0 <= place_of(place) < len(shot.view.market):
        number = shot.view.market[place_of(place)]
    return shot.card(number) if number else None


def report_words(shot: Snapshot, report: Report) -> list[str]:
    """Return what a report says, as the viewer reads it: the move, then what it brought."""
    mine = report.seat == shot.view.seat
    group, name = ("you" if mine else "log"), shot.name(report.seat)
    tokens: Sequence[int] = report.facts["tokens"]
    got, gave = [max(n, 0) for n in tokens], [max(-n, 0) for n in tokens]
    verb, _, rest = report.move.partition(" ")
    said: list[str] = []
    if verb == "take":
        said.append(shot.say(f"{group}.take", name=name, tokens=taken(shot, got)))
    elif verb == "return":
        said.append(shot.say(f"{group}.return", name=name, tokens=amounts(shot, gave)))
    elif verb == "gold":
        said.append(shot.say(f"{group}.gold", name=name, token=colours(shot, got)))
    elif verb == "pass":
        said.append(shot.say(f"{group}.pass", name=name))
    elif verb == "reserve":
        key = "reserve_gold" if got[GOLD_AT] else "reserve"
        card = describe(shot, report.facts["card"], int(rest[0]))
        said.append(shot.say(f"{group}.{key}", name=name, card=card))
    elif verb == "buy":
        card = card_words(shot, shot.card(report.facts["card"]))
        key = "buy" if sum(gave) else "buy_free"
        said.append(shot.say(f"{group}.{key}", name=name, card=card, paid=amounts(shot, gave) if sum(gave) else ""))
    return said + _windfalls(shot, report.facts, group, name, got)


def _windfalls(shot: Snapshot, facts: Mapping[str, object], group: str, name: str, got: Sequence[int]) -> list[str]:
    said = []
    if len(got) > TIME_AT and got[TIME_AT]:
        said.append(shot.say(f"{group}.time", name=name))
    if facts.get("tile") is not None:
        said.append(shot.say(f"{group}.tile", name=name))
    if (noble := facts.get("noble")) is not None:
        said.append(shot.say(f"{group}.noble", name=name, noble=shot.noble_name(int(str(noble)))))
    return said
