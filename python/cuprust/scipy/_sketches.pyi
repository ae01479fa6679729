"""Sketches of matrices, by which least squares of many rows become such of few."""

import numpy as np

from cuprust import ArrayLike, ndarray

def clarkson_woodruff_transform(
    input_matrix: ArrayLike,
    sketch_size: int,
    rng: int | np.random.Generator | None = None,
    *,
    seed: int | np.random.Generator | np.random.RandomState | None = None,
) -> ndarray: ...
