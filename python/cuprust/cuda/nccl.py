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
from collections.abc import Callable as _Callable
from typing import Any as _Any

from cuprust._core import cuda as _cuda
from cuprust.cuda.runtime import CUDARuntimeError as _CUDARuntimeError

__all__ = [
    "NCCL_AVG", "NCCL_BFLOAT16", "NCCL_CHAR", "NCCL_DOUBLE", "NCCL_FLOAT", "NCCL_FLOAT16", "NCCL_FLOAT32", "NCCL_FLOAT64", "NCCL_HALF", "NCCL_INT",
    "NCCL_INT32", "NCCL_INT64", "NCCL_INT8", "NCCL_MAX", "NCCL_MIN", "NCCL_PROD", "NCCL_SPLIT_NOCOLOR", "NCCL_SUM", "NCCL_UINT32", "NCCL_UINT64",
    "NCCL_UINT8", "NcclCommunicator", "NcclConfig", "NcclError", "available", "get_build_version", "get_unique_id", "get_version", "groupEnd", "groupStart",
]  # fmt: skip

available: bool

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
_ID_BYTES = 128


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


def _checked(call: _Callable[..., _Any], *arguments: _Any, **named: _Any) -> _Any:
    """The result of a call; its errors become `NcclError`."""
    try:
        return call(*arguments, **named)
    except Exception as error:
        raise _refused(error) from None


def __getattr__(name: str) -> _Any:
    if name == "available":
        # The first user checks whether the library is installed.
        return _cuda._has_collectives()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def get_version() -> int:
    """The version of NCCL, as 22703 for 2.27.3; where there is no GPU, that of the NCCL whose calls there are.

    Raises ImportError where there is a GPU and NCCL is not installed.
    """
    version: int = _checked(_cuda._collectives_version)
    return version


def get_build_version() -> int:
    """As `get_version`: NCCL is found when it is first used, and not built in."""
    return get_version()


def get_unique_id() -> bytes:
    """An id for a new group, of 128 bytes. The process of it takes part in forming the group, and must live until then."""
    group: bytes = _checked(_cuda._group_id)
    return group


def groupStart() -> None:
    """Begin a group of calls, of any communicators of this thread: they run as one at its end, so that none waits for another before."""
    _cuda._begin_batch()


def groupEnd() -> None:
    """End a group of calls. Raises NcclError where none has begun, and for what goes wrong in one of the calls."""
    _cuda._end_batch()


def _shares(config: NcclConfig | None) -> bool | None:
    if config is not None and not isinstance(config, NcclConfig):
        raise TypeError(f"config is an NcclConfig, and not {type(config).__name__}")
    return None if config is None else bool(config.split_share)


class NcclConfig:
    """How a communicator is made: with `split_share`, those that are split from it share its buffers and threads, where NCCL has them."""

    def __init__(self, split_share: int = 0) -> None:
        self._split_share = int(bool(split_share))

    @property
    def split_share(self) -> int:
        """Whether communicators that are split share the resources, as 0 or 1."""
        return self._split_share


