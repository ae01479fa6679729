# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""What the classes of orthogonal polynomials are made of."""

from cuprust._core import _functions

_found = _functions(__name__)
globals().update(_found)
__all__ = sorted(_found)
