"""Corrections by the user: borders of corrected cells are not measured any more."""

import cv2
import numpy as np
import pytest

from tests.vision.boards import PUBLISHED, Look, draw
from vision import Border, inspect, read_board
from vision.errors import AmbiguousBoard, BadFix
from vision.star_battle.border_evidence import cells_to_confirm, fix_options, letters_by_appearance

PITCH = MARGIN = 40


def _coloured() -> np.ndarray:
    return draw(PUBLISHED, Look(PITCH, colours=True, margin=MARGIN))


def _with_a_line_too_many() -> np.ndarray:
    """Draw a border inside a region, right of row 6, column 5 (from 1)."""
    image = draw(PUBLISHED, Look(PITCH, margin=MARGIN))
    y, x = MARGIN + PITCH * 5, MARGIN + PITCH * 5
    image[y : y + PITCH, x - 1 : x + 2] = 0
    return image


def test_the_refusal_names_the_cell_and_the_fix_that_settles_it() -> None:
    image = _with_a_line_too_many()
    with pytest.raises(AmbiguousBoard, match="row 6, column 5") as refused:
        read_board(image)
    assert "--fix 5,4=G" in refused.value.hint
    assert refused.value.box == pytest.approx((39, 39, 441, 441), abs=2)
    reading = read_board(image, fixes={(5, 4): "G"})
    assert reading.grid == PUBLISHED
    assert all((border.row, border.col) != (5, 4) for border in reading.borders)


def test_what_is_asked_after_a_fix_keeps_the_letters_and_the_fix() -> None:
    image = _with_a_line_too_many()
    y, x = MARGIN + PITCH * 9, MARGIN + PITCH * 8
    image[y : y + PITCH, x - 1 : x + 2] = 0
    fixes: dict[tuple[int, int], str] = {}
    asked = []
    with pytest.raises(AmbiguousBoard) as refused:
        read_board(image)
    for option in refused.value.hint.split("--fix ")[1:]:
        place, letter = option.strip().split("=")
        row, col = map(int, place.split(","))
        fixes[row, col] = letter
        asked.append(place)
    assert read_board(image, fixes=fixes).grid == PUBLISHED
    assert asked == ["5,4", "9,7"]


def test_regions_keep_their_letters_after_a_correction() -> None:
    assert letters_by_appearance(("CCA", "BBA")) == ("AAB", "CCB")
    assert letters_by_appearance(("#.", "..")) == ("#.", "..")


def test_a_covered_cell_whose_region_the_solution_tells_is_settled_by_a_fix() -> None:
    image = _coloured()
    y, x = MARGIN + 3 * PITCH, MARGIN + 2 * PITCH
    image[y - 2 : y + PITCH + 2, x - 2 : x + PITCH + 2] = (10, 10, 10)
    (guess,) = (attempt.regions.grid for attempt in inspect(image).attempts if attempt.regions)
    assert guess == PUBLISHED
    with pytest.raises(AmbiguousBoard, match="as if something covered it"):
        read_board(image)
    beside = guess[3][3]
    for fixes in ({(3, 2): beside}, {(3, 2): beside, (4, 2): beside}):
        assert read_board(image, fixes=fixes).grid == PUBLISHED


def test_a_cell_may_be_given_to_another_region() -> None:
    reading = read_board(_coloured(), fixes={(0, 1): "A"})
    assert reading.grid == ("AA" + PUBLISHED[0][2:], *PUBLISHED[1:])


@pytest.mark.parametrize(("fixes", "message"), [
    ({(0, 10): "A"}, "cell 0,10 is outside"),
    ({(-1, 0): "A"}, "cell -1,0 is outside"),
    ({(0, 0): "Z"}, "no region Z"),
    ({(0, 9): "A"}, "it has no neighbour there"),
    ({(8, 4): "G", (7, 4): "G"}, "10 connected regions"),
], ids=["outside", "negative", "unknown letter", "not beside", "a region fewer"])  # fmt: skip
def test_what_no_board_can_be_is_a_bad_fix(fixes: dict[tuple[int, int], str], message: str) -> None:
    with pytest.raises(BadFix, match=message) as refused:
        read_board(draw(PUBLISHED, Look(PITCH, margin=MARGIN)), fixes=fixes)
    assert (refused.value.code, refused.value.exit_status) == ("bad-fix", 2)


def test_few_cells_settle_all_doubtful_borders() -> None:
    borders = [Border(2, 2, side, True, 1.0, 0.0, 1.0) for side in ("right", "below")]
    cells = cells_to_confirm([*borders, Border(0, 0, "right", False, 1.0, 0.0, 1.0)])
    assert cells == [(2, 2), (0, 0)]
    assert fix_options(("AAB", "ABB", "CCB"), cells) == "--fix 2,2=B --fix 0,0=A"


def test_fixes_are_in_cells_of_the_board_wherever_it_is() -> None:
    page = cv2.copyMakeBorder(
        _with_a_line_too_many(), 30, 0, 70, 0, cv2.BORDER_CONSTANT, value=(255, 255, 255)
    )
    with pytest.raises(AmbiguousBoard, match="108,68"):
        read_board(page, crop=(60, 20, 480, 480))
    expected = pytest.approx(109, abs=1)
    assert read_board(page, crop=(60, 20, 480, 480), fixes={(5, 4): "G"}).box[0] == expected
