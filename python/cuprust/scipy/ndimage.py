# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""Filters of images of any number of axes, by SciPy's names."""

from cuprust._core import _functions

_found = _functions(__name__)
globals().update(_found)
__all__ = sorted(_found)
