//! Every row and every reduction as a function, and as a method of arrays.
//!
//! Made from the rows by `cargo run -p xtask -- gen`: change the rows, not this file.
//!
//! The functions of rows return what [`crate::ufunc::map`] returns, and its errors: a type error where the row
//! has no loop for the dtypes, a value error where shapes do not broadcast, an overflow error for a number that does
//! not fit. Those of reductions have the errors of [`crate::ufunc::reduction::reduce`].

use cuprust_ir::Result;
use cuprust_ops::{ReductionRow, RowId};

use crate::ufunc::over::{Initial, Over};
use crate::ufunc::reduction::{reduce, start_over};
use crate::ufunc::{apply, apply_pair, unary};
use crate::{Argument, Array};

/// The sum of the operands. For bool, whether either is true.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(add(&array![1, 2], 10)?.to_string(), "[11 12]");
/// # Ok::<(), Error>(())
/// ```
pub fn add<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("add") }, &[a.into(), b.into()])
}

/// The first operand less the second.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(subtract(&array![5, 7], 2)?.to_string(), "[3 5]");
/// # Ok::<(), Error>(())
/// ```
pub fn subtract<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("subtract") }, &[a.into(), b.into()])
}

/// The product of the operands. For bool, whether both are true.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(multiply(&array![1, 2], &array![3, 4])?.to_string(), "[3 8]");
/// # Ok::<(), Error>(())
/// ```
pub fn multiply<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("multiply") }, &[a.into(), b.into()])
}

/// The first operand over the second; integers give float64.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(divide(&array![1, 2], 2)?.to_string(), "[0.5 1. ]");
/// # Ok::<(), Error>(())
/// ```
pub fn divide<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("divide") }, &[a.into(), b.into()])
}
#[doc(inline)]
pub use self::divide as true_divide;

/// The quotient, rounded down. An integer over zero is zero.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(floor_divide(&array![7, -7], 2)?.to_string(), "[ 3 -4]");
/// # Ok::<(), Error>(())
/// ```
pub fn floor_divide<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("floor_divide") }, &[a.into(), b.into()])
}

/// What the division rounded down leaves: it has the divisor's sign, as Python's `%`. An integer by zero leaves zero.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(remainder(&array![7, -7], 3)?.to_string(), "[1 2]");
/// # Ok::<(), Error>(())
/// ```
pub fn remainder<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("remainder") }, &[a.into(), b.into()])
}
#[doc(inline)]
pub use self::remainder as mod_;

/// What the division rounded towards zero leaves: it has the dividend's sign, as C's `fmod`.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(fmod(&array![7, -7], 3)?.to_string(), "[ 1 -1]");
/// # Ok::<(), Error>(())
/// ```
pub fn fmod<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("fmod") }, &[a.into(), b.into()])
}

/// The quotient rounded down, and the remainder.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// let (a, b) = divmod(&array![7, -7], 3)?;
/// assert_eq!(format!("{a} {b}"), "[ 2 -3] [1 2]");
/// # Ok::<(), Error>(())
/// ```
pub fn divmod<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<(Array, Array)> {
    apply_pair(const { RowId::named("divmod") }, &[a.into(), b.into()])
}

/// The first operand to the power of the second. Integers wrap around, and refuse negative exponents.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(power(&array![2, 3], 3)?.to_string(), "[ 8 27]");
/// # Ok::<(), Error>(())
/// ```
pub fn power<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("power") }, &[a.into(), b.into()])
}
#[doc(inline)]
pub use self::power as pow;

/// The first operand to the power of the second, in float64 or complex128 at least.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(float_power(&array![2, 4], -1)?.to_string(), "[0.5  0.25]");
/// # Ok::<(), Error>(())
/// ```
pub fn float_power<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("float_power") }, &[a.into(), b.into()])
}

/// The operand itself.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(positive(&array![1, -2])?.to_string(), "[ 1 -2]");
/// # Ok::<(), Error>(())
/// ```
pub fn positive(a: &Array) -> Result<Array> {
    unary(const { RowId::named("positive") }, a)
}

/// The operand with its sign changed.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(negative(&array![1, -2])?.to_string(), "[-1  2]");
/// # Ok::<(), Error>(())
/// ```
pub fn negative(a: &Array) -> Result<Array> {
    unary(const { RowId::named("negative") }, a)
}

/// The magnitude. That of a complex number is real; that of the smallest integer of a dtype wraps around.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(absolute(&array![1, -2])?.to_string(), "[1 2]");
/// # Ok::<(), Error>(())
/// ```
pub fn absolute(a: &Array) -> Result<Array> {
    unary(const { RowId::named("absolute") }, a)
}
#[doc(inline)]
pub use self::absolute as abs;

/// The magnitude, as a float.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(fabs(&array![1, -2])?.to_string(), "[1. 2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn fabs(a: &Array) -> Result<Array> {
    unary(const { RowId::named("fabs") }, a)
}

/// -1, 0 or 1 by the operand's sign; NaN at NaN. Of a complex number, the number over its magnitude.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(sign(&array![-3, 0, 5])?.to_string(), "[-1  0  1]");
/// # Ok::<(), Error>(())
/// ```
pub fn sign(a: &Array) -> Result<Array> {
    unary(const { RowId::named("sign") }, a)
}

/// One over the operand. Of integers, the whole part of that, and zero at zero.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(reciprocal(&array![2.0, 4.0])?.to_string(), "[0.5  0.25]");
/// # Ok::<(), Error>(())
/// ```
pub fn reciprocal(a: &Array) -> Result<Array> {
    unary(const { RowId::named("reciprocal") }, a)
}

/// The operand times itself.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(square(&array![3, -4])?.to_string(), "[ 9 16]");
/// # Ok::<(), Error>(())
/// ```
pub fn square(a: &Array) -> Result<Array> {
    unary(const { RowId::named("square") }, a)
}

/// The square root: NaN of negative numbers, and of complex numbers the root with the larger real part.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(sqrt(&array![4, 9])?.to_string(), "[2. 3.]");
/// # Ok::<(), Error>(())
/// ```
pub fn sqrt(a: &Array) -> Result<Array> {
    unary(const { RowId::named("sqrt") }, a)
}

/// The cube root, which negative numbers have too.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(cbrt(&array![8, 27])?.to_string(), "[2. 3.]");
/// # Ok::<(), Error>(())
/// ```
pub fn cbrt(a: &Array) -> Result<Array> {
    unary(const { RowId::named("cbrt") }, a)
}

/// One over the square root.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(rsqrt(&array![4.0, 16.0])?.to_string(), "[0.5  0.25]");
/// # Ok::<(), Error>(())
/// ```
pub fn rsqrt(a: &Array) -> Result<Array> {
    unary(const { RowId::named("rsqrt") }, a)
}

/// Zero below zero, one above, and the second operand at zero.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(heaviside(&array![-1.0, 0.0, 2.0], 0.5)?.to_string(), "[0.  0.5 1. ]");
/// # Ok::<(), Error>(())
/// ```
pub fn heaviside<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("heaviside") }, &[a.into(), b.into()])
}

