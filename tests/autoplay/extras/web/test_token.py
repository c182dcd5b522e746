"""The token of the web page: beyond loopback every request needs it, in one of three places."""

from __future__ import annotations

import pytest

from autoplay.extras.web.guard import is_loopback
from autoplay.extras.web.limits import Limits
from autoplay.extras.web.server import WebServer
from tests.autoplay.extras.web.conftest import ask

pytestmark = pytest.mark.xdist_group("web")

TOKEN = "correct-horse-battery"


@pytest.fixture(scope="module")
def guarded():
    """Yield a server on loopback that asks for a token."""
    with WebServer("127.0.0.1", 0, Limits(at_once=1), token=TOKEN) as server:
        yield server


def test_without_a_token_nothing_is_served(guarded):
    for method, path in (("GET", "/"), ("GET", "/api/limits"), ("GET", "/nothing"), ("POST", "/api/solve")):
        reply = ask(guarded, method, path)
        assert (reply.status, reply.json["error"]) == (401, "token-missing")
        assert reply.headers["www-authenticate"] == "Bearer"
        assert TOKEN not in str(reply)


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/?token=", {}),
        ("/?token=correct-horse-batterx", {}),
        ("/?token=%E2%98%85", {}),
        ("/", {"Authorization": f"Basic {TOKEN}"}),
        ("/", {"Authorization": "Bearer wrong"}),
        ("/", {"Cookie": "autoplay-token-1=correct-horse-battery"}),
        ("/", {"Cookie": "\x7f;=;"}),
    ],
)
def test_a_wrong_token_is_refused(guarded, path, headers):
    assert ask(guarded, "GET", path, headers=headers).status == 401


def test_the_address_with_the_token_leads_to_the_page(guarded):
    opened = ask(guarded, "GET", f"/page.js?a=1&token={TOKEN}")
    assert (opened.status, opened.headers["location"]) == (303, "/page.js?a=1")
    cookie, *properties = opened.headers["set-cookie"].split("; ")
    assert {"httponly", "samesite=strict"} <= {part.lower() for part in properties}
    assert ask(guarded, "GET", "/", headers={"Cookie": f"other=1; {cookie}"}).status == 200
    assert guarded.url.endswith(f"/?token={TOKEN}")


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example", "/%5Cevil.example"])
def test_the_redirect_stays_on_this_server(guarded, path):
    location = ask(guarded, "GET", f"{path}?token={TOKEN}").headers["location"]
    assert location.startswith("/")
    assert location[1] not in "/\\"


def test_a_program_sends_it_as_a_header(guarded):
    headers = {"Authorization": f"Bearer {TOKEN}"}
    assert ask(guarded, "POST", "/api/solve", b'{"text": "5x5"}', headers).status == 200
    foreign = {**headers, "Origin": "https://evil.example"}
    assert ask(guarded, "POST", "/api/solve", b"{}", foreign).status == 403


def test_only_servers_beyond_loopback_have_one_by_themselves():
    with WebServer("127.0.0.1", 0, Limits(at_once=1)) as near, WebServer("0.0.0.0", 0, Limits(at_once=1)) as far:
        assert (near.token, ask(near, "GET", "/").status) == ("", 200)
        assert len(far.token) == 32
        assert far.url.endswith(f"/?token={far.token}")


@pytest.mark.parametrize(
    ("host", "near"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("0.0.0.0", False), ("::", False), ("10.0.0.1", False)],
)
def test_loopback_is_recognized(host, near):
    assert is_loopback(host) == near
