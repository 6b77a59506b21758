"""Blocks: lists of lines of a known width, put side by side or one above the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.style import Style
from rich.text import Text

__all__ = ["Block", "beside", "canvas", "fit", "framed", "ink", "spread", "width_of", "wrap"]

Block = list[Text]


def ink(text: str, style: Style | str = "") -> Text:
    """Return a text whose style ends where it ends, whatever follows it."""
    line = Text(text, no_wrap=True)
    if style:
        line.stylize(style)
    return line


def width_of(block: Iterable[Text]) -> int:
    """Return the cells of the longest line.

    >>> width_of([ink("ab"), ink("abc")])
    3
    """
    return max((line.cell_len for line in block), default=0)


def fit(text: Text | str, width: int, style: Style | str = "") -> Text:
    """Return a line of exactly this width: cut with an ellipsis, or padded.

    >>> fit("Isabella of Castile", 10).plain
    'Isabella …'
    """
    line = text.copy() if isinstance(text, Text) else ink(text)
    if style:
        line.stylize_before(style)
    line.no_wrap = True
    line.truncate(max(width, 0), overflow="ellipsis", pad=False)
    missing = width - line.cell_len
    if missing > 0:
        line.append(" " * missing, style)
    return line


def spread(left: Text, right: Text, width: int, style: Style | str = "") -> Text:
    """Return a line with one text at either end; the left one is cut if both do not fit.

    >>> spread(ink("Zoé"), ink("9"), 6).plain
    'Zoé  9'
    """
    return fit(left, width - right.cell_len, style) + right


def beside(blocks: Sequence[Block], gap: int = 1) -> Block:
    """Put blocks next to each other, tops aligned.

    >>> [line.plain for line in beside([[ink("a"), ink("b")], [ink("c")]])]
    ['a c', 'b  ']
    """
    shown = [block for block in blocks if block]
    widths = [width_of(block) for block in shown]
    lines = []
    for row in range(max((len(block) for block in shown), default=0)):
        parts = [fit(block[row] if row < len(block) else "", w) for block, w in zip(shown, widths, strict=True)]
        lines.append(ink(" " * gap).join(parts))
    return lines


def framed(title: Text, block: Block, width: int, line: Style, corner: Text | None = None) -> Block:
    """Return a thin frame with a title in its upper edge and, if given, a note at the right of it."""
    inner = width - 4
    note = corner or ink("")
    used = title.cell_len + note.cell_len + (2 if note else 0)
    if used > inner - 1:
        title = fit(title, max(inner - 1 - note.cell_len - 2, 1))
        used = title.cell_len + note.cell_len + (2 if note else 0)
    top = ink("╭─", line) + ink(" ") + title + ink(" ") + ink("─" * (width - 5 - used), line)
    if note:
        top += ink(" ") + note + ink(" ")
    top = fit(top, width - 1) + ink("╮", line)
    body = [ink("│ ", line) + fit(text, inner) + ink(" │", line) for text in block]
    return [top, *body, ink("╰" + "─" * (width - 2) + "╯", line)]


def wrap(text: Text, width: int, *, indent: int = 2) -> Block:
    """Return a text on as many lines as it needs; those after the first are indented.

    >>> [line.plain for line in wrap(ink("one two three"), 8)]
    ['one two', '  three']
    """
    words, lines = text.split(" "), [ink("")]
    for i, word in enumerate(words):
        line = lines[-1]
        if i and line.cell_len + 1 + word.cell_len > width and line.plain.strip():
            lines.append(ink(" " * indent) + word)
        else:
            lines[-1] = line + ink(" ") + word if i else word
    return lines


def canvas(block: Iterable[Text], width: int, style: Style) -> Block:
    """Return the block on its cloth, every line as wide as the terminal."""
    lines = [fit(text, width) for text in block]
    for line in lines:
        line.stylize_before(style)
    return lines