/// Whether the operands are equal. NaN equals nothing.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(equal(&array![1, 2, 3], 2)?.to_string(), "[False  True False]");
/// # Ok::<(), Error>(())
/// ```
pub fn equal<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("equal") }, &[a.into(), b.into()])
}

/// Whether the operands differ. NaN differs from everything.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(not_equal(&array![1, 2, 3], 2)?.to_string(), "[ True False  True]");
/// # Ok::<(), Error>(())
/// ```
pub fn not_equal<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("not_equal") }, &[a.into(), b.into()])
}

/// Whether the first operand is the smaller. Complex numbers are compared by their real parts, then by their imaginary
/// parts.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(less(&array![1, 2, 3], 2)?.to_string(), "[ True False False]");
/// # Ok::<(), Error>(())
/// ```
pub fn less<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("less") }, &[a.into(), b.into()])
}

/// Whether the first operand is the smaller or equal. Complex numbers are compared by their real parts, then by their
/// imaginary parts.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(less_equal(&array![1, 2, 3], 2)?.to_string(), "[ True  True False]");
/// # Ok::<(), Error>(())
/// ```
pub fn less_equal<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("less_equal") }, &[a.into(), b.into()])
}

/// Whether the first operand is the larger. Complex numbers are compared by their real parts, then by their imaginary
/// parts.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(greater(&array![1, 2, 3], 2)?.to_string(), "[False False  True]");
/// # Ok::<(), Error>(())
/// ```
pub fn greater<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("greater") }, &[a.into(), b.into()])
}

/// Whether the first operand is the larger or equal. Complex numbers are compared by their real parts, then by their
/// imaginary parts.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(greater_equal(&array![1, 2, 3], 2)?.to_string(), "[False  True  True]");
/// # Ok::<(), Error>(())
/// ```
pub fn greater_equal<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("greater_equal") }, &[a.into(), b.into()])
}

/// The larger operand; NaN where either is NaN.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(maximum(&array![1, 5], &array![4, 2])?.to_string(), "[4 5]");
/// # Ok::<(), Error>(())
/// ```
pub fn maximum<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("maximum") }, &[a.into(), b.into()])
}

/// The smaller operand; NaN where either is NaN.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(minimum(&array![1, 5], &array![4, 2])?.to_string(), "[1 2]");
/// # Ok::<(), Error>(())
/// ```
pub fn minimum<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("minimum") }, &[a.into(), b.into()])
}

/// The larger operand; where one is NaN, the other.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(fmax(&array![1.0, f64::NAN], 0.0)?.to_string(), "[1. 0.]");
/// # Ok::<(), Error>(())
/// ```
pub fn fmax<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("fmax") }, &[a.into(), b.into()])
}

/// The smaller operand; where one is NaN, the other.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(fmin(&array![1.0, f64::NAN], 2.0)?.to_string(), "[1. 2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn fmin<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("fmin") }, &[a.into(), b.into()])
}

/// Whether both operands are true: not zero, NaN included.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(logical_and(&array![true, true], &array![true, false])?.to_string(), "[ True False]");
/// # Ok::<(), Error>(())
/// ```
pub fn logical_and<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("logical_and") }, &[a.into(), b.into()])
}

/// Whether either operand is true: not zero, NaN included.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(logical_or(&array![true, false], &array![false, false])?.to_string(), "[ True False]");
/// # Ok::<(), Error>(())
/// ```
pub fn logical_or<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("logical_or") }, &[a.into(), b.into()])
}

/// Whether exactly one operand is true: not zero, NaN included.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(logical_xor(&array![true, true], &array![true, false])?.to_string(), "[False  True]");
/// # Ok::<(), Error>(())
/// ```
pub fn logical_xor<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("logical_xor") }, &[a.into(), b.into()])
}

/// Whether the operand is zero.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(logical_not(&array![true, false])?.to_string(), "[False  True]");
/// # Ok::<(), Error>(())
/// ```
pub fn logical_not(a: &Array) -> Result<Array> {
    unary(const { RowId::named("logical_not") }, a)
}

/// Whether the operand is NaN, in either part where it is complex.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(isnan(&array![1.0, f64::NAN])?.to_string(), "[False  True]");
/// # Ok::<(), Error>(())
/// ```
pub fn isnan(a: &Array) -> Result<Array> {
    unary(const { RowId::named("isnan") }, a)
}

/// Whether the operand is an infinity, in either part where it is complex.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(isinf(&array![1.0, f64::NEG_INFINITY])?.to_string(), "[False  True]");
/// # Ok::<(), Error>(())
/// ```
pub fn isinf(a: &Array) -> Result<Array> {
    unary(const { RowId::named("isinf") }, a)
}

/// Whether the operand is neither an infinity nor NaN, in both parts where it is complex.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(isfinite(&array![1.0, f64::INFINITY])?.to_string(), "[ True False]");
/// # Ok::<(), Error>(())
/// ```
pub fn isfinite(a: &Array) -> Result<Array> {
    unary(const { RowId::named("isfinite") }, a)
}

/// Whether the operand is positive infinity.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(isposinf(&array![f64::INFINITY, f64::NEG_INFINITY])?.to_string(), "[ True False]");
/// # Ok::<(), Error>(())
/// ```
pub fn isposinf(a: &Array) -> Result<Array> {
    unary(const { RowId::named("isposinf") }, a)
}

/// Whether the operand is negative infinity.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(isneginf(&array![f64::INFINITY, f64::NEG_INFINITY])?.to_string(), "[False  True]");
/// # Ok::<(), Error>(())
/// ```
pub fn isneginf(a: &Array) -> Result<Array> {
    unary(const { RowId::named("isneginf") }, a)
}

/// Whether the sign bit is set, as it is for -0.0.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(signbit(&array![-0.0, 0.0])?.to_string(), "[ True False]");
/// # Ok::<(), Error>(())
/// ```
pub fn signbit(a: &Array) -> Result<Array> {
    unary(const { RowId::named("signbit") }, a)
}

/// The bits that both operands have.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(bitwise_and(&array![6, 5], 3)?.to_string(), "[2 1]");
/// # Ok::<(), Error>(())
/// ```
pub fn bitwise_and<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("bitwise_and") }, &[a.into(), b.into()])
}

/// The bits that either operand has.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(bitwise_or(&array![6, 5], 3)?.to_string(), "[7 7]");
/// # Ok::<(), Error>(())
/// ```
pub fn bitwise_or<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("bitwise_or") }, &[a.into(), b.into()])
}

/// The bits that exactly one operand has.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(bitwise_xor(&array![6, 5], 3)?.to_string(), "[5 6]");
/// # Ok::<(), Error>(())
/// ```
pub fn bitwise_xor<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("bitwise_xor") }, &[a.into(), b.into()])
}

/// Every bit changed; of bool, whether the operand is false.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(invert(&array![0, 5])?.to_string(), "[-1 -6]");
/// # Ok::<(), Error>(())
/// ```
pub fn invert(a: &Array) -> Result<Array> {
    unary(const { RowId::named("invert") }, a)
}
#[doc(inline)]
pub use self::invert as bitwise_not;
#[doc(inline)]
pub use self::invert as bitwise_invert;

