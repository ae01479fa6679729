"""Collectives between processes, by `distributed` and by `cuda.nccl`: each rank is a process, with results that NumPy has of all ranks' arrays."""

import os
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest
from conftest import LONG, on_cpu

import cuprust as cp
from cuprust.cuda import nccl
from cuprust.distributed import init_process_group

# Every rank of these programs makes its arrays from its number, so that each knows all.
PROLOGUE = """
import os, signal, sys, time, warnings
import numpy as np
import cuprust as cp
from cuprust.cuda import nccl
from cuprust.distributed import init_process_group
rank, size, port = (int(word) for word in sys.argv[1:4])
cp.cuda.Device(rank % cp.cuda.runtime.getDeviceCount()).use()
"""
# A group whose ranks connect at the program's port.
GROUP = PROLOGUE + "comm = init_process_group(size, rank, port=port)\n"


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def ranks(wanted):
    """The possible number of ranks: at most that of the GPUs, if there are any; a test that needs more is skipped."""
    return wanted if on_cpu() else min(wanted, cp.cuda.runtime.getDeviceCount())


# NCCL's calls wait on their streams, and a rank that is gone is known to `check_async_error`: these are tried on the
# CPU alone.
waits_on_the_host = pytest.mark.skipif(not on_cpu(), reason="a call of NCCL's waits on its stream")

# Ranks on the CPU of one host share memory, and those of several hosts have connections alone.
WAYS = [{}, {"CUPRUST_COLLECTIVES_SHARED_MEMORY": "0"}] if on_cpu() else [{}]
both_ways = pytest.mark.parametrize("way", WAYS, ids=str)


def started(program, size, *options, **environment):
    """The processes of the ranks."""
    if ranks(size) < size:
        pytest.skip(f"{size} ranks want {size} GPUs")
    port = free_port()
    words = lambda rank: [sys.executable, *options, "-c", textwrap.dedent(program), str(rank), str(size), str(port)]
    if options:
        words = lambda rank: [sys.executable, *options, str(rank), str(size), str(port)]
    own = {**os.environ, "CUPRUST_COLLECTIVES_TIMEOUT": "60", **environment}
    return [subprocess.Popen(words(rank), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=own) for rank in range(size)]


def ended(processes, seconds=240):
    """What each process printed, its errors and its status."""
    found = []
    try:
        for process in processes:
            out, errors = process.communicate(timeout=seconds)
            found.append((out, errors, process.returncode))
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
                process.wait()
    return found


def first_of(processes):
    """The outcome of the first process; the others, which wait for longer than a test, are ended then."""
    try:
        return ended(processes[:1])[0]
    finally:
        for process in processes[1:]:
            process.kill()
            process.communicate()


def right(program, size, *options, **environment):
    for out, errors, status in ended(started(program, size, *options, **environment)):
        assert (status, out) == (0, "right\n"), (out, errors)


DENSE = (
    GROUP
    + """
def check(found, expected):
    np.testing.assert_array_equal(found.get(), expected)
    assert found.dtype == expected.dtype

rng = np.random.default_rng(7)
for dtype in DTYPES:
    for shape in SHAPES:
        wide = [(rng.integers(0, 5, (size, *shape)) + rank * 0).astype(dtype) for rank in range(size)]
        all = [each[0] for each in wide]
        mine, every = cp.asarray(all[rank]), cp.asarray(wide[rank])
        for op, of in (("sum", np.add), ("prod", np.multiply), ("max", np.maximum), ("min", np.minimum)):
            if np.dtype(dtype).kind == "c" and op != "sum":
                continue
            expected = all[0]
            for each in all[1:]:
                expected = of(expected, each)
            out = cp.zeros(shape, dtype)
            comm.all_reduce(mine, out, op)
            check(out, expected)
            root = size - 1
            out = cp.zeros(shape, dtype)
            comm.reduce(mine, out, root, op)
            check(out, expected if rank == root else np.zeros(shape, dtype))
            block = wide[0]
            for each in wide[1:]:
                block = of(block, each)
            out = cp.zeros(shape, dtype)
            comm.reduce_scatter(every, out, mine.size, op)
            check(out, block[rank])
        given = cp.array(mine)
        comm.broadcast(given, root=1 % size)
        check(given, all[1 % size])
        out = cp.zeros((size, *shape), dtype)
        comm.all_gather(mine, out, mine.size)
        check(out, np.stack(all))
        out = cp.zeros((size, *shape), dtype)
        comm.gather(mine, out, root=0)
        check(out, np.stack(all) if rank == 0 else np.zeros((size, *shape), dtype))
        out = cp.zeros(shape, dtype)
        comm.scatter(every, out, root=0)
        check(out, wide[0][rank])
        out = cp.zeros((size, *shape), dtype)
        comm.all_to_all(every, out)
        check(out, np.stack([each[rank] for each in wide]))
        ahead, behind = (rank + 1) % size, (rank - 1) % size
        out = cp.zeros(shape, dtype)
        if size % 2 == 0:
            comm.send(mine, ahead) if rank % 2 == 0 else comm.recv(out, behind)
            comm.send(mine, ahead) if rank % 2 == 1 else comm.recv(out, behind)
            check(out, all[behind])
            peer = rank ^ 1
            out = cp.zeros(shape, dtype)
            comm.send_recv(mine, out, peer)
            check(out, all[peer])
comm.barrier()
comm.stop()
print("right")
"""
)

