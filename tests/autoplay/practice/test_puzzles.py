"""Star Battle puzzles of the practice site: bundled, made, found again, spoilt, and checked."""

import pytest

from autoplay.practice.puzzles import (
    KINDS,
    NoPuzzle,
    StarBoard,
    collection,
    find,
    make_board,
    pick,
    solution_cells,
    spoil,
)
from autoplay.practice.star_battle import describe_star_fault
from solvers.star_battle import Puzzle
from solvers.star_battle.explanation import explain

SMALL = StarBoard("small", 1, ("AAAAB", "CCABB", "CCABD", "CEEDD", "EEEDD"))
WALLED = StarBoard("walled", 1, (".#...", ".....", ".....", "#....", "....."))
SOLVED = frozenset({(0, 2), (1, 4), (2, 1), (3, 3), (4, 0)})


def test_the_file_holds_the_puzzles_of_every_kind_as_the_generator_makes_them():
    boards = iter(collection())
    for kind in KINDS:
        made = [next(boards) for _ in range(kind.bundled)]
        expected = [kind.name_board(seed) for seed in range(kind.bundled)]
        assert [board.id for board in made] == expected
        for board in made:
            form = (board.size, board.stars, board.shapeless)
            assert form == (kind.size, kind.stars, kind.series == "shapeless")
            (answer,) = solution_cells(board.grid, board.stars, limit=2)
            assert describe_star_fault(board, answer) == "", board.id
        if kind.size <= 10 and kind.difficulty != "hard":
            assert make_board(kind, 0) == made[0]
        if kind.size <= 8 and kind.difficulty:  # the deepest rules take seconds on larger ones
            assert explain(Puzzle(made[0].grid, made[0].stars)).difficulty == kind.difficulty
    assert next(boards, None) is None
    assert len({board.grid for board in collection()}) == len(collection())


@pytest.mark.parametrize("size", [0, 13, 16])
def test_a_small_puzzle_of_any_seed_is_made_when_it_is_asked_for(size):
    board = pick(size, 123_456)
    assert board.id == KINDS[size].name_board(123_456)
    assert board not in collection()
    assert len(solution_cells(board.grid, board.stars, limit=2)) == 1
    assert find(board.id) == board


@pytest.mark.parametrize(("size", "solutions"), [(0, 0), (3, 2), (5, 0), (13, 2)])
def test_spoilt_puzzle_differs_in_one_cell_and_is_found_by_id(size, solutions):
    board = pick(size, 1)
    spoilt = spoil(board, solutions)
    cells = zip("".join(board.grid), "".join(spoilt.grid), strict=True)
    assert sum(old != new for old, new in cells) == 1
    assert len(solution_cells(spoilt.grid, spoilt.stars, limit=2)) == solutions
    assert find(spoilt.id) == spoilt


def test_what_is_no_puzzle_or_cannot_be_made_is_refused(monkeypatch):
    ids = ["no-such", "", "practice-5x5--1", "practice-5x5-01", "practice-5x5-"]
    for puzzle_id in [*ids, "practice-5x5-0~1", "7", "1,000,190"]:
        with pytest.raises(NoPuzzle):
            find(puzzle_id)
    monkeypatch.setattr("solvers.star_battle.generator.ATTEMPTS", 0)
    with pytest.raises(NoPuzzle, match="6x6/1★ Hard: seed 777: no hard puzzle"):
        pick(2, 777)
    monkeypatch.setattr("autoplay.practice.puzzles.collection", lambda: ())
    with pytest.raises(NoPuzzle, match="no 10x10/2★ Normal puzzle comes with the site"):
        pick(5)


@pytest.mark.parametrize(("board", "stars", "words"), [
    (SMALL, SOLVED - {(4, 0)}, "column 1 has 0 of 1 stars"),
    (SMALL, SOLVED | {(4, 2)}, "touches another"),
    (SMALL, {(0, 3), (1, 1), (2, 4), (3, 2), (4, 0)}, "region B has 0 of 1 stars"),
    (WALLED, {(0, 1), (1, 3), (2, 0), (3, 2), (4, 4)}, "a star is on the wall at row 1, col"),
])  # fmt: skip
def test_the_first_broken_rule_is_told(board, stars, words):
    assert words in describe_star_fault(board, frozenset(stars))
    assert describe_star_fault(board, SOLVED) == ""
