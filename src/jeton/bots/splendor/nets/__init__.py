"""The nets that ship, one for each title and number of seats: in bytes, as `net_file` writes them."""
