"""The clipboard, whose desktop is replaced here."""

import numpy as np
import pytest
from PIL import Image, ImageGrab

from autoplay.sources.pictures import copied_picture
from vision import load_image
from vision.errors import BadImage


def test_a_copied_picture_is_its_pixels(monkeypatch):
    pixels = np.arange(27, dtype=np.uint8).reshape(3, 3, 3)
    monkeypatch.setattr(ImageGrab, "grabclipboard", lambda: Image.fromarray(pixels))
    assert (load_image(copied_picture()) == pixels[..., ::-1]).all()


@pytest.mark.parametrize("found", [None, ["board.png"]], ids=["nothing", "a file"])
def test_a_clipboard_without_a_picture_is_an_error(monkeypatch, found):
    monkeypatch.setattr(ImageGrab, "grabclipboard", lambda: found)
    with pytest.raises(BadImage, match="no picture on the clipboard") as caught:
        copied_picture()
    assert "copy a picture" in caught.value.hint


def test_a_program_that_fails_has_no_picture(monkeypatch):
    def fail():
        raise ChildProcessError("xclip error: can't open display")

    monkeypatch.setattr(ImageGrab, "grabclipboard", fail)
    with pytest.raises(BadImage, match="no picture on the clipboard"):
        copied_picture()
