"""How long things take: repeated calls on the host's clock and the device's, and named ranges of time."""

from __future__ import annotations

import contextlib as _contextlib
import math as _math
import time as _time
from collections.abc import Callable as _Callable
from collections.abc import Iterator as _Iterator
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import TypeAlias as _TypeAlias
from typing import TypeVar as _TypeVar

import numpy as _numpy

from cuprust._core import cuda as _cuda

__all__ = ["benchmark", "profile", "time_range"]

_Times: _TypeAlias = "_numpy.ndarray[_Any, _numpy.dtype[_numpy.float64]]"
_F = _TypeVar("_F", bound=_Callable[..., _Any])


class _PerfCaseResult:
    """The times of repeated calls, in seconds: `cpu_times` one for each, `gpu_times` one row for each device."""

    def __init__(self, name: str, cpu_times: _Times, gpu_times: _Times, devices: _Sequence[str]) -> None:
        self.name = name
        self.cpu_times = cpu_times
        self.gpu_times = gpu_times
        self._devices = devices

    def to_str(self, show_gpu: bool = False) -> str:
        """The mean, deviation, least and greatest of the host's times, and of the devices' where asked for."""
        columns = [("CPU", self.cpu_times)]
        if show_gpu:
            columns += zip(self._devices, self.gpu_times)
        return " ".join([f"{self.name:<20s}:", *(self._column(device, times) for device, times in columns)])

    @staticmethod
    def _column(device: str, times: _Times) -> str:
        if times.size == 0:
            return f"{device:>6s}: no times"
        micro = times * 1e6
        text = f"{device:>6s}:{micro.mean():9.03f} us"
        if times.size > 1:
            text += f"   +/-{micro.std():6.03f} (min:{micro.min():9.03f} / max:{micro.max():9.03f}) us"
        return text + "   "

    def __str__(self) -> str:
        return self.to_str(show_gpu=True).rstrip()

    __repr__ = __str__


def benchmark(
    func: _Callable[..., _Any],
    args: tuple[_Any, ...] = (),
    kwargs: dict[str, _Any] = {},
    n_repeat: int = 10000,
    *,
    name: str | None = None,
    n_warmup: int = 10,
    max_duration: float = _math.inf,
    devices: _Sequence[int] | None = None,
) -> _PerfCaseResult:
    """Call a function again and again and return the times it took on the host and on the device.

    On a GPU the device's time lies between two events in the current stream; on the CPU it is the time until the work that
    the call recorded is done, and its column is called ``CPU-0``.
    """
    if name is None:
        name = getattr(func, "__name__", type(func).__name__)
    if not callable(func):
        raise ValueError("`func` should be a callable object.")
    if not isinstance(args, tuple):
        raise ValueError("`args` should be of tuple type.")
    if not isinstance(kwargs, dict):
        raise ValueError("`kwargs` should be of dict type.")
    if not isinstance(n_repeat, int):
        raise ValueError("`n_repeat` should be an integer.")
    if not isinstance(name, str):
        raise ValueError("`name` should be a string.")
    if not isinstance(n_warmup, int):
        raise ValueError("`n_warmup` should be an integer.")
    on = (_cuda.Device(),) if devices is None else tuple(_cuda.Device(device) for device in devices)
    starts, ends = [], []
    for device in on:
        with device:
            starts.append(_cuda.Event())
            ends.append(_cuda.Event())
    result = None
    for _ in range(n_warmup):
        result = func(*args, **kwargs)
    for device, end in zip(on, ends):
        with device:
            end.record()
        end.synchronize()
    cpu: list[float] = []
    gpu: list[list[float]] = [[] for _ in on]
    spent = 0.0
    for _ in range(n_repeat):
        for device, start in zip(on, starts):
            with device:
                start.record()
        before = _time.perf_counter()
        # The result is kept until its work is done: what nobody can see any more would not be computed.
        result = func(*args, **kwargs)
        cpu.append(_time.perf_counter() - before)
        for device, end in zip(on, ends):
            with device:
                end.record()
        for times, start, end in zip(gpu, starts, ends):
            end.synchronize()
            times.append(_cuda.get_elapsed_time(start, end) * 1e-3)
        spent += _time.perf_counter() - before
        if spent >= max_duration:
            break
    del result
    labels = [f"GPU-{device.id}" if device.type == "cuda" else "CPU-0" for device in on]
    cpu_times = _numpy.asarray(cpu, dtype=_numpy.float64)
    gpu_times = _numpy.asarray(gpu, dtype=_numpy.float64).reshape(len(on), len(cpu))
    return _PerfCaseResult(name, cpu_times, gpu_times, labels)


class time_range(_contextlib.ContextDecorator):
    """A named range of time, as a context manager or a decorator. `sync` waits for the device at both ends.

    `elapsed` is the seconds of the last time it ran.
    """

    def __init__(
        self, message: str | None = None, color_id: int | None = None, argb_color: int | None = None, sync: bool = False
    ) -> None:
        if color_id is not None and argb_color is not None:
            raise ValueError("Only either color_id or argb_color can be specified")
        self.message = message
        self.sync = sync
        self.elapsed: float | None = None
        self._starts: list[float] = []

    def __call__(self, func: _F) -> _F:
        if self.message is None:
            self.message = func.__name__
        return super().__call__(func)

    def __enter__(self) -> time_range:
        if self.message is None:
            raise TypeError("when used as a context manager, the message argument cannot be None")
        if self.sync:
            _cuda.synchronize()
        self._starts.append(_time.perf_counter())
        return self

    def __exit__(self, *_exception: object) -> None:
        if self.sync:
            _cuda.synchronize()
        self.elapsed = _time.perf_counter() - self._starts.pop()


@_contextlib.contextmanager
def profile() -> _Iterator[None]:
    """A stretch of the program for an external profiler to look at: the device has nothing else to do at both ends."""
    _cuda.synchronize()
    try:
        yield
    finally:
        _cuda.synchronize()
