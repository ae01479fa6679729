//! The declarations of SciPy's linear algebra, by the subjects of SciPy's own pages.

pub(crate) mod decompositions;
pub(crate) mod eigenvalues;
pub(crate) mod equations;
pub(crate) mod functions;
pub(crate) mod lapack;
pub(crate) mod orthogonal;
pub(crate) mod special;
pub(crate) mod systems;

use cuprust::table::NumberOrText;
use cuprust::{Array, Error, Result};
use cuprust_num::Value;

use super::*;

/// Several new arrays.
type Arrays = Box<[Array]>;

/// Which system is solved: that of the matrix, its transpose, or its conjugate transpose.
fn transposition(trans: NumberOrText) -> Result<(bool, bool)> {
    let number = match trans {
        NumberOrText::Number(Value::Int(number)) => Some(number as i64),
        NumberOrText::Text("N") => Some(0),
        NumberOrText::Text("T") => Some(1),
        NumberOrText::Text("C") => Some(2),
        _ => None,
    };
    match number {
        Some(0) => Ok((false, false)),
        Some(1) => Ok((true, false)),
        Some(2) => Ok((true, true)),
        _ => Err(Error::value("trans is 0, 1 or 2, or 'N', 'T' or 'C'")),
    }
}

/// Two arrays of a tuple.
fn two<'a>(arrays: &[&'a Array], name: &str) -> Result<[&'a Array; 2]> {
    <[&Array; 2]>::try_from(arrays).map_err(|_| Error::value(format!("{name} is a tuple of two")))
}
