//! The most working memory that a routine allocates. Libraries allocate it where an allocation must not fail, so it is
//! reserved before.
//!
//! The bounds are measured: `tests/workspace.rs` runs every routine and compares them with the most that it holds at
//! once.

use cuprust_num::DType;
use cuprust_ops::{Routine, Transform};
use gemm_common::cache::CACHE_INFO;

use crate::{Operand, Team, operands};

/// The most bytes that a routine holds at once, in all threads.
pub fn workspace(routine: Routine, inputs: &[Operand], outputs: &[Operand], team: &Team) -> usize {
    match (routine, inputs, outputs) {
        (Routine::Fft { transform, axes }, [input], [output]) => transformed(transform, axes, input, output, team),
        _ if operands::has(routine) => factored(routine, inputs, outputs, team),
        _ => 0,
    }
}

/// Numbers per element of the longest axis that a plan holds, and that a thread works with: most if the length has a
/// large prime factor, so that the transform is a convolution of more than twice its length.
const PLAN_NUMBERS: usize = 9;
const THREAD_NUMBERS: usize = 3;

fn transformed(transform: Transform, axes: i64, input: &Operand, output: &Operand, team: &Team) -> usize {
    let complex = 2 * output.dtype.real().size();
    let rank = output.shape.len();
    let own = &output.shape[rank.saturating_sub(axes as usize)..];
    let longest = own.iter().chain(input.shape.last()).map(|&extent| extent as usize).max().unwrap_or(0);
    let elements = elements(input.shape).max(elements(output.shape));
    let threads = team.count.min(elements.div_ceil(longest.max(1)).max(1));
    // All axes but the last are transformed some columns at a time, or in a copy.
    let tiles = if axes > 1 { threads.saturating_mul((1 << 15).max(4 * longest)) } else { 0 };
    let aside = if axes > 1 && transform == Transform::RealInverse { elements } else { 0 };
    let numbers = longest
        .saturating_mul(PLAN_NUMBERS * axes as usize + THREAD_NUMBERS * threads)
        .saturating_add(tiles)
        .saturating_add(aside);
    numbers.saturating_mul(complex)
}

/// The allocations of a routine on matrices.
struct Allocations {
    /// The number of matrices in double precision, as large as the largest operand: complex ones, if faer or the Schur
    /// forms use such.
    matrices: usize,
    complex: bool,
    /// Whether faer multiplies in it, whose threads hold two buffers of the size of the last cache for packing.
    packs: bool,
}

impl Allocations {
    fn of(routine: Routine) -> Allocations {
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
        Allocations { matrices, complex, packs }
    }
}

/// Fewest elements for which faer packs what it multiplies.
const MIN_PACKED_ELEMENTS: usize = 64;

/// What a thread holds while the crate `gemm` multiplies: a slab of the size of the second cache, and the packed part
/// of a band.
const PACKING_BYTES: usize = 2 << 20;

/// The most bytes that all threads hold while they multiply matrices.
pub fn packing(threads: usize) -> usize {
    let [_, second, _] = *CACHE_INFO;
    (second.cache_bytes + PACKING_BYTES).saturating_mul(threads)
}

fn factored(routine: Routine, inputs: &[Operand], outputs: &[Operand], team: &Team) -> usize {
    let Some(stack) = operands::stack_of(routine, inputs, outputs) else { return 0 };
    let Allocations { matrices, complex, packs } = Allocations::of(routine);
    let wide = if complex || inputs[0].dtype.is_complex() { DType::C128 } else { DType::F64 }.size();
    let concurrent = if stack.is_shared() { team.count.min(stack.count) } else { 1 };
    let [.., last] = *CACHE_INFO;
    let packed = if packs && stack.longest >= MIN_PACKED_ELEMENTS { 2 * last.cache_bytes } else { 0 };
    let own = stack.longest.saturating_mul(wide).saturating_mul(matrices);
    own.saturating_mul(concurrent).saturating_add(packed.saturating_mul(team.count)).saturating_add(packing(team.count))
}

fn elements(shape: &[i64]) -> usize {
    shape.iter().map(|&extent| extent as usize).product()
}
