"""The table as a whole: which pieces go where, by the size of the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from jeton.cli.terminal.blocks import Block, beside, canvas, fit, ink, spread, width_of, wrap
from jeton.cli.terminal.splendor.market import (
    bank_column,
    market_boxes,
    market_cells,
    noble_list,
    noble_short,
    tile_lines,
)
from jeton.cli.terminal.splendor.people import gauntlet, hand_boxes, hand_line, player_panel, player_table
from jeton.cli.terminal.splendor.sentences import report_words
from jeton.cli.terminal.splendor.snapshot import Snapshot

__all__ = ["choose", "draw", "final_round", "news_lines", "table"]

FOOT = 4
"""How many lines the bar, what is due and the prompt need."""

NOBLES, PANEL = 22, 48
"""How wide the nobles and an opponent's panel are."""


def choose(width: int, height: int) -> str:
    """Return `wide`, `tall` or `compact`, the roomiest that fits.

    >>> choose(160, 40), choose(120, 45), choose(80, 24)
    ('wide', 'tall', 'compact')
    """
    if width >= 150 and height >= 30:
        return "wide"
    return "tall" if width >= 114 and height >= 34 else "compact"


def table(shot: Snapshot, width: int, height: int) -> RenderableType:
    """Return the table on its cloth, ready to print."""
    return Group(*draw(shot, width, height))


def draw(shot: Snapshot, width: int, height: int) -> Block:
    """Return the lines of the table."""
    layouts = {"wide": _wide, "tall": _tall, "compact": _compact}
    body = layouts[choose(width, height)](shot, width - 2, height)
    bar = canvas([_bar(shot, width)], width, shot.skin.bar())
    banner = [ink(f" {final_round(shot)}")] if shot.is_final_round else []
    lines = canvas([ink(" ") + line for line in body], width, shot.skin.cloth)
    return [*bar, *canvas(banner, width, shot.skin.pill()), *lines]


def _bar(shot: Snapshot, width: int) -> Text:
    skin, view = shot.skin, shot.view
    left = ink(" J ", skin.pill()) + ink("  ")
    left += ink(shot.say("name"), "bold") + ink(f"  {shot.words('cli.round', n=shot.round)}")
    if view.outcome:
        right = shot.words("cli.over")
    elif shot.my_turn:
        right = shot.words("cli.your_turn")
    else:
        right = shot.words("cli.turn_of", name=shot.name(view.turn))
    return spread(left, ink(f" {right} ", skin.pill() if shot.my_turn else "bold"), width)


def final_round(shot: Snapshot) -> str:
    """S27, M15. Announce the final round, once somebody meets the goal."""
    view, seats = shot.view, len(shot.view.players)
    left = (view.first - view.turn - 1) % seats + 1
    if shot.my_turn and left == 1:
        return shot.words("cli.final_yours")
    who = [seat for seat, player in enumerate(view.players) if player.meets_goal]
    if view.seat in who and len(who) == 1:
        return shot.words("cli.final_you", count=left)
    return shot.words("cli.final", name=shot.words.list(map(shot.name, who)), count=left)


def news_lines(shot: Snapshot, width: int, limit: int) -> Block:
    """Return what happened since the viewer's last turn, the newest last; drop the oldest if there is no room."""
    lines: Block = []
    for report in shot.news:
        for said in report_words(shot, report):
            mark = ink(f"{shot.players[report.seat].mark} ", shot.skin.seat(report.seat))
            lines += wrap(mark + ink(said), width)
    if len(lines) <= limit:
        return lines
    return [ink("  …", shot.skin.style("soft")), *lines[len(lines) - limit + 1 :]] if limit > 1 else lines[-limit:]


def _compact(shot: Snapshot, width: int, height: int) -> Block:
    """Draw 80 × 24: two lines a card, nobles in short, one row a player; air if there is room for it."""
    market = market_cells(shot)
    side = width - width_of(market) - 2
    tile = tile_lines(shot, side)
    named = 2 * len(shot.view.nobles) + len(tile) <= len(market)
    nobles = noble_short(shot, side, named=named) + tile
    board = beside([market, [fit(line, side) for line in nobles]], 2)
    below = [*player_table(shot, width), *_own(shot), *hand_line(shot)]
    room = height - len(board) - len(below) - FOOT - shot.is_final_round
    news = news_lines(shot, width, max(room - 1, 1))
    air = max(room - 1 - len(news), 0)
    gap = [ink("")]
    return [*gap * (air > 1), *board, *gap, *below, *gap * (air > 0), *news]


def _own(shot: Snapshot) -> Block:
    """Return what the viewer has of the Gauntlet."""
    if shot.title != "marvel" or shot.view.seat is None:
        return []
    return [ink("  ") + gauntlet(shot, shot.view.seat)]


def _tall(shot: Snapshot, width: int, height: int) -> Block:
    """Draw 114 × 34 and up: cards as boxes, players below; the hand as boxes too if there is room."""
    rows = [ink(""), *_board(shot), ink(""), *player_table(shot, width), *_own(shot)]
    room = height - len(rows) - FOOT - shot.is_final_round
    said = len(news_lines(shot, width, 6)) + 1
    if shot.me and shot.me.hand:
        hand = [ink("  ") + line for line in hand_boxes(shot)] if room > 7 + said else hand_line(shot)
        rows += [ink(""), *hand]
        room -= len(hand) + 1
    news = news_lines(shot, width, max(room - 1, 1))
    return [*rows, *[ink("")] * (room > len(news)), *news]


def _wide(shot: Snapshot, width: int, height: int) -> Block:
    """Draw 150 × 30 and up: opponents and what they did at the right, the viewer below the market."""
    air = [ink("")] * (height > 30)
    board = [*air, *_board(shot)]
    own, *others = shot.order
    hand = hand_boxes(shot)
    dock = player_panel(shot, own, width_of(board) - width_of(hand) - 2)
    left = [*board, ink(""), *beside([dock, hand], 2)]
    panel = min(PANEL, width - width_of(board) - 3)
    right: Block = [*air]
    for seat in others:
        right += player_panel(shot, seat, panel)
    room = max(len(left), height - FOOT) - len(right) - 2
    if shot.news and room > 0:
        right += [ink(""), ink(shot.words("cli.since"), shot.skin.style("soft", bold=True))]
        right += news_lines(shot, panel, room)
    return beside([left, right], 3)


def _board(shot: Snapshot) -> Block:
    nobles = noble_list(shot, NOBLES)
    tile = tile_lines(shot, NOBLES)
    if tile:
        nobles += [ink(""), *tile]
    return beside([[fit(line, NOBLES) for line in nobles], market_boxes(shot), bank_column(shot)], 1)
