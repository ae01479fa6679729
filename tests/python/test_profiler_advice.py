"""The profiler's advice: each rule has a program that it is about, and one that it is not."""

import re

import pytest
from test_profiler import command, needs_cpu, recorded, rows

import cuprust as cp
from cuprust._core import profiler as core

# Programs that a rule is about, and the same done well.
ADVICE = {
    "read-backs": (
        "x = cp.arange(20_000.0)\nfor _ in range(40):\n    x = x + 1\n    if float(x.sum()) < 0: break\n",
        "x = cp.arange(20_000.0)\nfor _ in range(40):\n    x = x + 1\nfloat(x.sum())\n",
    ),
    "repeated-transfers": (
        "host = np.arange(20_000.0)\nkept = [cp.asarray(host) + n for n in range(10)]\n[k.get() for k in kept]\n",
        "host = cp.asarray(np.arange(20_000.0))\nkept = [host + n for n in range(10)]\n[k.get() for k in kept]\n",
    ),
    "small-copies": (
        "kept = [cp.asarray(np.full(100, n)) for n in range(80)]\n",
        "kept = list(cp.asarray(np.stack([np.full(100, n) for n in range(80)])))\n",
    ),
    "float64": (
        "x = cp.ones(500_000)\nfor _ in range(5):\n    x = cp.sin(x)\n    x.get()\n",
        "x = cp.ones(500_000, cp.float32)\nfor _ in range(5):\n    x = cp.sin(x)\n    x.get()\n",
    ),
    "python-loops": (
        "def slow():\n    total = 0\n    for i in range(1_500_000):\n        total += i * i % 7\n    return total\nslow()\n",
        "def fast():\n    i = cp.arange(1_500_000)\n    return (i * i % 7).sum().get()\nfast()\n",
    ),
}


# What the evidence says of a rate, and which part of the ceiling it is.
BOUND_BY = {
    "memory-bound": (r"at (\S+) GB/s", r"GB/s \((\d+) % of what"),
    "compute-bound": (r"and (\S+) GFLOP/s", r"GFLOP/s \((\d+) % of its measured"),
}


