"""Grids of cells that are refused as lamps; lamps without an outline, and holes with one."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.lights_out.lamp_pictures import (
    BLACK,
    GREY,
    GRID,
    NIGHT,
    WHITE,
    YELLOW,
    drawn_lamps,
    ruled_lamps,
)
from vision import inspect, load_image, read_board
from vision.errors import AmbiguousBoard
from vision.lights_out.evidence import are_unlike

CHEQUERED = ("*.*.", ".*.*", "*.*.", ".*.*")


def grids(image, puzzle="lights-out", **options):
    return [reading.grid for reading in inspect(image, puzzle=puzzle, **options).readings]


@pytest.mark.parametrize("puzzle", ["auto", "lights-out"])
def test_a_chess_board_is_refused_but_lamps_with_gaps_may_alternate(puzzle):
    assert grids(drawn_lamps(CHEQUERED, gap=0), puzzle) == []
    assert grids(drawn_lamps(CHEQUERED)) == [CHEQUERED]


def test_uniform_rows_are_lamps_only_if_asked_for():
    image = drawn_lamps(("****", "....", "****", "...."))
    assert (len(grids(image, "auto")), len(grids(image))) == (0, 1)


def test_touching_cells_that_hold_something_are_refused():
    image = drawn_lamps(GRID, gap=0)
    for c in range(5):
        cv2.putText(image, str(c), (44 + 40 * c, 68), cv2.FONT_HERSHEY_SIMPLEX, 0.6, GREY, 2)
    assert grids(image) == []


def test_lamps_under_a_dialog_are_not_a_board_of_walls():
    image = ruled_lamps(
        ("**..", "**.*", "*.**", "**..", "...."),
        {"*": (45, 108, 124), ".": (46, 32, 24)},
        line=(32, 22, 16),
        page=(130, 125, 122),
        pitch=52,
    )
    cv2.rectangle(image, (5, 60 + 3 * 52 + 42), (342, 350), WHITE, -1)
    assert grids(image, "auto") == []


def test_cells_with_lines_of_two_widths_between_them_are_regions():
    solved = Path(__file__).parents[3] / "fixtures/practice/5x5-solved.png"
    assert grids(load_image(solved)) == []


@pytest.mark.parametrize(
    ("middle", "is_read"),
    [((70, 145, 158), True), ((60, 200, 60), False)],
    ids=["half as bright", "another colour"],
)
def test_three_states_are_lamps_only_if_they_shine_more_or_less(middle, is_read):
    image = drawn_lamps(
        ("*2.*", "22*.", ".2.*", "*.22"), {"*": YELLOW, "2": middle, ".": (100, 80, 60)}
    )
    assert len(grids(image, "auto")) == is_read


@pytest.mark.parametrize("width", [1, 3])
def test_black_cells_that_merge_are_those_of_a_crossword(width):
    image = ruled_lamps(GRID, {"*": WHITE, ".": BLACK}, width=width)
    assert inspect(image).readings == []
    beside = np.hstack([image, drawn_lamps(GRID[::-1], size=image.shape[:2])])
    assert grids(beside) == [GRID[::-1]]  # both may be lamps, but one is more like them


@pytest.mark.parametrize("ground", [(120, 200, 120), (60, 50, 50)], ids=["meadow", "night"])
def test_cells_of_one_ground_with_things_in_some_are_no_lamps(ground):
    image = drawn_lamps(GRID, {"*": ground, ".": ground})
    for r, row in enumerate(GRID):
        for c in (c for c, state in enumerate(row) if state == "*"):
            x, y = 47 + 40 * c, 57 + 40 * r
            tent = np.array([(x, y - 12), (x - 12, y + 11), (x + 12, y + 11)])
            cv2.fillPoly(image, [tent], (40, 160, 250))
    assert grids(image, puzzle="auto") == []


def test_a_square_board_at_one_side_of_the_picture_is_whole():
    image = drawn_lamps(GRID)[:, 30:]
    assert grids(image, puzzle="auto") == [GRID]
    assert grids(image[:220], puzzle="auto") == []


@pytest.mark.parametrize("seed", range(6))
def test_lamps_in_the_colour_of_the_lines_are_not_holes(seed):
    states = np.random.default_rng(seed).random((9, 9)) < (0.2, 0.35, 0.5)[seed % 3]
    grid = tuple("".join(".*"[int(not dark)] for dark in row) for row in states)
    assert set(grids(ruled_lamps(grid, {"*": WHITE, ".": BLACK}, width=1))) <= {grid}


def test_the_lit_keyword_decides_on_holes_among_one_state():
    grid = (" ... ", ".....", ".. ..", ".....", " ... ")
    image = ruled_lamps(grid, {".": (60, 60, 60)}, line=(90, 90, 90))
    with pytest.raises(AmbiguousBoard, match="page's colour"):
        read_board(image, puzzle="lights-out")
    assert grids(image, lit="none") == [grid]


def test_a_hole_that_lamps_outline_is_not_a_state():
    grid = ("*. .*", "..*..", " * *.", "*...*", ".*.* ")
    assert grids(ruled_lamps(grid, {"*": YELLOW, ".": NIGHT}, line=(90, 70, 60))) == [grid]


def test_lamps_with_holes_are_found_without_the_puzzle():
    grid = ("  *.. ", " *.*.*", "*..*..", ".*.*.*", " .*.* ", "  ..  ")
    image = ruled_lamps(
        grid, {"*": YELLOW, ".": (94, 73, 52)}, line=(80, 62, 44), page=(80, 62, 44), width=3
    )
    assert grids(image, "auto") == [grid]


def test_numbers_in_cells_are_those_of_a_calendar_or_a_crossword():
    grid = ("...*.*", "......", ".**..*", ".*...*", "......")
    image = ruled_lamps(grid, {".": WHITE, "*": (255, 225, 205)}, line=GREY)
    assert grids(image, "auto") == [grid]
    for day in range(1, 25, 3):
        at = 78 + 40 * (day % 6), 85 + 40 * (day // 6)
        cv2.putText(image, str(day), at, cv2.FONT_HERSHEY_PLAIN, 1, (110, 110, 110), 1, cv2.LINE_AA)
    assert grids(image, "auto") == []
    assert grids(image) == [grid]


def test_signs_in_a_few_cells_of_one_state_are_those_of_another_puzzle_also_if_alike():
    grid = ("*.****", "**..**", ".****.", "**.*.*", "****.*", ".*.***")
    colours = {"*": WHITE, ".": (94, 73, 52)}
    image = ruled_lamps(grid, colours, line=(80, 62, 44), page=(230,) * 3, pitch=64)
    assert grids(image, "auto") == [grid]
    open_cells = [(row, col) for row in range(6) for col in range(6) if grid[row][col] == "*"]
    for row, col in open_cells[::4]:
        x, y = 92 + 64 * col, 76 + 64 * row
        image[y : y + 17, x : x + 2] = 210
    assert grids(image, "auto") == []
    assert grids(image) == [grid]


def test_different_numbers_in_the_few_cells_of_one_state_are_those_of_another_puzzle():
    grid = ("..*......", ".......*.", "*........", "....*....", ".......*.", ".*.......")
    image = ruled_lamps(grid, {"*": (235,) * 3, ".": (190,) * 3}, page=(210,) * 3, pitch=64)
    assert grids(image, "auto") == [grid]
    for number, row in enumerate(grid):
        at = 92 + 64 * row.index("*"), 100 + 64 * number
        cv2.putText(image, "024600"[number], at, 0, 0.5, (150,) * 3, 1, cv2.LINE_AA)
    assert grids(image, "auto") == []


def test_checkboxes_in_two_states_are_no_textures_of_regions():
    grid = ("*.***.", "*..**.", "****.*", "*.****", "***..*")
    image = ruled_lamps(grid, {"*": WHITE, ".": WHITE})
    for row, col in np.ndindex(5, 6):
        corner = 79 + 40 * col, 69 + 40 * row
        opposite = 98 + 40 * col, 88 + 40 * row
        if grid[row][col] == "*":
            cv2.rectangle(image, corner, opposite, (255, 117, 0), -1)
            cv2.line(
                image, (corner[0] + 4, corner[1] + 10), (corner[0] + 9, corner[1] + 15), WHITE, 3
            )
        else:
            cv2.rectangle(image, corner, opposite, (118, 118, 118), 2)
    assert grids(image, "auto") == [grid]


def test_one_dot_on_lamps_of_both_states_is_a_hint_but_things_in_dark_cells_are_none():
    hinted = [(0, 0), (1, 1), (1, 3), (2, 2), (3, 1), (4, 4), (3, 3)]
    dark = [(row, col) for row, line in enumerate(GRID) for col in range(5) if line[col] == "."]
    assert grids(_dotted(hinted), "auto") == [GRID]
    assert grids(_dotted(dark[::2]), "auto") == []


def _dotted(cells):
    image = drawn_lamps(GRID, pitch=60, gap=6, size=(420, 420))
    for row, col in cells:
        cv2.circle(image, (57 + 60 * col, 67 + 60 * row), 5, (0, 0, 220), -1, cv2.LINE_AA)
    return image


@pytest.mark.parametrize(
    ("rows", "cols", "is_read"),
    [("31212", "21122", False), ("12345", "ABCDE", True), ("38683", "", True)],
    ids=["clues", "names", "figures beside rows alone"],
)
def test_small_clues_beside_large_cells_are_those_of_another_puzzle(rows, cols, is_read):
    colours = {"*": (60, 40, 30), ".": WHITE}
    image = ruled_lamps(GRID, colours, line=GREY, page=(230,) * 3, pitch=72)
    assert len(grids(image, "auto")) == 1
    for number, figure in enumerate(rows):
        cv2.putText(image, figure, (54, 100 + 72 * number), 0, 0.35, BLACK, 1, cv2.LINE_AA)
    for number, figure in enumerate(cols):
        cv2.putText(image, figure, (103 + 72 * number, 50), 0, 0.35, BLACK, 1, cv2.LINE_AA)
    assert len(grids(image, "auto")) == is_read


def test_lines_of_many_widths_are_not_those_between_lamps():
    assert are_unlike(np.linspace(0.1, 3, 40, dtype=np.float32))
    assert not are_unlike(np.linspace(0.9, 1.4, 40, dtype=np.float32))


def test_cards_with_drawings_of_their_own_are_no_lamps():
    image = drawn_lamps(GRID, {"*": (230, 190, 60), ".": (90, 80, 80)})
    for number, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXY"):
        row, col = divmod(number, 5)
        at = 32 + 40 * col, 64 + 40 * row
        cv2.putText(image, letter + letter.lower(), at, 1, 1.1, WHITE, 1, cv2.LINE_AA)
    assert grids(image, "auto") == []
    assert grids(image) == [GRID]


def test_two_digits_of_one_ink_do_not_say_which_is_lit():
    image = drawn_lamps(GRID, {"*": BLACK, ".": BLACK}, gap=4)
    for number, state in enumerate("".join(GRID)):
        row, col = divmod(number, 5)
        at = 42 + 40 * col, 63 + 40 * row
        cv2.putText(image, "01"[state == "*"], at, 0, 0.5, YELLOW, 1, cv2.LINE_AA)
    with pytest.raises(AmbiguousBoard, match="neither is clearly lit"):
        read_board(image, puzzle="lights-out")


def test_numbers_beside_rows_alone_are_those_of_a_table():
    image = drawn_lamps(GRID, at=(90, 70), size=(300, 320))
    assert grids(image, "auto") == [GRID]
    _write_beside_rows(image, "12345")
    result = inspect(image)
    assert result.readings == []
    assert any("names beside their rows" in str(attempt.refusal) for attempt in result.attempts)
    assert grids(image) == [GRID]
    for col, name in enumerate("ABCDE"):
        cv2.putText(image, name, (101 + 40 * col, 64), cv2.FONT_HERSHEY_SIMPLEX, 0.7, WHITE, 1)
    assert grids(image, "auto") == [GRID]


def test_words_beside_rows_are_those_of_a_table_though_its_columns_are_named():
    image = drawn_lamps(GRID, at=(110, 70), size=(300, 330))
    for col, name in enumerate("MTWTF"):
        cv2.putText(image, name, (121 + 40 * col, 62), 0, 0.5, WHITE, 1, cv2.LINE_AA)
    assert grids(image, "auto") == [GRID]
    for row, name in enumerate(("Water", "Run", "Read", "Sleep", "Piano")):
        cv2.putText(image, name, (20, 92 + 40 * row), 0, 0.5, WHITE, 1, cv2.LINE_AA)
    assert grids(image, "auto") == []
    assert grids(image) == [GRID]


def test_buttons_beside_rows_and_a_text_beside_a_board_are_no_names():
    image = drawn_lamps(GRID, at=(90, 70), size=(300, 320))
    _write_beside_rows(image, ">>>>>")
    assert grids(image, "auto") == [GRID]
    image = drawn_lamps(GRID, at=(90, 70), size=(300, 320))
    for number, text in enumerate(
        ("Press", "a lamp", "and its", "beside", "it turn", "off", "or on")
    ):
        at = 5, 85 + 27 * number
        cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, WHITE, 1)
    assert grids(image, "auto") == [GRID]


def _write_beside_rows(image, texts):
    for row, text in enumerate(texts):
        at = 62, 97 + 40 * row
        cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.7, WHITE, 1)


def test_lamps_that_form_regions_by_chance_are_no_star_battle():
    grid = (".*..*", ".****", "*..*.", "**...", "**..*")
    image = ruled_lamps(grid, {"*": YELLOW, ".": BLACK}, line=WHITE)
    assert [(one.puzzle, one.grid) for one in inspect(image).readings] == [("lights-out", grid)]
