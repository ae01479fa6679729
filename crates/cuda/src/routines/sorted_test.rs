//! Fast path of `x[i] = v` for sorted indices: one kernel tests whether they are sorted, a second writes each value
//! once, without claims.
//!
//! A sample of the indices is compared first: where many are equal, a tile drops values that a later one of it
//! replaces. Among sorted indices equal ones are neighbours, so the last value for an element is known by its
//! neighbour, and writes pass through memory once. Kernels that claim elements begin with a test of whether they are
//! needed.

use cuprust_ir::Result;

use super::scatter::{Scatter, THREADS};
use super::text::Text;
use crate::write::{Written, c_type};

/// Fewest indices for which the test pays off.
const MIN_TESTED_INDICES: i64 = 1 << 16;

/// Indices of a thread in one iteration, and blocks of the test for each multiprocessor.
const ITEMS_PER_THREAD: u64 = 8;
const BLOCKS_PER_MULTIPROCESSOR: u64 = 8;

/// Indices of the sample.
const SAMPLES: u64 = 2048;

/// The offset in the workspace of two words: the first is set where indices descend, the second where many are equal.
#[derive(Clone, Copy)]
pub(super) struct SortedTest {
    at: i64,
}

impl SortedTest {
    /// The test with its words after this many bytes of the workspace; `None` where it does not pay off.
    pub(super) fn after_workspace(bytes: i64, target: &Scatter) -> Option<SortedTest> {
        let worth = target.count >= MIN_TESTED_INDICES
            && target.inner == 1
            && !target.index.is_long()
            && !target.values.is_long();
        worth.then_some(SortedTest { at: (bytes + 15) / 16 * 16 })
    }

    /// The bytes of the workspace including the two words.
    pub(super) fn bytes(self) -> i64 {
        self.at + 16
    }

    fn declare(self, t: &mut Text) {
        t.fields.workspace(0, self.bytes() as usize);
        let at = t.fields.long("falls_at", self.at);
        t.line(format!("unsigned* const falls = (unsigned*)((char*)p.partials + {at});"));
        t.line("unsigned* const repeats = falls + 1;");
    }

    /// Emits the load of the flag in a kernel that may not be needed; [`needed`] waits for it, so that other loads
    /// overlap with it. The load goes through the L1 cache, since all threads do it: on an H200 16 million that load
    /// from the L2 cache take 0.13 ms longer.
    pub(super) fn emit_flag_load(self, t: &mut Text) {
        self.declare(t);
        t.line("const unsigned fall = *falls;");
    }

    /// The kernels of the fast path, before those that the flag may skip.
    pub(super) fn kernels(self, target: &Scatter) -> Result<Vec<Written>> {
        Ok(vec![self.sample_kernel(target)?, self.test_kernel(target)?, self.write_kernel(target)?])
    }

    /// A kernel of one block that clears the flags, and sets the second where a quarter of the sampled indices equal
    /// others of the sample.
    fn sample_kernel(self, target: &Scatter) -> Result<Written> {
        let mut t = Text::new();
        self.declare(&mut t);
        let shape = target.declare(&mut t, false);
        let last = t.fields.index("last", target.count - 1);
        index_of(target, &mut t, &shape);
        t.line(format!("__shared__ unsigned table[{SAMPLES}], all;"));
        t.line(format!("for (int u = threadIdx.x; u < {SAMPLES}; u += {THREADS}) table[u] = 0;"));
        t.line("if (threadIdx.x == 0) all = 0;");
        t.line("__syncthreads();");
        t.line("unsigned own = 0;");
        t.line("#pragma unroll");
        t.line(format!("for (int u = threadIdx.x; u < {SAMPLES}; u += {THREADS}) {{"));
        t.line(format!("const unsigned place = (unsigned)place_of((Index)((long long){last} * u / {}));", SAMPLES - 1));
        t.line("const unsigned hash = place * 0x9e3779b1u;");
        t.line(format!("own += atomicExch(table + hash / (0xffffffffu / {SAMPLES} + 1), hash | 1) == (hash | 1);"));
        t.line("}");
        t.line("if (own != 0) atomicAdd(&all, own);");
        t.line("__syncthreads();");
        t.line("if (threadIdx.x == 0) {");
        t.line("    *falls = 0;");
        t.line(format!("    *repeats = all >= {};", SAMPLES / 4));
        t.line("}");
        t.finish("scatter_begin", [1, 1], THREADS as u32)
    }

