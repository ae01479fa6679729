# Made from the rows by `cargo run -p xtask -- gen`: change the rows, not this file.
"""The ufuncs of cuprust, one for each row."""

from cuprust import ndarray, ufunc

# Arithmetic
add: ufunc[ndarray]
"""The sum of the operands. For bool, whether either is true."""
subtract: ufunc[ndarray]
"""The first operand less the second."""
multiply: ufunc[ndarray]
"""The product of the operands. For bool, whether both are true."""
divide: ufunc[ndarray]
"""The first operand over the second; integers give float64."""
true_divide: ufunc[ndarray]
"""The first operand over the second; integers give float64."""
floor_divide: ufunc[ndarray]
"""The quotient, rounded down. An integer over zero is zero."""
remainder: ufunc[ndarray]
"""What the division rounded down leaves: it has the divisor's sign, as Python's `%`. An integer by zero leaves zero."""
mod: ufunc[ndarray]
"""What the division rounded down leaves: it has the divisor's sign, as Python's `%`. An integer by zero leaves zero."""
fmod: ufunc[ndarray]
"""What the division rounded towards zero leaves: it has the dividend's sign, as C's `fmod`."""
divmod: ufunc[tuple[ndarray, ndarray]]
"""The quotient rounded down, and the remainder."""
power: ufunc[ndarray]
"""The first operand to the power of the second. Integers wrap around, and refuse negative exponents."""
pow: ufunc[ndarray]
"""The first operand to the power of the second. Integers wrap around, and refuse negative exponents."""
float_power: ufunc[ndarray]
"""The first operand to the power of the second, in float64 or complex128 at least."""
positive: ufunc[ndarray]
"""The operand itself."""
negative: ufunc[ndarray]
"""The operand with its sign changed."""
absolute: ufunc[ndarray]
"""The magnitude. That of a complex number is real; that of the smallest integer of a dtype wraps around."""
abs: ufunc[ndarray]
"""The magnitude. That of a complex number is real; that of the smallest integer of a dtype wraps around."""
fabs: ufunc[ndarray]
"""The magnitude, as a float."""
sign: ufunc[ndarray]
"""-1, 0 or 1 by the operand's sign; NaN at NaN. Of a complex number, the number over its magnitude."""
reciprocal: ufunc[ndarray]
"""One over the operand. Of integers, the whole part of that, and zero at zero."""
square: ufunc[ndarray]
"""The operand times itself."""
sqrt: ufunc[ndarray]
"""The square root: NaN of negative numbers, and of complex numbers the root with the larger real part."""
cbrt: ufunc[ndarray]
"""The cube root, which negative numbers have too."""
rsqrt: ufunc[ndarray]
"""One over the square root."""
heaviside: ufunc[ndarray]
"""Zero below zero, one above, and the second operand at zero."""

# Comparison and choice
equal: ufunc[ndarray]
"""Whether the operands are equal. NaN equals nothing."""
not_equal: ufunc[ndarray]
"""Whether the operands differ. NaN differs from everything."""
less: ufunc[ndarray]
"""Whether the first operand is the smaller. Complex numbers are compared by their real parts, then by their imaginary parts."""
less_equal: ufunc[ndarray]
"""Whether the first operand is the smaller or equal. Complex numbers are compared by their real parts, then by their imaginary parts."""
greater: ufunc[ndarray]
"""Whether the first operand is the larger. Complex numbers are compared by their real parts, then by their imaginary parts."""
greater_equal: ufunc[ndarray]
"""Whether the first operand is the larger or equal. Complex numbers are compared by their real parts, then by their imaginary parts."""
maximum: ufunc[ndarray]
"""The larger operand; NaN where either is NaN."""
minimum: ufunc[ndarray]
"""The smaller operand; NaN where either is NaN."""
fmax: ufunc[ndarray]
"""The larger operand; where one is NaN, the other."""
fmin: ufunc[ndarray]
"""The smaller operand; where one is NaN, the other."""

# Logic
logical_and: ufunc[ndarray]
"""Whether both operands are true: not zero, NaN included."""
logical_or: ufunc[ndarray]
"""Whether either operand is true: not zero, NaN included."""
logical_xor: ufunc[ndarray]
"""Whether exactly one operand is true: not zero, NaN included."""
logical_not: ufunc[ndarray]
"""Whether the operand is zero."""
isnan: ufunc[ndarray]
"""Whether the operand is NaN, in either part where it is complex."""
isinf: ufunc[ndarray]
"""Whether the operand is an infinity, in either part where it is complex."""
isfinite: ufunc[ndarray]
"""Whether the operand is neither an infinity nor NaN, in both parts where it is complex."""
isposinf: ufunc[ndarray]
"""Whether the operand is positive infinity."""
isneginf: ufunc[ndarray]
"""Whether the operand is negative infinity."""
signbit: ufunc[ndarray]
"""Whether the sign bit is set, as it is for -0.0."""

