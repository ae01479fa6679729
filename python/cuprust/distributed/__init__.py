"""Collectives of arrays: ranks, each a process with a device of its own, transfer and combine arrays.

The devices are GPUs, and NCCL does it; where there is no GPU, the same program runs on the CPU of one machine or several, over shared memory and TCP. A rank whose
process ends, or that makes another call than the rest, is an error in every rank that waits for it; a rank that never joins causes one after the
seconds in the variable CUPRUST_COLLECTIVES_TIMEOUT (600).

>>> comm = cp.distributed.init_process_group(1, 0, port=0)
>>> a = cp.arange(3)
>>> comm.all_reduce(a, a)
>>> a
array([0, 1, 2])
"""

from __future__ import annotations as _annotations

import os as _os

from cuprust.distributed._backend import NCCLBackend

__all__ = ["NCCLBackend", "init_process_group"]

_DEFAULT_HOST, _DEFAULT_PORT = "127.0.0.1", 13333


def init_process_group(
    n_devices: int, rank: int, *, backend: str = "nccl", host: str | None = None, port: int | None = None, use_mpi: bool = False
) -> NCCLBackend:
    """Join the group of `n_devices` processes as the one with the number `rank`, with the current device; it waits for the others.

    The ranks connect to the address of the process with rank 0: `host`, or what CUPYX_DISTRIBUTED_HOST says, or 127.0.0.1; and `port`, or
    CUPYX_DISTRIBUTED_PORT, or 13333. Where there is no GPU and the ranks are on several machines, CUPRUST_COLLECTIVES_HOST is each machine's own
    address. With `use_mpi`, where mpi4py is installed, MPI connects them instead. The network is trusted: nothing is encrypted.

    Raises ValueError for a number of ranks below 1, a rank beyond it, or another backend than "nccl"; RuntimeError where NCCL is not installed, or
    the ranks do not connect in time.
    """
    from cuprust.cuda import nccl

    if n_devices <= 0:
        raise ValueError(f"Invalid number of devices {n_devices}")
    if not 0 <= rank < n_devices:
        raise ValueError(f"Invalid number of rank {rank} {n_devices}")
    if backend != "nccl":
        raise ValueError(f"{backend} is not supported")
    if not nccl.available:
        raise RuntimeError("NCCL is not available")
    if host is None:
        host = _os.environ.get("CUPYX_DISTRIBUTED_HOST", _DEFAULT_HOST)
    if port is None:
        port = int(_os.environ.get("CUPYX_DISTRIBUTED_PORT", _DEFAULT_PORT))
    return NCCLBackend(n_devices, rank, host, port, use_mpi)
