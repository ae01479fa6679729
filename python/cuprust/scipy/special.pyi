# Made from the rows by `cargo run -p xtask -- gen`: change the rows, not this file.
"""The ufuncs of cuprust.scipy.special, one for each row."""

from cuprust import ufunc

# Trigonometry
sinc: ufunc
"""The normalised sinc: sin(pi x) / (pi x), one at zero."""

# Special functions
erf: ufunc
"""The error function: 2/sqrt(pi) times the integral of exp(-t^2) from zero to the operand."""
erfc: ufunc
"""One less the error function, without loss of digits where that is small."""
