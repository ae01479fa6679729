//! Routines on windows along one axis: short windows in the registers of a thread that goes along its part of a line,
//! long ones with a tile in shared memory for each block.

use cuprust_ir::{Error, Layout, Operand, Result, ScalarId, View};
use cuprust_num::DType;
use cuprust_ops::{Edge, Parameter, Summary};

use super::outside;
use crate::routines::operand::Source;
use crate::routines::text::{self, Text, merged};
use crate::routines::{output, view};
use crate::write::{Device, Written, c_type};

/// The largest window that a thread has in registers.
const MAX_MARCHED_WINDOW: i64 = 33;

/// The results that a thread computes at once, `AT_ONCE` of the kernels, and the most of its part of a line.
const AT_ONCE: i64 = 8;
const MAX_ROWS: i64 = 64;

/// The threads of a block whose threads have neighbouring lines, and those of a warp.
const MARCHING_THREADS: i64 = 128;
const WARP: i64 = 32;

/// The logarithms of the results that a thread has of a line in shared memory.
const LINE_BITS: [u32; 3] = [5, 4, 3];

/// The capacities of a warp's lines in shared memory, in words: few, so that lines of nearby lengths have one kernel.
const LINE_WORDS: [i64; 5] = [1152, 1312, 1568, 2080, 3104];

/// The registers of a multiprocessor for each thread of a block, the threads for which a multiprocessor has work, and
/// the registers that a kernel needs beside elements and results: weighted sums wait for one another, and take more, as
/// lines in shared memory do.
const REGISTERS: i64 = 65_536 / MARCHING_THREADS;
const THREADS_AT_ONCE: i64 = 640;
const WEIGHTED_REGISTERS: i64 = 25;
const SUMMARY_REGISTERS: i64 = 17;
const LINE_REGISTERS: i64 = 16;
const MAX_BLOCKS_AT_ONCE: i64 = 8;

/// Threads of a block with a tile.
const THREADS: i64 = 256;

/// Results of a thread along an axis: odd, so that the threads of a warp read different banks of shared memory. More of
/// them take fewer loads, and registers, of which weighted sums need two windows.
const WEIGHTED_PER_THREAD: i64 = 7;
const RESULTS_PER_THREAD: i64 = 9;

/// The steps that combine windows in registers before the others do in shared memory.
const LEVELS_BEFORE_SHARED: u32 = 3;

/// The bytes of shared memory that a block may have for its part of an array; few sizes, so that windows of nearby
/// sizes have one kernel.
const TILE_BYTES: [i64; 3] = [16 << 10, 32 << 10, 48 << 10];

/// The bytes that global memory gives at once.
const SECTOR_BYTES: i64 = 32;

/// Windows along an axis.
#[derive(Clone, Copy)]
pub(in crate::routines) struct Along {
    pub axis: i64,
    pub size: i64,
    pub before: i64,
    pub edge: Edge,
}

/// The kernel of `correlate_axis`.
pub(in crate::routines) fn write_correlate(
    along: Along,
    outputs: &[View],
    inputs: &[Operand],
    values: Source,
    device: Device,
) -> Result<Written> {
    let weights = view(inputs, 1)?;
    if weights.dtype != DType::F64 || weights.layout.rank() != 1 || weights.layout.shape[0] > i64::from(i32::MAX) {
        return Err(Error::type_("correlate_axis takes a line of float64 as weights"));
    }
    let along = Along { size: weights.layout.shape[0], ..along };
    let lines = Lines::new(along, outputs, values)?;
    let mut t = lines.open(DType::F64, outside(inputs, 2)?);
    t.operand("r1", weights, true);
    let (size, edge) = (along.size, along.edge.to_text());
    if size <= MAX_MARCHED_WINDOW {
        t.line(format!("__shared__ double held[{size}];"));
        t.line(format!("Taps<{size}> results(held, p.r1, p.r1_0);"));
        return lines.march(t, DType::F64, WEIGHTED_REGISTERS, device, &format!("correlate_axis_of_{size}_{edge}"));
    }
    let tile = lines.tile(&mut t, WEIGHTED_PER_THREAD, DType::F64, &|_, _| size);
    let count = t.fields.index("count", size);
    t.line(format!(
        "correlate_axis<{}, {}>(own, p.r1, p.r1_0, (int){count}, p.outside, load, store);",
        along.edge.to_word(),
        tile.block.capacity,
    ));
    tile.finish(t, format!("correlate_axis_{edge}"))
}

