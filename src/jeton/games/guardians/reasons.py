"""Why a move is refused: the rule's number and a sentence for each reason."""

from __future__ import annotations

from jeton.core.errors import IllegalMove

__all__ = ["REASONS", "refusal"]

REASONS: dict[str, tuple[str, str]] = {
    "not_search": ("G19", "clues and boats are placed in the search phase"),
    "not_resolve": ("G105", "no power waits for a choice of yours"),
    "not_interlude": ("G67", "that belongs into the interlude"),
    "powers_between_rounds": ("O12", "kept legends are played between two rounds"),
    "choice_due": ("G105", "first choose whom your legend strikes"),
    "after_bell": ("G132", "the bell has rung: nothing more this round"),
    "clue_due": ("G29", "place your clue first"),
    "no_clue_left": ("G33", "you have no clue left to place this round"),
    "no_boat_left": ("G35", "you have no boat left to place this round"),
    "postcard_not_open": ("G22", "the postcard {postcard} is not open"),
    "off_the_picture": ("G24", "the tip must lie on the picture: both numbers from 0 to 1"),
    "island_face_down": ("G31", "the island {island} is face down"),
    "seeks_nobody": ("G30", "a boat seeks another player of this match"),
    "same_boat": ("G36", "you have a boat there already that seeks the same player"),
    "same_target": ("O4", "your boats must seek different players"),
    "may_not_stop": ("G38", "place all your boats: {boats} to go"),
    "not_kept": ("G100", "you have no such legend before you"),
    "bad_word": ("G102", "{legend} needs one of: {words}"),
    "no_word": ("G100", "{legend} is played without a further word"),
    "no_fire_left": ("G113", "you have no fire left"),
    "fire_there": ("G55", "a fire of yours burns there already"),
    "not_adjacent": ("O5", "the fire must lie next to your location"),
    "pile_due": ("O2", "choose your next pile first"),
    "no_pile_due": ("O2", "you have no pile to choose now"),
    "no_such_pile": ("O2", "you have {piles} piles to choose from"),
    "not_due": ("G20", "the clock is not due before {due} ms"),
    "no_clock": ("G20", "no clock is running"),
}
"""From a reason to its rule and an English sentence."""


def refusal(move: str, reason: str, **values: object) -> IllegalMove:
    """Return the error for a reason, with the values for its sentence.

    >>> str(refusal("boat siren_reef red", "island_face_down", island="siren_reef"))
    'G31: the island siren_reef is face down (move: boat siren_reef red)'
    """
    rule, sentence = REASONS[reason]
    return IllegalMove(move, rule, sentence.format(**values), {"reason": reason, **values})
