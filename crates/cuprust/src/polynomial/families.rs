//! The declarations of NumPy's package `polynomial`: a module for each basis, with functions of the same kinds.

use super::basis::Basis;
use super::evaluation::SeriesFit;
use crate::table::{Elements, Returned, Sequence, functions};
use crate::ufunc::rows;
use crate::{Argument, Array, Device, Error, Number, Result};
use cuprust_num::{DType, Scalar, Value, c128};

/// Several new arrays.
type Arrays = Box<[Array]>;

/// The points; a weak scalar gets the precision of the coefficients.
pub(super) fn points_of(x: Argument<'_>, c: &Array) -> Result<Array> {
    let dtype = if c.dtype().is_inexact() { c.dtype() } else { DType::F64 };
    match x {
        Argument::Array(array) => Ok(array.clone()),
        Argument::Scalar(scalar) => crate::creation::full(crate::creation::shape(()).on(c.device()), scalar),
        number => rows::add(&crate::creation::zeros(crate::creation::shape(()).dtype(dtype).on(c.device()))?, number),
    }
}

/// The points for a weight. Its formula treats a bool of the language as an integer, and a formula that squares any
/// bool.
/// formula that squares with any bool.
fn weighed(basis: Basis, c: Argument<'_>) -> Result<Array> {
    let squares = matches!(basis, Basis::Hermite | Basis::HermiteE);
    match c {
        Argument::Scalar(scalar) if scalar.dtype() == DType::Bool && squares => {
            crate::creation::counted(Argument::Value(Value::Bool(scalar.get())))
        }
        c => crate::creation::counted(c),
    }
}

