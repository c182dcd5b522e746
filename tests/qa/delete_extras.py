"""Deletes each extra in a copy of the project, and runs the quick tests on what is left.

usage: python -m tests.qa.delete_extras [NAME…]

Tests of the documents are left out: an extra that is deleted takes its page and its lines in them
with it. The exit status is 1 if a test fails without one of the extras.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
EXTRAS = sorted(path.parent.name for path in (ROOT / "autoplay" / "extras").glob("*/__init__.py"))
ALL = "all extras"
"""Name for all extras at once."""
PARTS = (
    "autoplay",
    "vision",
    "solvers",
    "tests",
    "fixtures",
    "scripts",
    "examples",
    "docs",
    "hatch_build.py",
)
PARTS += ("pyproject.toml", "README.md")
OF_DOCUMENTS = ("test_project.py", "test_promises.py", "test_links.py", "test_delivery.py")
QUICK = "not browser and not process and not build"


def copy_without(name: str, folder: Path, parts: Iterable[str]) -> Path:
    """Copy these files and folders of the project but one extra and its tests; return the
    folder."""
    for part in parts:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part)
        else:
            shutil.copy2(source, folder / part)
    for deleted in EXTRAS if name == ALL else (name,):
        shutil.rmtree(folder / "autoplay" / "extras" / deleted)
        shutil.rmtree(folder / "tests" / "autoplay" / "extras" / deleted, ignore_errors=True)
    return folder


def main() -> int:
    """Run the quick tests without each of the extras; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.qa.delete_extras", description=__doc__.partition("\n")[0]
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"{', '.join(EXTRAS)}; default: each, then all"
    )
    given = parser.parse_args()
    failed = []
    for name in given.names or [*EXTRAS, ALL]:
        print(f"without {name}:", flush=True)
        with TemporaryDirectory() as scratch:
            folder = copy_without(name, Path(scratch), PARTS)
            command = [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-n",
                str(os.cpu_count() or 1),
                "-m",
                QUICK,
            ]
            command += [f"--ignore=tests/{path}" for path in OF_DOCUMENTS]
            if subprocess.run(command, cwd=folder).returncode:
                failed.append(name)
    print(f"tests failed without: {', '.join(failed)}" if failed else "nothing failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
