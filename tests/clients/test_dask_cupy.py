"""dask.array's own tests of CuPy's arrays, which its package brings, with cuprust under the name of CuPy."""

import subprocess
import sys

import pytest

# What expects that CuPy's generators permute and choose nothing for dask.
WITHOUT = "not test_cupy_unsupported"
# Pools of processes, of NumPy's generators too: `test_dask.py` has a cluster of them.
OF_PROCESSES = "test_random_Generator_processes"


# Those of one process, which imports dask once.
@pytest.mark.parametrize("modules, words", [
    ("routines overlap gufunc reductions slicing percentile random", f"{WITHOUT} and not {OF_PROCESSES}"),
    pytest.param("random", OF_PROCESSES, marks=pytest.mark.long), pytest.param("core creation", WITHOUT, marks=pytest.mark.long),
])  # fmt: skip
def test_modules(modules, words, tmp_path):
    program = [sys.executable, "-m", "cuprust", "run", "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-q", "-W", "ignore"]
    program += ["-k", words, "--pyargs", *[f"dask.array.tests.test_cupy_{module}" for module in modules.split()]]
    done = subprocess.run(program, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout[-3000:]
