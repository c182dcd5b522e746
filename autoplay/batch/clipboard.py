"""Picture on the desktop's clipboard, read with whatever program this system has for it."""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from vision.errors import BadImage

ANSWERS_S: Final = 20.0
"""Seconds that a program may take: PowerShell starts slowly."""
COPY_HINT: Final = "copy a picture, not a file or a text; or give a picture file"
TOOL_HINT: Final = "a picture file, or install wl-clipboard or xclip on Linux, pngpaste on macOS"

POWERSHELL: Final = (
    "Add-Type -AssemblyName System.Windows.Forms, System.Drawing;"
    "$picture = [Windows.Forms.Clipboard]::GetImage();"
    "if ($picture) { $data = New-Object IO.MemoryStream;"
    " $picture.Save($data, [Drawing.Imaging.ImageFormat]::Png);"
    " [Convert]::ToBase64String($data.ToArray()) }"
)


def _unchanged(printed: bytes) -> bytes:
    return printed


def _from_base64(printed: bytes) -> bytes:
    return base64.b64decode(printed)


def _from_applescript(printed: bytes) -> bytes:
    """Decode the output of osascript: ``«data PNGf89504E47…»``."""
    found = re.search(rb"PNGf([0-9A-Fa-f]+)", printed)
    return bytes.fromhex(found[1].decode()) if found else b""


@dataclass(frozen=True, slots=True)
class ClipboardTool:
    """Program that prints the picture on the clipboard; ``needs`` is an environment variable that its desktop sets."""

    command: tuple[str, ...]
    decode: Callable[[bytes], bytes] = _unchanged
    needs: str = ""

    @property
    def is_available(self) -> bool:
        """True if the program can be run."""
        return shutil.which(self.command[0]) is not None and (not self.needs or self.needs in os.environ)


TOOLS: Final = (
    ClipboardTool(("wl-paste", "--type", "image/png"), needs="WAYLAND_DISPLAY"),
    ClipboardTool(("xclip", "-selection", "clipboard", "-target", "image/png", "-out"), needs="DISPLAY"),
    ClipboardTool(("pngpaste", "-")),
    ClipboardTool(("osascript", "-e", "get the clipboard as «class PNGf»"), _from_applescript),
    ClipboardTool(("powershell", "-NoProfile", "-STA", "-Command", POWERSHELL), _from_base64),
    ClipboardTool(("powershell.exe", "-NoProfile", "-STA", "-Command", POWERSHELL), _from_base64),
)
"""Tools for Wayland, X11, macOS with and without a helper program, Windows, and WSL."""


def copied_picture() -> bytes:
    """Return the picture on the clipboard as PNG. Raises BadImage if there is none, or no desktop."""
    tools = [tool for tool in TOOLS if tool.is_available]
    if not tools:
        raise BadImage("no program to read the clipboard was found", hint=TOOL_HINT)
    found = next(filter(None, map(_ask, tools)), b"")
    if not found:
        raise BadImage("there is no picture on the clipboard", hint=COPY_HINT)
    return found


def _ask(tool: ClipboardTool) -> bytes:
    """Return the output of a program; b"" if it fails, as it does if no picture was copied."""
    try:
        done = subprocess.run(tool.command, stdin=subprocess.DEVNULL, capture_output=True, timeout=ANSWERS_S)
        return tool.decode(done.stdout) if done.returncode == 0 else b""
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return b""
