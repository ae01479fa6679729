//! Which engine computes a matrix factorisation or a Fourier transform: a kernel of cuprust's, a library of NVIDIA's,
//! or the CPU.
//!
//! The choice is a pure function of the routine, the shapes and the installed libraries; the table of the tests below
//! shows it. The thresholds were measured on an H200 (`benches/peers.py --numerics`).

use cuprust_ir::{Operand, Result, View};
use cuprust_num::DType;
use cuprust_ops::Routine;

use super::{extents, view};

/// What computes a routine that a library has too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Engine {
    /// A kernel of `matrices.rs`: one or more matrices of the stack for a block.
    Kernel,
    /// cuFFT.
    Fourier,
    /// cuSOLVER, or cuBLAS for triangular systems: a call for each matrix of the stack.
    Each,
    /// cuSOLVER: one call for the whole stack.
    Stack,
    /// The CPU, on copies of the operands.
    Host,
}

/// Which libraries are installed, and which functions they have.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Libraries {
    pub(super) cufft: bool,
    pub(super) cublas: bool,
    pub(super) cusolver: bool,
    /// Whether cuSOLVER has eigenvalues of matrices that are not Hermitian (`Xgeev`).
    pub(super) eig: bool,
    /// Whether cuSOLVER has eigenvalues of stacks of Hermitian matrices (`XsyevBatched`).
    pub(super) eigh_of_stacks: bool,
}

/// A stack of matrices of m rows and n columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Extents {
    stack: i64,
    m: i64,
    n: i64,
}

impl Extents {
    /// Rows and columns of the last two axes, a column along the last; `None` for a view with fewer axes.
    fn of(view: &View) -> Option<Extents> {
        let stacked = view.layout.rank().checked_sub(2)?;
        let (m, n) = extents(view);
        Some(Extents { stack: view.layout.shape[..stacked].iter().product(), m, n })
    }

    /// The larger extent of a matrix.
    fn order(&self) -> i64 {
        self.m.max(self.n)
    }

    fn is_empty(&self) -> bool {
        self.stack == 0 || self.m == 0 || self.n == 0
    }
}

/// What the choice depends on in addition to the routine.
#[derive(Debug, Clone, Copy)]
struct Problem {
    dtype: DType,
    /// The first operand: the matrices to factor, or the right sides of systems.
    first: Extents,
    /// The matrices to factor, or that were factored.
    matrices: Extents,
    /// Whether any result has no elements.
    empty: bool,
}

/// The largest order that a kernel of ours takes in a stack, and of a single matrix.
const MAX_KERNEL_ORDER: i64 = 256;
const MAX_SINGLE_KERNEL_ORDER: i64 = 64;

/// Fewest columns from which cuSOLVER finds singular values by polar decomposition. Below, it applies one rotation
/// after another, and a kernel of ours takes single matrices too.
pub(super) const MIN_POLAR_COLUMNS: i64 = 128;

/// Most right sides of a system that a kernel of ours solves for.
const MAX_KERNEL_RIGHT_SIDES: i64 = 1024;

/// Rows or columns for each matrix that a stack must have at least for a kernel of ours.
const ROWS_PER_MATRIX: i64 = 16;

/// A larger stack of matrices below this order is factored by the CPU: each matrix would take library calls of its own.
const MAX_LIBRARY_CALLS: i64 = 16;
const MIN_LIBRARY_ORDER: i64 = 192;

/// Fewest rows of a matrix that is not Hermitian whose eigenvalues cuSOLVER finds sooner than the CPU.
const MIN_EIG_ORDER: i64 = 128;

/// Most rows of Hermitian matrices of a stack for which a kernel of ours is faster than cuSOLVER's function for stacks.
const MAX_KERNEL_EIGH_ORDER: i64 = 32;

/// The engine for these operands; `None` where no library has such a routine. `libraries` is called only where the
/// choice depends on them, because opening a library takes long.
///
/// # Errors
/// `Runtime` where operands are missing.
pub(super) fn choose(
    routine: Routine,
    outputs: &[View],
    inputs: &[Operand],
    libraries: impl FnOnce() -> Libraries,
) -> Result<Option<Engine>> {
    if !cuprust_dense::has(routine) {
        return Ok(None);
    }
    if matches!(routine, Routine::Fft { .. }) {
        return Ok(Some(if libraries().cufft { Engine::Fourier } else { Engine::Host }));
    }
    Ok(Some(match Problem::new(routine, outputs, inputs)? {
        Some(problem) => problem.engine(routine, libraries),
        None => Engine::Host,
    }))
}

