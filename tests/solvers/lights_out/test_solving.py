"""Solutions, checked against brute force, the rule itself, and published results."""

from itertools import islice
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.errors import NotMade, SolveTimeout
from solvers.lights_out import (
    PLUS,
    RULES,
    STATES,
    Lamps,
    Matrix,
    Puzzle,
    Rule,
    count_solutions,
    generate,
    named_rule,
    nullity,
    solutions,
    solve,
)
from solvers.lights_out.solving import drop_symmetric
from tests.solvers.lights_out.boards import brute_force, puzzles

KNOWN = "4:4 5:2 9:8 11:6 14:4 16:8 17:2 19:16 23:14 24:4 29:10 30:20 32:20 33:16 34:4 35:6 39:32"
"""Size of a square:its nullity, for all sizes up to 39 that have one."""


def lit(rows, cols, rule=PLUS, states=2):
    return Puzzle(("." * cols,) * rows, "on", states, rule)


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (2, 5), (4, 3)])
def test_lines_press_changes_its_row_and_column_once(rows, cols, wrap):
    lamps = Lamps(("." * cols,) * rows)
    rule = named_rule("lines", lamps, wrap=wrap)
    for row, col in lamps:
        cross = {(row, other) for other in range(cols)} | {(other, col) for other in range(rows)}
        assert rule.effect((row, col), lamps) == dict.fromkeys(cross, 1)


def test_nullity_counts_howell_pivots_if_states_are_not_prime():
    """The first cell twice and the second three times generate all six; the form has two."""
    answer = solve(
        Puzzle(("..",), states=6, rule=Matrix({(0, 0): {(0, 0): 3}, (0, 1): {(0, 1): 2}}))
    )
    assert (answer.nullity, answer.solutions) == (2, 6)


@settings(max_examples=30, deadline=None)
@given(puzzles(), st.integers(0, 99))
def test_a_new_puzzle_has_a_solution_and_is_not_solved_already(puzzle, seed):
    try:
        made = generate(puzzle, seed)
    except NotMade:
        assert not any(
            any(by % puzzle.states for by in changed.values()) for changed in effects(puzzle)
        )
        return
    assert (made.target, made.states, made.rule) == (puzzle.target, puzzle.states, puzzle.rule)
    assert not made.solved
    assert solve(made).solvable


def effects(puzzle):
    return [puzzle.rule.effect(cell, puzzle.lamps) for cell in puzzle.buttons]


def excess(puzzle):
    """Return lamp → the number of states it has to be moved."""
    return {
        (r, c): (STATES.index(puzzle.target[r][c]) - STATES.index(puzzle.start[r][c]))
        % puzzle.states
        for r, c in puzzle.lamps
    }


def assert_proves(puzzle, parity):
    """Check that each press moves the lamps of the certificate by a multiple of the states."""
    counted = {lamp: parity.count(lamp) for lamp in puzzle.lamps}
    for button in puzzle.buttons:
        effect = puzzle.rule.effect(button, puzzle.lamps)
        assert sum(by * counted[lamp] for lamp, by in effect.items()) % puzzle.states == 0
    assert sum(by * counted[lamp] for lamp, by in excess(puzzle).items()) % puzzle.states


@settings(max_examples=80, deadline=None)
@given(puzzles())
def test_everything_agrees_with_trying_everything(puzzle):
    expected = brute_force(puzzle)
    found = list(solutions(puzzle))
    answer = solve(puzzle)
    assert len(found) == len(set(found)) == answer.solutions == count_solutions(puzzle)
    assert set(found) == expected
    assert answer.solvable == bool(expected)
    if not expected:
        assert_proves(puzzle, answer.parity)
        assert (answer.presses, answer.fewest) == ((), False)
        return
    assert answer.presses in expected
    assert answer.fewest
    assert len(answer.presses) == min(map(len, expected))
    assert puzzle.after(answer.presses).solved
    assert answer.parity == ()


@pytest.mark.parametrize(("rows", "cols", "number"), [(4, 4, 5), (5, 5, 1), (9, 9, 43), (2, 3, 2)])
def test_distinct_solutions_are_one_of_each_kind(rows, cols, number):
    def turn(cells):
        ways = [cells, [(r, cols - 1 - c) for r, c in cells]]
        ways += [[(rows - 1 - r, c) for r, c in way] for way in ways]
        if rows == cols:
            ways += [[(c, r) for r, c in way] for way in ways]
        return {frozenset(way) for way in ways}

    every = list(solutions(lit(rows, cols)))
    distinct = list(drop_symmetric(every, rows, cols))
    assert len(distinct) == number
    kinds = [turn(cells) for cells in distinct]
    assert set().union(*kinds) == set(map(frozenset, every))
    assert len(set().union(*kinds)) == sum(map(len, kinds))


@settings(max_examples=40, deadline=None)
@given(puzzles(most_lamps=90, most_ways=10**99))
def test_large_board_answers_carry_their_proof(puzzle):
    try:
        answer = solve(puzzle, timeout_s=0.05)
    except SolveTimeout:  # on a busy machine
        return
    if answer.solvable:
        assert puzzle.after(answer.presses).solved
        assert len(set(islice(solutions(puzzle), 20))) == min(20, answer.solutions)
    else:
        assert_proves(puzzle, answer.parity)


def test_the_nullity_of_squares_is_the_known_one():
    found = {size: nullity(size, size) for size in range(1, 40)}
    assert " ".join(f"{size}:{found[size]}" for size in found if found[size]) == KNOWN


def test_a_lamp_that_nothing_changes_is_its_own_proof():
    answer = solve(lit(1, 1, Rule(RULES["neighbours"])))
    assert (answer.solvable, answer.parity) == (False, ((0, 0),))


def test_a_solution_at_the_deadline_does_not_claim_fewest_presses():
    puzzle = lit(39, 39)
    answer = solve(puzzle, timeout_s=0)
    assert (answer.solvable, answer.fewest, answer.solutions) == (True, False, 2**32)
    assert puzzle.after(answer.presses).solved


def test_no_solution_at_all_in_the_time_is_an_error():
    with pytest.raises(SolveTimeout, match="0 s"):
        solve(lit(300, 300), timeout_s=0)


def test_the_time_limit_counts_what_long_rules_cost(monkeypatch):
    # Processor time, so that other programs don't count.
    monkeypatch.setattr("solvers.deadline.time.perf_counter", process_time)
    started = process_time()
    with pytest.raises(SolveTimeout, match=r"0\.3 s"):
        solve(lines(140), timeout_s=0.3)
    assert process_time() - started < 0.6


def test_a_board_with_too_many_free_presses_for_the_memory_is_refused():
    with pytest.raises(SolveTimeout, match="over 20000 free presses"):
        solve(lines(1000))


def lines(size):
    return lit(size, size, named_rule("lines", lit(size, size).lamps))