ALL = "?bBhHiIlLefdFD"


@pytest.mark.parametrize("size", [2, 4])
def test_calls_with_every_dtype(size):
    program = DENSE.replace("DTYPES", f"{'bBiIlLefdFD' if not on_cpu() else ALL!r}").replace("SHAPES", "[(3,), (), (2, 0), (2, 3)]")
    right(program, size)


@both_ways
def test_calls_of_several_rounds(way):
    right(DENSE.replace("DTYPES", "'fb'").replace("SHAPES", "[(300_001,), (1200, 500)]"), 2 if not LONG else 3, **way)


@pytest.mark.skipif(not on_cpu(), reason="the other device is named")
@pytest.mark.skipif(sys.platform == "darwin", reason="NVIDIA's compiler is not to be had")
def test_calls_of_a_machine_whose_memory_is_its_own():
    right(DENSE.replace("DTYPES", "'fD'").replace("SHAPES", "[(3,), (2, 0)]"), 2, CUPRUST_DEVICE="ptx")


def test_arrays_of_any_layout_and_what_is_recorded_around_a_call():
    right(
        GROUP
        + """
all = [np.arange(24.0).reshape(4, 6) * (r + 1) for r in range(size)]
total = sum(all)
mine = cp.asarray(all[rank])
# Strided, transposed, reversed, broadcast; the result likewise, with the elements between unchanged.
big = cp.full((6, 8), -1.0)
comm.all_reduce(mine.T, big[:, ::2])
np.testing.assert_array_equal(big.get()[:, ::2], total.T)
assert (big.get()[:, 1::2] == -1).all()
out = cp.empty((4, 6), order="F")
comm.all_reduce(mine[::-1], out)
np.testing.assert_array_equal(out.get(), total[::-1])
out = cp.empty((3, 5))
comm.all_reduce(cp.broadcast_to(cp.arange(5.0) + rank, (3, 5)), out)
np.testing.assert_array_equal(out.get(), np.broadcast_to(size * np.arange(5.0) + sum(range(size)), (3, 5)))
# In place, and overlapping itself.
x = mine + 0
comm.all_reduce(x, x)
np.testing.assert_array_equal(x.get(), total)
x = cp.arange(10.0)
comm.all_reduce(x[:8], x[2:])
np.testing.assert_array_equal(x.get(), np.concatenate([[0, 1], size * np.arange(8.0)]))
block = cp.arange(4.0 * size)
comm.reduce_scatter(block, block[4 * rank:4 * rank + 4], 4)
np.testing.assert_array_equal(block.get()[4 * rank:][:4], size * np.arange(4.0 * rank, 4 * rank + 4))
# Operations recorded before a call run before it, those recorded after it run after it: repeatedly.
x = cp.zeros(1000)
for step in range(20):
    y = x + rank
    comm.all_reduce(y, x)
    x = x / size + 1
expected = np.zeros(1000)
for step in range(20):
    expected = (size * expected + sum(range(size))) / size + 1
np.testing.assert_array_equal(x.get(), expected)
# Only some of the elements that are there.
x = cp.full(5, -1.0)
comm.all_gather(cp.arange(3.0)[:1] + rank, x, 1)
np.testing.assert_array_equal(x.get(), [*range(size), *[-1.0] * (5 - size)])
# On a stream of the program's own.
with cp.cuda.Stream() as stream:
    x = cp.ones(100) * rank
comm.all_reduce(x, x, stream=stream)
np.testing.assert_array_equal(x.get(), np.full(100, sum(range(size))))
print("right")
""",
        2,
    )


