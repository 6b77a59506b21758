"""The players: one row each in columns that are the same for everybody, or a panel each where there is room."""

from __future__ import annotations

from rich.text import Text

from jeton.cli.terminal.blocks import Block, beside, fit, framed, ink, spread
from jeton.cli.terminal.splendor.cards import card_box, card_line, empty_box
from jeton.cli.terminal.splendor.market import ROMAN
from jeton.cli.terminal.splendor.snapshot import Snapshot

__all__ = ["gauntlet", "hand_boxes", "hand_line", "player_panel", "player_table"]


def player_table(shot: Snapshot, width: int) -> Block:
    """Return a header of chips, the bank, then each seat: bonuses + tokens, and their sums."""
    skin, words = shot.skin, shot.words
    name_width = max(10, min(18, width - 68))
    head = ink(" " * (name_width + 2))
    bank = ink("  ") + fit(ink(words("cli.bank"), skin.style("soft", bold=True)), name_width)
    for i, kind in enumerate(skin.tokens):
        head += ink(" ") + skin.chip(kind) + ink(" ")
        bank += ink(f"{shot.view.bank[i]:^5}", skin.style("text", bold=True))
    columns = [words("cli.tokens"), words("cli.cards"), words("cli.hand"), words("cli.points")]
    for column, cells in zip(columns, (8, 8, 7, 8), strict=True):
        head += ink(f"{column[:cells]:^{cells}}", skin.style("soft"))
    return [head, bank, *[_row(shot, seat, name_width) for seat in shot.order]]


def _row(shot: Snapshot, seat: int, name_width: int) -> Text:
    player, skin = shot.view.players[seat], shot.skin
    turn = seat == shot.view.turn and shot.view.outcome is None
    row = ink("▶ " if turn else "  ", skin.style("brass", bold=True)) + _name(shot, seat, name_width)
    for i, kind in enumerate(skin.tokens):
        if i < 5:
            row += _pair(shot, kind, player.bonuses[i], player.tokens[i])
        else:
            row += ink(f"{player.tokens[i] or '·':^5}", skin.style("text" if player.tokens[i] else "line", bold=True))
    row += fit(_count(shot, seat), 8)
    row += ink(f"{len(player.cards):^8}", skin.style("text"))
    row += fit(ink(" ") + _held(shot, seat), 7)
    points = ink(f"{player.points:>3}", skin.style("brass", bold=True)) + ink(f"/{shot.goal_points}")
    return row + fit(points, 8)


def _count(shot: Snapshot, seat: int) -> Text:
    """Return how many tokens a seat has, out of the ten that it may keep (S23)."""
    held, limit = sum(shot.view.players[seat].tokens), int(shot.game.ruleset_record["token_limit"])
    return ink(f"{held:>3}/{limit}", shot.skin.style("bad" if held > limit else "text", bold=held > limit))


def _name(shot: Snapshot, seat: int, width: int) -> Text:
    player = shot.players[seat]
    return fit(ink(f"{player.mark} {player.name}", shot.skin.seat(seat)), width)


def _pair(shot: Snapshot, kind: str, bonus: int, tokens: int) -> Text:
    """Return bonuses on ivory, tokens on the gem: `2+1`."""
    skin = shot.skin
    if not bonus and not tokens:
        return ink("  ·  ", skin.style("line"))
    left = ink(str(bonus), skin.paper(bold=True) if bonus else skin.style("line"))
    right = ink(str(tokens), skin.gem(kind) if tokens else skin.style("line"))
    return ink(" ") + left + ink("+", skin.style("soft")) + right + ink(" ")


def _held(shot: Snapshot, seat: int) -> Text:
    """Return a seat's reserved cards: the bonus of those that the viewer knows, the card level of the others."""
    skin = shot.skin
    text = ink("")
    for card in shot.view.players[seat].hand:
        if card.card is None:
            text += ink(f"{card.level}?", skin.style("soft")) if not shot.colour else _hidden(shot, card.level)
        else:
            known = shot.card(card.card)
            text += ink(skin.letter(known.bonus), skin.gem(known.bonus)) + ink(" ")
    return text or ink("·", skin.style("line"))


def _hidden(shot: Snapshot, level: int) -> Text:
    return ink("?", shot.skin.style("text", on="raised")) + ink(" ")


