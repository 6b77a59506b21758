"""People: guests, accounts, ways to sign in, and what they are told when they are away."""
