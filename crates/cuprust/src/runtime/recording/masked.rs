//! Writes under a mask: a select between new elements and the existing ones, where there are any.

use cuprust_ir::{Layout, Opcode, Result};
use cuprust_num::{DType, Scalar};
use cuprust_ops::RowId;

use crate::runtime::state::operands::{Input, Output};
use crate::runtime::state::{Guard, StorageRef};

impl Guard {
    /// Records that values are written where a mask is true: both have the shape of the output.
    ///
    /// # Errors
    /// As recording.
    pub(crate) fn record_masked(&mut self, out: Output, mask: Input, values: Input) -> Result<()> {
        let (storage, dtype, layout) = out;
        self.set_if_unset(storage, dtype)?;
        let opcode = Opcode::Map(const { RowId::named("where") }, dtype);
        self.record(opcode, &layout.shape, &[out], &[mask, values, Input::View(storage, dtype, layout, &[])])
    }

    /// Zeroes a storage that nothing was written to: a select would otherwise read uninitialised memory. The zeros are
    /// fused with the select, and cost no pass of their own where it covers the storage.
    fn set_if_unset(&mut self, storage: &StorageRef, dtype: DType) -> Result<()> {
        // The state of another device's storage is unknown here; recording refuses it.
        if storage.device() != self.device {
            return Ok(());
        }
        let slot = self.state.table.get(storage.index());
        if slot.memory.is_some() || slot.written || slot.running || slot.owner.is_some() || slot.poison.is_some() {
            return Ok(());
        }
        let dtype = if slot.bytes.is_multiple_of(dtype.size() as u64) { dtype } else { DType::U8 };
        let whole = Layout::contiguous(&[(slot.bytes / dtype.size() as u64) as i64]);
        self.record(Opcode::Copy, &whole.shape, &[(storage, dtype, &whole)], &[Input::Scalar(Scalar::zero(dtype))])
    }
}

#[cfg(test)]
mod tests {
    use crate::ufunc::{MapOptions, map};
    use crate::{Argument, Array, DType, Scalar};
    use cuprust_ops::RowId;

    #[test]
    fn what_a_mask_leaves_unset_is_no_error_of_the_device() {
        let Some((device, _alone)) = crate::runtime::ptx_alone() else { return };
        let x = Array::from_slice(&[1.0f64, 2.0, 3.0, 4.0], [4], device).unwrap();
        let mask = Array::from_slice(&[true, false, true, false], [4], device).unwrap();
        let empty = || Array::empty([4], DType::F64, device).unwrap();
        let chosen = |array: &Array| {
            let all = array.to_vec::<f64>().unwrap();
            [all[0], all[2]]
        };
        let (sum, copied, assigned) = (empty(), empty(), empty());
        let options =
            MapOptions { out: crate::ufunc::single_output(Some(&sum)), mask: Some(&mask), ..MapOptions::default() };
        map(const { RowId::named("add") }, &[Argument::Array(&x), Argument::Array(&x)], &options).unwrap();
        copied.copy_from(&x, crate::Casting::SameKind, Some(&mask)).unwrap();
        assigned.set_where(&mask, Argument::Scalar(Scalar::new(7.0f64))).unwrap();
        assert_eq!((chosen(&sum), chosen(&copied), chosen(&assigned)), ([2.0, 6.0], [1.0, 3.0], [7.0, 7.0]));
        // Earlier writes stay, also if they are still to be computed.
        let twice = x.copy().unwrap();
        twice.set_where(&mask, Argument::Scalar(Scalar::new(7.0f64))).unwrap();
        assert_eq!(twice.to_vec::<f64>().unwrap(), [7.0, 2.0, 7.0, 4.0]);
    }
}
