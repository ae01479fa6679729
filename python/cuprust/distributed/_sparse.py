"""Collectives of sparse matrices: what a matrix is goes ahead of its three arrays, which the receiver makes space for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy

import cuprust
from cuprust.scipy import sparse
from cuprust.scipy.sparse._formats import PARTS, of_parts

if TYPE_CHECKING:
    from cuprust.distributed._backend import NCCLBackend

# A header has the index of a format in this list.
_FORMATS = list(PARTS)
_DTYPES = [numpy.dtype(name) for name in ("bool", "int32", "int64", "float32", "float64", "complex64", "complex128")]


def are(value: Any) -> bool:
    """Whether a value is a sparse matrix, or a list that begins with one."""
    if isinstance(value, (list, tuple)) and value:
        value = value[0]
    return sparse.issparse(value)


def send(comm: NCCLBackend, matrix: Any, peer: int, stream: Any) -> None:
    header, parts = _described(matrix)
    comm.send(header, peer, stream)
    comm._batch([partial(comm.send, part, peer, stream) for part in parts])


def receive(comm: NCCLBackend, matrix: Any, peer: int, stream: Any) -> None:
    _become(matrix, _received(comm, matrix, peer, stream))


def send_recv(comm: NCCLBackend, matrix: Any, to: Any, peer: int, stream: Any) -> None:
    header, parts = _described(matrix)
    other = cuprust.empty(_HEADER, numpy.int64)
    comm.send_recv(header, other, peer, stream)
    room = _allocated(other, _format(to))
    calls = [partial(comm.send, part, peer, stream) for part in parts]
    comm._batch([*calls, *(partial(comm.recv, part, peer, stream) for part in room)])
    _become(to, _matrix(other, room))


def broadcast(comm: NCCLBackend, matrix: Any, root: int, stream: Any) -> None:
    if comm.rank == root:
        header, parts = _described(matrix)
        comm.broadcast(header, root, stream)
    else:
        header = cuprust.empty(_HEADER, numpy.int64)
        comm.broadcast(header, root, stream)
        parts = _allocated(header, _format(matrix))
    comm._batch([partial(comm.broadcast, part, root, stream) for part in parts])
    if comm.rank != root:
        _become(matrix, _matrix(header, parts))


def reduce(comm: NCCLBackend, matrix: Any, to: Any, root: int, op: str, stream: Any) -> None:
    if op not in ("sum", "prod"):
        raise ValueError("Sparse matrix only supports sum/prod reduction")
    if comm.rank != root:
        send(comm, matrix, root, stream)
        return
    if _format(matrix) != _format(to):
        raise ValueError("in_array and out_array must be the same format")
    # In the order of the ranks, as in the reductions of arrays.
    parts = [matrix if peer == root else _received(comm, matrix, peer, stream) for peer in range(comm._n_devices)]
    result = parts[0]
    for part in parts[1:]:
        result = result + part if op == "sum" else result @ part
    _become(to, result)


def all_reduce(comm: NCCLBackend, matrix: Any, to: Any, op: str, stream: Any) -> None:
    reduce(comm, matrix, to, 0, op, stream)
    broadcast(comm, to, 0, stream)


def reduce_scatter(comm: NCCLBackend, matrices: Any, to: Any, op: str, stream: Any) -> None:
    if not isinstance(matrices, (list, tuple)):
        raise ValueError("in_array must be a list or a tuple of sparse matrices")
    _check_count(comm, matrices, "reduce_scatter")
    for root, matrix in enumerate(matrices):
        reduce(comm, matrix, to, root, op, stream)


def gather(comm: NCCLBackend, matrix: Any, to: list[Any], root: int, stream: Any) -> None:
    if comm.rank != root:
        send(comm, matrix, root, stream)
        return
    for peer in range(comm._n_devices):
        to.append(matrix if peer == root else _received(comm, matrix, peer, stream))


def all_gather(comm: NCCLBackend, matrix: Any, to: list[Any], stream: Any) -> None:
    for root in range(comm._n_devices):
        one = matrix if root == comm.rank else _empty(_format(matrix))
        broadcast(comm, one, root, stream)
        to.append(one)


def scatter(comm: NCCLBackend, matrices: Any, to: Any, root: int, stream: Any) -> None:
    if comm.rank != root:
        receive(comm, to, root, stream)
        return
    _check_count(comm, matrices, "scatter")
    for peer, matrix in enumerate(matrices):
        if peer != root:
            send(comm, matrix, peer, stream)
    _become(to, matrices[root])


def all_to_all(comm: NCCLBackend, matrices: Any, to: list[Any], stream: Any) -> None:
    _check_count(comm, matrices, "all_to_all")
    described = [_described(matrix) for matrix in matrices]
    headers = cuprust.empty((comm._n_devices, _HEADER), numpy.int64)
    comm.all_to_all(cuprust.stack([header for header, _ in described]), headers, stream)
    room = [_allocated(header, _format(matrices[0])) for header in headers]
    calls = []
    for peer in range(comm._n_devices):
        calls += [partial(comm.send, part, peer, stream) for part in described[peer][1]]
        calls += [partial(comm.recv, part, peer, stream) for part in room[peer]]
    comm._batch(calls)
    to.extend(_matrix(header, parts) for header, parts in zip(headers, room, strict=True))


# The format, the dtypes of elements and indices, the two extents, and the lengths of the three arrays.
_HEADER = 8


def _format(matrix: Any) -> str:
    name: str | None = getattr(matrix, "format", None)
    if not sparse.issparse(matrix) or name is None or name not in _FORMATS:
        raise TypeError("NCCL is not supported for this type of sparse matrix: it is by rows, by columns or by coordinates")
    return name


def _described(matrix: Any) -> tuple[cuprust.ndarray, list[cuprust.ndarray]]:
    """What a matrix is, and its arrays."""
    name = _format(matrix)
    parts = [getattr(matrix, part) for part in PARTS[name]]
    dtypes = [_DTYPES.index(part.dtype) for part in parts[:2]]
    header = [_FORMATS.index(name), *dtypes, *matrix.shape, *(part.size for part in parts)]
    return cuprust.array(header, numpy.int64), parts


def _allocated(header: cuprust.ndarray, wanted: str) -> list[cuprust.ndarray]:
    """Arrays for the matrix of a header. Raises ValueError for one of another format."""
    number, dtype, index, _, _, *sizes = header.tolist()
    if _FORMATS[number] != wanted:
        raise ValueError(f"a matrix of the format {_FORMATS[number]} was sent, and one of {wanted} is received")
    return [cuprust.empty(size, _DTYPES[index if place else dtype]) for place, size in enumerate(sizes)]


def _matrix(header: cuprust.ndarray, parts: list[cuprust.ndarray]) -> Any:
    number, _, _, *shape = header.tolist()[:5]
    return of_parts(_FORMATS[number], parts, shape)


def _received(comm: NCCLBackend, like: Any, peer: int, stream: Any) -> Any:
    header = cuprust.empty(_HEADER, numpy.int64)
    comm.recv(header, peer, stream)
    parts = _allocated(header, _format(like))
    comm._batch([partial(comm.recv, part, peer, stream) for part in parts])
    return _matrix(header, parts)


def _empty(name: str) -> Any:
    return getattr(sparse, f"{name}_matrix")((0, 0)) if name != "coo" else sparse.csr_matrix((0, 0)).tocoo()


def _become(matrix: Any, other: Any) -> None:
    """Gives a matrix the shape, the dtype and the elements of another one."""
    other = other.asformat(_format(matrix))
    if other is not matrix:
        vars(matrix).clear()
        vars(matrix).update(vars(other))


def _check_count(comm: NCCLBackend, matrices: Any, call: str) -> None:
    if not isinstance(matrices, (list, tuple)) or len(matrices) != comm._n_devices:
        raise RuntimeError(f"{call} requires a list of {comm._n_devices} sparse matrices")
