"""The entry point of `dask.array.backends`: with ``dask.config.set({"array.backend": "cuprust"})`` dask makes its arrays of cuprust's."""

from __future__ import annotations

from typing import Any

import dask.array as da
import numpy
from dask import config
from dask.array.backends import ArrayBackendEntrypoint
from dask.array.core import Array
from dask.utils import Dispatch

import cuprust

# dask's own types do not declare it.
_Dispatch: Any = Dispatch
to_cuprust_dispatch: Any = _Dispatch("to_cuprust_dispatch")
to_cuprust_dispatch.register(numpy.ndarray, lambda data, **named: cuprust.asarray(data, **named))
to_cuprust_dispatch.register(cuprust.ndarray, lambda data, **_: data)


def _like(name: str, *arguments: Any, meta: Any = None, **named: Any) -> Array:
    with config.set({"array.backend": "numpy"}):
        made: Array = getattr(da, name)(*arguments, meta=cuprust.empty(()) if meta is None else meta, **named)
    return made


class Backend(ArrayBackendEntrypoint):
    """dask's interface to an array library: its random numbers, and the creation of arrays."""

    @classmethod
    def to_backend_dispatch(cls) -> Any:
        return to_cuprust_dispatch

    @classmethod
    def to_backend(cls, data: Array, **named: Any) -> Array:
        if isinstance(data._meta, cuprust.ndarray):
            return data
        moved: Array = data.map_blocks(cls.to_backend_dispatch(), **named)
        return moved

    @property
    def RandomState(self) -> Any:
        return cuprust.random.RandomState

    @property
    def default_bit_generator(self) -> Any:
        return cuprust.random.Philox4x3210

    @staticmethod
    def ones(*arguments: Any, **named: Any) -> Array:
        return _like("ones", *arguments, **named)

    @staticmethod
    def zeros(*arguments: Any, **named: Any) -> Array:
        return _like("zeros", *arguments, **named)

    @staticmethod
    def empty(*arguments: Any, **named: Any) -> Array:
        return _like("empty", *arguments, **named)

    @staticmethod
    def full(*arguments: Any, **named: Any) -> Array:
        return _like("full", *arguments, **named)

    @staticmethod
    def arange(*arguments: Any, like: Any = None, **named: Any) -> Array:
        with config.set({"array.backend": "numpy"}):
            made: Array = da.arange(*arguments, like=cuprust.empty(()) if like is None else like, **named)
        return made
