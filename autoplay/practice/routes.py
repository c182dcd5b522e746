"""Responses of the practice site to requests, without sockets."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

from autoplay.practice.lights_out import LightsOutPages
from autoplay.practice.options import BadOption, PageOptions, parse_options
from autoplay.practice.pages import (
    PACKAGE,
    PracticePuzzle,
    PuzzlePages,
    Served,
    challenge_page,
    options_page,
    text_page,
    verdict_message,
)
from autoplay.practice.peg_solitaire import PegSolitairePages
from autoplay.practice.puzzles import NoPuzzle
from autoplay.practice.star_battle import StarBattlePages
from autoplay.practice.validate import BadAnswer
from autoplay.wording import render_page

HTML_TYPE, JSON_TYPE = "text/html; charset=utf-8", "application/json"
AnyPages: TypeAlias = PuzzlePages[Any, Any, Any]
AnyServed: TypeAlias = Served[Any, Any]
GAMES: Final[dict[str, AnyPages]] = {
    "/": StarBattlePages(),
    "/lights-out": LightsOutPages(),
    "/pegs": PegSolitairePages(),
}
"""Pages of each game, by path."""
STATIC_TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


@dataclass(frozen=True, slots=True)
class Submission:
    """Answer that reached the server, and its check.

    ``answer`` holds the (row, col) of the stars or of the presses in order, or the jumps. ``fault`` is the first rule
    that it breaks, or "". ``robot`` is True if the page said that a program solved it. ``seconds`` is the time since
    the puzzle was first shown. ``reply`` is the server's reply, which the options ``fail`` and ``deny`` can make false.
    """

    puzzle: str
    answer: Any
    fault: str
    robot: bool
    seconds: float
    reply: Literal["right", "wrong", "error"]

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
    """The site and its state: submissions, puzzle ids in the hall of fame, and clicks on advertisements.

    ``asked`` counts the requests for each page by its options.
    """

    submissions: list[Submission] = field(default_factory=list)
    hall: list[str] = field(default_factory=list)
    ad_presses: int = 0
    asked: Counter[PageOptions] = field(default_factory=Counter)

    def get(self, path: str, query: str, *, passed: bool = False) -> PageReply:
        """Return the page at a path; ``passed`` is True if the visitor has passed the browser check."""
        if path == "/options":
            return PageReply(options_page())
        if path == "/consent":
            return PageReply(render_page(PACKAGE, "consent_page.html"))
        if path.startswith("/static/"):
            return _static(path.removeprefix("/static/"))
        if path not in GAMES:
            shown = ", ".join(GAMES)
            raise Refused(
                HTTPStatus.NOT_FOUND, f"there is no page {path}; {shown} show puzzles, and /options lists the rest"
            )
        options = self._options(GAMES[path], query)
        return _obstacle(options, passed=passed) or PageReply(GAMES[path].show(options, _serve(GAMES[path], options)))

    def post(self, path: str, query: str, form: Mapping[str, str], *, ajax: bool) -> PageReply:
        """Return the response to a form: an answer, a request for a new puzzle, or an entry in the hall of fame."""
        if path == "/hallsubmit.php":
            return self._enter(form)
        if path == "/ad":
            self.ad_presses += 1
            return PageReply("")
        if path not in GAMES:
            raise Refused(HTTPStatus.NOT_FOUND, f"nothing can be sent to {path}")
        options = self._options(GAMES[path], query)
        time.sleep(options.slow / 1000)
        if "new" in form:
            return _another(GAMES[path], options, form)
        return self._judge(GAMES[path], options, form, ajax=ajax)

    def _enter(self, form: Mapping[str, str]) -> PageReply:
        board, _ = _played(form, *GAMES.values())
        self.hall.append(board.id)
        return PageReply(text_page("Hall of fame", f"Puzzle {board.id} is entered."))

    def _judge(self, game: AnyPages, options: PageOptions, form: Mapping[str, str], *, ajax: bool) -> PageReply:
        board, started = _played(form, game)
        try:
            answer = game.parse(form.get("b", ""), board)
        except BadAnswer as error:
            raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from None
        wrong, is_robot = game.fault(board, answer), form.get("robot") == "1"
        reply = self._reply(options, board.id, wrong)
        done = Submission(board.id, answer, wrong, is_robot, time.time() - started, reply)
        self.submissions.append(done)
        if reply == "error":
            raise Refused(HTTPStatus.INTERNAL_SERVER_ERROR, "something went wrong; please try again later")
        message = verdict_message(reply == "right", done.seconds)
        if ajax:
            return PageReply(json.dumps({"message": message, "solved": reply == "right"}), type=JSON_TYPE)
        return PageReply(game.show(options, Served(board, started, message, answer if reply == "right" else None)))

    def _reply(self, options: PageOptions, puzzle: str, wrong: str) -> Literal["right", "wrong", "error"]:
        """Return the server's reply, which the options ``fail`` and ``deny`` can make false."""
        if sum(done.puzzle == puzzle and done.reply == "error" for done in self.submissions) < options.fail:
            return "error"
        return "wrong" if wrong or options.deny else "right"

    def _options(self, game: AnyPages, query: str) -> PageOptions:
        """Return the options of a query string. Raises Refused, or Unanswered if the option ``cut`` applies."""
        try:
            options: PageOptions = parse_options(query, game.options)
        except BadOption as error:
            raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from None
        self.asked[options] += 1
        if options.cut and self.asked[options] > options.cut:
            raise Unanswered
        return options


def refusal(error: Refused) -> PageReply:
    """Return the page that explains why a request was refused."""
    return PageReply(text_page(f"{error.status} {error.status.phrase}", str(error)), error.status)


def _obstacle(options: PageOptions, *, passed: bool) -> PageReply | None:
    """Return the page that replaces the board, if the options ask for one."""
    if options.challenge and not passed:
        return PageReply(challenge_page(options), HTTPStatus.FORBIDDEN)
    if options.blank:
        return PageReply(text_page("Nothing to play", "The puzzles of this page are on holiday until Monday."))
    return None


def _serve(game: AnyPages, options: PageOptions, after: str = "") -> AnyServed:
    """Return a puzzle for the options, shown now; ``after`` is the id of the one before if a new one was requested."""
    try:
        return Served(game.pick(options, after), time.time(), fresh=bool(after))
    except NoPuzzle as error:
        raise Refused(HTTPStatus.NOT_FOUND, str(error)) from None


def _another(game: AnyPages, options: PageOptions, form: Mapping[str, str]) -> PageReply:
    """Return the page of the next puzzle."""
    board, _ = _played(form, game)
    following = game.following(options)
    return PageReply(game.show(following, _serve(game, following, board.id)))


def _played(form: Mapping[str, str], *games: AnyPages) -> tuple[PracticePuzzle, float]:
    """Return the puzzle that a form names, and when it was first shown (s since 1970)."""
    puzzle_id, _, started = form.get("param", "").rpartition("@")
    for game in games:
        with suppress(NoPuzzle, ValueError):
            return game.find(puzzle_id), float(started)
    raise Refused(HTTPStatus.BAD_REQUEST, "the form does not name a puzzle of this site; reload the page")


@cache
def _static(name: str) -> PageReply:
    kind = STATIC_TYPES.get(name.rpartition(".")[2])
    path = files("autoplay.practice").joinpath("static", name)
    if kind is None or "/" in name or not path.is_file():
        raise Refused(HTTPStatus.NOT_FOUND, f"there is no file {name}")
    return PageReply(path.read_text(encoding="utf-8"), type=kind)
