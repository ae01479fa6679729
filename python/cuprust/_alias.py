"""How a program that imports cupy or cupyx gets cuprust: a finder that answers for those names with cuprust's modules.

``cupy`` and ``cupyx`` are both ``cuprust``, and ``cupy.a.b`` and ``cupyx.a.b`` are both ``cuprust.a.b``: the very same
module objects, so that classes, random state and settings exist once whatever name they are reached by.
"""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys

NAMES = {"cupy": "cuprust", "cupyx": "cuprust"}

# The version of CuPy whose interface is offered, that of docs/cupy-14.2-names.json: programs choose by it how to call
# functions.
CUPY_VERSION = "14.2.0"

# A folder with a package of each of these names, which installs the alias when it is imported.
CHILDREN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_children")


def install_as_cupy():
    """Make ``import cupy`` and ``import cupyx`` in this process mean cuprust; a second call changes nothing.

    The class of arrays is `cupy.ndarray` from then on, because libraries look for CuPy's arrays by the name of their module, and
    ``__version__`` is CuPy's, because programs choose by it how to call functions; cuprust's own version is an entry of `info`. Raises
    RuntimeError where the real CuPy has been imported already, as half of the program would keep using it.
    """
    install(NAMES)
    package = importlib.import_module("cuprust")
    package.__version__ = CUPY_VERSION
    package.ndarray.__module__ = "cupy"
    # CuPy's private module has the functions by which programs choose libraries.
    accelerators = importlib.import_module("cuprust._accelerators")
    for name in accelerators.__all__:
        setattr(package._core, name, getattr(accelerators, name))
    if not any(isinstance(finder, MissingFinder) for finder in sys.meta_path):
        sys.meta_path.append(MissingFinder())


def install(names):
    """Resolve imports of the top-level packages `names`, a dict from the alias to the package it stands for."""
    for alias, real in names.items():
        present = sys.modules.get(alias)
        if present is not None and present is not sys.modules.get(real):
            raise RuntimeError(
                f"{alias} has been imported already, from {getattr(present, '__file__', 'an unknown place')}: "
                f"call install_as_cupy() before anything imports it"
            )
    if not any(isinstance(finder, AliasFinder) and finder.names == names for finder in sys.meta_path):
        sys.meta_path.insert(0, AliasFinder(names))


def stand_in(name):
    """Put cuprust in the place of the package `name`, which is being imported from the folder `CHILDREN`."""
    del sys.modules[name]
    install_as_cupy()
    # The import system returns the entry of sys.modules after executing the package.
    sys.modules[name] = importlib.import_module(NAMES[name])


class AliasFinder(importlib.abc.MetaPathFinder):
    """Finds a module under an alias where the package it stands for has one; otherwise it leaves the name alone."""

    def __init__(self, names):
        self.names = dict(names)

    def find_spec(self, fullname, path=None, target=None):
        top, dot, rest = fullname.partition(".")
        if top not in self.names:
            return None
        real = self.names[top] + dot + rest
        if not _exists(real):
            return None
        return importlib.machinery.ModuleSpec(fullname, _AliasLoader(real))


# Where CuPy's names are listed with their status.
COVERAGE = "the coverage page of cuprust's documentation (docs/coverage.md) lists CuPy's names and those that are there"


class MissingFinder:
    """The last finder: for missing modules and names of CuPy it raises an error that names the page that lists them.

    It raises where the import system looks for a module, or for a name in ``from .. import ..``: the system's own
    error does not say where the names are listed. `importlib.util.find_spec` gets None, as from any finder that does not know the module.
    """

    def find_spec(self, fullname, path=None, target=None):
        top, _, rest = fullname.partition(".")
        if not rest or top not in ("cuprust", *NAMES) or not _importing():
            return None
        # Without the module's name: the import system swallows an error that has it, as for an optional name.
        raise ModuleNotFoundError(f"{_as_cupy(fullname)} is not in cuprust: {COVERAGE}")


def _importing():
    """Whether the finder's caller is an import statement or `importlib.import_module`, and not `importlib.util.find_spec`."""
    # The frames above: `find_spec` of the finder, the import system's `_find_spec`, and their caller.
    try:
        return sys._getframe(3).f_code.co_name == "_find_and_load_unlocked"
    except ValueError:
        return False


def missing(module, name):
    """The error of a module of the package that has no such attribute. Where it stands for CuPy, it names the coverage page."""
    text = f"module {module.__name__!r} has no attribute {name!r}"
    if any(isinstance(finder, MissingFinder) for finder in sys.meta_path) and not name.startswith("_"):
        text += f": {COVERAGE}"
    return AttributeError(text, name=name, obj=module)


def _as_cupy(name):
    """CuPy's name of a module or of what it has: SciPy's modules and some others are cupyx's."""
    top, _, rest = name.partition(".")
    if top != "cuprust":
        return name
    return f"{'cupyx' if rest.partition('.')[0] in CUPYX else 'cupy'}.{rest}"


# The names that CuPy has only in the package cupyx.
CUPYX = ("scipy", "jit", "profiler", "lapack", "cusolver", "cusparse", "cutensor", "cudnn", "optimizing", "distributed", "signal", "tools", "time")


class _AliasLoader(importlib.abc.Loader):
    """Loads a module by returning the one of another name."""

    def __init__(self, real):
        self.real = real

    def create_module(self, spec):
        self.module = importlib.import_module(self.real)
        self.spec = self.module.__spec__
        # The import system asks the finders for a name that `from .. import ..` does not find in a package, and not for
        # names of other modules: so `MissingFinder` raises the error. No other finder looks into a package without
        # folders.
        if not hasattr(self.module, "__path__"):
            self.module.__path__ = []
        return self.module

    def exec_module(self, module):
        # The import system has just written the alias's spec into the module, which belongs to its real name.
        module.__spec__ = self.spec


def _exists(name):
    if name in sys.modules:
        return True
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError as error:
        # A missing parent of `name` is an answer; a missing module that one of them imports is not.
        if error.name is not None and (name == error.name or name.startswith(error.name + ".")):
            return False
        raise
