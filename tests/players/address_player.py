"""A page that is played by its address alone, as `autoplay play ADDRESS` is run, and what is pressed on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from json import dumps
from typing import Any, ClassVar

from playwright.sync_api import Page, Route

from tests.players.player import Board, Player

LISTEN = """([board, controls]) => addEventListener('pointerdown', event => {
    const touches = selector => selector && event.target.closest?.(selector)
    const label = () => event.target.innerText?.trim().slice(0, 20) || event.target.tagName
    const place = touches(board) ? 'board' : touches(controls) ? 'control' : label()
    if (event.isTrusted) window.pressed(place)
}, {capture: true})"""


@dataclass
class Presses:
    """Counts of the presses on a page: on its board, on a control that a person may press, and by label elsewhere."""

    places: Counter[str] = field(default_factory=Counter)

    def wrong(self, *, solved: bool) -> tuple[str, ...]:
        """Return what was pressed in vain: anything elsewhere, and a board that was left unsolved."""
        in_order = {"control", "board"} if solved else {"control"}
        return tuple(place for place in self.places.elements() if place not in in_order)


class AddressPlayer(Player):
    """Page that is played by its address alone: nothing of it is pressed beforehand.

    ``board`` selects what is pressed to play, ``controls`` what starts a game, chooses a tool or checks the answer. The
    level is chosen by what an earlier visit left behind, by the address, or by what the page loads.
    """

    board: ClassVar[str]
    controls: ClassVar[str] = ""

    def lay_out(self, page: Page, url: str, board: Board) -> str:  # noqa: ARG002
        """Return the address of a board, after preparing what the page finds when it is opened."""
        return url + board.address

    def count_presses(self, page: Page) -> Presses:
        """Count the presses on the documents that this page opens from now on."""
        presses = Presses()
        page.expose_function("pressed", lambda place: presses.places.update([place]))
        page.add_init_script(f"({LISTEN})({dumps([self.board, self.controls])})")
        return presses


def change(page: Page, address: str, edit: Callable[[str], str]) -> None:
    """Edit a text that the page loads from an address (a glob); raise AssertionError if the edit changes nothing."""

    def answer(route: Route) -> None:
        response = route.fetch()
        text = response.text()
        edited = edit(text)
        assert edited != text, f"{address} is not as expected"
        route.fulfill(response=response, body=edited)

    page.route(address, answer)


WINDOWS: dict[str, dict[str, Any]] = {
    "window": {},
    "phone": {"viewport": {"width": 390, "height": 844}},
    "large": {"viewport": {"width": 1920, "height": 1200}},
}
"""Browser contexts for pages that have one board only."""


def in_windows(*names: str) -> list[Board]:
    """Return the page's only board in windows of these names."""
    return [Board(name, context=WINDOWS[name]) for name in names]
