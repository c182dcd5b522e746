"""The picture that was copied to the desktop's clipboard, through whichever program of the desktop is there."""

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
"""How long a program may take: PowerShell starts slowly."""
COPY_HINT: Final = "copy a picture, not a file or a text; or give a picture file"
TOOL_HINT: Final = "a picture file, or install wl-clipboard or xclip on Linux, pngpaste on macOS"

POWERSHELL: Final = (
    "Add-Type -AssemblyName System.Windows.Forms, System.Drawing;"
    "$picture = [Windows.Forms.Clipboard]::GetImage();"
    "if ($picture) { $data = New-Object IO.MemoryStream;"
    " $picture.Save($data, [Drawing.Imaging.ImageFormat]::Png);"
    " [Convert]::ToBase64String($data.ToArray()) }"
)


def _as_it_is(printed: bytes) -> bytes:
    return printed


def _from_base64(printed: bytes) -> bytes:
    return base64.b64decode(printed)


def _from_applescript(printed: bytes) -> bytes:
    """The bytes of what osascript prints: ``«data PNGf89504E47…»``."""
    found = re.search(rb"PNGf([0-9A-Fa-f]+)", printed)
    return bytes.fromhex(found[1].decode()) if found else b""


@dataclass(frozen=True, slots=True)
class Tool:
    """A program that prints the picture on the clipboard; ``needs`` is a variable that says its desktop is there."""

    command: tuple[str, ...]
    decode: Callable[[bytes], bytes] = _as_it_is
    needs: str = ""

    @property
    def is_there(self) -> bool:
        """Whether it can be asked."""
        return shutil.which(self.command[0]) is not None and (not self.needs or self.needs in os.environ)


TOOLS: Final = (
    Tool(("wl-paste", "--type", "image/png"), needs="WAYLAND_DISPLAY"),
    Tool(("xclip", "-selection", "clipboard", "-target", "image/png", "-out"), needs="DISPLAY"),
    Tool(("pngpaste", "-")),
    Tool(("osascript", "-e", "get the clipboard as «class PNGf»"), _from_applescript),
    Tool(("powershell", "-NoProfile", "-STA", "-Command", POWERSHELL), _from_base64),
    Tool(("powershell.exe", "-NoProfile", "-STA", "-Command", POWERSHELL), _from_base64),
)
"""Those of Wayland, X11, macOS with and without a helper, Windows, and Windows seen from its Linux."""


def copied_picture() -> bytes:
    """The bytes of the picture on the clipboard, as PNG; raises BadImage where there is none, or no desktop."""
    tools = [tool for tool in TOOLS if tool.is_there]
    if not tools:
        raise BadImage("there is no clipboard that can be asked for a picture", hint=TOOL_HINT)
    found = next(filter(None, map(_ask, tools)), b"")
    if not found:
        raise BadImage("there is no picture on the clipboard", hint=COPY_HINT)
    return found


def _ask(tool: Tool) -> bytes:
    """What a program prints; nothing where it fails, as it does where no picture was copied."""
    try:
        done = subprocess.run(tool.command, stdin=subprocess.DEVNULL, capture_output=True, timeout=ANSWERS_S)
        return tool.decode(done.stdout) if done.returncode == 0 else b""
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return b""
