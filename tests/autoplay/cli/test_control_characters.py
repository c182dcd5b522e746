"""Control characters in words of pages and names of files: shown as escapes, never sent raw."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from autoplay.cli.play import ResultPrinter
from autoplay.cli.terminal import print_error, print_note, print_styled
from autoplay.errors import PageBlocked
from autoplay.history import History
from autoplay.output import as_json, escape_controls, print_line, print_warning
from autoplay.player.play_result import Pictures
from tests.autoplay.outcomes import outcome

WORDS = "a\x1b[2Jb\rc\u202ed\x9be"
SHOWN = r"a\x1b[2Jb\x0dc\u202ed\x9be"
REQUEST = SimpleNamespace(url="http://localhost/")


def is_clean(text):
    """Return True if a text has no control character besides line feeds."""
    return escape_controls(text) == text


@pytest.fixture
def result(tmp_path):
    """Return the result of a play whose page and button have hostile words."""
    made = outcome(0, Pictures(tmp_path))
    verdict = replace(made.verdict, message=WORDS)
    return replace(made, verdict=verdict, started=(WORDS,), url=f"http://localhost/{WORDS}")


@pytest.mark.parametrize(("text", "shown"), [
    ("two\nlines", "two\nlines"),
    ("a\tb", "a       b"),
    ("\x00\x07\x08\r\x1b", r"\x00\x07\x08\x0d\x1b"),
    ("\x7f\x80\x9f\xa0é★", "\\x7f\\x80\\x9f\xa0é★"),
    ("\u061c\u200e\u200f\u202a\u202e\u2066\u2069", r"\u061c\u200e\u200f\u202a\u202e\u2066\u2069"),
    ("caf\udce9 \ud800", r"caf\xe9 \ud800"),
])  # fmt: skip
def test_every_control_character_is_escaped(text, shown):
    assert escape_controls(text) == shown
    assert escape_controls(shown) == shown


def test_json_holds_no_raw_control_character_and_the_same_text():
    text = as_json({"message": WORDS})
    assert is_clean(text)
    assert json.loads(text) == {"message": WORDS}


@pytest.mark.parametrize(("text", "shown"), [
    ("see http://user:se@cret@host/a@b, and ftp://me:x@[::1]/", "see http://host/a@b, and ftp://[::1]/"),
    ("https://puzzle.example/?at=12:30@noon", "https://puzzle.example/?at=12:30@noon"),
    ("http://localhost:8080/@me", "http://localhost:8080/@me"),
])  # fmt: skip
def test_passwords_in_addresses_are_not_printed(capsys, text, shown):
    print_line(text)
    print_note(text)
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == (f"{shown}\n", f"{shown}\n")
    assert json.loads(as_json({"url": text})) == {"url": shown}


def test_lines_notes_and_errors_are_escaped(capsys):
    print_line(WORDS)
    print_styled(WORDS, "bold", WORDS)
    assert capsys.readouterr().out == f"{SHOWN}\n{SHOWN}{SHOWN}\n"
    print_note(WORDS)
    print_warning(WORDS, WORDS)
    print_error(PageBlocked(WORDS, hint=WORDS, picture=WORDS), WORDS)
    assert capsys.readouterr().err.splitlines() == [
        SHOWN,
        f"autoplay: {SHOWN}. Try: {SHOWN}",
        f"autoplay: {SHOWN} (picture: {SHOWN}). Try: {SHOWN}",
    ]


@pytest.mark.skipif("sys.platform == 'win32'", reason="names of files can't hold such characters")
def test_a_refused_picture_with_such_a_name_is_named_by_escapes(run, save):
    path = save(b"\x89PNG\r\n\x1a\n", f"{WORDS}.png")
    done = run("read", path)
    assert done.status
    assert f"{SHOWN}.png" in done.complaint
    assert is_clean(done.err)


@pytest.mark.parametrize("as_json", [False, True])
def test_the_words_of_a_page_are_escaped_in_its_result(result, as_json, capsys):
    printer = ResultPrinter(as_json, explain=False, keep=False)
    printer.are_many = True
    printer.print(REQUEST, result)
    printer.print(REQUEST, PageBlocked(WORDS))
    shown = capsys.readouterr()
    assert is_clean(shown.out + shown.err)
    if as_json:
        assert json.loads(shown.out.splitlines()[0])["message"] == WORDS
    else:
        assert f"pressed  {SHOWN}" in shown.out
        assert f"solved: {SHOWN} (" in shown.out
        assert f"autoplay: {SHOWN}" in shown.err


def test_the_history_is_escaped_in_a_pipe_and_on_a_terminal(run, on_terminal, result, tmp_path):
    with History().entry(result.url, tmp_path) as entry:
        entry.finish("practice", result)
    done = run("history")
    assert SHOWN in done.out
    assert is_clean(done.out)
    shown = on_terminal("history")
    assert r"localhost/a\x1b[2Jb\x0dc" in shown
    assert "\x1b[2J" not in shown


def test_wrong_words_of_the_command_line_are_escaped(run):
    for words in ([WORDS], ["solve", "x", f"--{WORDS}"], ["read", "x", "--crop", WORDS]):
        done = run(*words)
        assert done.status
        assert is_clean(done.complaint)


def test_a_traceback_is_escaped(run, monkeypatch):
    def fail():
        raise ZeroDivisionError(WORDS)

    monkeypatch.setattr("autoplay.cli.doctor.doctor.callback", lambda **_: fail())
    done = run("doctor", "--debug")
    assert f"ZeroDivisionError: {SHOWN}" in done.err
    assert is_clean(done.err)
