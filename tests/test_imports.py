"""Imports point one way: autoplay → vision → solvers."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PURE = set(sys.stdlib_module_names)
ALLOWED = {
    "solvers": PURE | {"solvers"},
    "vision": PURE | {"solvers", "vision", "numpy", "cv2"},
}
MODULES = [path for package in ALLOWED for path in sorted((ROOT / package).rglob("*.py"))]


def imported(source):
    """The top-level packages that a module imports, anywhere in it; its own for relative imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").split(".")[0]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_point_one_way(path):
    package = path.relative_to(ROOT).parts[0]
    assert set(imported(path.read_text(encoding="utf-8"))) <= ALLOWED[package]


def test_the_search_for_imports_finds_them():
    source = "import os.path, numpy as np\ndef f():\n    from autoplay.cli import main\nfrom . import x"
    assert list(imported(source)) == ["os", "numpy", "autoplay"]


def test_every_package_is_looked_at():
    assert {path.relative_to(ROOT).parts[0] for path in MODULES} == set(ALLOWED)
