//! The routines over stacked matrices that need memory of their own: Schur forms, functions of triangular matrices,
//! Sylvester's equation.

use cuprust_num::c128;
use cuprust_ops::{MatrixFunction, Routine};

use crate::Team;
use crate::factors::{converged, report};
use crate::matrix::{Field, Matrix};
use crate::operands::Stacked;
use crate::pencil::{self, Paired, Pencil};
use crate::schur::{self, Iterated};
use crate::spectral::{Narrow, par, scaled, widened};
use crate::square::Square;
use crate::{structured, triangular};

/// A square matrix in the wide precision; None if an element is not finite.
///
/// # Safety
/// The matrix lies in memory that holds values.
unsafe fn square<T: Narrow>(a: Matrix<T>) -> Option<Square<T::Wide>> {
    // SAFETY: as the caller promises.
    unsafe { widened(a) }.map(|elements| Square { n: a.rows, elements })
}

/// The elements as complex numbers, finite or not.
///
/// # Safety
/// As [`square`].
unsafe fn complex<T: Field>(a: Matrix<T>) -> Vec<c128> {
    let indices = (0..a.columns).flat_map(|column| (0..a.rows).map(move |row| (row, column)));
    indices
        .map(|(row, column)| {
            // SAFETY: the element is in the matrix.
            let (re, im) = unsafe { a.get(row, column) }.parts();
            c128::new(re, im)
        })
        .collect()
}

/// As [`complex`], of a square matrix.
///
/// # Safety
/// As [`square`].
unsafe fn complex_square<T: Field>(a: Matrix<T>) -> Square<c128> {
    // SAFETY: as the caller promises.
    Square { n: a.rows, elements: unsafe { complex(a) } }
}

/// Which eigenvalues come first.
///
/// # Safety
/// The operand holds int64, and has a matrix of that number.
unsafe fn chosen(of: &Stacked, number: usize) -> Vec<bool> {
    // SAFETY: as the caller promises.
    unsafe { of.elements::<i64>(number) }.iter().map(|&chosen| chosen != 0).collect()
}

