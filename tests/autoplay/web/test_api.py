"""The web API: it answers like the command line, within limits, and only to this machine."""

from __future__ import annotations

import http.client
import json
from contextlib import closing
from time import monotonic
from urllib.parse import urlsplit

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from autoplay.cli import main
from autoplay.web import app
from autoplay.web.guard import is_own
from autoplay.web.limits import Limits
from autoplay.web.schema import Limited, Reading, Refusal, Solution
from autoplay.web.server import PortTaken, WebServer
from tests.autoplay.web.conftest import PICTURES, ask

pytestmark = pytest.mark.xdist_group("web")

GRID = ["AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA"]
STAR_BATTLE = PICTURES["star-battle"].read_bytes()
TIMES = {"seconds"}


def printed(*arguments, stdin=b""):
    """Return the JSON object that a verb prints, without times."""
    row = json.loads(CliRunner().invoke(main, [*arguments, "--json"], input=stdin).stdout)
    return timeless(row)


def timeless(row):
    return {key: value for key, value in row.items() if key not in TIMES}


@pytest.mark.parametrize("puzzle", PICTURES)
def test_a_reading_is_that_of_the_command_line(post, puzzle):
    picture = PICTURES[puzzle].read_bytes()
    reply = post("/api/read?solve=1", picture)
    assert reply.status == 200
    msgspec.convert(reply.json, Reading)
    assert timeless(reply.json) == printed("read", "-", "--solve", stdin=picture)


@pytest.mark.parametrize(
    ("question", "arguments"),
    [
        (
            {"grid": GRID, "stars": 1, "to": "puzz.link"},
            ["solve", "stars 1\n" + "\n".join(GRID), "--to", "puzz.link"],
        ),
        (
            {"grid": GRID, "stars": 1, "explain": True},
            ["explain", "stars 1\n" + "\n".join(GRID)],
        ),
        ({"text": "AABB\nAABB\nCCDD\nCCDD", "stars": 1}, ["solve", "AABB\nAABB\nCCDD\nCCDD", "--stars", "1"]),
        ({"text": "5x5"}, ["solve", "5x5"]),
        ({"text": "*.\n..", "puzzle": "lights-out"}, ["solve", "*.\n..", "--puzzle", "lights-out"]),
        (
            {"text": "*.\n..", "target": "on", "rule": "knight", "wrap": True, "states": 3},
            ["solve", "*.\n..", "--target", "on", "--rule", "knight", "--wrap", "--states", "3"],
        ),
        ({"text": "triangle4", "fewest": True}, ["solve", "triangle4", "--fewest"]),
        ({"text": "triangle5", "hole": 4, "end": 12}, ["solve", "triangle5", "--hole", "4", "--end", "12"]),
        ({"text": "o o .", "lattice": "square"}, ["solve", "o o .", "--lattice", "square"]),
    ],
    ids=["in a form", "explained", "several", "lamps", "named", "lamps' terms", "pegs", "pegs' terms", "lattice"],
)
def test_a_solution_is_that_of_the_command_line(post, question, arguments):
    reply = post("/api/solve", question)
    assert reply.status == 200
    msgspec.convert(reply.json, Solution)
    assert timeless(reply.json) == printed(*arguments)


def test_a_row_keeps_its_id_and_gives_its_own_options(post):
    reply = post("/api/solve", {"id": "a", "grid": ["**", "**"], "puzzle": "lights-out", "target": ["..", ".."]})
    assert reply.json["id"] == "a"
    assert reply.json["presses"] == [[0, 0], [0, 1], [1, 0], [1, 1]]


def test_every_board_with_the_positions_of_its_lines(post):
    image = cv2.imread(str(PICTURES["star-battle"]))
    encoded = cv2.imencode(".png", np.vstack([image, image]))[1].tobytes()
    boards = post("/api/read?all=true&lines=true", encoded).json
    assert [(board["board"], board["grid"]) for board in boards] == [(1, GRID), (2, GRID)]
    for board in boards:
        msgspec.convert(board, Reading)
        assert len(board["xs"]) == len(board["ys"]) == 6
        assert board["warp"] is None
    refused = post("/api/read", encoded)
    assert (refused.status, refused.json["error"]) == (422, "ambiguous")


def test_the_steps_go_on_from_the_marks_on_a_picture(post):
    reply = post("/api/read?explain=1", STAR_BATTLE).json
    msgspec.convert(reply, Reading)
    assert {tuple(cell) for step in reply["steps"] for cell in step["stars"]} == set(map(tuple, reply["cells"]))


