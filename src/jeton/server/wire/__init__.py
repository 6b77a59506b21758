"""What comes in and goes out: connections, limits, messages, and the protocol."""
