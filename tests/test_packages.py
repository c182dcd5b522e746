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
pytestmark = pytest.mark.xdist_group("packages")


def run(*command, **options):
    """What a command prints; fails with what it complains of."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=180, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, cwd=ROOT)
    return next(folder.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def wheel(sdist, tmp_path_factory):
    """Built from the sdist, so that what is missing there is missing here."""
    folder = tmp_path_factory.mktemp("wheel")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=next(folder.iterdir()))
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def clean(wheel, tmp_path_factory):
    """Runs a command of an environment that has the wheel, what it asks for, and nothing else of this one."""
    prefix = tmp_path_factory.mktemp("clean")
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


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="what belongs to it is asked of git")
def test_the_wheel_has_every_file_of_the_packages(wheel):
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", *PACKAGES, cwd=ROOT)
    ours = {name for name in listed.splitlines() if (ROOT / name).exists()}
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if name.startswith(PACKAGES)}
    assert ours <= names
    assert {Path(name).suffix for name in names - ours} <= {".so", ".pyd"}


def test_the_wheel_brings_both_commands_and_the_plugin_and_needs_what_is_stated(clean):
    assert clean("autoplay", "--version") == clean("puzzle-autoplay", "--version")
    listed = clean("autoplay", "doctor", "--json")
    assert {"search", "browser", "extra web"} <= {json.loads(row)["check"] for row in listed.splitlines()}


def test_it_plays_where_nothing_else_is_installed(clean):
    played = json.loads(clean("autoplay", "play", "demo", "--size", "0", "--json"))
    assert played["result"] == "solved", played


def test_an_extra_that_is_not_there_is_one_line_that_names_it(clean):
    with pytest.raises(
        AssertionError, match=r"^autoplay: .* is not installed\. Try: pip install 'puzzle-autoplay\[web\]'"
    ):
        clean("autoplay", "web")


def test_the_plugin_is_there_for_any_project(clean, tmp_path):
    (tmp_path / "fixtures").mkdir()
    for path in BOARD.parent.glob(f"{BOARD.name}.*"):
        shutil.copy(path, tmp_path / "fixtures")
    (tmp_path / "theirs.py").write_text("import vision\n\ndef read(image):\n    return vision.read_board(image).grid\n")
    words = ["--autoplay-fixtures", "fixtures", "--reader", "theirs:read", "--reader-takes", "image"]
    told = clean("python", "-m", "pytest", "--rootdir", tmp_path, *words, needs=["pytest"], cwd=tmp_path)
    assert "1 passed" in told
