//! The declarations of polynomials.

use super::families::points_of;
use super::*;
use crate::table::{Elements, NumberOrText, Returned, functions};

/// Several new arrays.
type Arrays = Box<[Array]>;

functions! {
    in "cuprust";

    /// The sum of two polynomials, by their coefficients, the highest power first.
    ///
    /// >>> cp.polyadd([1, 2], [9, 5, 4])
    /// array([9, 6, 6])
    fn polyadd(a1: &Array, a2: &Array) -> Array {
        polyadd(a1, a2)
    }

    /// The difference of two polynomials, by their coefficients, the highest power first.
    ///
    /// >>> cp.polysub([2, 10, -2], [3, 10, -4])
    /// array([-1,  0,  2])
    fn polysub(a1: &Array, a2: &Array) -> Array {
        polysub(a1, a2)
    }

    /// The product of two polynomials, by their coefficients, the highest power first. Zeros before the first other
    /// coefficient are left out, for which the coefficients are waited for.
    ///
    /// Raises ValueError for more than one axis.
    ///
    /// >>> cp.polymul([1, 2, 3], [9, 5, 1])
    /// array([ 9, 23, 38, 17,  3])
    fn polymul(a1: &Array, a2: &Array) -> Array {
        polymul(a1, a2)
    }

    /// The quotient of two polynomials and what the division leaves, by their coefficients, the highest power first.
    ///
    /// Raises IndexError for no coefficients, ValueError for more than one axis.
    ///
    /// >>> cp.polydiv([3.0, 5.0, 2.0], [2.0, 1.0])
    /// (array([1.5 , 1.75]), array([0.25]))
    fn polydiv(u: &Array, v: &Array) -> Arrays {
        polydiv(u, v).map(|(quotient, rest)| [quotient, rest].into())
    }

    /// The values of a polynomial, whose coefficients begin with the highest power.
    ///
    /// >>> cp.polyval([3, 0, 1], cp.array([5, 2]))
    /// array([76, 13])
    fn polyval(p: &Array, x: &Array) -> Array {
        polyval(p, x)
    }

    /// The derivative of a polynomial, `m` times, by its coefficients, the highest power first.
    ///
    /// Raises ValueError for a negative `m`.
    ///
    /// >>> cp.polyder([1, 1, 1, 1])
    /// array([3, 2, 1])
    fn polyder(p: &Array, m: i64 = 1) -> Array {
        polyder(p, m)
    }

    /// The integral of a polynomial, `m` times, by its coefficients, the highest power first, with a constant for each
    /// time: one for all, and zeros without any.
    ///
    /// Raises ValueError for a negative `m`, and for fewer constants.
    ///
    /// >>> cp.polyint([6, 2])
    /// array([3., 2., 0.])
    fn polyint(p: &Array, m: i64 = 1, k: Option<&Array> = None) -> Array {
        polyint(p, m, k)
    }

    /// The coefficients, the highest power first, of the polynomial with these zeros, or the eigenvalues of a square
    /// matrix; the first is one.
    ///
    /// Raises ValueError for other axes, and for a matrix that is not square.
    ///
    /// >>> cp.poly([1, 2])
    /// array([ 1., -3.,  2.])
    fn poly(seq_of_zeros: &Array) -> Array {
        poly(seq_of_zeros)
    }

    /// The coefficients, the highest power first, of the polynomial of degree `deg` that is next to the values `y` at
    /// the points `x`.
    ///
    /// The sum of the squares, of what is left times the weights `w`, is least. Singular values up to `rcond` times the
    /// largest count as zero. With `full` the squares that are left, the rank, the singular values and `rcond` follow;
    /// with `cov` the covariances of the coefficients, with "unscaled" as the weights say them. The rank is waited for,
    /// and RankWarning is issued where it is not full. Raises ValueError for a negative degree, TypeError for other
    /// axes and lengths than those of points and values.
    ///
    /// >>> cp.polyfit(cp.array([0.0, 1.0, 2.0]), cp.array([1.0, 3.0, 5.0]), 1).round(6)
    /// array([2., 1.])
    fn polyfit(
        x: &Array, y: &Array, deg: f64, rcond: Option<f64> = None, full: bool = False, w: Option<&Array> = None,
        cov: NumberOrText = False
    ) -> Returned {
        // As NumPy, a degree that is no integer is cut, and what is below zero is refused.
        let degree = if deg < 0.0 { -1 } else { deg as i64 };
        let fit = polyfit(x, y, degree, rcond, w)?;
        if full {
            let on = |dtype: DType| shape(()).dtype(dtype).on(x.device());
            let rank = crate::creation::full(on(DType::I32), fit.system.rank)?;
            let rcond = crate::creation::full(on(DType::F64), fit.rcond)?;
            let system = fit.system;
            return Ok(Returned::Tuple(vec![fit.coefficients, system.residuals, rank, system.singular_values, rcond]));
        }
        fit.check_rank()?;
        let how = match cov {
            NumberOrText::None => None,
            NumberOrText::Text("unscaled") => Some(Covariance::Unscaled),
            NumberOrText::Number(value) if value.to(DType::Bool).is_none_or(|truth| !truth.get::<bool>()) => None,
            NumberOrText::Number(_) | NumberOrText::Text(_) => Some(Covariance::Scaled),
        };
        match how {
            None => Ok(Returned::Array(fit.coefficients)),
            Some(how) => Ok(Returned::Tuple(vec![fit.coefficients.clone(), fit.covariance(how)?])),
        }
    }

    /// The zeros of a polynomial by its coefficients, the highest power first.
    ///
    /// Zeros before the first and after the last other coefficient are left out, for which they are waited for; each
    /// of the latter is a zero of the polynomial. Zeros are real where all are and the coefficients are. Raises
    /// ValueError for more than one axis, TypeError for none.
    ///
    /// >>> cp.roots([1.0, -3.0, 2.0]).round(6)
    /// array([2., 1.])
    fn roots(p: &Array) -> Array {
        roots(p)
    }

    in "cuprust.polynomial.polynomial";

    /// The values of polynomials by their zeros, whose highest coefficients are one.
    ///
    /// `tensor` is as in `polyval`. Raises ValueError where shapes do not broadcast.
    ///
    /// >>> cp.polynomial.polynomial.polyvalfromroots(cp.array([3.0, 4.0]), [1, 2])
    /// array([2., 6.])
    fn polyvalfromroots(x: Elements, r: &Array, tensor: bool = True) -> Array {
        polyvalfromroots(&points_of(x.0, r)?, r, tensor)
    }
}
