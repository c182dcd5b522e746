"""Regions, walls and marks of a grid, and reasons to reject it as a Star Battle."""
