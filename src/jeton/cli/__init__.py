"""The command `jeton` and its subcommands: the only part that knows a terminal."""
