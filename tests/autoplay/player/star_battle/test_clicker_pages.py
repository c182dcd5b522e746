"""Own pages in a real browser: each gesture, cycle and mark, and other effects of a press."""

from __future__ import annotations

import json
import re

import pytest

from autoplay.errors import ClickNotConfirmed, PageUnreachable
from autoplay.sites import GENERIC
from solvers.errors import ManySolutions
from tests.playing import play
from vision.errors import BoardNotFound

GRID = ["AAAAAB", "ACCAAB", "ACCAAB", "ADDABB", "EEDDDF", "EEEEFF"]
STARS = [(0, 3), (1, 1), (2, 5), (3, 2), (4, 0), (5, 4)]
DISC = "<i style='width:16px;height:16px;border-radius:50%;background:#223'></i>"
SMALL_DISC = DISC.replace("16px", "8px")
SMALL_STAR = """<svg width=8 height=8 viewBox="0 0 100 100" style="position:relative; left:{}px; top:{}px">
<path d="M50 0 63 36 100 38 71 63 81 100 50 79 19 100 29 63 0 38 37 36z"/></svg>"""
PAGE = """<!doctype html><meta charset=utf-8><style>
  table { border-collapse: collapse; margin: 60px }
  td { width: 44px; height: 44px; border: 1px solid #999; padding: 0; user-select: none }
  td div { display: grid; width: 42px; height: 42px; place-items: center; font: 26px sans-serif }
</style><table></table><script>
const { grid, cycle, start, by } = SETTINGS, n = grid.length, table = document.querySelector('table')
window.marks = Array.from({ length: n }, (_, r) => Array.from({ length: n }, (_, c) => start[`${r},${c}`] ?? 0))
const cells = marks.map((row, r) => {
  const tr = table.insertRow()
  return row.map((_, c) => {
    const td = tr.insertCell(), at = (i, j) => grid[i]?.[j]
    const sides = { Top: [r - 1, c], Bottom: [r + 1, c], Left: [r, c - 1], Right: [r, c + 1] }
    for (const [side, [i, j]] of Object.entries(sides))
      if (at(i, j) !== grid[r][c]) td.style[`border${side}`] = '4px solid #000'
    td.append(document.createElement('div'))
    return td.firstChild
  })
})
window.show = (r, c) => { cells[r][c].innerHTML = cycle[marks[r][c]] }
window.turn = (r, c) => { marks[r][c] = (marks[r][c] + 1) % cycle.length; show(r, c) }
marks.forEach((row, r) => row.forEach((_, c) => show(r, c)))
let from = null
const on = (type, does) => cells.forEach((row, r) => row.forEach((cell, c) =>
  cell.parentNode.addEventListener(type, event => does(event, r, c))))
if (by === 'left') on('click', (event, r, c) => pressed(r, c))
if (by === 'right') on('contextmenu', (event, r, c) => pressed(r, c))
if (by === 'double') on('dblclick', (event, r, c) => pressed(r, c))
if (by === 'drag') {
  on('mousedown', event => { from = event })
  on('mouseup', (event, r, c) => { if (Math.hypot(event.x - from.x, event.y - from.y) >= 4) pressed(r, c) })
}
addEventListener('contextmenu', event => event.preventDefault())
window.presses = 0
function pressed(r, c) { presses += 1; (window.rule ?? turn)(r, c) }
</script><script>RULE</script>"""


@pytest.fixture
def play_page(page, pictures):
    """Play a page with this cycle of marks, and return what it shows at the end: (row, col) → number in the cycle."""

    def run(cycle, by="left", start=(), rule="", **given):
        wanted = {"grid": GRID, "cycle": cycle, "by": by, "start": {f"{r},{c}": k for (r, c), k in dict(start).items()}}
        page.goto("about:blank")  # a document of its own: the page's constants can't be declared twice
        page.set_content(PAGE.replace("SETTINGS", json.dumps(wanted)).replace("RULE", rule))
        return play(page, GENERIC, pictures.folder, **{"pace_ms": (0, 0), "patience_s": 2.0, **given})

    return run


