"""Bytes as others lay them: bools of other bytes than 0 and 1, and numbers in the other order of bytes."""

import pickle

import numpy as np
import pytest
from conftest import assert_same, on_cpu

import cuprust as cp

ODD = np.array([5, 0, 2, 255, 1, 0, 128, 3, 0, 64, 7, 0], "u1")
ODD.flags.writeable = False


def written_through_a_view(xp, shape):
    a = xp.zeros(shape, bool)
    a.view("u1")[...] = xp.asarray(ODD.reshape(shape))
    return a


def written_in_place(xp, shape):
    a = xp.ones(shape, bool)
    v = a.view("i1")
    v *= xp.asarray(ODD.view("i1").reshape(shape))
    return a


def written_after_a_read(xp, shape):
    a = xp.zeros(shape, bool)
    b = a | False
    v = a.view("u1")
    v += xp.asarray(ODD.reshape(shape))
    assert not b.any()
    return a


def written_wide(xp, shape):
    a = xp.zeros(12, bool)
    a.view("u4")[...] = xp.asarray(ODD.view("u4"))
    return a.reshape(shape)


def read_as_bools(xp, shape):
    return xp.array(ODD.reshape(shape)).view(bool)


def lent(xp, shape):
    if not on_cpu():
        pytest.skip("NumPy lends memory of the CPU only")
    return xp.from_dlpack(ODD.copy().view(bool).reshape(shape))


def shown(xp, shape):
    if not on_cpu():
        pytest.skip("NumPy writes memory of the CPU only")
    a = xp.zeros(shape, bool)
    n = np.from_dlpack(a)
    n.flags.writeable or n.setflags(write=True)
    n.view("u1")[...] = ODD.reshape(shape)
    return a


def uploaded(xp, shape):
    return xp.array(ODD.view(bool).reshape(shape))


def unpickled(xp, shape):
    return pickle.loads(pickle.dumps(uploaded(xp, shape)))


def read_from_a_buffer(xp, shape):
    return xp.frombuffer(bytearray(ODD), bool).reshape(shape)


SOURCES = [written_through_a_view, written_in_place, written_after_a_read, written_wide, read_as_bools, lent, shown, uploaded,
           unpickled, read_from_a_buffer]  # fmt: skip

CALLS = {
    "sum": lambda xp, a: (a.sum(), a.sum(axis=0), xp.add.reduce(a, axis=-1, keepdims=True), a.mean()),
    "not": lambda xp, a: ~a,
    "logic": lambda xp, a: (a & True, a | False, a ^ True, xp.logical_not(a), xp.logical_and(a, a), xp.logical_xor(a, ~a)),
    "numbers": lambda xp, a: (a + a, a * 3, a * 2.5, a - 1, -a.astype("i4"), 1 / (a + 1.0)),
    "casts": lambda xp, a: tuple(a.astype(t) for t in ["i1", "u1", "i4", "u8", "f2", "f4", "f8", "c8", "c16", "?"]),
    "order": lambda xp, a: (a == True, a != False, a < True, a <= False, a >= a, xp.maximum(a, False), xp.minimum(a, a)),  # noqa: E712
    "folds": lambda xp, a: (a.any(), a.all(), a.any(axis=0), a.max(), a.min(axis=-1), a.argmax(), a.argmin(axis=0)),
    "counts": lambda xp, a: xp.count_nonzero(a, axis=0),
    "scans": lambda xp, a: (xp.cumsum(a), xp.logical_or.accumulate(a, axis=-1)),
    "product": lambda xp, a: (xp.matmul(a, a.T), a.astype("f4") @ a.T.astype("f4")),
    "choice": lambda xp, a: (xp.where(a, 1, 2), xp.where(a, a, False), xp.where(~a, xp.ones(a.shape), 0)),
    "shapes": lambda xp, a: (a.T + 1, a[::-1, ::2] + 1, xp.roll(a, 1, axis=0) + 1, a.reshape(-1)[3:] + 1, xp.flip(a) & True),
    "joins": lambda xp, a: (xp.concatenate([a, ~a]), xp.stack([a, a]) + 0, xp.tile(a, (2, 1)), xp.repeat(a, 2) + 0),
    "copies": lambda xp, a: (a.copy() + 1, a.copy().sum(), xp.array(a).sum(), a.ravel().sum(), xp.asfortranarray(a) + 1),
    "broadcast": lambda xp, a: (xp.broadcast_to(a[:1], (5, a.shape[1])) + 1, a[:, None] & a[None]),
    "elements": lambda xp, a: (bool(a[0, 0]), int(a[0, 2]), a[0, 3].item() is True, a.tolist(), float(a[1, 0]), a[0, 0] + 1),
    "printing": lambda xp, a: (repr(a), str(a)),
    "views": lambda xp, a: (a.view("u1")[0] > 0, a.view("u1").astype(bool)),
    "at": lambda xp, a: folded(xp, a),
    "indices": lambda xp, a: xp.broadcast_to(a[:, :1], (3, 3))[xp.asarray(np.array([2, 0, 1], ">i4"))[0]] + 0,
    "mask": lambda xp, a: masked(xp, a),
    "in place": lambda xp, a: changed(xp, a),
    "into": lambda xp, a: xp.add(a, a, out=xp.zeros(a.shape)),
    "only where": lambda xp, a: xp.add(xp.ones(a.shape), 1, out=xp.zeros(a.shape), where=a),
    "many": lambda xp, a: xp.broadcast_to(a, (1000, *a.shape)).sum(axis=0),
}


