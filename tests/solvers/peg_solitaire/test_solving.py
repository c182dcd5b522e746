import time
from contextlib import suppress
from itertools import islice

import pytest
from hypothesis import given, settings

from solvers.deadline import Deadline
from solvers.errors import BadNotation, IllegalMove, NotMade, SolveTimeout
from solvers.peg_solitaire import (
    BOARDS,
    Board,
    Puzzle,
    count_solutions,
    generate,
    moves_of,
    named_board,
    solutions,
    solve,
    start_classes,
)
from solvers.peg_solitaire.proofs import find_pagoda
from solvers.peg_solitaire.search import MoveSearch
from tests.solvers.peg_solitaire.boards import brute_force, opened, puzzles


@settings(max_examples=100, deadline=None)
@given(puzzles())
def test_small_boards_agree_with_trying_everything(puzzle):
    sequences, moves = brute_force(puzzle)
    found = solve(puzzle, fewest=True)
    assert found.solvable == (sequences > 0)
    assert count_solutions(puzzle) == sequences
    every = list(islice(solutions(puzzle, found.jumps), 2000))
    assert len(every) == len(set(every)) == min(sequences, 2000)
    assert all(puzzle.after(jumps).solved for jumps in every)
    assert every[:1] == [found.jumps] * found.solvable
    if found.solvable:
        assert puzzle.after(found.jumps).solved
        assert found.fewest
        assert found.moves == moves == len(moves_of(found.jumps))
    else:
        assert found.reason
        assert not found.jumps


@pytest.mark.parametrize(
    ("hole", "holes", "sequences", "moves"),
    [(0, 3, 29_760, 10), (1, 6, 14_880, 10), (3, 3, 85_258, 9), (4, 3, 1_550, 11)],
)
def test_the_triangle_of_fifteen(hole, holes, sequences, moves):
    puzzle = opened("triangle5", hole)
    (symmetric,) = (found for found in start_classes(puzzle.board) if hole in found)
    assert (symmetric[0], len(symmetric)) == (hole, holes)
    assert count_solutions(puzzle) == sequences
    found = solve(puzzle, fewest=True)
    assert (found.moves, found.fewest) == (moves, True)
    assert puzzle.after(found.jumps).solved


@pytest.mark.parametrize("name", ["triangle5", "triangle6", "english"])
def test_every_start_is_solved_to_the_same_hole_if_possible(name):
    for first, *_ in start_classes(named_board(name)):
        puzzle = opened(name, first, first)
        found = solve(puzzle, timeout_s=60)
        assert found.solvable == ((name, first) != ("triangle5", 4)), first
        assert not found.solvable or puzzle.after(found.jumps).solved


def test_the_european_central_game_has_no_solution_and_others_have():
    for end in (None, 18):
        central = solve(opened("european", 18, end))
        assert not central.solvable
        assert "parity class" in central.reason
        assert central.nodes == 0
    assert solve(opened("european", 0), timeout_s=60).solvable
    assert solve(opened("wiegleb", 13, 13), timeout_s=60).solvable


def test_the_usual_boards_have_their_sites_and_jumps():
    assert [len(named_board(name).sites) for name in BOARDS] == [10, 15, 21, 28, 33, 37, 45, 41]
    assert len(named_board("english").jumps) == 76
    assert len(named_board("triangle5").jumps) == 36


@pytest.mark.parametrize(
    "name",
    ["", "square", "triangle", "triangle1", "triangle21", "triangle-5", "triangle5x", "triangle²"],
)
def test_an_unknown_board_name_is_refused(name):
    with pytest.raises(BadNotation, match="there is no board"):
        named_board(name)


@pytest.mark.parametrize(("sites", "lattice", "message"), [
    ((), "square", "without sites"),
    (((0, 0), (0, 2)), "square", "column 3: not connected"),
    (((0, 0), (0, 1)), "triangular", "column 2: not half a column"),
    (((0, 0), (0, 4)), "triangular", "not connected"),
    (((0, 0),), "hexagonal", "no lattice"),
])  # fmt: skip
def test_an_invalid_board_is_refused(sites, lattice, message):
    with pytest.raises(BadNotation, match=message):
        Board(sites, lattice)


