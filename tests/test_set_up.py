"""Decisions of the set-up on a simulated machine: the ways it tries, their order, and its end."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SPEC = importlib.util.spec_from_file_location("set_up", ROOT / "scripts" / "set_up.py")
set_up = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(set_up)

DEBIAN = 'NAME="Debian GNU/Linux"\nID=debian\nVERSION_ID="12"\n'
UBUNTU = 'NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n'
MINT = 'ID=linuxmint\nID_LIKE="ubuntu debian"\n'


class Machine:
    """Simulated machine that records its commands; those with a ``broken`` word fail, ``mends`` gives a browser."""

    def __init__(self, broken=(), mends=None):
        self.broken, self.mends, self.commands, self.browser = broken, mends, [], False

    def run(self, command):
        line = " ".join(command)
        self.commands.append(line)
        well = not any(word in line for word in self.broken)
        self.browser = self.browser or (well and self.mends is not None and self.mends in line)
        return well

    def works(self, command):
        return self.browser if set_up.PROBE in command else True


@pytest.fixture
def machine(monkeypatch):
    def machine(root=True, **options):
        made = Machine(**options)
        monkeypatch.setattr(set_up, "works", made.works)
        monkeypatch.setattr(set_up, "is_root", lambda: root)
        return made

    return machine


@pytest.mark.parametrize(
    ("release", "name"),
    [(DEBIAN, "debian"), (UBUNTU, "ubuntu"), (MINT, "ubuntu"), ("ID=arch\n", "other"), ("", "other")],
)
def test_the_system_is_known_by_its_release_file(release, name):
    assert set_up.system(release) == name


def test_a_browser_that_starts_is_enough(machine):
    here = machine()
    here.browser = True
    set_up.install_browser(here.run, "debian")
    assert here.commands == []


def test_root_on_debian_gets_the_package(machine):
    here = machine(mends="install -y -q chromium")
    set_up.install_browser(here.run, "debian")
    assert [line.split()[0] for line in here.commands] == ["apt-get", "env"]


def test_root_on_ubuntu_gets_playwrights_browser(machine):
    here = machine(mends="--with-deps")
    set_up.install_browser(here.run, "ubuntu")
    assert len(here.commands) == 1
    assert here.commands[0].endswith("-m playwright install --with-deps chromium")


@pytest.mark.parametrize(("system", "first"), [("debian", "apt-get"), ("ubuntu", "playwright")])
def test_the_other_way_is_tried_if_one_fails(machine, system, first):
    other = {"apt-get": "--with-deps", "playwright": "install -y -q chromium"}[first]
    here = machine(broken=("update",) if first == "apt-get" else ("--with-deps",), mends=other)
    set_up.install_browser(here.run, system)
    assert first in here.commands[0]
    assert other in here.commands[-1]


def test_without_root_nothing_but_playwright_is_tried(machine):
    here = machine(root=False, mends="playwright install chromium")
    set_up.install_browser(here.run, "debian")
    assert len(here.commands) == 1


def test_installed_browser_must_also_start(machine):
    here = machine(root=False)
    with pytest.raises(set_up.SetUpError, match="sudo apt-get install chromium") as error:
        set_up.install_browser(here.run, "debian")
    assert error.value.status == 6


def test_opencv_that_can_be_imported_is_left_alone(machine):
    here = machine()
    set_up.replace_opencv(here.run, imports=True, pip=["pip"])
    assert here.commands == []


def test_headless_opencv_replaces_one_without_libgl(machine, capsys):
    here = machine()
    set_up.replace_opencv(here.run, imports=False, pip=["pip"])
    assert here.commands[:2] == [
        "pip uninstall -y opencv-python",
        "pip install --force-reinstall --no-deps opencv-python-headless>=4.9",
    ]
    assert "installing opencv-python-headless instead" in capsys.readouterr().err


def test_an_opencv_that_cannot_be_had_is_an_error(machine):
    with pytest.raises(set_up.SetUpError, match="neither"):
        set_up.replace_opencv(machine(broken=("headless",)).run, imports=False, pip=["pip"])


def test_what_was_done_is_not_done_again_until_its_reason_changes(tmp_path, monkeypatch):
    monkeypatch.setattr(set_up, "VENV", tmp_path)
    done = []
    for value in ("a", "a", "b"):
        set_up.once("packages", value, lambda value=value: done.append(value))
    assert done == ["a", "b"]


def test_what_failed_is_done_again(tmp_path, monkeypatch):
    monkeypatch.setattr(set_up, "VENV", tmp_path)

    def fail():
        raise set_up.SetUpError("no")

    for _ in range(2):
        with pytest.raises(set_up.SetUpError):
            set_up.once("packages", "a", fail)


def test_an_old_python_is_refused_in_one_line(monkeypatch, capsys):
    monkeypatch.setattr(set_up.sys, "version_info", (3, 8, 1))
    assert set_up.main([]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_documentation_needs_its_packages_and_no_browser(monkeypatch, tmp_path):
    done = []
    monkeypatch.setattr(set_up, "VENV", tmp_path)
    monkeypatch.setattr(set_up, "make_venv", lambda: None)
    monkeypatch.setattr(set_up, "key", lambda: "unchanged")
    monkeypatch.setattr(set_up, "install_packages", done.append)
    monkeypatch.setattr(set_up, "install_browser", lambda *_: done.append("browser"))
    assert [set_up.main(["--docs"]), set_up.main(["--docs"])] == [0, 0]
    assert done == ["docs"]
    assert set_up.main([]) == 0
    assert done == ["docs", "play", "browser"]