@pytest.fixture
def shown(page):
    """Return the marks on the page: (row, col) → number in the cycle."""
    return lambda: {(r, c): mark for r, row in enumerate(page.evaluate("marks")) for c, mark in enumerate(row) if mark}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("autoplay.player.board_tracker.CELL_SHOWS_S", 0.2)
    monkeypatch.setattr("autoplay.player.star_battle.applier.STARS_SETTLE_S", 0.3)
    monkeypatch.setattr("autoplay.sites.base.ANNOUNCES_S", 0.1)


def full(number=1):
    return dict.fromkeys(STARS, number)


@pytest.mark.parametrize(
    ("cycle", "by", "gesture", "result"),
    [
        (["", "★"], "double", ("double",), "played"),
        (["", "★"], "drag", ("drag",), "played"),
        (["", "•", "×", "★"], "left", ("left",) * 3, "played"),
        (["", SMALL_DISC], "right", ("right",), "unknown"),
        (["", DISC, "★"], "left", ("left",) * 2, "played"),
        (["", "♛", "×"], "left", ("left",), "played"),
    ],
)
def test_gestures_and_marks_of_all_sorts(cycle, by, gesture, result, play_page, shown):
    outcome = play_page(cycle, by)
    assert (outcome.gesture, outcome.verdict.result) == (gesture, result)
    assert shown() == full(len(gesture))


@pytest.mark.parametrize("off", [(0, 0), (-8, -8), (8, 6)])
def test_a_small_star_is_known_at_the_first_press_wherever_it_is(off, play_page, shown):
    outcome = play_page(["", SMALL_STAR.format(*off)])
    assert (outcome.gesture, outcome.verdict.result, outcome.presses) == (("left",), "played", len(STARS))
    assert shown() == full()


def test_a_restored_game_is_put_right(play_page, shown):
    wrong, crossed = (5, 5), (0, 0)
    play_page(["", "×", "★"], start={wrong: 2, crossed: 1, STARS[0]: 2, STARS[1]: 1})
    assert shown() == {**full(2), crossed: 1}


def test_a_locked_star_that_contradicts_the_solution_is_said_to(play_page, shown):
    wrong = (5, 5)
    rule = "rule = (r, c) => r === 5 && c === 5 || turn(r, c)"
    with pytest.raises(ClickNotConfirmed, match="row 6, column 6 can't be removed"):
        play_page(["", "★"], start={wrong: 1}, rule=rule)
    assert shown() == {wrong: 1}


def test_a_gesture_that_paints_the_cell_beside_is_left_for_another(play_page, shown):
    rule = """rule = (r, c) => { turn(r, c); turn(r, (c + 1) % 6) }
        on('contextmenu', (event, r, c) => turn(r, c))"""
    outcome = play_page(["", "★"], rule=rule)
    assert (outcome.gesture, shown()) == (("right",), full())


def test_a_star_that_the_page_takes_back_is_no_success(play_page):
    rule = "rule = (r, c) => { turn(r, c); setTimeout(() => { marks[r][c] = 0; show(r, c) }, 600) }"
    with pytest.raises(ClickNotConfirmed, match=r"cleared|does not accept"):
        play_page(["", "★"], rule=rule)


def test_cleared_full_board_does_not_get_the_same_answer(play_page, page, monkeypatch):
    monkeypatch.setattr("autoplay.player.page_monitor.REPLACED_S", 0.1)
    rule = """window.full = 0; window.rule = (r, c) => {
        turn(r, c)
        if (marks.flat().filter(Boolean).length < 6) return
        full += 1
        marks.forEach((row, i) => row.forEach((_, j) => { row[j] = 0; show(i, j) }))
    }"""
    with pytest.raises(ClickNotConfirmed, match="cleared after the last of 6 presses"):
        play_page(["", "★"], rule=rule)
    assert page.evaluate("full") == 1


