"""Pictures read and puzzles solved per second, by processes of this machine and by a Dask cluster on it.

``python tests/qa/benchmarks/batches.py [--workers 1,2,4] [--pictures 60] [--puzzles 4000] [--rows FILE.jsonl]`` prints
a table. The times of --jobs include the start of the processes; a cluster starts before, and its start is timed apart.
"""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Callable
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import Any

from autoplay.batch import read_item, solve_item
from autoplay.batch.cluster import LOCAL, ClusterBatch, connected
from autoplay.batch.pictures import packed, pictures
from autoplay.batch.sources import Source, sources
from autoplay.batch.workers import answer_in_order
from autoplay.cli.solve import AT_ONCE
from autoplay.games.requests import ReadRequest, SolveRequest

ROOT = Path(__file__).parents[3]
BOARD = {"stars": 2, "grid": (ROOT / "fixtures/practice/10x10.grid.txt").read_text().split()[2:12]}
VERBS = ("read", "solve")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", default="1,2,4", help="numbers of workers")
    parser.add_argument("--pictures", type=int, default=120, help="pictures to read: the fixtures, again and again")
    parser.add_argument("--puzzles", type=int, default=4000, help="puzzles to solve")
    parser.add_argument("--rows", type=Path, help="JSON Lines of them, taken again and again; else one 10x10")
    given = parser.parse_args()
    work = {"read": reading(given.pictures), "solve": solving(given.puzzles, given.rows)}
    print(
        "workers  " + "  ".join(f"{verb} --jobs  {verb} --dask" for verb in VERBS) + "   rows/s    cluster starts in s"
    )
    for workers in map(int, given.workers.split(",")):
        start = perf_counter()
        with connected(LOCAL, workers) as client:
            started = perf_counter() - start
            dask = {verb: rate(partial(on_cluster, client), **work[verb]) for verb in VERBS}
        jobs = {verb: rate(partial(on_jobs, workers), **work[verb]) for verb in VERBS}
        cells = "  ".join(f"{jobs[verb]:>{len(verb) + 7}.0f}  {dask[verb]:>{len(verb) + 7}.0f}" for verb in VERBS)
        print(f"{workers:>7}  {cells}  {started:>28.1f} s", flush=True)


def reading(number: int) -> dict[str, Any]:
    """Read this many pictures."""
    found = list(islice(cycle(pictures([str(ROOT / "fixtures" / "practice")])), number))
    read = partial(read_item.read_item, request=ReadRequest())
    return {"items": found, "answer": read, "lost": read_item.lost_item, "pack": packed, "most": 1}


def solving(number: int, rows: Path | None) -> dict[str, Any]:
    """Solve this many puzzles."""
    found = list(islice(cycle(sources(str(rows)) if rows else [Source(json.dumps(BOARD), "-", 1)]), number))
    solve = partial(solve_item.solve_item, request=SolveRequest(timeout_s=60))
    return {"items": found, "answer": solve, "lost": solve_item.lost_item, "pack": lambda item: item, "most": AT_ONCE}


def rate(answer_all: Callable[..., None], items: list[Any], **work: Any) -> float:
    """Return rows per second; fails if rows are missing."""
    answered: list[Any] = []
    start = perf_counter()
    answer_all(items, deliver=answered.append, **work)
    took = perf_counter() - start
    assert len(answered) == len(items)
    assert not any(
        getattr(one, "errors", ()) or isinstance(getattr(one, "result", None), Exception) for one in answered
    )
    return len(items) / took


def on_cluster(client: Any, items: list[Any], answer: Any, deliver: Any, lost: Any, pack: Any, most: int) -> None:
    ClusterBatch(client, answer, deliver, lost, pack, most).run(items)


def on_jobs(jobs: int, items: list[Any], answer: Any, deliver: Any, lost: Any, **_: Any) -> None:
    answer_in_order(items, answer, deliver, lost, jobs=jobs)


if __name__ == "__main__":
    logging.disable()
    main()
