"""The part of CUDA's driver interface that programs for CuPy name."""

from cuprust._core import cuda as _cuda

CUDADriverError = _cuda.CUDARuntimeError
