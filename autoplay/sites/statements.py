"""Meaning of a page's words: which of its lines state that the puzzle is solved, or tell of a
mistake."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Flag, auto
from functools import cache, lru_cache
from itertools import zip_longest
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from autoplay.sites.phrases import StatementTopic, Topic, fold_text, load_table

Meaning: TypeAlias = Literal["solved", "wrong", ""]

SUCCESS_TOPICS: Final[tuple[Topic, ...]] = ("solved", "state", "ended", "label")
"""Topics of the phrases of which a statement of success needs one."""
ANY: Final = "any"
"""Entry of a topic with phrases of every language."""
UNSPACED: Final = frozenset({"ja", "ko", "th", "zh"})
"""Languages without spaces around words, or with endings that are added to them."""
MOST_LETTERS: Final = 300
"""Maximum number of characters of a line that may state a result: praise with time and moves has up
to 150, rules and articles have more."""
MOST_LETTERS_HEARD: Final = 3000
"""Number of characters of a line that are searched for a mistake; what follows is not read."""
NUMBERS: Final = re.compile(
    r"(?P<time>(?<!\w)\d+(?::\d\d)+(?:[.,]\d+)?"
    r"|(?<!\w)\d+(?:[.,]\d+)?\s?(?:h|m|min|s|sec|ms)(?!\w))"
    r"|(?P<date>\d+/\d+/\d+)"
    r"|(?P<size>(?<!\w)\d+\s?[x×]\s?\d+(?!\w))"
    r"|(?P<share>\d+)\s?/\s?(?P<whole>\d+)"
    r"|(?P<percent>\d+(?:[.,]\d+)?)\s?%"
    r"|(?P<number>#?\d+(?:[.,]\d+)*|#)"
)
VALUE: Final = re.compile(r"\d[\d.,\s]*%?(?:\s*[^\W\d_]+){0,2}")
"""Number, alone or of so many things: it says nothing without its label."""
COUNTER: Final = re.compile(r"(?<!\w)\w+\s*[:=]\s*(?=[A-Z])")
"""Label before a number, such as "Time: 0:32": it says nothing about this answer. Only numbers are
in capitals."""
SENTENCES: Final = re.compile(r"((?:[?¿؟;\n。｡！？…|•·]|[.!](?![.!]*\w))+)")
"""Marks between sentences; a point or an exclamation mark before a letter is inside of one."""
CLAUSES: Final = re.compile(r"[,،、，:–—]|\s-\s")
QUESTION: Final = re.compile(r"[?¿؟？]")
REFUSED: Final = re.compile("[✗✘❌☐🚫⛔👎]")
"""Signs that stand for "not"."""


class Said(Flag):
    """Content of the first words of a sentence."""

    NOTHING = 0
    SOLVED = auto()
    STATE = auto()
    LABEL_LAST = auto()
    SUBJECT = auto()
    GAME = auto()
    NEGATION = auto()


class Sentence(NamedTuple):
    """Sentence in lower case, with names in capitals for its numbers: as it was, its words and
    commas alone, and the marks after it."""

    raw: str
    words: str
    end: str


class Judgement(NamedTuple):
    """Content of one line: the languages in which it says that the puzzle is solved, and if it
    tells of a mistake."""

    solved_in: frozenset[str]
    is_wrong: bool


def join_values(lines: Iterable[str]) -> list[str]:
    """Return lines with each bare number on the line of its label, which stands above or below.

    "Solved" over "12" is a statistic. A sentence with a mark at its end is no label, and a row of
    numbers has none.
    """
    joined: list[str] = []
    last = ""
    for line in filter(None, map(str.strip, lines)):
        kind = ""
        if VALUE.fullmatch(line):
            kind = "value"
        elif not SENTENCES.search(line):
            kind = "label"
        if {last, kind} == {"label", "value"}:
            joined[-1] += f" {line}"
            last = ""
            continue
        joined.append(line)
        last = "row" if kind == "value" and last in ("value", "row") else kind
    return joined


def meaning(lines: Iterable[str]) -> Meaning:
    """Return what new lines of a page mean for the answer: "solved", "wrong", or "" for neither or
    both.

    A line, or a whole dialog, means "solved" only if it states nothing else: each of its words is
    known to say so, to name the puzzle, or to change nothing. No line may take that back.
    """
    lines = list(lines)
    is_wrong = False
    languages: set[str] = set()
    for line in lines:
        judgement = _judge_line(line)
        is_wrong = is_wrong or judgement.is_wrong
        languages |= judgement.solved_in
    if is_wrong:
        return "" if languages else "wrong"
    if not languages or any(_takes_back(line, languages) for line in lines):
        return ""
    return "solved"


@lru_cache(maxsize=4096)
def _judge_line(line: str) -> Judgement:
    sentences = _split_sentences(line[:MOST_LETTERS_HEARD])
    languages = [language for language in _list_languages() if _mentions(sentences, language)]
    is_wrong = False
    for sentence in sentences:
        is_denied = any(_denies(sentence, language) for language in languages)
        is_wrong = is_wrong or is_denied or _tells_mistake(sentence)
    if len(line) > MOST_LETTERS or REFUSED.search(line):
        return Judgement(frozenset(), is_wrong)
    # Beside a mistake, praise in a sentence of its own is enough to be in doubt.
    statements = [[sentence] for sentence in sentences] if is_wrong else [sentences]
    solved_in: set[str] = set()
    for language in languages:
        if any(_confirms(statement, language) for statement in statements):
            solved_in.add(language)
    return Judgement(frozenset(solved_in), is_wrong)


def _confirms(sentences: list[Sentence], language: str) -> bool:
    """Return True if sentences state that the puzzle is solved, and nothing that is not known."""
    is_solved = False
    for sentence in sentences:
        readings = _read_sentence(sentence.words, language)
        if not readings:
            return False
        says_solved = False
        for said in readings:
            if Said.NEGATION in said:
                return False
            says_solved = says_solved or _says_solved(said, sentence, language)
        if says_solved and _is_question(sentence, language):
            return False
        is_solved = is_solved or says_solved
    return is_solved


def _says_solved(said: Said, sentence: Sentence, language: str) -> bool:
    if Said.SOLVED in said:
        return True
    topics = _known_phrases(language)[0].get(_in_units(sentence.words, language), [])
    is_exclaimed = "!" in sentence.end and "label" in topics
    return Said.LABEL_LAST in said and (Said.SUBJECT in said or is_exclaimed)


def _denies(sentence: Sentence, language: str) -> bool:
    """Return True if a sentence says that the puzzle is not solved."""
    if len(sentence.words) > MOST_LETTERS or _is_question(sentence, language):
        return False
    if "ZERO" in sentence.words:  # "0 solved" is a statistic
        return False
    denied = Said.SOLVED | Said.LABEL_LAST
    readings = _read_sentence(sentence.words, language)
    return bool(readings) and all(Said.NEGATION in said and said & denied for said in readings)


def _takes_back(line: str, languages: Iterable[str]) -> bool:
    """Return True if a line reserves or negates what other lines state in these languages."""
    for sentence in _split_sentences(line[:MOST_LETTERS_HEARD]):
        for language in languages:
            if _load_pattern("reservation", language).search(_in_units(sentence.words, language)):
                return True
            is_known = bool(_read_sentence(sentence.words[:MOST_LETTERS], language))
            if "PART" in sentence.words and not is_known:
                return True
            is_negated = _load_pattern("negation", language).search(
                _in_units(sentence.words, language)
            )
            if is_negated and not is_known and _mentions([sentence], language):
                return True
    return False


def _tells_mistake(sentence: Sentence) -> bool:
    """Return True if a sentence tells of a mistake that was made."""
    for clause in CLAUSES.split(COUNTER.sub(" ", sentence.raw)):
        for language in _list_languages():
            units = _in_units(_split_words(clause), language)
            rest, mistakes = _load_pattern("wrong", language).subn(" ", units)
            is_open = _is_question(sentence, language) or _load_pattern(
                "condition", language
            ).search(units)
            if mistakes and not is_open and not _load_pattern("negation", language).search(rest):
                return True
    return False


def _mentions(sentences: list[Sentence], language: str) -> bool:
    """Return True if sentences hold a phrase of success."""
    for sentence in sentences:
        units = _in_units(sentence.words, language)
        for topic in SUCCESS_TOPICS:
            if _load_pattern(topic, language).search(units):
                return True
    return False


def _is_question(sentence: Sentence, language: str) -> bool:
    return bool(QUESTION.search(sentence.end)) or (language == "el" and ";" in sentence.end)


@lru_cache(maxsize=4096)
def _read_sentence(text: str, language: str) -> frozenset[Said]:
    """Return what a sentence may say, in each way to divide it into known phrases; empty if there
    is none.

    The time is linear in the length of the text: a phrase has a limited length, and there are few
    things to say.
    """
    is_unspaced = language in UNSPACED
    units = list(text.replace(" ", "")) if is_unspaced else text.split()
    joint = "" if is_unspaced else " "
    known, most_units = _known_phrases(language)
    endings = _load_endings("negation", language)
    reached: list[set[Said]] = [set() for _ in range(len(units) + 1)]
    reached[0].add(Said.NOTHING)
    for start in range(len(units)):
        for end in range(start + 1, min(start + most_units, len(units)) + 1):
            if not reached[start]:
                break
            topics = known.get(joint.join(units[start:end]), [])
            if end == start + 1 and not topics and units[start].endswith(endings):
                topics = ["negation"]
            for topic in topics:
                for said in reached[start]:
                    more = _add_phrase(said, topic)
                    if more is not None:
                        reached[end].add(more)
    return frozenset(reached[-1])


def _add_phrase(said: Said, topic: str) -> Said | None:
    """Return what has been said after a phrase of a topic; None if it can't stand there."""
    before = said & ~Said.LABEL_LAST
    match topic:
        case "solved":
            return before | Said.SOLVED
        case "state":
            return before | Said.SOLVED | Said.STATE
        case "ended" | "label" if Said.GAME in said:
            # A game that is finished or done may be lost.
            return None
        case "ended":
            return before | Said.SOLVED | Said.STATE
        case "label":
            return before | Said.LABEL_LAST
        case "subject":
            # "Solved puzzles" and "correct answer" are headings.
            return None if Said.STATE in said else before | Said.SUBJECT
        case "game":
            return None if Said.STATE in said else before | Said.SUBJECT | Said.GAME
        case "verb":
            # "Is the puzzle solved" asks.
            return before if Said.SUBJECT in said else None
        case "negation":
            return said | Said.NEGATION
        case "comma":
            return before & ~Said.STATE
        case _:
            return before


