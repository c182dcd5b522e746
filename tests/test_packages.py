"""The wheel, built from the sdist, in an environment with only its dependencies."""

import json
import os
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

import hatch_build

ROOT = Path(hatch_build.__file__).parent
PACKAGES = ("autoplay", "solvers", "vision")
BOARD = ROOT / "fixtures/practice/5x5-solved"


def run(*command, **options):
    """Return the output of a command; fails with its error output."""
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=180, **options
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def sdist(tmp_path):
    return build("sdist", tmp_path, ROOT)


@pytest.fixture
def wheel(sdist, tmp_path):
    """Return the wheel, built from the sdist: a file missing there is missing here too."""
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    return build("wheel", tmp_path, next((tmp_path / "source").iterdir()))


def build(kind, folder, source):
    run(sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", folder / kind, cwd=source)
    return next((folder / kind).iterdir())


@pytest.fixture
def clean(wheel, tmp_path):
    """Run a command in an environment with only the wheel, its dependencies, and pytest."""
    prefix = tmp_path / "clean"
    venv.create(prefix, with_pip=False)
    at = {"base": str(prefix), "platbase": str(prefix)}
    scripts = Path(sysconfig.get_path("scripts", "venv", at))
    python = scripts / Path(sys.executable).name
    run(sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", wheel)
    site = Path(sysconfig.get_path("purelib", "venv", at))
    (installed,) = distributions(name="puzzle-autoplay", path=[str(site)])
    link_requirements([*installed.requires, "pytest"], site)
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def clean(command, *arguments, cwd=prefix):
        return run(scripts / command, *arguments, cwd=cwd, env=alone)

    return clean


def link_requirements(requirements, site):
    """Link what these requirements need, without extras, from the environment of the tests."""
    for requirement in map(Requirement, requirements):
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        found = distribution(requirement.name)
        inside = [file for file in found.files if file.parts[0] not in ("..", "__pycache__")]
        news = {file.parts[0] for file in inside if not (site / file.parts[0]).exists()}
        for name in news:
            (site / name).symlink_to(found.locate_file(name))
        if news:
            link_requirements(found.requires or (), site)


def test_wheel_from_the_sdist_works_alone(wheel, clean, tmp_path):
    """One test, because its environment takes longer to make than to check."""
    if (ROOT / ".git").exists():
        check_files(wheel)
    assert clean("autoplay", "--version") == clean("puzzle-autoplay", "--version")
    clean("python", "-c", "import solvers.star_battle._kernel")
    message = r"^autoplay: .* is not installed; it comes with the extra web\. Try: .* install .*'starlette>="
    with pytest.raises(AssertionError, match=message):
        clean("autoplay", "web")
    played = json.loads(clean("autoplay", "play", "demo", "--variant", "0", "--json"))
    assert played["result"] == "solved", played
    check_plugin(clean, tmp_path / "project")


def check_files(wheel):
    """Check that all files of the packages are there, and the compiled search."""
    listed = run(
        "git", "ls-files", "--cached", "--others", "--exclude-standard", *PACKAGES, cwd=ROOT
    )
    ours = {name for name in listed.splitlines() if (ROOT / name).exists()}
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if name.startswith(PACKAGES)}
    assert ours <= names
    assert {Path(name).suffix for name in names - ours} <= {".so", ".pyd"}


def check_plugin(clean, folder):
    """Check that the pytest of any project finds the plugin."""
    (folder / "fixtures").mkdir(parents=True)
    for path in BOARD.parent.glob(f"{BOARD.name}.*"):
        shutil.copy(path, folder / "fixtures")
    (folder / "theirs.py").write_text(
        "import vision\n\ndef read(image):\n    return vision.read_board(image).grid\n"
    )
    words = ("--autoplay-fixtures", folder / "fixtures", "--reader-takes", "image")
    words += ("--reader", "theirs:read", "--rootdir", folder)
    output = clean("python", "-m", "pytest", *words, cwd=folder)
    assert "1 passed" in output
