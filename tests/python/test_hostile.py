"""Arguments that could crash, hang or fool the library: nests without end, tensors that lie, classes that lie, counts too large."""

import ctypes
import math
import operator
import struct
import sys

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp


def on_cpu():
    return str(cp.cuda.Device()) == "cpu"


# Nests of lists


def nest(depth, inner):
    for _ in range(depth):
        inner = [inner]
    return inner


def endless(*parts):
    made = [*parts]
    made.append(made)
    return made


USES = {
    "array": lambda xp, x: xp.array(x),
    "asarray": lambda xp, x: xp.asarray(x),
    "add": lambda xp, x: xp.ones(3) + x,
    "radd": lambda xp, x: x + xp.ones(3),
    "equal": lambda xp, x: xp.ones(3) == x,
    "ufunc": lambda xp, x: xp.add(xp.ones(3), x),
    "sin": lambda xp, x: xp.sin(xp.array(x)),
    "assign": lambda xp, x: xp.ones(3).__setitem__(..., x),
    "in place": lambda xp, x: operator.iadd(xp.ones(3), x),
    "index": lambda xp, x: xp.ones(3)[x],
    "write": lambda xp, x: xp.ones(3).__setitem__(x, 1),
    "full": lambda xp, x: xp.full(3, x),
    "where": lambda xp, x: xp.where(xp.ones(3) > 0, x, x),
    "concatenate": lambda xp, x: xp.concatenate([xp.ones(3), xp.asarray(x)]),
    "dtype": lambda xp, x: xp.array(x, dtype="f4"),
    "contains": lambda xp, x: x in xp.ones(3),
    "shape": lambda xp, x: xp.zeros(x),
    "reshape": lambda xp, x: xp.ones(3).reshape(x),
    "axis": lambda xp, x: xp.ones(3).sum(axis=x),
}


@pytest.mark.parametrize("name", USES)
@pytest.mark.parametrize("made", [lambda: endless(), lambda: endless(1.0), lambda: nest(100_000, 1.0), lambda: nest(65, 1.0)])
def test_lists_without_end_raise_what_numpy_raises(name, made, both):
    both(lambda xp: USES[name](xp, made()))


def test_lists_without_end_around_arrays_of_ours():
    one = cp.ones(2)
    for made in [endless(one), nest(100_000, one), nest(65, one), nest(64, one), endless([one]), [one, endless()],
                 [one, nest(100_000, 1.0)], (one, endless(one))]:  # fmt: skip
        for use in ["array", "add", "equal", "assign", "in place", "full"]:
            with pytest.raises(ValueError):
                USES[use](cp, made)
    assert cp.array(nest(63, one)).shape == (1,) * 63 + (2,)
    assert_same(cp.array([[one, one], [one, one]]), np.ones((2, 2, 2)))


def test_lists_as_deep_as_arrays_may_be(both):
    for depth in [1, 2, 32, 63, 64]:
        both(lambda xp: xp.array(nest(depth, 1.0)))


# Counts


