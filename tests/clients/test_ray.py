"""Ray's tensor transport: arrays that one process offers and another fetches, and results of actors on a cluster of this machine."""

import gc
import os
import pickle
import socket
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import types
import uuid
from pathlib import Path

import numpy as np
import pytest

import cuprust as cp

if not sys.platform.startswith("linux"):
    pytest.skip("the transport needs files in memory, which Linux has", allow_module_level=True)

from cuprust import _offers, _registration
from cuprust._offers import GoneError, Offers, fetch

ON_CPU = cp.empty(0).__dlpack_device__()[0] == 1
HAS_HANDLES = ON_CPU or hasattr(cp.empty(0), "__cuda_array_interface__")

ARRAYS = [
    lambda: cp.arange(6.0), lambda: cp.zeros((0, 3), "f"), lambda: cp.asarray(5, "i"), lambda: cp.arange(12).reshape(3, 4)[:, ::-2],
    lambda: cp.asfortranarray(cp.arange(60_000.0).reshape(200, 300)), lambda: cp.ones(3, "?"), lambda: cp.full((300, 100), 1 + 2j),
    lambda: cp.arange(3, dtype="bfloat16"), lambda: cp.broadcast_to(cp.arange(3), (2, 3)), lambda: cp.arange(100_000, dtype="i2") + 1,
]  # fmt: skip


@pytest.fixture(scope="module")
def offers():
    return Offers("127.0.0.1", 20)


def elsewhere(offer):
    """The offer as a process of another host has it: there is no local socket of that name."""
    offer.local = "\0cuprust-offers-of-another-host"
    return offer


def got(offer, limit=20):
    return fetch(offer, "result", [], limit)


