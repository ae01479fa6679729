//! Arrays that are functions of the elements' indices.

use cuprust_ir::{Dims, Layout, Opcode, Result};
use cuprust_num::DType;

use crate::Array;
use crate::runtime::{Device, Input};

/// The value `offset + i0 * steps[0] + i1 * steps[1] + ..` at each index.
///
/// # Errors
/// Where memory is exhausted.
pub fn positions(shape: &[i64], offset: i64, steps: &[i64], dtype: DType, device: Device) -> Result<Array> {
    let out = Array::empty(shape, dtype, device)?;
    if out.size() != 0 {
        let layout = Layout { shape: Dims::new(shape), strides: Dims::new(steps), offset };
        device.lock()?.record(Opcode::Copy, shape, &[out.output()], &[Input::Position(&layout)])?;
    }
    Ok(out)
}
