//! Stable sorting along the last axis: short rows by a block each or several to a block, long rows by a radix sort.

use cuprust_ir::{Error, Relation, Result, View};
use cuprust_num::{DType, Kind};

use super::operand::Source;
use super::outputs_of;
use super::text::{Text, clear, merged};
use crate::write::{Device, Written};

const THREADS: i64 = 256;

/// The values of a digit: a pass has this many counts, and a tile this many states.
const DIGIT_VALUES: i64 = 256;

/// Threads of a block that sorts a tile of a long row by a digit. (Four passes over 2^26 float32 on an H200, of a
/// kernel without buffers and routes: 1.31 ms by two blocks of 512 threads with 22 items each, 1.43 by 384 threads,
/// 1.73 where ballots find the lanes of one digit. With them: 1.51.)
const PASS_THREADS: i64 = 512;

/// The kernels that sort an input.
pub(super) fn write(
    values: bool,
    indices: bool,
    outputs: &[View],
    source: Source,
    device: Device,
) -> Result<Vec<Written>> {
    let (from, outputs) = (source.view, outputs_of(outputs, values as usize + indices as usize)?);
    let sorted = values.then(|| &outputs[0]);
    let index_output = if indices { outputs.last() } else { None };
    let shape = &from.layout.shape;
    let Some(&length) = shape.last() else { return Err(Error::axis("a sort needs an axis to run along")) };
    if !from.is_contiguous() || outputs.iter().any(|out| !out.is_contiguous() || out.layout.shape != *shape) {
        return Err(Error::runtime("a sort takes and gives arrays in C order, all of one shape"));
    }
    if sorted.is_some_and(|out| out.dtype != from.dtype) || index_output.is_some_and(|out| out.dtype != DType::I64) {
        return Err(Error::type_("a sort gives values of the operand's dtype and int64 indices"));
    }
    let in_place = source.load.is_none() && sorted.is_some_and(|out| out.relation(from) == Relation::Same) && !indices;
    let rows = from.layout.size().checked_div(length).unwrap_or(0);
    let sort = Sort { source, from, sorted, index_output, in_place, rows, length, key: key(from.dtype) };
    let max_in_block = THREADS * sort.max_items();
    if length <= max_in_block { Ok(vec![sort.rows(device)?]) } else { sort.passes(device) }
}

/// How elements of a dtype are compared and moved, and their number of digits.
struct Key {
    key: String,
    bits: String,
    digits: i64,
}

fn key(dtype: DType) -> Key {
    let unsigned = |size: usize| match size {
        1 => "unsigned char",
        2 => "unsigned short",
        4 => "unsigned int",
        _ => "unsigned long long",
    };
    let (bits, size) = (unsigned(dtype.real().size()), dtype.size() as i64);
    let infinity = match dtype.real() {
        DType::F16 => "0x7c00",
        DType::BF16 => "0x7f80",
        DType::F32 => "0x7f800000",
        _ => "0x7ff0000000000000",
    };
    let real = |name: &str| Key { key: format!("{name}<{bits}>"), bits: bits.into(), digits: size };
    match dtype.kind() {
        Kind::Bool | Kind::Unsigned => real("UnsignedKey"),
        Kind::Signed => real("SignedKey"),
        Kind::Float => Key { key: format!("FloatKey<{bits}, {infinity}ull>"), ..real("") },
        Kind::Complex => Key {
            key: format!("ComplexKey<{bits}, {infinity}ull>"),
            bits: format!("TwoBits<{bits}>"),
            digits: size + 1,
        },
    }
}

struct Sort<'a> {
    source: Source<'a>,
    from: &'a View,
    sorted: Option<&'a View>,
    index_output: Option<&'a View>,
    in_place: bool,
    rows: i64,
    length: i64,
    key: Key,
}

