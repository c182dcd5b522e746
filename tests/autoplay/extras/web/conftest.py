"""The web page on its own port, for requests from programs and for a browser."""

import http.client
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from autoplay.extras.web.limits import Limits
from autoplay.extras.web.server import WebServer
from tests.autoplay.cli.conftest import begin, run  # noqa: F401 (fixtures)
from tests.autoplay.extras.web.pages import DONE_MS, choose, open_page

ROOT = Path(__file__).parents[4]
FIXTURES = ROOT / "fixtures"
PICTURES = {
    "star-battle": FIXTURES / "practice" / "5x5.png",
    "lights-out": FIXTURES / "lights-out-practice" / "5x5-half.png",
    "pegs": FIXTURES / "pegs-practice" / "triangle5.png",
}
"""A picture of each game."""


@dataclass(frozen=True)
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


def connect(url):
    """Return a connection to a server, which its block closes."""
    return closing(http.client.HTTPConnection(urlsplit(url).netloc, timeout=60))


def ask(server, method, path, body=None, headers=None):
    """Return the response to a request; an object is sent as JSON, header names are lower case."""
    if isinstance(body, dict):
        body = json.dumps(body)
    with connect(server.url) as connection:
        connection.request(method, path, body, headers or {})
        reply = connection.getresponse()
        headers = {name.lower(): value for name, value in reply.getheaders()}
        return Reply(reply.status, headers, reply.read())


@pytest.fixture(scope="session")
def server() -> Iterator[WebServer]:
    """Yield a server with the usual limits; it keeps nothing."""
    with WebServer("127.0.0.1", 0, Limits()) as server:
        yield server


@pytest.fixture
def post(server):
    """Post bytes, or an object as JSON, to the server."""

    def post(path, body, **headers):
        return ask(server, "POST", path, body, headers)

    return post


@pytest.fixture
def show(server, page):
    """Open the page, and let it read a picture if one is given.

    A script error or a request to anywhere else fails the test.
    """
    wrong = []

    def check_request(request):
        if not request.url.startswith((server.url, "blob:")):
            wrong.append(request.url)

    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", check_request)
    page.set_default_timeout(DONE_MS)

    def show(picture=None, address=""):
        open_page(page, f"{server.url}{address}")
        if picture is not None:
            choose(page, picture)
        return page

    yield show
    assert not wrong
