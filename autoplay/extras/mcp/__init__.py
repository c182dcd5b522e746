"""Eyes for agents: a server of the Model Context Protocol that reads, solves and presses boards."""
