"""Arrays in chunks on several devices: whatever the chunks and the mode, the values are NumPy's. Without GPUs the devices are numbers."""

import random

import numpy as np
import pytest
from conftest import on_cpu

import cuprust as cp
from cuprust.distributed.array import MAX, MIN, PROD, REPLICA, SUM, DistributedArray, distributed_array, make_2d_index_map

DEVICES = range(5 if on_cpu() or str(cp.cuda.Device()) == "ptx" else cp.cuda.runtime.getDeviceCount())
MODES = [REPLICA, SUM, PROD, MAX, MIN]


def index(dice, extent):
    start = dice.randrange(extent)
    stop = dice.randint(start + 1, extent)
    return dice.choice([slice(None), slice(start, stop), slice(start, None, 2), start, start - extent])


def index_map(dice, shape):
    """Chunks that overlap anyhow, and two halves, so that each element is in one."""
    chunks = {dice.choice(DEVICES): [tuple(index(dice, extent) for extent in shape) for _ in range(2)] for _ in range(3)}
    for half in (slice(0, shape[0] // 2), slice(shape[0] // 2, None)):
        chunks.setdefault(dice.choice(DEVICES), []).append((half,))
    return chunks


def numbers(dice, shape, dtype):
    return np.array([dice.randint(1, 3) for _ in range(int(np.prod(shape)))]).reshape(shape).astype(dtype)


@pytest.fixture(params=range(8))
def dice(request):
    return random.Random(request.param)


def arrays(dice):
    """A shape, and two arrays of it with their distributed counterparts."""
    shape = tuple(dice.randint(2, 7) for _ in range(dice.randint(1, 3)))
    x, y = numbers(dice, shape, dice.choice(["i8", "f8", "f4", "i4"])), numbers(dice, shape, "f8")
    return shape, x, y, distributed_array(x, index_map(dice, shape), dice.choice(MODES)), distributed_array(cp.asarray(y), index_map(dice, shape), dice.choice(MODES))


def test_modes_and_maps(dice):
    shape, x, _, a, _ = arrays(dice)
    np.testing.assert_array_equal(a.get(), x)
    for mode in MODES:
        changed = a.change_mode(mode)
        np.testing.assert_array_equal(changed.get(), x)
        assert changed.mode is mode and changed.index_map == a.index_map
        moved = changed.reshard(index_map(dice, shape))
        np.testing.assert_array_equal(moved.get(), x)
        assert moved.mode is mode
        for device, chunks in moved.change_mode(REPLICA).all_chunks().items():
            for where, chunk in zip(moved.index_map[device], chunks):
                np.testing.assert_array_equal(chunk.get(), x[where])
                assert on_cpu() or chunk.device.id in (device, 0)
    np.testing.assert_array_equal(a.T.get(), x.T)
    np.testing.assert_array_equal(a.astype("c16").get(), x.astype("c16"))


def test_elementwise(dice):
    _, x, y, a, b = arrays(dice)
    np.testing.assert_array_equal((a * b + 2).get(), x * y + 2)
    np.testing.assert_array_equal((3 - a).get(), 3 - x)
    np.testing.assert_array_equal((a < b).get(), x < y)
    np.testing.assert_allclose(cp.cos(a.astype("f8")).get(), np.cos(x.astype("f8")), rtol=1e-14)
    np.testing.assert_allclose(np.sqrt(b).get(), np.sqrt(y), rtol=1e-14)
    fractions, whole = cp.modf(b / 2)
    np.testing.assert_array_equal(whole.get(), np.modf(y / 2)[1])
    np.testing.assert_array_equal(fractions.get(), np.modf(y / 2)[0])
    kernel = cp.ElementwiseKernel("float64 x, float64 y", "float64 z", "z = (x - y) * (x - y)", "apart")
    np.testing.assert_array_equal(kernel(a.astype("f8"), b).get(), (x - y) ** 2)
    np.testing.assert_array_equal((b - b.min(axis=0)).get(), y - y.min(axis=0))


def test_reductions(dice):
    shape, x, _, a, _ = arrays(dice)
    for axis in [None, *range(len(shape)), (0, -1)]:
        for keepdims in (False, True):
            for name in ("sum", "prod", "max", "min", "any", "all", "ptp", "mean", "var", "std", "argmax", "argmin"):
                if "arg" in name and isinstance(axis, tuple) or axis == (0, -1) and len(shape) == 1:
                    continue
                got, wanted = getattr(cp, name)(a, axis=axis, keepdims=keepdims), getattr(np, name)(x, axis=axis, keepdims=keepdims)
                assert isinstance(got, DistributedArray) and got.dtype == wanted.dtype and got.shape == wanted.shape, (name, axis, keepdims)
                np.testing.assert_allclose(cp.asnumpy(got), wanted, rtol=1e-5, err_msg=f"{name} {axis}")
    assert a.sum(axis=0).mode is SUM and a.max(axis=0).mode is MAX


def test_products(dice):
    def parts(extent):
        return [0, *sorted(dice.sample(range(1, extent), dice.randint(0, min(2, extent - 1)))), extent]

    def matrix(shape):
        rows, columns = parts(shape[0]), parts(shape[1])
        owners = [[set(dice.sample(DEVICES, min(len(DEVICES), 2))) for _ in columns[1:]] for _ in rows[1:]]
        x = numbers(dice, shape, "i8")
        return x, distributed_array(x, make_2d_index_map(rows, columns, owners), dice.choice(MODES))

    m, k, n = (dice.randint(2, 9) for _ in range(3))
    (x, a), (y, b) = matrix((m, k)), matrix((k, n))
    product = a @ b
    assert product.mode is SUM
    np.testing.assert_array_equal(product.get(), x @ y)
    np.testing.assert_array_equal(np.matmul(a, b).get(), x @ y)
    row = distributed_array(x[0], {DEVICES[0]: slice(0, 1), DEVICES[-1]: [slice(1, None)]})
    np.testing.assert_array_equal((row @ b).get(), x[0] @ y)
    np.testing.assert_array_equal((row @ row).get(), x[0] @ x[0])


def test_the_mode_of_a_product_is_a_sum():
    devices = [DEVICES[i % len(DEVICES)] for i in range(3)]
    a = distributed_array(np.arange(6).reshape(2, 3), make_2d_index_map([0, 2], [0, 1, 3], [[{devices[0]}, {devices[1], devices[2]}]]))
    b = distributed_array(np.arange(12).reshape(3, 4), make_2d_index_map([0, 1, 3], [0, 2, 4], [[{devices[0]}] * 2, [{devices[1]}, {devices[2]}]]))
    assert cp.asnumpy(a @ b).tolist() == [[20, 23, 26, 29], [56, 68, 80, 92]]
    if len(DEVICES) > 2:
        chunks = {device: [chunk.tolist() for chunk in own] for device, own in (a @ b).all_chunks().items()}
        assert chunks == {0: [[[0, 0], [0, 3]], [[0, 0], [6, 9]]], 1: [[[20, 23], [56, 65]]], 2: [[[26, 29], [74, 83]]]}


def test_empty_ones_and_numbers():
    a = distributed_array(np.zeros((0, 3)), {DEVICES[0]: slice(None)})
    assert a.sum(axis=0).get().tolist() == [0, 0, 0] and (a + 1).shape == (0, 3)
    with pytest.raises(ValueError, match="no identity"):
        a.max(axis=0)
    total = distributed_array(np.arange(5.0), {DEVICES[0]: slice(0, 3), DEVICES[-1]: [slice(3, 5)]}).sum()
    assert float(total) == 10 and total.shape == () and bool(total > 3) and total.item() == 10.0
    one = distributed_array(np.float64(4), {DEVICES[0]: ()})
    assert float(one * 2) == 8


def test_what_is_wrong():
    x = np.arange(6).reshape(2, 3)
    a = distributed_array(x, {DEVICES[0]: slice(None)})
    for call in (lambda: a * cp.asarray(x), lambda: cp.asarray(x) * a, lambda: cp.add(a, x), lambda: a @ cp.asarray(x.T)):
        with pytest.raises(RuntimeError, match="Mixing a distributed array with a non-distributed"):
            call()
    with pytest.raises(RuntimeError, match="`out`"):
        a.sum(axis=0, out=cp.zeros(3))
    with pytest.raises(ValueError, match="no two stacks"):
        a @ a
    with pytest.raises(ValueError, match="step"):
        distributed_array(x, {DEVICES[0]: slice(None, None, -1)})
    with pytest.raises(IndexError, match="out of bounds"):
        distributed_array(x, {DEVICES[0]: 2})
    with pytest.raises(IndexError, match="too many indices"):
        distributed_array(x, {DEVICES[0]: (0, 0, 0)})
    with pytest.raises(TypeError, match="integers and slices"):
        distributed_array(x, {DEVICES[0]: [0.5]})
    with pytest.raises(TypeError, match="Implicit conversion"):
        np.asarray(a)
    with pytest.raises(TypeError, match="changes no other"):
        distributed_array(x.astype(complex), {DEVICES[0]: [slice(None), slice(None)]}, MAX).get()
    for wrong in (([1, 2], [0, 3], [[{0}]]), ([0, 2], [0, 3], [[{0}, {0}]]), ([0, 2, 2], [0, 3], [[{0}], [{0}]])):
        with pytest.raises(ValueError, match="partitions|devices"):
            make_2d_index_map(*wrong)


def test_other_objects_are_refused_as_before():
    for call in (lambda: cp.cos("x"), lambda: cp.cos(np.ones(3)), lambda: cp.any(np.ones(3)), lambda: cp.sum("x")):
        with pytest.raises(TypeError):
            call()
