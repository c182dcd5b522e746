"""`autoplay.play` called by another program; a whole run is one of the examples."""

import asyncio

import pytest

import autoplay
from autoplay.browser.navigation import open_url
from solvers.errors import AutoplayError, BadNotation


def test_it_plays_the_page_that_is_open_and_leaves_it_open(site, page, home):
    open_url(page, f"{site.url}/lights-out?size=3&wait=20")
    outcome = autoplay.play(page, puzzle="lights-out", dry_run=True)
    assert (outcome.verdict.result, outcome.presses) == ("unplayed", 0)
    assert outcome.reading.puzzle == "lights-out"
    assert not page.is_closed()
    assert outcome.pictures.folder.parent == home / "runs"


def test_it_works_while_an_event_loop_runs_as_in_a_notebook(site, tmp_path, elsewhere):
    async def cell():
        return autoplay.play(
            f"{site.url}/?size=0&wait=20", dry_run=True, explain=True, output=tmp_path
        )

    outcome = elsewhere(asyncio.run, cell())
    assert outcome.verdict.result == "unplayed"
    assert outcome.explanation.steps


@pytest.mark.usefixtures("process")
@pytest.mark.parametrize(("where", "arguments", "message"), [
    ("nowhere", {}, "not the address of a page"),
    ("http://127.0.0.1:9/", {"puzzle": "sudoku"}, "there is no puzzle 'sudoku'"),
    ("http://127.0.0.1:9/", {"browser": "/no/browser"}, "not a browser that can be started"),
])  # fmt: skip
def test_what_can_not_be_is_an_error_with_a_hint(where, arguments, message, tmp_path):
    with pytest.raises(AutoplayError, match=message) as caught:
        autoplay.play(where, output=tmp_path, **arguments)
    assert caught.value.hint


def test_an_unknown_puzzle_makes_no_folder(home):
    with pytest.raises(BadNotation):
        autoplay.play("http://127.0.0.1:9/", puzzle="sudoku")
    assert not home.exists()
