"""Games: one folder a title, and the registry that finds them all."""

from jeton.games.registry import all_titles, find, first, make, titles

__all__ = ["all_titles", "find", "first", "make", "titles"]
