"""Python protocols of arrays: numbers, printing, pickling, DLPack, devices, threads, and error texts."""

import copy
import gc
import os
import pickle
import subprocess
import sys
import threading
import weakref

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp


def test_numbers(both):
    for value in [3, 2.5, True, 0, 1 + 2j]:
        for convert in [bool, int, float, complex]:
            both(lambda xp, a: convert(a), np.array(value))
    both(lambda xp, a: bool(a), np.ones(2))
    both(lambda xp, a: bool(a), np.zeros(0))
    both(lambda xp, a: range(10)[a], np.array(3))
    both(lambda xp, a: range(10)[a], np.array(3.0))
    both(lambda xp, a: range(10)[a], np.array([3]))
    both(lambda xp, a: f"{a:.2f}", np.array(3.14159))
    both(lambda xp, a: f"{a}", np.arange(3))
    both(lambda xp, a: f"{a:.2f}", np.arange(3.0))
    both(lambda xp, a: hash(a), np.arange(3))
    both(lambda xp, a: a.tolist(), np.arange(6.0).reshape(2, 3))
    both(lambda xp, a: (a.tobytes(), a.T.tobytes(), a.tobytes("F")), np.arange(6).reshape(2, 3))


def test_rounding_without_axes():
    """`round` of what a reduction gives is that of NumPy's scalar: an array without axes for a number of digits, else a Python int."""
    mean = cp.array([1.25, 2.5, 3.0]).mean()
    assert type(round(mean)) is int and round(mean) == round(np.float64(mean)) == 2
    two = round(mean, 2)
    assert type(two) is cp.ndarray and two.ndim == 0 and float(two) == round(float(mean), 2) == 2.25
    assert round(cp.array(17), -1).item() == 20 and round(cp.array(17)) == 17 and type(round(cp.array(True))) is int
    for value, error in ((np.nan, ValueError), (np.inf, OverflowError), (1j, TypeError), ([1.5], TypeError)):
        with pytest.raises(error):
            round(cp.array(value))
    with pytest.raises(TypeError, match="array without axes"):
        round(cp.ones(3), 1)


def test_printing(both):
    for a in [np.arange(3), np.ones((2, 2)), np.array(2.5), np.zeros((0, 2)), np.arange(2000), np.array([True, False]),
              np.array([1 + 2j]), np.float32([0.1, 1e10])]:  # fmt: skip
        both(lambda xp, x: (repr(x), str(x), xp.array_repr(x), xp.array2string(x, precision=2)), a)


def test_pickling_and_copying():
    for a in [np.arange(6).reshape(2, 3), np.ones((), "float32"), np.asfortranarray(np.arange(6.0).reshape(2, 3)), np.zeros((0,))]:
        b = cp.asarray(a)
        for made in [pickle.loads(pickle.dumps(b)), copy.copy(b), copy.deepcopy(b), pickle.loads(pickle.dumps(b, 2))]:
            assert type(made) is cp.ndarray and made is not b
            assert_same(made, a)
            assert made.flags.f_contiguous == b.flags.f_contiguous
    holder = {"a": cp.arange(3)}
    deep = copy.deepcopy(holder)
    deep["a"][0] = 9
    assert_same(holder["a"], np.arange(3))


def test_no_conversion_unasked():
    a = cp.ones(3)
    for call in (lambda: np.asarray(a), lambda: np.array([a, a]), lambda: a.__array__(), lambda: np.ones(3).dot(a)):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TypeError, match="Please use `.get\\(\\)`"):
        np.asarray(a)
    assert not hasattr(a, "__array_interface__")


def on_cpu():
    return cp.zeros(1).__dlpack_device__()[0] == 1


def test_dlpack_to_numpy_and_back():
    if not on_cpu():
        pytest.skip("NumPy reads memory of the CPU only")
    for dtype in ["int8", "uint32", "float16", "float64", "complex64", "bool"]:
        a = cp.asarray(np.arange(12).reshape(3, 4).astype(dtype))
        for view in [a, a.T, a[1:, ::2], a[:, ::-1]]:
            n = np.from_dlpack(view)
            assert_same(view, n)
            assert n.strides == view.strides
    a = cp.zeros(4)
    n = np.from_dlpack(a)
    a += 3
    assert n[0] == 3, "the memory is shared: what is written is seen at once"
    n.setflags(write=True) if not n.flags.writeable else None
    n[1] = 5
    assert a[1].item() == 5 and a.sum().item() == 14
    del a
    gc.collect()
    assert n[1] == 5, "the importer keeps the memory"


