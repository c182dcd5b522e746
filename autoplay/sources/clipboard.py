"""Picture on the desktop's clipboard."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from vision.errors import BadImage

COPY_HINT: Final = "copy a picture, not a file or a text; or give a picture file"
TOOL_HINT: Final = "a picture file, or install wl-clipboard or xclip"


def copied_picture() -> bytes:
    """Return the picture on the clipboard as PNG.

    Raises BadImage if there is none, or no desktop.
    """
    from PIL import Image, ImageGrab  # late: few runs need it

    try:
        found = ImageGrab.grabclipboard()
    except NotImplementedError as error:  # Linux without a program that reads the clipboard
        raise BadImage("no program to read the clipboard was found", hint=TOOL_HINT) from error
    except (OSError, ValueError):  # the program failed, as it does without a desktop
        found = None
    # Windows and macOS give a list of names if files were copied.
    if not isinstance(found, Image.Image):
        raise BadImage("there is no picture on the clipboard", hint=COPY_HINT)
    data = BytesIO()
    found.save(data, "PNG")
    return data.getvalue()
