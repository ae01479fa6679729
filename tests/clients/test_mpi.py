"""MPI's calls with arrays on the CPU, by mpi4py: whole ones and views, read and written in place; and a process group that MPI brings together."""

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import cuprust as cp

pytest.importorskip("mpi4py")

# What the package `mpich` installs is beside Python.
MPIEXEC = shutil.which("mpiexec", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))

pytestmark = pytest.mark.skipif(
    MPIEXEC is None or cp.zeros(1).__dlpack_device__()[0] != 1, reason="there is no mpiexec, or arrays are in memory that this MPI cannot take"
)


def right(program, size=2):
    """Each rank runs the program, whose last line is "right"."""
    prologue = """
        import numpy as np
        from mpi4py import MPI
        import cuprust as cp
        comm = MPI.COMM_WORLD
        rank, size = comm.rank, comm.size
    """
    text = textwrap.dedent(prologue) + textwrap.dedent(program) + '\nprint("right")\n'
    done = subprocess.run([MPIEXEC, "-n", str(size), sys.executable, "-c", text], capture_output=True, text=True, timeout=240)
    # Lines of ranks may be in one another.
    assert (done.returncode, done.stdout.count("right")) == (0, size), done.stdout + done.stderr


def test_collectives():
    right("""
        for dtype in "bhilqBHILQfdFD":
            mine = (cp.arange(6).reshape(2, 3) + rank).astype(dtype)
            total = cp.empty_like(mine)
            comm.Allreduce(mine, total)                      # what is recorded for `mine` is computed first
            assert (total == sum((cp.arange(6).reshape(2, 3) + r).astype(dtype) for r in range(size))).all(), dtype
            every = cp.zeros((size, 2, 3), dtype)
            before = every.copy()                            # a lazy copy keeps what was
            comm.Allgather(mine, every)
            assert [int(block.real[0, 0]) for block in every] == list(range(size)) and not before.any()
            comm.Bcast(mine, root=0)
            assert (mine == cp.arange(6).reshape(2, 3)).all()
    """)


def test_messages():
    right("""
        other = rank ^ 1
        got = cp.empty(1000)
        comm.Sendrecv(cp.full(1000, rank + 0.5) * 2, other, recvbuf=got, source=other)
        assert (got == 2 * other + 1).all()
        grid = cp.zeros((4, 5), "f4")
        request = comm.Irecv(grid[1], other)                 # a row of an array
        comm.Isend(cp.arange(5, dtype="f4") + rank, other).Wait()
        request.Wait()
        assert grid.tolist() == [[0] * 5, [float(i + other) for i in range(5)], [0] * 5, [0] * 5]
        assert comm.sendrecv(cp.arange(3) + rank, other, source=other).tolist() == [other, other + 1, other + 2]
        window = MPI.Win.Create(grid, comm=comm)
        window.Fence()
        window.Put(cp.full(5, 7, "f4"), other)
        window.Fence()
        assert grid[0].tolist() == [7] * 5
        window.Free()
    """)


def test_what_mpi_cannot_write():
    right("""
        fixed = cp.arange(4.0)
        fixed.flags.writeable = False
        for wrong in (fixed, cp.zeros((3, 4))[:, 1]):        # read-only, and not contiguous
            try:
                comm.Allreduce(MPI.IN_PLACE, wrong)
            except (BufferError, ValueError):
                continue
            raise AssertionError(wrong)
    """)


def test_a_process_group():
    right("""
        from cuprust.distributed import init_process_group
        group = init_process_group(size, rank, use_mpi=True)
        x = cp.full(3, rank + 1)
        group.all_reduce(x, x)
        assert x.tolist() == [3, 3, 3]
        group.stop()
    """)


@pytest.mark.parametrize("silent", [0, 1])
def test_a_rank_that_joins_no_group_is_an_error_in_the_others(silent, monkeypatch):
    # MPI itself waits for it for ever.
    monkeypatch.setenv("CUPRUST_COLLECTIVES_TIMEOUT", "2")
    right(f"""
        from cuprust.distributed import init_process_group
        if rank != {silent}:
            try:
                init_process_group(size, rank, use_mpi=True)
            except RuntimeError as error:
                said = ("2 s for an id from rank 0", "rank 1 of 2 have not come in 2 s")[{silent}]
                assert said in str(error), error
            else:
                raise AssertionError("there is no group")
    """)
