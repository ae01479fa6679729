//! Fourier transforms and matrix factorizations in host memory: the CPU's counterpart of cuFFT, cuBLAS and cuSOLVER.
//!
//! Every operand is contiguous, in C order; matrices are column-major, as in LAPACK. The CPU's executor passes its own
//! memory, and the GPU's executor passes host copies where no library of NVIDIA's is installed
//! (`cuda/routines/staged.rs`). A factorization that fails reports it in a result of its own (`info`).
//!
//! - Products are cut into bands by their shape alone, each computed by one thread with the kernels of the crate `gemm`
//!   (`product.rs`).
//! - Systems, QR and Cholesky factorizations are blocked algorithms over products, in each precision.
//! - Singular values and eigenvalues are faer's, in double precision only: each further precision adds half a minute to
//!   the build. A matrix is first scaled by a power of two to elements near one (`spectral.rs`), and faer gets its work
//!   in eight parts whatever the number of threads; only where the system grants no thread at all it gets one part, and
//!   the last bits may differ.
//! - Bidiagonal matrices of 32 rows and more are solved by `bidiagonal.rs` and `secular.rs`: faer 0.24 finds a wrong
//!   root of the secular equation where the joining row of two halves is small.
//! - Complex numbers have no `/` here: a divisor (`divisor.rs`) is scaled first.
//! - Sparse matrices (`sparse/`) are factored column by column with row exchanges, in an order of columns that limits
//!   fill-in. There are no supernodes, so that SuperLU is several times as fast; faer's sparse factorizations have them
//!   and have not been tried yet.
//! - The features `linalg` and `fft` add factorizations and transforms; products and sparse matrices are always
//!   compiled.
//! - `workspace.rs` bounds the memory that a routine allocates, so that it is reserved before the call.

#[cfg(feature = "linalg")]
mod balance;
#[cfg(feature = "linalg")]
mod banded;
#[cfg(feature = "linalg")]
mod bidiagonal;
#[cfg(feature = "linalg")]
mod cholesky;
mod divisor;
#[cfg(feature = "linalg")]
mod eigen;
#[cfg(feature = "linalg")]
mod factors;
#[cfg(feature = "linalg")]
mod forms;
#[cfg(feature = "fft")]
mod fourier;
#[cfg(feature = "linalg")]
mod ldl;
#[cfg(feature = "linalg")]
mod lu;
#[cfg_attr(not(feature = "linalg"), allow(dead_code, reason = "sparse matrices take their numbers from it"))]
mod matrix;
#[cfg_attr(not(feature = "linalg"), allow(dead_code, reason = "the sizes of operands are all that is asked"))]
mod operands;
#[cfg(feature = "linalg")]
mod pencil;
mod product;
#[cfg(feature = "linalg")]
mod qr;
#[cfg(feature = "linalg")]
mod schur;
#[cfg(feature = "linalg")]
mod secular;
#[cfg(feature = "linalg")]
mod singular;
pub mod sparse;
#[cfg(feature = "linalg")]
mod spectral;
#[cfg(feature = "linalg")]
mod square;
#[cfg(feature = "linalg")]
mod structured;
#[cfg(feature = "linalg")]
mod triangular;
#[cfg(feature = "linalg")]
mod unitary;
mod workspace;

pub use product::{Strided, multiply};
pub use workspace::{packing, workspace};

use cuprust_num::DType;
use cuprust_ops::Routine;
use cuprust_reserve::{Refused, reserve};

/// An operand: contiguous elements in C order.
#[derive(Debug, Clone, Copy)]
pub struct Operand<'a> {
    /// The dtype of the elements.
    pub dtype: DType,
    /// The extent of each axis.
    pub shape: &'a [i64],
    /// The first element, which is aligned to its size, complex ones to that of their parts. [`check`] does not read
    /// it.
    pub address: *mut u8,
}

/// Calls a function with each number below a count, on any threads.
pub type Share = dyn Fn(usize, &(dyn Fn(usize) + Sync));

/// The threads that work is shared among.
#[derive(Clone, Copy)]
pub struct Team<'a> {
    /// How many there are, one at least.
    pub count: usize,
    /// The function that distributes work to them.
    pub share: &'a Share,
    /// Whether a Rayon pool is available, of at least one thread: libraries distribute their work through it.
    pub pooled: bool,
}

