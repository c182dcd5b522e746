"""Meaning of the labels that lead to a board or away from it, by a table of words
(start_words.toml)."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal, TypeAlias

from autoplay.sites.phrases import fold_text, load_table

Topic: TypeAlias = Literal["refuse", "accept", "never", "another", "level", "numbered"]

CLOSES: Final = frozenset({"x", "×", "✕", "✖", "✗", "⨯", "🗙", "❌"})
"""Labels of a button that closes its box."""
SIZE: Final = re.compile(r"\b\d{1,2} ?x ?\d{1,2}\b")
"""Size of a board; other signs for "times" are replaced by x before."""
MOST_WORDS_OF_LEVEL: Final = 4
"""Maximum number of words of a size or a level: "Level 1 (very easy)"."""


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
    return not is_refusal(label) and _contains(label, "never")


def names_another(label: str) -> bool:
    """Return True if a control names a puzzle, such as the one of today or a random one."""
    return _contains(label, "another")


def is_level(label: str) -> bool:
    """Return True for a size, a difficulty or a level: "5×5", "Fácil", "Level 1"."""
    plain = plain_label(label)
    words = plain.split()
    if not 0 < len(words) <= MOST_WORDS_OF_LEVEL:
        return False
    if SIZE.search(plain):
        return True
    has_number = any(map(str.isdigit, plain))
    return _begins(label, "level") or (has_number and _begins(label, "numbered"))


def plain_label(label: str) -> str:
    """Return a label as labels are compared: in lower case, without accents and punctuation, and
    with x for other signs of "times"."""
    folded = fold_text(re.sub("[×✕✖⨯*]", "x", label))
    return re.sub(r"[^\w']+", " ", folded).replace("_", " ").strip(" '")


def _begins(label: str, topic: Topic) -> bool:
    plain = plain_label(label)
    return any(plain == words or plain.startswith(f"{words} ") for words in _load_words(topic))


def _contains(label: str, topic: Topic) -> bool:
    plain = f" {plain_label(label)} "
    return any(f" {words} " in plain for words in _load_words(topic))


@cache
def _load_words(topic: Topic) -> frozenset[str]:
    """Return the words of a topic, of all languages."""
    languages = load_table("start_words")[topic].values()
    return frozenset(plain_label(words) for one in languages for words in one)
