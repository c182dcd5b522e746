"""The web page as users see it: a picture in; board, solution and steps out; corrections and copies."""

from __future__ import annotations

import base64
import re

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from tests.autoplay.extras.web.conftest import PICTURES, ask
from tests.autoplay.extras.web.pages import LOOKS, NARROW, barriers, cell, choose, marks, wait
from tests.vision.boards import PUBLISHED, Look, draw
from tests.vision.files import exif, jpeg_with, stored
from tests.vision.photos.test_photo import PAPER, camera, photo

pytestmark = pytest.mark.xdist_group("web")

TRANSFER = """([data, type, name]) => {
  const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
  window.transfer = new DataTransfer();
  transfer.items.add(new File([bytes], name, {type}));
}"""


def test_a_picture_is_read_and_its_solution_drawn_on_it(show):
    page = show(PICTURES["star-battle"])
    expect(page.locator("#caption")).to_contain_text("Star Battle, 5×5")
    expect(page.locator("#verdict")).to_have_text(re.compile("5×5, 1 star: exactly one solution, easy"))
    assert marks(page, "solution") == [0, 0]  # not before it is asked for
    page.get_by_role("button", name="Show solution").click()
    assert marks(page, "solution") == [5, 5]
    assert page.input_value("#link") == "https://puzz.link/p?starbattle/5/5/1/3h56p8c8"
    assert page.input_value("#text") == "stars 1\nAAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA\n"
    image, tints = page.locator("#picture image"), page.locator("#picture .tint")
    assert (image.get_attribute("width"), tints.count()) == ("1280", 25)


@pytest.mark.parametrize("way", ["paste", "drop"])
def test_a_picture_may_be_pasted_or_dropped(show, way):
    page = show()
    data = base64.b64encode(PICTURES["lights-out"].read_bytes()).decode()
    page.evaluate(TRANSFER, [data, "image/png", "board.png"])
    event = {"paste": "ClipboardEvent('paste', {clipboardData", "drop": "DragEvent('drop', {dataTransfer"}[way]
    page.evaluate(f"document.dispatchEvent(new {event}: transfer, bubbles: true, cancelable: true}}))")
    wait(page)
    expect(page.locator("#caption")).to_contain_text("Lights Out, 5×5")
    expect(page.locator("#verdict")).to_contain_text("5 presses turn all lamps off")
    page.click("#solution")
    assert marks(page, "solution") == [5, 5]
    expect(page.locator("#link-row")).to_be_hidden()


def test_the_keyboard_shows_the_steps_one_by_one(show):
    page = show(PICTURES["star-battle"])
    page.focus("#position")
    wait(page)
    page.keyboard.press("Home")
    expect(page.locator("#step")).to_have_text("Nothing of the solution is shown yet.")
    assert marks(page, "known") == marks(page, "new") == [0, 0]
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).to_contain_text("1 of 12: Region B needs 1 more star")
    assert marks(page, "new") == [1, 1]
    expect(page.locator("#picture .outlined")).to_have_count(1)
    page.click("#forth")
    expect(page.locator("#step")).to_contain_text("2 of 12: No star may touch")
    assert marks(page, "known") == [1, 1]
    assert marks(page, "new") == [3, 3]
    expect(cell(page, 0, 4)).to_have_attribute("aria-label", "row 1, column 5, region B, star")
    page.click("#back")
    expect(page.locator("#step")).to_contain_text("1 of 12")
    page.locator("#back").press("Enter")
    page.locator("#back").press("Enter")  # this is the first step
    expect(page.locator("#step")).to_have_text("Nothing of the solution is shown yet.")


def test_pegs_jump_one_by_one(show):
    page = show(PICTURES["pegs"])
    expect(page.locator("#caption")).to_contain_text("Peg solitaire, 15 holes")
    expect(page.locator("#verdict")).to_have_text(re.compile("13 jumps.* leave one peg"))
    page.click("#forth")
    expect(page.locator("#step")).to_contain_text("1 of 13: The peg at row 3, hole 1 jumps to row 1, hole 1.")
    assert page.locator("#grid .sign-peg").count() == 14
    page.focus("#position")
    page.keyboard.press("End")
    expect(page.locator("#step")).to_have_text("The end.")
    assert page.locator("#grid .sign-peg").count() == 1
    expect(page.locator("#picture .moved")).not_to_have_count(0)


