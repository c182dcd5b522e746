"""Executor of a Dask cluster, on this machine or on many."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, Final

from autoplay.errors import ClusterUnusable
from autoplay.install_hints import PROJECT, extra
from autoplay.workers import block_ctrl_c

LOCAL: Final = "local"
"""The address that stands for a cluster on this machine, which starts and ends with the batch."""
CONNECTS_S: Final = 30.0
"""Seconds that a scheduler may take to answer, or a cluster on this machine to start."""
WORKERS_S: Final = 120.0
"""Seconds to wait for the first worker: some clusters start one only when it is needed."""
ENDS_S: Final = 20.0
"""Seconds that a cluster may take to end."""
LOCAL_CONFIG: Final = {
    # Dask gives up a killed worker that takes over 15 s to start again, as on a busy machine.
    "distributed.deploy.lost-worker-timeout": "1 day",
    # An item may kill two workers before it is given up; run_batch tries it once more.
    "distributed.scheduler.allowed-failures": 1,
}
CLUSTER_HINT: Final = (
    "check the address, and that `dask scheduler` and `dask worker` run there; or --dask local"
)


@contextmanager
def open_dask(address: str, jobs: int) -> Iterator[Executor]:
    """Connect to the scheduler at an address; "local" starts a cluster of ``jobs`` workers.

    Raises ClusterUnusable if no suitable worker answers; ExtraMissing.
    """
    with extra("dask"):
        from dask import config
        from distributed import Client, LocalCluster
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are reported in one line
    with ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")  # other versions are reported as an error below
        place: Any = address
        if address == LOCAL:
            stack.enter_context(config.set(LOCAL_CONFIG))
            place = _call_in_thread(
                lambda: LocalCluster(  # type: ignore[no-untyped-call]
                    n_workers=jobs,
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",
                    silence_logs=logging.CRITICAL,
                ),
                address,
            )
            stack.callback(_close, place)
        client = _call_in_thread(
            lambda: Client(  # type: ignore[no-untyped-call]
                place,
                timeout=CONNECTS_S,
                set_as_default=False,
            ),
            address,
        )
        stack.callback(_close, client)
        if address != LOCAL:
            _check_versions(client, address)
        yield client.get_executor(pure=False)


def _call_in_thread(start: Callable[[], Any], address: str) -> Any:
    """Return what is started in a thread without Ctrl-C, whose processes get none either.

    A server that is not Dask's may never answer. Raises ClusterUnusable.
    """
    threads = ThreadPoolExecutor(1, initializer=block_ctrl_c)
    try:
        return threads.submit(start).result(timeout=2 * CONNECTS_S)
    except (OSError, ValueError, CancelledError) as error:
        raise ClusterUnusable(
            f"no Dask scheduler answers at {address}", hint=CLUSTER_HINT
        ) from error
    finally:
        threads.shutdown(wait=False)


def _close(opened: Any) -> None:
    """Close a client or a cluster; give up if it is still busy after a while."""
    with suppress(OSError):
        opened.close(timeout=ENDS_S)


def _check_versions(client: Any, address: str) -> None:
    """Raise ClusterUnusable if there is no worker, or if one has other versions than we do."""
    try:
        client.wait_for_workers(1, timeout=WORKERS_S)
        reports = client.get_versions(packages=[PROJECT])
    except TimeoutError as error:
        raise ClusterUnusable(
            f"no worker of {address} came within {WORKERS_S:.0f} s", hint=CLUSTER_HINT
        ) from error
    except (OSError, CancelledError) as error:
        raise ClusterUnusable(f"{address} no longer answers", hint=CLUSTER_HINT) from error
    ours = _find_versions(reports["client"])
    for worker, report in reports["workers"].items():
        found = _find_versions(report)
        for name, wanted in ours.items():
            if found[name] != wanted:
                raise ClusterUnusable(
                    f"{worker} has {name} {found[name]}, but this machine has {wanted}",
                    hint=f"install the same version of {name} on both",
                )


def _find_versions(report: Any) -> dict[str, str]:
    """Return the versions of a process that have to match, from Dask's report on it."""
    packages = report["packages"]
    python = ".".join(str(packages["python"]).split(".")[:2])  # of 3.11.7.final.0
    return {"Python": python, "distributed": packages["distributed"], PROJECT: packages[PROJECT]}
