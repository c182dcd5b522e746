"""The web API: it answers like the command line, within limits, and only to this machine."""

import json
import shutil
import subprocess
import tomllib
from functools import partial
from pathlib import Path
from time import monotonic

import cv2
import jsonschema
import numpy as np
import pytest

from autoplay.extras.web import server as servers
from autoplay.extras.web import tasks
from autoplay.extras.web.limits import Limits
from autoplay.extras.web.parameters import PUZZLE_KEYS
from autoplay.extras.web.server import WebServer
from autoplay.extras.web.tasks import read_board, run_task
from autoplay.games import ReadRequest
from autoplay.output import warn_once
from tests.autoplay.extras.web.conftest import PICTURES, ROOT, ask, connect
from tests.autoplay.sources.test_pdf import blank
from vision import load_image

TABLES = tomllib.loads(Path(__file__).with_name("api.toml").read_text("utf-8"))

pytestmark = [pytest.mark.xdist_group("web"), pytest.mark.usefixtures("process")]

BLACK = cv2.imencode(".png", np.zeros((1000, 2000, 3), np.uint8))[1].tobytes()
GRID = ["AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA"]
STAR_BATTLE = PICTURES["star-battle"].read_bytes()
PUZZLE = "stars 1\n" + "\n".join(GRID)
SCHEMAS = "#/components/schemas/"


@pytest.fixture(scope="session")
def document(server):
    """Return the published document.

    Its objects are closed, so that unknown fields are found, but those that a game adds to.
    """
    document = ask(server, "GET", "/openapi.json").json
    for name, schema in document["components"]["schemas"].items():
        schema["additionalProperties"] = name in ("BoardReading", "BoardSolution")
    return document


@pytest.fixture
def validate(document):
    """Check an object against its schema in the published document."""

    def validate(row, kind):
        schema = {**document, "$ref": SCHEMAS + kind}
        jsonschema.validate(row, schema, jsonschema.Draft202012Validator)

    return validate


def print_row(run, *arguments, stdin=b""):
    """Return the JSON object that a command prints, without its time."""
    (row,) = run(*arguments, "--json", stdin=stdin).rows
    return drop_time(row)


def drop_time(row):
    return {key: value for key, value in row.items() if key != "seconds"}


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)
def test_reading_is_that_of_the_command_line(run, post, validate, picture):
    reply = post("/api/read?solve=1", picture.read_bytes())
    assert reply.status == 200
    validate(reply.json, "BoardReading")
    printed = print_row(run, "read", "-", "--solve", stdin=picture.read_bytes())
    assert drop_time(reply.json) == printed


@pytest.mark.parametrize(("text", "options", "arguments"), [
    (PUZZLE, {"to": "puzz.link"}, "--to puzz.link"),
    ("AABB\nAABB\nCCDD\nCCDD", {"stars": 1}, "--stars 1"),
    ("5x5", {}, ""),
    ("*.\n..", {"target": "on", "wrap": True, "states": 3}, "--target on --wrap --states 3"),
    ("triangle4", {"fewest": True}, "--fewest"),
    ("triangle5", {"hole": 4, "end": 12}, "--hole 4 --end 12"),
    ("o o .", {"lattice": "square"}, "--lattice square"),
])  # fmt: skip
def test_solution_is_that_of_the_command_line(run, post, validate, text, options, arguments):
    reply = post("/api/solve", {"text": text, **options})
    assert reply.status == 200
    validate(reply.json, "BoardSolution")
    assert drop_time(reply.json) == print_row(run, "solve", text, *arguments.split())


@pytest.mark.parametrize("text", [PUZZLE, "*.*\n...\n..*", "triangle5"])
def test_explanation_is_that_of_the_command_line(run, post, validate, text):
    reply = post("/api/solve", {"text": text, "explain": True})
    validate(reply.json, "BoardSolution")
    assert all(step["reason"] for step in reply.json["steps"])
    assert drop_time(reply.json) == print_row(run, "explain", text)


@pytest.mark.parametrize("text", [
    PUZZLE,
    "*.\n..",
    "5x5",
    "rule knight\nwrap\n*...\n....\n....\n....",
    '{"grid": ["*.", ".*"], "matrix": ["1100", "1110", "0111", "0011"], "target": [".*", ".."]}',
    "triangle4",
    '{"grid": ["ooo."], "end": [0, 1]}',
])  # fmt: skip
def test_row_is_solved_like_its_text_and_keeps_its_id(post, validate, text):
    reply = post("/api/solve", {"text": text, "board": True}).json
    validate(reply, "BoardSolution")
    row = {key: reply[key] for key in ("puzzle", "grid", *PUZZLE_KEYS) if key in reply}
    again = post("/api/solve", {"id": "a", "board": True, **row}).json
    assert drop_time(again) == {"id": "a", **drop_time(reply)}


