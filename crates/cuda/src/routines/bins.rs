//! Scatter by bins: values are first sorted into bins by the high bits of their indices, and then written.
//!
//! Writes scattered over memory that is larger than the L2 cache move at least 32 bytes for each value, in both
//! directions; with claims they do so twice. Where many values go to a large array, a first kernel counts them by the
//! high bits of their indices, and another one writes them bin by bin, each tile of values contiguously for a bin;
//! claims and writes then stay within few bins at a time.

use cuprust_ir::Result;

use super::scatter::Scatter;
use super::sorted_test::{SortedTest, needed};
use super::text::{Text, clear};
use crate::write::{Written, c_type};

/// Threads of a block, each of which keeps one bin.
pub(super) const THREADS: i64 = 256;

/// The most bytes of claims and elements of a bin, for each multiprocessor, as long as there are bins enough: the bins
/// that are written at a time must fit the L2 cache together.
const MAX_BIN_BYTES_PER_MULTIPROCESSOR: i64 = 32 << 10;

/// Values sorted into bins.
#[derive(Clone, Copy)]
pub(super) struct Bins<'a> {
    target: &'a Scatter<'a>,
    /// Whether indices may name an element twice with different values, of which the last is stored. Otherwise all
    /// values are equal.
    claimed: bool,
    /// The right shift of an index that gives its bin.
    shift: u32,
    /// The test whether bins are needed.
    sorted: Option<SortedTest>,
}

impl<'a> Bins<'a> {
    /// For values whose counts and indices fit 32 bits.
    pub(super) fn of(target: &'a Scatter, claimed: bool) -> Option<Bins<'a>> {
        let limit = i64::from(u32::MAX);
        if target.count >= limit || target.extent >= limit {
            return None;
        }
        let each = target.size() + if claimed { 4 } else { 0 };
        let good = (MAX_BIN_BYTES_PER_MULTIPROCESSOR * i64::from(target.device.multiprocessors) / each).max(1).ilog2();
        let least = (0..32).find(|shift| (target.extent - 1) >> shift < THREADS)?;
        let bins = Bins { target, claimed, shift: good.max(least), sorted: None };
        Some(Bins { sorted: SortedTest::after_workspace(bins.parts().iter().sum(), target), ..bins })
    }

    /// Items of a thread: as many as fit shared memory.
    fn items(self) -> i64 {
        if self.target.size() <= 4 || !self.claimed { 16 } else { 8 }
    }

    /// The bytes of the claims, of the counts and starts of the bins, of the values, of their indices and of their
    /// numbers.
    fn parts(self) -> [i64; 5] {
        let (count, either) = (self.target.count, i64::from(self.claimed));
        let counted = 4 * (2 * THREADS + 1);
        [4 * self.target.extent * either, counted, self.target.size() * count * either, 4 * count, 4 * count * either]
            .map(|bytes| (bytes + 15) / 16 * 16)
    }

    /// Declares the workspace, and loads the flag that says whether the kernel is needed.
    fn begin(self, t: &mut Text) {
        match self.sorted {
            Some(sorted) => sorted.emit_flag_load(t),
            None => t.fields.workspace(0, self.parts().iter().sum::<i64>() as usize),
        }
    }

    /// Declares the arrays of the workspace.
    fn declare(self, t: &mut Text) {
        let parts = self.parts();
        self.begin(t);
        let word = format!("typename Word<sizeof({})>::type", self.kind());
        let names = [("counts", "unsigned"), ("values", &word), ("targets", "unsigned"), ("numbers", "unsigned")];
        let mut at = 0;
        t.line("unsigned* const claims = p.partials;");
        for ((name, kind), bytes) in names.into_iter().zip(parts) {
            at += bytes;
            let from = t.fields.long(&format!("{name}_at"), at);
            t.line(format!("{kind}* const {name} = ({kind}*)((char*)p.partials + {from});"));
        }
        t.line(format!("unsigned* const starts = counts + {THREADS};"));
    }

    fn kind(self) -> &'static str {
        c_type(self.target.out.dtype)
    }

