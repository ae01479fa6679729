"""The device `ptx`: the kernels of a GPU on the PTX machine, whose checker makes an error of whatever a kernel does wrong.

The tests of other files are run on it too: every row on every dtype at its edges, among others.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import LONG

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="NVIDIA's compiler is not to be had")

HERE = Path(__file__).parent

# What runs on it, by compute capability; the longest first. The dtypes of results are decided before a device is asked.
# What architectures do by other instructions is run for each of them: the half types and atomic operations. `make
# test-long` runs all of all.
GROUPS = {
    # One dtype of each width, and of 2 and 4 bytes floats: test_rows has all.
    "sizes": ("9.0", ["test_sizes.py", "-k", "uint8 or int64 and not uint64 or float16 and not bfloat16 or float32 or complex128"]),
    # Casts and operations meet in the same way whichever operation it is: test_rows has all of these.
    "operators": ("9.0", ["test_operators.py", "-k", "not pairs_of_dtypes and not either_side or [add or [floordiv or [lshift or [lt"]),
    "ufuncs": ("9.0", ["test_ufunc.py", "test_index.py", "test_bytes.py", "-k", "not of_many_slices and not at_casts or rising or at_casts and int32"]),
    "rows": ("9.0", ["test_rows.py", "-k", "not dtypes_of"]),
    # Margins are assignments, some of them of reductions: few have kernels of their own.
    "reductions": ("9.0", ["test_reductions.py", "test_shapes.py", "test_creation.py", "test_random.py",
                           "-k", "not margins and not between or [linear_ramp1 or between and stop2"]),
    # Half types are converted by other instructions, which a row of each kind shows.
    "rows, oldest": ("7.5", ["test_rows.py", "-k", "not dtypes_of and float16 and (exact or ordinary or choice)"]),
    "rows, newest": ("12.0", ["test_rows.py", "-k", "not dtypes_of and float16 and not exact"]),
    "semantics": ("9.0", ["test_semantics.py", "-k", "mask or powers or broader"]),
    "kernels": ("9.0", ["test_kernels.py", "test_kernels_of_elements.py", "-k", "not expressions and not test_functions"]),
    "kernels in Python": ("9.0", ["test_jit.py", "test_jit_functions.py", "-k", "not TestErrors"]),
    "sparse": ("9.0", ["test_sparse.py", "test_sparse_diagonals.py", "test_sparse_joined.py", "test_sparse_combine.py",
                       "-k", "not random and (float64 or rows_of_all or in_place or sums or quotients[dia] or offsets1-shape0)"]),
    "sorting": ("9.0", ["test_sorting.py", "-k", "uint8 or float32 or views and int16 or arguments or without or computed or first_axes"]),
    "selection": ("9.0", ["test_selection.py", "-k", "float32 and not few and not ascending or views or zeros"]),
    "statistics": ("9.0", ["test_stats_tests.py", "test_stats_correlation.py", "test_stats_resampling.py",
                           "-k", "test_axes and (brunner or f_oneway or mannwhitneyu or normaltest) or pointbiserialr or tiecorrect or of_axes"]),
    "sizes, oldest": ("7.5", ["test_sizes.py", "-k", "test_at or products and float16 or running and float16 or folds and float16"]),
    "sizes, newest": ("12.0", ["test_sizes.py", "-k", "test_at or casts and float16 or places and float16 or moments and float16"]),
}


if LONG:
    FILES = ["sizes", "operators", "ufunc", "index", "bytes", "rows", "reductions", "shapes", "creation", "random", "semantics", "sorting", "selection", "kernels", "kernels_of_elements", "jit", "jit_functions", "sparse", "sparse_diagonals", "sparse_joined", "sparse_combine", "cuda_native"]
    GROUPS = {
        f"{file}, {capability}": (capability, [f"test_{file}.py", "-k", "not dtypes_of"])
        for file in FILES
        for capability in ["7.5", "8.0", "8.6", "8.9", "9.0", "10.0", "12.0"]
    }


@pytest.fixture(scope="session")
def on_ptx(pytestconfig):
    """The environment of a process whose device is `ptx` and whose kernels are kept between runs of the tests."""
    kernels = pytestconfig.cache.mkdir("kernels")
    return {**os.environ, "CUPRUST_DEVICE": "ptx", "CUPRUST_CACHE_DIR": str(kernels)}


def run(program, environment):
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("group", GROUPS)
def test_files_on_ptx(group, on_ptx):
    capability, words = GROUPS[group]
    words = [str(HERE / word) if word.endswith(".py") else word for word in words]
    # Kernels are compiled for nearly every case.
    words += [] if LONG else ["--every=8"]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-q", "--maxfail", "5", *words]
    environment = {**on_ptx, "CUPRUST_PTX_CAPABILITY": capability}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=HERE.parents[1])
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr


def test_the_device_says_what_it_is(on_ptx):
    program = """
