"""What the page has to know beside compiled code, as plain data: options, notation, refusals, bot levels, views.

The same Python that a server runs writes all of it; the page reads it and has no rule of its own.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec

from jeton.analysis.curves import LATEST, LEAST, PLAIN, SPAN, curve_of
from jeton.analysis.hint import LINES as HINT_LINES
from jeton.analysis.review import AGAIN, ALONE, DEALS, DOUBT, EXPLAINED, LINES, SURE, TOLD
from jeton.analysis.verdicts import HALVED, VERDICTS
from jeton.bots.splendor import facts, judging, lines, playing_out, why
from jeton.bots.splendor.blur import CHANCES, DRAWS
from jeton.bots.splendor.deadlock import LOCKED
from jeton.bots.splendor.heuristics import Weights
from jeton.bots.splendor.levels import LEVELS, Level
from jeton.bots.splendor.scoring import NOTES
from jeton.bots.splendor.search_bots import EDGES_PER_NODE, FIRST_CHUNK, HOPE, READ, SearchBot
from jeton.bots.splendor.styles import STYLES
from jeton.games.splendor import compiled
from jeton.games.splendor.features import WIDE_BUY, WIDE_DECK, WIDE_RESERVE, WIDE_RETURN
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.moves import PASS, TAKE_ALL, TAKE_PAIR
from jeton.games.splendor.position import PHASES
from jeton.games.splendor.reasons import REASONS
from jeton.games.splendor.rules import PLAY
from jeton.games.splendor.title import OPTIONS, SEAT_COUNTS
from jeton.games.splendor.view_json import ROOM, Writer

__all__ = ["TITLES", "tables"]

TITLES = tuple(OPTIONS)


def tables() -> dict[str, Any]:
    """Return everything, ready for JSON."""
    return {
        "reasons": {answer: [rule, key] for answer, (rule, key, _) in REASONS.items()},
        "values": compiled.VALUES,
        "actions": {"take_all": TAKE_ALL, "take_pair": TAKE_PAIR},
        "play": PHASES[PLAY],
        "room": ROOM,
        "chances": CHANCES,
        "draws": DRAWS,
        "locked": LOCKED,
        "search": _search(),
        "judging": _judging(),
        "styles": _styles(),
        "titles": {title: _title(title) for title in TITLES},
    }


def _search() -> dict[str, Any]:
    """Return what the search is like at every table."""
    return {"edges": EDGES_PER_NODE, "hope": HOPE, "first": FIRST_CHUNK}


def _styles() -> dict[str, Any]:
    """Return what a point is worth to everybody, what each style changes, and how much room the facts take."""
    told = {name: {"weights": style.weights, "weight": style.weight} for name, style in STYLES.items() if style}
    return {"plain": Weights(), "told": told, "notes": NOTES[0] * NOTES[1], "read": READ}


def _judging() -> dict[str, Any]:
    """Return the numbers by which the page judges matches, finds hints and tells facts."""
    tables = list(product(TITLES, SEAT_COUNTS))
    return {
        "actions": judging.ACTIONS,
        "sums": judging.SUMS,
        "enough": judging.ENOUGH,
        "sure": judging.SURE,
        "deals": DEALS,
        "explained": EXPLAINED,
        "longest": playing_out.LONGEST,
        "told_line": lines.LONGEST,
        "least_read": lines.LEAST,
        "wide": {"reserve": WIDE_RESERVE, "deck": WIDE_DECK, "buy": WIDE_BUY, "returns": WIDE_RETURN},
        "pass": PASS,
        "hint_lines": HINT_LINES,
        "lines": LINES,
        "alone": ALONE,
        "again": AGAIN,
        "told": TOLD,
        "doubt": DOUBT,
        "margin": SURE,
        "verdicts": VERDICTS,
        "halved": HALVED,
        "least_chance": LEAST,
        "span": SPAN,
        "latest": LATEST,
        "curves": {
            "plain": msgspec.to_builtins(PLAIN),
            **{f"{title}-{seats}": msgspec.to_builtins(curve_of(title, seats)) for title, seats in tables},
        },
        "why": {
            "most": why.MOST,
            "often": why.OFTEN,
            "apart": why.APART,
            "cards": why.CARDS,
            "points": why.POINTS,
        },
        "near": facts.NEAR,
        "payable": facts.PAYABLE,
    }


def _title(title: str) -> dict[str, Any]:
    usual = Splendor(title)
    return {
        "version": usual.version,
        "letters": usual.box.letters,
        "tokens": usual.notation.tokens[len(usual.box.letters) :],
        "cards": [[0, 0], *([usual.box.colours.index(card.bonus), card.points] for card in usual.box.cards)],
        "options": [msgspec.to_builtins(option) for option in OPTIONS[title]],
        "rules": [_ruleset(title, dict(chosen)) for chosen in _choices(title)],
        "spellings": usual.notation.spellings(),
        "unspellable": [[pattern, rule, key] for pattern, (rule, key, _) in usual.unspellable],
        "seats": {seats: _table(usual, seats) for seats in SEAT_COUNTS},
    }


def _choices(title: str) -> list[tuple[tuple[str, Any], ...]]:
    """Return every way to choose the options of a title."""
    options = OPTIONS[title]
    return list(product(*([(option.name, value) for value in option.values] for option in options)))


def _ruleset(title: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return a choice of options, where its ruleset's words differ from the usual one, and what screens show of it."""
    usual, game = Splendor(title), Splendor(title, options)
    words, base = game.ruleset.tolist(), usual.ruleset.tolist()
    plain = not any(now != was for now, was in zip(words, base, strict=True))
    differ = {i: str(now) for i, (now, was) in enumerate(zip(words, base, strict=True)) if now != was}
    whole = [str(word) for word in words] if plain else None
    return {"options": options, "words": whole, "differ": differ, "numbers": msgspec.to_builtins(game.numbers)}


def _table(game: Splendor, seats: int) -> dict[str, Any]:
    """Return how views are written and bots play at a table of so many seats."""
    viewers: tuple[int | None, ...] = (*range(seats), None)
    return {
        "programs": [_program(game, seats, viewer) for viewer in viewers],
        "levels": [_level(level) for _, level in sorted(LEVELS[game.title, seats].items())],
        "search": SearchBot(game).setting(seats)._asdict(),
        "judge_c": judging.C.get((game.title, seats), judging.ELSEWHERE),
    }


def _program(game: Splendor, seats: int, viewer: int | None) -> dict[str, Any]:
    """Return the program that writes the views of a seat; its texts are ASCII."""
    program = Writer(game, seats, viewer).program()
    return {
        "rows": program.rows.tolist(),
        "texts": program.texts.tobytes().decode("ascii"),
        "begins": program.begins.tolist(),
    }


def _level(level: Level) -> dict[str, Any]:
    return {
        "chances": level.chances,
        "heat": level.heat,
        "simulations": level.simulations,
        "seconds": level.seconds,
    }
