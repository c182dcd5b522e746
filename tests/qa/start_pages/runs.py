"""A run of the player on a drawn page that is served on this machine, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from solvers.errors import AutoplayError
from tests.playing import QUICK, run_all
from tests.qa.start_pages.drawn import StartPage

WAIT = "/wait/"
"""Beginning of the addresses that are answered after so many milliseconds."""


@dataclass(frozen=True)
class StartRun:
    """Run on a page: the player's ``result`` or error code, the labels that it pressed to start, and
    the ``faults``."""

    page: StartPage
    result: str
    started: tuple[str, ...]
    said: str
    seconds: float
    faults: tuple[str, ...]

    @property
    def is_wrong_claim(self) -> bool:
        """True if a board was reported as played that the address does not name."""
        return "another board" in self.faults and self.result in ("solved", "played")

    def __str__(self) -> str:
        steps = " ".join(self.page.steps) or "none"
        started, faults = ", ".join(self.started), ", ".join(self.faults)
        cells = (
            self.page.seed,
            self.page.url,
            steps,
            started,
            f"{self.seconds:.1f}",
            self.result,
            faults,
        )
        said = self.said if self.faults else ""
        return f"| {' | '.join(map(str, (*cells, said)))} |"


def run(tab: Page, drawn: StartPage, folder: Path) -> StartRun:
    """Play a drawn page by its address alone."""
    with serve(drawn.pages) as host:
        began_at = time.monotonic()
        grid: tuple[str, ...] = ()
        started: tuple[str, ...] = ()
        try:
            outcome = run_all(tab, f"{host}{drawn.url}", folder, pace_ms=QUICK)[0]
            result, said = outcome.verdict.result, outcome.verdict.message
            grid, started = outcome.puzzle.grid, outcome.started
        except AutoplayError as error:
            result, said = error.code, f"{error.message}; try: {error.hint}"
        seconds = time.monotonic() - began_at
        try:
            told: dict[str, Any] = tab.evaluate("window.told") or {}
        except PlaywrightError:
            told = {}
        tab.goto("about:blank")
    found = {
        f"ends as {result}": result != "solved",
        "another board": grid not in ((), drawn.grid),
        f"{told.get('bad')} bad presses": told.get("bad", 0) > 0,
        f"chose {told.get('chosen')}, not {list(drawn.chosen)}": bool(drawn.chosen)
        and told.get("chosen") != list(drawn.chosen),
    }
    faults = tuple(fault for fault, is_there in found.items() if is_there)
    return StartRun(drawn, result, started, said, seconds, faults)


@contextmanager
def serve(pages: Mapping[str, str]) -> Iterator[str]:
    """Serve pages by their paths while the block runs; yield the address of the host."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, pages)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, pages: Mapping[str, str], *arguments: Any) -> None:
        self._pages = pages
        super().__init__(*arguments)

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path.startswith(WAIT):
            time.sleep(int(path.removeprefix(WAIT)) / 1000)
        body = self._pages.get(path, "").encode()
        self.send_response(200 if body or path.startswith(WAIT) else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""