/// Whether a kernel of ours takes these operands, whatever libraries there are.
pub(super) fn has_kernel(routine: Routine, outputs: &[View], inputs: &[Operand]) -> bool {
    matches!(choose(routine, outputs, inputs, Libraries::default), Ok(Some(Engine::Kernel)))
}

impl Problem {
    /// `None` where an operand has fewer than two axes.
    fn new(routine: Routine, outputs: &[View], inputs: &[Operand]) -> Result<Option<Problem>> {
        let first = view(inputs, 0)?;
        let factored = if solves(routine) { view(inputs, 1)? } else { first };
        let (Some(first), Some(matrices)) = (Extents::of(first), Extents::of(factored)) else { return Ok(None) };
        let empty = outputs.iter().any(|output| output.layout.size() == 0);
        Ok(Some(Problem { dtype: factored.dtype, first, matrices, empty }))
    }

    fn engine(&self, routine: Routine, libraries: impl FnOnce() -> Libraries) -> Engine {
        if !matches!(self.dtype, DType::F32 | DType::F64 | DType::C64 | DType::C128) || self.first.is_empty() {
            return Engine::Host;
        }
        let suits_stack = matches!(routine, Routine::Eigh { .. }) && self.first.m > MAX_KERNEL_EIGH_ORDER;
        let suits_kernel = self.suits_kernel(routine);
        if suits_kernel && !suits_stack {
            return Engine::Kernel;
        }
        let libraries = libraries();
        if suits_stack && libraries.cusolver && libraries.eigh_of_stacks {
            Engine::Stack
        } else if suits_kernel {
            Engine::Kernel
        } else if self.suits_library(routine, libraries) {
            Engine::Each
        } else {
            Engine::Host
        }
    }

    fn suits_kernel(&self, routine: Routine) -> bool {
        let has = match routine {
            Routine::Lu | Routine::Cholesky | Routine::Qr | Routine::QrBasis => true,
            Routine::Eigh { .. } | Routine::Svd { .. } => true,
            Routine::LuSolve { .. } | Routine::TriangularSolve { .. } => self.first.n <= MAX_KERNEL_RIGHT_SIDES,
            _ => false,
        };
        let single = match routine {
            Routine::Svd { .. } => MIN_POLAR_COLUMNS - 1,
            _ => MAX_SINGLE_KERNEL_ORDER,
        };
        let order = self.matrices.order();
        let few_rows = order <= single || order <= MAX_KERNEL_ORDER && self.matrices.stack * ROWS_PER_MATRIX >= order;
        has && few_rows && !self.empty && !self.matrices.is_empty()
    }

    fn suits_library(&self, routine: Routine, libraries: Libraries) -> bool {
        let Extents { stack, m, n } = self.first;
        let has = match routine {
            Routine::Lu | Routine::Cholesky | Routine::Eigh { .. } | Routine::Qr => true,
            Routine::LuSolve { transposed, conjugated } => transposed || !conjugated,
            Routine::TriangularSolve { transposed, conjugated, .. } => libraries.cublas && (transposed || !conjugated),
            // cuSOLVER takes no matrices with more columns than rows.
            Routine::Svd { .. } => m >= n,
            // cuSOLVER's iterations on complex matrices end the process with an illegal instruction at permutations.
            Routine::Eig { .. } => matches!(self.dtype, DType::F32 | DType::F64) && m >= MIN_EIG_ORDER && libraries.eig,
            // cuSOLVER's function for it counts elements in 32 bits.
            Routine::QrBasis => stack * m * n < i64::from(i32::MAX),
            _ => false,
        };
        let worth = stack <= MAX_LIBRARY_CALLS || self.first.order() >= MIN_LIBRARY_ORDER;
        libraries.cusolver && has && worth
    }
}

