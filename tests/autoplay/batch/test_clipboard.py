"""The clipboard through programs of the desktop, which are scripts here."""

from __future__ import annotations

import base64
import os
import sys
from pathlib import Path

import pytest

from autoplay.batch.clipboard import TOOLS, copied_picture
from vision.errors import BadImage

DATA = (Path(__file__).parents[3] / "fixtures" / "practice" / "5x5.png").read_bytes()
PRINTED = {
    "osascript": b"\xc2\xabdata PNGf" + DATA.hex().upper().encode() + b"\xc2\xbb\n",
    "powershell": base64.b64encode(DATA) + b"\r\n",
    "powershell.exe": base64.b64encode(DATA) + b"\r\n",
}
NAMES = [tool.command[0] for tool in TOOLS]


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """Return a path with only the programs that a test puts there, and no desktop unless a test sets one."""
    if os.name == "nt":
        pytest.skip("scripts of another kind there")
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        monkeypatch.delenv(name, raising=False)

    def put(name, printed, status=0):
        (tmp_path / f"{name}.out").write_bytes(printed)
        script = tmp_path / name
        body = f"sys.stdout.buffer.write(open({str(script) + '.out'!r}, 'rb').read()); sys.exit({status})"
        script.write_text(f"#!{sys.executable}\nimport sys\n{body}\n")
        script.chmod(0o755)

    return put


@pytest.mark.parametrize("name", NAMES)
def test_each_program_gives_the_picture(desk, monkeypatch, name):
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    desk(name, PRINTED.get(name, DATA))
    assert copied_picture() == DATA


@pytest.mark.parametrize(("printed", "status"), [(b"", 0), (b"no image", 1), (b"", 1)])
def test_a_clipboard_without_a_picture_is_an_error(desk, monkeypatch, printed, status):
    monkeypatch.setenv("DISPLAY", ":0")
    desk("xclip", printed, status)
    with pytest.raises(BadImage, match="no picture on the clipboard") as caught:
        copied_picture()
    assert "copy a picture" in caught.value.hint


def test_the_next_program_is_tried_if_one_has_no_picture(desk, monkeypatch):
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    desk("wl-paste", b"", 1)
    desk("xclip", DATA)
    assert copied_picture() == DATA


def test_a_program_without_its_desktop_is_not_asked(desk):
    desk("xclip", DATA)
    with pytest.raises(BadImage, match="no program to read the clipboard") as caught:
        copied_picture()
    assert "xclip" in caught.value.hint


@pytest.mark.parametrize("name", ["osascript", "powershell"])
def test_other_output_of_a_program_is_not_a_picture(desk, name):
    desk(name, b"execution error: \xc2")
    with pytest.raises(BadImage, match="no picture"):
        copied_picture()
