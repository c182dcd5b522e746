"""The compiled kernel visits the same boards in the same order as the Python that it replaces."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.star_battle import Puzzle
from solvers.star_battle.generator import generate
from solvers.star_battle.tree import PythonTree
from tests.solvers.boards import boards
from tests.solvers.star_battle.conftest import compiled_tree

LIMIT = 50


def walk(tree, limit=LIMIT):
    """Return all solutions up to a limit, each with the number of boards visited until then."""
    found = []
    while not tree.done and len(found) < limit:
        cells = tree.search(7)
        if cells:
            found.append((cells, tree.nodes))
    return found, tree.nodes


def marked(grid, stars, rng):
    cells = [(r, c) for r, row in enumerate(grid) for c, ch in enumerate(row) if ch != "#"]
    given_stars, crossed = (
        frozenset(rng.sample(cells, min(len(cells), rng.randint(0, most)))) for most in (2, 5)
    )
    return Puzzle(grid, stars, given_stars, crossed)


@settings(deadline=None, max_examples=100)
@given(boards(), st.randoms(use_true_random=False), st.booleans())
def test_both_find_the_same_in_the_same_order(board, rng, by_priority):
    puzzle = marked(*board, rng)
    cells = range(puzzle.size**2)
    priority = rng.sample(cells, len(cells)) if by_priority else ()
    assert walk(compiled_tree()(puzzle, priority)) == walk(PythonTree(puzzle, priority))


@pytest.mark.parametrize(("size", "stars"), [(8, 1), (10, 2), (14, 3)])
def test_both_prove_the_same_on_real_sizes(size, stars):
    for seed in range(3):
        puzzle = generate(size, stars, seed)
        assert walk(compiled_tree()(puzzle)) == walk(PythonTree(puzzle))


@pytest.mark.parametrize("size", [29, 30])
def test_the_largest_boards_fit(size):
    puzzle = Puzzle(("." * size,) * size, 7)
    priority = random.Random(size).sample(range(size**2), size**2)
    found, nodes = walk(compiled_tree()(puzzle, priority), limit=3)
    assert len(found) == 3
    assert (found, nodes) == walk(PythonTree(puzzle, priority), limit=3)


@pytest.mark.parametrize("arguments", [
    (31, 7, bytes(961), bytes(961), b""),
    (5, 8, bytes(25), bytes(25), b""),
    (5, 0, bytes(25), bytes(25), b""),
    (5, 1, bytes(24), bytes(25), b""),
    (5, 1, bytes(25), bytes(26), b""),
    (5, 1, bytes(25), bytes(25), b"1"),
    (5, 1, bytes([6]) * 25, bytes(25), b""),
    (5, 1, bytes([4]) * 25, bytes(25), b""),
    (-5, 1, bytes(25), bytes(25), b""),
])  # fmt: skip
def test_the_kernel_refuses_invalid_boards(arguments):
    compiled_tree()
    from solvers.star_battle._kernel import Tree as Kernel

    with pytest.raises(ValueError, match=r"no board|not numbered"):
        Kernel(*arguments)
