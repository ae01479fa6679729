"""What the profiler says of the experiment: the profiling course's tables, and the answers to its exercise, from this machine's own figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np

import cuprust as cp
from cuprust._life.board import random_board
from cuprust._life.step import life_step_gpu, life_step_naive, life_step_numpy
from cuprust.profiler import crossover, profile, time_range

# The course's tables by their keys.
TABLES = ("ranges", "api", "kernels", "memory-time", "memory-size")

STEPS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "naive": ("simulate_life_naive", time_range()(life_step_naive)),
    "numpy": ("simulate_life_numpy", time_range()(life_step_numpy)),
    "cuprust": ("simulate_life_cuprust", time_range()(life_step_gpu)),
}


@dataclass
class Found:
    """What was recorded, the seconds a step of each way by size, and what was recorded of cuprust's game alone by size.

    `carried` is how many seconds the largest board took to the device and back.
    """

    recording: profile
    steps: int
    times: dict[str, dict[int, float]] = field(default_factory=dict)
    parts: dict[int, profile] = field(default_factory=dict)
    carried: float = 0.0

    def rows(self, key: str, size: int | None = None) -> list[dict[str, Any]]:
        """The rows of a table, of the whole or of cuprust's game of one size; none where nothing of its kind happened."""
        recording = self.recording if size is None else self.parts[size]
        table = recording.tables().get(key, {"columns": [], "rows": []})
        return [dict(zip(table["columns"], row)) for row in table["rows"]]


def record(sizes: Sequence[int], steps: int, naive_to: int, seed: int) -> Found:
    """Play a random board of each size in every way, and record it. The naive loops play boards of up to `naive_to`."""
    boards = [random_board(size, seed=seed) for size in sizes]
    for board in boards:
        # The first run, which plans, compiles and faults in memory, is not part of the tables.
        _simulate("cuprust", board.grid, steps)
    with profile() as recording:
        found = Found(recording, steps)
        for board in boards:
            for way in STEPS:
                if way != "naive" or board.size <= naive_to:
                    with profile() as part:
                        start = perf_counter()
                        _simulate(way, board.grid, steps)
                        taken = perf_counter() - start
                    found.times.setdefault(way, {})[board.size] = taken / steps
                    if way == "cuprust":
                        found.parts[board.size] = part
    start = perf_counter()
    cp.asnumpy(cp.asarray(boards[-1].grid))
    found.carried = perf_counter() - start
    return found


def _simulate(way: str, grid: np.ndarray, steps: int) -> None:
    name, step = STEPS[way]
    with time_range(name, sync=way == "cuprust"):
        grid = cp.asarray(grid) if way == "cuprust" else grid
        history = []
        for _ in range(steps):
            history.append(grid.copy())
            grid = step(grid)
        if way == "cuprust":
            cp.cuda.synchronize()


def answers(found: Found) -> list[tuple[str, str]]:
    """The questions of the course's exercise, each with its answer from what was measured."""
    return [
        ("How does the share of the naive loops change as the boards grow?", _scaling(found)),
        ("From which size on is NumPy faster than the loops, and cuprust faster than NumPy?", _sizes(found)),
        ("Is NumPy faster on small boards, and why?", _overhead(found)),
        ("Which calls dominate, and how does their share change?", _calls(found)),
        ("How much of the device's time is arithmetic, and how much copying?", _balance(found)),
        ("How does the time of copies within the device change as the boards grow, relative to that of the kernels?", _copies(found)),
        ("How often is memory freed in a step, and what does it cost?", _frees(found)),
        ("What would reusing buffers save?", _buffers(found)),
        ("What is the bottleneck to remove first?", _bottleneck(found)),
        ("Which changes would make it faster?", _changes(found)),
        ("When is it worth running work on the device, and how?", _lessons(found)),
        ("From which size on is it worth it, and how does a program find out?", _worth(found)),
    ]


def _micro(seconds: float) -> str:
    return f"{seconds * 1e6:,.1f} us".replace(",", " ")


def _scaling(found: Found) -> str:
    if "naive" not in found.times:
        return "The naive loops were not played: --naive-to is below the smallest size."
    shares = []
    for size, naive in sorted(found.times["naive"].items()):
        whole = sum(times[size] for times in found.times.values() if size in times)
        shares.append(f"{100 * naive / whole:.1f} % at {size} ({_micro(naive)} a step)")
    return f"The loops take {', '.join(shares)} of the time of all three ways."


