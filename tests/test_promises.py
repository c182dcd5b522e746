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
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from autoplay.cli import main
from tests.test_surface import SURFACE

FIXTURES = Path(__file__).parents[1] / "fixtures"
PROMISES = Path(__file__).with_name("promises.json")
UPDATES = bool(os.environ.get("UPDATE_PROMISES"))
TABLES = tomllib.loads(Path(__file__).with_name("promised_commands.toml").read_text("utf-8"))
TEXTS = TABLES["texts"]
BOARD = "{fixtures}/practice/10x10-coords-half.png"
OFFLINE = TABLES["offline"]


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


PLAYED = TABLES["played"]


@pytest.mark.parametrize("names", [["play", "play and explain"], [*PLAYED][2:]], ids=len)
def test_play_keeps_its_status_and_json(names, tmp, elsewhere):
    for name in names:
        words = ["play", *PLAYED[name].split(), "--json", "--output", str(tmp / "played")]
        hold(name, elsewhere(run, words))
        if name == "play":
            hold("history", elsewhere(run, ["history", "--json"]))
    hold("doctor", elsewhere(run, ["doctor", "--json"]))


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
