"""`backend='nvcc'`: CUDA's own compiler where it is installed, and a program that stands in for it where it is not."""

import pickle
import stat
import sys

import numpy as np
import pytest

import cuprust as cp

ADD = 'extern "C" __global__ void add(const float* x, float* y, int n) { int i = threadIdx.x; if (i < n) y[i] += x[i]; }'

# The compiled form of `ADD`.
PTX = """
.version 8.0
.target sm_75
.address_size 64
.visible .entry add(.param .u64 add_param_0, .param .u64 add_param_1, .param .u32 add_param_2)
{
    .reg .pred %p<2>; .reg .f32 %f<4>; .reg .b32 %r<3>; .reg .b64 %rd<8>;
    ld.param.u64 %rd1, [add_param_0];
    ld.param.u64 %rd2, [add_param_1];
    ld.param.u32 %r1, [add_param_2];
    mov.u32 %r2, %tid.x;
    setp.ge.s32 %p1, %r2, %r1;
    @%p1 bra DONE;
    cvta.to.global.u64 %rd3, %rd1;
    cvta.to.global.u64 %rd4, %rd2;
    mul.wide.s32 %rd5, %r2, 4;
    add.s64 %rd6, %rd3, %rd5;
    add.s64 %rd7, %rd4, %rd5;
    ld.global.f32 %f1, [%rd6];
    ld.global.f32 %f2, [%rd7];
    add.f32 %f3, %f1, %f2;
    st.global.f32 [%rd7], %f3;
DONE:
    ret;
}
"""

STAND_IN = """#!{python}
import pathlib, sys
given = sys.argv[1:]
with open({log!r}, "a") as log:
    print(*given, file=log)
if "kernel.cu" in given:
    text = pathlib.Path("kernel.cu").read_text()
    assert pathlib.Path("cupy/complex.cuh").is_file()
    if "wrong" in text:
        sys.exit("kernel.cu(1): error: it is wrong")
pathlib.Path(given[given.index("-o") + 1]).write_text({ptx!r})
"""


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """The file that records the calls of a substitute for nvcc."""
    program, log = tmp_path / "nvcc", tmp_path / "log"
    program.write_text(STAND_IN.format(python=sys.executable, log=str(log), ptx=PTX))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("NVCC", str(program))
    return log


def check(kernel):
    x, y = cp.arange(5, dtype="f4"), cp.ones(5, "f4")
    kernel((1,), (32,), (x, y, 4))
    np.testing.assert_array_equal(y.get(), [1, 2, 3, 4, 1])
    with pytest.raises(TypeError):
        kernel((1,), (32,), (x, y))


def test_the_program_is_called(stand_in):
    kernel = cp.RawKernel(ADD, "add", ("-DOWN=1",), backend="nvcc")
    assert kernel.backend == "nvcc"
    check(kernel)
    capability = cp.cuda.Device().compute_capability
    calls = stand_in.read_text().splitlines()
    assert f"-arch=compute_{capability}" in calls[0] and "-ptx" in calls[0] and "-DOWN=1" in calls[0]
    if str(cp.cuda.Device()).startswith("cuda"):
        assert f"-arch=sm_{capability}" in calls[1] and "-cubin" in calls[1]
    else:
        assert len(calls) == 1 and "-lineinfo" in calls[0]
    check(pickle.loads(pickle.dumps(kernel)))
    module = cp.RawModule(code=ADD + "//", backend="nvcc", options=("-dc",))
    check(module.get_function("add"))
    assert "-rdc true" in stand_in.read_text() and " -dc -arch" not in stand_in.read_text()
    assert pickle.loads(pickle.dumps(module)).backend == "nvcc"


def test_what_is_wrong_is_told(stand_in, monkeypatch, tmp_path):
    with pytest.raises(cp.cuda.compiler.CompileException, match=r"(?s)it is wrong.*with nvcc.*1 \| extern"):
        cp.RawKernel(ADD + "wrong", "add", backend="nvcc").compile()
    with pytest.raises(ValueError, match="name_expressions"):
        cp.RawModule(code=ADD, backend="nvcc", name_expressions=["add"])
    with pytest.raises(ValueError, match="backend"):
        cp.RawKernel(ADD, "add", backend="clang")
    monkeypatch.delenv("NVCC")
    for name in ("CUDA_PATH", "CUDA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    monkeypatch.setenv("PATH", str(tmp_path))
    if cp.cuda.get_nvcc_path() == str(tmp_path / "nvcc"):
        (tmp_path / "nvcc").unlink()
    if cp.cuda.get_nvcc_path() is None:
        with pytest.raises(Exception, match="nvcc was not found.*nvrtc"):
            cp.RawKernel(ADD + "/* not compiled */", "add", backend="nvcc").compile()


def test_the_compiler_of_a_toolkit():
    if cp.cuda.get_nvcc_path() is None:
        with pytest.raises(Exception, match="nvcc was not found"):
            cp.RawKernel(ADD + "/* no toolkit */", "add", backend="nvcc").compile()
        return
    check(cp.RawKernel(ADD, "add", backend="nvcc"))
    text = '#include <cupy/complex.cuh>\nextern "C" __global__ void own(complex<float>* x) { x[threadIdx.x] *= complex<float>(0, 1); }'
    x = cp.ones(4, "c8")
    cp.RawModule(code=text, backend="nvcc").get_function("own")((1,), (4,), (x,))
    assert x.get().tolist() == [1j] * 4
    with pytest.raises(cp.cuda.compiler.CompileException, match="undefined"):
        cp.RawKernel('extern "C" __global__ void k(int* x) { *x = y; }', "k", backend="nvcc").compile()
    if str(cp.cuda.Device()).startswith("cuda"):
        text = """
        __global__ void child(int* x) { x[threadIdx.x] = threadIdx.x; }
        extern "C" __global__ void parent(int* x) { child<<<1, 8>>>(x); }
        """
        x = cp.zeros(8, "i4")
        cp.RawModule(code=text, backend="nvcc", options=("-dc",)).get_function("parent")((1,), (1,), (x,))
        assert x.get().tolist() == list(range(8))
