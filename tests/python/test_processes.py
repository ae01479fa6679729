"""Many processes of `multiprocessing`, however they are started, while the parent's threads go on and other processes keep every core busy."""

import multiprocessing
import subprocess
import sys

import pytest
from conftest import LONG, on_cpu

# Each child computes with an array of the parent's, with one that the parent had only recorded when the child was
# forked, and in threads of its own.
PROGRAM = """
import multiprocessing, os, subprocess, sys, threading, warnings
import numpy as np
import cuprust as cp

warnings.simplefilter("ignore")
recorded = cp.arange(50_000) * 3 + 1

def work(given):
    number, a = given
    sums = []
    def own(length):
        x = cp.arange(length) + number
        for _ in range(5):
            x = cp.sort(x[::-1]) + 1
        sums.append(int(x.sum()))
    threads = [threading.Thread(target=own, args=(length,)) for length in (10, 10_000)]
    for thread in threads:
        thread.start()
    product = cp.linalg.solve(cp.eye(40) * 2, cp.ones(40) * number) @ cp.ones(40)
    for thread in threads:
        thread.join()
    return os.getpid(), a * 2 + number, int(recorded[-1]), float(product), sorted(sums)

def expected(number, a):
    sums = [sum(range(length)) + length * (number + 5) for length in (10, 10_000)]
    return a * 2 + number, 149_998, 20.0 * number, sums

def main(method, count, together):
    context = multiprocessing.get_context(method)
    ended, wrong = threading.Event(), []

    def live(seed):
        with cp.cuda.Stream(non_blocking=True):
            x, steps = cp.full(20_000, seed), 0
            while not ended.is_set():
                x, steps = x + 1, steps + 1
                if steps % 20 == 0 and int(x[7]) != seed + steps:
                    wrong.append((seed, steps, int(x[7])))
                    return

    threads = [threading.Thread(target=live, args=(seed,)) for seed in range(3)]
    hogs = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        for thread in threads:
            thread.start()
        later = [cp.ones(50_000) * number for number in range(4)]
        arrays = [cp.arange(number + 2) for number in range(count)]
        # A process does one task, and ends.
        with context.Pool(together, maxtasksperchild=1) as pool:
            found = pool.map_async(work, list(enumerate(arrays)), chunksize=1).get(3000)
            pool.close()
            pool.join()
        assert [int(x.sum()) for x in later] == [50_000 * number for number in range(4)]
    finally:
        ended.set()
        for hog in hogs:
            hog.kill()
            hog.wait()
    for thread in threads:
        thread.join()
    assert not wrong, wrong
    assert len({pid for pid, *_ in found}) == count
    for number, (_, *results) in enumerate(found):
        own = expected(number, np.arange(number + 2))
        np.testing.assert_array_equal(results[0].get(), own[0])
        assert tuple(results[1:]) == own[1:], (number, results)
    print("done", flush=True)

if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
"""

# How many processes there are, and how many at a time. One that imports everything anew takes longer to begin.
METHODS = {"fork": (300, 24), "forkserver": (300, 24), "spawn": (300, 8)} if LONG else {"fork": (24, 12), "forkserver": (6, 3), "spawn": (4, 2)}


@pytest.mark.skipif(not on_cpu(), reason="a process that has used a GPU cannot use it in a forked child, as CUDA has it")
@pytest.mark.parametrize("method", METHODS)
def test_many_processes_on_a_busy_machine(method, tmp_path):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"there is no {method} here")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    done = subprocess.run([sys.executable, program, method, *map(str, METHODS[method])], capture_output=True, text=True, timeout=3600)
    assert (done.stdout, done.returncode) == ("done\n", 0), done.stderr[-4000:]
