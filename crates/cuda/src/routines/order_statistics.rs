//! The elements of given ranks of rows: short rows by some lanes of a warp or by a block each, long rows by radix
//! selection in levels, at each of which many blocks count digits.

use cuprust_ir::{Error, Result, View};
use cuprust_num::{DType, Kind};

use super::operand::Source;
use super::output;
use super::text::{Text, merged};
use crate::write::{Device, Written};

/// Threads of a block whose warps process rows, and of one that processes the first level of long rows.
pub(super) const THREADS: i64 = 256;

/// Threads of a block that counts the digits of a long row.
const LEVEL_THREADS: i64 = 512;

/// Elements of such a thread in one iteration.
const ITEMS_PER_STEP: i64 = 8;

/// The longest rows that the lanes of a warp, or some of them, hold.
pub(super) const MAX_ROW_OF_LANES: i64 = 256;

/// The longest rows that a block holds.
pub(super) const MAX_ROW_OF_BLOCK: i64 = 8192;

/// The most ranks of one selection.
const MAX_RANKS: i64 = 32;

/// The kernels that select elements.
pub(super) fn write(
    propagate: bool,
    outputs: &[View],
    values: Source,
    ranks: Source,
    device: Device,
) -> Result<Vec<Written>> {
    let out = output(outputs)?;
    let (shape, of_ranks) = (&values.view.layout.shape, &ranks.view.layout.shape);
    if out.dtype != values.view.dtype || ranks.view.dtype != DType::I64 || values.view.dtype.is_complex() {
        return Err(Error::type_("a selection takes real numbers and int64 ranks, and gives elements"));
    }
    if shape.len() != 2 || of_ranks.len() != 2 || out.layout.shape != *of_ranks || of_ranks[0] != shape[0] {
        return Err(Error::runtime("a selection takes and gives matrices with equal numbers of rows"));
    }
    if !values.view.is_contiguous() || !out.is_contiguous() || shape[1] == 0 && out.layout.size() != 0 {
        return Err(Error::runtime("a selection takes rows with elements and gives elements, both in C order"));
    }
    let selection = Selection::of(values, ranks, of_ranks[1], device)?;
    let propagate = propagate && values.view.dtype.is_inexact();
    let suffix = format!("{}{}", if propagate { "nan_" } else { "" }, out.dtype);
    if selection.rows == 0 || selection.count == 0 {
        return Ok(vec![]);
    }
    let declare = |t: &mut Text| {
        selection.declare_ranks(t);
        t.pointer("w0", out, &format!("{}*", selection.bits), true);
    };
    if selection.length <= MAX_ROW_OF_LANES {
        let kernel = selection.lanes(&format!("select_lanes_{suffix}"), |t| {
            declare(t);
            let (length, count) = (t.fields.index("length", 0), t.fields.index("count", 0));
            t.line(format!("const bool nan = {propagate} && held.at((int){length} - 1) == Key::greatest;"));
            t.line(format!("for (Index j = 0; j < {count}; ++j) {{"));
            t.line(format!("    const Key::Word x = held.at((int)within(rank_of(j), {length}));"));
            t.line(format!(
                "    if (live && held.lane == 0) p.w0[row * {count} + j] = Key::bits(nan ? Key::greatest : x);"
            ));
            t.line("}");
        })?;
        return Ok(vec![kernel]);
    }
    let give = |t: &mut Text| {
        declare(t);
        let count = t.fields.index("count", 0);
        t.line("const auto give = [&](const auto& a) {");
        t.line(format!("    if (threadIdx.x >= {count}) return;"));
        t.line(format!("    const bool nan = {propagate} && a.top == Key::greatest;"));
        t.line(format!("    p.w0[row * {count} + threadIdx.x] = Key::bits(nan ? Key::greatest : a.low[threadIdx.x]);"));
        t.line("};");
    };
    if selection.is_for_blocks() {
        let rest = |t: &mut Text| t.line("give(a);");
        return Ok(vec![selection.rows(&format!("select_rows_{suffix}"), give, rest, 0)?]);
    }
    selection.levels(&suffix, give, &|_| {}, 0)
}

