"""Results of an answer: it is submitted once, and only the page's own result counts."""

import tomllib
from pathlib import Path

import pytest

from autoplay.errors import PageUnreachable
from autoplay.sites import PageResult, base
from autoplay.sites.puzzle_team import PuzzleTeam

SITE = PuzzleTeam()
TABLES = tomllib.loads(Path(__file__).with_name("confirm.toml").read_text("utf-8"))
FORM = TABLES["form"]
BRAVO = "say('succ', 'Bravo')"
SOLVED = PageResult("solved", "Bravo", "state")
REJECTED = PageResult("rejected", "non", "state")


@pytest.fixture(autouse=True)
def hurry(monkeypatch):
    """Wait only briefly for pages that say nothing."""
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.3)
    monkeypatch.setattr(base, "ANSWERS_S", 0.4)


def answer(page, script):
    """Return the page's result on an answer whose last press makes the page run a script."""
    with SITE.watch(page) as watch:
        SITE.before_press(page, watch)
        page.evaluate(f"() => {{ {script} }}")
        return SITE.confirm(page, watch)


def on_done(what):
    """Return a script by which the page's button does something."""
    return f"form.onsubmit = (event) => {{ event.preventDefault(); sent += 1; {what} }}"


def test_an_answer_is_submitted_once_unless_the_page_does_it(show):
    page = show(FORM)
    assert (answer(page, BRAVO), page.evaluate("sent")) == (SOLVED, 0)
    page = show(FORM)
    assert answer(page, on_done("say('err', 'non')")) == REJECTED
    assert (page.evaluate("sent"), page.input_value("#robot")) == (1, "1")
    page = show(FORM)
    assert (answer(page, on_done("")).result, page.evaluate("sent")) == ("unknown", 1)
    page = show(FORM)
    page.route("**/", lambda route: None if route.request.method == "POST" else route.continue_())
    verdict = answer(page, f"post().then(() => {BRAVO})")  # never answered
    assert (verdict.result, page.evaluate("sent")) == ("unknown", 1)
    assert "did not answer" in verdict.message


def test_a_slow_server_is_waited_for_and_asked_once(page, site, monkeypatch):
    monkeypatch.setattr(base, "ANSWERS_S", 9.0)
    page.goto(f"{site.url}/?size=0&wait=0&slow=600")
    SITE.ready(page)
    with SITE.watch(page) as watch:
        SITE.before_press(page, watch)
        assert SITE.confirm(page, watch).result == "rejected"
    assert len(site.submissions) == 1


def test_an_answer_that_fails_is_unknown_and_says_so(show, monkeypatch):
    monkeypatch.setattr(base, "ANSWERS_S", 5.0)
    failed = "what the page sent to its server failed (HTTP 500)"
    expected = PageResult("unknown", f"the board shows the full solution; {failed}")
    for hand_in in ("form.submit()", on_done("post()")):
        assert answer(show(FORM, status=500), hand_in) == expected
    monkeypatch.setattr(base, "ANNOUNCES_S", 9.0)
    page = show(FORM)
    page.route("**/", lambda route: route.abort("connectionreset"))
    with pytest.raises(PageUnreachable, match="CONNECTION_RESET"):
        answer(page, "form.submit()")  # the browser's error page is no page


def test_earlier_words_and_requests_say_nothing_about_an_answer(show, monkeypatch):
    page = show(FORM)
    page.evaluate(BRAVO)
    assert answer(page, on_done("post()")).result == "unknown"
    assert SITE.confirm(page, SITE.watch(page)) == SOLVED  # nothing was to be pressed
    page = show(FORM)
    with SITE.watch(page) as watch:
        SITE.before_press(page, watch)
        page.evaluate(f"() => {{ {on_done(BRAVO)} }}")
        page.evaluate("post()")
        SITE.before_press(page, watch)
        assert SITE.confirm(page, watch) == SOLVED
    # The same rejection counts again once the server has answered.
    monkeypatch.setattr(base, "ANSWERS_S", 1.0)
    page = show(FORM)
    page.evaluate("say('err', 'non')")
    assert answer(page, on_done("post()")) == REJECTED


def test_a_dialog_is_told_and_one_that_asks_to_submit_is_answered_yes(show):
    assert "dialog: Bravo!" in answer(show(FORM), on_done("alert('Bravo!')")).message
    assert answer(show(FORM), on_done(f"if (window.confirm('?')) {BRAVO}")) == SOLVED
