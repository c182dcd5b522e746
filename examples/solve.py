"""Solve a Star Battle given as text, and draw the solution as SVG."""

from pathlib import Path

from solvers.notation import parse
from solvers.star_battle import solve

puzzle = parse("stars 1\nAAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA")
solution = solve(puzzle)
print(
    solution.cells,
    "is the only solution" if solution.solutions == 1 else "is one of several, or none",
)
Path("solution.svg").write_text(puzzle.drawing(solution.cells).svg())
