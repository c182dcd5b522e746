"""Controls of a page: which are found, and steps that use them."""

from __future__ import annotations

import pytest

from autoplay.browser.controls import is_label_or_link, visible_controls
from autoplay.browser.preparation import Preparation
from autoplay.errors import ControlNotFound

PAGE = """<!doctype html><meta charset=utf-8><body>
<button onclick="note('start')"><i>play_arrow</i> Start Game</button>
<button disabled>Resume</button><button style="display:none">Hidden</button>
<a href="#rules">Rules</a><a href="https://elsewhere.test/">Shop</a><a href="#x" target="_blank">Window</a>
<div style="cursor:pointer" onclick="note('div')"><span>Level 1</span></div><p>Just text</p>
<input type="reset" value="Reset"><button aria-label="Help" value="1"><svg width="9" height="9"></svg></button>
<form><input name="mail"><button>Subscribe</button></form>
<label>Size <select name="size" onchange="note(this.value)"><option value="5">5x5<option value="8">8x8</select></label>
<script>window.note = (text) => document.body.insertAdjacentHTML('beforeend', `<b>${text} done</b>`)</script>"""


@pytest.fixture
def shop(page):
    """Return a page with all kinds of controls."""
    page.set_content(PAGE)
    return page


def test_visible_controls_for_playing_are_found(shop):
    assert [control.label for control in visible_controls(shop)] == ["Start Game", "Rules", "Level 1", "Reset", "Help"]


@pytest.mark.parametrize(
    ("field", "labels"),
    [
        ("<input>", []),
        ("<input type=email>", []),
        ("<input readonly value=00:00>", ["Start"]),
        ("<input type=text disabled>", ["Start"]),
    ],
)
def test_buttons_of_forms_that_ask_for_text_are_left_out(page, field, labels):
    page.set_content(f"<form>{field}<button>Start</button></form>")
    assert [control.label for control in visible_controls(page)] == labels


@pytest.mark.parametrize(
    ("html", "chosen"),
    [
        ("<button class=tab>Edit</button><button class='tab is-active'>Play</button>", ["Play"]),
        ("<button aria-selected=false>Edit</button><button aria-selected=true>Play</button>", ["Play"]),
        ("<ul><li class=active><a href=#edit>Edit</a></li><li><a href=#play>Play</a></li></ul>", ["Edit"]),
        ("<button class=active>Play</button>", []),
        ("<button class='button active'>Play</button><button class='button active'>Reset</button>", []),
    ],
)
def test_the_one_tab_of_several_that_is_open_is_chosen(page, html, chosen):
    page.set_content(html)
    assert [control.label for control in visible_controls(page) if control.is_chosen] == chosen


def test_links_to_other_pages_are_told_from_links_to_parts_of_this_one(shop, site):
    shop.goto(f"{site.url}/?size=1#top")
    shop.set_content('<a href="?size=1#rules">Rules</a><a href="?size=2">Other</a><button>Play</button>')
    assert [control.label for control in visible_controls(shop) if control.opens_page] == ["Other"]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>Stars: <b id=star>★</b> 2</p>", False),
        ("<p>Stars: <svg id=star width=20 height=20></svg> 2</p>", True),
        ("<p id=star>Stars: 2</p>", True),
        ("<p id=star style='cursor: pointer'>Stars: 2</p>", False),
        ("<button>Star <b id=star>★</b> 1</button>", False),
        ("<label>Star <svg id=star width=20 height=20></svg> 1</label>", True),
        ("<label><input type=radio>Star <b id=star>★</b> 1</label>", False),
        ("<div><svg id=star width=20 height=20></svg></div>", False),
        ("<a href='?size=1'><svg id=star width=20 height=20></svg></a>", True),
        ("<a href=#star><svg id=star width=20 height=20></svg></a>", False),
        ("<canvas id=star width=20 height=20></canvas>", False),
    ],
)
def test_a_star_in_a_text_or_in_a_link_to_a_page_is_no_tool(page, html, expected):
    page.set_content(html)
    box = page.locator("#star").bounding_box()
    assert is_label_or_link(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) == expected


def test_a_covered_control_is_not_pressed(shop, monkeypatch):
    monkeypatch.setattr("autoplay.browser.controls.PRESS_MS", 200)
    shop.evaluate("document.body.insertAdjacentHTML('beforeend', '<div style=\"position:fixed;inset:0\"></div>')")
    assert not visible_controls(shop)[0].press()


def test_steps_are_made_in_their_order(shop):
    Preparation(("start game", "Level 1", "b"), (("Size", "8x8"),), "div done").apply(shop)
    assert shop.locator("b").all_inner_texts() == ["8 done", "start done", "div done"]


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (Preparation(("Foo",)), "--click 'Foo'"),
        (Preparation(selects=(("Size", "9x9"),)), "--select Size=9x9"),
        (Preparation(selects=(("Colour", "red"),)), "--select Colour=red"),
        (Preparation(wait_for="Ready"), "--wait-for 'Ready'"),
    ],
)
def test_what_is_not_there_is_named(shop, steps, message):
    with pytest.raises(ControlNotFound, match=message) as error:
        steps.apply(shop, 0.2)
    assert "Start Game" in error.value.hint
