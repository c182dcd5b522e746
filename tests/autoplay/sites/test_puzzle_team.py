"""What is known of the Puzzle Team's pages, by ids and classes alone."""

from __future__ import annotations

import pytest

from autoplay.errors import PageNotPlayed
from autoplay.sites import GENERIC, SITES, Site, Verdict, puzzle_team, refuse, site_for
from autoplay.sites.puzzle_team import PuzzleTeam

SITE = PuzzleTeam()
PAGE = """<form id="puzzleForm"><div id="ajaxResponse">{}</div><input id="robot" value="0">
<p class="puzzleInfo">{}</p></form>"""


def show(page, response="", info=""):
    page.set_content(PAGE.format(response, info))
    return page


@pytest.mark.parametrize(
    "host",
    ["puzzle-star-battle.com", "www.puzzle-star-battle.com", "ja.puzzle-star-battle.com", "www.puzzles-mobile.com"],
)
def test_it_is_chosen_by_its_address(page, host):
    page.route("**/*", lambda route: route.fulfill(body="<p>", content_type="text/html"))
    page.goto(f"https://{host}/?size=5")
    assert site_for(page).name == "puzzle-team"


def test_it_is_chosen_by_how_the_page_is_built(page):
    assert site_for(show(page)).name == "puzzle-team"


def test_a_page_of_which_nothing_is_known_is_generic(page):
    page.set_content("<table></table>")
    assert site_for(page) is GENERIC


def test_a_host_that_only_ends_alike_is_another():
    assert not SITE.claims_url("https://notpuzzle-star-battle.com/")


@pytest.mark.parametrize("url", ["https://www.linkedin.com/games/queens", "http://linkedin.com/"])
def test_a_site_that_forbids_it_is_refused(url):
    with pytest.raises(PageNotPlayed, match="terms") as error:
        refuse(url)
    assert error.value.exit_status == 2


def test_names_are_unique():
    names = [site.name for site in (*SITES, GENERIC)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("info", "stars"), [("10x10/2★ Normal", 2), ("4★ Spécial du jour", 4), ("14x14/3 ★ 普通", 3), ("nothing", None)]
)
def test_stars_are_read_in_any_language(page, info, stars):
    assert SITE.stars(show(page, info=info)) == stars


@pytest.mark.parametrize(
    ("response", "word"),
    [
        ('<p class="succ">Bravo! 00:27</p>', Verdict("solved", "Bravo! 00:27")),
        ('<p class="succ" hidden>own time</p><p class="succ">Bravo!</p>', Verdict("solved", "Bravo!")),
        ('<p class="err">Pas encore</p>', Verdict("rejected", "Pas encore")),
        ('<div class="err">an ad blocker!</div>', None),
        ("", None),
    ],
)
def test_the_word_on_an_answer(page, response, word):
    assert SITE.word(show(page, response)) == word


def test_a_clock_that_has_stopped_is_a_word(page):
    page.set_content('<input class="clock solved" value="00:10">')
    assert SITE.word(page).result == "solved"


def test_a_robot_says_so_where_it_is_asked(page):
    SITE.mark_robot(show(page))
    assert page.input_value("#robot") == "1"
    page.set_content("<p>no such field</p>")
    SITE.mark_robot(page)


@pytest.mark.parametrize("button", ['<button id="accept-choices">', '<div id="qc-cmp2-ui"><button class="css-47sehv">'])
def test_consent_is_given_once(page, button):
    page.set_content(f"{button}OK</button>")
    page.evaluate("() => { document.querySelector('button').onclick = (e) => { given = e.target.hidden = true } }")
    SITE.consent(page)
    SITE.consent(page)
    assert page.evaluate("given") is True


def test_the_answer_is_handed_in_where_the_page_does_not(page, monkeypatch):
    monkeypatch.setattr(puzzle_team, "SUBMITS_ITSELF_S", 0)
    show(page, "", "")
    page.evaluate(
        """() => { const done = document.createElement('button'); done.id = 'btnReady'; done.type = 'button';
        done.append('x'); document.body.append(done);
        done.onclick = () => { document.querySelector('#ajaxResponse').innerHTML = '<p class=err>non</p>' } }"""
    )
    assert SITE.confirm(page) == Verdict("rejected", "non")


def test_a_page_that_says_nothing_is_unknown(page, monkeypatch):
    monkeypatch.setattr(puzzle_team, "SUBMITS_ITSELF_S", 0)
    monkeypatch.setattr(puzzle_team, "ANSWERS_S", 0)
    assert SITE.confirm(show(page)).result == "unknown"


def test_the_next_puzzle_is_another(page, site):
    page.goto(f"{site.url}/?size=0&wait=0")
    SITE.ready(page)
    before = page.inner_text("#puzzleID")
    assert SITE.next(page)
    assert page.inner_text("#puzzleID") != before


def test_a_site_knows_nothing_by_itself(page):
    page.set_content("<p>")
    nothing = Site()
    nothing.ready(page)
    nothing.consent(page)
    nothing.mark_robot(page)
    assert (nothing.stars(page), nothing.word(page), nothing.next(page)) == (None, None, False)
    assert nothing.confirm(page).result == "unknown"
