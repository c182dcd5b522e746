"""Claims of the documents: commands, snippets, verbs and packaging work as described."""

from __future__ import annotations

import ast
import doctest
import json
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
from click.testing import CliRunner

from autoplay.cli import group, main
from solvers.errors import AutoplayError

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = sorted((ROOT / "docs").glob("*.md"))
DOCS = [path.read_text("utf-8") for path in PAGES]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
NOTATION = (ROOT / "docs" / "notation.md").read_text("utf-8")
PUZZLE = re.search(r"```text\n(stars 1\n.*?)```", NOTATION, re.DOTALL)[1]
ROW = '{"id": 1, "stars": 1, "grid": ["AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA"]}\n'


def commands(document):
    """Return every command in the sh blocks of a document, without its comment."""
    blocks = re.findall(r"```sh\n(.*?)```", document, re.DOTALL)
    lines = [re.sub(r"\s+#.*", "", line) for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.strip()]


def autoplay_commands():
    """Return each call of autoplay, as its words."""
    lines = [line for document in (README, *DOCS, CONTRIBUTING) for line in commands(document)]
    parts = [part.strip() for line in lines for part in line.split(" | ")]
    words = [shlex.split(re.split(" [<>] ", part)[0]) for part in parts]
    return [call[1:] for call in words if call[0].removeprefix(".venv/bin/") == "autoplay"]


SMALL = 5
"""Maximum number of pictures in a folder of fixtures that is linked whole."""


def link_fixtures(folder):
    """Link the fixtures of small folders; of each large one two, and those that the documents name."""
    named = set(re.findall(r"fixtures/([\w.-]+/[\w.-]+)\.png", "".join((README, *DOCS))))
    for kind in (path for path in (ROOT / "fixtures").iterdir() if path.is_dir()):
        (folder / kind.name).mkdir(parents=True)
        pictures = sorted(kind.glob("*.png"))
        first = pictures if len(pictures) <= SMALL else pictures[:2]
        for picture in {*first, *(path for path in pictures if f"{kind.name}/{path.stem}" in named)}:
            for path in (picture, *(picture.with_suffix(ending) for ending in (".grid.txt", ".json"))):
                (folder / kind.name / path.name).symlink_to(path)


@pytest.fixture
def desk(tmp_path):
    """Return a folder like a user's: some fixtures, a puzzle, some rows, and autoplay on the path."""
    link_fixtures(tmp_path / "fixtures")
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


def test_the_readme_is_short():
    assert len(README.splitlines()) <= 100
    assert len(README.split()) <= 700


def test_the_badges_of_the_readme_are_true():
    project = PROJECT["project"]
    assert f"python-{project['requires-python'].removeprefix('>=')}%2B" in README
    assert f"licence-{project['license']}-" in README
    assert PROJECT["tool"]["mypy"]["strict"]
    assert "mypy%20strict" in README


def test_the_page_of_commands_agrees_with_help():
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "commands.py"], capture_output=True, text=True, check=True
    )
    assert done.stdout == (ROOT / "docs" / "commands.md").read_text("utf-8"), "make reference writes it anew"


def test_every_verb_is_in_the_readme():
    named = {call[0] for call in autoplay_commands()}
    assert set(main.list_commands(click.Context(main))) <= named


