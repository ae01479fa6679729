"""Where a game starts: a random board, or a pattern in the middle of an empty one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cuprust._life.rle import Pattern


@dataclass(frozen=True)
class Board:
    """A named first board: a square int64 array of 0 and 1."""

    name: str
    grid: np.ndarray

    @property
    def size(self) -> int:
        """The number of cells along one side."""
        return self.grid.shape[0]


def random_board(N: int, p_alive: float = 0.2, seed: int = 0) -> Board:
    """A board of `N` by `N` cells, each alive with probability `p_alive`; the same for the same seed."""
    grid = np.random.RandomState(seed).choice([0, 1], size=(N, N), p=[1-p_alive, p_alive])
    return Board("random", grid.astype(np.int64, copy=False))


def pattern_board(pattern: Pattern, N: int) -> Board:
    """`pattern` in the middle of an empty board of `N` by `N` cells. ValueError where it does not fit."""
    if max(pattern.width, pattern.height) > N:
        raise ValueError(
            f"{pattern.path}: the pattern has {pattern.width} x {pattern.height} cells and the board only {N} x {N}; "
            f"give --pattern-size {max(pattern.width, pattern.height)} or more"
        )
    grid = np.zeros((N, N), dtype=np.int64)
    top, left = (N - pattern.height) // 2, (N - pattern.width) // 2
    for row, column in pattern.cells:
        grid[top + row, left + column] = 1
    return Board(pattern.name, grid)
