"""What the player typed: a command, or a move in the notation, in short, or in the words of their language."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from jeton.cli.terminal.splendor.snapshot import Snapshot
from jeton.words import Words

__all__ = ["COMMANDS", "MOVES", "Typed", "read", "verbs"]

MOVES = ("take", "reserve", "buy", "return", "noble", "gold", "done", "pass")
COMMANDS = ("help", "moves", "look", "printed", "undo", "rules", "save", "table", "quit")

SPOKEN_AND = {"and", "et", "en", "&", "+"}


@dataclass(frozen=True)
class Typed:
    """A command's name with its argument; a `move` has the moves to play in a row, in the notation."""

    name: str
    text: str = ""
    moves: tuple[str, ...] = ()


def verbs(words: Words) -> dict[str, str]:
    """Return every word that starts a move or a command; the player's language goes before English."""
    found: dict[str, str] = {}
    for spoken in (words, Words("en")):
        for verb in (*MOVES, *COMMANDS):
            for word in spoken(f"cli.verb.{verb}").split():
                found.setdefault(_fold(word), verb)
    return found


def read(text: str, shot: Snapshot) -> Typed:
    """Return what a line means here; `unknown` if it makes no sense."""
    line = _fold(text.strip())
    if not line:
        return Typed("move", moves=("done",)) if shot.view.phase == "pay" else Typed("table")
    if line.isdigit():
        return _numbered(int(line), shot)
    if re.fullmatch(r"\d[.,]\d|h\d", line):
        return Typed("look", line.replace(",", "."))
    if (bare := _bare(line, shot)) is not None:
        return bare
    word, rest = _split(line)
    verb = verbs(shot.words).get(word)
    if verb is None:
        return Typed("unknown", text.strip())
    if verb in COMMANDS:
        # A file name keeps its capitals and accents.
        return Typed(verb, text.strip()[len(word) :].strip() if verb == "save" else rest)
    if verb == "reserve" and shot.view.phase == "return" and _letters(rest, shot):
        verb = "return"
    moves = _moves(verb, rest, shot)
    return Typed("move", text.strip(), moves) if moves else Typed("unknown", text.strip())


def _numbered(number: int, shot: Snapshot) -> Typed:
    """Return the move of a number on the list; when choosing a noble, by the noble's own number."""
    if shot.view.phase == "noble":
        return Typed("move", moves=(f"noble {number}",))
    if 1 <= number <= len(shot.view.moves):
        return Typed("move", moves=(shot.view.moves[number - 1],))
    return Typed("number_out", str(number))


def _bare(line: str, shot: Snapshot) -> Typed | None:
    """Return the only thing that one word of gem letters can mean now, else None."""
    table, phase = _alphabet(shot), shot.view.phase
    if not all(letter in table for letter in line):
        return None
    letters = "".join(table[letter] for letter in line)
    if phase == "return":
        return Typed("move", line, tuple(f"return {letter}" for letter in letters))
    if phase == "pay" and len(letters) == 1:
        return Typed("move", line, (f"gold {letters}",))
    takeable = set(letters) <= set(shot.game.notation.letters)
    if phase == "play" and 2 <= len(letters) <= 3 and takeable and line not in verbs(shot.words):
        return Typed("move", line, _moves("take", line, shot))
    return None


def _split(line: str) -> tuple[str, str]:
    """Return the first word and the rest; `b2.3` is `b 2.3`."""
    if glued := re.fullmatch(r"([^\W\d]+)(h?\d[\d.,]*)", line):
        word, rest = glued[1], glued[2]
        return (word[:-1], f"h{rest}") if len(word) > 1 and word.endswith("h") and word != "h" else (word, rest)
    word, _, rest = line.partition(" ")
    return word, rest.strip()


def _moves(verb: str, rest: str, shot: Snapshot) -> tuple[str, ...]:
    """Return the moves of a verb and what follows it; none if that can't be read."""
    if verb in ("done", "pass"):
        return () if rest else (verb,)
    if verb == "noble":
        return (f"noble {rest}",) if rest.isdigit() else ()
    if verb in ("reserve", "buy"):
        place = _place(rest)
        return (f"{verb} {place}",) if place else ()
    letters = _letters(rest, shot)
    if not letters:
        return ()
    if verb == "return":
        return tuple(f"return {letter}" for letter in letters)
    move = f"{verb} {letters}"
    return (shot.game.notation.canonical(move),)


def _place(text: str) -> str:
    text = text.replace(",", ".").replace(" ", "")
    if re.fullmatch(r"[1-3][1-4]", text):
        return f"{text[0]}.{text[1]}"
    return text if re.fullmatch(r"\d(\.\d)?|h\d", text) else ""


def _letters(text: str, shot: Snapshot) -> str:
    """Return the notation's letters of gems typed as letters or as names; nothing if one is neither."""
    table, found = _alphabet(shot), ""
    for word in re.split(r"[\s,]+", text):
        if word in SPOKEN_AND or not word:
            continue
        if all(letter in table for letter in word):
            found += "".join(table[letter] for letter in word)
        elif letter := _named(word, shot):
            found += letter
        else:
            return ""
    return found


def _alphabet(shot: Snapshot) -> dict[str, str]:
    """Return each letter that may be typed for a token, and the notation's letter for it."""
    table = {"*": "j"}
    for kind, letter in zip(shot.skin.tokens, shot.game.notation.tokens, strict=False):
        table |= {letter: letter, shot.skin.letter(kind).lower(): letter}
    return table


def _named(word: str, shot: Snapshot) -> str:
    """Return the letter of a gem by the beginning of its name, in the player's language or in English."""
    if len(word) < 3:
        return ""
    for words in (shot.words, Words("en")):
        names = [_fold(words(f"{shot.title}.colour.{kind}")) for kind in shot.skin.tokens]
        hits = [letter for name, letter in zip(names, shot.game.notation.tokens, strict=False) if name.startswith(word)]
        if len(hits) == 1:
            return hits[0]
    return ""


def _fold(text: str) -> str:
    """Return the text in lower case, without accents."""
    plain = unicodedata.normalize("NFKD", text.lower())
    return "".join(c for c in plain if not unicodedata.combining(c))
