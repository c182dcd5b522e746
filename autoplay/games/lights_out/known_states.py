"""Translate a board of lamps that was read anew into the states under which its lamps are known."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import TYPE_CHECKING

from solvers.lights_out import NO_LAMP, STATES

if TYPE_CHECKING:
    from vision import Reading


def in_known_states(known: Reading, now: Reading) -> Reading | None:
    """Return a board as it was read now, in the states of an earlier reading; None if that is not certain.

    Each state that the board shows now must be nearest in colour to another one of the known states.
    """
    if (now.rows, now.cols) != (known.rows, known.cols) or _lamps(now) != _lamps(known):
        return None
    shown = sorted(set("".join(now.grid)) - {NO_LAMP})
    names: dict[str, str] = {NO_LAMP: NO_LAMP}
    for state in shown:
        colour = now.looks[STATES.index(state)]
        ranked = [(dist(colour, old), name) for old, name in zip(known.looks, STATES, strict=False) if old and colour]
        if len(ranked) < len(known.looks) or min(ranked)[1] in names.values():
            return None
        names[state] = min(ranked)[1]
    if len(shown) < len(known.looks):  # one state alone may be any
        return None
    grid = tuple("".join(names[state] for state in row) for row in now.grid)
    return replace(known, grid=grid, xs=now.xs, ys=now.ys, box=now.box)


def _lamps(reading: Reading) -> list[list[bool]]:
    return [[state != NO_LAMP for state in row] for row in reading.grid]
