"""Splendor and its cousins: a rules engine, bots and a place to play."""

from jeton._version import __version__

__all__ = ["__version__"]
