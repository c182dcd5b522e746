"""Whole runs on the practice site: what only a site and a browser show together.

Faults of boards are those of the games' test_applier.py, ends and words of pages those of
tests/autoplay/sites; `python -m tests.qa.faults` plays all faults on every skin.
"""

from pathlib import Path

import pytest

from autoplay.errors import ClickNotConfirmed
from autoplay.sites import GENERIC
from solvers.errors import NoSolution, SolveTimeout
from vision import load_image, read_board, update_reading

SMALL, QUEENS, CANVAS = "size=1&seed=1", "skin=queens&size=1&seed=1", "skin=canvas&size=1&seed=1"


@pytest.mark.parametrize("query", [
    pytest.param(f"{QUEENS}&locked=2&rename=1&lines=0", id="locked marks, known by its look alone"),
    pytest.param(f"{SMALL}&night=1&coords=1&errors=1&zoom=0.75", id="dark, small and labelled"),
    pytest.param(f"{SMALL}&restore=1&draw=rotate&topad=1&bottomad=1&ad=late&delay=300", id="begun, and moving"),
])  # fmt: skip
def test_the_page_says_that_it_is_solved(query, play_demo, site):
    check_solved(play_demo(query), site)


def check_solved(outcome, site):
    """Check that the answer was submitted once, by an admitted robot, and accepted."""
    assert outcome.verdict.result == "solved"
    assert outcome.verdict.message.startswith("Congratulations!")
    assert outcome.exit_status == 0
    (submission,) = site.submissions
    assert (submission.fault, submission.robot) == ("", True)
    assert submission.answer == frozenset(outcome.solution.cells)
    assert site.hall == []


def test_a_page_that_is_loaded_again_in_the_middle_is_played_on(play_demo, page, site):
    page.add_init_script(
        "addEventListener('mouseup', () => { if (presses === 3) location.reload() })"
    )
    assert play_demo(SMALL).verdict.result == "solved"
    assert [(submission.fault, submission.robot) for submission in site.submissions] == [("", True)]


def test_a_board_that_does_not_fit_is_brought_into_the_window(play_demo, page):
    page.set_viewport_size({"width": 1100, "height": 500})
    assert play_demo(f"{SMALL}&zoom=3&topad=1&bottomad=1").verdict.result == "solved"


def test_the_pictures_are_kept_and_the_last_has_the_solved_board(play_demo, site, pictures):
    outcome = play_demo(f"{SMALL}&wait=300")  # the page is loaded again with its result
    check_solved(outcome, site)
    assert outcome.presses == 6
    assert list(pictures.paths()) == ["before", "overlay", "after"]
    before, overlay, after = (load_image(Path(path)) for path in pictures.paths().values())
    assert before.shape == overlay.shape == after.shape
    assert (before != overlay).any()
    expected = [outcome.puzzle.grid] * 3
    assert [read_board(path).grid for path in pictures.paths().values()] == expected
    assert (outcome.reading.rows, outcome.puzzle.stars, len(outcome.solution.cells)) == (6, 1, 6)
    found = update_reading(after, outcome.reading).cells_marked("star")
    assert found == frozenset(outcome.solution.cells)


def test_words_confirm_the_answer_even_if_the_disk_is_full(play_demo, pictures, monkeypatch):
    save = type(pictures).save

    def fill_up(self, name, *rest):
        if name != "before":
            raise OSError(28, "No space left on device")
        return save(self, name, *rest)

    monkeypatch.setattr(type(pictures), "save", fill_up)
    outcome = play_demo(f"{CANVAS}&submit=ajax", GENERIC)
    assert (outcome.verdict.result, outcome.verdict.confirmed_by) == ("solved", "words")
    assert outcome.exit_status == 0
    assert "Congratulations!" in outcome.verdict.message
    assert (outcome.puzzle.stars, outcome.presses) == (1, 6)  # stars which nobody states there


def test_a_dry_run_presses_nothing_and_explains_in_time(
    play_demo, site, page, pictures, monkeypatch
):
    def never(puzzle, timeout_s):
        raise SolveTimeout(f"{puzzle} not within {timeout_s} s")

    monkeypatch.setattr("autoplay.games.star_battle.player.explain", never)
    outcome = play_demo(SMALL, explain=True, dry_run=True)
    assert (outcome.verdict.result, outcome.exit_status, outcome.presses) == ("unplayed", 0, 0)
    assert (outcome.explanation, outcome.pictures.steps()) == (None, [])
    assert len(outcome.solution.cells) == 6
    assert list(pictures.paths()) == ["before", "overlay"]
    assert (page.evaluate("presses"), page.input_value("#robot"), site.submissions) == (0, "0", [])


def test_a_poisoned_board_is_left_alone(play_demo, site, page, pictures):
    with pytest.raises(NoSolution) as caught:
        play_demo("size=3&seed=1&none=1")
    assert caught.value.exit_status == 4
    assert caught.value.picture == pictures.paths()["overlay"]
    assert (page.evaluate("presses"), site.submissions) == (0, [])


def test_a_page_that_ignores_clicks_is_given_up(play_demo, site, pictures):
    with pytest.raises(ClickNotConfirmed, match="row 1, column") as caught:
        play_demo(f"{SMALL}&ignore=1")
    assert caught.value.exit_status == 5
    assert caught.value.picture == pictures.paths()["after"]
    assert site.submissions == []


POPUP = """addEventListener('mouseup', () => {
    if (presses !== 3) return
    const popup = document.createElement('div')
    popup.style.cssText = 'position:absolute; z-index:9; background:#fa0; left:2%; top:82%; width:36%; height:17%'
    popup.onmousedown = () => { advert_presses += 1 }
    document.querySelector('#game').append(popup)
    setTimeout(() => popup.remove(), 1500)
}); window.advert_presses = 0"""


def test_what_comes_up_over_a_cell_is_waited_for_and_not_pressed(play_demo, page):
    page.add_init_script(POPUP)
    assert play_demo(f"{SMALL}&submit=ajax", patience_s=8).verdict.result == "solved"
    assert page.evaluate("advert_presses") == 0
