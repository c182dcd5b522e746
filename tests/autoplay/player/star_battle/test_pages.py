"""Own pages in a real browser: gestures, the mouse, buttons and what covers a cell."""

import json
import re
from pathlib import Path

import pytest

from autoplay.errors import ClickNotConfirmed, PageUnreachable
from autoplay.sites import GENERIC
from solvers.errors import ManySolutions
from tests.playing import play
from vision.errors import BoardNotFound

GRID = ["AAAAAB", "ACCAAB", "ACCAAB", "ADDABB", "EEDDDF", "EEEEFF"]
STARS = [(0, 3), (1, 1), (2, 5), (3, 2), (4, 0), (5, 4)]
SMALL_DISC = "<i style='width:8px;height:8px;border-radius:50%;background:#223'></i>"
SMALL_STAR = """<svg width=8 height=8 viewBox="0 0 100 100" style="position:relative; left:{}px; top:{}px">
<path d="M50 0 63 36 100 38 71 63 81 100 50 79 19 100 29 63 0 38 37 36z"/></svg>"""
PAGE = Path(__file__).with_name("page.html").read_text("utf-8")


@pytest.fixture
def play_page(page, pictures):
    """Play a page with this cycle of marks; ``shown`` tells what it shows at the end."""

    def run(cycle, by="left", start=(), rule="", **given):
        at = {f"{r},{c}": k for (r, c), k in dict(start).items()}
        wanted = {"grid": GRID, "cycle": cycle, "by": by, "start": at}
        # A document of its own: the page's constants can't be declared twice.
        page.goto("about:blank")
        page.set_content(PAGE.replace("SETTINGS", json.dumps(wanted)).replace("RULE", rule))
        return play(
            page, GENERIC, pictures.folder, **{"pace_ms": (0, 0), "patience_s": 4.0, **given}
        )

    return run


@pytest.fixture
def shown(page):
    """Return the marks on the page: (row, col) → number in the cycle."""
    return lambda: {
        (r, c): mark
        for r, row in enumerate(page.evaluate("marks"))
        for c, mark in enumerate(row)
        if mark
    }


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("autoplay.player.board_tracker.CELL_SHOWS_S", 0.2)
    monkeypatch.setattr("autoplay.sites.base.ANNOUNCES_S", 0.1)


def full(number=1):
    return dict.fromkeys(STARS, number)


@pytest.mark.parametrize(("cycle", "by", "result"), [
    (["", "★"], "double", "played"),
    (["", "♛", "×"], "drag", "played"),
    (["", "★"], "hold", "played"),
    (["", SMALL_DISC], "right", "unknown"),
])  # fmt: skip
def test_gestures_and_marks_of_all_sorts(cycle, by, result, play_page, shown):
    outcome = play_page(cycle, by)
    # A long press that moves a little at its end is both.
    gesture = "drag" if by == "hold" else by
    assert (outcome.gesture, outcome.verdict.result) == ((gesture,), result)
    assert shown() == full()


def test_small_star_beside_the_middle_is_known_at_the_first_press(play_page, shown):
    outcome = play_page(["", SMALL_STAR.format(8, 6)])
    assert (outcome.gesture, outcome.verdict.result) == (("left",), "played")
    assert outcome.presses == len(STARS)
    assert shown() == full()


def test_cell_that_the_mouse_shades_is_pressed(play_page, shown):
    play_page(
        ["", "★"], rule="document.querySelector('style').append('td:hover { background: #ddd }')"
    )
    assert shown() == full()


def test_page_that_goes_away_is_an_error_with_the_progress(play_page, page):
    page.on("console", lambda _: page.close())
    with pytest.raises(PageUnreachable) as caught:
        play_page(
            ["", "★"], rule="rule = (r, c) => { turn(r, c); if (presses === 3) console.log('now') }"
        )
    assert re.search(
        r"went away .* after \d presses, when \d of 6 stars were seen", caught.value.message
    )


EXAMPLE = """document.querySelector('style').append('#cells td { cursor: pointer }')
    document.querySelector('table').id = 'cells'
    const hues = { A: '#fbb', B: '#bfb', C: '#bbf', D: '#fe9', E: '#9ef', F: '#bbb' }
    const stars = ['0,2', '1,0', '2,4', '3,1', '4,3', '5,5']
    const draw = (letter, r, c) => `<td style="width: 40px; height: 40px; border: 1px solid #777; background: ${hues[letter]}; text-align:
        center; font-size: 26px">${IS_SOLVED && stars.includes(`${r},${c}`) ? '★' : ''}</td>`
    const rows = ['AAAAAA', 'BBAAAA', 'BBBACC', 'BDDDEE', 'DDFFFE', 'DDDDFE']
    const drawn = rows.map((row, r) => `<tr>${[...row].map((letter, c) => draw(letter, r, c)).join('')}</tr>`)
    document.body.insertAdjacentHTML('afterbegin', `<table style="border-collapse: collapse; margin: 20px 20px
        900px">${drawn.join('')}</table>`)"""


