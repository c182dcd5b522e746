"""Every kind of picture file becomes one kind of array."""

import io
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.qa.picture_files import (
    GREY,
    GREY_ALPHA,
    PALETTE,
    RGB,
    RGBA,
    chunk,
    encoded,
    exif,
    inks,
    jpeg_with,
    png,
    stored,
    tiff,
    webp_with_exif,
    with_chunks,
)
from vision import encode_png, load_image, save_image
from vision.errors import BadImage
from vision.files.loading import MAX_BYTES

RED = np.full((8, 6, 3), (0, 0, 255), np.uint8)
SMOOTH = cv2.resize(np.random.default_rng(0).integers(0, 256, (4, 5, 3)).astype(np.uint8), (51, 37))
LOSSLESS = (cv2.IMWRITE_WEBP_QUALITY, 101)


def test_half_transparent_pixels_are_mixed_with_white() -> None:
    image = np.random.default_rng(0).integers(0, 256, (300, 200, 4)).astype(np.uint8)
    colours, alpha = image[..., :3].astype(float), image[..., 3:] / 255
    assert np.array_equal(
        load_image(encode_png(image)), np.rint(colours * alpha + 255 * (1 - alpha))
    )


@pytest.mark.parametrize("image", [
    RED[..., 2],
    RED.astype(np.uint16) * 257,
    np.dstack([RED, np.full(RED.shape[:2], 255, np.uint8)]),
], ids=["grey", "16 bit", "opaque alpha"])  # fmt: skip
def test_other_depths_and_channels_become_bgr(image: np.ndarray) -> None:
    loaded = load_image(encode_png(image))
    assert loaded.shape == (8, 6, 3)
    assert loaded.dtype == np.uint8
    assert loaded[..., 2].min() == 255


@pytest.mark.parametrize(("samples", "colours", "depth", "added", "expected"), [
    ([0, 1], GREY, 1, (), [0, 255]),
    ([0, 1, 2, 3], GREY, 2, (), [0, 85, 170, 255]),
    ([0x4080, 0xFFFF], GREY, 16, (), [64, 255]),
    ([0, 64], GREY, 8, [(b"tRNS", b"\0\x40")], [0, 255]),
    ([0, 2], GREY, 4, [(b"tRNS", b"\0\x00")], [255, 34]),
    ([(90, 255), (90, 0), (0, 51)], GREY_ALPHA, 8, (), [90, 255, 204]),
    ([1, 0], PALETTE, 8, [(b"PLTE", b"\7\7\7\x63\x63\x63")], [99, 7]),
    ([1, 0], PALETTE, 1, [(b"PLTE", b"\7\7\7\x63\x63\x63"), (b"tRNS", b"\0")], [99, 255]),
    ([(8, 8, 8), (9, 9, 9)], RGB, 8, [(b"tRNS", b"\0\x08\0\x08\0\x08")], [255, 9]),
    ([(0x8000,) * 3 + (0xFFFF,), (0,) * 4], RGBA, 16, (), [128, 255]),
], ids=[
    "1 bit", "2 bits", "16 bits", "clear grey", "clear black of 4 bits", "grey and alpha",
    "palette", "clear palette", "clear colour", "16 bits and alpha",
])  # fmt: skip
@pytest.mark.parametrize("interlaced", [False, True])
def test_every_kind_of_png(samples, colours, depth, added, expected, interlaced) -> None:
    loaded = load_image(png(np.array([samples] * 3), colours, depth, added, interlaced))
    assert loaded.tolist() == [[[level] * 3 for level in expected]] * 3


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_is_turned_upright(orientation) -> None:
    image = stored(SMOOTH, orientation)
    height, width = image.shape[:2]
    tag, jpeg = exif(orientation), encoded(image, ".jpg")
    turned = jpeg_with(jpeg, 0xE1, b"Exif\0\0" + exif(orientation, "<"))
    assert np.array_equal(load_image(with_chunks(encode_png(image), (b"eXIf", tag))), SMOOTH)
    assert np.array_equal(
        load_image(webp_with_exif(encoded(image, ".webp", *LOSSLESS), width, height, tag)), SMOOTH
    )
    for order in "<>":
        page = tiff(image[..., ::-1], {274: orientation}, order)
        assert np.array_equal(load_image(page), SMOOTH)
    assert np.array_equal(
        load_image(turned), cv2.imdecode(np.frombuffer(turned, np.uint8), cv2.IMREAD_COLOR)
    )


