"""The end: who won, how, and a tower of chips for each."""

from __future__ import annotations

from rich.text import Text

from jeton.cli.terminal.blocks import Block, canvas, fit, ink
from jeton.cli.terminal.splendor.snapshot import Scene
from jeton.core.game import Outcome

__all__ = ["headline", "ranking", "result_lines", "tell_result", "tie_reason"]


def ranking(outcome: Outcome) -> list[int]:
    """Return the seats, best first."""
    return sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat])


def headline(scene: Scene, outcome: Outcome, *, mine: int | None = None) -> str:
    """Return who won, in a few words; `mine` is the seat of the only human, whom it calls "you"."""
    if outcome.winners == (mine,):
        return scene.words("cli.result.you_win")
    names = [scene.name(seat) for seat in outcome.winners]
    if mine in outcome.winners:
        others = [scene.name(seat) for seat in outcome.winners if seat != mine]
        return scene.words("cli.result.shared_you", name=scene.words.list(others))
    if len(names) > 1:
        return scene.words("cli.result.shared", name=scene.words.list(names))
    return scene.words("cli.result.wins", name=names[0])


def tie_reason(scene: Scene, outcome: Outcome, seat: int) -> str:
    """S29, M16. Return why a seat ranks before the next one although both have the same points; or nothing."""
    order = ranking(outcome)
    after = order[order.index(seat) + 1 :]
    if not after or outcome.ranks[after[0]] == outcome.ranks[seat]:
        return ""
    this, other = scene.view.players[seat], scene.view.players[after[0]]
    if this.meets_goal != other.meets_goal:
        return scene.say("tie.goal") if scene.title == "marvel" else ""
    if this.points != other.points:
        return ""
    if scene.view.tile == seat:
        return scene.say("tie.tile")
    return scene.say("tie.cards")


def result_lines(scene: Scene, outcome: Outcome, width: int, *, mine: int | None = None) -> Block:
    """Return the result as a screen: the headline on brass, then a row of chips for each seat."""
    skin, words = scene.skin, scene.words
    names = max((len(player.name) for player in scene.players), default=0) + 4
    head = f"  {words('cli.result.title')} · {headline(scene, outcome, mine=mine)}"
    lines = canvas([fit(ink(head), width)], width, skin.pill())
    rounds = words("cli.result.rounds", count=scene.round)
    body: Block = [ink(""), ink(f"  {scene.say('name')} · {rounds}", skin.style("soft"))]
    if outcome.termination == "passes":
        body.append(ink(f"  {words('cli.result.passes')}"))
    body.append(ink(""))
    for seat in ranking(outcome):
        body += [_tower(scene, outcome, seat, names, width), _details(scene, outcome, seat, names), ink("")]
    return lines + canvas(body, width, skin.cloth)


def _tower(scene: Scene, outcome: Outcome, seat: int, names: int, width: int) -> Text:
    skin, player = scene.skin, scene.players[seat]
    won = seat in outcome.winners
    row = ink(f"  {outcome.ranks[seat]} ", skin.style("brass" if won else "soft", bold=True))
    row += fit(ink(f"{player.mark} {player.name}", skin.seat(seat)), names)
    row += ink(f"{outcome.points[seat]:>3} ", skin.pill() if won else "bold") + ink(" ")
    count = outcome.points[seat]
    chips = "▐▌" if 2 * count + row.cell_len < width - 2 else "▐"
    return row + ink(chips * count, skin.seat(seat, bold=False))


def _details(scene: Scene, outcome: Outcome, seat: int, names: int) -> Text:
    player, skin = scene.view.players[seat], scene.skin
    facts = [scene.say("cards", count=len(player.cards))]
    if player.nobles:
        nobles = ", ".join(map(scene.noble_name, player.nobles))
        facts.append(scene.words("cli.labelled", label=scene.say("nobles"), text=nobles))
    if scene.title == "marvel" and scene.view.tile == seat:
        facts.append(scene.say("tile"))
    text = ink(" " * (names + 9) + " · ".join(facts), skin.style("soft"))
    if reason := tie_reason(scene, outcome, seat):
        text += ink(f" · {reason}", skin.style("good"))
    return text


def tell_result(scene: Scene, outcome: Outcome, *, mine: int | None = None) -> list[str]:
    """Return the result in sentences."""
    lines = [f"{scene.words('cli.result.title')}. {headline(scene, outcome, mine=mine)}."]
    if outcome.termination == "passes":
        lines.append(scene.words("cli.result.passes"))
    for seat in ranking(outcome):
        points = scene.say("points", count=outcome.points[seat])
        cards = scene.say("cards", count=len(scene.view.players[seat].cards))
        reason = tie_reason(scene, outcome, seat)
        facts = ", ".join(filter(None, (points, cards, reason)))
        said = scene.words("cli.labelled", label=scene.name(seat), text=facts)
        lines.append(f"{outcome.ranks[seat]}. {said}.")
    return lines