def test_a_misread_cell_is_put_right_by_a_click_on_the_picture(show):
    page = show(PICTURES["star-battle"])
    page.locator("#picture .hit").nth(3).click()  # row 1, column 4: beside A and B
    expect(page.locator("#picture .changed")).to_have_count(1)
    expect(cell(page, 0, 3)).to_have_attribute("aria-label", re.compile("region B.*, changed"))
    wait(page)
    assert page.input_value("#text").splitlines()[1] == "AAABB"
    page.click("#restore")
    expect(page.locator("#picture .changed")).to_have_count(0)
    wait(page)
    expect(page.locator("#verdict")).to_contain_text("exactly one solution")


def test_a_misread_cell_is_put_right_by_the_keyboard(show):
    page = show(PICTURES["star-battle"])
    cell(page, 0, 0).focus()
    for key in ("ArrowDown", "ArrowRight", "End", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
    expect(cell(page, 0, 3)).to_be_focused()
    page.keyboard.press("z")  # not a region of this board
    expect(cell(page, 0, 3)).to_have_attribute("aria-label", re.compile("region A"))
    page.keyboard.press("b")
    expect(cell(page, 0, 3)).to_have_attribute("aria-label", re.compile("region B"))
    page.keyboard.press("Enter")  # on to the next region beside it
    expect(cell(page, 0, 3)).to_have_attribute("aria-label", re.compile("region A"))
    expect(page.locator("#restore")).to_be_disabled()
    wait(page)
    expect(page.locator("#verdict")).to_contain_text("exactly one solution")


def test_a_correction_without_a_solution_says_why(show):
    page = show(PICTURES["pegs"])
    page.locator("#picture .hit").nth(0).click()  # a board full of pegs
    wait(page)
    expect(page.locator("#verdict")).to_contain_text("No jumps leave a single peg. ")
    expect(page.locator("#way")).to_be_hidden()


def test_a_lamp_is_switched_by_a_click(show):
    page = show(PICTURES["lights-out"])
    cell(page, 0, 0).click()
    expect(cell(page, 0, 0)).to_have_attribute("aria-label", "row 1, column 1, lit, changed")
    wait(page)
    assert page.input_value("#text").startswith("*....\n")


def test_several_boards_are_offered_one_by_one(show):
    one, other = (cv2.imread(str(PICTURES["star-battle"].with_name(f"{name}.png"))) for name in ("5x5", "6x6"))
    page = show(np.vstack([one, other]))
    expect(page.locator("#which")).to_have_text("Board 1 of 2")
    expect(page.locator("#caption")).to_contain_text("5×5")
    page.get_by_role("button", name="Next board").click()
    expect(page.locator("#caption")).to_contain_text("6×6")
    wait(page)
    expect(page.locator("#verdict")).to_contain_text("6×6")
    assert view(page)[1] > 800  # below the first
    page.get_by_role("button", name="Next board").click()
    expect(page.locator("#which")).to_have_text("Board 1 of 2")


def test_a_frame_drawn_on_a_refused_picture_is_read(show):
    image = cv2.imread(str(PICTURES["star-battle"]))
    page = show(image[:, :700])
    expect(page.get_by_role("alert")).to_contain_text("Try:")
    expect(page.locator("#found")).to_be_hidden()
    choose(page, image)
    page.click("#whole")
    box = page.locator("#picture").bounding_box()
    scale = box["width"] / 1280
    page.mouse.move(box["x"] + 490 * scale, box["y"] + 110 * scale)
    page.mouse.down()
    page.mouse.move(box["x"] + 830 * scale, box["y"] + 450 * scale, steps=3)
    page.mouse.up()
    expect(page.locator("input[name=crop]")).to_have_value(
        re.compile(r"4[89]\d,1[01]\d,34\d,34\d|4[89]\d,1[01]\d,33\d,33\d")
    )
    wait(page)
    expect(page.locator("#verdict")).to_contain_text("5×5, 1 star")


def test_overlay_of_a_photo_follows_the_camera(show):
    flat = draw(PUBLISHED, PAPER)
    forward = camera(len(flat), 25, 90, -20)
    jpeg = cv2.imencode(".jpg", stored(photo(flat, forward), 6), [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    page = show({"name": "p.jpg", "mimeType": "image/jpeg", "buffer": jpeg_with(jpeg, 0xE1, b"Exif\0\0" + exif(6))})
    expect(page.locator("#verdict")).to_contain_text("10×10, 2 stars: exactly one solution")
    at = PAPER.margin + PAPER.pitch * np.array([[[7.5, 2.5]]])
    (x, y), (left, top, width, _) = cv2.perspectiveTransform(at, forward)[0][0], view(page)
    box = page.locator("#picture").bounding_box()
    scale = box["width"] / width
    page.mouse.click(box["x"] + (x - left) * scale, box["y"] + (y - top) * scale)
    expect(cell(page, 2, 7)).to_have_attribute("aria-label", re.compile("changed"))
    expect(page.locator("#picture .changed")).to_have_count(1)


def view(page):
    """Return the visible part of the picture: its left and upper edge, width and height in pixels."""
    return [float(number) for number in page.locator("#picture").get_attribute("viewBox").split()]


def test_a_doubtful_cell_is_taken_as_it_seems(show):
    image = draw(PUBLISHED, Look(40, margin=40))
    image[240:280, 239:242] = 0  # a wrong border, right of row 6, column 5
    page = show(image)
    expect(page.get_by_role("alert")).to_contain_text("It seems to be: row 6, column 5 in region G.")
    page.get_by_role("button", name="Accept these cells").click()
    wait(page)
    expect(page.locator("#verdict")).to_contain_text("10×10, 2 stars: exactly one solution")
    expect(page.get_by_role("alert")).to_be_empty()


def test_the_options_of_a_game_are_shown_with_it(show):
    page = show(PICTURES["star-battle"])
    page.click("#options summary")
    expect(page.get_by_label("Stars per row")).to_be_hidden()
    page.select_option("[name=puzzle]", "star-battle")
    page.get_by_label("Stars per row").fill("2")
    page.get_by_role("button", name="Read again").click()
    wait(page)
    expect(page.get_by_role("alert")).to_contain_text("star")


def test_the_text_is_copied(show, page):
    show(PICTURES["lights-out"])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the text").click()
    expect(page.locator("[data-copies=text]")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == page.input_value("#text")


@pytest.mark.parametrize(
    ("data", "kind", "words"),
    [
        ("'a text'", "text/html", "This is not a picture or a puzzle"),
        ("'a text'", "image/png", "not a supported picture"),
        ("new Uint8Array(21 << 20)", "image/png", "The picture has 21 MiB, over 20"),
    ],
    ids=["text", "broken", "large"],
)
def test_files_that_are_too_large_or_not_pictures_are_reported(show, data, kind, words):
    page = show()
    page.evaluate(f"""() => {{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([{data}], "file", {{type: "{kind}"}}));
      document.dispatchEvent(new DragEvent("drop", {{dataTransfer, cancelable: true}}));
    }}""")
    wait(page)
    expect(page.get_by_role("alert")).to_contain_text(words)
    expect(page.locator("#found")).to_be_hidden()


def test_a_server_that_has_ended_is_reported(show):
    page = show(PICTURES["lights-out"])
    page.route("**/api/solve", lambda route: route.abort())
    cell(page, 0, 0).click()
    wait(page)
    expect(page.locator("#verdict")).to_contain_text("The server does not answer")


def test_an_invalid_answer_is_reported_and_the_next_picture_read(show):
    page = show()
    page.route("**/api/read*", lambda route: route.fulfill(status=500, body="Internal Server Error"), times=1)
    choose(page, PICTURES["lights-out"])
    expect(page.get_by_role("alert")).to_contain_text("The server sent no valid answer. Try: the same again")
    expect(page.locator("#status")).to_be_empty()
    page.route("**/api/limits", lambda route: route.abort(), times=1)
    choose(page, PICTURES["lights-out"])
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    choose(page, PICTURES["lights-out"])
    expect(page.locator("#caption")).to_contain_text("Lights Out")


def test_the_text_has_the_width_of_a_phone(show):
    page = show(PICTURES["lights-out"])
    page.set_viewport_size(NARROW)
    text, button = (page.locator(name).bounding_box() for name in ("#text", "[data-copies=text]"))
    assert text["width"] > 0.85 * NARROW["width"]
    assert button["y"] >= text["y"] + text["height"]


@pytest.mark.parametrize(
    ("puzzle", "looks"), [("star-battle", LOOKS), ("lights-out", LOOKS[::3]), ("pegs", LOOKS[1:3])]
)
def test_everybody_can_use_it(show, puzzle, looks):
    page = show(PICTURES[puzzle])
    page.click("#forth")  # marks, shades and outlines of a step
    page.click("#options summary")
    for scheme, size in looks:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(size)
        assert barriers(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_refusal_can_be_read_by_everybody(show):
    page = show(cv2.imread(str(PICTURES["star-battle"]))[:, :650])
    assert barriers(page) == []


def test_nothing_is_stored(show, server):
    page = show(PICTURES["star-battle"])
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0
    assert page.context.cookies(server.url) == []
    assert "set-cookie" not in ask(server, "GET", "/").headers
