"""Make a new Star Battle with one solution, and print it as an address for other programs."""

from solvers.notation import write
from solvers.star_battle import generate

puzzle = generate(8, 1, seed=7)
print(write(puzzle, "letters"), end="")
print(write(puzzle, "puzz.link"), end="")
