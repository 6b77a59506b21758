"""Clean-up and interlude: tokens come home, new piles, the next postcard, kept legends (sections 6, 7 and 9)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from jeton.core.game import Entry
from jeton.core.shuffle import Stream, shuffled
from jeton.games.guardians.legends import LEGENDS
from jeton.games.guardians.moves import Play, Ready, TakePile
from jeton.games.guardians.position import END, INTERLUDE, TOKENS, Clock, Pile, Position, change_player
from jeton.games.guardians.powers import default_word, refuse_word, use, words
from jeton.games.guardians.reasons import refusal
from jeton.games.guardians.ruleset import Ruleset

__all__ = [
    "clean_up",
    "interlude_moves",
    "legend_moves",
    "move_on",
    "play_legend",
    "prepare",
    "settle_piles",
    "take_pile",
]

INTERLUDE_MS, LONG_INTERLUDE_MS = 15_000, 30_000
OPEN_POSTCARDS = 3
LAST_ROUND = 40


def clean_up(ruleset: Ruleset, position: Position) -> Position:
    """G60–G63, G70, G73. Take home the tokens of found guardians and all boats; then test for the end."""
    found, resolution = found_guardians(position), position.resolution
    if resolution is not None:
        resolution = replace(resolution, clues=tuple(clue for clue in position.clues if clue.seat in found))
    position = replace(
        position,
        resolution=resolution,
        clues=tuple(clue for clue in position.clues if clue.seat not in found),
        fires=tuple(fire for fire in position.fires if fire.seat not in found),
        boats=(),
    )
    if max(player.score for player in position.players) >= ruleset.goal or position.round >= LAST_ROUND:
        return replace(position, phase=END, clock=None)
    return position


def prepare(ruleset: Ruleset, position: Position, entry: Entry) -> Position:
    """G64–G67, O9.

    Deal new piles to found guardians and the next postcard; then everybody may look and play legends.
    """
    for guardian in found_guardians(position):
        position = next_pile(ruleset, position, guardian)
    position = next_postcard(position)
    position = replace(
        position, phase=INTERLUDE, players=tuple(replace(player, done=False) for player in position.players)
    )
    if ruleset.auto_play_kept:
        position = play_all_kept(ruleset, position)
    long = any(may_think(position, seat) for seat in range(position.seats))
    return replace(position, clock=Clock("interlude", entry.at + (LONG_INTERLUDE_MS if long else INTERLUDE_MS)))


def found_guardians(position: Position) -> tuple[int, ...]:
    """Return the guardians whose location was found in the last resolution, in the order of G50."""
    resolution = position.resolution
    return tuple(found.guardian for found in resolution.discoveries) if resolution else ()


def next_pile(ruleset: Ruleset, position: Position, seat: int) -> Position:
    """G64, O2. Take the next unseen pile; nothing yet with a choice of piles; after the third, one from the decks."""
    piles = position.players[seat].piles
    if len(piles) > 1 and ruleset.choose_pile:
        return position
    if piles:
        return take_pile(position, seat, 0)
    position = refill_decks(position)
    pile = Pile(position.locations[0], position.rewards[0])
    return replace(
        position,
        locations=position.locations[1:],
        rewards=position.rewards[1:],
        players=change_player(position, seat, active=pile),
    )


def take_pile(position: Position, seat: int, index: int) -> Position:
    """G15, G64. Take a pile from the table into the hand."""
    piles = position.players[seat].piles
    rest = piles[:index] + piles[index + 1 :]
    return replace(position, players=change_player(position, seat, active=piles[index], piles=rest))


def settle_piles(position: Position) -> Position:
    """O2. Give a seat that did not choose in time the first of its piles."""
    for seat, player in enumerate(position.players):
        if player.active is None:
            position = take_pile(position, seat, 0)
    return position


def refill_decks(position: Position) -> Position:
    """G66. Replace an empty location or reward deck by its shuffled discard."""
    if not position.locations:
        locations = reshuffle(position, position.found)
        position = reshuffled(replace(position, locations=locations, found=()), "locations")
    if not position.rewards:
        rewards = reshuffle(position, position.spent)
        position = reshuffled(replace(position, rewards=rewards, spent=()), "rewards")
    return position


def next_postcard(position: Position) -> Position:
    """G65, G66. Put the oldest of three postcards aside, send its clues home, and turn up a new one."""
    if len(position.open) == OPEN_POSTCARDS:
        oldest, rest = position.open[0], position.open[1:]
        clues = tuple(clue for clue in position.clues if clue.postcard != oldest)
        position = replace(position, open=rest, aside=(*position.aside, oldest), clues=clues)
    if not position.postcards:
        cards = reshuffle(position, position.aside)
        position = reshuffled(replace(position, postcards=cards, aside=()), "postcards")
    return replace(position, open=(*position.open, position.postcards[0]), postcards=position.postcards[1:])


def reshuffle(position: Position, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards in an order that follows from the seed and the number of the shuffle."""
    return shuffled(cards, Stream(bytes.fromhex(position.seed), f"guardians reshuffle {position.shuffles}"))