/// Writes a matrix times a factor, rounded.
///
/// # Safety
/// The matrix lies in memory that may be written and has as many elements.
unsafe fn write<T: Field, W: Field>(to: Matrix<T>, elements: &[W], factor: f64) {
    for (index, element) in elements.iter().enumerate() {
        let (re, im) = element.parts();
        // SAFETY: the element is in the matrix.
        unsafe { to.set(index % to.rows, index / to.rows, T::of(re * factor, im * factor)) };
    }
}

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
    // SAFETY: the operands are of these dtypes, as was checked, and hold such values; each has this number.
    unsafe {
        match routine {
            Routine::Hessenberg => {
                if let Some((h, q, factor)) = reduced::<T>(inputs[0].matrix(number), team) {
                    write(outputs[0].matrix::<T>(number), &h.elements, factor);
                    write(outputs[1].matrix::<T>(number), &q.elements, 1.0);
                } else {
                    outputs.iter().for_each(|output| output.elements::<T>(number).fill(T::NAN));
                }
            }
            Routine::Schur => {
                let found = square::<T>(inputs[0].matrix(number)).and_then(|mut t| {
                    let (factor, par) = (scaled(&mut t.elements), par(t.elements.len(), team));
                    schur::schur(&mut t, par).map(|z| (t, z, factor))
                });
                if let Some((t, z, factor)) = &found {
                    write(outputs[0].matrix::<T>(number), &t.elements, *factor);
                    write(outputs[1].matrix::<T>(number), &z.elements, 1.0);
                }
                report(outputs, number, converged(found.is_some()));
            }
            Routine::SchurOrder => {
                let chosen = chosen(&inputs[2], number);
                let matrices = (square::<T>(inputs[0].matrix(number)), square::<T>(inputs[1].matrix(number)));
                let ordered = match matrices {
                    (Some(mut t), Some(mut z)) => {
                        let factor = scaled(&mut t.elements);
                        let ordered = <T::Wide as Iterated>::reorder(&mut t, &mut z, &chosen);
                        write(outputs[0].matrix::<T>(number), &t.elements, factor);
                        write(outputs[1].matrix::<T>(number), &z.elements, 1.0);
                        ordered
                    }
                    _ => false,
                };
                report(outputs, number, converged(ordered));
            }
            Routine::SchurSplit => {
                let [mut t, mut z] = [0, 1].map(|index| complex_square(inputs[index].matrix::<T>(number)));
                let factor = scaled(&mut t.elements);
                schur::from_real(&mut t, &mut z);
                write(outputs[0].matrix::<T>(number), &t.elements, factor);
                write(outputs[1].matrix::<T>(number), &z.elements, 1.0);
            }
            Routine::TriangularFunction { function } => {
                let t = complex_square(inputs[0].matrix::<T>(number));
                let made = match function {
                    MatrixFunction::Root => triangular::root(&t),
                    MatrixFunction::Logarithm => triangular::logarithm(&t),
                    MatrixFunction::Sign => Some(triangular::sign(&t, 1e3 * T::EPSILON * t.largest_on_diagonal())),
                    MatrixFunction::AtEigenvalues => {
                        let values: Vec<c128> = inputs[1]
                            .elements::<T>(number)
                            .iter()
                            .map(|value| c128::new(value.parts().0, value.parts().1))
                            .collect();
                        Some(triangular::parlett(&t, &values))
                    }
                };
                if let Some(made) = &made {
                    write(outputs[0].matrix::<T>(number), &made.elements, 1.0);
                }
                report(outputs, number, converged(made.is_some()));
            }
            Routine::Qz => {
                let matrices = (square::<T>(inputs[0].matrix(number)), square::<T>(inputs[1].matrix(number)));
                let found = match matrices {
                    (Some(mut a), Some(mut b)) => {
                        let factors = (scaled(&mut a.elements), scaled(&mut b.elements));
                        pencil::qz(a, b, par(inputs[0].count(), team), team).map(|found| (found, factors))
                    }
                    _ => None,
                };
                if let Some((found, factors)) = &found {
                    write_pencil::<T, _>(outputs, number, found, *factors);
                }
                report(outputs, number, converged(found.is_some()));
            }
            Routine::QzOrder => {
                let chosen = chosen(&inputs[4], number);
                let [s, t, q, z] = [0, 1, 2, 3].map(|index| square::<T>(inputs[index].matrix(number)));
                let ordered = match (s, t, q, z) {
                    (Some(mut s), Some(mut t), Some(q), Some(z)) => {
                        let factors = (scaled(&mut s.elements), scaled(&mut t.elements));
                        let mut form = Pencil { s, t, q, z };
                        let ordered = <T::Wide as Paired>::reorder(&mut form, &chosen);
                        write_pencil::<T, _>(outputs, number, &form, factors);
                        ordered
                    }
                    _ => false,
                };
                report(outputs, number, converged(ordered));
            }
            Routine::QzSplit => {
                let [s, t, q, z] = [0, 1, 2, 3].map(|index| complex_square(inputs[index].matrix::<T>(number)));
                let mut form = Pencil { s, t, q, z };
                let factors = (scaled(&mut form.s.elements), scaled(&mut form.t.elements));
                pencil::split(&mut form);
                write_pencil::<T, _>(outputs, number, &form, factors);
            }
            Routine::PencilVectors { left } => {
                let [mut s, mut t] = [0, 1].map(|index| complex_square(inputs[index].matrix::<T>(number)));
                // A multiple of a matrix has the same vectors.
                for form in [&mut s, &mut t] {
                    scaled(&mut form.elements);
                }
                write(outputs[0].matrix::<T>(number), &pencil::vectors(&s, &t, left).elements, 1.0);
            }
            Routine::Sylvester { adjoint } => {
                let [a, b] = [1, 2].map(|index| complex_square(inputs[index].matrix::<T>(number)));
                let mut x = complex(inputs[0].matrix::<T>(number));
                triangular::sylvester(&a, &b, adjoint, &mut x);
                write(outputs[0].matrix::<T>(number), &x, 1.0);
            }
            _ => structured::one::<T>(routine, inputs, outputs, number, team),
        }
    }
}

/// Writes the four matrices of a pencil, the first two times these factors.
///
/// # Safety
/// The outputs have a matrix of that number, and are of `T`.
unsafe fn write_pencil<T: Field, W: Field>(outputs: &[Stacked], number: usize, form: &Pencil<W>, factors: (f64, f64)) {
    let parts = [(&form.s, factors.0), (&form.t, factors.1), (&form.q, 1.0), (&form.z, 1.0)];
    for (output, (part, factor)) in outputs.iter().zip(parts) {
        // SAFETY: as the caller promises.
        unsafe { write(output.matrix::<T>(number), &part.elements, factor) };
    }
}

/// A Hessenberg form, its basis, and the factor that the form must be multiplied by.
type Reduced<W> = (Square<W>, Square<W>, f64);

/// The Hessenberg form of a matrix; None if an element is not finite.
///
/// # Safety
/// As [`square`].
unsafe fn reduced<T: Narrow>(a: Matrix<T>, team: &Team) -> Option<Reduced<T::Wide>> {
    // SAFETY: as the caller promises.
    let mut h = unsafe { square::<T>(a) }?;
    let (factor, par) = (scaled(&mut h.elements), par(h.elements.len(), team));
    let q = schur::hessenberg(&mut h, par);
    Some((h, q, factor))
}
