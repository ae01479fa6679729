"""Where a profiler that looks at the process from outside is to start and stop."""

from cuprust._core import cuda as _cuda
from cuprust._core import profiler as _profiler


def start() -> None:
    """Start the profiler, as Nsight Systems with ``--capture-range=cudaProfilerApi``: the device's earlier work is done."""
    _cuda.synchronize()
    _profiler.external_profiler(True)


def stop() -> None:
    """Stop the profiler: what was recorded before is done."""
    _cuda.synchronize()
    _profiler.external_profiler(False)