def reshuffled(position: Position, deck: str) -> Position:
    """Count a shuffle, and record it."""
    resolution = position.resolution
    if resolution is not None:
        resolution = replace(resolution, reshuffled=(*resolution.reshuffled, deck))
    return replace(position, shuffles=position.shuffles + 1, resolution=resolution)


def may_think(position: Position, seat: int) -> bool:
    """G67. Return whether everybody can see that a seat could play a legend or has a pile to choose."""
    player = position.players[seat]
    out_of_fires = sum(fire.seat == seat for fire in position.fires) == TOKENS
    playable = [name for name in player.kept if LEGENDS[name].deed != "fire" or not out_of_fires]
    return bool(playable) or player.active is None


def play_all_kept(ruleset: Ruleset, position: Position) -> Position:
    """O9. Play every kept legend at once, as the server would choose; one that can't be played stays."""
    for seat in range(position.seats):
        for name in position.players[seat].kept:
            word = default_word(ruleset, position, seat, LEGENDS[name])
            if word is not None:
                position = play_kept(position, seat, name, word)
    return position


def play_kept(position: Position, seat: int, name: str, word: str) -> Position:
    """G100, G109. Play a kept legend: it leaves its place before the holder and acts."""
    kept = tuple(other for other in position.players[seat].kept if other != name)
    position = replace(position, players=change_player(position, seat, kept=kept))
    return use(position, seat, LEGENDS[name], word)


def move_on(ruleset: Ruleset, position: Position, entry: Entry, move: Play | TakePile | Ready) -> Position:
    """G67, G100, O2. Play a kept legend, choose a pile, or be ready."""
    seat, player = entry.seat, position.players[entry.seat]
    if isinstance(move, TakePile):
        if player.active is not None:
            raise refusal(entry.move, "no_pile_due")
        if move.number > len(player.piles):
            raise refusal(entry.move, "no_such_pile", piles=len(player.piles))
        return take_pile(position, seat, move.number - 1)
    if isinstance(move, Play):
        return play_legend(ruleset, position, entry, move)
    if player.active is None:
        raise refusal(entry.move, "pile_due")
    return replace(position, players=change_player(position, seat, done=True))


def play_legend(ruleset: Ruleset, position: Position, entry: Entry, move: Play) -> Position:
    """G100, G109, A23. Play a kept legend, between rounds or in a search that its holder has not finished."""
    if move.legend not in position.players[entry.seat].kept:
        raise refusal(entry.move, "not_kept")
    legend = LEGENDS[move.legend]
    if reason := refuse_word(ruleset, position, entry.seat, legend, move.word):
        choices = ", ".join(words(ruleset, position, entry.seat, legend))
        raise refusal(entry.move, reason, legend=legend.name, words=choices)
    return play_kept(position, entry.seat, move.legend, move.word)


def legend_moves(ruleset: Ruleset, position: Position, seat: int) -> list[str]:
    """Return the legends that lie before a seat, with each of their words."""
    return [
        f"play {name} {word}".rstrip()
        for name in position.players[seat].kept
        for word in words(ruleset, position, seat, LEGENDS[name])
    ]


def interlude_moves(ruleset: Ruleset, position: Position, seat: int) -> Sequence[str]:
    """Return the piles to choose, the legends to play with each of their words, and being ready."""
    player = position.players[seat]
    moves = []
    if player.active is None:
        moves += [f"pile {number + 1}" for number in range(len(player.piles))]
    moves += legend_moves(ruleset, position, seat)
    if player.active is not None:
        moves.append("ready")
    return moves
