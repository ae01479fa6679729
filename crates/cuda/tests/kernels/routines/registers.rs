//! Kernels of small matrices keep what a thread holds in registers.

use super::view;
use crate::support::device::long;
use cuprust_cuda::compile::{self, Options};
use cuprust_cuda::write::Device;
use cuprust_cuda::write_routine;
use cuprust_ir::{Layout, Operand};
use cuprust_num::DType;
use cuprust_ops::Routine;

/// A choice among elements of an array may be compiled to an address, which puts the array in local memory: such a
/// kernel takes several times as long.
#[test]
fn factors_of_small_matrices_keep_their_columns_in_registers() {
    if let Err(error) = compile::version() {
        return println!("not compiled: {error}");
    }
    for (place, (count, n)) in [(4000, 32), (256, 64), (64, 128)].into_iter().enumerate() {
        let dtypes = [DType::F64, DType::C128];
        // In short each size has one of the dtypes.
        for dtype in if long() { &dtypes[..] } else { &dtypes[place % 2..][..1] }.iter().copied() {
            let of = |storage, dtype, shape: &[i64]| view(storage, dtype, Layout::contiguous(shape));
            let matrix = |storage| of(storage, dtype, &[count, n, n]);
            let operand = |storage| Operand::View(matrix(storage));
            let (scales, values) = (of(2, dtype, &[count, n]), of(2, dtype.real(), &[count, n]));
            let (pivots, info) = (of(2, DType::I64, &[count, n]), of(3, DType::I64, &[count]));
            let solve = Routine::LuSolve { transposed: false, conjugated: false };
            for (routine, outputs, inputs) in [
                (Routine::Lu, vec![matrix(0), pivots.clone(), info.clone()], vec![operand(1)]),
                (solve, vec![matrix(0)], vec![operand(1), operand(4), Operand::View(pivots)]),
                (Routine::Cholesky, vec![matrix(0), info.clone()], vec![operand(1)]),
                (Routine::Qr, vec![matrix(0), scales.clone()], vec![operand(1)]),
                (Routine::QrBasis, vec![matrix(0)], vec![operand(1), Operand::View(scales)]),
                (Routine::Eigh { vectors: true, lower: true }, vec![values, matrix(0), info], vec![operand(1)]),
            ] {
                let device = Device { multiprocessors: 132 };
                for kernel in write_routine(routine, &outputs, &inputs, &[], device).unwrap() {
                    let code = compile::ptx(&kernel.text, (9, 0), &Options::exact()).unwrap();
                    assert!(!code.contains(".local "), "{} of {n} x {n} {dtype}:\n{}", kernel.name, kernel.text);
                }
            }
        }
    }
}
