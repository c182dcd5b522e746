"""Boards of many looks are read exactly; everything else, and every doubtful board, is refused."""

from itertools import product

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.boards import PUBLISHED, WALLED, Look, disc, draw, random_grid, write
from vision import inspect, read_board, read_boards, update_reading
from vision.errors import (
    AmbiguousBoard,
    BoardCutOff,
    BoardNotFound,
    ReadingError,
    UnsupportedPuzzle,
)
from vision.image import Image

LOOKS = {
    "puzzle-team": Look(),
    "zoomed between pixels": Look(pitch=38.75, thin=1.25, thick=3.75),
    "half size": Look(pitch=15.5, thin=0.5, thick=1.5),
    "four times": Look(pitch=124, thin=4, thick=12),
    "newspaper": Look(pitch=37.4, thin=1.5, thick=6, thin_line=(190, 190, 190), line=(30, 30, 30)),
    "very thick": Look(pitch=60, thin=1, thick=9, thin_line=(0x77,) * 3, cell=(0xEE,) * 3, page=(216, 246, 228)),
    "night": Look(cell=(0xF0, 0xFF, 0xFF), page=(0x23, 0x2B, 0x2A)),
    "dark theme": Look(cell=(40, 40, 40), page=(20, 20, 20), line=(230, 230, 230)),
    "colours and lines": Look(pitch=44.2, colours=True),
    "colours, all lines alike": Look(pitch=50, thin=2, thick=2, colours=True),
    "colours without lines": Look(pitch=36, thin=0, thick=0, frame=0, colours=True, page=(40, 40, 40)),
    "colours with white gaps": Look(pitch=40, thin=4, thick=4, frame=0, line=(255, 255, 255), colours=True),
    "no margin": Look(margin=0, frame=0),
}  # fmt: skip


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
def test_every_look_is_read(look: Look) -> None:
    reading = read_board(draw(PUBLISHED, look))
    assert reading.grid == PUBLISHED
    assert reading.marks == ()
    assert reading.confidence >= 0.85
    outer = look.margin, look.margin + 10 * look.pitch
    slack = max(2.0, look.thick)
    assert reading.box == pytest.approx((outer[0], outer[0], outer[1], outer[1]), abs=slack)
    assert reading.xs == pytest.approx([look.margin + i * look.pitch for i in range(11)], abs=slack)


@settings(max_examples=40)
@given(
    size=st.integers(5, 14),
    seed=st.integers(0, 10_000),
    pitch=st.floats(18, 60),
    thin=st.floats(1, 2),
    ratio=st.floats(2.2, 4),
    colours=st.booleans(),
    margin=st.integers(5, 90),
)
def test_what_was_drawn_is_read(size, seed, pitch, thin, ratio, colours, margin) -> None:
    grid = random_grid(size, seed)
    thin = min(thin, pitch * 0.17 / ratio)
    look = Look(pitch, thin, thin * ratio, colours=colours, margin=margin)
    assert read_board(draw(grid, look), puzzle="star-battle").grid == grid


@settings(max_examples=8)
@given(
    seed=st.integers(0, 10_000),
    scale=st.floats(0.4, 1.6),
    blur=st.floats(0.01, 2.5),
    noise=st.floats(0, 20),
    ratio=st.floats(1, 3),
    colours=st.booleans(),
)
def test_spoilt_picture_never_gives_another_grid(seed, scale, blur, noise, ratio, colours) -> None:
    grid = random_grid(8, seed)
    image = draw(grid, Look(40, 1.5, 1.5 * ratio, colours=colours))
    image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    image = cv2.GaussianBlur(image, (0, 0), blur)
    speckle = np.random.default_rng(seed).normal(0, noise, image.shape)
    image = np.clip(image + speckle, 0, 255).astype(np.uint8)
    try:
        reading = read_board(image)
    except ReadingError:
        return
    assert reading.grid == grid


def test_the_board_is_found_on_a_page_with_other_things() -> None:
    page = np.full((1000, 1280, 3), 255, np.uint8)
    board = draw(PUBLISHED)
    page[300 : 300 + board.shape[0], 500 : 500 + board.shape[1]] = board
    cv2.rectangle(page, (515, 315), (875, 675), (204, 102, 51), 1)
    cv2.rectangle(page, (10, 10), (1270, 110), (180, 140, 40), -1)
    for line in range(20):
        write(page, "Rules: place two stars in every row", (10, 150 + 30 * line), width=1)
    for x in range(950, 1230, 40):
        cv2.line(page, (x, 400), (x, 560), (150, 150, 150), 1)
    for y in range(400, 561, 40):
        cv2.line(page, (950, y), (1230, y), (150, 150, 150), 1)
    reading = read_board(page)
    assert reading.grid == PUBLISHED
    assert reading.box == pytest.approx((540, 340, 850, 650), abs=2)