def test_counts_that_are_too_large(both):
    for call in [
        lambda xp: xp.array_split(xp.ones(3), 2**40),
        lambda xp: xp.array_split(xp.ones(3), 2**62),
        lambda xp: xp.array_split(xp.ones(3), 2**70),
        lambda xp: xp.array_split(xp.ones(3), 0),
        lambda xp: xp.array_split(xp.ones(3), -1),
        lambda xp: xp.array_split(xp.ones(3), 7),
        lambda xp: xp.array_split(xp.arange(17), 5),
        lambda xp: xp.array_split(xp.arange(17), [3, 5, 5, 40, -2]),
        lambda xp: xp.split(xp.ones(0), 3),
        lambda xp: xp.split(xp.ones(0), 2**40),
        lambda xp: xp.split(xp.ones(0), 0),
        lambda xp: xp.split(xp.ones(3), 0),
        lambda xp: xp.split(xp.ones(3), -3),
        lambda xp: xp.split(xp.ones(3), 2**40),
        lambda xp: xp.split(xp.ones((0, 4)), 4, axis=1),
        lambda xp: xp.split(xp.array(1), 2),
        lambda xp: xp.vsplit(xp.ones((2, 2)), 2**40),
        lambda xp: xp.hsplit(xp.ones((2, 2)), 0),
        lambda xp: xp.array(1, ndmin=2**40),
        lambda xp: xp.array(1, ndmin=2**70),
        lambda xp: xp.array(1, ndmin=65),
        lambda xp: xp.array(1, ndmin=64),
        lambda xp: xp.array([1, 2], ndmin=3),
        lambda xp: xp.array(1, ndmin=-1),
        lambda xp: xp.array(1, ndmin="2"),
        lambda xp: xp.zeros((1,) * 65),
        lambda xp: xp.zeros((0,) * 65),
        lambda xp: xp.ones(1).reshape((1,) * 65),
        lambda xp: xp.ones(1)[(None,) * 64],
        lambda xp: xp.broadcast_to(xp.ones(1), (1,) * 65),
        lambda xp: xp.expand_dims(xp.ones(1), tuple(range(64))),
        lambda xp: xp.tile(xp.ones(1), (1,) * 65),
        lambda xp: xp.tile(xp.ones(3), 2**62),
        lambda xp: xp.repeat(xp.ones(3), 2**62),
        lambda xp: xp.eye(2**40),
        lambda xp: xp.zeros(2**62),
        lambda xp: xp.zeros(-1),
        lambda xp: xp.zeros(2**70),
        lambda xp: xp.zeros((3, -(2**70))),
        lambda xp: xp.full(2**70, 1),
        lambda xp: xp.ones(3).reshape(2**70),
        lambda xp: xp.ones(3).reshape((2**70, 1)),
        lambda xp: setattr(xp.ones(3), "shape", (2**70,)),
        lambda xp: xp.broadcast_to(xp.ones(3), 2**70),
        lambda xp: xp.empty_like(xp.ones(3), shape=2**70),
        lambda xp: xp.indices((2**70,)),
        lambda xp: xp.ones(3).sum(axis=2**70),
        lambda xp: xp.ones(3).sum(axis=(2**70,)),
        lambda xp: xp.expand_dims(xp.ones(3), 2**70),
        lambda xp: xp.squeeze(xp.ones(3), 2**70),
        lambda xp: xp.flip(xp.ones(3), 2**70),
        lambda xp: xp.tile(xp.ones(3), 2**70),
        lambda xp: xp.repeat(xp.ones(3), 2**70),
        lambda xp: xp.moveaxis(xp.ones((2, 3)), 2**70, 0),
        lambda xp: xp.ones(3).item(2**70),
        lambda xp: xp.split(xp.ones(3), 2**70),
        lambda xp: xp.ones(3).reshape(2**62, 2**62),
        lambda xp: xp.indices((2**40, 2**40)),
    ]:
        both(call)
    for call in [lambda xp: xp.linspace(0, 1, 2**62), lambda xp: xp.arange(2**62)]:
        with pytest.raises((MemoryError, ValueError)):
            call(cp).data.ptr


# DLPack

NAMES = {False: b"dltensor", True: b"dltensor_versioned"}
KEPT = []


class Capsule:
    """A DLPack capsule made by hand, and how often its deleter was called."""

    def __init__(self, data=None, ndim=1, shape=(3,), strides=None, dtype=(2, 64, 1), device=(1, 0), offset=0, versioned=True,
                 flags=0, major=1, deleter=True):  # fmt: skip
        self.deleted = 0
        self.memory = np.arange(64.0) if data is None else data
        address = self.memory.ctypes.data if isinstance(self.memory, np.ndarray) else self.memory
        self.shape = None if shape is None else (ctypes.c_int64 * max(len(shape), 1))(*shape)
        self.strides = None if strides is None else (ctypes.c_int64 * max(len(strides), 1))(*strides)
        pointer = lambda array: 0 if array is None else ctypes.addressof(array)
        tensor = struct.pack("<Qii i BBH QQQ", address, *device, ndim, *dtype, pointer(self.shape), pointer(self.strides), offset)
        self.call = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self.delete)
        deleter = ctypes.cast(self.call, ctypes.c_void_p).value if deleter else 0
        if versioned:
            packed = struct.pack("<II QQQ", major, 0, 0, deleter, flags) + tensor
        else:
            packed = tensor + struct.pack("<QQ", 0, deleter)
        self.managed = ctypes.create_string_buffer(packed, len(packed))
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        self.capsule = new(ctypes.addressof(self.managed), NAMES[versioned], None)
        self.device = device
        KEPT.append(self)

    def delete(self, _managed):
        self.deleted += 1

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, **_options):
        return self.capsule


LARGE = 2**62


