"""The painter of Guardians of Legends: scenes in, pictures out. README.md tells how to run it."""