    /// The kernels that write the values.
    pub(super) fn write(self) -> Result<Vec<Written>> {
        // The claims lie in front of the counts.
        let zeros = self.parts()[0] / 4 + THREADS;
        let mut kernels = self.sorted.map_or(Ok(Vec::new()), |sorted| sorted.kernels(self.target))?;
        kernels.push(clear("scatter_clear", zeros, |t| {
            self.begin(t);
            needed(self.sorted, t);
        })?);
        kernels.push(self.tiles("scatter_count", false)?);
        kernels.push(self.start()?);
        kernels.push(self.tiles("scatter_bin", true)?);
        if self.claimed {
            kernels.push(self.each("scatter_claim", |t| t.line("atomicMax(claims + targets[k], numbers[k]);"))?);
        }
        kernels.push(self.store()?);
        Ok(kernels)
    }

    /// A kernel with a block for each tile of items, which counts them or writes them to their bins.
    fn tiles(self, name: &str, brings: bool) -> Result<Written> {
        let (target, kind, items) = (self.target, self.kind(), self.items());
        let valued = brings && self.claimed;
        let mut t = Text::new();
        self.declare(&mut t);
        let shape = target.declare(&mut t, valued);
        let count = t.fields.index("count", target.count);
        let size = t.fields.index("size", target.extent);
        let shift = t.fields.index("shift", i64::from(self.shift));
        t.fields.fault();
        let and_value = if brings { format!(", {kind}& value") } else { String::new() };
        t.line(format!("const auto item = [&](Index i, unsigned& to{and_value}) {{"));
        t.decode("i", &shape);
        let index = target.index.element_streamed(&mut t, shape.len());
        t.line(format!("const long long at = {index};"));
        t.line(format!("if ((unsigned long long)at >= (unsigned long long){size}) {{"));
        t.line("    note_index(p.fault, at);");
        t.line("    return false;");
        t.line("}");
        t.line("to = (unsigned)at;");
        if valued {
            let value = target.values.element(&mut t, shape.len());
            t.line(format!("value = {value};"));
        }
        t.line("return true;");
        t.line("};");
        let tile = THREADS * items;
        t.line(format!("const Index begin = (Index)blockIdx.x * {tile};"));
        needed(self.sorted, &mut t);
        let (claimed, drops) = (self.claimed, if self.sorted.is_some() { "*repeats != 0" } else { "false" });
        t.line(match brings {
            true => format!(
                "bin_tile<{THREADS}, {items}, {claimed}, {kind}>(starts, begin, {count}, (int){shift}, {drops}, targets, numbers, \
                 values, item);"
            ),
            false => format!(
                "bin_count<{THREADS}, {items}, {claimed}>(counts, begin, {count}, (int){shift}, {drops}, item);"
            ),
        });
        t.finish(name, [(target.count as u64).div_ceil(tile as u64), 1], THREADS as u32)
    }

    /// The kernel of one block that computes the starts of the bins.
    fn start(self) -> Result<Written> {
        let mut t = Text::new();
        self.declare(&mut t);
        needed(self.sorted, &mut t);
        t.line(format!("bin_start<{THREADS}>(counts, starts);"));
        t.finish("scatter_start", [1, 1], THREADS as u32)
    }

    /// A kernel with a thread for each of the binned items, the `k`-th.
    fn each(self, name: &str, each: impl FnOnce(&mut Text)) -> Result<Written> {
        let mut t = Text::new();
        self.declare(&mut t);
        // Indices out of bounds are not among the items.
        t.line(format!("const Index all = (Index)starts[{THREADS}];"));
        needed(self.sorted, &mut t);
        t.line(format!("const Index k = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
        t.line("if (k >= all) return;");
        each(&mut t);
        t.finish(name, [(self.target.count as u64).div_ceil(THREADS as u64), 1], THREADS as u32)
    }

    /// The kernel that stores the binned values.
    fn store(self) -> Result<Written> {
        let (target, kind) = (self.target, self.kind());
        self.each("scatter_store", |t| {
            t.pointer("w0", target.out, &format!("{kind}*"), true);
            let along = t.fields.index("along", target.out.layout.strides[0]);
            t.line("const unsigned at = targets[k];");
            if self.claimed {
                t.line("if (claims[at] != numbers[k]) return;");
                t.line(format!("{kind} value;"));
                t.line("memcpy(&value, values + k, sizeof(value));");
            } else {
                // The single value has no steps along the indices.
                let steps = vec![Vec::new(); target.values.layouts().len()];
                target.values.declare(t, kind, &steps);
                let value = target.values.element(t, 0);
                t.line(format!("const {kind} value = {value};"));
            }
            t.line(format!("p.w0[(Index)at * {along}] = value;"));
        })
    }
}
