"""Where an external profiler is to start and stop."""

from cuprust._core import cuda as _cuda


def start() -> None:
    """Mark the start of what is to be profiled: the device's earlier work is done."""
    _cuda.synchronize()


def stop() -> None:
    """Mark the end of what is to be profiled: its work is done."""
    _cuda.synchronize()
