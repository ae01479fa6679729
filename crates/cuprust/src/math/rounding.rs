//! Rounding to decimals.

use cuprust_ir::{Error, Result};
use cuprust_num::{Casting, DType, Value};
use cuprust_ops::RowId;

use crate::ufunc::{Argument, MapOptions, map, single_output};
use crate::{Array, array::Order};

/// The elements rounded to a number of decimals, halves to even, as `numpy.round`: scaled, rounded and scaled back.
/// Negative decimals round to tens, hundreds, .. Integers stay what they are.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(array![0.125, 2.5, -1.675].round(1)?.to_string(), "[ 0.1  2.5 -1.7]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for bool.
pub fn round(array: &Array, decimals: i64) -> Result<Array> {
    round_with(array, decimals, None)
}

impl Array {
    /// [`round`] of the elements.
    ///
    /// # Errors
    /// As [`round`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![0.126, 2.5].round(2)?.to_string(), "[0.13 2.5 ]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn round(&self, decimals: i64) -> Result<Array> {
        round(self, decimals)
    }
}

/// [`round`], written to `out` if given.
///
/// # Errors
/// A value error for an `out` of another size, a type error where it, or bool, cannot hold an intermediate result.
///
/// ```
/// # use cuprust::*;
/// let out = zeros(2)?;
/// math::round_with(&array![1.26, 2.5], 1, Some(&out))?;
/// assert_eq!(out.to_string(), "[1.3 2.5]");
/// # Ok::<(), Error>(())
/// ```
pub fn round_with(array: &Array, decimals: i64, out: Option<&Array>) -> Result<Array> {
    let (multiply, divide) = const { (RowId::named("multiply"), RowId::named("divide")) };
    if let Some(out) = out
        && out.size() != array.size()
    {
        return Err(Error::value(format!("round: out has {} elements, and the array {}", out.size(), array.size())));
    }
    let into = MapOptions { out: single_output(out), ..MapOptions::default() };
    let dtype = array.dtype();
    if dtype.is_integer() && decimals >= 0 {
        return match out {
            None => array.copy_ordered(dtype, Order::K),
            Some(out) => out.copy_from(array, Casting::SameKind, None).map(|()| out.clone()),
        };
    }
    let rint = const { RowId::named("rint") };
    if decimals == 0 {
        return one(rint, &[Argument::Array(array)], &into);
    }
    if dtype == DType::Bool && out.is_none() {
        return Err(Error::type_(
            "round: scaled bools are float64, which bool does not hold: convert them to floats first",
        ));
    }
    if dtype.is_complex() {
        return by_parts(array, decimals, out);
    }
    let factor = Value::Float(10f64.powi(decimals.unsigned_abs().min(400) as i32));
    let (there, back) = if decimals > 0 { (multiply, divide) } else { (divide, multiply) };
    // As in NumPy, an `out` holds every intermediate result.
    let scaled = one(there, &[Argument::Array(array), Argument::Value(factor)], &into)?;
    let rounded = one(rint, &[Argument::Array(&scaled)], &into)?;
    let result = one(back, &[Argument::Array(&rounded), Argument::Value(factor)], &into)?;
    if dtype.is_integer() && out.is_none() { result.astype(dtype) } else { Ok(result) }
}

/// Complex numbers with each part rounded on its own: a part that is not finite leaves the other unchanged.
fn by_parts(array: &Array, decimals: i64, out: Option<&Array>) -> Result<Array> {
    let result = array.copy_ordered(array.dtype(), Order::K)?;
    for (part, own) in [(result.real_part()?, array.real_part()?), (result.imaginary_part()?, array.imaginary_part()?)]
    {
        round_with(&own, decimals, Some(&part))?;
    }
    match out {
        None => Ok(result),
        Some(out) => out.copy_from(&result, Casting::SameKind, None).map(|()| out.clone()),
    }
}

fn one(row: RowId, operands: &[Argument], options: &MapOptions) -> Result<Array> {
    map(row, operands, options).map(|mut arrays| arrays.swap_remove(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Device;

    #[test]
    fn halves_go_to_even_and_integers_to_tens() {
        let floats = Array::from_slice(&[0.125f64, 2.5, -1.675, 1234.5], [4], Device::cpu()).unwrap();
        assert_eq!(round(&floats, 0).unwrap().to_vec::<f64>().unwrap(), [0.0, 2.0, -2.0, 1234.0]);
        assert_eq!(round(&floats, 2).unwrap().to_vec::<f64>().unwrap(), [0.12, 2.5, -1.68, 1234.5]);
        let integers = Array::from_slice(&[14i64, 15, 25, -36], [4], Device::cpu()).unwrap();
        assert_eq!(round(&integers, -1).unwrap().to_vec::<i64>().unwrap(), [10, 20, 20, -40]);
    }
}
