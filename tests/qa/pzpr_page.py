"""A page that we did not write: the engine of puzz.link, fetched with npm when it is needed."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from autoplay.practice.puzzles import StarBoard

PACKAGE, VERSION = "pzpr", "0.10.1"
SHA512 = "u5AKhsgDGY6Emc42KGhCySRUBPgqeC2pqiMN4jqlIlHBWbbtyxJPPTdbOzHNViCG6OIdvGSO1pz9mBwkKjM7Bw=="
CACHE = Path(__file__).parents[2] / ".cache"
BASE_32 = "0123456789abcdefghijklmnopqrstuv"


class Unavailable(Exception):
    """The package is not available here; the message says why."""


def fetch_engine() -> Path:
    """Return the package's dist folder, unpacked once; it is whole for other processes.

    Raises Unavailable.
    """
    folder = CACHE / f"{PACKAGE}-{VERSION}"
    if not folder.exists():
        folder.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            unpack(download(Path(scratch)), Path(scratch))
            put(Path(scratch) / "package", folder)
    return folder / "dist"


def download(scratch: Path) -> Path:
    """Return the package as npm packs it, with the expected checksum."""
    npm = shutil.which("npm")
    if npm is None:
        raise Unavailable(f"{PACKAGE} {VERSION} is fetched with npm, which is not installed here")
    command = [npm, "pack", f"{PACKAGE}@{VERSION}", "--silent", "--ignore-scripts"]
    done = subprocess.run(
        command, cwd=scratch, capture_output=True, text=True, timeout=120, check=False
    )
    packed = scratch / f"{PACKAGE}-{VERSION}.tgz"
    if done.returncode or not packed.exists():
        raise Unavailable(f"npm could not fetch {PACKAGE} {VERSION}: {done.stderr.strip()[-300:]}")
    found = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
    assert found == SHA512, f"{packed.name} is not the package that this was written for"
    return packed


def unpack(packed: Path, scratch: Path) -> None:
    with tarfile.open(packed) as archive:
        names = [name for name in archive.getnames() if name.startswith("package/dist/")]
        archive.extractall(scratch, [archive.getmember(name) for name in names], filter="data")


def put(folder: Path, place: Path) -> None:
    """Move a folder into place, unless another process was first."""
    try:
        folder.rename(place)
    except OSError:
        if not place.exists():
            raise


class _Handler(SimpleHTTPRequestHandler):
    """Handler that serves pzpr_page.html under /p and the engine's files under /pzpr/."""

    def translate_path(self, path: str) -> str:
        if path.partition("?")[0] == "/p":
            return str(Path(__file__).with_name("pzpr_page.html"))
        return super().translate_path(path.removeprefix("/pzpr"))

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serve_boards() -> Iterator[Callable[[StarBoard], str]]:
    """Serve the page and the engine; yield a function that returns the address of a board.

    Raises Unavailable.
    """
    engine = fetch_engine()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(engine))) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield lambda board: f"http://127.0.0.1:{server.server_port}/p?{puzz_link(board)}"
        server.shutdown()


def puzz_link(board: StarBoard) -> str:
    """Return the board as puzz.link writes it: its size, its stars, then a bit for each border.

    The borders between columns come first, then those between rows, five bits a letter.
    """
    n, grid = board.size, board.grid
    columns = [grid[r][c] != grid[r][c + 1] for r in range(n) for c in range(n - 1)]
    rows = [grid[r][c] != grid[r + 1][c] for r in range(n - 1) for c in range(n)]
    return f"starbattle/{n}/{n}/{board.stars}/{base_32(columns)}{base_32(rows)}"


def base_32(bits: list[bool]) -> str:
    padded = bits + [False] * (-len(bits) % 5)
    fives = (padded[i : i + 5] for i in range(0, len(padded), 5))
    return "".join(BASE_32[int("".join("01"[bit] for bit in five), 2)] for five in fives)
