"""Meaning of a page's words, in many languages."""

from autoplay.sites.phrases import meaning, rank

SOLVED = [
    "Congratulations!", "You win!", "Victory!!!", "GENIUS!", "Clear !", "Finished! Time: 0:32", "Board Valid",
    "Level 3 complete!", "Solved in 0:32!", "Congratulations! 0 mistakes", "You're a peg game genius!", "YOU WON",
    "Puzzle résolu !", "Félicitations, vous avez gagné", "Glückwunsch", "¡Felicidades!", "Parabéns!", "Gewonnen!",
    "おめでとう！", "クリア", "恭喜！", "축하합니다!", "Поздравляем!", "Wygrałeś!", "Tebrikler!", "مبروك", "बधाई हो",
]  # fmt: skip
WRONG = [
    "Wrong!", "Not correct", "2 errors found", "Try again", "Falsch", "Incorrect", "不正解", "不正确",
    "Неверно",
]  # fmt: skip
NEITHER = [
    "", "Time: 0:32", "Errors: 0", "0 errors", "Solved: 12", "12 moves", "GAME OVER Pegs left: 1", "Next puzzle",
    "You win if no stars touch", "To win, fill the board", "Tap to clear", "Mark as complete", "Clear all",
    "Solve the puzzle", "You can win", "Congratulations! But 2 errors are left",
]  # fmt: skip


def test_lines_and_what_they_mean():
    for lines, expected in ((SOLVED, "solved"), (WRONG, "wrong"), (NEITHER, "")):
        assert [line for line in lines if meaning([line]) != expected] == []


def test_a_mistake_on_another_line_counts_too():
    assert meaning(["Well done!", "Row 3 is wrong"]) == ""


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
