from itertools import islice

import pytest

from solvers.errors import BadNotation, SolveTimeout
from solvers.notation import parse
from solvers.star_battle import Puzzle, infer_stars, solutions, solve
from solvers.star_battle.generator import generate
from tests.solvers.boards import PUBLISHED, PUBLISHED_ANSWER

pytestmark = pytest.mark.usefixtures("tree")


def count_up_to(puzzle, limit):
    return len(list(islice(solutions(puzzle), limit)))


def test_the_published_example_has_exactly_its_answer():
    solution = solve(parse(PUBLISHED, stars=2))
    assert [list(cell) for cell in solution.cells] == PUBLISHED_ANSWER
    assert solution.solutions == 1
    assert solution.nodes >= 1
    assert solution.seconds > 0


def test_solutions_are_counted_up_to_the_limit():
    open_board = Puzzle(("." * 6,) * 6, 1)
    assert [solve(open_board, limit=limit).solutions for limit in (1, 2, 7)] == [1, 2, 7]


@pytest.mark.parametrize(("size", "known"), [(4, 2), (5, 14), (6, 90), (7, 646), (8, 5242)])
def test_open_boards_have_the_known_number_of_solutions(size, known):
    """Permutations whose neighbours differ by more than 1 (Hertzsprung's problem, OEIS A002464)."""
    assert count_up_to(Puzzle(("." * size,) * size, 1), 10**6) == known


def test_a_search_that_takes_too_long_says_so():
    with pytest.raises(SolveTimeout, match=r"not solved within 0\.01 s"):
        solve(Puzzle(("." * 12,) * 12, 1), limit=10**9, timeout_s=0.01)


@pytest.mark.parametrize(("size", "stars"), [(6, 1), (8, 1), (10, 2)])
def test_the_stars_of_a_generated_board_are_inferred(size, stars):
    assert infer_stars(generate(size, stars, seed=1).grid) == stars


def test_stars_that_cannot_be_inferred_are_none():
    assert infer_stars(("......",) * 6) is None
    assert infer_stars(("AAAA", "BBBB", "CCCC", "DDDD")) is None


def test_stars_that_take_too_long_to_infer():
    with pytest.raises(SolveTimeout, match=r"could not be inferred within 0\.001 s"):
        infer_stars(("." * 30,) * 30, timeout_s=0.001)
    with pytest.raises(SolveTimeout, match="could not be inferred within 40 boards"):
        infer_stars(("." * 30,) * 30, max_nodes=40)


def test_stars_of_an_invalid_board_are_refused():
    with pytest.raises(BadNotation, match="row 2 has 3 cells"):
        infer_stars(("AAAA", "BBB", "CCCC", "DDDD"))
    with pytest.raises(BadNotation, match="1x1 cells"):
        infer_stars(("A",))
