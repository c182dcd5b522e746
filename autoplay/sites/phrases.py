"""Phrases of pages and their buttons, in the languages of most web puzzles (phrases.toml)."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias

StatementTopic: TypeAlias = Literal[
    "solved",
    "state",
    "ended",
    "label",
    "subject",
    "game",
    "verb",
    "beside",
    "negation",
]
"""Topic of the phrases that statements about the answer consist of."""
Topic: TypeAlias = Literal[
    StatementTopic,
    "reservation",
    "wrong",
    "condition",
    "start",
    "go_on",
    "drawn_start",
    "drawn_solved",
    "drawn_wrong",
    "dismiss",
    "new",
    "noun",
    "check",
    "star",
]

MOST_WORDS_OF_LABEL: Final = 4
"""Maximum number of words of a button that begins a game."""


def rank(label: str, topic: Topic) -> int | None:
    """Return the place in the table of what a button says, the first for the plainest; None if it
    is not of the topic.

    The label must be a phrase, or begin with one and name a game or a puzzle; numbers, sizes, and
    symbols beside words do not count.
    """
    parts = [word for word in _plain(label).split() if not any(map(str.isdigit, word))]
    words = [word for word in parts if any(map(str.isalpha, word))] or parts
    plain = " ".join(words)
    names_game = len(words) <= MOST_WORDS_OF_LABEL and any(
        word in phrases("noun") for word in words
    )
    for number, phrase in enumerate(phrases(topic)):
        if plain == phrase or (names_game and plain.startswith(f"{phrase} ")):
            return number
    return None


@cache
def phrases(topic: Topic) -> tuple[str, ...]:
    """Return the phrases of a topic, of all languages, in lower case and without accents."""
    found = [
        _plain(phrase) for listed in load_table("phrases")[topic].values() for phrase in listed
    ]
    return tuple(dict.fromkeys(found))


def fold_text(text: str) -> str:
    """Return a text in lower case and without accents."""
    folded = unicodedata.normalize("NFKD", text.replace("\u2019", "'")).casefold()
    letters = "".join(mark for mark in folded if not unicodedata.combining(mark))
    return unicodedata.normalize("NFC", letters)


def _plain(text: str) -> str:
    """Return a text in lower case, without accents and with one space for all that is not a letter
    or a digit."""
    return re.sub(r"[^\w'★⭐♛👑]+", " ", fold_text(text)).replace("_", " ").strip(" '")


@cache
def load_table(name: str) -> dict[str, dict[str, list[str]]]:
    """Return the phrases of each topic in a table by language, as they are written."""
    return tomllib.loads(files("autoplay.sites").joinpath(f"{name}.toml").read_text("utf-8"))
