//! What a device can do at most, measured: bytes that it moves and operations that it does in a second.

use std::time::Instant;

use cuprust_ir::Result;
use cuprust_num::DType;

use crate::runtime::Device;
use crate::{Array, Stream, full, linalg, shape};

/// What a device was measured to do in a second.
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

/// Bytes that are copied: more than any cache holds.
const COPIED: i64 = 256 << 20;

/// The side of the matrices: large enough that a device is busy throughout.
const SIDE: [i64; 2] = [768, 4096];

/// The same in half precision: a GPU's units for that do ten times as much, and a CPU has none.
const SIDE_OF_HALVES: [i64; 2] = [512, 8192];

/// Of so many runs the fastest counts.
const RUNS: usize = 4;

/// Measures what a device can do. It takes some tenths of a second and 512 MB of its memory.
///
/// # Errors
/// Where there is no memory for it.
pub fn ceilings(device: Device) -> Result<Ceilings> {
    let stream = Stream::null(device);
    let fastest = |work: &dyn Fn() -> Result<Array>| -> Result<f64> {
        let mut best = f64::INFINITY;
        for _ in 0..RUNS {
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
    let source = filled(&[COPIED / 4], DType::F32)?;
    let copy = fastest(&|| source.copy())?;
    drop(source);
    let product = |dtype: DType, side: i64| -> Result<f64> {
        let a = filled(&[side, side], dtype)?;
        Ok(2.0 * (side as f64).powi(3) / fastest(&|| linalg::matmul(&a, &a))?)
    };
    let place = usize::from(device.capabilities().compute.is_some());
    let [single, double] = [DType::F32, DType::F64].map(|dtype| product(dtype, SIDE[place]));
    let half = product(DType::F16, SIDE_OF_HALVES[place])?;
    Ok(Ceilings { bytes: 2.0 * COPIED as f64 / copy, single: single?, double: double?, half })
}
