"""Controls of a page: which are found, and steps that use them."""

import tomllib
from pathlib import Path

import pytest

from autoplay.browser.controls import is_label_or_link, visible_controls, visible_lists
from autoplay.browser.preparation import Preparation
from autoplay.errors import ControlNotFound

TABLES = tomllib.loads(Path(__file__).with_name("controls.toml").read_text("utf-8"))
PAGE = TABLES["page"]
FIELDS = TABLES["fields"]
"""Field of a form, and the controls of the form that are found."""
TABS = TABLES["tabs"]
"""Controls, and those that are chosen."""
STARS = TABLES["stars"]
"""A star, and True if it is part of a label or of a link to another page."""


def labels(page):
    return [control.label for control in visible_controls(page)]


def test_controls_for_playing_are_found_and_the_open_tab_among_them(page):
    page.set_content(PAGE)
    assert labels(page) == ["Start Game", "Rules", "Level 1", "Reset", "Help"]
    for field, expected in FIELDS.items():
        page.set_content(f"<form>{field}<button>Start</button></form>")
        assert labels(page) == expected, field
    for html, expected in TABS.items():
        page.set_content(html)
        chosen = [control.label for control in visible_controls(page) if control.is_chosen]
        assert chosen == expected, html


def test_links_to_other_pages_and_stars_in_texts_are_told_from_tools(page, site):
    page.goto(f"{site.url}/options?size=1#top")
    links = '<a href="?size=1#rules">Rules</a><a href="?size=2">Other <button>Go</button></a>'
    page.set_content(links)
    assert [one.label for one in visible_controls(page)] == ["Rules", "Other Go"]
    assert [one.label for one in visible_controls(page) if one.opens_page] == ["Other Go"]
    for html, expected in STARS.items():
        page.set_content(html)
        box = page.locator("#star").bounding_box()
        x = box["x"] + box["width"] / 2
        assert is_label_or_link(page, x, box["y"] + box["height"] / 2) == expected, html


def test_steps_are_made_in_their_order_and_what_is_not_there_is_named(page, monkeypatch):
    monkeypatch.setattr("autoplay.browser.controls.PRESS_MS", 200)
    page.set_content(PAGE)
    steps = Preparation(("start game", "Level 1", "b"), (("Size", "8x8"),), "div done")
    steps.apply(page)
    assert page.locator("b").all_inner_texts() == ["8 done", "start done", "div done"]
    page.set_content(PAGE.replace("const put", "put"))
    for missing, message in (
        (Preparation(("Foo",)), "--click 'Foo'"),
        (Preparation(selects=(("Size", "9x9"),)), "--select Size=9x9"),
        (Preparation(selects=(("Colour", "red"),)), "--select Colour=red"),
        (Preparation(wait_for="Ready"), "--wait-for 'Ready'"),
    ):
        with pytest.raises(ControlNotFound, match=message) as error:
            missing.apply(page, 0.2)
        assert "Start Game" in error.value.hint


TOP = TABLES["top"]
SHADE = TABLES["shade"]


def test_what_lies_on_top_is_found_with_cards_icons_and_lists(page, site, monkeypatch):
    monkeypatch.setattr("autoplay.browser.controls.PRESS_MS", 200)
    page.goto(f"{site.url}/options")
    page.set_content(TOP)
    found = visible_controls(page)
    names = ["Menu", "Zen", "Rush", "Play", "start", "Today", "Daily", "Below"]
    assert [one.label for one in found] == names
    assert [one.heading for one in found if one.heading] == ["Zen", "Rush"]
    assert [one.label for one in found if one.opens_page] == ["Today", "Daily"]
    assert [one.label for one in found if one.is_route] == ["Daily"]
    assert {one.group for one in found if one.heading} == {found[1].group}
    assert not any(one.in_box for one in found)  # a bar with the page's navigation is no box
    lists = [(one.name, one.options, one.is_chosen) for one in visible_lists(page)]
    assert lists == [("Size", ("5x5", "6x6"), False), ("Mode", ("Easy", "Hard"), True)]
    assert visible_lists(page)[0].choose("6x6")
    assert page.locator("select").first.input_value() == "6x6"
    page.evaluate("html => document.body.insertAdjacentHTML('beforeend', html)", SHADE)
    [only] = [one for one in visible_controls(page) if one.covers_page]
    assert (only.label, only.in_box) == ("No thanks", True)
    assert [one.label for one in visible_controls(page)] == ["Menu", "No thanks"]
    assert visible_lists(page) == []
    assert not found[1].press()  # it is covered


def test_what_lies_under_a_bar_at_the_end_of_the_window_is_scrolled_to(page):
    html = """<div style='height: 85vh'></div><button>Check</button><p style='height: 200px'></p>
        <div style='position: fixed; bottom: %s; width: 100%%; height: 20vh'>Cookies</div>"""
    page.set_content(html % "2px")
    assert labels(page) == []
    page.set_content(html % "0")
    [button] = visible_controls(page)
    assert button.press()


def test_a_box_over_a_board_is_told_from_a_board_in_a_box(page):
    cells = "<i style='float:left; width:30px; height:30px'></i>" * 9
    page.set_content(TABLES["coach"] % cells)
    board = (8, 8, 98, 98)
    assert [one.label for one in visible_controls(page) if one.covers_page] == []
    assert [one.label for one in visible_controls(page, board) if one.covers_page] == ["Got it"]
    page.evaluate("document.querySelector('#board').style.zIndex = 3")
    assert [one.label for one in visible_controls(page, board) if one.covers_page] == []


def test_levels_say_the_number_of_their_place(page):
    words = ["1 Go!", "2 Locked"]
    for labels, levels in (("✓✓34?", ["3", "4"]), ("12346", []), (words, words)):
        page.set_content(TABLES["levels"] % "".join(f"<div>{label}</div>" for label in labels))
        found = visible_controls(page)
        assert [one.label for one in found if one.is_numbered] == levels


@pytest.mark.parametrize(("html", "headings"), TABLES["cards"].items())
def test_cards_are_several_alike_that_say_more_than_their_heading(page, html, headings):
    page.set_content(f"<style>.card {{ {TABLES['card']} }}</style>{html}")
    assert [one.heading for one in visible_controls(page) if one.heading] == headings


@pytest.mark.parametrize(("html", "choices"), TABLES["choices"].items())
def test_a_button_that_is_off_waits_for_its_only_box_or_the_first_choice(page, html, choices):
    page.set_content(f"<form onsubmit='return false'>{html}</form>")
    awaited = [one for one in visible_controls(page) if one.awaited_by]
    assert [one.label for one in awaited] == choices
    assert {one.awaited_by for one in awaited} <= {"Start"}
    if awaited:
        assert awaited[0].press()
        assert page.locator("input").first.is_checked()
        assert not any(one.awaited_by for one in visible_controls(page))


def test_areas_of_a_picture_unnamed_icons_and_texts_can_be_pressed(page):
    page.set_content(TABLES["map"])
    found = visible_controls(page, with_texts=True)
    assert [(one.label, one.is_text) for one in found] == [
        ("Start game", False), ("Help", False), ("Tap to begin", True), ("icon", False)
    ]  # fmt: skip
    assert [one.label for one in visible_controls(page)] == ["Start game", "Help", "icon"]
    for one in found:
        assert one.press()
    assert page.evaluate("pressed") == ["a1", "a2", "t1", "b1"]