impl Sort<'_> {
    /// The most items of a thread: a tile of them lies in shared memory.
    fn max_items(&self) -> i64 {
        if self.from.dtype.size() > 8 { 8 } else { 16 }
    }

    /// Declares `source`, which gives the bits of an element by its index in the operand.
    fn elements(&self, t: &mut Text) {
        let (shape, strides) = merged(&self.source.layouts());
        self.source.declare(t, &self.key.bits, &strides);
        t.line(format!("const auto source = [&](Index at) -> {} {{", self.key.bits));
        match self.source.load {
            // The operand is in C order.
            None => t.line("return p.r0[at];"),
            Some(_) => {
                t.divide("at", &shape, "m");
                let element = self.source.element(t, shape.len());
                t.line(format!("return bits_of<{}>({element});", self.key.bits));
            }
        }
        t.line("};");
    }

    /// Declares the operand, and the pointers to the results, as bits.
    fn operands(&self, t: &mut Text) {
        self.elements(t);
        if let Some(sorted) = self.sorted {
            t.pointer("w0", sorted, &format!("{}*", self.key.bits), true);
        }
        if let Some(index_output) = self.index_output {
            t.pointer("w1", index_output, "long long*", true);
        }
    }

    /// The pointer to a result, or a null pointer.
    fn result(&self, name: &str) -> String {
        let output = if name == "w0" { self.sorted } else { self.index_output };
        output.map_or("nullptr".into(), |_| format!("p.{name}"))
    }

    /// The part of the kernels' names that describes the sort.
    fn suffix(&self) -> String {
        let what = match (self.sorted, self.index_output) {
            (Some(_), None) => "values",
            (None, _) => "indices",
            _ => "both",
        };
        format!("{what}_{}", self.from.dtype)
    }

    /// Sorts rows that fit a block: it sorts as many at once as fit.
    fn rows(&self, device: Device) -> Result<Written> {
        let (rows, length) = (self.rows, self.length);
        let busy = i64::from(device.multiprocessors) * THREADS;
        let fits = |items: &i64| length <= THREADS * items;
        let items = [1, 4, self.max_items()].into_iter().filter(fits);
        // Few elements are spread over many threads.
        let items = items.reduce(|low, high| if rows * length <= busy * low { low } else { high });
        let items = items.unwrap_or(self.max_items());
        let rows_per_block = (THREADS * items).checked_div(length).unwrap_or(1).clamp(1, THREADS).min(rows.max(1));
        let mut t = Text::new();
        self.operands(&mut t);
        let (rows_name, length_name) = (t.fields.index("rows", rows), t.fields.index("length", length));
        let block_rows = t.fields.index("beside", rows_per_block);
        t.line(format!("const Index row = (Index)blockIdx.x * {block_rows}, rest = {rows_name} - row;"));
        t.line(format!("const int count = (int)((rest < {block_rows} ? rest : {block_rows}) * {length_name});"));
        t.line(format!("const Index at = row * {length_name};"));
        let position = |result: String| if result == "nullptr" { result } else { format!("{result} + at") };
        t.line(format!(
            "sort_rows<{}, {}, {}, {}, {items}>(source, at, {}, {}, count, (int){length_name});",
            self.key.key,
            self.sorted.is_some(),
            self.index_output.is_some(),
            rows_per_block > 1,
            position(self.result("w0")).replace("nullptr + at", "nullptr"),
            position(self.result("w1")),
        ));
        t.head.push_str(&self.keys());
        let blocks = if length == 0 { 0 } else { (rows as u64).div_ceil(rows_per_block as u64) };
        t.finish(&format!("sort_rows_{}", self.suffix()), [blocks, 1], THREADS as u32)
    }

    /// A line that names the type of the key, so that its section of text is included.
    fn keys(&self) -> String {
        format!("using SortedBits = {}::Bits;\n", self.key.key)
    }

    /// Sorts long rows: one kernel counts the digits, one plans the passes, and each pass sorts the elements of a row
    /// by one digit.
    fn passes(&self, device: Device) -> Result<Vec<Written>> {
        let wide_indices = self.length > i64::from(u32::MAX);
        // The elements of a tile, and then their indices, lie in shared memory, of which a kernel has 48 KB.
        let widest = match self.index_output {
            Some(_) => (self.from.dtype.size() as i64).max(if wide_indices { 8 } else { 4 }),
            None => self.from.dtype.size() as i64,
        };
        let items = 88 / widest.max(4);
        let tiles = (self.length + PASS_THREADS * items - 1) / (PASS_THREADS * items);
        let passes = self.key.digits + i64::from(self.in_place && self.key.digits % 2 == 1);
        let space = WorkspaceLayout::of(self, tiles, passes, wide_indices);
        // The counts and states are zeroed.
        let zeros = clear("sort_clear", 2 * space.words, |t| space.declare(t))?;
        let mut kernels = vec![zeros, self.count(&space, device)?, self.plan(&space, passes)?];
        for digit in 0..passes {
            kernels.push(self.pass(&space, digit, passes, tiles, items)?);
        }
        Ok(kernels)
    }

    fn count(&self, space: &WorkspaceLayout, device: Device) -> Result<Written> {
        /// Elements that a thread counts in one iteration.
        const ITEMS_PER_THREAD: i64 = 8;
        let mut t = Text::new();
        self.elements(&mut t);
        space.declare(&mut t);
        let enough = (8 * i64::from(device.multiprocessors) / self.rows).max(1);
        let blocks = ((self.length + ITEMS_PER_THREAD * THREADS - 1) / (ITEMS_PER_THREAD * THREADS)).min(enough);
        let (length, blocks_name) = (t.fields.index("length", self.length), t.fields.index("blocks", blocks));
        let counts = t.fields.index("counts", space.counts);
        t.line(format!(
            "const Index row = (Index)blockIdx.x / {blocks_name}, block = (Index)blockIdx.x % {blocks_name};"
        ));
        t.line(format!(
            "sort_count<{}, {ITEMS_PER_THREAD}>(source, row * {length}, {length}, block, {blocks_name}, \
             (unsigned long long*)p.partials + row * {counts});",
            self.key.key
        ));
        t.finish(&format!("sort_count_{}", self.from.dtype), [(self.rows * blocks) as u64, 1], THREADS as u32)
    }

    fn plan(&self, space: &WorkspaceLayout, passes: i64) -> Result<Written> {
        let mut t = Text::new();
        space.declare(&mut t);
        let (length, counts) = (t.fields.index("length", self.length), t.fields.index("counts", space.counts));
        let routes = t.fields.index("routes", space.routes_at);
        t.line("unsigned long long* words = (unsigned long long*)p.partials;");
        t.line("const Index row = (Index)blockIdx.x;");
        t.line(format!(
            "sort_plan<{}, {passes}, {}, {}>(words + row * {counts}, {length}, words + {routes} + row * {passes});",
            self.key.digits,
            self.index_output.is_none(),
            self.in_place
        ));
        let name = format!("sort_plan_{}{}", self.suffix(), if self.in_place { "_in_place" } else { "" });
        t.finish(&name, [self.rows as u64, 1], THREADS as u32)
    }

    fn pass(&self, space: &WorkspaceLayout, digit: i64, passes: i64, tiles: i64, items: i64) -> Result<Written> {
        let mut t = Text::new();
        t.at_once = 2;
        self.operands(&mut t);
        space.declare(&mut t);
        let (length, tiles_name) = (t.fields.index("length", self.length), t.fields.index("tiles", tiles));
        let (counts, routes) = (t.fields.index("counts", space.counts), t.fields.index("routes", space.routes_at));
        let (states, digit) = (t.fields.index("states", space.states_at), t.fields.index("place", digit));
        let all = t.fields.index("all_states", self.rows * tiles * DIGIT_VALUES);
        let (bits, narrow) = (&self.key.bits, if space.wide_indices { "unsigned long long" } else { "unsigned int" });
        t.line("unsigned long long* words = (unsigned long long*)p.partials;");
        t.line(format!("const Index row = (Index)blockIdx.x / {tiles_name}, tile = (Index)blockIdx.x % {tiles_name};"));
        t.line(format!("const int route = (int)words[{routes} + row * {passes} + {digit}];"));
        t.line(format!("const Index first = row * {length};"));
        t.line(format!("SortRow<{bits}, {narrow}> one;"));
        let own = |name: String| if name == "nullptr" { name } else { format!("{name} + first") };
        let (sorted, indices) = (own(self.result("w0")), own(self.result("w1")));
        t.line(format!("one.sorted = {sorted};"));
        t.line(format!("one.indices = {indices};"));
        t.line(format!("one.length = {length};"));
        let buffer = |t: &mut Text, name: &str, kind: &str, at: i64| {
            let at = t.fields.long(&format!("{name}_at"), at);
            format!("({kind}*)((char*)p.partials + {at}) + first")
        };
        let second = buffer(&mut t, "second", bits, space.second_at);
        let first =
            if self.index_output.is_none() { sorted.clone() } else { buffer(&mut t, "first", bits, space.first_at) };
        t.line(format!("one.buffers[0] = {first};"));
        t.line(format!("one.buffers[1] = {second};"));
        for (digit, at) in space.indices_at.into_iter().enumerate() {
            let buffer_of_pass = match self.index_output {
                None => "nullptr".into(),
                Some(_) => buffer(&mut t, &format!("indices{digit}"), narrow, at),
            };
            t.line(format!("one.index_buffers[{digit}] = {buffer_of_pass};"));
        }
        let operand = if self.source.load.is_some() { "source" } else { "p.r0" };
        let count = if space.wide_counts { "unsigned long long" } else { "unsigned int" };
        t.line(format!("{count}* states = ({count}*)(words + {states}) + row * {tiles_name} * {DIGIT_VALUES};"));
        t.line(format!("{count}* other = states + {all};"));
        t.line("const bool odd = route >> 4 & 1;");
        t.line(format!(
            "sort_pass<{}, {narrow}, {count}, {}, {}, {PASS_THREADS}, {items}>({operand}, first, one, (int){digit}, route, tile, \
             words + row * {counts} + {digit} * {DIGIT_VALUES}, odd ? other : states, odd ? states : other);",
            self.key.key,
            self.sorted.is_some(),
            self.index_output.is_some()
        ));
        let blocks = (self.rows * tiles) as u64;
        t.finish(&format!("sort_pass_{}", self.suffix()), [blocks, 1], PASS_THREADS as u32)
    }
}