class NcclCommunicator:
    """A rank's part in a group of `ndev` ranks, made with the id `commId` that one rank has from `get_unique_id`; the device is the current one.

    It waits until all ranks have joined, at most for the seconds in the variable CUPRUST_COLLECTIVES_TIMEOUT (600): then NcclError is raised.
    Buffers are addresses of memory of the device with this many elements, and streams are addresses of CUDA's streams. What a call reads is computed
    before, and what follows it on its stream waits for it. Where there is no GPU, a call is done when it returns.
    """

    _rank: _Any = None

    def __init__(self, ndev: int, commId: bytes, rank: int, config: NcclConfig | None = None) -> None:
        if not isinstance(commId, bytes):
            raise TypeError(f"commId is the bytes that get_unique_id gives, and not {type(commId).__name__}")
        if len(commId) != _ID_BYTES:
            raise ValueError(f"commId length {len(commId)} != {_ID_BYTES}.")
        share = _shares(config)
        self._rank = _checked(_cuda._Communicator, ndev, commId, rank, None, bool(share))

    @classmethod
    def _of(cls, rank: _Any) -> NcclCommunicator:
        made = cls.__new__(cls)
        made._rank = rank
        return made

    @staticmethod
    def initAll(devices: int | list[int]) -> list[NcclCommunicator]:
        """Communicators of one process, a rank for each device: the first ones, or those of a list. Where there is no GPU, all are on device 0."""
        if isinstance(devices, bool) or not isinstance(devices, (int, list)):
            raise ValueError('"devices" should be an int or a list of int.')
        numbers = list(range(devices)) if isinstance(devices, int) else devices
        on_gpus = _cuda._gpu_count() > 0
        group = _checked(_cuda._group_id)
        groupStart()
        try:
            ranks = [
                _checked(_cuda._Communicator, len(numbers), group, rank, _cuda.Device(number if on_gpus else 0)) for rank, number in enumerate(numbers)
            ]
        finally:
            groupEnd()
        return [NcclCommunicator._of(rank) for rank in ranks]

    def _joined(self) -> _Any:
        if not self.comm:
            raise NcclError(_INVALID_ARGUMENT, "the communicator was destroyed or aborted")
        return self._rank

    @property
    def comm(self) -> int:
        """The address of the `ncclComm_t`; 0 after `destroy` or `abort`."""
        return 0 if self._rank is None else self._rank.native

    def destroy(self) -> None:
        """Leave the group after the queued calls. A second call does nothing."""
        if self._rank is not None:
            self._rank.leave()

    def abort(self) -> None:
        """Abort: unfinished calls end, and the other ranks get errors."""
        if self._rank is not None:
            self._rank.abort()

    def device_id(self) -> int:
        """The number of the device."""
        return int(self._joined().device.id)

    def rank_id(self) -> int:
        """The number of the rank."""
        return int(self._joined().rank)

    def size(self) -> int:
        """How many ranks there are."""
        return int(self._joined().size)

    def allReduce(self, sendbuf: int, recvbuf: int, count: int, datatype: int, op: int, stream: int) -> None:
        """Combine the elements of all ranks; every rank gets them."""
        self._rank.all_reduce(sendbuf, recvbuf, count, datatype, op, stream)

    def reduce(self, sendbuf: int, recvbuf: int, count: int, datatype: int, op: int, root: int, stream: int) -> None:
        """Combine the elements of all ranks; the rank `root` gets them."""
        self._rank.reduce(sendbuf, recvbuf, count, datatype, op, root, stream)

    def broadcast(self, sendbuff: int, recvbuff: int, count: int, datatype: int, root: int, stream: int) -> None:
        """Send the elements of the rank `root` to all."""
        self._rank.broadcast(sendbuff, recvbuff, count, datatype, root, stream)

    def bcast(self, buff: int, count: int, datatype: int, root: int, stream: int) -> None:
        """As `broadcast`, within one buffer."""
        self.broadcast(buff, buff, count, datatype, root, stream)

    def reduceScatter(self, sendbuf: int, recvbuf: int, recvcount: int, datatype: int, op: int, stream: int) -> None:
        """Combine the elements of all ranks; each rank gets a block of `recvcount`."""
        self._rank.reduce_scatter(sendbuf, recvbuf, recvcount, datatype, op, stream)

    def allGather(self, sendbuf: int, recvbuf: int, count: int, datatype: int, stream: int) -> None:
        """Send the `count` elements of each rank to all, one block after another."""
        self._rank.all_gather(sendbuf, recvbuf, count, datatype, stream)

    def send(self, sendbuf: int, count: int, datatype: int, peer: int, stream: int) -> None:
        """Send elements to the rank `peer`, which receives as many."""
        self._rank.send(sendbuf, count, datatype, peer, stream)

    def recv(self, recvbuf: int, count: int, datatype: int, peer: int, stream: int) -> None:
        """Receive elements from the rank `peer`, which sends as many."""
        self._rank.recv(recvbuf, count, datatype, peer, stream)

    def commSplit(self, color: int, key: int, config: NcclConfig | None = None) -> NcclCommunicator | None:
        """The group of all ranks that name the same color, in the order of `key`, then of their ranks here. All ranks call it; those that name
        NCCL_SPLIT_NOCOLOR (-1) get None. Without `config` the group has that of this one.
        """
        found = _checked(self._joined().split, color, key, _shares(config))
        return None if found is None else NcclCommunicator._of(found)

    def check_async_error(self) -> None:
        """Raise NcclError for what went wrong in a call that has returned."""
        _checked(self._joined().check)
