"""Recognition of the site of a page, and sites that are not played."""

from pathlib import Path

import pytest

from autoplay import sites
from autoplay.errors import PageNotPlayed
from autoplay.sites import GENERIC, SITES, SPECIALS, PageResult, refuse, site_for

SHARED = {"__init__", "base", "consent", "generic", "page_watch", "phrases", "statements"}
SHARED |= {"start_controls", "start_words"}
URLS = {
    "https://www.puzzle-star-battle.com/?size=14": "puzzle-team",
    "https://puzzle-star-battle.com/?specific=1&size=5&specid=3372424": "puzzle-team",
    "https://www.puzzle-star-battle.com/?e=NTozLDM3Miw0MjQ=": "puzzle-team",
    "https://ja.puzzle-star-battle.com/?size=9": "puzzle-team",
    "https://www.puzzles-mobile.com/star-battle/random/6x6-normal": "puzzles-mobile",
    "https://puzz.link/p?starbattle/5/5/1/a": "puzz-link",
    "https://pzprxs.vercel.app/p?starbattle/5/5/1/a": "puzz-link",
    "https://swaroopg92.github.io/penpa-edit/?m=solve&p=a": "penpa",
    "https://krazydad.com/play/starbattle/?kind=8x8": "krazydad",
    "https://starbattle.puzzlebaron.com/init2.php": "puzzlebaron",
    "https://queensgame.vercel.app/community-level/1": "queensgame",
    "https://starbattlelab.github.io/Main/": "starbattlelab",
    "https://inkwellgames.com/games/stars?day=2026-11-20": "inkwell",
    "https://www.linkedin.com/games/queens": "linkedin",
    "https://www.netflix.com/tudum/puzzled/starstruck/daily": "netflix",
    "https://inkwellgames.com/games/other": "generic",
    "https://notpuzzle-star-battle.com/": "generic",
    "https://swaroopg92.github.io/other/": "generic",
    "https://example.com/": "generic",
}
REFUSED = [
    "https://www.linkedin.com/games/queens",
    "http://linkedin.com/",
    "https://www.netflix.com/tudum/puzzled/starstruck/daily",
    "https://www.puzzles-mobile.com/norinori/random/6x6-normal",
    "https://puzz.link/p?nurikabe/10/10/a",
    "https://puzz.link/p?autosave=true&heyawake/10/10/a",
]


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


MARKUP = {
    '<form id="puzzleForm"></form><p id="ajaxResponse">': "puzzle-team",
    "<puzzle-button></puzzle-button><i id=additional-menu></i><i id=stage></i>": "puzzles-mobile",
    '<div id="divques"></div><a id="btncheck"></a>': "puzz-link",
    '<div id="dvique"><canvas></canvas></div>': "penpa",
    "<table></table>": "generic",
}


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
