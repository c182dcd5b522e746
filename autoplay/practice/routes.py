"""What the practice site answers to each request, without the sockets."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from html import escape
from http import HTTPStatus
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

from autoplay.practice.lights_out import LightsOut
from autoplay.practice.options import BadOption, PageOptions, parse_options
from autoplay.practice.pages import (
    Puzzle,
    PuzzlePages,
    Served,
    challenge_page,
    option_tables,
    text_page,
    verdict_message,
)
from autoplay.practice.peg_solitaire import PegSolitaire
from autoplay.practice.puzzles import NoPuzzle
from autoplay.practice.star_battle import StarBattle
from autoplay.practice.templates import fill
from autoplay.practice.validate import BadAnswer

HTML, JSON = "text/html; charset=utf-8", "application/json"
AnyPages: TypeAlias = PuzzlePages[Any, Any, Any]
AnyServed: TypeAlias = Served[Any, Any]
GAMES: Final[dict[str, AnyPages]] = {"/": StarBattle(), "/lights-out": LightsOut(), "/pegs": PegSolitaire()}
"""The pages of each game, by their path."""
STATIC_TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


@dataclass(frozen=True, slots=True)
class Submission:
    """An answer that reached the server, and what the judge said.

    ``answer`` is what was sent: the (row, col) of the stars, or those pressed, in their order, or the jumps made.
    ``fault`` is the first rule it breaks or "", ``robot`` whether the page said that a program solved it, ``seconds``
    the time since the puzzle was first shown, ``reply`` what the server answered, which the options ``fail`` and
    ``deny`` may keep from being the truth.
    """

    puzzle: str
    answer: Any
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
    asked: Counter[PageOptions] = field(default_factory=Counter)

    def get(self, path: str, query: str, *, passed: bool = False) -> Reply:
        """The page at a path; ``passed`` is whether the visitor is known to be a person."""
        if path == "/options":
            return Reply(option_tables())
        if path == "/consent":
            return Reply(fill("consent_page"))
        if path.startswith("/static/"):
            return _static(path.removeprefix("/static/"))
        if path not in GAMES:
            shown = ", ".join(GAMES)
            raise Refused(
                HTTPStatus.NOT_FOUND, f"there is no page {path}; {shown} show puzzles, /options lists the rest"
            )
        options = self._options(GAMES[path], query)
        return _obstacle(options, passed=passed) or Reply(GAMES[path].show(options, _serve(GAMES[path], options)))

    def post(self, path: str, query: str, form: Mapping[str, str], *, ajax: bool) -> Reply:
        """The answer to a form: an answer to judge, a wish for a new puzzle, or an entry in the hall of fame."""
        if path == "/hallsubmit.php":
            return self._enter(form)
        if path == "/ad":
            self.ad_presses += 1
            return Reply("")
        if path not in GAMES:
            raise Refused(HTTPStatus.NOT_FOUND, f"nothing can be sent to {path}")
        options = self._options(GAMES[path], query)
        time.sleep(options.slow / 1000)
        if "new" in form:
            return _another(GAMES[path], options, form)
        return self._judge(GAMES[path], options, form, ajax=ajax)

    def _enter(self, form: Mapping[str, str]) -> Reply:
        board, _ = _played(form, *GAMES.values())
        self.hall.append(board.id)
        return Reply(text_page("Hall of fame", f"<p>Puzzle {escape(board.id)} is entered.</p>"))

    def _judge(self, game: AnyPages, options: PageOptions, form: Mapping[str, str], *, ajax: bool) -> Reply:
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
            raise Refused(HTTPStatus.INTERNAL_SERVER_ERROR, "something went wrong here; please try again later")
        message = verdict_message(reply == "right", done.seconds)
        if ajax:
            return Reply(json.dumps({"message": message, "solved": reply == "right"}), type=JSON)
        return Reply(game.show(options, Served(board, started, message, answer if reply == "right" else None)))

    def _reply(self, options: PageOptions, puzzle: str, wrong: str) -> Literal["right", "wrong", "error"]:
        """What the server says, which the options ``fail`` and ``deny`` may keep from being the truth."""
        if sum(done.puzzle == puzzle and done.reply == "error" for done in self.submissions) < options.fail:
            return "error"
        return "wrong" if wrong or options.deny else "right"

    def _options(self, game: AnyPages, query: str) -> PageOptions:
        """The options of a query string; raises Refused, or Unanswered where they want no more answers."""
        try:
            options: PageOptions = parse_options(query, game.options)
        except BadOption as error:
            raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from None
        self.asked[options] += 1
        if options.cut and self.asked[options] > options.cut:
            raise Unanswered
        return options


def refusal(error: Refused) -> Reply:
    """The page that says why a request was refused."""
    return Reply(text_page(f"{error.status} {error.status.phrase}", f"<p>{escape(str(error))}</p>"), error.status)


def _obstacle(options: PageOptions, *, passed: bool) -> Reply | None:
    """The page that stands where a board should be, when the options ask for one."""
    if options.challenge and not passed:
        return Reply(challenge_page(options), HTTPStatus.FORBIDDEN)
    if options.blank:
        return Reply(text_page("Nothing to play", "<p>The puzzles of this page are on holiday until Monday.</p>"))
    return None


def _serve(game: AnyPages, options: PageOptions, after: str = "") -> AnyServed:
    """A puzzle for the options, shown now; ``after`` is the id of the one before, where a new one was wished for."""
    try:
        return Served(game.pick(options, after), time.time(), fresh=bool(after))
    except NoPuzzle as error:
        raise Refused(HTTPStatus.NOT_FOUND, str(error)) from None


def _another(game: AnyPages, options: PageOptions, form: Mapping[str, str]) -> Reply:
    """The page with the next puzzle: the next seed where one was given."""
    board, _ = _played(form, game)
    following = game.following(options)
    return Reply(game.show(following, _serve(game, following, board.id)))


def _played(form: Mapping[str, str], *games: AnyPages) -> tuple[Puzzle, float]:
    """The puzzle a form names, and when it was first shown (s since 1970)."""
    puzzle_id, _, started = form.get("param", "").rpartition("@")
    for game in games:
        with suppress(NoPuzzle, ValueError):
            return game.find(puzzle_id), float(started)
    raise Refused(HTTPStatus.BAD_REQUEST, "the form names no puzzle of this site; load the page again")


@cache
def _static(name: str) -> Reply:
    kind = STATIC_TYPES.get(name.rpartition(".")[2])
    path = files("autoplay.practice").joinpath("static", name)
    if kind is None or "/" in name or not path.is_file():
        raise Refused(HTTPStatus.NOT_FOUND, f"there is no file {name}")
    return Reply(path.read_text(encoding="utf-8"), type=kind)
