"""What a command shows: the list of moves, help, a card in full, a rule."""

from __future__ import annotations

from rich.text import Text

from jeton.cli.terminal.blocks import Block, beside, fit, ink, width_of, wrap
from jeton.cli.terminal.splendor.cards import card_box, state_label
from jeton.cli.terminal.splendor.rulebook import reasons_of, rule_text
from jeton.cli.terminal.splendor.sentences import amounts, card_at, card_words, kinds_of, move_words, spell, verb_word
from jeton.cli.terminal.splendor.snapshot import Snapshot

__all__ = ["EXAMPLES", "example_of", "help_lines", "look_lines", "moves_lines", "rule_lines", "status", "unknown_lines"]

EXAMPLES = {
    "take": "{verb} {abc} · {short} {aa}",
    "reserve": "{verb} 2.3 · {short} 2",
    "buy": "{verb} 2.3 · {short} h1",
    "return": "{verb} {a} · {aab}",
    "noble": "{verb} 2 · 2",
    "gold": "{verb} {a}",
    "look": "2.3 · h1",
    "rules": "{verb} S12",
    "save": "{verb} jeton.match",
}
"""How to type each, in the letters of the table."""

PHASE_MOVES = {
    "play": ("take", "reserve", "buy"),
    "return": ("return",),
    "noble": ("noble",),
    "pay": ("gold", "done"),
    "over": (),
}


def heading(shot: Snapshot, text: str) -> Text:
    """Return a line that says what follows."""
    return ink(text, shot.skin.style("brass", bold=True))


def moves_lines(shot: Snapshot, width: int, *, told: bool = False) -> Block:
    """Return every legal move with its number, how to type it and what it does; takes stand side by side as chips."""
    rows: Block = []
    takes: Block = []
    for i, move in enumerate(shot.view.moves, start=1):
        number = move.partition(" ")[2] if shot.view.phase == "noble" else str(i)
        typed = ink(f"{spell(shot, move):<14}", shot.skin.style("soft"))
        row = ink(f"{number:>3} ", shot.skin.style("brass", bold=True)) + typed
        if move.startswith("take ") and not told:
            takes.append(row + ink(" ").join(shot.skin.chip(kind) for kind in kinds_of(shot, move[5:])))
        else:
            rows += wrap(row + ink(move_words(shot, move)), width, indent=18)
    hint = ink(shot.words("cli.moves_hint"), shot.skin.style("soft"))
    return [heading(shot, shot.words("cli.moves")), *_columns(takes, width), *rows, hint]


