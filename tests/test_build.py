import importlib.util
import platform
import shutil
import sys
from pathlib import Path

import pytest
from packaging.tags import Tag

import hatch_build

SOURCES = Path(hatch_build.__file__).parent / hatch_build.PACKAGE / "kernel"


@pytest.fixture
def root(tmp_path):
    shutil.copytree(SOURCES, tmp_path / hatch_build.PACKAGE / "kernel")
    return tmp_path


@pytest.mark.usefixtures("process")
def test_the_kernel_is_compiled_beside_its_sources(root):
    path = hatch_build.compile_kernel(root)
    assert path.parent == root / hatch_build.PACKAGE
    spec = importlib.util.spec_from_file_location("_kernel", path)
    kernel = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(kernel)
    tree = kernel.Tree(4, 1, bytes([255] * 16), bytes(16), b"")
    assert tree.search(10) == ((0, 1), (1, 3), (2, 0), (3, 2))


@pytest.mark.usefixtures("process")
def test_without_a_compiler_there_is_no_kernel_and_no_error(root, monkeypatch):
    stale = root / hatch_build.PACKAGE / "_kernel.abi3.so"
    stale.write_bytes(b"of other sources")
    monkeypatch.setenv("CC", str(root / "no-compiler"))
    assert hatch_build.compile_kernel(root) is None
    assert not stale.exists()


def test_platform_tag_is_for_this_machine_only():
    assert not hatch_build.platform().startswith(("manylinux", "musllinux"))


def test_platform_tag_on_macos_is_the_oldest_version_that_is_built_for(monkeypatch):
    here = Tag("cp311", "abi3", f"macosx_15_0_{platform.machine()}")
    monkeypatch.setattr(hatch_build, "sys_tags", lambda: iter([here]))
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("MACOSX_DEPLOYMENT_TARGET", "11.0")
    monkeypatch.setenv("ARCHFLAGS", "-arch arm64")
    assert hatch_build.platform() == "macosx_11_0_arm64"
