"""Results as text, JSON and printed sheets."""
