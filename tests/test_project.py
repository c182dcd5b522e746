"""Claims of the documents: commands, snippets and messages are as described."""

import ast
import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import rich_click as click
from click.testing import CliRunner

from autoplay.cli import main
from scripts.commands import page

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = {path.name: path.read_text("utf-8") for path in sorted((ROOT / "docs").glob("*.md"))}
PUZZLE = re.search(r"```text\n(stars 1\n.*?)```", PAGES["notation.md"], re.DOTALL)[1]
ROW = '{"id": 1, "stars": 1, "grid": ["AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA"]}\n'
SMALL = 5
"""Maximum number of pictures in a folder of fixtures that is linked whole."""
FIGURES = re.compile(r"\d+\.\d+ s")
"""Times in the output of a command, which differ from run to run."""
OFFLINE = re.compile(
    r"autoplay (read|solve|hint|explain|draw|make|print|history|calendar|schedule|check|completion|batch)\b"
    r"(?!.*(--run|-o \S+\.(pdf|png)$|https://…|--cdp))"
)
"""Commands that need no page, and no browser to draw a PDF or PNG."""
SHELL = re.compile(r"[|<>$]|--jobs|completion|batch")
"""Lines that start processes; for completions, click asks bash for its version."""
OTHER_OPTIONS = {
    "--auto", "--autoplay-fixtures", "--cdp-endpoint", "--lf", "--only", "--python", "--reader-missed",
    "--reader-mutations", "--reader-seed", "--reader-takes", "--remote-debugging-port", "--skin",
}  # fmt: skip
"""Options of pytest, of a browser and of programs for measurements that sentences name."""
SHOWN = re.findall(
    r"```sh\n(autoplay [^\n]+)\n```\n+```text\n(.*?)```", README + PAGES["tutorial.md"], re.DOTALL
)


def commands(*documents):
    """Return every command in the sh blocks of the documents once, without its comment."""
    blocks = re.findall(r"```sh\n(.*?)```", "".join(documents), re.DOTALL)
    lines = [re.sub(r"\s+#.*", "", line) for block in blocks for line in block.splitlines()]
    return list(dict.fromkeys(line for line in lines if line.strip()))


