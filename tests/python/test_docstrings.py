"""What SciPy's modules and the polynomials have in Python has documentation: each function, class and member has an example, which runs."""

import doctest
import importlib
import inspect

import pytest

import cuprust as cp
from cuprust.scipy import stats
from cuprust.scipy.sparse import linalg

MODULES = [
    "scipy", "scipy.fft", "scipy.fftpack", "scipy.linalg", "scipy.ndimage", "scipy.sparse", "scipy.sparse.linalg", "scipy.special", "scipy.stats",
    "scipy.stats.qmc", *(f"polynomial.{basis}" for basis in ["chebyshev", "hermite", "hermite_e", "laguerre", "legendre", "polynomial"]),
]  # fmt: skip

# Classes of objects that a module has under their names.
CLASSES = {
    "scipy.stats": [
        type(stats.norm), type(stats.poisson), type(stats.norm()), type(stats.poisson(1)), type(stats.multivariate_normal),
        type(stats.multivariate_normal()),
    ],
}  # fmt: skip


# Classes that are written in Rust.
OF_RUST = [linalg.SuperLU]


def is_ours(value):
    """Whether a value is a class or a function that is written in Python, in this package."""
    is_either = inspect.isfunction(value) or inspect.isclass(value) and value not in OF_RUST
    return is_either and value.__module__.startswith("cuprust")


def members(owner):
    """The public functions and properties of a class, by their names."""
    for of in owner.__mro__:
        if is_ours(of):
            for name, member in vars(of).items():
                function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
                if not name.startswith("_") and inspect.isfunction(function):
                    yield name


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = importlib.import_module(f"cuprust.{name}")
    found = {one: getattr(module, one) for one in module.__all__ if is_ours(getattr(module, one))}
    found.update((one.__name__, one) for one in CLASSES.get(name, []))
    owners = [(one, value) for one, value in found.items() if inspect.isclass(value)]
    found.update((f"{one}.{member}", getattr(value, member)) for one, value in owners for member in members(value))
    parser, runner, seen = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False), set()
    for one, value in found.items():
        # An inherited member is tested once.
        text = inspect.getdoc(value) or ""
        if text not in seen:
            seen.add(text)
            test = parser.get_doctest(text, {"cp": cp}, f"{name}.{one}", None, 0)
            assert test.examples, f"{name}.{one} has no example"
            assert runner.run(test).failed == 0, f"{name}.{one}"
    assert name in ("scipy.fft", "scipy.fftpack") or seen
