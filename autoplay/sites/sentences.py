"""Sentences of a page and phrases in them, in a form in which both are compared."""

from __future__ import annotations

import re
from functools import cache
from itertools import zip_longest
from typing import Final, NamedTuple

from autoplay.sites.phrases import fold_text, load_table

ANY: Final = "any"
"""Entry of a topic with phrases of every language."""
GAP: Final = "…"
"""Part of a phrase that stands for a few words of a clause: "not … solution"."""
MOST_WORDS_OF_GAP: Final = 3
"""Maximum number of words in a gap: "not [quite the right] solution". With more, words of different
thoughts would be joined."""
MOST_LETTERS_OF_GAP: Final = 6
"""The same in a language without spaces."""
UNSPACED: Final = frozenset({"ja", "ko", "th", "zh"})
"""Languages without spaces around words, or with endings that are added to them."""
NUMBERS: Final = re.compile(
    r"(?P<time>(?<!\w)\d+(?::\d\d)+(?:[.,]\d+)?"
    r"|(?<!\w)\d+(?:[.,]\d+)?\s?(?:h|m|min|s|sec|ms)(?!\w))"
    r"|(?P<date>\d+/\d+/\d+)"
    r"|(?P<size>(?<!\w)\d+\s?[x×]\s?\d+(?!\w))"
    r"|(?P<share>\d+)\s?/\s?(?P<whole>\d+)"
    r"|(?P<percent>\d+(?:[.,]\d+)?)\s?%"
    r"|(?P<number>#?\d+(?:[.,]\d+)*|#)"
)
ORDINAL: Final = re.compile(r"(?<!\w)no\.\s?(?=#?\d)")
"""Short for "number", which is no negation: "No. 12"."""
SENTENCES: Final = re.compile(r"((?:[?¿؟;\n。｡！？…|•·]|[.!](?![.!]*\w))+)")
"""Marks between sentences; a point or an exclamation mark before a letter is inside of one."""
CLAUSES: Final = re.compile(r"[,،、，:–—]|\s-\s")
QUESTION: Final = re.compile(r"[?¿؟？]")


class Sentence(NamedTuple):
    """Sentence in lower case, with names in capitals for its numbers: as it was, its words and
    commas alone, and the marks after it."""

    raw: str
    words: str
    end: str


def split_sentences(text: str) -> list[Sentence]:
    """Return the sentences of a text that hold a word."""
    parts = SENTENCES.split(_name_numbers(fold_text(text)))
    sentences = []
    opening = ""
    for part, end in zip_longest(parts[::2], parts[1::2], fillvalue=""):
        words = split_words(part)
        if words:
            sentences.append(Sentence(part, words, opening + end))
        # A mark of Spanish stands before its question.
        opening = "¿" if "¿" in end else ""
    return sentences


def split_words(folded: str) -> str:
    """Return folded text with one space for all that is not a letter, a digit or a comma."""
    spaced = re.sub(r"[,،、，]+", " , ", folded)
    letters = re.sub(r"(?<!\w)'|'(?!\w)|[^\w',]", " ", spaced)
    return " ".join(letters.replace("_", " ").split())


def in_units(words: str, language: str) -> str:
    """Return words as the phrases of a language are compared with them."""
    return words.replace(" ", "") if language in UNSPACED else words


def is_question(sentence: Sentence, language: str) -> bool:
    """Return True if a sentence in a language asks."""
    return bool(QUESTION.search(sentence.end)) or (language == "el" and ";" in sentence.end)


@cache
def list_languages() -> tuple[str, ...]:
    """Return the languages in which words are understood."""
    return tuple(load_table("phrases")["solved"])


def list_phrases(topic: str, language: str, table: str = "phrases") -> list[str]:
    """Return the phrases of a topic in a language, as they are written."""
    of_topic = load_table(table)[topic]
    return of_topic.get(language, []) + of_topic.get(ANY, [])


def whole_phrases(topic: str, language: str) -> list[str]:
    """Return the phrases of a topic that consist of whole words, in the form of the sentences that
    they are compared with."""
    found: list[str] = []
    for phrase in list_phrases(topic, language):
        if not phrase.startswith("-"):
            found.append(in_units(_plain_words(phrase), language))
    return found


@cache
def load_endings(topic: str, language: str) -> tuple[str, ...]:
    """Return the ends of words that belong to a topic in a language."""
    listed = load_table("phrases")[topic].get(language, ())
    return tuple(fold_text(phrase[1:]) for phrase in listed if phrase.startswith("-"))


@cache
def load_pattern(topic: str, language: str, table: str = "phrases") -> re.Pattern[str]:
    """Return a pattern for the phrases of a topic in a language; its time is linear in the length
    of a text."""
    listed = sorted(list_phrases(topic, language, table), key=len, reverse=True)
    if not listed:
        return re.compile("(?!)")
    if language in UNSPACED:
        return re.compile("|".join(_unspaced_pattern(phrase, language) for phrase in listed))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(_spaced_pattern, listed))})(?!\w)")


def _spaced_pattern(phrase: str) -> str:
    """Return a pattern for a phrase; "-" stands for the rest of a word."""
    pattern = ""
    for part in phrase.split():
        if part == GAP:
            pattern += rf"(?:[\w']+ ){{0,{MOST_WORDS_OF_GAP}}}"
            continue
        before = r"\w*?" if part.startswith("-") else ""
        after = r"[\w']*" if part.endswith("-") else ""
        pattern += f"{before}{re.escape(_plain_words(part))}{after} "
    return pattern.removesuffix(" ")


def _unspaced_pattern(phrase: str, language: str) -> str:
    parts = phrase.split(GAP)
    escaped = [re.escape(in_units(_plain_words(part), language)) for part in parts]
    return f".{{0,{MOST_LETTERS_OF_GAP}}}?".join(escaped)


def _plain_words(phrase: str) -> str:
    return split_words(_name_numbers(fold_text(phrase)))


def _name_numbers(text: str) -> str:
    """Return a text with names in capitals for its numbers: ZERO, NUMBER, TIME, SIZE, WHOLE
    and PART."""
    return NUMBERS.sub(lambda found: f" {_name_number(found)} ", ORDINAL.sub(" ", text))


def _name_number(found: re.Match[str]) -> str:
    if found["time"]:
        return "TIME"
    if found["size"]:
        return "SIZE"
    if found["share"]:
        return "WHOLE" if found["share"] == found["whole"] else "PART"
    if found["percent"]:
        return "WHOLE" if found["percent"] == "100" else "NUMBER"
    return "ZERO" if found["number"] == "0" else "NUMBER"
