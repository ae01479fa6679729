"""A copy in one stream and a kernel in another, by a name of PyCUDA's.

It ends with an AttributeError that says what CuPy has instead.
"""

import cupy as cp

stream1 = cp.cuda.Stream()
stream2 = cp.cuda.Stream()

h_a = cp.arange(10000, dtype=cp.float32)
d_a = cp.empty_like(h_a)
d_b = cp.empty(shape=(10000,), dtype=cp.float32)

with stream1:
    cp.cuda.memcpy_htod_async(d_a, h_a, stream=stream1)
