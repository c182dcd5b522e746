"""The web page as people use it: pictures and texts in; solutions, steps and files out."""

import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

import autoplay.extras.web
from autoplay.extras.web.limits import Limits
from autoplay.extras.web.server import WebServer
from tests.autoplay.extras.web.conftest import FIXTURES, PICTURES
from tests.autoplay.extras.web.pages import (
    NARROW,
    WIDE,
    cell,
    choose,
    count_marks,
    expect_text,
    find_point,
    get_view,
    give,
    list_barriers,
    open_page,
    press,
    wait_for_answer,
)
from tests.qa.picture_files import exif, jpeg_with, stored
from tests.vision.boards import PUBLISHED, Look, draw
from tests.vision.photos.test_photo import PAPER, camera, photo
from vision import load_picture as load_picture_file

pytestmark = pytest.mark.xdist_group("web")

STATIC = Path(autoplay.extras.web.__file__).parent / "static"
STRINGS = {path.stem: json.loads(path.read_text("utf-8")) for path in STATIC.glob("strings/*")}
GRID = "AAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA"
SOLVED = "5×5, 1 star: exactly one solution"
MISTAKES = FIXTURES / "practice" / "8x8-mistakes.png"


def load_picture(name):
    return cv2.imread(str(PICTURES[name]))


