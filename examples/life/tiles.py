"""The Game of Life in dask: an array of tiles, each an array on the device of its worker, and its neighbours' edges from dask.

    python examples/life/tiles.py --workers 2 --side 16384

Printed are the generations a second with 1, 2, .. workers and whether all cells are those that NumPy computes. Each worker is a
process with a GPU of its own; where there is no GPU, workers compute on the CPU.
"""

import argparse
import logging
import time

import dask.array as da
import numpy as np
from dask.distributed import Client, Nanny, Scheduler, SpecCluster

import cuprust as cp
from ranks import start


def step(tile):
    """One generation of a tile with a border, where what is wrong is cut off by dask."""
    xp = np if isinstance(tile, np.ndarray) else cp
    rows = tile + xp.roll(tile, 1, axis=0) + xp.roll(tile, -1, axis=0)
    around = rows + xp.roll(rows, 1, axis=1) + xp.roll(rows, -1, axis=1)
    return ((around == 3) | ((around == 4) & (tile == 1))).astype(tile.dtype)


def generations(life, steps, at_once=8):
    """The array after some generations. Each time that this many are named the workers compute them."""
    for done in range(1, steps + 1):
        life = life.map_overlap(step, depth=1, boundary="periodic", dtype=life.dtype, meta=life._meta)
        if done % at_once == 0:
            life = life.persist()
    return life.persist()


def cluster(workers):
    """Processes with one thread and one GPU each."""
    options = {"nthreads": 1, "dashboard_address": None, "silence_logs": logging.ERROR}
    one = {w: {"cls": Nanny, "options": {**options, "env": {"CUDA_VISIBLE_DEVICES": str(w)}}} for w in range(workers)}
    scheduler = {"cls": Scheduler, "options": {"dashboard": False, "dashboard_address": None}}
    return SpecCluster(workers=one, scheduler=scheduler, silence_logs=logging.ERROR)


def run(workers, cells, steps):
    """The seconds of the generations, and all cells."""
    side = cells.shape[0]
    with cluster(workers) as processes, Client(processes) as client:
        client.wait_for_workers(workers)
        life = da.from_array(cells, chunks=(-(-side // workers), side)).map_blocks(cp.asarray, meta=cp.empty((0, 0), cells.dtype)).persist()
        # What is compiled is compiled in the first generations.
        client.gather(client.compute(generations(life, 3).sum()))
        began = time.perf_counter()
        life = generations(life, steps)
        client.gather(client.compute(life.sum()))
        seconds = time.perf_counter() - began
        return seconds, life.map_blocks(cp.asnumpy, meta=np.empty((0, 0), cells.dtype)).compute()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--side", type=int, default=2048, help="the rows and columns of the torus")
    parser.add_argument("--steps", type=int, default=100)
    arguments = parser.parse_args()
    cells = expected = start(arguments.side, arguments.side)
    for _ in range(arguments.steps):
        expected = step(expected)
    alone = None
    for workers in range(1, arguments.workers + 1):
        seconds, found = run(workers, cells, arguments.steps)
        alone = alone or seconds
        equal = "all cells equal" if np.array_equal(found, expected) else "CELLS DIFFER"
        print(f"{workers} workers: {arguments.steps / seconds:10.1f} generations a second, {alone / seconds:.2f} times one, {equal}")


if __name__ == "__main__":
    main()
