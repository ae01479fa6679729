"""The stubs name what the package has, with the same parameters."""

import ast
import inspect
from pathlib import Path

import cuprust as cp

STUB = Path(cp.__file__).with_name("__init__.pyi")
UFUNCS = Path(cp.__file__).with_name("_ufuncs.pyi")
FUNCTIONS = Path(cp.__file__).with_name("_functions.pyi")
MODULES = Path(cp.__file__).with_name("_modules.pyi")


def defined(body):
    """The names that statements of a stub define: functions with their arguments, everything else with None."""
    names = {}
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            names[node.target.id] = None
        elif isinstance(node, ast.Assign):
            names[node.targets[0].id] = None
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names.update({(alias.asname or alias.name): None for alias in node.names})
    return names


def parameters(node):
    """The parameters of a stub's function: name and whether it has a default, `self` left out."""
    arguments = node.args
    plain = arguments.posonlyargs + arguments.args
    first = len(plain) - len(arguments.defaults)
    found = [(a.arg, i >= first) for i, a in enumerate(plain) if a.arg != "self"]
    return found + [(a.arg, d is not None) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults)]


def real_parameters(function):
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    signature = inspect.signature(function).parameters.values()
    return [(p.name, p.default is not p.empty) for p in signature if p.kind not in variadic and p.name != "self"]


def functions_of():
    """The names that the stubs give the package."""
    names = {name: node for file in (STUB, UFUNCS, FUNCTIONS, MODULES) for name, node in defined(ast.parse(file.read_text()).body).items()}
    del names["Methods"]
    return names


def methods_of():
    """The names that the stubs give arrays."""
    array = defined(ast.parse(STUB.read_text()).body)["ndarray"]
    methods = defined(ast.parse(FUNCTIONS.read_text()).body)["Methods"]
    return {**defined(array.body), **defined(methods.body)}


def test_every_public_name_has_a_stub():
    stub = functions_of()
    public = {name for name in dir(cp) if not name.startswith("_")}
    assert public - stub.keys() == set()
    functions = {name: node for name, node in stub.items() if isinstance(node, ast.FunctionDef)}
    assert len(functions) > 100
    for name, node in functions.items():
        assert hasattr(cp, name), f"the stub has {name}, and the package has not"
        assert parameters(node) == real_parameters(getattr(cp, name)), name


def test_every_method_of_arrays_has_a_stub():
    stub = methods_of()
    real = {name for name in dir(cp.ndarray) if not name.startswith("_")}
    assert real - stub.keys() == set()
    for name, node in stub.items():
        if isinstance(node, ast.FunctionDef) and not node.decorator_list and not name.startswith("_"):
            assert parameters(node) == real_parameters(getattr(cp.ndarray, name)), name


def test_every_class_of_the_submodules_has_a_stub():
    core = defined(ast.parse(STUB.with_name("_core.pyi").read_text()).body)
    made = defined(ast.parse(STUB.with_name("_functions.pyi").read_text()).body)
    for module, classes in [("cuda", ["Device", "Stream", "Event", "Function", "Graph", "MemoryPointer", "_DeviceMemory", "_PinnedMemory", "_OpenedMemory", "_MemoryPool"]), ("random", ["Generator"])]:
        stub = defined(core[module].body)
        for name in classes:
            real = getattr(getattr(cp._core, module), name)
            inherited = [made[base.id].body for base in stub[name].bases]
            methods = defined([node for body in [*inherited, stub[name].body] for node in body])
            assert {member for member in dir(real) if not member.startswith("_")} - methods.keys() == set()
            for member, node in methods.items():
                function = getattr(real, member)
                if isinstance(node, ast.FunctionDef) and not node.decorator_list and not member.startswith("_"):
                    assert parameters(node) == real_parameters(function), f"{name}.{member}"


def test_every_class_of_kernels_has_a_stub():
    classes = defined(ast.parse(STUB.with_name("_kernels.pyi").read_text()).body)
    for name in ("RawKernel", "RawModule", "ElementwiseKernel", "ReductionKernel"):
        real, bases = getattr(cp, name), [classes[base.id].body for base in classes[name].bases]
        methods = defined([node for body in [*bases, classes[name].body] for node in body])
        assert {member for member in dir(real) if not member.startswith("_")} == {m for m in methods if not m.startswith("_")}, name
        for member, node in methods.items():
            if isinstance(node, ast.FunctionDef) and not node.decorator_list and member != "__call__":
                function = real if member == "__init__" else getattr(real, member)
                assert parameters(node) == real_parameters(function), f"{name}.{member}"
