"""How long things take: repeated calls on the host's clock and the device's, and named ranges of time."""

import contextlib as _contextlib
import math as _math
import time as _time

import numpy as _numpy

from cuprust._core import cuda as _cuda

__all__ = ["benchmark", "profile", "time_range"]


class _PerfCaseResult:
    """The times of repeated calls, in seconds: `cpu_times` one for each, `gpu_times` one row for each device."""

    def __init__(self, name, cpu_times, gpu_times, devices):
        self.name = name
        self.cpu_times = cpu_times
        self.gpu_times = gpu_times
        self._devices = devices

    def to_str(self, show_gpu=False):
        """The mean, deviation, least and greatest of the host's times, and of the devices' where asked for."""
        columns = [("CPU", self.cpu_times)]
        if show_gpu:
            columns += zip(self._devices, self.gpu_times)
        return " ".join([f"{self.name:<20s}:", *(self._column(device, times) for device, times in columns)])

    @staticmethod
    def _column(device, times):
        if times.size == 0:
            return f"{device:>6s}: no times"
        micro = times * 1e6
        text = f"{device:>6s}:{micro.mean():9.03f} us"
        if times.size > 1:
            text += f"   +/-{micro.std():6.03f} (min:{micro.min():9.03f} / max:{micro.max():9.03f}) us"
        return text + "    "

    def __str__(self):
        return self.to_str(show_gpu=True).rstrip()

    __repr__ = __str__


def benchmark(func, args=(), kwargs={}, n_repeat=10000, *, name=None, n_warmup=10, max_duration=_math.inf, devices=None):
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
    if devices is None:
        devices = (_cuda.Device(),)
    else:
        devices = tuple(_cuda.Device(device) for device in devices)
    starts, ends = [], []
    for device in devices:
        with device:
            starts.append(_cuda.Event())
            ends.append(_cuda.Event())
    result = None
    for _ in range(n_warmup):
        result = func(*args, **kwargs)
    for device, end in zip(devices, ends):
        with device:
            end.record()
        end.synchronize()
    cpu, gpu = [], [[] for _ in devices]
    spent = 0.0
    for _ in range(n_repeat):
        for device, start in zip(devices, starts):
            with device:
                start.record()
        before = _time.perf_counter()
        # The result is kept until its work is done: what nobody can see any more would not be computed.
        result = func(*args, **kwargs)
        cpu.append(_time.perf_counter() - before)
        for device, end in zip(devices, ends):
            with device:
                end.record()
        for times, start, end in zip(gpu, starts, ends):
            end.synchronize()
            times.append(_cuda.get_elapsed_time(start, end) * 1e-3)
        spent += _time.perf_counter() - before
        if spent >= max_duration:
            break
    del result
    labels = [f"GPU-{device.id}" if device.type == "cuda" else "CPU-0" for device in devices]
    cpu_times = _numpy.asarray(cpu, dtype=_numpy.float64)
    gpu_times = _numpy.asarray(gpu, dtype=_numpy.float64).reshape(len(devices), len(cpu))
    return _PerfCaseResult(name, cpu_times, gpu_times, labels)


class time_range(_contextlib.ContextDecorator):
    """A named range of time, as a context manager or a decorator. `sync` waits for the device at both ends.

    `elapsed` is the seconds of the last time it ran.
    """

    def __init__(self, message=None, color_id=None, argb_color=None, sync=False):
        if color_id is not None and argb_color is not None:
            raise ValueError("Only either color_id or argb_color can be specified")
        self.message = message
        self.sync = sync
        self.elapsed = None
        self._starts = []

    def __call__(self, func):
        if self.message is None:
            self.message = func.__name__
        return super().__call__(func)

    def __enter__(self):
        if self.message is None:
            raise TypeError("when used as a context manager, the message argument cannot be None")
        if self.sync:
            _cuda.synchronize()
        self._starts.append(_time.perf_counter())
        return self

    def __exit__(self, *_exception):
        if self.sync:
            _cuda.synchronize()
        self.elapsed = _time.perf_counter() - self._starts.pop()
        return False


@_contextlib.contextmanager
def profile():
    """A stretch of the program for an external profiler to look at: the device has nothing else to do at both ends."""
    _cuda.synchronize()
    try:
        yield
    finally:
        _cuda.synchronize()
