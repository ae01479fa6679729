"""Operands on two devices are refused by one check, and nothing is written."""

import numpy as np
import pytest

import cuprust as cp

OTHER = "cpu" if str(cp.cuda.Device()) != "cpu" else "ptx"


def operands():
    """Arrays of the default device and of another, the other ones larger and smaller than the first."""
    here = cp.arange(10.0)
    with cp.cuda.Device(OTHER):
        # Places in the two devices' tables of storages that differ by much.
        there = [cp.arange(10.0) + number for number in range(40)][-1]
    return here, there


CALLS = {
    "binary": lambda a, o: cp.add(a, o),
    "operator": lambda a, o: a * o,
    "comparison": lambda a, o: a < o,
    "in place": lambda a, o: a.__iadd__(o),
    "out": lambda a, o: cp.add(a, a, out=o),
    "out of one": lambda a, o: cp.sqrt(a, out=o),
    "out of two": lambda a, o: cp.divmod(a, a, out=(a.copy(), o)),
    "out in another dtype": lambda a, o: cp.add(a.astype("f4"), 1, out=o),
    "out with where": lambda a, o: cp.add(a, a, out=o, where=a > 3),
    "where": lambda a, o: cp.add(a, a, out=a, where=o > 1),
    "copyto where": lambda a, o: cp.copyto(a, 1.0, where=o > 1),
    "three operands": lambda a, o: cp.where(a > 1, a, o),
    "condition": lambda a, o: cp.where(o > 1, a, a),
    "clip": lambda a, o: cp.clip(a, o, None),
    "sum out": lambda a, o: a.sum(out=o[0]),
    "max out": lambda a, o: cp.max(a, out=o[0]),
    "argmax out": lambda a, o: a.argmax(out=o[0].astype("i8")),
    "mean out": lambda a, o: a.mean(out=o[0]),
    "var out": lambda a, o: a.var(out=o[0]),
    "sum where": lambda a, o: a.sum(where=o > 1),
    "cumsum out": lambda a, o: cp.cumsum(a, out=o),
    "accumulate out": lambda a, o: cp.add.accumulate(a, out=o),
    "outer": lambda a, o: cp.add.outer(a, o),
    "at": lambda a, o: cp.add.at(a, cp.asarray([1]), o[:1]),
    "at by an index": lambda a, o: cp.add.at(a, (o * 0).astype("i8"), 1),
    "mask": lambda a, o: a.__setitem__(o > 1, 3),
    "concatenate": lambda a, o: cp.concatenate([a, o]),
    "concatenate out": lambda a, o: cp.concatenate([a[:5], a[:5]], out=o),
    "stack": lambda a, o: cp.stack([a, o]),
    "matmul": lambda a, o: a @ o,
    "matmul out": lambda a, o: cp.matmul(a[None], a[:, None], out=o[:1, None]),
    "dot": lambda a, o: cp.dot(a, o),
    "dot out": lambda a, o: cp.dot(a, a, out=o[0]),
    "tensordot": lambda a, o: cp.tensordot(a, o, 1),
    "average": lambda a, o: cp.average(a, weights=o),
    "array_equal": lambda a, o: cp.array_equal(a, o),
    "allclose": lambda a, o: cp.allclose(a, o),
    "round out": lambda a, o: a.round(out=o),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("exchanged", [False, True])
def test_operands_on_two_devices_are_refused(name, exchanged):
    try:
        a, o = operands()
    except ImportError as error:
        pytest.skip(str(error))
    if exchanged:
        a, o = o, a
    before = a.get(), o.get()
    with pytest.raises(ValueError, match="different devices"):
        CALLS[name](a, o)
    np.testing.assert_array_equal(a.get(), before[0])
    np.testing.assert_array_equal(o.get(), before[1])
    assert float((a + 1).sum()) == before[0].sum() + 10 and float((o + 1).sum()) == before[1].sum() + 10


def test_arrays_of_another_device_can_be_assigned_and_moved():
    try:
        a, o = operands()
    except ImportError as error:
        pytest.skip(str(error))
    a[...] = o
    np.testing.assert_array_equal(a.get(), o.get())
    there = (a + 1).to_device(OTHER)
    assert there.device == o.device
    np.testing.assert_array_equal((there + o).get(), 2 * o.get() + 1)


@pytest.mark.skipif(not str(cp.cuda.Device()).startswith("cuda") or cp.cuda.runtime.getDeviceCount() < 2, reason="needs two GPUs")
def test_two_gpus():
    a = cp.arange(1 << 20, dtype="f4")
    with cp.cuda.Device(1):
        b = cp.arange(1 << 20, dtype="f4")
    with pytest.raises(ValueError, match="different devices"):
        cp.add(a, a, out=b)
    for _ in range(50):
        there = (a * 2)[::2].to_device("cuda:1")
        there += 1
        back = there.to_device("cuda:0")
        a += 1
        back += a[::2]
        np.testing.assert_array_equal(back.get(), 3 * a.get()[::2] - 1)
