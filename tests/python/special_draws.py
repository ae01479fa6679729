"""Draws of arguments of special functions: functions of a generator and a count."""

import numpy as np


def wide(low, high):
    """Numbers evenly spread over the magnitudes from low to high."""
    return lambda random, n: np.exp(random.uniform(np.log(low), np.log(high), n))


def even(low, high):
    return lambda random, n: random.uniform(low, high, n)


def both_signs(draw):
    return lambda random, n: draw(random, n) * random.choice([-1.0, 1.0], n)


def joined(*draws):
    return lambda random, n: np.concatenate([draw(random, n // len(draws)) for draw in draws])


def whole(low, high):
    return lambda random, n: random.integers(low, high, n, endpoint=True).astype(float)
