"""What is kept of runs: the history, its streaks and its calendar."""
