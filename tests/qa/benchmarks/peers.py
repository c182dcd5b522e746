"""Other solvers that people use for Star Battle puzzles; each yields solutions on demand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, product

from solvers.star_battle import Puzzle

Cell = tuple[int, int]


def _cells(puzzle: Puzzle) -> list[Cell]:
    return [
        (r, c)
        for r, row in enumerate(puzzle.grid)
        for c, character in enumerate(row)
        if character != "#"
    ]


def _units(puzzle: Puzzle, cells: list[Cell]) -> list[list[Cell]]:
    lines = [
        [cell for cell in cells if cell[axis] == at] for axis in (0, 1) for at in range(puzzle.size)
    ]
    return [*lines, *puzzle.regions.values()]


def _blocks(puzzle: Puzzle, known: set[Cell]) -> Iterator[list[Cell]]:
    """Yield the cells of every 2x2 block: no two cells of one may both hold a star."""
    for rows, cols in product(pairwise(range(puzzle.size)), repeat=2):
        yield [cell for cell in product(rows, cols) if cell in known]


def cadical(puzzle: Puzzle) -> Iterator[tuple[Cell, ...]]:
    """Yield every solution, by the SAT solver CaDiCaL: sequential counters for units, a clause per
    pair in a block."""
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Cadical195

    cells = _cells(puzzle)
    variable = {cell: number for number, cell in enumerate(cells, 1)}
    top = len(cells)
    with Cadical195() as sat:
        for unit in _units(puzzle, cells):
            if len(unit) < puzzle.stars:
                return
            literals = [variable[cell] for cell in unit]
            encoded = CardEnc.equals(
                literals, puzzle.stars, top_id=top, encoding=EncType.seqcounter
            )
            top = max(top, encoded.nv)
            sat.append_formula(encoded)
        for block in _blocks(puzzle, set(cells)):
            for one, other in combinations(block, 2):
                sat.add_clause([-variable[one], -variable[other]])
        for cell in puzzle.given:
            sat.add_clause([variable[cell]])
        for cell in puzzle.crossed:
            sat.add_clause([-variable[cell]])
        while sat.solve():
            true = {literal for literal in sat.get_model() if literal > 0}
            answer = tuple(cell for cell in cells if variable[cell] in true)
            yield answer
            sat.add_clause([-variable[cell] for cell in answer])


def cp_sat(puzzle: Puzzle) -> Iterator[tuple[Cell, ...]]:
    """Yield every solution, by the constraint solver CP-SAT with one worker."""
    from ortools.sat.python import cp_model

    cells = _cells(puzzle)
    model = cp_model.CpModel()
    star = {cell: model.new_bool_var("") for cell in cells}
    for unit in _units(puzzle, cells):
        model.add(sum(star[cell] for cell in unit) == puzzle.stars)
    for block in _blocks(puzzle, set(cells)):
        model.add_at_most_one(star[cell] for cell in block)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    while solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        answer = tuple(cell for cell in cells if solver.value(star[cell]))
        yield answer
        model.add_bool_or(star[cell].negated() for cell in answer)


PEERS = {"CaDiCaL": cadical, "CP-SAT": cp_sat}
