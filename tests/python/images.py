"""The same call of SciPy's functions of images and of ours: what the tests of `scipy.ndimage` share."""

import warnings

import numpy as np
import scipy.ndimage as reference
from conftest import SCIPY_118, assert_same, host, outcome
from scipy.ndimage import _interpolation as interpolation

import cuprust as cp
from cuprust.scipy import ndimage


def ours(value):
    return cp.asarray(value) if isinstance(value, np.ndarray) else value


def call(module, name, arguments, keywords):
    own = ours if module is ndimage else lambda value: value
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return getattr(module, name)(*map(own, arguments), **{key: own(value) for key, value in keywords.items()})


def compare(name, arguments, keywords=None, close=0.0, dtype=True):
    """The same call of both modules: its result, or the type of its exception."""
    keywords = keywords or {}
    (expected, error), (result, other) = [outcome(lambda m=m: call(m, name, arguments, keywords)) for m in (reference, ndimage)]
    assert type(error) is type(other), (name, arguments, keywords, error, other)
    if error is None:
        assert_same(as_arrays(result), as_arrays(expected), close, dtype, where=f"{name} {arguments} {keywords}")


def as_arrays(value):
    """Arrays of NumPy in place of what is no list or tuple; centers of mass are lists of arrays here, of tuples in SciPy."""
    if isinstance(value, list) and value and isinstance(value[0], (cp.ndarray, tuple)):
        return [np.stack([np.asarray(host(part)) for part in row]) if len(row) else np.zeros(0) for row in value]
    return type(value)(as_arrays(part) for part in value) if isinstance(value, (tuple, list)) else np.asarray(host(value))


POLES = {
    2: [-0.171572875253809902396622551580603843],
    3: [-0.267949192431122706472553658494127633],
    4: [-0.361341225900220177092212841325675255, -0.013725429297339121360331226939128204],
    5: [-0.430575347099973791851434783493520110, -0.043096288203264653822712376822550182],
}


def reflected_coefficients(values, order=3, axis=-1, output=np.float64, mode="mirror"):
    """`spline_filter1d` for edges that are reflected, in SciPy's order of operations."""
    values = np.asarray(values)
    made = np.moveaxis(values.astype(float), axis, 0).copy()
    n = len(made)
    if order not in range(6):
        raise RuntimeError("spline order not supported")
    if order > 1 and n > 1:
        made *= np.prod([(1 - pole) * (1 - 1 / pole) for pole in POLES[order]])
        for pole in POLES[order]:
            whole, power = pole**n, pole
            total = made[0] + whole * made[n - 1]
            for k in range(1, n):
                total = total + power * (made[k] + whole * made[n - 1 - k])
                power *= pole
            made[0] = total * (pole / (1 - whole * whole)) + made[0]
            for k in range(1, n):
                made[k] += pole * made[k - 1]
            made[n - 1] *= pole / (pole - 1)
            for k in range(n - 2, -1, -1):
                made[k] = pole * (made[k + 1] - made[k])
    return np.moveaxis(made, 0, axis)


def mend_reflected_splines():
    """Before SciPy 1.18 its splines of short lines with reflected edges miss the elements by up to a hundredth, as the first element was
    overwritten while it was still needed. Here they are made without that."""
    filtered = interpolation.spline_filter1d

    def mended(input, order=3, axis=-1, output=np.float64, mode="mirror"):
        if mode not in ("reflect", "grid-mirror", "nearest") or np.iscomplexobj(input):
            return filtered(input, order, axis, output, mode)
        # What is filtered may be what is written to.
        made = reflected_coefficients(input, order, axis)
        out = filtered(input, order, axis, output, mode)
        with np.errstate(invalid="ignore"):
            out[...] = made.astype("i8") != 0 if out.dtype == bool else made.astype(out.dtype)
        return out

    interpolation.spline_filter1d = reference.spline_filter1d = mended


# SciPy 1.18 rounds some splines in another order.
SAME_BITS = not SCIPY_118
if SAME_BITS:
    mend_reflected_splines()