/// The kernel of `slide`.
pub(in crate::routines) fn write_slide(
    summary: Summary,
    along: Along,
    outputs: &[View],
    inputs: &[Operand],
    values: Source,
    device: Device,
) -> Result<Written> {
    let dtype = if summary == Summary::Mean { DType::F64 } else { values.view.dtype };
    let lines = Lines::new(along, outputs, values)?;
    let mut t = lines.open(dtype, outside(inputs, 1)?);
    let (size, edge) = (along.size, along.edge.to_text());
    if size <= MAX_MARCHED_WINDOW {
        t.line(format!("Summaries<{}, {size}> results;", summary.to_word()));
        return lines.march(
            t,
            dtype,
            SUMMARY_REGISTERS,
            device,
            &format!("slide_{}_of_{size}_{edge}", summary.to_text()),
        );
    }
    let low = size & ((1 << LEVELS_BEFORE_SHARED) - 1);
    let tile = lines.tile(&mut t, RESULTS_PER_THREAD, dtype, &|tall, lanes| tall.saturating_mul(lanes));
    let name = t.fields.index("size", size);
    t.line(format!(
        "slide<{}, {}, {low}, {LEVELS_BEFORE_SHARED}, {}>(own, {name}, ({})p.outside, load, store);",
        summary.to_word(),
        along.edge.to_word(),
        tile.block.capacity,
        c_type(dtype),
    ));
    tile.finish(t, format!("slide_{}_{edge}", summary.to_text()))
}

/// The lines of an array along an axis: `outer` times `inner` of them, with `rows` elements each that are `inner`
/// apart.
struct Lines<'a> {
    along: Along,
    out: &'a View,
    values: Source<'a>,
    outer: i64,
    rows: i64,
    inner: i64,
}

