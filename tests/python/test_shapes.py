"""Elements in other shapes and orders, joined and split; which results are views, and their strides."""

import warnings
from itertools import product

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp

A = np.arange(24).reshape(2, 3, 4)


@pytest.mark.parametrize("shape", [(24,), (4, 6), (-1, 8), (2, -1, 2), (5, 5), (-1, -1), (0, -1), -1, (24, 1, 1), (7, -1)])
def test_reshape(shape, both):
    for order in "CFA":
        both(lambda xp, a: xp.reshape(a, shape, order), A)
        both(lambda xp, a: a.T.reshape(shape, order=order), A)
    both(lambda xp, a: a[:, ::2].reshape(shape), A)
    if isinstance(shape, tuple):
        both(lambda xp, a: a.reshape(*shape), A)


def test_reshape_shares_memory_where_it_can():
    a = cp.arange(12)
    b = a.reshape(3, 4)
    b[0, 0] = 99
    assert a[0].item() == 99 and b.base is a
    assert b.T.reshape(12).base is None
    with pytest.raises(ValueError):
        cp.reshape(b.T, 12, copy=False)
    assert cp.reshape(a, (3, 4), copy=True).base is None


def test_shape_can_be_set(both):
    def change(xp, a, shape):
        a.shape = shape
        return a

    both(lambda xp, a: change(xp, a, (6, 4)), A)
    both(lambda xp, a: change(xp, a, -1), A)
    both(lambda xp, a: change(xp, a, (5, 5)), A)
    a = cp.arange(6)
    view = a[:]
    a.shape = 2, 3
    a[0, 1] = 7
    assert a.shape == (2, 3) and view.shape == (6,) and view[1].item() == 7
    with pytest.raises((AttributeError, ValueError)):
        cp.arange(6).reshape(2, 3).T.shape = 6


