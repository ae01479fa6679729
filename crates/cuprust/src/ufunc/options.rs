//! Options of operations and reductions.

use cuprust_num::{Casting, DType, Scalar};
use cuprust_ops::MAX_OUTPUTS;

use super::signature::Signature;
use crate::{Array, Order};

/// Options of an operation.
#[derive(Clone, Copy)]
pub struct MapOptions<'a> {
    /// Arrays to write the outputs to; `None` for new ones.
    pub out: [Option<&'a Array>; MAX_OUTPUTS],
    /// A bool array: results are written only where it is true.
    pub mask: Option<&'a Array>,
    /// The dtype of the first result; by default found by promotion.
    pub dtype: Option<DType>,
    /// The dtypes of operands and results, instead of `dtype`.
    pub signature: Option<Signature>,
    /// Which casts of operands and outputs are allowed.
    pub casting: Casting,
    /// The memory order of new outputs.
    pub order: Order,
}

/// The outputs of a row with one result, in the form of [`MapOptions::out`].
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
    /// Whether the caller chooses the loop.
    pub(super) fn names_loop(&self) -> bool {
        self.dtype.is_some() || self.signature.is_some()
    }
}

/// Options of a reduction in a plain structure, for callers that have them in variables; others write
/// [`Over`](crate::Over).
#[derive(Clone, Copy, Default)]
pub struct ReduceOptions<'a> {
    /// The axes to reduce, negative ones counted from the last; `None` for all.
    pub axes: Option<&'a [i64]>,
    /// The dtype to accumulate in, and of the result.
    pub dtype: Option<DType>,
    /// The array to write to.
    pub out: Option<&'a Array>,
    /// Whether reduced axes are kept, with extent one.
    pub keepdims: bool,
    /// A value to start from.
    pub initial: Option<Scalar>,
    /// A bool array: only elements where it is true take part.
    pub mask: Option<&'a Array>,
}
