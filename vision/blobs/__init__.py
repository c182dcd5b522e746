"""Measurements common to lamps and pegs: separate outlines, groups of like colours, and the foreground."""
