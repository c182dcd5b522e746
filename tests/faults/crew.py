"""Processes that play the cells of the matrix, with a browser each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from playwright.sync_api import Browser, sync_playwright

from autoplay.page.browser import start_browser
from tests.faults.stage import Cell, play_cell
from tests.faults.table import Fault

_browsers: list[Browser] = []
"""The browser of this process."""


def play_rows(faults: Sequence[Fault], skins: Sequence[str], jobs: int) -> Iterator[tuple[Fault, dict[str, Cell]]]:
    """The cells of each fault, by skin, in the order of the faults."""
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_start) as pool:
        rows = [
            (fault, {skin: pool.submit(_play, fault, skin) for skin in skins if skin in fault.columns})
            for fault in faults
            if set(skins) & set(fault.columns)
        ]
        for fault, row in rows:
            yield fault, {skin: cell.result() for skin, cell in row.items()}


def _start() -> None:
    _browsers.append(start_browser(sync_playwright().start()))


def _play(fault: Fault, skin: str) -> Cell:
    return play_cell(fault, skin, _browsers[0])
