"""The part of CUDA's driver interface that programs for CuPy name."""

from cuprust._core import cuda as _cuda
from cuprust.cuda._handles import _stream

CUDADriverError = _cuda.CUDARuntimeError


def get_build_version() -> int:
    """The version of CUDA whose compiler is used, as 13000 for 13.0."""
    return _cuda._compiler_version()


def ctxGetCurrent() -> int:
    """The context that is current in this thread, as CUDA's ``CUcontext``: 0 where none is, because the thread has not used a GPU yet.

    A thread has one as soon as it chooses a device (`Device.use`) or waits for one. Where the current device is no GPU, there is one context.
    """
    return _cuda._current_context()


def ctxGetDevice() -> int:
    """The number of the device whose context is current in this thread. Raises CUDADriverError where none is."""
    return _cuda._context_device()


def streamGetCtx(stream: int) -> int:
    """The context of a stream, given by its native handle."""
    return _cuda._context(_stream(stream).device)
