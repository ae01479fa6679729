//! Factorisations of small matrices, by kernels of our own: a block for each matrix of a stack.
//!
//! The calls of a library cost more than the work on a small matrix. The text of a kernel depends on the dtype, on the
//! threads of a matrix, and on which of its parts shared memory holds.

use cuprust_ir::{Error, Operand, Result, View};
use cuprust_num::DType;
use cuprust_ops::Routine;

use super::text::Text;
use super::{extents, view};
use crate::write::{Written, c_type};

/// Blocks that a large device runs at once.
const CONCURRENT_BLOCKS: i64 = 256;

/// The most 32-bit words of a column of a pair that a lane holds in registers: the rest is reloaded each time.
const MAX_PAIR_WORDS_PER_LANE: i64 = 16;

/// The most rows and columns of a matrix that the registers of a group of lanes hold, and the threads of a block of
/// such groups.
const MAX_GROUP_ORDER: i64 = 32;
const THREADS_OF_GROUPS: i64 = 128;

/// Sizes of shared memory of a block, in bytes: few, so that there are few texts.
const SHARED_BYTES: [i64; 5] = [1 << 10, 4 << 10, 12 << 10, 24 << 10, 44 << 10];

/// The kernel of a routine that `engine.rs` assigns to one.
pub(super) fn write(routine: Routine, outputs: &[View], inputs: &[Operand]) -> Result<Written> {
    let inputs = (0..inputs.len()).map(|index| view(inputs, index)).collect::<Result<Vec<_>>>()?;
    let (sources, targets): (Vec<_>, Vec<_>) =
        (inputs.iter().map(|view| operand(view)).collect(), outputs.iter().map(operand).collect());
    cuprust_dense::check(routine, &sources, &targets).map_err(Error::runtime)?;
    let all = inputs.iter().copied().chain(outputs);
    if let Some(view) = all.into_iter().find(|view| !view.layout.is_contiguous() || !view.circular.is_empty()) {
        return Err(Error::runtime(format!("{}: {view} is not in C order without gaps", routine.title())));
    }
    match routine {
        Routine::Lu => lu(outputs, inputs[0]),
        Routine::Cholesky => cholesky(outputs, inputs[0]),
        Routine::LuSolve { transposed, conjugated } => {
            let triangle = [false, false, transposed, conjugated];
            solve("lu_solve", &outputs[0], &inputs, triangle)
        }
        Routine::TriangularSolve { lower, unit, transposed, conjugated } => {
            solve("triangular_solve", &outputs[0], &inputs, [lower, unit, transposed, conjugated])
        }
        Routine::Qr => qr(outputs, inputs[0]),
        Routine::QrBasis => basis(&outputs[0], &inputs),
        Routine::Svd { vectors } => svd(vectors, outputs, inputs[0]),
        Routine::Eigh { vectors, lower } => eigh(vectors, lower, outputs, inputs[0]),
        other => Err(Error::runtime(format!("{} has no kernel for small matrices", other.title()))),
    }
}

/// The checks of the routine's definition, which access no memory.
fn operand(view: &View) -> cuprust_dense::Operand<'_> {
    cuprust_dense::Operand { dtype: view.dtype, shape: &view.layout.shape, address: std::ptr::null_mut() }
}

/// Threads of a block, and lanes of a group that works on a column, for columns of this many rows.
fn threads(rows: i64) -> (i64, i64) {
    match rows {
        ..=8 => (32, 8),
        9..=16 => (64, 16),
        17..=32 => (128, 32),
        _ => (256, 32),
    }
}

/// The same for elimination, where a matrix has a block to itself: many lanes, because its steps depend on one another.
fn threads_of_elimination(rows: i64) -> (i64, i64) {
    match rows {
        65.. => (512, 32),
        fewer => threads(fewer),
    }
}

/// The elements of a column of this many rows that a lane holds, rounded up so that there are few texts.
fn rows_held(rows: i64, group: i64) -> i64 {
    (rows as u64).div_ceil(group as u64).next_power_of_two() as i64
}

/// The same for the columns of a pair, where registers hold them; otherwise 0.
fn pair_rows_held(rows: i64, group: i64, dtype: DType) -> i64 {
    let held = rows_held(rows, group);
    if held * dtype.size() as i64 / 4 <= MAX_PAIR_WORDS_PER_LANE { held } else { 0 }
}

