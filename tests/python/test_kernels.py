"""Kernels that users write in CUDA C++: `RawKernel` and `RawModule`, on whatever device the tests run."""

import io
import os
import pickle
import re
import subprocess
import sys
import threading

import numpy as np
import pytest

import cuprust as cp

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="NVIDIA's compiler is not to be had")

SCALE = cp.RawKernel(
    r"""
extern "C" __global__ void scale(float* x, const float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= factor;
}""",
    "scale",
)
ON_GPU = str(cp.cuda.Device()).startswith("cuda")


def sparse_product():
    """The kernel of the seed: a sparse matrix by a vector."""
    return cp.RawKernel(
        r"""
extern "C" __global__
void my_kernel(const int *row, const int *col, const float *data, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = 0.0;
    for (int k = row[i]; k < row[i + 1]; ++k) {
      y[i] += data[k] * x[col[k]];
    }
  }
}
""",
        "my_kernel",
    )


class TestLaunch:
    def test_what_was_recorded_comes_before_and_what_is_recorded_after(self):
        x = cp.arange(100, dtype=cp.float32) + 1
        twice = x * 2
        SCALE((4,), (32,), (x, 3.0, 100))
        after = x + 1
        expected = np.arange(100, dtype=np.float32) + 1
        np.testing.assert_array_equal(after.get(), 3 * expected + 1)
        np.testing.assert_array_equal(twice.get(), 2 * expected)
        np.testing.assert_array_equal(x.get(), 3 * expected)

    def test_views_see_what_is_written_and_copies_do_not(self):
        x = cp.ones((4, 8), cp.float32)
        view, copy = x[::2, 1::3], x.copy()
        SCALE((1,), (32,), (x, 5.0, 32))
        assert (view.get() == 5).all() and (copy.get() == 1).all() and (x.T.get() == 5).all()

    def test_the_pointer_is_that_of_the_views_first_element(self):
        x = cp.ones(10, cp.float32)
        SCALE((1,), (32,), (x[3:], 4.0, 2))
        np.testing.assert_array_equal(x.get(), [1, 1, 1, 4, 4, 1, 1, 1, 1, 1])

    def test_in_a_loop_with_recorded_operations(self):
        x, expected = cp.arange(5, dtype=cp.float32), np.arange(5, dtype=np.float32)
        for _ in range(10):
            SCALE((1,), (32,), (x, 2.0, 5))
            x = x + 1
            expected = expected * 2 + 1
        np.testing.assert_array_equal(x.get(), expected)

    def test_grids_of_three_extents(self):
        kernel = cp.RawKernel(
            """extern "C" __global__ void place(int* out) {
                int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
                int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
                out[block * blockDim.x * blockDim.y * blockDim.z + thread] = block * 1000 + thread;
            }""",
            "place",
        )
        out = cp.zeros(12 * 24, cp.int32)
        kernel((2, 3, 2), (4, 3, 2), (out,))
        expected = [1000 * block + thread for block in range(12) for thread in range(24)]
        assert out.get().tolist() == expected
        out[...] = 0
        kernel([12], [24], (out,))
        assert out.get().tolist() == expected

    def test_streams(self):
        stream, x = cp.cuda.Stream(), cp.ones(4, cp.float32)
        with stream:
            SCALE((1,), (32,), (x, 2.0, 4))
        SCALE((1,), (32,), (x, 3.0, 4), stream=stream)
        stream.synchronize()
        SCALE((1,), (32,), (x, 5.0, 4))
        assert (x.get() == 30).all()
        with pytest.raises(TypeError):
            SCALE((1,), (32,), (x, 2.0, 4), stream=7)

    def test_shared_memory_warps_and_atomics(self):
        kernel = cp.RawKernel(
            """extern "C" __global__ void total(const float* x, double* sum, int n) {
                extern __shared__ double part[];
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                double own = i < n ? x[i] : 0.0;
                for (int step = 16; step > 0; step /= 2) own += __shfl_down_sync(0xffffffffu, own, step);
                if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = own;
                __syncthreads();
                if (threadIdx.x == 0) {
                    for (int k = 1; k < blockDim.x / 32; k++) own += part[k];
                    atomicAdd(sum, own);
                }
            }""",
            "total",
        )
        x, out = cp.arange(1000, dtype=cp.float32), cp.zeros(())
        kernel((8,), (128,), (x, out, 1000), shared_mem=32)
        assert float(out) == 999 * 500
        with pytest.raises(ValueError, match="max_dynamic_shared_size_bytes"):
            kernel((1,), (32,), (x, out, 0), shared_mem=100_000)
        kernel.max_dynamic_shared_size_bytes = 100_000
        assert kernel.max_dynamic_shared_size_bytes == 100_000
        kernel((1,), (32,), (x, out, 0), shared_mem=100_000)

    def test_half_precision_without_headers(self):
        kernel = cp.RawKernel(
            """#include <cupy/float16.cuh>
            extern "C" __global__ void k(float16* x) { x[threadIdx.x] = x[threadIdx.x] * 2 + 1; }""",
            "k",
        )
        x = cp.arange(4, dtype=cp.float16)
        kernel((1,), (4,), (x,))
        assert x.get().tolist() == [1, 3, 5, 7]

    def test_constants_and_traits_without_headers(self):
        kernel = cp.RawKernel(
            """#include <cupy/cuda_workaround.h>
            #include <cupy/math_constants.h>
            #include <cupy/complex.cuh>
            template <class T> __device__ typename std::enable_if<std::is_floating_point<T>::value, T>::type half_turns(T x) { return x * CUDART_PI; }
            static_assert(std::is_signed<int>::value && std::is_signed<float>::value && !std::is_signed<unsigned char>::value, "");
            static_assert(std::is_unsigned<bool>::value && !std::is_unsigned<double>::value && !std::is_unsigned<void*>::value, "");
            static_assert(std::is_integral<const long long>::value && !std::is_integral<complex<float>>::value, "");
            static_assert(std::is_same<std::conditional_t<true, int, float>, std::remove_cv_t<const volatile int>>::value, "");
            extern "C" __global__ void k(double* x) {
                x[0] = half_turns(0.5); x[1] = CUDART_INF; x[2] = CUDART_NAN_F; x[3] = CUDART_SQRT_TWO; x[4] = CUDART_LN2_F;
                x[5] = CUDART_MAX_NORMAL; x[6] = CUDART_MIN_DENORM_F; x[7] = 1 / CUDART_NEG_ZERO;
            }""",
            "k",
        )
        x = cp.zeros(8)
        kernel((1,), (1,), (x,))
        wanted = [np.pi / 2, np.inf, np.nan, np.sqrt(2), np.float32(np.log(2)), np.finfo("f8").max, np.finfo("f4").smallest_subnormal, -np.inf]
        np.testing.assert_array_equal(x.get(), wanted)

    @pytest.mark.parametrize("way", [{"jitify": True}, {"options": ("-DCUPY_USE_JITIFY",)}, {"options": ("--std=c++11",)}])
    def test_headers_of_cpp(self, way):
        """What Jitify gives to kernels in CuPy: the headers of C++ that NVRTC does not have."""
        kernel = cp.RawKernel(
            """#include <type_traits>
            #include <cstdint>
            #include <cstddef>
            #include <climits>
            #include <limits>
            #include <cfloat>
            #include <cmath>
            #include <utility>
            #include <algorithm>
            template <class B, class A> __device__ typename std::enable_if<std::is_signed<B>::value || std::is_floating_point<A>::value, B>::type cast(A a) { return (B)a; }
            static_assert(std::is_same<std::decay<const int&>::type, int>::value && std::is_same<std::make_unsigned<short>::type, unsigned short>::value, "");
            static_assert(std::is_base_of<std::true_type, std::is_integral<std::uint8_t>>::value && std::is_convertible<int, double>::value, "");
            static_assert(std::is_pointer<int*>::value && std::is_const<const int>::value && !std::is_class<int>::value, "");
            static_assert(sizeof(std::int64_t) == 8 && sizeof(std::size_t) == 8 && CHAR_BIT == 8 && INT64_MAX == LLONG_MAX, "");
            static_assert(std::numeric_limits<int>::min() == INT_MIN && std::numeric_limits<unsigned char>::max() == 255, "");
            static_assert(std::numeric_limits<long long>::max() == INT64_MAX && !std::numeric_limits<double>::is_integer, "");
            extern "C" __global__ void k(double* x) {
                double low = 3, high = 1;
                std::swap(low, high);
                x[0] = std::min(low, high); x[1] = std::max(2, 5); x[2] = std::numeric_limits<float>::lowest(); x[3] = std::numeric_limits<double>::infinity();
                x[4] = std::numeric_limits<double>::epsilon(); x[5] = std::numeric_limits<signed char>::lowest(); x[6] = cast<int>(2.7); x[7] = std::sqrt(low * 16);
                auto both = std::make_pair(7, 0.5);
                x[8] = both.first + both.second; x[9] = FLT_MAX; x[10] = std::move(high); x[11] = std::numeric_limits<double>::quiet_NaN();
            }""",
            "k", **way,
        )  # fmt: skip
        x = cp.zeros(12)
        kernel((1,), (1,), (x,))
        wanted = [1, 5, np.finfo("f4").min, np.inf, np.finfo("f8").eps, -128, 2, 4, 7.5, np.finfo("f4").max, 3, np.nan]
        np.testing.assert_array_equal(x.get(), wanted)

    def test_threads(self):
        arrays = [cp.ones(64, cp.float32) for _ in range(4)]

        def work(x):
            for _ in range(20):
                SCALE((1,), (64,), (x, 2.0, 64))
                x += 1
                x -= 1

        threads = [threading.Thread(target=work, args=(x,)) for x in arrays]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        assert all((x.get() == 2.0**20).all() for x in arrays)

    def test_empty_arrays_and_arrays_without_axes(self):
        SCALE((1,), (32,), (cp.empty(0, cp.float32), 2.0, 0))
        x = cp.float32(3) * cp.ones((), cp.float32)
        SCALE((1,), (32,), (x, 2.0, 1))
        assert float(x) == 6

    def test_bytes_of_bools(self):
        flags = cp.zeros(3, bool)
        cp.RawKernel('extern "C" __global__ void k(char* b) { b[1] = 7; }', "k")((1,), (1,), (flags,))
        assert flags.get().tolist() == [False, True, False] and flags.astype(int).sum() == 1

    def test_addresses_within_memory(self):
        kernel = cp.RawKernel(
            """extern "C" __global__ void gather(float** all, float* out, int n) {
                for (int k = 0; k < n; k++) out[k] = all[k][threadIdx.x + k];
            }""",
            "gather",
        )
        arrays = [cp.arange(4, dtype=cp.float32) + 10 * k for k in range(3)]
        addresses, out = cp.array([a.data.ptr for a in arrays], dtype=cp.uint64), cp.zeros(3, cp.float32)
        kernel((1,), (1,), (addresses, out, 3))
        assert out.get().tolist() == [0, 11, 22]
        # An address as a number, and the memory itself.
        SCALE((1,), (32,), (arrays[0].data.ptr, 2.0, 4))
        SCALE((1,), (32,), (arrays[0].data, 2.0, 4))
        assert arrays[0].get().tolist() == [0, 4, 8, 12]


