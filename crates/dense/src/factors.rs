//! The loop over a stack of matrices, and the function that factors one of them.

use cuprust_num::{DType, c64, c128};
use cuprust_ops::Routine;

use crate::matrix::{Field, Matrix, Triangle, solve};
use crate::operands::{StackOf, Stacked, stacked};
use crate::singular::singular;
use crate::spectral::{Found, Narrow, general, hermitian};
use crate::{Operand, Team, cholesky, forms, lu, qr};

/// # Safety
/// As [`crate::run`]; the operands were checked.
pub(crate) unsafe fn run(routine: Routine, inputs: &[Operand], outputs: &[Operand], team: &Team) {
    // SAFETY: as the caller promises.
    unsafe {
        match inputs[0].dtype {
            DType::F32 => each::<f32>(routine, inputs, outputs, team),
            DType::F64 => each::<f64>(routine, inputs, outputs, team),
            DType::C64 => each::<c64>(routine, inputs, outputs, team),
            _ => each::<c128>(routine, inputs, outputs, team),
        }
    }
}

/// # Safety
/// As [`run`], for matrices of this element.
unsafe fn each<T: Narrow>(routine: Routine, inputs: &[Operand], outputs: &[Operand], team: &Team) {
    let Some(all) = stacked(routine, inputs, outputs) else { return };
    let (inputs, outputs) = all.split_at(inputs.len());
    let stack = StackOf::of(&all);
    // Large matrices are factored by all threads one after another, small ones by one thread each.
    if !stack.is_shared() {
        for number in 0..stack.count {
            // SAFETY: as the caller promises.
            unsafe { one::<T>(routine, inputs, outputs, number, team) };
        }
    } else {
        let (work, count) = (stack.work, stack.count);
        let matrices_per_task = ((1 << 16) / work.max(1)).clamp(1, count.max(1));
        team.spread(count.div_ceil(matrices_per_task), work.saturating_mul(count), &|part| {
            for number in part * matrices_per_task..((part + 1) * matrices_per_task).min(count) {
                // SAFETY: as the caller promises; each matrix has elements of its own.
                unsafe { one::<T>(routine, inputs, outputs, number, &Team::alone()) };
            }
        });
    }
}

/// # Safety
/// As [`each`], for one matrix of the stack.
unsafe fn one<T: Narrow>(routine: Routine, inputs: &[Stacked], outputs: &[Stacked], number: usize, team: &Team) {
    let in_place = || {
        // SAFETY: the operands are of these dtypes, as was checked.
        unsafe { in_place::<T>(inputs, outputs, number) }
    };
    // SAFETY: the operands are of these dtypes, as was checked, and hold such values.
    unsafe {
        match routine {
            Routine::Lu => {
                outputs[2].elements::<i64>(number)[0] = lu::factor(in_place(), outputs[1].elements(number), team);
            }
            Routine::LuSolve { transposed, conjugated } => {
                let (factors, pivots) = (inputs[1].matrix::<T>(number), inputs[2].elements(number));
                lu::solve_factored(factors, pivots, in_place(), (transposed, conjugated), team);
            }
            Routine::Cholesky => {
                let factor = in_place();
                let wrong = cholesky::factor(factor, team);
                outputs[1].elements::<i64>(number)[0] = wrong;
            }
            Routine::TriangularSolve { lower, unit, transposed, conjugated } => {
                let triangle = Triangle { matrix: inputs[1].matrix::<T>(number), lower, unit, conjugate: conjugated };
                solve(if transposed { triangle.t() } else { triangle }, in_place(), team);
            }
            Routine::Qr => qr::factor(in_place(), outputs[1].elements::<T>(number), team),
            Routine::PivotedQr => {
                qr::factor_pivoted(in_place(), outputs[1].elements::<T>(number), outputs[2].elements::<i64>(number));
            }
            Routine::QrBasis => {
                let (factored, scales) = (inputs[0].matrix::<T>(number), inputs[1].elements::<T>(number));
                qr::basis(factored, scales, outputs[0].matrix::<T>(number), team);
            }
            Routine::Eigh { vectors, lower } => {
                let mut values = |index, value| real::<T>(&outputs[0], number, index, value);
                let room = vectors.then(|| outputs[1].matrix::<T>(number));
                let found = hermitian(inputs[0].matrix::<T>(number), lower, &mut values, room, team);
                report(outputs, number, found);
            }
            Routine::Eig { vectors } => {
                let mut values = |index, value| complex::<T>(&outputs[0], number, index, value);
                let room = vectors.then(|| outputs[1].matrix::<T>(number));
                let found = converged(general(inputs[0].matrix::<T>(number), &mut values, room, team));
                report(outputs, number, found);
            }
            Routine::Svd { vectors } => {
                let mut values = |index, value| real::<T>(&outputs[0], number, index, value);
                let room = vectors.then(|| (outputs[1].matrix::<T>(number), outputs[2].matrix::<T>(number)));
                let found = converged(singular(inputs[0].matrix::<T>(number), &mut values, room, team));
                report(outputs, number, found);
            }
            _ => forms::one::<T>(routine, inputs, outputs, number, team),
        }
    }
}

/// The output that is factored in place, after a copy of the input if the two memories differ.
///
/// # Safety
/// The operands have a matrix of that number; the first input and output are of `T` and one shape, and are equal or do
/// not overlap.
pub(crate) unsafe fn in_place<T: Field>(inputs: &[Stacked], outputs: &[Stacked], number: usize) -> Matrix<T> {
    // SAFETY: as the caller promises.
    unsafe {
        let (from, to) = (inputs[0].at::<T>(number), outputs[0].at::<T>(number));
        if from != to {
            std::ptr::copy_nonoverlapping(from, to, outputs[0].count());
        }
        outputs[0].matrix::<T>(number)
    }
}

pub(crate) fn converged(found: bool) -> Found {
    if found { Found::All } else { Found::Nothing }
}

/// Writes a real result.
///
/// # Safety
/// The operand is of the real dtype of `T`, and has such an element.
pub(crate) unsafe fn real<T: Field>(of: &Stacked, number: usize, index: usize, value: f64) {
    // SAFETY: as the caller promises.
    unsafe {
        match of.dtype {
            DType::F32 => of.elements::<f32>(number)[index] = value as f32,
            _ => of.elements::<f64>(number)[index] = value,
        }
    }
}

/// Writes a complex result.
///
/// # Safety
/// As [`real`], for the complex dtype.
unsafe fn complex<T: Field>(of: &Stacked, number: usize, index: usize, value: c128) {
    // SAFETY: as the caller promises.
    unsafe {
        match of.dtype {
            DType::C64 => of.elements::<c64>(number)[index] = c64::new(value.re as f32, value.im as f32),
            _ => of.elements::<c128>(number)[index] = value,
        }
    }
}

/// Writes to the last result whether the others were found; those that were not are NaN.
///
/// # Safety
/// The outputs have a matrix of that number.
pub(crate) unsafe fn report(outputs: &[Stacked], number: usize, found: Found) {
    let Some((count, others)) = outputs.split_last() else { return };
    // SAFETY: as the caller promises; the elements are those of their dtypes.
    unsafe {
        count.elements::<i64>(number)[0] = i64::from(found == Found::Nothing);
        for output in others.iter().filter(|_| found != Found::All) {
            match output.dtype {
                DType::F32 => output.elements(number).fill(f32::NAN),
                DType::C64 => output.elements(number).fill(<c64 as Field>::NAN),
                DType::C128 => output.elements(number).fill(<c128 as Field>::NAN),
                _ => output.elements(number).fill(f64::NAN),
            }
        }
    }
}
