"""Guardians of Legends for agents."""
