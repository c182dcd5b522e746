"""Meaning of a page's words: which of its lines state that the puzzle is solved, tell of a mistake,
or raise a doubt."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Flag, auto
from functools import cache, lru_cache
from itertools import chain
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from autoplay.sites.phrases import StatementTopic, Topic
from autoplay.sites.sentences import (
    CLAUSES,
    QUESTION,
    SENTENCES,
    UNSPACED,
    Sentence,
    in_units,
    is_question,
    list_languages,
    load_endings,
    load_pattern,
    split_sentences,
    split_words,
    whole_phrases,
)

Meaning: TypeAlias = Literal["solved", "wrong", ""]

SUCCESS_TOPICS: Final[tuple[Topic, ...]] = ("solved", "state", "ended", "label")
"""Topics of the phrases of which a statement of success needs one."""
HARMLESS_TOPICS: Final[tuple[Topic, ...]] = ("harmless", "beside")
"""Topics of the phrases that raise none, although they hold a negation or a word that is one in
another language."""
MOST_LETTERS: Final = 300
"""Maximum number of characters of a line that may state a result: praise with time and moves has up
to 150, rules and articles have more."""
MOST_LETTERS_HEARD: Final = 3000
"""Number of characters of a line that are searched for a mistake; what follows is not read."""
VALUE: Final = re.compile(r"\d[\d.,\s]*%?(?:\s*[^\W\d_]+){0,2}")
"""Number, alone or of so many things: it says nothing without its label."""
COUNTER: Final = re.compile(r"(?<!\w)\w+\s*[:=]\s*(?=[A-Z])")
"""Label before a number, such as "Time: 0:32": it says nothing about this answer. Only numbers are
in capitals."""
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


def is_doubtful(lines: Iterable[str]) -> bool:
    """Return True if new lines of a page may say that the answer is not right: one tells of a
    mistake, or holds a negation or a reservation that is not known to mean something else.

    What is longer than a result, and a question, raises no doubt, and neither does the end of a
    game beside a count: that is its summary.
    """
    short = [line for line in lines if len(line) <= MOST_LETTERS]
    sentences = [sentence for line in short for sentence in split_sentences(line)]
    if any(map(_raises_doubt, sentences)):
        return True
    is_summary = any(VALUE.search(line) for line in short)
    return not is_summary and any(map(_says_over, sentences))


def praises(lines: Iterable[str]) -> bool:
    """Return True if a sentence of new lines states that the puzzle is solved, whatever the others
    say; but none speaks of success in a way that is not known: "You've won a phone".

    That is enough where the board shows the answer.
    """
    lines = [line for line in lines if len(line) <= MOST_LETTERS and not REFUSED.search(line)]
    languages: set[str] = set()
    for sentence in chain.from_iterable(map(split_sentences, lines)):
        solved_in = {one for one in list_languages() if _confirms([sentence], one)}
        if not solved_in and any(_mentions([sentence], one) for one in list_languages()):
            return False
        languages |= solved_in
    return bool(languages) and not any(_takes_back(line, languages) for line in lines)


@lru_cache(maxsize=4096)
def _raises_doubt(sentence: Sentence) -> bool:
    if QUESTION.search(sentence.end):
        return False
    if _tells_mistake(sentence):
        return True
    for clause in CLAUSES.split(COUNTER.sub(" ", sentence.raw)):
        words = split_words(clause)
        if not words or _denies_mistake(words):
            continue
        rest = _remove_harmless(words)
        if any(_is_doubt(words, rest, language) for language in list_languages()):
            return True
    return False


@lru_cache(maxsize=4096)
def _says_over(sentence: Sentence) -> bool:
    """Return True if a clause says that the game is over, and nothing else."""
    for clause in map(split_words, CLAUSES.split(sentence.raw)):
        for language in list_languages():
            if load_pattern("over", language).fullmatch(in_units(clause, language)):
                return True
    return False


def _is_doubt(words: str, rest: str, language: str) -> bool:
    """Return True if the words of a clause negate or reserve something in a language; ``rest`` is
    without those that are known to be harmless."""
    units = in_units(words, language)
    # "Fast" is German for "almost": alone, or beside "geschafft", but not in "That was fast".
    is_mentioned = any(load_pattern(topic, language).search(units) for topic in SUCCESS_TOPICS)
    units = _remove_statements(units, language)
    reservation = load_pattern("reservation", language)
    heard = in_units(rest, language)
    if reservation.fullmatch(units) or reservation.search(units if is_mentioned else heard):
        return True
    return bool(load_pattern("negation", language).search(heard))


@lru_cache(maxsize=4096)
def _denies_mistake(words: str) -> bool:
    """Return True if a clause says that there is no mistake: "not a single error".

    Any language may say so, as "error" is a word of several.
    """
    for language in list_languages():
        units = in_units(words, language)
        negation = load_pattern("negation", language)
        wrong = load_pattern("wrong", language)
        mistakes = wrong.findall(units)
        if not mistakes or any(map(negation.search, mistakes)):
            # "Not solved" is a mistake by its own negation, which another one does not take back.
            continue
        rest = wrong.sub(" ", units)
        # "まだ" is a reservation too: a mistake that is still there.
        if negation.search(rest) and not load_pattern("reservation", language).search(rest):
            return True
    return False


@lru_cache(maxsize=4096)
def _remove_harmless(words: str) -> str:
    """Return words without those that mean nothing bad in any language: "no" in "no hints", "en"
    in Spanish."""
    for language in list_languages():
        if language not in UNSPACED:
            for topic in HARMLESS_TOPICS:
                words = load_pattern(topic, language).sub(" ", words)
            continue
        # The short ones of the other topic are parts of other words here.
        pattern = load_pattern("harmless", language)
        if pattern.search(in_units(words, language)):
            words = pattern.sub(" ", in_units(words, language))
    return " ".join(words.split())


def _remove_statements(units: str, language: str) -> str:
    """Return units without phrases that say that the puzzle is solved, of which a word may reserve
    something elsewhere: "noch" in "nur noch ein Stift"."""
    return load_pattern("solved", language).sub(" ", units)


@lru_cache(maxsize=4096)
def _judge_line(line: str) -> Judgement:
    sentences = split_sentences(line[:MOST_LETTERS_HEARD])
    languages = [language for language in list_languages() if _mentions(sentences, language)]
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
        if says_solved and is_question(sentence, language):
            return False
        is_solved = is_solved or says_solved
    return is_solved


def _says_solved(said: Said, sentence: Sentence, language: str) -> bool:
    if Said.SOLVED in said:
        return True
    topics = _known_phrases(language)[0].get(in_units(sentence.words, language), [])
    is_exclaimed = "!" in sentence.end and "label" in topics
    return Said.LABEL_LAST in said and (Said.SUBJECT in said or is_exclaimed)


def _denies(sentence: Sentence, language: str) -> bool:
    """Return True if a sentence says that the puzzle is not solved."""
    if len(sentence.words) > MOST_LETTERS or is_question(sentence, language):
        return False
    if "ZERO" in sentence.words:  # "0 solved" is a statistic
        return False
    denied = Said.SOLVED | Said.LABEL_LAST
    readings = _read_sentence(sentence.words, language)
    return bool(readings) and all(Said.NEGATION in said and said & denied for said in readings)


def _takes_back(line: str, languages: Iterable[str]) -> bool:
    """Return True if a line reserves or negates what other lines state in these languages."""
    for sentence in split_sentences(line[:MOST_LETTERS_HEARD]):
        for language in languages:
            units = _remove_statements(in_units(sentence.words, language), language)
            if load_pattern("reservation", language).search(units):
                return True
            is_known = bool(_read_sentence(sentence.words[:MOST_LETTERS], language))
            if "PART" in sentence.words and not is_known:
                return True
            is_negated = load_pattern("negation", language).search(
                in_units(sentence.words, language)
            )
            if is_negated and not is_known and _mentions([sentence], language):
                return True
    return False


def _tells_mistake(sentence: Sentence) -> bool:
    """Return True if a sentence tells of a mistake that was made."""
    for clause in CLAUSES.split(COUNTER.sub(" ", sentence.raw)):
        words = split_words(clause)
        if _denies_mistake(words):
            continue
        for language in list_languages():
            units = load_pattern("harmless", language).sub(" ", in_units(words, language))
            is_open = is_question(sentence, language) or load_pattern("condition", language).search(
                units
            )
            if not is_open and load_pattern("wrong", language).search(units):
                return True
    return False


def _mentions(sentences: list[Sentence], language: str) -> bool:
    """Return True if sentences hold a phrase of success."""
    for sentence in sentences:
        units = in_units(sentence.words, language)
        for topic in SUCCESS_TOPICS:
            if load_pattern(topic, language).search(units):
                return True
    return False


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
    endings = load_endings("negation", language)
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


@cache
def _known_phrases(language: str) -> tuple[dict[str, list[str]], int]:
    """Return the topics of each phrase of statements, and how many units the longest one has."""
    known = {",": ["comma"]}
    most_units = 1
    for topic in get_args(StatementTopic):
        for phrase in whole_phrases(topic, language):
            known.setdefault(phrase, []).append(topic)
            most_units = max(most_units, len(phrase if language in UNSPACED else phrase.split()))
    return known, most_units
