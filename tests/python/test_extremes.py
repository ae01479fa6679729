"""Integers as large as 64 bits hold, for every parameter that takes integers: an answer or an error, soon or until a signal, and never a defect."""

import os
import subprocess
import sys

import pytest
from conftest import LONG, on_cpu
from walk import rows

# Each function is called in a process of its own, whose memory is limited. What takes long hears the alarm, and what
# does not is ended.
PROGRAM = """
import os, resource, signal, sys, time, warnings
warnings.simplefilter("ignore")
sys.path.insert(0, sys.argv[1])
import cuprust as cp, walk

def read(call):
    result = call()
    for part in result if isinstance(result, (tuple, list)) else (result,):
        if isinstance(part, cp.ndarray) and part.size < 1 << 20:
            part.get()

def call_all(row):
    for name, call in walk.extreme_calls(row, 16, [2**63 - 1, -(2**63), 2**62]):
        print(f"{name}: ", end="", flush=True)
        # A slow function is slow for other values too.
        error = walk.limited(1, lambda: read(call))
        print("defect" if "defect of cuprust" in str(error) else "done", flush=True)

rows = walk.rows()
resource.setrlimit(resource.RLIMIT_AS, (8 << 30, resource.RLIM_INFINITY))
for number in map(int, sys.argv[2:]):
    process = os.fork()
    if process == 0:
        call_all(rows[number])
        os._exit(0)
    deadline = time.monotonic() + 600
    ended, status = 0, 0
    while not ended and time.monotonic() < deadline:
        ended, status = os.waitpid(process, os.WNOHANG)
        time.sleep(0.002)
    if not ended:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    if not ended or status:
        print("ended" if ended else "unheard", flush=True)
"""


@pytest.mark.skipif(not on_cpu() or not sys.platform.startswith("linux"), reason="the memory of a process is limited on Linux")
def test_integers_as_large_as_they_get():
    numbers = range(len(rows())) if LONG else range(11, len(rows()), 160)
    program = [sys.executable, "-c", PROGRAM, os.path.dirname(__file__), *map(str, numbers)]
    done = subprocess.run(program, capture_output=True, text=True)
    wrong = [line for line in done.stdout.splitlines() if not line.endswith(": done")]
    assert done.returncode == 0 and not wrong, f"{wrong}\n{done.stderr[-4000:]}"
