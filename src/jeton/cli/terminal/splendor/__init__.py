"""The table of Splendor and Splendor: Marvel in the terminal: pure functions from a view to text."""
