"""The pytest plugin in another project: with its modules, its fixtures and its pytest."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autoplay.testing.expected_reading import ExpectedReading
from autoplay.testing.reader import Differs, compare
from vision.reading import Mark

pytest_plugins = ["pytester"]

FIXTURES = Path(__file__).parents[3] / "fixtures"
READERS = """
import numpy
from vision import load_image, read_board

def reading(path):
    return read_board(load_image(path))

def numbers(image):
    assert image.dtype == numpy.uint8 and image.ndim == 3
    return [[ord(letter) for letter in row] for row in read_board(image).grid]

def wrong(path):
    first, *rest = reading(path).grid
    return [first[::-1], *rest]

def broken(path):
    return {}["what it looked for"]

def refusing(path):
    return reading(path.parent / "no.png")

unfit = "no function"
"""


@pytest.fixture
def project(pytester):
    """Run pytest with these arguments in a folder with two fixtures and a module of readers."""
    pytester.makepyfile(readers=READERS)
    for name in ("practice/5x5-solved", "lights-out-practice/10x16-dark-zoom-0-6"):
        for path in FIXTURES.glob(f"{name}.*"):
            there = pytester.path / "fixtures" / path.parent.name
            there.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, there)

    def run(*arguments, reader="reading"):
        return pytester.runpytest_inprocess("--autoplay-fixtures", "fixtures", f"--reader=readers:{reader}", *arguments)

    return run


def test_each_fixture_is_a_test_beside_those_that_are_there(project, pytester):
    pytester.makepyfile("def test_theirs(): pass")
    done = project()
    done.assert_outcomes(passed=3)
    done.stdout.fnmatch_lines(["autoplay: 2 fixtures below */fixtures, read by readers:reading"])


@pytest.mark.usefixtures("project")
def test_plugin_options_may_stand_in_the_settings(pytester, monkeypatch):
    pytester.makeini("[pytest]\naddopts = --autoplay-fixtures fixtures --reader readers:reading")
    below = pytester.mkdir("below")
    monkeypatch.chdir(below)
    pytester.runpytest_inprocess().assert_outcomes(passed=2)


def test_fixtures_are_found_in_folders_pytest_skips(project, pytester):
    (pytester.path / "fixtures/practice").rename(pytester.path / "fixtures/build")
    project().assert_outcomes(passed=2)


def test_one_is_chosen_by_name_and_the_last_failed_by_pytest(project):
    project("-k", "lights-out", "fixtures").assert_outcomes(passed=1, deselected=1)
    project(reader="wrong").assert_outcomes(passed=1, failed=1)
    project("--last-failed").assert_outcomes(passed=1)


def test_the_reader_gets_a_picture_if_it_takes_one(project):
    project("--reader-takes", "image", "-k", "5x5-solved", reader="numbers").assert_outcomes(passed=1, deselected=1)


def test_cells_that_differ_are_listed_and_shown(project):
    done = project("-k", "5x5-solved", reader="wrong")
    done.assert_outcomes(failed=1, deselected=1)
    done.stdout.fnmatch_lines(
        [
            "* cells differ",
            "row 1 column 1: expected A, got C",
            "expected   got     differing",
            "AAABC      CBAAA   ^^.^^",
        ]
    )


def test_what_a_reader_raises_is_shown_from_the_reader_on(project):
    done = project(reader="broken")
    done.assert_outcomes(failed=2)
    done.stdout.fnmatch_lines([">*return {}*what it looked for*", "E*KeyError: 'what it looked for'"])
    done.stdout.no_fnmatch_line("*runtest*")


def test_a_refusal_is_one_line(project):
    done = project(reader="refusing")
    done.assert_outcomes(failed=2)
    done.stdout.fnmatch_lines(["bad-image: *no.png*"])
    done.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize("ending", [".png", ".grid.txt"])
def test_a_fixture_without_a_part_fails_by_its_name(project, pytester, ending):
    (pytester.path / f"fixtures/practice/5x5-solved{ending}").unlink()
    done = project()
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines([f"bad-fixture: *5x5-solved{ending} is missing"])


@pytest.mark.usefixtures("process")
def test_xdist_shares_them_out(project):
    project("-n1", "-p", "xdist").assert_outcomes(passed=2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--autoplay-fixtures=fixtures"], "*must be given together*"),
        (["--reader=readers:reading"], "*must be given together*"),
        (["--autoplay-fixtures=nowhere", "--reader=readers:reading"], "*nowhere is not a folder*"),
        (["--autoplay-fixtures=.pytest_cache", "--reader=readers:reading"], "*there are no fixtures below *"),
        (["--autoplay-fixtures=fixtures", "--reader=readers"], "*'readers' is not MODULE:FUNCTION*"),
        (["--autoplay-fixtures=fixtures", "--reader=nowhere:read"], "*No module named 'nowhere'*"),
        (["--autoplay-fixtures=fixtures", "--reader=readers:writing"], "*no attribute 'writing'*"),
        (["--autoplay-fixtures=fixtures", "--reader=readers:unfit"], "*unfit is not a function*"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
@pytest.mark.usefixtures("project")
def test_options_that_cannot_be_followed_are_one_clear_error(pytester, arguments, message):
    (pytester.path / ".pytest_cache").mkdir()
    done = pytester.runpytest_inprocess(*arguments)
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines([f"ERROR: {message}"])


@pytest.mark.usefixtures("process")
def test_unused_it_imports_nothing_of_the_program():
    code = "import sys, autoplay.testing.plugin; print(*(name for name in sys.modules if name.startswith('autoplay.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["autoplay.renamed_modules", "autoplay.testing", "autoplay.testing.plugin"]


BOARD = ExpectedReading(("AAB", "ABB", "CCC"), (Mark(0, 1, "star"),))


@pytest.mark.parametrize(
    "answer",
    [
        ["AAB", "ABB", "CCC"],
        "xxy\nxyy\nzzz\n",
        [[7, 7, 0], [7, 0, 0], [3, 3, 3]],
        {"grid": ["AAB", "ABB", "CCC"]},
        {"grid": ["AAB", "ABB", "CCC"], "marks": [[0, 1, "star"]]},
    ],
    ids=["rows", "text", "numbers", "grid", "marks"],
)
def test_an_answer_may_have_any_of_these_forms(answer):
    compare(BOARD, answer)


def test_numbers_are_states_if_lamps_or_pegs_are_expected():
    compare(ExpectedReading(("*.", "..")), [[1, 0], [0, 0]])
    compare(ExpectedReading(("o.", "oo")), [[True, False], [True, True]])
    with pytest.raises(Differs, match="1 of 4 cells differ\nrow 2 column 2: expected \\., got \\*"):
        compare(ExpectedReading(("*.", "..")), [[1, 0], [0, 1]])


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "the reader returned None\nexpected: the rows"),
        (7, "the reader returned 7\nexpected: the rows"),
        ([1, 2, 3], r"the reader returned \[1, 2, 3\]"),
        ({"rows": 3}, "a dict without 'grid'"),
        ({"grid": ["AAB", "ABB", "CCC"], "marks": [7]}, r"the marks \[7\]"),
        (["AA", "AB"], "got 2x2 cells, expected 3x3"),
        ([], "got 0x0 cells, expected 3x3"),
        ({"grid": ["AAB", "ABB", "CCC"], "marks": []}, "row 1 column 2: expected A with a star, got A"),
        (["AAB", "AAB", "CCD"], "row 3 column 3: expected C, got D"),
    ],
)
def test_any_other_answer_is_refused(answer, message):
    with pytest.raises(Differs, match=message):
        compare(BOARD, answer)
