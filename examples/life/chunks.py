"""The Game of Life in one array over the devices of a process: each device has a band of rows as an ordinary array.

    python examples/life/chunks.py --devices 2 --side 16384

Bands overlap by the edges of their neighbours, which are copied each generation. Printed are the generations a second on 1, 2, ..
devices and whether all cells are those of one device. Where there is no GPU, all bands are on the CPU. As
``cuprust run examples/life/chunks.py --module cupy`` the same program runs by CuPy's names.
"""

import argparse
import importlib
import time

import numpy as np

from ranks import next_rows, start


def run(cp, distributed_array, devices, side, steps):
    """The seconds of the generations, and all cells."""
    count = cp.cuda.runtime.getDeviceCount()
    bounds = [side * at // devices for at in range(devices + 1)]
    # With the last row above the first one and the first below the last: a ring.
    grid = np.pad(start(side, side), ((1, 1), (0, 0)), mode="wrap")

    def wait():
        for device in range(min(devices, count)):
            cp.cuda.Device(device).synchronize()

    # What is compiled is compiled in the first generations.
    for generations in (3, steps):
        life = distributed_array(grid, {device: slice(bounds[device], bounds[device + 1] + 2) for device in range(devices)})
        bands = [chunks[0] for chunks in life.all_chunks().values()]
        wait()
        began = time.perf_counter()
        for _ in range(generations):
            for device, band in enumerate(bands):
                with cp.cuda.Device(device % count):
                    band[1:-1] = next_rows(cp, band)
            for device, band in enumerate(bands):
                with cp.cuda.Device(device % count):
                    # `array` copies to the current device.
                    band[0] = cp.array(bands[device - 1][-2])
                    band[-1] = cp.array(bands[(device + 1) % devices][1])
        wait()
        seconds = time.perf_counter() - began
    return seconds, life.get()[1:-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--devices", type=int, default=2)
    parser.add_argument("--side", type=int, default=2048, help="the rows and columns of the torus")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--module", default="cuprust")
    arguments = parser.parse_args()
    cp = importlib.import_module(arguments.module)
    array = importlib.import_module("cupyx.distributed.array" if arguments.module == "cupy" else arguments.module + ".distributed.array")
    side, steps = arguments.side, arguments.steps
    alone, cells = run(cp, array.distributed_array, 1, side, steps)
    print(f"1 device:  {steps / alone:10.1f} generations a second")
    for devices in range(2, arguments.devices + 1):
        seconds, found = run(cp, array.distributed_array, devices, side, steps)
        equal = "all cells equal" if np.array_equal(found, cells) else "CELLS DIFFER"
        print(f"{devices} devices: {steps / seconds:10.1f} generations a second, {alone / seconds:.2f} times one, {equal}")


if __name__ == "__main__":
    main()
