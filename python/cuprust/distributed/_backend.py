"""A rank's part in a group of processes, with calls that take arrays."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from typing import Any

import numpy

import cuprust
from cuprust.cuda import nccl
from cuprust.distributed import _sparse, _store

_OPERATIONS = {"sum": nccl.NCCL_SUM, "prod": nccl.NCCL_PROD, "max": nccl.NCCL_MAX, "min": nccl.NCCL_MIN}


class NCCLBackend:
    """A rank's part in a group of `n_devices` processes, which `init_process_group` makes.

    All ranks make the same calls in the same order. Calls are made on the current stream, or on `stream`: what was recorded for an array comes
    before, and what is recorded for it later waits. An array of any layout is taken, and its elements are those of C order; what is received
    goes to the first elements of an array. `op` is "sum", "prod", "max" or "min"; of complex numbers there is the sum alone. Sparse matrices by
    rows, by columns or by coordinates are taken where it is said, and a matrix that receives gets shape, dtype and elements of the one that was
    sent.

    Raises RuntimeError for another `op`, and `cuda.nccl.NcclError`, which is one, for arrays of two dtypes or too few elements, and for what other
    ranks do.
    """

    def __init__(self, n_devices: int, rank: int, host: str = "127.0.0.1", port: int = 13333, use_mpi: bool = False) -> None:
        self._n_devices = n_devices
        self.rank = rank
        self._store: _store.Store | None = None
        mpi = _mpi() if use_mpi else None
        if mpi is not None:
            group = _from_mpi(mpi.COMM_WORLD)
        elif rank == 0:
            group = nccl.get_unique_id()
            self._store = _store.Store(n_devices, host, port, group)
        else:
            group = _store.fetch(n_devices, rank, host, port)
        self._comm = nccl.NcclCommunicator(n_devices, bytes(group), rank)

    def _call(self, name: str, src: Any, to: Any, op: str | None = None, peer: int | None = None, count: int | None = None, stream: Any = None) -> None:
        for array in (src, to):
            if array is not None and not isinstance(array, cuprust.ndarray):
                raise TypeError(f"a collective takes arrays, not {type(array).__name__}")
        number = None if op is None else _operation(op, src)
        self._comm._call(name, src, to, number, peer, count, stream)

    def _batch(self, calls: Iterable[Callable[[], None]]) -> None:
        """Runs calls as one, so that none waits for another."""
        nccl.groupStart()
        try:
            for call in calls:
                call()
        finally:
            nccl.groupEnd()

    def all_reduce(self, in_array: Any, out_array: Any, op: str = "sum", stream: Any = None) -> None:
        """Combine the elements of all ranks' `in_array`; every rank gets them in `out_array`. Of sparse matrices there are "sum" and "prod", the product of matrices."""
        if _sparse.are(in_array):
            return _sparse.all_reduce(self, in_array, out_array, op, stream)
        self._call("all_reduce", in_array, out_array, op, stream=stream)

    def reduce(self, in_array: Any, out_array: Any, root: int = 0, op: str = "sum", stream: Any = None) -> None:
        """Combine the elements of all ranks' `in_array`; the rank `root` gets them in `out_array`. Of sparse matrices there are "sum" and "prod", the product of matrices."""
        if _sparse.are(in_array):
            return _sparse.reduce(self, in_array, out_array, root, op, stream)
        self._call("reduce", in_array, out_array if self.rank == root else None, op, root, stream=stream)

    def broadcast(self, in_out_array: Any, root: int = 0, stream: Any = None) -> None:
        """Send the elements of the rank `root` to all. Sparse matrices too."""
        if _sparse.are(in_out_array):
            return _sparse.broadcast(self, in_out_array, root, stream)
        self._call("broadcast", in_out_array, in_out_array, peer=root, stream=stream)

    def reduce_scatter(self, in_array: Any, out_array: Any, count: int, op: str = "sum", stream: Any = None) -> None:
        """Combine the elements of all ranks' `in_array`; each rank gets a block of `count` of them in `out_array`. Of sparse matrices `in_array` is a list with one a rank."""
        if _sparse.are(in_array):
            return _sparse.reduce_scatter(self, in_array, out_array, op, stream)
        self._call("reduce_scatter", in_array, out_array, op, count=count, stream=stream)

    def all_gather(self, in_array: Any, out_array: Any, count: int, stream: Any = None) -> None:
        """Send `count` elements of each rank's `in_array` to all, one block after another in `out_array`. Sparse matrices are appended to a list."""
        if _sparse.are(in_array):
            return _sparse.all_gather(self, in_array, out_array, stream)
        self._call("all_gather", in_array, out_array, count=count, stream=stream)

    def send(self, array: Any, peer: int, stream: Any = None) -> None:
        """Send an array to the rank `peer`, which receives it. Sparse matrices too."""
        if _sparse.are(array):
            return _sparse.send(self, array, peer, stream)
        self._call("send", array, None, peer=peer, stream=stream)

    def recv(self, out_array: Any, peer: int, stream: Any = None) -> None:
        """Receive an array of as many elements from the rank `peer`, which sends it. Sparse matrices too."""
        if _sparse.are(out_array):
            return _sparse.receive(self, out_array, peer, stream)
        self._call("recv", None, out_array, peer=peer, stream=stream)

    def send_recv(self, in_array: Any, out_array: Any, peer: int, stream: Any = None) -> None:
        """Send an array to the rank `peer` and receive one from it, at the same time. Sparse matrices too."""
        if _sparse.are(in_array):
            return _sparse.send_recv(self, in_array, out_array, peer, stream)
        self._batch([partial(self.send, in_array, peer, stream), partial(self.recv, out_array, peer, stream)])

    def scatter(self, in_array: Any, out_array: Any, root: int = 0, stream: Any = None) -> None:
        """Give each rank its row of `in_array` of the rank `root`, whose first axis has an entry a rank. Of sparse matrices it is a list."""
        if _sparse.are(out_array):
            return _sparse.scatter(self, in_array, out_array, root, stream)
        rows = self._rows(in_array, "scatter", "in_array") if self.rank == root else []
        calls = [partial(self.send, row, peer, stream) for peer, row in enumerate(rows)]
        self._batch([*calls, partial(self.recv, out_array, root, stream)])

    def gather(self, in_array: Any, out_array: Any, root: int = 0, stream: Any = None) -> None:
        """Give the rank `root` each rank's `in_array`, as a row of its `out_array`. Sparse matrices are appended to a list."""
        if _sparse.are(in_array):
            return _sparse.gather(self, in_array, out_array, root, stream)
        rows = self._rows(out_array, "gather", "out_array") if self.rank == root else []
        calls = [partial(self.recv, row, peer, stream) for peer, row in enumerate(rows)]
        self._batch([*calls, partial(self.send, in_array, root, stream)])

    def all_to_all(self, in_array: Any, out_array: Any, stream: Any = None) -> None:
        """Give each rank its row of every rank's `in_array`: the rank's own number is the row of `out_array`. Of sparse matrices both are lists."""
        if _sparse.are(in_array):
            return _sparse.all_to_all(self, in_array, out_array, stream)
        sent, got = self._rows(in_array, "all_to_all", "in_array"), self._rows(out_array, "all_to_all", "out_array")
        calls: list[Callable[[], None]] = []
        for peer in range(self._n_devices):
            calls += [partial(self.send, sent[peer], peer, stream), partial(self.recv, got[peer], peer, stream)]
        self._batch(calls)

    def _rows(self, array: Any, call: str, name: str) -> list[Any]:
        if not isinstance(array, cuprust.ndarray):
            raise TypeError(f"a collective takes arrays, not {type(array).__name__}")
        if not array.ndim or array.shape[0] != self._n_devices:
            raise RuntimeError(f"{call} requires {name} to have {self._n_devices} elements in its first dimension, found {array.shape}")
        # A view of each row, also if a row of a one-dimensional array is a single element.
        return [array[row, ...] for row in range(self._n_devices)]

    def barrier(self) -> None:
        """Wait until all ranks have reached this call, and until the work of this rank's current stream is done."""
        token = cuprust.zeros(1, numpy.int8)
        self._call("all_reduce", token, token, "sum")
        cuprust.cuda.get_current_stream().synchronize()

    def stop(self) -> None:
        """Leave the group after the queued calls."""
        self._comm.destroy()
        if self._store is not None:
            self._store.stop()


