"""Ordered batches answered by the workers of a Dask cluster, on this machine or on many."""

from __future__ import annotations

import logging
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, Final

from autoplay.batch.workers import (
    AHEAD,
    Answer,
    Item,
    OrderedBatch,
    ProcessDied,
    Task,
    answer_in_order,
    answer_or_error,
    cores,
    ctrl_c_blocked,
)
from autoplay.errors import ClusterUnusable
from autoplay.install_hints import extra

LOCAL: Final = "local"
"""The address that stands for a cluster on this machine, which is started for the batch and ends with it."""
PACKAGE: Final = "puzzle-autoplay"
ANSWERS_S: Final = 20.0
"""Seconds that a scheduler may take to answer."""
WORKERS_S: Final = 120.0
"""Seconds to wait for the first worker: some clusters start one only when there is work."""
COUNT_S: Final = 5.0
"""Seconds between two counts of the workers: they may come and go."""
IN_HAND: Final = 3
"""Tasks handed out in advance per worker thread, so that a thread never waits for its next one."""
RESTARTED: Final = "1 day"
"""Time to wait for the replacement of a killed worker of our own cluster. On a busy machine it takes longer to start
than the 15 s that Dask allows; Dask then gives up and doesn't replace the worker."""
DEATHS: Final = 1
"""Workers that may die on an item of our own cluster before it is tried alone, or given up."""
HINT: Final = "check the address, and that `dask scheduler` and `dask worker` run there; or --dask local"
RESUME_HINT: Final = "the same command with --resume, once the cluster is running again"


def answer_on_cluster(
    items: Iterable[Item],
    answer: Callable[[Item], Answer],
    deliver: Callable[[Answer], object],
    lost: Callable[[Item, str], Answer],
    *,
    address: str,
    pack: Callable[[Item], Item] = lambda item: item,
    at_once: int = 1,
    jobs: int | None = None,
) -> None:
    """Answer the items like ``answer_in_order``, on the cluster at ``address``, or on ``local`` with ``jobs`` workers.

    ``pack`` adds to an item what only this machine has, such as a file's contents. ``at_once`` is the most items sent
    to a worker at a time. An item whose worker dies is given to another; an item that proves to kill them is ``lost``.

    Raises ClusterUnusable if no suitable worker answers or all are gone for good; ExtraMissing.
    """
    with connected(address, jobs or cores()) as client:
        ClusterBatch(client, answer, deliver, lost, pack, at_once).run(items)


def answer_anywhere(
    items: Iterable[Item],
    answer: Callable[[Item], Answer],
    deliver: Callable[[Answer], object],
    lost: Callable[[Item, str], Answer],
    *,
    dask: str | None,
    jobs: int | None,
    here: int,
    pack: Callable[[Item], Item],
    at_once: int = 1,
) -> None:
    """Answer the items on the cluster at ``dask`` if given, otherwise in ``jobs`` processes, by default ``here``."""
    if dask:
        answer_on_cluster(items, answer, deliver, lost, address=dask, pack=pack, at_once=at_once, jobs=jobs)
    else:
        answer_in_order(items, answer, deliver, lost, jobs=jobs or here)


class ClusterBatch(OrderedBatch[Item, Answer]):
    """Batch answered by the workers of a client's cluster, several items per Dask task."""

    def __init__(
        self,
        client: Any,
        answer: Callable[[Item], Answer],
        deliver: Callable[[Answer], object],
        lost: Callable[[Item, str], Answer],
        pack: Callable[[Item], Item],
        at_once: int,
    ) -> None:
        self._threads, self._counted = max(1, _threads(client)), monotonic()
        self._worked = self._counted  # the last time that there was a worker, or nothing to do
        super().__init__(deliver, lost, max(AHEAD, 2 * IN_HAND * at_once) * self._threads)
        self._client, self._pack, self._at_once = client, pack, at_once
        self._answers = partial(_answers, answer)
        self._bell: SimpleQueue[Any] = SimpleQueue()  # a Dask future, None for a new item, EOFError at the end
        self._busy: dict[Any, list[Task[Item, Answer]]] = {}
        self._suspects: deque[Task[Item, Answer]] = deque()
        self._alone: Any = None

    def _ring(self) -> None:
        self._bell.put(None)

    def _hang_up(self) -> None:
        self._bell.put(EOFError)

    def _wait(self) -> None:
        rung: list[Any] = []
        while not rung:
            with suppress(Empty):
                rung.append(self._bell.get(timeout=COUNT_S))
            self._count()
        while not self._bell.empty():
            rung.append(self._bell.get())
        if EOFError in rung:
            raise EOFError
        for future in rung:
            if future is not None:
                self._collect(future)

    def _hand_out(self) -> None:
        """Submit tasks. An item that may have killed a worker is submitted alone, to find out which one does."""
        if self._suspects:
            if not self._busy:
                self._alone = self._submit([self._suspects.popleft()])
            return
        while self._todo and len(self._busy) < IN_HAND * self._threads:
            self._submit(self._next_share(self._threads, self._at_once))

    def _submit(self, tasks: list[Task[Item, Answer]]) -> Any:
        items = [self._pack(task.item) for task in tasks]
        with _translated_errors():
            future = self._client.submit(self._answers, items, pure=False)
        self._busy[future] = tasks
        future.add_done_callback(self._bell.put)
        return future

    def _collect(self, future: Any) -> None:
        from distributed import KilledWorker

        tasks = self._busy.pop(future)
        try:
            answers = future.result(timeout=ANSWERS_S)
        except TimeoutError:  # the worker was lost with the answers, and Dask computes them again
            self._busy[future] = tasks
            future.add_done_callback(self._bell.put)
        except KilledWorker as error:
            if future is not self._alone:
                self._suspects.extend(tasks)
                return
            (task,) = tasks
            task.settle(None, ProcessDied(f"died each of the {error.allowed_failures + 1} times it was tried"))
        except (Exception, CancelledError) as error:
            raise _gone(error) from error
        else:
            for task, (answer, problem) in zip(tasks, answers, strict=True):
                task.settle(answer, problem)

    def _count(self) -> None:
        """Count the workers' threads again every few seconds. Raises ClusterUnusable if all are gone for too long."""
        now = monotonic()
        if now - self._counted < COUNT_S:
            return
        threads, self._counted = _threads(self._client), now
        if threads or not self._busy:
            self._worked = now
        elif now - self._worked > WORKERS_S:
            raise ClusterUnusable(f"the cluster has had no worker for {WORKERS_S:.0f} s", hint=RESUME_HINT)
        self._threads = max(1, threads)

    def _end(self) -> None:
        with suppress(Exception):  # a lost cluster has nothing to cancel
            self._client.cancel([*self._busy])


