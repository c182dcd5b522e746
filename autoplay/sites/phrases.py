"""Phrases of pages and their controls, in the languages of most web puzzles (phrases.toml,
start_words.toml), and what the label of a control means."""

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
    "harmless",
    "over",
    "condition",
    "start",
    "go_on",
    "drawn_start",
    "drawn_dismiss",
    "drawn_solved",
    "drawn_wrong",
    "dismiss",
    "new",
    "noun",
    "check",
    "star",
    "refuse",
    "accept",
    "never",
    "another",
    "level",
    "numbered",
    "show",
    "aside",
    "optional",
]

TABLES: Final = ("phrases", "start_words")
MOST_WORDS_OF_LABEL: Final = 4
"""Maximum number of words of a button that begins a game, and of a size or a level: "Level 1 (very
easy)"."""
CLOSES: Final = frozenset({"x", "×", "✕", "✖", "✗", "⨯", "🗙", "❌"})
"""Labels of a button that closes its box."""
SIZE: Final = re.compile(r"\b\d{1,2} ?x ?\d{1,2}\b")
"""Size of a board; other signs for "times" are replaced by x before."""


def rank(label: str, topic: Topic) -> int | None:
    """Return the place in the table of what a button says, the first for the plainest; None if it
    is not of the topic.

    The label must be a phrase, or begin with one and name a game or a puzzle, or end with one that
    asks for a press, below a title; numbers and sizes do not count.
    """
    words = [word for word in plain_label(label).split() if not any(map(str.isdigit, word))]
    plain = " ".join(words)
    names_game = len(words) <= MOST_WORDS_OF_LABEL and not set(words).isdisjoint(phrases("noun"))
    for number, phrase in enumerate(phrases(topic)):
        is_title = phrase.count(" ") > 1 and plain.endswith(f" {phrase}")
        if plain == phrase or is_title or (names_game and plain.startswith(f"{phrase} ")):
            return number
    return None


def is_refusal(label: str) -> bool:
    """Return True if a control of a box declines what the box asks for."""
    return _begins(label, "refuse")


def is_agreement(label: str) -> bool:
    """Return True if a control of a box agrees to what the box asks for."""
    return _begins(label, "accept")


def is_close(label: str) -> bool:
    """Return True if a control is the cross that closes its box."""
    return label.strip().casefold() in CLOSES


def is_forbidden(label: str) -> bool:
    """Return True if a control signs in, buys, subscribes, or gives away or deletes something."""
    return not is_refusal(label) and contains(label, "never")


def names_another(label: str) -> bool:
    """Return True if a control names a puzzle, such as the one of today or a random one."""
    return contains(label, "another")


def is_level(label: str) -> bool:
    """Return True for a size, a difficulty or a level: "5×5", "Fácil", "Level 1"."""
    plain = plain_label(label)
    if not plain or len(plain.split()) > MOST_WORDS_OF_LABEL:
        return False
    if SIZE.search(plain) or _begins(label, "level"):
        return True
    return any(map(str.isdigit, plain)) and _begins(label, "numbered")


@cache
def phrases(topic: Topic) -> tuple[str, ...]:
    """Return the phrases of a topic, of all languages, as labels are compared."""
    found: list[str] = []
    for name in TABLES:
        for listed in load_table(name).get(topic, {}).values():
            found += map(plain_label, listed)
    return tuple(dict.fromkeys(found))


def plain_label(label: str) -> str:
    """Return a label as labels are compared: in lower case, without accents and punctuation, and
    with x for other signs of "times".

    Symbols beside words do not count; a symbol alone is kept if it stands for a star.
    """
    folded = fold_text(re.sub("[×✕✖⨯*]", "x", label))
    words = re.sub(r"[^\w'★⭐♛👑]+", " ", folded).replace("_", " ").split()
    spoken = [word for word in words if any(map(str.isalnum, word))]
    return " ".join(spoken or words).strip("'")


def fold_text(text: str) -> str:
    """Return a text in lower case and without accents."""
    folded = unicodedata.normalize("NFKD", text.replace("\u2019", "'")).casefold()
    letters = "".join(mark for mark in folded if not unicodedata.combining(mark))
    return unicodedata.normalize("NFC", letters)


@cache
def load_table(name: str) -> dict[str, dict[str, list[str]]]:
    """Return the phrases of each topic in a table by language, as they are written."""
    return tomllib.loads(files("autoplay.sites").joinpath(f"{name}.toml").read_text("utf-8"))


def _begins(label: str, topic: Topic) -> bool:
    plain = f"{plain_label(label)} "
    return any(plain.startswith(f"{words} ") for words in phrases(topic))


def contains(label: str, topic: Topic) -> bool:
    plain = f" {plain_label(label)} "
    return any(f" {words} " in plain for words in phrases(topic))