class TestArguments:
    NUMBERS = cp.RawKernel(
        """#include <cupy/complex.cuh>
        extern "C" __global__ void k(double* out, bool a, signed char b, unsigned short c, int d, long long e, float f, double g, complex<float> h) {
            out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e; out[5] = f; out[6] = g; out[7] = h.real(); out[8] = h.imag();
        }""",
        "k",
    )

    @pytest.mark.parametrize(
        "numbers",
        [
            (True, -3, 4, -5, 6, 0.5, 1.5, 2 + 3j),
            (np.bool_(1), np.int8(-3), np.uint16(4), np.int32(-5), np.int64(6), np.float32(0.5), np.float64(1.5), np.complex64(2 + 3j)),
            (1, np.int64(-3), np.int32(4), np.int64(-5), np.uint8(6), np.float64(0.5), np.float32(1.5), np.complex128(2 + 3j)),
        ],
    )
    def test_numbers_take_the_type_of_their_parameter(self, numbers):
        out = cp.zeros(9)
        self.NUMBERS((1,), (1,), (out, *numbers))
        assert out.get().tolist() == [1, -3, 4, -5, 6, 0.5, 1.5, 2, 3]

    @pytest.mark.parametrize(
        "place, wrong, error",
        [
            (2, 1 << 8, OverflowError), (4, 1 << 32, OverflowError), (4, 1.5, TypeError), (6, 1j, TypeError), (4, np.float32(1), TypeError),
            (6, np.float64(0.1), TypeError), (7, None, TypeError), (7, "x", TypeError), (7, cp.zeros(1), TypeError), (0, 1.5, TypeError),
            (0, np.zeros(9), TypeError), (0, [1], TypeError), (0, cp.zeros(9, cp.float32), TypeError), (4, np.int64(1 << 40), OverflowError),
        ],
    )  # fmt: skip
    def test_wrong_ones_are_refused(self, place, wrong, error):
        arguments = [cp.zeros(9), True, 1, 1, 1, 1, 1.0, 1.0, 1j]
        arguments[place] = wrong
        with pytest.raises(error):
            self.NUMBERS((1,), (1,), tuple(arguments))

    def test_an_array_of_another_dtype_is_refused_by_name(self):
        kernel, n = sparse_product(), 3
        index, values = cp.zeros(n + 1, cp.int32), cp.zeros(n, cp.float32)
        with pytest.raises(TypeError, match=r"my_kernel: parameter 4, `const float\* x`, points to float32, and .* float64"):
            kernel((1,), (32,), (index, index, values, cp.zeros(n), values, n))
        with pytest.raises(TypeError, match=r"my_kernel takes 6 arguments \(const int\* row, .* int n\), and 5 are given"):
            kernel((1,), (32,), (index, index, values, values, values))
        with pytest.raises(TypeError, match="parameter 6, `int n`, is a number"):
            kernel((1,), (32,), (index, index, values, values, values, index))
        kernel((1,), (32,), (index.astype(cp.uint32), index, values, values, values, n))

    def test_structures(self):
        kernel = cp.RawKernel(
            """struct Point { char tag; double x; float y[3]; };
            extern "C" __global__ void k(Point p, double* out) {
                out[0] = p.tag; out[1] = p.x; out[2] = p.y[0] + p.y[1] + p.y[2];
            }""",
            "k",
        )
        kind = np.dtype({"names": ["tag", "x", "y"], "formats": ["i1", "f8", "3f4"], "offsets": [0, 8, 16], "itemsize": 32})
        point, out = np.zeros((), kind), cp.zeros(3)
        point["tag"], point["x"], point["y"] = 7, 2.5, [1, 2, 4]
        kernel((1,), (1,), (point[()], out))
        assert out.get().tolist() == [7, 2.5, 7]
        # An array of structures is given by value too.
        for given in (point, point.reshape(1)):
            out[...] = 0
            kernel((1,), (1,), (given, out))
            assert out.get().tolist() == [7, 2.5, 7]
        with pytest.raises(TypeError, match="has 32 bytes, but 64 were given"):
            kernel((1,), (1,), (np.zeros(2, kind), out))
        packed = np.zeros((), [("tag", "i1"), ("x", "f8"), ("y", "3f4")])
        with pytest.raises(TypeError, match="has 32 bytes, but 21 were given"):
            kernel((1,), (1,), (packed[()], out))

    def test_extents_are_checked(self):
        x = cp.zeros(4, cp.float32)
        for grid, block in [((0,), (1,)), ((1,), (0,)), ((1,), (1025,)), ((1,), (1, 1, 65)), ((1, 65536), (1,)), ((1 << 31,), (1,))]:
            with pytest.raises(ValueError):
                SCALE(grid, block, (x, 1.0, 4))
        for grid, block in [((-1,), (1,)), ((1, 1, 1, 1), (1,)), ((), (1,))]:
            with pytest.raises(ValueError):
                SCALE(grid, block, (x, 1.0, 4))
        for grid, block in [(1, (1,)), ((1,), 32), ("1", (1,)), ((1.5,), (1,))]:
            with pytest.raises(TypeError):
                SCALE(grid, block, (x, 1.0, 4))
        assert (x.get() == 0).all()


