from __future__ import annotations

from dataclasses import replace

import pytest

from autoplay.practice.puzzles import KINDS, NoPuzzle, _named, collection, find, pick, solution_cells, spoil
from autoplay.practice.validate import fault


@pytest.mark.parametrize("size", range(len(KINDS)))
def test_each_kind_of_the_menu_has_its_puzzles(size):
    kind = KINDS[size]
    boards = [pick(size, seed) for seed in range(kind.bundled + 2)]
    assert {(b.size, b.stars, b.shapeless) for b in boards} == {(kind.size, kind.stars, kind.shapeless)}
    assert len({board.grid for board in boards}) == (len(boards) if kind.live else kind.bundled)


def test_normal_and_hard_show_different_puzzles():
    pairs = [(size, size + 1) for size, kind in enumerate(KINDS) if kind.label.endswith("Normal") and size]
    assert pairs == [(1, 2), (3, 4), (5, 6), (7, 8)]
    for normal, hard in pairs:
        grids = [{pick(size, seed).grid for seed in range(KINDS[size].bundled)} for size in (normal, hard)]
        assert grids[0].isdisjoint(grids[1])


@pytest.mark.parametrize("size", [0, 2, 13, 16])
def test_a_small_puzzle_of_any_seed_is_made_when_it_is_asked_for(size):
    board = pick(size, 123_456)
    assert board.id == KINDS[size].id(123_456)
    assert board not in collection()
    assert len(solution_cells(board.grid, board.stars, limit=2)) == 1
    assert find(board.id) == board
    assert find(spoil(board, 2).id) == spoil(board, 2)


def test_a_large_puzzle_is_a_bundled_one_whatever_the_seed():
    board = pick(11, 123_457)
    assert board.grid == pick(11, 123_457 % KINDS[11].bundled).grid
    assert board.id == "practice-25x25-123457"
    assert find(board.id) == board


@pytest.mark.parametrize("size", range(len(KINDS)))
@pytest.mark.parametrize("seed", [0, 3, 740_000])
def test_a_puzzle_is_found_again_by_the_number_that_the_page_shows(size, seed):
    for board in (pick(size, seed), replace(pick(size, seed), id=f"{KINDS[size].id(seed)}~2")):
        assert _named(f"{board.number:,}") == board.id
    assert find(f"{pick(size, seed).number:,}") == pick(size, seed)


def test_a_puzzle_that_cannot_be_made_is_refused(monkeypatch):
    monkeypatch.setattr("solvers.star_battle.generator.ATTEMPTS", 0)
    with pytest.raises(NoPuzzle, match="6x6/1★ Hard: seed 777: no hard puzzle"):
        pick(2, 777)


def test_every_puzzle_has_one_solution_which_the_judge_accepts():
    for board in collection():
        (answer,) = solution_cells(board.grid, board.stars, limit=2)
        assert fault(board, answer) == "", board.id


def test_a_kind_without_puzzles_is_refused(monkeypatch):
    monkeypatch.setattr("autoplay.practice.puzzles.collection", lambda: ())
    with pytest.raises(NoPuzzle, match="no 10x10/2★ Normal puzzle comes with the site"):
        pick(5)


def test_a_puzzle_is_found_again_by_its_id():
    for board in collection():
        assert find(board.id) == board
    for unknown in (
        "no-such-puzzle",
        "",
        "practice-5x5--1",
        "practice-5x5-01",
        "practice-5x5-",
        "practice-5x5-0~1",
        "7",
        "1,000,190",
    ):
        with pytest.raises(NoPuzzle):
            find(unknown)


def test_without_a_seed_the_next_puzzle_is_another_one():
    first = pick(0)
    assert all(pick(0, after=first.id) != first for _ in range(30))


@pytest.mark.parametrize("size", [0, 3, 5, 13])
@pytest.mark.parametrize("solutions", [0, 2])
def test_spoilt_puzzle_differs_in_one_cell(size, solutions):
    board = pick(size, 1)
    spoilt = spoil(board, solutions)
    changed = sum(
        a != b for old, new in zip(board.grid, spoilt.grid, strict=True) for a, b in zip(old, new, strict=True)
    )
    assert changed == 1
    assert len(solution_cells(spoilt.grid, spoilt.stars, limit=2)) == solutions
    assert find(spoilt.id) == spoilt
