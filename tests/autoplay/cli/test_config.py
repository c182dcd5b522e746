"""Settings: where they come from, which one wins, what is refused, and `autoplay config`."""

import os
import tomllib
from pathlib import Path

import pytest
import rich_click as click

from autoplay.cli import main
from autoplay.cli.settings import settable
from tests.systems import SIGNALS

TABLES = tomllib.loads(Path(__file__).with_name("config.toml").read_text("utf-8"))

MAKE = ("make", "--size", "5", "--stars", "1", "--seed", "3")


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Return a function that writes a pyproject.toml, and work in a folder below it."""
    folder = tmp_path / "project" / "below"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return lambda text: (folder.parent / "pyproject.toml").write_text(text)


@pytest.fixture
def user(home):
    """Return a function that writes the user's config file."""

    def user(text):
        home.mkdir(exist_ok=True)
        (home / "config.toml").write_text(text)

    return user


def puzzles(done):
    """Return the number of puzzles that were printed."""
    assert done.status == 0, done.err
    return done.out.count("stars 1")


def test_the_command_line_wins_then_the_project_then_the_user(run, user, project):
    assert puzzles(run(*MAKE)) == 1
    user("[make]\ncount = 2\n")
    assert puzzles(run(*MAKE)) == 2
    project("[tool.autoplay.make]\ncount = 3\n")
    assert puzzles(run(*MAKE)) == 3
    assert puzzles(run(*MAKE, "--count", "4")) == 4
    assert puzzles(run(*MAKE, "--no-config")) == 1


def test_the_environment_wins_over_files(run, user, monkeypatch):
    user('[play]\nbrowser = "firefox"\n')
    monkeypatch.setenv("AUTOPLAY_BROWSER", "/no/such/browser")
    rows = {row["key"]: row["origin"] for row in run("config", "--json").rows}
    assert rows == {"play.browser": "environment"}
    expected = 'play.browser = "/no/such/browser"  (AUTOPLAY_BROWSER)\n'
    assert run("config", "play.browser").out == expected


@pytest.mark.parametrize(("text", "words"), [
    *TABLES["wrong_files"].items(),
    (f"make = {'[' * 3000}", ["is not valid TOML: it is nested too deeply"]),
])  # fmt: skip
def test_a_wrong_file_gets_one_line_and_status_2(run, user, home, text, words):
    user(text + "\n")
    done = run(*MAKE)
    assert (done.status, done.out) == (2, "")
    assert all(word in done.complaint for word in (str(home / "config.toml"), *words))
    for words in ((*MAKE, "--no-config"), ("make", "--help"), ("help", "make")):
        assert run(*words).status == 0


def test_a_wrong_project_file_is_named(run, project):
    project("[tool.autoplay.make]\ncuont = 2\n")
    done = run(*MAKE)
    assert done.status == 2
    assert "pyproject.toml: [tool.autoplay.make] cuont: make has no such setting." in done.complaint


def test_a_current_folder_that_was_removed_has_no_project(run, tmp_path, monkeypatch):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert puzzles(run(*MAKE)) == 1


def test_only_the_nearest_project_counts(run, project, tmp_path):
    (tmp_path / "pyproject.toml").write_text("[tool.autoplay.make]\ncount = 3\n")
    project("[project]\nname = 'theirs'\n")
    assert puzzles(run(*MAKE)) == 1


@pytest.mark.usefixtures("project")
def test_the_file_that_is_written_names_every_setting(run, home):
    path = home / "config.toml"
    assert f"{path}, which doesn't exist" in run("config").out
    assert run("config", "--init").out == f"{path}\n"
    context = click.Context(main)
    text = path.read_text()
    tables = tomllib.loads(text)
    assert not any(tables.values())
    assert {*tables} <= {*main.list_commands(context)}
    for verb in ("play", "solve", "check"):
        for key in settable(main.get_command(context, verb)):
            assert f"\n# {key} = " in text
    assert puzzles(run(*MAKE)) == 1
    assert "exists already" in run("config", "--init").complaint


@pytest.mark.usefixtures("project")
def test_a_setting_is_changed_and_shown(run, home):
    run("config", "--init")
    before = (home / "config.toml").read_text()
    for words in (
        "solve.timeout 30",
        "play.headed yes",
        "play.click Expert",
        "check.report a.html",
    ):
        assert run("config", *words.split()).status == 0
    settings = {row["key"]: row["value"] for row in run("config", "--json").rows}
    assert (settings.pop("play.headed"), settings.pop("play.click")) == (True, ["Expert"])
    assert settings == {"solve.timeout": 30, "check.report": "a.html"}
    after = (home / "config.toml").read_text()
    assert set(before.splitlines()) <= set(after.splitlines())
    run("config", "solve.timeout", "31")
    assert run("config", "solve.timeout").out == f"solve.timeout = 31  ({home / 'config.toml'})\n"
    assert run("config", "make.timeout").out == "make.timeout = 60  (default)\n"
    assert run("config", "solve.overlay").out == "solve.overlay is not set\n"


@pytest.mark.usefixtures("project")
def test_a_setting_is_added_to_a_file_of_ones_own(run, user, home):
    user('# mine\n[make]\ncount = 2 # two\n[play]\nclick = [\n"Expert"\n]\n')
    for words in (("solve.timeout", "30"), ("make.json", "true"), ("play.click", "Easy")):
        assert run("config", *words).status == 0
    assert (home / "config.toml").read_text() == (
        '# mine\n[make]\ncount = 2 # two\njson = true\n[play]\nclick = ["Easy"]\n\n[solve]\ntimeout = 30\n'
    )


@SIGNALS
@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
@pytest.mark.parametrize("words", [MAKE, ("config", "make.count", "2")])
def test_a_config_file_that_is_no_file_is_said(run, home, make, words):
    home.mkdir()
    make(home / "config.toml")
    done = run(*words)
    assert (done.status, done.out) == (2, "")
    assert f"{home / 'config.toml'} is not a file" in done.complaint


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[make", "is not valid TOML"),
        (f"make = {'[' * 3000}", "is not valid TOML"),
        ("make = 2", "make is a value, not a table"),
    ],
)
def test_a_file_that_is_wrong_is_not_changed(run, user, home, text, said):
    user(text)
    assert said in run("config", "make.count", "2").complaint
    assert (home / "config.toml").read_text() == text
