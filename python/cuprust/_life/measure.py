"""How long each way takes for one game, and whether all of them play the same game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

import cuprust as cp
from cuprust._life.board import Board
from cuprust._life.step import simulate_life_cuprust, simulate_life_naive, simulate_life_numpy

WAYS = ("naive", "numpy", "cuprust")

# Each game is played several times: the first run also plans, compiles, and faults in its memory, whose cost affects
# every implementation and is a considerable part of a short game.
RUNS = 3
# A run of the naive loops of at least this length is not repeated: it needs no memory and compiles nothing.
LONG_SECONDS = 10.0


# The most boards that are kept for the animation, from the first on, and the largest side of boards that are kept.
MAX_FRAMES = 40
MAX_SIDE = 128


class Disagreement(Exception):
    """Two ways that do not play the same game; the text names the board, the first step and the first cell."""


@dataclass
class Timing:
    """Seconds per step: of the first run, and of the fastest one."""

    first: float
    best: float


@dataclass
class Game:
    """What came out of one board: the timing of each way played, where cuprust ran, the first boards, and the last one."""

    board: Board
    steps: int
    timings: dict[str, Timing] = field(default_factory=dict)
    device: str = ""
    final: np.ndarray | None = None
    frames: list[np.ndarray] = field(default_factory=list)

    def speedup(self, over: str) -> float | None:
        """How many times faster cuprust is than the way `over`, by the best run of each, or None where that was not played."""
        if over not in self.timings:
            return None
        return self.timings[over].best / self.timings["cuprust"].best


def play(board: Board, steps: int, with_naive: bool, played: Callable[[str], None] = lambda way: None) -> Game:
    """Play `steps` generations in each way and compare every step.

    `played` is called with each way's name once it is timed. Raises Disagreement at the first difference.
    """
    game = Game(board, steps)
    (reference, last), game.timings["numpy"] = _time(lambda: simulate_life_numpy(board.grid, steps), steps)
    reference.append(last)
    game.final = last
    if board.size <= MAX_SIDE:
        game.frames = reference[:MAX_FRAMES]
    played("numpy")

    on_device = cp.asarray(board.grid)
    (boards, last), game.timings["cuprust"] = _time(
        lambda: simulate_life_cuprust(on_device, steps), steps, cp.cuda.Stream.null.synchronize
    )
    boards.append(last)
    compare(board, "cuprust", map(cp.asnumpy, boards), reference)
    game.device = str(last.device)
    played("cuprust")
    del boards, last

    if with_naive:
        simulate = lambda: simulate_life_naive(board.grid, steps)  # noqa: E731
        (boards, last), game.timings["naive"] = _time(simulate, steps, enough=LONG_SECONDS)
        compare(board, "naive", [*boards, last], reference)
        played("naive")
    return game


def _time(
    simulate: Callable, steps: int, synchronize: Callable[[], None] = lambda: None, enough: float = float("inf")
) -> tuple[tuple, Timing]:
    """What the last run gave, and the timing of `RUNS` runs, or of as many as take `enough` seconds together."""
    runs: list[float] = []
    while len(runs) < RUNS and sum(runs) < enough:
        # The boards of the previous run are dropped here, so that no two histories are alive at once.
        result = None
        synchronize()
        start = perf_counter()
        result = simulate()
        synchronize()
        runs.append(perf_counter() - start)
    return result, Timing(runs[0] / steps, min(runs) / steps)


def compare(board: Board, way: str, boards, reference) -> None:
    """Raise Disagreement unless `boards` equal the `reference` in number, shape, dtype and every cell."""
    count = 0
    for step, (ours, numpy) in enumerate(zip(boards, reference)):
        where = f"{board.name} board of {board.size} x {board.size}, step {step}"
        if ours.shape != numpy.shape or ours.dtype != numpy.dtype:
            raise Disagreement(
                f"{where}: {way} has shape {ours.shape} and dtype {ours.dtype}, "
                f"NumPy has shape {numpy.shape} and dtype {numpy.dtype}"
            )
        different = np.argwhere(ours != numpy)
        if len(different):
            row, column = (int(index) for index in different[0])
            raise Disagreement(
                f"{where}, cell (row {row}, column {column}): "
                f"{way} has {ours[row, column]} and NumPy has {numpy[row, column]} ({len(different)} cells differ)"
            )
        count += 1
    if count != len(reference):
        raise Disagreement(f"{board.name} board of {board.size} x {board.size}: {way} made {count} boards, "
                           f"NumPy {len(reference)}")
