"""New arrays: from NumPy, lists, numbers and buffers, and by rule."""

import array as buffers

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp

DTYPES = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64",
          "complex64", "complex128"]  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES)
def test_to_and_from_numpy(dtype):
    for a in [np.arange(24).reshape(2, 3, 4).astype(dtype), np.ones((), dtype), np.zeros((0, 3), dtype),
              np.asfortranarray(np.arange(12).reshape(3, 4).astype(dtype)), np.arange(24).astype(dtype)[::-2],
              np.arange(12).reshape(3, 4).astype(dtype)[:, 1:3]]:  # fmt: skip
        b = cp.asarray(a)
        assert_same(b, a)
        assert b.flags.c_contiguous == (a.flags.c_contiguous or not a.flags.fnc)
        assert_same(cp.array(a).astype("complex128"), a.astype("complex128"))
        for order in "CFAK":
            back = b.get(order=order)
            assert_same(back, a)
        assert b.get(order="F").flags.f_contiguous


@pytest.mark.parametrize("shape", [(1, 3, 1), (3, 1), (1, 3), (1, 1), (2, 1, 3), (0, 1), ()])
def test_strides_of_copies_of_what_is_not_an_array_here(shape):
    for order in "CFAK":
        for source in [np.ones(shape), np.asfortranarray(np.ones(shape)), np.ones(shape).tolist()]:
            got, expected = cp.array(source, order=order), np.array(source, order=order)
            assert_same(got, expected)
            if expected.size > 0:
                assert got.strides == expected.strides, (shape, order)


def test_other_byte_order_and_subclasses():
    assert_same(cp.asarray(np.arange(5, dtype=">i4")), np.arange(5, dtype="<i4"))
    assert_same(cp.asarray(np.arange(5, dtype=np.longlong)), np.arange(5))
    assert_same(cp.asarray(np.matrix([[1, 2], [3, 4]])), np.array([[1, 2], [3, 4]]))
    assert_same(cp.asarray(np.array([0, 1, 2, 255], "uint8").view(bool)), np.array([False, True, True, True]))


def test_later_writes_to_the_source_do_not_show():
    a = np.arange(5)
    b = cp.asarray(a)
    a[:] = 9
    assert_same(b, np.arange(5))
    c = cp.array(b)
    b[:] = 7
    assert_same(c, np.arange(5))
    assert cp.asarray(b) is b and cp.asarray(b, dtype="int64") is b


def test_lists_numbers_and_buffers(both):
    for value in [[1, 2, 3], [[1.5, 2], [3, 4]], [], [[]], 3, 2.5, True, 1 + 2j, 2**63, [True, 2], range(4), (1, 2.5),
                  np.float32(2), b"ab", [[1, 2], [3]], buffers.array("f", [1, 2])]:  # fmt: skip
        if not isinstance(value, bytes):
            both(lambda xp: xp.array(value))
        for dtype in ["float32", "int8"]:
            if value != 2**63 and value not in (1 + 2j,) and not isinstance(value, bytes):
                both(lambda xp: xp.array(value, dtype=dtype))
    both(lambda xp: xp.array([1, 2], ndmin=3))
    both(lambda xp: xp.frombuffer(b"12345678", "int16"))
    both(lambda xp: xp.fromiter((i * i for i in range(5)), float))
    assert_same(cp.array([cp.arange(3), cp.ones(3, int)]), np.array([np.arange(3), np.ones(3, int)]))
    assert_same(cp.array([[cp.float64(1), 2], [3, 4]]), np.array([[1.0, 2], [3, 4]]))


@pytest.mark.parametrize("value", [[object()], ["text"], [None], np.array(["2020-01-01"], "datetime64[D]"),
                                   np.zeros(2, "f4,i4"), np.zeros(2, np.longdouble)],
                         ids=["object", "text", "none", "datetime", "fields", "longdouble"])  # fmt: skip
def test_dtypes_that_are_not_here(value):
    with pytest.raises(TypeError, match="Unsupported dtype"):
        cp.array(value)


def test_dtype_arguments():
    for given in ["f4", np.float32, np.dtype("float32"), "single", np.dtype(">f4")]:
        assert cp.zeros(2, given).dtype == np.float32
    assert cp.zeros(2, float).dtype == np.float64 and cp.zeros(2, int).dtype == np.int64 and cp.zeros(2, bool).dtype == bool
    for wrong in [object, "U3", "datetime64[s]", "nonsense", np.longdouble]:
        with pytest.raises(TypeError):
            cp.zeros(2, wrong)


