"""The ways into and out of the web page: samples, texts, links and files; hints, corrections, languages and print."""

from __future__ import annotations

import json
import re
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import expect

import autoplay.extras.web
from tests.autoplay.extras.web.conftest import FIXTURES, PICTURES, ask
from tests.autoplay.extras.web.pages import LOOKS, NARROW, barriers, cell, choose, marks, ready, wait

pytestmark = pytest.mark.xdist_group("web")

STATIC = Path(autoplay.extras.web.__file__).parent / "static"
LANGUAGES = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((STATIC / "strings").glob("*.json"))}
GRID = "AAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA"
LINK = "#puzzle=star-battle&stars=1&grid=AAAAB/CDAAA/CCAAA/CEEAA/CCEAA"
MISTAKES = FIXTURES / "practice" / "8x8-mistakes.png"
PART = (slice(None), slice(650))
"""Part of a picture that cuts its board."""


def paste(page, text, kind="text/plain"):
    """Paste a text anywhere on the page."""
    page.evaluate(
        """([text, kind]) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData(kind, text);
          document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
        }""",
        [text, kind],
    )
    wait(page)


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [("star-battle", "exactly one solution"), ("lights-out", "turn all lamps off"), ("pegs", "leave one peg")],
)
def test_a_sample_is_read_with_a_click(show, puzzle, words):
    page = show()
    page.click(f"[data-sample={puzzle}]")
    expect(page.locator("#verdict")).to_contain_text(words)
    wait(page)
    expect(page.locator("#samples")).to_be_hidden()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"stars 1\n{GRID}", "5×5, 1 star: exactly one solution"),
        ("https://puzz.link/p?starbattle/5/5/1/3h56p8c8", "5×5, 1 star: exactly one solution"),
        ("*.\n..", "turn all lamps off"),
        ("triangle5", "leave one peg"),
    ],
    ids=["star-battle", "address", "lights-out", "pegs"],
)
def test_a_pasted_text_is_solved(show, text, words):
    page = show()
    paste(page, text)
    expect(page.locator("#verdict")).to_contain_text(words)
    expect(page.locator("#figure")).to_be_hidden()


def test_a_typed_text_is_solved(show):
    page = show()
    page.click("#as-text summary")
    page.fill("#puzzle-text", GRID)
    page.get_by_role("button", name="Solve this text").click()
    expect(page.locator("#verdict")).to_contain_text("exactly one solution")


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("https://example.org/board.png", "text/plain", "This page does not open addresses. Try: save the picture"),
        ("hello", "text/plain", "Try:"),
        ("<b>hello</b>", "text/html", "This is not a picture or a puzzle as text"),
    ],
    ids=["address", "text", "html"],
)
def test_anything_else_pasted_gets_a_message(show, text, kind, words):
    page = show()
    paste(page, text, kind)
    expect(page.get_by_role("alert")).to_contain_text(words)
    expect(page.locator("#result")).to_be_hidden()


def test_the_kind_chosen_in_a_refusal_is_for_that_picture_only(show):
    page = show(cv2.imread(str(PICTURES["lights-out"]))[:, :200])
    expect(page.get_by_role("alert")).to_contain_text("Which puzzle is it?")
    page.get_by_role("button", name="It is Star Battle").click()
    wait(page)
    expect(page.locator("[name=puzzle]")).to_have_value("star-battle")
    choose(page, PICTURES["pegs"])
    expect(page.locator("#caption")).to_contain_text("Peg solitaire")
    expect(page.locator("[name=puzzle]")).to_have_value("auto")


def test_a_hint_comes_before_its_step_and_the_solution_last(show):
    page = show(PICTURES["star-battle"])
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#step")).to_have_text("Look at region B: something follows there.")
    expect(page.locator("#picture .outlined")).to_have_count(1)
    assert marks(page, "new") == [0, 0]
    page.get_by_role("button", name="Next step").click()
    expect(page.locator("#step")).to_contain_text("1 of 12")
    assert marks(page, "new") == [1, 1]
    page.get_by_role("button", name="Show solution").click()
    assert marks(page, "solution") == [5, 5]
    page.get_by_role("button", name="Hide solution").click()
    assert marks(page, "solution") == [0, 0]


@pytest.mark.parametrize(("puzzle", "words"), [("lights-out", "Press a lamp in row"), ("pegs", "Move the peg at row")])
def test_every_game_has_hints(show, puzzle, words):
    page = show(PICTURES[puzzle])
    page.click("#hint")
    expect(page.locator("#step")).to_contain_text(words)


def test_arrow_keys_step_outside_the_slider(show):
    page = show(PICTURES["star-battle"])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).to_contain_text("2 of 12")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#step")).to_contain_text("1 of 12")


def test_wrong_marks_of_a_person_are_named_and_ringed(show):
    page = show(MISTAKES)
    expect(page.locator("#marks")).to_have_text(
        "3 marks in your picture are wrong: the star at row 3, column 3, the star at row 3, column 4, "
        "the star at row 6, column 7."
    )
    expect(page.locator("#picture .wrong")).to_have_count(3)
    expect(cell(page, 2, 2)).to_have_attribute("aria-label", re.compile("your star, wrong"))


