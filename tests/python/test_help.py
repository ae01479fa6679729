"""Help: every public name has a signature and a documentation of its own, and a notebook shows arrays."""

import importlib
import inspect
import pkgutil

import numpy as np
import pytest

import cuprust as cp

# Names that are one function under several names, as in NumPy, SciPy or CuPy.
SYNONYMS = [
    {"around", "round", "round_"}, {"all", "alltrue"}, {"any", "sometrue"}, {"amax", "max"}, {"amin", "min"}, {"array2string", "array_str"},
    {"asanyarray", "asarray"}, {"concat", "concatenate"}, {"cumprod", "cumproduct"}, {"permute_dims", "transpose"}, {"prod", "product"},
    {"trapezoid", "trapz"}, {"get_device_id", "getDevice"}, {"get_elapsed_time", "eventElapsedTime"}, {"get_hipcc_path", "get_rocm_path"},
    {"get_build_version", "runtimeGetVersion"}, {"PooledMemory", "PooledPinnedMemory"}, {"solve_continuous_lyapunov", "solve_lyapunov"},
    {"p_roots", "roots_legendre"}, {"t_roots", "roots_chebyt"}, {"u_roots", "roots_chebyu"}, {"c_roots", "roots_chebyc"}, {"s_roots", "roots_chebys"},
    {"j_roots", "roots_jacobi"}, {"l_roots", "roots_laguerre"}, {"la_roots", "roots_genlaguerre"}, {"h_roots", "roots_hermite"},
    {"he_roots", "roots_hermitenorm"}, {"cg_roots", "roots_gegenbauer"}, {"ps_roots", "roots_sh_legendre"}, {"ts_roots", "roots_sh_chebyt"},
    {"us_roots", "roots_sh_chebyu"}, {"js_roots", "roots_sh_jacobi"},
]  # fmt: skip


def modules():
    """The public modules of the package, but those that test others."""
    found = [cp]
    for each in pkgutil.walk_packages(cp.__path__, "cuprust."):
        if not any(part.startswith("_") for part in each.name.split(".")) and not each.name.startswith("cuprust.testing"):
            found.append(importlib.import_module(each.name))
    declared = [importlib.import_module(f"cuprust.{name}") for name in ("scipy.special", "scipy.stats", "scipy.ndimage", "scipy.sparse")]
    return [*found, *(module for module in declared if module not in found)]


def public(module):
    """The functions and classes of a module that are the package's own, by their names."""
    for name in getattr(module, "__all__", None) or [name for name in dir(module) if not name.startswith("_")]:
        value = getattr(module, name)
        owner = getattr(value, "__module__", None) or ""
        is_numpys = isinstance(value, type) and issubclass(value, (np.generic, BaseException))
        if callable(value) and not inspect.ismodule(value) and not is_numpys and not owner.startswith(("numpy", "builtins", "typing", "enum")):
            yield name, value


EVERYTHING = {id(value): (f"{module.__name__}.{name}", value) for module in modules() for name, value in public(module)}.values()


def test_every_name_has_a_signature():
    assert len(EVERYTHING) > 1500
    without = []
    for name, value in EVERYTHING:
        members = [getattr(value, member) for member in vars(value) if not member.startswith("_")] if isinstance(value, type) else []
        for each in [value, *filter(inspect.isroutine, members)]:
            try:
                inspect.signature(each)
            except (TypeError, ValueError):
                without.append((name, each))
    assert not without


def test_every_name_has_a_documentation_of_its_own():
    texts = {}
    for name, value in EVERYTHING:
        text = inspect.getdoc(value)
        assert text, name
        # Overrides of a method say what the method does unless they have something to add.
        members = [member for member in vars(value) if not member.startswith("_")] if isinstance(value, type) else []
        found = [getattr(value, member) for member in members]
        assert [each for each in found if (inspect.isroutine(each) or inspect.isdatadescriptor(each)) and not inspect.getdoc(each)] == [], name
        texts.setdefault(text, set()).add(name.rpartition(".")[2])
    assert [names for names in texts.values() if len(names) > 1 and names not in SYNONYMS] == []


@pytest.mark.parametrize("shape", [(), (0,), (5,), (3, 4), (40, 50), (1000,), (2, 3, 100, 100)])
def test_a_notebook_shows_what_an_array_is_and_its_corner(shape):
    a = cp.arange(int(np.prod(shape)), dtype="f4").reshape(shape)
    shown = a._repr_html_()
    assert f"{shape} float32 on {a.device}" in shown and shown.count("<pre>") == 1
    elements = shown.partition("<pre>")[2].partition("</pre>")[0]
    ours = a.get()
    assert elements == str(ours if a.size <= 200 else ours[(0,) * (ours.ndim - 2)][(slice(6),) * min(ours.ndim, 2)])
    assert ("first corner" in shown) == (a.size > 200)
