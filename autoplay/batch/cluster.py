"""Items answered by the workers of a Dask cluster, on this machine or on many."""

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
    Batch,
    Item,
    Task,
    answer_in_order,
    cores,
    settle,
    share_of,
    shielded,
    tried,
)
from autoplay.errors import ClusterUnusable
from autoplay.optional_deps import extra

LOCAL: Final = "local"
"""The address of a cluster that is started on this machine, and ended with the batch."""
PACKAGE: Final = "puzzle-autoplay"
ANSWERS_S: Final = 20.0
"""How long a scheduler may take to answer."""
WORKERS_S: Final = 120.0
"""How long it may take until there is a worker: some clusters start their first when there is work."""
COUNT_S: Final = 5.0
"""How often workers are counted: they may come and go."""
IN_HAND: Final = 3
"""Tasks that each thread of a worker is given ahead, so that none waits for the next."""
RESTARTED: Final = "1 day"
"""How long a worker of our own cluster that was killed is waited for. On a busy machine one is started in more than the
15 s that Dask gives it; it is then broken off, and none takes its place."""
DEATHS: Final = 1
"""Workers that an item may cost before it is tried alone, or given up, on a cluster of our own."""
HINT: Final = "check the address, and that `dask scheduler` and `dask worker` run there; or --dask local"
RESUME_HINT: Final = "the same command with --resume, once it runs again"


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
    """As ``answer_in_order``, on the cluster of a scheduler's address, or on ``local`` with so many workers.

    ``pack`` puts into an item what only this machine has; ``at_once`` is the most items that a worker is given at a
    time. An item whose worker dies is given to another; one that kills them, with no other to blame, is ``lost``.

    Raises ClusterUnusable where no workers answer that could do it, or they go away for good; ExtraMissing.
    """
    with connected(address, jobs or cores()) as client:
        Cluster(client, answer, deliver, lost, pack, at_once).run(items)


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
    """As ``answer_on_cluster`` where an address of ``dask`` is given, else in ``jobs`` processes, or as many as fit."""
    if dask:
        answer_on_cluster(items, answer, deliver, lost, address=dask, pack=pack, at_once=at_once, jobs=jobs)
    else:
        answer_in_order(items, answer, deliver, lost, jobs=jobs or here)


class Cluster(Batch[Item, Answer]):
    """Answers items on the workers of a client's cluster, several in a task."""

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
        self._worked = self._counted  # when there was a worker, or nothing to do
        super().__init__(deliver, lost, max(AHEAD, 2 * IN_HAND * at_once) * self._threads)
        self._client, self._pack, self._at_once = client, pack, at_once
        self._answers = partial(_answers, answer)
        self._bell: SimpleQueue[Any] = SimpleQueue()  # a future of the cluster, None for an item, EOFError at the end
        self._busy: dict[Any, deque[Task]] = {}
        self._suspects: deque[Task] = deque()
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

    def _ask(self) -> None:
        """Give out tasks; an item that may have killed a worker alone, so that it is known which one does."""
        if self._suspects:
            if not self._busy:
                self._alone = self._submit(deque([self._suspects.popleft()]))
            return
        while self._todo and len(self._busy) < IN_HAND * self._threads:
            self._submit(share_of(self._todo, self._threads, self._at_once))

    def _submit(self, tasks: deque[Task]) -> Any:
        items = [self._pack(item) for item, _ in tasks]
        with _telling():
            future = self._client.submit(self._answers, items, pure=False)
        self._busy[future] = tasks
        future.add_done_callback(self._bell.put)
        return future

    def _collect(self, future: Any) -> None:
        from distributed import KilledWorker

        tasks = self._busy.pop(future)
        try:
            answers = future.result(timeout=ANSWERS_S)
        except TimeoutError:  # the worker went away with them: they are being worked out again
            self._busy[future] = tasks
            future.add_done_callback(self._bell.put)
        except KilledWorker as error:
            if future is not self._alone:
                self._suspects.extend(tasks)
                return
            ((item, answer),) = tasks
            answer.set_result(self._lost(item, f"died each of the {error.allowed_failures + 1} times it was tried"))
        except (Exception, CancelledError) as error:
            raise _gone(error) from error
        else:
            for (_, answer), (found, problem) in zip(tasks, answers, strict=True):
                settle(answer, found, problem)

    def _count(self) -> None:
        """Count the workers' threads again after a while; raises ClusterUnusable where there are none any more."""
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
        with suppress(Exception):  # a cluster that went away has nothing to cancel
            self._client.cancel([*self._busy])


