"""A practice site for each test, requests to it, and a mouse player for its pages."""

import http.client
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Locator, Page

from autoplay.practice.puzzles import StarBoard, find, solution_cells
from autoplay.practice.server import DemoServer

CELL_PX = {"star-battle": (31, 3), "queens": (45, 3), "canvas": (40, 3)}
"""Pitch and frame of each skin before zooming."""
READY = "body.ingame"
BOARD = "#stage1 > * > :first-child"
FORM = "application/x-www-form-urlencoded"
AJAX = {"X-Requested-With": "XMLHttpRequest", "Content-Type": FORM}
SCALE = "new DOMMatrix(getComputedStyle(document.querySelector('#stage1 > *')).transform).a"
MARKS = """() => {
    const key = Object.keys(localStorage).find((key) => key.startsWith('unfinished'))
    return key ? JSON.parse(localStorage.getItem(key)).marks : []
}"""


@dataclass(frozen=True)
class MousePlayer:
    """Player of an open page with raw mouse events; cells are (row, col)."""

    page: Page
    site: DemoServer
    skin: str
    errors: list[str]

    @property
    def board(self) -> StarBoard:
        return find(self.page.input_value("input[name=param]").partition("@")[0])

    @property
    def marks(self) -> str:
        """Marks in the game, row by row: . empty, * star, x cross, o dot."""
        marks = self.page.evaluate(MARKS)
        return "".join(".*xo"[mark] for mark in marks) or "." * self.board.size**2

    def mark(self, cell: tuple[int, int]) -> str:
        return self.marks[cell[0] * self.board.size + cell[1]]

    def cell(self, cell: tuple[int, int]) -> Locator:
        """Return the element of a cell."""
        cells = self.page.locator(".cell, .queens-cell-with-border")
        return cells.nth(cell[0] * self.board.size + cell[1])

    def solution(self) -> list[tuple[int, int]]:
        return sorted(solution_cells(self.board.grid, self.board.stars, limit=1)[0])

    def centre(self, cell: tuple[int, int]) -> tuple[float, float]:
        """Return the centre of a cell in the window, measured from the board's elements."""
        box = self.page.locator(BOARD).bounding_box()
        scale = self.page.evaluate(SCALE)
        pitch, frame = CELL_PX[self.skin]
        row, col = cell
        x = box["x"] + (frame + pitch * (col + 0.5)) * scale
        return x, box["y"] + (frame + pitch * (row + 0.5)) * scale

    def press(self, cell: tuple[int, int], button: str = "left") -> None:
        self.page.mouse.click(*self.centre(cell), button=button)

    def play(self, cells: list[tuple[int, int]]) -> None:
        """Put a star on each of these cells."""
        for cell in cells:
            self.press(cell)
            if self.skin == "queens":  # the first press makes a cross
                self.press(cell)

    def done(self) -> frozenset[tuple[int, int]]:
        """Submit the board, and return the stars that reached the server."""
        before = len(self.site.submissions)
        self.page.click("#btnReady")
        self.page.locator("#ajaxResponse p:visible").first.wait_for()
        assert len(self.site.submissions) == before + 1
        return self.site.submissions[-1].answer


@pytest.fixture
def errors(page: Page) -> Iterator[list[str]]:
    """Yield the errors of the page's scripts, of which none may be left."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield errors
    assert not errors


@pytest.fixture
def visit(site: DemoServer, page: Page, errors: list[str]) -> Callable[..., MousePlayer]:
    """Open the page of a query string, without an unfinished game unless it ``keeps`` that."""

    def open_page(query: str, *, keeps: bool = False) -> MousePlayer:
        if not keeps and page.url.startswith(site.url):
            page.evaluate("localStorage.clear()")
        page.goto(f"{site.url}/?wait=0&{query}")
        page.wait_for_selector(READY)
        skin = next((skin for skin in CELL_PX if f"skin={skin}" in query), "star-battle")
        return MousePlayer(page, site, skin, errors)

    return open_page


def request(site, method, path, form=None, headers=None):
    """Return (status, type, text) of a response; ``form`` is a mapping or the body itself."""
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc)
    body = urlencode(form) if isinstance(form, dict) else form
    connection.request(method, path, body, headers or {})
    reply = connection.getresponse()
    text = reply.read().decode()
    connection.close()
    return reply.status, reply.getheader("Content-Type"), text