@pytest.mark.parametrize("words", autoplay_commands(), ids=" ".join)
def test_documented_commands_have_their_options(words):
    command = main.get_command(click.Context(main), words[0])
    assert command is not None
    known = {name for parameter in command.params for name in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known


OFFLINE = re.compile(
    r"autoplay (read|solve|hint|explain|draw|make|print|history|calendar|schedule(?!.*--run)|check|completion)\b"
)
BOOK = re.compile(r"autoplay print .*\.pdf$")
SHELL = re.compile(rf"[|<>$]|{BOOK.pattern}|autoplay draw .*\.png$")
"""Commands that need a shell, or a browser beside that of the tests."""
PRACTICE = re.compile(r"autoplay play( (demo|lights-out|pegs)\b(?!.*--(headed|browser|cdp|ws|jobs))|$)")


def lines(kind):
    """Return the commands of the documents that match, each once."""
    return list(dict.fromkeys(line for document in (README, *DOCS) for line in commands(document) if kind.match(line)))


def offline():
    """Return the commands that need no page; of those that start a browser to draw a PDF, only the longest."""
    found = lines(OFFLINE)
    longest = max((line for line in found if BOOK.search(line)), key=len)
    return [line for line in found if not BOOK.search(line) or line == longest]


@pytest.mark.parametrize("line", offline())
def test_documented_commands_without_a_page_succeed(desk, line, tmp_path, monkeypatch):
    """`autoplay doctor` is in tests/autoplay/cli/test_doctor.py."""
    if SHELL.search(line):
        done = desk(line)
        assert done.returncode == 0, done.stderr
    else:
        monkeypatch.chdir(tmp_path)
        done = CliRunner().invoke(main, shlex.split(line)[1:], prog_name="autoplay")
        assert done.exit_code == 0, done.output


def test_the_reader_in_the_documents_is_tested_as_they_say(desk, tmp_path):
    document = (ROOT / "docs" / "regression-tests.md").read_text("utf-8")
    (tmp_path / "my_reader.py").write_text(re.search(r"```python\n(.*?)```", document, re.DOTALL)[1])
    (line,) = (line for line in commands(document) if line.startswith("pytest "))
    done = desk(f"python -m {line} -p no:cacheprovider")
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
def test_the_page_answers_programs_as_the_documents_say(tmp_path):
    asked = [line for line in commands((ROOT / "docs" / "web.md").read_text("utf-8")) if line.startswith("curl ")]
    assert asked
    command = [Path(sys.executable).with_name("autoplay"), "web", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as server:
        try:
            address = re.search(r"http://\S+?(?=/?\s)", server.stdout.readline())[0]
            for line in asked:
                line = line.replace("http://127.0.0.1:8766", address)
                done = subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True, timeout=60)
                assert done.returncode == 0, done.stderr
                assert "error" not in json.loads(done.stdout)
        finally:
            server.terminate()


def rehearsals():
    """Return the longest command for each page of the practice site, as a dry run; test_promises.py plays."""
    longest = {}
    for line in lines(PRACTICE):
        page = PRACTICE.match(line)[2] or "demo"
        longest[page] = max(longest.get(page, ""), line, key=len)
    return [line if "--dry-run" in line else f"{line} --dry-run" for line in longest.values()]


@pytest.mark.parametrize("line", rehearsals())
def test_documented_plays_of_the_practice_site_succeed(desk, line):
    done = desk(line)
    assert done.returncode == 0, done.stderr


def test_the_answer_in_the_documents_is_the_one_given(desk):
    answer = re.search(r"```text\n(\+-.*?)```", NOTATION, re.DOTALL)[1]
    assert desk("autoplay solve puzzle.txt").stdout == answer


def test_the_library_reference_lists_every_public_name():
    blocks = re.findall(r"^::: ([\w.]+)\n(.*?)(?=\n\n|\Z)", (ROOT / "docs" / "api.md").read_text("utf-8"), re.M | re.S)
    listed = {name: set(re.findall(r"^        - (\w+)$", options, re.MULTILINE)) for name, options in blocks}
    for name, names in listed.items():
        module = import_module(name)
        classes = {key for key, value in vars(module).items() if isinstance(value, type) and value.__module__ == name}
        public = set(getattr(module, "__all__", classes))
        elsewhere = {"AutoplayError"} if name == "autoplay" else set()
        assert names == public - elsewhere, name


EXIT_STATUSES = (ROOT / "docs" / "exit-statuses.md").read_text("utf-8")
FIGURES = re.compile(r"\d+\.\d+ s")
"""Times in the output of a command, which differ from run to run."""
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
SHOWN = re.findall(r"```sh\n(autoplay [^\n]+)\n```\n+```text\n(.*?)```", README + TUTORIAL, re.DOTALL)


@pytest.mark.parametrize(("line", "output"), SHOWN, ids=[line for line, _ in SHOWN])
def test_readme_and_tutorial_show_what_is_printed(desk, line, output):
    done = desk(line)
    assert done.returncode == 0, done.stderr
    printed = FIGURES.sub("… s", done.stdout + done.stderr).splitlines()
    shown = FIGURES.sub("… s", output).splitlines()
    start = printed.index(shown[0])
    assert printed[start : start + len(shown)] == shown


def messages():
    """Yield every text in the code of the program, with … for what is filled in."""
    for package in ("autoplay", "solvers", "vision"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value
                elif isinstance(node, ast.JoinedStr):
                    yield "".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values)


def test_messages_in_the_faq_are_those_of_the_program():
    headings = re.findall(r"^### `(.+)`$", (ROOT / "docs" / "faq.md").read_text("utf-8"), re.MULTILINE)
    assert len(headings) > 20
    known = list(messages())
    unknown = [heading for heading in headings if not any(heading in message for message in known)]
    assert unknown == ["ImportError: libGL.so.1: cannot open shared object file", "Address already in use"]  # Python's


@pytest.mark.parametrize("path", [path for path in (ROOT / "README.md", *PAGES) if ">>>" in path.read_text("utf-8")])
def test_the_python_in_the_documents_runs(path):
    assert doctest.DocTestParser().get_examples(path.read_text("utf-8"))
    done = subprocess.run(
        [sys.executable, "-m", "doctest", path], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_every_exit_status_is_documented():
    def leaves(kind):
        yield kind
        for below in kind.__subclasses__():
            yield from leaves(below)

    for module in ("autoplay.errors", "autoplay.testing.fixtures", "vision.errors"):
        import_module(module)
    listed = set(map(int, re.findall(r"\b(\d+)\b", " ".join(re.findall(r"^\| (\d+) \|", EXIT_STATUSES, re.MULTILINE)))))
    used = {kind.exit_status for kind in leaves(AutoplayError)}
    assert used | {group.USAGE, group.DEFECT, group.INTERRUPTED, group.PIPE_CLOSED} <= listed


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
