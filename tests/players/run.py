"""Plays on real players of other makers, served on this machine, and prints what came of it.

usage: python tests/players/run.py FOLDER [NAME…] [--clone] [--pictures DIR]

FOLDER holds a checkout of each as OWNER+NAME; ``--clone`` fetches those that are missing with git, at the commits these
boards are for. Each is built once with npm and served on loopback; the browser reaches nothing else. Exit status 1 if a
page does not call a board solved, or our player does not say so of one that cannot be.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from json import dumps
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

from autoplay.browser.start import BrowserOptions, context_settings, start_browser
from autoplay.sites import site_for
from solvers.errors import AutoplayError, NoSolution
from tests.players.cherche import Cherche
from tests.players.cracker import Cracker
from tests.players.flip import Flip
from tests.players.pegs import Pegs
from tests.players.penpa import Penpa
from tests.players.pierca import Pierca
from tests.players.pixi import Pixi
from tests.players.player import Board, Player
from tests.players.puskas import Puskas
from tests.players.pzprjs import Pzprjs
from tests.players.queens import Queens
from tests.players.rosenqvist import Rosenqvist
from tests.players.vue import Vue
from tests.playing import play

STAR_BATTLE: tuple[Player, ...] = (Pzprjs(), Penpa(), Queens(), Vue(), Pixi())
LIGHTS_OUT: tuple[Player, ...] = (Pierca(), Puskas(), Cherche(), Flip())
PEGS: tuple[Player, ...] = (Cracker(), Rosenqvist(), Pegs())
PLAYERS = STAR_BATTLE + LIGHTS_OUT + PEGS


@dataclass(frozen=True)
class Result:
    """What came of a board: whether the page calls it ``solved``, what our player ``said``, and if it is ``right``."""

    solved: bool
    right: bool
    said: str
    gesture: tuple[str, ...] = ()

    def __str__(self) -> str:
        solved = ("" if self.right else "WRONG: ") + ("solved" if self.solved else "not solved")
        return f"{solved} ({' + '.join(self.gesture) or 'no gesture'}; {self.said})"


class _Files(SimpleHTTPRequestHandler):
    """A folder under a path; an address without a file is a page's own route."""

    base = "/"

    def translate_path(self, path: str) -> str:
        path = path.partition("?")[0].removeprefix(self.base.rstrip("/"))
        found = Path(super().translate_path(path))
        return str(found if found.exists() else Path(self.directory) / "index.html")

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
    """Play a board; ``solved`` is asked of the page whatever our player says."""
    player.open(page, url, board)
    try:
        outcome = play(page, site_for(page), pictures, puzzle=board.puzzle, target=board.target)
    except AutoplayError as error:
        right = isinstance(error, NoSolution) and not board.solvable
        return Result(player.solved(page), right, f"{error.code}: {error.message}")
    verdict, solved = outcome.verdict, player.solved(page)
    return Result(solved, solved and board.solvable, f"{verdict.result}: {verdict.message}", outcome.gesture)


def row(player: Player, results: list[Result]) -> str:
    """A line of the table."""
    gestures = sorted({" + ".join(result.gesture) for result in results} - {""})
    version = f"{player.commit[:7]} ({player.date})"
    solved = sum(result.solved for result in results)
    unsolvable = sum(result.right and not result.solved for result in results) or ""
    cells = [player.repository, version, " or ".join(gestures), len(results), solved, unsolvable]
    return " | ".join(map(str, ["", *cells, ""])).strip()


def main() -> int:
    parser = argparse.ArgumentParser(description="Plays on real players of other makers, served on this machine.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which: " + ", ".join(p.name for p in PLAYERS))
    parser.add_argument("--clone", action="store_true", help="fetch what is missing with git")
    parser.add_argument("--pictures", type=Path, help="folder for what was seen")
    parser.add_argument("--only", default="", help="boards whose name has this in it")
    arguments = parser.parse_args()
    pictures = arguments.pictures or Path(tempfile.mkdtemp(prefix="players-"))
    lines = ["| page | version | gesture | boards | solved | called unsolvable |", "|---|---|---|---|---|---|"]
    failed = False
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
            failed |= not all(result.right for result in results)
    print("\n".join(lines))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
