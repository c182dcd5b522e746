"""`autoplay web` on the command line: its address, its end, and its errors."""

from __future__ import annotations

import json
import signal
import socket
import sys
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from tests.autoplay.cli.processes import is_running, rest, workers
from tests.systems import PROC


@PROC
def test_it_prints_its_address_serves_and_ends_clean(begin):
    process = begin("web", "--port", 0)
    url = process.stdout.readline().strip()
    with urlopen(url) as page:
        assert b"puzzle-autoplay" in page.read()
    started = workers(process)
    with closing(HTTPConnection(urlsplit(url).netloc)) as asking:
        asking.request("POST", "/api/solve", json.dumps({"text": "english", "fewest": True}))
        urlopen(url).close()  # earlier requests are being processed now
        process.send_signal(signal.SIGINT)
        out, err = rest(process)
        assert asking.getresponse().status == 503
    assert (process.returncode, out, err) == (0, "", f"the page is at {url}; press Ctrl-C to stop\n")
    assert not any(map(is_running, started))


def test_a_port_that_is_taken_is_one_line(run):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run("web", "--port", taken.getsockname()[1])
    assert (done.status, done.out) == (2, "")
    assert "--port 0 for a free port" in done.complaint


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid"])
def test_an_address_of_another_machine_is_one_line(run, host):
    done = run("web", "--host", host, "--port", 0)
    assert (done.status, done.out) == (2, "")
    assert host in done.complaint
    assert done.complaint.endswith("Try: --host 127.0.0.1, or 0.0.0.0 for other machines")


def test_no_address_is_not_every_address(run):
    done = run("web", "--host", "", "--port", 0)
    assert (done.status, done.out) == (2, "")
    assert "--host is empty" in done.complaint


@pytest.mark.parametrize("token", ["short", "with blanks in it", "a" * 201])
def test_a_token_that_is_easy_to_guess_is_one_line(run, token):
    done = run("web", "--port", 0, "--token", token)
    assert (done.status, done.out) == (2, "")
    assert "a token is 12 to 200 letters" in done.err
    assert token not in done.err


def test_unwritable_folder_is_reported_before_serving(run, tmp_path):
    (tmp_path / "file").write_text("")
    done = run("web", "--port", 0, "--output", tmp_path / "file" / "folder")
    assert (done.status, done.out) == (2, "")
    assert "--output" in done.complaint


def test_without_the_extra_it_says_how_to_install_it(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "autoplay.extras.web.server", raising=False)
    done = run("web", "--port", 0)
    assert (done.status, done.out) == (2, "")
    assert " install 'starlette>=" in done.complaint
