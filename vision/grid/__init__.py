"""Straight lines, the grids of cells they form, and the surroundings of these grids."""
