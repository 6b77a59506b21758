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
from jeton.cli.terminal.splendor.snapshot import Scene

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


def table(scene: Scene, width: int, height: int) -> RenderableType:
    """Return the table on its cloth, ready to print."""
    return Group(*draw(scene, width, height))


def draw(scene: Scene, width: int, height: int) -> Block:
    """Return the lines of the table."""
    layouts = {"wide": _wide, "tall": _tall, "compact": _compact}
    body = layouts[choose(width, height)](scene, width - 2, height)
    bar = canvas([_bar(scene, width)], width, scene.skin.bar())
    banner = [ink(f" {final_round(scene)}")] if scene.is_final_round else []
    lines = canvas([ink(" ") + line for line in body], width, scene.skin.cloth)
    return [*bar, *canvas(banner, width, scene.skin.pill()), *lines]


def _bar(scene: Scene, width: int) -> Text:
    skin, view = scene.skin, scene.view
    left = ink(" J ", skin.pill()) + ink("  ")
    left += ink(scene.say("name"), "bold") + ink(f"  {scene.words('cli.round', n=scene.round)}")
    if view.outcome:
        right = scene.words("cli.over")
    elif scene.my_turn:
        right = scene.words("cli.your_turn")
    else:
        right = scene.words("cli.turn_of", name=scene.name(view.turn))
    return spread(left, ink(f" {right} ", skin.pill() if scene.my_turn else "bold"), width)


def final_round(scene: Scene) -> str:
    """S27, M15. Announce the final round, once somebody meets the goal."""
    view, seats = scene.view, len(scene.view.players)
    left = (view.first - view.turn - 1) % seats + 1
    if scene.my_turn and left == 1:
        return scene.words("cli.final_yours")
    who = [seat for seat, player in enumerate(view.players) if player.meets_goal]
    if view.seat in who and len(who) == 1:
        return scene.words("cli.final_you", count=left)
    return scene.words("cli.final", name=scene.words.list(map(scene.name, who)), count=left)


def news_lines(scene: Scene, width: int, limit: int) -> Block:
    """Return what happened since the viewer's last turn, the newest last; the oldest give way."""
    lines: Block = []
    for report in scene.news:
        for said in report_words(scene, report):
            mark = ink(f"{scene.players[report.seat].mark} ", scene.skin.seat(report.seat))
            lines += wrap(mark + ink(said), width)
    if len(lines) <= limit:
        return lines
    return [ink("  …", scene.skin.style("soft")), *lines[len(lines) - limit + 1 :]] if limit > 1 else lines[-limit:]


def _compact(scene: Scene, width: int, height: int) -> Block:
    """Draw 80 × 24: two lines a card, nobles in short, one row a player; air if there is room for it."""
    market = market_cells(scene)
    side = width - width_of(market) - 2
    tile = tile_lines(scene, side)
    named = 2 * len(scene.view.nobles) + len(tile) <= len(market)
    nobles = noble_short(scene, side, named=named) + tile
    board = beside([market, [fit(line, side) for line in nobles]], 2)
    below = [*player_table(scene, width), *_own(scene), *hand_line(scene)]
    room = height - len(board) - len(below) - FOOT - scene.is_final_round
    news = news_lines(scene, width, max(room - 1, 1))
    air = max(room - 1 - len(news), 0)
    gap = [ink("")]
    return [*gap * (air > 1), *board, *gap, *below, *gap * (air > 0), *news]


def _own(scene: Scene) -> Block:
    """Return what the viewer has of the Gauntlet."""
    if scene.title != "marvel" or scene.view.seat is None:
        return []
    return [ink("  ") + gauntlet(scene, scene.view.seat)]


def _tall(scene: Scene, width: int, height: int) -> Block:
    """Draw 114 × 34 and up: cards as boxes, players below; the hand as boxes too if there is room."""
    rows = [ink(""), *_board(scene), ink(""), *player_table(scene, width), *_own(scene)]
    room = height - len(rows) - FOOT - scene.is_final_round
    said = len(news_lines(scene, width, 6)) + 1
    if scene.me and scene.me.hand:
        hand = [ink("  ") + line for line in hand_boxes(scene)] if room > 7 + said else hand_line(scene)
        rows += [ink(""), *hand]
        room -= len(hand) + 1
    news = news_lines(scene, width, max(room - 1, 1))
    return [*rows, *[ink("")] * (room > len(news)), *news]


def _wide(scene: Scene, width: int, height: int) -> Block:
    """Draw 150 × 30 and up: opponents and what they did at the right, the viewer below the market."""
    air = [ink("")] * (height > 30)
    board = [*air, *_board(scene)]
    own, *others = scene.order
    hand = hand_boxes(scene)
    dock = player_panel(scene, own, width_of(board) - width_of(hand) - 2)
    left = [*board, ink(""), *beside([dock, hand], 2)]
    panel = min(PANEL, width - width_of(board) - 3)
    right: Block = [*air]
    for seat in others:
        right += player_panel(scene, seat, panel)
    room = max(len(left), height - FOOT) - len(right) - 2
    if scene.news and room > 0:
        right += [ink(""), ink(scene.words("cli.since"), scene.skin.style("soft", bold=True))]
        right += news_lines(scene, panel, room)
    return beside([left, right], 3)


def _board(scene: Scene) -> Block:
    nobles = noble_list(scene, NOBLES)
    tile = tile_lines(scene, NOBLES)
    if tile:
        nobles += [ink(""), *tile]
    return beside([[fit(line, NOBLES) for line in nobles], market_boxes(scene), bank_column(scene)], 1)
