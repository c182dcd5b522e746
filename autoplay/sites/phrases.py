"""Meaning of a page's words, by a table of phrases in the languages of most web puzzles
(phrases.toml)."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias

Meaning: TypeAlias = Literal["solved", "wrong", ""]
Topic: TypeAlias = Literal[
    "solved",
    "solved_alone",
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

SENTENCE_ENDS: Final = re.compile(r"[.!?;|/\n。！？｡！•·–—]+|\s-\s")
COUNTER: Final = re.compile(r"[^\W\d]+\s*[:=]\s*[\d.,:/%]+(\s*(?:ms|s|sec|min)\b)?")
"""A label with its number, such as "Time: 0:32" or "Solved: 12": it says nothing about this
puzzle."""
NONE_OF: Final = re.compile(
    r"\b(?:no|0|zero|without|without any|kein|keine|ohne|aucune?|sans|sin|senza|sem)\s+\w+"
)
"""Absence of something, such as "0 errors": it is not an error."""
MOST_WORDS_ALONE: Final = 2
"""Maximum number of words of a sentence that ends with a word like "complete" and means that the
puzzle is."""
MOST_WORDS_OF_LABEL: Final = 4
"""Maximum number of words of a button that begins a game."""
WITHOUT_SPACES: Final = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Letters of scripts that do not put spaces around words, or add endings to them."""


def meaning(lines: Iterable[str]) -> Meaning:
    """Return what new lines of a page mean for the answer: "solved", "wrong", or "" for neither or
    both."""
    sentences = [
        _plain(part) for line in lines for part in SENTENCE_ENDS.split(COUNTER.sub(" ", line))
    ]
    sentences = [NONE_OF.sub(" ", sentence) for sentence in sentences]
    is_wrong = any(_pattern("wrong").search(sentence) for sentence in sentences)
    # Words of a mistake may contain those of success: "not correct".
    is_solved = any(_is_solved(_pattern("wrong").sub(" ... ", sentence)) for sentence in sentences)
    if is_wrong == is_solved:
        return ""
    return "wrong" if is_wrong else "solved"


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
        word in _phrases()["noun"] for word in words
    )
    for number, phrase in enumerate(_phrases()[topic]):
        if plain == phrase or (names_game and plain.startswith(f"{phrase} ")):
            return number
    return None


def phrases(topic: Topic) -> tuple[str, ...]:
    """Return the phrases of a topic, of all languages, in lower case and without accents."""
    return _phrases()[topic]


def _is_solved(sentence: str) -> bool:
    if _pattern("condition").search(sentence):
        return False
    if _pattern("solved").search(sentence):
        return True
    words = re.findall(r"[^\W\d]+(?:'[^\W\d]+)*", sentence)
    is_short = 0 < len(words) <= MOST_WORDS_ALONE
    return is_short and any(
        f" {sentence}".endswith(f" {phrase}") for phrase in _phrases()["solved_alone"]
    )


def _plain(text: str) -> str:
    """Return a text in lower case, without accents and with one space for all that is not a letter
    or a digit."""
    folded = unicodedata.normalize("NFKD", text.replace("\u2019", "'")).casefold()
    letters = "".join(mark for mark in folded if not unicodedata.combining(mark))
    letters = unicodedata.normalize("NFC", letters)
    return re.sub(r"[^\w'★⭐♛👑]+", " ", letters).replace("_", " ").strip(" '")


@cache
def _phrases() -> dict[str, tuple[str, ...]]:
    """Return the phrases of each topic, of all languages."""
    table = tomllib.loads(files("autoplay.sites").joinpath("phrases.toml").read_text("utf-8"))
    return {
        topic: tuple(
            dict.fromkeys(_plain(phrase) for phrases in languages.values() for phrase in phrases)
        )
        for topic, languages in table.items()
    }


@cache
def _pattern(topic: Topic) -> re.Pattern[str]:
    phrases = sorted(_phrases()[topic], key=len, reverse=True)
    parts = [re.escape(phrase) for phrase in phrases if WITHOUT_SPACES.search(phrase)]
    whole = [re.escape(phrase) for phrase in phrases if not WITHOUT_SPACES.search(phrase)]
    return re.compile("|".join([rf"(?<!\w)(?:{'|'.join(whole)})(?!\w)", *parts]))
