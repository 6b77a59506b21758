"""`jeton play` in the terminal: pure functions from a view to text, and the loop that asks and plays."""