CALLS = {
    "ravel": lambda xp, a: xp.ravel(a), "ravel F": lambda xp, a: a.ravel("F"), "flatten": lambda xp, a: a.flatten(),
    "flatten F": lambda xp, a: a.flatten("F"), "transpose": lambda xp, a: xp.transpose(a, (1, 2, 0)),
    "transpose method": lambda xp, a: a.transpose(2, 0, 1), "transpose none": lambda xp, a: a.transpose(),
    "transpose tuple": lambda xp, a: a.transpose((0, 2, 1)), "transpose bad": lambda xp, a: a.transpose(0, 1),
    "transpose twice": lambda xp, a: a.transpose(0, 0, 1), "T": lambda xp, a: a.T, "mT": lambda xp, a: a.mT,
    "swapaxes": lambda xp, a: xp.swapaxes(a, 0, -1), "swapaxes bad": lambda xp, a: a.swapaxes(0, 3),
    "moveaxis": lambda xp, a: xp.moveaxis(a, 0, 2), "moveaxis lists": lambda xp, a: xp.moveaxis(a, [0, 1], [-1, -2]),
    "moveaxis bad": lambda xp, a: xp.moveaxis(a, [0, 1], [2]), "rollaxis": lambda xp, a: xp.rollaxis(a, 2),
    "expand_dims": lambda xp, a: xp.expand_dims(a, 1), "expand_dims tuple": lambda xp, a: xp.expand_dims(a, (0, -1)),
    "expand_dims bad": lambda xp, a: xp.expand_dims(a, 5), "squeeze": lambda xp, a: xp.squeeze(a[:1, None]),
    "squeeze axis": lambda xp, a: a[:1].squeeze(0), "squeeze bad": lambda xp, a: a.squeeze(1),
    "broadcast_to": lambda xp, a: xp.broadcast_to(a, (5, 2, 3, 4)), "broadcast_to bad": lambda xp, a: xp.broadcast_to(a, (2, 3)),
    "flip": lambda xp, a: xp.flip(a), "flip axis": lambda xp, a: xp.flip(a, (0, 2)), "fliplr": lambda xp, a: xp.fliplr(a),
    "flipud": lambda xp, a: xp.flipud(a), "rot90": lambda xp, a: xp.rot90(a), "rot90 k": lambda xp, a: xp.rot90(a, -1, (1, 2)),
    "rot90 bad": lambda xp, a: xp.rot90(a, 1, (1, 1)), "atleast_2d": lambda xp, a: xp.atleast_2d(a[0, 0]),
    "diagonal": lambda xp, a: a.diagonal(1, 1, 2), "real": lambda xp, a: a.real, "imag": lambda xp, a: xp.imag(a),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_views(name, both):
    call = CALLS[name]
    both(call, A)
    both(call, A.astype("float32"))
    try:
        numpys = call(np, A)
    except Exception:
        return
    ours = call(cp, cp.asarray(A))
    # Strides are NumPy's too, but where an extent of one leaves them open.
    if all(extent > 1 for extent in numpys.shape) and name != "imag":
        assert ours.strides == numpys.strides


def test_rolled(both):
    for shift, axis in [(1, None), (-2, 0), (3, 1), (5, -1), ((1, 2), (0, 1)), (1, (0, 1)), ((1, 2), 1), (0, 0), (100, 2), (1, 3),
                        ((1, 2, 3), (0, 1))]:  # fmt: skip
        both(lambda xp, a: xp.roll(a, shift, axis), A)
        both(lambda xp, a: xp.roll(a.T, shift, axis), A)
        both(lambda xp, a: xp.roll(xp.roll(a, 1, 0), shift, axis), A)
    both(lambda xp, a: xp.roll(a, 3), np.arange(5))
    both(lambda xp, a: xp.roll(a, 1), np.zeros(0))


def test_a_roll_is_a_copy_to_the_eye():
    a = cp.arange(5)
    b = cp.roll(a, 2)
    a[:] = 0
    assert_same(b, np.roll(np.arange(5), 2))
    b[0] = 9
    assert_same(a, np.zeros(5, int))


def test_joined_arrays_keep_an_order_that_they_share():
    c = np.arange(24.0).reshape(2, 3, 4)
    forms = [lambda a: a, lambda a: a.T, lambda a: a.transpose(1, 0, 2), lambda a: a[:, ::2].T[::-1], lambda a: a[:, :, None].T, lambda a: a[0].T]
    joins = ["concatenate([a, a], 0)", "concatenate([a, a], -1)", "concatenate([a, a.copy()], 1)", "stack([a, a], 1)", "stack([a, a[::-1]], -1)", "hstack([a, a])"]
    for form, join in product(forms, joins):
        theirs, ours = (eval("xp." + join, {"xp": xp, "a": form(xp.asarray(c))}) for xp in (np, cp))
        assert_same(ours, theirs, where=join)
        assert ours.strides == theirs.strides, (join, ours.shape)
    # The elements of a view of the result depend on it.
    columns = [cp.arange(6).reshape(2, 3).T] * 2
    joined = cp.stack(columns, 1)
    rows = joined.reshape(3, 4)
    joined += 1
    assert rows.base is None and int(rows[0, 0]) == 0


def test_joined(both):
    b = A.astype("float32")
    for axis in [0, 1, -1, None, 3]:
        both(lambda xp, x, y: xp.concatenate((x, y), axis=axis), A, b)
        if axis is not None:
            both(lambda xp, x, y: xp.stack([x, y], axis=axis), A, b)
    both(lambda xp, x, y: xp.concatenate([x, y]), A, A[:, :2])
    both(lambda xp, x, y: xp.concatenate([x, y], axis=1, dtype="int8", casting="unsafe"), A, A[:, :2])
    both(lambda xp: xp.concatenate([]))
    both(lambda xp, x, y: xp.stack([x, y]), A, A[:, :2])
    for name in ["vstack", "hstack", "dstack", "column_stack"]:
        both(lambda xp, x, y: getattr(xp, name)([x, y]), np.arange(3), np.ones(3))
        both(lambda xp, x, y: getattr(xp, name)([x, y]), A[0], A[1])
    both(lambda xp, x: xp.concatenate(x), A)

    def into(xp, x, out):
        assert xp.concatenate([x, x], out=out) is out
        return out

    both(into, A, np.zeros((4, 3, 4)))
    both(into, A, np.zeros((4, 3, 5)))


def test_split(both):
    for sections in [2, 3, [1, 3], [1, 1, 2], 5, [-1]]:
        for axis in [0, 2]:
            both(lambda xp, a: xp.split(a, sections, axis), A)
            both(lambda xp, a: xp.array_split(a, sections, axis), A)
    for name in ["vsplit", "hsplit", "dsplit"]:
        both(lambda xp, a: getattr(xp, name)(a, [1]), A)
        both(lambda xp, a: getattr(xp, name)(a, 2), np.arange(4))
    a = cp.arange(4)
    cp.split(a, 2)[1][0] = 9
    assert a[2].item() == 9


def test_repeated(both):
    for reps in [2, (2, 1), (1, 2, 1, 2), 0]:
        both(lambda xp, a: xp.tile(a, reps), A)
    each = [([1, 2], 0), ([0, 3, 1], 1), ([1, 2], 1), ([1, -1], 0), (np.arange(24), None), ([], 0)]
    for repeats, axis in [(2, None), (3, 1), (0, 0), (2, 5), *each]:
        both(lambda xp, a: xp.repeat(a, repeats, axis), A)
        both(lambda xp, a: a.repeat(repeats, axis), A)
    for width in [1, (1, 2), ((1, 0), (0, 2), (3, 1))]:
        for options in [{}, {"mode": "edge"}, {"mode": "wrap"}, {"constant_values": 7}, {"mode": "nonsense"}]:
            both(lambda xp, a: xp.pad(a, width, **options), A)


MARGINS = [
    {"constant_values": (7, 8)}, {"constant_values": ((1, 2), (3, 4))}, {"constant_values": ((1,), (2,))}, {"mode": "reflect"},
    {"constant_values": ((1, 2, 3),)}, {"mode": "reflect", "reflect_type": "odd"}, {"mode": "symmetric"},
    {"mode": "symmetric", "reflect_type": "odd"}, {"mode": "linear_ramp"}, {"mode": "linear_ramp", "end_values": ((9, -9), (3, 2))},
    {"mode": "maximum"}, {"mode": "maximum", "stat_length": 2}, {"mode": "maximum", "stat_length": 0}, {"mode": "minimum"},
    {"mode": "minimum", "stat_length": ((1, 2), (2, 1))}, {"mode": "mean"}, {"mode": "mean", "stat_length": (2, 3)},
    {"mode": "median"}, {"mode": "median", "stat_length": (2, 3)}, {"mode": "median", "stat_length": ((1, 2), (2, 1))},
    {"mode": "mean", "stat_length": -1}, {"mode": "wrap", "stat_length": 1},
]


@pytest.mark.parametrize("options", MARGINS, ids=lambda options: options.get("mode", "constant"))
def test_margins(options, both):
    rng = np.random.default_rng(7)
    for shape in [(2, 3), (1, 4), (5, 2), (0, 2)]:
        for dtype in [np.int64, np.uint8, np.float32, np.float16, np.bool_, np.complex64]:
            array = rng.integers(0, 9, shape).astype(dtype)
            for width in [1, (2, 5), ((0, 3), (7, 0)), ((9,), (4,)), [2], [[1, 2]], -1, (1, 2, 3), 1.5]:
                if dtype == np.complex64 and options.get("mode") in ("maximum", "minimum"):
                    continue
                if np.dtype(dtype).kind == "u" and "end_values" in options:
                    continue
                both(lambda xp, a: xp.pad(a, width, **options), array, close=1e-6)


def test_copies(both):
    def copied(xp, a, source, mask):
        xp.copyto(a, source, where=mask)
        return a

    both(copied, A.astype(float), np.arange(4), np.array([True, False, True, False]))
    both(lambda xp, a, b: xp.copyto(a, b), A, np.ones(4))
    both(lambda xp, a: xp.copyto(a, 3), A)
    for order in "CFAK":
        for source in [A, A.T, np.asfortranarray(A), A[:, ::2]]:
            both(lambda xp, a: a.copy(order), source)
            both(lambda xp, a: a.astype("float32", order=order), source)
    for casting in ["no", "safe", "same_kind", "unsafe", "other"]:
        both(lambda xp, a: a.astype("int8", casting=casting), A)
    assert cp.asarray(A).astype("int64", copy=False).base is None
    a = cp.asarray(A)
    assert a.astype("int64", copy=False) is a and a.astype("int64") is not a


@pytest.mark.parametrize("assemble", ["stack", "concatenate", "vstack"])
@pytest.mark.parametrize("part", [3, slice(2, 5), slice(None, None, 2)])
def test_a_copy_of_what_dies_is_written_in_part(part, assemble):
    def made(xp):
        own = xp.asarray(np.arange(9.0)).copy()
        own[part] = -1
        return getattr(xp, assemble)([xp.arange(9.0) % 4, own, own * 2, xp.arange(9.0) % 4])

    np.testing.assert_array_equal(made(cp).get(), made(np))


def test_parts_of_complex_numbers(both):
    a = np.arange(6).reshape(2, 3) + 1j * np.arange(6)[::-1].reshape(2, 3)

    def write(xp, x):
        x.real = 7
        x.imag[0] = [1, 2, 3]
        view = x.real
        view[1, 1] = -1
        return x, x.imag

    both(write, a)
    both(write, a.astype("complex64"))
    both(lambda xp, x: x.T[::-1].imag, a)
    both(lambda xp, x: (x.real, x.imag), np.arange(3.0))
    both(lambda xp, x: x.conj() * x, a)


def test_memory_read_as_another_dtype(both):
    for source, target in [("float64", "int64"), ("float64", "int16"), ("int16", "float64"), ("complex64", "float32"),
                           ("int8", "uint8"), ("bool", "uint8"), ("uint8", "complex128")]:  # fmt: skip
        both(lambda xp, a: a.view(target), np.ones((2, 16), source))
        both(lambda xp, a: a.T.view(target), np.ones((2, 16), source))
        both(lambda xp, a: a[:, 8:].view(target), np.ones((2, 16), source))
    both(lambda xp, a: a.view("int8"), np.array(1.0))
    a = cp.zeros(2)
    a.view("int64")[0] = 0x3FF0000000000000
    assert_same(a, np.array([1.0, 0.0]))


def test_metadata(both):
    for name in ["shape", "strides", "ndim", "size", "itemsize", "nbytes", "dtype"]:
        both(lambda xp, a: getattr(a, name), A.astype("float32"))
    both(lambda xp: xp.broadcast_shapes((2, 1), 3, (1,)))
    both(lambda xp: xp.broadcast_shapes((2,), (3,)))
    both(lambda xp, a: (xp.shape(a), xp.ndim(a), xp.size(a), xp.size(a, 1)), A)
    both(lambda xp, a, b: xp.broadcast_arrays(a, b)[1], A, np.arange(4))
    a = cp.asarray(A)
    assert cp.may_share_memory(a, a[1:]) and not cp.may_share_memory(a[:1], a[1:]) and not cp.may_share_memory(a, a.copy())


@pytest.mark.parametrize("shape", [(7, 100), (40, 33), (3, 5, 70), (2, 300), (1, 64), (64, 1000)])
@pytest.mark.parametrize("dtype", ["int64", "float32", "uint8"])
def test_rolled_rows_are_taken_together(shape, dtype):
    a = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    x = cp.asarray(a)

    def around(xp, a):
        steps = [(1, -1), (-1, -1), (1, -2), (2, -2)]
        return sum((xp.roll(a, step, axis=axis) for step, axis in steps), a * 2)

    want = around(np, a)
    np.testing.assert_array_equal(around(cp, x).get(), want)
    # Into columns of a wider array, whose other columns stay what they are, and into whole rows of a taller one.
    wide = cp.full(shape[:-1] + (shape[-1] + 2,), 9, dtype=dtype)
    wide[..., 1:-1] = around(cp, x)
    np.testing.assert_array_equal(wide.get()[..., 1:-1], want)
    assert (wide.get()[..., [0, -1]] == 9).all()
    tall = cp.full((shape[0] + 2, *shape[1:]), 9, dtype=dtype)
    tall[1:-1] = around(cp, x)
    np.testing.assert_array_equal(tall.get()[1:-1], want)
    assert (tall.get()[[0, -1]] == 9).all()
    # In place: the neighbours are those from before.
    x += cp.roll(x, 1, axis=-1) + cp.roll(x, 1, axis=0)
    np.testing.assert_array_equal(x.get(), a + np.roll(a, 1, axis=-1) + np.roll(a, 1, axis=0))


def test_broadcast_axes_stay_where_they_are_read(both):
    small = np.arange(6).reshape(2, 3)
    for make in (
        lambda xp, x: xp.broadcast_to(x, (4, 2, 3)), lambda xp, x: xp.broadcast_to(x[:, :, None], (2, 3, 4)), lambda xp, x: xp.broadcast_to(x[:, None], (2, 4, 3)),
        lambda xp, x: xp.broadcast_to(x.T, (4, 3, 2)), lambda xp, x: xp.broadcast_to(x[:, None], (2, 4, 3)).transpose(2, 0, 1),
        lambda xp, x: xp.broadcast_to(x[:1], (5, 3)).T, lambda xp, x: xp.broadcast_to(x.T[:, None, :, None], (3, 2, 2, 2)).transpose(1, 0, 3, 2),
    ):  # fmt: skip
        for order in "CFAK":
            both(lambda xp, x: xp.ravel(make(xp, x), order), small)
            both(lambda xp, x: make(xp, x).flatten(order), small)


def test_warnings():
    a = cp.array([1 + 2j])
    for call in (lambda: a.astype("f4"), lambda: cp.asarray(a, dtype=float), lambda: cp.concatenate([a, a], dtype="f8", casting="unsafe")):
        with pytest.warns(np.exceptions.ComplexWarning, match="discards the imaginary part"):
            call()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert a.astype(bool).dtype == bool
        cp.concatenate([a, a], dtype=bool, casting="unsafe")
        with pytest.raises(np.exceptions.ComplexWarning):
            a.astype("i4")
    with pytest.warns(DeprecationWarning, match="row_stack"):
        assert_same(cp.row_stack((cp.arange(2), cp.arange(2))), np.vstack((np.arange(2), np.arange(2))))
    with pytest.warns(RuntimeWarning, match="Degrees of freedom"):
        cp.cov(cp.ones((2, 1)))


def test_counts_of_bools(both):
    both(lambda xp, x: xp.repeat(x, xp.asarray(np.array([True, False, True]))), np.arange(3))
    for xp in (np, cp):
        with pytest.raises(TypeError):
            xp.repeat(xp.arange(3), xp.asarray(np.arange(3, dtype="u8")))
    assert cp.shape(np.ones((2, 3))) == (2, 3) and cp.shape([[1], [2]]) == (2, 1)


def test_counts_of_every_integer_and_rows_of_few():
    x = np.arange(700)
    for dtype in ("?", "i1", "u1", "i2", "u2", "i4", "u4", "i8"):
        counts = (np.arange(700) * 5 % 7 % (2 if dtype == "?" else 7)).astype(dtype)
        expected = np.repeat(x, counts)
        for given in (counts, cp.asarray(counts), counts[::-1][::-1]):
            assert (cp.repeat(cp.asarray(x), given).get() == expected).all()
    for wrong, error in ((np.full(700, -1), ValueError), (np.ones(3, int), ValueError), (np.ones((700, 1), int), ValueError), (np.ones(700), TypeError)):
        with pytest.raises(error):
            cp.repeat(cp.asarray(x), wrong)
    # Rows of few elements begin anywhere within the blocks that are worked on.
    for dtype in (np.int8, np.float16, np.float32, np.float64, np.complex128):
        long = np.arange(3001).astype(dtype)
        for count in (2, 3, 5, 7, 8, 9, 13):
            assert (cp.asarray(long).repeat(count).get() == long.repeat(count)).all()
            wide = cp.asarray(long[:60]).reshape(20, 3)
            assert (wide[:, :, None] + cp.zeros(count, dtype)).get().tolist() == (long[:60].reshape(20, 3)[:, :, None] + np.zeros(count, dtype)).tolist()


def test_results_lie_in_memory_as_numpys_do():
    """Of operands in any order of axes, with axes of one element and broadcast ones."""
    r = np.random.default_rng(0)

    def ones(xp, shape, order):
        """Ones of a shape, whose axes lie in memory in an order."""
        back = tuple(int(axis) for axis in np.argsort(order))
        return xp.ones([shape[axis] for axis in order]).transpose(back)

    def steps(array):
        return [step for step, extent in zip(array.strides, array.shape) if extent > 1]

    for _ in range(400):
        rank = int(r.integers(1, 5))
        shape = tuple(int(n) for n in r.choice([1, 1, 2, 3, 5], rank))
        thin = tuple(1 if r.random() < 0.3 else n for n in shape)
        orders, backwards = [r.permutation(rank) for _ in range(2)], r.random() < 0.3
        results = []
        for xp in (np, cp):
            a, b = ones(xp, shape, orders[0]), ones(xp, thin, orders[1])
            a = a[::-1] if backwards else a
            results.append([-a, a + b, a * 2, xp.where(a > 5, b, 0.0), a + xp.asarray(1.0)])
        for place, (theirs, ours) in enumerate(zip(*results)):
            assert ours.shape == theirs.shape and steps(ours) == steps(theirs), (place, shape, thin, orders, backwards)


def test_a_reduction_warns_of_imaginary_parts_it_leaves_out():
    for reduce in (cp.sum, cp.prod, cp.mean, cp.cumsum, cp.cumprod):
        for dtype in (np.float32, np.float64, np.int64):
            a = np.array([1 + 2j, 3 - 1j])
            with pytest.warns(np.exceptions.ComplexWarning):
                expected = getattr(np, reduce.__name__)(a, dtype=dtype)
            with pytest.warns(np.exceptions.ComplexWarning, match="discards the imaginary part"):
                got = reduce(cp.array(a), dtype=dtype)
            np.testing.assert_allclose(got.get(), expected)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert bool(cp.sum(cp.array([1j]), dtype=bool))
        cp.array([1j]).var()
        abs(cp.array([1j])).sum()
        cp.linalg.norm(cp.array([1j, 2]))


def test_margins_by_axis(both):
    """A dict names the axes that have a margin, as NumPy 2.4 takes it."""
    a = np.arange(12.0).reshape(3, 4)
    for widths in ({1: 2}, {-1: (1, 2)}, {}, {1: 2, 0: (0, 1)}, {1: 1, -1: 2}, {0: True}, {5: 1}, {-3: 1}, {1.5: 1}, {"x": 1}, {1: 1.5}, {1: (1,)}, {1: [1, 2]}, {0: -1}):
        for mode in ("constant", "edge", "wrap", "reflect", "mean", "linear_ramp"):
            both(lambda xp, x: xp.pad(x, widths, mode=mode), a)  # noqa: B023
