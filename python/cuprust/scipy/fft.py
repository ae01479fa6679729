"""SciPy's Fourier transforms, cosine and sine transforms, and the fast Hankel transform."""

from __future__ import annotations as _annotations

from collections.abc import Iterable as _Iterable
from typing import Any as _Any

import numpy as _numpy

from cuprust import _core
from cuprust._plans import get_fft_plan
from cuprust.fft import fftfreq, fftshift, ifftshift, rfftfreq

# The functions come from the function table: there is no list of their names here.
_found = _core._functions(__name__)
globals().update(_found)
__all__ = ["fftfreq", "fftshift", "get_fft_plan", "ifftshift", "rfftfreq", *sorted(_found)]

# SciPy's protocol of backends: `scipy.fft.set_backend(cuprust.scipy.fft)` lets SciPy's functions call these.
__ua_domain__ = "numpy.scipy.fft"


def __ua_convert__(dispatchables: _Iterable[_Any], coerce: bool) -> _Any:
    """The operands of a call of SciPy's, converted where SciPy says so; NotImplemented for arrays of another kind."""
    converted = []
    for operand in dispatchables:
        value = operand.value
        if operand.type is _numpy.ndarray and not isinstance(value, _core.ndarray):
            if not (coerce and operand.coercible):
                return NotImplemented
            value = _core.asarray(value)
        converted.append(value)
    return converted


def __ua_function__(method: _Any, args: tuple[_Any, ...], kwargs: dict[str, _Any]) -> _Any:
    """A call of SciPy's by the function of the same name; NotImplemented where there is none."""
    function = globals().get(method.__name__)
    if function is None or method.__name__ not in __all__:
        return NotImplemented
    return function(*args, **kwargs)
