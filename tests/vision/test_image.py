"""Every kind of picture file becomes one kind of array; what is no whole picture is refused."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import encode_png, load_image, save_image
from vision.errors import BadImage
from vision.image import MAX_BYTES, MAX_PIXELS, to_lab

RED = np.full((8, 6, 3), (0, 0, 255), np.uint8)


def _png(image: np.ndarray) -> bytes:
    return bytes(cv2.imencode(".png", image)[1])


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _declared(width: int, height: int) -> bytes:
    """A PNG that declares this size and has next to no data."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", rows) + _chunk(b"IEND", b"")


def test_png_comes_back_as_it_was() -> None:
    image = np.random.default_rng(0).integers(0, 256, (20, 30, 3), np.uint8)
    assert np.array_equal(load_image(encode_png(image)), image)


def test_transparent_pixels_lie_on_white() -> None:
    image = np.dstack([RED, np.full(RED.shape[:2], 0, np.uint8)])
    image[0, 0, 3] = 255
    loaded = load_image(_png(image))
    assert loaded[0, 0].tolist() == [0, 0, 255]
    assert (loaded[1:] == 255).all()


@pytest.mark.parametrize(
    "image",
    [RED[..., 2], RED.astype(np.uint16) * 257, np.dstack([RED, np.full(RED.shape[:2], 255, np.uint8)])],
    ids=["grey", "16 bit", "opaque alpha"],
)
def test_other_depths_and_channels_become_bgr(image: np.ndarray) -> None:
    loaded = load_image(_png(image))
    assert loaded.shape == (8, 6, 3)
    assert loaded.dtype == np.uint8
    assert loaded[..., 2].min() == 255


@pytest.mark.parametrize("kind", [".jpg", ".webp", ".bmp"])
def test_other_files_are_read(kind: str) -> None:
    assert load_image(bytes(cv2.imencode(kind, RED)[1])).shape == RED.shape


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"hello, this is text", "no picture"),
        (_png(RED)[:40], "broken off"),
        (_png(np.random.default_rng(0).integers(0, 256, (90, 90, 3), np.uint8))[:-300], "broken off"),
        (_declared(20_000, 20_000), f"over {MAX_PIXELS // 1_000_000} megapixels"),
    ],
    ids=["empty", "text", "header only", "truncated", "huge"],
)
def test_bad_images(data: bytes, says: str) -> None:
    with pytest.raises(BadImage, match=says) as caught:
        load_image(data)
    assert caught.value.hint


def test_bytes_after_the_end_of_a_png_do_no_harm() -> None:
    assert np.array_equal(load_image(_png(RED) + bytes(200)), RED)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadImage, match=r"nowhere\.png"):
        load_image(tmp_path / "nowhere.png")


def test_a_file_too_large_to_be_a_picture_is_not_read_whole(tmp_path: Path) -> None:
    with (tmp_path / "huge.png").open("wb") as file:
        file.truncate(MAX_BYTES * 100)
    with pytest.raises(BadImage, match="MiB"):
        load_image(tmp_path / "huge.png")


def test_saving_leaves_no_part_behind(tmp_path: Path) -> None:
    save_image(tmp_path / "deep" / "red.png", RED)
    assert np.array_equal(load_image(tmp_path / "deep" / "red.png"), RED)
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["red.png"]


def test_lab_has_the_units_of_cielab() -> None:
    lab = to_lab(np.array([[[255, 255, 255], [0, 0, 0]]], np.uint8))
    assert lab[0, 0] == pytest.approx([100, 0, 0], abs=0.1)
    assert lab[0, 1] == pytest.approx([0, 0, 0], abs=0.1)
