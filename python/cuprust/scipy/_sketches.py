"""Sketches of matrices, by which least squares of many rows become such of few."""

from __future__ import annotations

import numpy as _numpy

from cuprust import _core


def clarkson_woodruff_transform(input_matrix, sketch_size, rng=None, *, seed=None):
    """The product of a random matrix of `sketch_size` rows and matrices, the last two axes, of which each row is added to or taken from one row of the
    result, so that lengths of products are nearly kept.

    The numbers are those of `numpy.random.default_rng(rng)`, so that a seed gives SciPy's matrix. Integers give int64, others double precision.
    Raises ValueError for fewer than two axes, and TypeError for an `rng` beside `seed`.

    >>> cp.scipy.linalg.clarkson_woodruff_transform(cp.ones((1000, 3)), 10, rng=1).shape
    (10, 3)
    """
    if rng is not None and seed is not None:
        raise TypeError("clarkson_woodruff_transform() got multiple values for argument now known as `rng`: it was `seed`")
    a = input_matrix if isinstance(input_matrix, _core.ndarray) else _core.asarray(input_matrix)
    if a.ndim < 2:
        raise ValueError(f"expected matrices, not an array of {a.ndim} axes")
    if seed is None:
        rng = _numpy.random.default_rng(rng)
    else:
        # As in SciPy, a seed passed by its former name is used with the former generator.
        rng = seed if isinstance(seed, (_numpy.random.Generator, _numpy.random.RandomState)) else _numpy.random.RandomState(seed)
    integers = rng.integers if isinstance(rng, _numpy.random.Generator) else rng.randint
    rows = integers(0, sketch_size, a.shape[-2])
    signs = rng.choice([1, -1], a.shape[-2])
    wide = _core.asarray(signs, device=a.device)[:, None] * a
    sketch = _core.zeros((*a.shape[:-2], sketch_size, a.shape[-1]), wide.dtype, device=a.device)
    _core.add.at(sketch, (..., _core.asarray(rows, device=a.device), slice(None)), wide)
    return sketch
