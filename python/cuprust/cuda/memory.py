"""Memory: the pool that arrays take theirs from, and what is raised where there is none left."""

from cuprust._core import cuda as _cuda

MemoryPointer = _cuda.MemoryPointer
MemoryPool = _cuda.MemoryPool
OutOfMemoryError = _cuda.OutOfMemoryError
CUDARuntimeError = _cuda.CUDARuntimeError
