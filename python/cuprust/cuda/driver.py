"""The part of CUDA's driver interface that programs for CuPy name."""

from cuprust._core import cuda as _cuda

CUDADriverError = _cuda.CUDARuntimeError


def get_build_version() -> int:
    """The version of CUDA whose compiler is used, as 13000 for 13.0."""
    return _cuda._compiler_version()
