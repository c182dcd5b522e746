"""Boards as pixels: the reader must get what the real pages show."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from autoplay.browser.start import BrowserOptions, context_settings

BLACK, WHITE = 0, 255


def picture(page, selector, scale=1):
    """Return the element as a (H, W, 3) BGR array as the window shows it: boxes are snapped to whole CSS px."""
    box = page.locator(selector).bounding_box()
    image = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    x, y = (round(int(box[key] + 0.5) * scale) for key in "xy")
    return image[y : y + round(box["height"] * scale), x : x + round(box["width"] * scale)]


def grey(image):
    return cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)


def board_of_cells(grid, frame):
    """Draw the board of the specification, pixel by pixel: white cells on black, region lines of 3 px."""
    n = len(grid)
    image = np.zeros((31 * n - 1 + 2 * frame,) * 2, np.uint8)
    for r in range(n):
        for c in range(n):
            y, x = frame + 31 * r, frame + 31 * c
            if grid[r][c] == "#":
                continue
            image[y : y + 30, x : x + 30] = WHITE
            for dr, dc, side in (
                (0, 1, np.s_[:, 29]),
                (0, -1, np.s_[:, 0]),
                (1, 0, np.s_[29, :]),
                (-1, 0, np.s_[0, :]),
            ):
                inside = 0 <= r + dr < n and 0 <= c + dc < n
                if inside and grid[r][c] != "." and grid[r + dr][c + dc] != grid[r][c]:
                    image[y : y + 30, x : x + 30][side] = BLACK
    return image


@pytest.mark.parametrize("size", [0, 5, 13, 14])
def test_at_zoom_1_every_dot_of_the_board_is_as_specified(visit, page, size):
    for thick, frame in ((0, 3), (1, 5)):
        player = visit(f"size={size}&seed=2&zoom=1&thick={thick}")
        assert np.array_equal(grey(picture(page, ".board-back")), board_of_cells(player.board.grid, frame))


@pytest.mark.parametrize(("query", "gutter"), [("", 5), ("&gutter=15", 15), ("&coords=1", 5 + 31)])
def test_a_margin_a_padding_and_a_blue_frame_lie_round_the_board(visit, page, query, gutter):
    visit(f"size=5&zoom=1{query}")
    board, frame = (page.locator(name).bounding_box() for name in (".board-back", "td.brd"))
    assert board["x"] - frame["x"] == 1 + 10 + gutter
    assert frame["width"] == frame["height"] == 315 + 2 * (gutter + 10 + 1)
    colour = page.locator("td.brd").evaluate("e => getComputedStyle(e).borderTopColor")
    assert colour == "rgb(51, 102, 204)"


@pytest.mark.parametrize(("size", "zoom"), [(0, 1.882), (3, 1.217), (5, 1.0)])
def test_small_boards_are_enlarged_to_320_px_by_themselves(visit, page, size, zoom):
    player = visit(f"size={size}")
    width = page.locator(".board-back").bounding_box()["width"]
    assert width == pytest.approx((31 * player.board.size + 5) * zoom, abs=0.2)


@pytest.mark.parametrize("zoom", [0.75, 1.88])
def test_a_zoomed_board_pushes_the_title_down(visit, page, zoom):
    visit(f"size=5&zoom={zoom}")
    board, title = (page.locator(name).bounding_box() for name in ("td.brd", ".puzzleInfo"))
    assert board["height"] == pytest.approx(325 * zoom + 22, abs=0.1)
    assert title["y"] >= board["y"] + board["height"]


def test_the_zoom_slider_scales_the_board(visit, page):
    visit("size=5")
    page.locator("#zoomslider").fill("2")
    assert page.locator(".board-back").bounding_box()["width"] == 630
    page.click("#btnResetZoom")
    assert page.locator(".board-back").bounding_box()["width"] == 315


@pytest.mark.parametrize("scale", [1.25, 2])
def test_at_other_pixel_ratios_a_dark_line_parts_every_two_cells(browser, site, scale):
    settings = context_settings(BrowserOptions(scale=scale))
    with browser.new_context(**settings) as context:
        page = context.new_page()
        page.goto(f"{site.url}/?size=5&wait=0")
        page.wait_for_selector("body.ingame")
        image = grey(picture(page, ".board-back", scale))
    assert image.shape[0] == pytest.approx(315 * scale, abs=1)
    row = image[round(18 * scale)]
    assert all(row[round((31 * k + 1) * scale) :][: round(3 * scale)].min() < 140 for k in range(11))
    assert all(row[round((31 * k + 18) * scale)] == WHITE for k in range(10))


def test_star_and_cross_have_the_sites_size_place_and_colour(visit, page):
    player = visit("size=5&zoom=4&seed=0")
    player.press((0, 0))
    player.press((0, 1), "right")
    image = picture(page, ".board-back").astype(int)[12:132]
    star, cross = (image[8:112, x + 8 : x + 112] for x in (12, 136))  # without the lines of regions
    red = (cross[..., 2] > 150) & (cross[..., 0] < 90)
    assert extent(star.max(axis=2) < 100) == pytest.approx((5.5, 6.6, 23.5, 24.0), abs=0.6)  # thin tips
    assert extent(red) == pytest.approx((10.8, 12.0, 18.7, 20.9), abs=0.4)
    assert star.max(axis=2).min() == 0


def extent(mask):
    """Return the left, top, right and lower end of a glyph in its cell at zoom 1, of a part that begins 2 px inside."""
    rows, cols = np.nonzero(mask)
    return tuple(side / 4 + 2 for side in (cols.min(), rows.min(), cols.max() + 1, rows.max() + 1))


def test_a_board_may_begin_between_two_pixels(visit, page):
    player = visit("size=5&zoom=1&seed=2&subpixel=1")
    box = page.locator(".board-back").bounding_box()
    assert (box["x"] % 1, box["y"] % 1) == pytest.approx((0.5, 0.22), abs=0.02)
    assert np.array_equal(grey(picture(page, ".board-back")), board_of_cells(player.board.grid, 3))


def test_the_dark_filter_inverts_the_board(visit, page):
    player = visit("size=5&zoom=1&seed=2&filter=dark")
    image = grey(picture(page, ".board-back"))
    assert np.array_equal(image > 128, board_of_cells(player.board.grid, 3) == BLACK)
    assert grey(picture(page, "td.brd"))[5, 5] == BLACK


def test_night_mode_tints_the_page_and_leaves_the_lines_black(visit, page):
    player = visit("size=5&zoom=1&night=1&seed=2")
    image = picture(page, "td.brd")
    assert image[5, 100].tolist() == [0x23, 0x2B, 0x2A]
    assert image[12, 100].tolist() == [0xC2, 0xEC, 0xF8]
    assert image[16 + 10, 16 + 10].tolist() == [0xF0, 0xFF, 0xFF]
    lines = grey(image)[16:-16, 16:-16] == BLACK
    assert np.array_equal(lines, board_of_cells(player.board.grid, 3) == 0)


def test_colours_alone_tell_the_regions_of_the_queens_page(visit, page):
    player = visit("skin=queens&size=5&lines=0&zoom=1")
    image = picture(page, "#game")
    seen = {}
    for r, row in enumerate(player.board.grid):
        for c, region in enumerate(row):
            seen.setdefault(region, set()).add(tuple(image[8 + 48 * r + 22, 8 + 48 * c + 22]))
    assert all(len(colours) == 1 for colours in seen.values())
    assert len(set.union(*seen.values())) == player.board.size


def test_canvas_lines_have_the_sites_widths(visit, page):
    player = visit("skin=canvas&size=5&zoom=1&seed=0")
    image = grey(picture(page, "#puzzlecontainer"))
    assert image.shape == (406, 406)
    row = image[3 + 20]
    for c in range(1, 10):
        parted = player.board.grid[0][c - 1] != player.board.grid[0][c]
        dark = int((row[40 * c - 7 : 40 * c + 14] < 60).sum())
        assert dark == (6 if parted else 0)