def eventually(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


@pytest.mark.parametrize("place", [lambda offer: offer, elsewhere], ids=["file", "bytes"])
def test_arrays_of_any_form(offers, place):
    sent = [make() for make in ARRAYS]
    for some in (sent, sent[1:2], []):
        offer = place(offers.add(some))
        found = got(offer)
        assert len(found) == len(some)
        for x, y in zip(some, found, strict=True):
            assert type(y) is cp.ndarray and (x.dtype, x.shape) == (y.dtype, y.shape)
            np.testing.assert_array_equal(x.get(), y.get())
            assert x.flags.f_contiguous <= y.flags.f_contiguous and y.flags.writeable
        offers.withdraw(offer.key)


def test_what_is_fetched_is_nobody_elses(offers):
    # The first has pages of its own once they are written, and the second is copied.
    for size in (100_000, 10):
        own = cp.arange(1.0 * size)
        offer = offers.add([own])
        own += 1                                             # after it was offered
        first, second = got(offer)[0], got(offer)[0]
        first *= 2
        expected = np.arange(1.0 * size)
        np.testing.assert_array_equal(second.get(), expected)
        np.testing.assert_array_equal(first.get(), 2 * expected)
        np.testing.assert_array_equal(got(offer)[0].get(), expected)
        np.testing.assert_array_equal(own.get(), expected + 1)
        offers.withdraw(offer.key)
        np.testing.assert_array_equal(second.get(), expected)


OTHER_PROCESS = """
import pickle, sys
import cuprust as cp
from cuprust import _offers
if not hasattr(cp.empty(0), "__cuda_array_interface__"):
    _offers._is_on_gpu = lambda array: True                  # the CPU has allocations with handles too
opened, way = [], _offers._from_allocation
_offers._from_allocation = lambda handle, offer: opened.append(handle) or way(handle, offer)
first, second = _offers.fetch(pickle.load(sys.stdin.buffer), "result", [], 60)
assert len(opened) == 1 and opened[0].strip(bytes(1)) and second.flags.f_contiguous
first *= 2
print(float(first.sum()), second.tolist())
"""


def test_memory_of_a_gpu_is_copied_by_its_handle(offers, monkeypatch):
    if not hasattr(cp.empty(0), "__cuda_array_interface__"):
        monkeypatch.setattr(_offers, "_is_on_gpu", lambda array: True)
    sent = [cp.arange(100_000.0), cp.asfortranarray(cp.arange(6).reshape(2, 3))]
    offer = offers.add(sent)
    assert offer.is_on_gpu
    for _ in range(2 * HAS_HANDLES):
        done = subprocess.run([sys.executable, "-c", OTHER_PROCESS], input=pickle.dumps(offer), capture_output=True, timeout=240)
        assert done.stdout == b"9999900000.0 [[0, 1, 2], [3, 4, 5]]\n", done.stderr.decode()
    # This process cannot open its own handle, and another host cannot open any.
    for place in (lambda offer: offer, elsewhere):
        for x, y in zip(sent, got(place(offer)), strict=True):
            np.testing.assert_array_equal(x.get(), y.get())
    offers.withdraw(offer.key)


def files():
    """The files of offers that this process has open or mapped."""
    numbers = [entry for entry in Path("/proc/self/fd").iterdir() if entry.is_symlink()]
    opened = sum("cuprust-offer" in os.readlink(entry) for entry in numbers if os.path.lexists(entry))
    return opened + Path("/proc/self/maps").read_text().count("cuprust-offer")


def test_nothing_stays_after_it_was_withdrawn_and_dropped(offers):
    gc.collect()
    assert eventually(lambda: files() == 0)
    offer = offers.add([cp.arange(100_000.0)])
    found = got(offer)
    offers.withdraw(offer.key)
    offers.withdraw(offer.key)
    with pytest.raises(GoneError, match=f"result cannot be fetched: the process {os.getpid()} on 127.0.0.1 has freed the arrays"):
        got(offer)
    # On another device than the CPU the elements were copied.
    assert (files() > 0) == ON_CPU and found[0].sum() == 100_000 * 99_999 / 2
    del found
    gc.collect()
    assert eventually(lambda: files() == 0), files()


def test_without_its_key_nothing_is_sent(offers):
    offer = offers.add([cp.arange(3)])
    assert repr(offer.key) not in repr(offer)
    # A connection without a key does not delay another one.
    with socket.create_connection(offer.remote):
        assert got(elsewhere(offer))[0].tolist() == [0, 1, 2]
    with socket.create_connection(offer.remote, timeout=20) as connection:
        connection.sendall(bytes(32))
        assert connection.recv(1) == b"0" and connection.recv(1) == b""
    offers.withdraw(offer.key)


def test_a_process_that_is_gone_or_silent(offers):
    offer = elsewhere(offers.add([cp.arange(3)]))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        offer.remote = silent.getsockname()
        with pytest.raises(GoneError, match="does not answer .TimeoutError"):
            got(offer, limit=0.1)
    with pytest.raises(GoneError, match="has ended"):
        got(offer)


def test_a_module_of_another_interface_can_be_imported():
    with pytest.warns(RuntimeWarning, match="not registered with other: KeyError"):
        _registration.register(types.ModuleType("other"), "_dask")


def test_the_interface_of_transports():
    pytest.importorskip("ray")
    from cuprust._ray import Transport

    here, there = Transport(), Transport()
    # Ray ends the processes of both sides where a transport has another side to wait for, or cannot be stopped.
    assert here.is_one_sided() and here.can_abort_transport() and here.actor_has_tensor_transport(None)
    meta = here.extract_tensor_transport_metadata("a1", [cp.arange(3)])
    assert meta.tensor_meta == [((3,), np.dtype(int))] and meta.tensor_device in ("cpu", "cuda")
    assert here.extract_tensor_transport_metadata("a1", [cp.arange(3)]) is meta         # of a task that is tried again
    assert here.extract_tensor_transport_metadata("a2", []).offer is None
    between = here.get_communicator_metadata(None, None)
    assert there.recv_multiple_tensors("a1", meta, between)[0].tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="does not fetch into given ones"):
        there.recv_multiple_tensors("a1", meta, between, [cp.zeros(3, int)])
    here.garbage_collect("a1", meta, [])
    here.garbage_collect("a1", meta, [])
    with pytest.raises(ConnectionError, match=r"ObjectRef\(a1\) cannot be fetched: the process .* has freed the arrays"):
        there.recv_multiple_tensors("a1", meta, between)

    # Ray ends a transfer from another thread.
    errors = []

    def wait():
        try:
            there.recv_multiple_tensors("a1", meta, between)
        except GoneError as error:
            errors.append(error)

    with socket.create_server(("127.0.0.1", 0)) as silent:
        elsewhere(meta.offer).remote = silent.getsockname()
        waiting = threading.Thread(target=wait)
        waiting.start()
        assert eventually(lambda: there._connections.get("a1"))
        there.abort_transport("another", between)
        assert not errors
        there.abort_transport("a1", between)
        waiting.join(30)
    assert len(errors) == 1 and not there._connections
    there.abort_transport("a1", between)


@pytest.mark.parametrize("first, second", [("ray", "cuprust"), ("cuprust", "ray")])
def test_ray_is_told_whether_it_comes_before_or_after(first, second):
    pytest.importorskip("ray")
    program = f"""
        import sys
        import {first}
        print("{second}" in sys.modules)
        import {second}
        import cuprust as cp
        from ray.experimental.rdt.util import get_transport_data_type
        print(get_transport_data_type("CUPRUST") is cp.ndarray)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True)
    assert done.stdout == "False\nTrue\n", (done.stdout, done.stderr)


CLUSTER = """
import gc, os, signal, sys, time
import cuprust as cp
import ray
from cuprust import _offers
from cuprust.scipy import sparse
from ray.experimental.rdt.util import get_tensor_transport_manager
from ray.exceptions import ActorDiedError, RayTaskError

