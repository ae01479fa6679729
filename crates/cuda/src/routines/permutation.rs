//! Random permutations: places are divided into buckets by their keys, and a block puts each bucket in order.

use cuprust_ir::{Error, Operand, Result, View};
use cuprust_num::DType;

use super::output;
use super::text::{Text, clear};
use crate::write::Written;

/// How places are divided.
#[derive(Debug, Clone, Copy)]
pub struct Division {
    /// Threads of a block that puts a bucket in order.
    pub threads: i64,
    /// Places of a thread, at most.
    pub items: i64,
    /// How many places a bucket has on average. Their number varies by its root.
    pub average: i64,
    /// How many buckets a tile is divided into at most, for which its block has counts: a multiple of `TILE_THREADS`.
    pub most: i64,
}

/// Threads of a block that divides a tile, and places of each.
const TILE_THREADS: i64 = 512;
const TILE_ITEMS: i64 = 16;

/// A bucket has room for twelve standard deviations more places than the average.
const DEFAULT_DIVISION: Division = Division { threads: 1024, items: 8, average: 7168, most: 3072 };

/// The kernels that fill an output.
pub(super) fn write(outputs: &[View], inputs: &[Operand]) -> Result<Vec<Written>> {
    DEFAULT_DIVISION.write(outputs, inputs)
}

impl Division {
    /// The kernels that fill an output, in the order in which they run.
    ///
    /// # Errors
    /// `Runtime` where operands are not those of a permutation.
    pub fn write(self, outputs: &[View], inputs: &[Operand]) -> Result<Vec<Written>> {
        let out = output(outputs)?;
        let [Operand::Scalar(seed), Operand::Scalar(counter)] = *inputs else {
            return Err(Error::runtime("a permutation takes two scalars, the seed and the counter"));
        };
        let size = out.layout.size();
        if out.dtype != DType::I64 || out.layout.rank() != 1 || !out.is_contiguous() || size > 1 << 31 {
            return Err(Error::runtime(
                "a permutation gives at most 2^31 int64 places along one axis that lies in C order",
            ));
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
        let Division { threads, items, average, most } = self;
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
        // The counts, the starts, and then the places of the buckets.
        let places_at = 2 * buckets;
        let bytes = 4 * (places_at + buckets * holds) as usize;
        let workspace = |t: &mut Text| t.fields.workspace(0, bytes);
        let begin = || {
            let (mut t, size) = begin();
            workspace(&mut t);
            let (buckets, places_at) = (t.fields.index("buckets", buckets), t.fields.index("places_at", places_at));
            t.line(format!("const unsigned size = {size}, buckets = (unsigned){buckets};"));
            t.line("unsigned* const counts = p.partials;");
            t.line("unsigned* const starts = counts + buckets;");
            t.line(format!("unsigned* const places = counts + {places_at};"));
            t
        };
        let mut kernels = vec![clear("permutation_clear", buckets, workspace)?];
        let mut t = begin();
        if buckets <= most {
            t.line(format!(
                "permute_tile<{TILE_THREADS}, {TILE_ITEMS}, {most}, {holds}>(p.seed, p.counter, size, buckets, counts, places);"
            ));
            let tiles = (size as u64).div_ceil((TILE_THREADS * TILE_ITEMS) as u64);
            kernels.push(t.finish("permutation_tiles", [tiles, 1], TILE_THREADS as u32)?);
        } else {
            const THREADS: u32 = 256;
            t.line(format!("const unsigned first = 2 * (blockIdx.x * {THREADS} + threadIdx.x);"));
            t.line(format!("permute_pair<{holds}>(p.seed, p.counter, first, size, buckets, counts, places);"));
            let blocks = (size as u64).div_ceil(2 * u64::from(THREADS));
            kernels.push(t.finish("permutation_pairs", [blocks, 1], THREADS)?);
        }
        let mut t = begin();
        t.line("permute_starts<1024>(counts, starts, buckets);");
        kernels.push(t.finish("permutation_starts", [1, 1], 1024)?);
        let mut t = begin();
        t.pointer("w0", out, "long long*", true);
        t.line("const unsigned bucket = blockIdx.x;");
        t.line(format!("const unsigned* const own = places + (size_t)bucket * {holds};"));
        t.line("const auto place_at = [&](unsigned at) { return own[at]; };");
        t.line(format!(
            "permute_bucket<{threads}, {items}>(p.seed, p.counter, size, buckets, bucket, counts[bucket], starts[bucket], place_at, p.w0);"
        ));
        // Its registers suffice two blocks of a multiprocessor, which wait at barriers in turns.
        t.at_once = 2;
        kernels.push(t.finish("permutation_buckets", [buckets as u64, 1], threads as u32)?);
        Ok(kernels)
    }
}
