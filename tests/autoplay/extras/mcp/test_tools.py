"""The tools on pictures, on texts, and on the board of a simulated page; and what they refuse."""

import asyncio
import os
import struct
import tomllib
from base64 import b64decode
from pathlib import Path
from threading import Event

import pytest

from autoplay.errors import PageUnresponsive
from autoplay.extras.mcp import desk as desk_room
from tests.autoplay.extras.mcp.conftest import FIXTURES, LAMPS, run_apart
from tests.qa.picture_files import RGB, joined
from vision import load_image

PAGE = "http://puzzle.test/3x3"
STARS = "practice/5x5.png"
SURROGATE = "\ud800.png"


@pytest.mark.parametrize(("picture", "kind", "centre", "press"), [
    (STARS, "star-battle", [542, 164], [[0, 4], [1, 1], [2, 3], [3, 0], [4, 2]]),
    ("lights-out-practice/5x5-half.png", "lights-out", [96, 141], [[3, 2], [3, 3], [3, 4], [4, 1], [4, 4]]),
    ("pegs-practice/triangle5.png", "pegs", None, [[2, 2], [0, 4]]),
])  # fmt: skip
def test_a_picture_is_read_solved_hinted_at_and_drawn(call, picture, kind, centre, press):
    read = call("read_board", picture=picture)
    assert (read["puzzle"], read["rows"], read["centres"][0][0]) == (kind, 5, centre)
    assert read["confidence"] > 0.9
    assert read["evidence"]
    capture = read["capture"]
    assert call("solve", capture=capture)["press"][: len(press)] == press
    hint = call("hint", capture=capture, level=2)
    assert (len(hint["levels"]), "step" in hint) == (2, False)
    assert call("hint", capture=capture)["step"]["text"]
    drawn = load_image(b64decode(call("draw", capture=capture).data))
    left, top, right, bottom = read["box"]
    assert drawn.shape[0] > bottom - top
    assert drawn.shape[1] > right - left


def test_stars_that_are_there_are_not_pressed_and_wrong_ones_are_named(call):
    solved = call("read_board", picture="practice/5x5-solved.png")["capture"]
    assert call("solve", capture=solved)["press"] == []
    assert "every star is in its place" in call("hint", capture=solved)["message"]
    wrong = call("read_board", picture="practice/8x8-mistakes.png")["capture"]
    assert "3 marks are wrong" in call("hint", capture=wrong)


TABLES = tomllib.loads(Path(__file__).with_name("wrong_calls.toml").read_text("utf-8"))
WRONG_CALLS = [
    *TABLES["calls"],
    ("read_board", {"picture": SURROGATE}, "can't be read"),
    ("read_board", {"picture": "a\0b.png"}, "can't be read"),
    ("read_board", {"picture": "x" * 10**6}, "xxx"),
    ("solve", {"text": SURROGATE}, "Try: "),
    ("press", {"capture": "c", "cells": [[0, 0]] * 10**5}, "cells: List should have at most 625"),
]


@pytest.mark.parametrize(("tool", "arguments", "words"), WRONG_CALLS)
def test_a_wrong_call_is_answered_with_one_line(call, tool, arguments, words):
    said = call(tool, **arguments)
    assert words in said
    assert "--puzzle" not in said


def test_a_picture_bomb_is_refused_before_it_is_decoded(call, desk, tmp_path, monkeypatch):
    desk._folder = tmp_path
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, RGB, 0, 0, 0)
    (tmp_path / "bomb.png").write_bytes(joined([(b"IHDR", head), (b"IDAT", b""), (b"IEND", b"")]))
    assert "60000x60000" in call("read_board", picture="bomb.png")
    monkeypatch.setattr(desk_room, "LARGEST_BYTES", 20)
    assert "bomb.png has more than" in call("read_board", picture="bomb.png")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes among the files")
def test_a_link_leads_out_of_the_folder_no_more_than_a_path_and_a_pipe_is_not_waited_for(
    call, desk, tmp_path
):
    desk._folder = tmp_path
    (tmp_path / "link.png").symlink_to(FIXTURES / STARS)
    os.mkfifo(tmp_path / "pipe.png")
    assert "link.png is outside of" in call("read_board", picture="link.png")
    assert "pipe.png is no file in" in call("read_board", picture="pipe.png")


def test_nothing_is_read_below_the_root(call, desk):
    desk._folder = Path(FIXTURES.anchor)
    assert "no pictures are read from" in call("read_board", picture=str(FIXTURES / STARS))


def test_the_oldest_capture_makes_room(call, board, monkeypatch):
    monkeypatch.setattr(desk_room, "CAPTURES_KEPT", 2)
    names = [call("read_board", tab=PAGE)["capture"] for _ in range(3)]
    assert f"no capture '{names[0]}' is kept" in call("hint", capture=names[0])
    assert [bool(call("hint", capture=name)) for name in names[1:]] == [True, True]
    assert board.opened == [PAGE]


