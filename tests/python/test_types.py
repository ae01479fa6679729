"""The types that the package states are those that programs need: mypy --strict and pyright accept a program of every function.

The program is made from the function table, the ufuncs and the modules: the documented examples, each parameter with each kind of
argument that it takes, methods, operators, indices and attributes. A second one gives every parameter what it does not take: each of its
lines must be refused.
"""

import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import cuprust as cp
import cuprust.scipy.special

PACKAGE = Path(cp.__file__).parent
TABLE = [row for row in cp._core._table() if "._" not in row["module"]]

PRELUDE = """
import numpy as np
import cuprust as cp
import cuprust.cuda.nvrtc
import cuprust.cuda.runtime
import cuprust.scipy.special
from collections.abc import Callable
a = cp.ones((3, 4))
m = a > 0
n = np.ones(3)

"""

# What an argument may be, by the type of its parameter.
TAKES = {
    "Array": ["a", "2", "[1, 2]", "n.max()"],
    "OptionalArray": ["a", "None"],
    "Arrays": ["[a, a]", "(a, a)"],
    "Operands": ["[a, 2.5]", "(a, a)"],
    "Operand": ["a", "2.5"],
    "OptionalOperand": ["a", "2", "None"],
    "Elements": ["a", "2", "n"],
    "OptionalElements": ["1", "n", "None"],
    "Prototype": ["a", "n"],
    "Shaped": ["a", "n"],
    "Out": ["a", "None"],
    "OptionalOutput": ["a", "'f4'", "np.float32", "None"],
    "Mask": ["m", "True", "None"],
    "Number": ["1", "2.5", "1j", "np.float32(1)"],
    "OptionalNumber": ["1", "None"],
    "Axes": ["0", "(0, 1)", "None"],
    **dict.fromkeys(["Int", "Clamped"], ["1"]),
    **dict.fromkeys(["OptionalInt", "OptionalClamped"], ["1", "None"]),
    "Shifts": ["1", "(0, 1)", "[0]"],
    "Ints": ["1", "(0, 1)", "[0]"],
    "Whole": ["1", "(0, 1.0)", "[0]"],
    "Ranks": ["1", "(0, 1)", "[0]"],
    "Sequence": ["(0, 1)", "[0]"],
    "OptionalSequence": ["(0, 1)", "None"],
    "OptionalInts": ["1", "(0, 1)", "None"],
    "OptionalWhole": ["1", "(0, 1.0)", "None"],
    "IntPairs": ["1", "(1, 2)", "((1, 2), (0, 1))", "[(1, 2)]"],
    "OptionalIntLists": ["[(0, 1), (0, 1), (1, 0)]", "None"],
    "OptionalIntPairs": ["1", "(1, 2)", "None"],
    "OptionalNumberPairs": ["1.5", "(1, 2)", "((1, 2), (3, 4))", "None"],
    "Indices": ["[0, 1]", "1", "n.astype(int)", "a.astype(int)"],
    "Shape": ["3", "(4, 3)", "[4, 3]"],
    "OptionalShape": ["3", "(4, 3)", "None"],
    "AxisPairs": ["1", "([0], [1])", "((0, 1), (1, 0))"],
    "Sections": ["2", "[1, 2]", "(1, 2)"],
    "Counts": ["2", "[1, 2]", "(1, 2)", "n.astype(int)"],
    "Float": ["0.5", "1"],
    "OptionalFloat": ["0.5", "None"],
    "Bool": ["True"],
    "OptionalBool": ["False", "None"],
    "Text": ["'even'"],
    "Texts": ["'even'", "['even', 'odd']"],
    "OptionalText": ["'even'", "None"],
    "DType": ["'f4'", "np.float32", "float", "np.dtype('i4')", "cp.float64"],
    "OptionalDType": ["'f4'", "cp.int8", "bool", "None"],
    "Order": ["'C'"],
    "OptionalOrder": ["'F'", "None"],
    "Casting": ["'safe'"],
    "Bounds": ["'wrap'", "0"],
    "OptionalDevice": ["'cpu'", "0", "cp.cuda.Device()", "None"],
    "Device": ["'cpu'", "0", "cp.cuda.Device()"],
    "Stream": ["cp.cuda.Stream()", "None"],
    "EachBounds": ["'wrap'", "('wrap', 'clip')"],
    **dict.fromkeys(["Index", "IndexAsWritten"], ["0", "([0], [1])", "m", "slice(0, 1)"]),
    "OptionalLoop": ["'dd->d'", "(None, None, np.float32)", "None"],
    "NumberOrText": ["2", "'fro'", "None"],
    "AnyArray": ["a", "n", "[1.0, 2.0]"],
    "OptionalAnyArray": ["a", "n", "None"],
    "ArrayOrText": ["'chessboard'", "a"],
    "OptionalSource": ["a", "n", "None"],
    "OptionalWide": ["1", "None"],
    "Reals": ["0.5", "[0.25, 0.5]", "a", "n"],
    "OptionalReals": ["0.5", "[0.25, 0.5]", "None"],
    "Source": ["a", "n", "[[1, 2], [3, 4]]"],
    "Wide": ["1"],
    "Bins": ["3", "[0, 1, 2]", "'auto'", "a"],
    "EachBins": ["3", "[2, 3]", "[[0, 1], [1, 2]]"],
    "OptionalInterval": ["(0, 4)", "None"],
    "OptionalLimits": ["(0, None)", "None"],
    "Limits": ["(20, 80)"],
    "Bools": ["(True, False)"],
    "OptionalEachInterval": ["[(0, 4), (1, 2)]", "None"],
    "Contraction": ["True", "'greedy'"],
    "Labelled": ["'ij,kj'"],
    "ArrayOrSequence": ["a", "[[1.0, 2.0], [3.0, 1.0]]"],
    "Object": ["1", "None"],
    "Ignored": ["None"],
    "IntLists": ["(3, 1)"],
}
# Parameters of these types take any object.
ANYTHING = ("Object", "Ignored", "Index", "IndexAsWritten", "Source", "OptionalSource")
# The class with the methods that are declared for an owner.
OWNERS = {"cuprust.ndarray": "a", "cuprust.ufunc": "cp.add", "cuprust.random.Generator": "cp.random.default_rng(1)"}