class TestModule:
    CODE = """
#include <cupy/complex.cuh>
template <typename T> __global__ void multiply(T* x, T factor) { x[threadIdx.x] *= factor; }
__device__ int counter[4];
__constant__ float weights[2] = {1.5f, 2.5f};
extern "C" __global__ void count() { atomicAdd(&counter[threadIdx.x % 4], 1); }
extern "C" __global__ void weigh(float* out) { out[threadIdx.x] = weights[threadIdx.x] * FACTOR; }
"""
    NAMES = ("multiply<float>", "multiply<complex<double>>", "multiply<int>")

    def module(self, **keywords):
        return cp.RawModule(code=self.CODE, options=("-DFACTOR=2",), name_expressions=self.NAMES, **keywords)

    def test_templates_by_name_expressions(self):
        module = self.module()
        for dtype, name in [(cp.float32, self.NAMES[0]), (cp.complex128, self.NAMES[1]), (cp.int32, self.NAMES[2])]:
            x = cp.arange(4).astype(dtype)
            module.get_function(name)((1,), (4,), (x, 3))
            np.testing.assert_array_equal(x.get(), 3 * np.arange(4))
        with pytest.raises(TypeError, match="points to float32, and an array of dtype float64"):
            module.get_function(self.NAMES[0])((1,), (4,), (cp.zeros(4), 3))

    def test_variables(self):
        module = self.module()
        counter = cp.ndarray((4,), cp.int32, module.get_global("counter"))
        counter[...] = 0
        module.get_function("count")((2,), (6,), ())
        assert counter.get().tolist() == [4, 4, 2, 2]
        weights = module.get_global("weights")
        assert weights.size == 8
        weights, out = cp.ndarray((2,), cp.float32, weights), cp.zeros(2, cp.float32)
        weights[...] = cp.array([1.5, 2.5])
        module.get_function("weigh")((1,), (2,), (out,))
        assert out.get().tolist() == [3, 5]
        weights[1] = 10
        module.get_function("weigh")((1,), (2,), (out,))
        assert out.get().tolist() == [3, 20]

    def test_unknown_names(self):
        module = self.module()
        for wrong in [lambda: module.get_function("missing"), lambda: module.get_global("missing"), lambda: SCALE_OF("missing").compile()]:
            with pytest.raises(cp.cuda.driver.CUDADriverError, match="named symbol not found.*missing"):
                wrong()

    def test_a_file(self, tmp_path):
        module = cp.RawModule(path=str(tmp_path / "missing.ptx"))
        with pytest.raises(cp.cuda.driver.CUDADriverError, match="CUDA_ERROR_FILE_NOT_FOUND.*missing"):
            module.compile()
        (tmp_path / "k.ptx").write_text(PTX)
        module = cp.RawModule(path=str(tmp_path / "k.ptx"))
        x = cp.zeros(3, cp.int32)
        module.get_function("seven")((1,), (3,), (x,))
        assert x.get().tolist() == [7, 7, 7] and module.file_path.endswith("k.ptx") and module.code is None
        (tmp_path / "k.ptx").write_text("no ptx")
        with pytest.raises(cp.cuda.compiler.CompileException):
            cp.RawModule(path=str(tmp_path / "k.ptx")).compile()

    def test_wrong_arguments(self):
        for wrong in [{}, {"code": "", "path": ""}, {"code": "", "options": "-DA"}]:
            with pytest.raises(TypeError):
                cp.RawModule(**wrong)
        with pytest.raises(ValueError):
            cp.RawModule(code="", backend="nvcc", name_expressions=["k<int>"])
        with pytest.raises(ValueError):
            cp.RawModule(code="", backend="clang")

    def test_a_text_that_does_not_compile(self):
        kernel = cp.RawKernel('extern "C" __global__ void k(float* x) {\n    x[0] = y;\n}', "k", options=("-DA=1",))
        with pytest.raises(cp.cuda.compiler.CompileException) as caught:
            kernel((1,), (1,), (cp.zeros(1, cp.float32),))
        text = str(caught.value)
        assert 'identifier "y" is undefined' in text and "    2 |     x[0] = y;" in text and "-DA=1" in text

    def test_what_the_compiler_says(self):
        log = io.StringIO()
        cp.RawKernel('extern "C" __global__ void k() { int unused; }', "k").compile(log_stream=log)
        assert "warning" in log.getvalue() and "unused" in log.getvalue()

    def test_pickling(self):
        kernel = pickle.loads(pickle.dumps(SCALE))
        x = cp.ones(4, cp.float32)
        kernel((1,), (4,), (x, 2.0, 4))
        module = pickle.loads(pickle.dumps(self.module()))
        module.get_function("multiply<float>")((1,), (4,), (x, 3))
        assert x.get().tolist() == [6] * 4

    def test_attributes(self):
        assert (SCALE.name, SCALE.backend, SCALE.options, SCALE.file_path) == ("scale", "nvrtc", (), None)
        found = SCALE.attributes
        assert found["max_threads_per_block"] == SCALE.max_threads_per_block == 1024
        assert found["num_regs"] == SCALE.num_regs > 0 and found["shared_size_bytes"] == 0
        assert found["max_dynamic_shared_size_bytes"] == 48 << 10
        x = cp.ones(4, cp.float32)
        SCALE.kernel((1,), (4,), (x, 2.0, 4))
        SCALE.kernel.linear_launch(4, (x, 2.0, 4))
        assert x.get().tolist() == [4] * 4 and isinstance(SCALE.kernel.ptr, int)

    def test_names_of_cucomplex(self):
        kernel = cp.RawKernel(
            """#include <cuComplex.h>
            extern "C" __global__ void k(cuDoubleComplex* x) {
                x[0] = cuCmul(x[0], make_cuDoubleComplex(0, 1)); x[1] = x[1] * 2.0; x[2].real(cuCabs(x[2]));
            }""",
            "k",
            translate_cucomplex=True,
        )
        x = cp.array([1 + 2j, 3j, 3 + 4j])
        kernel((1,), (1,), (x,))
        assert x.get().tolist() == [-2 + 1j, 6j, 5 + 4j]


