"""Guardians of Legends: all play at once, hints on postcards, hidden islands."""
