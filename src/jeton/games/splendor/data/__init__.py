"""The cards, nobles and locations as data files."""