/// A selection from rows, and the layout of its workspace.
pub(super) struct Selection<'a> {
    pub values: Source<'a>,
    pub ranks: Source<'a>,
    pub rows: i64,
    pub length: i64,
    /// The ranks of a row.
    pub count: i64,
    /// The text of the type that converts elements to ordered words, and of the type of its bits.
    pub key: String,
    pub bits: &'static str,
    word_bytes: i64,
    /// The digits of a level, and the most ranks.
    digit: i64,
    pub max_ranks: i64,
    device: Device,
}

impl<'a> Selection<'a> {
    /// # Errors
    /// `Runtime` for more ranks than `MAX_RANKS`.
    pub(super) fn of(values: Source<'a>, ranks: Source<'a>, count: i64, device: Device) -> Result<Selection<'a>> {
        if count > MAX_RANKS {
            return Err(Error::runtime(format!("a selection takes {MAX_RANKS} ranks at most")));
        }
        let dtype = values.view.dtype;
        let (bits, word_bytes) = match dtype.size() {
            1 => ("unsigned char", 4),
            2 => ("unsigned short", 4),
            4 => ("unsigned int", 4),
            _ => ("unsigned long long", 8),
        };
        let infinity = match dtype {
            DType::F16 => "0x7c00",
            DType::BF16 => "0x7f80",
            DType::F32 => "0x7f800000",
            _ => "0x7ff0000000000000",
        };
        let key = match dtype.kind() {
            Kind::Bool | Kind::Unsigned => format!("UnsignedOrder<{bits}>"),
            Kind::Signed => format!("SignedOrder<{bits}>"),
            _ => format!("FloatOrder<{bits}, {infinity}ull>"),
        };
        let max_ranks = (count.max(1) as u64).next_power_of_two() as i64;
        // The counts of all intervals lie in shared memory: at most 32 KB.
        let digit = [11, 11, 11, 10, 9, 8][max_ranks.trailing_zeros() as usize];
        let shape = &values.view.layout.shape;
        let (rows, length) = (shape[0], shape[1]);
        Ok(Selection { values, ranks, rows, length, count, key, bits, word_bytes, digit, max_ranks, device })
    }

    /// Whether a block processes a row: where it holds the row, or where there are enough rows for all multiprocessors.
    pub(super) fn is_for_blocks(&self) -> bool {
        self.length <= MAX_ROW_OF_BLOCK || self.rows >= 2 * i64::from(self.device.multiprocessors)
    }

    /// Declares `source`, which gives the bits of an element by its index in the operand.
    pub(super) fn declare_values(&self, t: &mut Text) {
        t.head.push_str(&format!("using Key = {};\n", self.key));
        let (shape, strides) = merged(&self.values.layouts());
        self.values.declare(t, self.bits, &strides);
        t.line(format!("const auto source = [&](Index at) -> {} {{", self.bits));
        match self.values.load {
            // The operand is in C order.
            None => t.line("return p.r0[at];"),
            Some(_) => {
                t.divide("at", &shape, "m");
                let element = self.values.element(t, shape.len());
                t.line(format!("return bits_of<{}>({element});", self.bits));
            }
        }
        t.line("};");
    }

    /// Declares `rank_of`, which gives a rank of the row `row`, or the common one if all rows have the same ranks.
    pub(super) fn declare_ranks(&self, t: &mut Text) {
        let (shape, strides) = merged(&self.ranks.layouts());
        self.ranks.declare(t, "long long", &strides);
        let count = t.fields.index("count", self.count);
        t.line("const auto rank_of = [&](Index j) -> long long {");
        let own = if self.ranks.view.layout.rank() == 1 { "j".into() } else { format!("row * {count} + j") };
        t.line(format!("const Index at = {own};"));
        t.divide("at", &shape, "k");
        let element = self.ranks.element(t, shape.len());
        t.line(format!("return (long long){element};"));
        t.line("};");
    }

    /// The kernel whose lanes hold rows, `held`; `rest` emits what follows for the row `row`, which exists where `live`
    /// is true.
    pub(super) fn lanes(&self, name: &str, rest: impl Fn(&mut Text)) -> Result<Written> {
        let width = (self.length as u64).next_power_of_two().clamp(4, 32) as i64;
        let items = (self.length as u64).div_ceil(width as u64).next_power_of_two();
        let rows_per_block = THREADS / width;
        let mut t = Text::new();
        self.declare_values(&mut t);
        let (rows, length) = (t.fields.index("rows", self.rows), t.fields.index("length", self.length));
        t.fields.index("count", self.count);
        t.line(format!("const Index place = (Index)blockIdx.x * {rows_per_block} + (Index)(threadIdx.x / {width});"));
        t.line(format!("const bool live = place < {rows};"));
        t.line("const Index row = live ? place : 0;");
        t.line(format!("const LaneRow<Key, {width}, {items}> held(source, row * {length}, live ? (int){length} : 0);"));
        rest(&mut t);
        t.finish(name, [(self.rows as u64).div_ceil(rows_per_block as u64), 1], THREADS as u32)
    }

    /// The kernel whose blocks select from one row each, `row`. `before` emits the beginning, and `rest` what follows
    /// for the selection `a` and the row, which the block has as `held`. The workspace has `bytes` bytes.
    pub(super) fn rows(
        &self,
        name: &str,
        before: impl Fn(&mut Text),
        rest: impl Fn(&mut Text),
        bytes: usize,
    ) -> Result<Written> {
        let (digit, max_ranks, key) = (self.digit, self.max_ranks, &self.key);
        let (threads, items) = match self.length {
            0..=1024 => (THREADS, 4),
            1025..=2048 => (THREADS, 8),
            2049..=4096 => (THREADS, 16),
            4097..=MAX_ROW_OF_BLOCK => (LEVEL_THREADS, 16),
            _ => (LEVEL_THREADS, 0),
        };
        let mut t = Text::new();
        self.declare_values(&mut t);
        let (length, count) = (t.fields.index("length", self.length), t.fields.index("count", self.count));
        if bytes > 0 {
            t.fields.workspace(0, bytes);
        }
        t.line("const Index row = (Index)blockIdx.x;");
        before(&mut t);
        self.shared(&mut t);
        if items > 0 {
            t.line(format!("const HeldRow<Key, {threads}, {items}> held(source, row * {length}, {length});"));
        } else {
            t.line(format!("const FarRow<Key, {threads}, decltype(source)> held{{source, row * {length}, {length}}};"));
        }
        debug_assert!(t.head.contains(key), "the key is named");
        t.line(format!("select_start<{threads}, {digit}>(a, (int){count}, {length}, held, rank_of);"));
        t.line(format!("select_in_block<{threads}, {digit}>(a, (int){count}, scratch, held);"));
        debug_assert!(max_ranks <= MAX_RANKS, "the ranks fit");
        rest(&mut t);
        t.finish(name, [self.rows as u64, 1], threads as u32)
    }

    /// Declares the shared memory of blocks.
    fn shared(&self, t: &mut Text) {
        t.line(format!("__shared__ RankIntervals<Key::Word, {}> a;", self.max_ranks));
        t.line(format!("__shared__ alignas(16) unsigned scratch[{}];", self.max_ranks << self.digit));
    }

    /// The kernels that select from long rows level by level; `before` emits the beginning of each but the first of
    /// them. `open` emits additional work of a block for each row at the start. The workspace has this many bytes in
    /// front of its own.
    pub(super) fn levels(
        &self,
        suffix: &str,
        before: impl Fn(&mut Text),
        open: &dyn Fn(&mut Text),
        bytes: usize,
    ) -> Result<Vec<Written>> {
        let space = Space::of(self, bytes as i64);
        let bits = 8 * self.values.view.dtype.size() as i64;
        let levels = 1 + (bits + self.digit - 1) / self.digit;
        let mut kernels = vec![self.open(suffix, &space, open)?];
        for level in 0..levels {
            kernels.push(self.level(suffix, level == 0, &space, &before)?);
        }
        Ok(kernels)
    }

    fn open(&self, suffix: &str, space: &Space, open: &dyn Fn(&mut Text)) -> Result<Written> {
        let mut t = Text::new();
        self.declare_values(&mut t);
        let (length, count) = (t.fields.index("length", self.length), t.fields.index("count", self.count));
        t.line("const Index row = (Index)blockIdx.x;");
        self.declare_ranks(&mut t);
        space.declare(self, &mut t);
        open(&mut t);
        t.line(format!(
            "progress_open<Key, {}>(progress[row], bins, source, row * {length}, {length}, (int){count}, rank_of);",
            self.digit
        ));
        t.finish(&format!("select_open_{suffix}"), [self.rows as u64, 1], THREADS as u32)
    }

    fn level(&self, suffix: &str, first: bool, space: &Space, before: &impl Fn(&mut Text)) -> Result<Written> {
        let digit = self.digit;
        let mut t = Text::new();
        // As many blocks as run at once; later levels keep intervals in registers.
        t.at_once = if first { 3 } else { 2 };
        let enough = (i64::from(t.at_once) * i64::from(self.device.multiprocessors) / self.rows).max(1);
        let blocks = self.length.div_euclid(LEVEL_THREADS * ITEMS_PER_STEP).clamp(1, enough);
        self.declare_values(&mut t);
        let (length, count) = (t.fields.index("length", self.length), t.fields.index("count", self.count));
        let blocks_name = t.fields.index("blocks", blocks);
        t.line(format!(
            "const Index row = (Index)blockIdx.x / {blocks_name}, block = (Index)blockIdx.x % {blocks_name};"
        ));
        space.declare(self, &mut t);
        before(&mut t);
        self.shared(&mut t);
        let (name, buffers) = if first {
            ("first", String::new())
        } else {
            let eighth = t.fields.index("eighth", space.eighth);
            let at = t.fields.long("buffers_at", space.buffers_at);
            let start = format!("(Key::Word*)((char*)p.partials + {at}) + row * 2 * {eighth}");
            ("level", format!("{start}, {eighth}, "))
        };
        let length = if first { format!("{length}, ") } else { String::new() };
        let whole = t.fields.index("length", self.length);
        t.line(format!(
            "progress_{name}<Key, {LEVEL_THREADS}, {digit}>(a, scratch, progress[row], bins, p.tickets + row, source, \
             row * {whole}, {length}{buffers}(int){count}, block, {blocks_name}, give);"
        ));
        let grid = [(self.rows * blocks) as u64, 1];
        t.finish(&format!("select_{name}_{suffix}"), grid, LEVEL_THREADS as u32)
    }
}

