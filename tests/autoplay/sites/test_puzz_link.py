"""The site puzz.link, and other pages with its engine."""

from __future__ import annotations

import pytest

from autoplay.sites import PageResult, base
from autoplay.sites.puzz_link import PuzzLink

SITE = PuzzLink()
PAGE = """<div id="divques"><svg></svg></div><button id="btncheck">?</button><p id="notification" hidden></p>
<script>
  var notice = document.querySelector('p'), complete = %s
  var say = (text) => { notice.textContent = text; notice.hidden = false }
  window.ui = { puzzle: { check: () => ({ complete }) } }
</script>"""


def test_the_address_tells_the_stars(show):
    stars = {
        "starbattle/10/10/2/a": 2,
        "autosave=true&starbattle/5/5/1/a": 1,
        "starbattle/v:/8/8/1/a": 1,
        "starbattle": None,
    }
    assert {query: SITE.stars(show("<p>", f"https://puzz.link/p?{query}")) for query in stars} == stars


@pytest.mark.parametrize(("complete", "result"), [("true", "solved"), ("false", "rejected")])
def test_the_engine_says_what_the_notice_means(show, complete, result, monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.1)
    page = show(PAGE % complete)
    SITE.ready(page)
    with SITE.watch(page) as watch:
        SITE.before_press(page, watch)
        page.evaluate("document.querySelector('button').onclick = () => say('完了')")
        assert SITE.confirm(page, watch) == PageResult(result, "完了", "state")
        page.evaluate("delete window.ui")
        assert SITE.result(page) == PageResult("solved", "完了", "words")
