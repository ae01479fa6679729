"""Draws report.png: profiles a game of Life, and takes a picture of the page in a headless Chromium.

python docs/guide/pictures/report.py       needs chromium
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = '''\
import numpy as np
import cupy as cp
from cupyx.profiler import time_range


def step(grid, xp):
    n = sum(xp.roll(xp.roll(grid, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
    return xp.where((n == 3) | ((grid == 1) & (n == 2)), 1, 0)


@time_range()
def life_step_numpy(grid):
    return step(grid, np)


@time_range()
def life_step_gpu(grid):
    return step(grid, cp)


@time_range()
def simulate_life_numpy(grid, steps):
    for _ in range(steps):
        grid = life_step_numpy(grid)
    return grid


@time_range()
def simulate_life_gpu(grid, steps):
    grid = cp.asarray(grid)
    for _ in range(steps):
        grid = life_step_gpu(grid)
    return grid.get()


board = (np.random.default_rng(0).random((1000, 1000)) < 0.2).astype(int)
assert (simulate_life_numpy(board, 10) == simulate_life_gpu(board, 10)).all()
simulate_life_gpu(board, 120)
'''
PICTURE = Path(__file__).with_name("report.png")
# Down to Python's calls, and no further: the tables are long.
SIZE = "1085,1390"


def main():
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
    if browser is None:
        sys.exit("report.py: there is no Chromium")
    with tempfile.TemporaryDirectory() as folder:
        program, page = Path(folder) / "life.py", Path(folder) / "life.html"
        program.write_text(PROGRAM, encoding="utf-8")
        command = [sys.executable, "-m", "cuprust", "profile", "--quiet", "--html", page.name, program.name]
        subprocess.run(command, check=True, cwd=folder)
        # The picture shows the program's name, not where it lay.
        page.write_text(page.read_text(encoding="utf-8").replace(f"{folder}/", ""), encoding="utf-8")
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={SIZE}", f"--screenshot={PICTURE}"]
        subprocess.run([browser, *options, f"--user-data-dir={folder}/browser", page.as_uri()], check=True, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
