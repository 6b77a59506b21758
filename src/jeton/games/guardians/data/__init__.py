"""The built-in pack of pictures (scenes.json) and what bots associate with them (assoc.json)."""
