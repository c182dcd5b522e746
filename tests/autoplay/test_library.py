"""`autoplay.play` called by another program; a whole run is one of the examples."""

import asyncio
import io
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright import async_api

import autoplay
from autoplay.browser.navigation import open_url
from solvers.errors import AutoplayError, BadNotation

ROOT = Path(__file__).parents[2]


def test_it_plays_the_page_that_is_open_and_leaves_it_open(site, page, home):
    open_url(page, f"{site.url}/lights-out?size=3&wait=20")
    outcome = autoplay.play(page, puzzle="lights-out", dry_run=True)
    assert (outcome.verdict.result, outcome.presses) == ("unplayed", 0)
    assert outcome.reading.puzzle == "lights-out"
    assert not page.is_closed()
    assert outcome.pictures.folder.parent == home / "runs"


def test_it_works_while_an_event_loop_runs_as_in_a_notebook(site, tmp_path, elsewhere):
    async def cell():
        return autoplay.play(
            f"{site.url}/?size=0&wait=20", dry_run=True, explain=True, output=tmp_path
        )

    outcome = elsewhere(asyncio.run, cell())
    assert outcome.verdict.result == "unplayed"
    assert outcome.explanation.steps


PAGE = (ROOT / "docs" / "library.md").read_text()
SCRIPT = '''"""A script as a user writes it."""

from pathlib import Path

import autoplay
from autoplay import AutoplayError, peg_solitaire, star_battle


def answer(picture: Path) -> str:
    try:
        reading = autoplay.read(picture)
        puzzle = reading.to_puzzle()
        solution = puzzle.solve(timeout_s=10)
    except AutoplayError as error:
        return f"{error.message}. {error.hint}"
    if isinstance(puzzle, star_battle.Puzzle):
        print(puzzle.stars, puzzle.hint().levels[0])
    elif isinstance(puzzle, peg_solitaire.Puzzle):
        print(puzzle.explain().steps[0].jump)
    solution.save("solution.svg")
    autoplay.save_image("drawn.png", autoplay.draw_overlay(picture, reading, solution.cells))
    return solution.to_svg()


print(len(answer(Path("fixtures/practice/5x5.png"))))
print(len(answer(Path("fixtures/pegs-practice/triangle5.png"))))
'''


def test_the_script_of_a_user_runs_and_has_no_type_errors(tmp_path, monkeypatch, capsys):
    from mypy.api import run

    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    monkeypatch.setenv("MYPYPATH", str(ROOT))
    found, _, status = run(["--strict", "--config-file", "", str(script)])
    assert status == 0, found
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    monkeypatch.chdir(tmp_path)
    exec(compile(SCRIPT, str(script), "exec"), {})
    assert capsys.readouterr().out.startswith("1 look at region B\n")
    assert (tmp_path / "solution.svg").stat().st_size > 1000


def test_every_block_of_the_page_about_the_library_runs(elsewhere, tmp_path, monkeypatch, capsys):
    """Those with prompts run as all such blocks of the documents do."""
    blocks = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
    assert {kind for kind, _ in blocks} == {"python"}
    (script,) = [code for _, code in blocks if ">>>" not in code]
    monkeypatch.chdir(tmp_path)
    elsewhere(exec, script, {})
    assert capsys.readouterr().out.startswith("solved ((")
    assert len(list((tmp_path / "pictures").iterdir())) == 3


class AwaitedPage(async_api.Page):
    """Page of the other half of Playwright."""

    def __init__(self):
        pass


def test_a_page_that_has_to_be_awaited_gets_a_sentence():
    with pytest.raises(BadNotation, match="this one is of playwright"):
        autoplay.play(AwaitedPage())


@pytest.mark.parametrize("kind", ["grey", "RGBA", "RGB", "bytes", "file", "loaded"])
def test_a_picture_may_be_anything_that_the_page_says(kind):
    path = ROOT / "fixtures" / "practice" / "5x5.png"
    pixels = autoplay.load_picture(path).pixels
    picture = {
        "grey": cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY),
        "RGBA": cv2.cvtColor(pixels, cv2.COLOR_BGR2RGBA),
        "RGB": pixels[..., ::-1],
        "bytes": path.read_bytes(),
        "file": io.BytesIO(path.read_bytes()),
        "loaded": autoplay.load_picture(path),
    }[kind]
    loaded = autoplay.load_picture(picture, rgb=kind.startswith("RGB"))
    reading = autoplay.read(loaded)
    assert reading.grid == autoplay.read(path).grid
    drawn = autoplay.draw_overlay(loaded, reading)
    assert kind == "grey" or (drawn == autoplay.draw_overlay(path, reading)).all()


def test_what_is_no_picture_or_no_grid_says_what_to_give():
    with pytest.raises(AutoplayError, match="a picture can't be read from int"):
        autoplay.read(5)
    with pytest.raises(AutoplayError, match="shape 4x4x7 is not a picture"):
        autoplay.read(np.zeros((4, 4, 7), np.uint8))
    for package in (autoplay.star_battle, autoplay.lights_out):
        with pytest.raises(BadNotation, match="this is one text") as caught:
            package.Puzzle("AB\nCD", 1)
        assert caught.value.hint == "Puzzle.from_text(text)"
    with pytest.raises(BadNotation, match="does not end in"):
        autoplay.lights_out.Puzzle.from_text("5x5").save("board.png")


@pytest.mark.usefixtures("process")
@pytest.mark.parametrize(("where", "arguments", "message"), [
    ("nowhere", {}, "not the address of a page"),
    ("http://127.0.0.1:9/", {"puzzle": "sudoku"}, "there is no puzzle 'sudoku'"),
    ("http://127.0.0.1:9/", {"browser": "/no/browser"}, "not a browser that can be started"),
])  # fmt: skip
def test_what_can_not_be_is_an_error_with_a_hint(where, arguments, message, tmp_path):
    with pytest.raises(AutoplayError, match=message) as caught:
        autoplay.play(where, output=tmp_path, **arguments)
    assert caught.value.hint


def test_an_unknown_puzzle_makes_no_folder(home):
    with pytest.raises(BadNotation):
        autoplay.play("http://127.0.0.1:9/", puzzle="sudoku")
    assert not home.exists()
