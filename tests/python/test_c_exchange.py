"""DLPack's C exchange interface: the table of functions on the class, called as a C extension calls it."""

import ctypes
import gc
import sys
import threading

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp

pointer, i32, i64, u8, u16, u32, u64 = (
    ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64, ctypes.c_uint8, ctypes.c_uint16, ctypes.c_uint32, ctypes.c_uint64,
)  # fmt: skip


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", pointer), ("kind", i32), ("number", i32), ("ndim", i32), ("code", u8), ("bits", u8), ("lanes", u16),
        ("shape", ctypes.POINTER(i64)), ("strides", ctypes.POINTER(i64)), ("offset", u64),
    ]  # fmt: skip


class Managed(ctypes.Structure):
    pass


DELETER = ctypes.CFUNCTYPE(None, ctypes.POINTER(Managed))
Managed._fields_ = [("major", u32), ("minor", u32), ("context", pointer), ("deleter", DELETER), ("flags", u64), ("tensor", Tensor)]
SET_ERROR = ctypes.CFUNCTYPE(None, pointer, ctypes.c_char_p, ctypes.c_char_p)


class Table(ctypes.Structure):
    # Those that take or give objects set exceptions, which calls by `PYFUNCTYPE` raise.
    _fields_ = [
        ("major", u32), ("minor", u32), ("previous", pointer),
        ("allocate", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Tensor), ctypes.POINTER(ctypes.POINTER(Managed)), pointer, SET_ERROR)),
        ("from_object", ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(ctypes.POINTER(Managed)))),
        ("to_object", ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.POINTER(Managed), ctypes.POINTER(ctypes.py_object))),
        ("borrow", ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(Tensor))),
        ("current_stream", ctypes.PYFUNCTYPE(ctypes.c_int, i32, i32, ctypes.POINTER(pointer))),
    ]  # fmt: skip


def table():
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = pointer, [ctypes.py_object, ctypes.c_char_p]
    return Table.from_address(get(cp.ndarray.__dlpack_c_exchange_api__, b"dlpack_exchange_api"))


