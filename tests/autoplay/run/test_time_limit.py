"""Pages that would hold a play for ever: they are left in time, or played all the same."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import pytest

from autoplay.browser.time_limit import TimeLimit
from autoplay.errors import PageUnresponsive
from autoplay.history import History
from autoplay.player.play_request import PlayRequest
from autoplay.run import play_request

BOARD = Path(__file__).with_name("board.html").read_text("utf-8")
LOOPS = "<script>react = () => { if (stars === 2) while (true); }</script>"
MANY = """<div id=many style="height: 90px; overflow: hidden"></div>
<script>many.innerHTML = Array.from({length: 300000}, (_, number) => `<i>word ${number} </i>`).join('')</script>"""
WORD = "<script>react = () => said.replaceChildren('a'.repeat(100000), document.createElement('br'))</script>"
PAGES = {"/loops": LOOPS, "/many": MANY, "/word": WORD, "/endless": ""}
LIMIT_S = 8.0


class Handler(BaseHTTPRequestHandler):
    """Handler that sends a page, and never ends the document of one of them."""

    is_over = Event()

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write((BOARD + PAGES.get(self.path, "")).encode())
        while self.path == "/endless" and not self.is_over.wait(0.5):
            self.wfile.write(b"<!-- -->")

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    """Serve the pages, and return their address."""
    Handler.is_over.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        server.block_on_close = False
        Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        Handler.is_over.set()
        server.shutdown()


@pytest.fixture
def play(server, elsewhere, tmp_path, monkeypatch):
    """Play a page, and return its only result."""
    monkeypatch.setattr("autoplay.browser.navigation.LOAD_S", 5.0)

    def play(path, **options):
        request = PlayRequest(
            f"{server}{path}", tmp_path / "run", pace_ms=(0, 0), is_hasty=True, **options
        )
        [result] = elsewhere(lambda: list(play_request(request)))
        return result

    return play


@pytest.mark.parametrize("path", ["/loops", "/many"])
def test_a_page_that_holds_the_browser_is_left(path, play):
    error = play(path, limit_s=LIMIT_S, tracing="on")
    assert (error.code, error.exit_status) == ("no-response", 5)
    assert error.message.startswith("the page does not respond")
    assert [run.result for run in History().runs()] == ["no-response"]


@pytest.mark.parametrize("path", ["/word", "/endless"])
def test_a_page_that_only_takes_long_to_read_or_to_load_is_played(path, play):
    result = play(path, limit_s=60)
    assert (result.verdict.result, result.verdict.message) == ("solved", "Solved!")


def test_the_time_of_a_person_does_not_count():
    ended = Event()
    limit = TimeLimit(ended.set)
    with limit.keep(0.2, "https://example.org"), limit.pause():
        assert not ended.wait(0.4)
    with pytest.raises(PageUnresponsive):
        wait_within(limit, ended)


def wait_within(limit, ended):
    """Wait until a limit is over, and fail as a call to a browser that is gone."""
    with limit.keep(0.2, "https://example.org"):
        assert ended.wait(10)
        raise RuntimeError("the browser is gone")
