"""Meaning of a page's words, in many languages."""

import tomllib
from importlib.resources import files
from itertools import chain
from pathlib import Path
from time import process_time

from autoplay.sites.statements import meaning

SENTENCES = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text("utf-8"))
TABLE = tomllib.loads(files("autoplay.sites").joinpath("phrases.toml").read_text("utf-8"))
HEARD = 0.95
"""Minimum share of true statements that are understood."""
WRONG = [
    "Wrong!", "Not correct", "2 errors found", "Try again", "Falsch", "Incorrect", "不正解", "不正确",
    "Неверно", "No es correcto", "正解ではありません", "Niet opgelost", "정답이 아닙니다", "Ei oikein",
    "You haven't won",
]  # fmt: skip
NEITHER = [
    "", "Time: 0:32", "Errors: 0", "0 errors", "No mistakes", "エラーなし", "12 moves", "GAME OVER Pegs left: 1",
    "Next puzzle", "Tap to clear", "Congratulations! But 2 errors", "If a star is wrong, it turns red",
    "Game finished", "Oyun bitti", "Correct answer", "Solved ✗",
]  # fmt: skip
TAKEN_BACK = [
    ["Well done!", "Row 3 is wrong"], ["Good job", "so far, but check row 2"], ["Correct!", "Stars 8/9"],
    ["Bravo", "Presque"], ["Solved", "You haven't won"], ["Well done! Now share it with\nall your friends"],
]  # fmt: skip
NOT_TAKEN_BACK = [
    ["Congratulations!", "Level 3/10", "Errors: 0", "Don't miss tomorrow's", "Stars 9/9"]
]
LONG = ["x", "no ", "1", "'", "1:00", "正解", "solved ", "n't", "- ", "a:", "1/"]


def test_each_language_has_sentences_that_are_no_success():
    for language in TABLE["solved"]:
        assert len(SENTENCES["negative"][language]) >= 4, language
        assert len(SENTENCES["reserved"][language]) >= 2, language
    for topic in ("negative", "reserved", "other", "held_out"):
        for language, sentences in SENTENCES[topic].items():
            solved = [sentence for sentence in sentences if meaning([sentence]) == "solved"]
            assert solved == [], (topic, language)


def test_statements_of_success_are_understood():
    for topic in ("solved", "held_out_solved"):
        sentences = list(chain.from_iterable(SENTENCES[topic].values()))
        missed = [sentence for sentence in sentences if meaning([sentence]) != "solved"]
        assert len(missed) <= (1 - HEARD) * len(sentences), missed


def test_mistakes_and_what_is_none():
    assert [line for line in WRONG if meaning([line]) != "wrong"] == []
    assert [line for line in NEITHER if meaning([line]) != ""] == []


def test_another_line_takes_a_success_back():
    assert [lines for lines in TAKEN_BACK if meaning(lines) != ""] == []
    assert [lines for lines in NOT_TAKEN_BACK if meaning(lines) != "solved"] == []


def test_long_lines_take_no_longer():
    start = process_time()
    for part in LONG:
        assert meaning([part * (100_000 // len(part))]) == "", part
    assert process_time() - start < 5