/// Whether the routine solves systems: its first operand holds the right sides, its second the factored matrices.
fn solves(routine: Routine) -> bool {
    matches!(routine, Routine::LuSolve { .. } | Routine::TriangularSolve { .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Libraries = Libraries { cufft: true, cublas: true, cusolver: true, eig: true, eigh_of_stacks: true };
    const EIGH: Routine = Routine::Eigh { vectors: true, lower: true };
    const SVD: Routine = Routine::Svd { vectors: true };
    const EIG: Routine = Routine::Eig { vectors: true };
    const SOLVE: Routine = Routine::LuSolve { transposed: false, conjugated: false };
    const TRIANGLE: Routine =
        Routine::TriangularSolve { lower: true, unit: false, transposed: false, conjugated: false };

    fn problem(routine: Routine, dtype: DType, stack: i64, m: i64, n: i64) -> Problem {
        // For systems, n is the number of right sides.
        let first = Extents { stack, m, n };
        let matrices = if solves(routine) { Extents { stack, m, n: m } } else { first };
        Problem { dtype, first, matrices, empty: stack * m * n == 0 }
    }

    /// A row: the routine, the stack, rows and columns of a matrix; the engine with all libraries, and with none.
    #[test]
    fn the_table_of_choices() {
        use Engine::*;
        let rows = [
            (Routine::Lu, 1, 64, 64, Kernel, Kernel),
            (Routine::Lu, 1, 65, 65, Each, Host),
            (Routine::Lu, 16, 256, 256, Kernel, Kernel),
            (Routine::Lu, 15, 256, 256, Each, Host),
            (Routine::Lu, 17, 257, 257, Each, Host),
            (Routine::Lu, 1, 4096, 4096, Each, Host),
            (Routine::Cholesky, 10_000, 8, 8, Kernel, Kernel),
            (Routine::Cholesky, 1, 1000, 1000, Each, Host),
            (Routine::Qr, 1, 1000, 100, Each, Host),
            (Routine::Qr, 1, 0, 0, Host, Host),
            (Routine::QrBasis, 1, 1 << 20, 1 << 12, Host, Host),
            (Routine::QrBasis, 1, 1 << 20, 1 << 8, Each, Host),
            (SOLVE, 1, 64, 1024, Kernel, Kernel),
            (SOLVE, 1, 64, 1025, Each, Host),
            (SOLVE, 17, 64, 1025, Each, Host),
            (SOLVE, 100, 64, 1025, Each, Host),
            (TRIANGLE, 1, 300, 300, Each, Host),
            (EIGH, 1, 32, 32, Kernel, Kernel),
            (EIGH, 1, 33, 33, Stack, Kernel),
            (EIGH, 256, 64, 64, Stack, Kernel),
            (EIGH, 1, 1000, 1000, Stack, Host),
            (SVD, 1, 127, 127, Kernel, Kernel),
            (SVD, 1, 128, 128, Each, Host),
            (SVD, 256, 64, 64, Kernel, Kernel),
            (SVD, 1, 500, 501, Host, Host),
            (EIG, 1, 127, 127, Host, Host),
            (EIG, 1, 128, 128, Each, Host),
            (EIG, 17, 128, 128, Host, Host),
            (EIG, 17, 192, 192, Each, Host),
        ];
        for (routine, stack, m, n, with, without) in rows {
            let problem = problem(routine, DType::F64, stack, m, n);
            let case = format!("{} of {stack} x {m} x {n}", routine.title());
            assert_eq!(problem.engine(routine, || ALL), with, "{case}, all libraries");
            assert_eq!(problem.engine(routine, Libraries::default), without, "{case}, no library");
        }
    }

    #[test]
    fn libraries_are_opened_only_where_they_matter() {
        let small = problem(Routine::Lu, DType::F64, 100, 8, 8);
        assert_eq!(small.engine(Routine::Lu, || panic!("a library is opened")), Engine::Kernel);
        let empty = problem(SVD, DType::F32, 0, 300, 300);
        assert_eq!(empty.engine(SVD, || panic!("a library is opened")), Engine::Host);
    }

    #[test]
    fn what_a_library_lacks_goes_to_the_host() {
        let of = |routine, dtype, libraries| problem(routine, dtype, 1, 1000, 1000).engine(routine, || libraries);
        assert_eq!(of(EIG, DType::C128, ALL), Engine::Host);
        assert_eq!(of(EIG, DType::F64, Libraries { eig: false, ..ALL }), Engine::Host);
        assert_eq!(of(EIGH, DType::C64, Libraries { eigh_of_stacks: false, ..ALL }), Engine::Each);
        assert_eq!(of(TRIANGLE, DType::F32, Libraries { cublas: false, ..ALL }), Engine::Host);
        assert_eq!(of(Routine::LuSolve { transposed: false, conjugated: true }, DType::C64, ALL), Engine::Host);
        assert_eq!(of(Routine::Lu, DType::F16, ALL), Engine::Host);
    }
}
