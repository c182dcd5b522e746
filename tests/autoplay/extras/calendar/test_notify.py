"""Notifications, to a receiver on this machine."""

import json
import sys
from base64 import b64decode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from autoplay.errors import ExtraMissing
from autoplay.extras.calendar import scheduled_run
from autoplay.extras.calendar.scheduled_run import NotNotified


@pytest.fixture
def receiver():
    """Yield a server that records what it receives; requests to /full get an error."""
    pytest.importorskip("apprise")

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            server.got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(507 if self.path == "/full" else 200)
            self.end_headers()

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        server.got = []
        server.url = f"json://127.0.0.1:{server.server_port}"
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        yield server
        server.shutdown()


def test_a_message_comes_with_its_pictures(receiver, tmp_path):
    picture = tmp_path / "a folder 100% & more" / "after.png"
    picture.parent.mkdir()
    picture.write_bytes(b"a picture")
    scheduled_run.send(
        [receiver.url], "autoplay: not-confirmed", "two\nlines", [picture, tmp_path / "trace.zip"]
    )
    (got,) = receiver.got
    assert (got["title"], got["message"]) == ("autoplay: not-confirmed", "two\nlines")
    assert [b64decode(sent["base64"]) for sent in got["attachments"]] == [b"a picture"]


def test_every_address_is_tried_and_secrets_are_not_shown(receiver):
    unknown, full = "nowhere://token-1", f"{receiver.url}/full?token=token-2"
    with pytest.raises(NotNotified) as caught:
        scheduled_run.send([unknown, full, "token-3", receiver.url], "title", "body")
    assert [got["title"] for got in receiver.got] == ["title"] * 2
    message = caught.value.message
    assert "nowhere is not an address" in message
    assert "json refused it (" in message
    assert "token" not in message


def test_an_invalid_address_is_refused_before_playing(capfd):
    pytest.importorskip("apprise")
    scheduled_run.check(["json://127.0.0.1:1"])
    with pytest.raises(NotNotified, match="nowhere is not an address"):
        scheduled_run.check(["json://127.0.0.1:1", "nowhere://token"])
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "use", [scheduled_run.check, lambda urls: scheduled_run.send(urls, "title", "body")]
)
def test_without_the_extra_the_error_names_it(use, monkeypatch):
    monkeypatch.setitem(sys.modules, "apprise", None)
    with pytest.raises(ExtraMissing) as caught:
        use(["json://127.0.0.1:1"])
    assert " install 'apprise>=" in caught.value.hint
