"""Moves, reports and cards in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jeton.cli.terminal.splendor.snapshot import Scene
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


def spread(scene: Scene, counts: Sequence[int]) -> list[tuple[str, int]]:
    """Return the kinds of token that are there at all, with their number."""
    return [(kind, n) for kind, n in zip(scene.skin.tokens, counts, strict=False) if n]


def amounts(scene: Scene, counts: Sequence[int]) -> str:
    """Return tokens in words: "diamond, sapphire and onyx", "2 rubies"."""
    kinds = spread(scene, counts)
    if len(kinds) > 1 and all(n == 1 for _, n in kinds):
        return scene.words.list(scene.say(f"colour.{kind}") for kind, _ in kinds)
    return scene.words.list(scene.say(f"amount.{kind}", count=n) for kind, n in kinds)


def card_words(scene: Scene, card: Card) -> str:
    """Return a card in a few words: "an emerald card of level 2 worth 2 points"; a Character by its name."""
    kind = scene.say(f"card.{card.bonus}")
    if card.points:
        return scene.say("card_points", name=card.name, card=kind, level=card.level, count=card.points)
    return scene.say("card_plain", name=card.name, card=kind, level=card.level)


def describe(scene: Scene, number: int | None, level: int) -> str:
    """Return a card that may be hidden from the viewer."""
    return scene.say("hidden_card", level=level) if number is None else card_words(scene, scene.card(number))


def spell(scene: Scene, move: str) -> str:
    """Return a move as this table types it: in the player's language, with the letters that the gems show.

    Players may also type the notation itself (`take wbg`), which the match file holds.
    """
    verb, _, rest = move.partition(" ")
    if verb in ("take", "return", "gold"):
        rest = "".join(_letter(scene, letter) for letter in rest)
    return f"{verb_word(scene, verb)} {rest}".rstrip()


def verb_word(scene: Scene, verb: str) -> str:
    """Return the word for a verb of the notation, or for a command, in the player's language."""
    return scene.words(f"cli.verb.{verb}").split()[0]


def _letter(scene: Scene, letter: str) -> str:
    at = scene.game.notation.tokens.index(letter)
    return "*" if at == GOLD_AT else scene.skin.letter(scene.skin.tokens[at]).lower()


def kinds_of(scene: Scene, letters: str) -> list[str]:
    """Return the kinds of token that the letters of a notation name, one by one."""
    return [scene.skin.tokens[scene.game.notation.tokens.index(letter)] for letter in letters]


def counts_of(scene: Scene, letters: str) -> list[int]:
    """Return how many of each kind of token the letters of a notation name."""
    return [letters.count(letter) for letter in scene.game.notation.tokens]


def move_words(scene: Scene, move: str) -> str:
    """Return a legal move of the viewer as a sentence."""
    verb, _, rest = move.partition(" ")
    if verb in ("take", "return"):
        return scene.say(f"do.{verb}", tokens=amounts(scene, counts_of(scene, rest)))
    if verb == "gold":
        return scene.say("do.gold", token=amounts(scene, counts_of(scene, rest)))
    if verb == "noble":
        return scene.say("do.noble", noble=scene.noble_name(scene.view.nobles[int(rest) - 1]))
    if verb == "reserve":
        if "." not in rest:
            return scene.say("do.reserve_deck", level=rest)
        return scene.say("do.reserve", card=card_words(scene, scene.card(scene.view.market[place_of(rest)])))
    if verb == "buy":
        return _buy_words(scene, rest)
    return scene.say(f"do.{verb}")


def _buy_words(scene: Scene, place: str) -> str:
    card = card_at(scene, place)
    reach = scene.reach(card) if card else None
    if card is None or reach is None:
        raise ValueError(f"expected a card that the viewer knows at {place!r}")
    paid = [*(cost - short for cost, short in zip(reach.cost, reach.short, strict=True)), reach.gold]
    if not sum(paid):
        return scene.say("do.buy_free", card=card_words(scene, card))
    return scene.say("do.buy", card=card_words(scene, card), paid=amounts(scene, paid))


def card_at(scene: Scene, place: str) -> Card | None:
    """Return the card at a place of the market (`2.3`) or of the viewer's hand (`h1`), if there is one."""
    number: int | None = None
    if place.startswith("h"):
        hand, at = scene.me.hand if scene.me else (), int(place[1:]) - 1
        number = hand[at].card if 0 <= at < len(hand) else None
    elif "." in place and 0 <= place_of(place) < len(scene.view.market):
        number = scene.view.market[place_of(place)]
    return scene.card(number) if number else None


def report_words(scene: Scene, report: Report) -> list[str]:
    """Return what a report says, as the viewer reads it: the move, then what it brought."""
    mine = report.seat == scene.view.seat
    group, name = ("you" if mine else "log"), scene.name(report.seat)
    tokens: Sequence[int] = report.facts["tokens"]
    got, gave = [max(n, 0) for n in tokens], [max(-n, 0) for n in tokens]
    verb, _, rest = report.move.partition(" ")
    said: list[str] = []
    if verb == "take":
        said.append(scene.say(f"{group}.take", name=name, tokens=amounts(scene, got)))
    elif verb == "return":
        said.append(scene.say(f"{group}.return", name=name, tokens=amounts(scene, gave)))
    elif verb == "gold":
        said.append(scene.say(f"{group}.gold", name=name, token=amounts(scene, got)))
    elif verb == "pass":
        said.append(scene.say(f"{group}.pass", name=name))
    elif verb == "reserve":
        key = "reserve_gold" if got[GOLD_AT] else "reserve"
        card = describe(scene, report.facts["card"], int(rest[0]))
        said.append(scene.say(f"{group}.{key}", name=name, card=card))
    elif verb == "buy":
        card = card_words(scene, scene.card(report.facts["card"]))
        key = "buy" if sum(gave) else "buy_free"
        said.append(scene.say(f"{group}.{key}", name=name, card=card, paid=amounts(scene, gave) if sum(gave) else ""))
    return said + _windfalls(scene, report.facts, group, name, got)


def _windfalls(scene: Scene, facts: Mapping[str, object], group: str, name: str, got: Sequence[int]) -> list[str]:
    said = []
    if len(got) > TIME_AT and got[TIME_AT]:
        said.append(scene.say(f"{group}.time", name=name))
    if facts.get("tile") is not None:
        said.append(scene.say(f"{group}.tile", name=name))
    if (noble := facts.get("noble")) is not None:
        said.append(scene.say(f"{group}.noble", name=name, noble=scene.noble_name(int(str(noble)))))
    return said
