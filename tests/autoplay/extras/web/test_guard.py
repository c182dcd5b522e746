"""Access to the web page: for this machine's own page and programs, beyond it with a token."""

import tomllib
from pathlib import Path

import pytest

from autoplay.extras.web import server as servers
from autoplay.extras.web.guard import is_loopback, is_own
from autoplay.extras.web.limits import Limits
from autoplay.extras.web.server import PortTaken, WebServer
from tests.autoplay.extras.web.conftest import ask

TABLES = tomllib.loads(Path(__file__).with_name("guard.toml").read_text("utf-8"))

pytestmark = [pytest.mark.xdist_group("web"), pytest.mark.usefixtures("process")]

TOKEN = "correct-horse-battery"
BEARER = {"Authorization": f"Bearer {TOKEN}"}


@pytest.mark.parametrize(("headers", "status"), TABLES["pages"])
def test_pages_of_other_sites_are_refused(server, post, headers, status):
    reply = post("/api/solve", {"text": "5x5"}, **headers)
    assert reply.status == status
    assert "access-control-allow-origin" not in reply.headers
    assert ask(server, "GET", "/", headers={"Host": "evil.example"}).status == 403


@pytest.mark.parametrize(("host", "served", "own"), TABLES["names"])
def test_names_of_this_machine(host, served, own):
    assert is_own(host, served) is own


def test_each_response_forbids_content_from_elsewhere(server, post):
    solved = post("/api/solve", {"text": "5x5"})
    for reply in (ask(server, "GET", "/"), solved, post("/nowhere", {})):
        policy = reply.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["cache-control"] == "no-store"
        assert "set-cookie" not in reply.headers


def test_requested_names_are_not_paths(server, monkeypatch):
    """On Windows a name may contain backslashes or a drive, which would lead to other folders."""
    assert ask(server, "GET", "/page.js").status == 200
    monkeypatch.setattr(servers, "files", lambda _: pytest.fail("looked for a file"))
    up = ("/../server.py", "/..%2fserver.py", "/..%5cx.html")
    for path in (*up, "/server.py", "/static/page.js", "/C:%5cx.html", "/C:x.html"):
        assert ask(server, "GET", path).status == 404


@pytest.fixture(scope="module")
def guarded():
    """Yield a server on loopback that asks for a token."""
    with WebServer("127.0.0.1", 0, Limits(at_once=1), token=TOKEN) as server:
        yield server


@pytest.mark.parametrize("path", ["/", "/api/limits", "/nothing"])
def test_nothing_is_served_without_a_token(guarded, path):
    for method in ("GET", "POST"):
        reply = ask(guarded, method, path)
        assert (reply.status, reply.json["error"]) == (401, "token-missing")
        assert reply.headers["www-authenticate"] == "Bearer"
        assert TOKEN not in str(reply)


@pytest.mark.parametrize(("path", "headers"), TABLES["tokens"])
def test_wrong_token_is_refused(guarded, path, headers):
    assert ask(guarded, "GET", path, headers=headers).status == 401


def test_address_with_the_token_leads_to_the_page(guarded):
    assert guarded.url.endswith(f"/?token={TOKEN}")
    opened = ask(guarded, "GET", f"/page.js?a=1&token={TOKEN}")
    assert (opened.status, opened.headers["location"]) == (303, "/page.js?a=1")
    cookie, *properties = opened.headers["set-cookie"].split("; ")
    assert {"httponly", "samesite=strict"} <= {part.lower() for part in properties}
    assert ask(guarded, "GET", "/", headers={"Cookie": f"other=1; {cookie}"}).status == 200


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example", "/%5Cevil.example"])
def test_redirect_stays_on_this_server(guarded, path):
    location = ask(guarded, "GET", f"{path}?token={TOKEN}").headers["location"]
    assert location.startswith("/")
    assert location[1] not in "/\\"


def test_program_sends_the_token_as_a_header(guarded):
    assert ask(guarded, "POST", "/api/solve", {"text": "5x5"}, BEARER).status == 200
    foreign = {**BEARER, "Origin": "https://evil.example"}
    assert ask(guarded, "POST", "/api/solve", {}, foreign).status == 403


@pytest.mark.parametrize("host", ["0.0.0.0", "0", "::"])
def test_server_of_all_addresses_has_a_token_and_knows_its_loopback(host):
    try:
        server = WebServer(host, 0, Limits(at_once=1))
    except PortTaken:
        pytest.skip(f"this machine has no {host}")
    with server:
        assert len(server.token) == 32
        assert server.url.startswith(("http://127.0.0.1:", "http://[::1]:"))
        assert server.url.endswith(f"/?token={server.token}")
        for name in ("127.0.0.1", "localhost"):
            headers = {"Authorization": f"Bearer {server.token}", "Host": name}
            assert ask(server, "GET", "/", headers=headers).status == 200


@pytest.mark.parametrize(
    ("host", "near"), [("127.9.9.9", True), ("::1", True), ("::", False), ("10.0.0.1", False)]
)
def test_loopback_is_recognized(host, near):
    assert is_loopback(host) == near