/// The bits moved up by the second operand; zero where that is negative or not less than the width.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(left_shift(&array![1, 3], 2)?.to_string(), "[ 4 12]");
/// # Ok::<(), Error>(())
/// ```
pub fn left_shift<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("left_shift") }, &[a.into(), b.into()])
}
#[doc(inline)]
pub use self::left_shift as bitwise_left_shift;

/// The bits moved down by the second operand, the sign kept; only the sign is left where that is negative or not less
/// than the width.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(right_shift(&array![8, -8], 2)?.to_string(), "[ 2 -2]");
/// # Ok::<(), Error>(())
/// ```
pub fn right_shift<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("right_shift") }, &[a.into(), b.into()])
}
#[doc(inline)]
pub use self::right_shift as bitwise_right_shift;

/// How many ones the operand's magnitude has in binary.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(bitwise_count(&array![7, 8])?.to_string(), "[3 1]");
/// # Ok::<(), Error>(())
/// ```
pub fn bitwise_count(a: &Array) -> Result<Array> {
    unary(const { RowId::named("bitwise_count") }, a)
}

/// The greatest common divisor of the magnitudes.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(gcd(&array![12, 18], 8)?.to_string(), "[4 2]");
/// # Ok::<(), Error>(())
/// ```
pub fn gcd<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("gcd") }, &[a.into(), b.into()])
}

/// The least common multiple of the magnitudes.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(lcm(&array![4, 6], 10)?.to_string(), "[20 30]");
/// # Ok::<(), Error>(())
/// ```
pub fn lcm<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("lcm") }, &[a.into(), b.into()])
}

/// e to the power of the operand.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(exp(&array![0.0, 1.0])?.to_string(), "[1.         2.71828183]");
/// # Ok::<(), Error>(())
/// ```
pub fn exp(a: &Array) -> Result<Array> {
    unary(const { RowId::named("exp") }, a)
}

/// Two to the power of the operand.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(exp2(&array![0, 3])?.to_string(), "[1. 8.]");
/// # Ok::<(), Error>(())
/// ```
pub fn exp2(a: &Array) -> Result<Array> {
    unary(const { RowId::named("exp2") }, a)
}

/// e to the power of the operand, less one, exact near zero.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(expm1(&array![0.0, 1.0])?.to_string(), "[0.         1.71828183]");
/// # Ok::<(), Error>(())
/// ```
pub fn expm1(a: &Array) -> Result<Array> {
    unary(const { RowId::named("expm1") }, a)
}

/// The natural logarithm.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(log(&array![1.0, 10.0])?.to_string(), "[0.         2.30258509]");
/// # Ok::<(), Error>(())
/// ```
pub fn log(a: &Array) -> Result<Array> {
    unary(const { RowId::named("log") }, a)
}

/// The logarithm to base two.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(log2(&array![1, 8])?.to_string(), "[0. 3.]");
/// # Ok::<(), Error>(())
/// ```
pub fn log2(a: &Array) -> Result<Array> {
    unary(const { RowId::named("log2") }, a)
}

/// The logarithm to base ten.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(log10(&array![1, 1000])?.to_string(), "[0. 3.]");
/// # Ok::<(), Error>(())
/// ```
pub fn log10(a: &Array) -> Result<Array> {
    unary(const { RowId::named("log10") }, a)
}

/// The natural logarithm of one plus the operand, exact near zero.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(log1p(&array![0.0, 1.0])?.to_string(), "[0.         0.69314718]");
/// # Ok::<(), Error>(())
/// ```
pub fn log1p(a: &Array) -> Result<Array> {
    unary(const { RowId::named("log1p") }, a)
}

/// The logarithm of the sum of the exponentials of the operands, without overflow.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(logaddexp(&array![0.0, 1.0], 0.0)?.to_string(), "[0.69314718 1.31326169]");
/// # Ok::<(), Error>(())
/// ```
pub fn logaddexp<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("logaddexp") }, &[a.into(), b.into()])
}

/// The logarithm to base two of the sum of the operands' powers of two, without overflow.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(logaddexp2(&array![3.0, 0.0], &array![3.0, 0.0])?.to_string(), "[4. 1.]");
/// # Ok::<(), Error>(())
/// ```
pub fn logaddexp2<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("logaddexp2") }, &[a.into(), b.into()])
}

/// The sine.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(sin(&array![0.0, 1.0])?.to_string(), "[0.         0.84147098]");
/// # Ok::<(), Error>(())
/// ```
pub fn sin(a: &Array) -> Result<Array> {
    unary(const { RowId::named("sin") }, a)
}

/// The cosine.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(cos(&array![0.0, 1.0])?.to_string(), "[1.         0.54030231]");
/// # Ok::<(), Error>(())
/// ```
pub fn cos(a: &Array) -> Result<Array> {
    unary(const { RowId::named("cos") }, a)
}

/// The tangent.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(tan(&array![0.0, 1.0])?.to_string(), "[0.         1.55740772]");
/// # Ok::<(), Error>(())
/// ```
pub fn tan(a: &Array) -> Result<Array> {
    unary(const { RowId::named("tan") }, a)
}

/// The inverse sine, within [-pi/2, pi/2]; NaN of a real number outside [-1, 1].
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(arcsin(&array![0.0, 1.0])?.to_string(), "[0.         1.57079633]");
/// # Ok::<(), Error>(())
/// ```
pub fn arcsin(a: &Array) -> Result<Array> {
    unary(const { RowId::named("arcsin") }, a)
}
#[doc(inline)]
pub use self::arcsin as asin;

/// The inverse cosine, within [0, pi]; NaN of a real number outside [-1, 1].
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(arccos(&array![0.0, 1.0])?.to_string(), "[1.57079633 0.        ]");
/// # Ok::<(), Error>(())
/// ```
pub fn arccos(a: &Array) -> Result<Array> {
    unary(const { RowId::named("arccos") }, a)
}
#[doc(inline)]
pub use self::arccos as acos;

/// The inverse tangent, within [-pi/2, pi/2].
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(arctan(&array![0.0, 1.0])?.to_string(), "[0.         0.78539816]");
/// # Ok::<(), Error>(())
/// ```
pub fn arctan(a: &Array) -> Result<Array> {
    unary(const { RowId::named("arctan") }, a)
}
#[doc(inline)]
pub use self::arctan as atan;

/// The angle of the point whose ordinate is the first operand and whose abscissa the second, within [-pi, pi].
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(arctan2(&array![1.0, -1.0], 1.0)?.to_string(), "[ 0.78539816 -0.78539816]");
/// # Ok::<(), Error>(())
/// ```
pub fn arctan2<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("arctan2") }, &[a.into(), b.into()])
}
#[doc(inline)]
pub use self::arctan2 as atan2;

/// The length of the hypotenuse over the operands, without overflow on the way.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(hypot(&array![3, 5], &array![4, 12])?.to_string(), "[ 5. 13.]");
/// # Ok::<(), Error>(())
/// ```
pub fn hypot<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("hypot") }, &[a.into(), b.into()])
}