class TestAdvice:
    @pytest.mark.parametrize("rule", ADVICE)
    def test_a_program_that_a_rule_is_about_and_one_that_it_is_not(self, tmp_path, rule):
        for program, expected in zip(ADVICE[rule], (True, False)):
            recording, *_ = recorded(tmp_path, "import numpy as np, cupy as cp\n" + program)
            found = {advice["rule"]: advice for advice in recording.advice()}
            assert (rule in found) == expected, found
            if expected and rule in ("read-backs", "repeated-transfers", "small-copies"):
                lines = program.splitlines()
                wanted = next(n for n, line in enumerate(lines, 2) if "float(" in line or "cp.asarray" in line)
                assert f"program.py:{wanted}" in found[rule]["evidence"]

    def test_small_work_on_a_gpu(self, tmp_path):
        program = """
            import cupy as cp
            with cp.cuda.Device("ptx"):
                x = cp.ones({size}, cp.float32)
                for _ in range({turns}):
                    x = x + 1
                    x.get()
        """
        small, *_ = recorded(tmp_path, program.format(size=100, turns=110))
        assert {"too-small", "launch-bound"} <= {advice["rule"] for advice in small.advice()}
        large, *_ = recorded(tmp_path, program.format(size=300_000, turns=3))
        assert not {"too-small", "launch-bound"} & {advice["rule"] for advice in large.advice()}
        (calls,) = [row["Num Calls"] for row in rows(small, "api") if row["Name"] == "cuLaunchKernel"]
        assert calls == sum(row["Instances"] for row in rows(small, "kernels")) >= 110
        assert all(row["Operation"].startswith("[PTX ") for row in rows(small, "memory-time"))

    def test_memory_that_is_given_back_in_a_loop(self, tmp_path):
        program = """
            import cupy as cp
            pool = cp.get_default_memory_pool()
            with cp.cuda.Device("ptx"):
                {before}
                for turn in range(60):
                    {within}
                    for x in arrays:
                        x[:8] = turn
                    cp.cuda.synchronize()
                    {after}
        """

        def is_found(before, within, after):
            recording, *_ = recorded(tmp_path, program.format(before=before, within=within, after=after))
            return "allocation-stalls" in {advice["rule"] for advice in recording.advice()}

        make = "arrays = [cp.empty(4_000_000) for _ in range(8)]"
        assert is_found("pass", make, "del x, arrays; pool.free_all_blocks()")
        assert not is_found(make, "pass", "pass")

    @needs_cpu
    @pytest.mark.parametrize("after", ["del x; pool.free_all_blocks()", "del x", "kept.append(x); del x; pool.free_all_blocks()"])
    def test_memory_that_the_cpu_takes_from_the_system_in_a_loop(self, tmp_path, after):
        program = f"""
            import cupy as cp
            pool, kept = cp.get_default_memory_pool(), []
            for turn in range(12):
                x = cp.ones(2_000_000)
                x += turn
                cp.cuda.synchronize()
                {after}
        """
        recording, *_ = recorded(tmp_path, program)
        found = [advice["evidence"] for advice in recording.advice() if advice["rule"] == "allocation-stalls"]
        assert len(found) == (after == "del x; pool.free_all_blocks()"), found
        assert not found or "in 12 pieces" in found[0]

    # What the longest kernel is bound by: a pass over much memory, and a product of matrices.
    BOUND = {
        "memory-bound": "x = cp.ones(12_000_000)\ncp.cuda.synchronize()\nfor _ in range(30):\n    x += 1\n    cp.cuda.synchronize()\n",
        "compute-bound": "x = cp.ones((768, 768), cp.float32)\ncp.cuda.synchronize()\nfor _ in range(12):\n    y = x @ x\n    cp.cuda.synchronize()\n",
    }

    def test_every_device_has_ceilings(self, tmp_path):
        command(tmp_path, "profile", "program.py", program="import cupy as cp\n" + self.BOUND["memory-bound"])
        notes = core.Recording.open(tmp_path / "program.cuprof").notes
        assert re.fullmatch(r"(\S+e\d+ ){3}\S+e\d+", notes[f"_ceiling {cp.cuda.Device()}"]), notes

    @needs_cpu
    @pytest.mark.parametrize("rule", BOUND)
    def test_what_the_longest_kernel_is_bound_by(self, tmp_path, rule):
        command(tmp_path, "profile", "program.py", program="import cupy as cp\n" + self.BOUND[rule])
        recording = core.Recording.open(tmp_path / "program.cuprof")
        memory, single, double, _ = map(float, recording.notes["_ceiling cpu"].split())
        # Other processes may make the device faster or slower than it was measured to be. What the rule finds then is
        # decided by the times of the recording: each step moves and computes the same.
        kernel = rows(recording, "kernels")[0]
        work = {"memory-bound": 2 * 8 * 12_000_000, "compute-bound": 2 * 768**3}[rule]
        ceiling = {"memory-bound": memory, "compute-bound": single}[rule]
        least, most = (work / kernel[time] * 1e9 / ceiling for time in ("Max (ns)", "Min (ns)"))
        found = {advice["rule"]: advice["evidence"] for advice in recording.advice() if advice["rule"] in self.BOUND}
        if rule not in found:
            # An addition in double precision may be held against the arithmetic of a busy core.
            arithmetic = rule == "memory-bound" and 12_000_000 / kernel["Min (ns)"] * 1e9 / double > least
            assert least < 0.4 or most > 1.25 or arithmetic, recording.report()
            return
        assert list(found) == [rule]
        # The rate is held against the ceiling that was measured.
        rate, share = (float(re.search(pattern, found[rule])[1]) for pattern in BOUND_BY[rule])
        assert abs(rate * 1e9 / ceiling * 100 - share) <= 1
        assert 100 * least - 1 <= share <= 100 * most + 1

    def test_a_recording_without_ceilings_has_no_bound(self, tmp_path):
        recording, *_ = recorded(tmp_path, "import cupy as cp\n" + self.BOUND["memory-bound"])
        assert not set(self.BOUND) & {advice["rule"] for advice in recording.advice()}