def test_dlpack_from_numpy():
    n = np.arange(12.0).reshape(3, 4)
    a = cp.from_dlpack(n)
    if on_cpu():
        n[0, 0] = 7
        assert a[0, 0].item() == 7
        a[0, 1] = 8
        assert n[0, 1] == 8
    assert_same(cp.from_dlpack(n[:, ::-2]), n[:, ::-2])
    assert_same(cp.from_dlpack(n, copy=True), n)
    read_only = np.arange(3)
    read_only.flags.writeable = False
    try:
        b = cp.from_dlpack(read_only)
    except BufferError:
        b = None
    if b is not None:
        assert not b.flags.writeable
    with pytest.raises(TypeError):
        cp.from_dlpack([1, 2])


def test_dlpack_lets_go():
    n = np.arange(3.0)
    kept = weakref.ref(n)
    a = cp.from_dlpack(n)
    del n
    gc.collect()
    assert kept() is not None and a.sum().item() == 3
    del a
    # The next instruction on that device releases the borrowed memory.
    cp.from_dlpack(np.zeros(5000)) + 1
    gc.collect()
    for _ in range(100):
        pass
    assert kept() is None


def test_dlpack_lets_go_in_the_thread_that_imported():
    alive = []

    def work():
        kept = []
        for _ in range(50):
            n = np.ones(1000)
            kept.append(weakref.ref(n))
            assert cp.from_dlpack(n).sum().item() == 1000
            capsule = np.arange(1000.0).view(Remembered)
            kept.append(weakref.ref(capsule))
            assert cp.from_dlpack(capsule.__dlpack__())[5].item() == 5
            del n, capsule
        cp.from_dlpack(np.zeros(5000)).sum().item()
        alive.append(sum(reference() is not None for reference in kept))

    class Remembered(np.ndarray):
        pass

    # This thread waits in one call meanwhile, so it runs no work that others queue for it.
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert alive == [0]


def test_what_is_given_back_may_compute():
    # In a process of its own: an object that is released while the device is locked would wait for ever.
    program = '''
import weakref, numpy as np, cuprust as cp

class Array(np.ndarray):
    pass

done = []
for k in range(20):
    n = np.ones(1000).view(Array)
    weakref.finalize(n, lambda: done.append((cp.ones(3) + cp.from_dlpack(np.ones(3))).sum().item()))
    a = cp.from_dlpack(n)
    b = a + 1
    del n, a
    b.sum().item()
    c = cp.from_dlpack(np.zeros(5000))
    (c + 1).sum().item()
cp.zeros(5).sum().item()
assert done == [6.0] * 20, done
'''
    environment = {**os.environ, "CUPRUST_DEVICE": "cpu"}
    subprocess.run([sys.executable, "-c", program], env=environment, check=True, timeout=300)


def test_dlpack_capsules():
    a = cp.arange(3)
    capsule = a.__dlpack__()
    assert '"dltensor"' in repr(capsule)
    assert '"dltensor_versioned"' in repr(a.__dlpack__(max_version=(1, 0)))
    b = cp.from_dlpack(capsule)
    b[0] = 5
    assert a[0].item() == 5
    with pytest.raises(ValueError, match="used already"):
        cp.from_dlpack(capsule)
    view = cp.broadcast_to(a, (2, 3))
    with pytest.raises(BufferError):
        view.__dlpack__()
    assert not cp.from_dlpack(view).flags.writeable
    del capsule, b
    a.__dlpack__()


def test_devices():
    a = cp.ones(3)
    assert str(a.device) == str(cp.cuda.Device()) and a.device == cp.zeros(1).device
    with a.device as device:
        assert cp.zeros(2).device == device
    assert a.to_device(a.device) is a
    cpu = a.to_device("cpu")
    assert str(cpu.device) == "cpu" and repr(cpu.device) == "<CPU Device>"
    with cp.cuda.Device("cpu"):
        assert_same(cpu + cp.ones(3), np.full(3, 2.0))
    with pytest.raises(ValueError, match="names are cpu"):
        a.to_device("abacus")
    assert {a.device: 1}[cp.zeros(1).device] == 1
    assert cp.ones(2).data.ptr != 0 and cp.ones(2).__array_namespace__() is cp
    pool = cp.get_default_memory_pool()
    kept = (cp.ones(100_000) + 1).data.ptr
    assert kept and pool.total_bytes() >= pool.used_bytes() >= 0
    pool.free_all_blocks()


