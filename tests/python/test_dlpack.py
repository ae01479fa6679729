"""Memory that other libraries lend by DLPack: tensors that cannot be, memory that is not aligned, and who may write."""

import ctypes
import struct
import sys

import numpy as np
import pytest
from conftest import assert_same, on_cpu

import cuprust as cp


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
    class Refuses(Capsule):
        """As an array of JAX of a dtype that buffers do not know."""

        def __buffer__(self, flags):
            raise BufferError("no buffer of this dtype")

    if sys.version_info >= (3, 12):
        assert not cp.from_dlpack(Refuses(versioned=False)).flags.writeable
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
