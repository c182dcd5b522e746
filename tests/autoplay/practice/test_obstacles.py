"""Obstacles of real pages, each switched on by an option."""

from playwright.sync_api import expect

CONSENT = {
    "1": (["#accept-choices"], "given"),
    "1&seed=1": (["#sn-b-custom", "#sn-b-save"], "refused"),
    "reject": (["#sn-b-reject"], "refused"),
}
"""Buttons that answer each consent box, and the answer."""


def test_advertisements_take_the_presses_below_them(visit, page):
    player = visit("size=5&zoom=3&topad=1&bottomad=1")
    for edge in (940, 60):  # of the window, where the advertisements are
        page.evaluate(f"scrollBy(0, {player.centre((5, 3))[1] - edge})")
        cells = [(row, 3) for row in range(10)]
        player.press(next(cell for cell in cells if abs(player.centre(cell)[1] - edge) <= 30))
        assert "*" not in player.marks
    page.click(".pin-ads")
    page.evaluate("scrollTo(0, 300)")
    assert page.locator("#p927c49cf1b").bounding_box()["y"] == -300


def test_a_consent_box_takes_presses_until_it_is_answered(visit, page):
    for kind, (buttons, answer) in CONSENT.items():
        player = visit(f"size=5&consent={kind}")
        player.press((0, 0))
        assert player.mark((0, 0)) == "."
        assert page.locator("#sn-b-reject").count() == (kind == "reject")
        assert page.locator("#sn-b-save").is_hidden()
        for button in buttons:
            page.click(button)
        assert page.locator("#snigel-cmp-framework").is_hidden()
        assert page.evaluate("localStorage.getItem('consent')") == answer
        player.press((0, 0))
        assert player.mark((0, 0)) == "*"
    page.clock.install()
    visit("size=5&consent=frame&consentdelay=60000")
    box = page.locator("#sp_message_container_1061")
    expect(box).to_be_hidden()
    page.clock.fast_forward(60_000)
    expect(box).to_be_visible()
    page.frame_locator("#sp_message_iframe_1061").locator("button.sp_choice_type_11").click()
    expect(box).to_be_hidden()
