"""Proofs that a puzzle has no solution, from its start and its ends alone."""

from __future__ import annotations

from solvers.deadline import Deadline
from solvers.peg_solitaire.model import Puzzle
from solvers.peg_solitaire.pagoda import pagoda, worth
from solvers.peg_solitaire.parity import ParityClasses


def possible_ends(puzzle: Puzzle) -> tuple[frozenset[int], str]:
    """Return the ends that quick tests leave possible, and the reason if there are none."""
    start, board = puzzle.start, puzzle.board
    if start in puzzle.ends:
        return frozenset({start}), ""
    if start == board.full:
        return frozenset(), "there is no hole: no peg can jump"
    fewer = [end for end in puzzle.ends if end.bit_count() < start.bit_count()]
    if not fewer:
        return frozenset(), "every jump takes a peg away, and the end wants as many as there are or more"
    classes = ParityClasses(board)
    agreeing = frozenset(end for end in fewer if not classes.proof(start, end))
    return agreeing, "" if agreeing else _by_parity(puzzle, classes)


def affordable_ends(puzzle: Puzzle, ends: frozenset[int], deadline: Deadline) -> tuple[frozenset[int], str]:
    """Return the ends that no pagoda rules out, and the reason if there are none; all ends if the time is over."""
    left, reason = set(ends), ""
    for end in sorted(ends):
        if deadline.is_over:
            return ends, ""
        if weights := pagoda(puzzle.board, puzzle.start, end, deadline):
            left.remove(end)
            reason = reason or _by_pagoda(puzzle, end, weights)
    return frozenset(left), "" if left else reason


def _by_pagoda(puzzle: Puzzle, end: int, weights: tuple[int, ...]) -> str:
    by_weight = {
        weight: [str(number) for number, other in enumerate(weights) if other == weight]
        for weight in sorted(set(weights) - {0}, reverse=True)
    }
    listed = "; ".join(f"{weight} each: holes {', '.join(numbers)}" for weight, numbers in by_weight.items())
    which = "the end" if len(puzzle.ends) == 1 else f"an end at hole {end.bit_length() - 1}"
    others = ", and the same for every other end" * (len(puzzle.ends) > 1)
    return (
        f"pagoda: the start is worth {worth(puzzle.start, weights)} and {which} {worth(end, weights)}, "
        f"and no jump makes the pegs worth more ({listed}){others}"
    )


def _by_parity(puzzle: Puzzle, classes: ParityClasses) -> str:
    if len(puzzle.ends) > 1:
        return f"parity class: of {classes.number} classes the start is in one that has no single peg"
    sites = classes.proof(puzzle.start, puzzle.ends[0])
    numbers = ", ".join(str(number) for number in range(len(puzzle.board.sites)) if sites >> number & 1)
    odd = "odd" if (puzzle.start & sites).bit_count() % 2 else "even"
    return (
        f"parity class: holes {numbers} have an {odd} number of pegs, every jump changes two of them or none, "
        f"and the end wants an {'even' if odd == 'odd' else 'odd'} number"
    )
