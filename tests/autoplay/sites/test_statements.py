"""Meaning of a page's words and of the labels of its controls, in many languages."""

import tomllib
from importlib.resources import files
from itertools import chain
from pathlib import Path
from time import process_time

from autoplay.sites import phrases
from autoplay.sites.phrases import rank
from autoplay.sites.statements import join_values, meaning

LABELS = tomllib.loads(Path(__file__).with_name("labels.toml").read_text("utf-8"))
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


def test_labels_have_their_topics():
    for topic, labels in LABELS["topics"].items():
        assert [label for label in labels if rank(label, topic) is None] == [], topic
    for topic, labels in LABELS["other_topics"].items():
        assert [label for label in labels if rank(label, topic) is not None] == [], topic


def test_the_plainest_label_ranks_first():
    labels = ["Let's play", "Play", "Start Game"]
    ranked = sorted(labels, key=lambda label: rank(label, "start"))
    assert ranked == ["Start Game", "Play", "Let's play"]


def test_a_label_means_what_a_person_would_understand():
    for name, labels in LABELS["meanings"].items():
        means = getattr(phrases, name)
        assert [label for label in labels if not means(label)] == [], name
        assert [label for label in LABELS["other_meanings"][name] if means(label)] == [], name