/// The threads and lanes where columns are processed in pairs: as many groups as there are pairs.
fn threads_of_pairs(rows: i64) -> (i64, i64) {
    match rows {
        ..=8 => (32, 8),
        9..=16 => (64, 8),
        17..=32 => (128, 8),
        _ => (512, 16),
    }
}

/// The size of shared memory for this many elements, if a block has as much.
fn shared_elements(elements: i64, dtype: DType) -> Option<i64> {
    let size = dtype.size() as i64;
    SHARED_BYTES.into_iter().find(|bytes| elements * size <= *bytes).map(|bytes| bytes / size)
}

/// The elements of a matrix of m rows in shared memory: an odd number from one column to the next, which avoids bank
/// conflicts.
fn held(m: i64, n: i64) -> i64 {
    (m | 1) * n
}

/// How a kernel's blocks share the matrices of a stack.
#[derive(Clone, Copy)]
enum Share {
    /// This many blocks for a matrix, as `block` and `parts` tell.
    Blocks(i64),
    /// This many matrices for a block, each for a group of lanes. A group without a matrix has `there` false, and sees
    /// the last matrix of the stack.
    Groups(i64),
}

/// A kernel whose operands are those of the block's or group's matrix: `r0`, `r1`, .. and `w0`, `w1`, ..
struct Kernel {
    t: Text,
    stack: i64,
    share: Share,
}

impl Kernel {
    /// `axes` says how many axes of each operand belong to one matrix.
    fn new(inputs: &[(&View, usize)], outputs: &[(&View, usize)]) -> Kernel {
        Kernel::shared(inputs, outputs, Share::Blocks(1))
    }

    fn shared(inputs: &[(&View, usize)], outputs: &[(&View, usize)], share: Share) -> Kernel {
        let mut t = Text::new();
        let (first, axes) = outputs[0];
        let stack = first.layout.shape[..first.layout.rank() - axes].iter().product();
        match share {
            Share::Blocks(1) => {
                t.line("constexpr int block = 0, parts = 1;");
                t.line("const Index matrix = (Index)blockIdx.x;");
            }
            Share::Blocks(parts) => {
                let parts = t.fields.index("parts", parts);
                t.line(format!("const int parts = (int){parts}, block = (int)blockIdx.x % parts;"));
                t.line("const Index matrix = (Index)((int)blockIdx.x / parts);");
            }
            Share::Groups(groups) => {
                let stack = t.fields.index("stack", stack);
                let own = format!("(Index)blockIdx.x * {groups} + threadIdx.x / (blockDim.x / {groups})");
                t.line(format!("const bool there = {own} < {stack};"));
                t.line(format!("const Index matrix = there ? {own} : {stack} - 1;"));
            }
        }
        let operands = inputs.iter().enumerate().map(|(index, own)| (format!("r{index}"), own, true));
        let operands = operands.chain(outputs.iter().enumerate().map(|(index, own)| (format!("w{index}"), own, false)));
        for (name, (view, axes), constant) in operands {
            let shape = &view.layout.shape;
            let kind = c_type(view.dtype);
            let kind = if view.dtype == DType::I64 { "long long" } else { kind };
            let pointer = if constant { format!("const {kind}*") } else { format!("{kind}*") };
            t.pointer(&name, view, &pointer, !constant);
            let size = t.fields.index(&format!("size_{name}"), shape[shape.len() - axes..].iter().product());
            t.line(format!("{pointer} const {name} = p.{name} + matrix * {size};"));
        }
        Kernel { t, stack, share }
    }

    /// An extent, as a 32-bit number.
    fn extent(&mut self, name: &str, value: i64) -> String {
        format!("(int){}", self.t.fields.index(name, value))
    }

    fn flag(&mut self, name: &str, value: bool) -> String {
        format!("{} != 0", self.t.fields.index(name, i64::from(value)))
    }

    fn finish(self, name: &str, threads: i64) -> Result<Written> {
        let blocks = match self.share {
            Share::Blocks(parts) => (self.stack * parts) as u64,
            Share::Groups(groups) => (self.stack as u64).div_ceil(groups as u64),
        };
        self.t.finish(name, [blocks, 1], threads as u32)
    }
}