def test_a_crop_is_read_in_coordinates_of_the_whole_picture() -> None:
    image = np.hstack(
        [draw(PUBLISHED), draw(random_grid(8, 1), Look(40))[: draw(PUBLISHED).shape[0]]]
    )
    reading = read_board(image, crop=(380, 0, image.shape[1] - 380, image.shape[0]))
    assert reading.grid == random_grid(8, 1)
    assert reading.box[0] == pytest.approx(390 + 40, abs=2)


@pytest.mark.parametrize("margin", [40, 0])
def test_a_shapeless_board_needs_a_frame_where_the_picture_ends(margin: int) -> None:
    image = draw(WALLED, Look(thick=1, frame=3, margin=margin))
    assert read_board(image, puzzle="star-battle").grid == WALLED
    with pytest.raises(BoardCutOff):
        read_board(
            np.ascontiguousarray(image[: margin + 5 * 31, : margin + 5 * 31]), puzzle="star-battle"
        )


def test_a_shapeless_board_needs_a_solution() -> None:
    grid = ("..#...", "......", "#.....", "...##.", "......", ".....#")
    with pytest.raises(AmbiguousBoard, match="exactly one solution, as puzzles have"):
        read_board(draw(grid, Look(thick=1, frame=3)))


def test_marks_are_read_and_do_not_change_the_grid() -> None:
    marks = {(0, 3): "star", (4, 4): "cross", (9, 9): "dot", (5, 0): "star", (2, 7): "cross"}
    for look in (LOOKS["puzzle-team"], LOOKS["colours and lines"], LOOKS["zoomed between pixels"]):
        reading = read_board(draw(PUBLISHED, look, marks))
        assert reading.grid == PUBLISHED
        assert {(m.row, m.col): m.kind for m in reading.marks} == marks


def _plain(size: int = 8) -> np.ndarray:
    return draw(("A" * size,) * size, Look(thick=1, frame=1))


def _chess() -> np.ndarray:
    tiles = np.kron(np.indices((8, 8)).sum(axis=0) % 2, np.ones((60, 60))).astype(bool)
    return np.where(tiles[..., None], (99, 136, 181), (181, 217, 240)).astype(np.uint8)


def _noise() -> np.ndarray:
    return np.random.default_rng(0).integers(0, 256, (400, 400, 3), np.uint8)


@pytest.mark.parametrize("image", [
    _plain(),
    _chess(),
    _noise(),
    np.full((300, 300, 3), 255, np.uint8),
    np.zeros((1, 1, 3), np.uint8),
    cv2.resize(draw(PUBLISHED), (60, 60), interpolation=cv2.INTER_AREA),
    np.tile(np.arange(256, dtype=np.uint8)[None, :, None], (256, 1, 3)),
], ids=["plain grid", "chess", "noise", "blank", "one pixel", "too small", "gradient"])  # fmt: skip
def test_no_board(image: np.ndarray) -> None:
    with pytest.raises(BoardNotFound):
        read_board(image)


@pytest.mark.parametrize("extra", [-1, 1])
def test_a_wrong_number_of_regions_is_refused(extra: int) -> None:
    grid = random_grid(8 + extra, 5)
    grid = tuple((row + row[-1])[:8] for row in (*grid, grid[-1])[:8])
    with pytest.raises(
        UnsupportedPuzzle, match="regions, but a Star Battle board of its size has 8"
    ):
        read_board(draw(grid))


@pytest.mark.parametrize("side", ["left", "top", "right", "bottom"])
@pytest.mark.parametrize("part", [0.3, 0.7])
def test_a_board_cut_off_at_the_edge_is_refused(side: str, part: float) -> None:
    image, cut = draw(PUBLISHED, Look(24, margin=24)), 24 + round(24 * part)
    sides = {"left": image[:, cut:], "top": image[cut:], "right": image[:, :-cut]}
    image = sides.get(side, image[:-cut])
    with pytest.raises(BoardCutOff):
        read_board(np.ascontiguousarray(image))


def _headed() -> Image:
    """Return a board of 10 rows with one more row and column in one box."""
    names = str.maketrans("ABCDEFGHIJ", "BCDEFGHIJK")
    return draw(("A" * 11, *("A" + line.translate(names) for line in PUBLISHED)))


