"""The sdist and the wheel, built as pip builds them, and the wheel where nothing else is but what it asks for."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from importlib.metadata import distribution, distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import hatch_build

ROOT = Path(hatch_build.__file__).parent
PROJECT = "puzzle-autoplay"
PACKAGES = ("autoplay", "solvers", "vision")
BOARD = ROOT / "fixtures/practice/5x5-solved"


def run(*command, **options):
    """What a command prints; fails with what it complains of."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=180, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def sdist(tmp_path):
    folder = tmp_path / "sdist"
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, cwd=ROOT)
    return next(folder.glob("*.tar.gz"))


@pytest.fixture
def wheel(sdist, tmp_path):
    """Built from the sdist, so that what is missing there is missing here."""
    folder = tmp_path / "wheel"
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=next(folder.iterdir()))
    return next(folder.glob("*.whl"))


@pytest.fixture
def clean(wheel, tmp_path):
    """Runs a command of an environment that has the wheel, what it asks for, and nothing else of this one."""
    prefix = tmp_path / "clean"
    venv.create(prefix, with_pip=False)
    at = {"base": str(prefix), "platbase": str(prefix)}
    site, scripts = (Path(sysconfig.get_path(name, "venv", at)) for name in ("purelib", "scripts"))
    python = scripts / Path(sys.executable).name
    run(sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", "--no-index", wheel)
    link(PROJECT, site)

    def clean(command, *arguments, needs=(), **options):
        for name in needs:
            link(name, site)
        return run(scripts / command, *arguments, **{"cwd": prefix} | options)

    return clean


def link(name, site):
    """Link into a folder of packages one of this environment, unless it is there, and all that it asks for."""
    there = {canonicalize_name(found.name): found for found in distributions(path=[str(site)])}
    found = there.get(canonicalize_name(name)) or distribution(name)
    if canonicalize_name(name) not in there:
        for top in {file.parts[0] for file in found.files} - {"..", "__pycache__"}:
            (site / top).symlink_to(Path(sysconfig.get_path("purelib"), top))
    elif name != PROJECT:
        return
    for requirement in map(Requirement, found.requires or ()):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            link(requirement.name, site)


def test_the_wheel_from_the_sdist_works_where_nothing_else_is_installed(wheel, clean, tmp_path):
    """One test, as what it needs takes longer to make than to look at."""
    if (ROOT / ".git").exists():
        check_files(wheel)
    assert clean("autoplay", "--version") == clean("puzzle-autoplay", "--version")
    clean("python", "-c", "import solvers.star_battle.compiled")
    with pytest.raises(
        AssertionError, match=r"^autoplay: .* is not installed\. Try: pip install 'puzzle-autoplay\[web\]'"
    ):
        clean("autoplay", "web")
    played = json.loads(clean("autoplay", "play", "demo", "--size", "0", "--json"))
    assert played["result"] == "solved", played
    check_plugin(clean, tmp_path / "project")


def check_files(wheel):
    """It has every file that belongs to the packages, and the compiled search."""
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", *PACKAGES, cwd=ROOT)
    ours = {name for name in listed.splitlines() if (ROOT / name).exists()}
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if name.startswith(PACKAGES)}
    assert ours <= names
    assert {Path(name).suffix for name in names - ours} <= {".so", ".pyd"}


def check_plugin(clean, folder):
    """It is found by the pytest of any project."""
    (folder / "fixtures").mkdir(parents=True)
    for path in BOARD.parent.glob(f"{BOARD.name}.*"):
        shutil.copy(path, folder / "fixtures")
    (folder / "theirs.py").write_text("import vision\n\ndef read(image):\n    return vision.read_board(image).grid\n")
    words = ["--autoplay-fixtures", "fixtures", "--reader", "theirs:read", "--reader-takes", "image"]
    told = clean("python", "-m", "pytest", "--rootdir", folder, *words, needs=["pytest"], cwd=folder)
    assert "1 passed" in told
