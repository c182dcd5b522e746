"""Meaning of a page's words, in many languages."""

import tomllib
from importlib.resources import files
from itertools import chain
from pathlib import Path
from time import process_time

from autoplay.sites.statements import join_values, meaning

SENTENCES = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text("utf-8"))
TABLE = tomllib.loads(files("autoplay.sites").joinpath("phrases.toml").read_text("utf-8"))
HEARD = 0.95
"""Minimum share of true statements that are understood."""
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


def test_mistakes_and_lines_that_take_a_success_back():
    for expected, pages in SENTENCES["pages"].items():
        said = "" if expected == "nothing" else expected
        assert [lines for lines in pages if meaning(join_values(lines)) != said] == [], expected


def test_long_lines_take_no_longer():
    start = process_time()
    for part in LONG:
        assert meaning([part * (100_000 // len(part))]) == "", part
    assert process_time() - start < 5
