"""Labels of buttons that check the answer: those that say so, and those that the page tells a
person to press at the end."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from autoplay.sites.phrases import fold_text, is_forbidden, plain_label, rank
from autoplay.sites.sentences import (
    QUESTION,
    UNSPACED,
    in_units,
    list_languages,
    load_pattern,
    split_words,
)

TABLE: Final = "check_words"
MOST_WORDS: Final = 5
"""Maximum number of words of such a label: "Check for mistakes", "I think I'm done"; a link to
something else that can be checked says more."""
MOST_LETTERS: Final = 10
"""The same in a language without spaces: "答え合わせをする"."""
QUOTED: Final = re.compile(
    '«([^«»]+)»|»([^«»]+)«|"([^"]+)"|[„“]([^„“”]+)[“”]|「([^「」]+)」|『([^『』]+)』'
)
"""Words in quotes, in the manners of several languages."""
MOST_LETTERS_BESIDE: Final = 80
"""Number of characters before and after a label in quotes that tell what it is for: a sentence."""


@lru_cache(maxsize=1024)
def is_check(label: str) -> bool:
    """Return True if a control checks or submits the answer, or asks if it is right."""
    words = _split_label(label)
    if not words or _holds(words, "other") or is_forbidden(label):
        return False
    if rank(label, "check") is not None:
        return True
    for language in list_languages():
        if _is_short(words, language) and _is_check_in(words, label, language):
            return True
    return False


def find_told_check(lines: Iterable[str], labels: Iterable[str]) -> str:
    """Return the label that the text of a page tells to press in order to check the answer; empty
    if it tells none or several.

    The text has the label in quotes: "When you are done, press «Go»".
    """
    known = {plain_label(label): label for label in labels if not is_forbidden(label)}
    told: set[str] = set()
    for line in lines:
        for found in QUOTED.finditer(line):
            quoted = next(filter(None, found.groups()))
            label = known.get(plain_label(quoted), "")
            before = line[max(0, found.start() - MOST_LETTERS_BESIDE) : found.start()]
            after = line[found.end() : found.end() + MOST_LETTERS_BESIDE]
            is_other = _holds(_split_label(quoted), "other")
            if label and not is_other and _holds(_split_label(before + after), "finish"):
                told.add(label)
    return told.pop() if len(told) == 1 else ""


def _is_check_in(words: str, label: str, language: str) -> bool:
    units = in_units(words, language)
    if _find(units, "stem", language):
        return True
    is_asked = bool(QUESTION.search(label)) or _find(units, "begins_to_ask", language)
    if is_asked and _find(units, "asks", language):
        return True
    # "Submit" and "finish" say so alone or with the answer, but not in "Finish later".
    rest, number = load_pattern("hand_in", language, TABLE).subn(" ", units)
    rest = load_pattern("beside", language, TABLE).sub(" ", rest)
    return number > 0 and not rest.strip()


def _is_short(words: str, language: str) -> bool:
    if language in UNSPACED:
        return len(in_units(words, language)) <= MOST_LETTERS
    return len(words.split()) <= MOST_WORDS


def _holds(words: str, topic: str) -> bool:
    """Return True if words hold a phrase of a topic in any language."""
    return any(_find(in_units(words, one), topic, one) for one in list_languages())


def _find(units: str, topic: str, language: str) -> bool:
    return bool(load_pattern(topic, language, TABLE).search(units))


def _split_label(label: str) -> str:
    """Return the words of a label without numbers, as phrases are compared with them."""
    words = split_words(fold_text(label)).replace(",", " ").split()
    return " ".join(word for word in words if not any(map(str.isdigit, word)))
