"""Names of lamps and pegs by what their cells looked like before."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from autoplay.player.appearances import CellAppearances, take_patches
from vision import Reading
from vision.errors import BoardNotFound

PITCH = 30
GRID = ("*..", ".*.", "..*")
COLOURS = {".": 40, "*": 220, "2": 130}
HATCH = np.kron(np.indices((PITCH // 3, PITCH // 3)).sum(axis=0) % 2, np.ones((3, 3)))


def draw(grid, *, hatched=False, glow=0, shift=0):
    """Draw the lamps of a board, (H, W, 3)."""
    rows = []
    for row in grid:
        cells = []
        for name in row:
            cell = np.full((PITCH, PITCH), COLOURS[name], np.float32)
            if hatched and name == ".":
                cell += 60 * HATCH
            cells.append(cell + glow)
        rows.append(np.hstack(cells))
    grey = np.clip(np.vstack(rows), 0, 255).astype(np.uint8)
    picture = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    return np.roll(picture, shift, axis=1)


def read_first(grid=GRID, **how):
    """Return the reading and the appearances of a board at the first look."""
    lines = tuple(float(PITCH * number) for number in range(len(grid) + 1))
    reading = Reading("lights-out", grid, lines, lines, (0, 0, *draw(grid).shape[:2]))
    return reading, CellAppearances(reading, draw(grid, **how))


@pytest.mark.parametrize("how", [{}, {"hatched": True}])
@pytest.mark.parametrize("glow", [0, 12])
def test_cells_are_named_where_they_are(how, glow):
    reading, appearances = read_first(**how)
    for now in (("...", "***", ".*."), GRID, ("...",) * 3):
        seen, new = appearances.read(reading, draw(now, glow=glow, **how))
        assert (seen.grid, new) == (now, [])


def test_a_new_appearance_is_new_until_it_is_taught():
    reading, appearances = read_first()
    now = draw(("2..", ".2.", "..*"))
    seen, new = appearances.read(reading, now)
    assert (seen.grid, new) == (GRID, [(0, 0), (1, 1)])
    assert appearances.group(new, seen, now) == [new]
    appearances.teach(dict.fromkeys(new, "2"), seen, now)
    assert appearances.read(reading, now)[0].grid == ("2..", ".2.", "..*")
    assert appearances.read(reading, draw(("2**", "...", "222")))[0].grid == ("2**", "...", "222")
    # A colour that is far from both is neither of them.
    now = draw(GRID)
    now[:PITCH, :PITCH, 0] = 155
    assert read_first()[1].read(reading, now)[1] == [(0, 0)]


def test_a_board_that_is_covered_or_cut_off_has_gone():
    reading, appearances = read_first()
    with pytest.raises(BoardNotFound, match="covers it"):
        appearances.read(reading, np.full((3 * PITCH, 3 * PITCH, 3), (0, 0, 255), np.uint8))
    with pytest.raises(BoardNotFound, match="cut off"):
        appearances.read(replace(reading, xs=(-20.0, 10.0, 40.0, 70.0)), draw(GRID))


def test_a_cell_that_changes_by_itself_is_the_same_and_others_are_not():
    reading, appearances = read_first()
    pulse = draw(GRID)
    pulse[:PITCH, :PITCH] -= 10
    for is_measured in (False, True):
        patches = take_patches([(0, 0), (1, 1)], reading, pulse - 8)
        same = appearances.find_same([(0, 0), (1, 1)], patches)
        assert same == ({(0, 0): "*"} if is_measured else {})
        appearances.note_noise(reading, pulse)
    # One that fades bit by bit has changed.
    for level in range(COLOURS["*"], COLOURS["."] - 1, -2):
        pulse[:PITCH, :PITCH] = level
        grid = appearances.read(reading, pulse)[0].grid
    assert grid == ("...", *GRID[1:])
