"""The table in words: where the player is, who has what, what the postcards show, where boats and fires lie."""

from __future__ import annotations

from collections.abc import Iterator

from jeton.cli.terminal.guardians.names import Names, letter
from jeton.games.guardians.board import neighbours
from jeton.games.guardians.legends import TREASURE
from jeton.games.guardians.ruleset import COLOURS
from jeton.games.guardians.view import View

__all__ = ["due", "tell", "tell_island", "tell_islands", "tell_postcard"]


def tell(names: Names, view: View, now: float, *, short: bool = False) -> Iterator[str]:
    """Yield the whole table, line by line, the islands in full in the first round; or only who has what."""
    words = names.words
    phase = words(f"guardians.phase.{view.phase}")
    yield words("guardians.heading", round=view.round, phase=phase, goal=view.goal)
    if view.clock is not None and view.clock.kind == "bell":
        yield words("guardians.clock", count=max(0, round((view.clock.at - now) / 1000)))
    yield from _own(names, view)
    yield ""
    yield words("guardians.players")
    for seat in range(len(view.players)):
        yield f"  {_player(names, view, seat)}"
    if short:
        return
    yield ""
    yield words("guardians.postcards")
    for postcard in view.postcards:
        yield f"  {tell_postcard(names, view, postcard)}"
    yield ""
    yield words("guardians.clues")
    yield from _clues(names, view)
    yield ""
    yield words("guardians.islands")
    yield from (f"  {line}" for line in (tell_islands if view.round <= 1 else _islands)(names, view))


def tell_postcard(names: Names, view: View, postcard: str) -> str:
    """Return a postcard with all that can be pointed at."""
    mark = letter(view.postcards.index(postcard))
    things = ", ".join(f"{mark}{n} {thing}" for n, thing in enumerate(names.things(postcard), 1))
    return names.words("guardians.postcard", letter=mark, title=names.title(postcard), things=things)


def tell_island(names: Names, view: View, island: str) -> str:
    """Return an island in full: a sentence, its sights, its neighbours, and what has happened there."""
    near = ", ".join(str(names.number(other)) for other in neighbours(view.board)[island])
    text = names.words(
        "guardians.island_full",
        number=names.number(island),
        title=names.island(island),
        blurb=names.blurb(island),
        things=names.sights(island),
        near=near,
    )
    return text + "".join(f" [{mark}]" for mark in _marks(names, view, island))


def tell_islands(names: Names, view: View) -> Iterator[str]:
    """Yield every island in full."""
    for island in names.pack.island_ids:
        yield tell_island(names, view, island)


def due(names: Names, view: View) -> str:
    """Return what a seat may do now, with an example."""
    words, moves = names.words, view.moves
    if view.seat is None or not moves:
        return ""
    other = names.colour(0 if view.seat else 1)
    if view.phase == "search" and view.players[view.seat].clues_left:
        return words("guardians.due.clue", example="A1")
    if view.phase == "search":
        return words("guardians.due.boat", example=f"12 {other}")
    if view.phase == "resolve":
        return words("guardians.due.choose", example=moves[0])
    if moves[0].startswith("pile "):
        return words("guardians.due.pile", example=moves[0])
    legends = [move for move in moves if move.startswith("play ")]
    if legends:
        return words("guardians.due.interlude", example=legends[0])
    return words("guardians.due.ready")


def _own(names: Names, view: View) -> Iterator[str]:
    words = names.words
    if view.hand is not None:
        home = view.hand.location
        yield words(
            "guardians.you_guard",
            number=names.number(home),
            island=names.island(home),
            blurb=names.blurb(home),
            things=names.sights(home),
        )
        reward = view.hand.reward
        power = names.power(reward if names.powers or reward == TREASURE else "none")
        yield words("guardians.your_reward", reward=names.legend(reward), power=power)
    if view.piles:
        yield words("guardians.piles")
        for number, pile in enumerate(view.piles, 1):
            island, reward = names.island(pile.location), names.legend(pile.reward)
            yield f"  {words('guardians.pile', number=number, island=island, reward=reward)}"


def _player(names: Names, view: View, seat: int) -> str:
    player, words = view.players[seat], names.words
    parts = [
        words(
            "guardians.player",
            name=names.seat(seat),
            colour=names.colour(seat),
            gold=words("guardians.gold", count=player.gold),
            coins=words("guardians.coins", count=player.coins),
            state=words(f"guardians.state.{player.state}", boats=player.boats_left),
        )
    ]
    if player.kept:
        legends = [f"{names.legend(name)} ({name}: {names.power(name)})" for name in player.kept]
        parts.append(words("guardians.kept", legends=", ".join(legends)))
    if player.armed:
        parts.append(words("guardians.armed", legends=", ".join(names.legend(name) for name in player.armed)))
    return "; ".join(parts)


def _clues(names: Names, view: View) -> Iterator[str]:
    words = names.words
    for seat in range(len(view.players)):
        things = []
        for clue in view.clues:
            if clue.seat != seat:
                continue
            if clue.element is None:
                things.append(words("guardians.scenery", title=names.title(clue.postcard)))
            else:
                number, thing = names.element(clue.postcard, clue.element)
                spot = names.spot(view.postcards, clue.postcard, number)
                things.append(words("guardians.pointed", spot=spot, thing=thing))
        said = ", ".join(things) or words("guardians.no_clues")
        yield f"  {words('guardians.clue', name=names.seat(seat), things=said)}"


def _islands(names: Names, view: View) -> Iterator[str]:
    row: list[str] = []
    for island in names.pack.island_ids:
        text = names.words("guardians.island", number=names.number(island), title=names.island(island))
        marks = _marks(names, view, island)
        if marks:
            text = f"{text} [{'; '.join(marks)}]"
        row.append(text)
        if len(row) == 2:
            yield f"{row[0]:<46} {row[1]}"
            row = []


def _marks(names: Names, view: View, island: str) -> list[str]:
    """Return what can be seen on an island's tile."""
    words, marks = names.words, []
    if island in view.face_down:
        marks.append(words("guardians.mark.face_down"))
    if view.hand is not None and view.hand.location == island:
        marks.append(words("guardians.mark.home"))
    boats = []
    for boat in view.boats:
        if boat.island == island:
            hull = "" if boat.sought is None else f" → {names.seat(boat.sought)}"
            boats.append(f"{names.seat(boat.seat)}{hull}")
    if boats:
        marks.append(words("guardians.mark.boats", names=", ".join(boats)))
    for key, wand in (("guardians.mark.fires", False), ("guardians.mark.wand", True)):
        owners = [names.colour(fire.seat) for fire in view.fires if fire.island == island and fire.wand is wand]
        if owners:
            marks.append(words(f"{key}", names=", ".join(owners)))
    return marks


def colour_words(names: Names) -> dict[str, int]:
    """Return every word for a player: colour in the language and in English, and name."""
    found: dict[str, int] = {}
    for seat in range(len(names.players)):
        for word in (COLOURS[seat], names.colour(seat), names.seat(seat).lower(), names.seat(seat).split()[0].lower()):
            found.setdefault(word, seat)
    return found
