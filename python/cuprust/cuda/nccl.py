"""Collectives under NCCL's names: ranks that transfer and combine elements at addresses.

A rank has a GPU, and NCCL does its calls; where there is no GPU, the same calls go between threads and processes over shared memory and TCP. One rank makes
an id, every rank makes a communicator with it, and all make the same calls in the same order. `cuprust.distributed` does it with arrays.

>>> comm = cp.cuda.nccl.NcclCommunicator(1, cp.cuda.nccl.get_unique_id(), 0)
>>> a, total = cp.arange(3.0), cp.empty(3)
>>> comm.allReduce(a.data.ptr, total.data.ptr, 3, cp.cuda.nccl.NCCL_FLOAT64, cp.cuda.nccl.NCCL_SUM, cp.cuda.get_current_stream().ptr)
>>> total
array([0., 1., 2.])
"""

from __future__ import annotations as _annotations

import re as _re
from typing import Any as _Any

from cuprust._core import cuda as _cuda
from cuprust.cuda.runtime import CUDARuntimeError as _CUDARuntimeError

__all__ = [
    "NCCL_AVG", "NCCL_BFLOAT16", "NCCL_CHAR", "NCCL_DOUBLE", "NCCL_FLOAT", "NCCL_FLOAT16", "NCCL_FLOAT32", "NCCL_FLOAT64", "NCCL_HALF", "NCCL_INT",
    "NCCL_INT32", "NCCL_INT64", "NCCL_INT8", "NCCL_MAX", "NCCL_MIN", "NCCL_PROD", "NCCL_SPLIT_NOCOLOR", "NCCL_SUM", "NCCL_UINT32", "NCCL_UINT64",
    "NCCL_UINT8", "NcclCommunicator", "NcclConfig", "NcclError", "available", "get_build_version", "get_unique_id", "get_version", "groupEnd", "groupStart",
]  # fmt: skip

available: bool

NcclCommunicator = _cuda.NcclCommunicator
NcclConfig = _cuda.NcclConfig
groupEnd = _cuda.groupEnd
groupStart = _cuda.groupStart

NCCL_INT8 = NCCL_CHAR = 0
NCCL_UINT8 = 1
NCCL_INT32 = NCCL_INT = 2
NCCL_UINT32 = 3
NCCL_INT64 = 4
NCCL_UINT64 = 5
NCCL_FLOAT16 = NCCL_HALF = 6
NCCL_FLOAT32 = NCCL_FLOAT = 7
NCCL_FLOAT64 = NCCL_DOUBLE = 8
NCCL_BFLOAT16 = 9

NCCL_SUM = 0
NCCL_PROD = 1
NCCL_MAX = 2
NCCL_MIN = 3
NCCL_AVG = 4

NCCL_SPLIT_NOCOLOR = -1

_NAMES = (
    "NCCL_ERROR_SUCCESS", "NCCL_ERROR_UNHANDLED_CUDA_ERROR", "NCCL_ERROR_SYSTEM_ERROR", "NCCL_ERROR_INTERNAL_ERROR",
    "NCCL_ERROR_INVALID_ARGUMENT", "NCCL_ERROR_INVALID_USAGE", "NCCL_ERROR_REMOTE_ERROR", "NCCL_ERROR_IN_PROGRESS", "NCCL_ERROR_TIMEOUT",
)  # fmt: skip
_CUDA, _SYSTEM, _INVALID_ARGUMENT, _REMOTE = 1, 2, 4, 6
_ID_BYTES = 128  # NCCL_UNIQUE_ID_BYTES


class NcclError(RuntimeError):
    """The error of a call, with NCCL's error code in `status`. Where there is no GPU, wrong arguments are 4, what another rank did is 6."""

    def __init__(self, status: int, text: str | None = None) -> None:
        self.status = status
        self._text = text
        name = _NAMES[status] if 0 <= status < len(_NAMES) else "NCCL_ERROR unknown"
        super().__init__(f"{name}: {text}" if text else name)

    def __reduce__(self) -> tuple[_Any, ...]:
        return type(self), (self.status, self._text)


def _refused(error: BaseException) -> BaseException:
    """`NcclError` for what is wrong with a call; other errors as they are."""
    if isinstance(error, (ValueError, TypeError, OverflowError)):
        return NcclError(_INVALID_ARGUMENT, str(error))
    if isinstance(error, OSError):
        return NcclError(_SYSTEM, str(error))
    if isinstance(error, RuntimeError):
        found = _re.search(r"NCCL_ERROR_\w+ \((\d+)\)", str(error))
        status = int(found[1]) if found else _CUDA if isinstance(error, _CUDARuntimeError) else _REMOTE
        return NcclError(status, str(error))
    return error


def __getattr__(name: str) -> _Any:
    if name == "available":
        # The first user checks whether the library is installed.
        return _cuda._has_collectives()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def get_version() -> int:
    """The version of NCCL, as 22703 for 2.27.3; where there is no GPU, that of the NCCL whose calls there are.

    Raises ImportError where there is a GPU and NCCL is not installed.
    """
    return _cuda._collectives_version()


def get_build_version() -> int:
    """As `get_version`: NCCL is found when it is first used, and not built in."""
    return get_version()


def get_unique_id() -> bytes:
    """An id for a new group, of 128 bytes. The process of it takes part in forming the group, and must live until then."""
    return _cuda._group_id()
