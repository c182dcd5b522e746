"""Tolerance of the reader: our fixtures scaled, compressed, blurred, tinted, cropped and covered.

usage: python tests/qa/benchmarks/degradation.py [--corpus DIR] [--every N] [--only STEP,STEP] [--jobs N] [--keep DIR]

Prints one line per step: boards read exactly, refused and wrong, exact ones with correct marks, the
mean confidence, the lowest of an exact grid and the highest of a wrong one. If a board lacks rows
or columns, every reading counts as wrong. With ``--keep`` pictures with a wrong reading are written
to a folder. Asserts nothing.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import mean

import cv2
import numpy as np

from tests.qa.benchmarks.pictures import (
    Board,
    Picture,
    Score,
    add_options,
    chosen,
    in_parallel,
    score,
)
from vision.files.loading import save_image
from vision.image import Image

Spoilt = tuple[Image, Board]
Step = Callable[[Image, Board], Spoilt]

SCALES = (0.5, 0.6, 0.75, 0.9, 1.1, 1.25, 1.33, 1.5, 1.75, 2, 2.5, 3, 4)
WAYS = {
    "area": cv2.INTER_AREA,
    "linear": cv2.INTER_LINEAR,
    "cubic": cv2.INTER_CUBIC,
    "nearest": cv2.INTER_NEAREST,
}
HEADINGS = f"{'':26}{'exact':>9}{'refused':>9}{'wrong':>9}{'marks':>10}{'mean':>8}{'lowest':>10}{'highest':>10}"
LARGEST_PX = 20_000_000
"""Largest picture after scaling: larger ones take long and show nothing new."""


def steps() -> Iterator[tuple[str, Step]]:
    """Return every step by its name, whose first word is its kind."""
    yield "as it is", partial(toned, change=np.copy)
    for factor in SCALES:
        for way in WAYS:
            if way != "area" or factor < 1:  # enlarging by area repeats pixels, as nearest does
                yield f"scale {factor} {way}", partial(scaled, factor=factor, way=WAYS[way])
    for first in (1.25, 1.5):
        yield f"twice {first} then 0.8", partial(twice, first=first, second=0.8)
    for quality in (95, 80, 60, 40):
        yield (
            f"jpeg {quality}",
            partial(coded, kind=".jpg", flags=(cv2.IMWRITE_JPEG_QUALITY, quality)),
        )
    for quality in (90, 75, 50):
        yield (
            f"webp {quality}",
            partial(coded, kind=".webp", flags=(cv2.IMWRITE_WEBP_QUALITY, quality)),
        )
    for sigma in (0.5, 0.75, 1, 1.5, 2, 2.5):
        yield (
            f"blur {sigma}",
            partial(toned, change=partial(cv2.GaussianBlur, ksize=(0, 0), sigmaX=sigma)),
        )
    for name, change in tones().items():
        yield name, partial(toned, change=change)
    for margin in (0, 2, 5, 20):
        yield f"crop {margin} px round", partial(cropped, margin=margin)
    for cells in (0.2, 0.5, 0.8, 1, 2):
        yield f"cut {cells} columns", partial(cut, cols=cells)
        yield f"cut {cells} rows", partial(cut, rows=cells)
        yield f"cut {cells} of both", partial(cut, cols=cells, rows=cells)
    for name, cover in (("cursor", cursor), ("toast", toast), ("tooltip", tooltip), ("box", box)):
        yield f"cover {name}", partial(covered, cover=cover)


def tones() -> dict[str, Callable[[Image], Image]]:
    """Return the changes of colour alone."""
    found: dict[str, Callable[[Image], Image]] = {}
    found |= {f"gamma {power}": partial(curve, power=power) for power in (0.5, 0.7, 1.4, 2)}
    found |= {f"brightness {shift:+}": partial(curve, shift=shift) for shift in (-60, 60)}
    found |= {
        f"contrast {gain}": partial(curve, gain=gain, shift=128 * (1 - gain))
        for gain in (0.3, 0.5, 0.7, 1.4)
    }
    found |= {f"tint {name}": partial(tinted, gains=gains) for name, gains in TINTS.items()}
    found |= {f"hue {turn}": partial(turned, turn=turn) for turn in (15, 45, 90)}
    found |= {
        f"saturation {part}": partial(turned, saturation=part) for part in (0.0, 0.3, 0.6, 1.5)
    }
    found |= {"invert": cv2.bitwise_not, "invert lightness": night}
    found |= {f"noise {sigma}": partial(noisy, sigma=sigma) for sigma in (2, 5, 10)}
    return found


TINTS = {
    "night-light": (0.55, 0.8, 1.0),
    "strong night-light": (0.3, 0.65, 1.0),
    "blue": (1.0, 0.9, 0.8),
}
"""Remaining shares of blue, green and red."""


def scaled(image: Image, board: Board, factor: float, way: int) -> Spoilt:
    size = tuple(round(side * factor) for side in image.shape[1::-1])
    return cv2.resize(image, size, interpolation=way), placed(board, factor)


def twice(image: Image, board: Board, first: float, second: float) -> Spoilt:
    """Scale a screenshot that was scaled before."""
    return scaled(*scaled(image, board, first, cv2.INTER_LINEAR), second, cv2.INTER_LINEAR)


def placed(board: Board, factor: float = 1, x: int = 0, y: int = 0) -> Board:
    """Return the board in a picture that begins at (x, y) and is then scaled."""
    x0, y0, x1, y1 = board.box
    return replace(board, box=tuple(round(v * factor) for v in (x0 - x, y0 - y, x1 - x, y1 - y)))


def coded(image: Image, board: Board, kind: str, flags: tuple[int, int]) -> Spoilt:
    return cv2.imdecode(cv2.imencode(kind, image, flags)[1], cv2.IMREAD_COLOR), board


def toned(image: Image, board: Board, change: Callable[[Image], Image]) -> Spoilt:
    return change(image), board


def curve(image: Image, power: float = 1, gain: float = 1, shift: float = 0) -> Image:
    values = 255 * (np.arange(256) / 255) ** power * gain + shift
    return cv2.LUT(image, np.clip(np.rint(values), 0, 255).astype(np.uint8))


def tinted(image: Image, gains: tuple[float, float, float]) -> Image:
    return np.rint(image * np.array(gains)).astype(np.uint8)


def turned(image: Image, turn: int = 0, saturation: float = 1) -> Image:
    """Rotate the hue by degrees, and multiply the saturation."""
    hls = cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2HLS)
    hls[..., 0] = (hls[..., 0] + turn) % 360
    hls[..., 2] = np.clip(hls[..., 2] * saturation, 0, 1)
    return np.rint(np.clip(cv2.cvtColor(hls, cv2.COLOR_HLS2BGR), 0, 1) * 255).astype(np.uint8)


def night(image: Image) -> Image:
    """Exchange light and dark but not hues, as browsers do for a page without a dark theme."""
    lab = cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    lab[..., 0] = 10 + 0.9 * (100 - lab[..., 0])
    return np.rint(np.clip(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR), 0, 1) * 255).astype(np.uint8)


def noisy(image: Image, sigma: float) -> Image:
    noise = np.random.default_rng(0).normal(0, sigma, image.shape)
    return np.clip(np.rint(image + noise), 0, 255).astype(np.uint8)


def cropped(image: Image, board: Board, margin: int) -> Spoilt:
    x0, y0, x1, y1 = board.box
    left, top = max(0, x0 - margin), max(0, y0 - margin)
    part = image[top : y1 + margin, left : x1 + margin]
    return part, placed(board, x=left, y=top)


def cut(image: Image, board: Board, cols: float = 0, rows: float = 0) -> Spoilt:
    """Cut the picture off inside the board, without this many of its columns and rows."""
    x0, _, x1, y1 = board.box
    pitch = (x1 - x0) / len(board.grid)
    right = round(x1 - cols * pitch) if cols else None
    bottom = round(y1 - rows * pitch) if rows else None
    return image[:bottom, :right], board


def covered(image: Image, board: Board, cover: Callable[[Image, int, int, float], None]) -> Spoilt:
    """Cover a part of the board, from the middle of a cell a third of the way into it."""
    x0, y0, x1, y1 = board.box
    pitch = (x1 - x0) / len(board.grid)
    image = image.copy()
    cover(image, round(x0 + (x1 - x0) * 0.35), round(y0 + (y1 - y0) * 0.4), pitch)
    return image, board


def cursor(image: Image, x: int, y: int, _pitch: float) -> None:
    """Draw an arrow of 12 x 19 pixels, white with a black outline."""
    shape = ((0, 0), (0, 17), (4, 13), (7, 19), (9, 18), (7, 12), (12, 12))
    points = np.array([(x + dx, y + dy) for dx, dy in shape], np.int32)
    cv2.fillPoly(image, [points], (255, 255, 255), cv2.LINE_AA)
    cv2.polylines(image, [points], True, (0, 0, 0), 1, cv2.LINE_AA)


def toast(image: Image, x: int, y: int, pitch: float) -> None:
    """Draw a dark message with a line of text, five cells wide."""
    _panel(image, x, y, 5 * pitch, 1.4 * pitch, (50, 50, 50), (255, 255, 255))


def tooltip(image: Image, x: int, y: int, pitch: float) -> None:
    """Draw a pale yellow label with a border."""
    _panel(image, x, y, 2.6 * pitch, 0.8 * pitch, (225, 255, 255), (0, 0, 0))
    cv2.rectangle(image, (x, y), (round(x + 2.6 * pitch), round(y + 0.8 * pitch)), (90, 90, 90), 1)


def box(image: Image, x: int, y: int, pitch: float) -> None:
    """Draw a white box, a little wider than two cells."""
    _panel(image, x, y, 2.3 * pitch, 2.3 * pitch, (255, 255, 255), (255, 255, 255))


def _panel(
    image: Image,
    x: int,
    y: int,
    width: float,
    height: float,
    ground: tuple[int, ...],
    ink: tuple[int, ...],
) -> None:
    cv2.rectangle(image, (x, y), (round(x + width), round(y + height)), ground, cv2.FILLED)
    size = height / 60
    cv2.putText(
        image,
        "Saved",
        (x + 6, round(y + height * 0.7)),
        cv2.FONT_HERSHEY_SIMPLEX,
        size,
        ink,
        1,
        cv2.LINE_AA,
    )


def spoil(picture: Picture, step: Step, keep: Path | None, name: str) -> Score | None:
    """Return the score of a picture after one step; None if it gets too large."""
    image, board = step(picture.image(), picture.boards[0])
    if image.size > 3 * LARGEST_PX:
        return None
    result = score(image, board)
    if keep and result.verdict == "wrong":
        save_image(keep / re.sub(r"[ /]", "-", f"{name} {picture.name}.png"), image)
    return result


def line(name: str, scores: list[Score]) -> str:
    """Return a row of the table."""
    verdicts = [score.verdict for score in scores]
    exact, wrong = (
        [s.confidence for s in scores if s.verdict == verdict] for verdict in ("exact", "wrong")
    )
    marks = [score.marks for score in scores if score.marks is not None]
    counts = "".join(f"{verdicts.count(verdict):9}" for verdict in ("exact", "refused", "wrong"))
    low, high = (f"{min(exact):.4f}" if exact else "-"), (f"{max(wrong):.4f}" if wrong else "-")
    sure = mean(score.confidence for score in scores) if scores else 0
    return f"{name:26}{counts}{f'{sum(marks)}/{len(marks)}':>10}{sure:8.3f}{low:>10}{high:>10}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add_options(parser)
    parser.add_argument(
        "--only", default="", metavar="STEP,STEP", help="steps whose names begin so"
    )
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="where to write pictures that give a wrong grid"
    )
    options = parser.parse_args()
    pictures = [
        picture for picture in chosen(options) if len(picture.boards) == 1 and picture.asked
    ]
    print(HEADINGS)
    for name, step in steps():
        if name.startswith(tuple(options.only.split(","))):
            results = in_parallel(
                partial(spoil, step=step, keep=options.keep, name=name), pictures, options.jobs
            )
            print(line(name, [result for result in results if result]), flush=True)


if __name__ == "__main__":
    main()
