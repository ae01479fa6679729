"""What can go wrong behind a program's back: forks, indices that only the device sees, memory that runs out."""

import os
import subprocess
import sys
import textwrap

import pytest
from conftest import LONG

ptx_only = pytest.mark.skipif(sys.platform == "darwin", reason="NVIDIA's compiler is not to be had")
forks_only = pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")

# The device whose kernels are a GPU's, and the one whose are not.
PTX = pytest.param("ptx", marks=ptx_only)
DEVICES = ["cpu", PTX]


@pytest.fixture
def on(pytestconfig):
    """Runs a program in a process of its own on a device, and returns its output."""
    kernels = pytestconfig.cache.mkdir("kernels")

    def run(device, program, **environment):
        environment = {**os.environ, "CUPRUST_DEVICE": device, "CUPRUST_CACHE_DIR": str(kernels), **environment}
        command = [sys.executable, "-c", textwrap.dedent(program)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    return run


FORK = """
    import gc, os, sys
    import cuprust as cp

    a = cp.arange(100_000.0)
    b = a * 2
    total = float(b.sum())
    assert a.data.ptr == a.data.ptr

    def child():
        for call in (lambda: float((a + b).sum()), lambda: a.get(), lambda: cp.zeros(3) + 1, lambda: a.data.ptr,
                     lambda: cp.cuda.Device().synchronize(), lambda: a.__setitem__(0, 1)):
            try:
                call()
                print("fine")
            except Exception as error:
                print(type(error).__name__, "fork" in str(error) and "'spawn'" in str(error))

    sys.stdout.flush()
    number = os.fork()
    if number == 0:
        try:
            child()
            del globals()["b"]
            gc.collect()
            sys.stdout.flush()
        finally:
            os._exit(0)
    assert os.waitpid(number, 0)[1] == 0
    # The parent continues unaffected.
    assert float(b.sum()) == total and float((a + b).sum()) == 1.5 * total
"""


@forks_only
@ptx_only
def test_a_forked_child_cannot_use_a_gpu_and_is_told_so(on):
    assert on("ptx", FORK).splitlines() == ["RuntimeError True"] * 6


@forks_only
def test_a_forked_child_can_use_the_cpu(on):
    assert on("cpu", FORK).splitlines() == ["fine"] * 6


@forks_only
@ptx_only
def test_a_child_of_a_busy_process_is_told_so_too(on):
    # Another thread may hold the device's lock at the moment of the fork: no thread of the child will ever let go of
    # it.
    out = on("ptx", """
        import os, sys, threading, signal
        import cuprust as cp
        a = cp.arange(4096.0)
        stop = threading.Event()
        def work():
            while not stop.is_set():
                (a * 2 + 1).sum().get()
        thread = threading.Thread(target=work)
        thread.start()
        told = 0
        for _ in range(20):
            number = os.fork()
            if number == 0:
                # However busy the machine is, what does not hang ends sooner.
                signal.alarm(280)
                try:
                    float(a.sum())
                except RuntimeError as error:
                    os._exit(7 if "'spawn'" in str(error) else 1)
                os._exit(1)
            told += os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]) == 7
        stop.set()
        thread.join()
        print(told)
    """)
    assert out.split() == ["20"]


@forks_only
@ptx_only
def test_a_child_whose_parent_has_not_used_the_device_may(on):
    out = on("cpu", """
        import os, sys
        import cuprust as cp
        cp.arange(10).sum().get()
        number = os.fork()
        if number == 0:
            try:
                with cp.cuda.Device("ptx"):
                    print(cp.arange(10).sum(), flush=True)
            finally:
                os._exit(0)
        os.waitpid(number, 0)
        with cp.cuda.Device("ptx"):
            print(cp.arange(5).sum())
    """)
    assert out.split() == ["45", "10"]


INDEX = """
    import gc
    import cuprust as cp

    def told(call):
        try:
            return str(call())
        except Exception as error:
            return f"{type(error).__name__}: {error}"

    a, b, other = cp.zeros(10), cp.ones(10), cp.arange(4.0)
    @CALL@
    depends = a * 2 + 1
    apart = other + b[:4]
    # Raised once, by whatever waits for the device, ..
    print(told(cp.cuda.Device().synchronize))
    print(told(cp.cuda.Device().synchronize))
    # .. again only by what depends on it, ..
    print(told(lambda: depends.sum()), told(lambda: a[0]), sep="\\n")
    # .. and everything else still works.
    print(apart, b.sum(), cp.zeros(10).sum())
    cp.add.at(b, cp.array([0, -1, 0]), 5)
    print(b)
"""


def index_program(call):
    return INDEX.replace("@CALL@", call)


@ptx_only
@pytest.mark.parametrize("index", ["[3, 10, 2]", "[3, -11, 2]", "[1, 2, 12345678901]"])
def test_an_index_that_only_the_device_sees_is_raised_where_it_is_waited_for(on, index):
    wrong = max(eval(index), key=abs)
    text = f"index {wrong} is out of bounds for axis 0 with size 10"
    lines = on("ptx", index_program(f"cp.add.at(a, cp.array({index}), 1)")).splitlines()
    assert lines == [
        f"IndexError: add.at: {text}", "None", f"IndexError: add.at: {text}", f"IndexError: add.at: {text}",
        "[1. 2. 3. 4.] 10.0 0.0", "[11.  1.  1.  1.  1.  1.  1.  1.  1.  6.]",
    ]
    # On the CPU the call itself raises it.
    lines = on("cpu", index_program(f"print(told(lambda: cp.add.at(a, cp.array({index}), 1)))")).splitlines()
    assert lines[0] == f"IndexError: {text}"
    assert lines[1:] == [
        "None", "None", "10.0", "0.0", "[1. 2. 3. 4.] 10.0 0.0", "[11.  1.  1.  1.  1.  1.  1.  1.  1.  6.]",
    ]


@ptx_only
@pytest.mark.parametrize("mode", [{}, {"CUPRUST_SYNC": "1"}, {"CUPRUST_DISABLE": "fusion,plancache"}])
def test_many_doubts_at_once_each_poison_what_depends_on_them(on, mode):
    # More than there are numbers for, on two streams, one in seven of them wrong.
    out = on("ptx", """
        import cuprust as cp
        targets, wrong, raised = [], set(), 0
        side = cp.cuda.Stream(non_blocking=True)
        for turn in range(300):
            try:
                a = cp.zeros(8, "int64")
                if turn % 7 == 3:
                    wrong.add(turn)
                with (side if turn % 2 else cp.cuda.Stream.null):
                    cp.add.at(a, cp.array([turn % 8, 8 if turn % 7 == 3 else 0]), turn)
                    doubled = a * 2
            except IndexError:
                raised += 1
                if turn not in wrong:
                    # Raised for what came before: this turn has still to be done.
                    with (side if turn % 2 else cp.cuda.Stream.null):
                        a = cp.zeros(8, "int64")
                        cp.add.at(a, cp.array([turn % 8, 0]), turn)
                        doubled = a * 2
                else:
                    doubled = None
            targets.append((turn, doubled))
        for _ in range(300):
            try:
                side.synchronize()
                cp.cuda.Device().synchronize()
            except IndexError:
                raised += 1
                continue
            break
        for turn, doubled in targets:
            if turn in wrong:
                if doubled is not None:
                    try:
                        doubled.get()
                        print("not raised", turn)
                    except IndexError as error:
                        assert "add.at: index 8 is out of bounds for axis 0 with size 8" in str(error)
                continue
            expected = [0] * 8
            expected[turn % 8] += 2 * turn
            expected[0] += 2 * turn
            assert doubled.tolist() == expected, (turn, doubled)
        print(raised > 0)
    """, **mode)
    assert out.split() == ["True"]


READS = """
    import numpy as np
    import cuprust as cp

    rng = np.random.default_rng(7)
    kept = []
    for dtype in ["bool", "int8", "uint8", "int16", "float16", "int32", "float32", "int64", "uint64", "float64",
                  "complex64", "complex128"]:
        for turn in range(4):
            host = (rng.standard_normal(37) * (50 if np.dtype(dtype).kind in "biu" else 2)).astype(dtype)
            a = cp.array(host)
            for name in ["max", "min", "sum", "prod", "any", "argmax"]:
                with np.errstate(all="ignore"):
                    value, expected = getattr(a, name)(), np.asarray(getattr(host, name)())
                got = value.get()
                assert got.dtype == expected.dtype, (dtype, name)
                np.testing.assert_allclose(got, expected, rtol=1e-2 if dtype == "float16" else 1e-5, err_msg=name)
                # An array that was read is an operand like any other, may be changed, and is read again.
                if name in ("max", "min") and dtype != "bool":
                    again = (value + value).get()
                    assert again == expected + expected or turn == 3
                    value += value.dtype.type(1)
                    assert value.item() == (expected + expected.dtype.type(1)).item()
                    kept.append((value, value.item()))
    # Far more of them than are shown at once.
    for value, expected in kept:
        assert value.item() == expected
    a = cp.arange(100.0)
    sums = [(a * k).sum() for k in range(200)]
    assert [float(s) for s in sums] == [4950.0 * k for k in range(200)]
    assert float(sum(sums)) == 4950.0 * sum(range(200))
    # Two results of one program: the one that is not read goes into the next program.
    low, high = a.min(), a.max()
    assert float(low) == 0 and float((a - low).sum() / high) == 50.0
    # On another stream.
    mean = a.mean()
    assert float(mean) == 49.5
    with cp.cuda.Stream(non_blocking=True):
        assert float((a - mean).max()) == 49.5
    print("fine")
"""


@pytest.mark.parametrize("mode", [{}, {"CUPRUST_SYNC": "1"}, {"CUPRUST_DISABLE": "fusion"}])
@ptx_only
def test_small_results_are_what_they_are_computed_to_be(on, mode):
    assert on("ptx", READS, **mode) == "fine\n"


@ptx_only
def test_what_is_wrong_behind_a_result_that_is_read_is_not_taken_for_right(on):
    # The sum is computed before the index is checked: reading it must not run the operations queued behind it.
    out = on("ptx", """
        import cuprust as cp
        a, b = cp.arange(10.0), cp.zeros(10)
        total = a.sum()
        cp.add.at(b, cp.array([99]), 1)
        raised = 0
        for call in (lambda: float(total), lambda: cp.cuda.Device().synchronize(), lambda: float(total)):
            try:
                call()
            except IndexError as error:
                raised += 1
        print(raised, float(total))
        try:
            b.get()
        except IndexError as error:
            print(error)
    """)
    assert out.splitlines() == ["1 45.0", "add.at: index 99 is out of bounds for axis 0 with size 10"]


POWERS = """
    import numpy as np
    import cuprust as cp

    WRONG = "Integers to negative integer powers are not allowed."

    # Exponents are positive, and would not be where a thread has no element and computes with zeros. The wrong one is
    # last.
    CASES = {
        "flat": ((9001,), lambda xp, a, b: a ** (b - 5)),
        "few": ((101,), lambda xp, a, b: a ** (b - 5)),
        "strided": ((97, 100), lambda xp, a, b: a[:, ::-3] ** (b[:, ::-3] - 5)),
        "transposed": ((97, 130), lambda xp, a, b: a.T.copy() ** (b.T - 5)),
        "stencil": ((97, 128), lambda xp, a, b: a ** (xp.roll(b, 1, 0) + xp.roll(b, -1, 1) + xp.roll(b, 2, 0) + b - 20)),
        "rows": ((90, 101), lambda xp, a, b: (a ** (b - 5)).sum(axis=1)),
        "long rows": ((3, 40001), lambda xp, a, b: (a ** (b - 5)).max(axis=1)),
        "held rows": ((90, 101), lambda xp, a, b: (lambda p: p - p.max(axis=1, keepdims=True))(a ** (b - 5))),
        "held long rows": ((9, 1001), lambda xp, a, b: (lambda p: p - p.max(axis=1, keepdims=True))(a ** (b - 5))),
        "few rows": ((7, 5), lambda xp, a, b: (a ** (b - 5)).sum(axis=1)),
        "columns": ((101, 90), lambda xp, a, b: (a ** (b - 5)).sum(axis=0)),
        "long columns": ((40001, 3), lambda xp, a, b: (a ** (b - 5)).max(axis=0)),
        "few columns": ((5, 7), lambda xp, a, b: (a ** (b - 5)).sum(axis=0)),
        "of sums": ((501, 33), lambda xp, a, b: a.max(axis=1) ** (b.min(axis=1) - 5)),
        "of long sums": ((3, 40001), lambda xp, a, b: a.max(axis=1) ** (b.min(axis=1) - 5)),
        "of few sums": ((7, 5), lambda xp, a, b: a.max(axis=1) ** (b.min(axis=1) - 5)),
        "of columns": ((33, 501), lambda xp, a, b: a.max(axis=0) ** (b.min(axis=0) - 5)),
        "of all": ((9001,), lambda xp, a, b: a.max() ** (b.min() - 5)),
        "where": ((9001,), lambda xp, a, b: xp.power(a, b - 7, where=b >= 7, out=xp.zeros_like(a))),
        "in place": ((9001,), lambda xp, a, b: xp.power(a, b - 5, out=a)),
        "a constant": ((9001,), lambda xp, a, b: a ** (xp.full(a.shape, 6, a.dtype) - b[-1:])),
        "positions": ((9001,), lambda xp, a, b: 1 ** (xp.arange(9001)[::-1] + (b[-1] - 5))),
    }
    for name, (shape, compute) in CASES.items():
        for dtype in @DTYPES@:
            a = (np.arange(np.prod(shape)) % 3 + 1).astype(dtype).reshape(shape)
            b = (np.arange(np.prod(shape)) % 4 + 5).astype(dtype).reshape(shape)
            b.flat[-1] = 5
            assert np.array_equal(compute(cp, cp.array(a), cp.array(b)).get(), compute(np, a.copy(), b)), (name, dtype)
            b.flat[-1] = {"where": 6, "a constant": 7}.get(name, 4 if name != "stencil" else -20)
            a, b = cp.array(a), cp.array(b)
            result, apart = compute(cp, a, b), b + 1
            total = result.sum()
            told = []
            for call in (cp.cuda.Device().synchronize, cp.cuda.Device().synchronize, result.get, lambda: int(total), apart.get):
                try:
                    told.append(call() is None)
                except ValueError as error:
                    told.append(str(error))
            wrong = name != "where"
            expected = [WRONG, True, WRONG, WRONG, False] if wrong else [True, True, False, False, False]
            assert told == expected, (name, dtype, told)
    print("fine")
"""


@ptx_only
def test_negative_exponents_of_integers_that_only_the_device_sees(on):
    # Nearly each has kernels of its own to compile: in short each name has one of the dtypes.
    dtypes = '("int8", "int64")' if LONG else '("int8", "int64")[len(name) % 2 :][:1]'
    assert on("ptx", POWERS.replace("@DTYPES@", dtypes)) == "fine\n"


@ptx_only
def test_results_of_one_kernel_that_do_not_depend_on_a_power_are_right(on):
    out = on("ptx", index_program("""a = (a.astype(int) + 2) ** cp.array([1, 2, -1] * 3 + [0])
    beside = other.astype(int) + 10; power = beside ** (beside - 11); after = beside - 1""") + """
    print(beside, after)
    try:
        power.get()
    except ValueError as error:
        print(error)
""")
    text = "ValueError: Integers to negative integer powers are not allowed."
    assert out.splitlines() == [
        text, "None", text, text, "[1. 2. 3. 4.] 10.0 0.0", "[11.  1.  1.  1.  1.  1.  1.  1.  1.  6.]",
        "[10 11 12 13] [ 9 10 11 12]", text.split(": ")[1],
    ]


LIMIT = """
    import cuprust as cp
    pool = cp.get_default_memory_pool()
    kept = cp.arange(1000.0) + 1
    kept.get()
    used = pool.used_bytes()
    assert pool.get_limit() == 0
    pool.set_limit(size=used + 1_000_000)
    assert pool.get_limit() == used + 1_000_000
    for turn in range(3):
        large = cp.arange(500_000.0)
        try:
            large.get()
            print("not raised")
        except cp.cuda.memory.OutOfMemoryError as error:
            text = str(error)
            print("4000000 bytes" in text, str(used) in text, "free" in text, str(used + 1_000_000) in text)
            assert isinstance(error, MemoryError)
        del large
        # Everything else continues, within the limit and beyond it once that is raised.
        assert float((kept * 2).sum()) == 1001000.0
        small = cp.arange(50_000.0)
        assert float(small.sum()) == 49_999 * 25_000
        del small
    pool.set_limit(size=0)
    assert float(cp.arange(500_000.0).sum()) == 499_999 * 250_000
    total = cp.cuda.Device().mem_info[1]
    pool.set_limit(fraction=0.5)
    assert pool.get_limit() == total // 2
    pool.set_limit(size=0)
    for size in (10 ** 15, 2 ** 62 // 8):
        try:
            cp.empty(size).fill(1)
            print(cp.empty(size).sum())
        except MemoryError:
            print("refused")
"""


@pytest.mark.parametrize("device", DEVICES)
def test_a_limit_is_an_error_that_says_how_much_and_nothing_is_lost(on, device):
    assert on(device, LIMIT).splitlines() == ["True True True True"] * 3 + ["refused"] * 2


@ptx_only
def test_what_was_recorded_before_an_error_was_raised_is_poisoned_by_it_too(on):
    # The event is waited for without running operations that were recorded later.
    out = on("ptx", """
        import cuprust as cp
        a, b = cp.zeros(10), cp.arange(10.0)
        cp.add.at(a, cp.array([99]), 1)
        event = cp.cuda.Event()
        event.record()
        depends, apart = a * 2, b * 2
        total = depends.sum()
        for call in (event.synchronize, cp.cuda.Device().synchronize, depends.get, lambda: float(total), depends.get,
                     apart.sum):
            try:
                print(call())
            except IndexError as error:
                print(error)
    """)
    text = "add.at: index 99 is out of bounds for axis 0 with size 10"
    assert out.splitlines() == [text, "None", text, text, text, "90.0"]


ORDER = """
    import numpy as np
    import cuprust as cp

    # One kernel for each instruction, hundreds of them queued at once, which read and write a few arrays in any order.
    # They take long enough to be under way at the same time, where the device begins one before another has ended.
    rng = np.random.default_rng(3)
    for shape in [(300, 400), (3, 7), (10, 20_000)]:
        hosts = [rng.integers(-1000, 1000, shape) for _ in range(5)]
        ours = [cp.array(host) for host in hosts]
        sums = []
        for step in range(150):
            i, j, k = rng.integers(0, 5, 3)
            kind = rng.integers(0, 9)
            for x, out in ((hosts, 0), (ours, 1)):
                xp = (np, cp)[out]
                if kind == 0:
                    x[j] += 3
                elif kind == 1:
                    x[j][...] = x[i]
                elif kind == 2:
                    x[j][0] = x[i].sum(axis=0)
                elif kind == 3:
                    x[j][:, 1] = x[i].max(axis=1)
                elif kind == 4:
                    x[j] = x[i] - x[k]
                elif kind == 5:
                    x[j][:-1] = x[i][1:]
                elif kind == 6:
                    x[j][...] = xp.roll(x[i], 1, axis=1)
                elif kind == 7:
                    x[j] -= x[i].sum() & 7
                elif out:
                    sums.append(((hosts[i] * 1).sum(), x[i].sum(), (x[i] - x[i].mean()).max() * 0))
        for host, array in zip(hosts, ours):
            np.testing.assert_array_equal(array.get(), host)
        for expected, got, nothing in sums:
            assert got.item() == expected and nothing.item() == 0
    print("done")
"""


@pytest.mark.parametrize("off", ["fusion,cow", "fusion,cow,overlap", "fusion"])
def test_kernels_of_a_stream_keep_their_order(on, off):
    assert on(os.environ.get("CUPRUST_DEVICE", "cpu"), ORDER, CUPRUST_DISABLE=off) == "done\n"
