"""Books of puzzles for print: `autoplay print`."""
