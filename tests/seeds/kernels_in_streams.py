"""Independent operations on streams of their own, and the null stream waited for."""

import cupy as cp

stream1 = cp.cuda.Stream()
stream2 = cp.cuda.Stream()
stream3 = cp.cuda.Stream()

x = cp.random.rand(10000)
y = cp.random.rand(10000)
z = cp.empty_like(x)
w = cp.empty_like(x)

with stream1:
    cp.multiply(x, y, out=z)  # Kernel 1

with stream2:
    cp.add(x, y, out=w)  # Kernel 2

with stream3:
    cp.sum(z, out=cp.empty(()))

cp.cuda.Stream.null.synchronize()
cp.testing.assert_array_equal(w, x + y)
cp.testing.assert_array_equal(z, x * y)
print("the sums are right")
