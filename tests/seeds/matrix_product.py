"""A product of matrices, by NumPy and on the device."""

import cupy as cp
import numpy as np

A_cpu = np.random.rand(100, 100)
B_cpu = np.random.rand(100, 100)
C_cpu = np.dot(A_cpu, B_cpu)

A_gpu = cp.random.rand(100, 100)
B_gpu = cp.random.rand(100, 100)
C_gpu = cp.dot(A_gpu, B_gpu)

C_cpu_from_gpu = cp.asnumpy(C_gpu)
np.testing.assert_allclose(C_cpu_from_gpu, A_gpu.get() @ B_gpu.get(), rtol=1e-10)
np.testing.assert_allclose(cp.dot(cp.asarray(A_cpu), cp.asarray(B_cpu)).get(), C_cpu, rtol=1e-10)
print("the products are right")
