//! Running folds along the last axis. A row that fits a tile is done by one block; longer rows in three launches: the fold of
//! each tile, the running fold of these, and the tiles again with what stands before them. No result depends on timing.

use cuprust_ir::{Error, Operand, Result, View};
use cuprust_ops::RowId;

use super::text::{Text, leading};
use super::{output, view};
use crate::write::{Written, c_type, fold_state};

const THREADS: i64 = 256;
/// Threads of the one block that scans the tiles of a row.
const WIDE: i64 = 1024;

/// The kernels that scan an input into an output.
pub(super) fn write(row: RowId, outputs: &[View], inputs: &[Operand]) -> Result<Vec<Written>> {
    let (out, from) = (output(outputs)?, view(inputs, 0)?);
    if out.layout.shape != from.layout.shape || out.dtype != from.dtype {
        return Err(Error::runtime("a scan's operand and result have one shape and one dtype"));
    }
    let Some(&length) = out.layout.shape.last() else {
        return Err(Error::axis("a scan needs an axis to run along"));
    };
    let (state, bytes) = fold_state(row, out.dtype)?;
    let each = if out.dtype.size() <= 4 { 16 } else { 8 };
    let tile = THREADS * each;
    let tiles = (length + tile - 1).div_euclid(tile).max(1);
    let rows: i64 = leading(&out.layout, 1).iter().product();
    let scan = Scan { row, state: &state, bytes, out, from, each, tile, tiles, rows, length };
    if tiles == 1 {
        return Ok(vec![scan.tiles(true, false)?]);
    }
    Ok(vec![scan.tiles(false, false)?, scan.sums()?, scan.tiles(true, true)?])
}

struct Scan<'a> {
    row: RowId,
    /// The declaration of the state `Running`.
    state: &'a str,
    /// Bytes of a state in the workspace.
    bytes: usize,
    out: &'a View,
    from: &'a View,
    /// Elements of a thread.
    each: i64,
    /// Elements of a block.
    tile: i64,
    tiles: i64,
    rows: i64,
    length: i64,
}

impl Scan<'_> {
    fn text(&self) -> Text {
        let mut t = Text::new();
        t.head.push_str(self.state);
        t
    }

    /// Folds each tile; either keeps the fold, or writes the running folds.
    fn tiles(&self, writes: bool, carries: bool) -> Result<Written> {
        let (mut t, each, axis) = (self.text(), self.each, self.from.layout.rank() - 1);
        t.operand("r0", self.from, true);
        if writes {
            t.operand("w0", self.out, false);
        }
        let keeps = !writes || carries;
        if keeps {
            t.fields.workspace(0, self.rows as usize * self.tiles as usize * self.bytes);
        }
        let (tiles, length) = (t.fields.index("tiles", self.tiles), t.fields.index("length", self.length));
        let kind = c_type(self.from.dtype);
        t.line(format!("const Index row = (Index)blockIdx.x / {tiles}, tile = (Index)blockIdx.x % {tiles};"));
        t.decode("row", leading(&self.from.layout, 1));
        t.line(format!("const {kind}* from = p.r0 + ({});", t.place("r0", axis)));
        t.line(format!("const Index first = tile * {} + (Index)threadIdx.x * {each};", self.tile));
        t.line(format!("{kind} x[{each}];"));
        t.line("Running own = Running::empty();");
        t.line("#pragma unroll");
        t.line(format!("for (int k = 0; k < {each}; ++k)"));
        t.line(format!("    if (first + k < {length}) x[k] = from[(first + k) * p.r0_{axis}];"));
        t.line("#pragma unroll");
        t.line(format!("for (int k = 0; k < {each}; ++k)"));
        t.line(format!("    if (first + k < {length}) own.some<1>(x + k, 1);"));
        t.line("Running all;");
        t.line(format!("Running before = scan_block<{THREADS}>(own, all);"));
        let words = self.bytes / 4;
        if writes {
            if carries {
                t.line("Running carry;");
                t.line(format!("fetch(p.partials + (size_t)blockIdx.x * {words}, carry);"));
                t.line("carry.join(before);");
                t.line("before = carry;");
            }
            t.line(format!("{kind}* to = p.w0 + ({});", t.place("w0", axis)));
            t.line("#pragma unroll");
            t.line(format!("for (int k = 0; k < {each}; ++k)"));
            t.line(format!("    if (first + k < {length}) {{"));
            t.line("        before.some<1>(x + k, 1);");
            t.line(format!("        to[(first + k) * p.w0_{axis}] = before.result();"));
            t.line("    }");
        } else {
            t.line(format!("if (threadIdx.x == 0) leave(p.partials + (size_t)blockIdx.x * {words}, all);"));
        }
        let blocks = if self.length == 0 { 0 } else { (self.rows * self.tiles) as u64 };
        t.finish(&self.name(if writes { "tiles" } else { "folds" }), [blocks, 1], THREADS as u32)
    }

    /// Puts in the place of each tile's fold the fold of the tiles before it.
    fn sums(&self) -> Result<Written> {
        let (mut t, words) = (self.text(), self.bytes / 4);
        t.fields.workspace(0, self.rows as usize * self.tiles as usize * self.bytes);
        let tiles = t.fields.index("tiles", self.tiles);
        const EACH: i64 = 4;
        t.line("Running carry = Running::empty();");
        t.line(format!("unsigned* states = p.partials + (size_t)blockIdx.x * (size_t){tiles} * {words};"));
        t.line(format!("for (Index base = 0; base < {tiles}; base += {}) {{", WIDE * EACH));
        t.line(format!("    const Index first = base + (Index)threadIdx.x * {EACH};"));
        t.line(format!("    Running x[{EACH}], own = Running::empty();"));
        t.line("    #pragma unroll");
        t.line(format!("    for (int k = 0; k < {EACH}; ++k) {{"));
        t.line("        x[k] = Running::empty();");
        t.line(format!("        if (first + k < {tiles}) fetch(states + (first + k) * {words}, x[k]);"));
        t.line("        own.join(x[k]);");
        t.line("    }");
        t.line("    Running all;");
        t.line(format!("    Running before = scan_block<{WIDE}>(own, all);"));
        t.line("    Running start = carry;");
        t.line("    start.join(before);");
        t.line("    #pragma unroll");
        t.line(format!("    for (int k = 0; k < {EACH}; ++k) {{"));
        t.line(format!("        if (first + k < {tiles}) leave(states + (first + k) * {words}, start);"));
        t.line("        start.join(x[k]);");
        t.line("    }");
        t.line("    carry.join(all);");
        t.line("}");
        t.finish(&self.name("sums"), [self.rows as u64, 1], WIDE as u32)
    }

    fn name(&self, part: &str) -> String {
        format!("scan_{}_{part}", self.row.row().name)
    }
}
