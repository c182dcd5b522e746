"""Outlines that stand apart, and how they look: what lamps and pegs have in common."""
