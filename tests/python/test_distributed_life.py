"""The examples of Life on several devices, which compare all cells themselves."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from test_distributed import free_port, ranks


def life(name, module, *words, **environment):
    example = Path(__file__).parents[2] / "examples" / "life" / name
    command = [sys.executable, *(["-m", "cuprust", "run"] if module == "cupy" else []), str(example)]
    command += [*words, "--side", "64", "--steps", "10"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, env={**os.environ, "CUPRUST_COLLECTIVES_TIMEOUT": "60", **environment})
    assert done.returncode == 0 and done.stdout.endswith("all cells equal\n"), done.stdout + done.stderr


@pytest.mark.parametrize("words", [(), ("--weak",)])
@pytest.mark.parametrize("module", ["cuprust", "cupy"])
def test_life_on_ranks(module, words):
    if ranks(2) < 2:
        pytest.skip("2 ranks want 2 GPUs")
    life("ranks.py", module, "--module", module, "--port", str(free_port()), *words)


@pytest.mark.parametrize("module", ["cuprust", "cupy"])
def test_life_in_chunks(module):
    if ranks(3) < 2:
        pytest.skip("2 devices want 2 GPUs")
    life("chunks.py", module, "--module", module, "--devices", str(ranks(3)))


def test_life_in_tiles_of_dask():
    pytest.importorskip("dask.array")
    pytest.importorskip("distributed")
    # One process imports dask for all workers. `test_dask.py` has workers that import it themselves, in the long list.
    life("tiles.py", "cuprust", "--workers", str(ranks(2)), DASK_DISTRIBUTED__WORKER__MULTIPROCESSING_METHOD="forkserver")