def SCALE_OF(name):
    return cp.RawKernel(SCALE.code, name)


PTX = """
.version 7.0
.target sm_75
.address_size 64
.visible .entry seven(.param .u64 x)
{
    .reg .b32 %r<3>;
    .reg .b64 %rd<5>;
    ld.param.u64 %rd1, [x];
    cvta.to.global.u64 %rd2, %rd1;
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd2, %rd3;
    mov.u32 %r2, 7;
    st.global.u32 [%rd4], %r2;
    ret;
}
"""


@pytest.mark.skipif(ON_GPU, reason="a GPU tells of a wrong kernel later, and the process is lost")
class TestWrongKernels:
    def test_an_access_out_of_bounds_is_an_error_and_the_library_goes_on(self):
        x, beside = cp.ones(5, cp.float32), cp.ones(5, cp.float32)
        with pytest.raises(RuntimeError, match=r"scale.*out of bounds.*thread \(5, 0, 0\).*kernel.cu:4"):
            SCALE((1,), (8,), (x, 2.0, 8))
        assert (beside.get() == 1).all()
        SCALE((1,), (8,), (beside, 2.0, 5))
        assert (beside + 1).get().tolist() == [3] * 5

    def test_null_and_stray_addresses(self):
        for address in (0, 8, 1 << 40):
            with pytest.raises(RuntimeError, match="out of bounds"):
                SCALE((1,), (1,), (address, 2.0, 1))

    def test_writing_what_is_read_only(self):
        if str(cp.cuda.Device()) != "cpu":
            pytest.skip("a device's memory has no protection")
        fixed = cp.broadcast_to(cp.ones(1, cp.float32), (4,))
        with pytest.raises(RuntimeError, match="may only be read"):
            SCALE((1,), (1,), (fixed, 2.0, 1))
        assert fixed.get().tolist() == [1] * 4

    def test_a_trap_and_an_assertion(self):
        kernel = cp.RawKernel('extern "C" __global__ void k(int n) { if (n) __trap(); }', "k")
        kernel((1,), (1,), (0,))
        with pytest.raises(RuntimeError, match="trap"):
            kernel((1,), (1,), (1,))

    def test_what_a_kernel_prints(self, capfd):
        cp.RawKernel('extern "C" __global__ void k(int n) { printf("%d and %g\\n", n, 0.5); }', "k")((1,), (1,), (7,))
        sys.stdout.flush()
        assert "7 and 0.5" in capfd.readouterr().out


