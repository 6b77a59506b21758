"""People: guests, accounts, ways to sign in, and notices for people who are away."""
