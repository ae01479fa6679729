"""A kernel that is written in Python: a copy by a loop over the grid, launched in both ways."""

import cupy
from cupyx import jit


@jit.rawkernel()
def elementwise_copy(x, y, size):
    tid = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
    ntid = jit.gridDim.x * jit.blockDim.x
    for i in range(tid, size, ntid):
        y[i] = x[i]


size = cupy.uint32(2**12)
x = cupy.random.normal(size=(size,), dtype=cupy.float32)
y = cupy.empty((size,), dtype=cupy.float32)

elementwise_copy((4,), (128,), (x, y, size))  # as a RawKernel
assert (x == y).all()

y.fill(0)
elementwise_copy[4, 128](x, y, size)  # as in Numba
assert (x == y).all()
print("the copies are equal")