@pytest.mark.parametrize("letters", ["ABCDEFGHKL", ""])
def test_the_board_inside_headings_is_read_with_labels_or_without(letters: str) -> None:
    image = _headed()
    for i, letter in enumerate(letters, 1):
        for x, y in ((31 * i, 0), (0, 31 * i)):
            write(image, letter, (x + 48, y + 63))
    reading = read_board(image)
    assert (reading.grid, reading.marks) == (PUBLISHED, ())
    assert reading.box == pytest.approx((71, 71, 381, 381), abs=2)


@pytest.mark.parametrize("coloured", [False, True])
@pytest.mark.parametrize("mark", [None, "dot", "cross"])
@pytest.mark.parametrize(("down", "right"), [(1, 1), (1, -1), (-1, 1), (-1, -1)])
def test_a_region_along_two_sides_is_no_headings(
    coloured: bool, mark: str | None, down: int, right: int
) -> None:
    grid = ("AAAAAA", "ADEBBB", "ADEEBB", "ADDDDD", "AFCCDD", "AFFFDD")
    turned = tuple(row[::right] for row in grid[::down])
    marks = {}
    for row, line in enumerate(turned):
        for col, letter in enumerate(line):
            if letter == "A" and mark and (row + col) % 5:
                marks[row, col] = mark
    assert read_board(draw(turned, Look(colours=coloured), marks)).rows == 6


@pytest.mark.parametrize("coloured", [False, True])
@pytest.mark.parametrize(("size", "width"), [(0.68, -1), (0.6, 4)])
def test_large_discs_and_rings_are_stars_and_no_regions(coloured, size, width):
    image = draw(PUBLISHED, Look(pitch=40, colours=coloured, margin=40))
    cells = [(0, 2), (4, 4), (7, 0), (9, 9)]
    for row, col in cells:
        disc(image, (60 + 40 * col, 60 + 40 * row), round(20 * size), (40, 40, 40), width)
    reading = read_board(image)
    assert (reading.grid, reading.cells_marked("star")) == (PUBLISHED, set(cells))


def test_two_boards_are_ambiguous_unless_all_are_wanted() -> None:
    other = random_grid(10, 2)
    image = np.hstack([draw(PUBLISHED), draw(other)])
    with pytest.raises(AmbiguousBoard, match="2 boards"):
        read_board(image)
    assert [reading.grid for reading in read_boards(image)] == [PUBLISHED, other]


def test_lines_and_colours_that_differ_are_refused() -> None:
    by_line, by_colour = random_grid(8, 11), random_grid(8, 12)
    filled = draw(by_colour, Look(pitch=40, thin=0, thick=0, frame=0, colours=True))
    lines = draw(by_line, Look(pitch=40, thin=1, thick=3))
    with pytest.raises(AmbiguousBoard):
        read_board(np.minimum(filled, lines))


def test_reread_sees_new_marks_and_a_new_place() -> None:
    before = read_board(draw(PUBLISHED))
    marks = {(r, c): "star" for r in range(10) for c in range(10) if (r + 2 * c) % 5 == 0}
    again = update_reading(draw(PUBLISHED, marks=marks), before)
    assert again.cells_marked("star") == set(marks)
    moved = update_reading(draw(PUBLISHED, Look(margin=71), marks), before)
    assert moved.grid == PUBLISHED
    assert moved.box[0] == before.box[0] + 31
    assert moved.cells_marked("star") == set(marks)


def test_reread_refuses_another_board() -> None:
    before = read_board(draw(PUBLISHED))
    with pytest.raises(AmbiguousBoard, match="different board"):
        update_reading(draw(random_grid(10, 4)), before)
    with pytest.raises(BoardNotFound):
        update_reading(np.full((400, 400, 3), 255, np.uint8), before)


@pytest.mark.parametrize("width", [1, 2, 4])
@pytest.mark.parametrize("colours", [False, True])
@pytest.mark.parametrize("cell", [(0, 0), (2, 4), (8, 4), (9, 9)])
def test_the_ring_in_a_selected_cell_is_neither_a_region_nor_a_mark(cell, width, colours) -> None:
    look = Look(pitch=40.0, colours=colours)
    image = draw(PUBLISHED, look)
    row, col = cell
    corner = (
        round(look.margin + col * 40 + 3 + width / 2),
        round(look.margin + row * 40 + 3 + width / 2),
    )
    other = (corner[0] + 33 - width, corner[1] + 33 - width)
    cv2.rectangle(image, corner, other, (235, 99, 37), width)
    reading = read_board(image)
    assert (reading.grid, reading.marks) == (PUBLISHED, ())


