"""Ratings of people: the scale of a title, what a rated match changes on it, and all of that once more from the log."""
