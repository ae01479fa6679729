"""Libraries of tensor expressions find the namespace of our arrays by itself: einops, opt_einsum, autoray."""

import subprocess
import sys

import autoray
import einops.array_api
import numpy as np
import opt_einsum
from sameness import same

import cuprust as cp

A = np.arange(24.0).reshape(2, 3, 4)


def test_einops():
    same(lambda x: einops.array_api.rearrange(x, "a b c -> (c a) b"), A)
    same(lambda x: einops.array_api.rearrange(x, "a b (c d) -> a c (d b)", c=2), A)
    same(lambda x: einops.array_api.reduce(x, "a b c -> a c", "max"), A)
    same(lambda x: einops.array_api.reduce(x, "a b (c d) -> c", "mean", d=2), A)
    same(lambda x: einops.array_api.repeat(x, "a b c -> a (b n) c", n=3), A)
    same(lambda x: einops.array_api.pack([x, x[:, :2]], "a * c")[0], A)


def test_einops_under_the_name_of_cupy():
    program = """
import cuprust
cuprust.install_as_cupy()
import cupy, einops
x = cupy.arange(24.0).reshape(2, 3, 4)
y = einops.rearrange(x, "a b c -> (c a) b")
assert type(y) is cuprust.ndarray and y.shape == (8, 3)
print(float(einops.reduce(x, "a b c -> ", "sum")))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "276.0", done.stderr


def test_opt_einsum():
    same(lambda x: opt_einsum.contract("abc,dbc->ad", x, x), A)
    same(lambda x: opt_einsum.contract("ab,bc,cd->ad", x[0], x[1].T, x[0]), A)
    expression = opt_einsum.contract_expression("abc,cd->abd", A.shape, (4, 2))
    same(lambda x, y: expression(x, y), A, np.ones((4, 2)))


def test_autoray():
    assert autoray.infer_backend(cp.asarray(A)) == "cuprust"
    same(lambda x: autoray.do("tensordot", x, x, axes=[(1, 2), (1, 2)]), A)
    same(lambda x: autoray.do("stack", (x, x), axis=1), A)
    same(lambda x: autoray.do("exp", x), A, close=1e-12)
    same(lambda x: autoray.do("transpose", x, (2, 0, 1)), A)
    same(lambda x: autoray.do("zeros", (2, 3), like=x), A)
    # It converts what it knows by itself; arrays of ours go to NumPy where a program says how.
    autoray.register_function("cuprust", "to_numpy", cp.asnumpy)
    assert type(autoray.to_numpy(cp.asarray(A))) is np.ndarray
