"""dask with cuprust's arrays as chunks, under their own name and under CuPy's: in one process, and between processes that may end."""

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import cuprust as cp

da = pytest.importorskip("dask.array")


def chunks(values, sizes):
    return da.from_array(cp.asarray(values), chunks=sizes, asarray=False)


def same(found, expected, close=1e-12):
    """A lazy result knows cuprust's type, has it, and has NumPy's values and dtype."""
    assert isinstance(found._meta, cp.ndarray), type(found._meta)
    computed = found.compute(scheduler="synchronous")
    assert isinstance(computed, cp.ndarray), type(computed)
    assert computed.dtype == np.asarray(expected).dtype and computed.shape == np.shape(expected)
    np.testing.assert_allclose(computed.get(), expected, rtol=close, atol=close)


RNG = np.random.default_rng(5)
MATRIX = RNG.normal(size=(12, 10))
HOLES = np.where(RNG.random((12, 10)) < 0.3, np.nan, MATRIX)
BESIDE = RNG.normal(size=(10, 7))

# What dask asks of a library by its type, each with NumPy's own call.
CALLS = {
    "sum": (lambda xp, x: x.sum(axis=0), MATRIX),
    "mean": (lambda xp, x: x.mean(), MATRIX),
    "mean of rows": (lambda xp, x: x.mean(axis=1, keepdims=True), MATRIX),
    "std": (lambda xp, x: x.std(axis=0), MATRIX),
    "var": (lambda xp, x: x.var(axis=1, ddof=1), MATRIX),
    "nanmean": (lambda xp, x: xp.nanmean(x, axis=0), HOLES),
    "nanstd": (lambda xp, x: xp.nanstd(x), HOLES),
    "nanvar": (lambda xp, x: xp.nanvar(x, axis=1), HOLES),
    "max": (lambda xp, x: x.max(), MATRIX),
    "argmin": (lambda xp, x: x.argmin(axis=1), MATRIX),
    "cumsum": (lambda xp, x: xp.cumsum(x, axis=0), MATRIX),
    "take": (lambda xp, x: xp.take(x, np.array([3, 0, 11]), axis=0), MATRIX),
    "take of a list": (lambda xp, x: x[[5, 1, 1]], MATRIX),
    "mask": (lambda xp, x: xp.where(x > 0, x, -1), MATRIX),
    "tensordot": (lambda xp, x: xp.tensordot(x, x, axes=((0,), (0,))), MATRIX),
    "dot": (lambda xp, x: x @ x.T, MATRIX),
    "einsum": (lambda xp, x: xp.einsum("ij,kj->ik", x, x), MATRIX),
    "concatenate": (lambda xp, x: xp.concatenate([x, x + 1], axis=1), MATRIX),
    "stack": (lambda xp, x: xp.stack([x, 2 * x]), MATRIX),
    "divide": (lambda xp, x: xp.true_divide(x, 3), MATRIX),
    "ufunc": (lambda xp, x: xp.exp(-(x**2)), MATRIX),
    "transpose": (lambda xp, x: x.T.reshape(2, 5, 12), MATRIX),
    "roll": (lambda xp, x: xp.roll(x, 3, axis=0), MATRIX),
    "diff": (lambda xp, x: xp.diff(x, axis=1), MATRIX),
    "median": (lambda xp, x: xp.median(x, axis=0), MATRIX),
}


@pytest.mark.parametrize("name", list(CALLS))
def test_chunks_stay_arrays(name):
    call, values = CALLS[name]
    same(call(da, chunks(values, (5, 4))), call(np, values))


