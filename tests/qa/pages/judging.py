"""Serves a drawn page on this machine, keeps what happens on it, and judges a run by that alone."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final

from tests.qa.pages.drawing import ELSEWHERE, HELP, DrawnPage

WAIT: Final = "/wait/"
"""Beginning of the addresses that are answered after so many milliseconds."""
TOLD: Final = "/told"
"""Address to which a page tells what happens on it."""
LEAVES: Final = frozenset({ELSEWHERE, HELP})
"""Paths to which only links lead that leave the game."""
MOST_SURPLUS: Final = 10
"""Most presses on a board beyond those that it takes."""
QUIET_REFUSAL_S: Final = 5.0
"""Most seconds between the last thing that a page does and its refusal."""
REFUSAL_S: Final = 12.0
"""Most seconds between opening a page and its refusal."""


@dataclass(frozen=True)
class Event:
    """Message of a page at a time, in seconds, or a page that was asked for."""

    at: float
    what: str
    value: Any = ""


@dataclass
class Journal:
    """Events of a run, in the order of their time."""

    events: list[Event] = field(default_factory=list)

    def note(self, what: str, value: Any = "") -> None:
        """Add an event that happens now."""
        self.events.append(Event(time.monotonic(), what, value))

    def times(self, *whats: str) -> list[float]:
        """Return when events of these kinds happened."""
        return [event.at for event in self.events if event.what in whats]

    def values(self, what: str) -> list[Any]:
        """Return the values of the events of a kind."""
        return [event.value for event in self.events if event.what == what]


@dataclass(frozen=True)
class Claim:
    """End of a run of the player: its exit status, its result or error code, and what it says; when it
    began and ended, in seconds."""

    status: int
    result: str
    said: str
    began_at: float
    ended_at: float


@dataclass(frozen=True)
class Judgement:
    """Judgement of the server on a run: the reasons why it is not as it should be."""

    page: DrawnPage
    claim: Claim
    is_solved: bool
    presses: int
    first_press_s: float | None
    refusal_s: float | None
    leaves: int
    faults: tuple[str, ...]

    @property
    def is_wrong_claim(self) -> bool:
        """True if the player claims a solved board that is not."""
        return self.claim.status == 0 and not self.is_solved

    @property
    def surplus(self) -> int:
        """Presses on a board beyond those that it takes."""
        return max(0, self.presses - self.page.needed)

    @property
    def is_right(self) -> bool:
        """True for a board that was played, or a refusal of a page that can't be."""
        return (self.claim.status == 0) == self.page.is_playable and not self.is_wrong_claim


def judge(page: DrawnPage, journal: Journal, claim: Claim) -> Judgement:
    """Judge a run by what the server has seen and what the player says."""
    is_solved = is_shown_solved(page, journal)
    presses = len(journal.times("press"))
    pressed_at = journal.times("press")
    leaves = sum(path in LEAVES for path in journal.values("get"))
    refusal_s = None
    quiet_s = 0.0
    if claim.status != 0 and presses == 0:
        refusal_s = claim.ended_at - claim.began_at
        acted_at = journal.times("get", "wait", "step", "dealt", "control", "chosen")
        if not page.is_never_quiet:
            quiet_s = claim.ended_at - max([claim.began_at, *acted_at])
    chosen = journal.values("chosen")
    bad = journal.values("bad")
    faults = {
        f"claims {claim.result}, but is not solved": claim.status == 0 and not is_solved,
        f"ends as {claim.result}": (claim.status == 0) != page.is_playable,
        f"solved, but ends as {claim.result}": claim.status != 0 and is_solved,
        f"left the game {leaves} times": leaves > 0,
        f"pressed {', '.join(map(str, bad))}": bool(bad),
        f"chose {chosen}": bool(page.chosen) and bool(chosen) and chosen != list(page.chosen),
        f"{presses} presses where {page.needed} are needed": presses > page.needed + MOST_SURPLUS,
        f"refused {quiet_s:.1f} s after the page fell silent": quiet_s > QUIET_REFUSAL_S,
        f"refused after {refusal_s or 0:.1f} s": (refusal_s or 0) > REFUSAL_S,
    }
    return Judgement(
        page=page,
        claim=claim,
        is_solved=is_solved,
        presses=presses,
        first_press_s=pressed_at[0] - claim.began_at if pressed_at else None,
        refusal_s=refusal_s,
        leaves=leaves,
        faults=tuple(fault for fault, is_there in faults.items() if is_there),
    )


def is_shown_solved(page: DrawnPage, journal: Journal) -> bool:
    """Return True if the board that the address names showed its solution last."""
    states = [value["state"] for value in journal.values("state") if value["level"] == 0]
    return bool(states) and is_solution(page, states[-1])


def is_solution(page: DrawnPage, state: list[str]) -> bool:
    """Return True if a state is the end of the board's game."""
    if page.axes["game"] == "stars":
        return sorted(state) == sorted(page.dealt["solution"])
    if page.axes["game"] == "lamps":
        return set("".join(state)) == {"0"}
    return "".join(state).count("o") == 1


@contextmanager
def serve(page: DrawnPage, journal: Journal) -> Iterator[str]:
    """Serve a page while the block runs, and note what happens; yield the address that is asked
    for."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, page, journal)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{page.url}"
        server.shutdown()


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, page: DrawnPage, journal: Journal, *arguments: Any) -> None:
        self._page = page
        self._journal = journal
        super().__init__(*arguments)

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        is_wait = path.startswith(WAIT)
        if is_wait:
            time.sleep(int(path.removeprefix(WAIT)) / 1000)
        body = self._page.pages.get(path, "")
        self._journal.note("wait" if is_wait else "get", path)
        self._answer(200 if body or is_wait else 404, body)

    def do_POST(self) -> None:
        told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        # Messages of other pages of the host are about other boards.
        is_here = told["here"] in (self._page.here, "/board")
        if is_here or told["what"] in ("control", "bad", "chosen", "step"):
            self._journal.note(told["what"], told["value"])
        self._answer(204, "")

    def _answer(self, status: int, body: str) -> None:
        content = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""
