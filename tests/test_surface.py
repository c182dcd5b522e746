"""Public names that other programs may rely on: they exist, and importing them is quick."""

import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

TABLES = tomllib.loads(Path(__file__).with_name("surface.toml").read_text("utf-8"))
SURFACE = TABLES["surface"]
"""Public names: adding one requires a new minor version, all else a major one."""

HEAVY = {
    "autoplay": {"playwright", "cv2", "numpy", "rich_click"},
    "solvers": {"solvers.star_battle", "solvers.drawing"},
    "solvers.star_battle": {"solvers.drawing", "solvers.star_battle.explanation", "solvers.star_battle.generator"},
    "vision": {"autoplay", "cv2", "vision.inspection"},
    "vision.errors": {"cv2", "vision.inspection"},
}  # fmt: skip


@pytest.mark.parametrize("package", SURFACE)
def test_the_names_of_a_package_are_those_that_were_promised(package):
    assert import_module(package).__all__ == SURFACE[package]


@pytest.mark.usefixtures("process")
@pytest.mark.parametrize("package", HEAVY)
def test_importing_it_loads_nothing_that_takes_long(package):
    code = f"import sys, {package}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not HEAVY[package] & set(done.stdout.split())


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'pause'"):
        import_module("autoplay").pause  # noqa: B018
