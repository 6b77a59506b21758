"""What every game shares: the `Game` protocol, matches, the match file, errors; no game, no I/O beyond files."""
