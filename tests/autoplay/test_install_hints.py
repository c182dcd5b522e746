"""Commands that install or repair something, on simulated systems."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from autoplay import install_hints
from autoplay.install_hints import HostSystem

DEBIAN = HostSystem(is_windows=False, is_root=True, manager="apt-get", distribution="debian", installer="pip")
PERSON = replace(DEBIAN, is_root=False)
UBUNTU = replace(PERSON, distribution="ubuntu")
MAC = HostSystem(is_windows=False, is_root=False, manager="", distribution="", installer="pipx")
WINDOWS = replace(MAC, is_windows=True, installer="uv")


def test_packages_of_the_system_are_installed_as_root():
    assert DEBIAN.package("browser") == "apt-get update && apt-get install -y chromium"
    assert PERSON.package("browser") == "sudo apt-get update && sudo apt-get install -y chromium"
    assert replace(PERSON, manager="dnf").package("display") == "sudo dnf install -y xorg-x11-server-Xvfb"
    assert MAC.package("fonts") == ""


def test_without_sudo_it_is_the_password_of_root_that_is_asked_for():
    alone = replace(PERSON, has_sudo=False)
    assert alone.package("compiler").startswith("su -c 'apt-get update && apt-get install -y gcc ")
    assert replace(alone, is_root=True).package("compiler") == DEBIAN.package("compiler")


@pytest.mark.parametrize(("platform", "start"), [("darwin", "xcode-select --install"), ("win32", "winget install ")])
def test_other_systems_get_a_compiler_and_have_the_rest(platform, start):
    system = replace(MAC, manager=install_hints._manager(platform))
    assert system.package("compiler").startswith(start)
    assert system.package("display") == ""
    assert system.browser().endswith("playwright install chromium")


def test_extra_is_installed_from_the_same_source(monkeypatch):
    monkeypatch.setattr(install_hints, "this_system", lambda: MAC)
    assert install_hints.extra_hint("pdf").startswith("pipx runpip puzzle-autoplay install 'pypdfium2>=")
    assert install_hints.extras()["web"].keys() == {"starlette", "uvicorn"}


@pytest.mark.parametrize("manager", install_hints.PACKAGES)
def test_every_manager_has_a_package_for_everything(manager):
    assert install_hints.PACKAGES[manager].keys() == install_hints.PACKAGES["apt-get"].keys()
    assert manager in install_hints.INSTALL


@pytest.mark.parametrize(
    ("system", "start"),
    [
        (DEBIAN, f"{sys.executable} -m pip install "),
        (MAC, "pipx runpip puzzle-autoplay install "),
        (WINDOWS, f"uv pip install --python {sys.executable} "),
    ],
    ids=lambda value: getattr(value, "installer", ""),
)
def test_python_packages_go_into_the_programs_environment(system, start):
    assert system.pip("starlette") == f"{start}starlette"


def test_words_are_quoted_for_the_shell():
    assert MAC.pip("puzzle-autoplay[web]").endswith(" 'puzzle-autoplay[web]'")
    assert WINDOWS.command("move", r"C:\My Runs\history", "away") == r'move "C:\My Runs\history" away'


def test_variables_are_set_and_taken_away():
    assert MAC.variable("AUTOPLAY_HOME", "/my runs") == "export AUTOPLAY_HOME='/my runs'"
    assert MAC.variable("AUTOPLAY_BROWSER") == "unset AUTOPLAY_BROWSER"
    assert WINDOWS.variable("AUTOPLAY_BROWSER") == "set AUTOPLAY_BROWSER="


def test_a_browser_comes_from_a_source_that_can_be_driven():
    own = f"{sys.executable} -m playwright install"
    assert "apt-get install -y chromium" in DEBIAN.browser()
    assert UBUNTU.browser() == f"{own} --with-deps chromium"
    assert DEBIAN.browser("firefox") == f"{own} --with-deps firefox"
    assert MAC.browser() == f"{own} chromium"


@pytest.mark.parametrize(("note", "installer"), [("pipx_metadata.json", "pipx"), ("uv-receipt.toml", "uv")])
def test_who_installed_the_program_is_seen_from_what_it_left(tmp_path, note, installer):
    (tmp_path / note).write_text("")
    assert install_hints._installer(tmp_path) == installer


@pytest.mark.parametrize(("has_pip", "installer"), [(True, "pip"), (False, "uv")])
def test_an_environment_of_ones_own_may_have_no_pip(tmp_path, monkeypatch, has_pip, installer):
    monkeypatch.setattr(install_hints, "distributions", lambda name: [name] * has_pip)
    assert install_hints._installer(tmp_path) == installer


@pytest.mark.parametrize(
    ("origin", "words"),
    [
        (None, ["puzzle-autoplay"]),
        ('{"url": "file:///home/me/it", "dir_info": {"editable": true}}', ["-e", "/home/me/it"]),
        ('{"url": "https://example.com/it.whl", "archive_info": {}}', []),
        ('{"url": "https://example.com/it.tar.gz", "archive_info": {}}', ["https://example.com/it.tar.gz"]),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="paths are written otherwise")
def test_it_is_reinstalled_from_its_source(monkeypatch, origin, words):
    class Installed:
        def read_text(self, name):
            assert name == "direct_url.json"
            return origin

    monkeypatch.setattr(install_hints, "distribution", lambda _: Installed())
    assert install_hints.rebuild_arguments() == words