def test_corrections_are_undone_and_redone(show):
    page = show(PICTURES["lights-out"])
    for col in (0, 1):
        cell(page, 0, col).click()
    for keys, lit in [
        ("Control+z", "*...."),
        ("Control+z", "....."),
        ("Control+y", "*...."),
        ("Control+Shift+z", "**..."),
    ]:
        page.keyboard.press(keys)
        expect(page.locator("#text")).to_have_value(re.compile(re.escape(lit) + "\n"))
    page.get_by_role("button", name="Undo", exact=True).click()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("#undo")).to_be_disabled()
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#picture .changed")).to_have_count(1)


@pytest.mark.parametrize("kind", ["png", "svg", "pdf", "json"])
@pytest.mark.parametrize("puzzle", ["star-battle", "pegs"])
def test_files_are_downloaded(server, browser, puzzle, kind):
    with browser.new_context(accept_downloads=True) as context:
        page = context.new_page()
        page.goto(server.url)
        ready(page)
        choose(page, PICTURES[puzzle])
        with page.expect_download() as download:
            page.click(f"[data-saves={kind}]")
        data = download.value.path().read_bytes()
        expect(page.locator("#out-status")).to_have_text(f"Saved as {download.value.suggested_filename}.")
    assert download.value.suggested_filename.endswith(f".{kind}")
    assert data.startswith({"png": b"\x89PNG", "svg": b"<svg", "pdf": b"%PDF", "json": b"{"}[kind])
    if kind == "json":
        assert json.loads(data)["puzzle"] == puzzle


@pytest.mark.parametrize("puzzle", PICTURES)
def test_a_link_holds_the_puzzle(show, page, puzzle):
    show(PICTURES[puzzle])
    text, link = page.input_value("#text"), page.input_value("#share")
    page.goto("about:blank")
    page.goto(link)
    wait(page)
    expect(page.locator("#text")).to_have_value(text)
    expect(page.locator("#way")).to_be_visible()


def test_a_damaged_link_is_reported(show):
    page = show(address="#puzzle=star-battle&grid=AAA/B")
    expect(page.get_by_role("alert")).to_contain_text("The link does not hold a puzzle.")


def test_the_legend_names_what_is_drawn(show):
    page = show(PICTURES["lights-out"])
    expect(page.locator("#legend li")).to_have_text(["lit lamp, as read", "unlit lamp, as read"])
    page.click("#solution")
    expect(page.locator("#legend")).to_contain_text("press")


def test_the_whole_picture_leaves_no_hole_on_a_phone(show):
    page = show(PICTURES["star-battle"])
    page.set_viewport_size(NARROW)
    page.get_by_role("button", name="Whole picture").click()
    box, title = page.locator("#picture").bounding_box(), page.locator("#figure h2").bounding_box()
    assert abs(box["width"] / box["height"] - 1280 / 800) < 0.05
    assert box["y"] - (title["y"] + title["height"]) < 20
    expect(page.get_by_role("button", name="Only the board")).to_be_visible()


def test_a_print_shows_the_board_and_no_controls(show):
    page = show(PICTURES["star-battle"])
    page.emulate_media(media="print")
    for name in ("#source", "#out", "#hint", "#language", "footer"):
        expect(page.locator(name)).to_be_hidden()
    expect(page.locator("#grid")).to_be_visible()


def test_languages_have_the_same_texts():
    assert set(LANGUAGES) == {"en", "de", "fr", "es", "ja"}
    placeholders = {
        name: {key: sorted(re.findall(r"{\w+}", text)) for key, text in texts.items()}
        for name, texts in LANGUAGES.items()
    }
    for name in LANGUAGES:
        assert placeholders[name] == placeholders["en"], name


def test_texts_of_the_page_are_in_the_files():
    html = (STATIC / "index.html").read_text("utf-8")
    scripts = "".join(path.read_text("utf-8") for path in STATIC.glob("*.js"))
    used = set(re.findall(r'data-t(?:-\w+)?="([^"]+)"', html))
    used |= set(re.findall(r'\bt\("([a-z]+\.[a-z.-]+|doubt)"', scripts))
    assert used <= set(LANGUAGES["en"])


@pytest.mark.parametrize("language", ["de", "fr", "es", "ja"])
def test_the_language_is_changed_in_place(show, language):
    page, texts = show(PICTURES["lights-out"]), LANGUAGES[language]
    page.select_option("#language", language)
    expect(page.locator("h1")).to_have_text(texts["page.heading"])
    expect(page.locator("#hint")).to_have_text(texts["answer.hint"])
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.set_viewport_size(NARROW)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    expect(page.locator("h1")).to_have_text(texts["page.heading"])


def test_the_language_is_that_of_the_browser(server, browser):
    with browser.new_context(locale="fr-CA") as context:
        page = context.new_page()
        page.goto(server.url)
        expect(page.locator("h1")).to_have_text(LANGUAGES["fr"]["page.heading"])


@pytest.mark.parametrize(("scheme", "size"), LOOKS)
def test_everybody_can_use_all_states(show, scheme, size):
    page = show()
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(size)
    states = (
        lambda: page.click("#as-text summary"),
        lambda: choose(page, MISTAKES),
        lambda: page.click("#hint"),
        lambda: page.click("#solution"),
        lambda: page.goto(f"{page.url}{LINK}"),
        lambda: choose(page, cv2.imread(str(PICTURES["star-battle"]))[PART]),
    )
    for reach in states:
        reach()
        wait(page)
        assert barriers(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_documentation_is_on_the_page(show, server):
    page = show()
    page.get_by_role("link", name="Documentation").click()
    expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    assert barriers(page) == []
    assert ask(server, "GET", "/help.html").status == 200
