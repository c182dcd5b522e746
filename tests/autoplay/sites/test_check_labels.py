"""Buttons that check the answer, by their labels and by what the page tells about them."""

import tomllib
from itertools import chain
from pathlib import Path

from autoplay.sites.check_labels import find_told_check, is_check

LABELS = tomllib.loads(Path(__file__).with_name("check_labels.toml").read_text("utf-8"))
UNDERSTOOD = 0.95
"""Minimum share of labels that mean what they say to a person."""


def test_labels_that_check_the_answer_and_others():
    for topic in ("check", "other"):
        listed = list(chain.from_iterable(LABELS[topic].values()))
        for labels in (listed, LABELS["more"][topic]):
            missed = [label for label in labels if is_check(label) != (topic == "check")]
            assert len(missed) <= (1 - UNDERSTOOD) * len(labels), missed


def test_a_label_that_is_long_or_forbidden_checks_nothing():
    for label in ("Check the weather before you go to the sea", "Buy the check", "", "12"):
        assert not is_check(label), label


def test_the_text_of_a_page_tells_which_button_checks():
    for page in LABELS["told"]["page"]:
        assert find_told_check([page["text"]], page["labels"]) == page["check"], page["text"]
    lines = ["When done, press «One».", "When done, press «Two»."]
    assert find_told_check(lines, ["One", "Two"]) == ""
