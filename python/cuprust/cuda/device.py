"""Devices."""

from cuprust._core import cuda as _cuda

Device = _cuda.Device


def get_device_id():
    """The number of the current device."""
    return Device().id


def get_compute_capability():
    """The compute capability of the current GPU, as ``90`` for 9.0."""
    return Device().compute_capability
