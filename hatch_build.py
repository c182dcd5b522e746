"""Hooks of the build: the kernel of the Star Battle solver is compiled when the project is built
from its sources, and the project's addresses go into its metadata.

Without a C compiler, the package is built without the kernel, and the solver runs its search in
Python.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.builders.macos import process_macos_plat_tag
from hatchling.metadata.plugin.interface import MetadataHookInterface
from packaging.tags import sys_tags
from setuptools import Distribution, Extension  # type: ignore[import-untyped]

PACKAGE = "solvers/star_battle"
OLDEST_PYTHON = "cp311"  # the kernel uses this version's stable ABI, so it also runs on later ones


class KernelHook(BuildHookInterface[Any]):
    """Build hook that puts the compiled kernel beside its sources and adds it to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (passed by name)
        """Compile the kernel; called by hatchling before it builds a wheel, editable or not."""
        kernel = compile_kernel(Path(self.root))
        if kernel:
            build_data["artifacts"].append(f"/{PACKAGE}/{kernel.name}")
            build_data["pure_python"] = False
            build_data["tag"] = f"{OLDEST_PYTHON}-abi3-{platform()}"
        else:
            self.app.display_warning(
                "The solver's kernel could not be compiled; its search will run in Python."
            )


class AddressesHook(MetadataHookInterface):
    """Metadata hook that adds the project's addresses, once pyproject.toml has its repository."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the addresses; called by hatchling with the table ``project``."""
        metadata["urls"] = list_addresses(self.config["repository"])


def list_addresses(repository: str) -> dict[str, str]:
    """Return the addresses that package indexes show, by their names; none without a repository."""
    if not repository:
        return {}
    return {
        "Repository": repository,
        "Documentation": f"{repository}/blob/HEAD/docs/README.md",
        "Changelog": f"{repository}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }


def compile_kernel(root: Path) -> Path | None:
    """Compile the kernel and return its path, or None if it can't be compiled."""
    for old in (root / PACKAGE).glob("_kernel*"):
        if old.suffix in (".so", ".pyd"):
            old.unlink()
    extension = Extension(
        "_kernel",
        [str(root / PACKAGE / "kernel/module.c")],
        define_macros=[("Py_LIMITED_API", "0x030B0000")],
        py_limited_api=True,
        optional=True,  # a warning instead of an error
    )
    build = Distribution({"ext_modules": [extension]}).get_command_obj("build_ext")
    build.build_lib = str(root / PACKAGE)
    build.build_temp = str(root / ".cache/kernel")
    build.ensure_finalized()
    build.run()
    compiled = Path(build.get_ext_fullpath("_kernel"))
    return compiled if compiled.exists() else None


def platform() -> str:
    """Return the platform tag of a wheel built here, such as ``linux_x86_64``.

    On macOS it names the oldest version and the processors that the compiler builds for, if the
    environment sets them.
    """
    shared = ("manylinux", "musllinux")  # promises about other machines
    tag = next(tag.platform for tag in sys_tags() if not tag.platform.startswith(shared))
    return process_macos_plat_tag(tag, compat=False) if sys.platform == "darwin" else tag
