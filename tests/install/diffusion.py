"""A program of CuPy's with loops, views and a ufunc of `scipy.special`: diffusion of heat on a square."""

import math

import cupy as cp
from cupyx.profiler import time_range
from cupyx.scipy.special import erf


@time_range()
def step(u):
    u[1:-1, 1:-1] += 0.2 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * u[1:-1, 1:-1])


u = cp.zeros((129, 129))
u[64, 64] = 1.0
for _ in range(200):
    step(u)
assert abs(float(u.sum()) - 1) < 1e-9
spread = math.sqrt(2 * 0.2 * 200)
inside = float(u[64 - 9 : 64 + 10].sum())
assert abs(inside - float(erf(cp.array(9.5 / (spread * math.sqrt(2)))))) < 2e-3
print("diffusion", round(inside, 5))
