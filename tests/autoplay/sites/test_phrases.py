"""Topics of what buttons say, in many languages."""

from autoplay.sites.phrases import rank

LABELS = {
    "start": ["Start Game", "▶ Play", "Play!", "Los geht's!", "スタート", "LAUNCH"],
    "new": ["Generate", "Generate/Reset Puzzle", "New Game (8x8)", "Nouvelle partie"],
    "check": ["Check", "Submit", "Vérifier", "I'm done"],
    "star": ["Queen", "★ Star", "♛ Reina", "★", "Place queens"],
    "go_on": ["Go", "Continue", "I'm ready"],
}
NO_START = ["Play again", "Continue with Google", "Start a free trial", "Options", "Playlist"]
# They go on from a page, without starting a board that is shown.
NO_START += ["Go", "Continue", "I'm ready"]


def test_labels_and_their_topics():
    for topic, labels in LABELS.items():
        assert [label for label in labels if rank(label, topic) is None] == []
    assert [label for label in NO_START if rank(label, "start") is not None] == []
    assert [label for label in NO_START if rank(label, "new") is not None] == []
    others = ["Star Battle", "✕ Mark", "Queens today", "☆ Save"]
    assert [label for label in others if rank(label, "star") is not None] == []


def test_the_plainest_label_ranks_first():
    labels = ["Let's play", "Play", "Start Game"]
    ranked = sorted(labels, key=lambda label: rank(label, "start"))
    assert ranked == ["Start Game", "Play", "Let's play"]
