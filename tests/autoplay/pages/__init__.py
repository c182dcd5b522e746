"""Small pages of many structures, each with a board that a player has to find, to read and to press."""
