//! Functions of matrices: the exponential.

use cuprust::Array;
use cuprust::chapters::wide_inexact;
use cuprust::linalg::{self, matmul};
use cuprust::ufunc::rows;
use cuprust::ufunc::where_;
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar};

use super::matrices::identities;

/// Up to this 1-norm the approximation of degree 13 is exact to double precision (Higham, "The scaling and squaring
/// method for the matrix exponential revisited", 2005).
const LARGEST: f64 = 5.371920351148152;

/// The coefficients of its numerator, the lowest power first; those of the denominator have alternating signs.
const NUMERATOR: [f64; 14] = [
    64764752532480000.0,
    32382376266240000.0,
    7771770303897600.0,
    1187353796428800.0,
    129060195264000.0,
    10559470521600.0,
    670442572800.0,
    33522128640.0,
    1323241920.0,
    40840800.0,
    960960.0,
    16380.0,
    182.0,
    1.0,
];

/// Square matrices in the dtype in which functions of them are computed: at least single precision, double precision of
/// integers and bools.
///
/// # Errors
/// A linear algebra error for others.
pub(super) fn squares(a: &Array) -> Result<Array> {
    let (_, m, n) = linalg::extents_of(a)?;
    if m != n {
        return Err(Error::lin_alg("Last 2 dimensions of the array must be square"));
    }
    a.in_dtype(wide_inexact(a.dtype()))
}

/// The exponentials of square matrices, the last two axes: `scipy.linalg.expm`. Waits for their norms, which say how
/// often each is squared.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::linalg;
/// # fn main() -> Result<()> {
/// assert_eq!(linalg::expm(&array![[0.0, 1.0], [0.0, 0.0]])?.to_string(), "[[1. 1.]\n [0. 1.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A linear algebra error for matrices that are not square.
pub fn expm(a: &Array) -> Result<Array> {
    let a = squares(a)?;
    if a.size() == 0 {
        return a.copy();
    }
    let (dtype, (stack, n, _)) = (a.dtype(), linalg::extents_of(&a)?);
    // How often each matrix is halved.
    let norms =
        rows::max(&rows::sum(&rows::absolute(&a)?, cuprust::axis(-2))?, cuprust::axis(-1))?.astype(DType::F64)?;
    let halvings: Vec<f64> = norms
        .to_vec::<f64>()?
        .into_iter()
        .map(|norm| if norm > LARGEST && norm.is_finite() { (norm / LARGEST).log2().ceil() } else { 0.0 })
        .collect();
    let max_halvings = halvings.iter().copied().fold(0.0, f64::max) as i64;
    let extents: Vec<i64> = stack.iter().copied().chain([1, 1]).collect();
    let halvings = Array::from_slice(&halvings, &extents[..], a.device())?;
    let real = Scalar::new(1.0).cast(dtype.real()).dtype();
    let scale = rows::exp2(&rows::negative(&halvings)?)?.astype(real)?;
    let a = rows::multiply(&a, &scale)?;
    let one = identities(stack, n, dtype, a.device())?;
    let times = |x: &Array, y: &Array| matmul(x, y);
    let a2 = times(&a, &a)?;
    let a4 = times(&a2, &a2)?;
    let a6 = times(&a4, &a2)?;
    // A sum of powers with the coefficients from this one on, every other.
    let sum = |first: usize, powers: &[&Array]| -> Result<Array> {
        let mut total = rows::multiply(powers[0], NUMERATOR[first])?;
        for (index, power) in powers.iter().enumerate().skip(1) {
            total = rows::add(&total, &rows::multiply(*power, NUMERATOR[first + 2 * index])?)?;
        }
        Ok(total)
    };
    let odd = rows::add(&times(&a6, &sum(9, &[&a2, &a4, &a6])?)?, &sum(1, &[&one, &a2, &a4, &a6])?)?;
    let odd = times(&a, &odd)?;
    let even = rows::add(&times(&a6, &sum(8, &[&a2, &a4, &a6])?)?, &sum(0, &[&one, &a2, &a4, &a6])?)?;
    let mut result = linalg::solve(&rows::subtract(&even, &odd)?, &rows::add(&even, &odd)?)?;
    for turn in 0..max_halvings {
        let squared = times(&result, &result)?;
        result = where_(&rows::greater(&halvings, turn as f64)?, &squared, &result)?;
    }
    Ok(result)
}
