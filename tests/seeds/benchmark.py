"""A function and a reduction, timed by the profiler's benchmark."""

import cupy as cp
from cupyx.profiler import benchmark


def my_func(a):
    return cp.sqrt(cp.sum(a**2, axis=-1))


a = cp.random.random((64, 256))
print(benchmark(my_func, (a,), n_repeat=20))
a = cp.random.random((16, 16, 16), dtype=cp.float32)
told = benchmark(a.sum, (), n_repeat=5)
print(told)
assert told.name == "sum" and told.cpu_times.shape == (5,) and told.gpu_times.shape == (1, 5) and (told.cpu_times > 0).all()
print("the benchmarks ran")
