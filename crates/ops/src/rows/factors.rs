//! Checks of matrix factors before they are used: where a device finds that a matrix has none, it is an error.

use cuprust_num::DType;

use crate::Row;
use crate::Slot::{Fixed, Same};
use crate::loops::loops;

/// The status of a factorisation, of which only zero means that there are factors. The names do not exist in NumPy.
pub(super) const ROWS: &[Row] = &[
    checked("of_regular", "Singular matrix"),
    checked("of_positive_definite", "Matrix is not positive definite"),
    checked("of_singular_values", "SVD did not converge"),
    checked("of_eigenvalues", "Eigenvalues did not converge"),
    checked("of_finite", "Array must not contain infs or NaNs"),
];

const fn checked(name: &'static str, text: &'static str) -> Row {
    Row::binary(
        name,
        &["{0}"],
        loops!(scalar_binary floats => |x: T, _info: i64| x; scalar_binary complexes => |x: T, _info: i64| x),
    )
    .takes(&[Same, Fixed(DType::I64)])
    .refuses_factors("{1} != 0", text)
    .doc("The first operand, an element of what was computed by factors, where the second says that there are some.")
}
