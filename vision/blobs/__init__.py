"""What lamps and pegs have in common: separate outlines, groups of like colours, and a foreground state."""
