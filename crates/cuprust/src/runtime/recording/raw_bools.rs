//! Raw bools: bools whose bytes may differ from 0 and 1 are compared with zero where they are read.
//!
//! Kernels rely on bools of 0 and 1, and write no others. Other bytes come from outside (foreign or exported memory)
//! and through a view of the storage as another dtype. From then on the storage has raw bools, and an instruction that
//! reads bools from it reads `byte != 0` instead, which is fused with it.

use cuprust_ir::{Layout, Opcode, Result};
use cuprust_num::{DType, Scalar};
use cuprust_ops::RowId;

use crate::runtime::state::operands::{Input, Replacement, in_place_of};
use crate::runtime::state::{Guard, StorageRef};

impl Guard {
    /// Records that a storage of bools may be written as another dtype, or a storage of another dtype read as bools.
    pub(crate) fn allow_raw_bools(&mut self, storage: &StorageRef) {
        self.state.table.get_mut(storage.index()).raw_bools = true;
    }

    /// Whether bytes of bools in a storage may be other than 0 and 1.
    #[inline]
    pub(crate) fn has_raw_bools(&self, storage: &StorageRef) -> bool {
        // The state of another device's storage is unknown here; recording refuses it.
        storage.device() == self.device && self.state.table.get(storage.index()).raw_bools
    }

    /// Whether one of these inputs is of bools whose bytes may be other than 0 and 1.
    #[cold]
    pub(super) fn reads_raw_bools(&self, inputs: &[Input]) -> bool {
        inputs.iter().any(|input| match *input {
            Input::View(storage, dtype, ..) | Input::Plain(storage, dtype, _) => {
                dtype == DType::Bool && self.has_raw_bools(storage)
            }
            Input::Scalar(_) | Input::Position(_) => false,
        })
    }

    /// Records an instruction of this space with raw bools among its inputs replaced by `byte != 0`.
    ///
    /// # Errors
    /// As recording.
    #[cold]
    pub(super) fn with_compared_bools<T>(
        &mut self,
        shape: &[i64],
        inputs: &[Input],
        record: impl FnOnce(&mut Guard, &[Input]) -> Result<T>,
    ) -> Result<T> {
        let mut replacements: Vec<Option<Replacement>> = Vec::with_capacity(inputs.len());
        for input in inputs {
            let (bytes, space) = match *input {
                Input::View(storage, DType::Bool, layout, circular) if self.has_raw_bools(storage) => {
                    (Input::View(storage, DType::U8, layout, circular), &layout.shape[..])
                }
                Input::Plain(storage, DType::Bool, offset) if self.has_raw_bools(storage) => {
                    (Input::Plain(storage, DType::U8, offset), shape)
                }
                _ => {
                    replacements.push(None);
                    continue;
                }
            };
            let layout = Layout::contiguous(space);
            let opcode = Opcode::Map(const { RowId::named("not_equal") }, DType::U8);
            let result = (DType::Bool, &layout, layout.is_plain());
            let zero = Input::Scalar(Scalar::zero(DType::U8));
            let storage = self.record_new(opcode, layout.size() as u64, result, &[bytes, zero])?;
            replacements.push(Some((storage, layout)));
        }
        record(self, &in_place_of(inputs, &replacements))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Array, DType, Device, Scalar, creation};

    #[test]
    fn any_byte_but_zero_is_true() {
        let device = Device::cpu();
        let bools = creation::zeros(creation::shape(5000).of::<bool>().on(device)).unwrap();
        assert!(!bools.to_vec::<bool>().unwrap().contains(&true));
        bools.reinterpret(DType::U8).unwrap().fill(Scalar::new(5_u8)).unwrap();
        assert!(!bools.to_vec::<bool>().unwrap().contains(&false));
        assert_eq!(bools.astype(DType::I32).unwrap().to_vec::<i32>().unwrap(), [1; 5000]);
        assert_eq!(bools.copy().unwrap().reinterpret(DType::U8).unwrap().to_vec::<u8>().unwrap(), [1; 5000]);
        let floats = Array::from_slice(&[0.0_f32, 1.5], [2], device).unwrap();
        let expected = [false, false, false, false, false, false, true, true];
        assert_eq!(floats.reinterpret(DType::Bool).unwrap().to_vec::<bool>().unwrap(), expected);
        assert_eq!(Array::from_bytes(&[7, 0], [2], DType::Bool, device).unwrap().to_bytes().unwrap(), [1, 0]);
    }
}