def test_lamps_are_pressed_and_what_changed_is_said(call, board):
    read = call("read_board", tab=PAGE)
    assert (read["grid"], read["file"], board.opened) == (list(LAMPS), PAGE, [PAGE])
    done = call("press", cells=[[1, 1], [0, 0]], capture=read["capture"])
    assert board.pressed == [((1, 1), "left"), ((0, 0), "left")]
    assert (done["pressed"], done["left"], done["page_says"]) == (2, [], "")
    assert done["grid"] == ["...", ".**", ".**"]
    assert done["changed"] == [[0, 0], [1, 1], [1, 2], [2, 1]]
    again = call("press", cells=[[2, 2]], capture=done["capture"])
    assert again["pressed"] == 1
    assert call("read_board")["grid"] == again["grid"]
    assert board.opened == [PAGE]


def test_a_press_is_refused_if_the_board_is_not_as_it_was_captured(call, board):
    def press(capture, cells=((0, 0),)):
        return call("press", cells=list(map(list, cells)), capture=capture)

    for cell in ((3, 0), (0, 3), (-1, 0), (10**9, 0)):
        capture = call("read_board", tab=PAGE)["capture"]
        assert f"has no cell [{cell[0]}, {cell[1]}]" in press(capture, [(0, 0), cell])
    assert "is of a picture" in press(call("read_board", picture=STARS)["capture"])
    newer = call("read_board")["capture"]
    assert "older than the last read_board" in press(capture)
    board.state = ("...",) * 3
    board.show()
    assert "the board shows something else than was captured" in press(newer)
    moved = call("read_board")["capture"]
    read = board.read
    board.read = lambda state: read(state).move_by(40, 0)
    assert "the board has moved" in press(moved)
    gone = call("read_board")["capture"]
    board.is_elsewhere = True
    assert "there is no board where it was" in press(gone)
    assert board.pressed == []


def test_a_press_after_the_page_was_left_is_refused(call, board):
    capture = call("read_board", tab=PAGE)["capture"]
    assert call("read_board", tab="Another")["file"] == "http://tab.test/"
    assert "older than the last read_board" in call("press", cells=[[0, 0]], capture=capture)
    assert board.opened == [PAGE, "Another"]
    here = call("read_board")["capture"]

    def hang(**_):
        raise PageUnresponsive("the page does not respond")

    board.look = hang
    assert "does not respond" in call("press", cells=[[0, 0]], capture=here)
    assert "older than the last read_board" in call("press", cells=[[0, 0]], capture=here)


@pytest.mark.usefixtures("board")
def test_what_is_left_when_time_is_over_can_be_pressed_next(call, monkeypatch):
    capture = call("read_board", tab=PAGE)["capture"]
    monkeypatch.setattr(desk_room, "CALL_S", 1.0)
    moments = iter([0.0, 0.5, 0.9, 1.1])
    monkeypatch.setattr(desk_room, "monotonic", lambda: next(moments))
    done = call("press", cells=[[0, 0], [1, 1], [2, 2]], capture=capture)
    assert (done["pressed"], done["left"]) == (2, [[2, 2]])


def test_a_board_that_goes_is_said_with_the_presses_that_were_made(call, board):
    capture = call("read_board", tab=PAGE)["capture"]
    board.goes_at = 2
    said = call("press", cells=[[0, 0], [1, 1], [2, 2]], capture=capture)
    assert "there is no board where it was; 2 presses were made before, of 3" in said
    board.goes_at = None
    capture = call("read_board", tab=PAGE)["capture"]
    board.goes_at = 4
    done = call("press", cells=[[0, 0], [1, 1]], capture=capture)
    assert (done["pressed"], "capture" in done) == (2, False)
    assert "the board is not seen where it was" in done["lost"]


def test_a_board_that_changes_by_itself_is_not_pressed_on(call, board):
    capture = call("read_board", tab=PAGE)["capture"]
    board.is_unchanged = lambda _: board.screen.presses == 0
    said = call("press", cells=[[0, 0], [2, 2]], capture=capture)
    assert "the board changes by itself; 1 press was made before, of 2" in said


def test_a_call_that_nobody_waits_for_is_given_up(desk):
    begun = Event()

    def work():
        begun.set()
        return desk._given_up.wait(20)

    async def leave():
        call = asyncio.ensure_future(desk.do_in_turn(work))
        await asyncio.to_thread(begun.wait)
        call.cancel()
        return await desk.do_in_turn(lambda: "the next")

    assert run_apart(leave()) == "the next"


def test_a_defect_is_one_line_and_its_traceback_goes_to_stderr(call, capsys, monkeypatch):
    monkeypatch.setattr("autoplay.extras.mcp.captures.read_picture", lambda *_: 1 / 0)
    assert "internal error: ZeroDivisionError" in call("read_board", picture=STARS)
    assert "Traceback" in capsys.readouterr().err