/// The angle in degrees of an angle in radians.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(degrees(&array![std::f64::consts::PI])?.to_string(), "[180.]");
/// # Ok::<(), Error>(())
/// ```
pub fn degrees(a: &Array) -> Result<Array> {
    unary(const { RowId::named("degrees") }, a)
}
#[doc(inline)]
pub use self::degrees as rad2deg;

/// The angle in radians of an angle in degrees.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(radians(&array![180])?.to_string(), "[3.14159265]");
/// # Ok::<(), Error>(())
/// ```
pub fn radians(a: &Array) -> Result<Array> {
    unary(const { RowId::named("radians") }, a)
}
#[doc(inline)]
pub use self::radians as deg2rad;

/// The normalised sinc: sin(pi x) / (pi x), one at zero.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(sinc(&array![0.0, 0.5])?.to_string(), "[1.         0.63661977]");
/// # Ok::<(), Error>(())
/// ```
pub fn sinc(a: &Array) -> Result<Array> {
    unary(const { RowId::named("sinc") }, a)
}

/// The hyperbolic sine.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(sinh(&array![0.0, 1.0])?.to_string(), "[0.         1.17520119]");
/// # Ok::<(), Error>(())
/// ```
pub fn sinh(a: &Array) -> Result<Array> {
    unary(const { RowId::named("sinh") }, a)
}

/// The hyperbolic cosine.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(cosh(&array![0.0, 1.0])?.to_string(), "[1.         1.54308063]");
/// # Ok::<(), Error>(())
/// ```
pub fn cosh(a: &Array) -> Result<Array> {
    unary(const { RowId::named("cosh") }, a)
}

/// The hyperbolic tangent.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(tanh(&array![0.0, 1.0])?.to_string(), "[0.         0.76159416]");
/// # Ok::<(), Error>(())
/// ```
pub fn tanh(a: &Array) -> Result<Array> {
    unary(const { RowId::named("tanh") }, a)
}

/// The inverse hyperbolic sine.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(arcsinh(&array![0.0, 1.0])?.to_string(), "[0.         0.88137359]");
/// # Ok::<(), Error>(())
/// ```
pub fn arcsinh(a: &Array) -> Result<Array> {
    unary(const { RowId::named("arcsinh") }, a)
}
#[doc(inline)]
pub use self::arcsinh as asinh;

/// The inverse hyperbolic cosine; NaN of a real number below one.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(arccosh(&array![1.0, 2.0])?.to_string(), "[0.        1.3169579]");
/// # Ok::<(), Error>(())
/// ```
pub fn arccosh(a: &Array) -> Result<Array> {
    unary(const { RowId::named("arccosh") }, a)
}
#[doc(inline)]
pub use self::arccosh as acosh;

/// The inverse hyperbolic tangent; NaN of a real number outside [-1, 1].
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(arctanh(&array![0.0, 0.5])?.to_string(), "[0.         0.54930614]");
/// # Ok::<(), Error>(())
/// ```
pub fn arctanh(a: &Array) -> Result<Array> {
    unary(const { RowId::named("arctanh") }, a)
}
#[doc(inline)]
pub use self::arctanh as atanh;

/// The largest whole number that is not above the operand.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(floor(&array![1.5, -1.5])?.to_string(), "[ 1. -2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn floor(a: &Array) -> Result<Array> {
    unary(const { RowId::named("floor") }, a)
}

/// The smallest whole number that is not below the operand.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(ceil(&array![1.5, -1.5])?.to_string(), "[ 2. -1.]");
/// # Ok::<(), Error>(())
/// ```
pub fn ceil(a: &Array) -> Result<Array> {
    unary(const { RowId::named("ceil") }, a)
}

/// The operand without its fraction.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(trunc(&array![1.5, -1.5])?.to_string(), "[ 1. -1.]");
/// # Ok::<(), Error>(())
/// ```
pub fn trunc(a: &Array) -> Result<Array> {
    unary(const { RowId::named("trunc") }, a)
}
#[doc(inline)]
pub use self::trunc as fix;

/// The nearest whole number, ties to even; of a complex number, of both parts.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(rint(&array![1.5, 2.5])?.to_string(), "[2. 2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn rint(a: &Array) -> Result<Array> {
    unary(const { RowId::named("rint") }, a)
}

/// The first operand's magnitude with the second operand's sign.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(copysign(&array![1.0, 2.0], -1.0)?.to_string(), "[-1. -2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn copysign<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("copysign") }, &[a.into(), b.into()])
}

/// The next number of the dtype after the first operand in the direction of the second.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(nextafter(&array![1.0f32], 2.0)?.to_string(), "[1.0000001]");
/// # Ok::<(), Error>(())
/// ```
pub fn nextafter<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("nextafter") }, &[a.into(), b.into()])
}

/// The distance from the operand to the next number of the dtype.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(spacing(&array![1.0, 4.0])?.to_string(), "[2.22044605e-16 8.88178420e-16]");
/// # Ok::<(), Error>(())
/// ```
pub fn spacing(a: &Array) -> Result<Array> {
    unary(const { RowId::named("spacing") }, a)
}

/// The fraction and the whole part, both of the operand's sign.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// let (a, b) = modf(&array![1.5, -2.25])?;
/// assert_eq!(format!("{a} {b}"), "[ 0.5  -0.25] [ 1. -2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn modf(a: &Array) -> Result<(Array, Array)> {
    apply_pair(const { RowId::named("modf") }, &[Argument::Array(a)])
}

/// A number of magnitude in [0.5, 1), and the power of two (int32) by which it gives the operand.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// let (a, b) = frexp(&array![8.0, 0.75])?;
/// assert_eq!(format!("{a} {b}"), "[0.5  0.75] [4 0]");
/// # Ok::<(), Error>(())
/// ```
pub fn frexp(a: &Array) -> Result<(Array, Array)> {
    apply_pair(const { RowId::named("frexp") }, &[Argument::Array(a)])
}

/// The first operand times two to the power of the second, an integer.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(ldexp(&array![1.0, 3.0], 2)?.to_string(), "[ 4. 12.]");
/// # Ok::<(), Error>(())
/// ```
pub fn ldexp<'a>(a: impl Into<Argument<'a>>, b: impl Into<Argument<'a>>) -> Result<Array> {
    apply(const { RowId::named("ldexp") }, &[a.into(), b.into()])
}

/// The modified Bessel function of the first kind and order zero.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(i0(&array![0.0, 1.0])?.to_string(), "[1.         1.26606588]");
/// # Ok::<(), Error>(())
/// ```
pub fn i0(a: &Array) -> Result<Array> {
    unary(const { RowId::named("i0") }, a)
}

/// The real part: of a real number, itself.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(real(&array![c128::new(1.0, -2.0)])?.to_string(), "[1.]");
/// # Ok::<(), Error>(())
/// ```
pub fn real(a: &Array) -> Result<Array> {
    unary(const { RowId::named("real") }, a)
}

/// The imaginary part: of a real number, zero.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(imag(&array![c128::new(1.0, -2.0)])?.to_string(), "[-2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn imag(a: &Array) -> Result<Array> {
    unary(const { RowId::named("imag") }, a)
}

