"""A page of other makers: how it is built, how a board on it is addressed, and how it says that one is solved."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Literal

from playwright.sync_api import Page


@dataclass(frozen=True)
class Board:
    """A board as the page is asked for it.

    ``address`` follows the page's own; ``storage`` is what the page finds in the browser from an earlier visit, and
    ``context`` changes the browser's context. ``clicks`` are selectors of what a person sets on the page beforehand.
    ``game`` is said where a picture cannot tell which it is, ``target`` is what lamps are to become; a board that is
    not ``solvable`` has to be called so. ``refusal`` is the exit status with which a board is rightly refused, 0 if it
    has to be solved.
    """

    name: str
    address: str = ""
    storage: Mapping[str, str] = field(default_factory=dict)
    context: Mapping[str, Any] = field(default_factory=dict)
    clicks: Sequence[str] = ()
    puzzle: str | None = None
    target: Literal["off", "on"] | None = None
    solvable: bool = True
    refusal: int = 0


class Player(ABC):
    """A page of other makers.

    ``repository`` is OWNER/NAME at ``commit`` of ``date``; ``build``, commands run in its folder, makes ``site``, the
    folder that is served under ``base``. Without ``build`` it is to be made beforehand, as the page's own words say.
    """

    name: ClassVar[str]
    repository: ClassVar[str]
    commit: ClassVar[str]
    date: ClassVar[str]
    build: ClassVar[Sequence[str]] = ()
    site: ClassVar[str] = "dist"
    base: ClassVar[str] = "/"

    @abstractmethod
    def boards(self) -> Sequence[Board]:
        """The boards to be played."""

    @abstractmethod
    def solved(self, page: Page) -> bool:
        """Whether the page itself holds the board for solved, by its own structure or state."""

    @contextmanager
    def running(self, checkout: Path) -> Iterator[None]:  # noqa: ARG002
        """While the page is played: what it needs to run beside its files."""
        yield

    def open(self, page: Page, url: str, board: Board) -> None:
        """Bring up the board as a person would; ``url`` is where the page is served."""
        page.goto(url + board.address)
        for selector in board.clicks:
            page.click(selector)


def seed(number: int) -> str:
    """A script that makes the page's random numbers the same each time (the generator mulberry32)."""
    return f"""{{ let state = {number}; Math.random = () => {{
        state = state + 0x6d2b79f5 | 0
        let mixed = Math.imul(state ^ state >>> 15, 1 | state)
        mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed
        return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296
    }} }}"""
