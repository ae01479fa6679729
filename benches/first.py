"""What a program pays once: the import, the first operation, and the first call of each new kernel with empty caches.

    python benches/first.py cupy,cuprust

Each module runs in processes of its own, with cache folders made for it. A first call is timed from the call to its value on
the device, in milliseconds; the same call on other inputs follows, to show what of it was paid once.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile

PROCESSES = 3

CHILD = """
import importlib, json, sys, time
import numpy as np
name = sys.argv[1]
clock, figures = time.perf_counter, {}
start = clock(); xp = importlib.import_module(name); figures["import"] = [clock() - start]
def wait():
    if xp is not np: xp.cuda.Stream.null.synchronize()
start = clock(); xp.zeros(1).sum(); wait(); figures["first operation"] = [clock() - start]
random = np.random.default_rng(0)
inputs = [xp.asarray(random.random((64, 64), dtype=np.float32)) for _ in range(2)]
wait()
calls = {
    "x + y": lambda x: x + x.T,
    "sqrt(sum(x**2, -1))": lambda x: xp.sqrt(xp.sum(x**2, axis=-1)),
    "exp(sin(x)) + 1": lambda x: xp.exp(xp.sin(x)) + 1,
    "gelu": lambda x: 0.5 * x * (1 + xp.tanh(0.79788456 * (x + 0.044715 * x * x * x))),
    "softmax of rows": lambda x: (lambda e: e / e.sum(axis=1, keepdims=True))(xp.exp(x - x.max(axis=1, keepdims=True))),
    "var(axis=0)": lambda x: x.var(axis=0),
    "argmax(axis=0)": lambda x: x.argmax(axis=0),
    "cumsum": lambda x: xp.cumsum(x),
    "x @ x": lambda x: x @ x,
    "where(x > .5, x, 0)": lambda x: xp.where(x > 0.5, x, 0),
    "roll, twice": lambda x: xp.roll(xp.roll(x, 1, axis=0), -1, axis=1) + x,
}
for label, call in calls.items():
    for x in inputs:
        start = clock(); held = call(x); wait(); figures.setdefault(label, []).append(clock() - start)
print(json.dumps(figures))
"""


def main():
    modules = (sys.argv[1] if len(sys.argv) > 1 else "numpy,cuprust").split(",")
    runs = {name: [run(name) for _ in range(PROCESSES)] for name in modules}
    print(f"{'milliseconds':24}" + "".join(f"{name + ' first':>16}{'again':>10}" for name in modules))
    for label in runs[modules[0]][0]:
        cells = ""
        for name in modules:
            first, *again = (statistics.median(figures) * 1e3 for figures in zip(*(one[label] for one in runs[name])))
            cells += f"{first:16.2f}" + (f"{again[0]:10.3f}" if again else " " * 10)
        print(f"{label:24}{cells}")


def run(name):
    with tempfile.TemporaryDirectory() as folder:
        caches = dict(CUPRUST_CACHE_DIR=folder, CUPY_CACHE_DIR=folder, CUDA_CACHE_PATH=folder)
        command = [sys.executable, "-c", CHILD, name]
        done = subprocess.run(command, env=os.environ | caches, check=True, capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


if __name__ == "__main__":
    main()
