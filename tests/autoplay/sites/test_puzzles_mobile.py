"""The Puzzle Team's pages for phones: result, Check in a menu, next puzzle."""

from autoplay.sites import PageResult
from autoplay.sites.puzzles_mobile import PuzzlesMobile

SITE = PuzzlesMobile()
ADDRESS = "https://www.puzzles-mobile.com/star-battle"
PAGE = """<body><i id="additional-menu">...</i><div id="stage">board</div>{}"""
DIALOG = """<div id="dialogOverlay" class="dialog-overlay">
<div id="dialog" class="dialog" role="dialog">
<h2 class="dialog-title">{}</h2><div class="dialog-content">{}</div></div></div>"""
OPEN = "<script>document.body.classList.add('has-dialog-active')</script>"
NEW = "<puzzle-button class='new-puzzle'>&gt;</puzzle-button>"
ALERT = "<div class='global-alert-{}'><span class='message'>{}</span></div>"
RESULTS = {
    DIALOG.format("Congratulations!", "in 00:27") + OPEN: PageResult(
        "solved", "Congratulations! / in 00:27", "words"
    ),
    DIALOG.format("Congratulations!", NEW) + OPEN: PageResult(
        "solved", "Congratulations! / >", "state"
    ),
    DIALOG.format("Not correct", "look again") + OPEN + NEW: PageResult(
        "rejected", "Not correct / look again", "words"
    ),
    DIALOG.format("Settings", "Thick lines") + OPEN: None,
    DIALOG.format("Congratulations!", ""): None,  # of a dialog that is not open
    NEW: PageResult("solved", "the page offers a new puzzle", "state"),
    f"<p hidden>{NEW}</p>": None,
    ALERT.format("success", "Bravo"): PageResult("solved", "Bravo", "state"),
    ALERT.format("error", "Not there yet"): PageResult("rejected", "Not there yet", "state"),
    ALERT.format("error", "The server does not answer"): None,
    ALERT.format("success", "Settings saved"): None,
    ALERT.format("info", "A new version is there"): None,
    "": None,
}


def test_the_result_is_in_an_alert_or_the_open_dialog(page):
    for more, result in RESULTS.items():
        page.goto("about:blank")
        page.set_content(PAGE.format(more))
        assert SITE.result(page) == result, more


def test_stars_are_those_of_the_title(show):
    one, menu = "14x14 / 3★ Hard Star Battle", "6x6 / 1★ Normal, 10x10/2★ Hard"
    for text, path, stars in (
        (one, "random/14x14-hard", 3),
        (f"{one}, {menu}", "random/10x10-hard", 2),
        (one, "daily", 3),
        (f"{one}, {menu}", "daily", None),
        ("4★ Special Daily", "daily", None),
    ):
        assert SITE.stars(show(text, f"{ADDRESS}/{path}")) == stars


def test_a_board_that_the_wheel_zooms_is_played_and_checked_in_the_menu(play_demo, site, page):
    page.set_viewport_size({"width": 500, "height": 400})
    # The first press makes a cross; the board does not fit into the window.
    outcome = play_demo("skin=mobile&size=1&seed=1&auto=0&zoom=3")
    assert (outcome.verdict.result, outcome.verdict.confirmed_by) == ("solved", "state")
    assert outcome.presses == 12
    assert outcome.verdict.message.startswith("Congratulations!")
    assert [submission.solved for submission in site.submissions] == [True]
    old = page.input_value("input[name=param]")
    assert SITE.next(page)
    assert page.input_value("input[name=param]") != old
    assert not SITE.next(page)


def test_a_rejected_answer_is_quoted_from_the_alert(play_demo):
    verdict = play_demo("skin=mobile&size=0&seed=1&deny=1").verdict
    assert (verdict.result, verdict.confirmed_by) == ("rejected", "state")
    assert verdict.message.startswith("Not there yet")
