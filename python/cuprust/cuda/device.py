"""Devices."""

from cuprust._core import cuda as _cuda

Device = _cuda.Device


def get_device_id() -> int:
    """The number of the current device."""
    return Device().id


def get_compute_capability() -> str:
    """The compute capability of the current GPU, as ``90`` for 9.0."""
    return Device().compute_capability


def get_cublas_handle() -> int:
    """A handle of cuBLAS for calls of one's own on the current device and its current stream, which ends with the stream.

    Raises CUDARuntimeError where the device is no GPU, ImportError where cuBLAS is not installed.
    """
    return Device().cublas_handle


def get_cusolver_handle() -> int:
    """A handle of cuSOLVER's dense interface, as `get_cublas_handle`."""
    return Device().cusolver_handle


def get_cusolver_sp_handle() -> int:
    """A handle of cuSOLVER's sparse interface, as `get_cublas_handle`."""
    return Device().cusolver_sp_handle


def get_cusparse_handle() -> int:
    """A handle of cuSPARSE, as `get_cublas_handle`."""
    return Device().cusparse_handle


def from_pointer(ptr: int) -> _cuda.Device:
    """The device whose memory is at an address."""
    return Device(_cuda._device_of_pointer(ptr))
