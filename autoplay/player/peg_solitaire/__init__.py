"""Apply a peg solitaire answer to a page."""
