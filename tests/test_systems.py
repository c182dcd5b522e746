"""Test modules import on every system."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "termios", "tty"}
NAMES = {"SIGHUP", "SIGKILL", "SIGSTOP", "fork", "geteuid", "getuid", "killpg", "mkfifo", "openpty", "setrlimit"}


def at_collection(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a module that run on import: everything but the bodies of its functions."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            for at_once in (*part.decorator_list, part.args):
                yield from ast.walk(at_once)
        elif not isinstance(part, ast.Lambda):
            yield part
            yield from at_collection(part)


def needed(module: ast.Module) -> Iterator[str]:
    for node in at_collection(module):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names if name.name in MODULES)
            case ast.ImportFrom(module=name, names=names):
                yield from {name or "", *(part.name for part in names)} & (MODULES | NAMES)
            case ast.Attribute(attr=name) if name in NAMES:
                yield name


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import os, pty", ["pty"]),
        ("from signal import SIGKILL", ["SIGKILL"]),
        ("@mark(signal.SIGKILL)\ndef test(): ...", ["SIGKILL"]),
        ("class Test:\n    kill = os.killpg", ["killpg"]),
        ("def test():\n    import pty\n    os.kill(1, signal.SIGKILL)", []),
    ],
)
def test_what_is_needed_at_collection_is_found(text, found):
    assert list(needed(ast.parse(text))) == found


def test_every_test_module_can_be_collected_on_every_system():
    modules = (*TESTS.rglob("test_*.py"), *TESTS.rglob("conftest.py"), *TESTS.rglob("processes.py"))
    found = {str(path.relative_to(TESTS)): list(needed(ast.parse(path.read_text("utf-8")))) for path in modules}
    assert {path: names for path, names in found.items() if names} == {}
