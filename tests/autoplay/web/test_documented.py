"""The commands for programs in docs/web.md get an answer."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "web.md").read_text("utf-8")
ASKED = [re.sub(r"\s+#.*", "", line) for line in re.findall(r"^curl .*$", PAGE, re.MULTILINE)]


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
@pytest.mark.parametrize("line", ASKED)
def test_the_page_answers_programs_as_the_documents_say(server, line):
    line = line.replace("http://127.0.0.1:8766/", server.url)
    done = subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "error" not in json.loads(done.stdout)
