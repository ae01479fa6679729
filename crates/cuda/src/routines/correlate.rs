//! One-dimensional correlation of a line with weights: a tile of sums for each block.

use cuprust_ir::{Error, Operand, Result};
use cuprust_num::DType;

use super::text::Text;
use super::{output, view};
use crate::write::{Device, Written, c_type};

const THREADS: i64 = 128;

/// The kernel that makes the sums.
pub(super) fn write(before: i64, outputs: &[cuprust_ir::View], inputs: &[Operand], device: Device) -> Result<Written> {
    let (out, line, weights) = (output(outputs)?, view(inputs, 0)?, view(inputs, 1)?);
    let views = [out, line, weights];
    if views.iter().any(|view| view.dtype != out.dtype) || matches!(out.dtype, DType::F16 | DType::BF16) {
        return Err(Error::type_("correlate takes two arrays of the output's dtype, which is none of the half types"));
    }
    if views.iter().any(|view| view.layout.rank() != 1) {
        return Err(Error::runtime("correlate takes a line and weights, and gives a line"));
    }
    let [length, size, count] = views.map(|view| view.layout.shape[0]);
    // Sums of a thread, and weights of an iteration. On an H200 2^20 float64 and 1000 weights take 117 us with 16 and
    // 256, 133 with 8 and 128; 2^20 and 100 weights 40 and 25; 2^16 and 1000 40 and 31.
    let busy = 2 * 16 * THREADS * i64::from(device.multiprocessors);
    let (own, at_a_time) = match (out.dtype.size(), count) {
        (16, _) => (4, 128),
        (_, 257..) if length >= busy && !out.dtype.is_complex() => (16, 256),
        (_, 33..) => (8, 128),
        (_, 9..) => (8, 32),
        _ => (8, 8),
    };
    let mut t = Text::new();
    t.operand("r0", line, true);
    t.operand("r1", weights, true);
    t.operand("w0", out, false);
    for (name, value) in [("size", size), ("count", count), ("before", before), ("length", length)] {
        t.fields.index(name, value);
    }
    t.line(format!(
        "correlate<{}, {}, {own}, {THREADS}, {at_a_time}>(p.r0, p.r0_0, p.size, p.r1, p.r1_0, p.count, p.before, p.w0, p.w0_0, p.length);",
        c_type(out.dtype),
        out.dtype.is_inexact(),
    ));
    let blocks = (length as u64).div_ceil((own * THREADS) as u64);
    t.finish("correlate", [blocks, 1], THREADS as u32)
}
