"""Many pictures or puzzles: where they come from, the processes that work on them, and the files for results."""
