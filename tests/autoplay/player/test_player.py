"""Whole runs on the practice site: every look, every obstacle, every refusal."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from autoplay.browser.navigation import open_url
from autoplay.browser.start import BrowserOptions, context_settings
from autoplay.errors import AnswerRejected, ClickNotConfirmed, PageUnreachable
from autoplay.player.applier import VANISHED
from autoplay.player.page_monitor import SEEN, PageMonitor
from autoplay.player.timing import STARS_SETTLE_S
from autoplay.sites import GENERIC, site_for
from solvers.errors import BadNotation, ManySolutions, NoSolution, SolveTimeout
from tests.playing import play
from vision import load_image, read_board, update_reading
from vision.errors import BoardNotFound, ReadingError

SMALL, QUEENS, CANVAS = "size=1&seed=1", "skin=queens&size=1&seed=1", "skin=canvas&size=1&seed=1"

SOLVED = [  # tests/qa/faults plays obstacles, and python -m tests.qa.faults all of them on every skin
    # every look; the board is recognised by its look alone
    *(QUEENS, CANVAS),
    f"{QUEENS}&rename=1&lines=0",
    f"{SMALL}&night=1&coords=1&errors=1&zoom=0.75",
    f"{SMALL}&thick=1&gutter=15&zoom=1.55",
    "size=12&seed=1",
    # effects of a click
    "size=3&seed=1&draw=dot",  # with dots as large as some stars
    # games in progress: wrong stars, crosses on cells of stars, marks that cannot be changed; and
    # things that appear late and move the board
    f"{SMALL}&restore=1&draw=rotate&topad=1&bottomad=1&ad=late&delay=300",
    f"{QUEENS}&locked=2",
]


@pytest.mark.parametrize("query", SOLVED)
def test_the_page_says_that_it_is_solved(query, play_demo, site):
    outcome = play_demo(query)
    check_solved(outcome, site)
    if query in (QUEENS, CANVAS):  # the fewest presses that the page allows
        assert outcome.presses == (12 if query == QUEENS else 6)


def check_solved(outcome, site):
    """Check that the answer was submitted once, by a browser that admits to be automated, and accepted."""
    assert outcome.verdict.result == "solved"
    assert outcome.verdict.message.startswith("Congratulations!")
    assert outcome.exit_status == 0
    (submission,) = site.submissions
    assert (submission.fault, submission.robot) == ("", True)
    assert submission.answer == frozenset(outcome.solution.cells)
    assert site.hall == []


def test_a_page_that_is_loaded_again_in_the_middle_is_played_on(play_demo, page, site):
    page.add_init_script("addEventListener('mouseup', () => { if (presses === 3) location.reload() })")
    assert play_demo(SMALL).verdict.result == "solved"
    assert [(submission.fault, submission.robot) for submission in site.submissions] == [("", True)]


def test_it_is_solved_on_a_finer_screen(browser, site, pictures):
    with browser.new_context(**context_settings(BrowserOptions(scale=1.25))) as context:
        page = context.new_page()
        open_url(page, f"{site.url}/?{SMALL}")
        assert play(page, site_for(page), pictures.folder, pace_ms=(0, 0)).verdict.result == "solved"


def test_a_board_that_does_not_fit_is_brought_into_the_window(play_demo, page):
    page.set_viewport_size({"width": 1100, "height": 500})
    assert play_demo(f"{SMALL}&zoom=3&topad=1&bottomad=1").verdict.result == "solved"


def test_what_takes_too_long_to_explain_is_no_error(play_demo, monkeypatch):
    def never(puzzle, timeout_s):
        raise SolveTimeout(f"{puzzle} not within {timeout_s} s")

    monkeypatch.setattr("autoplay.games.star_battle.adapter.explain", never)
    outcome = play_demo(SMALL, explain=True, dry_run=True)
    assert (outcome.verdict.result, outcome.explanation, outcome.pictures.steps()) == ("unplayed", None, [])


def test_the_pictures_are_kept_and_the_last_has_the_solved_board(play_demo, site, pictures):
    outcome = play_demo(f"{SMALL}&wait=300")  # the page is loaded again with its result
    check_solved(outcome, site)
    assert outcome.presses == 6
    assert list(pictures.paths()) == ["before", "overlay", "after"]
    before, overlay, after = (load_image(Path(path)) for path in pictures.paths().values())
    assert before.shape == overlay.shape == after.shape
    assert (before != overlay).any()
    assert [read_board(path).grid for path in pictures.paths().values()] == [outcome.puzzle.grid] * 3
    assert (outcome.reading.rows, outcome.puzzle.stars, len(outcome.solution.cells)) == (6, 1, 6)
    assert update_reading(after, outcome.reading).cells_marked("star") == frozenset(outcome.solution.cells)


def test_a_full_disk_loses_pictures_but_no_verdict(play_demo, pictures, monkeypatch):
    save = type(pictures).save

    def fill_up(self, name, *rest):
        if name != "before":
            raise OSError(28, "No space left on device")
        return save(self, name, *rest)

    monkeypatch.setattr(type(pictures), "save", fill_up)
    assert play_demo(SMALL).verdict.result == "solved"


def test_a_dry_run_presses_nothing(play_demo, site, page, pictures):
    outcome = play_demo(SMALL, dry_run=True)
    assert (outcome.verdict.result, outcome.exit_status, outcome.presses) == ("unplayed", 0, 0)
    assert len(outcome.solution.cells) == 6
    assert list(pictures.paths()) == ["before", "overlay"]
    assert (page.evaluate("presses"), page.input_value("#robot"), site.submissions) == (0, "0", [])


def test_a_dry_run_does_not_answer_the_consent_box(play_demo, page):
    with suppress(ReadingError):  # the board may or may not be visible around the box
        play_demo(f"{SMALL}&consent=1", puzzle="star-battle", dry_run=True, patience_s=0)
    assert page.is_visible("#accept-choices")
    assert page.evaluate("presses") == 0


@pytest.mark.parametrize(("spoilt", "error"), [("none=1", NoSolution), ("several=1", ManySolutions)])
def test_a_poisoned_board_is_left_alone(spoilt, error, play_demo, site, page, pictures):
    with pytest.raises(error) as caught:
        play_demo(f"size=3&seed=1&{spoilt}")
    assert caught.value.exit_status == 4
    assert caught.value.picture == pictures.paths()["overlay"]
    assert (page.evaluate("presses"), site.submissions) == (0, [])


def test_a_page_that_ignores_clicks_is_given_up(play_demo, site, pictures):
    with pytest.raises(ClickNotConfirmed, match="row 1, column") as caught:
        play_demo(f"{SMALL}&ignore=1")
    assert caught.value.exit_status == 5
    assert caught.value.picture == pictures.paths()["after"]
    assert site.submissions == []


def test_a_page_without_a_board_is_said_to_have_none_and_keeps_no_earlier_pictures(play_demo, page, pictures):
    pictures.save("overlay", np.zeros((9, 9, 3), np.uint8))  # from an earlier run
    with pytest.raises(BoardNotFound) as caught:
        play_demo("blank=1", patience_s=0)
    assert caught.value.exit_status == 3
    assert list(pictures.paths()) == ["before"]
    assert caught.value.picture == pictures.paths()["before"]
    assert page.evaluate("presses") == 0


def test_an_answer_that_the_page_rejects_is_not_solved(play_demo, page):
    reply = json.dumps({"message": '<p class="err">non</p>', "solved": False})
    page.route("**/*", lambda route: route.fulfill(body=reply) if route.request.method == "POST" else route.continue_())
    outcome = play_demo(f"{SMALL}&submit=ajax")
    assert (outcome.verdict.result, outcome.verdict.message, outcome.exit_status) == ("rejected", "non", 1)


def test_the_words_of_a_page_confirm_the_answer(play_demo):
    outcome = play_demo(f"{CANVAS}&submit=ajax", GENERIC)
    assert (outcome.verdict.result, outcome.verdict.confirmed_by, outcome.exit_status) == ("solved", "words", 0)
    assert "Congratulations!" in outcome.verdict.message
    assert outcome.puzzle.stars == 1  # which nobody says there


def test_stars_that_contradict_the_page_are_refused(play_demo):
    with pytest.raises(BadNotation, match="the page says 1 star per row"):
        play_demo(SMALL, stars=2, dry_run=True)
    with pytest.raises((NoSolution, ManySolutions)):
        play_demo("size=5&seed=1", GENERIC, stars=1, dry_run=True)  # two stars


POPUP = """addEventListener('mouseup', () => {
    if (presses !== 3) return
    const popup = document.createElement('div')
    popup.style.cssText = 'position:absolute; z-index:9; background:#fa0; left:2%; top:82%; width:36%; height:17%'
    popup.onmousedown = () => { advert_presses += 1 }
    document.querySelector('#game').append(popup)
    setTimeout(() => popup.remove(), stays_ms)
}); window.advert_presses = 0; """


def test_what_comes_up_over_a_cell_is_waited_for_and_not_pressed(play_demo, page):
    page.add_init_script(f"{POPUP} window.stays_ms = 1500")
    assert play_demo(f"{SMALL}&submit=ajax", patience_s=8).verdict.result == "solved"
    assert page.evaluate("advert_presses") == 0


def test_a_board_that_vanishes_in_mid_game_is_not_confirmed(play_demo, page):
    page.add_init_script("addEventListener('mouseup', () => { if (presses === 3) document.body.innerHTML = '' })")
    with pytest.raises(ClickNotConfirmed, match="after 3 presses"):
        play_demo(SMALL, puzzle="star-battle", patience_s=0.3)


def test_a_board_that_vanishes_with_the_last_star_is_unknown(play_demo, page, pictures):
    outcome = play_demo(f"{CANVAS}&auto=0&submit=ajax", GENERIC, checks=False)
    page.mouse.click(*outcome.reading.centre(*outcome.solution.cells[0]), button="left")
    page.evaluate("addEventListener('mouseup', () => { document.body.innerHTML = '<h1>Thank you</h1>' })")
    outcome = play(page, GENERIC, pictures.folder, pace_ms=(0, 0), patience_s=1)
    assert (outcome.verdict.result, outcome.presses) == ("unknown", 1)
    assert outcome.verdict.message.startswith(VANISHED)


def test_a_board_that_vanishes_after_it_was_seen_complete_is_played(play_demo, page, monkeypatch):
    await_result = PageMonitor.await_result

    def vanish(monitor, timeout_s, **asked):
        if timeout_s == STARS_SETTLE_S:
            page.evaluate("document.body.innerHTML = '<h1>Thank you</h1>'")
        return await_result(monitor, timeout_s, **asked)

    monkeypatch.setattr(PageMonitor, "await_result", vanish)
    verdict = play_demo(f"{CANVAS}&auto=0&submit=ajax", GENERIC, checks=False, patience_s=1).verdict
    assert (verdict.result, verdict.confirmed_by) == ("played", "board")
    assert verdict.message.startswith(f"{SEEN}, then {VANISHED}")


OLD_WORD = """addEventListener('DOMContentLoaded', () =>
    document.querySelector('#ajaxResponse').insertAdjacentHTML('beforeend', '<p class="err">non</p>'))"""


def test_an_old_message_does_not_judge_a_new_answer(play_demo, page, site):
    page.add_init_script(OLD_WORD)
    assert play_demo(f"{SMALL}&auto=0&submit=ajax&slow=300").verdict.result == "solved"
    assert [submission.fault for submission in site.submissions] == [""]


def test_the_same_message_again_judges_a_new_answer(play_demo, page, monkeypatch):
    monkeypatch.setattr("autoplay.sites.base.ANSWERS_S", 1.0)
    page.add_init_script(OLD_WORD)
    reply = json.dumps({"message": '<p class="err">non</p>', "solved": False})
    page.route("**/*", lambda route: route.fulfill(body=reply) if route.request.method == "POST" else route.continue_())
    assert play_demo(f"{SMALL}&auto=0&submit=ajax").verdict.message == "non"


def test_a_page_that_goes_away_is_said_to(play_demo, page):
    page.route("**/*", lambda route: page.close() if route.request.method == "POST" else route.continue_())
    with pytest.raises(PageUnreachable, match="went away"):
        play_demo(SMALL)


def test_an_answer_that_is_not_approved_is_not_played(play_demo, page, site, monkeypatch):
    seen = []

    def refuse(_, puzzle, solution):
        seen.append((puzzle.stars, len(solution.cells)))
        raise AnswerRejected("this answer was rejected before")

    monkeypatch.setattr(PageMonitor, "approve", refuse)
    with pytest.raises(AnswerRejected):
        play_demo(SMALL)
    assert (seen, page.evaluate("presses"), site.submissions) == ([(1, 6)], 0, [])