RACE = """
import cuprust as cp
kernel = cp.RawKernel('''extern "C" __global__ void k(int* x) {
    x[0] = threadIdx.x;
}''', "k")
x = cp.zeros(1, cp.int32)
kernel((1,), (64,), (x,))
print(x)
"""
# For the newest architectures the compiler leaves out a read that it knows to be of nothing, unless it is volatile.
UNWRITTEN = """
import cuprust as cp
kernel = cp.RawKernel('''extern "C" __global__ void k(int* x) {
    volatile __shared__ int part[32];
    x[0] = part[threadIdx.x];
}''', "k")
kernel((1,), (1,), (cp.zeros(1, cp.int32),))
"""


BEYOND = """
import cuprust as cp
kernel = cp.RawKernel('''extern "C" __global__ void k(int* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) x[i] = 1;
}''', "k")
kernel((2,), (32,), (cp.zeros(40, cp.int32), 40))
"""
NO_BARRIER = """
import cuprust as cp
kernel = cp.RawKernel('''extern "C" __global__ void k(int* x) {
    __shared__ int part[64];
    part[threadIdx.x] = threadIdx.x;
    x[threadIdx.x] = part[63 - threadIdx.x];
}''', "k")
kernel((1,), (64,), (cp.zeros(64, cp.int32),))
"""
RACE_WITHIN_A_STRUCTURE = """
import cuprust as cp
kernel = cp.RawKernel('''struct Tile { float cells[32]; float total; };
extern "C" __global__ void k(float* x) {
    __shared__ Tile tile;
    tile.cells[threadIdx.x] = x[threadIdx.x];
    tile.total += tile.cells[threadIdx.x];
    x[0] = tile.total;
}''', "k")
kernel((1,), (32,), (cp.ones(32, cp.float32),))
"""
BEYOND_BY_A_VECTOR = """
import cuprust as cp
kernel = cp.RawKernel('''extern "C" __global__ void k(const float4* x, float* y, int n) {
    if (threadIdx.x > n / 4) return;
    float4 v = x[threadIdx.x];
    y[0] = v.x + v.w;
}''', "k")
kernel((1,), (32,), (cp.ones(30, cp.float32), cp.zeros(1, cp.float32), 30))
"""
BARRIER_IN_BRANCHES = """
import cuprust as cp
kernel = cp.RawKernel('''extern "C" __global__ void k(int* x) {
    if (threadIdx.x % 2) {
        __syncthreads();
        x[0] = 1;
    } else {
        __syncthreads();
        x[1] = 2;
    }
}''', "k")
kernel((1,), (2,), (cp.zeros(2, cp.int32),))
"""
UNWRITTEN_ARRAY = """
import cuprust as cp
kernel = cp.RawKernel('''extern "C" __global__ void k(const float2* x, float* y) {
    y[threadIdx.x] = 1;
    y[threadIdx.x] += x[threadIdx.x].y;
}''', "k")
kernel((1,), (32,), (cp.empty(64, cp.float32), cp.empty(32, cp.float32)))
"""
PLANTED = {
    "beyond": (BEYOND, 3, "out of bounds.*0 bytes past the end of .the array given for int\\* x"),
    "race": (RACE, 2, "race"),
    "no barrier": (NO_BARRIER, 4, "race|barrier"),
    "unwritten": (UNWRITTEN, 3, "that nothing wrote"),
    "race within a structure": (RACE_WITHIN_A_STRUCTURE, 5, "race"),
    "beyond by a vector": (BEYOND_BY_A_VECTOR, 3, "out of bounds.*reads 16 bytes.*8 of them past the end"),
    "barrier in branches": (BARRIER_IN_BRANCHES, 3, "divergent barrier"),
    "unwritten array": (UNWRITTEN_ARRAY, 3, "that nothing wrote.*the array given for const float2\\* x"),
}


