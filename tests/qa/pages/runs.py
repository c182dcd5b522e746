"""Plays on pages of different structures, without a network."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, Route

from autoplay.practice.puzzles import pick
from autoplay.sites import GENERIC
from tests.playing import play
from tests.qa.pages.structures import FRAME, PAGE, Structure


@contextmanager
def window_for(structure: Structure, browser: Browser) -> Iterator[Page]:
    """Yield a page in a resizable window, or in one of fixed size without a viewport, like a
    user's."""
    width, height = structure.window
    if structure.enlarges:
        with browser.new_context(viewport={"width": width, "height": height}) as context:
            yield context.new_page()
        return
    with browser.new_context(no_viewport=True) as context:
        page = context.new_page()
        # It would take the size of the window that was used last.
        session = context.new_cdp_session(page)
        window = session.send("Browser.getWindowForTarget")["windowId"]
        bounds = {"width": width, "height": height}
        session.send("Browser.setWindowBounds", {"windowId": window, "bounds": bounds})
        session.detach()
        yield page


def play_structure(structure: Structure, window: Page, folder: Path) -> list[str]:
    """Play a board in a structure, and return what is wrong with the end."""
    board = pick(1, 1)
    window.route("**/*", partial(answer, structure.pages(board.grid)))
    window.goto(PAGE)
    outcome = play(window, GENERIC, folder, pace_ms=(0, 0), patience_s=4)
    stars, presses_elsewhere = read_stars_and_presses(window)
    faults = {
        "other stars than those of the solution": stars != set(outcome.solution.cells),
        f"{presses_elsewhere} presses elsewhere": presses_elsewhere > 0,
        "another board was read": outcome.puzzle.grid != board.grid,
    }
    return [fault for fault, is_there in faults.items() if is_there]


def read_stars_and_presses(window: Page) -> tuple[set[tuple[int, ...]], int]:
    """Return the stars on the page and its frames, and the number of presses elsewhere."""
    stars, presses_elsewhere = set(), 0
    for frame in window.frames:
        found = frame.evaluate("() => window.stars && [[...stars], elsewhere]") or [[], 0]
        stars |= {tuple(map(int, cell.split(","))) for cell in found[0]}
        presses_elsewhere += found[1]
    return stars, presses_elsewhere


def answer(pages: dict[str, str], route: Route) -> None:
    """Answer a request with the page of its address."""
    body = pages.get(route.request.url.replace(f"{PAGE}board/", FRAME))
    route.fulfill(
        body=body or "", content_type="text/html; charset=utf-8", status=200 if body else 404
    )
