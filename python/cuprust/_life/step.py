"""How one generation of Life becomes the next: Python loops, NumPy, and cuprust.

The three steps and the three loops around them are the profiling course's, with two differences: cuprust stands where
the course imports CuPy, and a loop takes its first board instead of drawing one, and also returns the last board,
so that the three play the same game and every step of it can be compared.
"""

import numpy as np

import cuprust as cp


def life_step_naive(grid: np.ndarray) -> np.ndarray:
    """The next generation of a board of 0 and 1, cell by cell; opposite edges are joined."""
    N, M = grid.shape
    new = np.zeros((N, M), dtype=int)
    for i in range(N):
        for j in range(M):
            cnt = 0
            for di in (-1, 0, 1):
                for dj in (-1, 0, 1):
                    if di == 0 and dj == 0:
                        continue
                    ni, nj = (i + di) % N, (j + dj) % M
                    cnt += grid[ni, nj]
            if grid[i, j] == 1:
                new[i, j] = 1 if (cnt == 2 or cnt == 3) else 0
            else:
                new[i, j] = 1 if (cnt == 3) else 0
    return new


def life_step_numpy(grid: np.ndarray) -> np.ndarray:
    """The next generation of a board of 0 and 1, as NumPy arrays; opposite edges are joined."""
    neighbours = (
        np.roll(np.roll(grid, 1, axis=0), 1, axis=1) +
        np.roll(np.roll(grid, 1, axis=0), -1, axis=1) +
        np.roll(np.roll(grid, -1, axis=0), 1, axis=1) +
        np.roll(np.roll(grid, -1, axis=0), -1, axis=1) +
        np.roll(grid, 1, axis=0) +
        np.roll(grid, -1, axis=0) +
        np.roll(grid, 1, axis=1) +
        np.roll(grid, -1, axis=1)
    )
    return np.where((neighbours == 3) | ((grid == 1) & (neighbours == 2)), 1, 0)


def life_step_gpu(grid: cp.ndarray) -> cp.ndarray:
    """The next generation of a board of 0 and 1, as cuprust arrays; opposite edges are joined."""
    neighbours = (
        cp.roll(cp.roll(grid, 1, axis=0), 1, axis=1) +
        cp.roll(cp.roll(grid, 1, axis=0), -1, axis=1) +
        cp.roll(cp.roll(grid, -1, axis=0), 1, axis=1) +
        cp.roll(cp.roll(grid, -1, axis=0), -1, axis=1) +
        cp.roll(grid, 1, axis=0) +
        cp.roll(grid, -1, axis=0) +
        cp.roll(grid, 1, axis=1) +
        cp.roll(grid, -1, axis=1)
    )
    return cp.where((neighbours == 3) | ((grid == 1) & (neighbours == 2)), 1, 0)


def simulate_life_naive(grid: np.ndarray, timesteps: int):
    """`timesteps` generations from `grid`: the boards before each step, and the board after the last."""
    history = []
    for _ in range(timesteps):
        history.append(grid.copy())
        grid = life_step_naive(grid)
    return history, grid


def simulate_life_numpy(grid: np.ndarray, timesteps: int):
    """`timesteps` generations from `grid`: the boards before each step, and the board after the last."""
    history = []
    for _ in range(timesteps):
        history.append(grid.copy())
        grid = life_step_numpy(grid)
    return history, grid


def simulate_life_cuprust(grid: cp.ndarray, timesteps: int):
    """`timesteps` generations from `grid`: the boards before each step, and the board after the last."""
    history = []
    for _ in range(timesteps):
        history.append(grid.copy())
        grid = life_step_gpu(grid)
    return history, grid
