"""Meaning of a page's words and of the labels of its controls, in many languages."""

import tomllib
from importlib.resources import files
from itertools import chain
from pathlib import Path
from time import process_time

from autoplay.sites import phrases
from autoplay.sites.phrases import rank
from autoplay.sites.statements import is_doubtful, join_values, meaning, praises

LABELS = tomllib.loads(Path(__file__).with_name("labels.toml").read_text("utf-8"))
SENTENCES = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text("utf-8"))
REPLIES = tomllib.loads(Path(__file__).with_name("replies.toml").read_text("utf-8"))
TABLE = tomllib.loads(files("autoplay.sites").joinpath("phrases.toml").read_text("utf-8"))
HEARD = 0.95
"""Minimum share of true statements that are understood."""
DOUBTED = 0.95
"""Minimum share of replies that are heard to be no success, or not heard to doubt one."""
DOUBTED_MORE = 0.85
"""The same for replies written after the words were gathered: 0.68 at first sight."""
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


def test_praise_beside_other_words_is_enough_for_an_answer_that_is_shown():
    assert praises(["You win! Purty smart"])
    assert praises(["Yay!", "Purty smart"])
    for lines in (
        ["Congratulations! You've won an iPhone"],
        ["Kim: solved it in 12"],
        ["Puzzle 4 of 10 solved!"],
        ["Correct!", "Stars 8/9"],
        ["You win once all are off"],
        ["Purty smart"],
    ):
        assert not praises(lines), lines


def test_what_raises_a_doubt_or_is_no_success_is_no_praise():
    texts = [sentence for topic in SENTENCES["negative"].values() for sentence in topic]
    texts += chain.from_iterable(REPLIES["wrong"].values())
    assert [text for text in texts if praises([text]) and not is_doubtful([text])] == []


def hear(line):
    return meaning([line]) or ("doubt" if is_doubtful([line]) else "")


def test_replies_to_a_wrong_answer_are_no_silence():
    replies = list(chain.from_iterable(REPLIES["wrong"].values()))
    for sentences, share in ((replies, DOUBTED), (REPLIES["more"]["wrong"], DOUBTED_MORE)):
        heard = {sentence: hear(sentence) for sentence in sentences}
        assert "solved" not in heard.values()
        missed = [sentence for sentence, said in heard.items() if not said]
        assert len(missed) <= (1 - share) * len(sentences), missed


def test_praise_and_what_stands_beside_raise_no_doubt():
    replies = list(chain.from_iterable(REPLIES["right"].values()))
    for sentences in (replies, REPLIES["more"]["right"]):
        doubted = [sentence for sentence in sentences if hear(sentence) in ("wrong", "doubt")]
        assert len(doubted) <= (1 - DOUBTED) * len(sentences), doubted
    beside = chain.from_iterable(REPLIES["beside"].values())
    assert [sentence for sentence in beside if hear(sentence)] == []
    solved = ["No mistakes! You win", "Not bad — solved!", "Solved without hints"]
    assert {hear(sentence) for sentence in [*solved, "Nicht schlecht! Gelöst"]} == {"solved"}


def test_a_doubt_is_heard_beside_praise_but_not_in_rules_or_questions():
    assert is_doubtful(["Well done!", "Row 3 is wrong"])
    assert is_doubtful(["Game over"])
    assert not is_doubtful(["GAME OVER Pegs left: 1"])
    assert is_doubtful(["GAME OVER", "Play again"])
    assert not is_doubtful(["GAME OVER", "Pegs Left: 1", "Turns taken: 13"])
    assert not is_doubtful(["Why not share it?", "That was fast!", "Puzzle No. 12"])
    assert not is_doubtful(["Stars may not touch each other. " * 20])


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