def test_sparse_matrices():
    right(
        GROUP
        + """
import scipy.sparse
from cuprust.scipy import sparse
def made(r, name, dtype="d"):
    dense = np.random.default_rng(r).integers(0, 3, (4 + 0 * r, 5)).astype(dtype)
    return sparse.csr_matrix(cp.asarray(dense)).asformat(name), dense
for name in ("csr", "csc", "coo"):
    for dtype in "fdFD":
        mine, dense = made(rank, name, dtype)
        all = [made(r, name, dtype)[1] for r in range(size)]
        empty = lambda: sparse.csr_matrix((1, 1), dtype="f").asformat(name)
        got = empty()
        if rank == 0:
            comm.send(mine, 1)
        elif rank == 1:
            comm.recv(got, 0)
            np.testing.assert_array_equal(got.toarray().get(), all[0])
            assert got.dtype == np.dtype(dtype) and got.format == name and got.shape == (4, 5)
        got = mine if rank == 1 else empty()
        comm.broadcast(got, 1)
        np.testing.assert_array_equal(got.toarray().get(), all[1])
        # The product is one of matrices, as CuPy's; it wants square ones.
        square, whole = mine[:, :4] if name != "coo" else mine.tocsr()[:, :4].tocoo(), [each[:, :4] for each in all]
        for op, of, mine, parts in (("prod", np.matmul, square, whole), ("sum", np.add, mine, all)):
            expected = parts[0]
            for each in parts[1:]:
                expected = of(expected, each)
            got = empty()
            comm.reduce(mine, got, 0, op)
            if rank == 0:
                np.testing.assert_array_equal(got.toarray().get(), expected)
            got = empty()
            comm.all_reduce(mine, got, op)
            np.testing.assert_array_equal(got.toarray().get(), expected)
        for call in (comm.all_gather, comm.gather):
            got = []
            call(mine, got, 1) if call == comm.all_gather else call(mine, got, 0)
            if call == comm.all_gather or rank == 0:
                assert len(got) == size
                for one, each in zip(got, all):
                    np.testing.assert_array_equal(one.toarray().get(), each)
            else:
                assert got == []
        got = empty()
        comm.scatter([made(10 + r, name, dtype)[0] for r in range(size)] if rank == 0 else None, got, 0)
        np.testing.assert_array_equal(got.toarray().get(), made(10 + rank, name, dtype)[1])
        got = empty()
        comm.reduce_scatter([made(10 * rank + r, name, dtype)[0] for r in range(size)], got, 1)
        np.testing.assert_array_equal(got.toarray().get(), sum(made(10 * r + rank, name, dtype)[1] for r in range(size)))
        got = []
        comm.all_to_all([made(10 * rank + r, name, dtype)[0] for r in range(size)], got)
        for r, one in enumerate(got):
            np.testing.assert_array_equal(one.toarray().get(), made(10 * r + rank, name, dtype)[1])
wrong = []
got = sparse.csr_matrix((1, 1), dtype="f").asformat(name)
comm.send_recv(mine, got, rank ^ 1)
np.testing.assert_array_equal(got.toarray().get(), all[rank ^ 1])
for call in (lambda: comm.reduce_scatter(mine, mine, 1), lambda: comm.reduce_scatter([mine], mine, 1), lambda: comm.reduce(mine, mine, 0, "max"),
             lambda: comm.send(sparse.eye(3).todia(), 0), lambda: comm.all_to_all([mine], [])):
    try:
        call()
    except (RuntimeError, ValueError, TypeError) as error:
        wrong.append(type(error).__name__)
assert wrong == ["ValueError", "RuntimeError", "ValueError", "TypeError", "RuntimeError"], wrong
print("right")
""",
        2,
    )


