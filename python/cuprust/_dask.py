"""Registration of arrays with dask: how chunks are joined, counted and sent, once its modules are imported.

dask finds what a chunk needs by the type of the array, in lists that some of its modules have. `_engines.py` registers them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy

import cuprust
from cuprust._pieces import array_of, described


def register_module(module: ModuleType) -> None:
    """Register arrays with a module of dask that has been executed."""
    _REGISTRARS[module.__name__](module)


def _register_chunk_types(module: ModuleType) -> None:
    module.register_chunk_type(cuprust.ndarray)


def _register_arrays(module: ModuleType) -> None:
    """The functions of chunks, by their type."""
    kind = cuprust.ndarray
    module.concatenate_lookup.register(kind, cuprust.concatenate)
    module.take_lookup.register(kind, cuprust.take)
    module.tensordot_lookup.register(kind, cuprust.tensordot)
    module.divide_lookup.register(kind, cuprust.divide)
    module.empty_lookup.register(kind, cuprust.empty)
    module.numel_lookup.register(kind, _numel)
    module.nannumel_lookup.register(kind, _nannumel)
    module.percentile_lookup.register(kind, module.percentile)
    module.to_numpy_dispatch.register(kind, lambda data, **named: cuprust.asnumpy(data, **named))
    module.einsum_lookup.register(kind, _einsum)
    for lookup in (module.concatenate_lookup, module.tensordot_lookup, module.take_lookup):
        lookup.register_lazy("cuprust", lambda: _register_sparse_lookup(module))


def _register_sizes(module: ModuleType) -> None:
    """How much memory a worker counts for an array."""

    def size(x: Any) -> int:
        # A worker calls this at the end of each task. The task's work is launched now: combined with that of later
        # tasks it would be a different program each time, planned and compiled anew.
        cuprust.cuda.get_current_stream().record()
        return int(x.nbytes)

    module.sizeof.register(cuprust.ndarray, size)


def _register_sparse_lookup(module: ModuleType) -> None:
    from cuprust.scipy import sparse

    def concatenate(parts: list[Any], axis: int = 0) -> Any:
        if axis not in (0, 1):
            raise ValueError(f"Can only concatenate sparse matrices for axis in {{0, 1}}.  Got {axis}")
        return sparse.hstack(parts) if axis else sparse.vstack(parts)

    def tensordot(a: Any, b: Any, axes: Any) -> Any:
        if a.ndim != 2 or b.ndim != 2 or len(axes[0]) != 1 or len(axes[1]) != 1:
            raise ValueError("sparse matrices are multiplied over one axis of each")
        return (a if axes[0][0] in (1, -1) else a.T) @ (b if axes[1][0] in (0, -2) else b.T)

    def take(matrix: Any, places: Any, axis: int = 0) -> Any:
        if axis not in (0, 1):
            raise ValueError(f"a sparse matrix has the axes 0 and 1, and not {axis}")
        return matrix[:, places] if axis else matrix[places, :]

    module.concatenate_lookup.register(sparse.spmatrix, concatenate)
    module.tensordot_lookup.register(sparse.spmatrix, tensordot)
    module.take_lookup.register(sparse.spmatrix, take)


def _numel(x: Any, axis: Any = None, keepdims: bool = False, dtype: Any = numpy.float64, **_: Any) -> Any:
    """How many elements a reduction over axes has, as an array of its shape."""
    listed = range(x.ndim) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    axes = {each % x.ndim for each in listed}
    count = 1
    for each in axes:
        count *= x.shape[each]
    shape = [1 if each in axes else extent for each, extent in enumerate(x.shape) if keepdims or each not in axes]
    return cuprust.full(shape, count, dtype)


def _nannumel(x: Any, **named: Any) -> Any:
    """How many elements of a reduction are not NaN."""
    return (~cuprust.isnan(x)).sum(**named)


def _einsum(*arguments: Any, **named: Any) -> Any:
    # dask passes NumPy's defaults of these two.
    named.pop("casting", None)
    named.pop("order", None)
    return cuprust.einsum(*arguments, **named)


def _register_protocol(_: ModuleType) -> None:
    """How arrays are sent between processes: "cuda" as memory of a GPU, where the connection takes it, "dask" as bytes of the host."""
    from distributed.protocol.cuda import cuda_deserialize, cuda_serialize
    from distributed.protocol.serialize import dask_deserialize, dask_serialize

    families: tuple[tuple[Any, Any, Any, Any], ...] = (
        (dask_serialize, dask_deserialize, _to_host, _from_host),
        (cuda_serialize, cuda_deserialize, _to_device, _from_device),
    )
    for to, back, dumps, loads in families:
        to.register(cuprust.ndarray, dumps)
        back.register(cuprust.ndarray, loads)

    def register_sparse() -> None:
        from cuprust.scipy import sparse

        for to, back, dumps, loads in families:
            to.register(sparse.spmatrix, lambda matrix, dumps=dumps: _sparse_frames(matrix, dumps))
            back.register(sparse.spmatrix, lambda header, frames, loads=loads: _sparse_of(header, frames, loads))

    for to, back, _, _ in families:
        to.register_lazy("cuprust", register_sparse)
        back.register_lazy("cuprust", register_sparse)
    if "cuprust.scipy.sparse" in sys.modules:
        register_sparse()


def _to_host(x: Any) -> tuple[dict[str, Any], list[Any]]:
    header, piece = described(x)
    host: Any = cuprust.asnumpy(piece)
    return header, [memoryview(host)]


def _from_host(header: dict[str, Any], frames: Sequence[Any]) -> Any:
    # A long buffer may arrive in several parts.
    frame = frames[0] if len(frames) == 1 else b"".join(frames)
    return array_of(header, cuprust.array(numpy.frombuffer(frame, numpy.uint8)))


def _to_device(x: Any) -> tuple[dict[str, Any], list[Any]]:
    if not hasattr(x, "__cuda_array_interface__"):
        raise NotImplementedError("an array that is not on a GPU is sent as bytes of the host")
    header, piece = described(x)
    return header, [piece]


def _from_device(header: dict[str, Any], frames: Sequence[Any]) -> Any:
    return array_of(header, cuprust.asarray(frames[0]).view(numpy.uint8)[: header["bytes"]])


def _sparse_frames(matrix: Any, dumps: Callable[[Any], tuple[dict[str, Any], list[Any]]]) -> tuple[dict[str, Any], list[Any]]:
    from cuprust.scipy.sparse._formats import PARTS

    if matrix.format not in PARTS:
        raise NotImplementedError(f"a matrix of the format {matrix.format} is pickled")
    parts = [dumps(getattr(matrix, name)) for name in PARTS[matrix.format]]
    header = {"format": matrix.format, "shape": list(matrix.shape), "parts": [part for part, _ in parts]}
    return header, [frame for _, frames in parts for frame in frames]


def _sparse_of(header: dict[str, Any], frames: Sequence[Any], loads: Callable[[dict[str, Any], Sequence[Any]], Any]) -> Any:
    from cuprust.scipy.sparse._formats import of_parts

    parts = [loads(part, [frame]) for part, frame in zip(header["parts"], frames, strict=True)]
    return of_parts(header["format"], parts, header["shape"])


# The last module, which dask imports under the alias, registers how arrays are sent by itself, so ours is registered
# again.
_REGISTRARS: dict[str, Callable[[ModuleType], None]] = {
    "dask.array.backends": _register_arrays,
    "dask.array.chunk_types": _register_chunk_types,
    "dask.sizeof": _register_sizes,
    "distributed.protocol": _register_protocol,
    "distributed.protocol.cupy": _register_protocol,
}
