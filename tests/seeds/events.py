"""What a benchmark does within: events before and after a function, and the time between them."""

import time

import cupy as cp


def my_func(a):
    return cp.sqrt(cp.sum(a**2, axis=-1))


a = cp.random.random((256, 1024))
start_gpu = cp.cuda.Event()
end_gpu = cp.cuda.Event()
start_gpu.record()
start_cpu = time.perf_counter()
out = my_func(a)
end_cpu = time.perf_counter()
end_gpu.record()
end_gpu.synchronize()
t_gpu = cp.cuda.get_elapsed_time(start_gpu, end_gpu)
t_cpu = end_cpu - start_cpu
assert t_gpu >= 0 and t_cpu > 0 and out.shape == (256,)
print("the times are told")
