#!/usr/bin/env python3
"""Record `autoplay play demo` beside its terminal, as a moving picture.

usage: recording.py OUT.webp

The command runs on a pseudo-terminal, and its browser is watched by a screencast: both have the
real times. The picture begins just before the first click, so that its first frame shows the board
and its answer: before that, a browser starts, and there is nothing to see.
"""

from __future__ import annotations

import base64
import html
import os
import re
import socket
import sys
import tempfile
import threading
from bisect import bisect_right
from dataclasses import dataclass, field
from io import StringIO
from itertools import pairwise
from pathlib import Path
from string import Template
from time import time
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import (
    Browser,
    BrowserType,
    Page,
    Playwright,
    ViewportSize,
    sync_playwright,
)
from playwright.sync_api import Error as PlaywrightError
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from autoplay.browser.start import BrowserOptions, launch
from autoplay.cli.live_play import DOING
from vision.image import Image

COMMAND = "autoplay play demo --pace human --output run"
SIZE: ViewportSize = {"width": 1180, "height": 600}
COLUMNS, ROWS = 62, 34
STEP_S, LAST_S = 0.1, 4.0
"""Time between two frames, and that for which the last one stays."""
POLL_MS = 20
MOST_CHANGED = 0.08
"""Maximum share of the page that differs from its end: stars, a clock and a message."""
PAGE = Template("""<body style="margin: 0; display: flex; gap: 12px; padding: 12px; background: #dfe3e8;
    font: 13.5px/1.22 'DejaVu Sans Mono', monospace; height: 600px; box-sizing: border-box">
  <pre style="margin: 0; padding: 12px; width: 536px; background: #1c1f24; color: #e8e8e8; border-radius: 6px;
    overflow: hidden; font: inherit; box-sizing: border-box; white-space: pre-wrap; word-break: break-all"
    >$terminal</pre>
  <div style="flex: 1; background: #fff; border-radius: 6px; overflow: hidden">
    <img src="$browser" style="width: 100%; height: 130%; object-fit: cover; object-position: 48% 0"></div>""")
LINK = re.compile(r"\x1b\]8;[^\x1b]*\x1b\\")


@dataclass
class Recording:
    """Output of a terminal and frames of a page: (time, output so far) and (time, PNG in
    base64)."""

    terminal: list[tuple[float, str]] = field(default_factory=list)
    frames: list[tuple[float, str]] = field(default_factory=list)


def record(playwright: Playwright, folder: Path, executable: str) -> Recording:
    """Run the command in a folder, with this browser, and record it."""
    port, recording = free_port(), Recording()
    browser = folder / "chromium"
    browser.write_text(f'#!/bin/sh\nexec "{executable}" --remote-debugging-port={port} "$@"\n')
    browser.chmod(0o755)
    running = threading.Thread(target=run_on_terminal, args=(recording, folder, browser))
    running.start()
    while running.is_alive():
        try:
            watched = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
            page = next(page for context in watched.contexts for page in context.pages)
            watch(page, recording, running)
        except (PlaywrightError, StopIteration):  # the browser has not started yet, or has ended
            running.join(POLL_MS / 1000)
    return recording


def run_on_terminal(recording: Recording, folder: Path, browser: Path) -> None:
    """Run the command on a pseudo-terminal, and record its output."""
    import pty  # only where there are terminals

    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        size = {"TERM": "xterm-256color", "COLUMNS": str(COLUMNS), "LINES": str(ROWS)}
        os.environ.update(
            size | {"AUTOPLAY_HOME": str(folder / "home"), "AUTOPLAY_BROWSER": str(browser)}
        )
        os.execv(sys.executable, [sys.executable, "-m", *COMMAND.split()])
    text = b""
    recording.terminal.append((time(), ""))
    while True:
        try:
            text += os.read(terminal, 65536)
        except OSError:  # the end of a terminal
            break
        recording.terminal.append((time(), text.decode(errors="ignore")))
    os.waitpid(child, 0)


def watch(page: Page, recording: Recording, running: threading.Thread) -> None:
    """Record the frames of a page until the command ends."""
    session = page.context.new_cdp_session(page)

    def keep(frame: dict[str, Any]) -> None:
        recording.frames.append((frame["metadata"]["timestamp"], frame["data"]))
        session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    session.on("Page.screencastFrame", keep)
    session.send("Page.startScreencast", {"format": "png"})
    while running.is_alive():
        page.wait_for_timeout(POLL_MS)


def shown(output: str) -> str:
    """Return what a terminal shows after this output, as HTML."""
    lines = [
        line.rpartition("\x1b[2K")[2]
        for line in LINK.sub("", output).replace("\r\n", "\n").split("\n")
    ]
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True)
    prompt = f"[bold green]$[/] {COMMAND}"
    console.print(
        prompt, *(Text.from_ansi(line) for line in lines), sep="\n", soft_wrap=True, highlight=False
    )
    return console.export_html(theme=MONOKAI, inline_styles=True, code_format="{code}")


def compose(page: Page, recording: Recording) -> tuple[list[Image], list[int]]:
    """Return the frames of the moving picture, and the time of each in ms."""
    frames = whole_pages(recording.frames)
    end = recording.terminal[-1][0]
    # The answer is printed then, and the first click follows at once.
    start = next(at for at, output in recording.terminal if DOING["learning"] in output)
    states: list[tuple[float, str, str]] = []
    for number in range(int((end - start) / STEP_S) + 2):
        now = start + number * STEP_S
        output = recording.terminal[
            max(0, bisect_right(recording.terminal, now, key=lambda one: one[0]) - 1)
        ][1]
        at = bisect_right(frames, now, key=lambda one: one[0])
        browser = f"image/png;base64,{frames[at - 1][1]}"
        if not states or (output, browser) != states[-1][1:]:
            states.append((now, output, browser))
    images = []
    for _, output, browser in states:
        page.set_content(
            PAGE.substitute(terminal=shown(output), browser=html.escape(f"data:{browser}"))
        )
        images.append(decoded(page.screenshot()))
    times = [round(1000 * (after - before)) for (before, *_), (after, *_) in pairwise(states)]
    return images, [*times, round(1000 * LAST_S)]


def whole_pages(frames: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """Return the frames without those in which the browser shows the part of the page that a
    screenshot is taken of."""
    images = [decoded(base64.b64decode(data)) for _, data in frames]
    return [
        frame
        for frame, image in zip(frames, images, strict=True)
        if image.shape == images[-1].shape
        and (image != images[-1]).any(axis=2).mean() <= MOST_CHANGED
    ]


def decoded(png: bytes) -> Image:
    """Return the picture in a PNG."""
    return np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def save(path: Path, images: list[Image], times_ms: list[int]) -> None:
    """Write an animated picture that repeats for ever."""
    moving = cv2.Animation()
    moving.frames, moving.durations, moving.loop_count = images, times_ms, 0
    cv2.imwriteanimation(str(path), moving, [cv2.IMWRITE_WEBP_QUALITY, 80])


def free_port() -> int:
    """Return a port that nothing uses."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def main(out: Path) -> None:
    """Record the command and write the moving picture."""
    chosen: list[str] = []

    def start(engine: BrowserType, settings: Any) -> Browser:
        chosen.append(settings.get("executable_path") or engine.executable_path)
        return engine.launch(**settings)

    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = launch(playwright, BrowserOptions(), start)
        recording = record(playwright, Path(name), chosen[-1])
        save(out, *compose(browser.new_page(viewport=SIZE), recording))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
