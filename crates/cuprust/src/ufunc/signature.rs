//! Which loop of a row a caller asks for, by the dtypes of its operands and results.

use cuprust_ir::{Error, Result};
use cuprust_num::{Casting, DType, can_cast};
use cuprust_ops::{Operand, Row, RowId, Slot};

/// The dtype of each operand and each result of a loop, none where any will do: NumPy's `signature=`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature {
    inputs: [Option<DType>; 3],
    outputs: [Option<DType>; 2],
}

impl Signature {
    /// The dtypes of operands and then of results, as NumPy's tuple has them.
    ///
    /// # Errors
    /// A value error for another number of dtypes than the row has operands and results.
    pub fn of(row: RowId, dtypes: &[Option<DType>]) -> Result<Signature> {
        let what = row.row();
        let (nin, nargs) = (what.inputs.len(), what.inputs.len() + what.outputs.len());
        if dtypes.len() != nargs {
            return Err(Error::value(format!(
                "a type-tuple must be specified of length {nargs} for ufunc '{}'",
                what.name
            )));
        }
        let mut signature = Signature { inputs: [None; 3], outputs: [None; 2] };
        signature.inputs[..nin].copy_from_slice(&dtypes[..nin]);
        signature.outputs[..nargs - nin].copy_from_slice(&dtypes[nin..]);
        Ok(signature)
    }

    /// The dtypes before and behind the arrow of a text such as `dd->d`.
    ///
    /// # Errors
    /// A value error for other numbers of dtypes than the row has operands and results.
    pub fn between(row: RowId, inputs: &[DType], outputs: &[DType]) -> Result<Signature> {
        let what = row.row();
        if (inputs.len(), outputs.len()) != (what.inputs.len(), what.outputs.len()) {
            return Err(Error::value(format!(
                "a type-string for {}, requires {} typecode(s) before and {} after the -> sign",
                what.name,
                what.inputs.len(),
                what.outputs.len()
            )));
        }
        let all: Vec<Option<DType>> = inputs.iter().chain(outputs).map(|&dtype| Some(dtype)).collect();
        Signature::of(row, &all)
    }

    /// The dtype of the loop: the one that the operands promote to where it has these dtypes, else the first that has them.
    pub(super) fn loop_dtype(&self, row: &Row, operands: &[Operand]) -> Result<DType> {
        // NumPy has loops for operands of several integers where one loop serves here.
        let takes = |slot: &Slot, wanted: DType, dtype: DType| match *slot {
            Slot::Fixed(fixed) => can_cast(wanted, fixed, Casting::Safe),
            slot => slot.dtype(dtype) == wanted,
        };
        let fits = |dtype: &DType| {
            let mut inputs = row.inputs.iter().zip(self.inputs);
            let mut outputs = row.outputs.iter().zip(self.outputs);
            inputs.all(|(slot, wanted)| wanted.is_none_or(|wanted| takes(slot, wanted, *dtype)))
                && outputs.all(|(slot, wanted)| wanted.is_none_or(|wanted| slot.dtype(*dtype) == wanted))
        };
        let found = row.resolve(operands).ok().filter(fits).or_else(|| row.dtypes.iter().copied().find(fits));
        found.ok_or_else(|| {
            let name = row.name;
            Error::type_(format!("No loop matching the specified signature and casting was found for ufunc {name}"))
        })
    }
}
