"""Effects of clicks on the three skins."""

from __future__ import annotations

import pytest

CYCLES = {
    ("black", "left"): ["on", "off", "on"],
    ("black", "right"): ["x", "off", "x"],
    ("rotate", "left"): ["on", "x", "off"],
    ("rotate", "right"): ["x", "on", "off"],
}


@pytest.mark.parametrize(("draw", "button"), CYCLES)
def test_a_click_goes_round_the_marks_of_the_drawing_style(visit, draw, button):
    player = visit(f"size=5&draw={draw}")
    for expected in CYCLES[draw, button]:
        player.press((4, 6), button)
        assert player.mark((4, 6)) == expected


@pytest.mark.parametrize(("first", "then", "mark"), [("left", "right", "x"), ("right", "left", "on")])
def test_in_the_black_style_the_other_button_replaces_the_mark(visit, first, then, mark):
    player = visit("size=5")
    player.press((2, 2), first)
    player.press((2, 2), then)
    assert player.mark((2, 2)) == mark


@pytest.mark.parametrize("skin", ["star-battle", "queens", "canvas"])
def test_a_click_sets_the_mark_of_the_chosen_tool(visit, page, skin):
    player = visit(f"skin={skin}&size=5&draw=tools")
    page.get_by_label("Star", exact=True).click()
    player.press((2, 2))
    player.press((4, 6))
    page.get_by_label("Cross").click()
    player.press((2, 2))
    assert page.locator("#tools .on").get_attribute("aria-label") == "Cross"
    if skin == "star-battle":
        assert [player.mark(cell) for cell in [(2, 2), (4, 6)]] == ["x", "on"]


def test_control_and_a_left_click_are_a_right_click(visit, page):
    player = visit("size=5")
    page.keyboard.down("Control")
    player.press((1, 1))
    page.keyboard.up("Control")
    assert player.mark((1, 1)) == "x"


@pytest.mark.parametrize("zoom", [1, 1.55])
def test_a_click_on_a_line_belongs_to_the_nearest_cell(visit, page, zoom):
    player = visit(f"size=5&zoom={zoom}")
    x, y = player.centre((0, 0))
    page.mouse.click(x - 16 * zoom, y - 16 * zoom)
    assert player.mark((0, 0)) == "on"


def test_a_drag_paints_every_cell_it_crosses(visit, page):
    player = visit("size=5")
    page.mouse.move(*player.centre((3, 1)))
    page.mouse.down(button="right")
    page.mouse.move(*player.centre((3, 4)), steps=12)
    page.mouse.up(button="right")
    assert [player.mark((3, c)) for c in range(6)] == ["off", "x", "x", "x", "x", "off"]


def test_a_press_may_be_released_anywhere(visit, page):
    player = visit("size=5")
    page.mouse.move(*player.centre((0, 0)))
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    assert player.mark((0, 0)) == "on"


@pytest.mark.parametrize("what", ["scroll", "resize"])
def test_scrolling_during_a_drag_cancels_the_move(visit, page, what):
    player = visit("size=5")
    page.mouse.move(*player.centre((5, 5)))
    page.mouse.down()
    assert player.mark((5, 5)) == "on"
    page.evaluate("what => (what === 'scroll' ? document : window).dispatchEvent(new Event(what))", what)
    assert player.mark((5, 5)) == "off"
    page.mouse.up()
    assert player.mark((5, 5)) == "off"


def test_the_context_menu_is_suppressed(visit, page):
    player = visit("size=5")
    page.evaluate("document.addEventListener('contextmenu', e => { window.prevented = e.defaultPrevented })")
    player.press((0, 0), "right")
    assert page.evaluate("window.prevented") is True


def test_walls_take_no_mark(visit):
    player = visit("size=12&seed=0")
    grid = player.board.grid
    wall = next((r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell == "#")
    player.press(wall)
    assert player.mark(wall) == "off"


def test_undo_and_redo_take_back_and_repeat_a_move(visit, page):
    player = visit("size=5")
    player.press((0, 0))
    page.click("#btnUndo")
    assert player.mark((0, 0)) == "off"
    page.keyboard.press("Control+y")
    assert player.mark((0, 0)) == "on"


def test_start_over_asks_and_clears_the_board(visit, page):
    player = visit("size=5")
    player.press((0, 0))
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#btnStartOver")
    assert player.mark((0, 0)) == "off"


def test_mistakes_turn_red_only_where_that_is_switched_on(visit, page):
    for switched, count in (("&errors=0", 0), ("&errors=1", 2), ("", 2)):
        player = visit(f"size=5&seed=0{switched}")
        page.evaluate("localStorage.clear()")
        player = visit(f"size=5&seed=0{switched}")
        player.press((4, 4))
        player.press((5, 5))
        assert page.locator(".err").count() == count


def queen_at(page, board, cell):
    """Return what the queens page shows in a cell."""
    at = page.locator(".queens-cell-with-border").nth(cell[0] * board.size + cell[1])
    if at.locator("svg.queens-icon-svg").count():
        return "queen"
    return "cross" if at.locator(".cell-input--cross").count() else "empty"


def test_the_queens_page_goes_from_empty_to_cross_to_queen(visit, page):
    player = visit("skin=queens&size=3&lines=1")
    for expected in ("cross", "queen", "empty", "cross"):
        player.press((2, 5))
        assert queen_at(page, player.board, (2, 5)) == expected


def test_locked_queens_stand_on_their_cells_and_cannot_be_moved(visit, page):
    player = visit("skin=queens&size=3&locked=3")
    locked = player.solution()[:3]
    for cell in locked:
        player.press(cell)
        assert queen_at(page, player.board, cell) == "queen"
    assert page.locator('[aria-disabled="true"]').count() == 3
    assert player.done() == frozenset(locked)


def test_the_cell_under_the_mouse_is_darker(visit, page):
    player = visit("skin=queens&size=3")
    cell = page.locator(".queens-cell-with-border").first
    assert cell.evaluate("e => getComputedStyle(e).filter") == "none"
    page.mouse.move(*player.centre((0, 0)))
    assert cell.evaluate("e => getComputedStyle(e).filter") == "brightness(0.86)"


def test_a_click_on_the_canvas_sets_and_takes_away_a_star(visit):
    player = visit("skin=canvas&size=3&submit=ajax&zoom=1.3")
    player.press((2, 5))
    player.press((7, 0))
    assert player.done() == {(2, 5), (7, 0)}
    player.press((2, 5))
    player.page.evaluate("document.querySelector('#ajaxResponse').replaceChildren()")
    assert player.done() == {(7, 0)}
