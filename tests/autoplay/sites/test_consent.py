"""Consent boxes: answered wherever they are, and nothing else is pressed."""

import html

from autoplay.sites import consent
from autoplay.sites.consent import PLATFORMS, answer_consent

COUNT = """<script>presses = []
onclick = (e) => { presses.push(e.target.id || e.target.className) }</script>"""
BOXES = {
    "Snigel": """<div id="snigel-cmp-framework"><div id="accept-choices">!</div>
        <div id="sn-b-custom">!</div><div id="sn-b-reject">!</div></div>""",
    "Quantcast": """<div id="qc-cmp2-ui"><div class="qc-cmp2-summary-buttons">
        <button mode="secondary">!</button>
        <button mode="primary" id="agree">!</button></div></div>""",
    "Google Funding Choices": """<div class="fc-consent-root">
        <button class="fc-cta-consent">!</button><b class="fc-cta-do-not-consent">!</b></div>""",
    "OneTrust": """<button id="onetrust-accept-btn-handler">!</button>
        <button id="onetrust-reject-all-handler">!</button>""",
    "Cookiebot": """<a id="CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll">!</a>
        <button id="CybotCookiebotDialogBodyButtonDecline">!</button>""",
    "Didomi": """<button id="didomi-notice-agree-button">!</button>
        <i class="didomi-continue-without-agreeing">!</i>""",
    "Sourcepoint": """<button class="sp_choice_type_11">!</button>
        <button class="sp_choice_type_13">!</button>""",
    "TrustArc": """<button id="truste-consent-button">!</button>
        <button id="truste-consent-required">!</button>""",
    "CookieYes": """<button class="cky-btn-accept">!</button>
        <button class="cky-btn-reject">!</button>""",
}
PRESSED = {
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
OTHERS = [
    '<div class="fc-ab-root"><button class="fc-button">!</button></div>',  # against ad blockers
    '<dialog open><button>!</button></dialog><button id="btnHallSubmit">!</button>',
    '<b id="accept-choices" hidden>!</b><p style="display: none"><b class="cky-btn-accept">!',
]
USERCENTRICS = """() => {
const root = document.querySelector('div').attachShadow({ mode: 'open' })
root.innerHTML = '<a data-testid="uc-accept-all-button">!</a>'
    + '<b data-testid="uc-deny-all-button">!</b>'
root.addEventListener('click', (event) => { window.presses = [event.target.tagName] }) }"""
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
