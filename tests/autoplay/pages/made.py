"""A page whose board a script makes as it is asked to, and how a run on it has to end."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Final

from tests.autoplay.pages.structures import FRAME, PAGE, document

PARTS: Final = Path(__file__).with_name("parts.js").read_text("utf-8")
ENDS: Final = {"words": "unknown", "alert": "unknown", "silent": "unknown", "next": "unknown"}
"""What a page's way to say that it is won comes to, if that is not plain by its ids and classes."""


@dataclass(frozen=True)
class MadePage(ABC):
    """A page with ``{board}`` in its HTML where its board goes, or with a frame at ``FRAME`` that holds it alone.

    ``wishes`` are those of the ``script`` that makes the board, ``root`` is a expression for where it is put.
    ``ends`` are the results and codes of errors that are right; a page that cannot be won has some.
    """

    script: ClassVar[str]
    name: str
    wishes: Mapping[str, Any] = field(default_factory=dict)
    html: str = "{board}"
    root: str = "document.querySelector('#here')"
    after: str = ""
    ends: tuple[str, ...] = ()

    @property
    @abstractmethod
    def given(self) -> Mapping[str, Any]:
        """What the player is told of the game."""

    @property
    def asked(self) -> Mapping[str, Any]:
        """The wishes as the script gets them."""
        return self.wishes

    @property
    def is_won(self) -> bool:
        """Whether the page is to be won."""
        return not self.ends

    @property
    def right_ends(self) -> tuple[str, ...]:
        win = self.wishes.get("win", "words")
        return self.ends or (ENDS.get(win, "solved"),)

    def pages(self) -> dict[str, str]:
        """HTML by address: of the page, and of what its frames show."""
        call = f"const board = mount({self.root}, {json.dumps(self.asked)}); {self.after}"
        board = f"<div id=here style='width:max-content'></div><script>{call}</script>"
        script = f"<script>{PARTS}{self.script}</script>"
        return {
            PAGE: document(script + self.html.replace("{board}", board)),
            FRAME: document(script + board),
        }
