"""dask.array's own tests of CuPy's arrays, which its package brings, with cuprust under the name of CuPy."""

import subprocess
import sys

import pytest

# What asks for random generators that are not built.
WITHOUT = ["test_percentiles_with_unknown_chunk_sizes", "test_indexed_assign"]
MODULES = ["routines", "reductions", "percentile", "overlap", "gufunc", "slicing"]


@pytest.mark.parametrize("module", [*MODULES, pytest.param("core", marks=pytest.mark.long), pytest.param("creation", marks=pytest.mark.long)])
def test_module(module, tmp_path):
    program = [sys.executable, "-m", "cuprust", "run", "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-q", "-W", "ignore"]
    program += ["-k", " and ".join(f"not {name}" for name in WITHOUT), "--pyargs", f"dask.array.tests.test_cupy_{module}"]
    done = subprocess.run(program, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout[-3000:]