@pytest.mark.parametrize("program, line, finding", PLANTED.values(), ids=PLANTED)
def test_what_is_wrong_in_a_kernel_is_told_with_its_line(program, line, finding, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(program.replace("cuprust as cp", "cupy as cp"))
    environment = {**os.environ, "CUPRUST_DEVICE": "cpu", "CUPRUST_CHECK": "1"}
    done = subprocess.run([sys.executable, "-m", "cuprust", "run", str(script)], capture_output=True, text=True, env=environment)
    last = done.stderr[done.stderr.rindex("RuntimeError") :]
    assert done.returncode == 1 and re.search(finding, last) and f"kernel.cu:{line}" in last, done.stderr


@pytest.mark.parametrize("program, finding", [(RACE, "race"), (UNWRITTEN, "that nothing wrote"), (UNWRITTEN_ARRAY, "that nothing wrote")])
def test_the_checker_is_asked_for(program, finding):
    def run(check):
        environment = {**os.environ, "CUPRUST_DEVICE": "cpu", "CUPRUST_CHECK": check}
        return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)

    assert run("0").returncode == 0
    checked = run("1")
    assert checked.returncode == 1 and finding in checked.stderr and "kernel.cu:" in checked.stderr, checked.stderr
    assert "CUPRUST_CHECK: `yes` is neither 0 nor 1" in run("yes").stderr


