"""Tables in memory: a command is decided, committed, applied and published; bots and clocks drive the rest."""
