"""Two functions in turns, and the size from which on one device is faster than another."""

from __future__ import annotations

import time as _time
from collections.abc import Callable as _Callable
from collections.abc import Sequence as _Sequence
from os import PathLike as _PathLike
from pathlib import Path as _Path
from typing import Any as _Any

from cuprust._core import cuda as _cuda
from cuprust._core import profiler as _profiler
from cuprust._terminal import shown as _shown


class Comparison:
    """The times of two functions that ran in turns, in seconds: `first`, `second`.

    `ratio` is how many times longer the second took (the geometric mean of the pairs), and `interval` the two bounds between which that lies
    with a probability of 95 %.
    """

    def __init__(self, names: tuple[str, str], first: list[float], second: list[float]) -> None:
        self.names = names
        self.first = first
        self.second = second
        found = _profiler.ratio(first, second)
        if found is None:
            raise ValueError("the functions take less time than the clock can measure")
        self.ratio: float = found[0]
        self.interval: tuple[float, float] = (found[1], found[2])

    def __str__(self) -> str:
        first, second = self.names
        low, high = self.interval
        if low <= 1 <= high:
            said = f"no difference is certain between {first} and {second}"
        elif self.ratio > 1:
            said = f"{first} is {self.ratio:.2f} times as fast as {second}"
        else:
            said = f"{second} is {1 / self.ratio:.2f} times as fast as {first}"
        medians = [f"{name} {_median(times) * 1e6:.1f} us" for name, times in zip(self.names, (self.first, self.second))]
        return _shown(f"{said}: {', '.join(medians)}; {second} / {first} = {self.ratio:.3f} (95 %: {low:.3f} to {high:.3f}, {len(self.first)} pairs)")

    __repr__ = __str__


def _median(times: _Sequence[float]) -> float:
    ordered = sorted(times)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def compare(
    first: _Callable[..., _Any],
    second: _Callable[..., _Any],
    args: tuple[_Any, ...] = (),
    kwargs: dict[str, _Any] | None = None,
    *,
    n_repeat: int = 30,
    n_warmup: int = 3,
) -> Comparison:
    """Run two functions in turns with the same arguments, each until the current device is done, and compare their times.

    What slows the machine down for a while slows both, so that a difference of some percent is seen where two measurements one after
    another would not show it. Raises ValueError for fewer than two repeats, TypeError for what is not callable.

    >>> a = cp.arange(50_000)
    >>> found = cp.profiler.compare(lambda: a + 1, lambda: cp.sin(a), n_repeat=5)
    >>> found.interval[0] <= found.ratio <= found.interval[1]
    True
    """
    for function in (first, second):
        if not callable(function):
            raise TypeError(f"compare: {function!r} is not callable")
    if n_repeat < 2:
        raise ValueError("compare: n_repeat must be at least 2")
    kwargs = kwargs or {}
    times: tuple[list[float], list[float]] = ([], [])
    for turn in range(-n_warmup, n_repeat):
        for function, taken in zip((first, second), times):
            seconds = _once(function, args, kwargs)
            if turn >= 0:
                taken.append(seconds)
    names = tuple(getattr(function, "__name__", type(function).__name__) for function in (first, second))
    if names[0] == names[1]:
        names = ("the first", "the second")
    return Comparison((names[0], names[1]), *times)


def _once(function: _Callable[..., _Any], args: tuple[_Any, ...], kwargs: dict[str, _Any]) -> float:
    _cuda.synchronize()
    start = _time.perf_counter()
    # The result is kept until its work is done, since dropped results are not computed.
    result = function(*args, **kwargs)
    _cuda.synchronize()
    taken = _time.perf_counter() - start
    del result
    return taken