def test_picture_is_read_and_its_solution_shown_on_request(show):
    page = show()
    page.set_viewport_size(NARROW)
    choose(page, PICTURES["star-battle"])
    for part in ("#picture", "#hint", "#forth"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    expect_text(page, "#caption", "Star Battle, 5×5")
    expect_text(page, "#verdict", f"{SOLVED}, easy")
    assert count_marks(page, "solution") == [0, 0]
    press(page, "Show solution")
    assert count_marks(page, "solution") == [5, 5]
    expect_text(page, "#legend", "star")
    press(page, "Hide solution")
    assert count_marks(page, "solution") == [0, 0]
    page.click("#out summary")
    expect(page.locator("#link")).to_have_value("https://puzz.link/p?starbattle/5/5/1/3h56p8c8")
    assert page.input_value("#text") == f"stars 1\n{GRID}\n"
    assert page.locator("#picture .tint").count() == 25
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0
    assert page.context.cookies() == []
    choose(page, MISTAKES)
    stars = "the star at row 3, column 3; the star at row 3, column 4; the star at row 6, column 7"
    expect_text(page, "#marks", f"3 marks in your picture are wrong: {stars}.")
    expect(page.locator("#picture .wrong")).to_have_count(3)
    expect(cell(page, 2, 2)).to_have_attribute("aria-label", re.compile("your star, wrong"))


def test_hint_comes_first_and_keys_go_through_the_steps(show):
    page = show(PICTURES["star-battle"])
    press(page, "Hint")
    expect(page.locator("#step")).to_have_text("Look at region B: something follows there.")
    expect(page.locator("#picture .outlined")).to_have_count(1)
    assert count_marks(page, "new") == [0, 0]
    press(page, "Next step")
    expect_text(page, "#step", "1 of 12: Region B needs 1 more star")
    assert count_marks(page, "new") == [1, 1]
    page.locator("body").press("ArrowRight")
    expect_text(page, "#step", "2 of 12: No star may touch")
    assert count_marks(page, "known") == [1, 1]
    expect(cell(page, 0, 4)).to_have_attribute("aria-label", "row 1, column 5, region B, star")
    page.focus("#position")
    page.keyboard.press("ArrowLeft")
    expect_text(page, "#step", "1 of 12")
    page.keyboard.press("Home")
    expect(page.locator("#step")).to_have_text("Nothing of the solution is shown yet.")


def test_large_board_is_enlarged_and_long_work_stopped(page):
    page.set_viewport_size(NARROW)
    with WebServer("127.0.0.1", 0, Limits(timeout_s=600, at_once=1)) as server:
        open_page(page, server.url)
        grid = "".join(f"{chr(65 + row) * 25}\n" for row in range(25))
        page.click("#as-text summary")
        page.fill("#puzzle-text", f"stars 1\n{grid}")
        page.press("#puzzle-text", "Control+Enter")
        wait_for_answer(page)
        side = cell(page, 0, 0).bounding_box()["width"]
        for _ in range(2):
            page.locator("#understood").get_by_role("button", name="Larger").click()
        assert cell(page, 0, 0).bounding_box()["width"] == pytest.approx(2 * side)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        slow = json.dumps({"text": "english", "fewest": True})

        def ask(route):
            is_slow = "explain" in route.request.post_data
            route.continue_(post_data=slow if is_slow else None)

        page.route("**/api/solve", ask)
        page.fill("#puzzle-text", GRID)
        page.press("#puzzle-text", "Control+Enter")
        expect(page.locator("#status")).to_have_text("Looking for the steps …")
        page.get_by_role("button", name="Stop").press("Enter")
        expect(page.locator("#status")).to_have_text("Stopped.")
        expect(page.locator("#forth")).to_be_disabled()  # there is nothing but the solution
        page.unroute("**/api/solve")
        page.get_by_role("button", name="Start again").press("Enter")  # the only process is free
        expect_text(page, "#verdict", f"{SOLVED}, easy")
        wait_for_answer(page)
        expect(page.locator("#answer-title")).to_be_focused()


def test_corrections_by_mouse_and_keys_are_undone_and_redone(show):
    page = show(PICTURES["star-battle"])
    page.locator("#picture .hit").nth(3).click()  # row 1, column 4: beside A and B
    changed = page.locator("#picture .changed")
    expect(changed).to_have_count(1)
    expect(cell(page, 0, 3)).to_have_attribute("aria-label", re.compile("region B.*, changed"))
    cell(page, 0, 0).focus()
    for key in ("ArrowDown", "ArrowRight", "End", "ArrowUp", "z", "a"):  # there is no region Z
        page.keyboard.press(key)
    expect(changed).to_have_count(2)
    for keys, number in (("Control+z", 1), ("Control+y", 2), ("Control+z", 1)):
        page.keyboard.press(keys)
        expect(changed).to_have_count(number)
    wait_for_answer(page)
    assert page.input_value("#text").splitlines()[1] == "AAABB"
    cell(page, 2, 1).focus()
    page.keyboard.press("a")  # the region C is in two pieces now, which no address can say
    expect_text(page, "#verdict", "5×5, 1 star:")
    press(page, "Undo", "Undo")
    expect(page.locator("#undo")).to_be_disabled()
    expect_text(page, "#verdict", SOLVED)


def test_pegs_jump_one_by_one(show):
    page = show(PICTURES["pegs"])
    expect_text(page, "#caption", "Peg solitaire, 15 holes")
    expect_text(page, "#verdict", "13 jumps")
    page.click("#hint")
    expect_text(page, "#step", "Move the peg at row")
    page.click("#forth")
    expect_text(
        page, "#step", "1 of 13: The peg at row 3, hole 1 jumps to row 1, hole 1. The board"
    )
    assert page.locator("#grid .sign-peg").count() == 14
    assert page.locator("#picture [d*=NaN]").count() == 0  # the places at the edges too
    page.locator("#position").press("End")
    assert page.locator("#grid .sign-peg").count() == 1
    moved = page.locator("#picture .moved")
    expect(moved).not_to_have_count(0)
    looks = page.locator("#picture g image[clip-path]")  # of pegs and holes elsewhere in it
    expect(looks).to_have_count(moved.count())
    page.locator("#picture .hit").nth(0).click()  # now there is a peg everywhere
    expect_text(page, "#verdict", "No jumps leave a single peg.")
    expect(page.locator("#way")).to_be_hidden()


def test_link_holds_the_puzzle(show):
    page = show()
    for text in ("5x5", "states 3\ntarget on\nrule knight\n*2.\n...\n...", "triangle5", GRID):
        give(page, text, "text/plain")
        verdict = page.inner_text("#verdict")
        text = page.input_value("#text")
        share = page.input_value("#share")
        page.goto("about:blank")
        open_page(page, share)
        expect(page.locator("#text")).to_have_value(text)
        expect(page.locator("#verdict")).to_have_text(verdict)
    for fragment, reason in (
        ("star-battle&grid=AAA/B", "row 2 has 1 cells, but row 1 has 3"),
        ("__proto__&grid=A", "'__proto__' is not one of"),
        ("pegs", "a puzzle needs either a text or a grid"),
    ):
        page.goto("about:blank")
        show(address=f"#puzzle={fragment}")
        expect_text(page, "#problem", "The puzzle in this link is damaged: ")
        expect_text(page, "#problem", reason)


def test_pictures_and_texts_are_dropped_pasted_and_typed(show):
    page = show()
    page.press("[data-sample=pegs]", "Enter")
    expect_text(page, "#verdict", "leave one peg")
    expect(page.locator("#picture-title")).to_be_focused()
    for event in ("drop", "paste"):
        give(page, PICTURES["lights-out"].read_bytes(), event=event)
        expect_text(page, "#verdict", "5 presses turn all lamps off")
        give(page, "<b>text</b>", "text/html", event)
        expect_text(page, "#problem", "This is not a picture or a puzzle")
        expect(page.locator("#result")).to_be_hidden()
        for text in (f"stars 1\n{GRID}", "https://puzz.link/p?starbattle/5/5/1/3h56p8c8"):
            give(page, text, "text/plain", event)
            expect_text(page, "#verdict", SOLVED)
    expect(page.locator("#figure")).to_be_hidden()
    give(page, "https://example.org/board.png", "text/plain")
    expect_text(page, "#problem", "This page does not open addresses. Try: save the picture")
    give(page, "https://puzz.link/p?starbattle/5/5/1/3h5", "text/plain")
    expect_text(page, "#problem", "the borders of a 5x5 board take 8 digits, not 3")
    page.click("#as-text summary")
    page.fill("#puzzle-text", "5x5")
    press(page, "Solve this text")
    expect_text(page, "#verdict", "15 presses turn all lamps on")  # as autoplay solve 5x5


def test_refused_picture_is_read_with_help(show):
    page = show(load_picture("lights-out")[:, :200])
    expect_text(page, "#problem", "Which puzzle is it?")
    press(page, "It is Star Battle")
    expect(page.locator("[name=puzzle]")).to_have_value("star-battle")
    page.get_by_label("Stars per row").fill("2")
    press(page, "Read again")
    doubtful = draw(PUBLISHED, Look(40, margin=40))
    doubtful[240:280, 239:242] = 0  # a wrong border, right of row 6, column 5
    choose(page, doubtful)  # what was said is forgotten
    expect(page.locator("[name=puzzle]")).to_have_value("auto")
    expect_text(page, "#problem", "It seems to be: row 6, column 5 in region G.")
    press(page, "Accept these cells")
    expect_text(page, "#verdict", "10×10, 2 stars: exactly one solution")


def test_boards_of_a_picture_are_offered_and_one_is_framed(show):
    page = show(np.vstack([load_picture("star-battle"), load_picture("star-battle")[:, ::-1]]))
    expect(page.locator("#which")).to_have_text("Board 1 of 2")
    page.click("#after")
    expect(page.locator("#which")).to_have_text("Board 2 of 2")
    assert get_view(page)[1] > 800  # below the first
    choose(page, PICTURES["star-battle"])
    press(page, "Whole picture")
    page.mouse.move(*find_point(page, 490, 110))
    page.mouse.down()
    page.mouse.move(*find_point(page, 830, 450), steps=3)
    page.mouse.up()
    expect(page.locator("input[name=crop]")).to_have_value(
        re.compile("4[89].,1[01].,3[34].,3[34].")
    )
    expect_text(page, "#verdict", SOLVED)


def test_drawing_on_a_photo_follows_the_camera(show):
    flat = draw(PUBLISHED, PAPER)
    forward = camera(len(flat), 25, 90, -20)
    turned = stored(photo(flat, forward), 6)
    data = cv2.imencode(".jpg", turned, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    data = jpeg_with(data, 0xE1, b"Exif\0\0" + exif(6))
    page = show({"name": "p.jpg", "mimeType": "image/jpeg", "buffer": data})
    expect_text(page, "#verdict", "10×10, 2 stars: exactly one solution")
    place = PAPER.margin + PAPER.pitch * np.array([[[7.5, 2.5]]])
    ((point,),) = cv2.perspectiveTransform(place, forward)
    page.mouse.click(*find_point(page, *point))
    expect(cell(page, 2, 7)).to_have_attribute("aria-label", re.compile("changed"))


def test_puzzle_is_downloaded_and_copied(server, browser):
    with browser.new_context(accept_downloads=True) as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        open_page(page, server.url)
        choose(page, PICTURES["pegs"])
        page.click("#out summary")
        starts = {"png": b"\x89PNG", "svg": b"<svg", "pdf": b"%PDF", "json": b"{"}
        for kind, start in starts.items():
            with page.expect_download() as download:
                page.click(f"[data-saves={kind}]")
            expect_text(page, "#out-status", f"Saved as pegs-5x9.{kind}.")
            data = download.value.path().read_bytes()
            assert data.startswith(start)
            if kind == "png":
                (reading,) = load_picture_file(data).note.readings
                assert "\n".join(reading.grid) == page.input_value("#text").rstrip("\n")
        assert json.loads(data)["puzzle"] == "pegs"
        page.click("[data-copies=text]")
        expect_text(page, "[data-copies=text]", "Copied.")
        assert page.evaluate("navigator.clipboard.readText()") == page.input_value("#text")


def test_faults_are_reported_and_the_next_picture_is_read(show):
    page = show()
    give(page, 21 << 20)
    expect_text(page, "#problem", "The picture has 21 MiB, over 20")
    give(page, b"text")
    expect_text(page, "#problem", "not a supported picture")
    tiff = cv2.imencode(".tiff", load_picture("lights-out"))[1].tobytes()
    choose(
        page, {"name": "a.tiff", "mimeType": "image/tiff", "buffer": tiff}
    )  # not shown by Chromium
    expect_text(page, "#caption", "Lights Out")
    expect(page.locator("#picture image")).to_be_visible()
    page.route("**/api/read*", lambda route: route.fulfill(status=500, body="Error"), times=1)
    choose(page, PICTURES["lights-out"])
    expect_text(page, "#problem", "The server sent no valid answer. Try: the same again")
    choose(page, PICTURES["lights-out"])
    expect_text(page, "#caption", "Lights Out")
    page.route("**/api/solve", lambda route: route.abort())
    cell(page, 0, 0).click()
    expect_text(page, "#status", "The server does not answer")
    expect(page.locator("#verdict")).to_be_empty()


def test_language_is_changed_in_place_and_kept(show):
    page = show(PICTURES["lights-out"])
    page.set_viewport_size(NARROW)
    for language in ("de", "fr", "es", "ja", "en", "fr"):
        texts = STRINGS[language]
        page.select_option("#language", language)
        expect(page.locator("h1")).to_have_text(texts["page.heading"])
        expect(page.locator("#hint")).to_have_text(texts["answer.hint"])
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), language
    page.reload()
    expect(page.locator("h1")).to_have_text(texts["page.heading"])
    page.add_init_script("Object.defineProperty(navigator, 'languages', {value: ['ja-JP', 'en']})")
    show()
    expect(page.locator("h1")).to_have_text(STRINGS["ja"]["page.heading"])


def test_everybody_can_use_the_page_on_phones_and_screens(show):
    page = show()
    states = {
        "share": lambda: (choose(page, PICTURES["pegs"]), page.click("#out summary")),
        "enlarged": lambda: page.locator("#figure [data-zoom='1']").click(),
        "text": lambda: page.click("#as-text summary"),
        "step": lambda: (choose(page, MISTAKES), page.click("#forth")),
        "whole": lambda: page.click("#whole"),
        "solution": lambda: page.click("#solution"),
        "lamps": lambda: choose(page, PICTURES["lights-out"]),
        "refusal": lambda: choose(page, load_picture("star-battle")[:, :650]),
        "help": lambda: page.click("text=Documentation"),
    }
    for state, reach in states.items():
        reach()
        for size, scheme in ((NARROW, "dark"), (WIDE, "light")):
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            assert list_barriers(page) == [], (state, size, scheme)
        if state == "solution":
            page.emulate_media(media="print")
            expect(page.locator("#grid")).to_be_visible()
            for controls in ("#source", "#out", "#bar", "#language", "footer"):
                expect(page.locator(controls)).to_be_hidden()
            page.emulate_media(media="screen")


def test_languages_have_the_same_texts_and_all_that_are_used():
    assert set(STRINGS) == {"en", "de", "fr", "es", "ja"}
    used = set(re.findall(r'data-t(?:-\w+)?="([^"]+)"', (STATIC / "index.html").read_text("utf-8")))
    for path in STATIC.glob("*.js"):
        used.update(re.findall(r'\bt\("([a-z]+\.[a-z.-]+|doubt)"', path.read_text("utf-8")))
    for texts in STRINGS.values():
        assert used <= set(texts) == set(STRINGS["en"])
        for key, text in texts.items():
            places = re.compile(r"{\w+}")
            assert set(places.findall(text)) == set(places.findall(STRINGS["en"][key])), key
