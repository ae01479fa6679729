"""A program of CuPy's: softmax and its gradient, against NumPy."""

import cupy as cp
import numpy as np

x = cp.random.default_rng(0).normal(size=(200, 300)).astype(cp.float32)
e = cp.exp(x - x.max(axis=1, keepdims=True))
p = e / e.sum(axis=1, keepdims=True)
gradient = p * (x - (p * x).sum(axis=1, keepdims=True))
y = cp.asnumpy(x)
q = np.exp(y - y.max(axis=1, keepdims=True))
q /= q.sum(axis=1, keepdims=True)
assert np.allclose(cp.asnumpy(p), q, rtol=1e-5)
assert np.allclose(cp.asnumpy(gradient), q * (y - (q * y).sum(axis=1, keepdims=True)), atol=1e-6)
print("softmax", p.device, round(float(p.max()), 4))