    /// The kernel that tests whether indices descend anywhere. It ends early where they do.
    fn test_kernel(self, target: &Scatter) -> Result<Written> {
        let mut t = Text::new();
        self.declare(&mut t);
        let shape = target.declare(&mut t, false);
        let count = t.fields.index("count", target.count);
        index_of(target, &mut t, &shape);
        let step = THREADS * ITEMS_PER_THREAD;
        t.line("#pragma unroll 1");
        t.line(format!(
            "for (Index first = (Index)blockIdx.x * {step}; first < {count}; first += (Index)gridDim.x * {step}) {{"
        ));
        t.line("bool ends = *(volatile unsigned*)falls != 0;");
        t.line("#pragma unroll");
        t.line(format!("for (int u = 0; u < {ITEMS_PER_THREAD}; ++u) {{"));
        t.line(format!("const Index i = first + u * {THREADS} + (Index)threadIdx.x;"));
        t.line(format!("if (!ends && i + 1 < {count}) ends = place_of(i) > place_of(i + 1);"));
        t.line("}");
        t.line("if (__syncthreads_or(ends)) {");
        t.line("    if (threadIdx.x == 0) *(volatile unsigned*)falls = 1;");
        t.line("    return;");
        t.line("}");
        t.line("}");
        let max_blocks = u64::from(target.device.multiprocessors) * BLOCKS_PER_MULTIPROCESSOR;
        t.finish("scatter_look", [(target.count as u64).div_ceil(step).min(max_blocks), 1], THREADS as u32)
    }

    /// The kernel that writes the last value for each element where indices are sorted.
    fn write_kernel(self, target: &Scatter) -> Result<Written> {
        let mut t = Text::new();
        self.declare(&mut t);
        t.line("if (*falls != 0) return;");
        let shape = target.declare(&mut t, true);
        t.pointer("w0", target.out, &format!("{}*", c_type(target.out.dtype)), true);
        let along = t.fields.index("along", target.out.layout.strides[0]);
        let count = t.fields.index("count", target.count);
        index_of(target, &mut t, &shape);
        t.line("const auto store = [&](Index i) {");
        t.line(format!("if (i >= {count}) return;"));
        t.line("const Index at = (Index)place_of(i);");
        target.check(&mut t);
        t.line(format!("if (i + 1 < {count} && place_of(i + 1) == at) return;"));
        t.decode("i", &shape);
        let value = target.values.element(&mut t, shape.len());
        t.line(format!("p.w0[at * {along}] = {value};"));
        t.line("};");
        let step = THREADS * ITEMS_PER_THREAD;
        t.line(format!("const Index first = (Index)blockIdx.x * {step} + (Index)threadIdx.x;"));
        t.line("#pragma unroll");
        t.line(format!("for (int u = 0; u < {ITEMS_PER_THREAD}; ++u) store(first + u * {THREADS});"));
        t.finish("scatter_rising", [(target.count as u64).div_ceil(step), 1], THREADS as u32)
    }
}

/// Emits the early end of a kernel that is not needed because indices are sorted, where it loaded the flag.
pub(super) fn needed(sorted: Option<SortedTest>, t: &mut Text) {
    if sorted.is_some() {
        t.line("if (fall == 0) return;");
    }
}

/// Declares `index_of`, which gives the `i`-th index.
fn index_of(target: &Scatter, t: &mut Text, shape: &[i64]) {
    t.line("const auto place_of = [&](Index i) -> long long {");
    t.decode("i", shape);
    let position = target.index.element(t, shape.len());
    t.line(format!("return {position};"));
    t.line("};");
}