# Arguments of functions that are not in the table, by the names of parameters.
NAMED = {
    "a": "a", "x": "a", "y": "a", "actual": "a", "desired": "a", "xlist": "[a]", "ylist": "[a]", "obj": "a", "arr": "a",
    "low": "1", "size": "3", "func": "abs", "device": "0", "stream": "0", "start_event": "cp.cuda.Event()",
    "end_event": "cp.cuda.Event()", "rs": "cp.random.get_random_state()", "type1": "'f4'", "type2": "'f8'", "from_": "a", "to": "'f8'",
    "func1d": "cp.sum", "apply_over_axes.func": "cp.sum", "axis": "0", "axes": "(0,)", "condlist": "[m]", "funclist": "[1]", "n": "3", "mask_func": "cp.triu", "arrays": "[a, a]",
    "function": "lambda i: i", "shape": "(3,)", "iter": "[1, 2]", "dtype": "'f4'", "buffer": "b'12345678'", "b": "a", "permutation.a": "5",
    "file": "'a.npy'", "fname": "'a.txt'", "X": "a", "slices": "0", "value": "1", "arg1": "int", "arg2": "int", "rep": "'f4'", "set_accelerators.names": "['cub']", "sctype": "'f4'",
    "array_types": "['f4']", "scalar_types": "['f8']", "source": "'1'", "mesg": "'x'", "dtypes": "['f4']", "types": "['f4']",
    "orders": "['C']", "expected": "UserWarning", "parameter": "{'a': [1]}", "version_range": "'>=2'", "gpu_num": "2", "start": "0.0",
    "stop": "1.0", "allow": "True", "length": "3", "first": "abs", "second": "abs", "make_args": "lambda n: (cp.ones(n),)", "sizes": "[3]",
    "ipython": "None", "message": "'x'", "flags": "0", "dst": "0", "src": "0", "attrib": "1", "event": "0", "peerDevice": "0", "end": "0",
    "eventElapsedTime.start": "0", "ptr": "0", "kind": "1", "pciBusId": "'0000:00:00.0'", "devPtr": "0", "handle": "bytes(64)",
    "props": "cp.cuda.runtime.MemPoolProps()", "pool": "0", "limit": "1", "count": "1", "dstDevice": "0", "srcDevice": "0", "advice": "1", "dpitch": "1",
    "graph": "0", "graphExec": "0", "path": "'graph.dot'",
    "spitch": "1", "width": "1", "height": "1", "priority": "0", "callback": "lambda *told: None", "arg": "None", "prog": "0", "name": "'f'",
    "headers": "[]", "include_names": "[]", "createProgram.src": "'text'",
}  # fmt: skip
MODULES = ["random", "linalg", "testing", "profiler", "cuda", "cuda.runtime", "cuda.device", "cuda.nvrtc", "cuda.nvtx", "cuda.profiler"]

