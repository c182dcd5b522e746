"""Plays on real players of other makers, served on this machine, and prints what came of it.

usage: python tests/players/run.py FOLDER [NAME…] [--clone] [--pictures DIR]

FOLDER holds a checkout of each as OWNER+NAME; ``--clone`` fetches those that are missing with git, at the commits these
boards are for. Each is built once with npm, or made beforehand as its own file says, and served on loopback; the
browser reaches nothing else. Exit status 1 if a page does not call a board solved, if our player does not say so of
one that cannot be or has to be refused, or if a page that is played by its address alone does not end with exit
status 0.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from json import dumps
from pathlib import Path
from threading import Thread
from time import monotonic
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

from autoplay.browser.start import BrowserOptions, context_settings, start_browser
from autoplay.player.play_result import PlayResult
from autoplay.run.puzzle_run import PuzzleRun
from autoplay.sites import site_for
from solvers.errors import AutoplayError, NoSolution
from tests.players.aaryanporwal import Aaryanporwal
from tests.players.address_player import AddressPlayer
from tests.players.alessandro import Alessandro
from tests.players.cherche import Cherche
from tests.players.cracker import Cracker
from tests.players.creach import Creach
from tests.players.danielna import Danielna
from tests.players.dougmr import Dougmr
from tests.players.emocibob import Emocibob
from tests.players.flip import Flip
from tests.players.idothestamping import Idothestamping
from tests.players.johnhsrao import Johnhsrao
from tests.players.kristofer84 import Kristofer84
from tests.players.marciojmo import Marciojmo
from tests.players.minevich import Minevich
from tests.players.pegs import Pegs
from tests.players.penpa import Penpa
from tests.players.pierca import Pierca
from tests.players.pixi import Pixi
from tests.players.player import Board, Player
from tests.players.purushots import Purushots
from tests.players.puskas import Puskas
from tests.players.pzprjs import Pzprjs
from tests.players.queens import Queens
from tests.players.rilhia import Rilhia
from tests.players.rosenqvist import Rosenqvist
from tests.players.stillmattwest import Stillmattwest
from tests.players.tsay3 import Tsay3
from tests.players.vue import Vue
from tests.playing import play, request_for

STAR_BATTLE: tuple[Player, ...] = (
    *(Pzprjs(), Penpa(), Queens(), Vue(), Pixi()),
    *(Purushots(), Kristofer84(), Alessandro(), Aaryanporwal(), Johnhsrao(), Creach(), Rilhia()),
)
LIGHTS_OUT: tuple[Player, ...] = (Pierca(), Puskas(), Cherche(), Flip(), Stillmattwest(), Minevich(), Tsay3())
PEGS: tuple[Player, ...] = (
    *(Cracker(), Rosenqvist(), Pegs()),
    *(Danielna(), Emocibob(), Idothestamping(), Dougmr(), Marciojmo()),
)
PLAYERS = STAR_BATTLE + LIGHTS_OUT + PEGS


@dataclass(frozen=True)
class Result:
    """Result of a board.

    ``solved``: the page calls it solved; ``right``: this and what our player ``said`` are as they should be. ``status``
    is the exit status. ``wrong`` are the wrong presses, None if unknown.
    """

    solved: bool
    right: bool
    said: str
    status: int
    has_answer: bool
    gesture: tuple[str, ...] = ()
    wrong: tuple[str, ...] | None = None
    seconds: float = 0

    def __str__(self) -> str:
        solved = ("" if self.right else "WRONG: ") + ("solved" if self.solved else "not solved")
        facts = [" + ".join(self.gesture) or "no gesture", f"status {self.status}", f"{self.seconds:.0f} s"]
        if self.wrong is not None:
            counts = ", ".join(f"{place} ×{n}" for place, n in Counter(self.wrong).items())
            facts.append(f"wrong presses: {counts or 'none'}")
        return f"{solved} ({', '.join(facts)}; {self.said})"


class _Files(SimpleHTTPRequestHandler):
    """A folder under a path; an address without a file is a page's own route, which may have a text of its own."""

    base = "/"

    def translate_path(self, path: str) -> str:
        path = path.partition("?")[0].removeprefix(self.base.rstrip("/"))
        found = Path(super().translate_path(path))
        choices = (found, found.with_name(f"{found.name}.html"))
        return str(next((choice for choice in choices if choice.exists()), Path(self.directory) / "index.html"))

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path, base: str) -> Iterator[str]:
    """The address of a folder that is served on this machine."""
    handler = type("Files", (_Files,), {"base": base})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder))) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{base}"
        server.shutdown()


def prepared(player: Player, folder: Path, *, clone: bool) -> Path:
    """The checkout, fetched and built if that was not done before."""
    checkout = folder / player.repository.replace("/", "+")
    if clone and not checkout.exists():
        run(f"git clone --quiet https://github.com/{player.repository} {checkout}", folder)
        run(f"git checkout --quiet {player.commit}", checkout)
    site = checkout / player.site
    if not site.exists():
        for command in player.build:
            run(command, checkout)
    if not site.exists():
        sys.exit(f"{site} is not there: make it in {checkout} as {player.repository} says")
    return checkout


def run(command: str, folder: Path) -> None:
    print(f"{folder.name}: {command}", file=sys.stderr)
    subprocess.run(command, cwd=folder, shell=True, check=True, stdout=subprocess.DEVNULL)