/// The operand with its imaginary part's sign changed.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(conjugate(&array![c128::new(1.0, -2.0)])?.to_string(), "[1.+2.j]");
/// # Ok::<(), Error>(())
/// ```
pub fn conjugate(a: &Array) -> Result<Array> {
    unary(const { RowId::named("conjugate") }, a)
}
#[doc(inline)]
pub use self::conjugate as conj;

/// The angle in radians, within [-pi, pi]: of a real number, zero or pi by its sign.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(angle(&array![1.0, -1.0])?.to_string(), "[0.         3.14159265]");
/// # Ok::<(), Error>(())
/// ```
pub fn angle(a: &Array) -> Result<Array> {
    unary(const { RowId::named("angle") }, a)
}

/// The sum of the elements over the axes; zero where there are none.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(sum(&array![[1, 2], [3, 4]], 0)?.to_string(), "[4 6]");
/// # Ok::<(), Error>(())
/// ```
pub fn sum<'a>(a: &Array, over: impl Into<Over<'a, Initial<'a>>>) -> Result<Array> {
    start_over(const { ReductionRow::named("sum") }, a, over.into())
}

/// The product of the elements over the axes; one where there are none.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(prod(&array![[1, 2], [3, 4]], 1)?.to_string(), "[ 2 12]");
/// # Ok::<(), Error>(())
/// ```
pub fn prod<'a>(a: &Array, over: impl Into<Over<'a, Initial<'a>>>) -> Result<Array> {
    start_over(const { ReductionRow::named("prod") }, a, over.into())
}

/// The largest element over the axes; NaN where there is one.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(max(&array![[1, 2], [3, 4]], 0)?.to_string(), "[3 4]");
/// # Ok::<(), Error>(())
/// ```
pub fn max<'a>(a: &Array, over: impl Into<Over<'a, Initial<'a>>>) -> Result<Array> {
    start_over(const { ReductionRow::named("max") }, a, over.into())
}
#[doc(inline)]
pub use self::max as amax;

/// The smallest element over the axes; NaN where there is one.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(min(&array![[1, 2], [3, 4]], 1)?.to_string(), "[1 3]");
/// # Ok::<(), Error>(())
/// ```
pub fn min<'a>(a: &Array, over: impl Into<Over<'a, Initial<'a>>>) -> Result<Array> {
    start_over(const { ReductionRow::named("min") }, a, over.into())
}
#[doc(inline)]
pub use self::min as amin;

/// The largest element over the axes that is not NaN; NaN where there is no other.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(nanmax(&array![1.0, f64::NAN], ..)?.to_string(), "1.0");
/// # Ok::<(), Error>(())
/// ```
pub fn nanmax<'a>(a: &Array, over: impl Into<Over<'a, Initial<'a>>>) -> Result<Array> {
    start_over(const { ReductionRow::named("nanmax") }, a, over.into())
}

/// The smallest element over the axes that is not NaN; NaN where there is no other.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(nanmin(&array![1.0, f64::NAN], ..)?.to_string(), "1.0");
/// # Ok::<(), Error>(())
/// ```
pub fn nanmin<'a>(a: &Array, over: impl Into<Over<'a, Initial<'a>>>) -> Result<Array> {
    start_over(const { ReductionRow::named("nanmin") }, a, over.into())
}

/// Whether any element over the axes is true; false where there are none.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(any(&array![[true, false], [true, true]], 0)?.to_string(), "[ True  True]");
/// # Ok::<(), Error>(())
/// ```
pub fn any<'a>(a: &Array, over: impl Into<Over<'a>>) -> Result<Array> {
    reduce(const { ReductionRow::named("any") }, a, &over.into().options())
}

/// Whether every element over the axes is true; true where there are none.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(all(&array![[true, false], [true, true]], 0)?.to_string(), "[ True False]");
/// # Ok::<(), Error>(())
/// ```
pub fn all<'a>(a: &Array, over: impl Into<Over<'a>>) -> Result<Array> {
    reduce(const { ReductionRow::named("all") }, a, &over.into().options())
}

/// The position of the first largest element; of the first NaN where there is one.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(argmax(&array![[1, 9], [8, 2]], 1)?.to_string(), "[1 0]");
/// # Ok::<(), Error>(())
/// ```
pub fn argmax<'a>(a: &Array, over: impl Into<Over<'a>>) -> Result<Array> {
    reduce(const { ReductionRow::named("argmax") }, a, &over.into().options())
}

/// The position of the first smallest element; of the first NaN where there is one.
///
/// # Errors
/// See the module.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(argmin(&array![[1, 9], [8, 2]], 1)?.to_string(), "[0 1]");
/// # Ok::<(), Error>(())
/// ```
pub fn argmin<'a>(a: &Array, over: impl Into<Over<'a>>) -> Result<Array> {
    reduce(const { ReductionRow::named("argmin") }, a, &over.into().options())
}

