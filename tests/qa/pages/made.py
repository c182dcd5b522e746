"""A page whose board is made by a script with options, and the right end of a run on it."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Final

from tests.qa.pages.structures import FRAME, PAGE, document

PARTS: Final = Path(__file__).with_name("parts.js").read_text("utf-8")
ENDS: Final = {"silent": "played", "next": "unknown"}
"""Right ends of a run, by the page's way to announce a win, unless the page makes that clear."""


@dataclass(frozen=True)
class MadePage(ABC):
    """Page with ``{board}`` in its HTML where its board goes, or with a frame at ``FRAME`` that
    holds it alone.

    ``settings`` are those of the ``script`` that makes the board; ``root`` is a JavaScript
    expression for its parent. ``ends`` are the right results and error codes of a page that cannot
    be won. ``has_starts`` is True if something beside the board seems to begin a game.
    """

    script: ClassVar[str]
    name: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    html: str = "{board}"
    root: str = "document.querySelector('#here')"
    after: str = ""
    ends: tuple[str, ...] = ()
    has_starts: bool = False

    @property
    @abstractmethod
    def given(self) -> Mapping[str, Any]:
        """Options of the game that the player is given."""

    @property
    def asked(self) -> Mapping[str, Any]:
        """Options as the script receives them."""
        return self.settings

    @property
    def is_won(self) -> bool:
        """True if the page can be won."""
        return not self.ends

    @property
    def right_ends(self) -> tuple[str, ...]:
        win = self.settings.get("win", "words")
        return self.ends or (ENDS.get(win, "solved"),)

    def pages(self) -> dict[str, str]:
        """Return HTML by address: of the page, and of the pages in its frames."""
        call = f"const board = mount({self.root}, {json.dumps(self.asked)}); {self.after}"
        board = f"<div id=here style='width:max-content'></div><script>{call}</script>"
        script = f"<script>{PARTS}{self.script}</script>"
        return {
            PAGE: document(script + self.html.replace("{board}", board)),
            FRAME: document(script + board),
        }
