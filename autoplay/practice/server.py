"""The practice site: its responses to requests, and the server that sends them on this machine."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from socket import SHUT_RDWR
from threading import Thread
from typing import Any, Final, Literal, TypeAlias
from urllib.parse import parse_qsl, urlsplit

from autoplay.practice.lights_out import LIGHTS_OUT
from autoplay.practice.options import BadOption, PageOptions, parse_options
from autoplay.practice.pages import (
    PACKAGE,
    BadAnswer,
    PracticePuzzle,
    PuzzlePages,
    Served,
    render_options,
    render_text,
)
from autoplay.practice.peg_solitaire import PEG_SOLITAIRE
from autoplay.practice.puzzles import NoPuzzle
from autoplay.practice.star_battle import STAR_BATTLE
from autoplay.wording import render_page

AnyPages: TypeAlias = PuzzlePages[Any, Any, Any]
Reply: TypeAlias = Literal["right", "wrong", "error"]

GAMES: Final[dict[str, AnyPages]] = {
    pages.path: pages for pages in (STAR_BATTLE, LIGHTS_OUT, PEG_SOLITAIRE)
}
"""Pages of each game, by path."""
HTML_TYPE: Final = "text/html; charset=utf-8"
JSON_TYPE: Final = "application/json"
STATIC_TYPES: Final = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


@dataclass(frozen=True, slots=True)
class Submission:
    """Answer that reached the server, and its check.

    ``answer`` holds the (row, col) of the stars or of the presses in order, or the jumps.
    ``fault`` is the first rule that it breaks, or "". ``robot`` is True if the page said that a
    program solved it. ``seconds`` is the time since the puzzle was first shown. ``reply`` is the
    server's reply, which the options ``fail`` and ``deny`` can make false.
    """

    puzzle: str
    answer: Any
    fault: str
    robot: bool
    seconds: float
    reply: Reply

    @property
    def solved(self) -> bool:
        """True if the answer is right."""
        return not self.fault


@dataclass(frozen=True, slots=True)
class PageReply:
    """Response to a request; ``body`` is sent as UTF-8."""

    body: str
    status: HTTPStatus = HTTPStatus.OK
    type: str = HTML_TYPE


class Refused(Exception):
    """The request is refused with an HTTP status and a reason."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status


class Unanswered(Exception):
    """The connection is closed without a response."""


@dataclass(slots=True)
class PracticeSite:
    """The site and its state.

    ``hall`` holds the ids of the puzzles in the hall of fame, ``ad_presses`` counts the clicks on
    advertisements, and ``asked`` the requests for each page by its options.
    """

    submissions: list[Submission] = field(default_factory=list)
    hall: list[str] = field(default_factory=list)
    ad_presses: int = 0
    asked: Counter[PageOptions] = field(default_factory=Counter)

    def answer_get(self, path: str, query: str, *, passed: bool = False) -> PageReply:
        """Return the page at a path; ``passed`` is True if the visitor passed the browser check."""
        if path == "/options":
            return PageReply(render_options())
        if path == "/consent":
            return PageReply(render_page(PACKAGE, "consent_page.html"))
        if path.startswith("/static/"):
            return _read_static(path.removeprefix("/static/"))
        if path not in GAMES:
            boards = f"{', '.join(GAMES)} show puzzles, and /options lists the rest"
            raise Refused(HTTPStatus.NOT_FOUND, f"there is no page {path}; {boards}")
        game = GAMES[path]
        options = self._read_options(game, query)
        # A challenge, or a page without a puzzle, replaces the board.
        if options.challenge and not passed:
            challenge = render_page(PACKAGE, "challenge.html", passes=options.passes)
            return PageReply(challenge, HTTPStatus.FORBIDDEN)
        if options.blank:
            return PageReply(
                render_text(
                    "Nothing to play", "The puzzles of this page are on holiday until Monday."
                )
            )
        return _show_puzzle(game, options)

    def answer_post(
        self, path: str, query: str, form: Mapping[str, str], *, ajax: bool
    ) -> PageReply:
        """Return the response to a form.

        A form is an answer, a request for a new puzzle, or an entry in the hall of fame.
        """
        if path == "/ad":
            self.ad_presses += 1
            return PageReply("")
        if path == "/hallsubmit.php":
            board, _ = _find_puzzle(form, list(GAMES.values()))
            self.hall.append(board.id)
            return PageReply(render_text("Hall of fame", f"Puzzle {board.id} is entered."))
        if path not in GAMES:
            raise Refused(HTTPStatus.NOT_FOUND, f"nothing can be sent to {path}")
        game = GAMES[path]
        options = self._read_options(game, query)
        # A slow server takes its time before it looks at the form.
        time.sleep(options.slow / 1000)
        board, started = _find_puzzle(form, [game])
        if "new" in form:
            return _show_puzzle(game, game.take_next(options), after=board.id)
        try:
            answer = game.parse(form.get("b", ""), board)
        except BadAnswer as error:
            raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from None
        # The page's own claims about its board count for nothing.
        fault = game.describe_fault(board, answer)
        submission = Submission(
            puzzle=board.id,
            answer=answer,
            fault=fault,
            robot=form.get("robot") == "1",
            seconds=time.time() - started,
            reply=self._choose_reply(options, board.id, fault),
        )
        self.submissions.append(submission)
        return _reply_to(submission, game, options, Served(board, started), ajax=ajax)

    def _choose_reply(self, options: PageOptions, puzzle: str, fault: str) -> Reply:
        """Return the server's reply, which the options ``fail`` and ``deny`` can make false."""
        sent = [one for one in self.submissions if one.puzzle == puzzle]
        if [one.reply for one in sent].count("error") < options.fail:
            return "error"
        return "wrong" if fault or options.deny else "right"

    def _read_options(self, game: AnyPages, query: str) -> PageOptions:
        """Return the options of a query string.

        Raises Refused, or Unanswered if the option ``cut`` applies.
        """
        try:
            options: PageOptions = parse_options(query, game.options)
        except BadOption as error:
            raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from None
        # A request that is cut counts too: the page stays away however often it is asked for.
        self.asked[options] += 1
        if options.cut and self.asked[options] > options.cut:
            raise Unanswered
        return options


