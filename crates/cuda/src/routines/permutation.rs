//! Random permutations: indices are divided into buckets by their keys, and a block sorts each bucket.

use cuprust_ir::{Error, Operand, Result, View};
use cuprust_num::DType;

use super::output;
use super::text::{Text, clear};
use crate::write::Written;

/// The division of indices into buckets.
#[derive(Debug, Clone, Copy)]
pub struct Division {
    /// Threads of a block that sorts a bucket.
    pub threads: i64,
    /// The most indices of a thread.
    pub items: i64,
    /// The average size of a bucket. Its standard deviation is the square root.
    pub average: i64,
    /// The most buckets of a tile, for which its block has counts: a multiple of `TILE_THREADS`.
    pub max_buckets: i64,
}

/// Threads of a block that divides a tile, and indices of each.
const TILE_THREADS: i64 = 512;
const TILE_ITEMS: i64 = 16;

/// A bucket has capacity for twelve standard deviations more than the average.
const DEFAULT_DIVISION: Division = Division { threads: 1024, items: 8, average: 7168, max_buckets: 3072 };

/// The kernels that fill an output.
pub(super) fn write(outputs: &[View], inputs: &[Operand]) -> Result<Vec<Written>> {
    DEFAULT_DIVISION.write(outputs, inputs)
}

impl Division {
    /// The kernels that fill an output, in the order in which they run.
    ///
    /// # Errors
    /// `Runtime` for operands that are not those of a permutation.
    pub fn write(self, outputs: &[View], inputs: &[Operand]) -> Result<Vec<Written>> {
        let out = output(outputs)?;
        let [Operand::Scalar(seed), Operand::Scalar(counter)] = *inputs else {
            return Err(Error::runtime("a permutation takes two scalars, the seed and the counter"));
        };
        let size = out.layout.size();
        if out.dtype != DType::I64 || out.layout.rank() != 1 || !out.is_contiguous() || size > 1 << 31 {
            return Err(Error::runtime("a permutation gives at most 2^31 int64 indices along one axis in C order"));
        }
        if size == 0 {
            return Ok(vec![]);
        }
        let begin = || {
            let mut t = Text::new();
            t.scalar("seed", seed, DType::U64);
            t.scalar("counter", counter, DType::U64);
            let size = t.fields.index("size", size);
            (t, format!("(unsigned){size}"))
        };
        let Division { threads, items, average, max_buckets } = self;
        let holds = threads * items;
        if size <= holds {
            let (mut t, size) = begin();
            t.pointer("w0", out, "long long*", true);
            t.line("const auto place_at = [](unsigned at) { return at; };");
            t.line(format!(
                "permute_bucket<{threads}, {items}>(p.seed, p.counter, {size}, 1, 0, {size}, 0, place_at, p.w0);"
            ));
            return Ok(vec![t.finish("permutation_block", [1, 1], threads as u32)?]);
        }
        let buckets = (size + average - 1) / average;
        // The counts, the starts, and then the indices of the buckets.
        let indices_at = 2 * buckets;
        let bytes = 4 * (indices_at + buckets * holds) as usize;
        let workspace = |t: &mut Text| t.fields.workspace(0, bytes);
        let begin = || {
            let (mut t, size) = begin();
            workspace(&mut t);
            let (buckets, indices_at) = (t.fields.index("buckets", buckets), t.fields.index("indices_at", indices_at));
            t.line(format!("const unsigned size = {size}, buckets = (unsigned){buckets};"));
            t.line("unsigned* const counts = p.partials;");
            t.line("unsigned* const starts = counts + buckets;");
            t.line(format!("unsigned* const bucket_indices = counts + {indices_at};"));
            t
        };
        let mut kernels = vec![clear("permutation_clear", buckets, workspace)?];
        let mut t = begin();
        if buckets <= max_buckets {
            t.line(format!(
                "permute_tile<{TILE_THREADS}, {TILE_ITEMS}, {max_buckets}, {holds}>(p.seed, p.counter, size, buckets, counts, bucket_indices);"
            ));
            let tiles = (size as u64).div_ceil((TILE_THREADS * TILE_ITEMS) as u64);
            kernels.push(t.finish("permutation_tiles", [tiles, 1], TILE_THREADS as u32)?);
        } else {
            const THREADS: u32 = 256;
            t.line(format!("const unsigned first = 2 * (blockIdx.x * {THREADS} + threadIdx.x);"));
            t.line(format!("permute_pair<{holds}>(p.seed, p.counter, first, size, buckets, counts, bucket_indices);"));
            let blocks = (size as u64).div_ceil(2 * u64::from(THREADS));
            kernels.push(t.finish("permutation_pairs", [blocks, 1], THREADS)?);
        }
        let mut t = begin();
        t.line("permute_starts<1024>(counts, starts, buckets);");
        kernels.push(t.finish("permutation_starts", [1, 1], 1024)?);
        let mut t = begin();
        t.pointer("w0", out, "long long*", true);
        t.line("const unsigned bucket = blockIdx.x;");
        t.line(format!("const unsigned* const own = bucket_indices + (size_t)bucket * {holds};"));
        t.line("const auto place_at = [&](unsigned at) { return own[at]; };");
        t.line(format!(
            "permute_bucket<{threads}, {items}>(p.seed, p.counter, size, buckets, bucket, counts[bucket], starts[bucket], place_at, p.w0);"
        ));
        // The registers suffice for two blocks on a multiprocessor, which wait at barriers alternately.
        t.at_once = 2;
        kernels.push(t.finish("permutation_buckets", [buckets as u64, 1], threads as u32)?);
        Ok(kernels)
    }
}
