"""Opens a puzzle page, reads the board from a screenshot, solves it and clicks the answer back."""