class Crossover:
    """How long a function takes on two devices at several sizes: `sizes`, and in `times` a list for each device, in seconds.

    `size` is the smallest size from which on the second device is faster at every larger one; None where there is none.
    """

    def __init__(self, name: str, devices: tuple[str, str], sizes: list[int], times: tuple[list[float], list[float]]) -> None:
        self.name = name
        self.devices = devices
        self.sizes = sizes
        self.times = times
        self.size: int | None = None
        for size, first, second in reversed(list(zip(sizes, *times))):
            if second >= first:
                break
            self.size = size

    def __str__(self) -> str:
        width = max(12, *(len(device) + 5 for device in self.devices))
        lines = [f"{'size':>12}" + "".join(f"{device + ' (us)':>{width}}" for device in self.devices) + f"{'ratio':>10}"]
        for size, first, second in zip(self.sizes, *self.times):
            lines.append(f"{size:>12}{first * 1e6:>{width}.1f}{second * 1e6:>{width}.1f}{first / second:>10.2f}")
        if self.size is None:
            lines.append(f"{self.devices[1]} is slower at the largest size.")
        else:
            lines.append(f"From size {self.size} on, {self.devices[1]} is faster than {self.devices[0]}.")
        return "\n".join(lines)

    __repr__ = __str__

    def chart(self, file: str | _PathLike[str]) -> None:
        """Write a chart to a file as SVG: sizes and times by their logarithms."""
        import math

        width, height, edge = 640, 400, 56
        all_times = [time for times in self.times for time in times]
        low, high = math.log10(min(all_times)), math.log10(max(all_times))
        first, last = math.log10(max(1, self.sizes[0])), math.log10(max(1, self.sizes[-1]))

        def at(size: int, time: float) -> str:
            x = edge + (math.log10(max(1, size)) - first) / ((last - first) or 1) * (width - 2 * edge)
            y = height - edge - (math.log10(time) - low) / ((high - low) or 1) * (height - 2 * edge)
            return f"{x:.1f},{y:.1f}"

        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" font-size="13">',
            f'<rect width="{width}" height="{height}" fill="#fff"/><text x="{edge}" y="28" font-size="16">{_escaped(self.name)}</text>',
        ]
        for device, times, colour in zip(self.devices, self.times, ("#4c78a8", "#f58518")):
            points = [at(size, time) for size, time in zip(self.sizes, times)]
            parts.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
            parts += [f'<circle cx="{p.split(",")[0]}" cy="{p.split(",")[1]}" r="3.5" fill="{colour}"/>' for p in points]
            x, y = points[-1].split(",")
            parts.append(f'<text x="{float(x) + 8}" y="{y}" fill="{colour}">{_escaped(device)}</text>')
        for size in self.sizes:
            x = at(size, min(all_times)).split(",")[0]
            parts.append(f'<text x="{x}" y="{height - edge + 22}" text-anchor="middle">{size}</text>')
        for exponent in range(math.floor(low), math.ceil(high) + 1):
            if low <= exponent <= high:
                y = at(self.sizes[0], 10.0**exponent).split(",")[1]
                parts.append(f'<text x="{edge - 8}" y="{y}" text-anchor="end">{_time_text(10.0**exponent)}</text>')
                parts.append(f'<line x1="{edge}" x2="{width - edge}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        _Path(file).write_text("\n".join([*parts, "</svg>\n"]), encoding="utf-8")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _time_text(seconds: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= scale * 0.999:
            return f"{seconds / scale:g} {unit}"
    return f"{seconds * 1e9:g} ns"


def crossover(
    func: _Callable[..., _Any],
    make_args: _Callable[[int], tuple[_Any, ...]],
    sizes: _Sequence[int],
    *,
    devices: tuple[str, str] = ("cpu", "cuda"),
    n_repeat: int = 7,
    n_warmup: int = 2,
) -> Crossover:
    """Find the size from which on a function is faster on the second device than on the first.

    `make_args` gives the arguments for a size; it is called on each device, so that the arrays that it makes are there. Of `n_repeat` runs,
    each until the device is done, the median counts. Raises ValueError for no sizes, for other than two devices, and for a device that is
    not there.

    >>> found = cp.profiler.crossover(cp.sin, lambda n: (cp.ones(n),), [10, 1000], devices=("cpu", "cpu"), n_repeat=3)
    >>> len(found.times[0])
    2
    """
    if not callable(func) or not callable(make_args):
        raise TypeError("crossover: func and make_args must be callable")
    sizes = sorted(set(sizes))
    if not sizes:
        raise ValueError("crossover: there must be at least one size")
    if len(devices) != 2:
        raise ValueError("crossover: there must be two devices")
    times: tuple[list[float], list[float]] = ([], [])
    for size in sizes:
        for device, taken in zip(devices, times):
            with _cuda.Device(device):
                args = make_args(size)
                if not isinstance(args, tuple):
                    raise TypeError("crossover: make_args must give a tuple of arguments")
                runs = [_once(func, args, {}) for _ in range(n_warmup + n_repeat)]
                taken.append(_median(runs[n_warmup:]))
    return Crossover(getattr(func, "__name__", type(func).__name__), devices, list(sizes), times)