# Integers
bitwise_and: ufunc[ndarray]
"""The bits that both operands have."""
bitwise_or: ufunc[ndarray]
"""The bits that either operand has."""
bitwise_xor: ufunc[ndarray]
"""The bits that exactly one operand has."""
invert: ufunc[ndarray]
"""Every bit changed; of bool, whether the operand is false."""
bitwise_not: ufunc[ndarray]
"""Every bit changed; of bool, whether the operand is false."""
bitwise_invert: ufunc[ndarray]
"""Every bit changed; of bool, whether the operand is false."""
left_shift: ufunc[ndarray]
"""The bits moved up by the second operand; zero where that is negative or not less than the width."""
bitwise_left_shift: ufunc[ndarray]
"""The bits moved up by the second operand; zero where that is negative or not less than the width."""
right_shift: ufunc[ndarray]
"""The bits moved down by the second operand, the sign kept; only the sign is left where that is negative or not less than the width."""
bitwise_right_shift: ufunc[ndarray]
"""The bits moved down by the second operand, the sign kept; only the sign is left where that is negative or not less than the width."""
bitwise_count: ufunc[ndarray]
"""How many ones the operand's magnitude has in binary."""
gcd: ufunc[ndarray]
"""The greatest common divisor of the magnitudes."""
lcm: ufunc[ndarray]
"""The least common multiple of the magnitudes."""

# Exponentials and logarithms
exp: ufunc[ndarray]
"""e to the power of the operand."""
exp2: ufunc[ndarray]
"""Two to the power of the operand."""
expm1: ufunc[ndarray]
"""e to the power of the operand, less one, exact near zero."""
log: ufunc[ndarray]
"""The natural logarithm."""
log2: ufunc[ndarray]
"""The logarithm to base two."""
log10: ufunc[ndarray]
"""The logarithm to base ten."""
log1p: ufunc[ndarray]
"""The natural logarithm of one plus the operand, exact near zero."""
logaddexp: ufunc[ndarray]
"""The logarithm of the sum of the exponentials of the operands, without overflow."""
logaddexp2: ufunc[ndarray]
"""The logarithm to base two of the sum of the operands' powers of two, without overflow."""

# Trigonometry
sin: ufunc[ndarray]
"""The sine."""
cos: ufunc[ndarray]
"""The cosine."""
tan: ufunc[ndarray]
"""The tangent."""
arcsin: ufunc[ndarray]
"""The inverse sine, within [-pi/2, pi/2]; NaN of a real number outside [-1, 1]."""
asin: ufunc[ndarray]
"""The inverse sine, within [-pi/2, pi/2]; NaN of a real number outside [-1, 1]."""
arccos: ufunc[ndarray]
"""The inverse cosine, within [0, pi]; NaN of a real number outside [-1, 1]."""
acos: ufunc[ndarray]
"""The inverse cosine, within [0, pi]; NaN of a real number outside [-1, 1]."""
arctan: ufunc[ndarray]
"""The inverse tangent, within [-pi/2, pi/2]."""
atan: ufunc[ndarray]
"""The inverse tangent, within [-pi/2, pi/2]."""
arctan2: ufunc[ndarray]
"""The angle of the point whose ordinate is the first operand and whose abscissa the second, within [-pi, pi]."""
atan2: ufunc[ndarray]
"""The angle of the point whose ordinate is the first operand and whose abscissa the second, within [-pi, pi]."""
hypot: ufunc[ndarray]
"""The length of the hypotenuse over the operands, without overflow on the way."""
degrees: ufunc[ndarray]
"""The angle in degrees of an angle in radians."""
rad2deg: ufunc[ndarray]
"""The angle in degrees of an angle in radians."""
radians: ufunc[ndarray]
"""The angle in radians of an angle in degrees."""
deg2rad: ufunc[ndarray]
"""The angle in radians of an angle in degrees."""
sinc: ufunc[ndarray]
"""The normalised sinc: sin(pi x) / (pi x), one at zero."""

# Hyperbolic functions
sinh: ufunc[ndarray]
"""The hyperbolic sine."""
cosh: ufunc[ndarray]
"""The hyperbolic cosine."""
tanh: ufunc[ndarray]
"""The hyperbolic tangent."""
arcsinh: ufunc[ndarray]
"""The inverse hyperbolic sine."""
asinh: ufunc[ndarray]
"""The inverse hyperbolic sine."""
arccosh: ufunc[ndarray]
"""The inverse hyperbolic cosine; NaN of a real number below one."""
acosh: ufunc[ndarray]
"""The inverse hyperbolic cosine; NaN of a real number below one."""
arctanh: ufunc[ndarray]
"""The inverse hyperbolic tangent; NaN of a real number outside [-1, 1]."""
atanh: ufunc[ndarray]
"""The inverse hyperbolic tangent; NaN of a real number outside [-1, 1]."""

# Rounding
floor: ufunc[ndarray]
"""The largest whole number that is not above the operand."""
ceil: ufunc[ndarray]
"""The smallest whole number that is not below the operand."""
trunc: ufunc[ndarray]
"""The operand without its fraction."""
fix: ufunc[ndarray]
"""The operand without its fraction."""
rint: ufunc[ndarray]
"""The nearest whole number, ties to even; of a complex number, of both parts."""

# Floating point
copysign: ufunc[ndarray]
"""The first operand's magnitude with the second operand's sign."""
nextafter: ufunc[ndarray]
"""The next number of the dtype after the first operand in the direction of the second."""
spacing: ufunc[ndarray]
"""The distance from the operand to the next number of the dtype."""
modf: ufunc[tuple[ndarray, ndarray]]
"""The fraction and the whole part, both of the operand's sign."""
frexp: ufunc[tuple[ndarray, ndarray]]
"""A number of magnitude in [0.5, 1), and the power of two (int32) by which it gives the operand."""
ldexp: ufunc[ndarray]
"""The first operand times two to the power of the second, an integer."""
i0: ufunc[ndarray]
"""The modified Bessel function of the first kind and order zero."""

# Complex numbers
conjugate: ufunc[ndarray]
"""The operand with its imaginary part's sign changed."""
conj: ufunc[ndarray]
"""The operand with its imaginary part's sign changed."""
