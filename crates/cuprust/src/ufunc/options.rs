//! What may be said of an operation or of a reduction beside its operands.

use cuprust_num::{Casting, DType, Scalar};
use cuprust_ops::MAX_OUTPUTS;

use super::signature::Signature;
use crate::{Array, Order};

/// What may be said of an operation beside its operands.
#[derive(Clone, Copy)]
pub struct MapOptions<'a> {
    /// Arrays to write the outputs to; new ones are made where there is none.
    pub out: [Option<&'a Array>; MAX_OUTPUTS],
    /// A bool array: only where it is true is anything written.
    pub mask: Option<&'a Array>,
    /// The dtype of the first result; found by promotion where there is none.
    pub dtype: Option<DType>,
    /// The dtypes of operands and results, in the stead of `dtype`.
    pub signature: Option<Signature>,
    /// Which casts of operands and outputs are allowed.
    pub casting: Casting,
    /// In which order the elements of new outputs lie.
    pub order: Order,
}

/// The outputs of a row with one result, as [`MapOptions::out`] takes them.
///
/// ```
/// # use cuprust::*;
/// let out = zeros(2)?;
/// let options = MapOptions { out: ufunc::single_output(Some(&out)), ..Default::default() };
/// ufunc::map_one(ops::RowId::named("add"), &[(&array![1, 2]).into(), 1.into()], &options)?;
/// assert_eq!(out.to_string(), "[2. 3.]");
/// # Ok::<(), Error>(())
/// ```
pub fn single_output(out: Option<&Array>) -> [Option<&Array>; MAX_OUTPUTS] {
    let mut outputs = [None; MAX_OUTPUTS];
    outputs[0] = out;
    outputs
}

impl Default for MapOptions<'_> {
    fn default() -> Self {
        MapOptions {
            out: [None; MAX_OUTPUTS],
            mask: None,
            dtype: None,
            signature: None,
            casting: Casting::SameKind,
            order: Order::K,
        }
    }
}

impl MapOptions<'_> {
    /// Whether the caller says which loop it is.
    pub(super) fn names_loop(&self) -> bool {
        self.dtype.is_some() || self.signature.is_some()
    }
}

/// What may be said of a reduction beside its operand, as programs that hold it in variables say it; others write
/// [`Over`](crate::Over).
#[derive(Clone, Copy, Default)]
pub struct ReduceOptions<'a> {
    /// The axes to reduce, negative ones counted from the last; all where there is none.
    pub axes: Option<&'a [i64]>,
    /// The dtype to accumulate in, and of the result.
    pub dtype: Option<DType>,
    /// The array to write to.
    pub out: Option<&'a Array>,
    /// Whether reduced axes stay, with extent one.
    pub keepdims: bool,
    /// A value to start from.
    pub initial: Option<Scalar>,
    /// A bool array: only elements where it is true take part.
    pub mask: Option<&'a Array>,
}
