"""How the arguments of special functions are drawn: each is a function of a generator and a count."""

import numpy as np


def wide(low, high):
    """Numbers evenly spread over the magnitudes from low to high."""
    return lambda random, n: np.exp(random.uniform(np.log(low), np.log(high), n))


def even(low, high):
    return lambda random, n: random.uniform(low, high, n)


def whole(low, high):
    """Whole numbers, as floats."""
    return lambda random, n: np.floor(random.uniform(low, high + 1, n))


def both_signs(draw):
    return lambda random, n: draw(random, n) * random.choice([-1.0, 1.0], n)


def joined(*draws):
    return lambda random, n: np.concatenate([draw(random, n // len(draws)) for draw in draws])
