"""The same work on each of four streams, by `with` statements."""

import cupy as cp

streams = [cp.cuda.Stream() for _ in range(4)]
a = cp.random.rand(20, 20)
found = []

for i in range(4):
    with streams[i]:
        b = cp.linalg.svd(a)
        found.append(b)

for stream in streams:
    stream.synchronize()
for u, s, vt in found:
    cp.testing.assert_allclose(u * s @ vt, a, atol=1e-10)
print("the factors are right")
