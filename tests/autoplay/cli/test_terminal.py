"""Output on a terminal: boards with connected lines and colours; a pipe gets plain text."""

from __future__ import annotations

import os
from contextlib import closing, suppress

import pytest

from autoplay.cli.live_play import START_OF_LINE
from autoplay.cli.terminal import drawn
from tests.autoplay.cli.conftest import BOARD

FRAMED = """\
+-------+---+
| .   * | x |
+---+   |   |
| o | .   . |
|   +---+---+
| .   . |###|
+-------+---+"""
CONNECTED = """\
┌───────┬───┐
│ .   * │ x │
├───┐   │   │
│ o │ .   . │
│   └───┬───┤
│ .   . │###│
└───────┴───┘"""


def styled(text):
    """Return the parts of a text that have a style, with their styles."""
    return {(text.plain[span.start : span.end], str(span.style)) for span in text.spans}


@pytest.fixture
def on_terminal(begin, monkeypatch):
    """Run a command with stdout and stderr on a terminal; return what it shows."""
    pty = pytest.importorskip("pty")  # not available on Windows
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.delenv("NO_COLOR", raising=False)

    def on_terminal(*arguments):
        ours, theirs = pty.openpty()
        begin(*arguments, stdout=theirs, stderr=theirs)
        os.close(theirs)
        shown = b""
        with closing(os.fdopen(ours, "rb", buffering=0)) as terminal, suppress(OSError):  # Linux's word for the end
            while part := terminal.read(9999):
                shown += part
        return shown.decode()

    return on_terminal


def test_lines_between_regions_are_connected():
    text = drawn(f"before\n{FRAMED}\n[[0,1]]")
    assert text.plain == f"before\n{CONNECTED}\n[[0,1]]"
    assert styled(text) >= {("*", "bold yellow"), ("x", "red"), ("o", "bold cyan"), ("###", "dim")}


def test_a_line_inside_a_cell_row_stays():
    assert drawn("+---+\n| - |\n+---+").plain == "┌───┐\n│ - │\n└───┘"


def test_regions_have_colours():
    text = drawn("stars 1\nAAB\nABB\nCCC")
    assert text.plain == "stars 1\nAAB\nABB\nCCC"
    assert len({style for _, style in styled(text)}) == 3
    assert styled(drawn("too\nfew")) == set()


@pytest.mark.parametrize("text", ["**.\n.*.", "  o o\n . o .", "5x5, 1 star", "[[0,1],[2,3]]", "", "1. 3-0"])
def test_other_text_stays_as_it_is(text):
    assert drawn(text).plain == text


def test_a_terminal_shows_colours_and_a_pipe_does_not(on_terminal, spawn, monkeypatch):
    shown = on_terminal("read", BOARD)
    assert "┌───" in shown
    assert "\x1b[" in shown
    piped = spawn("read", BOARD).out
    assert piped.isascii()
    assert "\x1b[" not in piped
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in on_terminal("solve", "3x3")
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b[" not in on_terminal("solve", "3x3")


def test_an_error_on_a_terminal_is_the_same_line(on_terminal, spawn):
    shown = on_terminal("solve", "nofile.txt")
    assert "\x1b[1;31mautoplay: " in shown
    plain = spawn("solve", "nofile.txt").err
    assert plain == "autoplay: nofile.txt: no such file. Try: check its name\n"


def test_play_shows_its_answer_first_and_then_what_it_does(on_terminal, tmp_path):
    shown = on_terminal("play", "demo", "--variant", "0", "--output", tmp_path)
    first, *lines = shown.split(START_OF_LINE)
    assert "127.0.0.1" in first
    assert [line for line in lines if "┌" in line] == [line for line in lines if "└" in line] != []
    clicks = [line for line in lines if line.endswith("clicks")]
    assert clicks[-1] == "5 of 5 clicks"
    assert "learning what a click does" in lines
    assert f"file://{tmp_path}/after.png" in lines[-1]
    assert "solved: Congratulations!" in lines[-1]


def test_play_has_no_live_line_in_a_pipe_or_if_it_is_quiet(run, elsewhere, on_terminal, tmp_path):
    page = ("play", "demo", "--variant", "0", "--dry-run", "--output", tmp_path)
    assert "reading" not in elsewhere(run, *page).err
    assert START_OF_LINE not in on_terminal(*page, "--quiet")
