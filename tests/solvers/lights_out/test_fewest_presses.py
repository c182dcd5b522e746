"""The fewest presses, checked against the list of all solutions and a SAT solver."""

from random import Random

import pytest
from pysat.card import CardEnc, EncType
from pysat.solvers import Cadical195

from solvers.lights_out import Puzzle, solve


@pytest.mark.parametrize("size", [5, 9, 11])
def test_a_sat_solver_finds_no_solution_with_fewer_presses(size):
    random = Random(size)
    blank = Puzzle(("." * size,) * size)
    cells = list(blank.lamps)
    puzzle = blank.after(random.sample(cells, len(cells) // 2))
    answer = solve(puzzle)
    number = {cell: at for at, cell in enumerate(cells, 1)}
    with Cadical195() as sat:
        for lamp in cells:
            literals = [number[cell] for cell in puzzle.rule.effect(lamp, puzzle.lamps)]
            odd = puzzle.start[lamp[0]][lamp[1]] == "*"
            for signs in range(1 << len(literals)):
                if signs.bit_count() % 2 != odd:
                    sat.add_clause(
                        [-one if signs >> at & 1 else one for at, one in enumerate(literals)]
                    )
        fewer = CardEnc.atmost(
            list(number.values()), len(answer.presses) - 1, encoding=EncType.seqcounter
        )
        assert sat.solve()
        sat.append_formula(fewer)
        assert not sat.solve()
