"""Download of pictures from a server on loopback, and misbehaviour of that server."""

import base64
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from ssl import SSLCertVerificationError
from urllib.error import URLError
from urllib.parse import unquote

import pytest

from autoplay.errors import PageNotPlayed, PageUnreachable
from autoplay.sources import download as module
from autoplay.sources.download import download
from solvers.errors import AutoplayError
from vision.errors import BadImage

BOARD = Path(__file__).parents[3] / "fixtures" / "practice" / "5x5.png"
DATA = BOARD.read_bytes()
PAGES = (
    b"<!DOCTYPE html><title>x</title>",
    b"\n <html lang=en>",
    b"\xef\xbb\xbf<!-- made by x -->\n<!-- -->\n<HTML>",
    b"<head><title>",
)


class Handler(BaseHTTPRequestHandler):
    """Handler that answers by path and records the headers of the last request."""

    def do_GET(self):
        self.server.asked = dict(self.headers) | {"path": self.path}
        kind, _, rest = unquote(self.path[1:]).partition("/")
        if kind == "to":
            self._answer(b"", 302, {"Location": rest})
        elif kind == "page":
            self._answer(PAGES[int(rest)], 200, {"Content-Type": "image/png"})
        elif kind == "status":
            self._answer(b"no", int(rest), {})
        elif kind == "short":
            self._answer(DATA[:99], 200, {"Content-Length": str(len(DATA))})
        elif kind == "chunks":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\nabc")
        elif kind == "drip":
            self._drip(rest)
        elif kind == "comments":
            self._answer(b"<!-- -->" * 2500 + b"<p>", 200, {})
        elif kind == "loop":
            self._answer(b"", 302, {"Location": "/loop"})
        else:
            self._answer(DATA, 200, {"Content-Type": "text/html"})

    def _answer(self, data, status, headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _drip(self, part):
        """Send the beginning of the headers or of the picture, and then nothing more."""
        if part == "body":
            self._answer(DATA[:1], 200, {"Content-Length": str(len(DATA))})
        else:
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-")
        while not self.server.over.wait(0.05):
            self.wfile.write(b"x")

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    """Yield a server of pictures, its address as ``url``."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.over = threading.Event()
        server.url = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.over.set()
        server.shutdown()


def test_content_type_comes_from_the_bytes(server):
    assert download(f"{server.url}/board.png") == DATA


def test_the_program_identifies_itself(server):
    download(f"{server.url}/board.png")
    assert server.asked["User-Agent"].startswith("puzzle-autoplay/")


def test_any_character_may_be_in_the_path(server):
    download(f"{server.url}/größe 1/a%20b.png?w=ü&h=1")
    assert server.asked["path"] == "/gr%C3%B6%C3%9Fe%201/a%20b.png?w=%C3%BC&h=1"


@pytest.mark.parametrize("number", range(len(PAGES)))
def test_a_page_is_not_a_picture_whatever_the_header_says(server, number):
    with pytest.raises(BadImage, match="is a page, not a picture") as caught:
        download(f"{server.url}/page/{number}")
    assert caught.value.hint == f"autoplay play {server.url}/page/{number}"


def test_redirects_are_followed_to_other_places_of_the_web_only(server):
    assert download(f"{server.url}/to//board.png") == DATA
    for target in ("file:///etc/hostname", "ftp://127.0.0.1/x", "data:,x"):
        with pytest.raises(AutoplayError, match=r"can't be downloaded by|is not allowed"):
            download(f"{server.url}/to/{target}")
    with pytest.raises(PageNotPlayed):
        download(f"{server.url}/to/https://www.linkedin.com/games/queens.png")
    with pytest.raises(PageUnreachable, match="infinite loop") as caught:
        download(f"{server.url}/loop")
    assert "\n" not in caught.value.message


@pytest.mark.parametrize(
    "url", ["file:///etc/hostname", "ftp://127.0.0.1/board.png", "FILE:///etc/hostname"]
)
def test_other_kinds_of_addresses_are_refused(url):
    with pytest.raises(BadImage, match="can't be downloaded by"):
        download(url)


def test_a_site_that_forbids_programs_is_not_visited():
    with pytest.raises(PageNotPlayed):
        download("https://www.linkedin.com/queens.png")


@pytest.mark.parametrize("status", [404, 403, 500])
def test_an_error_of_the_server_is_reported(server, status):
    with pytest.raises(PageUnreachable, match=f"answers HTTP {status}"):
        download(f"{server.url}/status/{status}")


@pytest.mark.parametrize("url", [
    "http://127.0.0.1:9/x.png", "http:///x.png", "http://[/", "http://127.0.0.1:x/", "http://a b/",
])  # fmt: skip
def test_an_address_that_does_not_answer_is_reported(url):
    with pytest.raises(PageUnreachable) as caught:
        download(url)
    assert url in caught.value.message


def test_a_certificate_that_nobody_vouches_for_is_no_silence(monkeypatch):
    def refuse(*_, **__):
        raise URLError(SSLCertVerificationError(1, "self-signed certificate"))

    monkeypatch.setattr(module, "_fetch", refuse)
    with pytest.raises(PageUnreachable, match="no certificate that can be trusted") as caught:
        download("https://puzzle.example/x.png")
    assert "the site's certificate" in caught.value.hint


def test_more_than_a_picture_can_have_is_not_read_to_its_end(server, monkeypatch):
    monkeypatch.setattr("vision.files.loading.MAX_BYTES", 1000)
    monkeypatch.setattr(module, "PIECE", 100)
    with pytest.raises(BadImage, match="MiB"):
        download(f"{server.url}/board.png")


@pytest.mark.parametrize("part", ["headers", "body"])
def test_a_picture_that_comes_drop_by_drop_is_given_up(server, monkeypatch, part):
    monkeypatch.setattr(module, "WHOLE_S", 0.2)
    with pytest.raises(PageUnreachable, match="did not arrive within"):
        download(f"{server.url}/drip/{part}")


@pytest.mark.parametrize("path", ["short", "chunks"])
def test_a_picture_that_breaks_off_is_reported(server, path):
    with pytest.raises(PageUnreachable, match="ended too early"):
        download(f"{server.url}/{path}")


def test_any_number_of_comments_is_looked_at_once(server):
    start = time.process_time()
    assert download(f"{server.url}/comments").endswith(b"<p>")
    assert time.process_time() - start < 1


@pytest.mark.parametrize("there", ["", "/to/http://me:secret@127.0.0.1/x.png"])
def test_a_password_is_neither_sent_nor_shown(server, there):
    with pytest.raises(BadImage, match="never sent") as caught:
        download(server.url + there if there else server.url.replace("://", "://me:secret@"))
    assert "secret" not in caught.value.message + caught.value.hint


def test_an_address_may_hold_the_picture_itself():
    assert download("data:image/png;base64," + base64.b64encode(DATA).decode()) == DATA