def test_all_boards_with_the_positions_of_their_lines(post, validate):
    image = cv2.imread(str(PICTURES["star-battle"]))
    twice = cv2.imencode(".png", np.vstack([image, image]))[1].tobytes()
    boards = post("/api/read?all=true&lines=true", twice).json
    assert [(board["board"], board["grid"]) for board in boards] == [(1, GRID), (2, GRID)]
    for board in boards:
        validate(board, "BoardReading")
        assert len(board["xs"]) == len(board["ys"]) == 6
        assert board["warp"] is None
    refused = post("/api/read", twice)
    assert (refused.status, refused.json["error"]) == (422, "ambiguous")
    validate(refused.json, "Refusal")


def test_corrected_picture_is_explained(post, validate):
    reply = post("/api/read?explain=1&fix=1,4=B", STAR_BATTLE).json
    validate(reply, "BoardReading")
    assert reply["grid"][1] == "CDAAB"
    steps = [tuple(cell) for step in reply["steps"] for cell in step["stars"]]
    assert set(steps) == {tuple(cell) for cell in reply["cells"]}


BYTES = [
    ("/api/solve", b'{"text": "\xff\xfe"}', 400, "bad-request", "not a valid request"),
    ("/api/sheet", b'{"text": "\xff\xfe"}', 400, "bad-request", "not a valid request"),
    ("/api/solve", b'{"a":' * 9999, 400, "bad-request", "not a valid request"),
]


@pytest.mark.parametrize(("path", "body", "status", "code", "words"), [*TABLES["refused"], *BYTES])
def test_refused_request_gets_a_reason_and_a_hint(post, validate, path, body, status, code, words):
    reply = post(path, STAR_BATTLE if body == "picture" else body)
    validate(reply.json, "Refusal")
    assert (reply.status, reply.json["error"]) == (status, code)
    assert words in reply.json["message"]
    assert reply.json["try"]


def test_drawing_has_the_solution_if_it_is_wanted(post):
    puzzle = {"grid": GRID, "stars": 1}
    plain = post("/api/sheet", puzzle)
    assert plain.headers["content-type"].startswith("image/svg+xml")
    assert plain.body.startswith(b"<svg")
    assert len(post("/api/sheet?to=svg&solution=1", puzzle).body) > len(plain.body)


def test_picture_that_browsers_do_not_show_becomes_a_png(post):
    pixels = load_image(PICTURES["star-battle"])
    tiff = post("/api/picture", cv2.imencode(".tiff", pixels)[1].tobytes())
    assert tiff.headers["content-type"] == "image/png"
    assert (load_image(tiff.body) == pixels).all()
    pages = load_image(post("/api/picture", blank((72, 36), (36, 72))).body)  # 200 pixels an inch
    assert pages.shape == (300, 200, 3)


def test_page_can_be_installed(server):
    manifest = ask(server, "GET", "/app.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    assert b'href="app.webmanifest"' in ask(server, "GET", manifest.json["start_url"][1:]).body
    for icon in manifest.json["icons"]:
        served = ask(server, "GET", f"/{icon['src']}")
        assert (served.status, served.headers["content-type"]) == (200, icon["type"])


def test_document_describes_each_request(server, post, document, validate):
    assert document["openapi"] == "3.1.0"
    for path in ("/api/read", "/api/sheet"):
        for parameter in document["paths"][path]["post"]["parameters"]:
            assert parameter["description"]
            refusal = post(f"{path}?{parameter['name']}=1", b"").json
            assert "is not a parameter" not in refusal["message"]
    statuses = set(document["paths"]["/api/solve"]["post"]["responses"])
    assert statuses >= {"200", "400", "401", "403", "413", "422", "503", "504"}
    validate(ask(server, "GET", "/api/limits").json, "Limited")


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
def test_documented_requests_succeed(server):
    lines = (ROOT / "docs" / "web.md").read_text("utf-8").splitlines()
    commands = [line for line in lines if line.startswith("curl ")]
    assert len(commands) == 3
    for command in commands:
        command = command.replace("http://127.0.0.1:8766/", server.url)
        done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, timeout=60)
        assert "error" not in json.loads(done.stdout)


