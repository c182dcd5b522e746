"""Plays the cells of the matrix, and reports what was not as expected."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

from playwright.sync_api import BrowserContext

from autoplay.history import History
from autoplay.practice import serve
from autoplay.practice.server import DemoServer
from tests.qa.faults.scene import (
    CRASH,
    KILL,
    Play,
    Run,
    Scene,
    by_command,
    in_context,
    in_own_browser,
)
from tests.qa.faults.table import BOARDS, COMMAND, FULL_GAME, STATUS, UNTOUCHED, Fault


@dataclass
class Cell:
    """Result of a fault on a skin; ``problems`` is empty if everything was as expected."""

    fault: Fault
    skin: str
    runs: list[Run] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def play_cell(fault: Fault, skin: str, context: BrowserContext) -> Cell:
    """Play the fault's page, once more if the fault says so, and check the result."""
    cell = Cell(fault, skin)
    with tempfile.TemporaryDirectory() as name, serve() as site, _home(Path(name) / "home"):
        with _stage(fault, skin, context) as play:
            for query, action in fault.runs:
                folder = Path(name) / f"run-{len(cell.runs)}"
                cell.runs.append(
                    play(
                        Scene(
                            fault,
                            _address(site, skin, query),
                            folder,
                            Path(name) / "profile",
                            action,
                        )
                    )
                )
        cell.problems = [
            *_run_problems(cell),
            *_site_problems(cell, site),
            *_history_problems(cell),
        ]
    return cell


def _stage(fault: Fault, skin: str, context: BrowserContext) -> AbstractContextManager[Play]:
    if skin == COMMAND:
        return by_command()
    return in_own_browser(fault) if fault.action in (CRASH, KILL) else in_context(fault, context)


def _address(site: DemoServer, skin: str, query: str) -> str:
    board = urlsplit(BOARDS[skin])
    told = {"wait": "20", **dict(parse_qsl(board.query)), **dict(parse_qsl(query))}
    return f"{site.url}{board.path}?{urlencode(told)}"


@contextmanager
def _home(folder: Path) -> Iterator[None]:
    """Use a separate history during the block."""
    before = os.environ.get("AUTOPLAY_HOME")
    os.environ["AUTOPLAY_HOME"] = str(folder)
    try:
        yield
    finally:
        os.environ.pop("AUTOPLAY_HOME")
        if before is not None:
            os.environ["AUTOPLAY_HOME"] = before


def _run_problems(cell: Cell) -> Iterator[str]:
    expected = [cell.fault.ends, *[(cell.fault.again,)] * bool(cell.fault.again)]
    for run, ends in zip(cell.runs, expected, strict=True):
        if run.end not in ends:
            yield f"ended as {run.end}, not {' or '.join(ends)}: {run.message}"
        if run.status != (
            1
            if run.end == "played" and cell.fault.settings.get("is_strict")
            else STATUS.get(run.end)
        ):
            yield f"exit status {run.status} after {run.end}"
        if not run.has_pictures and cell.fault.action != "cut at once":
            yield f"no picture after {run.end}"
        # The rule of lamps is inferred by presses, which are taken back.
        if run.end in UNTOUCHED and "board" in run.presses and run.changed is not False:
            yield f"pressed on the board before {run.end}"
        yield from _control_problems(cell.fault, [what for what in run.presses if what != "board"])
    presses = sum(run.presses.count("board") for run in cell.runs)
    # A browser that is killed may not have saved the board yet.
    has_memory = (
        cell.fault.again == "solved" and cell.fault.action != KILL and cell.skin in FULL_GAME
    )
    if has_memory and presses > FULL_GAME[cell.skin] + 2:
        yield f"{presses} presses on the board in both runs: the second did not go on from what was there"


def _control_problems(fault: Fault, presses: list[str]) -> Iterator[str]:
    """Yield what was pressed beside the board and should not be; on an unknown page also what was
    not pressed."""
    if not fault.is_unknown:
        yield from (f"pressed on {what}" for what in presses if what not in ("consent", "done"))
    elif tuple(presses) != fault.controls:
        pressed, expected = (", ".join(what) or "nothing" for what in (presses, fault.controls))
        yield f"pressed on {pressed} beside the board, not on {expected}"


def _site_problems(cell: Cell, site: DemoServer) -> Iterator[str]:
    replies = [(done.puzzle, done.answer) for done in site.submissions if done.reply == "wrong"]
    if any(done.fault for done in site.submissions):
        yield f"handed in what is wrong: {[done.fault for done in site.submissions]}"
    if len(set(replies)) < len(replies):
        yield "handed in again what was rejected"
    if not (cell.fault.is_unknown or all(done.robot for done in site.submissions)):
        yield "did not say that a robot plays"
    is_solved, is_right = (
        "solved" in [run.end for run in cell.runs],
        "right" in [done.reply for done in site.submissions],
    )
    # A page that does not show what its server answers leaves the player in the dark.
    if is_solved != is_right and not (is_right and "played" in cell.fault.ends):
        yield "the page and the player do not agree on what is solved"
    if site.hall:
        yield "entered the hall of fame"
    if site.ad_presses:
        yield "pressed on an advertisement"


def _history_problems(cell: Cell) -> Iterator[str]:
    rows = [(run.result, run.url) for run in History().runs()]
    if len(rows) != len(cell.runs) or any(result == "unfinished" for result, _ in rows):
        yield f"the history says {[result for result, _ in rows]}"
