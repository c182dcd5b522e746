"""Boards of peg solitaire: found by the pattern of their sites, square or triangular, read, and updated."""