@pytest.mark.parametrize(("start", "end", "message"), [
    (0, None, "without pegs"), ({10}, None, "no hole 10"), (1 << 10, None, "without pegs"),
    (1, 10, "no hole 10"), (1, frozenset(), "end without pegs"),
])  # fmt: skip
def test_an_invalid_start_or_end_is_refused(start, end, message):
    with pytest.raises(BadNotation, match=message):
        Puzzle(named_board("triangle4"), start, end)


def test_boards_of_few_jumps_are_decided_without_a_search():
    board = named_board("triangle4")
    for end in (None, 3, frozenset({3})):
        found = solve(Puzzle(board, {3}, end), fewest=True)
        assert (found.solvable, found.jumps, found.moves, found.fewest) == (True, (), 0, True)
        assert count_solutions(Puzzle(board, {3}, end)) == 1
    assert "takes a peg away" in solve(Puzzle(board, {3}, 4)).reason
    assert count_solutions(Puzzle(board, {3}, 4)) == 0
    assert "no hole" in solve(Puzzle(board, board.full)).reason
    row = Board(tuple((0, col) for col in range(5)))
    assert [solve(Puzzle(row, pegs)).fewest for pegs in ({0, 1}, {0, 1, 3})] == [True, False]


def test_an_impossible_jump_is_refused():
    puzzle = opened("triangle5", 0)
    for jump, why in [
        ((0, 1, 3), "no peg in hole 0"),
        ((3, 1, 1), "not three"),
        ((3, 4, 5), "not empty"),
    ]:
        with pytest.raises(IllegalMove, match=why):
            puzzle.after([jump])
    assert puzzle.after([(3, 1, 0)]).pegs == puzzle.pegs - {3, 1} | {0}


def test_a_timeout_describes_the_progress_of_the_search():
    with pytest.raises(SolveTimeout, match=r"positions searched, down to \d+ peg"):
        solve(opened("english", 16, 16), timeout_s=0)
    with pytest.raises(SolveTimeout, match="1 positions of 32 pegs, 1 wanted"):
        count_solutions(opened("english", 16, 16), timeout_s=0)


def test_timeout_returns_the_best_unproved_solution(monkeypatch):
    def over(_search):
        raise SolveTimeout("over")

    puzzle = opened("triangle6", 0)
    monkeypatch.setattr(MoveSearch, "_check_limits", over)
    found = solve(puzzle, fewest=True)
    assert found.solvable
    assert not found.fewest
    assert puzzle.after(found.jumps).solved


@pytest.mark.parametrize("name", BOARDS)
def test_puzzles_at_random_can_be_solved(name):
    board = named_board(name)
    for seed in range(2):
        puzzle = generate(board, 7, seed, end=seed)
        assert len(puzzle.pegs) == 7
        assert puzzle.after(solve(puzzle, timeout_s=60).jumps).solved
    with pytest.raises(NotMade):
        generate(board, len(board.sites), 0)


def test_no_pagoda_is_looked_for_once_the_time_is_over():
    puzzle = opened("diamond", 6, 12)
    assert find_pagoda(puzzle.board, puzzle.start, puzzle.ends[0], Deadline())
    assert find_pagoda(puzzle.board, puzzle.start, puzzle.ends[0], Deadline(0)) == ()
    assert solve(puzzle, timeout_s=60).reason.startswith("pagoda: the start is worth")


def test_too_many_chains_stay_within_the_time_limit():
    board = Board(tuple((row, col) for row in range(7) for col in range(7)))
    lonely = {board.numbers[row, col] for row in range(7) for col in range(7) if (row + col) % 2}
    start = time.perf_counter()
    with suppress(SolveTimeout):
        solve(Puzzle(board, {*lonely, 0}), fewest=True, timeout_s=0.2)
    assert time.perf_counter() - start < 20


def test_search_that_exceeds_memory_reports_its_progress(monkeypatch):
    monkeypatch.setattr("solvers.peg_solitaire.solving.ROOM", 100)
    monkeypatch.setattr("solvers.peg_solitaire.search.ROOM", 100)
    with pytest.raises(SolveTimeout, match=r"\d+ positions of \d+ pegs, 1 wanted"):
        count_solutions(opened("triangle5", 0))
    with pytest.raises(SolveTimeout, match="positions searched, down to"):
        solve(opened("triangle5", 0))
