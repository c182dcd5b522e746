from __future__ import annotations

import pytest

from autoplay.demo.judge import fault
from autoplay.demo.puzzles import KINDS, NoPuzzle, collection, find, pick, solution_cells, spoil


@pytest.mark.parametrize("size", range(len(KINDS)))
def test_each_kind_of_the_menu_has_its_puzzles(size):
    boards = [pick(size, seed) for seed in range(40)]
    kind = KINDS[size]
    assert {(b.size, b.stars, b.shapeless) for b in boards} == {(kind.size, kind.stars, kind.shapeless)}
    assert len({board.id for board in boards}) > 1


def test_every_puzzle_has_one_solution_which_the_judge_accepts():
    for board in collection():
        (answer,) = solution_cells(board.grid, board.stars, limit=2)
        assert fault(board, answer) == "", board.id


def test_a_kind_without_puzzles_is_refused(monkeypatch):
    monkeypatch.setattr("autoplay.demo.puzzles.collection", lambda: ())
    with pytest.raises(NoPuzzle, match="no 10x10/2★ Normal puzzle comes with the site"):
        pick(5)


def test_a_puzzle_is_found_again_by_its_id():
    for board in collection():
        assert find(board.id) == board
    with pytest.raises(NoPuzzle):
        find("no-such-puzzle")


def test_without_a_seed_the_next_puzzle_is_another_one():
    first = pick(0)
    assert all(pick(0, after=first.id) != first for _ in range(30))


@pytest.mark.parametrize("size", [0, 3, 5, 13])
@pytest.mark.parametrize("solutions", [0, 2])
def test_a_spoilt_puzzle_differs_in_one_cell_and_has_none_or_several_solutions(size, solutions):
    board = pick(size, 1)
    spoilt = spoil(board, solutions)
    changed = sum(
        a != b for old, new in zip(board.grid, spoilt.grid, strict=True) for a, b in zip(old, new, strict=True)
    )
    assert changed == 1
    assert len(solution_cells(spoilt.grid, spoilt.stars, limit=2)) == solutions
    assert find(spoilt.id) == spoilt
