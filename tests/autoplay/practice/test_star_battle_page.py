"""Star Battle pages in a browser: marks, gestures, faults on purpose, submitting an answer."""

import re

from playwright.sync_api import expect

ROUNDS = {
    ("star-battle", "black"): {"left": "*.*", "right": "x.x"},
    ("star-battle", "rotate"): {"left": "*x.", "right": "x*."},
    ("star-battle", "dot"): {"left": "ox*."},
    ("queens", "auto"): {"left": "x*.x"},
    ("canvas", "auto"): {"left": "*.*"},
}
CELLS = {"*": ".cell-on.icon-star", "x": ".cell-x.icon-cancel", "o": ".cell-dot", ".": ".cell-off"}
QUEENS = {"*": ":has(svg.queens-icon-svg)", "x": ":has(.cell-input--cross)", ".": ":empty"}
LOOKS = {"star-battle": CELLS, "queens": QUEENS}
"""Selectors of a cell with each mark."""


def drag(player, start, end, steps=1, button="left"):
    """Drag from one place in the window to another."""
    player.page.mouse.move(*start)
    player.page.mouse.down(button=button)
    player.page.mouse.move(*end, steps=steps)
    player.page.mouse.up(button=button)


def test_presses_go_round_the_marks_of_the_drawing_style(visit, page):
    for (skin, draw), buttons in ROUNDS.items():
        player = visit(f"skin={skin}&size=3&draw={draw}")
        for row, (button, marks) in enumerate(buttons.items()):
            for expected in marks:
                player.press((row, 5), button)
                assert player.mark((row, 5)) == expected, (skin, draw, button)
                if skin in LOOKS:
                    look = f"(e) => e.matches('{LOOKS[skin][expected]}')"
                    assert player.cell((row, 5)).evaluate(look)
    player = visit("size=3&draw=tools")
    page.get_by_label("Star", exact=True).click()
    player.play([(2, 2), (4, 6)])
    page.get_by_label("Cross").click()
    player.press((2, 2))
    assert page.locator("#tools .on").get_attribute("aria-label") == "Cross"
    assert (player.mark((2, 2)), player.mark((4, 6))) == ("x", "*")


def test_buttons_drags_and_lines_mark_cells_and_moves_are_undone(visit, page):
    player = visit("size=5&zoom=1.55")
    player.press((2, 2))
    player.press((2, 2), "right")
    player.press((2, 4), "right")
    player.press((2, 4))
    page.keyboard.down("Control")
    player.press((2, 6))
    page.keyboard.up("Control")
    assert player.marks[20:28] == "..x.*.x."
    # A line belongs to the nearest cell.
    x, y = player.centre((0, 0))
    page.mouse.click(x - 16 * 1.55, y - 16 * 1.55)
    assert player.mark((0, 0)) == "*"
    # A drag marks every cell that it crosses, and may end anywhere.
    drag(player, player.centre((3, 1)), player.centre((3, 4)), steps=12, button="right")
    drag(player, player.centre((0, 9)), (5, 5))
    assert (player.marks[30:36], player.mark((0, 9))) == (".xxxx.", "*")
    page.click("#btnUndo")
    assert player.mark((0, 9)) == "."
    page.keyboard.press("Control+y")
    assert player.mark((0, 9)) == "*"
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#btnStartOver")
    assert set(player.marks) == {"."}
    # Scrolling cancels a press.
    page.mouse.move(*player.centre((5, 5)))
    page.mouse.down()
    expect(player.cell((5, 5))).to_have_class(re.compile("cell-on"))
    page.evaluate("document.dispatchEvent(new Event('scroll'))")
    page.mouse.up()
    assert player.mark((5, 5)) == "."


def test_presses_may_be_lost_count_twice_or_cross_cells_and_queens_be_locked(visit, page):
    player = visit("size=5&swallow=3&doubled=2&draw=rotate")
    for col in range(5):
        player.press((0, col))
    assert player.marks[:5] == "*x.x*"
    player = visit("skin=canvas&size=3&draw=black&crosses=1")
    player.press((0, 0))
    assert {player.mark(cell) for cell in ((0, 7), (7, 0), (1, 1))} == {"x"}
    player.press((0, 0))
    assert set(player.marks) == {"."}
    player = visit("size=12&seed=0")
    grid = "".join(player.board.grid)
    for cell in (grid.index("#"), grid.index(".."), grid.index("..") + 1):
        player.press(divmod(cell, player.board.size))
    assert (player.mark(divmod(grid.index("#"), 6)), page.locator(".err").count()) == (".", 2)
    player = visit("skin=queens&size=3&locked=3")
    locked = player.solution()[:3]
    player.play(locked)
    assert page.locator('[aria-disabled="true"]:has(svg)').count() == 3
    assert player.done() == frozenset(locked)


def test_the_last_star_submits_and_the_page_congratulates(visit, site, page):
    for skin, submit in (("star-battle", "post"), ("queens", "ajax")):
        player = visit(f"skin={skin}&submit={submit}&size=1&rerender=1")
        solution = player.solution()
        player.play(solution)
        said = r"^Congratulations! You have solved the puzzle in \d\d:\d\d\.\d\d$"
        expect(page.locator("#ajaxResponse p.succ:visible")).to_have_text(re.compile(said))
        expect(page.locator("input.clock.solved")).to_be_visible()
        expect(page.locator("#btnReady")).to_have_count(0)
        submission = site.submissions.pop()
        assert (submission.puzzle, submission.answer) == (player.board.id, frozenset(solution))
        assert (submission.fault, submission.robot, site.submissions) == ("", False, [])
        # The board takes no more presses, and no unfinished game is left.
        player.press(solution[0])
        assert "*" not in player.marks
        if skin == "star-battle":
            assert page.locator(".cell.icon-star").count() == 6
    puzzle = player.board.id
    page.click("#btnHallSubmit")
    page.locator("h1:has-text('Hall of fame')").wait_for()
    assert site.hall == [puzzle]
    visit("size=0", keeps=True)
    entries = page.locator("#menuSizes li")
    starred = [size for size in range(15) if entries.nth(size).get_attribute("class")]
    assert starred == [1]


def test_a_rejected_answer_keeps_its_marks_and_is_submitted_by_a_key(visit, site, page):
    player = visit("size=1&seed=0&auto=0")
    player.press((0, 0))
    player.press((3, 3), "right")
    page.locator("#robot").evaluate("e => { e.value = '1' }")
    assert player.done() == {(0, 0)}
    expect(page.locator("#ajaxResponse p.err")).to_be_visible()
    page.wait_for_selector("body.ingame")
    assert (player.mark((0, 0)), player.mark((3, 3))) == ("*", "x")
    # The unfinished game goes on in place of another puzzle.
    first = player.board
    player = visit("size=1&seed=1&auto=0", keeps=True)
    assert (player.board, player.mark((3, 3))) == (first, "x")
    player.press((0, 0))
    player.play(player.solution())
    assert [(sent.solved, sent.robot) for sent in site.submissions] == [(False, True)]
    page.keyboard.press("Enter")
    page.locator("p.succ:visible").wait_for()
    assert site.submissions[1].solved
