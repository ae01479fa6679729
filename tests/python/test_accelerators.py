"""The choice of accelerators, and contractions by cuTENSOR where there are a GPU and the library."""

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp

CUTENSOR = str(cp.cuda.Device()).startswith("cuda") and any(
    library["name"] == "libcutensor" and library["path"] for library in cp._core.info()["libraries"]
)
# The operands' shapes for each text: transposed, with batches, several axes summed over, three operands.
CONTRACTIONS = {
    "ij,jk->ik": [(70, 50), (50, 30)],
    "ijk,kjl->il": [(20, 30, 40), (40, 30, 50)],
    "bij,bjk->bik": [(5, 30, 40), (5, 40, 20)],
    "abcd,cbef->aefd": [(7, 8, 9, 10), (9, 8, 11, 5)],
    "kijb,bjlk->lbi": [(6, 7, 8, 3), (3, 8, 9, 6)],
    "abc,cd,de->abe": [(8, 9, 10), (10, 20), (20, 7)],
    "ijk,ik->ij": [(6, 7, 8), (6, 8)],
    "iaj,jbi->ab": [(1, 20, 30), (30, 10, 1)],
}
# The message may have been printed in this process already.
pytestmark = pytest.mark.filterwarnings("ignore:the accelerator cutensor is chosen and has no effect")

CLOSE = {"f2": 4e-3, "f4": 1e-5, "c8": 1e-5, "f8": 1e-12, "c16": 1e-12}


def test_the_names_of_cupys_private_module(tmp_path):
    """`cupy._core` says what `CUPY_ACCELERATORS` chose, in CuPy's numbers."""
    program = """
        import cupy
        print(cupy._core.get_reduction_accelerators(), cupy._core.get_routine_accelerators())
        cupy._core.set_reduction_accelerators(["cub", 2])
        print(cupy._core.get_routine_accelerators(), cupy.cuda.get_accelerators())
        try:
            cupy._core.set_routine_accelerators([7])
        except (TypeError, ValueError) as error:
            print(type(error).__name__)
    """
    (tmp_path / "program.py").write_text(textwrap.dedent(program))
    run = [sys.executable, "-W", "ignore", "-m", "cuprust", "run", tmp_path / "program.py"]
    done = subprocess.run(run, capture_output=True, text=True, check=True, env={**os.environ, "CUPY_ACCELERATORS": "cutensor,cub", "CUPRUST_ACCELERATORS": ""})
    assert done.stdout.splitlines()[1:2] == ["[1, 2] ['cub', 'cutensor']"], done.stdout
    print(done.stdout)


@pytest.fixture
def chosen():
    """Chooses cuTENSOR, and restores the previous choice when the test ends."""
    before = cp.cuda.get_accelerators()
    cp.cuda.set_accelerators(["cutensor"])
    yield
    cp.cuda.set_accelerators(before)


def operands(text, dtype):
    dice = np.random.default_rng(len(text))
    made = [dice.random(shape) - 0.5 + (1j * dice.random(shape) if dtype in ("c8", "c16") else 0) for shape in CONTRACTIONS[text]]
    return [one.astype(dtype) for one in made]


def expected(text, arrays):
    wide = np.result_type(*arrays, "f8")
    return np.einsum(text, *(one.astype(wide) for one in arrays)).astype(arrays[0].dtype)


@pytest.mark.parametrize("dtype", CLOSE)
@pytest.mark.parametrize("text", CONTRACTIONS)
def test_einsum(text, dtype, chosen):
    arrays = operands(text, dtype)
    ours = [cp.asarray(one) for one in arrays]
    size = max(1.0, np.abs(expected(text, arrays)).max())
    assert_same(cp.einsum(text, *ours).get() / size, expected(text, arrays) / size, CLOSE[dtype], where=text, dtype=False)
    # Operands that are still to be computed, parts and transposes of larger arrays, and elements that lie backwards.
    computed = [one * 2 for one in ours]
    assert_same(cp.einsum(text, *computed).get() / size, expected(text, [one * 2 for one in arrays]) / size, 8 * CLOSE[dtype], where=text, dtype=False)
    strided = [cp.asarray(np.repeat(one[..., None], 3, -1)[..., ::-1].T).T[..., 1] for one in arrays]
    assert_same(cp.einsum(text, *strided).get() / size, expected(text, arrays) / size, CLOSE[dtype], where=text, dtype=False)
    backwards = [one[::-1] for one in ours]
    assert_same(cp.einsum(text, *backwards).get() / size, expected(text, [one[::-1] for one in arrays]) / size, CLOSE[dtype], where=text, dtype=False)