def test_a_mark_that_may_not_be_a_star_is_not_handed_in(play_page, shown, monkeypatch):
    monkeypatch.setattr(type(GENERIC), "button", "#done")
    rule = "document.body.insertAdjacentHTML('beforeend', '<p id=done onclick=\"marks[0][0] = 9\">Done</p>')"
    outcome = play_page(["", SMALL_DISC], rule=rule)
    assert (outcome.verdict.result, shown()) == ("unknown", full())
    assert outcome.verdict.message.startswith("the board shows a mark, which may not be a star")


def test_a_cell_that_the_mouse_shades_is_pressed(play_page, shown):
    play_page(["", "★"], rule="document.querySelector('style').append('td:hover { background: #ddd }')")
    assert shown() == full()


def test_what_covers_a_cell_is_not_pressed(play_page, shown, page):
    rule = """let onCard = 0
        rule = (r, c) => {
          turn(r, c)
          if (presses !== 2) return
          const card = document.createElement('a'), { x, y } = cells[3][2].getBoundingClientRect()
          card.style = `position:fixed; left:${x - 4}px; top:${y - 4}px; width:50px; height:50px; background:#eee`
          card.onmousedown = () => { onCard += 1 }
          document.body.append(card)
        }"""
    with pytest.raises(ClickNotConfirmed, match="row 4, column 3"):
        play_page(["", "★"], rule=rule, patience_s=0.5)
    assert page.evaluate("onCard") == 0
    assert (3, 2) not in shown()


def test_what_cannot_be_played_is_undone(play_page, shown):
    with pytest.raises(ClickNotConfirmed):
        play_page(["", "×"], start={(0, 0): 1})
    assert shown() == {(0, 0): 1}


def test_a_page_that_goes_away_is_said_to_with_how_far_it_came(play_page, page):
    page.on("console", lambda _: page.close())
    with pytest.raises(PageUnreachable) as caught:
        play_page(["", "★"], rule="rule = (r, c) => { turn(r, c); if (presses === 3) console.log('now') }")
    assert re.search(r"went away .* after \d presses, when \d of 6 stars were seen", caught.value.message)


START = """document.querySelector('table').hidden = true
    document.body.insertAdjacentHTML('beforeend', '<button>Options</button> <button id=go>LABEL</button>')
    const show_board = () => { document.querySelector('table').hidden = false }
    document.querySelector('#go').onclick = () => setTimeout(show_board, 900)
"""


@pytest.mark.parametrize("label", ["Start Game", "▶ Jouer", "Generate puzzle"])
def test_a_game_is_started_if_there_is_no_board(label, play_page, shown):
    outcome = play_page(["", "★"], rule=START.replace("LABEL", label))
    assert (outcome.started, outcome.exit_status, shown()) == ((label,), 0, full())


@pytest.mark.parametrize("given", [{"starts": False}, {"dry_run": True}])
def test_nothing_is_started_unasked(given, play_page, page):
    with pytest.raises(BoardNotFound) as error:
        play_page(["", "★"], rule=START.replace("LABEL", "Play"), **{"patience_s": 0.3, **given})
    assert "buttons: Play, Options" in error.value.message
    assert error.value.hint.startswith("--click 'Play'")
    assert page.locator("table").is_hidden()


CHECK = """document.body.insertAdjacentHTML('beforeend', '<button id=check>Check</button>')
    window.checks = 0
    document.querySelector('#check').onclick = () => {
        checks += 1
        document.body.insertAdjacentHTML('beforeend', `<p>${WORDS}</p>`)
    }"""


@pytest.mark.parametrize(
    ("words", "result", "confirmed_by"),
    [("'Well done!'", "solved", "words"), ("'Wrong!'", "rejected", "words"), ("checks", "played", "board")],
)
def test_a_silent_page_is_asked_once_by_its_check_button(words, result, confirmed_by, play_page, page):
    outcome = play_page(["", "★"], rule=CHECK.replace("WORDS", words))
    assert (outcome.verdict.result, outcome.verdict.confirmed_by, page.evaluate("checks")) == (result, confirmed_by, 1)