impl<'a> Lines<'a> {
    fn new(along: Along, outputs: &'a [View], values: Source<'a>) -> Result<Lines<'a>> {
        let out = output(outputs)?;
        let shape = &out.layout.shape;
        let axis = along.axis as usize;
        if *shape != values.view.layout.shape || axis >= shape.len() || along.size < 1 {
            return Err(Error::runtime("windows along an axis must have one result for each element"));
        }
        let (outer, inner) = (shape[..axis].iter().product(), shape[axis + 1..].iter().product());
        Ok(Lines { along, out, values, outer, rows: shape[axis], inner })
    }

    /// Begins a kernel: `load` returns the element at a position, and `store` writes a result. Windows have elements of
    /// `dtype`, as `p.outside` is.
    fn open(&self, dtype: DType, outside: ScalarId) -> Text {
        let (out, values) = (self.out, self.values);
        let far = values.views().into_iter().chain([out]).map(|view| text::reach(&view.layout)).max().unwrap_or(0);
        let largest = far.max(out.layout.size()).max(self.along.before.abs()).max(self.along.size - 1);
        let mut t = Text::reaching(largest);
        let layouts: Vec<&Layout> = values.layouts().into_iter().chain([&out.layout]).collect();
        let (merged_shape, strides) = merged(&layouts);
        let (to, from) = strides.split_last().map_or((&[][..], &[][..]), |(to, from)| (&to[..], from));
        values.declare(&mut t, c_type(values.view.dtype), from);
        t.pointer("w0", out, &format!("{}*", c_type(out.dtype)), true);
        t.strides("w0", to);
        t.scalar("outside", outside, dtype);
        t.line("const auto load = [&](Index at) {");
        t.divide("at", &merged_shape, "m");
        let value = values.element(&mut t, merged_shape.len());
        t.line(format!("return cast<{}>({value});", c_type(values.view.dtype)));
        t.line("};");
        t.line("const auto store = [&](Index at, auto value) {");
        t.divide("at", &merged_shape, "m");
        t.line(format!("p.w0[{}] = cast<{}>(value);", t.element_offset("w0", merged_shape.len()), c_type(out.dtype)));
        t.line("};");
        t
    }

    /// How many blocks a multiprocessor has registers for, where windows have elements of `dtype` and the kernel needs
    /// `more` registers beside them.
    fn blocks_at_once(&self, dtype: DType, more: i64) -> i64 {
        let words = |dtype: DType| (dtype.size() as i64 + 3) / 4;
        let elements = words(dtype) * (self.along.size - 1 + 2 * AT_ONCE) + words(self.values.view.dtype) * AT_ONCE;
        (REGISTERS / (elements + more)).clamp(1, MAX_BLOCKS_AT_ONCE)
    }

    /// Ends a kernel that declares `results`, what a thread computes from the windows in its registers. It needs `more`
    /// registers beside elements and results.
    fn march(&self, mut t: Text, dtype: DType, more: i64, device: Device, name: &str) -> Result<Written> {
        let busy = i64::from(device.multiprocessors) * THREADS_AT_ONCE;
        let (edge, size, windows) = (self.along.edge.to_word(), self.along.size, c_type(dtype));
        let (element, out) = (c_type(self.values.view.dtype), c_type(self.out.dtype));
        let arguments = "p.before, p.outside, load, store, results);";
        let all = self.outer * self.inner;
        let lines = t.fields.index("lines", all);
        let rows = t.fields.index("rows", self.rows);
        t.fields.index("before", self.along.before);
        if self.inner == 1 {
            let warps = Warps::of(self.outer, self.rows, size, busy);
            let names = [("parts", warps.parts), ("most_rows", warps.rows), ("each", warps.each)];
            let [parts, most_rows, each] = names.map(|(name, value)| t.fields.index(name, value));
            let [bits, pitch] =
                [("bits", i64::from(warps.bits)), ("pitch", warps.pitch)].map(|(n, v)| t.fields.index(n, v));
            let words = LINE_WORDS.into_iter().find(|&words| words >= warps.words()).unwrap_or(warps.words());
            t.line(format!("march_lines<{edge}, {size}, {words}, {element}, {out}, {windows}>("));
            t.line(format!(
                "    {lines}, {rows}, {parts}, (int){most_rows}, (int){each}, (int){bits}, (int){pitch}, {arguments}"
            ));
            let blocks = self.blocks_at_once(dtype, more + LINE_REGISTERS);
            t.at_once = (blocks * MARCHING_THREADS / WARP).min(32) as u32;
            return t.finish(&format!("{name}_in_lines"), [warps.blocks(self.outer), 1], WARP as u32);
        }
        let mut most = MAX_ROWS;
        while most > AT_ONCE && all.saturating_mul((self.rows + most - 1) / most) < busy {
            most /= 2;
        }
        let parts = ((self.rows + most - 1) / most).max(1);
        let most = (((self.rows + parts - 1) / parts + AT_ONCE - 1) / AT_ONCE * AT_ONCE).max(AT_ONCE);
        let names = [("inner", self.inner), ("parts", parts), ("most_rows", most)];
        let [inner, parts_name, most_rows] = names.map(|(name, value)| t.fields.index(name, value));
        t.line(format!("march_columns<{edge}, {size}, {element}, {windows}>("));
        t.line(format!("    {lines}, {rows}, {inner}, {parts_name}, (int){most_rows}, {arguments}"));
        t.at_once = self.blocks_at_once(dtype, more) as u32;
        let threads = all.saturating_mul(parts).max(0) as u64;
        t.finish(name, [threads.div_ceil(MARCHING_THREADS as u64), 1], MARCHING_THREADS as u32)
    }

    /// Declares `own`, the tile of a block with `own` results of a thread, and room for `extra` elements beside the
    /// tile, as [`Block::of`] takes them.
    fn tile(&self, t: &mut Text, own: i64, dtype: DType, extra: &dyn Fn(i64, i64) -> i64) -> Tile {
        let (rows, inner, reach) = (self.rows, self.inner, self.along.size - 1);
        let read = self.values.view.dtype.size() as i64;
        let block = Block::of(own, rows, inner, reach, dtype.size() as i64, read, extra);
        let (down, across) = ((rows + block.rows - 1) / block.rows, (inner + block.lanes - 1) / block.lanes);
        let names = [("rows", rows), ("inner", inner), ("down", down), ("across", across), ("most_rows", block.rows)];
        for (name, value) in names.into_iter().chain([("before", self.along.before), ("reach", reach)]) {
            t.fields.index(name, value);
        }
        t.line(format!("const AxisTile<{}, {}> own(", block.lanes, block.own));
        t.line("    (Index)blockIdx.x, p.rows, p.inner, p.down, p.across, (int)p.most_rows, p.before, (int)p.reach);");
        Tile { block, blocks: self.outer * down * across }
    }
}

/// How warps share lines of elements that follow one another: `each` threads have a part of a line of at most `rows`,
/// with 2^`bits` results each, and `pitch` words in shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Warps {
    each: i64,
    bits: u32,
    parts: i64,
    rows: i64,
    pitch: i64,
}