def _split_sentences(text: str) -> list[Sentence]:
    """Return the sentences of a text that hold a word."""
    parts = SENTENCES.split(_name_numbers(fold_text(text)))
    sentences = []
    opening = ""
    for part, end in zip_longest(parts[::2], parts[1::2], fillvalue=""):
        words = _split_words(part)
        if words:
            sentences.append(Sentence(part, words, opening + end))
        # A mark of Spanish stands before its question.
        opening = "¿" if "¿" in end else ""
    return sentences


def _name_numbers(text: str) -> str:
    """Return a text with names in capitals for its numbers: ZERO, NUMBER, TIME, SIZE, WHOLE
    and PART."""
    return NUMBERS.sub(lambda found: f" {_name_number(found)} ", text)


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


def _split_words(folded: str) -> str:
    """Return folded text with one space for all that is not a letter, a digit or a comma."""
    spaced = re.sub(r"[,،、，]+", " , ", folded)
    letters = re.sub(r"(?<!\w)'|'(?!\w)|[^\w',]", " ", spaced)
    return " ".join(letters.replace("_", " ").split())


@cache
def _list_languages() -> tuple[str, ...]:
    """Return the languages in which words are understood."""
    return tuple(load_table("phrases")["solved"])


@cache
def _known_phrases(language: str) -> tuple[dict[str, list[str]], int]:
    """Return the topics of each phrase of statements, and how many units the longest one has."""
    known = {",": ["comma"]}
    most_units = 1
    for topic in get_args(StatementTopic):
        for phrase in _phrases_in(topic, language):
            known.setdefault(phrase, []).append(topic)
            most_units = max(most_units, len(phrase if language in UNSPACED else phrase.split()))
    return known, most_units


