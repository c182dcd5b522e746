"""Star Battle, as a game to be played."""
