"""Recognition of the site of a page, and sites that are not played."""

import tomllib
from pathlib import Path

import pytest

from autoplay import sites
from autoplay.errors import PageNotPlayed
from autoplay.sites import GENERIC, SITES, SPECIALS, PageResult, refuse, site_for

SHARED = {"__init__", "base", "consent", "generic", "page_watch", "phrases", "statements"}
SHARED |= {"start_controls", "start_words", "sentences", "check_labels", "goal_words"}
TABLES = tomllib.loads(Path(__file__).with_name("addresses.toml").read_text("utf-8"))
URLS = TABLES["urls"]
REFUSED = TABLES["refused"]


def claimed(url: str) -> str:
    return next((site.name for site in SITES if site.claims_url(url)), "generic")


def test_an_address_tells_its_site():
    assert {url: claimed(url) for url in URLS} == URLS


@pytest.mark.parametrize("url", REFUSED)
def test_what_is_not_played_is_refused(url):
    with pytest.raises(PageNotPlayed) as error:
        refuse(url)
    assert (error.value.exit_status, url in error.value.message) == (2, True)


def test_nothing_else_is_refused():
    for url in URLS:
        if url not in REFUSED:
            refuse(url)


MARKUP = TABLES["markup"]


def test_a_site_is_recognized_by_address_or_markup_and_the_generic_one_knows_nothing(show):
    table = show("<table></table>", "https://ja.puzzle-star-battle.com/?size=5")
    assert site_for(table).name == "puzzle-team"
    for html, name in MARKUP.items():
        page = show(html)
        assert site_for(page).name == name
    GENERIC.ready(page)
    assert (GENERIC.consent(page), GENERIC.next(page)) == (False, False)
    known = (GENERIC.stars(page), GENERIC.puzzle_id(page), GENERIC.date(page), GENERIC.result(page))
    assert known == (None, None, None, None)
    silent = "the board shows the full solution; the page said nothing"
    with GENERIC.watch(page) as watch:
        assert GENERIC.silent_result(watch) == PageResult("played", silent, "board")


def test_every_site_with_a_file_is_listed():
    files = {path.stem for path in Path(sites.__file__).parent.glob("*.py")}
    assert files - SHARED == {type(site).__module__.split(".")[-1] for site in SITES}


def test_names_are_unique():
    names = [site.name for site in (*SITES, GENERIC)]
    assert len(set(names)) == len(names)


def test_the_specials_are_of_a_site_that_is_played():
    assert list(SPECIALS) == ["daily", "weekly", "monthly"]
    assert {claimed(url) for url in SPECIALS.values()} == {"puzzle-team"}