def _answers(answer: Callable[[Item], Answer], items: list[Item]) -> list[tuple[Answer | None, Exception | None]]:
    return [tried(answer, item) for item in items]


def _threads(client: Any) -> int:
    """How many items the workers answer at the same time; raises ClusterUnusable."""
    with _telling():
        threads: Mapping[str, int] = client.nthreads()
    return sum(threads.values())


@contextmanager
def _telling() -> Iterator[None]:
    """Tells of a cluster that does not answer as ClusterUnusable."""
    try:
        yield
    except (OSError, CancelledError) as error:
        raise _gone(error) from error


def _gone(error: BaseException) -> ClusterUnusable:
    what = f"the cluster does not answer any more ({type(error).__name__})"
    return ClusterUnusable(what, hint=RESUME_HINT)


@contextmanager
def connected(address: str, jobs: int) -> Iterator[Any]:
    """A client of the cluster at an address, whose workers can do the work; raises ClusterUnusable, ExtraMissing."""
    with extra("dask"):
        import distributed  # noqa: F401
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told in a line
    with (
        _started(jobs) if address == LOCAL else nullcontext(address) as place,
        _closed(_client(place, address)) as client,
    ):
        if address != LOCAL:
            _check(client, address)
        yield client


def _client(place: Any, address: str) -> Any:
    """A client of a cluster, or of the scheduler at an address; raises ClusterUnusable."""
    from distributed import Client

    found: SimpleQueue[Any] = SimpleQueue()

    def connect() -> None:
        try:
            found.put(Client(place, timeout=ANSWERS_S, set_as_default=False))  # type: ignore[no-untyped-call]
        except Exception as error:
            found.put(error)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # other versions are an error of ours
        Thread(target=connect, daemon=True).start()
        try:  # a server that is none of Dask's may say nothing for ever, which only another thread can wait for
            client = found.get(timeout=1.5 * ANSWERS_S)
        except Empty as error:
            client = error
    if isinstance(client, Exception):
        raise ClusterUnusable(f"no Dask scheduler answers at {address}", hint=HINT) from client
    return client


@contextmanager
def _started(jobs: int) -> Iterator[Any]:
    """A cluster on this machine, whose workers Ctrl-C does not reach: it is for the process that a person started."""
    from dask import config
    from distributed import LocalCluster

    with config.set({"distributed.deploy.lost-worker-timeout": RESTARTED}):
        with shielded():
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
    """Closes a client or a cluster at the end; one that is still busy with what went wrong is left after a while."""
    try:
        yield opened
    finally:
        with suppress(TimeoutError):
            opened.close(timeout=ANSWERS_S)


def _check(client: Any, address: str) -> None:
    """Raise ClusterUnusable where there are no workers, or they or the scheduler have other versions than we."""
    try:
        client.submit(version, PACKAGE, pure=False).result(timeout=WORKERS_S)
        versions = client.get_versions()
        ours = client.run(version, PACKAGE)
    except PackageNotFoundError as error:
        hint = f"pip install '{PACKAGE}[dask]=={version(PACKAGE)}' where they run"
        raise ClusterUnusable(f"the workers at {address} have no {PACKAGE}", hint=hint) from error
    except TimeoutError as error:
        raise ClusterUnusable(f"no worker of {address} took on a task in {WORKERS_S:.0f} s", hint=HINT) from error
    except (OSError, CancelledError) as error:
        raise _gone(error) from error
    parts = {"the scheduler": versions["scheduler"], **versions["workers"]}
    found = {where: _versions(part) for where, part in parts.items()}
    for where, own in ours.items():
        found[where] |= {PACKAGE: own}
    check_versions(found, _versions(versions["client"]) | {PACKAGE: version(PACKAGE)})


def _versions(part: Mapping[str, Any]) -> dict[str, str]:
    """The versions that matter, of what Dask tells about a process."""
    packages = part["packages"]
    python = ".".join(str(packages["python"]).split(".")[:2])
    return {"Python": python, "distributed": packages["distributed"]}


def check_versions(found: Mapping[str, Mapping[str, str]], wanted: Mapping[str, str]) -> None:
    """Raise ClusterUnusable for the first process that has a package in another version than is wanted."""
    for where, versions in found.items():
        for name, there in versions.items():
            if there != wanted[name]:
                what = f"{where} has {name} {there}, and this machine {wanted[name]}"
                raise ClusterUnusable(what, hint=f"the same version of {name} on both")