def test_filled(both):
    for shape in [3, (2, 3), (), (0,), np.int64(4), [2, 1], (2, np.int8(2))]:
        both(lambda xp: xp.zeros(shape))
        both(lambda xp: xp.ones(shape, "int32", order="F"))
        both(lambda xp: xp.full(shape, 7))
        both(lambda xp: xp.full(shape, 2.5, dtype="float32"))
    both(lambda xp: xp.full((2, 3), [1, 2, 3]))
    both(lambda xp: xp.zeros(-1))
    both(lambda xp: xp.zeros((2, -3)))
    both(lambda xp: xp.zeros(2.5))
    both(lambda xp: xp.zeros((2**40, 2**40)))
    both(lambda xp: xp.full(3, 300, dtype="uint8"))
    assert cp.ones((2, 3), order="F").flags.f_contiguous and cp.empty((2, 3), order="F").strides == (8, 16)


def test_likes(both):
    a = np.arange(6.0).reshape(2, 3)
    for prototype in [a, a.T, a[:, ::2], np.array(3)]:
        for name in ["zeros_like", "ones_like"]:
            both(lambda xp, x: getattr(xp, name)(x), prototype)
            both(lambda xp, x: getattr(xp, name)(x, dtype="int8"), prototype)
        both(lambda xp, x: xp.full_like(x, 3), prototype)
        both(lambda xp, x: xp.zeros_like(x, shape=(4,)), prototype)
        assert cp.empty_like(cp.asarray(prototype)).shape == prototype.shape
    assert cp.zeros_like(cp.asarray(a).T).flags.f_contiguous


@pytest.mark.parametrize("arguments", [(5,), (2, 7), (2, 7, 2), (5, 0), (5, 0, -2), (0.5, 3), (0, 1, 0.1), (3, 1), (0,),
                                       (1, 2, 0), (2.5,), (0, 10, 3.5), (-3, 3, 1.5), (True,), (0, 5, 1.0)], ids=repr)  # fmt: skip
def test_arange(arguments, both):
    both(lambda xp: xp.arange(*arguments), close=1e-15)
    for dtype in ["float32", "int16", "float16", "complex64"]:
        both(lambda xp: xp.arange(*arguments, dtype=dtype), close=1e-3 if dtype == "float16" else 1e-6)


def test_spaced(both):
    for arguments in [(0, 1), (0, 1, 5), (2, -3, 7), (1, 1, 3), (0, 1, 0), (0, 1, 1), (0, 1, -1), (1, 2j, 4)]:
        both(lambda xp: xp.linspace(*arguments), close=1e-14)
        both(lambda xp: xp.linspace(*arguments, endpoint=False), close=1e-14)
        both(lambda xp: xp.linspace(*arguments, dtype=int))
    both(lambda xp: xp.linspace(0, 1, 5, retstep=True), close=1e-15)
    both(lambda xp: xp.logspace(0, 3, 7), close=1e-14)
    both(lambda xp: xp.logspace(0, 3, 4, base=2), close=1e-14)
    both(lambda xp: xp.geomspace(1, 1000, 4), close=1e-12)


def test_matrices(both):
    for arguments in [(3,), (3, 4), (3, 4, 1), (4, 3, -2), (3, 3, 9), (0,)]:
        both(lambda xp: xp.eye(*arguments))
        both(lambda xp: xp.eye(*arguments, dtype="int8", order="F"))
        both(lambda xp: xp.tri(*arguments))
    both(lambda xp: xp.identity(3, "complex64"))
    a = np.arange(12.0).reshape(3, 4)
    for k in [-1, 0, 2]:
        both(lambda xp, x: xp.tril(x, k), a)
        both(lambda xp, x: xp.triu(x, k), a)
        both(lambda xp, x: xp.diag(x, k), a)
        both(lambda xp, x: xp.diag(x, k), np.arange(3))
        both(lambda xp, x: xp.diagflat(x, k), np.arange(4).reshape(2, 2))
    for options in [{}, {"indexing": "ij"}, {"sparse": True}, {"indexing": "ab"}]:
        both(lambda xp, x, y: list(xp.meshgrid(x, y, **options)), np.arange(3), np.arange(2.0))
    both(lambda xp: xp.indices((2, 3)))
    both(lambda xp: xp.indices((2, 1), dtype=bool))
    for module in (np, cp):
        with pytest.raises(TypeError):
            module.indices((1, 3), dtype=bool)
    both(lambda xp: xp.fromfunction(lambda i, j: i + 2 * j, (2, 3)), close=1e-15)