def hand_line(shot: Snapshot) -> Block:
    """Return the viewer's reserved cards in a line, each with its cost; empty if there are none."""
    if shot.me is None or not shot.me.hand:
        return []
    cards = [card_line(shot, f"h{i + 1}", shot.card(c.card)) for i, c in enumerate(shot.me.hand) if c.card]
    return [ink("  ") + ink("   ").join(cards)]


def hand_boxes(shot: Snapshot) -> Block:
    """Return the viewer's hand as three places, empty ones outlined; empty for a spectator."""
    if shot.me is None:
        return []
    boxes = []
    for i in range(3):
        number = shot.me.hand[i].card if i < len(shot.me.hand) else None
        boxes.append(card_box(shot, f"h{i + 1}", shot.card(number)) if number else empty_box(shot, f"h{i + 1}"))
    return beside(boxes)


def player_panel(shot: Snapshot, seat: int, width: int) -> Block:
    """Return name, cards and points in the frame; then bonuses, tokens and their sum, colour by colour."""
    player, skin = shot.view.players[seat], shot.skin
    cell = (width - 4) // len(skin.tokens)
    chips, bonuses, tokens = ink(""), ink(""), ink("")
    for i, kind in enumerate(skin.tokens):
        chips += fit(skin.chip(kind), cell)
        bonus = player.bonuses[i] if i < 5 else 0
        ivory = skin.paper(bold=True) if bonus else skin.style("line")
        bonuses += fit(ink(f" {bonus} " if i < 5 else "   ", ivory if i < 5 else ""), cell)
        count = player.tokens[i]
        tokens += fit(ink(f" {count} ", skin.gem(kind) if count else skin.style("line")), cell)
    rows = [chips, bonuses, tokens]
    held = [_hand_note(shot, card.level, card.card) for card in player.hand]
    note = _count(shot, seat)
    hand = ink(shot.words("cli.hand") + " ", skin.style("soft"))
    rows.append(spread(hand + ink("  ").join(held) if held and seat != shot.view.seat else ink(""), note, width - 4))
    if shot.title == "marvel":
        rows.append(gauntlet(shot, seat, short=seat != shot.view.seat))
    cards = ink(shot.say("cards", count=len(player.cards)), skin.style("soft"))
    points = ink(f" {player.points} ", skin.pill())
    turn = "▶ " if seat == shot.view.turn and shot.view.outcome is None else ""
    who = ink(f"{turn}{shot.players[seat].mark} {shot.name(seat)}", skin.seat(seat))
    line = skin.seat(seat, bold=False) if turn else skin.style("line")
    return framed(who, rows, width, line, cards + ink(" ") + points)


def _hand_note(shot: Snapshot, level: int, number: int | None) -> Text:
    if number is None:
        return ink(f"{ROMAN[level - 1]} ?", shot.skin.style("soft"))
    card = shot.card(number)
    return shot.skin.chip(card.bonus) + ink(f"{card.points or ''}", shot.skin.style("text", bold=True))


def gauntlet(shot: Snapshot, seat: int, *, short: bool = False) -> Text:
    """M14. Return what a seat has of the Gauntlet: points, a bonus of each colour, the Time Stone; then its tags."""
    player, skin = shot.view.players[seat], shot.skin
    text = ink("")
    if not short:
        enough = "good" if player.points >= shot.goal_points else "text"
        text += ink(f"{shot.say('gauntlet')} ", skin.style("soft"))
        text += ink(f"{player.points}/{shot.goal_points} ", skin.style(enough, bold=True))
    for i, colour in enumerate(shot.colours):
        text += _stone(shot, colour, player.bonuses[i] > 0)
    text += _stone(shot, "time", player.tokens[6] > 0)
    tile = " ◆" if shot.view.tile == seat else ""
    return text + ink(f"  A{player.tags}{tile}", skin.style("brass" if tile else "soft", bold=bool(tile)))


def _stone(shot: Snapshot, colour: str, there: bool) -> Text:
    skin = shot.skin
    if there:
        return ink(skin.letter(colour), skin.gem(colour)) + ink("✓ ", skin.style("good"))
    return ink(f"{skin.letter(colour)}· ", skin.style("soft"))
