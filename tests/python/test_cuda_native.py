"""NVIDIA's own interfaces by CuPy's names: NVRTC's programs, pools of memory by handles, copies of lines, locked pages, limits."""

import pickle
import threading

import numpy as np
import pytest

import cuprust as cp
from cuprust.cuda import nvrtc, runtime

IS_GPU = str(cp.cuda.Device()).startswith("cuda")
TEXT = """
template <typename T> __global__ void twice(T* x) { x[threadIdx.x] *= 2; }
#ifdef WRONG
nonsense;
#endif
"""


def test_programs():
    assert nvrtc.getVersion() >= (12, 0) and 90 in nvrtc.getSupportedArchs()
    program = nvrtc.createProgram(TEXT, "twice.cu", [], [])
    with pytest.raises(nvrtc.NVRTCError, match="INVALID_PROGRAM"):
        nvrtc.getPTX(program)
    assert nvrtc.addNameExpression(program, "twice<float>") == 0
    with pytest.raises(nvrtc.NVRTCError, match="NO_LOWERED_NAMES_BEFORE_COMPILATION"):
        nvrtc.getLoweredName(program, "twice<float>")
    nvrtc.compileProgram(program, ["--gpu-architecture=compute_90"])
    name = nvrtc.getLoweredName(program, "twice<float>")
    ptx = nvrtc.getPTX(program)
    assert name.startswith("_Z") and name.encode() in ptx and b".version" in ptx and nvrtc.getProgramLog(program) == ""
    for call, error in (
        (lambda: nvrtc.getCUBIN(program), "INVALID_PROGRAM"),
        (lambda: nvrtc.getLoweredName(program, "twice<double>"), "NAME_EXPRESSION_NOT_VALID"),
        (lambda: nvrtc.addNameExpression(program, "twice<int>"), "NO_NAME_EXPRESSIONS_AFTER_COMPILATION"),
        (lambda: nvrtc.createProgram(TEXT, "", ["a"], []), "INVALID_INPUT"),
    ):
        with pytest.raises(nvrtc.NVRTCError, match=error):
            call()
    nvrtc.destroyProgram(program)
    with pytest.raises(nvrtc.NVRTCError, match="INVALID_PROGRAM"):
        nvrtc.destroyProgram(program)


def test_machine_code_and_headers():
    program = nvrtc.createProgram('#include "factor.h"\nextern "C" __global__ void f(int* x) { *x = FACTOR; }', "f.cu", ["#define FACTOR 7"], ["factor.h"])
    nvrtc.compileProgram(program, ["--gpu-architecture=sm_90"])
    assert nvrtc.getCUBIN(program)[:4] == b"\x7fELF"
    ptx = nvrtc.getPTX(program)
    nvrtc.destroyProgram(program)
    module = cp.cuda.Module()
    module.load(ptx.rstrip(b"\0"))
    x = cp.zeros(1, np.int32)
    module.get_function("f")((1,), (1,), (x,))
    assert x.tolist() == [7]


def test_programs_that_are_wrong():
    program = nvrtc.createProgram(TEXT, "wrong.cu", [], [])
    with pytest.raises(nvrtc.NVRTCError) as caught:
        nvrtc.compileProgram(program, ["-DWRONG"])
    assert caught.value.status == 6 and "nonsense" in nvrtc.getProgramLog(program) and "wrong.cu" in nvrtc.getProgramLog(program)
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is nvrtc.NVRTCError and str(again) == str(caught.value) == "NVRTC_ERROR_COMPILATION (6)"
    with pytest.raises(nvrtc.NVRTCError) as caught:
        nvrtc.compileProgram(program, ["--no-such-option"])
    assert caught.value.status == 5
    nvrtc.destroyProgram(program)
    assert str(nvrtc.NVRTCError(-1)) == "NVRTC_ERROR unknown (-1)"


def test_pools_by_handles():
    own = runtime.deviceGetDefaultMemPool(0)
    assert runtime.deviceGetMemPool(0) == own
    pool = runtime.memPoolCreate(runtime.MemPoolProps(devId=0))
    runtime.deviceSetMemPool(0, pool)
    assert runtime.deviceGetMemPool(0) == pool != own
    stream = cp.cuda.Stream()
    ptr = runtime.mallocFromPoolAsync(64, pool, stream.ptr)
    runtime.memsetAsync(ptr, 3, 64, stream.ptr)
    host = np.zeros(64, np.uint8)
    runtime.memcpyAsync(host.ctypes.data, ptr, 64, runtime.memcpyDeviceToHost, stream.ptr)
    stream.synchronize()
    assert (host == 3).all()
    runtime.freeAsync(ptr, stream.ptr)
    runtime.memPoolTrimTo(pool, 0)
    runtime.memPoolDestroy(pool)
    assert runtime.deviceGetMemPool(0) == own
    for wrong in (
        lambda: runtime.memPoolDestroy(own), lambda: runtime.memPoolDestroy(pool), lambda: runtime.mallocFromPoolAsync(8, pool, 0),
        lambda: runtime.memPoolCreate(runtime.MemPoolProps(devId=1000)), lambda: runtime.memPoolCreate(runtime.MemPoolProps(handleType=1)),
        lambda: runtime.deviceGetDefaultMemPool(1000),
    ):  # fmt: skip
        with pytest.raises(runtime.CUDARuntimeError):
            wrong()


