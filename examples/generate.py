"""Makes a new Star Battle with one solution, and writes it as an address that opens elsewhere."""

from solvers.notation import write
from solvers.star_battle import generate

puzzle = generate(8, 1, seed=7)
print(write(puzzle, "letters"), end="")
print(write(puzzle, "puzz.link"), end="")
