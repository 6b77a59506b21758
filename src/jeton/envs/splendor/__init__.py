"""Splendor and Splendor: Marvel for agents."""