fn lu(outputs: &[View], a: &View) -> Result<Written> {
    let (m, n) = extents(a);
    let order = m.max(n);
    let operands = [(&outputs[0], 2), (&outputs[1], 1), (&outputs[2], 0)];
    if order <= MAX_GROUP_ORDER {
        let group = (order as u64).next_power_of_two().max(8) as i64;
        let mut k = Kernel::shared(&[(a, 2)], &operands, Share::Groups(THREADS_OF_GROUPS / group));
        let (m, n) = (k.extent("m", m), k.extent("n", n));
        k.t.line(format!("group_lu<{group}>(r0, w0, w1, w2, {m}, {n}, there);"));
        return k.finish("lu", THREADS_OF_GROUPS);
    }
    let (threads, group) = threads_of_elimination(order);
    let (shared_elements, rows) = (shared_elements(held(m, n), a.dtype).unwrap_or(0), rows_held(m, group));
    let mut k = Kernel::new(&[(a, 2)], &operands);
    let (m, n) = (k.extent("m", m), k.extent("n", n));
    k.t.line(format!("block_lu<{threads}, {group}, {shared_elements}, {rows}>(r0, w0, w1, w2, {m}, {n});"));
    k.finish("lu", threads)
}

fn cholesky(outputs: &[View], a: &View) -> Result<Written> {
    let (_, n) = extents(a);
    let (threads, group) = threads_of_elimination(n);
    let (shared_elements, rows) = (shared_elements(held(n, n), a.dtype).unwrap_or(0), rows_held(n, group));
    let mut k = Kernel::new(&[(a, 2)], &[(&outputs[0], 2), (&outputs[1], 0)]);
    let n = k.extent("n", n);
    k.t.line(format!("block_cholesky<{threads}, {group}, {shared_elements}, {rows}>(r0, w0, w1, {n});"));
    k.finish("cholesky", threads)
}

/// The rows that a lane holds of columns of this many rows, and the columns of a group in one iteration: few texts, and
/// as many as registers hold.
fn columns_held(rows: i64, group: i64, columns: i64, dtype: DType) -> (i64, i64) {
    let rows = rows_held(rows, group);
    let max_columns = (16 / (rows * (dtype.size() as i64 / 4).min(4))).clamp(1, 4);
    (rows, if columns == 1 { 1 } else { max_columns })
}

fn solve(
    name: &str,
    out: &View,
    inputs: &[&View],
    [lower, unit, transposed, conjugated]: [bool; 4],
) -> Result<Written> {
    let (b, a) = (inputs[0], inputs[1]);
    let (n, count) = extents(b);
    let (threads, group) = match threads(n) {
        // Many columns, as of an inverse, keep twice as many threads busy.
        (256, group) if count >= 16 => (512, group),
        few => few,
    };
    let shared_elements = shared_elements(held(n, n), a.dtype).unwrap_or(0);
    let (rows, columns) = columns_held(n, group, count, b.dtype);
    let axes = [2, 2, 1];
    let operands: Vec<(&View, usize)> = inputs.iter().copied().zip(axes).collect();
    // Several blocks share a matrix where there are fewer matrices than multiprocessors.
    let stack = out.layout.size() / (n * count);
    let turns = (count as u64).div_ceil((threads / group * columns) as u64) as i64;
    let parts = turns.min(CONCURRENT_BLOCKS / stack).max(1);
    let mut k = Kernel::shared(&operands, &[(out, 2)], Share::Blocks(parts));
    let pivots = if inputs.len() > 2 { "r2" } else { "(const long long*)0" };
    let (n, count) = (k.extent("n", n), k.extent("count", count));
    let flags = [("lower", lower), ("unit", unit), ("transposed", transposed), ("conjugated", conjugated)];
    let flags: Vec<String> = flags.into_iter().map(|(name, value)| k.flag(name, value)).collect();
    k.t.line(format!(
        "block_solve<{threads}, {group}, {shared_elements}, {rows}, {columns}>(r0, w0, {count}, r1, {pivots}, {n}, {}, block, parts);",
        flags.join(", ")
    ));
    k.finish(name, threads)
}

fn qr(outputs: &[View], a: &View) -> Result<Written> {
    let (m, n) = extents(a);
    let (threads, group) = threads(m.max(n));
    let shared_elements = shared_elements(held(m, n), a.dtype).unwrap_or(0);
    let mut k = Kernel::new(&[(a, 2)], &[(&outputs[0], 2), (&outputs[1], 1)]);
    let (m, n) = (k.extent("m", m), k.extent("n", n));
    k.t.line(format!("block_qr<{threads}, {group}, {shared_elements}>(r0, w0, w1, {m}, {n});"));
    k.finish("qr", threads)
}