@pytest.mark.parametrize("versioned", [True, False])
@pytest.mark.parametrize(
    "lie",
    [
        {"ndim": -1},
        {"ndim": -(2**31)},
        {"ndim": 1000, "shape": (1,) * 1000},
        {"ndim": 65, "shape": (1,) * 65},
        {"ndim": 2**31 - 1},
        {"shape": None},
        {"shape": (-1,)},
        {"shape": (-3,)},
        {"ndim": 2, "shape": (-2, -2)},
        {"ndim": 2, "shape": (0, -2)},
        {"ndim": 2, "shape": (LARGE, LARGE)},
        {"ndim": 2, "shape": (2**32, 2**32)},
        {"shape": (LARGE,)},
        {"data": 0},
        {"data": 0, "offset": 4096},
        {"data": 0, "ndim": 0, "shape": ()},
        {"strides": (LARGE,)},
        {"strides": (-LARGE,)},
        {"strides": (2**60 - 1,)},
        {"strides": (-(2**63),)},
        {"ndim": 2, "shape": (3, 3), "strides": (2**59, 2**59)},
        {"ndim": 2, "shape": (3, 3), "strides": (-(2**59), 2**59)},
        {"shape": (3,), "strides": (-(2**57),)},
        {"offset": 2**64 - 1},
        {"offset": 2**63},
        {"dtype": (2, 64, 2)},
        {"dtype": (2, 64, 0)},
        {"dtype": (2, 65, 1)},
        {"dtype": (2, 0, 1)},
        {"dtype": (77, 64, 1)},
        {"dtype": (6, 64, 1)},
        {"dtype": (3, 64, 1)},
        {"device": (99, 0)},
        {"device": (-1, 0)},
        {"device": (2, -1)},
    ],
    ids=str,
)
def test_tensors_that_cannot_be_are_refused(lie, versioned):
    source = Capsule(**lie, versioned=versioned)
    with pytest.raises((BufferError, ValueError, ImportError, RuntimeError)) as caught:
        cp.from_dlpack(source)
    assert lie.get("device", (1,))[0] == 2 or issubclass(caught.type, (BufferError, ValueError))
    assert source.deleted == 1, "what was taken over is given back"
    assert_same(cp.arange(3) + 1, np.arange(3) + 1)


def test_tensors_at_the_edge_of_what_can_be():
    if not on_cpu():
        pytest.skip("the tensors are on the CPU")
    for versioned in [True, False]:
        for made, expected in [
            ({"ndim": 0, "shape": ()}, np.array(0.0)),
            ({"ndim": 0, "shape": None}, np.array(0.0)),
            ({"ndim": 64, "shape": (1,) * 63 + (3,)}, np.arange(3.0).reshape((1,) * 63 + (3,))),
            ({"ndim": 2, "shape": (0, 5), "data": 0}, np.zeros((0, 5))),
            ({"ndim": 2, "shape": (1, 3), "strides": (2**63 - 1, 2)}, np.array([[0.0, 2, 4]])),
            ({"ndim": 1, "shape": (3,), "strides": (-1,), "offset": 80}, np.array([10.0, 9, 8])),
            ({"shape": (3,), "deleter": False}, np.arange(3.0)),
        ]:
            source = Capsule(**made, versioned=versioned)
            a = cp.from_dlpack(source)
            assert_same(a, expected)
            assert_same(a[::-1] + 1 if a.ndim else a + 1, expected[::-1] + 1 if a.ndim else expected + 1)
            assert a.strides is not None and a.flags.writeable
    with pytest.raises(ValueError, match="newer major version"):
        cp.from_dlpack(Capsule(major=2))


def test_objects_that_do_not_speak_dlpack_well():
    class Odd:
        def __init__(self, device, capsule):
            self.device, self.capsule = device, capsule

        def __dlpack_device__(self):
            return self.device

        def __dlpack__(self, **_options):
            return self.capsule

    for device in [None, (), (1,), (1, 2, 3), ("a", "b"), (2**40, 0), (1, 0)]:
        for capsule in [None, 5, Odd, [1], np.ones(2)]:
            with pytest.raises((TypeError, ValueError, OverflowError, BufferError)):
                cp.from_dlpack(Odd(device, capsule))


