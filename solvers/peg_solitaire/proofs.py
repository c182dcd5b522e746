"""Why a puzzle has no solution, told from its start alone."""

from __future__ import annotations

from solvers.peg_solitaire.model import Puzzle
from solvers.peg_solitaire.parity import ParityClasses


def possible_ends(puzzle: Puzzle) -> tuple[frozenset[int], str]:
    """The ends that the start may come to by what is quickly seen, and if there are none, why."""
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
