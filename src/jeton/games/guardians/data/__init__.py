"""The built-in pack of pictures (scenes.json) and what its bots associate with them (assoc.json)."""
