"""The examples of `tests/seeds`, run by `cuprust run` as programs for CuPy."""

import os
import subprocess
import sys

import pytest
from conftest import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="NVIDIA's compiler is not to be had")

PLACE = ROOT / "tests" / "seeds"
# What a program prints last, or the last line of its error.
EXPECTED = {
    "benchmark.py": "the benchmarks ran",
    "custom_kernel.py": "TypeError: my_kernel: parameter 4, `const float* x`, points to float32, and an array of dtype float64 is given",
    "custom_kernel_mended.py": "the product is right",
    "events.py": "the times are told",
    "graph_of_kernels.py": "the graph ran",
    "jit_kernel.py": "the copies are equal",
    "kernels_in_streams.py": "the sums are right",
    "matrix_product.py": "the products are right",
    "sine.py": "the sines are right",
    "streams_in_a_loop.py": "the factors are right",
    "transfer_in_a_stream.py": "AttributeError: module 'cuprust.cuda' has no attribute 'memcpy_htod_async', which is PyCUDA's: copy with array.set",
    "transfer_in_a_stream_mended.py": "the sum is right",
}


def test_every_example_is_expected_to_give_something():
    assert sorted(path.name for path in PLACE.glob("*.py")) == sorted(EXPECTED)


@pytest.mark.parametrize("device", ["cpu", "ptx"])
@pytest.mark.parametrize("name", EXPECTED)
def test_example(name, device):
    environment = {**os.environ, "CUPRUST_DEVICE": device}
    command = [sys.executable, "-m", "cuprust", "run", str(PLACE / name)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    expected = EXPECTED[name]
    if ": " in expected:
        assert done.returncode == 1 and done.stderr.strip().splitlines()[-1].startswith(expected), done.stderr
    else:
        assert done.returncode == 0 and done.stdout.strip().splitlines()[-1] == expected, done.stderr