def test_addresses_by_the_names_of_nccl():
    right(
        PROLOGUE
        + """
import socket
if rank == 0:
    ids = nccl.get_unique_id()
    with socket.create_server(("127.0.0.1", port)) as server:
        for _ in range(size - 1):
            with server.accept()[0] as other:
                other.sendall(ids)
else:
    while True:
        try:
            other = socket.create_connection(("127.0.0.1", port))
        except OSError:
            time.sleep(0.01)
            continue
        with other:
            ids = b""
            while len(ids) < 128:
                ids += other.recv(128)
        break
assert type(ids) is bytes and len(ids) == 128
comm = nccl.NcclCommunicator(size, ids, rank)
assert (comm.rank_id(), comm.size(), comm.device_id()) == (rank, size, rank % cp.cuda.runtime.getDeviceCount()) and comm.comm
stream = cp.cuda.Stream.null.ptr
a, b = cp.arange(6, dtype="f") + rank, cp.zeros(6, "f")
comm.allReduce(a.data.ptr, b.data.ptr, 6, nccl.NCCL_FLOAT32, nccl.NCCL_SUM, stream)
assert b.tolist() == [size * i + sum(range(size)) for i in range(6)]
comm.allReduce(a.data.ptr, b.data.ptr, 6, nccl.NCCL_FLOAT, nccl.NCCL_AVG, stream)
np.testing.assert_allclose(b.get(), np.arange(6) + sum(range(size)) / size, rtol=1e-6)
comm.reduce(a.data.ptr, b.data.ptr, 6, nccl.NCCL_FLOAT32, nccl.NCCL_MAX, 0, stream)
comm.bcast(b.data.ptr, 6, nccl.NCCL_FLOAT32, 0, stream)
assert b.tolist() == [i + size - 1 for i in range(6)]
comm.broadcast(a.data.ptr, b.data.ptr, 6, nccl.NCCL_FLOAT32, 1, stream)
assert b.tolist() == [i + 1 for i in range(6)]
wide = cp.zeros(6 * size, "f")
comm.allGather(a.data.ptr, wide.data.ptr, 6, nccl.NCCL_FLOAT32, stream)
assert wide.reshape(size, 6)[:, 0].tolist() == list(range(size))
comm.reduceScatter(wide.data.ptr, b.data.ptr, 6, nccl.NCCL_FLOAT32, nccl.NCCL_SUM, stream)
assert b.tolist() == [size * (i + rank) for i in range(6)]
nccl.groupStart()
comm.send(a.data.ptr, 6, nccl.NCCL_FLOAT32, (rank + 1) % size, stream)
comm.recv(b.data.ptr, 6, nccl.NCCL_FLOAT32, (rank - 1) % size, stream)
nccl.groupEnd()
assert b[0] == (rank - 1) % size
comm.check_async_error()
part = comm.commSplit(rank % 2, -rank)
assert part.size() == (size + 1 - rank % 2) // 2
alone = comm.commSplit(0 if rank == 0 else nccl.NCCL_SPLIT_NOCOLOR, 0, nccl.NcclConfig())
assert (alone is None) == (rank > 0)
# A group that its parts share the resources of, and a part that does not.
ids = cp.array(np.frombuffer(nccl.get_unique_id(), "B"))
comm.bcast(ids.data.ptr, 128, nccl.NCCL_UINT8, 0, stream)
shared = nccl.NcclCommunicator(size, ids.get().tobytes(), rank, nccl.NcclConfig(split_share=1))
for config in (None, nccl.NcclConfig(), nccl.NcclConfig(split_share=1)):
    part = shared.commSplit(0, rank, config)
    part.allReduce(a.data.ptr, b.data.ptr, 6, nccl.NCCL_FLOAT32, nccl.NCCL_SUM, stream)
    assert b.tolist() == [size * i + sum(range(size)) for i in range(6)]
    part.destroy()
comm.destroy()
comm.destroy()
assert comm.comm == 0
try:
    comm.rank_id()
except nccl.NcclError as error:
    assert error.status == 4
    print("right")
""",
        ranks(3),
    )


