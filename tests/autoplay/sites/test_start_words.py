"""Labels that lead to a board or away from it, in several languages."""

from autoplay.sites.start_words import (
    is_agreement,
    is_close,
    is_forbidden,
    is_level,
    is_refusal,
    names_another,
)

LABELS = {
    is_level: ("5×5", "6 x 6", "Fácil", "Level 1", "Nivel 12", "Easy (4x4)", "レベル 3", "Schwer"),
    is_refusal: (
        "No, thanks!",
        "Reject all",
        "Only necessary cookies",
        "Nein danke",
        "Play as guest",
    ),
    is_agreement: ("Accept & Continue", "I agree", "Alle akzeptieren", "同意する"),
    is_forbidden: (
        "Sign in to play",
        "Buy premium",
        "Continue with Google",
        "Jetzt kaufen",
        "登录",
    ),
    names_another: ("Play today's puzzle", "Daily", "Ein Rätsel: Zufall", "今日"),
    is_close: ("×", "X", "✕"),
}
OTHERS = {
    is_level: ("Level", "Size", "Hardware", "Easy to learn, hard to master", "12", "Puzzle rules"),
    is_refusal: ("Notes", "Now", "Nonogram"),
    is_agreement: ("Okinawa", "Acceptance speech"),
    is_forbidden: ("Play", "No thanks, don't subscribe", "Signal", "Continue without signing in"),
    names_another: ("Play", "Todays"),
    is_close: ("", "xx"),
}


def test_a_label_means_what_a_person_would_understand():
    for means, labels in LABELS.items():
        assert [label for label in labels if not means(label)] == [], means
    for means, labels in OTHERS.items():
        assert [label for label in labels if means(label)] == [], means
