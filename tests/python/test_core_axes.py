"""The axes of generalized ufuncs: `axes`, `axis` and `keepdims` of products, equal to NumPy's, and refused as NumPy does."""

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp

A, B, V = np.arange(24.0).reshape(2, 3, 4), np.arange(40.0).reshape(2, 4, 5), np.arange(8.0).reshape(2, 4)
CALLS = {
    "matmul": [
        (A, B, {"axes": [(-2, -1), (-2, -1), (0, 1)]}), (A, B, {"axes": [(1, 2), (1, 2), (2, 0)]}), (A.T, B, {"axes": [(1, 0), (1, 2), (1, 2)]}),
        (V[0], B, {"axes": [0, (1, 2), 0]}), (A, V[1], {"axes": [(1, 2), (0,), (-1,)]}), (V[0], V[1], {"axes": [0, 0, ()]}),
        (A, B, {"axes": [(-2, -1), (-2, -1)]}), (A, B, {"axis": 1}), (A, B, {"keepdims": True}), (A, B, {"axes": (1, 2)}),
        (A, B, {"axes": [(1,), (1, 2), (1, 2)]}), (A, B, {"axes": [(1, 1), (1, 2), (1, 2)]}), (A, B, {"axes": [(1, 5), (1, 2), (1, 2)]}),
        (A, B, {"axes": [1, (1, 2), (1, 2)]}), (A, B, {"axes": [(1, 2), (1, 2), (1, 2)], "axis": 1}), (V[0], B, {"axes": [0, (1, 2), (0, 1)]}),
    ],
    "vecdot": [
        (A, A, {"axis": 0}), (A, A, {"axis": 1, "keepdims": True}), (A, V[0], {"axes": [2, 0]}), (A, A, {"axes": [0, 0, 1], "keepdims": True}),
        (A, A, {"axes": [1, 1], "keepdims": True}), (A, V[0], {"axes": [(2,), (0,), ()]}), (A, A, {"axes": [0, 0, (1,)]}), (A, A, {"axes": [0, 0], "axis": 0}),
        (A + 1j, A, {"axes": [1, 1]}), (A, A, {"axis": 5}), (A, V[0], {"axes": [0, 0]}),
    ],
    "matvec": [
        (A, V, {"axes": [(1, 2), 1, 0]}), (A, V, {"axes": [(1, 2), (-1,), (-1,)]}), (A, V, {"axis": 0}), (A, V, {"keepdims": True}),
        (A.T, V, {"axes": [(1, 0), 1, 1]}),
    ],
    "vecmat": [(V, B, {"axes": [1, (1, 2), 0]}), (V, B, {"keepdims": True}), (V, B, {"axis": 0}), (V + 1j, B, {"axes": [1, (1, 2), 0]})],
}  # fmt: skip


# The dtypes of the loop, of which each has one for its operands and its result.
LOOPS = ["dd->d", "ff->f", "dd", "DD->D", (None, None, np.float32), (None, "c16", None), (None, None, None), "id->d", "d->d", (None, np.float64)]
for name in CALLS:
    CALLS[name] += [(*CALLS[name][0][:2], {"signature": loop}) for loop in LOOPS]


@pytest.mark.parametrize("name, number", [(name, number) for name, calls in CALLS.items() for number in range(len(calls))])
def test_as_numpy(name, number):
    first, second, options = CALLS[name][number]
    try:
        expected = getattr(np, name)(first, second, **options)
    except Exception as error:
        with pytest.raises(type(error)) as ours:
            getattr(cp, name)(cp.asarray(first), cp.asarray(second), **options)
        if isinstance(error, TypeError):
            assert str(ours.value).split(" (")[0] in str(error)
        return
    result = getattr(cp, name)(cp.asarray(first), cp.asarray(second), **options)
    assert_same(result, np.asarray(expected), 1e-12)
    assert result.flags.c_contiguous
    # The output has any layout.
    for order in "CF":
        out = cp.zeros(result.shape, order=order) if result.dtype == np.float64 else cp.zeros(result.shape, result.dtype, order=order)
        assert getattr(cp, name)(cp.asarray(first), cp.asarray(second), out=out, **options) is out
        assert_same(out, np.asarray(expected), 1e-12)


def test_many_outer_axes():
    first, second = np.arange(2 * 3 * 4 * 5.0).reshape(4, 2, 3, 5), np.arange(3 * 5 * 2.0).reshape(5, 3, 2)
    options = {"axes": [(0, 3), (0, 2), (1, 0)]}
    assert_same(cp.matmul(cp.asarray(first), cp.asarray(second), **options), np.matmul(first, second, **options), 1e-12)
