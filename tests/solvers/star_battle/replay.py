"""Check of one step of an explanation with a SAT solver, from the step's own claims alone."""

from itertools import combinations

from pysat.card import CardEnc, EncType
from pysat.solvers import Cadical195


def unit_cells(puzzle, name):
    """Return the cells of a unit by its name in steps."""
    kind, which = name.split()
    size = puzzle.size
    cells = {
        "row": lambda: [(int(which) - 1, col) for col in range(size)],
        "column": lambda: [(row, int(which) - 1) for row in range(size)],
        "region": lambda: puzzle.regions[which],
    }[kind]()
    return [(row, col) for row, col in cells if puzzle.grid[row][col] != "#"]


def not_forced(puzzle, stars, crossed, step):
    """Return the conclusions of a step that don't follow from the marks so far and its own cells
    and units.

    Only the counts of its units are used, and that no two of its cells and conclusions touch; fails
    where even these have no solution.
    """
    units = [unit_cells(puzzle, name) for name in step.units]
    concluded = [*step.stars, *step.crossed]
    apart = sorted({*step.cells, *concluded})
    variable = {
        cell: at
        for at, cell in enumerate(sorted({*apart, *(cell for unit in units for cell in unit)}), 1)
    }
    top = len(variable)
    with Cadical195() as sat:
        for unit in units:
            assert len(unit) >= puzzle.stars
            exactly = CardEnc.equals(
                [variable[cell] for cell in unit], puzzle.stars, top, encoding=EncType.seqcounter
            )
            top = max(top, exactly.nv)
            sat.append_formula(exactly)
        for (r, c), (s, d) in combinations(apart, 2):
            if max(abs(r - s), abs(c - d)) == 1:
                sat.add_clause([-variable[r, c], -variable[s, d]])
        for cell in variable.keys() & stars:
            sat.add_clause([variable[cell]])
        for cell in variable.keys() & crossed:
            sat.add_clause([-variable[cell]])
        assert sat.solve(), "the justification contradicts itself"
        against = {cell: -variable[cell] for cell in step.stars} | {
            cell: variable[cell] for cell in step.crossed
        }
        return [cell for cell, literal in against.items() if sat.solve(assumptions=[literal])]


def replay(puzzle, steps):
    """Assert that each step says something new and true; return the stars and crosses."""
    stars, crossed = set(puzzle.given), set(puzzle.crossed)
    for step in steps:
        new = {*step.stars, *step.crossed}
        assert new, step
        assert not new & (stars | crossed), step
        assert not_forced(puzzle, stars, crossed, step) == [], step
        stars.update(step.stars)
        crossed.update(step.crossed)
    return stars, crossed
