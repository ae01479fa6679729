"""Ranks of one host share memory: the results are those of connections, bit by bit, and however a rank ends nothing of it is left."""

import os
import signal
import sys
import time

import pytest
from conftest import on_cpu
from test_distributed import GROUP, PROLOGUE, ended, failing, right, started

pytestmark = pytest.mark.skipif(not on_cpu() or not sys.platform.startswith("linux"), reason="ranks on GPUs are NCCL's; files in memory are Linux's")

VARIABLE = "CUPRUST_COLLECTIVES_SHARED_MEMORY"

# How many segments of groups this process has mapped.
MAPPED = """
def mapped():
    with open("/proc/self/maps") as maps:
        return sum("memfd:cuprust-shared" in line for line in maps)
"""

# Every call on arrays of few bytes, of several chunks and of several rings; printed is a digest of all results.
CALLS = (
    MAPPED
    + GROUP
    + """
import hashlib
assert mapped() == int(EXPECTED[rank]), mapped()
digest = hashlib.sha256()
def add(*arrays):
    for array in arrays:
        digest.update(array.get().tobytes())
for count in (2, 1000, 20_001, 150_007):
    mine = cp.asarray(np.random.default_rng(rank).standard_normal(count * size))
    out, every, block = cp.zeros(count * size), cp.zeros((size, count)), cp.zeros(count)
    for op in ("sum", "prod", "max"):
        comm.all_reduce(mine, out, op)
        add(out)
    comm.reduce(mine, out, 1)
    add(out)
    comm.reduce_scatter(mine, block, count)
    comm.all_gather(block, every, count)
    add(block, every)
    comm.broadcast(out, size - 1)
    comm.all_to_all(mine.reshape(size, count), every)
    add(out, every)
    comm.scatter(mine.reshape(size, count), block, 0)
    comm.gather(block, every, 1)
    add(block, every)
    if rank == 0:
        comm.send(mine, 1)
        comm.send(mine[:3], 1)
    elif rank == 1:
        comm.recv(out, 0)
        add(out)
        comm.recv(out[:3], 0)
        add(out)
comm.barrier()
comm.stop()
del comm
assert mapped() == 0, mapped()
print(digest.hexdigest())
"""
)


def digests(size, expected, program="", **environment):
    found = ended(started(program + CALLS.replace("EXPECTED", repr(expected)), size, **environment))
    assert all(status == 0 and len(out) == 65 for out, _, status in found), [errors for _, errors, _ in found]
    return [out for out, _, _ in found]


# Some ranks have no shared memory, because of the variable or because the system refuses large files.
REFUSED = "import resource, sys\nif sys.argv[1] in RANKS: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
NONE = f"import os, sys\nif sys.argv[1] in RANKS: os.environ['{VARIABLE}'] = '0'\n"


@pytest.mark.parametrize("size", [2, 3])
def test_results_are_those_of_connections(size):
    # A rank has mapped its own segment and those of the others.
    shared = digests(size, [size] * size)
    assert shared == digests(size, [0] * size, **{VARIABLE: "0"})
    if size == 2:
        assert shared == digests(size, [2] * size, **{VARIABLE: str(1 << 18)}), "the shortest rings"
        assert shared == digests(size, [0] * size, **{VARIABLE: str((1 << 18) - 1)}), "less than a ring"
    else:
        assert shared == digests(size, [2, 2, 0], NONE.replace("RANKS", "'2'"))
        assert shared == digests(size, [2, 0, 2], REFUSED.replace("RANKS", "'1'"))


def test_a_value_that_is_no_number_of_bytes():
    for out, errors, _ in ended(started(PROLOGUE + failing("init_process_group(size, rank, port=port)"), 2, **{VARIABLE: "much"})):
        assert f"{VARIABLE}: `much` is not a number of bytes" in out or "has left" in out, (out, errors)


ENDLESS = """
x = cp.ones(3_000_000)
print("runs", flush=True)
while True:
    comm.all_reduce(x, x, "max")
"""


@pytest.mark.parametrize("bytes", ["", "0"])
def test_a_rank_that_is_killed_within_a_call(bytes):
    before = os.listdir("/dev/shm")
    body = "try:" + ENDLESS.replace("\n", "\n    ") + "\nexcept nccl.NcclError as error:\n    print(error)\ndel comm\nprint(mapped())"
    processes = started(MAPPED + GROUP + body, 3, **{VARIABLE: bytes})
    for process in processes:
        assert process.stdout.readline() == "runs\n", process.stderr.read()
    time.sleep(0.2)
    processes[1].kill()
    found = ended(processes)
    assert found[1][2] == -signal.SIGKILL
    for out, errors, status in (found[0], found[2]):
        assert status == 0 and "has left the group" in out and out.endswith("\n0\n"), (out, errors)
    assert not [name for name in os.listdir("/dev/shm") if name not in before and "cuprust" in name]


@pytest.mark.parametrize("bytes", ["", "0"])
def test_an_abort_ends_calls_of_this_rank_and_of_others(bytes):
    program = (
        PROLOGUE
        + """
import threading
from cuprust.distributed import _store
if rank == 0:
    group = nccl.get_unique_id()
    store = _store.Store(size, "127.0.0.1", port, group)
else:
    group = _store.fetch(size, rank, "127.0.0.1", port)
comm = nccl.NcclCommunicator(size, group, rank)
x = cp.ones(3_000_000)
if rank == 0:
    threading.Timer(0.5, comm.abort).start()
try:
    # No rank sends.
    comm.recv(x.data.ptr, x.size, nccl.NCCL_FLOAT64, 1 if rank == 0 else 0, 0)
except nccl.NcclError as error:
    print(error)
"""
    )
    for rank, (out, errors, status) in enumerate(ended(started(program, 3, **{VARIABLE: bytes}))):
        assert status == 0 and ("was destroyed or aborted" if rank == 0 else "rank 0 of 3 has left the group") in out, (rank, out, errors)


@pytest.mark.parametrize("bytes", ["", "0"])
def test_a_forked_child_leaves_the_group_alone(bytes):
    right(
        GROUP
        + """
import gc
warnings.simplefilter("ignore")
x = cp.ones(300_000)
comm.all_reduce(x, x)
child = os.fork()
if child == 0:
    try:
        comm.all_reduce(x, x)
    except RuntimeError:
        del comm
        gc.collect()
        os._exit(3)
    os._exit(4)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
comm.all_reduce(x, x)
assert (x == size * size).all()
comm.barrier()
print("right")
""",
        2,
        **{VARIABLE: bytes},
    )


def test_many_groups_one_after_another_and_within_one_another():
    right(
        MAPPED
        + GROUP
        + """
x = cp.arange(100_000.0)
ids = cp.zeros(128, "B")
for _ in range(10):
    if rank == 0:
        ids[...] = cp.array(np.frombuffer(nccl.get_unique_id(), "B"))
    comm.broadcast(ids)
    other = nccl.NcclCommunicator(size, ids.get().tobytes(), rank)
    y = cp.empty_like(x)
    other.allReduce(x.data.ptr, y.data.ptr, x.size, nccl.NCCL_FLOAT64, nccl.NCCL_SUM, 0)
    part = other.commSplit(0, -rank)
    part.allReduce(y.data.ptr, y.data.ptr, x.size, nccl.NCCL_FLOAT64, nccl.NCCL_SUM, 0)
    assert (y == size * size * x).all()
    assert mapped() == 3 * size
    other.destroy(), part.destroy()
    del other, part
    assert mapped() == size, mapped()
print("right")
""",
        2,
    )
