"""Items on a Dask cluster: answered once and in order, even if a worker dies."""

from __future__ import annotations

import os
import signal
import socket
import threading
from functools import partial
from itertools import count
from pathlib import Path
from pickle import PicklingError
from time import monotonic

import pytest

from autoplay.batch import cluster
from autoplay.batch.cluster import ClusterBatch, answer_on_cluster, check_versions, connected
from autoplay.errors import ClusterUnusable
from tests.systems import SIGNALS

DEADLINE_S = 60
OURS = {"Python": "3.11", "distributed": "2026.8.0", cluster.PACKAGE: "1.0.0"}

pytestmark = [pytest.mark.xdist_group("dask"), pytest.mark.usefixtures("process")]


@pytest.fixture(scope="module")
def client():
    """Yield a client of a cluster of two workers on this machine."""
    with connected("local", 2) as client:
        yield client


@pytest.fixture
def answers(client):
    """Answer items on the cluster, a number of them per task."""

    def answers(items, answer, *, deliver=None, pack=lambda item: item, at_once=25):
        found = []
        deliver = deliver or found.append
        ClusterBatch(client, answer, deliver, lambda item, how: (item, how), pack, at_once).run(items)
        return found

    return answers


def test_answers_come_in_the_order_of_the_items(answers):
    assert answers(range(1000), str) == [str(number) for number in range(1000)]
    assert answers([], str) == []


def test_an_answer_is_delivered_before_the_next_item_is_there(answers):
    delivered = []

    def items():
        yield 1
        end = monotonic() + DEADLINE_S
        while not delivered:
            assert monotonic() < end
        yield 2

    answers(items(), str, deliver=delivered.append)
    assert delivered == ["1", "2"]


def test_what_only_this_machine_has_is_packed_into_the_item(answers):
    assert answers(["a", "b"], str.upper, pack=lambda item: item * 2) == ["AA", "BB"]


def test_what_an_answer_raises_is_raised(answers):
    with pytest.raises(ValueError, match="many"):
        answers(["1", "many", "3"], int)


def test_what_cannot_be_sent_ends_the_batch(answers):
    with pytest.raises((AttributeError, TypeError, PicklingError)):
        answers([threading.Lock()], str)


def test_what_a_listener_raises_ends_an_endless_batch(answers):
    def deliver(_):
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        answers(count(), str, deliver=deliver)


@SIGNALS
def test_an_interrupt_ends_an_endless_batch(answers):
    def deliver(answer):
        if answer == "50":
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        answers(count(), str, deliver=deliver)


@SIGNALS
@pytest.mark.parametrize("at_once", [1, 25])
def test_workers_that_are_killed_in_mid_run_cost_no_answer(answers, tmp_path, at_once):
    items = [(number, str(tmp_path / str(number)) if number in (40, 90) else "") for number in range(200)]
    assert answers(items, killed_once, at_once=at_once) == list(range(200))
    assert len(list(tmp_path.iterdir())) == 2  # both did kill theirs


@SIGNALS
def test_a_worker_that_is_slow_to_start_again_is_waited_for(tmp_path):
    """Dask drops a worker that restarts too slowly, in the middle of its start, and does not replace it."""
    from dask import config

    found = []
    with config.set({"distributed.deploy.lost-worker-timeout": "10ms"}), connected("local", 1) as client:
        items = [(number, str(tmp_path / "killed") if number == 3 else "") for number in range(6)]
        ClusterBatch(client, killed_once, found.append, print, lambda item: item, 1).run(items)
    assert found == list(range(6))


@SIGNALS
def test_an_item_that_kills_every_worker_costs_no_other(answers):
    found = answers([-1 if number == 7 else number for number in range(60)], die_if_negative)
    (item, how) = found.pop(7)
    assert (item, how) == (-1, "died each of the 2 times it was tried")
    assert found == [number for number in range(60) if number != 7]


def killed_once(item):
    """Kill this worker, unless the file shows that this was done before."""
    number, file = item
    if file and not Path(file).exists():
        Path(file).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die_if_negative(number):
    if number < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_cluster_that_goes_away_is_an_error():
    with connected("local", 1) as client:

        def deliver(answer):
            if answer == "0":
                client.cluster.close(timeout=5)

        with pytest.raises(ClusterUnusable, match="no longer answers") as caught:
            ClusterBatch(client, str, deliver, print, lambda item: item, 1).run(count())
    assert "--resume" in caught.value.hint


def test_a_cluster_that_loses_all_workers_is_an_error(monkeypatch):
    monkeypatch.setattr(cluster, "COUNT_S", 0.1)
    monkeypatch.setattr(cluster, "WORKERS_S", 0.5)
    with connected("local", 1) as client:
        monkeypatch.setattr(cluster, "ANSWERS_S", 0.5)

        def deliver(answer):
            if answer == "0":
                client.cluster.scale(0)

        with pytest.raises(ClusterUnusable, match="has had no worker for") as caught:
            ClusterBatch(client, str, deliver, print, lambda item: item, 1).run(count())
    assert "--resume" in caught.value.hint


@pytest.mark.parametrize("method", ["nthreads", "submit"])
def test_a_cluster_that_is_gone_before_it_is_used_is_an_error(client, monkeypatch, method):
    from distributed.comm import CommClosedError

    def fail(*_, **__):
        raise CommClosedError

    monkeypatch.setattr(client, method, fail)
    with pytest.raises(ClusterUnusable, match="no longer answers"):
        ClusterBatch(client, str, print, print, lambda item: item, 1).run([1])


def test_an_address_without_an_answer_is_an_error(monkeypatch):
    monkeypatch.setattr(cluster, "ANSWERS_S", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        for address in (f"tcp://127.0.0.1:{port}", "tcp://127.0.0.1:9", "tcp://no.such.host.invalid:1"):
            with pytest.raises(ClusterUnusable, match=f"no Dask scheduler answers at {address}"):
                answer_on_cluster([1], str, print, print, address=address)


def test_a_scheduler_without_workers_is_an_error(monkeypatch):
    from distributed import LocalCluster

    monkeypatch.setattr(cluster, "WORKERS_S", 0.5)
    with LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0") as empty:
        address = empty.scheduler_address
        with pytest.raises(ClusterUnusable, match=f"no worker of {address}"):
            answer_on_cluster([1], str, print, print, address=address)


def test_a_cluster_of_the_same_versions_is_used_by_its_address(client):
    found = []
    answer_on_cluster(range(5), str, found.append, print, address=client.scheduler.address)
    assert found == list("01234")


def test_workers_without_this_package_are_an_error(client, monkeypatch):
    monkeypatch.setattr(cluster, "version", partial(missing, cluster.version))
    with pytest.raises(ClusterUnusable, match="puzzle-autoplay is not installed") as caught:
        answer_on_cluster([1], str, print, print, address=client.scheduler.address)
    assert caught.value.hint.startswith("pip install 'puzzle-autoplay[dask]==")


def missing(version, package):
    """Return the version, as if the package were missing in other processes."""
    return version(package if os.getpid() == int(os.environ["PYTEST_PID"]) else "no-such-package")


@pytest.fixture(autouse=True)
def pid(monkeypatch):
    monkeypatch.setenv("PYTEST_PID", str(os.getpid()))


@pytest.mark.parametrize("name", OURS)
def test_other_versions_are_refused(name):
    check_versions({"the scheduler": OURS}, OURS)
    with pytest.raises(ClusterUnusable, match=f"tcp://a:1 has {name} 0.1, but this machine has {OURS[name]}"):
        check_versions({"the scheduler": OURS, "tcp://a:1": OURS | {name: "0.1"}}, OURS)
