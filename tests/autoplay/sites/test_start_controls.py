"""The order in which controls of a page without a board are pressed, without a browser."""

from typing import Any

import pytest

from autoplay.browser.controls import ICON, Control
from autoplay.sites.start_controls import StartRules, lead_on, rank_controls

NOWHERE: Any = None


def control(label: str, **facts: Any) -> Control:
    return Control(label, NOWHERE, **facts)


def ranked(*controls: Control, **rules: Any) -> list[str]:
    given = StartRules(**{"new": True, **rules})
    return [one.label for one in rank_controls(controls, given)]


def test_a_box_is_refused_before_it_is_agreed_to_and_never_pays():
    labels = ("Accept all", "Buy premium", "×", "Reject all", "Sign in")
    box = [control(label, in_box=True, covers_page=True) for label in labels]
    assert ranked(control("Play"), *box) == ["Reject all", "×", "Accept all", "Play"]
    # Outside of a box neither word says that anything goes away.
    assert ranked(control("Accept all"), control("Reject all"), control("Play")) == ["Play"]
    bar = [control("Allow", in_box=True), control("Start", in_box=True)]
    assert ranked(control("Play"), *bar) == ["Allow", "Start", "Play"]
    # The only control of a box that hides the page leads out of it, whatever it says.
    only = control("Vamos!", in_box=True, covers_page=True)
    assert ranked(only) == ["Vamos!"]
    assert ranked(only, control("Buy", in_box=True, covers_page=True)) == []
    # The pages of a tutorial have the same button.
    assert ranked(only, pressed=("Vamos!",), shown="board") == ["Vamos!"]
    assert ranked(*box, pressed=("Reject all",)) == ["×", "Accept all", "Reject all"]
    assert ranked(only, shown="board", board=(0, 0, 9, 9)) == []
    assert ranked(control("More games")) == ranked(control("Undo")) == []
    # A game that has begun is freed from the box over its board, or the box begins it.
    over = [control(label, in_box=True, covers_page=True) for label in ("Play", "Got it")]
    beside = (control("Start"), control("OK", in_box=True))
    assert ranked(*beside, *over, shown="game") == ["Got it", "Play"]
    assert ranked(*beside, shown="box") == ["OK"]


def test_a_box_goes_on_by_a_control_that_leads_on_or_closes_it():
    for labels, goes_on in (
        (["Next"], True), (["Share", "Close"], True), (["OK"], True), (["Vamos!"], True),
        (["Try again"], False), (["Later"], False), (["Sign in"], False), (["A", "B"], False), ([], False),
    ):  # fmt: skip
        box = [control(label, in_box=True, covers_page=True) for label in labels]
        assert lead_on([control("Next"), *box]) == goes_on, labels


def test_what_begins_a_game_comes_before_choices_and_the_page_s_default_first():
    sizes = [control(label, group=1, is_chosen=label == "8×8") for label in ("5×5", "8×8")]
    cards = [control(label, group=2, heading=label) for label in ("Zen", "Rush")]
    controls = (*cards, *sizes, control("New game"), control("Play"))
    assert ranked(*controls) == ["Play", "New game", "8×8", "5×5", "Zen", "Rush"]
    # One of a group is enough, and what is not new may be pressed while a game may still begin.
    assert ranked(*controls, pressed=("5×5", "Zen")) == ["Play", "New game"]
    assert ranked(*controls, new=False) == ["Play"]
    # A choice from a list gives a button something to begin.
    assert ranked(control("Play"), pressed=("Size=5", "Play")) == []
    assert ranked(control("Play"), pressed=("Play", "Size=5")) == ["Play"]
    levels = [control(label, is_numbered=True, middle=(9.0, 5.0)) for label in ("3", "4")]
    assert ranked(*levels) == ["3", "4"]
    assert ranked(*levels, new=False, levels=(0, 0, 9, 9)) == ["3", "4"]
    assert ranked(*levels, new=False, levels=(9, 9, 99, 99)) == []


