"""Tables of Guardians of Legends as the page sees them: played by the rules from fixed keys, no server, no chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from jeton import Entry, games
from jeton.games.guardians.position import Pile, change_player
from jeton.games.guardians.ruleset import COLOURS
from tests.e2e.faults import rest
from tests.e2e.scenes import Stage, alone, scene_of

PHASES = (
    "wait", "point", "aim", "search", "whose", "refused", "pile", "reveal", "clues", "paid",
    "choose", "interlude", "rest", "minute", "clock", "gone", "lost", "over", "left",
)  # fmt: skip
LEVELS = {
    "pile": 3,
    "choose": 3,
    "interlude": 3,
    "kept": 3,
    "minute": 4,
    "clock": 4,
    "aim": 4,
    "reveal": 2,
    "clues": 3,
    "paid": 3,
}
"""The level that a phase needs; the others have the first."""
MOVING = ("clues", "paid")
"""Steps of a reveal that plays by itself, halted there."""
ROUNDS = 2
"""Played before what is shown: three postcards lie open, with clues of everybody."""
BELL_MS = 42_000
KEPT = ("trident", "wand")
STAY = """() => {
    window.real = setTimeout;
    window.setTimeout = (what, ms, ...more) => (ms === 9000 ? 0 : window.real(what, ms, ...more));
}"""
"""An answer stays readable for nine seconds: here for as long as it is measured."""
GO = "() => { window.setTimeout = window.real; }"


class Rounds:
    """A match that plays itself: everybody points at some thing, and sails where the script says."""

    def __init__(self, seats: int, level: int, **options: Any) -> None:
        """Set up."""
        self.rules = games.make("guardians", options={"level": level, "goal": 20, **options})
        self.position = self.rules.start(seats, bytes(range(16)))
        self.seats, self.reports = range(seats), []
        self.n = 0

    def do(self, seat: int, move: str) -> None:
        """Play a move, and keep what seat 0 is told of it."""
        self.n += 1
        entry, before = Entry(self.n, self.n * 1000, seat, move), self.position
        self.position = self.rules.play(before, entry)
        self.reports.append(self.rules.report(before, entry, 0))

    def deal(self, seat: int, reward: str) -> None:
        """Give a seat another reward to guard; the one that it had goes where that was."""
        players = self.position.players
        old = players[seat].active.reward
        for other, player in enumerate(players):
            piles = tuple(Pile(p.location, old if p.reward == reward else p.reward) for p in player.piles)
            self.position = replace(self.position, players=change_player(self.position, other, piles=piles))
        rewards = tuple(old if name == reward else name for name in self.position.rewards)
        active = replace(players[seat].active, reward=reward)
        self.position = replace(
            self.position, rewards=rewards, players=change_player(self.position, seat, active=active)
        )

    def home(self, seat: int) -> str:
        """Return where a seat hides."""
        return str(self.position.players[seat].active.location)

    def near(self, seat: int, step: int) -> str:
        """Return an island that is not where a seat hides, and not turned over: beside it if step is 1."""
        cells = {(cell.q, cell.r): cell.island for cell in self.position.board}
        at = next(cell for cell in self.position.board if cell.island == self.home(seat))
        ways = ((step, 0), (0, step), (-step, 0), (0, -step), (step, -step), (-step, step), (2, 0), (0, 2), (-2, 0))
        found = (cells.get((at.q + q, at.r + r)) for q, r in ways)
        return next(island for island in found if island and island not in self.position.found)

    def point(self, seat: int) -> None:
        """Point at some thing of the newest postcards."""
        clues = [move for move in self.rules.moves(self.position, seat) if move.startswith("clue ")]
        self.do(seat, clues[(5 * seat + 11 * self.position.round + len(clues) // 2) % len(clues)])

    def sail(self, seat: int, *, finds: bool = False) -> None:
        """Send both boats: after the next seat, and after the one beyond it."""
        for i in range(self.position.players[seat].boats_left):
            sought = (seat + 1 + i) % len(self.seats)
            island = self.home(sought) if finds and i == 0 else self.near(sought, 1 + seat % 2)
            self.do(seat, f"boat {island} {COLOURS[sought]}")

    def go_on(self) -> None:
        """Say for everybody that they are ready for the next round."""
        for seat in self.seats:
            if "ready" in self.rules.moves(self.position, seat):
                self.do(seat, "ready")

    def round(self, finder: int | None = None) -> Iterator[int]:
        """Yield a whole search; stops before each seat's moves, so that a scene can be taken there."""
        for seat in self.seats:
            self.point(seat)
        for seat in self.seats:
            yield seat
            self.sail(seat, finds=seat == finder)


def guardians(seats: int, phase: str) -> dict[str, Any]:
    """Return a table of Guardians in one of the phases, as seat 0 sees it; a reveal has the view before it too."""
    match = Rounds(seats, LEVELS.get(phase, 1), **({"choose_pile": True} if phase == "pile" else {}))
    if phase == "pile":
        return scene_at(match, due=18_000)
    for _ in range(ROUNDS):
        for _ in match.round():
            pass
        match.go_on()
    if phase in ("reveal", "choose", *MOVING):
        return _reveal(match, phase)
    if phase in ("over", "left"):
        return _over(match) if phase == "over" else _left(_over(match))
    if phase in ("interlude", "kept"):
        return _interlude(match, on=phase == "kept")
    if phase == "rest":
        return _rest(match)
    if phase == "minute":
        return alone(scene_at(match, due=88_000))
    for seat in match.seats[1:]:
        match.point(seat)
    if phase not in ("point", "aim", "clock"):
        match.point(0)
    if phase in ("wait", "gone"):
        match.sail(0)
    if phase == "refused":
        match.do(0, f"boat {match.near(1, 1)} {COLOURS[1]}")
    for seat in (2, *match.seats[4:]):  # seat 3 is away
        match.sail(seat)
    return scene_at(match, due=BELL_MS if phase in ("clock", "aim") else None)


