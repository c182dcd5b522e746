"""Files that are not whole pictures, as their bytes show, are refused before they are decoded."""

import zlib

import cv2
import numpy as np
import pytest

from tests.qa.picture_files import declared, encoded, riff, sized, tiff, with_chunks
from tests.vision.boards import PUBLISHED, draw
from tests.vision.files.test_loading import RED, SMOOTH
from vision import encode_png, load_image
from vision.errors import BadImage
from vision.files.formats import check_strips
from vision.files.loading import MAX_PIXELS


@pytest.mark.parametrize("ending", [".png", ".jpg", ".webp", ".bmp", ".gif"])
@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.999])
def test_a_picture_without_its_end_is_refused(ending, share) -> None:
    data = encoded(SMOOTH, ending)
    with pytest.raises(BadImage, match="incomplete"):
        load_image(data[: int(len(data) * share)])


@pytest.mark.parametrize("ending", [".png", ".jpg", ".webp", ".bmp", ".gif"])
def test_a_size_is_refused_before_it_is_decoded(ending, monkeypatch) -> None:
    monkeypatch.setattr(cv2, "imdecode", None)
    with pytest.raises(
        BadImage, match="incomplete" if ending == ".bmp" else "16000x16000 pixels, over"
    ):
        load_image(sized(encoded(SMOOTH, ending), 16_000, 16_000))


@pytest.mark.parametrize("ending", [".png", ".jpg", ".bmp", ".gif"])
def test_a_picture_without_pixels_is_refused(ending) -> None:
    with pytest.raises(BadImage, match="0x50 pixels"):
        load_image(sized(encoded(SMOOTH, ending), 0, 50))


@pytest.mark.parametrize(("data", "says"), [
    (b"", "is empty"),
    (b"hello, this is text", "text, not a supported picture"),
    (b"<!DOCTYPE html><title>404</title>", "a web page"),
    (b"<!-- <p> --><html><svg>", "a web page"),
    (b'<?xml version="1.0"?><svg/>', "an SVG drawing"),
    (b"%PDF-1.7\n", "a PDF document"),
    (b"\0\0\0\x1cftypheic", "a HEIC picture"),
    (b"\0\0\0\x1cftypavif", "an AVIF picture"),
    (b"PK\3\4", "an archive"),
    (b"\x80\0\1\2", "not a supported picture"),
    (encoded(RED, ".tiff")[:-20], "incomplete"),
    (tiff(RED, {273: 0xFFFF}), "damaged TIFF"),
    (tiff(RED, {257: 0xFFFFFF}), "megapixels"),
    (tiff(RED, {262: 5}), "a TIFF"),
    (encoded(RED[..., 0].astype(np.uint16), ".tiff"), "a TIFF"),
    (encoded(RED, ".ppm"), "a PNM picture"),
    (encode_png(RED)[:40], "incomplete"),
    (encode_png(RED).replace(b"IDAT", b"IDAX"), "damaged PNG"),
    (declared(20_000, 20_000), f"over {MAX_PIXELS // 1_000_000} megapixels"),
    (declared(99, 99), "damaged PNG"),
    (b"GIF89a\5\0\5\0\0\0\0;", "damaged GIF"),
    (b"RIFF\x10\0\0\0WEBP" + riff(b"VP8L", b"\x2f\0\0\0"), "incomplete"),
    (b"RIFF\4\0\0\0WEBP", "0x0 pixels"),
    (b"\xff\xd8\xff\xd9", "0x0 pixels"),
])  # fmt: skip
def test_bad_images(data: bytes, says: str) -> None:
    with pytest.raises(BadImage, match=says) as caught:
        load_image(data)
    assert caught.value.hint


@pytest.mark.parametrize("packing", [8, 32946])
def test_a_tiff_is_refused_if_a_strip_fails_its_checksum(packing) -> None:
    image = np.random.default_rng(1).integers(0, 256, (60, 80, 3), np.uint8)
    data = encoded(image, ".tiff", cv2.IMWRITE_TIFF_COMPRESSION, packing)
    assert (load_image(data) == image).all()
    for at in (len(data) // 3, len(data) // 2):
        damaged = bytearray(data)
        damaged[at] ^= 0x55
        with pytest.raises(BadImage, match="damaged TIFF"):
            load_image(bytes(damaged))


def test_strips_are_not_unpacked_for_ever() -> None:
    bomb = zlib.compress(bytes(1 << 20))
    samples = np.frombuffer(bomb.ljust(1200, b"\0"), np.uint8).reshape(20, 20, 3)
    with pytest.raises(BadImage, match="damaged TIFF"):
        check_strips(tiff(samples, {259: 8, 279: len(bomb)}), 1 << 19)


def test_what_is_no_pixel_of_a_png_is_not_unpacked() -> None:
    junk = [
        (b"iCCP", b"x\0\0" + bytes(99)),
        (b"zTXt", b"\xff" * 99),
        (b"acTL", b"\xff" * 8),
        (b"gAMA", b"\0"),
    ]
    assert np.array_equal(load_image(with_chunks(encode_png(SMOOTH), *junk)), SMOOTH)


@pytest.mark.parametrize("part", [0.4, 0.6, 0.8, 0.95])
def test_a_jpeg_without_its_last_part_is_damaged(part) -> None:
    photo = encoded(draw(PUBLISHED), ".jpg", cv2.IMWRITE_JPEG_QUALITY, 95)
    with pytest.raises(BadImage, match="damaged JPEG"):
        load_image(photo[: round(part * len(photo))] + b"\xff\xd9")


def test_a_jpeg_of_endless_scans_is_refused() -> None:
    data = encoded(SMOOTH, ".jpg")
    scan = data[data.index(b"\xff\xda") : -2]
    with pytest.raises(BadImage, match="damaged JPEG"):
        load_image(data[:-2] + scan * 200 + data[-2:])


def test_bytes_after_the_end_of_a_png_do_no_harm() -> None:
    assert np.array_equal(load_image(encode_png(RED) + bytes(200)), RED)
