"""Labels of controls that lead to a board, or beside it, beyond those of buttons
(start_words.toml)."""

from __future__ import annotations

from typing import Final

from autoplay.sites.phrases import MOST_WORDS_OF_LABEL, contains, phrases, plain_label

PLAY_SIGNS: Final = frozenset({"▶", "►", "▷", "⏵", "⏯"})
"""Signs of a button that plays; beside a board it may play music, or the solution."""
NEXT_SIGNS: Final = frozenset({"›", "»", ">", "→", "⟩", "❯", "➜", "➡"})
"""Signs of a button that turns to the next page of a box."""
EMOJI: Final = "\ufe0f"
"""Mark of a sign that is shown as a picture."""


def shows_board(label: str) -> bool:
    """Return True if a control brings the board to light: "Show the puzzle", a tab "Board", "▶"."""
    plain = plain_label(label)
    words = plain.split()
    if label.strip(f" {EMOJI}") in PLAY_SIGNS or plain in phrases("noun"):
        return True
    # "Show the puzzle of today" has more words, but names a puzzle.
    names_board = len(words) <= MOST_WORDS_OF_LABEL and not set(words).isdisjoint(phrases("noun"))
    return names_board and contains(label, "show") and not contains(label, "aside")


def turns_page(label: str) -> bool:
    """Return True if a control is an arrow to the next page of its box."""
    return label.strip(f" {EMOJI}") in NEXT_SIGNS


def leads_aside(label: str) -> bool:
    """Return True if a control leads to something beside the game, such as its rules or its
    solution."""
    return contains(label, "aside")


def is_optional(label: str) -> bool:
    """Return True if a box that can be ticked asks for what no game needs, such as marketing."""
    return contains(label, "optional")