def test_streams_and_events():
    for stream in [cp.cuda.Stream.null, cp.cuda.Stream(), cp.cuda.Stream(non_blocking=True)]:
        before = cp.cuda.get_current_stream()
        with stream:
            assert cp.cuda.get_current_stream() == stream
            start, end = cp.cuda.Event(), cp.cuda.Event()
            start.record()
            a = cp.arange(1000).sum()
            end.record(stream)
        assert cp.cuda.get_current_stream() == before
        end.synchronize()
        assert end.done and cp.cuda.get_elapsed_time(start, end) >= 0
        stream.synchronize()
        assert stream.done and a.item() == 499500
    other = cp.cuda.Stream()
    event = other.record()
    cp.cuda.Stream.null.wait_event(event)
    with cp.cuda.Stream():
        b = cp.ones(4) * 2
    assert_same(b + 1, np.full(4, 3.0))
    with pytest.raises(TypeError):
        cp.ones(2).get(stream="main")


def test_threads():
    wrong = []

    def work(seed):
        try:
            a = cp.arange(100) + seed
            for _ in range(50):
                a = (a * 3 + 1) % 1009
                shared[seed % 4 :] + a[:4].sum()
            expected = np.arange(100) + seed
            for _ in range(50):
                expected = (expected * 3 + 1) % 1009
            assert_same(a, expected)
        except BaseException as error:
            wrong.append(error)

    shared = cp.arange(8)
    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_dropped_in_another_thread():
    a = [cp.arange(10) + i for i in range(20)]
    total = sum(part.sum() for part in a)
    thread = threading.Thread(target=a.clear)
    thread.start()
    thread.join()
    assert total.item() == sum(45 + 10 * i for i in range(20))


def test_benchmark_prints_as_cupys():
    def my_func(a):
        return cp.sqrt(cp.sum(a**2, axis=-1))

    result = cp.profiler.benchmark(my_func, (cp.random.random((16, 16)),), n_repeat=5, n_warmup=1)
    import re

    number = r" *\d+\.\d{3}"
    column = rf"{number} us   \+/-{number} \(min:{number} / max:{number}\) us"
    assert re.fullmatch(rf"my_func             :    CPU:{column}     [CG]PU-0:{column}", str(result)), str(result)
    assert result.cpu_times.shape == (5,) and result.gpu_times.shape == (1, 5) and (result.cpu_times > 0).all()
    assert "PU-0" not in result.to_str()
    with pytest.raises(ValueError):
        cp.profiler.benchmark(my_func, [1])
    with cp.profiler.time_range("range", sync=True) as measured:
        cp.ones(3)
    assert measured.elapsed > 0

    @cp.profiler.time_range()
    def decorated():
        return 5

    assert decorated() == 5