def elements(tensor):
    """The elements of a tensor on the CPU, copied."""
    dtype = np.dtype({0: "i", 1: "u", 2: "f", 5: "c", 6: "b"}[tensor.code] + str(tensor.bits // 8))
    shape = [tensor.shape[axis] for axis in range(tensor.ndim)]
    steps = [tensor.strides[axis] * dtype.itemsize for axis in range(tensor.ndim)]
    if 0 in shape:
        return np.empty(shape, dtype)
    places = [sum(i * step for i, step in zip(index, steps)) for index in np.ndindex(*shape)]
    parts = [np.frombuffer(ctypes.string_at(tensor.data + tensor.offset + place, dtype.itemsize), dtype)[0] for place in places]
    return np.array(parts, dtype).reshape(shape)


ARRAYS = [
    lambda: cp.arange(6).reshape(2, 3), lambda: cp.arange(24.0).reshape(2, 3, 4)[::-1, :, ::2].T, lambda: cp.ones((), "c8"), lambda: cp.ones((0, 3), "f2"),
    lambda: cp.arange(5, dtype="u1")[1:], lambda: cp.array([True, False]), lambda: cp.broadcast_to(cp.arange(3), (2, 3)), lambda: cp.ones(3) + 1,
]  # fmt: skip
on_cpu = pytest.mark.skipif(str(cp.cuda.Device()) != "cpu", reason="the memory is read by the host")


def test_the_table():
    api = table()
    assert (api.major, api.minor, api.previous) == (1, 3, None)
    assert cp.ndarray.__dlpack_c_exchange_api__ is cp.ones(2).__dlpack_c_exchange_api__


@on_cpu
@pytest.mark.parametrize("make", ARRAYS)
def test_out_and_back(make):
    api, array = table(), make()
    expected = array.get()
    managed = ctypes.POINTER(Managed)()
    assert api.from_object(array, managed) == 0
    held = managed.contents
    assert held.major == 1 and held.flags == (0 if array.flags.writeable else 1) and (held.tensor.kind, held.tensor.number) == array.__dlpack_device__()
    assert_same(elements(held.tensor), expected)
    back = ctypes.py_object()
    assert api.to_object(managed, back) == 0
    result = back.value
    # The call has returned a reference, and `value` holds another.
    ctypes.pythonapi.Py_DecRef(ctypes.py_object(result))
    assert_same(result, expected)
    assert result.strides == array.strides or array.size < 2
    assert result.flags.writeable == array.flags.writeable and result.flags.owndata == (array.size == 0)
    if array.size and array.flags.writeable:
        assert result.data.ptr == array.data.ptr
        result[...] = 0
        assert not array.any()
    elif array.size:
        with pytest.raises(ValueError):
            result.flags.writeable = True
    del array
    assert result.size == expected.size


@on_cpu
@pytest.mark.parametrize("make", ARRAYS)
def test_borrowed(make):
    api, array, tensor = table(), make(), Tensor()
    assert api.borrow(array, tensor) == 0
    assert_same(elements(tensor), array.get())
    # Later writes are visible without another call.
    if array.size and array.flags.writeable:
        array += array
        assert_same(elements(tensor), array.get())


@on_cpu
def test_allocation():
    api, errors = table(), []
    report = SET_ERROR(lambda context, kind, text: errors.append((context, kind, text)))
    shape = (i64 * 2)(3, 4)
    prototype = Tensor(None, 1, 0, 2, 2, 32, 1, shape, None, 0)
    managed = ctypes.POINTER(Managed)()
    assert api.allocate(prototype, managed, 7, report) == 0 and not errors
    tensor = managed.contents.tensor
    assert (tensor.code, tensor.bits, tensor.ndim, tensor.shape[0], tensor.shape[1], tensor.strides[0], tensor.strides[1]) == (2, 32, 2, 3, 4, 4, 1)
    ctypes.memset(tensor.data, 0, 48)
    managed.contents.deleter(managed)
    for wrong in (Tensor(None, 99, 0, 2, 2, 32, 1, shape, None, 0), Tensor(None, 1, 0, 2, 2, 33, 1, shape, None, 0), Tensor(None, 1, 0, -1, 2, 32, 1, shape, None, 0)):
        assert api.allocate(wrong, managed, 7, report) == -1
        context, kind, text = errors.pop()
        assert (context, kind) == (7, b"RuntimeError") and b"DLPack" in text
    # It is called by threads that hold no lock of Python's: ctypes releases it.
    results = []

    def work():
        mine = ctypes.POINTER(Managed)()
        for _ in range(50):
            results.append(api.allocate(prototype, mine, None, report))
            mine.contents.deleter(mine)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [0] * 200


@on_cpu
def test_streams_and_errors():
    api, stream = table(), pointer(5)
    assert api.current_stream(1, 0, stream) == 0 and stream.value is None
    with pytest.raises(BufferError):
        api.current_stream(77, 0, stream)
    managed, tensor = ctypes.POINTER(Managed)(), Tensor()
    for wrong in (np.ones(3), 5, None):
        with pytest.raises(TypeError):
            api.from_object(wrong, managed)
        with pytest.raises(TypeError):
            api.borrow(wrong, tensor)


@on_cpu
def test_what_is_taken_over():
    deleted = []
    deleter = DELETER(lambda managed: deleted.append(managed.contents.context))
    memory = np.arange(6.0)

    def managed(number, **other):
        shape = (i64 * 2)(2, 3)
        kept.append(shape)
        tensor = {"data": memory.ctypes.data, "kind": 1, "ndim": 2, "code": 2, "bits": 64, "lanes": 1, "shape": shape, **other}
        major = tensor.pop("major", 1)
        return Managed(major, 3, number, deleter, tensor.pop("flags", 0), Tensor(**tensor))

    kept, api, back = [], table(), ctypes.py_object()
    whole = managed(1)
    assert api.to_object(whole, back) == 0
    array = back.value
    ctypes.pythonapi.Py_DecRef(ctypes.py_object(array))
    array[0, 0] = 8
    assert memory[0] == 8 and not deleted
    part = array[1]
    del array
    back = ctypes.py_object()
    gc.collect()
    assert not deleted and part.tolist() == [3, 4, 5]
    del part
    gc.collect()
    assert deleted == [1]
    # Whatever is wrong, the tensor is released.
    for number, wrong in enumerate([{"kind": 50}, {"bits": 7}, {"ndim": -1}, {"major": 2}, {"data": 0}], start=2):
        tensor = managed(number, **wrong)
        with pytest.raises((BufferError, ValueError)):
            api.to_object(tensor, back)
        gc.collect()
        assert deleted[-1] == number, wrong


@on_cpu
def test_references():
    api, array = table(), cp.arange(3)
    before = sys.getrefcount(array)
    managed, tensor = ctypes.POINTER(Managed)(), Tensor()
    for _ in range(100):
        assert api.from_object(array, managed) == 0
        managed.contents.deleter(managed)
        assert api.borrow(array, tensor) == 0
    assert sys.getrefcount(array) == before
