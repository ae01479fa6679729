"""That a client library makes of our arrays what it makes of NumPy's."""

import numpy as np

import cuprust as cp


def same(function, *arrays, close=0.0):
    """Asserts that a function of arrays gives arrays of ours for ours, equal to what it gives for NumPy's."""
    ours = function(*[cp.asarray(array) for array in arrays])
    theirs = function(*arrays)
    pairs = zip(ours, theirs, strict=True) if isinstance(theirs, (tuple, list)) else [(ours, theirs)]
    for one, other in pairs:
        assert type(one) is cp.ndarray
        assert (one.dtype, one.shape) == (np.asarray(other).dtype, np.shape(other))
        np.testing.assert_allclose(one.get(), other, rtol=close, atol=close)
