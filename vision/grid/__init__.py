"""Straight lines, the grids of cells they form, and the borders between their cells."""