def test_percentile_histogram_and_neighbours():
    line = RNG.normal(size=1000)
    found = da.percentile(chunks(line, 1000), [10, 50, 90])
    same(found, np.percentile(line, [10, 50, 90]))
    counts, _ = da.histogram(chunks(line, 300), bins=np.linspace(-3, 3, 13))
    np.testing.assert_array_equal(cp.asnumpy(counts.compute(scheduler="synchronous")), np.histogram(line, bins=np.linspace(-3, 3, 13))[0])
    grid = (RNG.random((24, 24)) < 0.3).astype(np.int8)

    def step(xp, own):
        near = sum(xp.roll(own, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
        return ((near == 3) | ((own == 1) & (near == 2))).astype(np.int8)

    lazy = chunks(grid, (10, 12)).map_overlap(lambda own: step(cp, own), depth=1, boundary="periodic")
    same(lazy, step(np, grid))
    q, r = da.linalg.qr(chunks(RNG.normal(size=(20, 4)), (5, 4)))
    assert isinstance((q @ r).compute(scheduler="synchronous"), cp.ndarray)


def test_no_elements_and_pieces_of_metadata():
    empty = chunks(np.zeros((0, 4)), (1, 4))
    same(empty.sum(axis=0), np.zeros(4))
    same(da.concatenate([empty, chunks(np.ones((2, 4)), 2)]), np.ones((2, 4)))
    assert chunks(MATRIX, 5)._meta.shape == (0, 0)
    from dask.base import tokenize
    from dask.sizeof import sizeof

    a = cp.arange(1000.0)
    assert tokenize(a) == tokenize(a + 0) != tokenize(a + 1) and sizeof(a) >= a.nbytes
    assert tokenize(a) != tokenize(a.astype("f")) and tokenize(a) != tokenize(a.reshape(10, 100))


def test_the_backend_makes_arrays_and_random_numbers():
    import dask

    with dask.config.set({"array.backend": "cuprust"}):
        made = {
            "zeros": da.zeros((4, 5), chunks=2), "ones": da.ones(7, chunks=3, dtype="f"), "full": da.full((2, 3), 5, chunks=2), "arange": da.arange(2, 20, 3, chunks=4),
            "empty": da.empty((3, 3), chunks=2), "random": da.random.random((5, 6), chunks=3), "normal": da.random.default_rng(3).normal(size=(8,), chunks=4),
            "state": da.random.RandomState(3).normal(size=(8,), chunks=4), "permutation": da.random.default_rng(3).permutation(da.arange(10, chunks=5)),
        }  # fmt: skip
        for name, lazy in made.items():
            assert isinstance(lazy._meta, cp.ndarray), name
            assert isinstance(lazy.compute(scheduler="synchronous"), cp.ndarray), name
        same(made["arange"], np.arange(2, 20, 3))
        drawn = da.random.default_rng(9).random(100, chunks=25)
        np.testing.assert_array_equal(drawn.compute(scheduler="threads").get(), drawn.compute(scheduler="synchronous").get())
        moved = da.from_array(MATRIX, chunks=5).to_backend("cuprust")
        same(moved, MATRIX)
        assert isinstance(moved.to_backend("numpy").compute(scheduler="synchronous"), np.ndarray)


def test_sparse_chunks():
    from cuprust.scipy import sparse

    dense = np.where(RNG.random((12, 12)) < 0.3, 1.0 * RNG.integers(1, 9, (12, 12)), 0)
    lazy = chunks(dense, (5, 4)).map_blocks(sparse.csr_matrix)
    both = lazy.compute(scheduler="synchronous")
    assert isinstance(both, sparse.spmatrix)
    np.testing.assert_array_equal(both.toarray().get(), dense)
    product = da.tensordot(lazy, lazy, axes=((1,), (0,))).map_blocks(lambda block: block.toarray(), dtype=float, meta=cp.empty((0, 0)))
    np.testing.assert_allclose(cp.asnumpy(product.compute(scheduler="synchronous")), dense @ dense)


FORMS = [
    lambda: cp.arange(6.0), lambda: cp.zeros((0, 3), "f"), lambda: cp.asarray(5, "i"), lambda: cp.arange(12).reshape(3, 4)[:, ::-2],
    lambda: cp.asfortranarray(cp.arange(12.0).reshape(3, 4)), lambda: cp.ones(3, "?"), lambda: cp.ones((2, 2), "D"), lambda: cp.arange(3, dtype="bfloat16"),
    lambda: cp.broadcast_to(cp.arange(3), (2, 3)),
]  # fmt: skip


@pytest.mark.parametrize("form", range(len(FORMS)))
@pytest.mark.parametrize("families", [("dask",), ("cuda", "dask"), ("pickle",)])
def test_arrays_are_sent(form, families):
    protocol = pytest.importorskip("distributed.protocol")
    a = FORMS[form]()
    header, frames = protocol.serialize(a, serializers=families, on_error="raise")
    assert header["serializer"] == "pickle" or "type" in str(header)
    b = protocol.deserialize(header, [bytes(memoryview(frame)) for frame in frames] if families[0] != "cuda" or not hasattr(a, "__cuda_array_interface__") else frames)
    assert isinstance(b, cp.ndarray) and b.dtype == a.dtype and b.shape == a.shape and (b == a).all()
    assert b.flags.f_contiguous or not a.flags.f_contiguous
    if families[0] == "dask":
        assert header["serializer"] == "dask" and sum(len(bytes(memoryview(frame))) for frame in frames) == a.nbytes


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "dia"])
def test_sparse_matrices_are_sent(format):
    protocol = pytest.importorskip("distributed.protocol")
    from cuprust.scipy import sparse

    matrix = sparse.csr_matrix(cp.asarray(np.diag([1.0, 0, 2, 3])[:, :3])).asformat(format)
    header, frames = protocol.serialize(matrix, serializers=("cuda", "dask", "pickle"), on_error="raise")
    found = protocol.deserialize(header, [bytes(memoryview(frame)) for frame in frames])
    assert found.format == format and (found.toarray() == matrix.toarray()).all()


