//! The routines over stacked structured matrices: banded, Toeplitz, tridiagonal, and symmetric indefinite ones.

use cuprust_ops::Routine;

use crate::Team;
use crate::factors::{converged, in_place, real, report};
use crate::operands::Stacked;
use crate::spectral::{Narrow, scaled, tridiagonal};
use crate::square::Square;
use crate::{balance, banded, ldl};

/// Runs a routine on one matrix of the stack.
///
/// # Safety
/// As [`crate::run`]; the operands were checked, and are of `T`.
pub(crate) unsafe fn one<T: Narrow>(
    routine: Routine,
    inputs: &[Stacked],
    outputs: &[Stacked],
    number: usize,
    team: &Team,
) {
    // SAFETY: the operands are of these dtypes, as was checked; each has a matrix of this number.
    unsafe {
        match routine {
            Routine::BandedSolve { below } => {
                let x = in_place::<T>(inputs, outputs, number);
                let info = banded::solve(inputs[1].matrix::<T>(number), below as usize, x);
                outputs[1].elements::<i64>(number)[0] = info;
            }
            Routine::BandedCholesky { lower } => {
                let factor = in_place::<T>(inputs, outputs, number);
                outputs[1].elements::<i64>(number)[0] = banded::cholesky(factor, lower);
            }
            Routine::BandedCholeskySolve { lower } => {
                let x = in_place::<T>(inputs, outputs, number);
                banded::solve_by_cholesky(inputs[1].matrix::<T>(number), lower, x);
            }
            Routine::ToeplitzSolve => {
                let x = in_place::<T>(inputs, outputs, number);
                let regular = banded::solve_toeplitz(inputs[1].elements::<T>(number), x);
                report(outputs, number, converged(regular));
            }
            Routine::TridiagonalEigh { vectors } => {
                let parts = |operand: &Stacked| -> Vec<f64> {
                    operand.elements::<T>(number).iter().map(|element| element.parts().0).collect()
                };
                let n = outputs[0].count();
                let mut basis = vec![0.0; if vectors { n * n } else { 0 }];
                let vectors_out = vectors.then_some(&mut basis[..]);
                let found = tridiagonal(&parts(&inputs[0]), &parts(&inputs[1]), vectors_out, team);
                for (index, &value) in found.iter().flatten().enumerate() {
                    real::<T>(&outputs[0], number, index, value);
                }
                if vectors {
                    let written = outputs[1].elements::<T>(number).iter_mut().zip(&basis);
                    written.for_each(|(element, &value)| *element = T::of(value, 0.0));
                }
                report(outputs, number, converged(found.is_some()));
            }
            Routine::Balance { permute, scale } => {
                let input = in_place::<T>(inputs, outputs, number);
                let matrix = Square { n: input.rows, elements: outputs[0].elements::<T>(number).to_vec() };
                let balanced = balance::balance(matrix, permute, scale);
                outputs[0].elements::<T>(number).copy_from_slice(&balanced.matrix.elements);
                for (index, &scale) in balanced.scales.iter().enumerate() {
                    real::<T>(&outputs[1], number, index, scale);
                }
                outputs[2].elements::<i64>(number).copy_from_slice(&balanced.order);
            }
            Routine::Ldl { hermitian } => {
                let matrix = inputs[0].matrix::<T>(number);
                let mut elements = inputs[0].elements::<T>(number).to_vec();
                let factor = scaled(&mut elements);
                let factors = ldl::factor(Square { n: matrix.rows, elements }, hermitian);
                outputs[0].elements::<T>(number).copy_from_slice(&factors.l.elements);
                let blocks = outputs[1].elements::<T>(number).iter_mut().zip(&factors.d.elements);
                blocks.for_each(|(to, element)| *to = element.times(factor));
                outputs[2].elements::<i64>(number).copy_from_slice(&factors.order);
            }
            _ => {}
        }
    }
}