/// A scale, which is a number.
///
/// # Errors
/// A value error for an array with axes.
fn scale(argument: Argument<'_>) -> Result<Argument<'_>> {
    match argument {
        Argument::Array(array) if array.ndim() > 0 => Err(Error::value("scl must be a scalar.")),
        argument => Ok(argument),
    }
}

/// A number converted as by NumPy's `int`.
///
/// # Errors
/// A type error for a complex number, an overflow error for infinity, a value error for NaN.
fn whole(number: Number) -> Result<f64> {
    match number.value() {
        Value::Complex(_) => Err(Error::type_("int() argument must be a real number, not 'complex'")),
        Value::Float(value) if value.is_infinite() => Err(Error::overflow("cannot convert float infinity to integer")),
        Value::Float(value) if value.is_nan() => Err(Error::value("cannot convert float NaN to integer")),
        Value::Float(value) => Ok(value),
        Value::Int(value) => Ok(value as f64),
        Value::Bool(value) => Ok(f64::from(u8::from(value))),
    }
}

/// The exponent of a power of a series.
///
/// # Errors
/// As [`whole`], and a value error for anything but a non-negative integer.
fn exponent(number: Number) -> Result<i64> {
    // As NumPy's `int`, which takes the real part of NumPy's complex numbers.
    let number = match number {
        Number::Strong(scalar) if scalar.dtype().is_complex() => match scalar.get::<c128>() {
            value if value.im == 0.0 => Number::Weak(Value::Float(value.re)),
            _ => return Err(Error::value("Power must be a non-negative integer.")),
        },
        number => number,
    };
    match whole(number)? {
        value if value >= 0.0 && value.fract() == 0.0 => Ok(value as i64),
        _ => Err(Error::value("Power must be a non-negative integer.")),
    }
}

/// The largest exponent that is allowed.
///
/// # Errors
/// As [`whole`].
fn largest(number: Number) -> Result<i64> {
    whole(number).map(|value| value.floor() as i64)
}

/// The constants of integrals, which are waited for.
///
/// # Errors
/// A value error for more than one axis.
fn constants(k: Option<&Array>) -> Result<Vec<Scalar>> {
    let Some(k) = k else { return Ok(Vec::new()) };
    let k = k.atleast_1d();
    if k.ndim() > 1 {
        return Err(Error::value("k must be a number or a vector"));
    }
    (0..k.size()).map(|position| k.at(position)?.item()).collect()
}

/// The degrees of a fit, and whether it is a single one, which stands for all up to it.
///
/// # Errors
/// A type error for a dtype other than integers.
fn degrees(deg: Argument<'_>) -> Result<(Vec<i64>, bool)> {
    let wrong = || Error::type_("deg must be an int or non-empty 1-D array of int");
    match deg {
        Argument::Value(Value::Int(degree)) => Ok((vec![i64::try_from(degree).map_err(|_| wrong())?], true)),
        Argument::Scalar(scalar) if scalar.dtype().is_integer() => Ok((vec![scalar.cast(DType::I64).get()], true)),
        Argument::Array(array) if array.dtype().is_integer() && array.ndim() < 2 && array.size() > 0 => {
            Ok((array.astype(DType::I64)?.ravel()?.to_vec()?, array.ndim() == 0))
        }
        _ => Err(wrong()),
    }
}

/// The result of a fit: the coefficients, and with `full` the residuals, the rank, the singular values and `rcond`.
fn fitted(fit: SeriesFit, full: bool, x: &Array) -> Result<Returned> {
    if !full {
        fit.check_rank()?;
        return Ok(Returned::Array(fit.coefficients));
    }
    let on = |dtype: DType| crate::creation::shape(()).dtype(dtype).on(x.device());
    let rank = crate::creation::full(on(DType::I32), fit.system.rank)?;
    let rcond = crate::creation::full(on(fit.rcond_dtype), fit.rcond)?;
    Ok(Returned::AndList(fit.coefficients, vec![fit.system.residuals, rank, fit.system.singular_values, rcond]))
}

/// Declares the functions of a basis's module.
macro_rules! family {
    (in $module:literal, $basis:expr, $most:tt;
        $add:ident [$($add_example:literal)*] $sub:ident [$($sub_example:literal)*] $mulx:ident [$($mulx_example:literal)*]
        $mul:ident [$($mul_example:literal)*] $div:ident [$($div_example:literal)*] $pow:ident [$($pow_example:literal)*]
        $val:ident [$($val_example:literal)*] $val2d:ident [$($val2d_example:literal)*] $val3d:ident [$($val3d_example:literal)*]
        $grid2d:ident [$($grid2d_example:literal)*] $grid3d:ident [$($grid3d_example:literal)*]
        $vander:ident [$($vander_example:literal)*] $vander2d:ident [$($vander2d_example:literal)*]
        $vander3d:ident [$($vander3d_example:literal)*] $der:ident [$($der_example:literal)*] $int:ident [$($int_example:literal)*]
        $fit:ident [$($fit_example:literal)*] $fromroots:ident [$($fromroots_example:literal)*]
        $roots:ident [$($roots_example:literal)*] $companion:ident [$($companion_example:literal)*] $trim:ident [$($trim_example:literal)*]
        $($gauss:ident [$($gauss_example:literal)*] $weight:ident [$($weight_example:literal)*]
        $to:ident [$($to_example:literal)*] $from:ident [$($from_example:literal)*])?
    ) => {
        functions! {
            in $module;

            /// The sum of two series by their coefficients, the lowest degree first. Zeros after the last other
            /// coefficient are left out, for which the coefficients are waited for.
            ///
            /// Raises ValueError for no coefficients, and for more than one axis of them.
            ///
            $(#[doc = $add_example])*
            fn $add(c1: &Array, c2: &Array) -> Array {
                $basis.add(c1, c2)
            }

            /// The difference of two series by their coefficients, the lowest degree first; those are waited for.
            ///
            /// Raises ValueError for no coefficients, and for more than one axis of them.
            ///
            $(#[doc = $sub_example])*
            fn $sub(c1: &Array, c2: &Array) -> Array {
                $basis.subtract(c1, c2)
            }

            /// A series times its variable, by its coefficients, the lowest degree first; those are waited for.
            ///
            /// Raises ValueError for no coefficients, and for more than one axis of them.
            ///
            $(#[doc = $mulx_example])*
            fn $mulx(c: &Array) -> Array {
                $basis.mulx(c)
            }

            /// The product of two series by their coefficients, the lowest degree first; those are waited for.
            ///
            /// Raises ValueError for no coefficients, and for more than one axis of them.
            ///
            $(#[doc = $mul_example])*
            fn $mul(c1: &Array, c2: &Array) -> Array {
                $basis.multiply(c1, c2)
            }

            /// The quotient of two series and what the division leaves, by their coefficients, the lowest degree first;
            /// those are waited for.
            ///
            /// Raises ZeroDivisionError for a division by zero, ValueError for no coefficients, and for more than one
            /// axis of them.
            ///
            $(#[doc = $div_example])*
            fn $div(c1: &Array, c2: &Array) -> Arrays {
                $basis.divide(c1, c2).map(|(quotient, rest)| [quotient, rest].into())
            }

            /// A power of a series by its coefficients, the lowest degree first; those are waited for.
            ///
            /// Raises ValueError for a power that is negative or above `maxpower`, for no coefficients, and for more
            /// than one axis of them.
            ///
            $(#[doc = $pow_example])*
            fn $pow(c: &Array, pow: Number, maxpower: Option<Number> = $most) -> Array {
                $basis.power(c, exponent(pow)?, maxpower.map(largest).transpose()?)
            }

            /// The values of series, whose coefficients begin with the lowest degree, along the first axis.
            ///
            /// With `tensor` each column of coefficients is a series that is evaluated at every point; without it
            /// points and columns broadcast. Raises IndexError for no coefficients, ValueError where shapes do not
            /// broadcast.
            ///
            $(#[doc = $val_example])*
            fn $val(x: Elements, c: &Array, tensor: bool = True) -> Array {
                $basis.value(&points_of(x.0, c)?, c, tensor)
            }

            /// The values of series of two variables, whose degrees are the first two axes of `c`, at points.
            ///
            /// Raises ValueError for points of different shapes.
            ///
            $(#[doc = $val2d_example])*
            fn $val2d(x: &Array, y: &Array, c: &Array) -> Array {
                $basis.value_at(&[x, y], c)
            }

            /// The values of series of three variables, whose degrees are the first three axes of `c`, at points.
            ///
            /// Raises ValueError for points of different shapes.
            ///
            $(#[doc = $val3d_example])*
            fn $val3d(x: &Array, y: &Array, z: &Array, c: &Array) -> Array {
                $basis.value_at(&[x, y, z], c)
            }

            /// The values of series of two variables, whose degrees are the first two axes of `c`, at all pairs of
            /// points.
            ///
            /// Raises IndexError for no coefficients.
            ///
            $(#[doc = $grid2d_example])*
            fn $grid2d(x: Argument, y: Argument, c: &Array) -> Array {
                $basis.value_on_grid(&[&points_of(x, c)?, &points_of(y, c)?], c)
            }

            /// The values of series of three variables, whose degrees are the first three axes of `c`, at all
            /// combinations of points.
            ///
            /// Raises IndexError for no coefficients.
            ///
            $(#[doc = $grid3d_example])*
            fn $grid3d(x: Argument, y: Argument, z: Argument, c: &Array) -> Array {
                $basis.value_on_grid(&[&points_of(x, c)?, &points_of(y, c)?, &points_of(z, c)?], c)
            }

            /// The polynomials of the basis up to degree `deg` at points, along a new last axis.
            ///
            /// Raises ValueError for a negative `deg`.
            ///
            $(#[doc = $vander_example])*
            fn $vander(x: &Array, deg: i64) -> Array {
                $basis.vander(x, deg)
            }

            /// The products of the basis' polynomials of two variables up to two degrees at points, along a new last
            /// axis.
            ///
            /// Raises ValueError for another number of degrees, and for a negative one.
            ///
            $(#[doc = $vander2d_example])*
            fn $vander2d(x: &Array, y: &Array, deg: Sequence) -> Array {
                $basis.vander_of(&[x, y], &deg.0)
            }

            /// The products of the basis' polynomials of three variables up to three degrees at points, along a new
            /// last axis.
            ///
            /// Raises ValueError for another number of degrees, and for a negative one.
            ///
            $(#[doc = $vander3d_example])*
            fn $vander3d(x: &Array, y: &Array, z: &Array, deg: Sequence) -> Array {
                $basis.vander_of(&[x, y, z], &deg.0)
            }

            /// The derivative of series, `m` times, by their coefficients along an axis; each time they are multiplied
            /// by `scl`.
            ///
            /// Raises ValueError for a negative `m`, AxisError for an axis out of range.
            ///
            $(#[doc = $der_example])*
            fn $der(c: &Array, m: i64 = 1, scl: Elements = 1, axis: i64 = 0) -> Array {
                $basis.derivative_of(c, m, scale(scl.0)?, axis)
            }

            /// The integral of series, `m` times, by their coefficients along an axis; each time they are multiplied by
            /// `scl`, and have at `lbnd` the value of a constant of `k`, zero where there are fewer.
            ///
            /// Raises ValueError for a negative `m`, more constants, and bounds and scales that are no numbers,
            /// AxisError for an axis out of range.
            ///
            $(#[doc = $int_example])*
            fn $int(
                c: &Array, m: i64 = 1, k: Option<&Array> = None, lbnd: Elements = 0, scl: Elements = 1, axis: i64 = 0
            ) -> Array {
                $basis.integral_of(c, m, &constants(k)?, &points_of(lbnd.0, c)?, scale(scl.0)?, axis)
            }

            /// The coefficients, the lowest degree first, of the series that is next to the values `y` at the points
            /// `x`.
            ///
            /// `deg` is the highest degree, or all degrees that have a coefficient. The sum of the squares, of what is
            /// left times the weights `w`, is least. Singular values up to `rcond` times the largest count as zero.
            /// With `full` a list follows: the squares that are left, the rank, the singular values and `rcond`. The
            /// rank is waited for, and RankWarning is issued where it is not full. Raises ValueError for a negative
            /// degree, TypeError for degrees that are no integers and for other axes and lengths than those of points
            /// and values.
            ///
            $(#[doc = $fit_example])*
            fn $fit(
                x: &Array, y: &Array, deg: Elements, rcond: Option<f64> = None, full: bool = False, w: Option<&Array> = None
            ) -> Returned {
                let (degrees, one) = degrees(deg.0)?;
                fitted($basis.fit(x, y, &degrees, one, rcond, w)?, full, x)
            }

            /// The coefficients, the lowest degree first, of the product of `x - root` over some zeros, which are
            /// waited for.
            ///
            /// Raises ValueError for more than one axis, TypeError for none.
            ///
            $(#[doc = $fromroots_example])*
            fn $fromroots(roots: &Array) -> Array {
                $basis.from_roots(roots)
            }

            /// The zeros of a series in ascending order, real where all are; beside NumPy 2.5 and later those of
            /// Chebyshev, Legendre and HermiteE series are complex, as its own. They are waited for.
            ///
            /// Raises ValueError for no coefficients, and for more than one axis of them.
            ///
            $(#[doc = $roots_example])*
            fn $roots(c: &Array) -> Array {
                $basis.roots(c)
            }

            /// The matrix whose eigenvalues are the zeros of a series, whose coefficients are waited for.
            ///
            /// Raises ValueError for fewer than two coefficients, and for more than one axis of them.
            ///
            $(#[doc = $companion_example])*
            fn $companion(c: &Array) -> Array {
                $basis.companion(c)
            }

            /// Coefficients without those of a size up to `tol` after the last other one; they are waited for.
            ///
            /// Raises ValueError for a negative `tol`, for no coefficients, and for more than one axis of them.
            ///
            $(#[doc = $trim_example])*
            fn $trim(c: &Array, tol: f64 = 0) -> Array {
                Basis::trim(c, tol)
            }

            $(
                /// The points and weights of Gauss' quadrature with the weight of the basis, exact for polynomials up
                /// to degree `2 deg - 1`.
                ///
                /// Raises ValueError for a `deg` that is not positive.
                ///
                $(#[doc = $gauss_example])*
                fn $gauss(deg: i64) -> Arrays {
                    $basis.gauss(deg, Device::current()?).map(|(positions, weights)| [positions, weights].into())
                }

                /// The weight with which the polynomials of the basis are orthogonal, at points.
                ///
                $(#[doc = $weight_example])*
                fn $weight(x: Argument) -> Array {
                    $basis.weight(&weighed($basis, x)?)
                }

                /// The coefficients of powers that a series of this basis has; they are waited for.
                ///
                /// Raises ValueError for no coefficients, and for more than one axis of them.
                ///
                $(#[doc = $to_example])*
                fn $to(c: &Array) -> Array {
                    $basis.converted(c, Basis::Power, 0.0, 1.0)
                }

                /// The coefficients in this basis that a polynomial has, by those of its powers; they are waited for.
                ///
                /// Raises ValueError for no coefficients, and for more than one axis of them.
                ///
                $(#[doc = $from_example])*
                fn $from(pol: &Array) -> Array {
                    Basis::Power.converted(pol, $basis, 0.0, 1.0)
                }
            )?
        }
    };
}

/// The module `polynomial`.
pub(crate) mod polynomial {
    use super::*;

    family! {
        in "cuprust.polynomial.polynomial", Basis::Power, None;
        polyadd [" >>> cp.polynomial.polynomial.polyadd([1, 2, 3], [3, 2, 1])" " array([4., 4., 4.])"]
        polysub [" >>> cp.polynomial.polynomial.polysub([1, 2, 3], [3, 2, 1])" " array([-2.,  0.,  2.])"]
        polymulx [" >>> cp.polynomial.polynomial.polymulx([1, 2, 3])" " array([0., 1., 2., 3.])"]
        polymul [" >>> cp.polynomial.polynomial.polymul([1, 2], [3, 4])" " array([ 3., 10.,  8.])"]
        polydiv [" >>> cp.polynomial.polynomial.polydiv([1, 2, 3], [3, 2])[0].round(6)" " array([-1.25,  1.5 ])"]
        polypow [" >>> cp.polynomial.polynomial.polypow([1, 2], 2)" " array([1., 4., 4.])"]
        polyval [" >>> cp.polynomial.polynomial.polyval([0.0, 0.5], [1, 2, 3])" " array([1.  , 2.75])"]
        polyval2d [" >>> cp.polynomial.polynomial.polyval2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])" " array([ 3. , 10.5])"]
        polyval3d [" >>> cp.polynomial.polynomial.polyval3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])" " array([10.5])"]
        polygrid2d [" >>> cp.polynomial.polynomial.polygrid2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])" " array([[ 3. ,  5. ]," "        [ 6.5, 10.5]])"]
        polygrid3d [" >>> cp.polynomial.polynomial.polygrid3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])" " array([[[10.5]]])"]
        polyvander [" >>> cp.polynomial.polynomial.polyvander([0.0, 0.5], 2)" " array([[1.  , 0.  , 0.  ]," "        [1.  , 0.5 , 0.25]])"]
        polyvander2d [" >>> cp.polynomial.polynomial.polyvander2d([0.5], [1.0], [1, 1])" " array([[1. , 1. , 0.5, 0.5]])"]
        polyvander3d [" >>> cp.polynomial.polynomial.polyvander3d([0.5], [1.0], [2.0], [1, 0, 1])" " array([[1. , 2. , 0.5, 1. ]])"]
        polyder [" >>> cp.polynomial.polynomial.polyder([1, 2, 3])" " array([2., 6.])"]
        polyint [" >>> cp.polynomial.polynomial.polyint([1, 2])" " array([0., 1., 1.])"]
        polyfit [" >>> cp.polynomial.polynomial.polyfit([0.0, 1.0, 2.0], [1.0, 3.0, 5.0], 1).round(6)" " array([1., 2.])"]
        polyfromroots [" >>> cp.polynomial.polynomial.polyfromroots([-1, 2])" " array([-2., -1.,  1.])"]
        polyroots [" >>> cp.polynomial.polynomial.polyroots([-2, 1, 1]).round(6)" " array([-2.,  1.])"]
        polycompanion [" >>> cp.polynomial.polynomial.polycompanion([1, 2, 4]).round(6)" " array([[ 0.  , -0.25]," "        [ 1.  , -0.5 ]])"]
        polytrim [" >>> cp.polynomial.polynomial.polytrim([1, 2, 0, 0])" " array([1., 2.])"]
    }
}

/// The module `chebyshev`.
pub(crate) mod chebyshev {
    use super::*;

    family! {
        in "cuprust.polynomial.chebyshev", Basis::Chebyshev, 16;
        chebadd [" >>> cp.polynomial.chebyshev.chebadd([1, 2, 3], [3, 2, 1])" " array([4., 4., 4.])"]
        chebsub [" >>> cp.polynomial.chebyshev.chebsub([1, 2, 3], [3, 2, 1])" " array([-2.,  0.,  2.])"]
        chebmulx [" >>> cp.polynomial.chebyshev.chebmulx([1, 2, 3])" " array([1. , 2.5, 1. , 1.5])"]
        chebmul [" >>> cp.polynomial.chebyshev.chebmul([1, 2], [3, 4])" " array([ 7., 10.,  4.])"]
        chebdiv [" >>> cp.polynomial.chebyshev.chebdiv([3, 4, 4], [1, 2])[0].round(6)" " array([0., 4.])"]
        chebpow [" >>> cp.polynomial.chebyshev.chebpow([1, 2], 2)" " array([3., 4., 2.])"]
        chebval [" >>> cp.polynomial.chebyshev.chebval([0.0, 0.5], [1, 2, 3])" " array([-2. ,  0.5])"]
        chebval2d [" >>> cp.polynomial.chebyshev.chebval2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])" " array([ 3. , 10.5])"]
        chebval3d [" >>> cp.polynomial.chebyshev.chebval3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])" " array([10.5])"]
        chebgrid2d [" >>> cp.polynomial.chebyshev.chebgrid2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])" " array([[ 3. ,  5. ]," "        [ 6.5, 10.5]])"]
        chebgrid3d [" >>> cp.polynomial.chebyshev.chebgrid3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])" " array([[[10.5]]])"]
        chebvander [" >>> cp.polynomial.chebyshev.chebvander([0.0, 0.5], 2)" " array([[ 1. ,  0. , -1. ]," "        [ 1. ,  0.5, -0.5]])"]
        chebvander2d [" >>> cp.polynomial.chebyshev.chebvander2d([0.5], [1.0], [1, 1])" " array([[1. , 1. , 0.5, 0.5]])"]
        chebvander3d [" >>> cp.polynomial.chebyshev.chebvander3d([0.5], [1.0], [2.0], [1, 0, 1])" " array([[1. , 2. , 0.5, 1. ]])"]
        chebder [" >>> cp.polynomial.chebyshev.chebder([1, 2, 3])" " array([ 2., 12.])"]
        chebint [" >>> cp.polynomial.chebyshev.chebint([1, 2])" " array([0.5, 1. , 0.5])"]
        chebfit [" >>> cp.polynomial.chebyshev.chebfit([0.0, 1.0, 2.0], [1.0, 3.0, 5.0], 1).round(6)" " array([1., 2.])"]
        chebfromroots [" >>> cp.polynomial.chebyshev.chebfromroots([-1, 2])" " array([-1.5, -1. ,  0.5])"]
        chebroots [" >>> cp.polynomial.chebyshev.chebroots([-2, 1, 1]).real.round(6)" " array([-1.5,  1. ])"]
        chebcompanion [" >>> cp.polynomial.chebyshev.chebcompanion([1, 2, 4]).round(6)" " array([[ 0.      ,  0.53033 ]," "        [ 0.707107, -0.25    ]])"]
        chebtrim [" >>> cp.polynomial.chebyshev.chebtrim([1, 2, 0, 0])" " array([1., 2.])"]
        chebgauss [" >>> cp.polynomial.chebyshev.chebgauss(2)[1].round(6)" " array([1.570796, 1.570796])"]
        chebweight [" >>> cp.polynomial.chebyshev.chebweight(cp.array([0.0, 0.5])).round(6)" " array([1.      , 1.154701])"]
        cheb2poly [" >>> cp.polynomial.chebyshev.cheb2poly([1, 2, 3])" " array([-2.,  2.,  6.])"]
        poly2cheb [" >>> cp.polynomial.chebyshev.poly2cheb([1, 2, 3])" " array([2.5, 2. , 1.5])"]
    }
}

/// The module `legendre`.
pub(crate) mod legendre {
    use super::*;

    family! {
        in "cuprust.polynomial.legendre", Basis::Legendre, 16;
        legadd [" >>> cp.polynomial.legendre.legadd([1, 2, 3], [3, 2, 1])" " array([4., 4., 4.])"]
        legsub [" >>> cp.polynomial.legendre.legsub([1, 2, 3], [3, 2, 1])" " array([-2.,  0.,  2.])"]
        legmulx [" >>> cp.polynomial.legendre.legmulx([1, 2, 3])" " array([0.66666667, 2.2       , 1.33333333, 1.8       ])"]
        legmul [" >>> cp.polynomial.legendre.legmul([1, 2], [3, 4])" " array([ 5.66666667, 10.        ,  5.33333333])"]
        legdiv [" >>> cp.polynomial.legendre.legdiv([3, 4, 4], [1, 2])[0].round(6)" " array([0.5, 3. ])"]
        legpow [" >>> cp.polynomial.legendre.legpow([1, 2], 2)" " array([2.33333333, 4.        , 2.66666667])"]
        legval [" >>> cp.polynomial.legendre.legval([0.0, 0.5], [1, 2, 3])" " array([-0.5  ,  1.625])"]
        legval2d [" >>> cp.polynomial.legendre.legval2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])" " array([ 3. , 10.5])"]
        legval3d [" >>> cp.polynomial.legendre.legval3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])" " array([10.5])"]
        leggrid2d [" >>> cp.polynomial.legendre.leggrid2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])" " array([[ 3. ,  5. ]," "        [ 6.5, 10.5]])"]
        leggrid3d [" >>> cp.polynomial.legendre.leggrid3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])" " array([[[10.5]]])"]
        legvander [" >>> cp.polynomial.legendre.legvander([0.0, 0.5], 2)" " array([[ 1.   ,  0.   , -0.5  ]," "        [ 1.   ,  0.5  , -0.125]])"]
        legvander2d [" >>> cp.polynomial.legendre.legvander2d([0.5], [1.0], [1, 1])" " array([[1. , 1. , 0.5, 0.5]])"]
        legvander3d [" >>> cp.polynomial.legendre.legvander3d([0.5], [1.0], [2.0], [1, 0, 1])" " array([[1. , 2. , 0.5, 1. ]])"]
        legder [" >>> cp.polynomial.legendre.legder([1, 2, 3])" " array([2., 9.])"]
        legint [" >>> cp.polynomial.legendre.legint([1, 2])" " array([0.33333333, 1.        , 0.66666667])"]
        legfit [" >>> cp.polynomial.legendre.legfit([0.0, 1.0, 2.0], [1.0, 3.0, 5.0], 1).round(6)" " array([1., 2.])"]
        legfromroots [" >>> cp.polynomial.legendre.legfromroots([-1, 2])" " array([-1.66666667, -1.        ,  0.66666667])"]
        legroots [" >>> cp.polynomial.legendre.legroots([-2, 1, 1]).real.round(6)" " array([-1.666667,  1.      ])"]
        legcompanion [" >>> cp.polynomial.legendre.legcompanion([1, 2, 4]).round(6)" " array([[ 0.      ,  0.288675]," "        [ 0.57735 , -0.333333]])"]
        legtrim [" >>> cp.polynomial.legendre.legtrim([1, 2, 0, 0])" " array([1., 2.])"]
        leggauss [" >>> cp.polynomial.legendre.leggauss(2)[1].round(6)" " array([1., 1.])"]
        legweight [" >>> cp.polynomial.legendre.legweight(cp.array([0.0, 0.5])).round(6)" " array([1., 1.])"]
        leg2poly [" >>> cp.polynomial.legendre.leg2poly([1, 2, 3])" " array([-0.5,  2. ,  4.5])"]
        poly2leg [" >>> cp.polynomial.legendre.poly2leg([1, 2, 3])" " array([2., 2., 2.])"]
    }
}

/// The module `hermite`.
pub(crate) mod hermite {
    use super::*;

    family! {
        in "cuprust.polynomial.hermite", Basis::Hermite, 16;
        hermadd [" >>> cp.polynomial.hermite.hermadd([1, 2, 3], [3, 2, 1])" " array([4., 4., 4.])"]
        hermsub [" >>> cp.polynomial.hermite.hermsub([1, 2, 3], [3, 2, 1])" " array([-2.,  0.,  2.])"]
        hermmulx [" >>> cp.polynomial.hermite.hermmulx([1, 2, 3])" " array([2. , 6.5, 1. , 1.5])"]
        hermmul [" >>> cp.polynomial.hermite.hermmul([1, 2], [3, 4])" " array([19., 10.,  8.])"]
        hermdiv [" >>> cp.polynomial.hermite.hermdiv([3, 4, 4], [1, 2])[0].round(6)" " array([1., 2.])"]
        hermpow [" >>> cp.polynomial.hermite.hermpow([1, 2], 2)" " array([9., 4., 4.])"]
        hermval [" >>> cp.polynomial.hermite.hermval([0.0, 0.5], [1, 2, 3])" " array([-5.,  0.])"]
        hermval2d [" >>> cp.polynomial.hermite.hermval2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])" " array([ 5., 28.])"]
        hermval3d [" >>> cp.polynomial.hermite.hermval3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])" " array([28.])"]
        hermgrid2d [" >>> cp.polynomial.hermite.hermgrid2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])" " array([[ 5.,  9.]," "        [16., 28.]])"]
        hermgrid3d [" >>> cp.polynomial.hermite.hermgrid3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])" " array([[[28.]]])"]
        hermvander [" >>> cp.polynomial.hermite.hermvander([0.0, 0.5], 2)" " array([[ 1.,  0., -2.]," "        [ 1.,  1., -1.]])"]
        hermvander2d [" >>> cp.polynomial.hermite.hermvander2d([0.5], [1.0], [1, 1])" " array([[1., 2., 1., 2.]])"]
        hermvander3d [" >>> cp.polynomial.hermite.hermvander3d([0.5], [1.0], [2.0], [1, 0, 1])" " array([[1., 4., 1., 4.]])"]
        hermder [" >>> cp.polynomial.hermite.hermder([1, 2, 3])" " array([ 4., 12.])"]
        hermint [" >>> cp.polynomial.hermite.hermint([1, 2])" " array([1. , 0.5, 0.5])"]
        hermfit [" >>> cp.polynomial.hermite.hermfit([0.0, 1.0, 2.0], [1.0, 3.0, 5.0], 1).round(6)" " array([1., 1.])"]
        hermfromroots [" >>> cp.polynomial.hermite.hermfromroots([-1, 2])" " array([-1.5 , -0.5 ,  0.25])"]
        hermroots [" >>> cp.polynomial.hermite.hermroots([-2, 1, 1]).round(6)" " array([-1.280776,  0.780776])"]
        hermcompanion [" >>> cp.polynomial.hermite.hermcompanion([1, 2, 4]).round(6)" " array([[ 0.      ,  0.618718]," "        [ 0.707107, -0.25    ]])"]
        hermtrim [" >>> cp.polynomial.hermite.hermtrim([1, 2, 0, 0])" " array([1., 2.])"]
        hermgauss [" >>> cp.polynomial.hermite.hermgauss(2)[1].round(6)" " array([0.886227, 0.886227])"]
        hermweight [" >>> cp.polynomial.hermite.hermweight(cp.array([0.0, 0.5])).round(6)" " array([1.      , 0.778801])"]
        herm2poly [" >>> cp.polynomial.hermite.herm2poly([1, 2, 3])" " array([-5.,  4., 12.])"]
        poly2herm [" >>> cp.polynomial.hermite.poly2herm([1, 2, 3])" " array([2.5 , 1.  , 0.75])"]
    }
}

/// The module `hermite_e`.
pub(crate) mod hermite_e {
    use super::*;

    family! {
        in "cuprust.polynomial.hermite_e", Basis::HermiteE, 16;
        hermeadd [" >>> cp.polynomial.hermite_e.hermeadd([1, 2, 3], [3, 2, 1])" " array([4., 4., 4.])"]
        hermesub [" >>> cp.polynomial.hermite_e.hermesub([1, 2, 3], [3, 2, 1])" " array([-2.,  0.,  2.])"]
        hermemulx [" >>> cp.polynomial.hermite_e.hermemulx([1, 2, 3])" " array([2., 7., 2., 3.])"]
        hermemul [" >>> cp.polynomial.hermite_e.hermemul([1, 2], [3, 4])" " array([11., 10.,  8.])"]
        hermediv [" >>> cp.polynomial.hermite_e.hermediv([3, 4, 4], [1, 2])[0].round(6)" " array([1., 2.])"]
        hermepow [" >>> cp.polynomial.hermite_e.hermepow([1, 2], 2)" " array([5., 4., 4.])"]
        hermeval [" >>> cp.polynomial.hermite_e.hermeval([0.0, 0.5], [1, 2, 3])" " array([-2.  , -0.25])"]
        hermeval2d [" >>> cp.polynomial.hermite_e.hermeval2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])" " array([ 3. , 10.5])"]
        hermeval3d [" >>> cp.polynomial.hermite_e.hermeval3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])" " array([10.5])"]
        hermegrid2d [" >>> cp.polynomial.hermite_e.hermegrid2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])" " array([[ 3. ,  5. ]," "        [ 6.5, 10.5]])"]
        hermegrid3d [" >>> cp.polynomial.hermite_e.hermegrid3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])" " array([[[10.5]]])"]
        hermevander [" >>> cp.polynomial.hermite_e.hermevander([0.0, 0.5], 2)" " array([[ 1.  ,  0.  , -1.  ]," "        [ 1.  ,  0.5 , -0.75]])"]
        hermevander2d [" >>> cp.polynomial.hermite_e.hermevander2d([0.5], [1.0], [1, 1])" " array([[1. , 1. , 0.5, 0.5]])"]
        hermevander3d [" >>> cp.polynomial.hermite_e.hermevander3d([0.5], [1.0], [2.0], [1, 0, 1])" " array([[1. , 2. , 0.5, 1. ]])"]
        hermeder [" >>> cp.polynomial.hermite_e.hermeder([1, 2, 3])" " array([2., 6.])"]
        hermeint [" >>> cp.polynomial.hermite_e.hermeint([1, 2])" " array([1., 1., 1.])"]
        hermefit [" >>> cp.polynomial.hermite_e.hermefit([0.0, 1.0, 2.0], [1.0, 3.0, 5.0], 1).round(6)" " array([1., 2.])"]
        hermefromroots [" >>> cp.polynomial.hermite_e.hermefromroots([-1, 2])" " array([-1., -1.,  1.])"]
        hermeroots [" >>> cp.polynomial.hermite_e.hermeroots([-2, 1, 1]).real.round(6)" " array([-2.302776,  1.302776])"]
        hermecompanion [" >>> cp.polynomial.hermite_e.hermecompanion([1, 2, 4]).round(6)" " array([[ 0.  ,  0.75]," "        [ 1.  , -0.5 ]])"]
        hermetrim [" >>> cp.polynomial.hermite_e.hermetrim([1, 2, 0, 0])" " array([1., 2.])"]
        hermegauss [" >>> cp.polynomial.hermite_e.hermegauss(2)[1].round(6)" " array([1.253314, 1.253314])"]
        hermeweight [" >>> cp.polynomial.hermite_e.hermeweight(cp.array([0.0, 0.5])).round(6)" " array([1.      , 0.882497])"]
        herme2poly [" >>> cp.polynomial.hermite_e.herme2poly([1, 2, 3])" " array([-2.,  2.,  3.])"]
        poly2herme [" >>> cp.polynomial.hermite_e.poly2herme([1, 2, 3])" " array([4., 2., 3.])"]
    }
}

/// The module `laguerre`.
pub(crate) mod laguerre {
    use super::*;

    family! {
        in "cuprust.polynomial.laguerre", Basis::Laguerre, 16;
        lagadd [" >>> cp.polynomial.laguerre.lagadd([1, 2, 3], [3, 2, 1])" " array([4., 4., 4.])"]
        lagsub [" >>> cp.polynomial.laguerre.lagsub([1, 2, 3], [3, 2, 1])" " array([-2.,  0.,  2.])"]
        lagmulx [" >>> cp.polynomial.laguerre.lagmulx([1, 2, 3])" " array([-1., -1., 11., -9.])"]
        lagmul [" >>> cp.polynomial.laguerre.lagmul([1, 2], [3, 4])" " array([11., -6., 16.])"]
        lagdiv [" >>> cp.polynomial.laguerre.lagdiv([3, 4, 4], [1, 2])[0].round(6)" " array([3.5, 1. ])"]
        lagpow [" >>> cp.polynomial.laguerre.lagpow([1, 2], 2)" " array([ 5., -4.,  8.])"]
        lagval [" >>> cp.polynomial.laguerre.lagval([0.0, 0.5], [1, 2, 3])" " array([6.   , 2.375])"]
        lagval2d [" >>> cp.polynomial.laguerre.lagval2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])" " array([ 4. , -1.5])"]
        lagval3d [" >>> cp.polynomial.laguerre.lagval3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])" " array([-1.5])"]
        laggrid2d [" >>> cp.polynomial.laguerre.laggrid2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])" " array([[ 4. , -2. ]," "        [ 2.5, -1.5]])"]
        laggrid3d [" >>> cp.polynomial.laguerre.laggrid3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])" " array([[[-1.5]]])"]
        lagvander [" >>> cp.polynomial.laguerre.lagvander([0.0, 0.5], 2)" " array([[1.   , 1.   , 1.   ]," "        [1.   , 0.5  , 0.125]])"]
        lagvander2d [" >>> cp.polynomial.laguerre.lagvander2d([0.5], [2.0], [1, 1])" " array([[ 1. , -1. ,  0.5, -0.5]])"]
        lagvander3d [" >>> cp.polynomial.laguerre.lagvander3d([0.5], [1.0], [2.0], [1, 0, 1])" " array([[ 1. , -1. ,  0.5, -0.5]])"]
        lagder [" >>> cp.polynomial.laguerre.lagder([1, 2, 3])" " array([-5., -3.])"]
        lagint [" >>> cp.polynomial.laguerre.lagint([1, 2])" " array([ 1.,  1., -2.])"]
        lagfit [" >>> cp.polynomial.laguerre.lagfit([0.0, 1.0, 2.0], [1.0, 3.0, 5.0], 1).round(6)" " array([ 3., -2.])"]
        lagfromroots [" >>> cp.polynomial.laguerre.lagfromroots([-1, 2])" " array([-1., -3.,  2.])"]
        lagroots [" >>> cp.polynomial.laguerre.lagroots([-2, 1, 1]).round(6)" " array([0., 6.])"]
        lagcompanion [" >>> cp.polynomial.laguerre.lagcompanion([1, 2, 4]).round(6)" " array([[ 1. , -0.5]," "        [-1. ,  4. ]])"]
        lagtrim [" >>> cp.polynomial.laguerre.lagtrim([1, 2, 0, 0])" " array([1., 2.])"]
        laggauss [" >>> cp.polynomial.laguerre.laggauss(2)[1].round(6)" " array([0.853553, 0.146447])"]
        lagweight [" >>> cp.polynomial.laguerre.lagweight(cp.array([0.0, 0.5])).round(6)" " array([1.      , 0.606531])"]
        lag2poly [" >>> cp.polynomial.laguerre.lag2poly([1, 2, 3])" " array([ 6. , -8. ,  1.5])"]
        poly2lag [" >>> cp.polynomial.laguerre.poly2lag([1, 2, 3])" " array([  9., -14.,   6.])"]
    }
}
