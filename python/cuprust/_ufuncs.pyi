# Made from the rows by `cargo run -p xtask -- gen`: change the rows, not this file.
"""The ufuncs of cuprust, one for each row."""

from cuprust import ufunc

# Arithmetic
add: ufunc
"""The sum of the operands. For bool, whether either is true."""
subtract: ufunc
"""The first operand less the second."""
multiply: ufunc
"""The product of the operands. For bool, whether both are true."""
divide: ufunc
"""The first operand over the second; integers give float64."""
true_divide: ufunc
"""The first operand over the second; integers give float64."""
floor_divide: ufunc
"""The quotient, rounded down. An integer over zero is zero."""
remainder: ufunc
"""What the division rounded down leaves: it has the divisor's sign, as Python's `%`. An integer by zero leaves zero."""
mod: ufunc
"""What the division rounded down leaves: it has the divisor's sign, as Python's `%`. An integer by zero leaves zero."""
fmod: ufunc
"""What the division rounded towards zero leaves: it has the dividend's sign, as C's `fmod`."""
divmod: ufunc
"""The quotient rounded down, and the remainder."""
power: ufunc
"""The first operand to the power of the second. Integers wrap around, and refuse negative exponents."""
pow: ufunc
"""The first operand to the power of the second. Integers wrap around, and refuse negative exponents."""
float_power: ufunc
"""The first operand to the power of the second, in float64 or complex128 at least."""
positive: ufunc
"""The operand itself."""
negative: ufunc
"""The operand with its sign changed."""
absolute: ufunc
"""The magnitude. That of a complex number is real; that of the smallest integer of a dtype wraps around."""
abs: ufunc
"""The magnitude. That of a complex number is real; that of the smallest integer of a dtype wraps around."""
fabs: ufunc
"""The magnitude, as a float."""
sign: ufunc
"""-1, 0 or 1 by the operand's sign; NaN at NaN. Of a complex number, the number over its magnitude."""
reciprocal: ufunc
"""One over the operand. Of integers, the whole part of that, and zero at zero."""
square: ufunc
"""The operand times itself."""
sqrt: ufunc
"""The square root: NaN of negative numbers, and of complex numbers the root with the larger real part."""
cbrt: ufunc
"""The cube root, which negative numbers have too."""
rsqrt: ufunc
"""One over the square root."""
heaviside: ufunc
"""Zero below zero, one above, and the second operand at zero."""

# Comparison and choice
equal: ufunc
"""Whether the operands are equal. NaN equals nothing."""
not_equal: ufunc
"""Whether the operands differ. NaN differs from everything."""
less: ufunc
"""Whether the first operand is the smaller. Complex numbers are compared by their real parts, then by their imaginary parts."""
less_equal: ufunc
"""Whether the first operand is the smaller or equal. Complex numbers are compared by their real parts, then by their imaginary parts."""
greater: ufunc
"""Whether the first operand is the larger. Complex numbers are compared by their real parts, then by their imaginary parts."""
greater_equal: ufunc
"""Whether the first operand is the larger or equal. Complex numbers are compared by their real parts, then by their imaginary parts."""
maximum: ufunc
"""The larger operand; NaN where either is NaN."""
minimum: ufunc
"""The smaller operand; NaN where either is NaN."""
fmax: ufunc
"""The larger operand; where one is NaN, the other."""
fmin: ufunc
"""The smaller operand; where one is NaN, the other."""

# Logic
logical_and: ufunc
"""Whether both operands are true: not zero, NaN included."""
logical_or: ufunc
"""Whether either operand is true: not zero, NaN included."""
logical_xor: ufunc
"""Whether exactly one operand is true: not zero, NaN included."""
logical_not: ufunc
"""Whether the operand is zero."""
isnan: ufunc
"""Whether the operand is NaN, in either part where it is complex."""
isinf: ufunc
"""Whether the operand is an infinity, in either part where it is complex."""
isfinite: ufunc
"""Whether the operand is neither an infinity nor NaN, in both parts where it is complex."""
isposinf: ufunc
"""Whether the operand is positive infinity."""
isneginf: ufunc
"""Whether the operand is negative infinity."""
signbit: ufunc
"""Whether the sign bit is set, as it is for -0.0."""

