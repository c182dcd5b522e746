"""A Playwright server on loopback, started with the driver that comes with Playwright."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright._impl._driver import compute_driver_executable

from autoplay.browser.start import candidates


@contextmanager
def playwright_server(folder: Path) -> Iterator[str]:
    """Yield the address of a server with a browser; ``folder`` is for its settings."""
    config = folder / "server.json"
    executable = next(
        (found.executable for found in candidates("auto", os.environ) if found.executable), None
    )
    settings = {"host": "127.0.0.1", "port": 0, "chromiumSandbox": False}
    settings["executablePath"] = executable
    config.write_text(
        json.dumps({name: value for name, value in settings.items() if value is not None})
    )
    node, script = map(str, compute_driver_executable())
    command = [node, script, "launch-server", "--browser", "chromium", "--config", str(config)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            yield server.stdout.readline().strip()
        finally:
            server.terminate()
