"""Pixels in, readings out: finds a puzzle board in a picture and reads its grid and marks."""

from vision.drawing.overlay import draw_overlay
from vision.drawing.step import draw_step
from vision.image import encode_png, load_image, save_image
from vision.photos.upright import stands_upright
from vision.reader import look, read_board, read_boards, reread
from vision.reading import Border, Mark, Reading
from vision.seen import Look

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
