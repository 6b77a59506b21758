"""A search bot of your own: `jeton arena examples/redeal_search.py:Playouts random --games 10`.

It may not see the decks or hidden hands, so it deals them anew: `game.redeal(view, rng)` is a position that its seat
can't tell from the real one. In each it plays a move and then at random, and takes the move that wins most.
"""

PLAYOUTS, DEPTH = 24, 60


class Playouts:
    """Flat Monte Carlo over worlds that look like this one."""

    name = "playouts"

    def __init__(self, game):
        """Of a game of Splendor or Marvel: `position.push` plays an action in place."""
        self.game = game

    def choose(self, view, budget, rng, on_progress=None):
        """The move with the best average over all worlds."""
        moves = list(view.moves)
        if len(moves) == 1:
            return moves[0]
        totals = dict.fromkeys(moves, 0.0)
        for _ in range(max(1, (budget.simulations or PLAYOUTS * len(moves)) // len(moves))):
            world = self.game.redeal(view, rng)
            for move in moves:
                totals[move] += self.playout(world.copy(), self.game.notation.action(move), view.seat, rng)
        return max(moves, key=totals.__getitem__)

    def playout(self, world, action, seat, rng):
        """Play on at random for a while; by how many points the seat is ahead then, a win counting most."""
        for _ in range(DEPTH):
            world.push(action)
            if world.is_over:
                break
            actions = world.actions()
            action = actions[rng.getrandbits(30) % len(actions)]
        points = [world.points(other) for other in range(world.seats)]
        ahead = points[seat] - max(points[other] for other in range(world.seats) if other != seat)
        won = world.is_over and seat in self.game.outcome(world).winners
        return ahead + 10 * won
