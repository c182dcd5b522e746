"""Penpa+: only the box with the success icon confirms an answer."""

from __future__ import annotations

from autoplay.sites import PageResult
from autoplay.sites.penpa import Penpa

SITE = Penpa()
PAGE = '<div id="dvique"><canvas></canvas></div>'
POPUP = """<div class="swal2-popup"><div class="swal2-icon swal2-{}" style="display: flex"></div>
<div class="swal2-html-container"><h2>{}</h2></div></div>"""


def test_only_the_box_with_the_sign_of_success_is_a_word(page):
    said = {}
    for icon in ("success", "error", "warning", "info"):
        page.set_content(PAGE + POPUP.format(icon, "ok"))
        said[icon] = SITE.result(page)
    assert said == {"success": PageResult("solved", "ok", "state"), "error": None, "warning": None, "info": None}


def test_the_box_is_waited_for_and_nothing_is_pressed(page):
    page.set_content(f"{PAGE}<button onclick='document.body.replaceChildren()'>?</button>")
    SITE.ready(page)
    with SITE.watch(page) as watch:
        SITE.before_press(page, watch)
        page.evaluate(
            "(box) => setTimeout(() => document.body.insertAdjacentHTML('beforeend', box), 100)",
            POPUP.format("success", "Bravo"),
        )
        assert SITE.confirm(page, watch) == PageResult("solved", "Bravo", "state")