def _answers(answer: Callable[[Item], Answer], items: list[Item]) -> list[tuple[Answer | None, Exception | None]]:
    return [answer_or_error(answer, item) for item in items]


def _threads(client: Any) -> int:
    """Return how many items the workers can answer at the same time. Raises ClusterUnusable."""
    with _translated_errors():
        threads: Mapping[str, int] = client.nthreads()
    return sum(threads.values())


@contextmanager
def _translated_errors() -> Iterator[None]:
    """Raise ClusterUnusable for the errors of a cluster that no longer answers."""
    try:
        yield
    except (OSError, CancelledError) as error:
        raise _gone(error) from error


def _gone(error: BaseException) -> ClusterUnusable:
    what = f"the cluster no longer answers ({type(error).__name__})"
    return ClusterUnusable(what, hint=RESUME_HINT)


@contextmanager
def connected(address: str, jobs: int) -> Iterator[Any]:
    """Connect to the cluster at an address, and check its versions. Raises ClusterUnusable, ExtraMissing."""
    with extra("dask"):
        import distributed  # noqa: F401
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are reported in one line
    with (
        _started(jobs) if address == LOCAL else nullcontext(address) as place,
        _closed(_client(place, address)) as client,
    ):
        if address != LOCAL:
            _check(client, address)
        yield client


def _client(place: Any, address: str) -> Any:
    """Return a client of a cluster, or of the scheduler at an address. Raises ClusterUnusable."""
    from distributed import Client

    found: SimpleQueue[Any] = SimpleQueue()

    def connect() -> None:
        try:
            found.put(Client(place, timeout=ANSWERS_S, set_as_default=False))  # type: ignore[no-untyped-call]
        except Exception as error:
            found.put(error)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # we report differing versions as errors ourselves
        Thread(target=connect, daemon=True).start()
        try:  # a server that is not Dask's may never answer, so another thread waits for it
            client = found.get(timeout=1.5 * ANSWERS_S)
        except Empty as error:
            client = error
    if isinstance(client, Exception):
        raise ClusterUnusable(f"no Dask scheduler answers at {address}", hint=HINT) from client
    return client


@contextmanager
def _started(jobs: int) -> Iterator[Any]:
    """Start a cluster on this machine, whose workers Ctrl-C does not reach."""
    from dask import config
    from distributed import LocalCluster

    with config.set({"distributed.deploy.lost-worker-timeout": RESTARTED}):
        with ctrl_c_blocked():
            cluster = LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=jobs,
                threads_per_worker=1,
                processes=True,
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
                scheduler_kwargs={"allowed_failures": DEATHS},
            )
        with _closed(cluster):
            yield cluster


@contextmanager
def _closed(opened: Any) -> Iterator[Any]:
    """Close a client or a cluster after the block; give up if it is still busy after a while."""
    try:
        yield opened
    finally:
        with suppress(TimeoutError):
            opened.close(timeout=ANSWERS_S)


def _check(client: Any, address: str) -> None:
    """Raise ClusterUnusable if there are no workers, or if they or the scheduler have other versions than we do."""
    try:
        client.submit(version, PACKAGE, pure=False).result(timeout=WORKERS_S)
        versions = client.get_versions()
        ours = client.run(version, PACKAGE)
    except PackageNotFoundError as error:
        hint = f"pip install '{PACKAGE}[dask]=={version(PACKAGE)}' where they run"
        raise ClusterUnusable(f"{PACKAGE} is not installed on the workers at {address}", hint=hint) from error
    except TimeoutError as error:
        raise ClusterUnusable(f"no worker of {address} accepted a task within {WORKERS_S:.0f} s", hint=HINT) from error
    except (OSError, CancelledError) as error:
        raise _gone(error) from error
    parts = {"the scheduler": versions["scheduler"], **versions["workers"]}
    found = {where: _versions(part) for where, part in parts.items()}
    for where, own in ours.items():
        found[where] |= {PACKAGE: own}
    check_versions(found, _versions(versions["client"]) | {PACKAGE: version(PACKAGE)})


def _versions(part: Mapping[str, Any]) -> dict[str, str]:
    """Return the versions of a process that have to match, from Dask's report on it."""
    packages = part["packages"]
    python = ".".join(str(packages["python"]).split(".")[:2])
    return {"Python": python, "distributed": packages["distributed"]}


def check_versions(found: Mapping[str, Mapping[str, str]], wanted: Mapping[str, str]) -> None:
    """Raise ClusterUnusable for the first process whose version of a package differs from the wanted one."""
    for where, versions in found.items():
        for name, there in versions.items():
            if there != wanted[name]:
                what = f"{where} has {name} {there}, but this machine has {wanted[name]}"
                raise ClusterUnusable(what, hint=f"install the same version of {name} on both")
