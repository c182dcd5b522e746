"""Labels of controls: their topics, and where they lead, in many languages."""

import tomllib
from pathlib import Path

from autoplay.sites import start_words
from autoplay.sites.phrases import rank

LABELS = tomllib.loads(Path(__file__).with_name("labels.toml").read_text("utf-8"))


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
        means = getattr(start_words, name)
        assert [label for label in labels if not means(label)] == [], name
        assert [label for label in LABELS["other_meanings"][name] if means(label)] == [], name
