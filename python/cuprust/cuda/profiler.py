"""Start and stop of an external profiler."""

from cuprust._core import cuda as _cuda
from cuprust._core import profiler as _profiler


def start() -> None:
    """Start the profiler, as Nsight Systems with ``--capture-range=cudaProfilerApi``: the device's earlier work is waited for."""
    _cuda.synchronize()
    _profiler.external_profiler(True)


def stop() -> None:
    """Stop the profiler, after the work recorded before is done."""
    _cuda.synchronize()
    _profiler.external_profiler(False)