def test_asnumpy_takes_anything():
    assert_same(cp.asnumpy(cp.arange(3)), np.arange(3))
    assert_same(cp.asnumpy([1, 2]), np.array([1, 2]))
    out = np.zeros(3, "int64")
    assert cp.asnumpy(cp.arange(3), out=out) is out and out[2] == 2
    strided = np.zeros((3, 2), "int64")[:, 0]
    cp.arange(3).get(out=strided)
    assert strided[2] == 2
    for wrong, error in [(np.zeros(4, "int64"), ValueError), (np.zeros(3), TypeError), ([0, 0, 0], TypeError)]:
        with pytest.raises(error):
            cp.arange(3).get(out=wrong)
    assert cp.get_array_module(cp.ones(1)) is cp and cp.get_array_module(np.ones(1), 2) is np

@pytest.mark.parametrize("start, stop", [
    (np.array([0.0, 10.0]), 5), (np.array([1, 2], "i4"), np.array([3.5, 9])), (np.array([1, 2], "f4"), 5), (np.float32(1), 4), (np.array(2, "f2"), 8.0),
    (np.ones((2, 1)), np.arange(2.0, 5)), (np.array([1.0, 2.0]), 3j), ([1, 2], [3, 8]), (np.array([1.0, 3.0]), np.array([1.0, 5.0])),
])  # fmt: skip
def test_spaced_between_arrays(both, start, stop):
    for xp_of, close in (("linspace", 1e-13), ("logspace", 1e-12), ("geomspace", 1e-12)):
        for options in [{}, {"endpoint": False}, {"axis": -1}, {"dtype": "f4"}, {"num": 1}, {"num": 0}]:
            dtype = np.result_type(*(np.asarray(end) if isinstance(end, list) else end for end in (start, stop)))
            if dtype.kind == "c" and "dtype" in options:
                continue

            def call(xp):
                ends = [xp.asarray(end) if isinstance(end, np.ndarray) else end for end in (start, stop)]
                function, num = getattr(xp, xp_of), options.get("num", 5)
                return function(*ends, num, **{name: value for name, value in options.items() if name != "num"})

            both(call, close={2: 1e-2, 4: 1e-5}.get(dtype.itemsize, 1e-5 if "dtype" in options else close))


def test_spaced_with_steps_and_bases(both):
    both(lambda xp: xp.linspace(xp.array([0.0, 1.0]), 4, 3, retstep=True), close=1e-14)
    both(lambda xp: xp.logspace(1, xp.array([2.0, 3.0]), 4, base=xp.array([2.0, 3.0])), close=1e-12)
    both(lambda xp: xp.logspace(xp.array([[1.0], [2.0]]), 3, 4, base=xp.array([2.0, 3.0, 4.0]), axis=1), close=1e-12)
    both(lambda xp: xp.linspace(xp.array([0, 1]), 9, 4, dtype=int))
    for call, error in [
        (lambda xp: xp.linspace(xp.ones(2), 3, 4, axis=5), np.exceptions.AxisError), (lambda xp: xp.linspace(xp.ones(2), 3, -1), ValueError),
        (lambda xp: xp.geomspace(xp.array([1.0, 0.0]), 3, 4), ValueError), (lambda xp: xp.linspace(xp.ones(2), xp.ones(3), 4), ValueError),
    ]:  # fmt: skip
        for xp in (np, cp):
            with pytest.raises(error):
                call(xp)


