"""Pages, files and replies of the practice site, by requests without a browser."""

import json
import tomllib
from datetime import timedelta
from itertools import product
from pathlib import Path

import pytest

from autoplay.practice.lights_out import find_lamps
from autoplay.practice.peg_solitaire import find_pegs
from autoplay.practice.puzzles import pick, solution_cells
from autoplay.practice.star_battle import special_days, special_seed, today
from solvers import lights_out, peg_solitaire
from tests.autoplay.practice.conftest import AJAX, request

TABLES = tomllib.loads(Path(__file__).with_name("routes.toml").read_text("utf-8"))

STARS = pick(0, 0)
LAMPS = find_lamps("5x5_plus_0_2_off_0_0_1")
COLOURS = find_lamps("3x7_random_0_3_on_0_0_1")
PEGS = find_pegs("english_usual_any_9_0_0_1")
FULL = find_pegs("triangle5_usual_any_0_1_0_1")
FILES = "site.css mobile.css pegs.css page.js game.js stage.js lamps.js lights-out.js cells.js"
FILES += " mobile.js queens.js canvas.js pegs.js jumps.js motion.js faults.js mouse.js"


def form(board, answer, robot="1"):
    return {"param": f"{board.id}@0", "b": answer, "robot": robot}


def answer_to(board):
    """Return the path of a board's page, and its right answer as text and as it is kept."""
    if board is STARS:
        (stars,) = solution_cells(board.grid, board.stars, limit=2)
        cells = product(range(board.size), repeat=2)
        return "/", "".join("ny"[cell in stars] for cell in cells), stars
    if board in (LAMPS, COLOURS):
        presses = lights_out.solve(board.puzzle).presses
        numbers = [str(row * board.puzzle.cols + col) for row, col in presses]
        return "/lights-out", " ".join(numbers), presses
    taken = ((0,),) if board.choose else ()
    jumps = (*taken, *peg_solitaire.solve(board.puzzle).jumps)
    return "/pegs", " ".join("-".join(map(str, step)) for step in jumps), jumps


@pytest.mark.parametrize(("path", "status", "words"), TABLES["without_a_board"])
def test_pages_without_a_board_say_why(site, path, status, words):
    got, _, text = request(site, "GET", path)
    assert (got, words in text, "puzzleForm" in text) == (status, True, False)


def test_pages_and_files_are_served_with_their_type_and_ask_nothing_of_others(site):
    for path in ("/?topad=1&consent=1", "/?skin=queens", "/lights-out?size=4&rule=random&none=1"):
        status, kind, text = request(site, "GET", path)
        assert (status, kind) == (200, "text/html; charset=utf-8")
        assert ("http" in text, "puzzleForm" in text) == (False, True)
    for name in FILES.split():
        status, kind, text = request(site, "GET", f"/static/{name}")
        assert (status, "https:" in text, len(text) > 200) == (200, False, True)
        assert kind.startswith("text/css" if name.endswith("css") else "text/javascript")


@pytest.mark.parametrize("board", [STARS, LAMPS, COLOURS, PEGS, FULL], ids=lambda board: board.id)
def test_the_server_judges_the_answer_it_was_sent(site, board):
    path, right, answer = answer_to(board)
    wrong = right.replace("y", "n", 1) if board is STARS else right.rpartition(" ")[0]
    text = request(site, "POST", f"{path}?submit=post", form(board, right))[2]
    assert 'p class="succ"' in text
    claims = {"fromSolved": "1", "stopClock": "1", "solved": "1"}  # count for nothing
    _, kind, text = request(site, "POST", path, form(board, wrong, robot="0") | claims, AJAX)
    assert (kind, json.loads(text)["solved"]) == ("application/json", False)
    first, second = site.submissions
    assert (first.puzzle, first.answer, first.solved) == (board.id, answer, True)
    assert (first.robot, second.robot, second.solved, second.reply) == (True, False, False, "wrong")
    assert second.fault
    assert second.seconds > 10**9  # the form says that the puzzle was shown in 1970


@pytest.mark.parametrize("board", [STARS, LAMPS, PEGS], ids=lambda board: board.id)
def test_the_reply_may_fail_be_false_late_or_missing(site, board, monkeypatch):
    waits = []
    monkeypatch.setattr("autoplay.practice.server.time.sleep", waits.append)
    path, right, _ = answer_to(board)
    assert request(site, "POST", f"{path}?fail=1&slow=700", form(board, right))[0] == 500
    assert request(site, "POST", f"{path}?fail=1", form(board, right))[0] == 200
    denied = request(site, "POST", f"{path}?deny=1", form(board, right), AJAX)[2]
    assert 'p class=\\"err\\"' in denied
    replies = [(sent.reply, sent.solved) for sent in site.submissions]
    assert replies == [("error", True), ("right", True), ("wrong", True)]
    assert waits == [0.7, 0, 0]
    request(site, "GET", f"{path}?cut=1")
    with pytest.raises(ConnectionError):
        request(site, "GET", f"{path}?cut=1")


@pytest.mark.parametrize(("path", "sent", "status"), [
    *TABLES["refused_forms"], ("/", "b=" + "y" * 30_000, 413),
])  # fmt: skip
def test_a_form_that_makes_no_sense_is_refused_and_not_judged(site, path, sent, status):
    assert request(site, "POST", path, sent)[0] == status
    assert (site.submissions, site.hall) == ([], [])


def test_a_new_puzzle_is_that_of_the_next_seed_and_the_hall_keeps_names(site):
    for path, board, following in (
        ("/?size=0&seed=4", STARS, "practice-5x5-5@"),
        ("/lights-out?seed=4", LAMPS, "5x5_plus_0_2_off_0_0_5@"),
        ("/pegs?seed=4&pegs=5", PEGS, "triangle5_usual_any_5_0_0_5@"),
    ):
        assert following in request(site, "POST", path, form(board, "") | {"new": "1"})[2]
        request(site, "POST", "/hallsubmit.php", form(board, ""))
    assert site.hall == [STARS.id, LAMPS.id, PEGS.id]


@pytest.mark.parametrize(("size", "least"), [(5, 0), (9, 31), (10, 5), (11, 2)])
def test_specials_of_the_last_days_are_offered(site, size, least):
    days = special_days(size)
    assert least <= len(days) <= least + 1
    assert len({special_seed(size, str(day)) for day in days}) == len(days)
    if days:
        assert days[0] == today()
        board = f"{pick(size, special_seed(size, '')).id}@"
        assert board in request(site, "GET", f"/?size={size}&date={today()}")[2]
        assert board in request(site, "GET", f"/?size={size}")[2]
        old = today() - timedelta(days=31)
        assert board not in request(site, "GET", f"/?size={size}&date={old}")[2]
