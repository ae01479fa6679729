"""dask.array's own tests of CuPy's arrays, which its package brings, with cuprust under the name of CuPy."""

import subprocess
import sys

import pytest

# What expects that CuPy's generators permute and choose nothing for dask.
WITHOUT = ["test_cupy_unsupported"]
# Those of one process, which imports dask once. `test_dask.py` has reductions, draws and making arrays too.
MODULES = ["routines overlap gufunc slicing percentile", *[pytest.param(modules, marks=pytest.mark.long) for modules in ("reductions", "random", "core creation")]]


@pytest.mark.parametrize("modules", MODULES)
def test_modules(modules, tmp_path):
    program = [sys.executable, "-m", "cuprust", "run", "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-q", "-W", "ignore"]
    program += ["-k", " and ".join(f"not {name}" for name in WITHOUT), "--pyargs", *[f"dask.array.tests.test_cupy_{module}" for module in modules.split()]]
    done = subprocess.run(program, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout[-3000:]
