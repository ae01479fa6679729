"""A loop of small kernels, captured once and launched as a graph."""

import cupy as cp

step = cp.RawKernel(r'''
extern "C" __global__ void step(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 0.5f * x[i] + 1;
}
''', 'step')

x = cp.zeros(1000, dtype=cp.float32)
stream = cp.cuda.Stream(non_blocking=True)
with stream:
    stream.begin_capture()
    for _ in range(20):
        step((8,), (128,), (x, x.size))
    graph = stream.end_capture()
    for _ in range(2):
        graph.launch()
stream.synchronize()
cp.testing.assert_allclose(x, 2, rtol=1e-6)
print("the graph ran")
