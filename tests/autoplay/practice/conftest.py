"""A practice site for each test, and a mouse player for its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from autoplay.practice import DemoServer, serve
from autoplay.practice.puzzles import StarBoard, find, solution_cells

CELL_PX = {"star-battle": (31, 3), "queens": (45, 3), "canvas": (40, 3)}
"""Pitch and frame of each skin before zooming."""
READY = "body.ingame"


@dataclass(frozen=True)
class MousePlayer:
    """Player of an open page with raw mouse events; cells are (row, col)."""

    page: Page
    site: DemoServer
    skin: str

    @property
    def board(self) -> StarBoard:
        return find(self.page.input_value("input[name=param]").partition("@")[0])

    def solution(self) -> list[tuple[int, int]]:
        return sorted(solution_cells(self.board.grid, self.board.stars, limit=1)[0])

    def centre(self, cell: tuple[int, int]) -> tuple[float, float]:
        """Return the centre of a cell in the window, measured from the board's elements."""
        box = self.page.locator("#stage1 > * > :first-child").bounding_box()
        scale = self.page.evaluate("new DOMMatrix(getComputedStyle(document.querySelector('#stage1 > *')).transform).a")
        pitch, frame = CELL_PX[self.skin]
        x, y = (frame + pitch * (k + 0.5) for k in (cell[1], cell[0]))
        return box["x"] + x * scale, box["y"] + y * scale

    def press(self, cell: tuple[int, int], button: str = "left") -> None:
        self.page.mouse.click(*self.centre(cell), button=button)

    def mark(self, cell: tuple[int, int]) -> str:
        """Return what a Star Battle page shows in a cell: off, on or x."""
        at = cell[0] * self.board.size + cell[1]
        names = self.page.locator(".cell").nth(at).get_attribute("class").split()
        return next(name.removeprefix("cell-") for name in names if name.startswith("cell-"))

    def done(self) -> frozenset[tuple[int, int]]:
        """Submit the board, and return the stars that reached the server."""
        before = len(self.site.submissions)
        self.page.click("#btnReady")
        self.page.locator("#ajaxResponse p:visible").first.wait_for()
        assert len(self.site.submissions) == before + 1
        return self.site.submissions[-1].answer


@pytest.fixture
def site() -> Iterator[DemoServer]:
    """Yield a practice site that has not received an answer yet."""
    with serve() as site:
        yield site


@pytest.fixture
def visit(site: DemoServer, page: Page) -> Iterator[Callable[[str], MousePlayer]]:
    """Open the page of a query string and wait for its board; an error in a script fails the test."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))

    def open_page(query: str) -> MousePlayer:
        page.goto(f"{site.url}/?wait=0&{query}")
        page.wait_for_selector(READY)
        skin = next((skin for skin in CELL_PX if f"skin={skin}" in query), "star-battle")
        return MousePlayer(page, site, skin)

    yield open_page
    assert not errors
