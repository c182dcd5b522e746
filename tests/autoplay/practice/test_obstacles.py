"""Obstacles of real pages, each switched on by an option."""

from playwright.sync_api import expect

from tests.autoplay.practice.conftest import BOARD

CONSENT = {
    "1": (["#accept-choices"], "given"),
    "1&seed=1": (["#sn-b-custom", "#sn-b-save"], "refused"),
    "reject": (["#sn-b-reject"], "refused"),
}
"""Buttons that answer each consent box, and the answer."""
NAMES = """root => [root, ...root.querySelectorAll('*')]
    .flatMap((e) => [e.id, ...e.classList]).filter(Boolean)"""


def test_what_comes_late_pushes_the_board_down(page, site):
    page.clock.install()
    page.goto(f"{site.url}/?size=5&wait=20000&topad=1&bottomad=1&ad=late&delay=40000&notice=1")
    expect(page.locator("#game .spinner")).to_be_visible()
    assert page.locator("#ajaxResponse div.err").bounding_box()["height"] == 100
    assert page.locator("#ajaxResponse p, .board-back").count() == 0
    page.clock.fast_forward(20_000)
    page.wait_for_selector("body.ingame")
    assert page.locator(".board-back .cell").count() == 100
    assert page.locator("#bannerTop").is_hidden()
    before = page.locator(BOARD).bounding_box()["y"]
    page.clock.fast_forward(20_000)
    page.locator("#bannerTop").wait_for()
    assert page.locator(BOARD).bounding_box()["y"] - before == 125
    assert page.locator("#adhesive").bounding_box()["height"] == 90
    ad = page.locator("#p927c49cf1b")
    assert ad.bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 125}


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


def test_a_challenge_may_let_everybody_pass_after_some_time(page, site):
    page.clock.install()
    page.goto(f"{site.url}/?challenge=1&size=0&passes=60000")
    page.clock.fast_forward(60_000)
    page.wait_for_selector("#puzzleForm")


def test_renaming_hides_every_name_of_the_board_and_nothing_else(visit, page):
    for skin in ("star-battle", "canvas"):
        board = visit(f"skin={skin}&size=1&seed=0&zoom=1").board
        names = set(page.locator("#stage1 > *").evaluate(NAMES))
        picture = page.locator("#stage1").screenshot()
        player = visit(f"skin={skin}&size=1&seed=0&zoom=1&rename=1")
        renamed = set(page.locator("#stage1 > *").evaluate(NAMES))
        assert renamed
        assert not names & renamed
        assert all(len(name) == 9 and name.startswith("x") for name in renamed)
        assert (page.locator("#stage1").screenshot(), player.board) == (picture, board)
        player.play(player.solution())
        page.locator("p.succ:visible").wait_for()
