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
        lambda: runtime.deviceGetLimit(runtime.cudaLimitPrintfFifoSize),
    )  # fmt: skip
    if IS_GPU:
        assert all(call() > 0 for call in calls) and cp.cuda.get_cublas_handle() == cp.cuda.get_cublas_handle()
        # A handle serves one thread at a time.
        own, theirs = cp.cuda.get_cublas_handle(), []
        thread = threading.Thread(target=lambda: theirs.extend(cp.cuda.get_cublas_handle() for _ in range(2)))
        thread.start()
        thread.join()
        assert theirs[0] == theirs[1] != own == cp.cuda.get_cublas_handle()
        size = runtime.deviceGetLimit(runtime.cudaLimitMallocHeapSize)
        runtime.deviceSetLimit(runtime.cudaLimitMallocHeapSize, 2 * size)
        assert runtime.deviceGetLimit(runtime.cudaLimitMallocHeapSize) >= 2 * size
        runtime.deviceSetLimit(runtime.cudaLimitMallocHeapSize, size)
        calls = (lambda: runtime.deviceGetLimit(1000),)
    for call in (*calls, lambda: runtime.deviceSetLimit(1000, 1)):
        with pytest.raises(runtime.CUDARuntimeError):
            call()
    assert cp.cuda.nvtx.available is True