def test_a_cell_that_a_person_vouches_for(post):
    assert post("/api/read?fix=0,3=B&fix=1,4=B", STAR_BATTLE).json["grid"][0] == "AAABB"


@pytest.mark.parametrize(
    ("path", "body", "status", "code", "words"),
    [
        ("/api/read?sise=5", STAR_BATTLE, 400, "bad-request", "'sise' is not a parameter"),
        ("/api/read?size=x", STAR_BATTLE, 400, "bad-request", "--size"),
        ("/api/read?all=perhaps", STAR_BATTLE, 400, "bad-request", "neither true nor false"),
        ("/api/read?overlay=x.png", STAR_BATTLE, 400, "bad-request", "'overlay' is not a parameter"),
        ("/api/read?lit=dark&stars=1", STAR_BATTLE, 400, "bad-request", "only for"),
        ("/api/read?fix=0,0=A&all=1", STAR_BATTLE, 400, "bad-request", "one board"),
        ("/api/read", b"", 415, "bad-image", "empty"),
        ("/api/read", b"a text", 415, "bad-image", "text"),
        ("/api/read", STAR_BATTLE[:-2000], 415, "bad-image", ""),
        ("/api/read?crop=0,0,300,300", STAR_BATTLE, 422, "no-board", "no grid"),
        ("/api/read?fix=0,0=Z", STAR_BATTLE, 422, "bad-fix", "no region Z"),
        ("/api/read?output=x.csv", STAR_BATTLE, 400, "bad-request", "'output' is not a parameter"),
        ("/api/solve", b"{", 400, "bad-request", "not a valid request"),
        ("/api/solve", b"\xff", 400, "bad-request", "not a valid request"),
        ("/api/solve", {"grids": []}, 400, "bad-request", "unknown field `grids`"),
        ("/api/solve", {}, 400, "bad-request", "either a text or a grid"),
        ("/api/solve", {"text": "AB\nAB", "puzzle": "chess"}, 400, "bad-request", "chess"),
        ("/api/solve", {"text": "AB\nAB", "to": "pdf"}, 400, "bad-request", "to is 'pdf'"),
        ("/api/solve", {"text": "5x5", "target": "/etc/passwd"}, 400, "bad-request", "target is '/etc/passwd'"),
        ("/api/solve", {"text": "2x2", "matrix": ["1000"] * 4}, 400, "bad-request", "matrix can only be a list"),
        ("/api/solve", {"text": "triangle4", "end": [1, 2]}, 400, "bad-request", "end can only be a list"),
        ("/api/solve", {"text": "5x5", "rule": "king"}, 400, "bad-request", "--rule"),
        ("/api/solve", {"text": "5x5", "stars": 1, "wrap": True}, 400, "bad-request", "only for"),
        ("/api/solve", {"grid": ["o o ."], "hole": 1}, 422, "bad-notation", "named board"),
        ("/api/solve", {"text": "/etc/passwd"}, 422, "bad-notation", ""),
        ("/api/solve", {"text": ""}, 422, "bad-notation", "contains no puzzles"),
        ("/api/solve", {"grid": []}, 422, "bad-notation", ""),
        ("/", {}, 405, "method-not-allowed", ""),
        ("/api/nothing", {}, 404, "not-found", ""),
    ],
)
def test_a_refused_request_gets_a_reason_and_a_hint(post, path, body, status, code, words):
    reply = post(path, body)
    refusal = msgspec.convert(reply.json, Refusal)
    assert (reply.status, refusal.error) == (status, code)
    assert words in refusal.message
    assert refusal.hint


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Host": "evil.example"}, 403),
        ({"Host": "evil.example:80", "Origin": "http://evil.example:80"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
def test_pages_of_elsewhere_are_refused(post, headers, status):
    reply = post("/api/solve", {"text": "5x5"}, **headers)
    assert reply.status == status
    assert "access-control-allow-origin" not in reply.headers


def test_the_page_itself_is_not_served_under_another_name(server):
    assert ask(server, "GET", "/", headers={"Host": "evil.example"}).status == 403


@pytest.mark.parametrize(
    ("host", "served", "own"),
    [
        ("localhost:8766", "127.0.0.1", True),
        ("127.0.0.1", "127.0.0.1", True),
        ("[::1]:8766", "127.0.0.1", True),
        ("puzzles.lan:1", "puzzles.lan", True),
        ("192.168.0.7:8766", "0.0.0.0", True),
        ("192.168.0.7:8766", "::", True),
        ("192.168.0.7:8766", "127.0.0.1", False),
        ("evil.example", "0.0.0.0", False),
        ("localhost.evil.example", "127.0.0.1", False),
        ("[::1", "127.0.0.1", False),
        ("", "127.0.0.1", False),
    ],
)
def test_names_of_this_machine(host, served, own):
    assert is_own(host, served) is own


def test_each_answer_forbids_content_from_elsewhere(server, post):
    for reply in (ask(server, "GET", "/"), post("/api/solve", {"text": "5x5"}), post("/nowhere", {})):
        policy = reply.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["cache-control"] == "no-store"


def test_only_files_of_the_page_are_served(server):
    for path in ("/../app.py", "/app.py", "/static/page.js", "/..%2fapp.py", "/%2e%2e/app.py", "/..%5capp.py"):
        assert ask(server, "GET", path).status == 404


def test_requested_names_are_not_paths_on_any_system(server, monkeypatch):
    """On Windows a name may contain backslashes or a drive, which would lead to other folders."""
    ask(server, "GET", "/page.js")
    monkeypatch.setattr(app, "files", lambda _: pytest.fail("looked for a file"))
    for path in ("/..%5cx.html", "/C:%5cx.html", "/C:x.html"):
        assert ask(server, "GET", path).status == 404
    assert ask(server, "GET", "/page.js").status == 200


@pytest.fixture(scope="module")
def strict():
    """Yield a server with low limits."""
    with WebServer("127.0.0.1", 0, Limits(100_000, 1_500_000, timeout_s=0.0001, at_once=1)) as server:
        yield server


@pytest.mark.parametrize("body", [bytes(200_000), [bytes(60_000)] * 2], ids=["announced", "in parts"])
def test_too_many_bytes_are_refused(strict, body):
    reply = ask(strict, "POST", "/api/read", body if isinstance(body, bytes) else iter(body))
    assert (reply.status, reply.json["error"]) == (413, "too-large")


def test_the_hint_for_too_long_a_text_is_not_about_pictures(strict):
    reply = ask(strict, "POST", "/api/solve", bytes(3 << 20))
    assert (reply.status, reply.json["try"]) == (413, "one puzzle, as text or as a row")


def test_pictures_that_are_still_arriving_take_places():
    with WebServer("127.0.0.1", 0, Limits(at_once=1, waiting=0)) as server:
        with closing(http.client.HTTPConnection(urlsplit(server.url).netloc)) as slow:
            slow.putrequest("POST", "/api/read")
            slow.putheader("Content-Length", str(len(STAR_BATTLE)))
            slow.endheaders(STAR_BATTLE[:100])
            assert until(server, 503).json["error"] == "busy"
        assert until(server, 200).json["rows"] == 5  # a client that has disconnected frees its place


def until(server, status):
    """Repeat the request for a small puzzle until it gets this status, and return the response."""
    end = monotonic() + 60
    while (reply := ask(server, "POST", "/api/solve", '{"text": "5x5"}')).status != status:
        assert monotonic() < end
    return reply


def test_a_picture_that_does_not_arrive_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(app, "BODY_S", 0.01)
    with (
        WebServer("127.0.0.1", 0, Limits(at_once=1)) as server,
        closing(http.client.HTTPConnection(urlsplit(server.url).netloc)) as slow,
    ):
        slow.putrequest("POST", "/api/read")
        slow.putheader("Content-Length", "100")
        slow.endheaders()
        reply = slow.getresponse()
        assert (reply.status, json.loads(reply.read())["error"]) == (504, "took-too-long")


def test_an_internal_error_is_reported_like_any_other(monkeypatch):
    monkeypatch.setattr(app, "solve_task", lambda *_: 1 / 0)
    with WebServer("127.0.0.1", 0, Limits(at_once=1)) as server:
        reply = ask(server, "POST", "/api/solve", "{}")
    assert (reply.status, reply.json["error"]) == (500, "defect")
    assert reply.headers["x-content-type-options"] == "nosniff"


def test_too_many_pixels_are_refused(strict):
    wide = cv2.imencode(".png", np.zeros((1000, 2000, 3), np.uint8))[1].tobytes()
    reply = ask(strict, "POST", "/api/read", wide)
    assert (reply.status, reply.json["message"]) == (413, "the picture has 2000x1000 pixels, over 1.5 megapixels")


def test_a_puzzle_that_takes_too_long_is_an_error(strict):
    reply = ask(strict, "POST", "/api/solve", json.dumps({"text": "english"}))
    assert (reply.status, reply.json["error"]) == (504, "solve-timeout")


def test_a_slow_solve_holds_up_nobody_and_ends_with_who_asked():
    slow, start = json.dumps({"text": "english", "fewest": True}), monotonic()
    with WebServer("127.0.0.1", 0, Limits(timeout_s=600, at_once=1)) as server:
        with closing(http.client.HTTPConnection(urlsplit(server.url).netloc)) as gone:
            gone.request("POST", "/api/solve", slow)
            assert ask(server, "GET", "/").status == 200
        assert ask(server, "POST", "/api/solve", json.dumps({"text": "5x5"})).status == 200
    assert monotonic() - start < 300


def test_pictures_are_saved_if_requested(tmp_path):
    with WebServer("127.0.0.1", 0, Limits(at_once=1), tmp_path) as server:
        assert ask(server, "GET", "/api/limits").json["kept"]
        replies = [ask(server, "POST", "/api/read", body) for body in (STAR_BATTLE, b"no picture")]
    answer, picture = sorted(tmp_path.iterdir())
    assert (answer.suffix, picture.suffix) == (".json", ".png")
    assert picture.read_bytes() == STAR_BATTLE
    assert answer.read_bytes() == replies[0].body


def test_a_picture_that_cannot_be_saved_is_answered_nevertheless(tmp_path, capfd):
    (tmp_path / "file").touch()
    with WebServer("127.0.0.1", 0, Limits(at_once=1), tmp_path / "file") as server:
        assert ask(server, "POST", "/api/read", STAR_BATTLE).json["grid"] == GRID
    assert "a picture was not saved" in capfd.readouterr().err


@pytest.mark.parametrize("host", ["0.0.0.0", "0", "::"])
def test_every_loopback_address_is_local(host):
    with ready(host) as server:
        shown = [server.url, *filter(None, [server.far_url])]
        named = {"Authorization": f"Bearer {server.token}"}
        for url in (f"http://127.0.0.1:{urlsplit(server.url).port}/", *shown):
            with closing(http.client.HTTPConnection(urlsplit(url).netloc)) as connection:
                connection.request("GET", "/", headers=named)
                assert connection.getresponse().status == 200


def ready(host):
    try:
        return WebServer(host, 0, Limits(at_once=1))
    except PortTaken:
        pytest.skip(f"this machine has no {host}")


def test_the_document_describes_every_question(server, post):
    document = ask(server, "GET", "/openapi.json").json
    assert document["openapi"] == "3.1.0"
    schemas = document["components"]["schemas"]
    for reference in references(document):
        assert reference.removeprefix("#/components/schemas/") in schemas
    for parameter in document["paths"]["/api/read"]["post"]["parameters"]:
        assert parameter["description"]
        assert "is not a parameter" not in post(f"/api/read?{parameter['name']}=1", b"").json["message"]
    assert set(document["paths"]["/api/solve"]["post"]["responses"]) >= {
        "200",
        "400",
        "403",
        "413",
        "422",
        "503",
        "504",
    }
    msgspec.convert(ask(server, "GET", "/api/limits").json, Limited)


def references(node):
    """Return every ``$ref`` of a document."""
    if isinstance(node, dict):
        found = [node["$ref"]] if "$ref" in node else []
        return found + [one for value in node.values() for one in references(value)]
    return [one for value in node for one in references(value)] if isinstance(node, list) else []


@pytest.mark.parametrize(
    ("text", "grid"),
    [("stars 1\nAAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA", GRID), ("*.\n..", ["*.", ".."]), ("oo.", ["oo."])],
    ids=["star-battle", "lights-out", "pegs"],
)
def test_a_text_is_answered_with_its_board(post, text, grid):
    question = {"text": text, "board": True} | ({"lattice": "square"} if "o" in text else {})
    reply = post("/api/solve", question)
    msgspec.convert(reply.json, Solution)
    assert reply.json["grid"] == grid


@pytest.mark.parametrize(
    ("to", "media_type", "start"),
    [("svg", "image/svg+xml", b"<svg"), ("png", "image/png", b"\x89PNG"), ("pdf", "application/pdf", b"%PDF")],
)
def test_a_puzzle_is_drawn_for_print(post, to, media_type, start):
    reply = post(f"/api/sheet?to={to}", {"grid": GRID, "stars": 1})
    assert (reply.status, reply.headers["content-type"].split(";")[0]) == (200, media_type)
    assert reply.body.startswith(start)
    with_solution = post(f"/api/sheet?to={to}&solution=1", {"grid": GRID, "stars": 1})
    assert with_solution.body != reply.body


@pytest.mark.parametrize("query", ["to=gif", "solution=perhaps", "size=5"])
def test_a_drawing_of_another_kind_is_refused(post, query):
    reply = post(f"/api/sheet?{query}", {"grid": GRID, "stars": 1})
    assert (reply.status, reply.json["error"]) == (400, "bad-request")