def autoplay_calls():
    """Return each call of autoplay, as its words."""
    lines = commands(README, *PAGES.values(), (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    parts = [re.split(" [<>] ", part)[0] for line in lines for part in line.split(" | ")]
    words = [shlex.split(part) for part in parts]
    return [call[1:] for call in words if call[0].removeprefix(".venv/bin/") == "autoplay"]


ALONE = [line for line in commands(README, *PAGES.values()) if OFFLINE.match(line)]


@pytest.fixture
def folder(tmp_path):
    """Return a folder like a user's: texts, and some fixtures with those that are named."""
    named = set(re.findall(r"fixtures/([\w.-]+/[\w.-]+)\.png", "".join((README, *PAGES.values()))))
    for kind in (path for path in (ROOT / "fixtures").iterdir() if path.is_dir()):
        (tmp_path / "fixtures" / kind.name).mkdir(parents=True)
        pictures = sorted(kind.glob("*.png"))
        first = pictures if len(pictures) <= SMALL else pictures[:2]
        for picture in {
            *first,
            *(path for path in pictures if f"{kind.name}/{path.stem}" in named),
        }:
            for path in kind.glob(f"{picture.stem}.*"):
                (tmp_path / "fixtures" / kind.name / path.name).symlink_to(path)
    (tmp_path / "puzzle.txt").write_text(PUZZLE)
    (tmp_path / "puzzles.jsonl").write_text(ROW)
    shutil.copy(ROOT / "fixtures" / "practice" / "5x5.png", tmp_path / "screenshot.png")
    return tmp_path


@pytest.fixture
def desk(folder, process):  # noqa: ARG001 (the layer of tests)
    """Run a line in a shell in that folder, with autoplay on the path."""
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    options = {"cwd": folder, "env": environment, "capture_output": True, "text": True}
    return lambda line: subprocess.run(["bash", "-o", "pipefail", "-c", line], **options)


def test_the_page_of_commands_agrees_with_help():
    assert page() == PAGES["commands.md"], "make reference writes it anew"


def test_every_verb_is_documented_with_options_that_it_has():
    known = options_by_command()
    for words in autoplay_calls():
        call = " ".join(words[:2]) if " ".join(words[:2]) in known else words[0]
        assert {word for word in words if word.startswith("--")} <= known[call], words
    assert {call.split()[0] for call in known if call} <= {words[0] for words in autoplay_calls()}


def options_by_command():
    """Return the options of each command by its words, and those of all commands by ""."""
    found = {"": {name for parameter in main.params for name in parameter.opts}}
    groups = [((), main)]
    for words, group in groups:
        context = click.Context(group)
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            call = (*words, name)
            found[" ".join(call)] = {opt for one in command.params for opt in one.opts}
            if isinstance(command, click.Group):
                groups.append((call, command))
    return found


def test_options_in_sentences_are_those_of_the_command_or_of_another_program():
    known = options_by_command()
    every = set().union(*known.values())
    for name, text in (PAGES | {"README.md": README}).items():
        for span in re.findall(r"`((?:autoplay )?(?:[a-z]+ )*--[a-z][^`\n]*)`", text):
            options = set(re.findall(r"(?<!\S)--[a-z][a-z-]*", span))
            words = span.removeprefix("autoplay ").partition("--")[0].split()
            call = " ".join(words[:2]) if " ".join(words[:2]) in known else "".join(words[:1])
            if call in known and call:
                assert options <= known[call] | known[""], (name, span)
            elif not words:
                assert options <= every | OTHER_OPTIONS, (name, span)


@pytest.mark.parametrize("line", [line for line in ALONE if not SHELL.search(line)])
def test_documented_commands_without_a_page_succeed(folder, line, monkeypatch):
    monkeypatch.chdir(folder)
    done = CliRunner().invoke(main, shlex.split(line)[1:], prog_name="autoplay")
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("line", [line for line in ALONE if SHELL.search(line)])
def test_documented_lines_of_shell_succeed(desk, line):
    done = desk(line)
    assert done.returncode == 0, done.stderr


def test_the_reader_in_the_documents_is_tested_as_they_say(desk, folder):
    document = PAGES["regression-tests.md"]
    (folder / "my_reader.py").write_text(re.search(r"```python\n(.*?)```", document, re.DOTALL)[1])
    lines = [line for line in commands(document) if line.startswith("pytest ")]
    assert len(lines) == 3
    for line in lines:
        done = desk(f"python -m {line} -p no:cacheprovider")
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("line", "output"), SHOWN, ids=[line for line, _ in SHOWN])
def test_readme_and_tutorial_show_what_is_printed(desk, line, output):
    done = desk(line)
    assert done.returncode == 0, done.stderr
    printed = FIGURES.sub("… s", done.stdout + done.stderr).splitlines()
    shown = FIGURES.sub("… s", output).splitlines()
    start = printed.index(shown[0])
    assert printed[start : start + len(shown)] == shown


def test_the_answer_in_the_documents_is_the_one_given(folder):
    answer = re.search(r"```text\n(\+-.*?)```", PAGES["notation.md"], re.DOTALL)[1]
    assert CliRunner().invoke(main, ["solve", str(folder / "puzzle.txt")]).stdout == answer


def test_the_library_reference_lists_every_public_name():
    blocks = re.findall(
        r"^::: ([\w.]+)\n(.*?)(?=\n\n|\Z)", PAGES["api.md"], re.MULTILINE | re.DOTALL
    )
    members = {
        name: set(re.findall(r"^        - (\w+)$", options, re.MULTILINE))
        for name, options in blocks
    }
    for name, listed in members.items():
        module = import_module(name)
        classes = {
            key
            for key, value in vars(module).items()
            if isinstance(value, type) and value.__module__ == name
        }
        public = set(getattr(module, "__all__", classes))
        # autoplay has the names of other packages too, which are described there.
        if name == "autoplay":
            for other in members.keys() - {name}:
                public -= members[other] | {other.rpartition(".")[2]}
        assert listed == public, name


def messages():
    """Yield every text in the code of the program, with … for what is filled in."""
    for package in ("autoplay", "solvers", "vision"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value
                elif isinstance(node, ast.JoinedStr):
                    yield "".join(
                        part.value if isinstance(part, ast.Constant) else "…"
                        for part in node.values
                    )


def test_messages_in_the_faq_are_those_of_the_program():
    headings = re.findall(r"^### `(.+)`$", PAGES["faq.md"], re.MULTILINE)
    known = "\n".join(messages())
    unknown = [heading for heading in headings if heading not in known]
    python_s = ["ImportError: libGL.so.1: cannot open shared object file", "Address already in use"]
    assert unknown == python_s


@pytest.mark.parametrize(
    "name", ["../README.md", *(name for name, text in PAGES.items() if ">>>" in text)]
)
def test_the_python_in_the_documents_runs(name, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    path = str(ROOT / "docs" / name)
    done = doctest.testfile(path, module_relative=False, globs={"folder": tmp_path})
    assert done.attempted > done.failed == 0