OPERATORS = ["+", "-", "*", "/", "//", "%", "**", "<", "<=", ">", ">=", "==", "!="]
BITS = ["&", "|", "^", "<<", ">>"]


def path_of(row):
    return OWNERS.get(row["module"], "cp" + row["module"].removeprefix("cuprust"))


def passed(row):
    """The parameters that a call names: those of a method without its owner."""
    return row["parameters"][int(row["module"] in OWNERS) :]


def required(row):
    """The arguments that a function needs, each with the parameter that it is for; those of a method without the array."""
    given = []
    for name, takes, passing, default in passed(row):
        if passing == "Rest" or default is None:
            given.append((name, takes, passing, "a" if (passing, takes) == ("Rest", "Arrays") else TAKES[takes][0]))
    return given


def call(row, given, named=""):
    parts = [text if passing != "Name" else f"{name}={text}" for name, _, passing, text in given]
    return f"{path_of(row)}.{row['name']}({', '.join([*parts, *([named] if named else [])])})"


def each_argument():
    """A call for each kind of argument of each parameter."""
    for row in TABLE:
        given = required(row)
        yield call(row, given)
        for place, (name, takes, passing, _) in enumerate(given):
            if passing != "Rest":
                yield from (call(row, [*given[:place], (name, takes, passing, text), *given[place + 1 :]]) for text in TAKES[takes][1:])
        for name, takes, passing, default in passed(row):
            if default is not None and passing != "Rest":
                yield from (call(row, given, f"{name}={text}") for text in TAKES[takes] if passing != "Position")
        for alias in row["aliases"]:
            yield call({**row, "name": alias}, given)
        if row["method"]:
            yield call({**row, "module": "cuprust.ndarray"}, given[1:])


def each_refusal():
    """A call for each parameter with what no parameter takes."""
    for row in TABLE:
        given = required(row)
        for name, takes, passing, default in passed(row):
            if default is not None and takes not in ANYTHING and passing in ("Either", "Name"):
                yield call(row, given, f"{name}=object()")
        for place, (name, takes, passing, _) in enumerate(given):
            if takes not in ANYTHING:
                yield call(row, [*given[:place], (name, takes, passing, "object()"), *given[place + 1 :]])
        yield call(row, given, "nonsense=1")


def examples():
    """The documented examples, each as a function."""
    parser = doctest.DocTestParser()
    for number, row in enumerate(TABLE):
        owner = cp
        for part in row["module"].split(".")[1:]:
            owner = getattr(owner, part)
        lines = [line for example in parser.get_examples(getattr(owner, row["name"]).__doc__) for line in example.source.splitlines()]
        yield "\n".join([f"def example_{number}() -> None:", *(f"    {line}" for line in lines)])