def _first(found: Found, way: str, other: str) -> int | None:
    """The smallest size from which on a way is faster than another at every larger size that both played."""
    sizes = sorted(set(found.times.get(way, {})) & set(found.times.get(other, {})), reverse=True)
    smallest = None
    for size in sizes:
        if found.times[way][size] >= found.times[other][size]:
            break
        smallest = size
    return smallest


def _sizes(found: Found) -> str:
    texts = []
    for way, other in (("numpy", "naive"), ("cuprust", "numpy")):
        size = _first(found, way, other)
        texts.append(f"{way} is faster than {other} from size {size} on" if size else f"{way} is not faster than {other} at the largest size")
    return "; ".join(texts) + "."


def _overhead(found: Found) -> str:
    smallest = min(found.times["cuprust"])
    ours, numpys = found.times["cuprust"][smallest], found.times["numpy"][smallest]
    flushes = found.rows("flushes")
    instructions, kernels = (sum(row[title] for row in flushes) for title in ("Instructions", "Kernels"))
    turns = found.steps * len(found.times["cuprust"])
    faster = "cuprust" if ours < numpys else "NumPy"
    return (
        f"At size {smallest} a step takes {_micro(numpys)} with NumPy and {_micro(ours)} with cuprust: {faster} is faster. A step costs a call for each "
        f"operation, whatever its size. Here {instructions / turns:.1f} recorded operations a step became {kernels / turns:.2f} kernels; a "
        "library without fusion launches a kernel for each."
    )


def _total(rows: Sequence[dict[str, Any]], title: str = "Total Time (ns)") -> float:
    return sum(row[title] for row in rows)


def _ends(found: Found) -> list[int]:
    """The smallest and the largest size."""
    return sorted({min(found.parts), max(found.parts)})


def _calls(found: Found) -> str:
    calls = found.rows("api")
    if not calls:
        return "There are no calls of a driver, because the CPU ran the kernels."
    named = ", ".join(f"{row['Name']} {row['Time (%)']:.1f} % ({row['Num Calls']} calls)" for row in calls[:3])

    def part(size: int) -> str:
        taken = _total(found.rows("api", size)) * 1e-9 / found.steps
        return f"{100 * taken / found.times['cuprust'][size]:.1f} % at size {size} ({_micro(taken)} of {_micro(found.times['cuprust'][size])} a step)"

    return f"By their time: {named}. The calls take {', '.join(map(part, _ends(found)))} of cuprust's time."


def _balance(found: Found) -> str:
    kernels = found.rows("fusion")
    copies = _total([row for row in kernels if row["Fused operations"] == "copy"])
    whole = _total(kernels) or 1
    return (
        f"{100 * (whole - copies) / whole:.1f} % of the kernels' time is arithmetic and {100 * copies / whole:.1f} % copying: "
        "a roll is read where it is used, without a copy."
    )


def _copies(found: Found) -> str:
    def part(size: int) -> str:
        within = _total([row for row in found.rows("memory-time", size) if "Device-to-Device" in row["Operation"]])
        return f"{within / (_total(found.rows('fusion', size)) or 1):.3f} times the kernels' time at size {size}"

    return f"Copies within the device take {', '.join(map(part, _ends(found)))}."


def _frees(found: Found) -> str:
    memory = found.rows("memory")
    turns = found.steps * len(found.times["cuprust"])
    frees = [row for row in found.rows("api") if row["Name"].startswith(("cuMemFree", "cudaFree"))]
    return (
        f"Arrays allocated memory {_total(memory, 'Allocations') / turns:.2f} times a step and freed it {_total(memory, 'Releases') / turns:.2f} times, from and to "
        f"a pool, without waiting for the device. The driver freed memory {_total(frees, 'Num Calls'):.0f} times, in {_total(frees) / 1e6:.3f} ms in all."
    )


def _buffers(found: Found) -> str:
    turns = found.steps * len(found.times["cuprust"])
    pool = _total(found.rows("memory")) / turns * 1e-9
    calls = [row for row in found.rows("api") if row["Name"].startswith(("cuMemAlloc", "cuMemFree", "cudaMalloc", "cudaFree"))]
    step = sum(found.times["cuprust"].values()) / len(found.times["cuprust"])
    return (
        f"At most the cost of memory: {_micro(pool)} of {_micro(step)} a step, which is {100 * pool / step:.1f} %, and {_total(calls, 'Num Calls'):.0f} calls of the driver in "
        f"{turns} steps. Here all boards are kept; a program that needs only the last one alternates between two arrays (out=)."
    )