def masked(xp, a):
    b = xp.arange(a.size).reshape(a.shape)
    b[a] = -1
    c = xp.zeros(a.shape)
    xp.copyto(c, 7, where=a)
    return b, c


def folded(xp, a):
    flat, places = a.reshape(-1), xp.asarray([0, 1, 1, 2, 11])
    b = flat.copy()
    for ufunc, value in [(xp.logical_or, False), (xp.maximum, False), (xp.bitwise_xor, True), (xp.add, False)]:
        ufunc.at(flat, places, value)
        ufunc.at(b, places, value)
    return flat + 0, b + 0


def changed(xp, a):
    a |= False
    b = a.copy()
    a &= b
    c = xp.zeros(a.shape, bool)
    c[...] = a
    c[1:] ^= a[:-1]
    return a + 0, b + 0, c + 0


@pytest.mark.parametrize("made", SOURCES, ids=lambda made: made.__name__)
@pytest.mark.parametrize("name", CALLS)
def test_any_byte_but_zero_is_true(name, made, both):
    shape = (3, 4)
    if made in (lent, shown):
        n = np.array(ODD.view(bool).reshape(shape))
        assert_same(CALLS[name](cp, made(cp, shape)), CALLS[name](np, n))
    else:
        both(lambda xp: CALLS[name](xp, made(xp, shape)))


def test_bytes_of_large_bools(both):
    def call(xp):
        a = xp.zeros(100_000, bool)
        b = xp.ones(100_000, bool)
        a.view("u1")[...] = xp.asarray(np.arange(100_000) % 7 * 40, "u1")
        a[::3] = False
        return a.sum(), (a & b).sum(), xp.where(a, 2, 3), a[1:] == a[:-1], (a.reshape(100, 1000) ^ True).sum(axis=1)

    both(call)


def test_bytes_that_are_kept(both):
    # Bytes are read as they were written, until a bool is written there.
    def call(xp):
        a = written_through_a_view(xp, (3, 4))
        a[0] = xp.asarray([True, False, True, True])
        a[1, 1:] |= True
        return a.view("u1"), a.view("u2"), a + 0

    both(call)


def test_rust_arrays_of_other_dtypes_read_as_bools(both):
    for dtype in ["u1", "i2", "i4", "f4", "f8", "c8", "c16"]:
        both(lambda xp, a: a.view(bool), np.arange(6).astype(dtype).reshape(2, 3))
        both(lambda xp, a: a.view(bool).sum(axis=1), np.arange(6).astype(dtype).reshape(2, 3))
        both(lambda xp, a: a[0].view(bool) & True, np.arange(6).astype(dtype).reshape(2, 3))


# Orders of bytes

