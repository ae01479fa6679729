"""The Game of Life on several GPUs: each rank, a process with a device of its own, has a band of rows and exchanges its edges each step.

    python examples/life/ranks.py --ranks 2 --side 16384
    python examples/life/ranks.py --ranks 2 --side 16384 --weak

Printed are the generations a second on 1, 2, .. ranks and whether all cells are those of one rank. With ``--weak`` each rank has as many
rows as one rank alone has, so that the time of a generation should stay. Where there is no GPU, ranks are processes on the CPU. As
``cuprust run examples/life/ranks.py --module cupy`` the same program runs by CuPy's names.
"""

import argparse
import importlib
import multiprocessing
import time

import numpy as np


def next_rows(cp, band):
    """The next generation of the rows of a band, whose first and last row are edges of its neighbours. Columns lie on a ring."""
    rows = band[:-2] + band[1:-1] + band[2:]
    around = rows + cp.roll(rows, 1, axis=1) + cp.roll(rows, -1, axis=1)
    # Three alive of the nine with the cell itself, or four where it is alive.
    return (around == 3) | ((around == 4) & (band[1:-1] == 1))


def start(rows, columns):
    return np.random.default_rng(0).integers(0, 2, (rows, columns), np.uint8)


def step(cp, nccl, comm, size, band):
    """One generation of a band, whose first and last row are the edges of the bands above and below."""
    above, below = (comm.rank - 1) % size, (comm.rank + 1) % size
    if size == 1:
        band[0], band[-1] = band[-2], band[1]
    else:
        # As one group: no rank waits for another's receive.
        nccl.groupStart()
        comm.send(band[1], above)
        comm.recv(band[-1], below)
        comm.send(band[-2], below)
        comm.recv(band[0], above)
        nccl.groupEnd()
    band[1:-1] = next_rows(cp, band)


def work(rank, size, port, module, height, side, steps, results):
    cp, nccl = importlib.import_module(module), importlib.import_module(module + ".cuda.nccl")
    distributed = importlib.import_module("cupyx.distributed" if module == "cupy" else module + ".distributed")
    cp.cuda.Device(rank % cp.cuda.runtime.getDeviceCount()).use()
    comm = distributed.init_process_group(size, rank, port=port)
    rows = np.array_split(np.arange(height), size)[rank]
    first = cp.asarray(start(height, side)[rows])
    band = cp.zeros((len(rows) + 2, side), np.uint8)
    # What is compiled is compiled in the first generations.
    for generations in (3, steps):
        band[1:-1] = first
        comm.barrier()
        cp.cuda.Device().synchronize()
        began = time.perf_counter()
        for _ in range(generations):
            step(cp, nccl, comm, size, band)
        cp.cuda.Device().synchronize()
        seconds = time.perf_counter() - began
    results.put((rank, seconds, np.packbits(cp.asnumpy(band[1:-1]))))
    comm.barrier()


def run(size, height, arguments):
    """The seconds of the slowest rank, and all cells."""
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    words = (arguments.port, arguments.module, height, arguments.side, arguments.steps, results)
    ranks = [context.Process(target=work, args=(rank, size, *words)) for rank in range(size)]
    for rank in ranks:
        rank.start()
    found = sorted((results.get(timeout=600) for _ in ranks), key=lambda each: each[0])
    for rank in ranks:
        rank.join()
    return max(seconds for _, seconds, _ in found), np.concatenate([np.unpackbits(cells) for _, _, cells in found])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--side", type=int, default=2048, help="the rows and columns of the torus; a multiple of 8 times the ranks")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--weak", action="store_true", help="as many times the rows as there are ranks")
    parser.add_argument("--port", type=int, default=13333)
    parser.add_argument("--module", default="cuprust")
    arguments = parser.parse_args()
    side, steps = arguments.side, arguments.steps
    alone, cells = run(1, side, arguments)
    print(f"1 rank:  {steps / alone:10.1f} generations a second")
    for size in range(2, arguments.ranks + 1):
        height = side * size if arguments.weak else side
        seconds, found = run(size, height, arguments)
        expected = run(1, height, arguments)[1] if arguments.weak else cells
        equal = "all cells equal" if np.array_equal(found, expected) else "CELLS DIFFER"
        print(f"{size} ranks: {steps / seconds:10.1f} generations a second, {alone / seconds:.2f} times one, {equal}")


if __name__ == "__main__":
    main()
