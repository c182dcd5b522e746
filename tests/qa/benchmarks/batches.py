"""Pictures read and puzzles solved per second, by processes of this machine and by a Dask cluster
on it.

``python tests/qa/benchmarks/batches.py [--workers 1,2,4] [--pictures 120] [--puzzles 4000] [--rows
FILE.jsonl]`` prints a table. The times of --jobs include the start of the processes; a cluster
starts before, and is timed apart.
"""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from autoplay.extras.batch.cluster import LOCAL, open_dask
from autoplay.extras.batch.jobs import BatchJob, make_read_job, make_solve_job
from autoplay.extras.batch.run import run_batch

ROOT = Path(__file__).resolve().parents[3]
PRACTICE = ROOT / "fixtures" / "practice"
BOARD = {"stars": 2, "grid": (PRACTICE / "10x10.grid.txt").read_text().split()[2:12]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", default="1,2,4", help="numbers of workers")
    parser.add_argument(
        "--pictures", type=int, default=120, help="pictures to read: the fixtures, again and again"
    )
    parser.add_argument("--puzzles", type=int, default=4000, help="puzzles to solve")
    parser.add_argument(
        "--rows", type=Path, help="JSON Lines of them, taken again and again; else one 10x10"
    )
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        puzzles = Path(folder, "puzzles.jsonl")
        lines = given.rows.read_text().splitlines() if given.rows else [json.dumps(BOARD)]
        puzzles.write_text("\n".join(islice(cycle(lines), given.puzzles)))
        shots = list(islice(cycle(sorted(PRACTICE.glob("*.png"))), given.pictures))
        work: dict[str, Callable[[], BatchJob[Any]]] = {
            "read": lambda: make_read_job(map(str, shots)),
            "solve": lambda: make_solve_job([str(puzzles)]),
        }
        measure_all(work, [int(number) for number in given.workers.split(",")])


def measure_all(work: dict[str, Callable[[], BatchJob[Any]]], numbers: list[int]) -> None:
    """Print a row for each number of workers."""
    print(
        "workers  read --jobs  read --dask  solve --jobs  solve --dask   rows/s    cluster starts in s"
    )
    for workers in numbers:
        rates: dict[str, float] = {}
        start = perf_counter()
        with open_dask(LOCAL, workers) as executor:
            started = perf_counter() - start
            for verb, make_job in work.items():
                rates[f"{verb} --dask"] = measure_rate(make_job(), executor=executor)
        for verb, make_job in work.items():
            rates[f"{verb} --jobs"] = measure_rate(make_job(), jobs=workers)
        names = [f"{verb} --{how}" for verb in work for how in ("jobs", "dask")]
        cells = "  ".join(f"{rates[name]:>{len(name)}.0f}" for name in names)
        print(f"{workers:>7}  {cells}  {started:>28.1f} s", flush=True)


def measure_rate(job: BatchJob[Any], executor: Executor | None = None, jobs: int = 1) -> float:
    """Return rows per second; fails if an item has no answer."""
    with TemporaryDirectory() as folder:
        start = perf_counter()
        summary = run_batch(job, str(Path(folder, "rows.jsonl")), executor=executor, jobs=jobs)
        took = perf_counter() - start
    assert summary.outcomes.total() == job.total
    assert summary.exit_status == 0
    return summary.outcomes.total() / took


if __name__ == "__main__":
    logging.disable()
    main()
