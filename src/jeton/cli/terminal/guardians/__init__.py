"""Guardians of Legends in the terminal: pictures told in words."""