def _mpi() -> Any:
    """MPI, or None where mpi4py is not installed."""
    try:
        return import_module("mpi4py.MPI")
    except ImportError:
        return None


def _from_mpi(world: Any) -> bytes:
    """The id that MPI's rank 0 makes for all.

    Raises RuntimeError where it does not arrive in time: MPI itself would wait for ever for a rank that does not call.
    """
    rank, limit = world.Get_rank(), _store.timeout()
    group = bytearray(nccl.get_unique_id() if rank == 0 else nccl._ID_BYTES)
    request, deadline = world.Ibcast(group, root=0), time.monotonic() + limit
    pause = 1e-5
    while not request.Test():
        if time.monotonic() > deadline:
            raise RuntimeError(
                f"rank {rank} of MPI's {world.Get_size()} has waited {limit:g} s for an id from rank 0, which may not have made this call; "
                "CUPRUST_COLLECTIVES_TIMEOUT sets another time"
            )
        time.sleep(pause)
        pause = min(2 * pause, 0.01)
    return bytes(group)


def _operation(op: str, array: Any) -> int:
    if op not in _OPERATIONS:
        raise RuntimeError(f"Unknown op {op} for NCCL: it is one of {', '.join(_OPERATIONS)}")
    if array is not None and array.dtype.kind == "c" and op != "sum":
        raise ValueError(f"ranks have the sum of complex numbers alone, and not {op}")
    return _OPERATIONS[op]
