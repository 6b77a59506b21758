"""Tables in memory: a room decides, commits, applies and publishes a command; bots and clocks drive the rest."""
