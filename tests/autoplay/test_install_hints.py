"""Commands that install or repair something, in simulated installations."""

import sys

import pytest

from autoplay import install_hints

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="paths and words are written otherwise")


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """Return a function that lets a tool install the program, and leave its files."""

    def installed(*files, has_pip=True):
        for name in files:
            (tmp_path / name).write_text("")
        monkeypatch.setattr(sys, "prefix", str(tmp_path))
        monkeypatch.setattr(install_hints, "distributions", lambda name: [name] if has_pip else [])

    return installed


@pytest.mark.parametrize(("files", "has_pip", "start"), [
    ([], True, f"{sys.executable} -m pip install "),
    ([], False, f"uv pip install --python {sys.executable} "),
    (["uv-receipt.toml"], True, f"uv pip install --python {sys.executable} "),
    (["pipx_metadata.json"], True, "pipx runpip puzzle-autoplay install "),
])  # fmt: skip
@POSIX
def test_python_packages_go_into_the_programs_environment(files, has_pip, start, installed):
    installed(*files, has_pip=has_pip)
    assert install_hints.pip_install("starlette[full]") == f"{start}'starlette[full]'"


def test_extra_is_installed_from_the_same_source(installed):
    installed("pipx_metadata.json")
    assert "puzzle-autoplay install 'pypdfium2>=" in install_hints.extra_hint("pdf").replace(
        '"', "'"
    )
    assert install_hints.list_extras()["web"].keys() == {"starlette", "uvicorn"}


def test_words_and_variables_are_written_for_the_shell(monkeypatch):
    monkeypatch.setattr("os.name", "posix")
    expected = "export AUTOPLAY_HOME='/my runs'"
    assert install_hints.set_variable("AUTOPLAY_HOME", "/my runs") == expected
    assert install_hints.set_variable("AUTOPLAY_BROWSER") == "unset AUTOPLAY_BROWSER"
    monkeypatch.setattr("os.name", "nt")
    assert install_hints.set_variable("AUTOPLAY_BROWSER") == "set AUTOPLAY_BROWSER="
    moved = install_hints.quote_command("move", r"C:\My Runs\history", "away")
    assert moved == r'move "C:\My Runs\history" away'
    monkeypatch.undo()


@pytest.mark.parametrize(("tool", "options"), [("/usr/bin/apt-get", " --with-deps"), (None, "")])
def test_a_browser_comes_with_its_libraries_from_apt(tool, options, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda _: tool)
    assert install_hints.install_browser("firefox").endswith(
        f"-m playwright install{options} firefox"
    )


@pytest.mark.parametrize(("origin", "end"), [
    (None, " puzzle-autoplay"),
    ('{"url": "file:///home/me/it", "dir_info": {"editable": true}}', " -e /home/me/it"),
    ('{"url": "https://example.com/it.whl", "archive_info": {}}', ""),
    ('{"url": "https://example.com/it.tar.gz", "archive_info": {}}', " https://example.com/it.tar.gz"),
])  # fmt: skip
@POSIX
def test_it_is_built_again_from_its_source(monkeypatch, origin, end):
    class Installed:
        def read_text(self, name):
            assert name == "direct_url.json"
            return origin

    monkeypatch.setattr(install_hints, "distribution", lambda _: Installed())
    command = install_hints.rebuild_program()
    assert command.endswith(end)
    assert bool(command) == bool(end)