@pytest.mark.parametrize(
    "tag", [b"", b"MM", exif(9), exif(0), exif(6)[:12], b"II*\0\xff\xff\xff\xff"]
)
def test_a_useless_orientation_is_none(tag) -> None:
    assert np.array_equal(load_image(with_chunks(encode_png(SMOOTH), (b"eXIf", tag))), SMOOTH)


def test_inks_of_a_jpeg_become_colours() -> None:
    blue, green, red = (np.ascontiguousarray(SMOOTH[..., k]) for k in range(3))
    full = np.full_like(red, 255)
    opposite = cv2.cvtColor(255 - SMOOTH, cv2.COLOR_BGR2YCrCb)
    luma, red_less, blue_less = (np.ascontiguousarray(opposite[..., k]) for k in range(3))
    for jpeg in (
        inks([red, green, blue], 0),
        inks([red, green, blue, full], 0),
        inks([luma, blue_less, red_less, full], 2),
    ):
        assert np.abs(load_image(jpeg).astype(int) - SMOOTH).max() < 12
    with pytest.raises(BadImage, match="inks"):
        load_image(inks([red, green, blue, full], None))


def test_the_first_page_of_a_tiff_is_read() -> None:
    assert np.array_equal(
        load_image(bytes(cv2.imencodemulti(".tiff", [SMOOTH, 255 - SMOOTH])[1])), SMOOTH
    )


def test_a_tiff_is_mixed_with_white_once() -> None:
    """The decoder has multiplied colours by alpha, whether the file had or not."""
    grey = tiff(np.array([[[0], [90]]], np.uint8), {262: 0})
    assert load_image(grey)[0, :, 0].tolist() == [255, 165]
    half = np.array([[[100, 60, 20, 51], [7, 7, 7, 255], [0, 0, 0, 0]]], np.uint8)
    assert load_image(tiff(half, {338: 2})).tolist() == [[[208, 216, 224], [7] * 3, [255] * 3]]
    whole = np.array([[[20, 12, 4, 51]]], np.uint8)
    assert load_image(tiff(whole, {338: 1})).tolist() == [[[208, 216, 224]]]


@pytest.mark.parametrize("ending", [".png", ".webp", ".gif"])
def test_of_an_animation_the_first_picture_is_taken(ending) -> None:
    if not hasattr(cv2, "Animation"):
        pytest.skip("this OpenCV writes no animations")
    film = cv2.Animation()
    opaque = np.dstack([SMOOTH, np.full(SMOOTH.shape[:2], 255, np.uint8)])
    film.frames, film.durations = [opaque, 255 - opaque], [100, 100]
    loaded = load_image(bytes(cv2.imencodeanimation(ending, film)[1]))
    assert loaded.shape == SMOOTH.shape
    assert np.abs(loaded.astype(int) - SMOOTH).mean() < 20  # a GIF has few colours


def test_a_bad_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "board.png").write_bytes(chunk(b"IHDR", b""))
    with pytest.raises(BadImage) as caught:
        load_image(tmp_path / "board.png")
    assert caught.value.message == f"{tmp_path / 'board.png'}: this is not a supported picture"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadImage, match=r"nowhere\.png"):
        load_image(tmp_path / "nowhere.png")


def test_a_file_too_large_to_be_a_picture_is_not_read_whole(tmp_path: Path) -> None:
    with (tmp_path / "huge.png").open("wb") as file:
        file.truncate(MAX_BYTES * 100)
    with pytest.raises(BadImage, match="MiB"):
        load_image(tmp_path / "huge.png")


def test_a_picture_is_loaded_from_a_path_its_name_its_bytes_or_an_open_file(tmp_path) -> None:
    path = tmp_path / "red.png"
    save_image(path, RED)
    data = path.read_bytes()
    for source in (path, str(path), data, bytearray(data), path.open("rb")):
        assert np.array_equal(load_image(source), RED)


@pytest.mark.parametrize("source", [3, None, io.StringIO("text"), ["a.png"]])
def test_what_is_no_picture_is_refused_with_what_to_give(source) -> None:
    with pytest.raises(BadImage, match="can't be read from") as refused:
        load_image(source)
    assert "give a path" in refused.value.hint


@pytest.mark.parametrize("array", [RED[:0], RED.astype(np.float32), RED[..., :2]])
def test_an_array_of_another_kind_is_no_picture(array) -> None:
    with pytest.raises(BadImage, match="is not a picture"):
        load_image(array)