@contextmanager
def opened(browser: Browser, board: Board) -> Iterator[Page]:
    """A page of its own as the program opens it, which reaches this machine alone."""
    with browser.new_context(**{**context_settings(BrowserOptions()), **board.context}) as context:
        context.route(lambda url: urlsplit(url).hostname != "127.0.0.1", lambda route: route.abort())
        context.add_init_script(f"Object.assign(localStorage, {{...{dumps(dict(board.storage))}, ...localStorage}})")
        yield context.new_page()


def played(page: Page, player: Player, url: str, board: Board, pictures: Path) -> Result:
    """Play a board, and ask the page whether it is solved, whatever our player says."""
    if isinstance(player, AddressPlayer):
        return played_by_address(page, player, url, board, pictures)
    player.open(page, url, board)
    begin, has_answer = monotonic(), board.solvable and not board.refusal
    try:
        outcome = play(page, site_for(page), pictures, puzzle=board.puzzle, target=board.target)
    except AutoplayError as error:
        right = (isinstance(error, NoSolution) and not board.solvable) or error.exit_status == board.refusal
        said = f"{error.code}: {error.message}"
        return Result(player.solved(page), right, said, error.exit_status, has_answer, seconds=monotonic() - begin)
    verdict, solved = outcome.verdict, player.solved(page)
    said = f"{verdict.result}: {verdict.message}"
    right = solved and board.solvable
    return Result(solved, right, said, outcome.exit_status, has_answer, outcome.gesture, seconds=monotonic() - begin)


def played_by_address(page: Page, player: AddressPlayer, url: str, board: Board, pictures: Path) -> Result:
    """Play a board as the command line does that is given the address alone."""
    address = player.lay_out(page, url, board)
    presses = player.count_presses(page)
    begin = monotonic()
    gesture: tuple[str, ...] = ()
    try:
        outcome = PuzzleRun(page, request_for(address, pictures)).run()
    except AutoplayError as error:
        status, said = error.exit_status, f"{error.code}: {error.message}"
    else:
        assert isinstance(outcome, PlayResult)  # only scheduled puzzles are skipped as solved before
        status, said, gesture = outcome.exit_status, f"{outcome.verdict.result}: {outcome.message}", outcome.gesture
    seconds = monotonic() - begin
    solved = player.solved(page)
    wrong = presses.wrong(solved=solved)
    right = not wrong and status == board.refusal if board.refusal else solved and status == 0
    return Result(solved, right, said, status, not board.refusal, gesture, wrong, seconds)


def row(player: Player, results: list[Result]) -> str:
    """Return a line of the table."""
    gestures = sorted({" + ".join(result.gesture) for result in results} - {""})
    version = f"{player.commit[:7]} ({player.date})"
    solved = sum(result.solved for result in results)
    refused = sum(result.right and not result.solved for result in results) or ""
    statuses = ", ".join(f"{status}: {n}" for status, n in sorted(Counter(r.status for r in results).items()))
    counted = [len(result.wrong) for result in results if result.wrong is not None]
    wrong = sum(counted) if counted else ""
    seconds = sorted(round(result.seconds) for result in results)
    took = f"{seconds[0]} to {seconds[-1]}" if seconds else ""
    is_shared = sum(other.repository == player.repository for other in PLAYERS) > 1
    page = f"{player.repository}, {player.name}" if is_shared else player.repository
    cells = [page, version, " or ".join(gestures), len(results), solved, refused]
    return " | ".join(map(str, ["", *cells, statuses, wrong, took, ""])).strip()


def main() -> int:
    parser = argparse.ArgumentParser(description="Plays on real players of other makers, served on this machine.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which: " + ", ".join(p.name for p in PLAYERS))
    parser.add_argument("--clone", action="store_true", help="fetch what is missing with git")
    parser.add_argument("--pictures", type=Path, help="folder for what was seen")
    parser.add_argument("--only", default="", help="boards whose name has this in it")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - {player.name for player in PLAYERS}:
        parser.error(f"no player is called {' or '.join(sorted(unknown))}")
    pictures = arguments.pictures or Path(tempfile.mkdtemp(prefix="players-"))
    os.environ["AUTOPLAY_HOME"] = tempfile.mkdtemp(prefix="players-")  # the user's own history is not written
    heads = ("page", "version", "gesture learned", "boards", "solved", "rightly refused", "exit status: boards")
    lines = [f"| {' | '.join((*heads, 'wrong presses', 'seconds'))} |", "|---" * 9 + "|"]
    everything: list[Result] = []
    with sync_playwright() as playwright, start_browser(playwright) as browser:
        for player in PLAYERS:
            if arguments.names and player.name not in arguments.names:
                continue
            results = []
            checkout = prepared(player, arguments.folder.resolve(), clone=arguments.clone)
            with player.running(checkout), served(checkout / player.site, player.base) as url:
                for board in player.boards():
                    if arguments.only not in board.name:
                        continue
                    folder = pictures / player.name / board.name.replace(" ", "-")
                    folder.mkdir(parents=True, exist_ok=True)
                    with opened(browser, board) as page:
                        result = played(page, player, url, board, folder)
                    results.append(result)
                    print(f"{player.name}, {board.name}: {result}", file=sys.stderr, flush=True)
            lines.append(row(player, results))
            everything += results
    print("\n".join(lines))
    statuses = [result.status for result in everything if result.has_answer]
    print(f"status 0: {statuses.count(0)} of {len(statuses)} boards that have one solution")
    return int(not all(result.right for result in everything))


if __name__ == "__main__":
    sys.exit(main())
