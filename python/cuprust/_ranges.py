"""Named ranges of time, and recorded parts of a program."""

from __future__ import annotations

import contextlib as _contextlib
import functools as _functools
import html as _html
import os as _os
import tempfile as _tempfile
import threading as _threading
import time as _time
from collections.abc import Callable as _Callable
from os import PathLike as _PathLike
from typing import Any as _Any
from typing import TypeVar as _TypeVar
from typing import cast as _cast

from cuprust._core import cuda as _cuda
from cuprust._core import profiler as _profiler

_F = _TypeVar("_F", bound=_Callable[..., _Any])

# The colours of ranges by number, as 0xAARRGGBB.
COLOURS = (0xFF4C78A8, 0xFFF58518, 0xFF54A24B, 0xFFE45756, 0xFF72B7B2, 0xFFEECA3B, 0xFFB279A2, 0xFFFF9DA6, 0xFF9D755D, 0xFFBAB0AC)


def colour(number: int) -> int:
    """The colour of a number; of a negative one, none."""
    return 0 if number < 0 else COLOURS[number % len(COLOURS)]


class time_range(_contextlib.ContextDecorator):
    """A named range of time, as a context manager or a decorator.

    A recording of `cuprust profile` or `profile()` shows it, and other tools by NVTX. Ranges may lie within one another, in each thread
    its own; a decorated function may call itself. `message` is the name, of a function its own where none is given. `color_id` is a
    number of a colour, `argb_color` a colour as ``0xAARRGGBB``. `sync` waits for the device at both ends: without it the range of a
    call that only records its operations is as short as the recording. `elapsed` is the seconds of the last time it ran.

    Raises ValueError for two colours, TypeError for a context manager without a name.

    >>> with cp.profiler.time_range("step", color_id=1):
    ...     x = cp.arange(3) + 1
    """

    def __init__(
        self, message: str | None = None, color_id: int | None = None, argb_color: int | None = None, sync: bool = False
    ) -> None:
        if color_id is not None and argb_color is not None:
            raise ValueError("Only either color_id or argb_color can be specified")
        self.message = message
        self.sync = sync
        self.elapsed: float | None = None
        self._colour = (argb_color or 0) & 0xFFFFFFFF if color_id is None else colour(color_id)
        self._local = _threading.local()

    def __call__(self, func: _F) -> _F:
        if self.message is None:
            self.message = func.__name__

        def ranged(*arguments: _Any, **named: _Any) -> _Any:
            with self:
                return func(*arguments, **named)

        # Profilers distinguish functions by file, line and name of their code, so each wrapper's code gets the name of
        # its function.
        ranged.__code__ = ranged.__code__.replace(co_name=f"{func.__module__}.{func.__qualname__}")
        return _cast(_F, _functools.wraps(func)(ranged))

    def __enter__(self) -> time_range:
        if self.message is None:
            raise TypeError("when used as a context manager, the message argument cannot be None")
        if self.sync:
            _cuda.synchronize()
        _profiler.range_push(self.message, self._colour)
        starts = self._local.__dict__.setdefault("starts", [])
        starts.append(_time.perf_counter())
        return self

    def __exit__(self, *_exception: object) -> None:
        try:
            if self.sync:
                _cuda.synchronize()
        finally:
            self.elapsed = _time.perf_counter() - self._local.starts.pop()
            _profiler.range_pop()


class profile:
    """Records the work of the program's devices, as a context manager; its reports are available afterwards.

    All devices are waited for at the end. An external profiler, such as Nsight Systems with
    ``--capture-range=cudaProfilerApi``, is started and stopped too. `file` keeps the recording in a file as it is made, so that it
    can be read whatever becomes of the process. Within `cuprust profile`, or within another stretch, it is that recording's part.

    Raises OSError for a file that cannot be written.

    >>> with cp.profiler.profile() as found:
    ...     total = float((cp.arange(100_000) ** 2.0).sum())
    >>> any(row[-1] for row in found.tables()["kernels"]["rows"])
    True
    """

    def __init__(self, *, file: str | _PathLike[str] | None = None) -> None:
        self._file = file
        self._recorder: _profiler.Recorder | None = None
        self._recording: _profiler.Recording | None = None

    def __enter__(self) -> profile:
        if self._recorder is not None:
            raise RuntimeError("the profile is being recorded already")
        _profiler.external_profiler(True)
        self._recorder = _profiler.Recorder() if self._file is None else _profiler.Recorder(self._file)
        return self

    def __exit__(self, *_exception: object) -> None:
        recorder, self._recorder = self._recorder, None
        try:
            if recorder is not None:
                self._recording = recorder.stop()
        finally:
            _profiler.external_profiler(False)

    @property
    def recording(self) -> _profiler.Recording:
        """The recording. Raises RuntimeError before the end of the stretch."""
        if self._recording is None:
            raise RuntimeError("there is a report when the recorded stretch has ended: call this after the with statement")
        return self._recording

    def report(self) -> str:
        """The report as text: tables, and advice with its evidence. ``str(found)`` is the same."""
        return self.recording.report()

    def __str__(self) -> str:
        # Before the end of the recording there is no report, and printing must not raise.
        return repr(self) if self._recording is None else self.report()

    def _repr_pretty_(self, printer: _Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str | None:
        """The page in a frame, which notebooks show: its scripts and styles stay its own. None before the end of the stretch."""
        if self._recording is None:
            return None
        # The recording writes its page to a file.
        with _tempfile.TemporaryDirectory() as folder:
            file = _os.path.join(folder, "page.html")
            self._recording.html(file)
            with open(file, encoding="utf-8") as opened:
                page = _html.escape(opened.read())
        frame = 'style="width: 100%; height: 640px; border: 1px solid #8884" sandbox="allow-scripts"'
        return f'<iframe title="Profile of cuprust" {frame} srcdoc="{page}"></iframe>'

    def save(self, file: str | _PathLike[str]) -> None:
        """Write the recording to a file, which `cuprust stats` reads."""
        self.recording.save(file)

    def html(self, file: str | _PathLike[str]) -> None:
        """Write the report as one page of HTML."""
        self.recording.html(file)

    def trace(self, file: str | _PathLike[str]) -> None:
        """Write the events as Chrome's trace events, which Perfetto opens."""
        self.recording.trace(file)

    def tables(self) -> dict[str, dict[str, _Any]]:
        """The tables of the report: of each its key the title, the columns and the rows."""
        return self.recording.tables()

    def advice(self) -> list[dict[str, str]]:
        """What would make the program faster: rule, title, evidence and change of each piece of advice."""
        return self.recording.advice()
