"""A board of pegs that was read anew, as one that is known."""

from dataclasses import replace

import pytest

from autoplay.games.peg_solitaire.player import PegSolitairePlayerPart
from vision import Reading

BLUE, SAME_BLUE = (40.0, 10.0, -50.0), (41.0, 10.0, -50.0)
PALE, HOLE = (70.0, 0.0, -20.0), (10.0, 0.0, 0.0)
FULL = ("  o  ", " o o ", "o o o")
KNOWN = Reading(
    "pegs", FULL, (0, 9, 18, 27, 36, 45), (0, 9, 18, 27), (0, 0, 45, 27), looks=(None, BLUE)
)


@pytest.mark.parametrize(("grid", "is_known"), [
    (FULL, True),
    (("  .  ", " o o ", "o o o"), True),
    (("  .  ", " . o ", ". o o"), True),
    (("  .  ", " . . ", ". o o"), False),
    (("  o  ", " o o ", "o   o"), False),
])  # fmt: skip
def test_a_known_board_differs_by_one_jump_at_most(grid, is_known):
    known = PegSolitairePlayerPart().match_known(
        KNOWN, replace(KNOWN, grid=grid, looks=(HOLE, PALE, SAME_BLUE))
    )
    assert (known is not None) == is_known
    assert known is None or (known.grid, known.looks) == (grid, (HOLE, BLUE, PALE))


def test_a_known_board_has_no_new_pegs():
    before = replace(KNOWN, grid=("  .  ", " o o ", "o o o"))
    assert PegSolitairePlayerPart().match_known(before, replace(KNOWN, looks=(HOLE, BLUE))) is None
