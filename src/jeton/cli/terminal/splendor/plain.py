"""The table line by line: for screen readers, narrow terminals and pipes.

The order is that of the page for readers: status, market by level, bank, nobles, me, the others, what happened.
"""

from __future__ import annotations

from jeton.cli.terminal.splendor.layout import final_round
from jeton.cli.terminal.splendor.panels import status
from jeton.cli.terminal.splendor.reach import missing_bonuses
from jeton.cli.terminal.splendor.sentences import amounts, card_words, describe, place_text, report_words
from jeton.cli.terminal.splendor.snapshot import Scene
from jeton.games.splendor.ruleset import Card

__all__ = ["tell", "tell_news"]


def tell(scene: Scene) -> list[str]:
    """Return all that the table shows, in sentences."""
    words, view = scene.words, scene.view
    lines = [f"{scene.say('name')}.", *_status(scene)]
    for level in (3, 2, 1):
        cards = scene.say("cards", count=view.decks[level - 1])
        lines.append(words("cli.plain.deck", level=level, cards=cards))
        for place in range(4 * level - 4, 4 * level):
            number, label = view.market[place], place_text(place)
            lines.append(_card(scene, label, scene.card(number)) if number else words("cli.plain.empty", place=label))
    lines.append(words("cli.plain.bank", tokens=_tokens(scene, view.bank)))
    lines.append(words("cli.heading", label=scene.say("nobles")))
    lines += [_noble(scene, place, number) for place, number in enumerate(view.nobles, start=1) if number]
    if scene.title == "marvel":
        lines.append(words("cli.labelled", label=scene.say("tile"), text=f"{_tile(scene)}."))
    for seat in scene.order:
        lines += _player(scene, seat)
    return lines + _news(scene)


def tell_news(scene: Scene) -> list[str]:
    """Return what has changed since the viewer's last turn: moves, new cards, and what lies before the viewer."""
    lines = _news(scene)
    for place in sorted(scene.new_places()):
        if number := scene.view.market[place]:
            lines.append(_card(scene, place_text(place), scene.card(number)))
    lines.append(scene.words("cli.plain.bank", tokens=_tokens(scene, scene.view.bank)))
    if scene.view.seat is not None:
        lines += _player(scene, scene.view.seat)
    return lines + _status(scene)


def _status(scene: Scene) -> list[str]:
    words, view = scene.words, scene.view
    if view.outcome:
        head = words("cli.over")
    elif scene.my_turn:
        head = words("cli.labelled", label=words("cli.your_turn"), text=status(scene))
    else:
        head = words("cli.turn_of", name=scene.name(view.turn))
    final = f"{final_round(scene)}." if scene.is_final_round else ""
    return [*filter(None, [final]), words("cli.plain.turn", n=scene.round, status=head)]


def _news(scene: Scene) -> list[str]:
    said = [said for report in scene.news for said in report_words(scene, report)]
    return [scene.words("cli.plain.since"), *said] if said else []


def _tokens(scene: Scene, counts: tuple[int, ...]) -> str:
    return amounts(scene, counts) if sum(counts) else scene.words("cli.plain.nothing")


def _card(scene: Scene, label: str, card: Card) -> str:
    words, reach = scene.words, scene.reach(card)
    cost = reach.cost if reach and not scene.printed else tuple(card.cost[colour] for colour in scene.colours)
    said = card_words(scene, card)
    if scene.title == "marvel":
        extra = [scene.say("tags", count=card.avengers)] if card.avengers else []
        said = ", ".join([said, *extra, *([scene.say("time_icon")] if card.time_icon else [])])
    if reach is None:
        return words("cli.plain.card_open", place=label, card=said, cost=_tokens(scene, cost))
    state = scene.say(f"state.{reach.state}", count=reach.gold)
    if sum(reach.short):
        state += f", {words('cli.plain.missing', tokens=amounts(scene, reach.short))}"
    return words("cli.plain.card", place=label, card=said, cost=_tokens(scene, cost), state=state)


def _noble(scene: Scene, place: int, number: int) -> str:
    words, noble = scene.words, scene.noble(number)
    points, name = scene.say("points", count=noble.points), scene.noble_name(number)
    if scene.me is None:
        need = tuple(noble.requirement[colour] for colour in scene.colours)
        return words("cli.plain.noble_open", n=place, name=name, points=points, missing=amounts(scene, need))
    missing = missing_bonuses(noble, scene.colours, scene.me)
    if not sum(missing):
        return words("cli.plain.noble_ready", n=place, name=name, points=points)
    return words("cli.plain.noble", n=place, name=name, points=points, missing=amounts(scene, missing))


def _tile(scene: Scene) -> str:
    holder = scene.view.tile
    if holder is None:
        return scene.say("tile_free")
    tags = scene.view.players[holder].tags
    if holder == scene.view.seat:
        return scene.say("tile_mine", count=tags)
    return scene.say("tile_held", name=scene.name(holder), count=tags)


def _player(scene: Scene, seat: int) -> list[str]:
    words, player = scene.words, scene.view.players[seat]
    lines = [
        words(
            "cli.plain.player",
            name=scene.name(seat),
            points=scene.say("points", count=player.points),
            cards=scene.say("cards", count=len(player.cards)),
            bonuses=_tokens(scene, player.bonuses),
            tokens=_tokens(scene, player.tokens),
            count=sum(player.tokens),
            limit=int(scene.game.ruleset_record["token_limit"]),
        )
    ]
    if scene.title == "marvel":
        lines.append(_gauntlet(scene, seat))
    if player.hand and seat == scene.view.seat:
        lines += [_card(scene, f"h{i}", scene.card(c.card)) for i, c in enumerate(player.hand, start=1) if c.card]
    elif player.hand:
        held = scene.words.list(describe(scene, card.card, card.level) for card in player.hand)
        lines.append(words("cli.plain.hand", cards=held))
    return lines


def _gauntlet(scene: Scene, seat: int) -> str:
    player = scene.view.players[seat]
    missing = [scene.say(f"colour.{c}") for c, n in zip(scene.colours, player.bonuses, strict=True) if not n]
    missing += [] if player.tokens[6] else [scene.say("colour.time")]
    if player.meets_goal:
        return scene.words("cli.plain.gauntlet_full", tags=player.tags)
    return scene.words(
        "cli.plain.gauntlet",
        points=player.points,
        goal=scene.goal_points,
        missing=scene.words.list(missing) if missing else scene.words("cli.plain.nothing"),
        tags=player.tags,
    )
