"""Goal of a Lights Out page as its text states it: all lamps on, all of them off, or a pattern."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from autoplay.sites.phrases import load_table
from autoplay.sites.sentences import (
    CLAUSES,
    UNSPACED,
    in_units,
    list_languages,
    load_pattern,
    split_sentences,
    split_words,
)

Goal: TypeAlias = Literal["on", "off", "pattern"]

TABLE: Final = "goal_words"
MOST_LETTERS: Final = 600
"""Maximum number of characters of a line that may state a goal: rules in one paragraph have up to
400, articles have more and tell of other games too."""


def stated_goal(lines: Iterable[str]) -> Goal | None:
    """Return the goal that the visible text of a page states; None if it states none or several.

    A clause states one if it speaks of all lamps and of what shall be done to them, or of a pattern
    and of copying it, and of nothing else.
    """
    goals: set[Goal] = set()
    for line in lines:
        if len(line) <= MOST_LETTERS:
            goals.update(_list_goals(line))
    return goals.pop() if len(goals) == 1 else None


@lru_cache(maxsize=1024)
def _list_goals(line: str) -> frozenset[Goal]:
    found: set[Goal] = set()
    for sentence in split_sentences(line):
        for clause in CLAUSES.split(sentence.raw):
            words = split_words(clause)
            # Languages share words such as "all": what one excludes, none may state.
            if any(_find(words, "other", language) for language in _list_languages()):
                continue
            for language in _list_languages():
                goal = _read_goal(words, language)
                if goal is not None:
                    found.add(goal)
    return frozenset(found)


def _read_goal(words: str, language: str) -> Goal | None:
    """Return the goal that a clause states in a language."""
    if _find(words, "condition", language) and not _find(words, "win", language):
        return None
    if _find(words, "copy", language) and _find(words, "pattern", language):
        return "pattern"
    lamps = _list_places(words, "all", language) + _list_places(words, "everything", language)
    if not lamps:
        return None
    off = _list_places(words, "make_off", language)
    on = _list_places(words, "make_on", language)
    if not (off or on) and _find(words, "act", language):
        rest = load_pattern("ignored", language, TABLE).sub(_blank, words)
        off = _list_places(rest, "off", language)
        on = _list_places(rest, "on", language)
    if off and on:
        # "Turn off all lamps that are on": the verb tells, which has its place at one end.
        if language in UNSPACED:
            return "off" if max(off) > max(on) else "on"
        off = [place for place in off if place < min(lamps)]
        on = [place for place in on if place < min(lamps)]
    if bool(off) == bool(on):
        return None
    return "off" if off else "on"


def _blank(found: re.Match[str]) -> str:
    """Return as many spaces as a phrase has letters, so that all other places stay."""
    return " " * len(found[0])


def _list_places(words: str, topic: str, language: str) -> list[int]:
    """Return where the phrases of a topic begin."""
    units = in_units(words, language)
    return [found.start() for found in load_pattern(topic, language, TABLE).finditer(units)]


def _find(words: str, topic: str, language: str) -> bool:
    return bool(_list_places(words, topic, language))


def _list_languages() -> list[str]:
    """Return the languages in which goals are understood."""
    known = load_table(TABLE)["all"]
    return [language for language in list_languages() if language in known]