@pytest.fixture(scope="module")
def strict():
    """Yield a server with low limits."""
    limits = Limits(100_000, 1_500_000, timeout_s=0.0001, at_once=1, waiting=0)
    with WebServer("127.0.0.1", 0, limits) as server:
        yield server


@pytest.mark.parametrize(("path", "body", "status", "words"), [
    ("read", bytes(200_000), 413, "autoplay web --largest-mb"),
    ("read", [bytes(60_000)] * 2, 413, "autoplay web --largest-mb"),
    ("solve", bytes(3 << 20), 413, "one puzzle, as text or as a row"),
    ("read", BLACK, 413, "the picture has 2000x1000 pixels, over 1.5 megapixels"),
    ("picture", BLACK, 413, "the picture has 2000x1000 pixels, over 1.5 megapixels"),
    ("picture", blank(*[(600, 800)] * 2), 415, "the pages up to 1 have more than 1.5 megapixels"),
    ("solve", {"text": "english"}, 504, "solve-timeout"),
], ids=["announced", "in parts", "text", "pixels", "shown", "pages", "time"])  # fmt: skip
def test_requests_over_a_limit_are_refused(strict, path, body, status, words):
    reply = ask(strict, "POST", f"/api/{path}", iter(body) if isinstance(body, list) else body)
    assert reply.status == status
    assert words in reply.body.decode()


def test_a_picture_has_to_arrive_within_its_time(strict, monkeypatch):
    monkeypatch.setattr(servers, "BODY_S", 0.01)
    with connect(strict.url) as slow:
        slow.putrequest("POST", "/api/read")
        slow.putheader("Content-Length", "1000")
        slow.endheaders(STAR_BATTLE[:100])
        reply = slow.getresponse()
        assert (reply.status, json.loads(reply.read())["error"]) == (504, "took-too-long")


def test_bug_is_reported_like_any_other_error(server, monkeypatch):
    monkeypatch.setattr(servers, "parse_solve_task", lambda *_: 1 / 0)
    reply = ask(server, "POST", "/api/solve", "{}")
    assert (reply.status, reply.json["error"]) == (500, "defect")
    assert reply.headers["x-content-type-options"] == "nosniff"


def test_slow_solving_holds_up_nobody_and_ends_with_its_client():
    start = monotonic()
    with WebServer("127.0.0.1", 0, Limits(timeout_s=600, at_once=1)) as server:
        with connect(server.url) as gone:
            slow = {"text": "english", "fewest": True}
            gone.request("POST", "/api/solve", json.dumps(slow))
            assert ask(server, "GET", "/").status == 200
        assert ask(server, "POST", "/api/solve", {"text": "5x5"}).status == 200
    assert monotonic() - start < 300


def test_pictures_are_saved_if_requested(tmp_path):
    with WebServer("127.0.0.1", 0, Limits(at_once=1), tmp_path) as server:
        assert ask(server, "GET", "/api/limits").json["kept"]
        reply = ask(server, "POST", "/api/read", STAR_BATTLE)
        ask(server, "POST", "/api/read", b"no picture")
    answer, picture = sorted(tmp_path.iterdir())
    assert (picture.suffix, picture.read_bytes()) == (".png", STAR_BATTLE)
    assert (answer.suffix, answer.read_bytes()) == (".json", reply.body)


@pytest.mark.parametrize(
    ("limit", "most"), [("KEPT_FILES", 3), ("KEPT_BYTES", 2 * len(STAR_BATTLE))]
)
def test_full_folder_gets_no_more_pictures(tmp_path, monkeypatch, capsys, limit, most):
    monkeypatch.setattr(tasks, limit, most)
    warn_once.cache_clear()
    (tmp_path / "own.txt").write_text("older")
    for folder in (tmp_path, tmp_path, tmp_path, tmp_path / "own.txt"):
        options = dict.fromkeys(("evidence", "explain", "lines"), False)
        task = partial(read_board, ReadRequest(), Limits(), STAR_BATTLE, folder, **options)
        response = run_task(task)
        assert json.loads(response.body)["grid"] == GRID
    assert len(list(tmp_path.iterdir())) == 3
    full, wrong = capsys.readouterr().err.splitlines()
    assert "pictures are no longer saved" in full
    assert "a picture was not saved" in wrong
