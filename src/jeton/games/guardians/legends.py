"""The 16 legends, one line of data each (G110–G125); to correct one, change its line."""

from __future__ import annotations

import msgspec

__all__ = ["LEGENDS", "TREASURE", "TREASURES", "Legend"]

TREASURE = "treasure"
TREASURES = 10
"""G1. The 26 rewards are ten treasures, all alike, and the 16 legends."""

HOLDER, CHOSEN, ALL = "holder", "chosen", "all"


class Legend(msgspec.Struct, frozen=True, gc=False):
    """What a legend does, to whom, and whether at once or when its holder wishes."""

    name: str
    rule: str
    english: str
    french: str
    kept: bool
    """Whether the card stays before its holder until played (G100); the others act at once."""
    target: str
    gold: int = 0
    coins: int = 0
    """Legend coins."""
    clues: int = 0
    """Change of the next round's clue allowance (G101)."""
    boats: int = 0
    """Change of the next round's boat allowance (G101)."""
    deed: str = ""
    """What numbers can't say: take, share, alone, fire, change; or cancel and double, which arm a mark."""


_ROWS = (
    # name, rule, english, french, kept, target, and what it does
    Legend("alatyr", "G110", "Alatyr stone", "Alatyr", False, HOLDER, gold=2),
    Legend("andvaranaut", "G111", "Andvaranaut", "Andvaranaut", False, HOLDER, coins=1),
    Legend("ark", "G112", "Ark of the Covenant", "Arche d'Alliance", False, CHOSEN, gold=-2),
    Legend("wand", "G113", "Merlin's wand", "Baguette de Merlin", True, HOLDER, deed="fire"),
    Legend("scales", "G114", "Scales of Balance", "Balance de l'équilibre", False, ALL, deed="share"),
    Legend("boots", "G115", "Seven-league boots", "Bottes de 7 lieues", True, HOLDER, clues=1),
    Legend("girdle", "G116", "Girdle of Aphrodite", "Ceinture d'Aphrodite", False, CHOSEN, gold=-1, deed="take"),
    Legend("club", "G117", "Club of the Dagda", "Club de Dagda", True, HOLDER, boats=1),
    Legend("necklace", "G118", "Necklace of Shiva", "Collier de Shiva", False, CHOSEN, coins=-1),
    Legend("excalibur", "G119", "Excalibur", "Excalibur", False, HOLDER, deed="alone"),
    Legend("kunee", "G120", "Kunee, helm of Hades", "Kunée", True, CHOSEN, deed="cancel"),
    Legend("stone", "G121", "Philosopher's stone", "Pierre philosophale", True, HOLDER, deed="change"),
    Legend("apple", "G122", "Apple of Idunn", "Pomme d'Idunn", True, HOLDER, deed="double"),
    Legend("trident", "G123", "Trident of Poseidon", "Trident de Poséidon", True, CHOSEN, boats=-1),
    Legend("hourglass", "G124", "Sandman's hourglass", "Sablier du marchand de sable", True, CHOSEN, clues=-1),
    Legend("egg", "G125", "Golden egg", "L'œuf d'or", False, HOLDER, gold=1, coins=1),
)

LEGENDS = {legend.name: legend for legend in _ROWS}
"""The legends by name, in the order of their rules."""
