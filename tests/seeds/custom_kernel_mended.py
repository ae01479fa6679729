"""The product of a sparse matrix and a vector by a kernel: the vectors are of the dtype that the kernel takes."""

import cupy as cp
import numpy as np

kernel = cp.RawKernel(r'''
extern "C" __global__
void my_kernel(const int *row, const int *col, const float *data, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = 0.0;
    for (int k = row[i]; k < row[i + 1]; ++k) {
      y[i] += data[k] * x[col[k]];
    }
  }
}
''', 'my_kernel')

# The three arrays of the matrix's compressed rows.
dense = np.random.rand(1000, 1000) > 0.95
indptr = cp.asarray(np.concatenate([[0], np.cumsum(dense.sum(axis=1))]).astype(np.int32))
indices = cp.asarray(np.nonzero(dense)[1].astype(np.int32))
data = cp.ones(len(indices), dtype=cp.float32)

x_gpu = cp.random.rand(1000).astype(cp.float32)
y_gpu = cp.zeros(1000, dtype=cp.float32)

kernel((1000,), (10,), (indptr, indices, data, x_gpu, y_gpu, dense.shape[0]))

np.testing.assert_allclose(y_gpu.get(), dense @ x_gpu.get(), rtol=1e-5)
print("the product is right")