@pytest.mark.parametrize("is_solved", ["true", "false"])
def test_the_example_above_a_board_is_not_what_is_played(is_solved, play_page, shown):
    outcome = play_page(["", "★"], rule=EXAMPLE.replace("IS_SOLVED", is_solved))
    assert (outcome.puzzle.grid, outcome.exit_status, shown()) == (tuple(GRID), 0, full())


def test_a_picture_of_a_solved_board_is_no_success(play_page):
    outcome = play_page(
        ["", "★"],
        rule=EXAMPLE.replace("IS_SOLVED", "true") + "; document.querySelector('#cells').remove()",
    )
    assert (outcome.verdict.result, outcome.presses) == ("unknown", 0)


START = """document.querySelector('table').hidden = true
    document.body.insertAdjacentHTML('beforeend', '<button>Options</button> <button id=go>▶ Jouer</button>')
    const show_board = () => { document.querySelector('table').hidden = false }
    document.querySelector('#go').onclick = () => setTimeout(show_board, 900)
"""


def test_game_is_started_if_there_is_no_board(play_page, shown):
    with pytest.raises(BoardNotFound) as error:
        play_page(["", "★"], rule=START, patience_s=0.3, starts=False)
    assert "buttons: ▶ Jouer, Options" in error.value.message
    assert error.value.hint.startswith("--click '▶ Jouer'")
    outcome = play_page(["", "★"], rule=START)
    assert (outcome.started, outcome.exit_status, shown()) == (("▶ Jouer",), 0, full())


CHECK = """document.body.insertAdjacentHTML('beforeend', '<button id=check>Check</button>')
    window.checks = 0
    document.querySelector('#check').onclick = () => {
        checks += 1
        document.body.insertAdjacentHTML('beforeend', `<p>Well done!</p>`)
    }"""


def test_silent_page_is_asked_once_by_its_check_button(play_page, page):
    outcome = play_page(["", "★"], rule=CHECK, checks=False)
    assert (outcome.verdict.result, page.evaluate("checks")) == ("played", 0)
    outcome = play_page(["", "★"], rule=CHECK)
    verdict = outcome.verdict
    assert (verdict.result, verdict.confirmed_by, page.evaluate("checks")) == ("solved", "words", 1)


TOOLS = """window.tool = 1
    document.querySelector('table').insertAdjacentHTML('beforebegin', 'CHOICE')
    document.querySelectorAll('.tool').forEach((one, number) => { one.onclick = () => { tool = 2 - number } })
    window.rule = (r, c) => { marks[r][c] = marks[r][c] === tool ? 0 : tool; show(r, c) }"""
NAMED = "<button class=tool>Star</button><button class=tool>Cross</button>"
DRAWN = "<i class=tool style=\\'font:normal 40px sans-serif\\'>★</i> <i class=tool>×</i>"


def test_the_star_among_the_tools_beside_a_board_is_chosen(play_page, shown):
    # The five-points test takes a heavy cross for a star.
    for tools, cross in ((NAMED, "×"), (NAMED, "✗"), (DRAWN, "×")):
        outcome = play_page(["", cross, "★"], rule=TOOLS.replace("CHOICE", tools))
        assert (outcome.verdict.result, shown()) == ("played", full(2)), tools


def test_one_of_several_solutions_is_played_if_any_will_do(play_page, monkeypatch):
    monkeypatch.setattr(
        f"{__name__}.GRID", ["AABBCC", "AABBCC", "DDBBCC", "DDEEFF", "DDEEFF", "DDEEFF"]
    )
    with pytest.raises(ManySolutions, match="several solutions") as error:
        play_page(["", "★"])
    assert "--any" in error.value.hint
    assert play_page(["", "★"], any_solution=True).verdict.result == "played"


def test_what_lies_over_a_board_is_closed_and_a_dialog_heard(play_page, shown):
    veil = "<div id=veil style=\\'position:fixed;inset:0\\'><h2 style=\\'margin-left:600px\\'>Rules</h2></div>"
    rule = f"""document.body.insertAdjacentHTML('beforeend', '{veil}')
        document.querySelector('#veil').insertAdjacentHTML('beforeend', '<button>Got it!</button>')
        document.querySelector('#veil button').style.marginLeft = '600px'
        document.querySelector('#veil button').onclick = () => document.querySelector('#veil').remove()
        rule = (r, c) => {{ turn(r, c); if (marks.flat().filter(Boolean).length === 6) alert('You win!') }}"""
    outcome = play_page(["", "★"], rule=rule)
    assert (outcome.started, outcome.verdict.result) == (("Got it!",), "solved")
    assert outcome.verdict.message == "You win!"
    assert shown() == full()


PAY = """rule = (r, c) => {
    turn(r, c)
    const cover = '<button onclick="window.paid = 1" style="position:fixed; inset:0; opacity:0">Pay</button>'
    if (presses === 2) document.body.insertAdjacentHTML('beforeend', cover)
}"""


def test_an_invisible_button_over_the_board_is_not_pressed(play_page, page):
    with pytest.raises(ClickNotConfirmed, match="a control 'Pay' covers row"):
        play_page(["", "★"], rule=PAY, patience_s=0.5)
    assert page.evaluate("[presses, window.paid]") == [2, None]
