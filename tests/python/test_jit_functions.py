"""Functions that kernels written in Python have: of threads and warps, atomic ones, and those of cub, thrust and cooperative groups."""

import sys

import numpy as np
import pytest

import cuprust as cp
from cuprust import jit

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="NVIDIA's compiler is not to be had")
LANES = 32


def atomics(name, dtype, start, values):
    """The final value of one element after atomic operations by many threads, and the result of each."""
    operation = getattr(jit, f"atomic_{name}")

    @jit.rawkernel()
    def f(x, values, before):
        i = jit.grid(1)
        before[i] = operation(x, 0, values[i])

    x, given = cp.asarray([start], dtype=dtype), cp.asarray(values, dtype=dtype)
    before = cp.empty_like(given)
    f[2, len(values) // 2](x, given, before)
    return x.get()[0], before.get()


class TestThreads:
    def test_places(self):
        @jit.rawkernel()
        def f(out, lanes):
            x, y, z = jit.grid(3)
            width, height, depth = jit.gridsize(3)
            place = (z * height + y) * width + x
            out[place] = place
            lanes[place] = jit.laneid() + jit.warpsize * (jit.blockIdx.x + jit.gridDim.x) + jit.blockDim.y * 0

        out, lanes = cp.zeros(2 * 16 * 2 * 2 * 2, cp.int64), cp.zeros(128 * 2, cp.int32)
        f[(2, 1, 2), (16, 2, 1)](out, lanes)
        assert out.get()[:128].tolist() == list(range(128))
        assert set(lanes.get()[:128] % 32) == set(range(32))

    @pytest.mark.parametrize("count, error", [(0, ValueError), (4, ValueError), ("a", TypeError), ((1,), TypeError)])
    def test_wrong_numbers_of_axes(self, count, error):
        @jit.rawkernel()
        def f(x):
            x[0] = jit.grid(count)

        with pytest.raises(error):
            f[1, 1](cp.zeros(1))

    def test_shared_memory(self):
        @jit.rawkernel()
        def f(x, y):
            fixed = jit.shared_memory(cp.int64, 64, alignment=16)
            asked = jit.shared_memory(cp.float32, None)
            i = jit.threadIdx.x
            fixed[i] = x[i]
            asked[i] = x[i] / 2
            jit.syncthreads()
            y[i] = fixed[63 - i] + asked[(i + 1) % 64]

        x, y = cp.arange(64), cp.zeros(64)
        f((1,), (64,), (x, y), shared_mem=256)
        i = np.arange(64)
        np.testing.assert_array_equal(y.get(), 63 - i + (i + 1) % 64 / 2)

    def test_wrong_shared_memory(self):
        for size, alignment in ((0, None), (8, 3)):

            @jit.rawkernel()
            def f(x):
                part = jit.shared_memory(cp.int32, size, alignment)
                part[0] = x[0]

            with pytest.raises(ValueError):
                f[1, 1](cp.zeros(1))

    @pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int32, np.uint64, np.float16, np.float32, np.float64])
    def test_exchange_between_lanes(self, dtype):
        @jit.rawkernel()
        def f(x, out):
            i = jit.threadIdx.x
            out[0, i] = jit.shfl_sync(0xFFFFFFFF, x[i], 5)
            out[1, i] = jit.shfl_up_sync(0xFFFFFFFF, x[i], 3)
            out[2, i] = jit.shfl_down_sync(0xFFFFFFFF, x[i], 3)
            out[3, i] = jit.shfl_xor_sync(0xFFFFFFFF, x[i], 9)
            out[4, i] = jit.shfl_sync(0xFFFFFFFF, x[i], 1, width=8)
            jit.syncwarp()
            jit.syncwarp(mask=0xFFFFFFFF)

        x, i = np.arange(LANES).astype(dtype), np.arange(LANES)
        out = cp.zeros((5, LANES), dtype)
        f[1, LANES](cp.asarray(x), out)
        up, down = np.where(i < 3, i, i - 3), np.where(i > 28, i, i + 3)
        np.testing.assert_array_equal(out.get(), [x[i * 0 + 5], x[up], x[down], x[i ^ 9], x[i // 8 * 8 + 1]])

    @pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64, np.uint64])
    def test_bits(self, dtype):
        @jit.rawkernel()
        def f(x, out, turned):
            i = jit.grid(1)
            out[i, 0], out[i, 1], out[i, 2] = jit.ffs(x[i]), jit.popc(x[i]), jit.clz(x[i])
            turned[i] = jit.brev(x[i])

        x = np.array([0, 1, 2, 96, 2**31 - 1, 12345], dtype)
        bits = 8 * x.itemsize
        out, turned = cp.zeros((len(x), 3), cp.int32), cp.zeros(len(x), f"u{x.itemsize}")
        f[1, len(x)](cp.asarray(x), out, turned)
        for value, ours, other in zip(x.tolist(), out.get().tolist(), turned.get().tolist()):
            text = format(value, f"0{bits}b")
            assert ours == [bits - text.rfind("1") if value else 0, text.count("1"), len(text) - len(text.lstrip("0"))]
            assert other == int(text[::-1], 2)

    @pytest.mark.parametrize("unroll, text", [(True, "#pragma unroll\n"), (False, "#pragma unroll(1)\n"), (4, "#pragma unroll(4)\n"), (None, None)])
    def test_unrolled_loops(self, unroll, text):
        @jit.rawkernel()
        def f(x):
            for i in jit.range(2, 9, 2, unroll=unroll):
                x[i] = i

        x = cp.zeros(9, cp.int32)
        f[1, 1](x)
        assert x.get().tolist() == [0, 0, 2, 0, 4, 0, 6, 0, 8]
        assert (text in f.cached_code) if text else ("unroll" not in f.cached_code)


class TestAtomics:
    @pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64", "float16", "float32", "float64"])
    def test_sums(self, dtype):
        values = [1, 2, 3, 4] * 16
        after, before = atomics("add", dtype, 5, values)
        assert after == 5 + sum(values) and len(before) == 64 and before.min() == 5
        after, _ = atomics("sub", dtype, 1000, values)
        assert after == 1000 - sum(values)

    @pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64"])
    def test_extrema_and_bits(self, dtype):
        values = list(range(3, 67))
        assert atomics("min", dtype, 50, values)[0] == 3
        assert atomics("max", dtype, 50, values)[0] == 66
        assert atomics("and", dtype, 255, [0b1110111, 0b11] * 4)[0] == 0b11
        assert atomics("or", dtype, 1, [2, 4] * 4)[0] == 7
        assert atomics("xor", dtype, 1, [2, 4, 8, 2])[0] == 13

    @pytest.mark.parametrize("dtype", ["int32", "uint64", "int64", "float32", "float64"])
    def test_exchange(self, dtype):
        values = np.arange(1, 65).astype(dtype)
        after, before = atomics("exch", dtype, 0, values)
        assert sorted([after, *before]) == [0, *values]

    def test_counters(self):
        after, before = atomics("inc", "uint32", 0, [9] * 64)
        assert after == 64 % 10 and sorted(before) == sorted(np.arange(64) % 10)
        after, _ = atomics("dec", "uint32", 3, [9] * 64)
        assert after == (3 - 64) % 10

    @pytest.mark.parametrize("dtype", ["uint16", "int32", "uint32", "int64", "uint64"])
    def test_compare_and_swap(self, dtype):
        @jit.rawkernel()
        def f(x, before):
            i = jit.grid(1)
            before[i] = jit.atomic_cas(x, (i, 1), 3, 9)

        x, before = cp.asarray([[0, 3], [0, 4]], dtype=dtype), cp.zeros(2, dtype)
        f[1, 2](x, before)
        assert x.get().tolist() == [[0, 9], [0, 4]] and before.get().tolist() == [3, 4]

    def test_in_shared_memory(self):
        @jit.rawkernel()
        def f(x, out):
            bins = jit.shared_memory(cp.int32, 4)
            i = jit.threadIdx.x
            if i < 4:
                bins[i] = 0
            jit.syncthreads()
            jit.atomic_add(bins, x[i], 1)
            jit.syncthreads()
            if i < 4:
                out[i] = bins[i]

        x = np.random.default_rng(0).integers(0, 4, 64).astype(np.int32)
        out = cp.zeros(4, cp.int32)
        f[1, 64](cp.asarray(x), out)
        np.testing.assert_array_equal(out.get(), np.bincount(x, minlength=4))

    def test_wrong_arguments(self):
        @jit.rawkernel()
        def dtype(x):
            jit.atomic_max(x, 0, 1)

        @jit.rawkernel()
        def more(x):
            jit.atomic_add(x, 0, 1, 2)

        @jit.rawkernel()
        def place(x):
            jit.atomic_add(x[0], 0, 1)

        for kernel in (dtype, more, place):
            with pytest.raises(TypeError, match="a"):
                kernel[1, 1](cp.zeros(1))


class TestReductions:
    @pytest.mark.parametrize("dtype", [np.int32, np.uint8, np.int64, np.float16, np.float32, np.float64, np.complex64])
    def test_of_warps_and_blocks(self, dtype):
        @jit.rawkernel()
        def f(x, out):
            Warps, Blocks = jit.cub.WarpReduce[dtype], jit.cub.BlockReduce[dtype, 64]
            warp, block = jit.shared_memory(Warps.TempStorage, 2), jit.shared_memory(Blocks.TempStorage, 1)
            i = jit.threadIdx.x
            lanes = Warps(warp[i // 32])
            a, b, c = lanes.Sum(x[i]), lanes.Reduce(x[i], jit.cub.Max()), Blocks(block[0]).Reduce(x[i], jit.cub.Min())
            d = Blocks(block[0]).Sum(x[i], 10)
            if i % 32 == 0:
                out[i // 32, 0], out[i // 32, 1] = a, b
            if i == 0:
                out[0, 2], out[0, 3] = c, d

        x = (np.arange(64) * 7 % 23).astype(dtype)
        out = cp.zeros((2, 4), dtype)
        f[1, 64](cp.asarray(x), out)
        halves = x.reshape(2, 32)
        np.testing.assert_array_equal(out.get()[:, 0], halves.sum(1).astype(dtype))
        np.testing.assert_array_equal(out.get()[:, 1], halves.max(1))
        np.testing.assert_array_equal(out.get()[0, 2:], [x.min(), x[:10].sum()])

    def test_wrong_ones(self):
        @jit.rawkernel()
        def f(x):
            R = jit.cub.BlockReduce[cp.float32, 2000]
            x[0] = 1

        with pytest.raises(ValueError, match="1 to 1024"):
            f[1, 1](cp.zeros(1))


def ranges(call, *arrays):
    """Runs a function of ranges in a kernel of one thread, over arrays that lie without gaps and over every second element of others."""
    results = []
    for spread in (False, True):
        ours = []
        for array in arrays:
            x = cp.asarray(array)
            if spread:
                wide = cp.zeros(2 * x.size, x.dtype)
                wide[::2] = x
                x = wide[::2]
            ours.append(x)
        kernel = jit.rawkernel()(call)
        kernel[1, 1](*ours)
        results.append([x.get() for x in ours])
    for one, other in zip(*results):
        np.testing.assert_array_equal(one, other)
    return results[0]


A = np.array([1, 1, 2, 3, 3, 3, 5, 8], np.int32)
B = np.array([1, 2, 2, 3, 6, 8, 9], np.int32)


class TestThrust:
    def test_sets(self):
        from collections import Counter

        one, other = Counter(A.tolist()), Counter(B.tolist())
        expected = {
            "set_union": sorted((one | other).elements()),
            "set_intersection": sorted((one & other).elements()),
            "set_difference": sorted((one - other).elements()),
            "set_symmetric_difference": sorted(((one - other) + (other - one)).elements()),
        }
        for name, values in expected.items():
            function = getattr(jit.thrust, name)

            def f(a, b, out, count):
                end = function(jit.thrust.device, a.begin(), a.end(), b.begin(), b.end(), out.begin())
                count[0] = end - out.begin()

            *_, out, count = ranges(f, A, B, np.zeros(20, np.int32), np.zeros(1, np.int32))
            assert out[: count[0]].tolist() == values, name

    def test_sets_by_key(self):
        v, w = np.arange(8, dtype=np.int32), np.arange(100, 107, dtype=np.int32)

        def union(a, b, v, w, keys, values, count):
            end, _ = jit.thrust.set_union_by_key(
                jit.thrust.seq, a.begin(), a.end(), b.begin(), b.end(), v.begin(), w.begin(), keys.begin(), values.begin()
            )
            count[0] = end - keys.begin()

        *_, keys, values, count = ranges(union, A, B, v, w, np.zeros(20, np.int32), np.zeros(20, np.int32), np.zeros(1, np.int32))
        assert keys[: count[0]].tolist() == [1, 1, 2, 2, 3, 3, 3, 5, 6, 8, 9]
        assert values[: count[0]].tolist() == [0, 1, 2, 102, 3, 4, 5, 6, 104, 7, 106]

        def intersection(a, b, v, keys, values, count):
            end, _ = jit.thrust.set_intersection_by_key(
                jit.thrust.seq, a.begin(), a.end(), b.begin(), b.end(), v.begin(), keys.begin(), values.begin()
            )
            count[0] = end - keys.begin()

        *_, keys, values, count = ranges(intersection, A, B, v, np.zeros(20, np.int32), np.zeros(20, np.int32), np.zeros(1, np.int32))
        assert keys[: count[0]].tolist() == [1, 2, 3, 8] and values[: count[0]].tolist() == [0, 2, 3, 7]

    @pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 33, 100])
    def test_sorts(self, count):
        keys = np.random.default_rng(count).integers(0, 9, count).astype(np.float32)
        values = np.arange(count, dtype=np.int32)

        def stable(keys, values):
            jit.thrust.stable_sort_by_key(jit.thrust.seq, keys.begin(), keys.end(), values.begin())

        order = np.argsort(keys, kind="stable")
        sorted_keys, sorted_values = ranges(stable, keys, values)
        np.testing.assert_array_equal(sorted_keys, keys[order])
        np.testing.assert_array_equal(sorted_values, order)

        def plain(keys, others, values):
            jit.thrust.sort(jit.thrust.device, keys.begin(), keys.end())
            jit.thrust.sort_by_key(jit.thrust.device, others.begin(), others.end(), values.begin())

        first, second, places = ranges(plain, keys, keys, values)
        np.testing.assert_array_equal(first, np.sort(keys))
        np.testing.assert_array_equal(second, np.sort(keys))
        np.testing.assert_array_equal(keys[places], np.sort(keys))

    def test_scans_and_sums(self):
        def f(a, out, sums):
            jit.thrust.inclusive_scan(jit.thrust.seq, a.begin(), a.end(), out.begin())
            sums[0] = jit.thrust.reduce(jit.thrust.seq, a.begin(), a.end())
            sums[1] = jit.thrust.reduce(jit.thrust.seq, a.begin(), a.end(), 0.5)
            sums[2] = jit.thrust.inner_product(jit.thrust.seq, a.begin(), a.end(), a.begin(), 10)
            jit.thrust.exclusive_scan(jit.thrust.seq, a.begin(), a.end(), a.begin(), 100)

        a, out, sums = ranges(f, A, np.zeros(8, np.int32), np.zeros(3))
        np.testing.assert_array_equal(out, A.cumsum())
        np.testing.assert_array_equal(sums, [A.sum(), A.sum() + 0.5, A @ A + 10])
        np.testing.assert_array_equal(a, A.cumsum() - A + 100)

    def test_iterators(self):
        def f(out):
            ones, places = jit.thrust.make_constant_iterator(1), jit.thrust.make_counting_iterator(5)
            it = out.begin()
            it += 2
            jit.thrust.copy(jit.thrust.seq, places, places + 3, it)
            out[0] = ones[7] + it[1]
            out[1] = it == out.begin() + 2

        assert ranges(f, np.zeros(6, np.int32))[0].tolist() == [7, 1, 5, 6, 7, 0]

    def test_wrong_arguments(self):
        @jit.rawkernel()
        def count(x):
            jit.thrust.sort(jit.thrust.seq, x.begin())

        @jit.rawkernel()
        def policy(x):
            jit.thrust.sort(x.begin(), x.end())

        @jit.rawkernel()
        def place(x):
            jit.thrust.sort(jit.thrust.seq, x, x)

        for kernel, text in ((count, "takes a policy and 2 arguments"), (policy, "policy|policy and"), (place, "place of a range")):
            with pytest.raises(TypeError, match=text):
                kernel[1, 1](cp.zeros(4))


class TestGroups:
    def compiled(self, kernel, *args):
        """Runs a kernel that needs CUDA's headers, which a machine may lack: then it must say which package brings them."""
        try:
            kernel[2, 32](*args)
        except jit.KernelError as error:
            assert "pip install nvidia-cuda-runtime" in str(error)
            return False
        return True

    def test_blocks_and_grids(self):
        @jit.rawkernel()
        def f(x, y):
            block, grid = jit.cg.this_thread_block(), jit.cg.this_grid()
            x[grid.thread_rank()] = block.thread_rank() + 100 * block.group_index().x
            jit.cg.sync(block)
            grid.sync()
            y[grid.thread_rank()] = x[grid.size() - 1 - grid.thread_rank()]

        x, y = cp.zeros(64, cp.int32), cp.zeros(64, cp.int32)
        if self.compiled(f, x, y):
            expected = np.concatenate([np.arange(32), np.arange(32) + 100])
            np.testing.assert_array_equal(x.get(), expected)
            np.testing.assert_array_equal(y.get(), expected[::-1])

    def test_copies(self):
        @jit.rawkernel()
        def f(x, y):
            part, block = jit.shared_memory(cp.int32, 32), jit.cg.this_thread_block()
            jit.cg.memcpy_async(block, part, 0, x, 32 * jit.blockIdx.x, 4 * 32)
            jit.cg.wait_prior(block, 0)
            jit.cg.wait(block)
            y[jit.grid(1)] = part[31 - jit.threadIdx.x]

        x, y = cp.arange(64, dtype=cp.int32), cp.zeros(64, cp.int32)
        if self.compiled(f, x, y):
            np.testing.assert_array_equal(y.get(), np.arange(64).reshape(2, 32)[:, ::-1].ravel())