def test_one_process_with_a_rank_for_each_device():
    count = 3 if on_cpu() else cp.cuda.runtime.getDeviceCount()
    comms = nccl.NcclCommunicator.initAll(count)
    assert [comm.rank_id() for comm in comms] == list(range(count)) and comms[0].size() == count
    given, got = [], []
    for comm in comms:
        with cp.cuda.Device(comm.device_id()):
            given.append(cp.arange(4) + comm.rank_id())
            got.append(cp.zeros(4, int))
    nccl.groupStart()
    for comm, a, b in zip(comms, given, got):
        with cp.cuda.Device(comm.device_id()):
            comm.allReduce(a.data.ptr, b.data.ptr, 4, nccl.NCCL_INT64, nccl.NCCL_SUM, cp.cuda.Stream.null.ptr)
    nccl.groupEnd()
    for b in got:
        assert b.tolist() == [count * i + sum(range(count)) for i in range(4)]
    assert len(nccl.NcclCommunicator.initAll([0])) == 1
    for wrong in ("2", 1.5, True, (0, 1)):
        with pytest.raises(ValueError, match="should be an int or a list of int"):
            nccl.NcclCommunicator.initAll(wrong)


@pytest.mark.skipif(not on_cpu(), reason="each rank wants a device")
def test_threads_are_ranks_too():
    group, size, found = nccl.get_unique_id(), 4, {}

    def work(rank):
        comm = nccl.NcclCommunicator(size, group, rank)
        a = cp.arange(50_000.0) * rank
        for _ in range(3):
            b = cp.empty_like(a)
            comm.allReduce(a.data.ptr, b.data.ptr, a.size, nccl.NCCL_FLOAT64, nccl.NCCL_SUM, 0)
            a = b / 6
        found[rank] = a.get()

    threads = [threading.Thread(target=work, args=(rank,)) for rank in range(size)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(size)) and all((found[rank] == found[0]).all() for rank in range(size))
    np.testing.assert_allclose(found[0], np.arange(50_000.0) * (4 / 6) ** 2)


def test_wrong_arguments():
    for wrong in (0, -1):
        with pytest.raises(ValueError, match="Invalid number of devices"):
            init_process_group(wrong, 0)
    for wrong in (-1, 2, 3):
        with pytest.raises(ValueError, match="Invalid number of rank"):
            init_process_group(2, wrong)
    with pytest.raises(ValueError, match="mpi is not supported"):
        init_process_group(1, 0, backend="mpi")
    comm = init_process_group(1, 0, port=0)
    a = cp.arange(4.0)
    with pytest.raises(RuntimeError, match="Unknown op mean"):
        comm.all_reduce(a, a, "mean")
    with pytest.raises(ValueError, match="sum of complex numbers alone"):
        comm.all_reduce(a + 0j, a + 0j, "prod")
    for call in (lambda: comm.all_reduce(a.get(), a), lambda: comm.all_reduce(a, [1]), lambda: comm.scatter([1], a), lambda: comm.send(3, 0)):
        with pytest.raises(TypeError, match="takes arrays, not"):
            call()
    for call in (lambda: comm.scatter(cp.ones((2, 3)), a), lambda: comm.gather(a, cp.ones(())), lambda: comm.all_to_all(a, a)):
        with pytest.raises(RuntimeError, match="elements in its first dimension, found"):
            call()
    read = a.view()
    read.flags.writeable = False
    # NCCL says it in its words.
    alone = "sends to itself|send to self"
    for call, text in (
        (lambda: comm.all_reduce(a, a.astype("f")), "of one dtype"),
        (lambda: comm.all_reduce(a, a[:3]), "4 elements, and the array of shape .3. has 3"),
        (lambda: comm.all_gather(a, a, 5), "reads or writes 5 elements"),
        (lambda: comm.all_gather(a, a, -1), "not be negative"),
        (lambda: comm.broadcast(a, 1), "rank 1 is not one of 1"),
        (lambda: comm.broadcast(a, -1), "a rank must not be negative"),
        (lambda: comm.all_reduce(a, None), "no array to receive in"),
        (lambda: comm.all_reduce(None, a), "no array to send"),
        (lambda: comm.send(a, 0), alone),
    ):
        with pytest.raises(nccl.NcclError, match=text):
            call()
        # An error that is detected only during the call ends the group.
        comm = init_process_group(1, 0, port=0) if text == alone else comm
    with pytest.raises(nccl.NcclError, match="read-only"):
        comm.all_reduce(a, read)
    comm.all_reduce(a, a)
    comm.stop()
    with pytest.raises(nccl.NcclError, match="destroyed or aborted"):
        comm.all_reduce(a, a)
    with pytest.raises(ValueError, match="commId length 10 != 128"):
        nccl.NcclCommunicator(1, b"1234567890", 0)
    for wrong in (None, (1, 2, 3), "id"):
        with pytest.raises(TypeError, match="the bytes that get_unique_id gives"):
            nccl.NcclCommunicator(1, wrong, 0)
    with pytest.raises(TypeError, match="config is an NcclConfig"):
        nccl.NcclCommunicator(1, nccl.get_unique_id(), 0, {"split_share": 1})
    assert (nccl.NcclConfig().split_share, nccl.NcclConfig(split_share=1).split_share) == (0, 1)
    for size, rank in ((1, 1), (1, -1), (0, 0)):
        with pytest.raises(nccl.NcclError, match="which are counted from 0"):
            nccl.NcclCommunicator(size, nccl.get_unique_id(), rank)
    comm = nccl.NcclCommunicator(1, nccl.get_unique_id(), 0)
    for arguments in ((a.data.ptr, a.data.ptr, 4, 10, 0, 0), (a.data.ptr, a.data.ptr, 4, 8, 5, 0), (0, a.data.ptr, 4, 8, 0, 0)):
        with pytest.raises(nccl.NcclError) as caught:
            comm.allReduce(*arguments)
        # NCCL finds an address that is none when CUDA refuses it.
        assert caught.value.status == 4 or not on_cpu() and arguments[0] == 0
    assert str(nccl.NcclError(5)) == "NCCL_ERROR_INVALID_USAGE" and nccl.NcclError(3).__reduce__()[1] == (3, None)
    with pytest.raises(nccl.NcclError, match="no group of calls has begun"):
        nccl.groupEnd()
    with pytest.raises(AttributeError):
        nccl.NCCL_FLOAT128


