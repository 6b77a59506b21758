"""A small printing workshop: scenes written as data become the linocut prints of Guardians of Legends."""
