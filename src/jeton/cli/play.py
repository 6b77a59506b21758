"""`jeton play`: a game in the terminal, against bots or each other."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from jeton.cli.parameters import Parameter

if TYPE_CHECKING:
    from jeton.cli.terminal.screen import Screen
    from jeton.core.match import Match
    from jeton.words import Words

__all__ = ["play"]


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
    option: Annotated[list[str] | None, Parameter(alias="-o", negative="")] = None,
    key: str | None = None,
    save: Path | None = None,
    resume: Annotated[bool, Parameter(negative="", show_default=False)] = False,
    lang: str | None = None,
    plain: Annotated[bool, Parameter(negative="", show_default=False)] = False,
) -> int:
    """Play a game in the terminal, against the bots or each other.

    At the table, type `?` for help. You can type a move (`take dse`, `b 2.3`) or choose it from a list by its number.
    Jeton keeps the match after each move; `jeton play --resume` goes on with it.

    Args:
        title: `splendor` (the default), `marvel`, `guardians`, or another game that is installed; with `--resume` also
            a match file.
        seats: How many play, as far as the game allows; bots take the seats that nobody else takes.
        player: Who plays, seat by seat: `human`, `human:Ann`, `greedy`, `random`, `Zoé=greedy`; one option for each.
        first: Who begins: a random seat, or the first one.
        visible: Whether cards reserved face up stay visible to all.
        payment: Whether players may pay gold although they have the gem.
        goal: Splendor's goal: 15 points, or 21 for a long game.
        level: The level of Guardians of Legends: 1 is for a first game, 4 plays against the clock.
        option: Any other option of the game, as in `board=ring`; one option for each.
        key: A word or a hexadecimal key that fixes the deal, to play the same match again.
        save: Keep the match in this file, not in your data folder.
        resume: Go on with a match: the file given, or the last one that is not over.
        lang: en, fr or nl; without it, JETON_LANG or the language of your system.
        plain: Tell the table line by line, for screen readers.
    """
    from jeton.cli.output import parse_options
    from jeton.cli.terminal.screen import make_screen
    from jeton.cli.terminal.seats import PlayError
    from jeton.games import titles
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
    for text in option or []:
        options |= parse_options(text)
    if resume:
        given = {"seats": seats, "key": key, **options}
        _refuse_with_resume([name for name, value in given.items() if value is not None], words)
        return _go_on(title, player or [], save, screen, words)
    return _begin(title or titles()[0], seats, player or [], options, key, save, screen, words)


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
    from jeton.cli.terminal.table import terminal_of

    _check(title, words)
    for name, why in terminal_of(title).refuses.items():
        if name in options:
            raise PlayError(why(words))
    if key is not None and not key.strip():
        raise PlayError(words("cli.error.key"))
    spelt = _fill(player, seats, words, title)

    def deal() -> Match:
        import jeton

        return jeton.new(title, seats=len(spelt), options=options, key=None if key is None else match_key(key))

    return terminal_of(title).sit_down(deal, spelt, save or fresh_file(title), screen, words)


def _go_on(chosen: str | None, player: list[str], save: Path | None, screen: Screen, words: Words) -> int:
    """Go on with a match that was kept."""
    import jeton
    from jeton.cli.terminal.autosave import latest, read_seats
    from jeton.cli.terminal.seats import PlayError
    from jeton.cli.terminal.table import terminal_of

    with screen.busy(words("cli.setting_up")):
        file = latest(chosen) if chosen is None or chosen in jeton.titles() else Path(chosen)
    if file is None:
        raise PlayError(words("cli.nothing_to_resume"))
    try:
        match = jeton.load(file)
    except OSError as error:
        raise PlayError(words("cli.bad_file", file=file, why=error.strerror or error)) from error
    except jeton.JetonError as error:
        raise PlayError(words("cli.bad_file", file=file, why=error)) from error
    title = match.header.title
    _check(title, words)
    spelt = _fill(player or read_seats(file) or [], match.header.seats, words, title)
    screen.say(words("cli.resumed", file=file))
    return terminal_of(title).sit_down(lambda: match, spelt, save or file, screen, words)


def _check(title: str, words: Words) -> None:
    """Refuse an unknown title."""
    from jeton.cli.terminal.seats import PlayError
    from jeton.games import titles

    if title not in titles():
        raise PlayError(words("cli.error.title", titles=", ".join(titles()), title=title))


def _fill(spelt: list[str], seats: int | None, words: Words, title: str) -> list[str]:
    """Return a spelling for every seat of the title's table."""
    from jeton.cli.terminal.seats import fill
    from jeton.cli.terminal.table import terminal_of

    return fill(spelt, seats, words, title, terminal_of(title).seats)


def _refuse_with_resume(given: list[str], words: Words) -> None:
    from jeton.cli.terminal.seats import PlayError

    if given:
        raise PlayError(words("cli.error.resume_options", options=", ".join(f"--{name}" for name in given)))


def match_key(text: str) -> str:
    """Return a match key: the given one if it is one, else a digest of the word.

    >>> match_key("00" * 16) == "00" * 16, len(match_key("sunday"))
    (True, 32)
    """
    text = text.strip()
    if len(text) >= 32 and len(text) % 2 == 0 and not set(text) - set("0123456789abcdef"):
        return text
    return hashlib.sha256(text.encode()).hexdigest()[:32]
