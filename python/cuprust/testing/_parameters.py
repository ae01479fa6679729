"""One test class for each set of parameters."""

from __future__ import annotations

import itertools as _itertools
import sys as _sys
from collections.abc import Callable as _Callable
from collections.abc import Iterable as _Iterable
from collections.abc import Mapping as _Mapping
from collections.abc import Sequence as _Sequence
from typing import Any as _Any


def parameterize(*params: _Mapping[str, _Any], **kwargs: _Any) -> _Callable[[type], type]:
    """Makes of a test class one for each dict of parameters, whose items are attributes of its instances.

    The classes are derived from the decorated one, are in its module, and bear the parameters in their names. The decorated
    class itself is no test of pytest's any more. `_ids=False` leaves the parameters out of the names.

    >>> @cp.testing.parameterize({"shape": (2, 3)}, {"shape": ()})
    ... class TestZeros:
    ...     def test_sum(self):
    ...         assert cp.zeros(self.shape).sum() == 0
    """
    named = kwargs.pop("_ids", True)
    if kwargs:
        raise TypeError(f"parameterize() got unexpected keyword arguments {set(kwargs)}")

    def decorate(cls: type) -> type:
        module = vars(_sys.modules[cls.__module__])
        for number, items in enumerate(params):
            name = f"{cls.__name__}_param_{number}"
            if named:
                name += "_{" + ", ".join(f"{key}={_text(value)}" for key, value in items.items()) + "}"
            # A function among the parameters is a value, not a method.
            members = {key: staticmethod(value) for key, value in items.items()}
            own = {**members, "__test__": True, "__module__": cls.__module__, "__qualname__": name}
            module[name] = type(cls)(name, (cls,), own)
        cls.__test__ = False  # type: ignore[attr-defined]
        return cls

    return decorate


def _text(value: _Any) -> str:
    text = value.__name__ if isinstance(value, type) or callable(value) and hasattr(value, "__name__") else repr(value)
    # An address differs between processes, and all processes of a run have to give a test the same name.
    if " at 0x" in text:
        text = type(value).__name__
    # A test's name consists of printable text on one line.
    return "".join(c if c.isprintable() and c not in "[]:/\\" else "_" for c in text)[:60]


def product(parameter: _Mapping[str, _Iterable[_Any]] | _Sequence[_Iterable[_Mapping[str, _Any]]]) -> list[dict[str, _Any]]:
    """All combinations: of a dict's values by key, or of a list of lists of dicts.

    >>> cp.testing.product({"a": [1, 2], "b": [3]})
    [{'a': 1, 'b': 3}, {'a': 2, 'b': 3}]
    """
    if isinstance(parameter, dict):
        keys = sorted(parameter)
        return [dict(zip(keys, values)) for values in _itertools.product(*(list(parameter[key]) for key in keys))]
    if isinstance(parameter, (list, tuple)):
        return product_dict(*parameter)
    raise TypeError(f"product() takes a dict or a list, not {type(parameter).__name__}")


def product_dict(*parameters: _Iterable[_Mapping[str, _Any]]) -> list[dict[str, _Any]]:
    """All combinations of one dict of each list, merged.

    >>> cp.testing.product_dict([{"a": 1}, {"a": 2}], [{"b": 3}])
    [{'a': 1, 'b': 3}, {'a': 2, 'b': 3}]
    """
    merged = []
    for dicts in _itertools.product(*(list(each) for each in parameters)):
        merged.append({key: value for items in dicts for key, value in items.items()})
    return merged
