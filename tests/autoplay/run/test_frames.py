"""The call stack between the command line and the first mouse press stays short enough to be followed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Mouse

from autoplay.cli.group import main

ROOT = Path(__file__).parents[3]
OURS = tuple(f"{ROOT / package}/" for package in ("autoplay", "vision", "solvers"))
MOST_FRAMES = 12


def our_frames():
    """Return "file: function" of each of our frames on the stack, the outermost first."""
    frames, frame = [], sys._getframe()
    while frame:
        if frame.f_code.co_filename.startswith(OURS):
            frames.append(f"{Path(frame.f_code.co_filename).relative_to(ROOT)}: {frame.f_code.co_name}")
        frame = frame.f_back
    return frames[::-1]


def test_few_frames_lie_between_main_and_the_first_press(elsewhere, monkeypatch, tmp_path):
    stacks = []

    def noted(action):
        def act(self, *place, **options):
            stacks.append(our_frames())
            return action(self, *place, **options)

        return act

    for name in ("down", "click"):
        monkeypatch.setattr(Mouse, name, noted(getattr(Mouse, name)))
    with pytest.raises(SystemExit) as ended:
        elsewhere(main, ["play", "demo", "--variant", "0", "--output", str(tmp_path)])
    assert ended.value.code == 0
    assert len(stacks[0]) <= MOST_FRAMES, "\n".join(stacks[0])