def _reveal(match: Rounds, phase: str) -> dict[str, Any]:
    """Let the last boat of a search find seat 0; where a choice is owed, it is seat 0's."""
    match.deal(0, "ark" if phase == "choose" else "egg" if phase in MOVING else "treasure")
    last = match.seats[-1]
    before = None
    for _ in match.round(finder=last):
        before = match.rules.view(match.position, 0)
    return scene_at(match) | {"before": before}


def _over(match: Rounds) -> dict[str, Any]:
    """Give seat 1 two more: it has reached the goal with 22, and seat 2 has as many: legend coins decide (G72)."""
    for seat, gold, coins in ((0, 7, 3), (1, 14, 6), (2, 18, 4)):
        match.position = replace(match.position, players=change_player(match.position, seat, gold=gold, coins=coins))
    for _ in match.round(finder=0):
        pass
    return scene_at(match)


def _left(scene: dict[str, Any]) -> dict[str, Any]:
    """Let seat 0 have given up before, and seat 3, where there is one, have run out of time: they rank behind."""
    table, view = scene["table"], scene["view"]
    gone = [seat for seat in (0, 3) if seat < len(table.seats)]
    stay = [seat for seat in range(len(table.seats)) if seat not in gone]
    order = sorted(stay, key=lambda seat: table.outcome.ranks[seat]) + gone[::-1]
    ranks = tuple(order.index(seat) + 1 for seat in range(len(order)))
    over = replace(table.outcome, winners=tuple(order[:1]), ranks=ranks)
    seats = tuple(
        replace(info, resigned=seat in gone, out_of_time=seat in gone[1:]) for seat, info in enumerate(table.seats)
    )
    told = replace(view, view=replace(view.view, outcome=over))
    return scene | {"table": replace(table, seats=seats, outcome=over), "view": told}


def _interlude(match: Rounds, *, on: bool = False) -> dict[str, Any]:
    """Stop between two rounds, two kept legends before seat 0; or go on to the search after it."""
    for _ in match.round(finder=1):
        pass
    player = match.position.players[0]
    match.position = replace(match.position, players=change_player(match.position, 0, kept=(*player.kept, *KEPT)))
    if on:
        match.go_on()
    return scene_at(match, due=24_000)


def _rest(match: Rounds) -> dict[str, Any]:
    """Stop between two rounds that brought everybody coins: seat 1 and its legend were found by two, another by one."""
    match.deal(1, "egg")
    found = match.home(1)
    for seat in match.seats:
        match.point(seat)
    for seat in match.seats:
        if seat == 2:
            match.do(2, f"boat {found} {COLOURS[1]}")
            match.do(2, f"boat {match.near(0, 1)} {COLOURS[0]}")
        else:
            match.sail(seat, finds=seat in (0, match.seats[-1]))
    return scene_at(match, due=14_000)


def scene_at(match: Rounds, due: int | None = None) -> dict[str, Any]:
    """Return the table as a match stands, before seat 0."""
    return scene_of("guardians", match.rules, match.position, match.reports, len(match.seats), due)


def play_search(stage: Stage, seats: int, phase: str, size: tuple[int, int] | None = None) -> None:
    """Show a table of Guardians, and do what the phase asks for on the page."""
    scene = guardians(seats, phase)
    if phase == "gone":
        scene["table"] = replace(
            scene["table"], seats=(replace(scene["table"].seats[0], resigned=True), *scene["table"].seats[1:])
        )
    if "before" in scene:
        stage.show(scene | {"view": replace(scene["view"], n=scene["view"].n - 1, view=scene["before"])}, size)
        stage.tell(scene)
        stage.page.wait_for_selector(".show")
        _step(stage, phase)
    else:
        stage.show(scene, size)
    if phase == "aim":
        stage.press(".act .point")
        stage.page.wait_for_selector(".clue-view .place")
        stage.press(".clue-view input[type=radio]")
    elif phase in ("whose", "lost"):
        stage.press(".hex:not(.far)")
        stage.press(".act .targets button")
    elif phase == "refused":  # the same boat again
        boat = next(one for one in scene["view"].view.boats if one.seat == 0)
        stage.press(f".act .targets [data-seat='{boat.sought}']")
        stage.press(f"[data-at=island-{boat.island}]")
        stage.page.evaluate(STAY)
        stage.press(".act .sail")
        stage.page.wait_for_selector(".area .note.bad button")
        stage.page.evaluate(GO)
    if phase == "lost":
        stage.lose()
    stage.settle()


def _step(stage: Stage, phase: str) -> None:
    """Go on in the show: to what was pointed at, or to its end."""
    if phase in MOVING:
        halt(stage, phase)
    elif phase == "reveal":
        stage.press(".show .buttons .btn.icon:nth-of-type(2)")
    elif phase == "choose":
        while stage.page.locator(".show .buttons").count():
            stage.press(".show .skip")
            stage.settle()


def halt(stage: Stage, phase: str) -> None:
    """Halt a show that plays by itself, and go on to its next step of a kind: each step by hand halts it, too."""
    stage.press(".show .buttons .btn.icon:nth-of-type(2)")
    while stage.page.locator(".board").get_attribute("data-step") != phase:
        stage.press(".show .buttons .btn.icon:nth-of-type(3)")
        stage.settle()
    stage.settle()
    rest(stage.page)
