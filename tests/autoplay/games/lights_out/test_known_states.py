"""A board of lamps that was read anew, in the states of an earlier reading."""

from dataclasses import replace

import pytest

from autoplay.games.lights_out.player import LightsOutPlayerPart
from vision import Reading

DARK, LIT, GLOWING = (5.0, 0.0, 0.0), (95.0, 0.0, 0.0), (30.0, 5.0, -30.0)
KNOWN = Reading(
    "lights-out", (".*.", "..."), (0, 9, 18, 27), (0, 9, 18), (0, 0, 27, 18), 1.0, looks=(DARK, LIT)
)


@pytest.mark.parametrize(("grid", "looks", "expected"), [
    ((".*.", "***"), (DARK, LIT), (".*.", "***")),
    ((".*.", "***"), (GLOWING, LIT), (".*.", "***")),
    (("*.*", "..."), (LIT, DARK), (".*.", "***")),
    (("...", "..."), (DARK, None), None),
    ((".*.", ".2."), (DARK, LIT, GLOWING), None),
    ((".*", ".*"), (DARK, LIT), None),
    ((".* ", "..."), (DARK, LIT), None),
])  # fmt: skip
def test_states_are_those_of_the_nearest_colours(grid, looks, expected):
    now = replace(KNOWN, grid=grid, looks=looks, xs=tuple(range(len(grid[0]) + 1)))
    known = LightsOutPlayerPart().match_known(KNOWN, now)
    assert (known and known.grid) == expected
    assert known is None or known.looks == KNOWN.looks
