"""Names and docstrings that a stranger finds their way by: one class a name, sentences that open with what is done."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("autoplay", "vision", "solvers", "scripts")
MODULES = [path for name in FOLDERS for path in sorted((ROOT / name).rglob("*.py"))]
SHARED = {"Puzzle", "Solution"}
"""Class names that each package of solvers defines for its own game, as promised to users."""
QUESTIONS = {"what", "whether", "how", "where", "which", "why", "who", "whose", "when"}
Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module


def trees():
    """Yield the path below the root and the syntax tree of each module."""
    for path in MODULES:
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def test_public_class_names_are_unique():
    places = defaultdict(list)
    for path, tree in trees():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(path)
    assert {name: paths for name, paths in places.items() if len(paths) > 1 and name not in SHARED} == {}


def test_docstrings_do_not_open_with_a_question_word():
    found = []
    for path, tree in trees():
        for node in ast.walk(tree):
            text = ast.get_docstring(node) if isinstance(node, Documented) else None
            first = re.match(r"\W*([A-Za-z]+)", text or "")
            if first and first[1].lower() in QUESTIONS:
                found.append(f"{path}:{getattr(node, 'lineno', 1)}: {text.splitlines()[0]}")
    assert found == []
