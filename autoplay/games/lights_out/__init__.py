"""Lights Out, as a game to be played."""
