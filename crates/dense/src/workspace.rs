//! How much working memory does a routine take at most? Libraries allocate it where no allocation can fail, so it is
//! reserved before.
//!
//! The bounds are measured: `tests/workspace.rs` runs every routine and compares them with the most that it holds at
//! once.

use cuprust_num::DType;
use cuprust_ops::{Routine, Transform};
use gemm_common::cache::CACHE_INFO;

use crate::{Operand, Team, operands};

/// The most bytes that a routine allocates at once, all threads together.
pub fn workspace(routine: Routine, inputs: &[Operand], outputs: &[Operand], team: &Team) -> usize {
    match (routine, inputs, outputs) {
        (Routine::Fft { transform, axes }, [input], [output]) => transformed(transform, axes, input, output, team),
        _ if operands::has(routine) => factored(routine, inputs, outputs, team),
        _ => 0,
    }
}

/// Numbers of the longest axis that a plan keeps, and that a thread works with: most where the length has a large prime
/// factor, so that the transform is a convolution of more than twice its length.
const PLAN: usize = 9;
const WORK: usize = 3;

fn transformed(transform: Transform, axes: i64, input: &Operand, output: &Operand, team: &Team) -> usize {
    let complex = 2 * output.dtype.real().size();
    let rank = output.shape.len();
    let own = &output.shape[rank.saturating_sub(axes as usize)..];
    let longest = own.iter().chain(input.shape.last()).map(|&extent| extent as usize).max().unwrap_or(0);
    let elements = elements(input.shape).max(elements(output.shape));
    let threads = team.count.min(elements.div_ceil(longest.max(1)).max(1));
    // All axes but the last are transformed some columns at a time, or aside.
    let tiles = if axes > 1 { threads.saturating_mul((1 << 15).max(4 * longest)) } else { 0 };
    let aside = if axes > 1 && transform == Transform::RealInverse { elements } else { 0 };
    let numbers =
        longest.saturating_mul(PLAN * axes as usize + WORK * threads).saturating_add(tiles).saturating_add(aside);
    numbers.saturating_mul(complex)
}

/// What a routine of matrices allocates.
struct Appetite {
    /// So many matrices in double precision, as large as the largest operand: complex ones, where faer or the forms
    /// work with such.
    matrices: usize,
    complex: bool,
    /// Whether faer multiplies in it, whose threads keep two memories of the size of the last cache for what they pack.
    packs: bool,
}

impl Appetite {
    fn of(routine: Routine) -> Appetite {
        let (matrices, complex, packs) = match routine {
            Routine::Lu | Routine::LuSolve { .. } | Routine::Cholesky | Routine::TriangularSolve { .. } => {
                (1, false, false)
            }
            Routine::Qr | Routine::PivotedQr | Routine::QrBasis => (3, false, false),
            Routine::BandedSolve { .. } | Routine::BandedCholesky { .. } | Routine::BandedCholeskySolve { .. } => {
                (4, false, false)
            }
            Routine::Eigh { .. } | Routine::Eig { .. } => (8, true, true),
            Routine::Svd { .. } | Routine::QzOrder | Routine::QzSplit => (10, true, true),
            Routine::Qz => (24, true, true),
            _ => (6, true, true),
        };
        Appetite { matrices, complex, packs }
    }
}

/// From so many elements on faer packs what it multiplies.
const PACKED: usize = 64;

/// What a thread holds while the crate `gemm` multiplies: a slab of the size of the second cache, and what is packed of
/// a band.
const BAND: usize = 2 << 20;

/// The most bytes that threads hold while they multiply matrices, all together.
pub fn packing(threads: usize) -> usize {
    let [_, second, _] = *CACHE_INFO;
    (second.cache_bytes + BAND).saturating_mul(threads)
}

fn factored(routine: Routine, inputs: &[Operand], outputs: &[Operand], team: &Team) -> usize {
    let Some(stack) = operands::stack_of(routine, inputs, outputs) else { return 0 };
    let Appetite { matrices, complex, packs } = Appetite::of(routine);
    let wide = if complex || inputs[0].dtype.is_complex() { DType::C128 } else { DType::F64 }.size();
    let together = if stack.is_shared() { team.count.min(stack.count) } else { 1 };
    let [.., last] = *CACHE_INFO;
    let packed = if packs && stack.longest >= PACKED { 2 * last.cache_bytes } else { 0 };
    let own = stack.longest.saturating_mul(wide).saturating_mul(matrices);
    own.saturating_mul(together).saturating_add(packed.saturating_mul(team.count)).saturating_add(packing(team.count))
}

fn elements(shape: &[i64]) -> usize {
    shape.iter().map(|&extent| extent as usize).product()
}
