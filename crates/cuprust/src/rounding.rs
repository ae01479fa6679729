//! Rounding to decimals.

use cuprust_ir::Result;
use cuprust_num::{Casting, Value};
use cuprust_ops::RowId;

use crate::Array;
use crate::elementwise::{Argument, MapOptions, map};

/// The elements rounded to a number of decimals, halves to even, as `numpy.round`: scaled, rounded and scaled back. Negative
/// decimals round to tens, hundreds, .. Integers stay what they are.
///
/// # Errors
/// A value error for an `out` of another shape, a type error where it cannot hold the result.
pub fn round(array: &Array, decimals: i64, out: Option<&Array>) -> Result<Array> {
    let (multiply, divide) = const { (RowId::named("multiply"), RowId::named("divide")) };
    let last = MapOptions { out: [out, None], ..MapOptions::default() };
    let integer = array.dtype().is_integer();
    if integer && decimals >= 0 {
        return one(const { RowId::named("positive") }, &[Argument::Array(array)], &last);
    }
    let rint = const { RowId::named("rint") };
    if decimals == 0 {
        return one(rint, &[Argument::Array(array)], &last);
    }
    let factor = Value::Float(10f64.powi(decimals.unsigned_abs().min(400) as i32));
    let (there, back) = if decimals > 0 { (multiply, divide) } else { (divide, multiply) };
    let scaled = one(there, &[Argument::Array(array), Argument::Value(factor)], &MapOptions::default())?;
    let rounded = one(rint, &[Argument::Array(&scaled)], &MapOptions::default())?;
    let operands = [Argument::Array(&rounded), Argument::Value(factor)];
    if !integer {
        return one(back, &operands, &last);
    }
    let result = one(back, &operands, &MapOptions::default())?.astype(array.dtype())?;
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
        let floats = Array::from_slice(&[0.125f64, 2.5, -1.675, 1234.5], &[4], Device::cpu()).unwrap();
        assert_eq!(round(&floats, 0, None).unwrap().to_vec::<f64>().unwrap(), [0.0, 2.0, -2.0, 1234.0]);
        assert_eq!(round(&floats, 2, None).unwrap().to_vec::<f64>().unwrap(), [0.12, 2.5, -1.68, 1234.5]);
        let integers = Array::from_slice(&[14i64, 15, 25, -36], &[4], Device::cpu()).unwrap();
        assert_eq!(round(&integers, -1, None).unwrap().to_vec::<i64>().unwrap(), [10, 20, 20, -40]);
    }
}
