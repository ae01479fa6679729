//! The choice of a row's loop by the dtypes of its operands and results.

use cuprust_ir::{Error, Result};
use cuprust_num::{Casting, DType, can_cast};
use cuprust_ops::{MAX_INPUTS, MAX_OUTPUTS, Operand, Row, RowId, Slot};

/// A caller's choice of a loop: NumPy's `signature=`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Loop {
    /// The dtype of the first result.
    Result(DType),
    /// The dtypes of the operands and of the results, as in `dd->d`.
    Between(Vec<DType>, Vec<DType>),
    /// The dtypes of the operands and then of the results, `None` for any.
    Each(Vec<Option<DType>>),
}

impl Loop {
    /// The dtypes of operands and results of a ufunc with these numbers of them.
    ///
    /// # Errors
    /// A value error for other numbers of dtypes.
    fn dtypes(&self, name: &str, nin: usize, nout: usize) -> Result<Vec<Option<DType>>> {
        match self {
            Loop::Result(dtype) => {
                let mut dtypes = vec![None; nin + nout];
                dtypes[nin] = Some(*dtype);
                Ok(dtypes)
            }
            Loop::Between(inputs, outputs) => match (inputs.len(), outputs.len()) == (nin, nout) {
                true => Ok(inputs.iter().chain(outputs).map(|&dtype| Some(dtype)).collect()),
                false => Err(Error::value(format!(
                    "a type-string for {name}, requires {nin} typecode(s) before and {nout} after the -> sign"
                ))),
            },
            Loop::Each(dtypes) => match dtypes.len() == nin + nout {
                true => Ok(dtypes.clone()),
                false => Err(Error::value(format!(
                    "a type-tuple must be specified of length {} for ufunc '{name}'",
                    nin + nout
                ))),
            },
        }
    }

    /// The dtype of a loop in which two operands and a result have the same dtype; `None` for any.
    ///
    /// # Errors
    /// A value error for other numbers of dtypes than three, a type error where they differ.
    pub(crate) fn one_dtype(&self, name: &str) -> Result<Option<DType>> {
        let mut named = self.dtypes(name, 2, 1)?.into_iter().flatten();
        let first = named.next();
        if named.all(|dtype| Some(dtype) == first) { Ok(first) } else { Err(no_loop(name)) }
    }
}

/// The error of a ufunc without a loop of the requested dtypes.
fn no_loop(name: &str) -> Error {
    Error::type_(format!("No loop matching the specified signature and casting was found for ufunc {name}"))
}

/// The dtype of each operand and each result of a row's loop, `None` for any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature {
    inputs: [Option<DType>; MAX_INPUTS],
    outputs: [Option<DType>; MAX_OUTPUTS],
}

impl Signature {
    /// The dtypes of the requested loop.
    ///
    /// # Errors
    /// A value error for other numbers of dtypes than the row has operands and results.
    pub fn of(row: RowId, asked: &Loop) -> Result<Signature> {
        let what = row.row();
        let (nin, nout) = (what.inputs.len(), what.outputs.len());
        let dtypes = asked.dtypes(what.name, nin, nout)?;
        let mut signature = Signature { inputs: [None; MAX_INPUTS], outputs: [None; MAX_OUTPUTS] };
        signature.inputs[..nin].copy_from_slice(&dtypes[..nin]);
        signature.outputs[..nout].copy_from_slice(&dtypes[nin..]);
        Ok(signature)
    }

    /// The dtype of the loop: the one that the operands promote to if its dtypes match, else the first one that
    /// matches.
    pub(super) fn loop_dtype(&self, row: &Row, operands: &[Operand]) -> Result<DType> {
        // NumPy has several loops for operands of different integers where one loop suffices here.
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
        found.ok_or_else(|| no_loop(row.name))
    }
}