# Integers
bitwise_and: ufunc
"""The bits that both operands have."""
bitwise_or: ufunc
"""The bits that either operand has."""
bitwise_xor: ufunc
"""The bits that exactly one operand has."""
invert: ufunc
"""Every bit changed; of bool, whether the operand is false."""
bitwise_not: ufunc
"""Every bit changed; of bool, whether the operand is false."""
bitwise_invert: ufunc
"""Every bit changed; of bool, whether the operand is false."""
left_shift: ufunc
"""The bits moved up by the second operand; zero where that is negative or not less than the width."""
bitwise_left_shift: ufunc
"""The bits moved up by the second operand; zero where that is negative or not less than the width."""
right_shift: ufunc
"""The bits moved down by the second operand, the sign kept; only the sign is left where that is negative or not less than the width."""
bitwise_right_shift: ufunc
"""The bits moved down by the second operand, the sign kept; only the sign is left where that is negative or not less than the width."""
bitwise_count: ufunc
"""How many ones the operand's magnitude has in binary."""
gcd: ufunc
"""The greatest common divisor of the magnitudes."""
lcm: ufunc
"""The least common multiple of the magnitudes."""

# Exponentials and logarithms
exp: ufunc
"""e to the power of the operand."""
exp2: ufunc
"""Two to the power of the operand."""
expm1: ufunc
"""e to the power of the operand, less one, exact near zero."""
log: ufunc
"""The natural logarithm."""
log2: ufunc
"""The logarithm to base two."""
log10: ufunc
"""The logarithm to base ten."""
log1p: ufunc
"""The natural logarithm of one plus the operand, exact near zero."""
logaddexp: ufunc
"""The logarithm of the sum of the exponentials of the operands, without overflow."""
logaddexp2: ufunc
"""The logarithm to base two of the sum of the operands' powers of two, without overflow."""

# Trigonometry
sin: ufunc
"""The sine."""
cos: ufunc
"""The cosine."""
tan: ufunc
"""The tangent."""
arcsin: ufunc
"""The inverse sine, within [-pi/2, pi/2]; NaN of a real number outside [-1, 1]."""
asin: ufunc
"""The inverse sine, within [-pi/2, pi/2]; NaN of a real number outside [-1, 1]."""
arccos: ufunc
"""The inverse cosine, within [0, pi]; NaN of a real number outside [-1, 1]."""
acos: ufunc
"""The inverse cosine, within [0, pi]; NaN of a real number outside [-1, 1]."""
arctan: ufunc
"""The inverse tangent, within [-pi/2, pi/2]."""
atan: ufunc
"""The inverse tangent, within [-pi/2, pi/2]."""
arctan2: ufunc
"""The angle of the point whose ordinate is the first operand and whose abscissa the second, within [-pi, pi]."""
atan2: ufunc
"""The angle of the point whose ordinate is the first operand and whose abscissa the second, within [-pi, pi]."""
hypot: ufunc
"""The length of the hypotenuse over the operands, without overflow on the way."""
degrees: ufunc
"""The angle in degrees of an angle in radians."""
rad2deg: ufunc
"""The angle in degrees of an angle in radians."""
radians: ufunc
"""The angle in radians of an angle in degrees."""
deg2rad: ufunc
"""The angle in radians of an angle in degrees."""
sinc: ufunc
"""The normalised sinc: sin(pi x) / (pi x), one at zero."""

# Hyperbolic functions
sinh: ufunc
"""The hyperbolic sine."""
cosh: ufunc
"""The hyperbolic cosine."""
tanh: ufunc
"""The hyperbolic tangent."""
arcsinh: ufunc
"""The inverse hyperbolic sine."""
asinh: ufunc
"""The inverse hyperbolic sine."""
arccosh: ufunc
"""The inverse hyperbolic cosine; NaN of a real number below one."""
acosh: ufunc
"""The inverse hyperbolic cosine; NaN of a real number below one."""
arctanh: ufunc
"""The inverse hyperbolic tangent; NaN of a real number outside [-1, 1]."""
atanh: ufunc
"""The inverse hyperbolic tangent; NaN of a real number outside [-1, 1]."""

# Rounding
floor: ufunc
"""The largest whole number that is not above the operand."""
ceil: ufunc
"""The smallest whole number that is not below the operand."""
trunc: ufunc
"""The operand without its fraction."""
fix: ufunc
"""The operand without its fraction."""
rint: ufunc
"""The nearest whole number, ties to even; of a complex number, of both parts."""

# Floating point
copysign: ufunc
"""The first operand's magnitude with the second operand's sign."""
nextafter: ufunc
"""The next number of the dtype after the first operand in the direction of the second."""
spacing: ufunc
"""The distance from the operand to the next number of the dtype."""
modf: ufunc
"""The fraction and the whole part, both of the operand's sign."""
frexp: ufunc
"""A number of magnitude in [0.5, 1), and the power of two (int32) by which it gives the operand."""
ldexp: ufunc
"""The first operand times two to the power of the second, an integer."""
i0: ufunc
"""The modified Bessel function of the first kind and order zero."""

# Complex numbers
conjugate: ufunc
"""The operand with its imaginary part's sign changed."""
conj: ufunc
"""The operand with its imaginary part's sign changed."""
