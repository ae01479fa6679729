"""Where the chunks of an array are, and how their elements come to another device: within one process, or between ranks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import cuprust
from cuprust.distributed.array import _index
from cuprust.distributed.array._index import Index

if TYPE_CHECKING:
    from cuprust.distributed import NCCLBackend


@cache
def _has_gpus() -> bool:
    """Called when an array is placed: once the driver is initialised, forked processes cannot use it."""
    return cuprust.is_available()


class Transfer(NamedTuple):
    """Elements of a chunk that another device needs."""

    source: int
    chunk: cuprust.ndarray
    # The indices of the elements of the chunk.
    part: Index
    to: int


class Process:
    """The devices of this process, which holds all chunks. Without a GPU all devices are the current one."""

    def __eq__(self, other: object) -> bool:
        return type(other) is Process

    __hash__ = None  # type: ignore[assignment]

    def check(self, device: int) -> None:
        """Raise for a device that has no chunks here."""

    def holds(self, device: int) -> bool:
        """Whether this process holds the chunks of a device."""
        return True

    def shape_held(self, device: int, index: Index) -> tuple[int, ...]:
        """The shape of what this process has for a device's chunk of an index."""
        return _index.shape_of(index)

    def on(self, device: int, make: Callable[[], Any]) -> Any:
        """What is made where a device is the current one."""
        if not _has_gpus():
            return make()
        with cuprust.cuda.Device(device):
            return make()

    def placed(self, array: Any, device: int) -> cuprust.ndarray:
        """The array on a device: itself where it is there."""
        if not _has_gpus():
            return cuprust.asarray(array)
        moved: cuprust.ndarray = self.on(device, lambda: cuprust.asarray(array, device=device))
        return moved

    def own(self, part: Any, device: int) -> cuprust.ndarray:
        """A copy of a part of an array on a device, in C order."""
        moved = self.placed(part, device)
        return moved.copy() if moved is part or moved.base is not None else moved

    def moved(self, transfers: Sequence[Transfer]) -> list[cuprust.ndarray]:
        """The elements of each transfer on the device that needs them."""
        return [self.placed(one.chunk[one.part], one.to) for one in transfers]

    def everywhere(self, device: int, index: Index, chunk: cuprust.ndarray) -> cuprust.ndarray:
        """A chunk of a device, in every process."""
        return chunk


class Ranks:
    """The ranks of a process group: the number of a device is that of a rank, whose process holds the chunks.

    Of the chunks of others a process has stand-ins of one element, so that it knows their dtype. All processes make the same calls in the same
    order, and results of stand-ins are never read, so they are not computed.
    """

    def __init__(self, comm: NCCLBackend) -> None:
        self._comm = comm

    def __eq__(self, other: object) -> bool:
        return type(other) is Ranks and other._comm is self._comm

    __hash__ = None  # type: ignore[assignment]

    def check(self, device: int) -> None:
        """Raise ValueError for a device that is no rank."""
        if not 0 <= device < self._comm._n_devices:
            raise ValueError(f"device {device} is none of the {self._comm._n_devices} ranks")

    def holds(self, device: int) -> bool:
        """Whether this process is the rank."""
        return device == self._comm.rank

    def shape_held(self, device: int, index: Index) -> tuple[int, ...]:
        """The shape of what this process has for a rank's chunk of an index: the chunk's, or the stand-in's."""
        return _index.shape_of(index) if self.holds(device) else (1,) * len(index)

    def on(self, device: int, make: Callable[[], Any]) -> Any:
        """What is made on the device of this rank."""
        return make()

    def placed(self, array: Any, device: int) -> cuprust.ndarray:
        """The array on the device of this rank: itself where it is there."""
        return cuprust.asarray(array)

    def own(self, part: Any, device: int) -> cuprust.ndarray:
        """A copy of a part of an array, in C order, where this process is the rank."""
        return cuprust.array(part, order="C") if self.holds(device) else self._stand_in(part)

    def moved(self, transfers: Sequence[Transfer]) -> list[cuprust.ndarray]:
        """The elements of each transfer where this process is the rank that needs them."""
        elements = []
        # All ranks reach transfers in this order; within one call, none waits for another's.
        calls: list[Callable[[], None]] = []
        for one in transfers:
            sends = self.holds(one.source)
            if not self.holds(one.to):
                elements.append(self._stand_in(one.chunk))
                if sends:
                    part = cuprust.ascontiguousarray(one.chunk[one.part])
                    calls.append(lambda part=part, to=one.to: self._comm.send(part, to))  # type: ignore[misc]
            elif sends:
                elements.append(one.chunk[one.part])
            else:
                received = cuprust.empty(_index.shape_of(one.part), one.chunk.dtype)
                elements.append(received)
                calls.append(lambda to=received, source=one.source: self._comm.recv(to, source))  # type: ignore[misc]
        if calls:
            self._comm._batch(calls)
        return elements

    def everywhere(self, device: int, index: Index, chunk: cuprust.ndarray) -> cuprust.ndarray:
        """A chunk of a rank, in every process."""
        whole = cuprust.array(chunk, order="C") if self.holds(device) else cuprust.empty(_index.shape_of(index), chunk.dtype)
        self._comm.broadcast(whole, device)
        return whole

    def _stand_in(self, like: Any) -> cuprust.ndarray:
        return cuprust.ones((1,) * like.ndim, like.dtype)


Group = Process | Ranks