fn basis(out: &View, inputs: &[&View]) -> Result<Written> {
    let (m, columns) = extents(out);
    let count = inputs[1].layout.shape[inputs[1].layout.rank() - 1];
    let (threads, group) = threads(m);
    let shared_elements = shared_elements(held(m, count), out.dtype).unwrap_or(0);
    let (rows, at_once) = columns_held(m, group, columns, out.dtype);
    let mut k = Kernel::new(&[(inputs[0], 2), (inputs[1], 1)], &[(out, 2)]);
    let (m, columns, count) = (k.extent("m", m), k.extent("columns", columns), k.extent("count", count));
    k.t.line(format!(
        "block_basis<{threads}, {group}, {shared_elements}, {rows}, {at_once}>(r0, r1, w0, {m}, {columns}, {count});"
    ));
    k.finish("qr_basis", threads)
}

/// Which parts shared memory holds (the matrix, and square ones of its columns), its elements, and the elements of the
/// workspace of each block for the rest.
fn holds(m: i64, n: i64, vectors: bool, dtype: DType) -> (i64, i64, i64) {
    let extra = if vectors { n * n } else { 0 };
    match (shared_elements(held(m, n) + extra, dtype), shared_elements(held(m, n), dtype)) {
        (Some(shared_elements), _) => (2, shared_elements, 0),
        (None, Some(shared_elements)) => (1, shared_elements, extra),
        (None, None) => (0, 0, m * n + extra),
    }
}

/// The pointer to a block's part of the workspace.
fn workspace(k: &mut Kernel, elements: i64, dtype: DType) -> String {
    let kind = c_type(dtype);
    if elements == 0 {
        return format!("({kind}*)0");
    }
    k.t.fields.workspace(0, (k.stack * elements) as usize * dtype.size());
    let each = k.t.fields.index("each", elements);
    format!("({kind}*)p.partials + matrix * {each}")
}

fn svd(vectors: bool, outputs: &[View], a: &View) -> Result<Written> {
    let (m, n) = extents(a);
    let (threads, group) = threads_of_pairs(m.max(n));
    let rows = pair_rows_held(m, group, a.dtype);
    let (held, shared_elements, extra) = holds(m, n, vectors, a.dtype);
    let axes = if vectors { &[1, 2, 2, 0][..] } else { &[1, 0] };
    let operands: Vec<(&View, usize)> = outputs.iter().zip(axes.iter().copied()).collect();
    let mut k = Kernel::new(&[(a, 2)], &operands);
    let space = workspace(&mut k, extra, a.dtype);
    let count = if vectors { extents(&outputs[1]).1 } else { 0 };
    let (m, n, count) = (k.extent("m", m), k.extent("n", n), k.extent("count", count));
    let kind = c_type(a.dtype);
    let results = if vectors { "w0, w1, w2, w3".into() } else { format!("w0, ({kind}*)0, ({kind}*)0, w1") };
    k.t.line(format!(
        "block_svd<{threads}, {group}, {rows}, {shared_elements}, {held}>(r0, {results}, {space}, {m}, {n}, {count});"
    ));
    k.finish("svd", threads)
}

fn eigh(vectors: bool, lower: bool, outputs: &[View], a: &View) -> Result<Written> {
    let (_, n) = extents(a);
    let (threads, group) = threads_of_pairs(n);
    let rows = pair_rows_held(n, group, a.dtype);
    let shared_elements = shared_elements(held(n, n), a.dtype).unwrap_or(0);
    let extra = if shared_elements > 0 { 0 } else { n * n };
    let axes = if vectors { &[1, 2, 0][..] } else { &[1, 0] };
    let operands: Vec<(&View, usize)> = outputs.iter().zip(axes.iter().copied()).collect();
    let mut k = Kernel::new(&[(a, 2)], &operands);
    let space = workspace(&mut k, extra, a.dtype);
    let (n, lower) = (k.extent("n", n), k.flag("lower", lower));
    let results = if vectors { "w0, w1, w2".into() } else { format!("w0, ({}*)0, w1", c_type(a.dtype)) };
    k.t.line(format!(
        "block_eigh<{threads}, {group}, {rows}, {shared_elements}>(r0, {results}, {space}, {n}, {lower}, {vectors});"
    ));
    k.finish("eigh", threads)
}
