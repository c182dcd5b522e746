"""Boards of Lights Out, their presses, and proofs that there is no solution, as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from autoplay.wording import count
from solvers.lights_out import NO_LAMP, STATES

if TYPE_CHECKING:
    from solvers.cells import Cell
    from solvers.lights_out import Solution

FEW: Final = 8
"""Maximum number of a proof's lamps in a message; JSON has all of them."""


def describe_lit(grid: Sequence[str]) -> str:
    """Return the number of lit lamps, in any state but the darkest: ``9 of 25 lit``."""
    lamps = "".join(grid).replace(NO_LAMP, "")
    return f"{len(lamps) - lamps.count(STATES[0])} of {len(lamps)} lit"


def certificate(solution: Solution, states: int) -> str:
    """Return the reason why there is no solution: a sum over some lamps that no press can change."""
    lamps = sorted(Counter(solution.parity).items())
    places = ", ".join(_place(cell, times) for cell, times in lamps[:FEW]) + ", …" * (len(lamps) > FEW)
    number = count(len(lamps), "lamp")
    if states == 2:
        return f"every press changes an even number of these {number}, and an odd number has to change: {places}"
    return (
        f"every press moves these {number} by a multiple of {states} states in all, "
        f"and they have to be moved by another number: {places}"
    )


def _place(cell: Cell, times: int) -> str:
    return f"{times} x " * (times > 1) + f"row {cell[0] + 1} column {cell[1] + 1}"


def draw_presses(grid: Sequence[str], cells: Sequence[Cell]) -> str:
    """Return the lamps as text, those to press in brackets, followed by the number of presses if above one."""
    times = Counter(cells)
    rows = ("".join(_drawn(lamp, times[row, col]) for col, lamp in enumerate(line)) for row, line in enumerate(grid))
    return "\n".join(map(str.rstrip, rows))


def _drawn(lamp: str, times: int) -> str:
    return f"[{lamp}]{times if times > 1 else ' '}" if times else f" {lamp}  "
