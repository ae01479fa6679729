"""The sine of each element, by NumPy and on the device."""

import cupy as cp
import numpy as np

x_cpu = np.random.rand(100000)
y_cpu = np.sin(x_cpu)

x_gpu = cp.random.rand(100000)
y_gpu = cp.sin(x_gpu)

y_cpu_from_gpu = cp.asnumpy(y_gpu)
assert y_cpu.shape == y_cpu_from_gpu.shape
np.testing.assert_allclose(y_cpu_from_gpu, np.sin(x_gpu.get()), rtol=1e-12)
np.testing.assert_allclose(cp.sin(cp.asarray(x_cpu)).get(), y_cpu, rtol=1e-12)
print("the sines are right")