def test_links_and_other_puzzles_are_pressed_only_where_they_may_be():
    controls = (control("Play", opens_page=True), control("Daily"), control("Level 2"))
    assert ranked(*controls) == ["Daily", "Level 2"]
    assert ranked(*controls, links=True) == ["Play"]
    assert ranked(*controls, names_puzzle=True) == ["Level 2"]


def test_cards_lead_to_a_game_by_their_heading_and_never_aside_or_to_an_account():
    texts = {"Regole": "Come si gioca", "Profilo": "Accedi", "Pro": "Subscribe", "Novice": "3 taps"}
    cards = [control(f"{name} {text}", heading=name) for name, text in texts.items()]
    assert ranked(*cards) == ["Novice 3 taps"]
    assert ranked(*cards, control("Gioca Scegli", heading="Gioca"))[0] == "Gioca Scegli"


@pytest.mark.parametrize(
    ("label", "is_pressed"),
    [
        ("Show the puzzle", True), ("Board", True), ("Spielfeld", True), ("Brett anzeigen", True),
        ("\u25b6\ufe0f", True), ("Voir la grille", True), ("Show the solution", False),
        ("Show puzzle solution", False), ("Show hint for the puzzle", False), ("Rules", False),
        ("Open settings", False), ("Statistics", False),
    ],
)  # fmt: skip
def test_what_brings_a_board_to_light_is_pressed_only_where_there_is_none(label, is_pressed):
    controls = (control(label), control("Menu"))
    assert ranked(*controls) == ([label] if is_pressed else [])
    assert ranked(*controls, shown="board") == []


def test_what_a_button_waits_for_is_chosen_first_unless_it_is_optional():
    accepted = ("I have read the rules", "Garden")
    optional = ("Send me the newsletter", "Personalised ads and cookies")
    for label in accepted + optional:
        for button, may_wait in (
            ("Start game", True),
            ("OK", True),
            ("Vote", False),
            ("Buy", False),
        ):
            choice = control(label, awaited_by=button)
            expected = [label] if label in accepted and may_wait else []
            assert ranked(choice, control("Menu")) == expected, (label, button)
    sizes = [control(label, awaited_by="Valider", group=1) for label in ("4×4", "5×5")]
    assert ranked(control("OK"), *sizes) == ["4×4", "5×5", "OK"]
    assert ranked(control("OK"), *sizes, pressed=("4×4",)) == ["OK"]


def test_texts_and_the_only_control_of_a_page_come_last():
    text = control("Tap anywhere to begin", is_text=True)
    only = control("Enter the castle")
    others = (
        control("How it began", is_text=True),
        control("Home", opens_page=True),
        control(ICON),
    )
    assert ranked(text, *others) == [text.label, ICON]
    assert ranked(only, *others) == [only.label]
    assert ranked(only, control("Menu")) == []
    assert ranked(control("Help"), *others) == []
    assert ranked(control("Buy now"), *others) == []
    # Levels may have any names; of all that such a page offers, the first is one.
    levels = [control(label, group=1) for label in ("Acolyte", "Adept", "Magus")]
    assert ranked(*levels, *others) == ["Acolyte"]
    for more in (control("Menu"), control("Help", group=1), control("Buy", group=1)):
        assert ranked(*levels, more) == [], more.label
    # Beside a board the only button may do anything to it.
    for rules in ({"new": False}, {"levels": (0, 0, 9, 9)}, {"shown": "board"}):
        assert ranked(only, **rules) == ranked(*levels, **rules) == [], rules


def test_a_part_of_the_same_document_is_another_page_only_if_the_address_names_one():
    controls = (
        control("Gioca", opens_page=True, is_route=True), control("Home", opens_page=True, is_route=True),
        control("Play", opens_page=True),
    )  # fmt: skip
    assert ranked(*controls, routes=True) == ["Gioca"]
    assert ranked(*controls, routes=True, links=True) == ["Play"]
    assert ranked(*controls) == []
    assert ranked(*controls, links=True) == ["Play", "Gioca"]
