"""Measurements common to lamps and pegs: separate outlines, groups of similar colours, and the
foreground."""
