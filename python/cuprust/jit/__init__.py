"""Kernels that are written in Python. A function under `rawkernel` is compiled from its source to CUDA C++ when it is called.

>>> from cuprust import jit
>>> @jit.rawkernel()
... def copy(x, y):
...     for i in range(jit.grid(1), x.size, jit.gridsize(1)):
...         y[i] = x[i]
>>> copy[4, 256](x, y)
"""

from cuprust.jit import cg, cub, thrust
from cuprust.jit._atomics import (
    atomic_add,
    atomic_and,
    atomic_cas,
    atomic_dec,
    atomic_exch,
    atomic_inc,
    atomic_max,
    atomic_min,
    atomic_or,
    atomic_sub,
    atomic_xor,
)
from cuprust.jit._functions import range
from cuprust.jit._kernel import rawkernel
from cuprust.jit._source import KernelError
from cuprust.jit._threads import (
    blockDim,
    blockIdx,
    brev,
    clz,
    ffs,
    grid,
    gridDim,
    gridsize,
    laneid,
    popc,
    shared_memory,
    shfl_down_sync,
    shfl_sync,
    shfl_up_sync,
    shfl_xor_sync,
    syncthreads,
    syncwarp,
    threadIdx,
    warpsize,
)

__all__ = [
    "KernelError",
    "atomic_add",
    "atomic_and",
    "atomic_cas",
    "atomic_dec",
    "atomic_exch",
    "atomic_inc",
    "atomic_max",
    "atomic_min",
    "atomic_or",
    "atomic_sub",
    "atomic_xor",
    "blockDim",
    "blockIdx",
    "brev",
    "cg",
    "clz",
    "cub",
    "ffs",
    "grid",
    "gridDim",
    "gridsize",
    "laneid",
    "popc",
    "range",
    "rawkernel",
    "shared_memory",
    "shfl_down_sync",
    "shfl_sync",
    "shfl_up_sync",
    "shfl_xor_sync",
    "syncthreads",
    "syncwarp",
    "threadIdx",
    "thrust",
    "warpsize",
]