def ufuncs():
    for owner, module in (("cp", cp), ("cp.scipy.special", cp.scipy.special)):
        for name, ufunc in vars(module).items():
            if isinstance(ufunc, cp.ufunc):
                operands = ", ".join("a" for _ in range(ufunc.nin))
                yield f"{owner}.{name}({operands}, where=m, casting='unsafe', order='C', dtype='f8')"
                yield f"{owner}.{name}({operands}, out={'a' if ufunc.nout == 1 else '(a, None)'})"
    yield from ["cp.add.reduce(a, axis=0, dtype='f8', out=a, keepdims=True, initial=1, where=m)", "cp.add.accumulate(a, axis=1)"]
    yield from ["cp.add.outer(a, [1, 2])", "cp.add.at(a, [0, 1], 2)", "cp.add.reduceat(a, [0, 1])", "cp.add.nin + cp.add.nout"]


def operators():
    for sign in OPERATORS + BITS:
        yield from (f"a {sign} {other}" for other in ["a", "2", "np.int64(2)", "True"])
        yield from (f"{other} {sign} a" for other in ["2", "True"])
        if sign not in ("<", "<=", ">", ">=", "==", "!="):
            yield f"a {sign}= a"
            yield f"a {sign}= 2"
    yield from ["a @ a", "-a", "+a", "~a", "abs(a)", "divmod(a, 2)", "divmod(2, a)", "a + 2.5", "1j * a", "pow(a, 2)", "len(a)", "bool(m)"]
    yield from ["int(a)", "float(a)", "complex(a)", "2 in a", "[row for row in a]", "[1, 2, 3][a.astype(int)]"]


def indices():
    for index in ["0", "-1", "1:2", "::-1", "...", "None", "m", "[0, 1]", "0, 1", "..., None, 0", "a.astype(int)", "n.astype(int)", "(0, [1])"]:
        yield f"a[{index}]"
        yield f"a[{index}] = 1"
        yield f"a[{index}] = a"
    yield "a[0] = n"


def attributes():
    for name in dir(cp.ndarray):
        if not name.startswith("_") and inspect.isdatadescriptor(getattr(cp.ndarray, name)):
            yield f"a.{name}"
    yield from ["a.shape = (4, 3)", "a.flags.writeable = False", "a.get().shape", "a.tolist()", "a.item()", "a.view('f4')", "a.data.ptr"]
    yield from ["a.device.id", "a.flags['C_CONTIGUOUS']", "cp.float32(1)", "cp.nan + cp.pi", "cp.asarray(n).get()", "a.set(n)", "a.tobytes()"]


