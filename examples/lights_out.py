"""Find the fewest presses that turn off all lamps of a board."""

from collections import Counter

from solvers.lights_out import Puzzle, solve

puzzle = Puzzle(("*.*.*", ".*.*.", "*...*", ".*.*.", "*.*.*"))
solution = solve(puzzle)
print(
    f"{solution.solutions} solutions; press" if solution.solvable else "no solution",
    *Counter(solution.presses),
)
print("all off" if puzzle.after(solution.presses).solved else "not all off")
