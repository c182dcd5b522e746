"""Connections that send nothing, or half a request, keep nobody out."""

import socket
from contextlib import ExitStack
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest

from autoplay.extras.web import guard
from autoplay.extras.web.guard import CONNECTIONS, PER_ADDRESS, choose_surplus
from autoplay.extras.web.limits import Limits
from autoplay.extras.web.server import WebServer
from tests.autoplay.extras.web.conftest import ask

pytestmark = [pytest.mark.xdist_group("web"), pytest.mark.usefixtures("process")]

HEAD = b"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\n"
TEN_SLOW_BODIES = 10


def begin(server, data, stack):
    """Return a connection over which only these bytes were sent."""
    address = urlsplit(server.url)
    one = socket.create_connection((address.hostname, address.port), timeout=60)
    stack.enter_context(one)
    one.sendall(data)
    return one


@pytest.mark.parametrize("data", [b"", HEAD])
def test_half_a_head_keeps_nobody_out(server, data):
    with ExitStack() as stack:
        for _ in range(2 * CONNECTIONS):
            begin(server, data, stack)
        assert ask(server, "GET", "/").status == 200
        assert ask(server, "POST", "/api/solve", {"text": "5x5"}).status == 200


def test_a_body_that_does_not_arrive_takes_no_place(server):
    with ExitStack() as stack:
        for _ in range(TEN_SLOW_BODIES):
            begin(server, HEAD + b"Content-Length: 1000\r\n\r\n{", stack)
        assert ask(server, "POST", "/api/solve", {"text": "5x5"}).status == 200


@pytest.mark.parametrize("data", [b"", HEAD, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /"])
def test_a_head_has_to_arrive_within_seconds(monkeypatch, data):
    monkeypatch.setattr(guard, "HEAD_S", 0.3)
    with WebServer("127.0.0.1", 0, Limits(at_once=1)) as server, ExitStack() as stack:
        one = begin(server, data, stack)
        # The end of the connection ends the loop, or the socket's own limit fails the test.
        while one.recv(1 << 16):
            pass


def connection(address, number, *, is_idle=True):
    return SimpleNamespace(address=address, idle_since=number, is_idle=is_idle)


@pytest.mark.parametrize(("address", "count", "closed"), [
    ("127.0.0.1", CONNECTIONS - 1, []),
    ("127.0.0.1", CONNECTIONS, [1]),
    ("192.0.2.1", PER_ADDRESS, []),
    ("192.0.2.1", PER_ADDRESS + 1, [1]),
])  # fmt: skip
def test_the_oldest_idle_connection_is_closed(address, count, closed):
    every = [connection(address, number, is_idle=number > 0) for number in range(count)]
    assert [one.idle_since for one in choose_surplus(every[-1], every)] == closed


def test_many_requests_from_one_other_machine_refuse_only_its_next():
    busy = [connection("192.0.2.1", number, is_idle=False) for number in range(PER_ADDRESS)]
    for address, closed in (("192.0.2.1", 1), ("192.0.2.2", 0), ("127.0.0.1", 0)):
        new = connection(address, PER_ADDRESS)
        assert list(choose_surplus(new, [*busy, new])) == [new] * closed