def test_lines_are_copied():
    host = np.arange(60, dtype=np.uint8).reshape(5, 12)
    device = cp.zeros((5, 16), np.uint8)
    ptr, back = device.data.ptr, np.zeros((5, 20), np.uint8)
    runtime.memcpy2D(ptr, 16, host.ctypes.data, 12, 7, 5, runtime.memcpyHostToDevice)
    expected = np.zeros((5, 16), np.uint8)
    expected[:, :7] = host[:, :7]
    np.testing.assert_array_equal(device.get(), expected)
    other = cp.ones((5, 8), np.uint8)
    stream = cp.cuda.Stream()
    runtime.memcpy2DAsync(other.data.ptr, 8, ptr, 16, 6, 4, runtime.memcpyDeviceToDevice, stream.ptr)
    stream.synchronize()
    assert (other.get()[:4, :6] == expected[:4, :6]).all() and (other.get()[4:] == 1).all() and (other.get()[:, 6:] == 1).all()
    runtime.memcpy2D(back.ctypes.data, 20, ptr, 16, 7, 5, runtime.memcpyDeviceToHost)
    assert (back[:, :7] == host[:, :7]).all() and not back[:, 7:].any()
    again = np.zeros_like(back)
    runtime.memcpy2D(again.ctypes.data, 20, back.ctypes.data, 20, 20, 5, runtime.memcpyHostToHost)
    assert (again == back).all()
    runtime.memcpy2D(0, 16, 0, 16, 0, 5, runtime.memcpyHostToDevice)
    for wrong in ((ptr, 4, ptr, 16, 5, 5, 3), (ptr, 16, ptr, 16, -1, 5, 3), (ptr, 16, ptr, 16, 1, 1, 9)):
        with pytest.raises(runtime.CUDARuntimeError):
            runtime.memcpy2D(*wrong)


def test_copies_between_devices_by_their_numbers():
    a, b = cp.arange(6), cp.zeros(6, np.int64)
    runtime.memcpyPeer(b.data.ptr, 0, a.data.ptr, 0, 24)
    runtime.memcpyPeerAsync(b.data.ptr + 24, 0, a.data.ptr, 0, 8, 0)
    runtime.memcpyPeer(0, 0, 0, 0, 0)
    assert b.tolist() == [0, 1, 2, 0, 0, 0]
    with pytest.raises(runtime.CUDARuntimeError):
        runtime.memcpyPeer(b.data.ptr, 1000, a.data.ptr, 0, 8)


def test_pages_of_the_host():
    host = np.arange(4096, dtype=np.float64)
    runtime.hostRegister(host.ctypes.data, host.nbytes, runtime.hostRegisterDefault)
    with pytest.raises(runtime.CUDARuntimeError, match="AlreadyRegistered"):
        runtime.hostRegister(host.ctypes.data, 8)
    device = cp.empty(4096)
    runtime.memcpyAsync(device.data.ptr, host.ctypes.data, host.nbytes, runtime.memcpyHostToDevice, 0)
    assert float(device.sum()) == host.sum()
    runtime.hostUnregister(host.ctypes.data)
    with pytest.raises(runtime.CUDARuntimeError, match="NotRegistered"):
        runtime.hostUnregister(host.ctypes.data)
    with pytest.raises(runtime.CUDARuntimeError):
        runtime.hostRegister(host.ctypes.data, 0)


def test_managed_memory_by_its_address():
    ptr = runtime.mallocManaged(64)
    runtime.memAdvise(ptr, 64, runtime.cudaMemAdviseSetReadMostly, 0)
    runtime.memPrefetchAsync(ptr, 64, 0, 0)
    runtime.memset(ptr, 5, 64)
    runtime.deviceSynchronize()
    back = np.zeros(64, np.uint8)
    runtime.memcpy(back.ctypes.data, ptr, 64, runtime.memcpyDeviceToHost)
    assert (back == 5).all()
    with pytest.raises(runtime.CUDARuntimeError):
        runtime.memAdvise(ptr, 64, 77, 0)
    runtime.free(ptr)
    for call in (runtime.memAdvise, runtime.memPrefetchAsync):
        with pytest.raises(runtime.CUDARuntimeError):
            call(ptr, 64, 1, 0)


