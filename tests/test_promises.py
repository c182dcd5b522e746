"""Interfaces that users rely on: keys and types of the JSON, exit statuses, and signatures of the
public names.

`UPDATE_PROMISES=1 python -m pytest tests/test_promises.py` rewrites promises.json: additions are
free, any other difference breaks somebody's program.
"""

import dataclasses
import inspect
import json
import os
import shutil
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from autoplay.cli import main
from tests.solvers.boards import PUBLISHED
from tests.test_surface import SURFACE

FIXTURES = Path(__file__).parents[1] / "fixtures"
PROMISES = Path(__file__).with_name("promises.json")
UPDATES = bool(os.environ.get("UPDATE_PROMISES"))
TEXTS = {
    "puzzle.txt": PUBLISHED,
    "lamps.txt": "**.\n...\n..*\n",
    "no-solution.txt": "stars 1\nAAAA\nAAAA\nBBBB\nCCDD\n",
    "several.txt": "stars 1\nABCDE\nABCDE\nABCDE\nABCDE\nABCDE\n",
    "broken.txt": "AB\nC\n",
    "rows.jsonl": '{"id": 1, "stars": 1, "grid": ["AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA"]}\n{"id": 2}\n',
}
BOARD = "{fixtures}/practice/10x10-coords-half.png"
LAMPS = "{fixtures}/lights-out-practice/5x5-circles.png"
PEGS = "{fixtures}/pegs-practice/{pegs}"
OFFLINE = {
    "read": f"read --json {BOARD}",
    "read with its solution": f"read --json --solve --overlay {{tmp}}/drawn.png {BOARD}",
    "read with all evidence": f"read --json --evidence {BOARD}",
    "read all, lamps": f"read --json --all --puzzle lights-out --solve {LAMPS}",
    "read pegs": f"read --json --puzzle pegs --solve {PEGS}",
    "read as text": f"read --json --to task {BOARD}",
    "read nothing there": "read --json {tmp}/blank.png",
    "read a file that is missing": "read --json {tmp}/missing.png",
    "read a text": "read --json {tmp}/puzzle.txt",
    "solve": "solve --json {tmp}/puzzle.txt",
    "solve and explain": "explain --json {tmp}/puzzle.txt",
    "solve for a hint": "hint --json {tmp}/puzzle.txt",
    "solve and count": "solve --json --solutions 5 {tmp}/several.txt",
    "solve several": "solve --json {tmp}/several.txt",
    "solve without a solution": "solve --json {tmp}/no-solution.txt",
    "solve what is broken": "solve --json {tmp}/broken.txt",
    "solve rows": "solve --json {tmp}/rows.jsonl",
    "solve a picture": f"solve --json {BOARD}",
    "solve into another form": "solve --json --to puzz.link {tmp}/puzzle.txt",
    "solve lamps": "solve --json 5x5",
    "solve all of lamps": "solve --json 5x5 --all-solutions",
    "solve lamps of a text": "solve --json --puzzle lights-out {tmp}/lamps.txt",
    "solve lamps without a solution": "solve --json --puzzle lights-out --target on --rule neighbours 3x3",
    "solve pegs": "solve --json triangle5 --hole 4",
    "solve all of pegs": "solve --json triangle5 --solutions 3",
    "solve into the published form": "solve --json triangle5 --to published",
    "solve pegs in the fewest moves": "solve --json triangle5 --hole 0 --end any --fewest",
    "solve pegs from all starts": "solve --json triangle5",
    "make": "make --json --size 6 --stars 1 --seed 3",
    "make lamps": "make --json --puzzle lights-out --seed 3",
    "make pegs": "make --json --puzzle pegs --seed 3",
    "make what there is not": "make --json --size 2 --stars 5 --seed 3",
    "check": "check {tmp}/fixtures",
    "check what differs": "check {tmp}/changed",
    "check no folder": "check {tmp}/missing",
    "check as JSON": "check --json {tmp}/changed",
    "check no folder as JSON": "check --json {tmp}/missing",
    "record as JSON": f"record --json {BOARD} --output {{tmp}}/json --site mine --name board",
    "settings as JSON": "config --json make.timeout",
    "record": f"record {BOARD} --output {{tmp}}/kept --site mine --name board",
    "history without runs": "history --json",
    "an option that there is not": "read --nonsense {tmp}/blank.png",
}


