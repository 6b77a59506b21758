"""Several people at one screen: clears it and asks them to pass it on when a card is not for everybody's eyes (S21)."""

from __future__ import annotations

from collections.abc import Sequence

from jeton.cli.terminal.blocks import ink
from jeton.cli.terminal.screen import Screen
from jeton.cli.terminal.splendor.cards import card_box
from jeton.cli.terminal.splendor.sentences import card_words
from jeton.cli.terminal.splendor.snapshot import Snapshot
from jeton.games.splendor.view import View
from jeton.words import Words

__all__ = ["HotSeat", "hides"]


def hides(view: View, seat: int, *, visible: bool) -> bool:
    """Return whether a seat holds a card that the others may not see."""
    return any(card.blind or not visible for card in view.players[seat].hand)


class HotSeat:
    """Who looked at the screen last, and what must happen before another may."""

    def __init__(self, screen: Screen, words: Words, humans: Sequence[int]) -> None:
        """`humans` are the seats of people."""
        self.screen = screen
        self.words = words
        self.humans = tuple(humans)
        self.last: int | None = None

    @property
    def is_shared(self) -> bool:
        """Whether several people share the screen."""
        return len(self.humans) > 1

    def hand_over(self, shot: Snapshot, seat: int) -> bool:
        """Before a seat's turn, ask the players to pass the device on if somebody holds a hidden card."""
        visible = bool(shot.game.options["visible"])
        secret = any(hides(shot.view, human, visible=visible) for human in self.humans)
        if not self.is_shared or self.last == seat or not secret:
            self.last = seat
            return False
        self.last = seat
        name = shot.name(seat)
        self.screen.wipe()
        mark = ink(f"  {shot.players[seat].mark} ", shot.skin.seat(seat))
        lines = [
            ink(""),
            mark + ink(self.words("cli.pass_device", name=name), shot.skin.seat(seat)),
            ink(f"    {self.words('cli.pass_device_why', name=name)}", shot.skin.style("soft")),
            ink(""),
        ]
        self.screen.paint(lines, shot.skin.cloth)
        self.screen.ask(f"{self.words('cli.press_enter')} ")
        return True

    def drew(self, shot: Snapshot, seat: int) -> None:
        """After a card was reserved from a deck, let its owner look at it alone, then clear the screen."""
        if not self.is_shared:
            return
        number = shot.view.players[seat].hand[-1].card
        if number is None:
            raise ValueError("expected the owner's view of a card that was just reserved")
        name, card = shot.name(seat), shot.card(number)
        self.screen.wipe()
        self.screen.paint([ink(""), ink(f"  {self.words('cli.only_you', name=name)}", "bold")], shot.skin.cloth)
        self.screen.ask(f"{self.words('cli.press_enter')} ")
        said = self.words(self.words.variant("cli.you_drew", shot.title), card=card_words(shot, card))
        box = [] if self.screen.plain else [ink("  ") + line for line in card_box(shot, "?", card)]
        self.screen.paint([ink(""), ink(f"  {said}", "bold"), *box, ink("")], shot.skin.cloth)
        self.screen.ask(f"{self.words('cli.then_pass')} ")
        self.screen.wipe()

    def cover(self, view: View, seat: int, *, visible: bool) -> None:
        """After a seat's turn, clear what the others may not see."""
        if self.is_shared and hides(view, seat, visible=visible):
            self.screen.wipe()
