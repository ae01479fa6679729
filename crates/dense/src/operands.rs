//! The operands of the routines that factor stacked matrices: their shapes, and the address of each matrix of a stack.
//!
//! Matrices are column-major: the last axis of an operand runs down a column, and the one before it along a row.

use cuprust_num::DType;
use cuprust_ops::{MatrixFunction, Routine};

use crate::matrix::{Field, Matrix};
use crate::{Operand, Shared};

/// The extents that the operands of a routine share, by the letters of its signature.
struct Letters(Vec<(u8, i64)>);

impl Letters {
    /// Records the extents of an operand's last axes, which letters name. The other axes are the stack, equal for all.
    fn record(&mut self, stack: &mut Option<Vec<i64>>, operand: &Operand, letters: &str) -> Result<(), String> {
        let split = operand.shape.len().checked_sub(letters.len()).ok_or("an operand has too few axes")?;
        let (outer, own) = operand.shape.split_at(split);
        if stack.get_or_insert_with(|| outer.to_vec()) != outer {
            return Err("the operands are no stacks of the same shape".into());
        }
        for (letter, &extent) in letters.bytes().zip(own) {
            match self.0.iter().find(|(known, _)| *known == letter) {
                Some((_, known)) if *known != extent => return Err(format!("the extents {known} and {extent} differ")),
                Some(_) => {}
                None => self.0.push((letter, extent)),
            }
        }
        Ok(())
    }

    fn of(&self, letter: u8) -> i64 {
        self.0.iter().find(|(known, _)| *known == letter).map_or(0, |(_, extent)| *extent)
    }
}

/// The operands and results of a routine by letters: `m` rows and `n` columns, `k` the lesser, `r` other columns; `u`
/// and `v` numbers of vectors. The dtype follows a colon, if it is not that of the matrices: real, complex, a pivot or
/// a count.
fn signature(routine: Routine) -> Option<(&'static [&'static str], &'static [&'static str])> {
    Some(match routine {
        Routine::Lu => (&["nm"], &["nm", "k:pivot", ":count"]),
        Routine::LuSolve { .. } => (&["rn", "nn", "n:pivot"], &["rn"]),
        Routine::Cholesky => (&["nn"], &["nn", ":count"]),
        Routine::TriangularSolve { .. } => (&["rn", "nn"], &["rn"]),
        Routine::Qr => (&["nm"], &["nm", "k"]),
        Routine::PivotedQr => (&["nm"], &["nm", "k", "n:pivot"]),
        Routine::QrBasis => (&["nm", "k"], &["rm"]),
        Routine::Eigh { vectors: true, .. } => (&["nn"], &["n:real", "nn", ":count"]),
        Routine::Eigh { vectors: false, .. } => (&["nn"], &["n:real", ":count"]),
        Routine::Eig { vectors: true } => (&["nn"], &["n:complex", "nn", ":count"]),
        Routine::Eig { vectors: false } => (&["nn"], &["n:complex", ":count"]),
        Routine::Svd { vectors: true } => (&["nm"], &["k:real", "um", "nv", ":count"]),
        Routine::Hessenberg => (&["nn"], &["nn", "nn"]),
        Routine::Balance { .. } => (&["nn"], &["nn", "n:real", "n:pivot"]),
        Routine::Schur => (&["nn"], &["nn", "nn", ":count"]),
        Routine::SchurOrder => (&["nn", "nn", "n:count"], &["nn", "nn", ":count"]),
        Routine::Qz => (&["nn", "nn"], &["nn", "nn", "nn", "nn", ":count"]),
        Routine::QzOrder => (&["nn", "nn", "nn", "nn", "n:count"], &["nn", "nn", "nn", "nn", ":count"]),
        Routine::QzSplit => (&["nn", "nn", "nn", "nn"], &["nn", "nn", "nn", "nn"]),
        Routine::PencilVectors { .. } => (&["nn", "nn"], &["nn"]),
        Routine::SchurSplit => (&["nn", "nn"], &["nn", "nn"]),
        Routine::TriangularFunction { function: MatrixFunction::AtEigenvalues } => (&["nn", "n"], &["nn", ":count"]),
        Routine::TriangularFunction { .. } => (&["nn"], &["nn", ":count"]),
        Routine::Sylvester { .. } => (&["nm", "mm", "nn"], &["nm"]),
        Routine::BandedSolve { .. } => (&["rn", "nb"], &["rn", ":count"]),
        Routine::BandedCholesky { .. } => (&["nb"], &["nb", ":count"]),
        Routine::BandedCholeskySolve { .. } => (&["rn", "nb"], &["rn"]),
        Routine::ToeplitzSolve => (&["rn", "l"], &["rn", ":count"]),
        Routine::TridiagonalEigh { vectors: true } => (&["n", "k"], &["n", "nn", ":count"]),
        Routine::TridiagonalEigh { vectors: false } => (&["n", "k"], &["n", ":count"]),
        Routine::Ldl { .. } => (&["nn"], &["nn", "nn", "n:pivot"]),
        Routine::Svd { vectors: false } => (&["nm"], &["k:real", ":count"]),
        _ => return None,
    })
}

pub(crate) fn has(routine: Routine) -> bool {
    signature(routine).is_some()
}