/// The layout of the workspace for long rows, in bytes.
struct Space {
    progress_at: i64,
    bins_at: i64,
    buffers_at: i64,
    /// Words of a buffer.
    eighth: i64,
    bytes: i64,
    /// Whether counts have 64 bits.
    wide: bool,
}

impl Space {
    fn of(selection: &Selection, bytes: i64) -> Space {
        let Selection { rows, length, max_ranks, digit, word_bytes, .. } = *selection;
        let (wide, eighth) = (length > i64::from(u32::MAX), length / 8);
        let after = |at: i64, bytes: i64| (at + bytes + 255) / 256 * 256;
        let progress_at = after(0, bytes);
        let bins_at = after(progress_at, rows * (8 + 4 * max_ranks) * 8);
        let buffers_at = after(bins_at, rows * (max_ranks << digit) * if wide { 8 } else { 4 });
        let bytes = after(buffers_at, rows * 2 * eighth * word_bytes);
        Space { progress_at, bins_at, buffers_at, eighth, bytes, wide }
    }

    /// Declares `progress`, for all rows, and `bins`, the counts of the row `row`.
    fn declare(&self, selection: &Selection, t: &mut Text) {
        let (max_ranks, digit) = (selection.max_ranks, selection.digit);
        t.fields.workspace(selection.rows as usize, self.bytes as usize);
        let (progress, bins) = (t.fields.long("progress_at", self.progress_at), t.fields.long("bins_at", self.bins_at));
        t.line(format!(
            "Progress<{max_ranks}>* const progress = (Progress<{max_ranks}>*)((char*)p.partials + {progress});"
        ));
        let count = if self.wide { "unsigned long long" } else { "unsigned int" };
        t.line(format!("{count}* const bins = ({count}*)((char*)p.partials + {bins}) + row * {};", max_ranks << digit));
    }
}
