"""`jeton play`: a game in the terminal, against bots or each other."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from jeton.cli.terminal.screen import Screen
    from jeton.core.match import Match
    from jeton.words import Words

__all__ = ["play"]

TITLES = ("splendor", "marvel", "guardians")


def play(
    title: str | None = None,
    /,
    *,
    seats: int | None = None,
    player: Annotated[list[str] | None, Parameter(alias="-p", negative="")] = None,
    first: Literal["random", "seat"] | None = None,
    visible: Annotated[bool | None, Parameter(show_default=False)] = None,
    payment: Literal["choice", "thrifty"] | None = None,
    goal: Literal[15, 21] | None = None,
    level: Literal[1, 2, 3, 4] | None = None,
    key: str | None = None,
    save: Path | None = None,
    resume: Annotated[bool, Parameter(negative="", show_default=False)] = False,
    lang: str | None = None,
    plain: Annotated[bool, Parameter(negative="", show_default=False)] = False,
) -> int:
    """Play a game in the terminal, against the bots or each other.

    At the table, type `?` for help: moves can be typed (`take dse`, `b 2.3`), or chosen from a list by number.
    The match is kept after each move; `jeton play --resume` goes on with it.

    Args:
        title: `splendor`, which it is without one, `marvel` or `guardians`; with `--resume` also a match file.
        seats: How many play, 2 to 4 (Guardians of Legends 3 to 5); bots take the seats that nobody else takes.
        player: Who plays, seat by seat: `human`, `human:Ann`, `greedy`, `random`, `Zoé=greedy`; one option for each.
        first: Who begins: a random seat, or the first one.
        visible: Whether cards reserved face up stay visible to all.
        payment: Whether you may choose to pay gold where a gem would do.
        goal: Splendor's goal: 15 points, or 21 for a long game.
        level: Of Guardians of Legends: 1 is the first game, 4 plays against the clock.
        key: A word or a hexadecimal key that fixes the deal, to play the same match again.
        save: Keep the match in this file, not in your data folder.
        resume: Go on with a match: the file given, or the last one that is not over.
        lang: en, fr or nl; without it, JETON_LANG or the language of your system.
        plain: Tell the table line by line, for screen readers.
    """
    from jeton.cli.terminal.screen import make_screen
    from jeton.cli.terminal.seats import PlayError
    from jeton.words import Words, language

    try:
        words = Words(language(lang))
    except ValueError as error:
        raise PlayError(str(error)) from error
    screen = make_screen(plain=plain)
    options = {
        name: value
        for name, value in {
            "first": first,
            "visible": visible,
            "payment": payment,
            "goal": goal,
            "level": level,
        }.items()
        if value is not None
    }
    if resume:
        given = {"seats": seats, "key": key, **options}
        _refuse_with_resume([name for name, value in given.items() if value is not None], words)
        return _go_on(title, player or [], save, screen, words)
    return _begin(title or "splendor", seats, player or [], options, key, save, screen, words)


def _begin(
    title: str,
    seats: int | None,
    player: list[str],
    options: dict[str, Any],
    key: str | None,
    save: Path | None,
    screen: Screen,
    words: Words,
) -> int:
    """Set a new table."""
    from jeton.cli.terminal.autosave import fresh_file
    from jeton.cli.terminal.seats import PlayError

    if title not in TITLES:
        raise PlayError(words("cli.error.title", titles=", ".join(TITLES), title=title))
    if title == "guardians" and "goal" in options:
        raise PlayError(words("cli.error.goal", title=words("guardians.name")))
    if key is not None and not key.strip():
        raise PlayError(words("cli.error.key"))
    spelt = _fill(player, seats, words, title)

    def deal() -> Match:
        import jeton

        return jeton.new(title, seats=len(spelt), options=options, key=None if key is None else match_key(key))

    return _sit_down(title, deal, spelt, save or fresh_file(title), screen, words)


def _go_on(chosen: str | None, player: list[str], save: Path | None, screen: Screen, words: Words) -> int:
    """Go on with a match that was kept."""
    import jeton
    from jeton.cli.terminal.autosave import latest, read_seats
    from jeton.cli.terminal.seats import PlayError

    with screen.busy(words("cli.setting_up")):
        file = latest(chosen) if chosen is None or chosen in TITLES else Path(chosen)
    if file is None:
        raise PlayError(words("cli.nothing_to_resume"))
    try:
        match = jeton.load(file)
    except OSError as error:
        raise PlayError(words("cli.bad_file", file=file, why=error.strerror or error)) from error
    except jeton.JetonError as error:
        raise PlayError(words("cli.bad_file", file=file, why=error)) from error
    title = match.header.title
    if title not in TITLES:
        raise PlayError(words("cli.error.title", titles=", ".join(TITLES), title=title))
    spelt = _fill(player or read_seats(file) or [], match.header.seats, words, title)
    screen.say(words("cli.resumed", file=file))
    return _sit_down(title, lambda: match, spelt, save or file, screen, words)


def _fill(spelt: list[str], seats: int | None, words: Words, title: str) -> list[str]:
    """A spelling for every seat of the title's table."""
    from jeton.cli.terminal.guardians import seating
    from jeton.cli.terminal.seats import fill

    return seating.fill(spelt, seats, words) if title == "guardians" else fill(spelt, seats, words, title)


def _sit_down(title: str, deal: Any, spelt: list[str], file: Path, screen: Screen, words: Words) -> int:
    """Players, bots and match at one table; the exit code once they have left it."""
    if title == "guardians":
        from jeton.cli.terminal.guardians import seating

        return seating.sit_down(deal, spelt, file, screen, words)
    from jeton.bots import make
    from jeton.cli.terminal.autosave import Keeper
    from jeton.cli.terminal.seats import seat_players
    from jeton.cli.terminal.splendor.session import Session
    from jeton.cli.terminal.splendor.warm import is_cold

    players = seat_players(spelt, words)
    if is_cold():
        screen.say(words("cli.compiling"))
    with screen.busy(words("cli.setting_up")):
        match: Match = deal()
        match.view(0)
        bots = {seat: make(player.bot, match.game) for seat, player in enumerate(players) if player.bot}
    return Session(match, players, bots, screen, words, Keeper(file, spelt)).run()


def _refuse_with_resume(given: list[str], words: Words) -> None:
    from jeton.cli.terminal.seats import PlayError

    if given:
        raise PlayError(words("cli.error.resume_options", options=", ".join(f"--{name}" for name in given)))


def match_key(text: str) -> str:
    """A match key of what was given: itself if it is one, else a digest of the word.

    >>> match_key("00" * 16) == "00" * 16, len(match_key("sunday"))
    (True, 32)
    """
    text = text.strip()
    if len(text) >= 32 and len(text) % 2 == 0 and not set(text) - set("0123456789abcdef"):
        return text
    return hashlib.sha256(text.encode()).hexdigest()[:32]
