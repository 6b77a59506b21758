"""Bots: players that are given a view, a budget and a source of chance, and answer with a move."""
