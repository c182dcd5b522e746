"""A run of the player on one of the pages, and its result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from playwright.sync_api import Page

from autoplay.sites import GENERIC
from solvers.errors import AutoplayError
from tests.playing import play
from tests.qa.pages.made import MadePage
from tests.qa.pages.runs import answer
from tests.qa.pages.structures import PAGE

WINDOW = 1000, 760
PATIENCE_S = 3.0


@dataclass(frozen=True)
class Run:
    """State of the page after a run, and the player's ``result`` or error code with its message."""

    page: MadePage
    won: int
    presses: int
    elsewhere: int
    result: str
    said: str
    seconds: float

    @property
    def faults(self) -> list[str]:
        """Differences from the expected end."""
        found = {
            "not won": self.page.is_won and not self.won,
            "says solved": self.result == "solved" and not self.won,
            f"ends as {self.result}": self.result not in self.page.right_ends,
            f"{self.elsewhere} presses elsewhere": self.elsewhere > 0 and not self.page.has_starts,
            "wins again": self.won > 1,
        }
        return [fault for fault, is_there in found.items() if is_there]

    def __str__(self) -> str:
        cells = (
            self.page.name,
            self.won,
            self.presses,
            f"{self.seconds:.1f}",
            ", ".join(self.faults),
            self.said,
        )
        return f"| {' | '.join(map(str, cells))} |"


def run(page: Page, made: MadePage, folder: Path) -> Run:
    """Play on a new page without any network."""
    page.set_viewport_size({"width": WINDOW[0], "height": WINDOW[1]})
    page.route("**/*", partial(answer, made.pages()))
    page.goto(PAGE)
    start = monotonic()
    result, said = _played(page, made, folder)
    seconds = monotonic() - start
    told: dict[str, Any] = {"won": 0, "presses": 0, "elsewhere": 0}
    for frame in page.frames:
        told = {
            name: told[name] + number
            for name, number in frame.evaluate("told").items()
            if name in told
        }
    return Run(made, **told, result=result, said=said, seconds=seconds)


def _played(page: Page, made: MadePage, folder: Path) -> tuple[str, str]:
    try:
        verdict = play(
            page, GENERIC, folder, pace_ms=(0, 0), patience_s=PATIENCE_S, **made.given
        ).verdict
    except AutoplayError as error:
        return error.code, error.message
    except Exception as error:  # a defect of the program is reported like any other error
        return "crash", repr(error)
    return verdict.result, verdict.message
