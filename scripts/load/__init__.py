"""The people of `make bench-server`: sockets that cost next to nothing, in a process of their own."""
