"""Arguments: their signatures, and the exceptions of calls with a wrong one."""

import ast
import inspect

import numpy as np
import pytest
from test_stubs import functions_of, methods_of

import cuprust as cp

pytestmark = pytest.mark.usefixtures("own_folder")

CLASSES = [cp.ndarray, cp.ufunc, cp._core.random.Generator, cp.cuda.Stream, cp.cuda.Event, cp.cuda.Device,
           cp.cuda.MemoryPool, cp.cuda.MemoryPointer]  # fmt: skip
WRONG = [object(), "nonsense", 1.5, -(2**70), [object()], {}, (1, "x"), np.zeros(2, "datetime64[D]")]


def functions():
    """The functions of the package's own modules, by name."""
    for module in [cp, cp._core.cuda, cp._core.random, cp.linalg, cp.random]:
        for name in dir(module):
            function = getattr(module, name)
            if callable(function) and not isinstance(function, type) and str(getattr(function, "__module__", "")).startswith("cuprust"):
                yield f"{module.__name__}.{name}", function


def callables():
    """All callables, and the objects that they are called on."""
    yield from ((name, function) for name, function in functions() if name.split(".")[-1] not in ("info", "fromfunction"))
    objects = [cp.ones((2, 3)), cp.add, cp.random.default_rng(0), cp.cuda.Stream.null, cp.cuda.Event(), cp.cuda.get_default_memory_pool()]
    for owner in objects:
        for name in dir(owner):
            if name in ("__class__", "__init_subclass__", "__subclasshook__", "__reduce_ex__", "__sizeof__", "use"):
                continue
            found = getattr(type(owner), name, None)
            if callable(found):
                yield f"{type(owner).__name__}.{name}", getattr(owner, name)
    yield from ((cls.__name__, cls) for cls in (cp.ndarray, cp.cuda.Device, cp.cuda.Stream, cp.cuda.Event))


def calls(function, wrong):
    """Calls with one wrong argument at each position."""
    try:
        names = [p for p in inspect.signature(function).parameters.values() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    except (TypeError, ValueError):
        names = []
    for count in range(3):
        yield lambda: function(*[cp.ones(3)] * count, wrong)
    required = [p for p in names if p.default is p.empty and p.kind != p.KEYWORD_ONLY]
    for each in names:
        if each.kind != each.POSITIONAL_ONLY and each not in required:
            yield lambda each=each: function(*[cp.ones(3)] * len(required), **{each.name: wrong})


@pytest.mark.skipif(not hasattr(BaseException, "add_note"), reason="exceptions have notes from Python 3.11 on")
def test_no_exception_has_a_note():
    count = 0
    for name, function in callables():
        for wrong in WRONG:
            for call in calls(function, wrong):
                try:
                    with np.errstate(all="ignore"):
                        call()
                except Exception as error:
                    assert not getattr(error, "__notes__", None), f"{name} with {wrong!r}: {error!r} {error.__notes__}"
                    count += 1
    assert count > 5000


def test_signatures_show_numpys_defaults():
    seen = 0
    for name, function in [*functions(), *((f"{c.__name__}.{n}", getattr(c, n)) for c in CLASSES for n in dir(c))]:
        try:
            signature = inspect.signature(function)
        except (TypeError, ValueError):
            continue
        seen += 1
        assert not [p for p in signature.parameters.values() if p.default is ...], f"{name}{signature}"
    assert seen > 250
    for name in ["sum", "roll", "zeros_like", "concatenate", "take", "reshape", "ravel", "copy", "full_like", "squeeze", "flip"]:
        ours, numpys = (inspect.signature(getattr(module, name)).parameters for module in (cp, np))
        for parameter in ours.keys() & numpys.keys():
            theirs = numpys[parameter].default
            if theirs in (None, 0, "C", "K", "raise") and parameter != "subok":
                assert ours[parameter].default == theirs, f"{name}: {parameter}"
    assert str(inspect.signature(cp.zeros)) == "(shape, dtype=None, order='C', *, device=None)"
    assert str(inspect.signature(cp.frombuffer)) == "(buffer, dtype=None, count=-1, offset=0)"


def test_the_stubs_show_the_same_defaults():
    stub, methods = functions_of(), methods_of()
    compared = 0
    for owner, name, node in [*((cp, *item) for item in stub.items()), *((cp.ndarray, *item) for item in methods.items())]:
        if not isinstance(node, ast.FunctionDef) or node.decorator_list or (owner is cp.ndarray and name.startswith("_")):
            continue
        real = inspect.signature(getattr(owner, name)).parameters
        arguments = node.args
        plain = arguments.posonlyargs + arguments.args
        defaults = dict(zip([a.arg for a in plain][len(plain) - len(arguments.defaults) :], arguments.defaults))
        defaults.update({a.arg: d for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults) if d is not None})
        for parameter, default in defaults.items():
            assert ast.unparse(default) != "...", f"{node.name}: {parameter}"
            if ast.unparse(default) in ("float", "int"):
                # As NumPy documents it: the default dtype.
                continue
            assert ast.literal_eval(default) == real[parameter].default, f"{node.name}: {parameter}"
            compared += 1
    assert compared > 300
