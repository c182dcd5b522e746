"""What the practice site answers to each request, without the sockets."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from html import escape
from http import HTTPStatus
from importlib.resources import files

from autoplay.demo.judge import BadAnswer, fault, parse_answer
from autoplay.demo.options import BadOption, Options, parse_options
from autoplay.demo.pages import Served, challenge_page, option_table, page, text_page, verdict_message
from autoplay.demo.puzzles import MAX_COLOURS, Board, Cells, NoPuzzle, find, pick, spoil

HTML, JSON = "text/html; charset=utf-8", "application/json"
STATIC_TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


@dataclass(frozen=True, slots=True)
class Submission:
    """An answer that reached the server, and what the judge said.

    ``stars`` are the (row, col) sent, ``fault`` is the first rule they break or "", ``robot`` whether the
    page said that a program solved it, ``seconds`` the time since the puzzle was first shown.
    """

    puzzle: str
    stars: Cells
    fault: str
    robot: bool
    seconds: float

    @property
    def solved(self) -> bool:
        """Whether the answer is right."""
        return not self.fault


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to a request; ``body`` is sent as UTF-8."""

    body: str
    status: HTTPStatus = HTTPStatus.OK
    type: str = HTML


class Refused(Exception):
    """The request cannot be answered: with which status, and why."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(slots=True)
class Site:
    """The site's memory: the answers judged so far, and the puzzle ids entered in the hall of fame."""

    submissions: list[Submission] = field(default_factory=list)
    hall: list[str] = field(default_factory=list)

    def get(self, path: str, query: str) -> Reply:
        """The page at a path."""
        if path == "/options":
            return Reply(option_table())
        if path.startswith("/static/"):
            return _static(path.removeprefix("/static/"))
        if path != "/":
            raise Refused(HTTPStatus.NOT_FOUND, f"there is no page {path}; / shows a puzzle, /options lists the rest")
        options = _options(query)
        return _obstacle(options) or Reply(page(options, _serve(options)))

    def post(self, path: str, query: str, form: Mapping[str, str], *, ajax: bool) -> Reply:
        """The answer to a form: stars to judge, a wish for a new puzzle, or an entry in the hall of fame."""
        if path == "/hallsubmit.php":
            return self._enter(form)
        if path != "/":
            raise Refused(HTTPStatus.NOT_FOUND, f"nothing can be sent to {path}")
        options = _options(query)
        time.sleep(options.slow / 1000)
        if "new" in form:
            return _another(options, form)
        return self._judge(options, form, ajax=ajax)

    def _enter(self, form: Mapping[str, str]) -> Reply:
        board, _ = _played(form)
        self.hall.append(board.id)
        return Reply(text_page("Hall of fame", f"<p>Puzzle {escape(board.id)} is entered.</p>"))

    def _judge(self, options: Options, form: Mapping[str, str], *, ajax: bool) -> Reply:
        board, started = _played(form)
        try:
            stars = parse_answer(form.get("b", ""), board)
        except BadAnswer as error:
            raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from None
        seconds = time.time() - started
        done = Submission(board.id, stars, fault(board, stars), form.get("robot") == "1", seconds)
        self.submissions.append(done)
        message = verdict_message(done.solved, seconds)
        if ajax:
            return Reply(json.dumps({"message": message, "solved": done.solved}), type=JSON)
        return Reply(page(options, Served(board, started, message, stars if done.solved else None)))


def refusal(error: Refused) -> Reply:
    """The page that says why a request was refused."""
    return Reply(text_page(f"{error.status} {error.status.phrase}", f"<p>{escape(str(error))}</p>"), error.status)


def _options(query: str) -> Options:
    try:
        return parse_options(query)
    except BadOption as error:
        raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from None


def _obstacle(options: Options) -> Reply | None:
    """The page that stands where a board should be, when the options ask for one."""
    if options.challenge:
        return Reply(challenge_page(), HTTPStatus.FORBIDDEN)
    if options.blank:
        return Reply(text_page("Nothing to play", "<p>The puzzles of this page are on holiday until Monday.</p>"))
    return None


def _serve(options: Options, *, after: str = "", fresh: bool = False) -> Served:
    """A puzzle for the options, shown now."""
    try:
        board = pick(options.size, options.seed, after=after)
        if options.none or options.several:
            board = spoil(board, 0 if options.none else 2)
        if options.skin == "queens" and not board.colourable:
            raise NoPuzzle(f"skin=queens shows regions, at most {MAX_COLOURS} of them; try another size")
    except NoPuzzle as error:
        raise Refused(HTTPStatus.NOT_FOUND, str(error)) from None
    return Served(board, time.time(), fresh=fresh)


def _another(options: Options, form: Mapping[str, str]) -> Reply:
    """The page with the next puzzle: the next seed where one was given."""
    following = options if options.seed is None else options.but(seed=options.seed + 1)
    board, _ = _played(form)
    return Reply(page(following, _serve(following, after=board.id, fresh=True)))


def _played(form: Mapping[str, str]) -> tuple[Board, float]:
    """The puzzle a form names, and when it was first shown (s since 1970)."""
    puzzle_id, _, started = form.get("param", "").rpartition("@")
    try:
        return find(puzzle_id), float(started)
    except (NoPuzzle, ValueError):
        raise Refused(HTTPStatus.BAD_REQUEST, "the form names no puzzle of this site; load the page again") from None


@cache
def _static(name: str) -> Reply:
    kind = STATIC_TYPES.get(name.rpartition(".")[2])
    path = files("autoplay.demo").joinpath("static", name)
    if kind is None or "/" in name or not path.is_file():
        raise Refused(HTTPStatus.NOT_FOUND, f"there is no file {name}")
    return Reply(path.read_text(encoding="utf-8"), type=kind)
