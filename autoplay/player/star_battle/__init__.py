"""Apply a Star Battle answer to a page."""
