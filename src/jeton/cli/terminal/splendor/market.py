"""The market, the decks, the bank, and the nobles or Locations."""

from __future__ import annotations

from rich.style import Style

from jeton.cli.terminal.blocks import Block, beside, fit, ink, wrap
from jeton.cli.terminal.splendor.cards import card_box, card_cell, empty_box, empty_cell
from jeton.cli.terminal.splendor.reach import missing_bonuses
from jeton.cli.terminal.splendor.sentences import place_text
from jeton.cli.terminal.splendor.snapshot import Snapshot

__all__ = ["bank_column", "market_boxes", "market_cells", "noble_list", "noble_short", "tile_lines"]

ROMAN = ("I", "II", "III")
BACKS = {"splendor": ("#7a4f24", "#35566e", "#6b2038"), "marvel": ("#27509a", "#5d2299", "#8d1f33")}
"""The backs of the three levels."""


def market_boxes(shot: Snapshot) -> Block:
    """Return three rows of a deck and four cards, the highest card level on top."""
    new = shot.new_places()
    rows: Block = []
    for level in (2, 1, 0):
        blocks = [_deck_box(shot, level)]
        for place in range(4 * level, 4 * level + 4):
            number, label = shot.view.market[place], place_text(place)
            blocks.append(
                card_box(shot, label, shot.card(number), new.get(place)) if number else empty_box(shot, label)
            )
        rows += beside(blocks)
    return rows


def market_cells(shot: Snapshot) -> Block:
    """Return the same in two lines a level with air between, or in three if cards have names."""
    new = shot.new_places()
    rows: Block = []
    for level in (2, 1, 0):
        blocks = [_deck_cell(shot, level)]
        for place in range(4 * level, 4 * level + 4):
            number, label = shot.view.market[place], place_text(place)
            blocks.append(
                card_cell(shot, label, shot.card(number), new.get(place)) if number else empty_cell(shot, label)
            )
        rows += beside(blocks)
        if level and shot.title != "marvel":
            rows.append(ink(""))
    return rows


def _back(shot: Snapshot, level: int) -> Style:
    if not shot.colour:
        return Style(dim=True)
    return Style(color="#f0d9a8", bgcolor=BACKS[shot.title][level], bold=True)


def _deck_box(shot: Snapshot, level: int) -> Block:
    left = shot.view.decks[level]
    back = _back(shot, level) if left else shot.skin.style("line")
    edge = shot.skin.style("soft" if left else "line")
    rows = ["     ", f"{ROMAN[level]:^5}", "     ", f"{left:^5}"]
    body = [ink("│", edge) + ink(row, back) + ink("│", edge) for row in rows]
    return [ink("╭─────╮", edge), *body, ink("╰─────╯", edge)]


def _deck_cell(shot: Snapshot, level: int) -> Block:
    left = shot.view.decks[level]
    back = _back(shot, level) if left else shot.skin.style("line")
    named = [ink(" " * 5, back)] if shot.title == "marvel" else []
    return [ink(f"{ROMAN[level]:^5}", back), *named, ink(f"{left:^5}", back)]


def bank_column(shot: Snapshot) -> Block:
    """Return a row of chips for each colour, as long as its count."""
    skin = shot.skin
    rows: Block = [ink(shot.words("cli.bank"), skin.style("soft", bold=True)), ink("")]
    for i, kind in enumerate(skin.tokens):
        count = shot.view.bank[i]
        if i == 5:
            rows.append(ink("╌" * 9, skin.style("line")))
        pile = ink("▐" * count, Style(color=skin.gem(kind).bgcolor) if shot.colour else "")
        rows.append(skin.chip(kind) + ink(f" {count} ", skin.style("text", bold=True)) + pile)
        if i < 4:
            rows.append(ink(""))
    return rows


def noble_list(shot: Snapshot, width: int) -> Block:
    """Return each noble with its name, and the viewer's progress as a pip a bonus."""
    skin = shot.skin
    rows: Block = [ink(shot.say("nobles"), skin.style("soft", bold=True))]
    for place, number in enumerate(shot.view.nobles):
        rows.append(ink(""))
        if not number:
            rows += [fit(ink(f"{place + 1}  ╌╌╌", skin.style("line")), width), ink("")]
            continue
        noble = shot.noble(number)
        missing = missing_bonuses(noble, shot.colours, shot.me) if shot.me else None
        head = ink(f"{place + 1} ", skin.style("brass", bold=True)) + ink(shot.noble_name(number), "bold")
        rows.append(fit(head, width))
        pips = ink(f"{noble.points} ", skin.style("brass", bold=True))
        for i, colour in enumerate(shot.colours):
            if need := noble.requirement[colour]:
                have = need - missing[i] if missing else 0
                pips += ink(skin.letter(colour), skin.gem(colour))
                pips += ink("▮" * have, skin.style("brass")) + ink("▯" * (need - have) + " ", skin.style("soft"))
        rows.append(fit(pips, width))
    return rows


def noble_short(shot: Snapshot, width: int, *, named: bool) -> Block:
    """Return each noble in one line, or two with its name: what the viewer still lacks."""
    skin = shot.skin
    rows: Block = []
    for place, number in enumerate(shot.view.nobles):
        label = ink(f"{place + 1} ", skin.style("brass", bold=True))
        if not number:
            rows += [label + ink("╌╌╌", skin.style("line"))] + ([ink("")] if named else [])
            continue
        noble = shot.noble(number)
        missing = missing_bonuses(noble, shot.colours, shot.me) if shot.me else None
        needs = ink("")
        for i, colour in enumerate(shot.colours):
            if need := noble.requirement[colour]:
                lacks = missing[i] if missing else need
                needs += skin.amount(colour, lacks or "✓", skin.paper()) + ink(" ")
        if named:
            rows += [fit(label + ink(shot.noble_name(number), "bold"), width), ink(f"  {noble.points}: ") + needs]
        else:
            rows.append(label + needs)
    return rows


def tile_lines(shot: Snapshot, width: int) -> Block:
    """Return the Avengers Assemble tile: who holds it, and what it would take; empty in Splendor."""
    if shot.title != "marvel":
        return []
    view, skin = shot.view, shot.skin
    head = ink("A ", skin.style("brass", bold=True)) + ink(shot.say("tile"), "bold")
    if view.tile is None:
        said = ink(shot.say("tile_free"), skin.style("soft"))
    elif view.tile == view.seat:
        said = ink(shot.say("tile_mine", count=view.players[view.tile].tags), skin.style("good"))
    else:
        tags = view.players[view.tile].tags
        said = ink(shot.say("tile_held", name=shot.name(view.tile), count=tags), skin.seat(view.tile, bold=False))
    return [fit(head, width), *[fit(line, width) for line in wrap(ink("  ") + said, width)]]