def failing(call):
    """A program in which a rank prints a call's exception and its duration."""
    return f"""
start = time.monotonic()
try:
    {call}
except RuntimeError as error:
    print(type(error).__name__, error, round(time.monotonic() - start))
"""


@both_ways
@waits_on_the_host
def test_a_rank_that_is_killed_is_an_error_in_the_others(way):
    program = GROUP + "x = cp.ones(3_000_000)\ncomm.all_reduce(x, x)\nif rank == 1: os.kill(os.getpid(), 9)\n" + failing("comm.all_reduce(x, x)")
    found = ended(started(program, 3, **way))
    assert found[1][2] == -signal.SIGKILL
    for out, errors, status in (found[0], found[2]):
        assert status == 0 and "NcclError" in out and "has left the group" in out, (out, errors)


def test_a_rank_that_never_comes_is_an_error_in_the_stated_time():
    both = started(PROLOGUE + failing("init_process_group(size + 1, rank, port=port)"), 2, CUPRUST_COLLECTIVES_TIMEOUT="2")
    alone = started(PROLOGUE + failing("init_process_group(2, 1, port=port)"), 1, CUPRUST_COLLECTIVES_TIMEOUT="1")
    first, second, (out, errors, _) = ended([*both, *alone])
    # NCCL does not say who is missing.
    said = ["rank 2 of 3 have not come in 2 s"] * 2 if on_cpu() else [f"rank {rank} of 3 has waited for the other ranks 2 s" for rank in (0, 1)]
    assert said[0] in first[0] and said[1] in second[0], (first, second)
    assert "rank 1 of 2 has waited 1 s for rank 0 at 127.0.0.1" in out, (out, errors)


@waits_on_the_host
def test_a_rank_that_makes_no_call_is_an_error_in_the_stated_time():
    program = GROUP + "x = cp.ones(3)\nif rank == 1: time.sleep(600)\nelse:" + textwrap.indent(failing("comm.all_reduce(x, x)"), "    ")
    # The groups of both ways wait at the same time.
    groups = [started(program, 2, CUPRUST_COLLECTIVES_TIMEOUT="8", **way) for way in WAYS]
    for out, errors, _ in [first_of(group) for group in groups]:
        assert "all_reduce (Sum) of 3 float64: 8 s have passed without a byte from or to rank 1" in out, (out, errors)