@pytest.fixture(scope="module")
def tmp(tmp_path_factory):
    """Return a folder with the texts, a blank picture, and fixtures, one of which differs."""
    folder = tmp_path_factory.mktemp("promises")
    for name, text in TEXTS.items():
        (folder / name).write_text(text)
    import cv2
    import numpy as np

    cv2.imwrite(str(folder / "blank.png"), np.full((400, 400, 3), 255, np.uint8))
    for name in ("fixtures", "changed"):
        (folder / name / "practice").mkdir(parents=True)
        for path in (FIXTURES / "practice").glob("5x5-solved.*"):
            shutil.copy(path, folder / name / "practice")
    expected = folder / "changed" / "practice" / "5x5-solved.grid.txt"
    expected.write_text(expected.read_text().replace("AAABC", "AAABB", 1))
    return folder


def command(text, tmp):
    """Return the words of a command, with its folders filled in."""
    pegs = sorted((FIXTURES / "pegs-practice").glob("*.png"))[0].name
    return text.format(fixtures=FIXTURES, tmp=tmp, pegs=pegs).split()


def run(words):
    """Return the exit status, and the shapes of the JSON Lines on stdout, if there are any."""
    done = CliRunner().invoke(main, words, prog_name="autoplay")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    rows = (
        [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        if "--json" in words
        else []
    )
    return {"status": done.exit_code, "rows": distinct(shape(row) for row in rows)}


def shape(value):
    """Return a JSON value with the name of its type in place of each number and text."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        return distinct(shape(item) for item in value)
    return "null" if value is None else type(value).__name__


def distinct(shapes):
    """Return the shapes without repetitions, in a fixed order."""
    return [
        json.loads(text) for text in sorted({json.dumps(shape, sort_keys=True) for shape in shapes})
    ]


def hold(name, found):
    """Compare with the recorded promise, or record it if requested."""
    promises = json.loads(PROMISES.read_text()) if PROMISES.exists() else {}
    if UPDATES:
        promises[name] = found
        PROMISES.write_text(json.dumps(promises, indent=1, sort_keys=True) + "\n")
    else:
        assert found == promises[name]


@pytest.mark.parametrize("name", OFFLINE)
def test_commands_keep_their_status_and_json(name, tmp):
    hold(name, run(command(OFFLINE[name], tmp)))


def test_a_recorded_fixture_keeps_its_files(tmp):
    run(command(f"record {BOARD} --output {{tmp}}/again --site mine --name board", tmp))
    files = sorted(path.name for path in (tmp / "again" / "mine").iterdir())
    hold(
        "files of a fixture",
        {"files": files, "json": shape(json.loads((tmp / "again/mine/board.json").read_text()))},
    )


PLAYED = {
    "play": "demo --variant 0",
    "play and explain": "demo --variant 0 --explain",
    "play dry": "demo --variant 0 --dry-run",
    "play lamps": "lights-out --size 3",
    "play pegs": "pegs --size 4",
    "play at no address": "nowhere",
    "play without a browser": "demo --browser /bin/false",
}


@pytest.mark.parametrize("names", [["play", "play and explain"], [*PLAYED][2:]], ids=len)
def test_play_keeps_its_status_and_json(names, tmp, elsewhere_run):
    for name in names:
        words = ["play", *PLAYED[name].split(), "--json", "--output", str(tmp / "played")]
        hold(name, elsewhere_run(words))
        if name == "play":
            hold("history", elsewhere_run(["history", "--json"]))
    hold("doctor", elsewhere_run(["doctor", "--json"]))


@pytest.fixture
def elsewhere_run():
    """Run a command in another thread, in which it may start a Playwright of its own."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        yield lambda words: pool.submit(run, words).result()


@pytest.mark.parametrize("package", SURFACE)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_public_names_keep_what_they_take(package):
    module, key = import_module(package), f"names of {package}"
    exec(f"from {package} import *", {})  # packages in a package are there once they were imported
    names = SURFACE[package] if UPDATES else json.loads(PROMISES.read_text())[key]
    hold(key, {name: described(getattr(module, name)) for name in names})


def described(public):
    """Return the parameters of a public function, or the fields of a public data class."""
    if dataclasses.is_dataclass(public):
        return [field.name for field in dataclasses.fields(public)]
    if inspect.isfunction(public):
        return [
            str(parameter).split(":")[0]
            for parameter in inspect.signature(public).parameters.values()
        ]
    return type(public).__name__


def test_a_played_page_keeps_its_attributes(page, tmp):
    from autoplay import play
    from autoplay.practice import serve

    with serve() as site:
        page.goto(f"{site.url}/?size=0")
        outcome = play(page, output=tmp / "library")
    assert outcome.verdict.result == "solved"
    assert outcome.exit_status == 0
    assert len(outcome.solution.cells) == outcome.reading.rows == len(outcome.puzzle.grid)
    assert list(outcome.pictures.paths()) == ["before", "overlay", "after"]
    assert isinstance(outcome.verdict.message, str)
    assert outcome.presses >= outcome.reading.rows
    assert outcome.seconds > 0
    assert outcome.gesture
    assert outcome.explanation is None
