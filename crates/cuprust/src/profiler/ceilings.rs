//! The measured peak rates of a device: bytes moved and operations done in a second.

use std::time::Instant;

use cuprust_ir::Result;
use cuprust_num::DType;

use crate::runtime::Device;
use crate::{Array, Stream, full, linalg, shape};

/// The measured rates of a device.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ceilings {
    /// Bytes read and written by a copy.
    pub bytes: f64,
    /// Operations of a product of matrices in single precision.
    pub single: f64,
    /// The same in double precision.
    pub double: f64,
    /// The same in half precision: float16, and bfloat16, which devices multiply as fast.
    pub half: f64,
}

/// The size of the copy in bytes: more than any cache holds.
const COPIED_BYTES: i64 = 256 << 20;

/// The side of the matrices, for the CPU and for GPUs: large enough to keep the device busy throughout.
const MATRIX_SIDES: [i64; 2] = [768, 4096];

/// The same in half precision: a GPU's units for it are ten times as fast, and a CPU has none.
const HALF_MATRIX_SIDES: [i64; 2] = [512, 8192];

/// The number of runs, of which the fastest counts.
const REPETITIONS: usize = 4;

/// Measures a device's rates. It takes some tenths of a second and 512 MB of its memory.
///
/// # Errors
/// Where memory is exhausted.
pub fn ceilings(device: Device) -> Result<Ceilings> {
    let stream = Stream::null(device);
    let fastest = |work: &dyn Fn() -> Result<Array>| -> Result<f64> {
        let mut best = f64::INFINITY;
        for _ in 0..REPETITIONS {
            stream.synchronize()?;
            let start = Instant::now();
            let result = work()?;
            stream.synchronize()?;
            best = best.min(start.elapsed().as_secs_f64());
            drop(result);
        }
        Ok(best)
    };
    let filled = |extents: &[i64], dtype: DType| full(shape(extents).dtype(dtype).on(device), 1);
    let source = filled(&[COPIED_BYTES / 4], DType::F32)?;
    let copy = fastest(&|| source.copy())?;
    drop(source);
    let product = |dtype: DType, side: i64| -> Result<f64> {
        let a = filled(&[side, side], dtype)?;
        Ok(2.0 * (side as f64).powi(3) / fastest(&|| linalg::matmul(&a, &a))?)
    };
    let index = usize::from(device.capabilities().compute.is_some());
    let [single, double] = [DType::F32, DType::F64].map(|dtype| product(dtype, MATRIX_SIDES[index]));
    let half = product(DType::F16, HALF_MATRIX_SIDES[index])?;
    Ok(Ceilings { bytes: 2.0 * COPIED_BYTES as f64 / copy, single: single?, double: double?, half })
}