def test_calls_of_the_host_by_handles():
    stream = runtime.streamCreateWithPriority(runtime.streamNonBlocking, 0)
    seen = []
    runtime.launchHostFunc(stream, seen.append, "first")
    runtime.streamAddCallback(stream, lambda *told: seen.append(told), "second")
    runtime.streamSynchronize(stream)
    assert seen == ["first", (stream, 0, "second")]
    runtime.streamDestroy(stream)
    runtime.profilerStart()
    runtime.profilerStop()


def test_what_only_a_gpu_has():
    calls = (
        cp.cuda.get_cublas_handle, cp.cuda.device.get_cublas_handle, lambda: cp.cuda.Device(0).cublas_handle,
        cp.cuda.device.get_cusolver_handle, cp.cuda.device.get_cusolver_sp_handle, cp.cuda.device.get_cusparse_handle,
        lambda: cp.cuda.Device(0).cusolver_handle, lambda: cp.cuda.Device(0).cusolver_sp_handle, lambda: cp.cuda.Device(0).cusparse_handle,
        lambda: runtime.deviceGetLimit(runtime.cudaLimitPrintfFifoSize),
    )  # fmt: skip
    if IS_GPU:
        assert all(call() > 0 for call in calls) and cp.cuda.get_cublas_handle() == cp.cuda.get_cublas_handle()
        # A handle serves one thread at a time.
        for handle in (cp.cuda.get_cublas_handle, cp.cuda.device.get_cusolver_handle, cp.cuda.device.get_cusparse_handle):
            own, theirs = handle(), []
            thread = threading.Thread(target=lambda: theirs.extend(handle() for _ in range(2)))
            thread.start()
            thread.join()
            assert theirs[0] == theirs[1] != own == handle()
        size = runtime.deviceGetLimit(runtime.cudaLimitMallocHeapSize)
        runtime.deviceSetLimit(runtime.cudaLimitMallocHeapSize, 2 * size)
        assert runtime.deviceGetLimit(runtime.cudaLimitMallocHeapSize) >= 2 * size
        runtime.deviceSetLimit(runtime.cudaLimitMallocHeapSize, size)
        calls = (lambda: runtime.deviceGetLimit(1000),)
    for call in (*calls, lambda: runtime.deviceSetLimit(1000, 1)):
        with pytest.raises(runtime.CUDARuntimeError):
            call()
    assert cp.cuda.nvtx.available is True


def test_contexts():
    driver = cp.cuda.driver
    cp.cuda.Device().use()
    context = driver.ctxGetCurrent()
    stream = cp.cuda.Stream()
    assert context > 0 and driver.ctxGetDevice() == cp.cuda.Device().id
    assert context == driver.streamGetCtx(stream.ptr) == driver.streamGetCtx(0)
    seen = []

    def another():
        seen.append(driver.ctxGetCurrent())
        cp.cuda.Device().use()
        seen.append(driver.ctxGetCurrent())

    thread = threading.Thread(target=another)
    thread.start()
    thread.join()
    # A thread has a context of the driver's when it has chosen a device; the only context of other devices is every
    # thread's.
    assert seen == [0 if IS_GPU else context, context]


def test_graphs_by_handles(tmp_path):
    own = cp.cuda.Stream(non_blocking=True)
    x, stream = cp.zeros(4), own.ptr
    with own:
        runtime.streamBeginCapture(stream)
        assert runtime.streamIsCapturing(stream)
        x += 1
        graph = runtime.streamEndCapture(stream)
        assert not runtime.streamIsCapturing(stream)
    executable = runtime.graphInstantiate(graph)
    runtime.graphDebugDotPrint(graph, str(tmp_path / "graph.dot"), runtime.cudaGraphDebugDotFlagsVerbose)
    assert (tmp_path / "graph.dot").read_text().startswith("digraph")
    runtime.graphDestroy(graph)
    with own:
        runtime.graphUpload(executable, stream)
        runtime.graphLaunch(executable, stream)
        runtime.graphLaunch(executable, stream)
        runtime.streamSynchronize(stream)
    assert x.get().tolist() == [2, 2, 2, 2]
    runtime.graphExecDestroy(executable)
    wrong = (
        lambda: runtime.graphDestroy(graph), lambda: runtime.graphInstantiate(graph), lambda: runtime.graphLaunch(executable, stream),
        lambda: runtime.graphExecDestroy(executable), lambda: runtime.graphUpload(stream, stream), lambda: runtime.graphDestroy(stream),
    )  # fmt: skip
    for call in wrong:
        with pytest.raises(runtime.CUDARuntimeError, match="cudaErrorInvalidValue"):
            call()


