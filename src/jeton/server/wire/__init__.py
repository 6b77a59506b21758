"""What comes in and goes out: connections, limits at the door, messages, and the words of the protocol."""
