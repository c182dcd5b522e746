"""Own pages of lamps in a browser; rules and faults are those of test_applier.py."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autoplay.player.play_result import PlayResult
from autoplay.sites import GENERIC
from solvers.errors import NoSolution
from solvers.lights_out import RULES
from tests.playing import play
from vision import load_image, read_board

PAGE = Path(__file__).with_name("page.html").read_text("utf-8")


def plus(rows: int, cols: int, shape: str = "plus") -> list[list[int]]:
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    reached = [[(r + down, c + right) for down, right in RULES[shape]] for r, c in cells]
    return [[cells.index(cell) for cell in found if cell in cells] for found in reached]


@pytest.fixture
def play_lamps(page, pictures) -> Callable[..., PlayResult]:
    """Play a page of lamps in these states, with presses that have these ``effects``."""

    def run(
        *grid: str,
        effects: list[list[int]] | None = None,
        states: int = 2,
        animate: int = 0,
        wanted: int = 0,
        fault: str = "() => 1",
        gesture: str = "click",
        end: str = "null",
        **given: Any,
    ) -> PlayResult:
        rows, cols = len(grid), len(grid[0])
        at = [" .*2".index(look) - 1 for row in grid for look in row]
        values = {"EFFECTS": json.dumps(effects or plus(rows, cols)), "AT": json.dumps(at)}
        values |= {"COLS": cols, "STATES": states, "ANIMATE": animate, "TARGET": wanted}
        values |= {"FAULT": fault, "GESTURE": gesture, "END": end}
        html = PAGE
        for name in sorted(values, key=len, reverse=True):
            html = html.replace(name, str(values[name]))
        # A document of its own: the page's constants can't be declared twice.
        page.goto("about:blank")
        page.set_content(html)
        quick = {"puzzle": "lights-out", "pace_ms": (0, 0), "patience_s": 4.0}
        return play(page, GENERIC, pictures.folder, **{**quick, **given})

    return run


def pressed(effects, cells, cols=4, states=2):
    """Return the states after these presses on a board that is all off."""
    at = [sum(lamp in effects[cell] for cell in cells) % states for lamp in range(len(effects))]
    return [
        "".join(".*2"[state] for state in at[row : row + cols]) for row in range(0, len(at), cols)
    ]


START = pressed(plus(4, 4), [6, 11, 0])
ODD = [[0, 5], [1, 2, 3], [2, 8], [3, 4], [4, 0], [5, 7], [6, 1], [7, 2, 4], [8]]


def test_all_are_put_out_and_the_page_says_so(play_lamps, pictures):
    outcome = play_lamps(*START, puzzle=None)
    assert outcome.verdict.result == "solved"
    assert outcome.verdict.message == "You have put them all out"
    assert (outcome.puzzle.grid, outcome.puzzle.rule) == (tuple(START), "plus")
    assert outcome.gesture == ("left",)
    assert len(outcome.solution.cells) == outcome.presses <= 4
    assert list(pictures.paths()) == ["before", "overlay", "after"]
    before, overlay, after = (
        load_image(pictures.folder / f"{name}.png") for name in pictures.paths()
    )
    assert (before != overlay).any()
    assert (before != after).any()
    grids = [read_board(pictures.folder / f"{name}.png").grid for name in pictures.paths()]
    assert grids == [tuple(START), tuple(START), ("." * len(START[0]),) * len(START)]


def test_other_rules_states_and_boards_are_learned(play_lamps):
    outcome = play_lamps(*pressed(ODD, [0, 3, 7], 3), effects=ODD, gesture="contextmenu")
    assert (outcome.verdict.result, outcome.puzzle.rule) == ("solved", "learned")
    assert outcome.gesture == ("right",)
    outcome = play_lamps(*pressed(plus(4, 4), [5, 10, 10, 3], states=3), states=3, animate=300)
    assert outcome.verdict.result == "solved"
    # Holes are not pressed, and the board may go at the end.
    effects = [[other for other in lamps if other != 5] for lamps in plus(4, 4)]
    start = pressed(effects, [6, 11])
    grid = start[0], f"{start[1][0]} {start[1][2:]}", *start[2:]
    assert play_lamps(*grid, effects=effects, end="board.remove()").verdict.result == "solved"


def test_a_board_that_has_no_solution_is_left_as_it_was_found(play_lamps, page):
    with pytest.raises(NoSolution, match="if each changes a plus"):
        play_lamps("*...", "....", "....", "....", dry_run=True)
    assert page.evaluate("presses") == 0
    with pytest.raises(NoSolution, match=r"even number.*the board is as it was found"):
        play_lamps("*...", "....", "....", "....", target="off", effects=plus(4, 4))
    assert page.evaluate("at.join('')") == "1" + "0" * 15


def test_a_board_on_which_presses_do_nothing_is_played_after_new_game(play_lamps, monkeypatch):
    # The page of a test has no address; one that names a puzzle would be kept to.
    monkeypatch.setattr("autoplay.player.game_starter.is_home", lambda _: True)
    start = """() => {
        if (!window.begins) {
            const button = document.createElement('button')
            button.textContent = 'New Game'
            button.onclick = () => { window.begins = true; at[5] = 1; draw() }
            document.body.append(button)
        }
        return window.begins ? 1 : 0
    }"""
    outcome = play_lamps("....", "....", "....", fault=f"{start}; fault(0, 0)")
    assert outcome.started == ("New Game",)
    assert outcome.exit_status == 0
