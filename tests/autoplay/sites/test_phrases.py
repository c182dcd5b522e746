"""Meaning of a page's words, in many languages."""

from __future__ import annotations

import pytest

from autoplay.sites.phrases import meaning, rank

SOLVED = [
    *("Congratulations!", "You win!", "Victory!!!", "GENIUS!", "Clear !", "Finished! Time: 0:32", "Board Valid"),
    *("Level 3 complete!", "Solved in 0:32!", "Congratulations! 0 mistakes", "You're a peg game genius!", "YOU WON"),
    *("Puzzle résolu !", "Félicitations, vous avez gagné", "Glückwunsch", "¡Felicidades!", "Parabéns!", "Gewonnen!"),
    *("おめでとう！", "クリア", "恭喜！", "축하합니다!", "Поздравляем!", "Wygrałeś!", "Tebrikler!", "مبروك", "बधाई हो"),
]
WRONG = ["Wrong!", "Not correct", "2 errors found", "Try again", "Falsch", "Incorrect", "不正解", "不正确", "Неверно"]
NEITHER = [
    *("", "Time: 0:32", "Errors: 0", "0 errors", "Solved: 12", "12 moves", "GAME OVER Pegs left: 1", "Next puzzle"),
    *("You win if no stars touch", "To win, fill the board", "Tap to clear", "Mark as complete", "Clear all"),
    *("Solve the puzzle", "You can win", "Congratulations! But 2 errors are left"),
]


@pytest.mark.parametrize(
    ("line", "expected"),
    [(line, "solved") for line in SOLVED] + [(line, "wrong") for line in WRONG] + [(line, "") for line in NEITHER],
)
def test_lines_and_what_they_mean(line, expected):
    assert meaning([line]) == expected


def test_a_mistake_on_another_line_counts_too():
    assert meaning(["Well done!", "Row 3 is wrong"]) == ""


@pytest.mark.parametrize(
    ("label", "topic"),
    [
        *(
            ("Start Game", "start"),
            ("▶ Play", "start"),
            ("Play!", "start"),
            ("Los geht's!", "start"),
            ("スタート", "start"),
        ),
        *(("Generate", "new"), ("Generate/Reset Puzzle", "new"), ("New Game (8x8)", "new"), ("Nouvelle partie", "new")),
        *(("Check", "check"), ("Submit", "check"), ("Vérifier", "check"), ("I'm done", "check"), ("Queen", "star")),
        *(("★ Star", "star"), ("♛ Reina", "star"), ("★", "star"), ("Place queens", "star"), ("LAUNCH", "start")),
    ],
)
def test_labels_and_their_topics(label, topic):
    assert rank(label, topic) is not None


@pytest.mark.parametrize("label", ["Play again", "Continue with Google", "Start a free trial", "Options", "Playlist"])
def test_labels_that_do_not_start_a_game(label):
    assert (rank(label, "start"), rank(label, "new")) == (None, None)


@pytest.mark.parametrize("label", ["Star Battle", "✕ Mark", "Queens today", "☆ Save"])
def test_labels_that_are_no_tool(label):
    assert rank(label, "star") is None


def test_the_plainest_label_ranks_first():
    labels = ["Let's play", "Play", "Start Game"]
    assert sorted(labels, key=lambda label: rank(label, "start")) == ["Start Game", "Play", "Let's play"]


@pytest.mark.parametrize("label", ["Go", "Continue", "I'm ready"])
def test_what_goes_on_from_a_page_does_not_start_a_board_that_is_shown(label):
    assert rank(label, "go_on") is not None
    assert rank(label, "start") is None
