"""The end: who won, how, and a tower of chips for each."""

from __future__ import annotations

from rich.text import Text

from jeton.cli.terminal.blocks import Block, canvas, fit, ink
from jeton.cli.terminal.splendor.snapshot import Snapshot
from jeton.core.game import Outcome

__all__ = ["headline", "ranking", "result_lines", "tell_result", "tie_reason"]


def ranking(outcome: Outcome) -> list[int]:
    """Return the seats, best first."""
    return sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat])


def headline(shot: Snapshot, outcome: Outcome, *, mine: int | None = None) -> str:
    """Return who won, in a few words; `mine` is the seat of the only human, whom it calls "you"."""
    if outcome.winners == (mine,):
        return shot.words("cli.result.you_win")
    names = [shot.name(seat) for seat in outcome.winners]
    if mine in outcome.winners:
        others = [shot.name(seat) for seat in outcome.winners if seat != mine]
        return shot.words("cli.result.shared_you", name=shot.words.list(others))
    if len(names) > 1:
        return shot.words("cli.result.shared", name=shot.words.list(names))
    return shot.words("cli.result.wins", name=names[0])


def tie_reason(shot: Snapshot, outcome: Outcome, seat: int) -> str:
    """S29, M16. Return why a seat ranks before the next one although both have the same points; or nothing."""
    order = ranking(outcome)
    after = order[order.index(seat) + 1 :]
    if not after or outcome.ranks[after[0]] == outcome.ranks[seat]:
        return ""
    this, other = shot.view.players[seat], shot.view.players[after[0]]
    if this.meets_goal != other.meets_goal:
        return shot.say("tie.goal") if shot.title == "marvel" else ""
    if this.points != other.points:
        return ""
    if shot.view.tile == seat:
        return shot.say("tie.tile")
    return shot.say("tie.cards")


def result_lines(shot: Snapshot, outcome: Outcome, width: int, *, mine: int | None = None) -> Block:
    """Return the result as a screen: the headline on brass, then a row of chips for each seat."""
    skin, words = shot.skin, shot.words
    names = max((len(player.name) for player in shot.players), default=0) + 4
    head = f"  {words('cli.result.title')} · {headline(shot, outcome, mine=mine)}"
    lines = canvas([fit(ink(head), width)], width, skin.pill())
    rounds = words("cli.result.rounds", count=shot.round)
    body: Block = [ink(""), ink(f"  {shot.say('name')} · {rounds}", skin.style("soft"))]
    if outcome.termination == "passes":
        body.append(ink(f"  {words('cli.result.passes')}"))
    body.append(ink(""))
    for seat in ranking(outcome):
        body += [_tower(shot, outcome, seat, names, width), _details(shot, outcome, seat, names), ink("")]
    return lines + canvas(body, width, skin.cloth)


def _tower(shot: Snapshot, outcome: Outcome, seat: int, names: int, width: int) -> Text:
    skin, player = shot.skin, shot.players[seat]
    won = seat in outcome.winners
    row = ink(f"  {outcome.ranks[seat]} ", skin.style("brass" if won else "soft", bold=True))
    row += fit(ink(f"{player.mark} {player.name}", skin.seat(seat)), names)
    row += ink(f"{outcome.points[seat]:>3} ", skin.pill() if won else "bold") + ink(" ")
    count = outcome.points[seat]
    chips = "▐▌" if 2 * count + row.cell_len < width - 2 else "▐"
    return row + ink(chips * count, skin.seat(seat, bold=False))


def _details(shot: Snapshot, outcome: Outcome, seat: int, names: int) -> Text:
    player, skin = shot.view.players[seat], shot.skin
    facts = [shot.say("cards", count=len(player.cards))]
    if player.nobles:
        nobles = ", ".join(map(shot.noble_name, player.nobles))
        facts.append(shot.words("cli.labelled", label=shot.say("nobles"), text=nobles))
    if shot.title == "marvel" and shot.view.tile == seat:
        facts.append(shot.say("tile"))
    text = ink(" " * (names + 9) + " · ".join(facts), skin.style("soft"))
    if reason := tie_reason(shot, outcome, seat):
        text += ink(f" · {reason}", skin.style("good"))
    return text


def tell_result(shot: Snapshot, outcome: Outcome, *, mine: int | None = None) -> list[str]:
    """Return the result in sentences."""
    lines = [f"{shot.words('cli.result.title')}. {headline(shot, outcome, mine=mine)}."]
    if outcome.termination == "passes":
        lines.append(shot.words("cli.result.passes"))
    for seat in ranking(outcome):
        points = shot.say("points", count=outcome.points[seat])
        cards = shot.say("cards", count=len(shot.view.players[seat].cards))
        reason = tie_reason(shot, outcome, seat)
        facts = ", ".join(filter(None, (points, cards, reason)))
        said = shot.words("cli.labelled", label=shot.name(seat), text=facts)
        lines.append(f"{outcome.ranks[seat]}. {said}.")
    return lines
