"""Public names that other programs may rely on: they exist, and importing them is quick."""

import subprocess
import sys
from importlib import import_module

import pytest

SURFACE = {
    "autoplay": [
        "AutoplayError", "Reading", "draw_overlay", "draw_step", "drawing", "inspect", "lights_out", "load_picture",
        "notation", "peg_solitaire", "play", "read", "read_board", "read_boards", "save_image", "star_battle",
        "update_reading",
    ],
    "solvers": ["AutoplayError", "lights_out", "notation", "peg_solitaire", "star_battle"],
    "solvers.star_battle": [
        "USUAL_STARS", "Puzzle", "Solution", "count_solutions", "explain", "generate", "hint", "infer_stars", "solutions", "solve",
    ],
    "solvers.lights_out": [
        "LINES", "NO_LAMP", "PLUS", "RULES", "RULE_NAMES", "STATES", "Cell", "Lamps", "Matrix", "Puzzle", "Rule",
        "Solution", "count_solutions", "explain", "generate", "grid_of", "hint", "named_rule", "nullity", "solutions", "solve",
    ],
    "solvers.peg_solitaire": [
        "BOARDS", "HOLE", "LATTICES", "NO_SITE", "PEG", "Board", "Cell", "Jump", "Lattice", "Puzzle", "Solution",
        "count_solutions", "explain", "generate", "hint", "moves_of", "named_board", "published", "solutions", "solve",
        "start_classes",
    ],
    "solvers.notation": ["FORMS", "MARKED", "form_of", "from_row", "parse", "write"],
    "solvers.drawing": ["CELL", "Drawing", "draw_jumps", "draw_lamps", "draw_pegs", "draw_regions", "tiled"],
    "vision": [
        "Border", "LoadedPicture", "Mark", "PictureNote", "ReadResult", "Reading", "draw_overlay", "draw_step",
        "encode_png", "inspect", "load_image", "load_picture", "read_board", "read_boards", "save_image",
        "stands_upright", "update_reading",
    ],
}  # fmt: skip
"""Public names: adding one requires a new minor version, all else a major one."""

HEAVY = {
    "autoplay": {"playwright", "cv2", "numpy", "rich_click"},
    "solvers": {"solvers.star_battle", "solvers.drawing"},
    "solvers.star_battle": {"solvers.drawing", "solvers.star_battle.explanation", "solvers.star_battle.generator"},
    "vision": {"autoplay", "cv2", "vision.inspection"},
    "vision.errors": {"cv2", "vision.inspection"},
}  # fmt: skip


@pytest.mark.parametrize("package", SURFACE)
def test_the_names_of_a_package_are_those_that_were_promised(package):
    assert import_module(package).__all__ == SURFACE[package]


@pytest.mark.usefixtures("process")
@pytest.mark.parametrize("package", HEAVY)
def test_importing_it_loads_nothing_that_takes_long(package):
    code = f"import sys, {package}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not HEAVY[package] & set(done.stdout.split())


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'pause'"):
        import_module("autoplay").pause  # noqa: B018
