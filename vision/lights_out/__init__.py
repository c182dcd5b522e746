"""Lights Out: lamps in rows and columns, and their states."""