@ray.remote
class Worker:
    def __init__(self):
        self.grid = cp.arange(1_000_000.0)

    @ray.method(tensor_transport="cuprust")
    def result(self):
        return self.grid

    @ray.method(tensor_transport="cuprust")
    def nested(self):
        return {"parts": [self.grid[::-1], 3], "none": None, "matrix": sparse.csr_matrix(cp.eye(4))}

    @ray.method(tensor_transport="cuprust")
    def without(self):
        return "text"

    @ray.method(tensor_transport="cuprust")
    def singular(self):
        return cp.linalg.inv(cp.zeros((3, 3)))

    def change(self):
        self.grid += 1

    def kept(self):
        return len(get_tensor_transport_manager("CUPRUST")._made)

    def total(self, value):
        self.value = value
        if isinstance(value, dict):
            return float(value["parts"][0][0]), float(value["matrix"].sum()), value["none"]
        value *= 2
        return float(value.sum())

    def again(self):
        return float(self.value.sum())

    def echo(self, value):
        return value

    def stall(self):
        _offers.fetch = lambda *rest: time.sleep(300)
        return os.getpid()

    def pid(self):
        return os.getpid()

def eventually(condition):
    end = time.monotonic() + 30
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    assert condition()

def refused(call, kind, text):
    try:
        call()
    except kind as error:
        assert text in str(error), error
    else:
        raise AssertionError(text)

def main():
    ray.init(num_cpus=2, object_store_memory=80 << 20, include_dashboard=False, log_to_driver=False, _temp_dir=sys.argv[1])
    double = 2.0 * sum(range(1_000_000))
    one, two = Worker.remote(), Worker.remote()
    result = one.result.remote()
    # Each gets arrays of its own, those that were returned.
    assert ray.get([two.total.remote(result), two.total.remote(result)]) == [double, double]
    ray.get(one.change.remote())
    assert ray.get(two.total.remote(result)) == double
    assert float(ray.get(result)[1]) == 1
    assert ray.get(two.total.remote(one.nested.remote())) == (1_000_000, 4, None)
    assert ray.get(two.echo.remote(one.without.remote())) == "text"
    refused(lambda: ray.get(two.total.remote(one.singular.remote())), RayTaskError, "Singular matrix")
    # A result of this process, and one from both to both.
    put = ray.put(cp.ones(50_000), _tensor_transport="cuprust")
    assert ray.get(two.total.remote(put)) == 100_000 and float(ray.get(put).sum()) == 50_000
    crossed = [(here, there.result.remote()) for here, there in [(one, two), (two, one)] * 5]
    assert ray.get([here.total.remote(value) for here, value in crossed]) == [double, double + 2e6] * 5
    # A result without a reference is freed.
    assert ray.get(one.kept.remote()) > 0
    del result, crossed, put
    gc.collect()
    eventually(lambda: ray.get([one.kept.remote(), two.kept.remote()]) == [0, 0])
    # The end of one that is fetching leaves the other as it is.
    third, result = Worker.remote(), one.result.remote()
    pid = ray.get(third.stall.remote())
    waiting = third.total.remote(result)
    os.kill(pid, signal.SIGKILL)
    refused(lambda: ray.get(waiting), ActorDiedError, "died")
    assert ray.get(two.total.remote(result)) == double + 2e6
    # The end of the one that has it is an error of those that fetch it, and what was fetched stays.
    pid = ray.get(one.pid.remote())
    os.kill(pid, signal.SIGKILL)
    eventually(lambda: not os.path.exists(f"/proc/{pid}"))
    for call in (lambda: ray.get(two.total.remote(result)), lambda: ray.get(result)):
        refused(call, (RayTaskError, ConnectionError), f"{result.hex()}) cannot be fetched: the process {pid} on {ray.util.get_node_ip_address()} that has the arrays has ended")
    assert ray.get(two.again.remote()) == double + 2e6
    ray.shutdown()
    print("right")

if __name__ == "__main__":
    main()
"""


def test_results_of_actors(tmp_path):
    pytest.importorskip("ray")
    program = tmp_path / "program.py"
    program.write_text(CLUSTER)
    mark = uuid.uuid4().hex
    settings = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": mark, "CUPRUST_TEST_CLUSTER": mark, "CUPRUST_DEVICE": "cpu"}
    # Ray makes sockets there, whose names are short.
    with tempfile.TemporaryDirectory(prefix="ray") as folder:
        words = [sys.executable, "-W", "ignore", str(program), folder]
        done = subprocess.run(words, capture_output=True, text=True, timeout=240, env={**os.environ, **settings}, cwd=tmp_path)
    assert done.returncode == 0 and done.stdout.endswith("right\n"), (done.stdout, done.stderr[-6000:])
    assert eventually(lambda: not marked(mark)), marked(mark)


def marked(mark):
    """The numbers of the processes that have a word in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (process / "environ").read_bytes():
                found.append(process.name)
        except OSError:
            continue
    return found
