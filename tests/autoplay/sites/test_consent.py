"""Consent boxes: answered wherever they are, and nothing else is pressed."""

from __future__ import annotations

import html

import pytest

from autoplay.sites import consent
from autoplay.sites.consent import PLATFORMS, answer_consent

COUNT = "<script>presses = []; onclick = (e) => { presses.push(e.target.id || e.target.className) }</script>"
BOXES = {
    "Snigel": """<div id="snigel-cmp-framework"><div id="accept-choices">!</div><div id="sn-b-custom">!</div>
        <div id="sn-b-reject">!</div></div>""",
    "Quantcast": """<div id="qc-cmp2-ui"><div class="qc-cmp2-summary-buttons">
        <button mode="secondary" id="more">!</button><button mode="primary" id="agree">!</button></div></div>""",
    "Google Funding Choices": """<div class="fc-consent-root">
        <button class="fc-cta-consent">!</button><button class="fc-cta-do-not-consent">!</button></div>""",
    "OneTrust": """<button id="onetrust-accept-btn-handler">!</button>
        <button id="onetrust-reject-all-handler">!</button>""",
    "Cookiebot": """<a id="CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll">!</a>
        <button id="CybotCookiebotDialogBodyButtonDecline">!</button>""",
    "Didomi": """<button id="didomi-notice-agree-button">!</button>
        <i class="didomi-continue-without-agreeing">!</i>""",
    "Sourcepoint": """<button class="sp_choice_type_11">!</button><button class="sp_choice_type_13">!</button>""",
    "TrustArc": """<button id="truste-consent-button">!</button><button id="truste-consent-required">!</button>""",
    "CookieYes": """<button class="cky-btn-accept">!</button><button class="cky-btn-reject">!</button>""",
}
EXPECTED = {
    "Snigel": "sn-b-reject",
    "Quantcast": "agree",
    "Google Funding Choices": "fc-cta-do-not-consent",
    "OneTrust": "onetrust-reject-all-handler",
    "Cookiebot": "CybotCookiebotDialogBodyButtonDecline",
    "Didomi": "didomi-continue-without-agreeing",
    "Sourcepoint": "sp_choice_type_13",
    "TrustArc": "truste-consent-required",
    "CookieYes": "cky-btn-reject",
}


TWO_STEPS = (
    COUNT
    + """<div id="snigel-cmp-framework"><div id="accept-choices">!</div><div id="sn-b-custom">!</div></div>
<script>
  const box = document.querySelector('div')
  const open = () => { box.innerHTML = '<div id="accept-choices">!</div><div id="sn-b-save">!</div>' }
</script>"""
)


def presses(page):
    return page.evaluate("presses")


def test_the_button_that_rejects_is_pressed_where_there_is_one(page):
    assert set(BOXES) | {"Usercentrics"} == set(PLATFORMS)
    pressed = {}
    for name, box in BOXES.items():
        page.set_content(COUNT + box)
        answer_consent(page)
        (pressed[name],) = presses(page)
    assert pressed == EXPECTED


@pytest.mark.parametrize("script", ["open()", "setTimeout(open, 300)"])
def test_a_box_without_a_reject_button_is_refused_in_two_steps(page, script):
    page.set_content(TWO_STEPS)
    page.evaluate(f"() => {{ document.querySelector('#sn-b-custom').onclick = () => {{ {script} }} }}")
    assert answer_consent(page)
    assert presses(page) == ["sn-b-custom", "sn-b-save"]


def test_a_box_that_is_open_at_its_second_step_is_saved(page):
    page.set_content(TWO_STEPS + "<script>open()</script>")
    assert answer_consent(page)
    assert presses(page) == ["sn-b-save"]


def test_a_box_that_can_not_be_refused_is_accepted(page, monkeypatch):
    monkeypatch.setattr(consent, "CLICK_MS", 300)
    page.set_content(TWO_STEPS)
    assert answer_consent(page)
    assert presses(page) == ["sn-b-custom", "accept-choices"]
    page.set_content(COUNT + '<div id="accept-choices">!</div>')
    assert answer_consent(page)
    assert presses(page) == ["accept-choices"]


def test_a_box_in_a_shadow_root_is_answered(page):
    page.set_content('<div id="usercentrics-root"></div>')
    page.evaluate(
        """() => { const root = document.querySelector('div').attachShadow({ mode: 'open' })
        root.innerHTML = '<a data-testid="uc-accept-all-button">!</a><b data-testid="uc-deny-all-button">!</b>'
        root.addEventListener('click', (event) => { window.presses = [event.target.tagName] }) }"""
    )
    answer_consent(page)
    assert presses(page) == ["B"]


def test_a_box_in_a_frame_is_answered_once_it_comes(page):
    box = html.escape('<button class="sp_choice_type_11" onclick="parent.presses.push(1); this.remove()">!</button>')
    page.set_content(COUNT + "<p>")
    answer_consent(page)
    page.evaluate("(box) => { document.querySelector('p').innerHTML = `<iframe srcdoc='${box}'></iframe>` }", box)
    page.frame_locator("iframe").locator("button").wait_for()
    answer_consent(page)
    answer_consent(page)
    assert presses(page) == [1]


def test_nothing_else_is_pressed(page):
    others = [
        '<div class="fc-ab-root"><button class="fc-button">!</button></div>',  # a wall before those who block ads
        '<dialog open><button>!</button></dialog><button id="btnHallSubmit">!</button>',
        '<button id="accept-choices" hidden>!</button><div style="display: none"><b class="cky-btn-accept">!</b></div>',
    ]
    for other in others:
        page.set_content(COUNT + other)
        answer_consent(page)
        assert presses(page) == []


def test_a_frame_that_never_answers_is_not_waited_for(page):
    page.route("**/never", lambda _: None)
    page.set_content(
        COUNT + '<iframe src="http://ads.test/never"></iframe><b id="accept-choices">!</b>', wait_until="commit"
    )
    answer_consent(page)
    assert presses(page) == ["accept-choices"]