def test_over_memory_and_with_strides():
    assert cp.ndarray((2, 3), "f4", strides=(4, 8)).strides == (4, 8)
    assert cp.ndarray((2, 3), "i2", order="F").flags.f_contiguous
    a = cp.arange(6)
    b = cp.ndarray((2, 3), a.dtype, a.data)
    b[1, 0] = 9
    assert a.tolist() == [0, 1, 2, 9, 4, 5]
    assert cp.ndarray((3, 2), a.dtype, memptr=a.data, order="F").tolist() == [[0, 9], [1, 4], [2, 5]]
    assert cp.ndarray((3,), a.dtype, a[1:].data, strides=(16,)).tolist() == [1, 9, 5]
    assert cp.ndarray((4,), "i4", memptr=a.data).tolist() == [0, 0, 1, 0]
    assert cp.ndarray((0, 5), "f8", memptr=a.data).shape == (0, 5)
    for wrong in (
        lambda: cp.ndarray((7,), a.dtype, a.data), lambda: cp.ndarray((3,), a.dtype, a[2:].data, strides=(16,)), lambda: cp.ndarray((2,), a.dtype, a.data, (8, 8)),
        lambda: cp.ndarray((2,), a.dtype, a.data, (7,)), lambda: cp.ndarray((3, 3), "f8", strides=(48, 8)),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(TypeError):
        cp.ndarray((2,), a.dtype, memptr=5)


def test_objects_that_hand_over_an_array():
    class Holder:
        def __cupy_get_ndarray__(self):
            return cp.arange(3)

    class Wrong:
        def __cupy_get_ndarray__(self):
            return 3

    holder = Holder()
    assert_same(cp.asarray(holder), np.arange(3))
    assert_same(cp.array([holder, holder]), np.array([np.arange(3)] * 2))
    assert_same(cp.asnumpy(holder), np.arange(3))
    assert_same(cp.arange(9)[holder], np.arange(3))
    assert_same(cp.add(holder, 1), np.arange(1, 4))
    with pytest.raises(TypeError, match="__cupy_get_ndarray__"):
        cp.asarray(Wrong())


def test_matrices_of_vectors(both):
    for k in (-1, 0, 2):
        both(lambda xp, x: xp.tril(x, k), np.arange(1, 4))
        both(lambda xp, x: xp.triu(x, k), np.arange(1, 4))
    for options in ({}, {"increasing": True}, {"N": 2}, {"N": 5}):
        both(lambda xp, x: xp.vander(x, **options), np.arange(1, 4))
        assert cp.vander(cp.arange(1, 4), **options).flags.c_contiguous
    assert_same(cp.eye(3, k=2**63), np.eye(3, k=2**63))
    assert isinstance(cp.meshgrid(cp.arange(2), cp.arange(3)), tuple) and cp.meshgrid() == ()


def test_values_of_numpys_are_copied():
    for value in (np.float32(2.5), np.array(3), np.arange(3.0)):
        assert_same(cp.full((2, 3), value), np.full((2, 3), value))
        assert_same(cp.full_like(cp.ones((2, 3), "f4"), value), np.full_like(np.ones((2, 3), "f4"), value))
        a, b = cp.zeros((2, 3)), np.zeros((2, 3))
        cp.copyto(a, value)
        np.copyto(b, value)
        assert_same(a, b)
        cp.add.at(a, cp.array([0, 0]), value)
        np.add.at(b, [0, 0], value)
        assert_same(a, b)
    a, b = cp.zeros((2, 3)), np.zeros((2, 3))
    for xp, target in ((cp, a), (np, b)):
        xp.copyto(target, xp.ones((1, 1, 1, 3)), where=xp.asarray(np.array([[True], [False]])))
    assert_same(a, b)
    for xp in (cp, np):
        with pytest.raises(ValueError):
            xp.copyto(xp.zeros(3), xp.ones((2, 1, 3)), where=xp.ones(3, bool))


def test_geomspace_between_two_signs(both):
    for start, stop in [(-1, 0.5), (1, -1000), (-8, -1), (1j, 5), (2, 1 + 1j)]:
        for dtype in (None, complex, "c8", "f4"):
            if dtype == "f4" and (isinstance(stop, complex) or isinstance(start, complex)):
                continue
            both(lambda xp: xp.geomspace(start, stop, 5, dtype=dtype), close=1e-6)  # noqa: B023
    both(lambda xp, a, b: xp.geomspace(a, b, 3, dtype=complex), np.array([1, -4.0]), np.array([5.0, 3.0]), close=1e-12)


def test_geomspace_of_numbers_whose_magnitude_overflows():
    found = cp.geomspace(1.5e308 + 1.5e308j, 1.5e300j, 3).get()
    # NumPy finds no sign of such a number: the ratios are those of smaller ones.
    np.testing.assert_allclose(found / 1e10, np.geomspace(1.5e298 + 1.5e298j, 1.5e290j, 3), 1e-12)


def test_open_indices(both):
    for shape in [(2, 3), (4,), (), (0, 3), (1, 1, 5)]:
        for dtype in ("i8", "f4", "c8"):
            both(lambda xp: xp.indices(shape, dtype, sparse=True))  # noqa: B023
            both(lambda xp: xp.indices(shape, dtype, np.True_))  # noqa: B023