def test_tensordot(chosen):
    dice = np.random.default_rng(1)
    a, b = dice.random((5, 6, 7, 8)), dice.random((8, 9, 6))
    for axes in ([[1, 3], [2, 0]], 1, [[3], [0]]):
        assert_same(cp.tensordot(cp.asarray(a), cp.asarray(b), axes).get(), np.tensordot(a, b, axes), 1e-12, where=axes)
    assert_same(cp.tensordot(cp.asarray(a.astype("f4")), cp.asarray(b), 1).get(), np.tensordot(a.astype("f4"), b, 1), 1e-12)
    out = cp.tensordot(cp.asarray(a), cp.asarray(a), [[0, 1], [0, 1]])
    assert_same((out + 1).get(), np.tensordot(a, a, [[0, 1], [0, 1]]) + 1, 1e-12)
    assert cp.tensordot(cp.ones((3, 0)), cp.ones((0, 4)), 1).sum() == 0


def test_a_chain_of_contractions_and_operations(chosen):
    dice = np.random.default_rng(2)
    a = dice.random((12, 13, 14))
    x, y = cp.asarray(a), a
    for _ in range(5):
        x = cp.einsum("ijk,ljk->ilk", x, cp.asarray(a))[:, :, :14] / 50 + 1
        y = np.einsum("ijk,ljk->ilk", y, a)[:, :, :14] / 50 + 1
        x, y = cp.asarray(np.ascontiguousarray(x.get())[:, :12].repeat(2, 1)[:, :13]), y[:, :12].repeat(2, 1)[:, :13]
    assert_same(x.get(), y, 1e-9)


@pytest.mark.skipif(not CUTENSOR, reason="there is no GPU, or cuTENSOR is not installed")
def test_a_contraction_is_captured_and_launched_again(chosen):
    a, b, out = cp.ones((30, 40, 5)), cp.ones((40, 20, 5)), cp.zeros((30, 20))
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        stream.begin_capture()
        out += cp.einsum("ikb,kjb->ij", a, b)
        graph = stream.end_capture()
        graph.launch()
        graph.launch()
    stream.synchronize()
    assert_same(out.get(), np.full((30, 20), 400.0))


def test_the_choice_is_read_back():
    before = cp.cuda.get_accelerators()
    try:
        for names in (["cutensor", "cub"], [], ["cub", "cutensornet"]):
            cp.cuda.set_accelerators(names)
            assert cp.cuda.get_accelerators() == names
        for wrong in (["magic"], ["cub", ""]):
            with pytest.raises(ValueError, match="Unknown accelerator"):
                cp.cuda.set_accelerators(wrong)
        with pytest.raises(TypeError):
            cp.cuda.set_accelerators("cub")
        assert cp.cuda.get_accelerators() == ["cub", "cutensornet"]
    finally:
        cp.cuda.set_accelerators(before)


@pytest.mark.skipif(CUTENSOR, reason="cuTENSOR is there")
def test_a_choice_without_effect_is_said_once(monkeypatch):
    program = """
import warnings, cuprust as cp
for _ in range(2):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        print(cp.einsum("ij,jk->ki", cp.ones((3, 4)), cp.ones((4, 5))).shape, [own.category.__name__ for own in said])
"""
    for names, expected in (("cutensor", ["(5, 3) ['RuntimeWarning']", "(5, 3) []"]), ("cub", ["(5, 3) []"] * 2)):
        monkeypatch.setenv("CUPRUST_ACCELERATORS", names)
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert run.stdout.splitlines() == expected


@pytest.mark.parametrize(
    "variables, names",
    [
        ({}, "cub"),
        ({"CUPRUST_ACCELERATORS": ""}, ""),
        ({"CUPY_ACCELERATORS": "cub,cutensor"}, "cub cutensor"),
        ({"CUPRUST_ACCELERATORS": "cutensor", "CUPY_ACCELERATORS": "cub"}, "cutensor"),
        ({"CUPRUST_ACCELERATORS": "nonsense"}, "ValueError"),
    ],
)
def test_the_environment_says_it(variables, names, monkeypatch):
    monkeypatch.delenv("CUPRUST_ACCELERATORS", raising=False)
    monkeypatch.delenv("CUPY_ACCELERATORS", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    program = "import cuprust as cp\ntry: print(*cp.cuda.get_accelerators())\nexcept ValueError as error: print(type(error).__name__)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == names
