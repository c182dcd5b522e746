"""Whether this machine has what the program needs, and the one command that mends what it has not."""
