"""A run of the player on a drawn page."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from solvers.errors import AutoplayError
from tests.playing import QUICK, run_all
from tests.qa.pages.drawing import DrawnPage
from tests.qa.pages.judging import Claim, Journal, Judgement, judge, serve

SETTLES_MS = 300
"""Time in which a page tells the server what happened last."""


def play_drawn(tab: Page, page: DrawnPage, folder: Path, **given: Any) -> Judgement:
    """Play a drawn page by its address alone, and judge the run."""
    journal = Journal()
    with serve(page, journal) as url:
        began_at = time.monotonic()
        status, result, said = _play(tab, url, folder, **given)
        ended_at = time.monotonic()
        tab.wait_for_timeout(SETTLES_MS)
        tab.goto("about:blank")
    return judge(page, journal, Claim(status, result, said, began_at, ended_at))


def _play(tab: Page, url: str, folder: Path, **given: Any) -> tuple[int, str, str]:
    """Return the exit status, the result or the error's code, and what is said."""
    try:
        verdict = run_all(tab, url, folder, pace_ms=QUICK, **given)[0].verdict
    except AutoplayError as error:
        return error.exit_status, error.code, f"{error.message}; try: {error.hint}"
    except Exception as error:  # a defect of the program is reported like any other error
        return 70, "crash", repr(error)
    status = 0 if verdict.result in ("solved", "played") else 1
    return status, verdict.result, verdict.message
