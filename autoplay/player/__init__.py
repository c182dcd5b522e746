"""From an address to a puzzle that the page calls solved, once or day by day."""
