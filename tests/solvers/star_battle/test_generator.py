import subprocess
import sys
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.errors import BadNotation, NotMade, SolveTimeout
from solvers.names import DIFFICULTIES
from solvers.star_battle import generate
from solvers.star_battle.explanation import explain
from solvers.star_battle.model import max_stars
from tests.qa.benchmarks.peers import cadical

SEEDS = st.integers(0, 10**9)
SMALL = [(size, stars) for size in range(4, 12) for stars in range(1, max_stars(size) + 1)]

PRINT_PUZZLES = """
import sys
if sys.argv[1] == "python":
    sys.modules["solvers.star_battle._kernel"] = None
from solvers.star_battle import generate
for size, stars, shapeless in ((5, 1, False), (8, 1, False), (9, 2, False), (10, 2, False), (8, 1, True)):
    print(generate(size, stars, 5, shapeless=shapeless).grid)
"""


def is_good(puzzle, size, stars):
    """Return True if it is such a puzzle, and a SAT solver finds one solution."""
    assert (puzzle.size, puzzle.stars, puzzle.given) == (size, stars, frozenset())
    assert puzzle.crossed == frozenset()
    return len(list(islice(cadical(puzzle), 2))) == 1


@pytest.mark.parametrize("shapeless", [False, True])
@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SMALL), SEEDS)
def test_a_puzzle_has_one_solution_and_a_region_per_row_unless_it_is_shapeless(
    shapeless, kind, seed
):
    puzzle = generate(*kind, seed, shapeless=shapeless)
    assert len(puzzle.regions) == (0 if shapeless else puzzle.size)
    assert not shapeless or set("".join(puzzle.grid)) <= {"#", "."}
    assert is_good(puzzle, *kind)


@pytest.mark.parametrize("shapeless", [False, True])
def test_a_seed_gives_one_puzzle_and_another_seed_another(shapeless):
    puzzles = [generate(8, 1, seed, shapeless=shapeless) for seed in range(12)]
    expected = [generate(8, 1, seed, shapeless=shapeless, timeout_s=600) for seed in range(12)]
    assert puzzles == expected
    assert len({puzzle.grid for puzzle in puzzles}) == 12


@pytest.mark.usefixtures("process")
def test_generated_puzzles_depend_on_neither_kernel_nor_hash_order():
    made = {
        subprocess.run(
            [sys.executable, "-c", PRINT_PUZZLES, search],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
            timeout=120,
        ).stdout
        for search, hash_seed in (("python", "1"), ("any", "2"))
    }
    assert len(made) == 1


@pytest.mark.parametrize("shapeless", [False, True])
@pytest.mark.parametrize(("size", "stars"), [(3, 1), (5, 2), (31, 1), (8, 0)])
def test_what_cannot_fit_is_refused(shapeless, size, stars):
    with pytest.raises(BadNotation):
        generate(size, stars, seed=1, shapeless=shapeless)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_a_puzzle_is_as_difficult_as_was_asked_for(difficulty):
    for seed in range(2):
        puzzle = generate(8, 1, seed, difficulty=difficulty)
        assert explain(puzzle).difficulty == difficulty
        assert is_good(puzzle, 8, 1)
        assert puzzle == generate(8, 1, seed, difficulty=difficulty, timeout_s=600)


@pytest.mark.parametrize(("difficulty", "stars"), [("hard", 1), ("hard", 2), ("normal", 1)])
def test_what_hardly_ever_comes_without_regions_is_refused_at_once(difficulty, stars):
    with pytest.raises(NotMade, match=f"^hardly any puzzle without regions .* is {difficulty}$"):
        generate(30, stars, seed=1, difficulty=difficulty, shapeless=True)


@pytest.mark.parametrize("shapeless", [False, True])
@pytest.mark.parametrize("difficulty", [None, "easy", "expert"])
def test_a_time_limit_ends_it_and_says_what_to_try(difficulty, shapeless):
    what = f"{difficulty} puzzle" if difficulty else "puzzle"
    with pytest.raises(SolveTimeout, match=rf"^seed 3: no {what} within 0\.2 s") as stopped:
        generate(30, 7, seed=3, difficulty=difficulty, shapeless=shapeless, timeout_s=0.2)
    expected = "another seed, size or difficulty, a longer --timeout, or 0 for no limit"
    assert stopped.value.hint == expected


def test_an_unknown_difficulty_is_refused_with_those_there_are():
    with pytest.raises(BadNotation, match="no difficulty 'evil'") as refused:
        generate(5, 1, seed=1, difficulty="evil")
    assert refused.value.hint == "easy, normal, hard, expert"
