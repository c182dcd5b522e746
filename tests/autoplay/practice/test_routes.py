from __future__ import annotations

import http.client
from urllib.parse import urlencode, urlsplit

import pytest

from autoplay.practice import serve
from autoplay.practice.puzzles import pick, solution_cells


def request(site, method, path, form=None, headers=None):
    """Return (status, type, text) of the response to a request; ``form`` is a mapping or the body itself."""
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc)
    body = urlencode(form) if isinstance(form, dict) else form
    connection.request(method, path, body, headers or {})
    reply = connection.getresponse()
    text = reply.read().decode()
    connection.close()
    return reply.status, reply.getheader("Content-Type"), text


def answer(board, stars):
    letters = "".join("ny"[(r, c) in stars] for r in range(board.size) for c in range(board.size))
    return {"param": f"{board.id}@0", "b": letters, "robot": "1"}


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/?size=99", 400, "option size=&#39;99&#39;: give 0 to 17"),
        ("/?colour=1", 400, "unknown option"),
        ("/?size=12&skin=queens", 404, "at most 17"),
        ("/nowhere", 404, "there is no page /nowhere"),
        ("/static/nowhere.js", 404, "there is no file"),
        ("/static/../server.py", 404, "there is no file"),
        ("/?challenge=1", 403, 'id="challenge-form"'),
        ("/?blank=1", 200, "on holiday"),
        ("/options", 200, "<code>swallow</code>"),
    ],
)
def test_pages_without_a_board_say_why(site, path, status, words):
    got, _, text = request(site, "GET", path)
    assert got == status
    assert words in text
    assert "puzzleForm" not in text


@pytest.mark.parametrize(
    "name",
    [
        "site.css",
        "page.js",
        "game.js",
        "stage.js",
        "lamps.js",
        "lights-out.js",
        "cells.js",
        "mobile.css",
        "mobile.js",
        "queens.js",
        "canvas.js",
        "pegs.css",
        "pegs.js",
        "jumps.js",
        "motion.js",
    ],
)
def test_files_of_the_pages_are_served_with_their_type(site, name):
    status, kind, text = request(site, "GET", f"/static/{name}")
    assert status == 200
    assert kind.startswith("text/css" if name.endswith("css") else "text/javascript")
    assert len(text) > 300


def test_pages_ask_nothing_of_other_hosts(site):
    for path in (
        "/?topad=1&bottomad=1&consent=1",
        "/?skin=queens",
        "/options",
        "/static/page.js",
        "/static/site.css",
    ):
        _, _, text = request(site, "GET", path)
        assert "http:" not in text
        assert "https:" not in text


@pytest.mark.parametrize("size", [0, 5, 13])
def test_the_server_judges_the_stars_it_was_sent(site, size):
    board = pick(size, 0)
    (right,) = solution_cells(board.grid, board.stars, limit=2)
    wrong = right - {min(right)}
    assert 'p class="succ"' in request(site, "POST", f"/?size={size}", answer(board, right))[2]
    assert 'p class="err"' in request(site, "POST", f"/?size={size}", answer(board, wrong))[2]
    first, second = site.submissions
    assert (first.puzzle, first.answer, first.solved, first.robot) == (board.id, right, True, True)
    assert (second.answer, second.solved) == (wrong, False)
    assert second.fault
    assert second.seconds > 10**9  # the request says that the puzzle was shown in 1970


def test_a_slow_page_takes_the_time_it_was_told_to(site, monkeypatch):
    waits = []
    monkeypatch.setattr("autoplay.practice.routes.time.sleep", waits.append)
    board = pick(0, 0)
    request(site, "POST", "/?slow=700", answer(board, set()))
    assert waits == [0.7]
    assert len(site.submissions) == 1


def test_what_the_page_claims_counts_for_nothing(site):
    board = pick(0, 0)
    form = answer(board, set()) | {"fromSolved": "1", "stopClock": "1", "solved": "1"}
    assert "succ" not in request(site, "POST", "/", form)[2]
    assert not site.submissions[0].solved


@pytest.mark.parametrize(
    ("path", "form", "status"),
    [
        ("/", {"param": "nothing@0", "b": "n"}, 400),
        ("/", {"param": "practice-5x5-1@soon", "b": "n" * 25}, 400),
        ("/", {"param": f"{pick(0, 0).id}@0", "b": "yes"}, 400),
        ("/", {}, 400),
        ("/?size=x", {}, 400),
        ("/elsewhere", {}, 404),
        ("/hallsubmit.php", {}, 400),
        ("/", "b=" + "y" * 30_000, 413),
    ],
)
def test_a_form_that_makes_no_sense_is_refused_and_not_judged(site, path, form, status):
    assert request(site, "POST", path, form)[0] == status
    assert site.submissions == []
    assert site.hall == []


def test_the_hall_of_fame_keeps_what_is_entered(site):
    board = pick(0, 0)
    request(site, "POST", "/hallsubmit.php", {"param": f"{board.id}@0"})
    assert site.hall == [board.id]


def test_a_port_that_is_taken_is_an_error(site):
    port = urlsplit(site.url).port
    with pytest.raises(OSError, match="in use"):
        serve(port)


def test_a_closed_site_answers_no_more():
    with serve() as site:
        assert request(site, "GET", "/")[0] == 200
    with pytest.raises(ConnectionRefusedError):
        request(site, "GET", "/")