/// The layout of the workspace: first the words that are zeroed, and then the buffers.
struct WorkspaceLayout {
    /// Words of the counts of a row.
    counts: i64,
    /// In words.
    routes_at: i64,
    states_at: i64,
    words: i64,
    /// In bytes.
    first_at: i64,
    second_at: i64,
    indices_at: [i64; 2],
    bytes: i64,
    /// Whether indices, and the counts in the states, have 64 bits.
    wide_indices: bool,
    wide_counts: bool,
}

impl WorkspaceLayout {
    fn of(sort: &Sort, tiles: i64, passes: i64, wide_indices: bool) -> WorkspaceLayout {
        let size = sort.from.layout.size();
        let counts = passes * DIGIT_VALUES;
        let routes_at = sort.rows * counts;
        let states_at = routes_at + sort.rows * passes;
        // A state has two flag bits in addition to its count.
        let wide_counts = sort.length >= 1 << 30;
        let words = states_at + sort.rows * tiles * DIGIT_VALUES * if wide_counts { 2 } else { 1 };
        let mut end = 8 * words;
        let mut buffer = |needed: bool, bytes: i64| {
            let at = (end + 255) / 256 * 256;
            if needed {
                end = at + bytes;
            }
            at
        };
        let (bytes, has_indices) = (size * sort.from.dtype.size() as i64, sort.index_output.is_some());
        let index_bytes = size * if wide_indices { 8 } else { 4 };
        let second_at = buffer(true, bytes);
        let first_at = buffer(has_indices, bytes);
        let indices_at = [buffer(has_indices, index_bytes), buffer(has_indices, index_bytes)];
        WorkspaceLayout {
            counts,
            routes_at,
            states_at,
            words,
            first_at,
            second_at,
            indices_at,
            bytes: end,
            wide_indices,
            wide_counts,
        }
    }

    fn declare(&self, t: &mut Text) {
        t.fields.workspace(0, self.bytes as usize);
    }
}