pub(crate) fn check(routine: Routine, inputs: &[Operand], outputs: &[Operand]) -> Result<(), String> {
    let Some((takes, gives)) = signature(routine) else { return Err(format!("{routine} is not a factorization")) };
    if takes.len() != inputs.len() || gives.len() != outputs.len() {
        return Err(format!("takes {} and gives {} operands", takes.len(), gives.len()));
    }
    let dtype = inputs[0].dtype;
    if !matches!(dtype, DType::F32 | DType::F64 | DType::C64 | DType::C128) {
        return Err(format!("matrices of {dtype} cannot be factored: use single or double precision"));
    }
    let (mut letters, mut stack) = (Letters(Vec::new()), None);
    for (operand, text) in inputs.iter().chain(outputs).zip(takes.iter().chain(gives)) {
        let (own, kind) = text.split_once(':').unwrap_or((text, ""));
        letters.record(&mut stack, operand, own)?;
        let wanted = match kind {
            "real" => dtype.real(),
            "complex" => dtype.complex(),
            "pivot" => DType::I64,
            "count" => DType::I64,
            _ => dtype,
        };
        if operand.dtype != wanted {
            return Err(format!("an operand is of {} instead of {wanted}", operand.dtype));
        }
    }
    let of = |letter| letters.of(letter);
    let (m, n, k, r, u, v) = (of(b'm'), of(b'n'), of(b'k'), of(b'r'), of(b'u'), of(b'v'));
    let fits = match routine {
        Routine::Lu | Routine::Qr | Routine::PivotedQr => k == m.min(n),
        Routine::QrBasis => k <= n.min(m) && k <= r && r <= m,
        Routine::Svd { vectors } => k == n && n <= m && (!vectors || v == n && (u == n || u == m)),
        Routine::BandedSolve { below } => (0..of(b'b')).contains(&below),
        Routine::BandedCholesky { .. } | Routine::BandedCholeskySolve { .. } => of(b'b') > 0,
        Routine::ToeplitzSolve => of(b'l') == 2 * of(b'n') - 1,
        Routine::TridiagonalEigh { .. } => !dtype.is_complex() && k == of(b'n') - 1,
        Routine::SchurSplit
        | Routine::TriangularFunction { .. }
        | Routine::Sylvester { .. }
        | Routine::QzSplit
        | Routine::PencilVectors { .. } => dtype.is_complex(),
        _ => true,
    };
    if fits { Ok(()) } else { Err(format!("{m} rows, {n} columns, {k}, {r}, {u} and {v} vectors do not match")) }
}

/// One matrix of each operand's stack.
pub(crate) struct Stacked<'a> {
    pub(crate) dtype: DType,
    shape: &'a [i64],
    /// The number of axes of one matrix.
    axes: usize,
    start: Shared<u8>,
}

impl Stacked<'_> {
    fn extent(&self, from_last: usize) -> usize {
        self.shape[self.shape.len() - from_last] as usize
    }

    /// The number of elements of one matrix.
    pub(crate) fn count(&self) -> usize {
        self.shape[self.shape.len() - self.axes..].iter().product::<i64>() as usize
    }

    /// # Safety
    /// The operand has a matrix of that number, and is of this dtype.
    pub(crate) unsafe fn at<T>(&self, number: usize) -> *mut T {
        self.start.0.wrapping_add(number * self.count() * size_of::<T>()).cast()
    }

    /// # Safety
    /// As [`Stacked::at`].
    pub(crate) unsafe fn matrix<T: Field>(&self, number: usize) -> Matrix<T> {
        // SAFETY: as the caller promises.
        Matrix::by_columns(unsafe { self.at(number) }, self.extent(1), self.extent(2))
    }

    /// # Safety
    /// As [`Stacked::at`]; nothing else accesses it meanwhile.
    #[allow(clippy::mut_from_ref, reason = "the elements of different threads do not overlap")]
    pub(crate) unsafe fn elements<T>(&self, number: usize) -> &mut [T] {
        // SAFETY: as the caller promises.
        unsafe { std::slice::from_raw_parts_mut(self.at(number), self.count()) }
    }
}

/// The operands of a routine as stacks of matrices, inputs first.
pub(crate) fn stacked<'a>(
    routine: Routine,
    inputs: &[Operand<'a>],
    outputs: &[Operand<'a>],
) -> Option<Vec<Stacked<'a>>> {
    let (takes, gives) = signature(routine)?;
    let stacked = |(operand, text): (&Operand<'a>, &&str)| Stacked {
        dtype: operand.dtype,
        shape: operand.shape,
        axes: text.split(':').next().map_or(0, str::len).min(operand.shape.len()),
        start: Shared(operand.address),
    };
    Some(inputs.iter().chain(outputs).zip(takes.iter().chain(gives)).map(stacked).collect())
}

/// The size of a stack of matrices before they are factored.
pub(crate) struct StackOf {
    /// The number of matrices.
    pub(crate) count: usize,
    /// The elements of the largest operand of one matrix.
    pub(crate) longest: usize,
    /// The operations of one matrix.
    pub(crate) work: usize,
}

impl StackOf {
    pub(crate) fn of(all: &[Stacked]) -> StackOf {
        let outer = &all[0].shape[..all[0].shape.len() - all[0].axes];
        let count = outer.iter().product::<i64>() as usize;
        // A matrix without elements still has results with some, such as a basis.
        let longest = all.iter().map(Stacked::count).max().unwrap_or(0);
        StackOf { count, longest, work: longest.saturating_mul(all[0].extent(1).max(1)).saturating_mul(4) }
    }

    /// Whether threads factor one matrix each, or all threads one matrix after another.
    pub(crate) fn is_shared(&self) -> bool {
        self.count > 1 && self.work <= 1 << 24
    }
}

/// The size of the stack that a routine factors.
pub(crate) fn stack_of(routine: Routine, inputs: &[Operand], outputs: &[Operand]) -> Option<StackOf> {
    stacked(routine, inputs, outputs).map(|all| StackOf::of(&all))
}