def test_no_check_button_is_pressed_unasked(play_page, page):
    outcome = play_page(["", "★"], rule=CHECK.replace("WORDS", "'Well done!'"), checks=False)
    assert (outcome.verdict.result, page.evaluate("checks")) == ("played", 0)


def test_a_strict_request_fails_without_the_page_s_word(play_page):
    assert [play_page(["", "★"], is_strict=strict).exit_status for strict in (False, True)] == [0, 1]


def test_a_dialog_after_the_last_press_confirms_the_answer(play_page):
    rule = "rule = (r, c) => { turn(r, c); if (marks.flat().filter(Boolean).length === 6) alert('You win!') }"
    outcome = play_page(["", "★"], rule=rule)
    assert (outcome.verdict.result, outcome.verdict.message) == ("solved", "You win!")


TOOLS = """window.tool = 1
    document.querySelector('table').insertAdjacentHTML('beforebegin', 'HTML')
    document.querySelectorAll('.tool').forEach((one, number) => { one.onclick = () => { tool = 2 - number } })
    window.rule = (r, c) => { marks[r][c] = marks[r][c] === tool ? 0 : tool; show(r, c) }"""
NAMED = "<button class=tool>Star</button><button class=tool>Cross</button>"
DRAWN = "<i class=tool style=\\'font:normal 40px sans-serif\\'>★</i> <i class=tool>×</i>"


@pytest.mark.parametrize("tools", [NAMED, DRAWN])
def test_the_star_among_the_tools_beside_a_board_is_chosen(tools, play_page, shown):
    outcome = play_page(["", "×", "★"], rule=TOOLS.replace("HTML", tools))
    assert (outcome.verdict.result, shown()) == ("played", full(2))


def test_what_comes_up_over_the_board_at_the_end_is_not_removed(play_page, shown, page):
    star = "<b class=box style=\\'position:fixed;font:26px sans-serif\\'>★</b>"
    rule = f"""rule = (r, c) => {{
        turn(r, c)
        if (marks.flat().filter(Boolean).length < 6) return
        const [free] = cells.flat().filter(cell => !cell.textContent), {{left, top}} = free.getBoundingClientRect()
        setTimeout(() => {{
            document.body.insertAdjacentHTML('beforeend', '{star}')
            Object.assign(document.querySelector('.box').style, {{left: `${{left + 9}}px`, top: `${{top + 6}}px`}})
        }}, 600)
    }}"""
    outcome = play_page(["", "★"], rule=rule)
    assert (outcome.verdict.result, shown(), page.evaluate("presses")) == ("played", full(), 6)


def test_a_board_that_takes_only_crosses_is_given_up_with_them_named(play_page, shown):
    with pytest.raises(ClickNotConfirmed, match="presses give a cross, not a star"):
        play_page(["", "×"])
    assert shown() == {}


def test_one_of_several_solutions_is_played_if_any_will_do(play_page, monkeypatch):
    monkeypatch.setattr(f"{__name__}.GRID", ["AABBCC", "AABBCC", "DDBBCC", "DDEEFF", "DDEEFF", "DDEEFF"])
    with pytest.raises(ManySolutions, match="several solutions") as error:
        play_page(["", "★"])
    assert "--any" in error.value.hint
    assert play_page(["", "★"], any_solution=True).verdict.result == "played"


def test_what_lies_over_a_board_is_closed_if_presses_do_nothing(play_page, shown):
    veil = "<div id=veil style=\\'position:fixed;inset:0\\'><h2 style=\\'margin-left:600px\\'>Rules</h2></div>"
    rule = f"""document.body.insertAdjacentHTML('beforeend', '{veil}')
        document.querySelector('#veil').insertAdjacentHTML('beforeend', '<button>Got it!</button>')
        document.querySelector('#veil button').style.marginLeft = '600px'
        document.querySelector('#veil button').onclick = () => document.querySelector('#veil').remove()"""
    outcome = play_page(["", "★"], rule=rule)
    assert (outcome.started, outcome.verdict.result, shown()) == (("Got it!",), "played", full())
