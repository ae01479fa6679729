"""A program of NumPy's with its import changed: a fit by least squares, and the same by sparse conjugate gradients."""

import cuprust as np
from cuprust.scipy import sparse
from cuprust.scipy.sparse import linalg

t = np.linspace(0, 1, 400)
a = np.stack([np.ones_like(t), t, np.sin(6 * t)], axis=1)
b = a @ np.array([1.0, -2.0, 0.5])
found, *_ = np.linalg.lstsq(a, b, rcond=None)
normal = sparse.csr_matrix(a.T @ a)
again, failed = linalg.cg(normal, a.T @ b, rtol=1e-12)
assert failed == 0 and float(abs(found - again).max()) < 1e-6
assert float(abs(found - np.array([1.0, -2.0, 0.5])).max()) < 1e-10
print("least squares", found)
