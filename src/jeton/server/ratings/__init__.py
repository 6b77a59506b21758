"""Ratings of people: the scale of a title, what a rated match changes on it, and a recount from the log."""