impl Team<'_> {
    /// The caller's thread alone.
    pub fn alone() -> Team<'static> {
        Team { count: 1, share: &|count, each| (0..count).for_each(each), pooled: false }
    }

    /// Calls `each` with every number below a count; `work` is the total cost in a processor's operations.
    fn spread(&self, count: usize, work: usize, each: &(dyn Fn(usize) + Sync)) {
        if self.count == 1 || count == 1 || work < MIN_PARALLEL_OPERATIONS {
            (0..count).for_each(each);
        } else {
            (self.share)(count, each);
        }
    }
}

/// Fewest operations for which waking other threads pays off.
const MIN_PARALLEL_OPERATIONS: usize = 1 << 17;

/// Whether a routine is one of this crate's.
pub fn has(routine: Routine) -> bool {
    matches!(routine, Routine::Fft { .. }) || operands::has(routine)
}

/// The feature that would add a routine of this crate, if it was compiled without.
pub fn missing_feature(routine: Routine) -> Option<&'static str> {
    match routine {
        Routine::Fft { .. } => (!cfg!(feature = "fft")).then_some("fft"),
        _ => (operands::has(routine) && !cfg!(feature = "linalg")).then_some("linalg"),
    }
}

/// Checks the shapes and dtypes of a routine's operands.
///
/// # Errors
/// The reason why they do not fit the routine.
pub fn check(routine: Routine, inputs: &[Operand], outputs: &[Operand]) -> Result<(), String> {
    if let Some(feature) = missing_feature(routine) {
        let title = routine.title();
        return Err(format!(
            "{title}: the crate cuprust was compiled without its feature `{feature}`, which provides it"
        ));
    }
    match (routine, inputs, outputs) {
        #[cfg(feature = "fft")]
        (Routine::Fft { transform, axes }, [input], [output]) => fourier::check(transform, axes, input, output),
        _ if operands::has(routine) => operands::check(routine, inputs, outputs),
        _ => Err(format!("{} is not a routine of the dense library, or lacks operands", routine.title())),
    }
}

/// The reason why a routine does not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The operands do not have the routine's shapes and dtypes, with the reason.
    Operands(String),
    /// The working memory could not be reserved.
    Memory(Refused),
}

impl From<String> for Failure {
    fn from(text: String) -> Failure {
        Failure::Operands(text)
    }
}

/// Runs a routine.
///
/// # Errors
/// As [`check`]; if the working memory cannot be reserved.
///
/// # Safety
/// Each address is that of as many elements as the shape says, and inputs hold values of their dtypes. The outputs may
/// be written, and overlap nothing except a first input with the same elements, where the routine may run in place.
pub unsafe fn run(routine: Routine, inputs: &[Operand], outputs: &[Operand], team: &Team) -> Result<(), Failure> {
    check(routine, inputs, outputs)?;
    let _working = reserve(workspace(routine, inputs, outputs, team)).map_err(Failure::Memory)?;
    match (routine, inputs, outputs) {
        // SAFETY: the caller promises the addresses, and the shapes and dtypes were checked.
        #[cfg(feature = "fft")]
        (Routine::Fft { transform, axes }, [input], [output]) => unsafe {
            if !output.shape.contains(&0) {
                fourier::run(transform, axes as usize, input, output, team);
            }
        },
        // SAFETY: as above.
        #[cfg(feature = "linalg")]
        _ => unsafe { factors::run(routine, inputs, outputs, team) },
        #[cfg(not(feature = "linalg"))]
        _ => {}
    }
    Ok(())
}

/// Memory that several threads write, each at indices of its own.
#[derive(Clone, Copy)]
struct Shared<T>(*mut T);
// SAFETY: each use says why the threads' elements do not overlap.
unsafe impl<T> Send for Shared<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    fn start(self) -> *mut T {
        self.0
    }

    /// `count` elements from an index on.
    ///
    /// # Safety
    /// They lie in the memory, hold values, and are accessed by nothing else meanwhile.
    #[cfg(feature = "linalg")]
    #[allow(clippy::mut_from_ref, reason = "the elements of different threads do not overlap")]
    unsafe fn slice<'a>(self, from: usize, count: usize) -> &'a mut [T] {
        // SAFETY: as the caller promises.
        unsafe { std::slice::from_raw_parts_mut(self.0.add(from), count) }
    }
}