def test_streams_tell_how_they_were_made():
    stream = runtime.streamCreateWithFlags(runtime.streamNonBlocking)
    assert runtime.streamGetFlags(stream) == runtime.streamNonBlocking and runtime.streamGetFlags(0) == runtime.streamDefault
    assert runtime.streamGetPriority(stream) == 0
    runtime.streamDestroy(stream)


def test_errors_have_cudas_numbers():
    for call, number in (
        (lambda: runtime.free(12345), runtime.errorInvalidValue),
        (lambda: runtime.eventSynchronize(1), runtime.errorInvalidResourceHandle),
        (lambda: cp.cuda.Device(1000), 101),
        (lambda: cp.RawModule(code="", name_expressions=()).get_function("missing"), 500),
        (lambda: cp.RawModule(path="missing.cubin").compile(), 301),
    ):
        with pytest.raises(runtime.CUDARuntimeError) as raised:
            call()
        assert raised.value.status == number
    assert runtime.CUDARuntimeError("said by no one").status == 999


def test_a_cooperative_launch_is_an_attribute():
    assert runtime.deviceGetAttribute(runtime.cudaDevAttrCooperativeLaunch, 0) == 1
    assert runtime.deviceGetAttribute(runtime.cudaDevAttrWarpSize, 0) == 32


# What `cuda::std::mdspan` with dynamic extents is in memory, so that the test needs no headers.
SPAN = """
template <typename T, typename I> struct Strided { T* first; I extents[2]; I strides[2]; };
template <typename T, typename I> struct Plain { T* first; I extents[2]; };
template <typename T, typename I> __global__ void strided(Strided<T, I> x, Strided<T, I> y) {
    I i = threadIdx.y, j = threadIdx.x;
    if (i < x.extents[0] && j < x.extents[1])
        y.first[i * y.strides[0] + j * y.strides[1]] = x.first[i * x.strides[0] + j * x.strides[1]] + T(1);
}
template <typename T, typename I> __global__ void plain(Plain<T, I> x) {
    if (threadIdx.x < x.extents[0] * x.extents[1]) x.first[threadIdx.x] += T(1);
}
"""


@pytest.mark.parametrize("index, text", [(cp.int32, "int"), (cp.int64, "long long")])
def test_an_array_by_value(index, text):
    names = [f"{kernel}<{of}, {text}>" for kernel in ("strided", "plain") for of in ("float", "short")]
    module = cp.RawModule(code=SPAN, name_expressions=names)
    for dtype, of in ((np.float32, "float"), (np.int16, "short")):
        strided, plain = (module.get_function(f"{kernel}<{of}, {text}>") for kernel in ("strided", "plain"))
        x = np.arange(24, dtype=dtype).reshape(4, 6)
        for view in (lambda a: a, lambda a: a.T, lambda a: a[1:, ::2], lambda a: a[::-1, 1:], lambda a: a[:1], lambda a: a[2:2]):
            a, y = view(cp.array(x)), cp.zeros(view(x).shape, dtype)
            unsafe = min(a.strides) < 0 or a.size == 0
            strided((1,), (8, 8), (a.mdspan(index_type=index, allow_unsafe=unsafe), y.mdspan(index_type=index, allow_unsafe=unsafe)))
            np.testing.assert_array_equal(y.get(), view(x) + 1 if a.size else view(x))
            if unsafe:
                with pytest.raises(RuntimeError, match="0-th dimension has (size zero|non-positive stride)"):
                    a.mdspan(index_type=index)
        a = cp.array(x)
        plain((1,), (32,), (a.mdspan(index_type=index),))
        np.testing.assert_array_equal(a.get(), x + 1)
    with pytest.raises(RuntimeError, match="1-th dimension has non-positive stride"):
        cp.broadcast_to(cp.ones((3, 1)), (3, 2)).mdspan(index_type=index)
    with pytest.raises(TypeError, match="has 24 bytes|has 40 bytes"):
        strided((1,), (1,), (cp.ones(3).mdspan(index_type=index), cp.ones(3).mdspan(index_type=index)))
    with pytest.raises(ValueError, match="int32 or int64, not float64"):
        a.mdspan(index_type=float)
    with pytest.raises(ValueError, match="exceeds int32 maximum"):
        cp.broadcast_to(cp.ones(1), (2**31,)).mdspan(index_type=cp.int32, allow_unsafe=True)
    with pytest.raises(TypeError):
        a.mdspan()


@pytest.mark.skipif(IS_GPU, reason="a machine ends a kernel that leaves its arrays")
def test_an_array_by_value_ends_where_it_ends():
    module = cp.RawModule(code=SPAN.replace("x.extents[0] * x.extents[1])", "25)"), name_expressions=["plain<float, int>"])
    with pytest.raises(RuntimeError, match="out of bounds"):
        module.get_function("plain<float, int>")((1,), (32,), (cp.ones((4, 6), cp.float32).mdspan(index_type=cp.int32),))