@pytest.mark.skipif(not ON_GPU, reason="a machine ends a kernel that leaves its arrays")
def test_a_lost_device_names_the_kernel_and_leaves_the_cpu():
    program = """
import cuprust as cp
x = cp.zeros(4, cp.float32)
cp.RawKernel('extern "C" __global__ void wild(float* x) { x[1ll << 40] = 1; }', "wild")((1,), (1,), (x,))
for read in (cp.cuda.Device().synchronize, x.get):
    try:
        read()
    except cp.cuda.runtime.CUDARuntimeError as error:
        print("ILLEGAL_ADDRESS" in str(error) and "`wild` was launched last" in str(error) and "new process" in str(error))
with cp.cuda.Device("cpu"):
    print(int((cp.arange(5) + 1).sum()))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert done.stdout.split() == ["True", "True", "15"], done.stdout + done.stderr


def test_an_endless_kernel_is_interrupted():
    program = """
import os, signal, threading, cuprust as cp
k = cp.RawKernel('extern "C" __global__ void k(volatile int* x) { while (x[0] == 0); }', "k")
x = cp.zeros(1, cp.int32)
k.compile()
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    k((1,), (1,), (x,))
except KeyboardInterrupt:
    print("interrupted", (cp.arange(3) + 1).sum(), x)
"""
    environment = {**os.environ, "CUPRUST_DEVICE": "cpu"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, timeout=300)
    assert done.stdout == "interrupted 6 [0]\n", done.stderr
