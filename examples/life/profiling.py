"""What the profiler says of the experiment: the profiling course's tables, and the answers to its exercise, from this machine's own figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import cuprust as cp
import numpy as np
from board import random_board
from cuprust.profiler import profile, time_range
from step import life_step_gpu, life_step_naive, life_step_numpy

TABLES = ("ranges", "api", "kernels", "memory-time", "memory-size")

STEPS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "naive": ("simulate_life_naive", time_range()(life_step_naive)),
    "numpy": ("simulate_life_numpy", time_range()(life_step_numpy)),
    "cuprust": ("simulate_life_cuprust", time_range()(life_step_gpu)),
}


@dataclass
class Found:
    """What was recorded, and the seconds a step of each way by size."""

    recording: profile
    steps: int
    times: dict[str, dict[int, float]] = field(default_factory=dict)

    def rows(self, key: str) -> list[dict[str, Any]]:
        """The rows of a table; none where nothing of its kind happened."""
        table = self.recording.tables().get(key, {"columns": [], "rows": []})
        return [dict(zip(table["columns"], row)) for row in table["rows"]]


def record(sizes: Sequence[int], steps: int, naive_to: int, seed: int) -> Found:
    """Play a random board of each size in every way, and record it. The naive loops play boards of up to `naive_to`."""
    boards = [random_board(size, seed=seed) for size in sizes]
    for board in boards:
        # What is compiled and touched for the first time is not what the tables are about.
        _simulate("cuprust", board.grid, 2)
    with profile() as recording:
        found = Found(recording, steps)
        for board in boards:
            for way in STEPS:
                if way != "naive" or board.size <= naive_to:
                    start = perf_counter()
                    _simulate(way, board.grid, steps)
                    found.times.setdefault(way, {})[board.size] = (perf_counter() - start) / steps
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
        ("Which calls dominate, and how does their part change?", _calls(found)),
        ("How much of the device's time is arithmetic, and how much copying?", _balance(found)),
        ("How often is memory freed for each step, and what does it cost?", _frees(found)),
        ("What is the bottleneck to remove first, and how?", _bottleneck(found)),
        ("When is it worth to use the device, and how does a program find out?", _worth(found)),
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
    return f"Of the time of all three ways the loops take {', '.join(shares)}: they grow with the number of cells, the others hardly do."


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
    who = "cuprust" if ours < numpys else "NumPy"
    return (
        f"At size {smallest} a step takes {_micro(numpys)} with NumPy and {_micro(ours)} with cuprust: {who} is faster. A step costs a call for each "
        f"operation, whatever its size; here {instructions / turns:.1f} recorded operations a step became {kernels / turns:.2f} kernels, where a "
        "library without fusion launches one for each."
    )


def _calls(found: Found) -> str:
    calls = found.rows("api")
    if not calls:
        return "There are no calls of a driver: the CPU ran the kernels itself."
    named = ", ".join(f"{row['Name']} {row['Time (%)']:.1f} % ({row['Num Calls']} calls)" for row in calls[:3])
    total = sum(row["Total Time (ns)"] for row in calls) * 1e-9
    parts = found.times["cuprust"]
    whole = sum(parts.values()) * found.steps
    return (
        f"{named}. Together the calls take {100 * total / whole:.1f} % of cuprust's time; a launch costs the same at every size, so that its part is "
        f"smaller at {max(parts)} ({_micro(parts[max(parts)])} a step) than at {min(parts)} ({_micro(parts[min(parts)])})."
    )


def _balance(found: Found) -> str:
    kernels = found.rows("fusion")
    copies = sum(row["Total Time (ns)"] for row in kernels if row["Fused operations"] == "copy")
    whole = sum(row["Total Time (ns)"] for row in kernels) or 1
    moved = {row["Operation"]: row for row in found.rows("memory-time")}
    within = sum(row["Total Time (ns)"] for name, row in moved.items() if "Device-to-Device" in name)
    return (
        f"{100 * (whole - copies) / whole:.1f} % of the kernels' time is arithmetic and {100 * copies / whole:.1f} % copying; copies within the device take "
        f"{within / whole:.3f} times the kernels' time. A roll is read where it is used and never copied, so that this ratio does not grow with the board."
    )


def _frees(found: Found) -> str:
    memory = found.rows("memory")
    turns = found.steps * len(found.times["cuprust"])
    releases = sum(row["Releases"] for row in memory)
    time = sum(row["Total Time (ns)"] for row in memory)
    frees = [row for row in found.rows("api") if row["Name"].startswith(("cuMemFree", "cudaFree"))]
    count, cost = (sum(row[title] for row in frees) for title in ("Num Calls", "Total Time (ns)"))
    return (
        f"Arrays gave memory back {releases / turns:.2f} times a step, to a pool that gives it to the next array: {time / turns / 1e3:.2f} us a step for "
        f"allocations and releases. The driver was asked to free memory {count} times, which took {cost / 1e6:.3f} ms: buffers that are kept and written "
        "again (out=, +=) would save no more than that."
    )


def _bottleneck(found: Found) -> str:
    ranges = found.rows("ranges")
    advice = found.recording.advice()
    first = f"{ranges[0]['Range'].lstrip(':')} takes {ranges[0]['Time (%)']:.1f} % of all named time" if ranges else "No range took time"
    changes = "; ".join(f"{each['title']}: {each['change']}" for each in advice) or "the profiler knows of nothing to change"
    return f"{first}. {changes}."


def _worth(found: Found) -> str:
    size = _first(found, "cuprust", "numpy")
    when = f"from size {size} on" if size else "at none of these sizes"
    return (
        f"Here {when}. A program finds out by cuprust.profiler.crossover(step, make_board, sizes), which times both at each size and gives the "
        "smallest from which on the device is faster."
    )


def tables(found: Found) -> list[dict[str, Any]]:
    """The course's five tables, each with its title, columns and rows; those of which there is nothing are left out."""
    all_tables = found.recording.tables()
    return [all_tables[key] for key in TABLES if key in all_tables]


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
