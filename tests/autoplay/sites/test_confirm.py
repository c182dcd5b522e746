"""Results of an answer: it is submitted once, however that is done, and only the page's own result counts."""

from __future__ import annotations

import pytest

from autoplay.errors import PageUnreachable
from autoplay.sites import PageResult, base
from autoplay.sites.puzzle_team import PuzzleTeam

SITE = PuzzleTeam()
FORM = """<body class="ingame"><div id="ajaxResponse"></div>
<form id="puzzleForm" method="post"><input id="robot" name="robot"><button id="btnReady">Done</button></form>
<script>
  const said = document.querySelector('#ajaxResponse'), form = document.querySelector('form')
  let sent = 0
  const say = (kind, text) => { said.innerHTML = `<p class="${kind}">${text}</p>` }
  const post = () => { sent += 1; return fetch('/', { method: 'POST' }) }
</script>"""


@pytest.fixture(autouse=True)
def hurry(monkeypatch):
    """Wait only briefly for pages that say nothing."""
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.4)
    monkeypatch.setattr(base, "ANSWERS_S", 0.4)


def answer(page, script):
    """Return the page's result on an answer whose last press makes the page run a script."""
    with SITE.watch(page) as watch:
        SITE.before_press(page, watch)
        page.evaluate(f"() => {{ {script} }}")
        return SITE.confirm(page, watch)


BRAVO = "say('succ', 'Bravo')"


def on_done(what):
    return f"form.onsubmit = (event) => {{ event.preventDefault(); sent += 1; {what} }}"


def test_answer_is_not_submitted_after_the_page_announced(show):
    page = show(FORM)
    assert answer(page, "say('succ', 'Bravo')") == PageResult("solved", "Bravo", "state")
    assert page.evaluate("sent") == 0


def test_the_answer_is_handed_in_once_where_the_page_does_not(show):
    page = show(FORM)
    assert answer(page, on_done("say('err', 'non')")) == PageResult("rejected", "non", "state")
    assert (page.evaluate("sent"), page.input_value("#robot")) == (1, "1")


def test_a_page_that_says_nothing_is_unknown(show):
    page = show(FORM)
    assert answer(page, on_done("")).result == "unknown"
    assert page.evaluate("sent") == 1


def test_answer_is_not_submitted_while_the_server_is_asked(show):
    page = show(FORM)
    page.route("**/", lambda route: None if route.request.method == "POST" else route.continue_())
    verdict = answer(page, "post().then(() => say('succ', 'late'))")
    assert verdict.result == "unknown"
    assert "did not answer" in verdict.message
    assert page.evaluate("sent") == 1


@pytest.mark.parametrize("hand_in", ["post()", "form.submit()", on_done("post()")])
def test_an_answer_that_fails_is_unknown_and_says_so(show, hand_in, monkeypatch):
    monkeypatch.setattr(base, "ANSWERS_S", 5.0)
    verdict = answer(show(FORM, status=500), hand_in)
    assert verdict == PageResult(
        "unknown", "the board shows the full solution; what the page sent to its server failed (HTTP 500)"
    )


def test_a_browser_s_error_page_is_no_page(show, monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 9.0)
    page = show(FORM)
    page.route("**/", lambda route: route.abort("connectionreset"))
    with pytest.raises(PageUnreachable, match="CONNECTION_RESET"):
        answer(page, "form.submit()")


def test_words_that_were_there_before_are_no_word_on_this_answer(show):
    page = show(FORM)
    page.evaluate("say('succ', 'Bravo')")
    assert answer(page, on_done("post()")).result == "unknown"
    assert SITE.confirm(page, SITE.watch(page)) == PageResult(
        "solved", "Bravo", "state"
    )  # where nothing was to be pressed


def test_repeated_rejection_counts_once_the_server_answers(show, monkeypatch):
    monkeypatch.setattr(base, "ANSWERS_S", 1.0)
    page = show(FORM)
    page.evaluate("say('err', 'non')")
    assert answer(page, on_done("post()")) == PageResult("rejected", "non", "state")


def test_what_a_page_says_in_a_dialog_is_told(show):
    assert "dialog: Bravo!" in answer(show(FORM), on_done("alert('Bravo!')")).message


@pytest.mark.parametrize("submit", ["post", "ajax"])
def test_a_slow_server_is_waited_for_and_asked_once(page, site, submit, monkeypatch):
    monkeypatch.setattr(base, "ANSWERS_S", 9.0)
    page.goto(f"{site.url}/?size=0&wait=0&slow=900&submit={submit}")
    SITE.ready(page)
    with SITE.watch(page) as watch:
        SITE.before_press(page, watch)
        assert SITE.confirm(page, watch).result == "rejected"
    assert len(site.submissions) == 1


def test_a_page_that_asks_whether_to_hand_in_is_told_yes(show):
    page = show(FORM)
    assert answer(page, on_done("if (window.confirm('?')) say('succ', 'Bravo')")) == PageResult(
        "solved", "Bravo", "state"
    )


def test_what_was_sent_before_the_last_press_was_no_answer(show):
    page = show(FORM)
    with SITE.watch(page) as watch:
        SITE.before_press(page, watch)
        page.evaluate(f"() => {{ {on_done(BRAVO)} }}")
        page.evaluate("post()")
        SITE.before_press(page, watch)
        assert SITE.confirm(page, watch) == PageResult("solved", "Bravo", "state")
