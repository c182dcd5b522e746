"""Regions, walls and marks of a grid, and what speaks against its being a Star Battle."""
