"""Directions of imports: between packages, and between the rooms of each, anywhere in a module."""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("solvers", "vision", "autoplay")
THIRD_PARTY = {"solvers": frozenset[str](), "vision": frozenset({"numpy", "cv2"})}
"""Third-party packages that a package may import, besides those above it in PACKAGES; autoplay may import any."""

COMMON = {"errors", "files", "html", "optional_deps", "install_hints", "click_options", "wording", "renamed_modules"}
LOW = {"errors", "deadline", "cells", "plain_data", "svg", "text"}
FILES = {"file_types", "formats", "image", "jpeg_damage", "picture_note", "png_chunks"}
PIXELS = FILES | {"errors", "image_cache", "reading", "confidence"}
READING = PIXELS | {"corrections", "grid", "blobs", "attempt", "game_reader", "photos"}
ALLOWED: dict[str, dict[str, set[str]]] = {
    "solvers": {
        **dict.fromkeys(LOW, LOW),
        **dict.fromkeys(("star_battle", "lights_out", "peg_solitaire"), LOW),
        **dict.fromkeys(("notation", "drawing"), LOW | {"star_battle", "lights_out", "peg_solitaire"}),
    },
    "vision": {
        **dict.fromkeys(PIXELS, PIXELS),
        "grid": PIXELS,
        "blobs": PIXELS | {"grid"},
        "photos": PIXELS | {"grid", "attempt"},
        **dict.fromkeys(("corrections", "attempt", "game_reader"), READING),
        **dict.fromkeys(("star_battle", "lights_out", "peg_solitaire"), READING),
    },
    "autoplay": {
        **dict.fromkeys(COMMON, COMMON),
        "practice": COMMON,
        "games": COMMON,
        "browser": COMMON,
        "sites": COMMON | {"browser"},
        "report": COMMON | {"games", "browser"},
        "batch": COMMON | {"games", "report", "sites"},
        "player": COMMON | {"games", "browser", "sites", "report"},
        "run": COMMON | {"games", "browser", "sites", "report", "player", "batch"},
        "testing": COMMON | {"games", "browser", "sites", "report", "player", "batch", "run"},
        "web": COMMON | {"games", "report", "batch"},
        "doctor": COMMON | {"browser", "run"},
    },
}
"""Room → the rooms of its package that it may import; one that is not listed is an interface, and may import all."""


def rooms_of(package: str) -> set[str]:
    """Return the modules and subpackages directly below a package."""
    return {path.stem for path in (ROOT / package).iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}


def imported(source: str) -> set[str]:
    """Return the dotted names that a module imports, anywhere in it, under TYPE_CHECKING too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return found


@cache
def arrows(package: str) -> list[tuple[str, str, Path]]:
    """Return (room, imported room, module) for each import within a package that leaves its room."""
    rooms = rooms_of(package)
    found = []
    for path in sorted((ROOT / package).rglob("*.py")):
        room = path.relative_to(ROOT / package).parts[0].removesuffix(".py")
        for name in sorted(imported(path.read_text(encoding="utf-8"))):
            top, _, rest = name.partition(".")
            target = rest.split(".")[0]
            if top == package and target in rooms - {room, "__init__"}:
                found.append((room, target, path.relative_to(ROOT)))
    return found


def violations(package: str) -> list[str]:
    """Return the imports that the contract of a package does not allow."""
    allowed = ALLOWED[package]
    return sorted(
        {
            f"{path} imports {target}"
            for room, target, path in arrows(package)
            if target not in allowed.get(room, rooms_of(package))
        }
    )


@pytest.mark.parametrize("package", PACKAGES)
def test_rooms_import_only_rooms_below_them(package):
    assert violations(package) == []


@pytest.mark.parametrize("package", THIRD_PARTY)
def test_pure_packages_import_only_what_lies_below(package):
    below = set(PACKAGES[: PACKAGES.index(package) + 1])
    pure = set(sys.stdlib_module_names) | below | THIRD_PARTY[package]
    for path in (ROOT / package).rglob("*.py"):
        assert {name.split(".")[0] for name in imported(path.read_text(encoding="utf-8"))} <= pure, path


@pytest.mark.parametrize("package", PACKAGES)
def test_rooms_have_no_circle(package):
    left = {room: {target for start, target, _ in arrows(package) if start == room} for room in rooms_of(package)}
    left.pop("__init__")
    while free := {room for room, targets in left.items() if not targets & left.keys()}:
        for room in free:
            del left[room]
    assert not left


@pytest.mark.parametrize("package", PACKAGES)
def test_the_contract_names_rooms_that_exist(package):
    assert ALLOWED[package].keys() <= rooms_of(package)


def test_imports_are_found_anywhere_in_a_module():
    source = "import os.path, numpy as np\ndef f():\n    from autoplay.cli import main\nfrom . import x"
    assert imported(source) == {"os.path", "numpy", "autoplay.cli.main"}
