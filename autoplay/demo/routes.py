"""What the practice site answers to each request, without the sockets."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from html import escape
from http import HTTPStatus
from importlib.resources import files
from typing import Literal

from autoplay.demo.calendar import special_seed
from autoplay.demo.judge import BadAnswer, fault, parse_answer
from autoplay.demo.options import BadOption, Options, parse_options
from autoplay.demo.pages import Served, challenge_page, option_table, page, text_page, verdict_message
from autoplay.demo.puzzles import KINDS, MAX_COLOURS, Board, Cells, NoPuzzle, find, pick, spoil
from autoplay.demo.templates import fill

HTML, JSON = "text/html; charset=utf-8", "application/json"
STATIC_TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


@dataclass(frozen=True, slots=True)
class Submission:
    """An answer that reached the server, and what the judge said.

    ``stars`` are the (row, col) sent, ``fault`` is the first rule they break or "", ``robot`` whether the
    page said that a program solved it, ``seconds`` the time since the puzzle was first shown, ``reply`` what
    the server answered, which the options ``fail`` and ``deny`` may keep from being the truth.
    """

    puzzle: str
    stars: Cells
    fault: str
    robot: bool
    seconds: float
    reply: Literal["right", "wrong", "error"]

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


class Unanswered(Exception):
    """The request gets no answer at all."""


@dataclass(slots=True)
class Site:
    """The site's memory: answers, puzzle ids entered in the hall of fame, and presses on advertisements.

    ``asked`` counts the requests for a page, by its options.
    """

    submissions: list[Submission] = field(default_factory=list)
    hall: list[str] = field(default_factory=list)
    ad_presses: int = 0
    asked: Counter[Options] = field(default_factory=Counter)

    def get(self, path: str, query: str, *, passed: bool = False) -> Reply:
        """The page at a path; ``passed`` is whether the visitor is known to be a person."""
        if path == "/options":
            return Reply(option_table())
        if path == "/consent":
            return Reply(fill("consent_page"))
        if path.startswith("/static/"):
            return _static(path.removeprefix("/static/"))
        if path != "/":
            raise Refused(HTTPStatus.NOT_FOUND, f"there is no page {path}; / shows a puzzle, /options lists the rest")
        options = self._options(query)
        return _obstacle(options, passed=passed) or Reply(page(options, _serve(options)))

    def post(self, path: str, query: str, form: Mapping[str, str], *, ajax: bool) -> Reply:
        """The answer to a form: stars to judge, a wish for a new puzzle, or an entry in the hall of fame."""
        if path == "/hallsubmit.php":
            return self._enter(form)
        if path == "/ad":
            self.ad_presses += 1
            return Reply("")
        if path != "/":
            raise Refused(HTTPStatus.NOT_FOUND, f"nothing can be sent to {path}")
        options = self._options(query)
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
        done = _judged(options, form, board, stars, seconds=time.time() - started, failed=self._failures(board))
        self.submissions.append(done)
        if done.reply == "error":
            raise Refused(HTTPStatus.INTERNAL_SERVER_ERROR, "something went wrong here; please try again later")
        is_right = done.reply == "right"
        message = verdict_message(is_right, done.seconds)
        if ajax:
            return Reply(json.dumps({"message": message, "solved": is_right}), type=JSON)
        return Reply(page(options, Served(board, started, message, stars if is_right else None)))

    def _failures(self, board: Board) -> int:
        return sum(done.puzzle == board.id and done.reply == "error" for done in self.submissions)

    def _options(self, query: str) -> Options:
        """The options of a query string; raises Refused, or Unanswered where they want no more answers."""
        try:
            options = parse_options(query)
        except BadOption as error:
            raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from None
        self.asked[options] += 1
        if options.cut and self.asked[options] > options.cut:
            raise Unanswered
        return options


def _judged(
    options: Options, form: Mapping[str, str], board: Board, stars: Cells, *, seconds: float, failed: int
) -> Submission:
    """The answer as it is kept; ``failed`` is how many to this puzzle ended in an error."""
    wrong = fault(board, stars)
    reply: Literal["right", "wrong", "error"] = "wrong" if wrong or options.deny else "right"
    if failed < options.fail:
        reply = "error"
    return Submission(board.id, stars, wrong, form.get("robot") == "1", seconds, reply)


def refusal(error: Refused) -> Reply:
    """The page that says why a request was refused."""
    return Reply(text_page(f"{error.status} {error.status.phrase}", f"<p>{escape(str(error))}</p>"), error.status)


def _obstacle(options: Options, *, passed: bool) -> Reply | None:
    """The page that stands where a board should be, when the options ask for one."""
    if options.challenge and not passed:
        return Reply(challenge_page(options), HTTPStatus.FORBIDDEN)
    if options.blank:
        return Reply(text_page("Nothing to play", "<p>The puzzles of this page are on holiday until Monday.</p>"))
    return None


def _serve(options: Options, *, after: str = "", fresh: bool = False) -> Served:
    """A puzzle for the options, shown now."""
    try:
        board = _wanted(options, after)
        if options.none or options.several:
            board = spoil(board, 0 if options.none else 2)
        if options.skin == "queens" and not board.colourable:
            raise NoPuzzle(f"skin=queens shows regions, at most {MAX_COLOURS} of them; try another size")
    except NoPuzzle as error:
        raise Refused(HTTPStatus.NOT_FOUND, str(error)) from None
    return Served(board, time.time(), fresh=fresh)


def _wanted(options: Options, after: str) -> Board:
    """The puzzle that is asked for; raises NoPuzzle."""
    kind = KINDS[options.size]
    if options.specific:
        board = find(str(options.specid))
        if not board.id.startswith(kind.id(0)[:-1]):
            raise NoPuzzle(f"{options.specid} is no {kind.label}")
        return board
    if options.seed is None and (options.date or not after):
        return pick(options.size, special_seed(options.size, options.date))
    return pick(options.size, options.seed, after=after)


def _another(options: Options, form: Mapping[str, str]) -> Reply:
    """The page with the next puzzle: the next seed where one was given."""
    following = options.but(seed=None if options.seed is None else options.seed + 1, date="", specific=False)
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
