"""Processes that play the cells of the matrix, each with its own browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context

from playwright.sync_api import BrowserContext, sync_playwright

from autoplay.browser.start import BrowserOptions, context_settings, start_browser
from tests.qa.faults.journal import Journal
from tests.qa.faults.stage import Cell, play_cell
from tests.qa.faults.table import Fault

_contexts: list[BrowserContext] = []
"""The window of this process, and its browser."""


def play_rows(
    faults: Sequence[Fault], skins: Sequence[str], jobs: int, journal: Journal
) -> Iterator[tuple[Fault, dict[str, Cell]]]:
    """Yield the cells of each fault, by skin, in the order of the faults; those in the journal are
    not played again."""
    known = journal.cells(list(faults))
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_start) as pool:
        rows: list[tuple[Fault, dict[str, Cell | Future[Cell]]]] = []
        for fault in faults:
            row: dict[str, Cell | Future[Cell]] = {}
            for skin in skins:
                if skin in fault.columns:
                    played = known.get((fault.name, fault.query, skin))
                    row[skin] = played or pool.submit(_play, fault, skin)
            if row:
                rows.append((fault, row))
        for fault, row in rows:
            cells = {}
            for skin, cell in row.items():
                if isinstance(cell, Future):
                    cells[skin] = cell.result()
                    journal.add(cells[skin])
                else:
                    cells[skin] = cell
            yield fault, cells


def _start() -> None:
    _contexts.append(
        start_browser(sync_playwright().start()).new_context(**context_settings(BrowserOptions()))
    )
    _contexts[0].new_page()  # stays open, and so does the window


def _play(fault: Fault, skin: str) -> Cell:
    return play_cell(fault, skin, _contexts[0])