def _phrases_in(topic: Topic, language: str) -> list[str]:
    """Return the phrases of a topic in a language, in the form of the sentences that they are
    compared with."""
    of_topic = load_table("phrases")[topic]
    found: list[str] = []
    for phrase in of_topic.get(language, []) + of_topic.get(ANY, []):
        if not phrase.startswith("-"):
            words = _split_words(_name_numbers(fold_text(phrase)))
            found.append(_in_units(words, language))
    return found


@cache
def _load_endings(topic: Topic, language: str) -> tuple[str, ...]:
    """Return the ends of words that belong to a topic in a language."""
    listed = load_table("phrases")[topic].get(language, ())
    return tuple(fold_text(phrase[1:]) for phrase in listed if phrase.startswith("-"))


def _in_units(words: str, language: str) -> str:
    """Return words as the phrases of a language are compared with them."""
    return words.replace(" ", "") if language in UNSPACED else words


@cache
def _load_pattern(topic: Topic, language: str) -> re.Pattern[str]:
    """Return a pattern for the phrases of a topic in a language; its time is linear in the length
    of a text."""
    phrases = sorted(_phrases_in(topic, language), key=len, reverse=True)
    whole = "|".join(map(re.escape, phrases))
    if not whole:
        return re.compile("(?!)")
    if language in UNSPACED:
        return re.compile(whole)
    endings = "|".join(map(re.escape, _load_endings(topic, language)))
    ended = rf"|(?<!\w)\w+?(?:{endings})(?!\w)" if endings else ""
    return re.compile(rf"(?<!\w)(?:{whole})(?!\w){ended}")