def modules():
    """A call of every function and class of the modules, with the arguments that it needs."""
    for module, names in [(name, None) for name in MODULES] + [("", None)]:
        owner = cp
        for part in filter(None, module.split(".")):
            owner = getattr(owner, part)
        for name in getattr(owner, "__all__", None) or dir(owner):
            function = getattr(owner, name)
            here = inspect.isroutine(function) and not name.startswith("_")
            if not here or name in {n for row in TABLE for n in (row["name"], *row["aliases"])} or getattr(function, "__module__", None) == "numpy":
                continue
            try:
                parameters = inspect.signature(function).parameters.values()
            except ValueError:
                continue
            plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
            given = [NAMED.get(f"{name}.{p.name}") or NAMED[p.name] for p in parameters if p.default is p.empty and p.kind in plain]
            yield f"cp.{module}{'.' if module else ''}{name}({', '.join(given)})"
    yield from ["cp.random.default_rng(3).normal(size=3)", "cp.random.RandomState(3).rand(2, 3)", "cp.random.choice([1, 2], p=[0.5, 0.5])"]
    yield from ["cp.profiler.time_range('x').elapsed", "cp.profiler.benchmark(abs, (a,)).cpu_times", "cp.cuda.Stream().synchronize()"]
    yield "with cp.cuda.Device(0), cp.cuda.Stream(), cp.profiler.time_range('x'): pass"
    # Results of ufuncs and of `round` have types: were they Any, a checker would find no fault in them.
    yield "from typing_extensions import assert_type"
    yield from ["assert_type(cp.exp(a), cp.ndarray)", "assert_type(cp.divmod(a, 2), tuple[cp.ndarray, cp.ndarray])"]
    yield from ["assert_type(cp.where(a), tuple[cp.ndarray, ...])", "assert_type(cp.where(a, a, 0), cp.ndarray)"]
    yield from ["assert_type(cp.linalg.svd(a), cp.linalg.SVDResult)", "assert_type(cp.linalg.svd(a, compute_uv=False), cp.ndarray)"]
    yield from ["assert_type(cp.linalg.qr(a).Q, cp.ndarray)", "assert_type(cp.linalg.eigh(a).eigenvalues, cp.ndarray)"]
    yield from ["assert_type(round(a.mean(), 2), cp.ndarray)", "assert_type(round(a.mean()), int)"]
    yield "with cp.profiler.profile() as found: found.report()"
    yield from ["found.html('a.html')", "found.tables()['kernels']['rows']", "found.advice()[0]['change']", "len(found.recording)"]
    yield "cp.profiler.benchmark(abs, (a,)).percentiles([5, 95])['CPU']"
    yield "cp.profiler.compare(abs, abs, (a,)).interval[0] + (cp.profiler.crossover(abs, lambda n: (a,), [1]).size or 0)"
    yield "@cp.profiler.time_range()\ndef decorated(x: int) -> int: return x"
    yield "decorated(3) + 1"
    yield "@cp.jit.rawkernel(device=True)\ndef doubled(x: float) -> float: return 2 * x"
    yield "@cp.jit.rawkernel(mode='numpy')\ndef kernel(x: cp.ndarray) -> None: cp.jit.atomic_add(x, cp.jit.threadIdx.x, doubled(cp.jit.laneid()))"
    yield "kernel[1, (2, 2)](a)\nkernel((1,), (32,), (a,), shared_mem=8)\nkernel.cached_code.upper()"


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The folder of the two programs: the one that is right, and the one of which each line is wrong."""
    folder = tmp_path_factory.mktemp("types")
    parts = [*examples(), *each_argument(), *ufuncs(), *operators(), *indices(), *attributes(), *modules()]
    (folder / "right.py").write_text(PRELUDE + "\n".join(parts) + "\n")
    (folder / "wrong.py").write_text(PRELUDE + "\n".join(line + "  # type: ignore" for line in each_refusal()) + "\n")
    assert len(parts) > 1500
    return folder


def check(folder, *command):
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_mypy(programs, pytestconfig):
    # The package's own modules are checked as well, but for those of the command, which no program imports, and those
    # whose functions `__init__.pyi` states.
    private = ("_command", "_profile_command", "_life", "_nsight", "_alias", "_children", "__main__", "_apply", "_sets")
    own = [file for file in PACKAGE.rglob("*.py*") if file.suffix in (".py", ".pyi") and not set(private) & {*file.parts, file.stem}]
    # A module with a stub has the names of the stub.
    own = [str(file) for file in own if file.suffix == ".pyi" or not file.with_suffix(".pyi").exists()]
    check(programs, "mypy", "--strict", "--cache-dir", str(pytestconfig.cache.mkdir("mypy")), "--no-error-summary", "right.py", "wrong.py", *own)


@pytest.mark.long
def test_pyright(programs):
    (programs / "pyrightconfig.json").write_text('{"reportUnusedExpression": false, "reportUnnecessaryTypeIgnoreComment": "error"}')
    check(programs, "pyright", "--pythonpath", sys.executable)
