//! The choice of the axes of a space that become lanes or steps, and the axes that each value depends on.

use cuprust_ir::{Kernel, NodeKind, View};
use cuprust_ops::{Reduction, RowId};

use crate::plan::Sweep;

/// Approximate number of positions in a part of one reduction.
pub const POSITIONS_PER_PART: i64 = 1 << 16;

/// Fewest reductions (or blocks of them) of which each is one thread's; fewer are each cut into parts.
const MIN_WHOLE_REDUCTIONS: i64 = 16;

/// The longest rows that are steps, with a lane for each row: to begin a row costs as much as loading this many
/// elements from afar.
const MAX_SHORT_ROW: i64 = 16;
/// The same where there are so many rows that their blocks are whole: of rows of several arrays, or that are stored
/// too; of rows of one array that are summed; and of rows that are reduced otherwise, or are the same for all. Longer
/// ones are computed in tiles. (16 384 rows of 16 float32 times others, divided by their sums, two cores: in tiles a
/// third of the time; the largest element of each row: 1.7 times.)
const MAX_SHORT_ROW_OF_MANY: i64 = 12;
const MAX_SHORT_ROW_COMPARED: i64 = 40;
const MAX_SHORT_ROW_SUMMED: i64 = 24;
const MIN_MANY_ROWS: i64 = 256;

/// Fewest lanes of a row for which columns are chosen because their lanes follow one another.
const MIN_FOLLOWING: i64 = 16;

/// The axes that a value depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// On no axis.
    Uniform,
    /// On outer axes alone.
    Outer,
    /// On inner axes.
    Inner,
}

/// The axes that each node depends on, and how many sweeps must be over before it can be computed.
pub fn reach_and_pass(kernel: &Kernel) -> (Vec<Reach>, Vec<u8>) {
    let matters = |axis: usize| kernel.shape[axis] != 1;
    let reach_of = |strides: &[i64], circular: &[cuprust_ir::CircularAxis]| {
        let moves = |axis: usize| {
            matters(axis) && (strides[axis] != 0 || circular.iter().any(|wrap| wrap.axis == axis && wrap.stride != 0))
        };
        if (kernel.outer..kernel.shape.len()).any(moves) {
            Reach::Inner
        } else if (0..kernel.outer).any(moves) {
            Reach::Outer
        } else {
            Reach::Uniform
        }
    };
    let (mut reach, mut pass) = (Vec::new(), Vec::<u8>::new());
    for node in &kernel.nodes {
        let (its_reach, its_pass) = match &node.kind {
            NodeKind::Read(read) => {
                let view = &kernel.reads[*read as usize];
                (reach_of(&view.layout.strides, &view.circular), 0)
            }
            NodeKind::Scalar(_) => (Reach::Uniform, 0),
            NodeKind::Position(position) => (reach_of(&kernel.positions[*position as usize].strides, &[]), 0),
            // A reduction's result is outer even where its operand is uniform: it is available after the sweep only.
            NodeKind::Reduce(_, of) => (Reach::Outer, pass[*of as usize].saturating_add(1)),
            make => {
                let of = make.operands();
                (
                    of.iter().map(|&of| reach[of as usize]).max().unwrap_or(Reach::Uniform),
                    of.iter().map(|&of| pass[of as usize]).max().unwrap_or(0),
                )
            }
        };
        reach.push(its_reach);
        pass.push(its_pass);
    }
    (reach, pass)
}

/// Whether the reductions are so few and so long that their elements are cut into parts. This depends on the space
/// alone, as results must not depend on the number of threads.
pub fn is_cut(sweep: Sweep, lanes: i64, steps: i64, block: usize) -> bool {
    let units = if sweep == Sweep::Rows { steps } else { lanes / block as i64 + (lanes % block as i64 != 0) as i64 };
    let work = lanes.saturating_mul(steps);
    units > 0 && units < MIN_WHOLE_REDUCTIONS && work / units >= 2 * POSITIONS_PER_PART
}

/// Axes from the largest strides to the smallest, summed over all views: positions may run in any order.
pub fn in_memory_order(kernel: &Kernel, axes: std::ops::Range<usize>) -> Vec<usize> {
    let reach = |axis: usize| {
        let step = |view: &View| {
            let stride = view.step(axis);
            stride.unsigned_abs() as u128 * view.dtype.size() as u128
        };
        let reads: u128 = kernel.reads.iter().map(step).sum();
        // A written view counts twice: its elements are loaded and stored.
        reads + 2 * kernel.writes.iter().map(|write| step(&write.view)).sum::<u128>()
    };
    let mut order: Vec<usize> = axes.collect();
    // Axes that no view steps along, or of extent one, keep their order: the sort by the others' key is stable.
    order.sort_by_key(|&axis| std::cmp::Reverse(if kernel.shape[axis] == 1 { u128::MAX } else { reach(axis) }));
    order
}

