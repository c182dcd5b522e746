from __future__ import annotations

import pytest

from solvers.errors import BadNotation
from solvers.star_battle import solve
from solvers.star_battle.generator import generate, generate_shapeless


@pytest.mark.parametrize(("size", "stars"), [(4, 1), (5, 1), (6, 1), (7, 1), (8, 1), (8, 2), (9, 2), (10, 2), (13, 3)])
def test_generated_boards_have_one_solution_and_connected_regions(size, stars):
    puzzle = generate(size, stars, seed=7)
    assert (puzzle.size, puzzle.stars, len(puzzle.regions)) == (size, stars, size)
    assert solve(puzzle).solutions == 1


@pytest.mark.parametrize(("size", "stars"), [(4, 1), (6, 1), (8, 1), (10, 2), (14, 3)])
def test_generated_shapeless_boards_have_one_solution(size, stars):
    puzzle = generate_shapeless(size, stars, seed=7)
    assert set("".join(puzzle.grid)) == {"#", "."}
    assert solve(puzzle).solutions == 1


@pytest.mark.parametrize("make", [generate, generate_shapeless])
def test_a_seed_gives_one_board_and_another_seed_another(make):
    assert make(8, 1, seed=3) == make(8, 1, seed=3)
    assert make(8, 1, seed=3) != make(8, 1, seed=4)


@pytest.mark.parametrize("make", [generate, generate_shapeless])
@pytest.mark.parametrize(("size", "stars"), [(3, 1), (5, 2), (31, 1), (8, 0)])
def test_what_cannot_fit_is_refused(make, size, stars):
    with pytest.raises(BadNotation):
        make(size, stars, seed=1)
