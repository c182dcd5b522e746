"""Worker processes, for batches, for `play --jobs` and for the web page.

The pool is our own: docs/decisions/worker-pool.md tells what was tried, and what failed.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from threading import Event, Lock, Thread, local
from time import monotonic
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

from autoplay.limits import limit_memory

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")
Pipe: TypeAlias = "Connection[Any, Any]"
Call: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]

SPAWN: Final = get_context("spawn")
POLL_S: Final = 0.1
"""Seconds between two looks at whether a limited call has to be stopped."""
START_S: Final = 60.0
"""Seconds that a process may take to start: on a busy machine it is several."""


def count_cores() -> int:
    """Return how many cores this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


class ProcessDied(Exception):
    """The process for a call died or could not start; the text goes on after "the process"."""


class CallStopped(Exception):
    """A call took longer than its limit, or nobody needs its answer any more."""


class PoolClosed(Exception):
    """The pool was closed before the call was answered."""


class WorkerPool(Executor):
    """Executor of up to ``size`` processes, each started when it is needed and owned by a thread.

    A process that dies takes only the call with it that it worked on, whose future then has the
    exception ProcessDied; it is replaced for the next call. What a call raises is the exception of
    its future.

    Functions, arguments and answers have to be picklable. ``preload`` is unpickled when a process
    starts, so that its modules are imported before the first call. Ctrl-C does not reach the
    processes; they end with the pool or with this process, however it ends.
    """

    def __init__(self, size: int, preload: object = None) -> None:
        self._preload = preload
        self._own = local()
        self._workers: set[WorkerProcess] = set()
        self._is_closed = False
        # It is held while a process starts or is forgotten, so that closing the pool misses none.
        self._lock = Lock()
        resource_tracker.ensure_running()  # its start would unblock Ctrl-C in the threads
        self._threads = ThreadPoolExecutor(size, initializer=block_ctrl_c)

    def submit(
        self,
        function: Callable[Arguments, Answer],
        /,
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Future[Answer]:
        """Have a free process call the function."""
        return self._submit((function, args, kwargs), None, Event())

    def submit_limited(
        self,
        function: Callable[[Any], Answer],
        argument: object,
        limit_s: float,
        given_up: Event,
    ) -> Future[Answer]:
        """Have a free process call the function, but no longer than a number of seconds.

        The process is ended once the time is over or the event is set, which is then CallStopped.
        Waiting for a process and starting it don't count.
        """
        return self._submit((function, (argument,), {}), limit_s, given_up)

    def start_process(self) -> None:
        """Start one process before it is needed, if not all are started."""
        self._threads.submit(self._start_own)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes at once, whatever they do; unanswered calls fail."""
        with self._lock:
            self._is_closed = True
            workers = list(self._workers)
        for worker in workers:
            worker.kill()
        self._threads.shutdown(wait, cancel_futures=cancel_futures)

    def _submit(self, call: Call, limit_s: float | None, given_up: Event) -> Future[Any]:
        try:
            return self._threads.submit(self._answer, call, limit_s, given_up)
        except RuntimeError:
            raise PoolClosed from None

    def _answer(self, call: Call, limit_s: float | None, given_up: Event) -> Any:
        """Return what a process answers; this runs in the thread that owns the process."""
        if given_up.is_set():
            raise CallStopped
        worker = self._start_own()
        try:
            return worker.call(call, limit_s, given_up)
        except (EOFError, OSError):
            how = self._end_own(worker)
            if self._is_closed:
                raise PoolClosed from None
            raise ProcessDied(how) from None
        except CallStopped:
            # Its answer would be taken for that of the next call.
            self._end_own(worker)
            raise

    def _start_own(self) -> WorkerProcess:
        """Return the process of this thread, started if there is none or if it died meanwhile."""
        worker: WorkerProcess | None = getattr(self._own, "worker", None)
        if worker is not None and worker.has_died():
            self._end_own(worker)
            worker = None
        if worker is None:
            with self._lock:
                if self._is_closed:
                    raise PoolClosed
                try:
                    worker = WorkerProcess(self._preload)
                except OSError as error:
                    raise ProcessDied(f"could not be started ({error.strerror})") from error
                self._workers.add(worker)
            self._own.worker = worker
            worker.wait_until_ready()
        return worker

    def _end_own(self, worker: WorkerProcess) -> str:
        """End the process of this thread; return how it ended."""
        with self._lock:
            self._workers.discard(worker)
            self._own.worker = None
            return worker.end()


class WorkerProcess:
    """A process that answers the calls that come through its pipe.

    Raises OSError if none can start.
    """

    def __init__(self, preload: object) -> None:
        self._pipe, end = SPAWN.Pipe()
        self._process = SPAWN.Process(target=serve_calls, args=(end, preload), daemon=True)
        self._process.start()
        end.close()

    def wait_until_ready(self) -> None:
        """Wait until the process has started; if it dies meanwhile, the next call says so."""
        with suppress(EOFError, OSError):
            if self._pipe.poll(START_S):
                self._pipe.recv()

    def call(self, call: Call, limit_s: float | None, given_up: Event) -> Any:
        """Return the answer to a call.

        Raises EOFError or OSError if the process dies, CallStopped.
        """
        self._pipe.send(call)
        if limit_s is not None:
            end = monotonic() + limit_s
            while not self._pipe.poll(POLL_S):
                if given_up.is_set() or monotonic() > end:
                    raise CallStopped
        answer, error = self._pipe.recv()
        if error is not None:
            raise error
        return answer

    def has_died(self) -> bool:
        """Return True if the idle process died: only then can its pipe be read."""
        try:
            return self._pipe.poll()
        except OSError:
            return True

    def kill(self) -> None:
        """Kill the process, for another thread than its own."""
        self._process.kill()

    def end(self) -> str:
        """Kill the process if it still runs; return how it ended: "was killed by signal 9"."""
        self._process.kill()
        self._process.join()
        self._pipe.close()
        code = self._process.exitcode or 0
        return f"was killed by signal {-code}" if code < 0 else f"ended with status {code}"


def block_ctrl_c() -> None:
    """Keep Ctrl-C from this thread and the processes that it starts: it is for the main thread."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def serve_calls(pipe: Pipe, preload: object) -> None:  # noqa: ARG001
    """Answer calls with a pair of answer and exception, until the other end is closed.

    Unpickling ``preload`` has imported its modules.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_memory()
    os.dup2(2, 1)  # stdout is for answers only, so accidental prints go to stderr
    Thread(target=_exit_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            function, args, kwargs = pipe.recv()
            answer = None
            problem = None
            try:
                answer = function(*args, **kwargs)
            except Exception as error:
                problem = error
            pipe.send((answer, problem))


def _exit_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(0)  # even in the middle of an answer