@both_ways
@waits_on_the_host
def test_ranks_that_differ_in_what_they_call_get_errors(way):
    cases = (
        ("comm.all_reduce(cp.ones(3), cp.ones(3))", "comm.all_reduce(cp.ones(4), cp.ones(4))", "of 4 float64"),
        ("comm.all_reduce(cp.ones(3), cp.ones(3))", "comm.all_reduce(cp.ones(3, 'f'), cp.ones(3, 'f'))", "of 3 float32"),
        ("comm.broadcast(cp.ones(3), 0)", "comm.all_reduce(cp.ones(3), cp.ones(3), 'max')", "broadcast of 3 float64, root 0"),
        ("comm.send(cp.ones(3), 1)", "comm.recv(cp.ones(2), 0)", "send and recv of 2 float64"),
    )
    program = PROLOGUE
    for one, other, _ in cases:
        # The error ends the group: the next case has one of its own.
        program += f"comm = init_process_group(size, rank, port={free_port()})\n"
        program += failing(f"if rank == 0: {one}\n    else: {other}\n    comm.barrier()")
    found = ended(started(program, 2, **way))
    assert all(out.count("NcclError") == len(cases) for out, _, _ in found), found
    for lines, (one, other, said) in zip(zip(*(out.splitlines() for out, _, _ in found)), cases, strict=True):
        assert any("all ranks make the same calls" in line and said in line for line in lines), (one, other, lines)


@both_ways
@waits_on_the_host
def test_ctrl_c_ends_a_rank_that_waits(way):
    program = GROUP + "x = cp.ones(3)\nif rank == 1: time.sleep(600)\nelse:\n    print('waits', flush=True)\n    comm.all_reduce(x, x)\n"
    processes = started(program, 2, **way)
    assert processes[0].stdout.readline() == "waits\n"
    time.sleep(0.3)
    processes[0].send_signal(signal.SIGINT)
    _, errors, status = first_of(processes)
    assert status != 0 and "KeyboardInterrupt" in errors, errors


def test_ranks_of_multiprocessing(tmp_path):
    (tmp_path / "program.py").write_text(textwrap.dedent("""
        import multiprocessing, sys
        import cuprust as cp
        from cuprust.distributed import init_process_group

        def work(rank, size, port, queue):
            cp.cuda.Device(rank % cp.cuda.runtime.getDeviceCount()).use()
            comm = init_process_group(size, rank, port=port)
            x = cp.arange(5) + rank
            comm.all_reduce(x, x)
            queue.put(x.tolist())
            comm.barrier()

        if __name__ == "__main__":
            cp.arange(3).sum().item()
            method, size, port = sys.argv[1], 2, int(sys.argv[2])
            context = multiprocessing.get_context(method)
            queue = context.Queue()
            children = [context.Process(target=work, args=(rank, size, port, queue)) for rank in range(size)]
            for child in children:
                child.start()
            assert [queue.get(timeout=120) for _ in children] == [[1, 3, 5, 7, 9]] * 2
            for child in children:
                child.join()
            assert [child.exitcode for child in children] == [0, 0]
            print("right")
    """))
    if ranks(2) < 2:
        pytest.skip("2 ranks want 2 GPUs")
    for method in ("fork", "spawn"):
        if method == "fork" and not on_cpu():
            continue
        done = subprocess.run(
            [sys.executable, "-W", "ignore", str(tmp_path / "program.py"), method, str(free_port())], capture_output=True, text=True, timeout=240
        )
        assert done.stdout == "right\n", done.stderr


def test_under_the_names_of_another_library(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(textwrap.dedent("""
        import sys
        import cupy
        import cupyx.distributed
        from cupy.cuda import nccl
        from cupyx.distributed import NCCLBackend, init_process_group
        rank, size, port = (int(word) for word in sys.argv[1:4])
        assert nccl.available and nccl.get_version() >= 20000 and nccl.get_build_version() == nccl.get_version()
        cupy.cuda.Device(rank % cupy.cuda.runtime.getDeviceCount()).use()
        comm = init_process_group(size, rank, host="127.0.0.1", port=port)
        assert isinstance(comm, NCCLBackend) and comm.rank == rank
        x = cupy.full((2, 2), rank + 1.0)
        comm.all_reduce(x, x)
        assert (x == 3).all()
        print("right")
    """))
    right("", 2, "-m", "cuprust", "run", str(program))