DTYPES = ["i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]


def native(dtype):
    return np.dtype(dtype).newbyteorder("=")


@pytest.mark.parametrize("dtype", DTYPES)
def test_the_other_order_of_bytes(dtype):
    other = np.dtype(dtype).newbyteorder()
    n = np.arange(-3, 9).reshape(3, 4).astype(dtype)
    a = cp.asarray(n)
    for out in [np.zeros((3, 4), other), np.zeros((3, 4), other, order="F"), np.zeros((6, 8), other)[::2, ::2]]:
        assert a.get(out=out) is out
        assert_same(out.astype(dtype), n)
        out[...] = 0
        assert cp.asnumpy(a, out=out) is out
        assert_same(out.astype(dtype), n)
        assert_same(cp.asarray(out), n)
        assert_same(cp.array(out), n)
        assert_same(cp.asarray(out.T), n.T)
        assert_same(cp.asarray(out[::-1, 1:]), n[::-1, 1:])
    swapped = n.astype(other)
    a = cp.zeros((3, 4), dtype)
    a.set(swapped)
    assert_same(a, n)
    a = cp.zeros((3, 4), dtype)
    a[...] = cp.asarray(swapped)
    assert_same(a, n)
    assert_same(cp.frombuffer(swapped.tobytes(), other), n.ravel())
    assert_same(cp.frombuffer(swapped.tobytes(), other.str, count=5, offset=2 * n.itemsize), n.ravel()[2:7])
    assert_same(cp.asarray([swapped, swapped]), np.stack([n, n]))
    assert_same(pickle.loads(pickle.dumps(cp.asarray(swapped))), n)
    assert_same(cp.asarray(swapped[1, 2]), n[1, 2])
    assert_same(cp.full(3, swapped[2, 2]), np.full(3, n[2, 2]))
    assert_same(cp.ones(3, "c16") + swapped[2, 2], np.ones(3, "c16") + n[2, 2])
    # A requested dtype has this machine's byte order.
    for call in [
        lambda xp, dtype: xp.zeros(3, dtype) + 1,
        lambda xp, dtype: xp.ones(3, dtype),
        lambda xp, dtype: xp.full(3, 2, dtype),
        lambda xp, dtype: xp.arange(4).astype(dtype),
        lambda xp, dtype: xp.astype(xp.arange(4), dtype),
        lambda xp, dtype: xp.array([1, 2, 3], dtype),
        lambda xp, dtype: xp.array([1, 2, 3], dtype=dtype, ndmin=2),
        lambda xp, dtype: xp.zeros_like(xp.ones(3), dtype),
        lambda xp, dtype: xp.fromiter(iter([1, 2, 3]), dtype),
        lambda xp, dtype: xp.arange(5).sum(dtype=dtype),
        lambda xp, dtype: xp.add(xp.ones(2, "u1"), 1, dtype=dtype, casting="unsafe"),
        lambda xp, dtype: xp.concatenate([xp.ones(2), xp.ones(2)], dtype=dtype, casting="unsafe"),
    ]:
        assert_same(call(cp, other), call(np, np.dtype(dtype)))
    # Memory that is read as it is can only be read in this machine's order.
    for call in [lambda: cp.ones(4, dtype).view(other), lambda: cp.ones(4, dtype).view(other.str)]:
        with pytest.raises(TypeError, match="order of bytes"):
            call()
    assert_same(cp.ones(4, dtype).view(np.dtype(dtype).str), np.ones(4, dtype))


def test_lent_memory_in_the_other_order_of_bytes():
    class Lender:
        def __init__(self, typestr):
            self.__cuda_array_interface__ = {"data": (4096, False), "shape": (2,), "typestr": typestr, "version": 3}

    other = np.dtype("f4").newbyteorder().str
    for call in [lambda x: cp.asarray(x), lambda x: cp.array(x), lambda x: cp.ones(2) + cp.asarray(x)]:
        with pytest.raises(TypeError, match="order of bytes"):
            call(Lender(other))
    with pytest.raises((BufferError, TypeError, ValueError)):
        cp.from_dlpack(np.ones(3, other))