/// The views that are read along inner axes.
fn inner_reads<'a>(kernel: &'a Kernel, reach: &'a [Reach]) -> impl Iterator<Item = &'a View> + Clone {
    kernel.nodes.iter().zip(reach).filter_map(|(node, &reach)| match node.kind {
        NodeKind::Read(read) if reach == Reach::Inner => Some(&kernel.reads[read as usize]),
        _ => None,
    })
}

/// Whether lanes run over outer or over inner positions.
pub fn choose_sweep(kernel: &Kernel, reach: &[Reach]) -> Sweep {
    let (outer, inner) = (kernel.outer_size(), kernel.inner_size());
    // In columns a read that is the same along the outer axes is one element, which is repeated.
    let repeats = |view: &View| (0..kernel.outer).all(|axis| kernel.shape[axis] == 1 || view.step(axis) == 0);
    let reads = inner_reads(kernel, reach).filter(|view| !repeats(view)).count();
    let stores = kernel.writes.iter().any(|write| reach[write.node as usize] == Reach::Inner);
    let sums = |kind: &NodeKind| matches!(kind, NodeKind::Reduce(Reduction::Fold(row), _) if *row == RowId::ADD);
    let max_inner = match (outer, reads) {
        (MIN_MANY_ROWS.., 2..) => MAX_SHORT_ROW_OF_MANY,
        (MIN_MANY_ROWS.., 1) if stores => MAX_SHORT_ROW_OF_MANY,
        (MIN_MANY_ROWS.., 1) if kernel.nodes.iter().any(|node| sums(&node.kind)) => MAX_SHORT_ROW_SUMMED,
        (MIN_MANY_ROWS.., _) if stores => MAX_SHORT_ROW_SUMMED,
        (MIN_MANY_ROWS.., _) => MAX_SHORT_ROW_COMPARED,
        (4.., _) => MAX_SHORT_ROW,
        _ => -1,
    };
    if kernel.outer == kernel.shape.len() || inner <= max_inner {
        return Sweep::Columns;
    }
    if outer < 16 {
        return Sweep::Rows;
    }
    if follow_in_columns(kernel, reach) {
        return Sweep::Columns;
    }
    let smallest = |view: &View, axes: std::ops::Range<usize>| {
        let stride = |axis: usize| view.step(axis).abs();
        axes.filter(|&axis| kernel.shape[axis] > 1).map(stride).filter(|&s| s != 0).min().unwrap_or(i64::MAX)
    };
    // Each inner read votes for the sweep in which its lanes lie closer in memory. A read that is the same along the
    // outer axes has no vote: in columns it is one element that is repeated.
    let vote = |view: &View| {
        let along_outer = smallest(view, 0..kernel.outer);
        if along_outer == i64::MAX {
            return 0;
        }
        let along_inner = smallest(view, kernel.outer..kernel.shape.len());
        (along_inner <= along_outer) as i32 - (along_outer < along_inner) as i32
    };
    if inner_reads(kernel, reach).map(vote).sum::<i32>() >= 0 { Sweep::Rows } else { Sweep::Columns }
}

/// Whether the lanes of every inner view follow one another in columns, or are the same, while some view's lanes lie
/// apart in rows: products of matrices, written out.
fn follow_in_columns(kernel: &Kernel, reach: &[Reach]) -> bool {
    let fastest = |axes: std::ops::Range<usize>| {
        in_memory_order(kernel, axes).into_iter().rev().find(|&axis| kernel.shape[axis] > 1)
    };
    let (Some(lane), Some(step)) = (fastest(0..kernel.outer), fastest(kernel.outer..kernel.shape.len())) else {
        return false;
    };
    let reads = inner_reads(kernel, reach);
    let writes = kernel.writes.iter().filter(|write| reach[write.node as usize] == Reach::Inner);
    let views = reads.chain(writes.map(|write| &write.view));
    let follows = |view: &View, axis: usize| matches!(view.step(axis), 0 | 1);
    kernel.shape[lane] >= MIN_FOLLOWING
        && views.clone().all(|view| follows(view, lane))
        && views.clone().any(|view| !follows(view, step))
}