impl Array {
    /// The sum of the operands. For bool, whether either is true.
    ///
    /// # Errors
    /// As [`add`].
    pub fn add<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        add(self, b)
    }

    /// The first operand less the second.
    ///
    /// # Errors
    /// As [`subtract`].
    pub fn subtract<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        subtract(self, b)
    }

    /// The product of the operands. For bool, whether both are true.
    ///
    /// # Errors
    /// As [`multiply`].
    pub fn multiply<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        multiply(self, b)
    }

    /// The first operand over the second; integers give float64.
    ///
    /// # Errors
    /// As [`divide`].
    pub fn divide<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        divide(self, b)
    }

    /// [`divide`], by its other name.
    ///
    /// # Errors
    /// As [`true_divide`].
    pub fn true_divide<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        true_divide(self, b)
    }

    /// The quotient, rounded down. An integer over zero is zero.
    ///
    /// # Errors
    /// As [`floor_divide`].
    pub fn floor_divide<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        floor_divide(self, b)
    }

    /// What the division rounded down leaves: it has the divisor's sign, as Python's `%`. An integer by zero leaves
    /// zero.
    ///
    /// # Errors
    /// As [`remainder`].
    pub fn remainder<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        remainder(self, b)
    }

    /// [`remainder`], by its other name.
    ///
    /// # Errors
    /// As [`mod_`].
    pub fn mod_<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        mod_(self, b)
    }

    /// What the division rounded towards zero leaves: it has the dividend's sign, as C's `fmod`.
    ///
    /// # Errors
    /// As [`fmod`].
    pub fn fmod<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        fmod(self, b)
    }

    /// The quotient rounded down, and the remainder.
    ///
    /// # Errors
    /// As [`divmod`].
    pub fn divmod<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<(Array, Array)> {
        divmod(self, b)
    }

    /// The first operand to the power of the second. Integers wrap around, and refuse negative exponents.
    ///
    /// # Errors
    /// As [`power`].
    pub fn power<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        power(self, b)
    }

    /// [`power`], by its other name.
    ///
    /// # Errors
    /// As [`pow`].
    pub fn pow<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        pow(self, b)
    }

    /// The first operand to the power of the second, in float64 or complex128 at least.
    ///
    /// # Errors
    /// As [`float_power`].
    pub fn float_power<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        float_power(self, b)
    }

    /// The operand itself.
    ///
    /// # Errors
    /// As [`positive`].
    pub fn positive(&self) -> Result<Array> {
        positive(self)
    }

    /// The operand with its sign changed.
    ///
    /// # Errors
    /// As [`negative`].
    pub fn negative(&self) -> Result<Array> {
        negative(self)
    }

    /// The magnitude. That of a complex number is real; that of the smallest integer of a dtype wraps around.
    ///
    /// # Errors
    /// As [`absolute`].
    pub fn absolute(&self) -> Result<Array> {
        absolute(self)
    }

    /// [`absolute`], by its other name.
    ///
    /// # Errors
    /// As [`abs`].
    pub fn abs(&self) -> Result<Array> {
        abs(self)
    }

    /// The magnitude, as a float.
    ///
    /// # Errors
    /// As [`fabs`].
    pub fn fabs(&self) -> Result<Array> {
        fabs(self)
    }

    /// -1, 0 or 1 by the operand's sign; NaN at NaN. Of a complex number, the number over its magnitude.
    ///
    /// # Errors
    /// As [`sign`].
    pub fn sign(&self) -> Result<Array> {
        sign(self)
    }

    /// One over the operand. Of integers, the whole part of that, and zero at zero.
    ///
    /// # Errors
    /// As [`reciprocal`].
    pub fn reciprocal(&self) -> Result<Array> {
        reciprocal(self)
    }

    /// The operand times itself.
    ///
    /// # Errors
    /// As [`square`].
    pub fn square(&self) -> Result<Array> {
        square(self)
    }

    /// The square root: NaN of negative numbers, and of complex numbers the root with the larger real part.
    ///
    /// # Errors
    /// As [`sqrt`].
    pub fn sqrt(&self) -> Result<Array> {
        sqrt(self)
    }

    /// The cube root, which negative numbers have too.
    ///
    /// # Errors
    /// As [`cbrt`].
    pub fn cbrt(&self) -> Result<Array> {
        cbrt(self)
    }

    /// One over the square root.
    ///
    /// # Errors
    /// As [`rsqrt`].
    pub fn rsqrt(&self) -> Result<Array> {
        rsqrt(self)
    }

    /// Zero below zero, one above, and the second operand at zero.
    ///
    /// # Errors
    /// As [`heaviside`].
    pub fn heaviside<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        heaviside(self, b)
    }

    /// Whether the operands are equal. NaN equals nothing.
    ///
    /// # Errors
    /// As [`equal`].
    pub fn equal<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        equal(self, b)
    }

    /// Whether the operands differ. NaN differs from everything.
    ///
    /// # Errors
    /// As [`not_equal`].
    pub fn not_equal<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        not_equal(self, b)
    }

    /// Whether the first operand is the smaller. Complex numbers are compared by their real parts, then by their
    /// imaginary parts.
    ///
    /// # Errors
    /// As [`less`].
    pub fn less<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        less(self, b)
    }

    /// Whether the first operand is the smaller or equal. Complex numbers are compared by their real parts, then by
    /// their imaginary parts.
    ///
    /// # Errors
    /// As [`less_equal`].
    pub fn less_equal<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        less_equal(self, b)
    }

    /// Whether the first operand is the larger. Complex numbers are compared by their real parts, then by their
    /// imaginary parts.
    ///
    /// # Errors
    /// As [`greater`].
    pub fn greater<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        greater(self, b)
    }

    /// Whether the first operand is the larger or equal. Complex numbers are compared by their real parts, then by
    /// their imaginary parts.
    ///
    /// # Errors
    /// As [`greater_equal`].
    pub fn greater_equal<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        greater_equal(self, b)
    }

    /// The larger operand; NaN where either is NaN.
    ///
    /// # Errors
    /// As [`maximum`].
    pub fn maximum<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        maximum(self, b)
    }

    /// The smaller operand; NaN where either is NaN.
    ///
    /// # Errors
    /// As [`minimum`].
    pub fn minimum<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        minimum(self, b)
    }

    /// The larger operand; where one is NaN, the other.
    ///
    /// # Errors
    /// As [`fmax`].
    pub fn fmax<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        fmax(self, b)
    }

    /// The smaller operand; where one is NaN, the other.
    ///
    /// # Errors
    /// As [`fmin`].
    pub fn fmin<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        fmin(self, b)
    }

    /// Whether both operands are true: not zero, NaN included.
    ///
    /// # Errors
    /// As [`logical_and`].
    pub fn logical_and<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        logical_and(self, b)
    }

    /// Whether either operand is true: not zero, NaN included.
    ///
    /// # Errors
    /// As [`logical_or`].
    pub fn logical_or<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        logical_or(self, b)
    }

    /// Whether exactly one operand is true: not zero, NaN included.
    ///
    /// # Errors
    /// As [`logical_xor`].
    pub fn logical_xor<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        logical_xor(self, b)
    }

    /// Whether the operand is zero.
    ///
    /// # Errors
    /// As [`logical_not`].
    pub fn logical_not(&self) -> Result<Array> {
        logical_not(self)
    }

    /// Whether the operand is NaN, in either part where it is complex.
    ///
    /// # Errors
    /// As [`isnan`].
    pub fn isnan(&self) -> Result<Array> {
        isnan(self)
    }

    /// Whether the operand is an infinity, in either part where it is complex.
    ///
    /// # Errors
    /// As [`isinf`].
    pub fn isinf(&self) -> Result<Array> {
        isinf(self)
    }

    /// Whether the operand is neither an infinity nor NaN, in both parts where it is complex.
    ///
    /// # Errors
    /// As [`isfinite`].
    pub fn isfinite(&self) -> Result<Array> {
        isfinite(self)
    }

    /// Whether the operand is positive infinity.
    ///
    /// # Errors
    /// As [`isposinf`].
    pub fn isposinf(&self) -> Result<Array> {
        isposinf(self)
    }

    /// Whether the operand is negative infinity.
    ///
    /// # Errors
    /// As [`isneginf`].
    pub fn isneginf(&self) -> Result<Array> {
        isneginf(self)
    }

    /// Whether the sign bit is set, as it is for -0.0.
    ///
    /// # Errors
    /// As [`signbit`].
    pub fn signbit(&self) -> Result<Array> {
        signbit(self)
    }

    /// The bits that both operands have.
    ///
    /// # Errors
    /// As [`bitwise_and`].
    pub fn bitwise_and<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        bitwise_and(self, b)
    }

    /// The bits that either operand has.
    ///
    /// # Errors
    /// As [`bitwise_or`].
    pub fn bitwise_or<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        bitwise_or(self, b)
    }

    /// The bits that exactly one operand has.
    ///
    /// # Errors
    /// As [`bitwise_xor`].
    pub fn bitwise_xor<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        bitwise_xor(self, b)
    }

    /// Every bit changed; of bool, whether the operand is false.
    ///
    /// # Errors
    /// As [`invert`].
    pub fn invert(&self) -> Result<Array> {
        invert(self)
    }

    /// [`invert`], by its other name.
    ///
    /// # Errors
    /// As [`bitwise_not`].
    pub fn bitwise_not(&self) -> Result<Array> {
        bitwise_not(self)
    }

    /// [`invert`], by its other name.
    ///
    /// # Errors
    /// As [`bitwise_invert`].
    pub fn bitwise_invert(&self) -> Result<Array> {
        bitwise_invert(self)
    }

    /// The bits moved up by the second operand; zero where that is negative or not less than the width.
    ///
    /// # Errors
    /// As [`left_shift`].
    pub fn left_shift<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        left_shift(self, b)
    }

    /// [`left_shift`], by its other name.
    ///
    /// # Errors
    /// As [`bitwise_left_shift`].
    pub fn bitwise_left_shift<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        bitwise_left_shift(self, b)
    }

    /// The bits moved down by the second operand, the sign kept; only the sign is left where that is negative or not
    /// less than the width.
    ///
    /// # Errors
    /// As [`right_shift`].
    pub fn right_shift<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        right_shift(self, b)
    }

    /// [`right_shift`], by its other name.
    ///
    /// # Errors
    /// As [`bitwise_right_shift`].
    pub fn bitwise_right_shift<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        bitwise_right_shift(self, b)
    }

    /// How many ones the operand's magnitude has in binary.
    ///
    /// # Errors
    /// As [`bitwise_count`].
    pub fn bitwise_count(&self) -> Result<Array> {
        bitwise_count(self)
    }

    /// The greatest common divisor of the magnitudes.
    ///
    /// # Errors
    /// As [`gcd`].
    pub fn gcd<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        gcd(self, b)
    }

    /// The least common multiple of the magnitudes.
    ///
    /// # Errors
    /// As [`lcm`].
    pub fn lcm<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        lcm(self, b)
    }

    /// e to the power of the operand.
    ///
    /// # Errors
    /// As [`exp`].
    pub fn exp(&self) -> Result<Array> {
        exp(self)
    }

    /// Two to the power of the operand.
    ///
    /// # Errors
    /// As [`exp2`].
    pub fn exp2(&self) -> Result<Array> {
        exp2(self)
    }

    /// e to the power of the operand, less one, exact near zero.
    ///
    /// # Errors
    /// As [`expm1`].
    pub fn expm1(&self) -> Result<Array> {
        expm1(self)
    }

    /// The natural logarithm.
    ///
    /// # Errors
    /// As [`log`].
    pub fn log(&self) -> Result<Array> {
        log(self)
    }

    /// The logarithm to base two.
    ///
    /// # Errors
    /// As [`log2`].
    pub fn log2(&self) -> Result<Array> {
        log2(self)
    }

    /// The logarithm to base ten.
    ///
    /// # Errors
    /// As [`log10`].
    pub fn log10(&self) -> Result<Array> {
        log10(self)
    }

    /// The natural logarithm of one plus the operand, exact near zero.
    ///
    /// # Errors
    /// As [`log1p`].
    pub fn log1p(&self) -> Result<Array> {
        log1p(self)
    }

    /// The logarithm of the sum of the exponentials of the operands, without overflow.
    ///
    /// # Errors
    /// As [`logaddexp`].
    pub fn logaddexp<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        logaddexp(self, b)
    }

    /// The logarithm to base two of the sum of the operands' powers of two, without overflow.
    ///
    /// # Errors
    /// As [`logaddexp2`].
    pub fn logaddexp2<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        logaddexp2(self, b)
    }

    /// The sine.
    ///
    /// # Errors
    /// As [`sin`].
    pub fn sin(&self) -> Result<Array> {
        sin(self)
    }

    /// The cosine.
    ///
    /// # Errors
    /// As [`cos`].
    pub fn cos(&self) -> Result<Array> {
        cos(self)
    }

    /// The tangent.
    ///
    /// # Errors
    /// As [`tan`].
    pub fn tan(&self) -> Result<Array> {
        tan(self)
    }

    /// The inverse sine, within [-pi/2, pi/2]; NaN of a real number outside [-1, 1].
    ///
    /// # Errors
    /// As [`arcsin`].
    pub fn arcsin(&self) -> Result<Array> {
        arcsin(self)
    }

    /// [`arcsin`], by its other name.
    ///
    /// # Errors
    /// As [`asin`].
    pub fn asin(&self) -> Result<Array> {
        asin(self)
    }

    /// The inverse cosine, within [0, pi]; NaN of a real number outside [-1, 1].
    ///
    /// # Errors
    /// As [`arccos`].
    pub fn arccos(&self) -> Result<Array> {
        arccos(self)
    }

    /// [`arccos`], by its other name.
    ///
    /// # Errors
    /// As [`acos`].
    pub fn acos(&self) -> Result<Array> {
        acos(self)
    }

    /// The inverse tangent, within [-pi/2, pi/2].
    ///
    /// # Errors
    /// As [`arctan`].
    pub fn arctan(&self) -> Result<Array> {
        arctan(self)
    }

    /// [`arctan`], by its other name.
    ///
    /// # Errors
    /// As [`atan`].
    pub fn atan(&self) -> Result<Array> {
        atan(self)
    }

    /// The angle of the point whose ordinate is the first operand and whose abscissa the second, within [-pi, pi].
    ///
    /// # Errors
    /// As [`arctan2`].
    pub fn arctan2<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        arctan2(self, b)
    }

    /// [`arctan2`], by its other name.
    ///
    /// # Errors
    /// As [`atan2`].
    pub fn atan2<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        atan2(self, b)
    }

    /// The length of the hypotenuse over the operands, without overflow on the way.
    ///
    /// # Errors
    /// As [`hypot`].
    pub fn hypot<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        hypot(self, b)
    }

    /// The angle in degrees of an angle in radians.
    ///
    /// # Errors
    /// As [`degrees`].
    pub fn degrees(&self) -> Result<Array> {
        degrees(self)
    }

    /// [`degrees`], by its other name.
    ///
    /// # Errors
    /// As [`rad2deg`].
    pub fn rad2deg(&self) -> Result<Array> {
        rad2deg(self)
    }

    /// The angle in radians of an angle in degrees.
    ///
    /// # Errors
    /// As [`radians`].
    pub fn radians(&self) -> Result<Array> {
        radians(self)
    }

    /// [`radians`], by its other name.
    ///
    /// # Errors
    /// As [`deg2rad`].
    pub fn deg2rad(&self) -> Result<Array> {
        deg2rad(self)
    }

    /// The normalised sinc: sin(pi x) / (pi x), one at zero.
    ///
    /// # Errors
    /// As [`sinc`].
    pub fn sinc(&self) -> Result<Array> {
        sinc(self)
    }

    /// The hyperbolic sine.
    ///
    /// # Errors
    /// As [`sinh`].
    pub fn sinh(&self) -> Result<Array> {
        sinh(self)
    }

    /// The hyperbolic cosine.
    ///
    /// # Errors
    /// As [`cosh`].
    pub fn cosh(&self) -> Result<Array> {
        cosh(self)
    }

    /// The hyperbolic tangent.
    ///
    /// # Errors
    /// As [`tanh`].
    pub fn tanh(&self) -> Result<Array> {
        tanh(self)
    }

    /// The inverse hyperbolic sine.
    ///
    /// # Errors
    /// As [`arcsinh`].
    pub fn arcsinh(&self) -> Result<Array> {
        arcsinh(self)
    }

    /// [`arcsinh`], by its other name.
    ///
    /// # Errors
    /// As [`asinh`].
    pub fn asinh(&self) -> Result<Array> {
        asinh(self)
    }

    /// The inverse hyperbolic cosine; NaN of a real number below one.
    ///
    /// # Errors
    /// As [`arccosh`].
    pub fn arccosh(&self) -> Result<Array> {
        arccosh(self)
    }

    /// [`arccosh`], by its other name.
    ///
    /// # Errors
    /// As [`acosh`].
    pub fn acosh(&self) -> Result<Array> {
        acosh(self)
    }

    /// The inverse hyperbolic tangent; NaN of a real number outside [-1, 1].
    ///
    /// # Errors
    /// As [`arctanh`].
    pub fn arctanh(&self) -> Result<Array> {
        arctanh(self)
    }

    /// [`arctanh`], by its other name.
    ///
    /// # Errors
    /// As [`atanh`].
    pub fn atanh(&self) -> Result<Array> {
        atanh(self)
    }

    /// The largest whole number that is not above the operand.
    ///
    /// # Errors
    /// As [`floor`].
    pub fn floor(&self) -> Result<Array> {
        floor(self)
    }

    /// The smallest whole number that is not below the operand.
    ///
    /// # Errors
    /// As [`ceil`].
    pub fn ceil(&self) -> Result<Array> {
        ceil(self)
    }

    /// The operand without its fraction.
    ///
    /// # Errors
    /// As [`trunc`].
    pub fn trunc(&self) -> Result<Array> {
        trunc(self)
    }

    /// [`trunc`], by its other name.
    ///
    /// # Errors
    /// As [`fix`].
    pub fn fix(&self) -> Result<Array> {
        fix(self)
    }

    /// The nearest whole number, ties to even; of a complex number, of both parts.
    ///
    /// # Errors
    /// As [`rint`].
    pub fn rint(&self) -> Result<Array> {
        rint(self)
    }

    /// The first operand's magnitude with the second operand's sign.
    ///
    /// # Errors
    /// As [`copysign`].
    pub fn copysign<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        copysign(self, b)
    }

    /// The next number of the dtype after the first operand in the direction of the second.
    ///
    /// # Errors
    /// As [`nextafter`].
    pub fn nextafter<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        nextafter(self, b)
    }

    /// The distance from the operand to the next number of the dtype.
    ///
    /// # Errors
    /// As [`spacing`].
    pub fn spacing(&self) -> Result<Array> {
        spacing(self)
    }

    /// The fraction and the whole part, both of the operand's sign.
    ///
    /// # Errors
    /// As [`modf`].
    pub fn modf(&self) -> Result<(Array, Array)> {
        modf(self)
    }

    /// A number of magnitude in [0.5, 1), and the power of two (int32) by which it gives the operand.
    ///
    /// # Errors
    /// As [`frexp`].
    pub fn frexp(&self) -> Result<(Array, Array)> {
        frexp(self)
    }

    /// The first operand times two to the power of the second, an integer.
    ///
    /// # Errors
    /// As [`ldexp`].
    pub fn ldexp<'a>(&'a self, b: impl Into<Argument<'a>>) -> Result<Array> {
        ldexp(self, b)
    }

    /// The modified Bessel function of the first kind and order zero.
    ///
    /// # Errors
    /// As [`i0`].
    pub fn i0(&self) -> Result<Array> {
        i0(self)
    }

    /// The real part: of a real number, itself.
    ///
    /// # Errors
    /// As [`real`].
    pub fn real(&self) -> Result<Array> {
        real(self)
    }

    /// The imaginary part: of a real number, zero.
    ///
    /// # Errors
    /// As [`imag`].
    pub fn imag(&self) -> Result<Array> {
        imag(self)
    }

    /// The operand with its imaginary part's sign changed.
    ///
    /// # Errors
    /// As [`conjugate`].
    pub fn conjugate(&self) -> Result<Array> {
        conjugate(self)
    }

    /// [`conjugate`], by its other name.
    ///
    /// # Errors
    /// As [`conj`].
    pub fn conj(&self) -> Result<Array> {
        conj(self)
    }

    /// The angle in radians, within [-pi, pi]: of a real number, zero or pi by its sign.
    ///
    /// # Errors
    /// As [`angle`].
    pub fn angle(&self) -> Result<Array> {
        angle(self)
    }

    /// The sum of the elements over the axes; zero where there are none.
    ///
    /// # Errors
    /// As [`sum`].
    pub fn sum<'a>(&self, over: impl Into<Over<'a, Initial<'a>>>) -> Result<Array> {
        sum(self, over)
    }

    /// The product of the elements over the axes; one where there are none.
    ///
    /// # Errors
    /// As [`prod`].
    pub fn prod<'a>(&self, over: impl Into<Over<'a, Initial<'a>>>) -> Result<Array> {
        prod(self, over)
    }

    /// The largest element over the axes; NaN where there is one.
    ///
    /// # Errors
    /// As [`max`].
    pub fn max<'a>(&self, over: impl Into<Over<'a, Initial<'a>>>) -> Result<Array> {
        max(self, over)
    }

    /// The smallest element over the axes; NaN where there is one.
    ///
    /// # Errors
    /// As [`min`].
    pub fn min<'a>(&self, over: impl Into<Over<'a, Initial<'a>>>) -> Result<Array> {
        min(self, over)
    }

    /// The largest element over the axes that is not NaN; NaN where there is no other.
    ///
    /// # Errors
    /// As [`nanmax`].
    pub fn nanmax<'a>(&self, over: impl Into<Over<'a, Initial<'a>>>) -> Result<Array> {
        nanmax(self, over)
    }

    /// The smallest element over the axes that is not NaN; NaN where there is no other.
    ///
    /// # Errors
    /// As [`nanmin`].
    pub fn nanmin<'a>(&self, over: impl Into<Over<'a, Initial<'a>>>) -> Result<Array> {
        nanmin(self, over)
    }

    /// Whether any element over the axes is true; false where there are none.
    ///
    /// # Errors
    /// As [`any`].
    pub fn any<'a>(&self, over: impl Into<Over<'a>>) -> Result<Array> {
        any(self, over)
    }

    /// Whether every element over the axes is true; true where there are none.
    ///
    /// # Errors
    /// As [`all`].
    pub fn all<'a>(&self, over: impl Into<Over<'a>>) -> Result<Array> {
        all(self, over)
    }

    /// The position of the first largest element; of the first NaN where there is one.
    ///
    /// # Errors
    /// As [`argmax`].
    pub fn argmax<'a>(&self, over: impl Into<Over<'a>>) -> Result<Array> {
        argmax(self, over)
    }

    /// The position of the first smallest element; of the first NaN where there is one.
    ///
    /// # Errors
    /// As [`argmin`].
    pub fn argmin<'a>(&self, over: impl Into<Over<'a>>) -> Result<Array> {
        argmin(self, over)
    }
}
