//! The operands of an instruction, as the recorder receives them.

use cuprust_ir::{CircularAxis, Layout};
use cuprust_num::{DType, Scalar};

use crate::runtime::state::StorageRef;

/// An operand to be recorded.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Input<'a> {
    /// Elements of a storage.
    View(&'a StorageRef, DType, &'a Layout, &'a [CircularAxis]),
    /// A contiguous view of the instruction's shape in C order, from an offset: the commonest view.
    Plain(&'a StorageRef, DType, i64),
    /// A number.
    Scalar(Scalar),
    /// The index of the position, by a layout.
    Position(&'a Layout),
}

/// A replacement for an operand: a storage of its own with elements of the operand's dtype.
pub(in crate::runtime) type Replacement = (StorageRef, Layout);

/// Inputs with some of them replaced.
pub(in crate::runtime) fn in_place_of<'a>(inputs: &[Input<'a>], others: &'a [Option<Replacement>]) -> Vec<Input<'a>> {
    let replaced = |(input, other): (&Input<'a>, &'a Option<Replacement>)| match (*input, other) {
        (Input::View(_, dtype, ..) | Input::Plain(_, dtype, _), Some((storage, layout))) => {
            Input::View(storage, dtype, layout, &[])
        }
        (input, _) => input,
    };
    inputs.iter().zip(others).map(replaced).collect()
}

/// A view to be written.
pub(crate) type Output<'a> = (&'a StorageRef, DType, &'a Layout);

impl<'a> Input<'a> {
    #[inline]
    pub(in crate::runtime) fn storage(&self) -> Option<&'a StorageRef> {
        match self {
            Input::View(storage, ..) | Input::Plain(storage, ..) => Some(storage),
            Input::Scalar(_) | Input::Position(_) => None,
        }
    }
}