def test_the_light_on_raised_tiles_is_no_second_colour() -> None:
    image = draw(PUBLISHED, Look(pitch=48.0, thick=1.0, colours=True)).astype(np.float32)
    light = np.linspace(0.75, -0.3, 48)[:, None, None]
    for row, col in product(range(10), repeat=2):
        cell = image[40 + 48 * row : 88 + 48 * row, 40 + 48 * col : 88 + 48 * col]
        cell += np.where(light > 0, light * (255 - cell), light * cell)
    assert read_board(image.astype(np.uint8)).grid == PUBLISHED


@pytest.mark.parametrize(("row", "col"), [(4, 2), (0, 9), (7, None)])
def test_the_shade_of_the_selected_row_and_column_is_no_region(row, col) -> None:
    image = draw(PUBLISHED, Look(pitch=40.0, thin=1.0, thick=1.0, colours=True))
    places = np.clip((np.arange(480) - 40) // 40, -1, 10)
    is_inside = (places >= 0) & (places < 10)
    is_shaded = (places == row)[:, None] | (places == col)[None]
    is_shaded &= is_inside[:, None] & is_inside
    image[is_shaded] = np.rint(0.8 * image[is_shaded] + 0.2 * np.array((235, 99, 37)))
    assert read_board(image).grid == PUBLISHED


def test_hovered_cell_is_not_its_own_region() -> None:
    grid = random_grid(9, seed=3)
    image = draw(grid, Look(pitch=40, thin=2, thick=2, colours=True))
    for r, c in product(range(1, 8), repeat=2):
        beside = {grid[r - 1][c], grid[r + 1][c], grid[r][c - 1], grid[r][c + 1]}
        if beside == {grid[r][c]}:
            break
    cell = image[41 + 40 * r : 79 + 40 * r, 41 + 40 * c : 79 + 40 * c]
    cell[:] = cell * 0.8
    assert read_board(image).grid == grid


def _labelled(image: np.ndarray, pitch: int, margin: int, size: int) -> np.ndarray:
    """Return the board in a wider picture, with boxes of labels above and to the left."""
    wide = cv2.copyMakeBorder(image, pitch, 0, pitch, 0, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    for i in range(1, size + 1):
        for text, x, y in ((str(i), i, 0), (chr(64 + i), 0, i)):
            left, top = margin + x * pitch, margin + y * pitch
            cv2.rectangle(
                wide, (left, top), (left + pitch, top + pitch), (235, 235, 235), cv2.FILLED
            )
            cv2.rectangle(wide, (left, top), (left + pitch, top + pitch), (0, 0, 0), 1)
            write(wide, text, (left + 8, top + 28), 0.7)
    return wide


FEW = ("AABBC", "AABCC", "DDBCC", "DDDEE", "DDEEE")
SOLVED_ONCE = ("AAAAAAAA", "AAAAAABA", "AACCACBB", "DDECCCFF", "EEEGCCFF", "GGGGHHFF", "GGGGHFFH", "GGGGHHHH")  # fmt: skip


@pytest.mark.parametrize(("grid", "colours"), [(FEW, False), (FEW, True), (SOLVED_ONCE, True)])
def test_boxes_of_labels_beside_a_board_are_no_row_and_no_column(grid, colours: bool) -> None:
    image = _labelled(draw(grid, Look(pitch=40, colours=colours)), 40, 40, len(grid))
    assert read_board(image).grid == grid


@pytest.mark.parametrize("aside", [0, 3], ids=["in the middle", "in a corner"])
def test_a_plate_under_a_star_is_no_region(aside: int) -> None:
    image = draw(PUBLISHED, Look(pitch=40, colours=True))
    for row, col in ((0, 2), (4, 4), (7, 0)):
        x, y = 60 - aside + 40 * col, 60 - aside + 40 * row
        cv2.rectangle(image, (x - 15, y - 15), (x + 15, y + 15), (255, 255, 255), cv2.FILLED)
        cv2.circle(image, (x, y), 9, (0, 0, 0), cv2.FILLED, cv2.LINE_AA)
    reading = read_board(image)
    assert (reading.grid, reading.cells_marked("star")) == (PUBLISHED, {(0, 2), (4, 4), (7, 0)})


@pytest.mark.parametrize("pitch", [18, 36])
def test_a_small_picture_of_the_same_board_is_not_another_one(pitch: int) -> None:
    main, other = draw(PUBLISHED, Look(pitch=36)), draw(PUBLISHED, Look(pitch=pitch))
    page = np.full((main.shape[0] + other.shape[0], main.shape[1], 3), 255, np.uint8)
    page[: main.shape[0]] = main
    page[main.shape[0] :, : other.shape[1]] = other
    if pitch == 36:
        with pytest.raises(AmbiguousBoard, match="2 boards"):
            read_board(page)
    else:
        assert read_board(page).box[3] < main.shape[0]
        assert len(read_boards(page)) == 2


def test_small_pictures_of_other_boards_are_levels_to_choose() -> None:
    board = draw(PUBLISHED, Look(pitch=60, margin=20))
    level = draw(random_grid(5, 3), Look(pitch=16, margin=10, thick=2, colours=True))
    page = np.full((board.shape[0], board.shape[1] + 200, 3), 255, np.uint8)
    page[:, 200:] = board
    page[20 : 20 + len(level), 20 : 20 + len(level)] = level
    assert len(read_boards(page)) == 2
    assert read_board(page).grid == PUBLISHED


def test_discs_apart_are_the_cells_of_a_board() -> None:
    grid = random_grid(8, 2)
    board = draw(grid, Look(pitch=40, thin=0, thick=0, frame=0, margin=0, colours=True))
    page = np.full((440, 440, 3), 255, np.uint8)
    for row, col in np.ndindex(8, 8):
        middle = 80 + 40 * col, 80 + 40 * row
        colour = board[20 + 40 * row, 20 + 40 * col].tolist()
        cv2.circle(page, middle, 17, colour, -1, cv2.LINE_AA)
    assert read_board(page).grid == grid


@pytest.mark.parametrize("third", [(), ((4, 0),)], ids=["two colours", "three colours"])
def test_few_colours_without_lines_are_no_regions(third) -> None:
    image = draw(("AAAAA",) * 5, Look(pitch=40, thin=1, thick=1, frame=1))
    for row, cells in enumerate(("XX..X", "XX...", "...XX", "...XX", "X....")):
        for x in (42 + 40 * col for col, cell in enumerate(cells) if cell == "X"):
            image[42 + 40 * row : 79 + 40 * row, x : x + 37] = (255, 200, 120)
    for row, col in third:
        image[42 + 40 * row : 79 + 40 * row, 42 + 40 * col : 79 + 40 * col] = (120, 200, 255)
    with pytest.raises(UnsupportedPuzzle, match=f"{2 + bool(third)} colours"):
        read_board(image, puzzle="star-battle")


def test_part_of_a_larger_grid_is_no_board() -> None:
    image = draw(PUBLISHED, Look(pitch=40, thin=1, thick=1, frame=1))
    cv2.rectangle(image, (160, 160), (320, 320), (0, 0, 0), 4)
    cv2.line(image, (240, 160), (240, 320), (0, 0, 0), 4)
    with pytest.raises(ReadingError):
        read_board(image)


def test_empty_margins_of_a_large_picture_are_left_out():
    page = np.full((3000, 3000, 3), 255, np.uint8)
    board = draw(PUBLISHED, Look())
    page[2000 : 2000 + board.shape[0], 1500 : 1500 + board.shape[1]] = board
    alone, reading = read_board(board), read_board(page)
    assert reading.grid == alone.grid
    expected = tuple(v + by for v, by in zip(alone.box, (1500, 2000, 1500, 2000), strict=True))
    assert reading.box == expected


def test_a_large_picture_of_one_colour_is_refused_at_once():
    with pytest.raises(BoardNotFound, match="one colour"):
        read_board(np.zeros((3000, 3000, 3), np.uint8))


def test_rows_of_one_colour_where_a_large_picture_is_broken_off_are_left_out():
    page = np.full((4000, 3000, 3), 255, np.uint8)
    board = draw(PUBLISHED, Look())
    page[20 : 20 + board.shape[0], 1500 : 1500 + board.shape[1]] = board
    page[1000:] = 128
    result = inspect(page)
    assert result.best().grid == PUBLISHED
    assert result.image.shape[0] < 1000


@pytest.mark.parametrize("error", [MemoryError(), cv2.error("Insufficient memory")])
def test_a_picture_that_needs_too_much_memory_is_refused(monkeypatch, error):
    def fail(*_: object, **__: object) -> None:
        raise error

    if isinstance(error, cv2.error):
        error.code = cv2.Error.StsNoMem
    monkeypatch.setattr("vision.inspection.read_with", fail)
    with pytest.raises(BoardNotFound, match="too much memory"):
        read_board(draw(PUBLISHED, Look()))
