"""dask.array over chunks of several modules, side by side: the same programs on the same cluster, whose workers have a GPU each.

    python benches/chunks.py cupy,cuprust --workers 2       on two GPUs
    python benches/chunks.py numpy,cuprust --workers 2      on the CPU

The chunks are in the workers' memory when a program begins, and its result comes to this process. Modules take turns within each
repeat. Printed are the median milliseconds, how many times as fast as the first module the others are, and whether results are equal.
"""

import argparse
import importlib
import logging
import re
import statistics
import time

import dask
import dask.array as da
import numpy as np
from dask.distributed import Client, Nanny, Scheduler, SpecCluster, wait

REPEATS = 5


def chunk(module, block_info):
    """A chunk of random numbers, the same for all modules."""
    found = block_info[None]
    shape = tuple(end - begin for begin, end in found["array-location"])
    random = np.random.default_rng(found["chunk-location"])
    xp = importlib.import_module(module)
    return xp.asarray(random.random(shape, np.float32))


def made(module, shape, chunks):
    xp = importlib.import_module(module)
    sizes = da.core.normalize_chunks(chunks, shape, dtype=np.float32)
    meta = xp.empty((0,) * len(shape), np.float32)
    return da.map_blocks(chunk, module, chunks=sizes, dtype=np.float32, meta=meta)


def smoothed(tile):
    rows = tile[:-2] + tile[1:-1] + tile[2:]
    return (rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]) / np.float32(9)


def stencil(x):
    return da.overlap.overlap(x, 1, "periodic").map_blocks(smoothed, dtype=x.dtype, meta=x._meta, chunks=x.chunks)


PROGRAMS = {
    "sum": ("wide", lambda x: x.sum()),
    "mean of columns": ("wide", lambda x: x.mean(axis=0)),
    "std": ("wide", lambda x: x.std()),
    "a chain of operations": ("wide", lambda x: (da.exp(-x * x) + da.sin(x) * 2 - x).max(axis=1)),
    "stencil of nine": ("wide", lambda x: stencil(x).sum()),
    "histogram": ("wide", lambda x: da.histogram(x, bins=100, range=(0, 1))[0]),
    "product with its transpose": ("tall", lambda x: x.T @ x),
    "singular values, tall": ("tall", lambda x: da.linalg.svd(x)[1]),
    "columns standardised": ("wide", lambda x: ((x - x.mean(axis=0)) / x.std(axis=0)).max()),
}


def arrays(module, side):
    """A square of chunks, and a matrix of few columns."""
    tall = side * side // 256 // 8 * 8
    return {"wide": made(module, (side, side), (side // 4, side // 2)), "tall": made(module, (tall, 64), (tall // 8, 64))}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", help="numpy, cupy, cuprust, with commas between; the first is compared with")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="", metavar="REGEX", help="the programs to run")
    parser.add_argument("--side", type=int, default=4096, help="rows and columns of the square")
    arguments = parser.parse_args()
    modules = arguments.modules.split(",")
    options = {"nthreads": 1, "dashboard_address": None, "silence_logs": logging.ERROR}
    one = {w: {"cls": Nanny, "options": {**options, "env": {"CUDA_VISIBLE_DEVICES": str(w)}}} for w in range(arguments.workers)}
    scheduler = {"cls": Scheduler, "options": {"dashboard": False, "dashboard_address": None}}
    dask.config.set({"distributed.comm.timeouts.connect": "120s"})
    with SpecCluster(workers=one, scheduler=scheduler, silence_logs=logging.ERROR) as cluster, Client(cluster) as client:
        client.wait_for_workers(arguments.workers)
        held = {module: {name: array.persist() for name, array in arrays(module, arguments.side).items()} for module in modules}
        wait([array for each in held.values() for array in each.values()])
        for name, (which, program) in PROGRAMS.items():
            if not re.search(arguments.only, name):
                continue
            times, results = {module: [] for module in modules}, {}
            for repeat in range(REPEATS + 1):
                for module in modules:
                    began = time.perf_counter()
                    results[module] = client.compute(program(held[module][which]), optimize_graph=True).result()
                    if repeat:
                        times[module].append(time.perf_counter() - began)
            found = [np.asarray(result.get() if hasattr(result, "get") else result, float) for result in results.values()]
            equal = all(np.allclose(found[0], each, rtol=1e-3) for each in found)
            medians = [statistics.median(times[module]) * 1e3 for module in modules]
            ratios = "".join(f"   {module} {ms:9.1f} ms x{medians[0] / ms:5.2f}" for module, ms in zip(modules, medians))
            print(f"{name:28}{ratios}   {'equal' if equal else 'DIFFERENT'}", flush=True)


if __name__ == "__main__":
    main()
