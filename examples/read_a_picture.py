"""Read the board in a screenshot, and print the confidence."""

import sys
from pathlib import Path

from vision import load_image, read_board

picture = Path(sys.argv[1] if len(sys.argv) > 1 else "fixtures/practice/10x10-night-half.png")
reading = read_board(load_image(picture))
print(*reading.grid, sep="\n")
print(f"{len(reading.marks)} marks, {reading.confidence:.0%} sure")
