"""Output on a terminal: boards with connected lines and colours; a pipe gets plain text."""

import re
import sys
import tomllib
from pathlib import Path
from threading import Event

import pytest

from autoplay import answers
from autoplay.cli.live_play import START_OF_LINE, LiveLine, LivePlay, PauseNotes, play_observer
from autoplay.cli.terminal import draw_boards
from tests.autoplay.cli.conftest import BOARD

TABLES = tomllib.loads(Path(__file__).with_name("terminal.toml").read_text("utf-8"))
FRAMED = TABLES["framed"]
CONNECTED = TABLES["connected"]


def styled(text):
    """Return the parts of a text that have a style, with their styles."""
    return {(text.plain[span.start : span.end], str(span.style)) for span in text.spans}


def test_lines_between_regions_are_connected():
    text = draw_boards(f"before\n{FRAMED}\n[[0,1]]")
    assert text.plain == f"before\n{CONNECTED}\n[[0,1]]"
    assert styled(text) >= {("*", "bold yellow"), ("x", "red"), ("o", "bold cyan"), ("###", "dim")}


def test_a_line_inside_a_cell_row_stays():
    assert draw_boards("+---+\n| - |\n+---+").plain == "┌───┐\n│ - │\n└───┘"


def test_regions_have_colours():
    text = draw_boards("stars 1\nAAB\nABB\nCCC")
    assert text.plain == "stars 1\nAAB\nABB\nCCC"
    assert len({style for _, style in styled(text)}) == 3
    assert styled(draw_boards("too\nfew")) == set()


@pytest.mark.parametrize(
    "text", ["**.\n.*.", "  o o\n . o .", "5x5, 1 star", "[[0,1],[2,3]]", "", "1. 3-0"]
)
def test_other_text_stays_as_it_is(text):
    assert draw_boards(text).plain == text


def test_a_terminal_shows_colours_and_a_pipe_does_not(on_terminal, run, monkeypatch):
    shown = on_terminal("read", BOARD)
    assert "┌───" in shown
    assert "\x1b[" in shown
    piped = run("read", BOARD).out
    assert piped.isascii()
    assert "\x1b[" not in piped
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in on_terminal("solve", "3x3")
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b[" not in on_terminal("solve", "3x3")


def test_an_error_on_a_terminal_is_the_same_line(on_terminal, run):
    assert "\x1b[1;31mautoplay: " in on_terminal("solve", "nofile.txt")
    assert (
        run("solve", "nofile.txt").err
        == "autoplay: nofile.txt: no such file. Try: check its name\n"
    )


def test_play_shows_its_answer_first_and_then_what_it_does(on_terminal, elsewhere, tmp_path):
    shown = elsewhere(on_terminal, "play", "demo", "--variant", "0", "--output", tmp_path)
    first, *lines = shown.split(START_OF_LINE)
    assert "127.0.0.1" in first
    assert [line for line in lines if "┌" in line] == [line for line in lines if "└" in line] != []
    clicks = [line for line in lines if line.endswith("clicks")]
    assert clicks[-1] == "5 of 5 clicks"
    assert "learning what a click does" in lines
    assert f"{tmp_path}/after.png" in lines[-1]
    assert "solved: Congratulations!" in lines[-1]


@pytest.mark.parametrize("is_quiet", [False, True])
def test_a_pause_is_noted_in_place_of_the_live_line(is_quiet, monkeypatch, capsys):
    monkeypatch.setattr("autoplay.cli.terminal.is_quiet", lambda: is_quiet)
    for observer in (PauseNotes(), LivePlay()):
        observer.show_page("http://puzzle.example/")
        observer.show_pause("no network; next try at 09:37:10")
    note = "" if is_quiet else "no network; next try at 09:37:10\n"
    live = f"{START_OF_LINE}opening the page{START_OF_LINE}"
    assert capsys.readouterr().err == f"{note}{live}{note}"


@pytest.mark.parametrize(
    ("hides", "quiet", "kind"),
    [("stdout", False, LiveLine), ("stderr", False, type(None)), ("", True, type(None))],
)
def test_play_shows_one_line_beside_a_pipe_and_nothing_in_a_log(hides, quiet, kind, monkeypatch):
    hidden = getattr(sys, hides, None)
    monkeypatch.setattr("autoplay.cli.live_play.can_draw", lambda stream: stream is not hidden)
    monkeypatch.setattr("autoplay.cli.live_play.is_quiet", lambda: quiet)
    assert type(play_observer(as_json=False, explain=False)) is kind


@pytest.fixture
def impatient(monkeypatch):
    """Show after a moment what a command is doing."""
    monkeypatch.setattr("autoplay.cli.progress.SILENCE_S", 0.05)


SLOW = ["make", "--size", "25", "--stars", "5", "--seed", "3", "--timeout", "1"]


@pytest.mark.usefixtures("impatient")
def test_a_long_search_says_so_before_and_shows_its_seed_and_the_time(on_terminal, run):
    shown = on_terminal(*SLOW, "--count", 2)
    warning = (
        "25x25 with 5 stars may take minutes, and is given up after 1 s (--timeout); with 6 stars "
        "it takes seconds"
    )
    assert shown.startswith(f"{warning}\r\n")
    assert re.search("trying seed 3 .*━.*0/2.*0:00:0", shown)
    assert "trying" not in on_terminal(*SLOW, "--quiet")
    assert run(*SLOW).err.splitlines()[:-1] == [warning]
    assert "minutes" not in run("make", "--size", "20", "--seed", 1).err


@pytest.mark.usefixtures("impatient")
def test_the_line_gives_way_to_results_and_goes_on(on_terminal, monkeypatch):
    def solve(source, request, real=answers.solve_puzzle):
        Event().wait(0.5)  # as a slow search
        return real(source, request)

    monkeypatch.setattr(answers, "solve_puzzle", solve)
    shown = on_terminal("solve", "2x2", "3x3")
    assert re.search(r"solving .*0/2.*\[\[.*solving .*1/2.*\[\[", shown, re.DOTALL)
