"""Navigation from an address as typed to an open page."""

import socket
import tomllib
from pathlib import Path
from unittest.mock import Mock

import pytest
from playwright.sync_api import Error as PlaywrightError

from autoplay.browser.navigation import check_passed, full_url, open_url, page_errors
from autoplay.errors import NoReply, PageBlocked, PageUnreachable, SiteNotReached

TABLES = tomllib.loads(Path(__file__).with_name("addresses.toml").read_text("utf-8"))
URLS = TABLES["urls"]
NO_URLS = TABLES["no_urls"]


def test_an_address_gets_its_scheme():
    assert {typed: full_url(typed) for typed in URLS} == URLS


@pytest.mark.parametrize("typed", NO_URLS)
def test_what_is_no_address_is_said_so(typed):
    with pytest.raises(PageUnreachable, match="is not the address"):
        full_url(typed)


def answer(page, **reply):
    page.unroute_all()
    page.route("http://puzzle.example/**", lambda route: route.fulfill(**reply))
    return open_url(page, "http://puzzle.example/")


def test_refused_visits_and_missing_pages_are_told_from_ordinary_ones(page):
    check_passed(page, answer(page, body="<p>hello"))
    with pytest.raises(PageBlocked, match="human"):
        answer(page, status=403, headers={"cf-mitigated": "challenge"}, body="wait")
    for status in (401, 403, 429, 503):
        with pytest.raises(PageBlocked, match=str(status)):
            check_passed(page, answer(page, status=status, body="no"))
    for status in (404, 500):
        with pytest.raises(PageUnreachable, match=str(status)):
            check_passed(page, answer(page, status=status, body="oops"))


def test_an_address_that_does_not_answer_and_a_page_that_went_away_are_named(page):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        with pytest.raises(SiteNotReached, match=url) as error:
            open_url(page, url)
    assert error.value.exit_status == 2
    assert error.value.message.count(url) == 1
    page.close()
    with pytest.raises(PageUnreachable, match="went away"), page_errors(page):
        page.title()


@pytest.mark.parametrize(("words", "hint"), [
    ("net::ERR_CERT_AUTHORITY_INVALID", "the site's certificate"),
    ("SEC_ERROR_UNKNOWN_ISSUER", "the site's certificate"),
    ("net::ERR_NAME_NOT_RESOLVED", "check the network"),
])  # fmt: skip
def test_a_wrong_certificate_is_not_the_network(words, hint):
    page = Mock()
    page.goto.side_effect = PlaywrightError(f"Page.goto: {words} at https://puzzle.example/")
    with pytest.raises(PageUnreachable) as error:
        open_url(page, "https://puzzle.example/")
    assert hint in error.value.hint
    assert ("does not answer" in error.value.message) == ("network" in hint)


def test_a_page_that_breaks_our_scripts_did_not_go_away():
    reason = "Page.evaluate: TypeError: [].map is not a function"
    with (
        pytest.raises(PageUnreachable, match="breaks the scripts") as error,
        page_errors(Mock(url="https://puzzle.example/")),
    ):
        raise PlaywrightError(f"{reason}\n    at eval")
    assert "screenshot" in error.value.hint


NEVER = TABLES["never"]
LATER = TABLES["later"]
OTHER = TABLES["other"]


@pytest.mark.parametrize(("kind", "words", "is_answered"), [
    (SiteNotReached, NEVER, False), (NoReply, NEVER, True),  # an answer led on to where nothing is
    (NoReply, LATER, False), (PageUnreachable, OTHER, False),
])  # fmt: skip
def test_what_never_reached_a_site_is_told_from_what_may_have(kind, words, is_answered):
    for text in words:
        page = Mock()

        def fail(url, text=text, page=page, **_):
            if is_answered:
                page.on.call_args.args[1]("an answer")
            raise PlaywrightError(f"Page.goto: {text} at {url}\nCall log:")

        page.goto = fail
        with pytest.raises(PageUnreachable) as error:
            open_url(page, "http://puzzle.example/")
        assert (type(error.value), text in error.value.message) == (kind, True)