# A cluster of two processes, one of which is killed while it has a part of the data.
CLUSTER = """
import os, signal, sys
import numpy as np

def main():
    import dask
    import dask.array as da
    from distributed import Client, LocalCluster
    import NAME as cp
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster, Client(cluster) as client:
        values = np.arange(40_000.0).reshape(200, 200)
        lazy = da.from_array(cp.asarray(values), chunks=(50, 100), asarray=False)
        for name, found, expected in (
            ("mean", lazy.mean(axis=0), values.mean(axis=0)), ("std", lazy.std(), values.std()), ("var", lazy.var(axis=1), values.var(axis=1)),
            ("matmul", lazy @ lazy.T, values @ values.T), ("percentile", da.percentile(lazy[0].rechunk(-1), [25, 75]), np.percentile(values[0], [25, 75])),
        ):
            computed = found.compute()
            assert isinstance(computed, cp.ndarray), (name, type(computed))
            np.testing.assert_allclose(cp.asnumpy(computed), expected)
        with dask.config.set({"array.backend": "BACKEND"}):
            drawn = da.random.default_rng(1).random((100, 100), chunks=50)
            assert isinstance(drawn.compute(), cp.ndarray)
        kept = (lazy + 1).persist()
        total = kept.sum()
        pid = client.run(os.getpid)[next(iter(client.scheduler_info()["workers"]))]
        os.kill(pid, signal.SIGKILL)
        assert float(total.compute()) == values.sum() + values.size
        client.wait_for_workers(2, timeout=60)
        client.cancel(kept)
    print("right")

if __name__ == "__main__":
    main()
"""


# `test_distributed_life.py` has a cluster under the other name.
@pytest.mark.parametrize("name", [pytest.param("cuprust", marks=pytest.mark.long), "cupy"])
def test_a_cluster_survives_a_worker_that_is_killed(name, tmp_path):
    pytest.importorskip("distributed")
    program = tmp_path / "program.py"
    program.write_text(textwrap.dedent(CLUSTER).replace("NAME", name).replace("BACKEND", name))
    options = ["-m", "cuprust", "run"] if name != "cuprust" else []
    # One process imports dask for all workers, for the one too that replaces the killed one.
    method = "forkserver" if name == "cupy" else "spawn"
    environment = {**os.environ, "DASK_DISTRIBUTED__WORKER__MULTIPROCESSING_METHOD": method}
    done = subprocess.run([sys.executable, "-W", "ignore", *options, str(program)], capture_output=True, text=True, timeout=300, cwd=tmp_path, env=environment)
    assert done.returncode == 0 and done.stdout == "right\n", (done.stdout, done.stderr[-3000:])


# `distributed` imports `dask.array`.
LONG_ORDERS = [pytest.param("cuprust", "dask.array", marks=pytest.mark.long), pytest.param("distributed", "cuprust", marks=pytest.mark.long)]


@pytest.mark.parametrize("first, second", [("dask.array", "cuprust"), ("cuprust", "distributed"), *LONG_ORDERS])
def test_dask_is_told_whether_it_comes_before_or_after(first, second):
    program = f"""
        import {first}
        import {second}
        import dask.array as da
        import cuprust as cp
        x = da.from_array(cp.ones((4, 4)), chunks=2, asarray=False)
        print(type(x.mean().compute(scheduler="synchronous")) is cp.ndarray, da.chunk_types.is_valid_chunk_type(cp.ndarray))
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True)
    assert done.stdout == "True True\n", (first, done.stdout, done.stderr)


def test_the_work_of_a_task_is_launched_when_its_result_is_counted():
    program = """
        import sys, cuprust as cp, dask.sizeof
        x = cp.arange(3_000_000.0) * 2
        cp.cuda.Device().synchronize()
        y = x + 1
        print("recorded", file=sys.stderr, flush=True)
        assert dask.sizeof.sizeof(y) == y.nbytes
        print("counted", file=sys.stderr, flush=True)
    """
    words = [sys.executable, "-c", textwrap.dedent(program)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, env={**os.environ, "CUPRUST_LOG": "flushes"})
    between = done.stderr.partition("recorded\n")[2].partition("counted\n")[0]
    assert done.returncode == 0 and between.count("flushes: 1 operation") == 1, done.stderr
