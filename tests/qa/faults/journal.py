"""Journal of the cells that were played: a run that was ended goes on where it was."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.qa.faults.scene import Run
from tests.qa.faults.stage import Cell
from tests.qa.faults.table import Fault


@dataclass(frozen=True)
class Journal:
    """JSON Lines with a cell each; without a path nothing is kept."""

    path: Path | None = None

    def cells(self, faults: list[Fault]) -> dict[tuple[str, str, str], Cell]:
        """Return the cells that were played, by fault, query and skin.

        A last line without an end was being written when the run was ended, and is left out.
        """
        if self.path is None or not self.path.exists():
            return {}
        by_name = {(fault.name, fault.query): fault for fault in faults}
        found = {}
        for line in self.path.read_text("utf-8").splitlines(keepends=True):
            if not line.endswith("\n"):
                continue
            row = json.loads(line)
            fault = by_name.get((row["fault"], row["query"]))
            if fault is not None:
                runs = [Run(**run) for run in row["runs"]]
                found[row["fault"], row["query"], row["skin"]] = Cell(
                    fault, row["skin"], runs, row["problems"]
                )
        return found

    def add(self, cell: Cell) -> None:
        """Write a cell, whole or not at all, after a line that may have no end."""
        if self.path is None:
            return
        fault = cell.fault
        row = {
            "fault": fault.name,
            "query": fault.query,
            "skin": cell.skin,
            "problems": cell.problems,
        }
        row["runs"] = [asdict(run) for run in cell.runs]
        with self.path.open("ab+") as file:
            if file.tell():
                self._end_last_line()
            file.write(f"{json.dumps(row)}\n".encode())

    def _end_last_line(self) -> None:
        """Remove what follows the last line feed."""
        assert self.path
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            with self.path.open("rb+") as file:
                file.truncate(whole)
