"""The nets that ship, one for each title and number of seats: half-precision arrays with a note of their origin."""
