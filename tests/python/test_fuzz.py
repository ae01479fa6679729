"""Random array programs and single calls against NumPy, with every kill-switch; `make test-long` runs more of them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import LONG

FUZZ = Path(__file__).parents[1] / "fuzz"

# The first runs are the long ones, in parts for several processes; the others run with a kill-switch each.
# Each has programs of its own.
MODES = [
    *[({}, 1_000)] * 4,
    ({}, 600, "--threads", "8"),
    ({}, 600, "--threads", "4", "--forks", "40"),
    ({"CUPRUST_DISABLE": "fusion"}, 500),
    ({"CUPRUST_DISABLE": "cow"}, 500),
    ({"CUPRUST_DISABLE": "arena"}, 350),
    ({"CUPRUST_DISABLE": "plancache"}, 350),
    ({"CUPRUST_DISABLE": "fusion,cow,arena,narrowing,native,plancache,recompute"}, 500),
    # Once more as functions that are recorded once, and run as they were recorded.
    ({}, 600, "--fused"),
    ({}, 300, "--fused", "--threads", "4"),
    ({"CUPRUST_DISABLE": "fusion,cow,arena,narrowing,native,plancache"}, 200, "--fused"),
    ({"CUPRUST_SYNC": "1"}, 500),
    ({"CUPRUST_SYNC": "1"}, 250, "--threads", "4"),
    # Nearly every program has kernels of its own to compile, so these are few.
    ({"CUPRUST_DEVICE": "ptx"}, 30, "--threads", "4"),
    ({"CUPRUST_DEVICE": "ptx"}, 80),
    ({"CUPRUST_DEVICE": "ptx"}, 30, "--fused"),
    # Each operation is a step, so that functions are graphs of steps when they run again and again.
    ({"CUPRUST_DEVICE": "ptx", "CUPRUST_DISABLE": "fusion"}, 30, "--fused", "--turns", "8"),
    ({"CUPRUST_DEVICE": "ptx", "CUPRUST_DISABLE": "fusion", "CUPRUST_PTX_CAPABILITY": "7.5"}, 35),
    ({"CUPRUST_DEVICE": "ptx", "CUPRUST_DISABLE": "arena,cow", "CUPRUST_PTX_CAPABILITY": "12.0"}, 35),
]


@pytest.mark.parametrize("mode", range(len(MODES)), ids=[" ".join([str(mode), *environment.values(), *options]) for mode, (environment, _, *options) in enumerate(MODES)])
def test_random_programs_agree_with_numpy(mode, pytestconfig):
    environment, programs, *options = MODES[mode]
    programs = programs * LONG if LONG else programs // 5
    if "--forks" in options and not hasattr(os, "fork"):
        pytest.skip("there are no forks here")
    if environment.get("CUPRUST_DEVICE") == "ptx":
        if sys.platform == "darwin":
            pytest.skip("NVIDIA's compiler is not to be had")
        environment = {**environment, "CUPRUST_CACHE_DIR": str(pytestconfig.cache.mkdir("kernels"))}
    command = [sys.executable, str(FUZZ), "--programs", str(programs), "--seed", str(mode * 10_000_000), *options]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{programs} programs" in done.stdout


@pytest.mark.parametrize("part", range(4))
def test_random_calls_agree_with_numpy(part):
    """Single calls of every function with random arguments."""
    calls = 5_000 * LONG if LONG else 1_000
    command = [sys.executable, str(FUZZ / "calls.py"), "--calls", str(calls), "--seed", str(part * 100_000_000)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "CUPRUST_DEVICE": "cpu"})
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{calls} calls" in done.stdout