def _bottleneck(found: Found) -> str:
    ranges = found.rows("ranges")
    steps = [row for row in ranges if row["Range"].startswith(":life_step")]
    if not steps:
        return "No step took time."
    whole = sum(_total([row]) for row in steps)
    named = ", ".join(f"{row['Range'].lstrip(':')} {100 * row['Total Time (ns)'] / whole:.1f} %" for row in steps)
    first = steps[0]["Range"].lstrip(":")
    of_cuprust = found.rows("flushes")
    return (
        f"{first}. Shares of the time of all steps: {named}. In cuprust's games running the recorded operations takes {_total(of_cuprust) / 1e6:.3f} ms, of which the "
        f"device's kernels take {_total(found.rows('fusion')) / 1e6:.3f} ms."
    )


def _changes(found: Found) -> str:
    texts = [f"{each['title']}: {each['change']}." for each in found.recording.advice()]
    steps = [row["Range"] for row in found.rows("ranges") if row["Range"].startswith(":life_step")]
    # The profiler of devices does not see loops in Python.
    if steps and steps[0] == ":life_step_naive":
        texts.insert(0, "Write the loops of life_step_naive as operations on whole arrays, as life_step_numpy has them.")
    return " ".join(texts) or "The profiler found nothing to change."


def _lessons(found: Found) -> str:
    times, (small, large) = found.times["cuprust"], (_ends(found)[0], _ends(found)[-1])
    per_cell = [times[size] / size**2 * 1e9 for size in (small, large)]
    steps = found.carried / times[large]
    falls = (
        "a step costs its calls and its launch whatever its size, so a device pays when there is enough work at once"
        if per_cell[1] < per_cell[0]
        else "more cells at once do not make a cell cheaper"
    )
    return (
        f"A cell costs {per_cell[0]:.3f} ns a step at size {small} and {per_cell[1]:.3f} ns at {large}: {falls}. The board of {large} took {_micro(found.carried)} "
        f"to the device and back, as long as {steps:.2f} steps: copy arrays once, keep them on the device for all steps, and read little at the end."
    )


def _worth(found: Found) -> str:
    size = _first(found, "cuprust", "numpy")
    when = f"cuprust is faster than NumPy from size {size} on" if size else "cuprust is faster than NumPy at none of these sizes"
    text = f"Here {when}. cuprust.profiler.crossover(step, make_board, sizes) times a step on two devices at each size"
    device = str(cp.cuda.Device())
    if not device.startswith("cuda"):
        return f"{text} and gives the smallest from which on the second is faster; this machine's default device is {device}."
    sizes = sorted(found.parts)
    make = lambda side: (cp.asarray(random_board(side).grid),)  # noqa: E731
    turn = crossover(life_step_gpu, make, sizes, devices=("cpu", device)).size
    return f"{text}. By it {device} is faster than the CPU " + (f"from size {turn} on." if turn else "at none of these sizes.")


def tables(found: Found) -> list[tuple[str, dict[str, Any]]]:
    """The course's five tables by their keys, each with its title, columns and rows; where nothing of its kind happened, without rows and with why."""
    all_tables = found.recording.tables()
    for key, (title, why) in found.recording.recording.empty_tables().items():
        all_tables[key] = {"title": title, "columns": [], "rows": [], "why": why}
    return [(key, all_tables[key]) for key in TABLES]


def fused(found: Found) -> str:
    """How many operations became how many kernels."""
    rows = found.rows("fusion")
    kernels = sum(row["Instances"] for row in rows)
    operations = sum(row["Instances"] * row["Operations"] for row in rows)
    return (
        f"{operations:,} operations ran as {kernels:,} fused kernels: what one operation gave the next was never written to memory."
    ).replace(",", " ")


def print_profile(console: Any, found: Found) -> None:
    """Print the report and the answers."""
    # The tables are wider than many terminals: their lines are not broken here.
    console.print(found.recording.report(), highlight=False, markup=False, soft_wrap=True)
    for question, answer in answers(found):
        console.print(f"[bold]{question}[/bold]", highlight=False)
        console.print(answer + "\n", highlight=False, markup=False)


def shown(cell: Any, column: str) -> str:
    """A cell as the course shows it: groups of three digits, and as many decimals as the column has."""
    if isinstance(cell, str):
        return cell
    digits = 3 if "(MB)" in column else 1
    return f"{cell:,}".replace(",", " ") if isinstance(cell, int) else f"{cell:,.{digits}f}".replace(",", " ")