def _columns(rows: Block, width: int) -> Block:
    """Return short rows in as many columns as fit, read downwards."""
    cell = width_of(rows) + 3
    count = max(1, min(3, (width + 3) // cell)) if rows else 1
    height = -(-len(rows) // count)
    return beside([[fit(row, cell - 3) for row in rows[i : i + height]] for i in range(0, len(rows), height or 1)], 3)


def help_lines(shot: Snapshot, width: int, refused: Block | None = None) -> Block:
    """Return what the player can do now, what they can always do, and what the signs mean."""
    words = shot.words
    lines: Block = []
    if refused:
        lines += [heading(shot, words("cli.help.refused")), *refused, ink("")]
    lines += [*wrap(ink(shot.say("goal_line", goal=shot.goal_points)), width), ink("")]
    phase = shot.view.phase
    lines.append(heading(shot, words("cli.help.now")) + ink(f"  {status(shot)}"))
    now = ("pass",) if shot.view.moves == ("pass",) else PHASE_MOVES[phase]
    lines += [line for verb in now for line in _help(shot, verb, width)]
    lines += [ink(""), heading(shot, words("cli.help.always"))]
    for verb in ("moves", "look", "printed", "undo", "rules", "save", "table", "quit"):
        lines += _help(shot, verb, width)
    lines += [ink(""), heading(shot, words("cli.help.signs"))]
    letters = ", ".join(f"{shot.skin.letter(kind)} {shot.say(f'colour.{kind}')}" for kind in shot.skin.tokens)
    notation = " ".join(shot.game.notation.tokens[: len(shot.skin.tokens)])
    signs = [
        words("cli.help.letters", letters=letters, notation=notation),
        _said(shot, "states"),
        words("cli.help.cost", a=shot.skin.letter(shot.colours[0])),
        words("cli.help.row"),
    ]
    if shot.title == "marvel":
        signs.append(words("cli.help.tags"))
    return lines + [line for said in signs for line in wrap(ink(f"  {said}"), width)]


def _help(shot: Snapshot, verb: str, width: int) -> Block:
    example = example_of(shot, verb)
    row = ink("  ") + ink(f"{verb_word(shot, verb):<10}", "bold") + ink(_said(shot, verb, example=example))
    return wrap(row, width, indent=12)


def _said(shot: Snapshot, key: str, **values: object) -> str:
    """Return a line of help, in the title's own words if it has some."""
    return shot.words(shot.words.variant(f"cli.help.{key}", shot.title), **values)


def example_of(shot: Snapshot, verb: str) -> str:
    """Return how to type a verb here."""
    a, b, c = (shot.skin.letter(colour).lower() for colour in shot.skin.colours[:3])
    spoken = shot.words(f"cli.verb.{verb}").split()
    short = min(spoken, key=len)
    letters = {"abc": a + b + c, "aab": a + a + b, "aa": a + a, "a": a}
    return EXAMPLES.get(verb, "{verb}").format(verb=spoken[0], short=short, **letters)


def status(shot: Snapshot) -> str:
    """Return what is due now, as a sentence."""
    if shot.view.phase == "return":
        return shot.say("phase.return", count=shot.to_return())
    return shot.say(f"phase.{shot.view.phase}")


def unknown_lines(shot: Snapshot, text: str) -> Block:
    """Say that the line is no move and no command, and what one looks like."""
    verb = shot.view.moves[0].partition(" ")[0] if shot.view.moves else "moves"
    example = example_of(shot, verb).partition(" · ")[0]
    return [ink(shot.words("cli.not_a_move", text=text[:40], example=example))]


def look_lines(shot: Snapshot, place: str, *, boxed: bool = True) -> Block:
    """Return a card in full: printed cost, cost after bonuses, what is missing."""
    card, words = card_at(shot, place), shot.words
    if card is None:
        return [ink(words("cli.look.none"))]
    reach = shot.reach(card)
    said = card_words(shot, card)
    lines = [ink(said[0].upper() + said[1:] + ".", "bold")]
    printed = [card.cost[colour] for colour in shot.colours]
    lines.append(ink(words("cli.look.costs", printed=amounts(shot, printed))))
    if reach:
        if not sum(reach.cost):
            lines.append(ink(words("cli.look.free")))
        elif list(reach.cost) != printed:
            lines.append(ink(words("cli.look.after", cost=amounts(shot, reach.cost))))
        lines.append(ink(state_label(shot, reach)))
        if sum(reach.short):
            lines.append(ink(words("cli.missing", tokens=amounts(shot, reach.short))))
    return beside([card_box(shot, place, card), [ink(""), *lines]], 2) if boxed else lines


def rule_lines(shot: Snapshot, rule: str, width: int) -> Block:
    """Return a rule: its refusal in the player's language, then the rulebook's text."""
    said, text = reasons_of(rule, shot.words, shot.title), rule_text(rule)
    if not said and text is None:
        return [ink(shot.words("cli.rule_unknown", rule=rule))]
    lines = [ink(f" {rule} ", shot.skin.pill())]
    lines += [line for sentence in said for line in wrap(ink(f"  {sentence}"), width)]
    if text is not None and (shot.words.language == "en" or not said):
        lines += wrap(ink(f"  {text}", shot.skin.style("soft")), width)
    return lines