import cuprust as cp
x = cp.arange(10) * 2
device = cp.cuda.Device()
print(x.device, device, device.id, device.compute_capability, x.sum(), hasattr(x, "__cuda_array_interface__"))
print(cp.cuda.Device("ptx") == x.device, (x + x).device, cp.cuda.Device("cpu"))
with cp.cuda.Device("cpu"):
    print(cp.arange(3).device)
"""
    for capability, short in [("", "90"), ("7.5", "75")]:
        out = run(program, {**on_ptx, "CUPRUST_PTX_CAPABILITY": capability})
        assert out.splitlines() == [f"ptx ptx 0 {short} 90 False", "True ptx cpu", "cpu"]
    done = subprocess.run(
        [sys.executable, "-c", "import cuprust as cp; cp.zeros(1)"],
        env={**on_ptx, "CUPRUST_PTX_CAPABILITY": "6"}, capture_output=True, text=True,
    )
    assert done.returncode and "write it as 7.5 or 9.0" in done.stderr


def test_reading_what_nothing_wrote_is_an_error_that_names_the_line(on_ptx):
    program = """
import cuprust as cp
x = cp.empty(1000, "float32")
try:
    print((x + 1).sum())
except RuntimeError as error:
    print(error)
"""
    out = run(program, on_ptx)
    assert "read of memory that nothing wrote" in out and "kernel.cu:" in out, out


def test_both_devices_stand_side_by_side(on_ptx):
    program = """
import numpy as np, cuprust as cp
a = np.random.default_rng(0).normal(size=(200, 300))
on_ptx = cp.asarray(a)
with cp.cuda.Device("cpu"):
    on_cpu = cp.asarray(a)
for work in [lambda x: (x * 2 + x.T.copy().T).sum(0), lambda x: cp.exp(-x * x).max(1), lambda x: x @ x.T]:
    np.testing.assert_allclose(cp.asnumpy(work(on_ptx)), cp.asnumpy(work(on_cpu)), rtol=1e-12, atol=1e-12)
print(on_ptx.device, on_cpu.device)
"""
    assert run(program, on_ptx) == "ptx cpu\n"


def test_what_a_mask_leaves_unset_may_be_anything(on_ptx):
    program = """
import numpy as np, cuprust as cp
x, m = np.arange(12.0).reshape(3, 4), np.arange(12).reshape(3, 4) % 3 == 0
on_ptx, mask = cp.asarray(x), cp.asarray(m)
def copied(e): cp.copyto(e, on_ptx, where=mask)
def assigned(e): e[mask] = 5
def rows_assigned(e): e[mask[:, 0]] = on_ptx[0]
def both_parts(e): cp.modf(on_ptx + 0.5, out=(e, cp.empty((3, 4))), where=mask)
writes = [lambda e: cp.add(on_ptx, on_ptx, out=e, where=mask), copied, assigned, rows_assigned, both_parts,
          lambda e: cp.power(on_ptx, 2, out=e, where=mask)]
for write in writes:
    for make in [lambda: cp.empty((3, 4)), lambda: cp.empty((4, 3)).T, lambda: cp.empty((6, 4))[::2], lambda: cp.empty((3, 4), "float32")]:
        try:
            e, twice = make(), make()
            write(e)
            first = e.get()
            write(twice), write(twice)
            assert np.array_equal(twice.get(), first)
        except TypeError as error:
            assert "cast" in str(error)
e, part = cp.empty((3, 4)), cp.empty(8)
assigned(e)
print(e.get()[m])
cp.copyto(part[2:6], on_ptx[0], where=mask[0])
print(part.get()[2:6:3])
"""
    assert run(program, on_ptx) == "[5. 5. 5. 5.]\n[0. 3.]\n"
