"""Peg solitaire, as a game to be played."""
