"""A bot of your own, in the arena: `jeton arena examples/my_bot.py:Thrifty greedy --games 20`.

A bot is given what its seat may know, a budget and a source of chance, and answers with one of `view.moves`.
"""


class Thrifty:
    """Buys the card with the most points, else takes what it lacks least of for the cheapest card in sight."""

    name = "thrifty"

    def __init__(self, game):
        """Of a game: its `box` has the cards as printed."""
        self.box = game.box

    def choose(self, view, budget, rng, on_progress=None):
        """One of `view.moves`."""
        return max(view.moves, key=lambda move: (self.worth(view, move), rng.getrandbits(16)))

    def worth(self, view, move):
        """What a move is worth: points first, then tokens that a card in sight asks for."""
        verb, _, what = move.partition(" ")
        if verb == "buy":
            number = view.players[view.seat].hand[int(what[1:]) - 1].card if what[0] == "h" else self.at(view, what)
            return 10 + self.box.card(number).points
        if verb == "take":
            short = [price.short for price in view.prices if price is not None]
            nearest = min(short, key=sum, default=(0,) * 5)
            return sum(nearest[self.box.letters.index(letter)] > 0 for letter in what)
        return {"noble": 9, "done": 5, "gold": 0, "return": 0, "pass": 0, "reserve": 0.5}[verb]

    def at(self, view, place):
        """The card at a place of the market, as in `2.3`."""
        level, column = map(int, place.split("."))
        return view.market[4 * (level - 1) + column - 1]
