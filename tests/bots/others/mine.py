"""Bots as somebody else would write them: one that plays, and some that break the rules of a contest."""


class First:
    """Plays the first move there is, and prints what it thinks."""

    def __init__(self, game):
        self.game = game

    def choose(self, view, budget, rng):
        print("thinking aloud is no answer")
        return view.moves[0]


class Redealer(First):
    """Deals what it can't see anew, and plays any move: the view that it is given is whole."""

    def choose(self, view, budget, rng):
        position = self.game.redeal(view, rng)
        moves = self.game.view(position, view.seat).moves
        assert moves == view.moves
        return moves[rng.getrandbits(16) % len(moves)]


class Cheat(First):
    """Plays a move that does not exist."""

    def choose(self, view, budget, rng):
        return "take everything"


class Crash(First):
    """Raises an exception at its third move."""

    asked = 0

    def choose(self, view, budget, rng):
        self.asked += 1
        if self.asked == 3:
            raise RuntimeError("no idea")
        return view.moves[0]
