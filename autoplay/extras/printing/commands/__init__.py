"""Command of this extra."""
