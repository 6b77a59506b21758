"""The nets that ship, one a title and number of seats: in bytes, as `net_file` writes them."""
