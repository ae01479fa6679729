"""A copy in one stream, and a kernel in another that waits for it."""

import time

import cupy as cp
import numpy as np

stream1 = cp.cuda.Stream()
stream2 = cp.cuda.Stream()

h_a = np.arange(10000, dtype=np.float32)
d_a = cp.empty(h_a.shape, h_a.dtype)
d_b = cp.empty((), dtype=cp.float32)

start_time = time.time()
with stream1:
    d_a.set(h_a, stream=stream1)
stream2.wait_event(stream1.record())
with stream2:
    cp.sum(d_a, out=d_b)
stream1.synchronize()
stream2.synchronize()
end_time = time.time()

assert end_time >= start_time
assert abs(float(d_b) - h_a.sum(dtype=np.float64)) < 10
print("the sum is right")