@pytest.mark.parametrize("dtype", ["int16", "float32", "int64", "float64", "complex64", "complex128"])
def test_memory_that_is_not_aligned(dtype):
    if not on_cpu():
        pytest.skip("the memory is the CPU's")
    raw = np.zeros(400, "u1")
    n = raw[1:].view("u1")[: 24 * np.dtype(dtype).itemsize].view(dtype).reshape(4, 6)
    n[...] = np.arange(24).reshape(4, 6)
    assert not n.flags.aligned
    for view in [n, n.T, n[::-1, ::2], n[2:3], n[1, 4, ...]]:
        a = cp.from_dlpack(view)
        assert_same(a, view)
        assert_same(a + a, view + view)
        assert a.base is None and a.flags.writeable and not np.shares_memory(cp.asnumpy(a), n)
        a += 1
        assert_same(cp.asarray(view), view)
        assert_same(cp.from_dlpack(view, copy=True), view)
    if n.dtype.kind != "c" or n.ctypes.data % (n.itemsize // 2):
        with pytest.raises(ValueError, match="aligned"):
            cp.from_dlpack(n, copy=False)
    out = raw[3:][: 8 * n.itemsize].view(dtype)
    cp.ones(8, dtype).get(out=out)
    assert_same(out, np.ones(8, dtype))


# Classes that lie


class Shape(np.ndarray):
    @property
    def shape(self):
        return (1 << 20, 1 << 10)


class Kind(np.ndarray):
    @property
    def dtype(self):
        return np.dtype("c16")


class Interface(np.ndarray):
    @property
    def __array_interface__(self):
        return {"data": (8, False), "shape": (1 << 20,), "typestr": "<f8", "version": 3}


class Flags(np.ndarray):
    @property
    def flags(self):
        class Anything:
            def __getattr__(self, name):
                return True

        return Anything()


class Methods(np.ndarray):
    T = property(lambda self: np.ones(1 << 20))
    astype = copy = view = lambda self, *_, **__: np.ones(1)
    itemsize = strides = ndim = size = nbytes = property(lambda self: 1 << 40)

    def __array_finalize__(self, _source):
        pass

    def __setitem__(self, *_):
        raise AssertionError("the memory is written, not the object")


LIARS = [Shape, Kind, Interface, Flags, Methods]


@pytest.mark.parametrize("liar", LIARS)
def test_subclasses_of_numpys_array_cannot_lie(liar):
    base = np.arange(12, dtype="i4").reshape(3, 4)
    for n in [base, base.T, base[::2, ::-1], base.astype(">i4"), base.astype("?")]:
        lying = np.ndarray.view(n, liar)
        for a in [cp.asarray(lying), cp.array(lying), cp.array(lying, dtype=n.dtype), cp.asarray(lying, order="F")]:
            assert_same(a, n.astype(n.dtype.newbyteorder("=")))
        own = cp.zeros(n.shape, n.dtype)
        own.set(lying)
        assert_same(own, n.astype(n.dtype.newbyteorder("=")))
        for out in [np.zeros(n.shape, n.dtype), np.zeros(n.shape, n.dtype, order="F"), np.zeros((8, 8), n.dtype)[: n.shape[0] * 2 : 2, : n.shape[1]]]:  # fmt: skip
            lying = np.ndarray.view(out, liar)
            assert own.get(out=lying) is lying
            np.testing.assert_array_equal(out, n)
    with pytest.raises(ValueError):
        cp.ones((5, 4), "i4").get(out=np.ndarray.view(base.copy(), liar))
    with pytest.raises(TypeError):
        cp.ones((3, 4)).get(out=np.ndarray.view(base.copy(), liar))


def test_objects_that_claim_to_be_numpys():
    class Claims:
        __class__ = np.ndarray
        dtype, shape, flags, __array_interface__ = np.dtype("f8"), (1 << 40,), np.ones(1).flags, {"data": (8, False)}

    class Number(np.float64):
        dtype = np.dtype("c16")

        def tobytes(self, *_):
            return b"x"

    for call in [lambda: cp.ones(3).get(out=Claims()), lambda: cp.ones(3).set(Claims()), lambda: cp.ones(3) + Claims()]:
        with pytest.raises(TypeError):
            call()
    assert_same(cp.ones(2) + Number(1.5), np.full(2, 2.5))
    assert_same(cp.asarray(Number(1.5)), np.array(1.5))


def test_lists_that_change_while_they_are_read():
    class Shrinks:
        def __init__(self, owner):
            self.owner = owner

        def __float__(self):
            self.owner.clear()
            return 1.0

        def __index__(self):
            self.owner.clear()
            return 1

    for use in ["array", "add", "assign", "index", "shape", "reshape", "axis"]:
        made = []
        made += [Shrinks(made), 2, 3]
        try:
            USES[use](cp, made)
        except Exception:
            pass
        made = [cp.ones(1)]
        made += [Shrinks(made), cp.ones(1)]
        try:
            USES[use](cp, made)
        except Exception:
            pass


def test_an_index_that_changes_the_shape_of_what_it_indexes():
    class Reshapes:
        def __index__(self):
            for k in range(50):
                a.shape = [(2, 6), (3, 4), (12,), (4, 3)][k % 4]
            a.shape = (2, 6)
            return 1

    a = cp.arange(12).reshape(3, 4)
    for call in [lambda: a[Reshapes()], lambda: a[Reshapes(), Reshapes()], lambda: a.__setitem__(Reshapes(), 5),
                 lambda: a.reshape(Reshapes(), 12), lambda: a.sum(axis=Reshapes()), lambda: cp.roll(a, Reshapes()),
                 lambda: a.item(Reshapes())]:  # fmt: skip
        a.shape = (3, 4)
        try:
            cp.asnumpy(call() if call() is not None else a)
        except (IndexError, ValueError, TypeError):
            pass
    assert a.size == 12


def test_shapes_set_in_a_loop_keep_no_memory():
    if not sys.platform.startswith("linux"):
        pytest.skip("the memory of the process is read from /proc")

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    a = cp.arange(12)
    shapes = [(3, 4), (12,), (2, 6), (4, 3), (2, 2, 3), (12,)]

    def turns(count):
        for k in range(count):
            a.shape = shapes[k % 6]
            a.flags.writeable = k % 2 == 0

    turns(1000)
    before = resident()
    turns(120_000)
    assert resident() - before < 4 << 20
    a.shape = (3, 4)
    assert_same(a, np.arange(12).reshape(3, 4))
    assert math.prod(a.shape) == 12


def test_flags_that_must_stay():
    a = cp.arange(6)
    for view in [cp.broadcast_to(a, (2, 6)), cp.broadcast_to(a[:1], (4,)), cp.broadcast_to(a, (2, 6)).T]:
        with pytest.raises(ValueError, match="WRITEABLE"):
            view.flags.writeable = True
        with pytest.raises(ValueError, match="read-only"):
            view[...] = 1
    a.flags.writeable = False
    view = a[:3]
    with pytest.raises(ValueError, match="WRITEABLE"):
        view.flags.writeable = True
    a.flags.writeable = True
    view.flags.writeable = True
    view[0] = 9
    assert a[0].item() == 9
    if on_cpu():
        n = np.arange(4)
        n.flags.writeable = False
        b = cp.from_dlpack(n)
        for each in [b, b[1:], b[1:].reshape(3, 1), b.view()]:
            with pytest.raises(ValueError, match="WRITEABLE"):
                each.flags.writeable = True
            with pytest.raises(ValueError, match="read-only"):
                each += 1
        overlapping = np.lib.stride_tricks.as_strided(np.arange(6.0), (4, 3), (8, 8))
        c = cp.from_dlpack(overlapping)
        assert_same(c, overlapping)
        assert not c.flags.writeable
        with pytest.raises(ValueError, match="WRITEABLE"):
            c.flags.writeable = True


def test_who_may_write_what_older_libraries_lend():
    if not on_cpu():
        pytest.skip("the tensors are on the CPU")

    class Immutable(Capsule):
        """As an array of JAX: no flags in its capsule, and a buffer that is read-only."""

        def __buffer__(self, flags):
            return memoryview(bytes(8))

    a = cp.from_dlpack(Capsule(versioned=False))
    a += 1
    assert a[2].item() == 3
    assert not cp.from_dlpack(Capsule(versioned=True, flags=1)).flags.writeable
    assert cp.from_dlpack(Capsule(versioned=True, flags=2)).flags.writeable
    if sys.version_info >= (3, 12):
        b = cp.from_dlpack(Immutable(versioned=False))
        with pytest.raises(ValueError, match="read-only"):
            b += 1

    class OfAGpu(Capsule):
        __cuda_array_interface__ = {"data": (8, True), "shape": (3,), "typestr": "<f8", "version": 3}

    assert not cp.from_dlpack(OfAGpu(versioned=False)).flags.writeable

    class Bytes(bytes):
        """Bytes are a buffer that is read-only in every version of Python."""

        def __dlpack_device__(self):
            return (1, 0)

        def __dlpack__(self, **_options):
            return Capsule(versioned=False).capsule

    c = cp.from_dlpack(Bytes(24))
    assert not c.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        c[...] = 0