impl Warps {
    /// Those that compute least for windows of `size`, with threads enough to be `busy`.
    fn of(lines: i64, rows: i64, size: i64, busy: i64) -> Warps {
        let kept = (size - 1 + AT_ONCE - 1) / AT_ONCE * AT_ONCE;
        let choices = LINE_BITS.into_iter().flat_map(|bits| (0..=WARP.ilog2()).rev().map(move |log| (bits, 1 << log)));
        let warps = choices.map(|(bits, each): (u32, i64)| {
            let parts = ((rows + (each << bits) - 1) / (each << bits)).max(1);
            let rows = ((rows + parts - 1) / parts).max(1);
            // The lines of a warp begin at banks of shared memory that follow one another, too.
            let more = (kept + (kept >> bits) + 2 + WARP - 1) / WARP * WARP;
            Warps { each, bits, parts, rows, pitch: each * ((1 << bits) + 1) + more }
        });
        // Results, of which a thread has some and loads others, and what a part of a line loads beside them, in
        // quarters.
        let cost = |warps: &Warps| {
            let threads = warps.blocks(lines) as i64 * WARP;
            let work = 4 * (1 << warps.bits) + 2 * kept;
            let shared = lines.saturating_mul(warps.parts).saturating_mul(kept);
            threads.max(busy).saturating_mul(work).saturating_add(shared)
        };
        warps.min_by_key(cost).unwrap_or(Warps { each: 1, bits: 3, parts: rows.max(1), rows: 1, pitch: 0 })
    }

    /// The words in shared memory of all lines of a warp.
    fn words(&self) -> i64 {
        WARP / self.each * self.pitch
    }

    fn blocks(&self, lines: i64) -> u64 {
        let share = WARP / self.each;
        ((lines + share - 1) / share).saturating_mul(self.parts).max(0) as u64
    }
}

/// How a block of threads covers a part of an array: some rows along an axis, and some lanes that follow one another in
/// memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Block {
    /// Results of a thread.
    own: i64,
    lanes: i64,
    threads: i64,
    rows: i64,
    /// Elements in shared memory; zero where windows are too long for it.
    capacity: i64,
}

impl Block {
    /// The block that loads least for each result, with `own` results of a thread, for `rows` along the axis of windows
    /// that reach over `reach` rows more. Elements have `size` bytes in shared memory, which has room for `extra` ones
    /// too (by the rows of the tile and the lanes), and `read` bytes where they are loaded.
    fn of(own: i64, rows: i64, inner: i64, reach: i64, size: i64, read: i64, extra: &dyn Fn(i64, i64) -> i64) -> Block {
        let mut best: Option<(i64, Block)> = None;
        for lanes in (0..=THREADS.ilog2()).rev().map(|bits| 1 << bits) {
            // A block of one lane is always possible.
            if lanes > 1 && lanes >= 2 * inner {
                continue;
            }
            let most = THREADS / lanes * own;
            let parts = (rows + most - 1) / most.max(1);
            let rows_of_block = (rows + parts - 1) / parts.max(1);
            let threads = ((rows_of_block + own - 1) / own * lanes).max(1);
            let threads = [64, 128, THREADS].into_iter().find(|&some| some >= threads).unwrap_or(THREADS);
            let tall = threads / lanes * own + reach;
            let elements = tall.saturating_mul(lanes).saturating_add(extra(tall, lanes));
            let Some(bytes) = TILE_BYTES.into_iter().find(|&bytes| elements.saturating_mul(size) <= bytes) else {
                continue;
            };
            // Thousandths of an element that is loaded for a result, of lanes and of sectors that are used.
            let waste = |used: i64, of: i64| 1000 * of / used.max(1);
            let line = lanes * read;
            let sectors = if inner > lanes { waste(line.min(SECTOR_BYTES), SECTOR_BYTES) } else { 1000 };
            let across = (inner + lanes - 1) / lanes * lanes;
            let cost =
                waste(rows_of_block, tall.min(rows_of_block + reach)) * sectors / 1000 * waste(inner, across) / 1000;
            let cost = if threads < THREADS { cost * 9 / 8 } else { cost };
            // A line of memory is best loaded by a warp.
            let cost = cost + cost * i64::from((32 / lanes).max(1).ilog2()) / 8;
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, Block { own, lanes, threads, rows: rows_of_block.max(1), capacity: bytes / size }));
            }
        }
        let far = || {
            let lanes = (0..=5).rev().map(|bits| 1 << bits).find(|&lanes| lanes == 1 || lanes < 2 * inner).unwrap_or(1);
            let rows = (THREADS / lanes * own).min(rows).max(1);
            Block { own, lanes, threads: THREADS, rows, capacity: 0 }
        };
        best.map_or_else(far, |(_, block)| block)
    }
}

/// The tiles of a kernel.
struct Tile {
    block: Block,
    blocks: i64,
}

impl Tile {
    fn finish(self, t: Text, name: String) -> Result<Written> {
        let name = if self.block.capacity == 0 { format!("{name}_far") } else { name };
        t.finish(&name, [self.blocks.max(0) as u64, 1], self.block.threads as u32)
    }
}
