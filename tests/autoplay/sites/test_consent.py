"""Consent boxes: answered wherever they are, and nothing else is pressed."""

import html
import tomllib
from pathlib import Path

from autoplay.sites import consent
from autoplay.sites.consent import PLATFORMS, answer_consent

COUNT = """<script>presses = []
onclick = (e) => { presses.push(e.target.id || e.target.className) }</script>"""
TABLES = tomllib.loads(Path(__file__).with_name("consent.toml").read_text("utf-8"))
BOXES = TABLES["boxes"]
PRESSED = TABLES["pressed"]
OTHERS = TABLES["others"]
USERCENTRICS = TABLES["usercentrics"]
TWO_STEPS = f"""{COUNT}<div id="snigel-cmp-framework">
<div id="accept-choices">!</div><div id="sn-b-custom">!</div></div><script>
  custom = document.querySelector('#sn-b-custom')
  box = document.querySelector('div')
  open = () => {{ box.innerHTML = '<p id="accept-choices">!</p><p id="sn-b-save">!</p>' }}
</script>"""


def presses(page):
    return page.evaluate("presses")


def test_the_button_that_rejects_is_pressed_and_nothing_else(page, monkeypatch):
    assert set(BOXES) | {"Usercentrics"} == set(PLATFORMS)
    for name, box in BOXES.items():
        page.set_content(COUNT + box)
        assert answer_consent(page)
        assert presses(page) == [PRESSED[name]]
    page.set_content('<div id="usercentrics-root"></div>')
    page.evaluate(USERCENTRICS)
    assert answer_consent(page)
    assert presses(page) == ["B"]
    for other in OTHERS:
        page.set_content(COUNT + other)
        assert not answer_consent(page)
        assert presses(page) == []
    # A box without such a button is refused in two steps, and accepted only if it can't be.
    for script, expected in {
        "custom.onclick = open": ["sn-b-custom", "sn-b-save"],
        "custom.onclick = () => { setTimeout(open, 200) }": ["sn-b-custom", "sn-b-save"],
        "open()": ["sn-b-save"],
        "custom.remove()": ["accept-choices"],
    }.items():
        page.set_content(TWO_STEPS)
        page.evaluate(f"() => {{ {script} }}")
        assert answer_consent(page)
        assert presses(page) == expected, script
    monkeypatch.setattr(consent, "CLICK_MS", 300)
    page.set_content(TWO_STEPS)
    assert answer_consent(page)
    assert presses(page) == ["sn-b-custom", "accept-choices"]


def test_a_box_in_a_frame_is_answered_once_it_comes_and_no_frame_is_waited_for(page):
    button = '<button class="sp_choice_type_11" onclick="parent.presses.push(1); this.remove()">!'
    page.set_content(f"{COUNT}<p>")
    assert not answer_consent(page)
    frame = f"<iframe srcdoc='{html.escape(button)}'></iframe>"
    page.evaluate("(frame) => { document.querySelector('p').innerHTML = frame }", frame)
    page.frame_locator("iframe").locator("button").wait_for()
    answer_consent(page)
    answer_consent(page)
    assert presses(page) == [1]
    page.route("**/never", lambda _: None)
    frame = '<iframe src="http://ads.test/never"></iframe><b id="accept-choices">!</b>'
    page.set_content(COUNT + frame, wait_until="commit")
    answer_consent(page)
    assert presses(page) == ["accept-choices"]
