"""Boards of peg solitaire: found by the square or triangular pattern of their sites, read, and
updated."""
