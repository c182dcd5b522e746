"""Names and docstrings: unique class names, and first lines that say what is done."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("autoplay", "vision", "solvers", "scripts")
DOCUMENTED = (*FOLDERS, "examples", "tests")
NOT_CHECKED = "tests/players/"
"""Folder whose docstrings are not checked yet."""
SHARED = {"Puzzle", "Solution"}
"""Class names that each package of solvers defines for its own game, as promised to users."""
QUESTIONS = {"what", "whether", "how", "where", "which", "why", "who", "whose", "when"}
Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module


def trees(folders):
    """Yield the path below the root and the syntax tree of each module in these folders."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def docstrings(tree):
    """Yield (line, text) of the docstrings in a module: of modules, classes, functions and assigned names."""
    for node in ast.walk(tree):
        if isinstance(node, Documented) and ast.get_docstring(node):
            yield getattr(node, "lineno", 1), ast.get_docstring(node)
        body = getattr(node, "body", None)
        for before, after in pairwise(body if isinstance(body, list) else ()):
            if isinstance(before, ast.Assign | ast.AnnAssign) and isinstance(after, ast.Expr):
                value = getattr(after.value, "value", None)
                if isinstance(value, str):
                    yield after.lineno, value


def test_public_class_names_are_unique():
    places = defaultdict(list)
    for path, tree in trees(FOLDERS):
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(path)
    assert {name: paths for name, paths in places.items() if len(paths) > 1 and name not in SHARED} == {}


def test_docstrings_do_not_open_with_a_question_word():
    found = []
    for path, tree in trees(DOCUMENTED):
        for line, text in docstrings(tree) if not path.startswith(NOT_CHECKED) else ():
            first = re.match(r"\W*([A-Za-z]+)", text)
            if first and first[1].lower() in QUESTIONS:
                found.append(f"{path}:{line}: {text.strip().splitlines()[0]}")
    assert found == []
