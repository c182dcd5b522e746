"""Apply a Lights Out answer to a page."""
