"""The wheel, built from the sdist, in an environment with only its dependencies."""

import json
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

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
    folder = tmp_path / "sdist"
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, cwd=ROOT)
    return next(folder.glob("*.tar.gz"))


@pytest.fixture
def wheel(sdist, tmp_path):
    """Return the wheel, built from the sdist: a file missing there is missing here too."""
    folder = tmp_path / "wheel"
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    run(
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "-t",
        "wheel",
        "-d",
        folder,
        cwd=next(folder.iterdir()),
    )
    return next(folder.glob("*.whl"))


@pytest.fixture
def clean(wheel, tmp_path):
    """Run a command in an environment with only the wheel, its dependencies, and ``needs``."""
    prefix = tmp_path / "clean"
    venv.create(prefix, with_pip=False)
    at = {"base": str(prefix), "platbase": str(prefix)}
    scripts = Path(sysconfig.get_path("scripts", "venv", at))
    python = scripts / Path(sys.executable).name
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-compile"]
    look = [*pip, "--retries", "0", "--dry-run", "--no-deps", "pytest"]
    if subprocess.run(look, capture_output=True, timeout=180, check=False).returncode:
        pytest.skip("pip has no source of packages")
    run(*pip, wheel)

    def clean(command, *arguments, needs=(), **options):
        if needs:
            run(*pip, *needs)
        return run(scripts / command, *arguments, **{"cwd": prefix} | options)

    return clean


def test_wheel_from_the_sdist_works_alone(wheel, clean, tmp_path):
    """One test, because its environment takes longer to make than to check."""
    if (ROOT / ".git").exists():
        check_files(wheel)
    assert clean("autoplay", "--version") == clean("puzzle-autoplay", "--version")
    clean("python", "-c", "import solvers.star_battle.compiled")
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
    words = [
        "--autoplay-fixtures",
        "fixtures",
        "--reader",
        "theirs:read",
        "--reader-takes",
        "image",
    ]
    output = clean(
        "python", "-m", "pytest", "--rootdir", folder, *words, needs=["pytest"], cwd=folder
    )
    assert "1 passed" in output
