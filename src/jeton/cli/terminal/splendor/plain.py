"""The table line by line: for screen readers, narrow terminals and pipes.

The order is that of the page for readers: status, market by level, bank, nobles, me, the others, what happened.
"""

from __future__ import annotations

from jeton.cli.terminal.splendor.layout import final_round
from jeton.cli.terminal.splendor.panels import status
from jeton.cli.terminal.splendor.reach import missing_bonuses
from jeton.cli.terminal.splendor.sentences import amounts, card_words, describe, place_text, report_words
from jeton.cli.terminal.splendor.snapshot import Snapshot
from jeton.games.splendor.ruleset import Card

__all__ = ["tell", "tell_news"]


def tell(shot: Snapshot) -> list[str]:
    """Return all that the table shows, in sentences."""
    words, view = shot.words, shot.view
    lines = [f"{shot.say('name')}.", *_status(shot)]
    for level in (3, 2, 1):
        cards = shot.say("cards", count=view.decks[level - 1])
        lines.append(words("cli.plain.deck", level=level, cards=cards))
        for place in range(4 * level - 4, 4 * level):
            number, label = view.market[place], place_text(place)
            lines.append(_card(shot, label, shot.card(number)) if number else words("cli.plain.empty", place=label))
    lines.append(words("cli.plain.bank", tokens=_tokens(shot, view.bank)))
    lines.append(words("cli.heading", label=shot.say("nobles")))
    lines += [_noble(shot, place, number) for place, number in enumerate(view.nobles, start=1) if number]
    if shot.title == "marvel":
        lines.append(words("cli.labelled", label=shot.say("tile"), text=f"{_tile(shot)}."))
    for seat in shot.order:
        lines += _player(shot, seat)
    return lines + _news(shot)


def tell_news(shot: Snapshot) -> list[str]:
    """Return what has changed since the viewer's last turn: moves, new cards, and what lies before the viewer."""
    lines = _news(shot)
    for place in sorted(shot.new_places()):
        if number := shot.view.market[place]:
            lines.append(_card(shot, place_text(place), shot.card(number)))
    lines.append(shot.words("cli.plain.bank", tokens=_tokens(shot, shot.view.bank)))
    if shot.view.seat is not None:
        lines += _player(shot, shot.view.seat)
    return lines + _status(shot)


def _status(shot: Snapshot) -> list[str]:
    words, view = shot.words, shot.view
    if view.outcome:
        head = words("cli.over")
    elif shot.my_turn:
        head = words("cli.labelled", label=words("cli.your_turn"), text=status(shot))
    else:
        head = words("cli.turn_of", name=shot.name(view.turn))
    final = f"{final_round(shot)}." if shot.is_final_round else ""
    return [*filter(None, [final]), words("cli.plain.turn", n=shot.round, status=head)]


def _news(shot: Snapshot) -> list[str]:
    said = [said for report in shot.news for said in report_words(shot, report)]
    return [shot.words("cli.plain.since"), *said] if said else []


def _tokens(shot: Snapshot, counts: tuple[int, ...]) -> str:
    return amounts(shot, counts) if sum(counts) else shot.words("cli.plain.nothing")


def _card(shot: Snapshot, label: str, card: Card) -> str:
    words, reach = shot.words, shot.reach(card)
    cost = reach.cost if reach and not shot.printed else tuple(card.cost[colour] for colour in shot.colours)
    said = card_words(shot, card)
    if shot.title == "marvel":
        extra = [shot.say("tags", count=card.avengers)] if card.avengers else []
        said = ", ".join([said, *extra, *([shot.say("time_icon")] if card.time_icon else [])])
    if reach is None:
        return words("cli.plain.card_open", place=label, card=said, cost=_tokens(shot, cost))
    state = shot.say(f"state.{reach.state}", count=reach.gold)
    if sum(reach.short):
        state += f", {words('cli.plain.missing', tokens=amounts(shot, reach.short))}"
    return words("cli.plain.card", place=label, card=said, cost=_tokens(shot, cost), state=state)


def _noble(shot: Snapshot, place: int, number: int) -> str:
    words, noble = shot.words, shot.noble(number)
    points, name = shot.say("points", count=noble.points), shot.noble_name(number)
    if shot.me is None:
        need = tuple(noble.requirement[colour] for colour in shot.colours)
        return words("cli.plain.noble_open", n=place, name=name, points=points, missing=amounts(shot, need))
    missing = missing_bonuses(noble, shot.colours, shot.me)
    if not sum(missing):
        return words("cli.plain.noble_ready", n=place, name=name, points=points)
    return words("cli.plain.noble", n=place, name=name, points=points, missing=amounts(shot, missing))


def _tile(shot: Snapshot) -> str:
    holder = shot.view.tile
    if holder is None:
        return shot.say("tile_free")
    tags = shot.view.players[holder].tags
    if holder == shot.view.seat:
        return shot.say("tile_mine", count=tags)
    return shot.say("tile_held", name=shot.name(holder), count=tags)


def _player(shot: Snapshot, seat: int) -> list[str]:
    words, player = shot.words, shot.view.players[seat]
    lines = [
        words(
            "cli.plain.player",
            name=shot.name(seat),
            points=shot.say("points", count=player.points),
            cards=shot.say("cards", count=len(player.cards)),
            bonuses=_tokens(shot, player.bonuses),
            tokens=_tokens(shot, player.tokens),
            count=sum(player.tokens),
            limit=int(shot.game.ruleset_record["token_limit"]),
        )
    ]
    if shot.title == "marvel":
        lines.append(_gauntlet(shot, seat))
    if player.hand and seat == shot.view.seat:
        lines += [_card(shot, f"h{i}", shot.card(c.card)) for i, c in enumerate(player.hand, start=1) if c.card]
    elif player.hand:
        held = shot.words.list(describe(shot, card.card, card.level) for card in player.hand)
        lines.append(words("cli.plain.hand", cards=held))
    return lines


def _gauntlet(shot: Snapshot, seat: int) -> str:
    player = shot.view.players[seat]
    missing = [shot.say(f"colour.{c}") for c, n in zip(shot.colours, player.bonuses, strict=True) if not n]
    missing += [] if player.tokens[6] else [shot.say("colour.time")]
    if player.meets_goal:
        return shot.words("cli.plain.gauntlet_full", tags=player.tags)
    return shot.words(
        "cli.plain.gauntlet",
        points=player.points,
        goal=shot.goal_points,
        missing=shot.words.list(missing) if missing else shot.words("cli.plain.nothing"),
        tags=player.tags,
    )
