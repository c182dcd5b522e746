"""`autoplay web` on the command line: its address, its end, and its errors."""

import json
import signal
import socket
import sys
from urllib.request import urlopen

import pytest

from tests.autoplay.cli.processes import is_running, rest, workers
from tests.autoplay.extras.web.conftest import connect
from tests.systems import PROC


@PROC
def test_command_prints_its_address_serves_and_ends_clean(begin):
    process = begin("web", "--port", 0)
    url = process.stdout.readline().strip()
    with urlopen(url) as page:
        assert b"puzzle-autoplay" in page.read()
    started = workers(process)
    with connect(url) as connection:
        slow = json.dumps({"text": "english", "fewest": True})
        connection.request("POST", "/api/solve", slow)
        urlopen(url).close()  # earlier requests are being processed now
        process.send_signal(signal.SIGINT)
        out, err = rest(process)
        assert connection.getresponse().status == 503
    assert (process.returncode, out) == (0, "")
    assert err == f"the page is at {url}; press Ctrl-C to stop\n"
    assert not any(map(is_running, started))


HOST_HINT = "Try: --host 127.0.0.1, or 0.0.0.0 for other machines"


@pytest.mark.parametrize(("option", "value", "words"), [
    ("--host", "192.0.2.1", HOST_HINT),
    ("--host", "no.such.host.invalid", HOST_HINT),
    ("--host", "", "--host is empty"),
    ("--token", "short", "a token is 12 to 200 letters"),
    ("--token", "with blanks in it", "a token is 12 to 200 letters"),
    ("--output", __file__, "--output"),
])  # fmt: skip
def test_unusable_option_is_one_line(run, option, value, words):
    done = run("web", "--port", 0, option, value)
    assert (done.status, done.out) == (2, "")
    assert words in done.complaint
    assert option != "--token" or value not in done.complaint


def test_taken_port_is_one_line(run):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run("web", "--port", taken.getsockname()[1])
    assert (done.status, done.out) == (2, "")
    assert "--port 0 for a free port" in done.complaint


def test_without_the_extra_it_says_how_to_install_it(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "autoplay.extras.web.server", raising=False)
    done = run("web", "--port", 0)
    assert (done.status, done.out) == (2, "")
    assert " install 'starlette>=" in done.complaint
