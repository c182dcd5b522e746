"""What the documents say is true: commands, snippets, verbs, packaging."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
import rich_click as click

from autoplay.cli import group, main
from solvers.errors import AutoplayError

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
DOCS = [
    (ROOT / "docs" / name).read_text("utf-8")
    for name in ("reading.md", "playing.md", "lights-out.md", "peg-solitaire.md")
]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PUZZLE = re.search(r"```text\n(stars 1\n.*?)```", README, re.DOTALL)[1]
ROW = '{"id": 1, "stars": 1, "grid": ["AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA"]}\n'


def commands(document):
    """Every command in the sh blocks of a document, without its comment."""
    blocks = re.findall(r"```sh\n(.*?)```", document, re.DOTALL)
    lines = [re.sub(r"\s+#.*", "", line) for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.strip()]


def autoplay_commands():
    """Each call of autoplay, as its words."""
    lines = [line for document in (README, *DOCS, CONTRIBUTING) for line in commands(document)]
    parts = [part.strip() for line in lines for part in line.split(" | ")]
    words = [shlex.split(re.split(" [<>] ", part)[0]) for part in parts]
    return [call[1:] for call in words if call[0].removeprefix(".venv/bin/") == "autoplay"]


@pytest.fixture
def desk(tmp_path):
    """A folder like a user's: the fixtures, a puzzle, some rows, and autoplay on the path."""
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    (tmp_path / "puzzle.txt").write_text(PUZZLE)
    (tmp_path / "puzzles.jsonl").write_text(ROW)
    shutil.copy(ROOT / "fixtures" / "practice" / "5x5.png", tmp_path / "screenshot.png")

    def run(line):
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path}
        return subprocess.run(
            ["bash", "-o", "pipefail", "-c", line], cwd=tmp_path, env=environment, capture_output=True, text=True
        )

    return run


def test_the_readme_is_short_and_its_files_are_there():
    assert len(README.splitlines()) <= 200
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert [link for link in links if not link.startswith("http") and not (ROOT / link).exists()] == []


def test_every_verb_is_in_the_readme():
    told = {call[0] for call in autoplay_commands()}
    assert set(main.list_commands(click.Context(main))) <= told


@pytest.mark.parametrize("words", autoplay_commands(), ids=" ".join)
def test_every_command_in_the_documents_has_the_options_it_is_given(words):
    command = main.get_command(click.Context(main), words[0])
    assert command is not None
    known = {name for parameter in command.params for name in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known


OFFLINE = re.compile(r"autoplay (read|solve|make|doctor|history|schedule)")


OFFLINE_COMMANDS = [line for document in (README, *DOCS) for line in commands(document) if OFFLINE.match(line)]


@pytest.mark.parametrize("line", OFFLINE_COMMANDS)
def test_every_command_that_needs_no_page_does_what_the_documents_say(desk, line):
    done = desk(line)
    assert done.returncode == 0, done.stderr


def test_the_answer_in_the_readme_is_the_one_that_is_given(desk):
    answer = re.search(r"```text\n(\+-.*?)```", README, re.DOTALL)[1]
    assert desk("autoplay solve puzzle.txt").stdout == answer


def test_the_python_in_the_readme_runs():
    assert doctest.DocTestParser().get_examples(README)
    done = subprocess.run(
        [sys.executable, "-m", "doctest", "README.md"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_every_exit_status_is_in_the_readme():
    def leaves(kind):
        yield kind
        for below in kind.__subclasses__():
            yield from leaves(below)

    for module in ("autoplay.errors", "autoplay.goldens.fixtures", "vision.errors"):
        import_module(module)
    told = set(map(int, re.findall(r"\b(\d+)\b", " ".join(re.findall(r"^\| ([\d, ]+) \|", README, re.MULTILINE)))))
    used = {kind.exit_status for kind in leaves(AutoplayError)}
    assert used | {group.USAGE, group.DEFECT, group.INTERRUPTED, group.PIPE_CLOSED} <= told


def test_both_commands_and_all_packages_are_in_the_wheel():
    assert PROJECT["project"]["scripts"] == {
        "autoplay": "autoplay.cli:main",
        PROJECT["project"]["name"]: "autoplay.cli:main",
    }
    for package in PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]:
        assert (ROOT / package / "py.typed").exists()


def test_ci_runs_what_a_person_runs():
    script = (ROOT / ".ci" / "run").read_text()
    assert "set -euo pipefail" in script
    assert script.rstrip().endswith("make test")
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
