//! Which values are brought side by side by the bins of their places before they are written, and the kernels that do
//! it.
//!
//! Writes all over a memory that is larger than the second cache move 32 bytes and more for each value, both ways; with
//! claims they do so twice. Where many values go to a large array, a first kernel counts them by the high bits of their
//! places, another one writes them bin by bin, each tile of values in one piece for a bin, and claims and writes then
//! stay within few bins at a time.

use cuprust_ir::Result;

use super::scatter::Site;
use super::sorted_test::{SortedTest, needed};
use super::text::{Text, clear};
use crate::write::{Written, c_type};

/// Threads of a block, each of which keeps one bin.
pub(super) const THREADS: i64 = 256;

/// Bytes of claims and of places for each multiprocessor that a bin has at most where there are bins enough: some bins
/// are written at a time, and fit the second cache together.
const IN_BIN: i64 = 32 << 10;

/// Values by bins.
#[derive(Clone, Copy)]
pub(super) struct Bins<'a> {
    site: &'a Site<'a>,
    /// Whether a place may be named twice by indices of other values, of which the last is written. Else all values are
    /// one.
    claimed: bool,
    /// By how many bits a place is shifted to the right for its bin.
    shift: u32,
    /// What says that values need not be brought to bins.
    sorted: Option<SortedTest>,
}

impl<'a> Bins<'a> {
    /// For values whose indices and places are numbers of 32 bits.
    pub(super) fn of(site: &'a Site, claimed: bool) -> Option<Bins<'a>> {
        let most = i64::from(u32::MAX);
        if site.count >= most || site.extent >= most {
            return None;
        }
        let each = site.size() + if claimed { 4 } else { 0 };
        let good = (IN_BIN * i64::from(site.device.multiprocessors) / each).max(1).ilog2();
        let least = (0..32).find(|shift| (site.extent - 1) >> shift < THREADS)?;
        let bins = Bins { site, claimed, shift: good.max(least), sorted: None };
        Some(Bins { sorted: SortedTest::after_workspace(bins.parts().iter().sum(), site), ..bins })
    }

    /// Items of a thread: as many as shared memory holds.
    fn items(self) -> i64 {
        if self.site.size() <= 4 || !self.claimed { 16 } else { 8 }
    }

    /// The bytes of the claims, of the counts and the starts of bins, of the values, of their places and of their
    /// numbers.
    fn parts(self) -> [i64; 5] {
        let (count, either) = (self.site.count, i64::from(self.claimed));
        let counted = 4 * (2 * THREADS + 1);
        [4 * self.site.extent * either, counted, self.site.size() * count * either, 4 * count, 4 * count * either]
            .map(|bytes| (bytes + 15) / 16 * 16)
    }

    /// Declares the workspace, and asks whether the kernel is needed.
    fn begin(self, t: &mut Text) {
        match self.sorted {
            Some(sorted) => sorted.emit_flag_load(t),
            None => t.fields.workspace(0, self.parts().iter().sum::<i64>() as usize),
        }
    }

    /// Declares the memory, and where its parts lie.
    fn declare(self, t: &mut Text) {
        let parts = self.parts();
        self.begin(t);
        let word = format!("typename Word<sizeof({})>::type", self.kind());
        let names = [("counts", "unsigned"), ("values", &word), ("places", "unsigned"), ("numbers", "unsigned")];
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
        c_type(self.site.out.dtype)
    }

    /// The kernels that write the values.
    pub(super) fn write(self) -> Result<Vec<Written>> {
        // Claims lie in front of the counts.
        let zeros = self.parts()[0] / 4 + THREADS;
        let mut kernels = self.sorted.map_or(Ok(Vec::new()), |sorted| sorted.kernels(self.site))?;
        kernels.push(clear("scatter_clear", zeros, |t| {
            self.begin(t);
            needed(self.sorted, t);
        })?);
        kernels.push(self.tiles("scatter_count", false)?);
        kernels.push(self.start()?);
        kernels.push(self.tiles("scatter_bin", true)?);
        if self.claimed {
            kernels.push(self.each("scatter_claim", |t| t.line("atomicMax(claims + places[k], numbers[k]);"))?);
        }
        kernels.push(self.store()?);
        Ok(kernels)
    }

    /// A kernel of a block for each tile of items, which counts them or brings them to their bins.
    fn tiles(self, name: &str, brings: bool) -> Result<Written> {
        let (site, kind, items) = (self.site, self.kind(), self.items());
        let valued = brings && self.claimed;
        let mut t = Text::new();
        self.declare(&mut t);
        let shape = site.declare(&mut t, valued);
        let count = t.fields.index("count", site.count);
        let size = t.fields.index("size", site.extent);
        let shift = t.fields.index("shift", i64::from(self.shift));
        t.fields.fault();
        let and_value = if brings { format!(", {kind}& value") } else { String::new() };
        t.line(format!("const auto item = [&](Index i, unsigned& to{and_value}) {{"));
        t.decode("i", &shape);
        let place = site.index.element_streamed(&mut t, shape.len());
        t.line(format!("const long long at = {place};"));
        t.line(format!("if ((unsigned long long)at >= (unsigned long long){size}) {{"));
        t.line("    note_index(p.fault, at);");
        t.line("    return false;");
        t.line("}");
        t.line("to = (unsigned)at;");
        if valued {
            let value = site.values.element(&mut t, shape.len());
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
                "bin_tile<{THREADS}, {items}, {claimed}, {kind}>(starts, begin, {count}, (int){shift}, {drops}, places, numbers, \
                 values, item);"
            ),
            false => format!(
                "bin_count<{THREADS}, {items}, {claimed}>(counts, begin, {count}, (int){shift}, {drops}, item);"
            ),
        });
        t.finish(name, [(site.count as u64).div_ceil(tile as u64), 1], THREADS as u32)
    }

    /// The kernel of one block that tells where bins begin.
    fn start(self) -> Result<Written> {
        let mut t = Text::new();
        self.declare(&mut t);
        needed(self.sorted, &mut t);
        t.line(format!("bin_start<{THREADS}>(counts, starts);"));
        t.finish("scatter_start", [1, 1], THREADS as u32)
    }

    /// A kernel of a thread for each of the items in their bins, the `k`-th.
    fn each(self, name: &str, each: impl FnOnce(&mut Text)) -> Result<Written> {
        let mut t = Text::new();
        self.declare(&mut t);
        // Where an index is out of bounds there are fewer than indices.
        t.line(format!("const Index all = (Index)starts[{THREADS}];"));
        needed(self.sorted, &mut t);
        t.line(format!("const Index k = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
        t.line("if (k >= all) return;");
        each(&mut t);
        t.finish(name, [(self.site.count as u64).div_ceil(THREADS as u64), 1], THREADS as u32)
    }

    /// The kernel that writes values to their places.
    fn store(self) -> Result<Written> {
        let (site, kind) = (self.site, self.kind());
        self.each("scatter_store", |t| {
            t.pointer("w0", site.out, &format!("{kind}*"), true);
            let along = t.fields.index("along", site.out.layout.strides[0]);
            t.line("const unsigned at = places[k];");
            if self.claimed {
                t.line("if (claims[at] != numbers[k]) return;");
                t.line(format!("{kind} value;"));
                t.line("memcpy(&value, values + k, sizeof(value));");
            } else {
                // Its steps along the indices are none.
                let steps = vec![Vec::new(); site.values.layouts().len()];
                site.values.declare(t, kind, &steps);
                let value = site.values.element(t, 0);
                t.line(format!("const {kind} value = {value};"));
            }
            t.line(format!("p.w0[(Index)at * {along}] = value;"));
        })
    }
}
