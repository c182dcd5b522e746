"""The order in which controls of a page without a board are pressed, without a browser."""

from typing import Any

from autoplay.browser.controls import Control
from autoplay.sites.start_controls import StartRules, rank_controls

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
    # A game that has begun is only freed from the box over its board.
    over = [control(label, in_box=True, covers_page=True) for label in ("Play", "Got it")]
    beside = (control("Start"), control("OK", in_box=True))
    assert ranked(*beside, *over, shown="game") == ["Got it"]
    assert ranked(*beside, shown="box") == ["OK"]


def test_what_begins_a_game_comes_before_choices_and_the_page_s_default_first():
    sizes = [control(label, group=1, is_chosen=label == "8×8") for label in ("5×5", "8×8")]
    cards = [control(label, group=2, is_card=True) for label in ("Zen", "Rush")]
    controls = (*cards, *sizes, control("New game"), control("Play"))
    assert ranked(*controls) == ["Play", "New game", "8×8", "5×5", "Zen", "Rush"]
    # One of a group is enough, and what is not new may be pressed while a game may still begin.
    assert ranked(*controls, pressed=("5×5", "Zen")) == ["Play", "New game"]
    assert ranked(*controls, new=False) == ["Play"]
    levels = [control(label, is_numbered=True, middle=(9.0, 5.0)) for label in ("3", "4")]
    assert ranked(*levels) == ["3", "4"]
    assert ranked(*levels, new=False, levels=(0, 0, 9, 9)) == ["3", "4"]
    assert ranked(*levels, new=False, levels=(9, 9, 99, 99)) == []


def test_links_and_other_puzzles_are_pressed_only_where_they_may_be():
    controls = (control("Play", opens_page=True), control("Daily"), control("Level 2"))
    assert ranked(*controls) == ["Daily", "Level 2"]
    assert ranked(*controls, links=True) == ["Play"]
    assert ranked(*controls, names_puzzle=True) == ["Level 2"]