def _show_puzzle(game: AnyPages, options: PageOptions, after: str = "") -> PageReply:
    """Return the page of a puzzle that is shown now.

    ``after`` is the id of the one before, if a new one was requested.
    """
    try:
        board = game.pick(options, after)
    except NoPuzzle as error:
        raise Refused(HTTPStatus.NOT_FOUND, str(error)) from None
    return PageReply(game.render(options, Served(board, time.time(), fresh=bool(after))))


def _reply_to(
    submission: Submission,
    game: AnyPages,
    options: PageOptions,
    served: Served[Any, Any],
    *,
    ajax: bool,
) -> PageReply:
    """Return the response to an answer: the page with the result, or the result for its script."""
    if submission.reply == "error":
        raise Refused(
            HTTPStatus.INTERNAL_SERVER_ERROR, "something went wrong; please try again later"
        )
    is_right = submission.reply == "right"
    minutes, seconds = divmod(submission.seconds, 60)
    message = render_page(
        PACKAGE, "verdict.html", solved=is_right, clock=f"{int(minutes):02d}:{seconds:05.2f}"
    )
    if ajax:
        return PageReply(json.dumps({"message": message, "solved": is_right}), type=JSON_TYPE)
    answer = submission.answer if is_right else None
    return PageReply(game.render(options, replace(served, message=message, answer=answer)))


def _find_puzzle(form: Mapping[str, str], games: list[AnyPages]) -> tuple[PracticePuzzle, float]:
    """Return the puzzle that a form names, and when it was first shown (s since 1970)."""
    puzzle_id, _, started = form.get("param", "").rpartition("@")
    # No id belongs to two games.
    for game in games:
        with suppress(NoPuzzle, ValueError):
            return game.find(puzzle_id), float(started)
    raise Refused(
        HTTPStatus.BAD_REQUEST, "the form does not name a puzzle of this site; reload the page"
    )


@cache
def _read_static(name: str) -> PageReply:
    kind = STATIC_TYPES.get(name.rpartition(".")[2])
    path = files(PACKAGE).joinpath("static", name)
    # A name with a slash could lead out of the folder.
    if kind is None or "/" in name or not path.is_file():
        raise Refused(HTTPStatus.NOT_FOUND, f"there is no file {name}")
    return PageReply(path.read_text(encoding="utf-8"), type=kind)


MAX_FORM_BYTES = 20_000
PASSED = "passed=1"
"""Cookie of a visitor who has passed the browser check."""
POLL_S = 0.05
"""Seconds until the server's loop notices `close`."""


class DemoServer(ThreadingHTTPServer):
    """The running site; a context manager that stops it.

    ``submissions`` are those so far, in order; ``hall`` has the ids of the puzzles entered in the
    hall of fame, which a program should leave alone.
    """

    def __init__(self, host: str, port: int) -> None:
        self.site = PracticeSite()
        self.submissions = self.site.submissions
        self.hall = self.site.hall
        self._open: set[Any] = set()
        super().__init__((host, port), _Handler)
        self._thread = Thread(target=self.serve_forever, args=(POLL_S,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Address of the site, without a trailing slash."""
        host, port = self.server_address[:2]
        return f"http://{host!s}:{port}"

    @property
    def ad_presses(self) -> int:
        """Number of clicks on advertisements, which a program should never make."""
        return self.site.ad_presses

    def close(self) -> None:
        """Stop the site, and end its connections: browsers keep them open."""
        self.shutdown()
        self.server_close()
        self._thread.join()
        for request in list(self._open):
            with suppress(OSError):  # the connection has just ended
                request.shutdown(SHUT_RDWR)

    def __exit__(self, *_: object) -> None:
        self.close()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a request in a thread, and remember its connection."""
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """End a connection."""
        self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print an error, unless a browser has closed its connection, as they do all the time."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: DemoServer

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        passed = PASSED in self.headers.get("Cookie", "")
        self._send_reply(
            lambda: self.server.site.answer_get(address.path, address.query, passed=passed)
        )

    def do_POST(self) -> None:
        address = urlsplit(self.path)
        ajax = self.headers.get("X-Requested-With") == "XMLHttpRequest"
        self._send_reply(
            lambda: self.server.site.answer_post(
                address.path, address.query, self._read_form(), ajax=ajax
            )
        )

    def log_message(self, *_: object) -> None:
        """Log nothing: the terminal belongs to whoever started the site."""

    def _read_form(self) -> dict[str, str]:
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > MAX_FORM_BYTES:
            self.close_connection = True
            raise Refused(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a form has at most {MAX_FORM_BYTES} bytes"
            )
        body = self.rfile.read(int(length)).decode("utf-8", "replace")
        return dict(parse_qsl(body, keep_blank_values=True))

    def _send_reply(self, route: Callable[[], PageReply]) -> None:
        try:
            reply = route()
        except Refused as error:
            reason = render_text(f"{error.status} {error.status.phrase}", str(error))
            reply = PageReply(reason, error.status)
        except Unanswered:
            self.close_connection = True
            return
        body = reply.body.encode()
        try:
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.type)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