def test_modules_can_be_imported():
    program = (
        "import cuprust.cuda.stream, cuprust.cuda.memory, cuprust.cuda.runtime, cuprust.cuda.compiler, cuprust.random,"
        "cuprust.profiler, cuprust.linalg, cuprust as cp\n"
        "assert issubclass(cp.cuda.memory.OutOfMemoryError, MemoryError)\n"
        "assert issubclass(cp.cuda.runtime.CUDARuntimeError, RuntimeError)\n"
        "assert issubclass(cp.cuda.compiler.CompileException, Exception)\n"
        "import cuprust._core as core; info = core.info(); assert info['version'] and info['devices'] and info['numpy']\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_nothing_is_opened_by_the_import():
    program = "import cuprust, sys; print('ml_dtypes' in sys.modules, 'cuprust.cuda' in sys.modules, 'ctypes' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split()[:2] == ["False", "False"]


def test_bfloat16():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    a = np.arange(5).astype(ml_dtypes.bfloat16)
    b = cp.asarray(a)
    assert b.dtype == ml_dtypes.bfloat16
    assert_same(b + b, a + a)
    assert cp.zeros(2, "bfloat16").dtype == ml_dtypes.bfloat16
    assert_same((b * 3).astype("float32"), (a * 3).astype("float32"))


def test_errors_say_what_and_where():
    for call, error, words in [
        (lambda: cp.ones(3) + cp.ones(4), ValueError, r"add.*\(3,\) \(4,\)"),
        (lambda: cp.ones(3).sum(axis=2), np.exceptions.AxisError, "axis 2 is out of bounds for array of dimension 1"),
        (lambda: cp.ones(3).reshape(5), ValueError, r"cannot reshape array of size 3 into shape \(5,\)"),
        (lambda: cp.ones(3)[5], IndexError, "index 5 is out of bounds for axis 0 with size 3"),
        (lambda: cp.ones(3)[0, 0], IndexError, "too many indices"),
        (lambda: cp.add(cp.ones(3), 1, out=cp.ones(3, int)), TypeError, "cast add.*float64.*int64"),
        (lambda: cp.ones(3) << 1, TypeError, "left_shift"),
        (lambda: cp.ones((3, 3))[[0, 1], [0, 1, 2]], IndexError, r"shapes \(2,\) \(3,\)"),
        (lambda: cp.ones(3)[cp.ones(2) > 0], IndexError, "boolean index did not match indexed array along axis 0"),
        (lambda: cp.zeros((2**40, 2**30)), ValueError, "too big"),
    ]:
        with pytest.raises(error, match=words):
            call()


def test_a_limit_on_memory():
    pool = cp.get_default_memory_pool()
    kept = cp.ones(10)
    assert kept.sum().item() == 10 and pool.get_limit() == 0
    # Blocks that other tests left in the pool could be used without a check of the limit.
    pool.free_all_blocks()
    pool.set_limit(size=pool.used_bytes() + 10_000_000)
    try:
        with pytest.raises(cp.cuda.memory.OutOfMemoryError, match="limit"):
            (cp.ones(10_000_000) + kept[0]).data.ptr
        assert (kept + 1).sum().item() == 20
    finally:
        pool.set_limit(size=0)
    assert (cp.ones(10_000_000) + kept[0])[-1].item() == 2
    for wrong in [{}, {"size": 1, "fraction": 0.5}, {"fraction": 2}]:
        with pytest.raises(ValueError):
            pool.set_limit(**wrong)


def test_no_memory_leaves_everything_usable():
    a = cp.arange(10)
    assert a.sum().item() == 45
    with pytest.raises(MemoryError, match="70368744177664 bytes"):
        (cp.ones(2**46, "int8") + 1).data.ptr
    assert a.sum().item() == 45 and cp.ones(5).sum().item() == 5


def test_objects_come_and_go():
    # The memory of freed objects is reused: no state of the earlier array may appear in the next one.
    def counts():
        # What tests before this one left in cycles must not go in between.
        gc.collect()
        return sys.getrefcount(cp.ndarray), sys.getrefcount(base)

    base = cp.arange(6)
    kept = [base[place:] for place in range(6)]
    before = counts()
    dead = []
    for turn in range(2000):
        view = base[turn % 6 :]
        if turn % 3 == 0:
            dead.append(weakref.ref(view))
        if turn % 5 == 0:
            with pytest.raises(IndexError):
                view[7]
        assert view.base is base and view.size == 6 - turn % 6
        own = view + turn
        assert own.base is None and own.shape == view.shape
        del view, own
    assert counts() == before
    assert all(reference() is None for reference in dead)
    many = [base + 1 for _ in range(1000)]
    del many
    assert counts() == before
    assert [int(view[0]) for view in kept] == list(range(6))


def test_operators_leave_others_their_turn():
    class Other:
        def __radd__(self, left):
            return "radd", type(left)

        def __add__(self, right):
            return NotImplemented

        def __lt__(self, right):
            return NotImplemented

        def __gt__(self, right):
            return "gt", type(right)

    a, other = cp.ones(3), Other()
    assert a + other == ("radd", cp.ndarray)
    assert (a < other) == ("gt", cp.ndarray)
    with pytest.raises(TypeError):
        other + object()
    with pytest.raises(TypeError):
        other - a
    with pytest.raises(TypeError):
        a - None
    with pytest.raises(TypeError):
        cp.ndarray.__add__(1, 2)
    assert cp.ndarray.__add__(a, 1).tolist() == [2, 2, 2]
    assert cp.ndarray.__radd__(a, 1).tolist() == [2, 2, 2]
    assert cp.ndarray.__rsub__(a, 3).tolist() == [2, 2, 2]
