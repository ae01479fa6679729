"""How long things take: repeated calls on the host's clock and the device's, and named ranges of time."""

from __future__ import annotations as _annotations

import math as _math
import time as _time
from collections.abc import Callable as _Callable
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import TypeAlias as _TypeAlias

import numpy as _numpy

from cuprust._core import cuda as _cuda
from cuprust._core import profiler as _profiler
from cuprust._comparison import Comparison, Crossover, compare, crossover
from cuprust._ranges import profile, time_range
from cuprust._terminal import shown as _shown

__all__ = ["Comparison", "Crossover", "benchmark", "compare", "crossover", "load_ipython_extension", "profile", "time_range"]

_Times: _TypeAlias = "_numpy.ndarray[_Any, _numpy.dtype[_numpy.float64]]"


class _PerfCaseResult:
    """The times of repeated calls, in seconds: `cpu_times` one for each, `gpu_times` one row for each device.

    Apart from them, `first_time` is how long the very first call took until the device was done, and `compile_time` how much of that the
    compilation of kernels took; both are None where there was no warm-up.
    """

    def __init__(
        self,
        name: str,
        cpu_times: _Times,
        gpu_times: _Times,
        devices: _Sequence[str],
        first_time: float | None = None,
        compile_time: float | None = None,
    ) -> None:
        self.name = name
        self.cpu_times = cpu_times
        self.gpu_times = gpu_times
        self.first_time = first_time
        self.compile_time = compile_time
        self._devices = devices

    def percentiles(self, q: float | _Sequence[float] = (5, 25, 50, 75, 95, 99)) -> dict[str, _Any]:
        """Percentiles of the times in seconds, of the host (``"CPU"``) and of each device, by NumPy's rule.

        Raises ValueError for a percentage outside of 0 to 100.
        """
        columns = [("CPU", self.cpu_times), *zip(self._devices, self.gpu_times)]
        return {device: _numpy.percentile(times, q) for device, times in columns}

    def to_str(self, show_gpu: bool = False) -> str:
        """The mean, deviation, least and greatest of the host's times, and of the devices' where requested."""
        columns = [("CPU", self.cpu_times)]
        if show_gpu:
            columns += zip(self._devices, self.gpu_times)
        return " ".join([f"{_shown(self.name):<20s}:", *(self._column(device, times) for device, times in columns)])

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
    the call recorded is done, and its column is called ``CPU-0``. The first call, which plans and compiles, is a warm-up and is
    reported separately: `first_time`, `compile_time`.
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
    result = first_time = compile_time = None
    for turn in range(n_warmup):
        if turn > 0:
            result = func(*args, **kwargs)
            continue
        recorder = _profiler.Recorder()
        before = _time.perf_counter()
        result = func(*args, **kwargs)
        _cuda.synchronize()
        first_time = _time.perf_counter() - before
        compilations = recorder.stop().tables().get("compilations", {"rows": []})["rows"]
        # Kernels are compiled by several threads at the same time: together they take no longer than the call.
        compile_time = min(first_time, sum(row[1] for row in compilations) * 1e-9)
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
        # The result is kept until its work is done, since a result without a reference would not be computed.
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
    return _PerfCaseResult(name, cpu_times, gpu_times, labels, first_time, compile_time)


def load_ipython_extension(ipython: _Any) -> None:
    """Add the magics ``%gpu_timeit``, ``%%gpu_timeit`` and ``%%profile`` to IPython: ``%load_ext cuprust.profiler``."""
    from cuprust._ipython import register

    register(ipython)
