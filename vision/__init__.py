"""Pixels in, readings out: finds a puzzle board in a picture and reads its grid and marks."""

from vision.image import encode_png, load_image, save_image
from vision.overlay import draw_overlay
from vision.reader import look, read_board, read_boards, reread
from vision.reading import Border, Mark, Reading
from vision.seen import Look
from vision.step import draw_step
from vision.upright import stands_upright

__all__ = [
    "Border",
    "Look",
    "Mark",
    "Reading",
    "draw_overlay",
    "draw_step",
    "encode_png",
    "load_image",
    "look",
    "read_board",
    "read_boards",
    "reread",
    "save_image",
    "stands_upright",
]
