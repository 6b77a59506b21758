"""The bots of Splendor and Splendor: Marvel: greedy, nets, search, and the levels made of them."""
