"""Straight lines, the grids of cells they form, and what lies round those."""
