//! The byte accesses of a kernel's views, and the cutting of its rows where circular axes end, so that rows are
//! processed in place.

use cuprust_ir::{Kernel, Result, View, indexed_axis};

use crate::gather::Walk;
use crate::plan::{Access, Accesses, Compiled, Op, Region, Table};

/// Fewest columns for which rows are visited one at a time.
pub const MIN_ROW_COLUMNS: i64 = 32;

/// Fewest columns for which rows are joined if possible. Life at 16 x 16 takes 1.45 us with joined rows and 1.58
/// gathered, at 24 x 24 1.8 and 2.6, at 32 x 32 2.4 and 3.6; at 10 x 10 1.25 and 1.02.
const MIN_JOINED_COLUMNS: i64 = 14;

/// The accesses of a kernel's views and positions, along lanes and steps.
///
/// # Errors
/// A runtime error where a wrapped axis leaves its circular axis.
pub fn accesses(kernel: &Kernel, lane_axes: &[usize], step_axes: &[usize]) -> Result<Accesses> {
    let views = kernel.reads.iter().chain(kernel.writes.iter().map(|write| &write.view));
    let position = |layout: &cuprust_ir::Layout| {
        Ok(Access {
            storage: usize::MAX,
            offset: layout.offset,
            range: None,
            align: 1,
            lanes: Walk::new(layout, &[], lane_axes, 1)?,
            steps: Walk::new(layout, &[], step_axes, 1)?,
        })
    };
    Ok(Accesses {
        views: views.map(|view| access(view, lane_axes, step_axes)).collect::<Result<_>>()?,
        positions: kernel.positions.iter().map(position).collect::<Result<_>>()?,
    })
}

fn access(view: &View, lane_axes: &[usize], step_axes: &[usize]) -> Result<Access> {
    let size = view.dtype.size();
    Ok(Access {
        storage: view.storage.0 as usize,
        offset: view.layout.offset * size as i64,
        range: touched_bytes(view),
        align: size.min(8),
        lanes: Walk::new(&view.layout, &view.circular, lane_axes, size)?,
        steps: Walk::new(&view.layout, &view.circular, step_axes, size)?,
    })
}

/// The table that indices select elements of.
pub fn table(view: &View) -> Table {
    let (size, (extent, step)) = (view.dtype.size(), indexed_axis(view));
    let offset = view.layout.offset * size as i64;
    Table { storage: view.storage.0 as usize, offset, range: view.byte_range(), size, extent, step }
}

/// The first and last byte that may be touched. An axis of extent zero does not matter to a view that does not move
/// along it: a reduction over nothing still has a result for each outer position.
fn touched_bytes(view: &View) -> Option<(i64, i64)> {
    let mut view = view.clone();
    for axis in 0..view.layout.rank() {
        if view.layout.shape[axis] == 0 && view.layout.strides[axis] == 0 && view.wrap(axis).is_none() {
            view.layout.shape[axis] = 1;
        }
    }
    view.byte_range()
}

/// The regions of a map whose lanes run over rows, some of which do not follow each other in memory; none if blocks
/// that ignore rows are as fast.
///
/// # Errors
/// As [`accesses`].
pub fn regions(kernel: &Kernel, lane_axes: &[usize], plan: &Compiled) -> Result<Vec<Region>> {
    let in_rows = plan.accesses.views.iter().any(|access| access.lanes.rank() > 1);
    if plan.lanes == 0 || !in_rows {
        return Ok(Vec::new());
    }
    if let Some(whole) = &plan.whole {
        return cut_into(kernel, lane_axes, plan, whole.function.lanes() as i64);
    }
    let regions = cut_into(kernel, lane_axes, plan, MIN_ROW_COLUMNS)?;
    if !regions.is_empty() {
        return Ok(regions);
    }
    let short = cut_into(kernel, lane_axes, plan, MIN_JOINED_COLUMNS)?;
    Ok(if short.iter().any(|region| region.joined) { short } else { regions })
}

/// As [`regions`], where regions of at least `least` columns are broad.
fn cut_into(kernel: &Kernel, lane_axes: &[usize], plan: &Compiled, least: i64) -> Result<Vec<Region>> {
    let Some((&last, slower)) = lane_axes.split_last() else { return Ok(Vec::new()) };
    let length = kernel.shape[last];
    if length < least {
        return Ok(Vec::new());
    }
    let views = || kernel.reads.iter().chain(kernel.writes.iter().map(|write| &write.view));
    // Columns are cut where a circular axis ends: before and after the cut the view is straight.
    let mut cuts: Vec<i64> = views()
        .filter_map(|view| view.wrap(last))
        .map(|wrap| if wrap.step == 1 { wrap.modulus - wrap.start } else { wrap.start + 1 })
        .filter(|&cut| 0 < cut && cut < length)
        .collect();
    cuts.push(0);
    cuts.push(length);
    cuts.sort_unstable();
    cuts.dedup();
    // Adjacent narrow columns are one region, circular axes included, however broad they are in total.
    let mut columns: Vec<(i64, i64, bool)> = Vec::new();
    for pair in cuts.windows(2) {
        let broad = pair[1] - pair[0] >= least;
        match columns.last_mut() {
            Some((_, to, false)) if !broad => *to = pair[1],
            _ => columns.push((pair[0], pair[1], broad)),
        }
    }
    let broad: i64 = columns.iter().filter(|column| column.2).map(|&(from, to, _)| to - from).sum();
    if broad * 2 < length {
        return Ok(Vec::new());
    }
    let region = |&(from, to, broad): &(i64, i64, bool)| {
        let mut part = kernel.clone();
        part.reads.iter_mut().for_each(|view| cut(view, last, from, to));
        part.writes.iter_mut().for_each(|write| cut(&mut write.view, last, from, to));
        for layout in &mut part.positions {
            layout.offset = layout.offset.wrapping_add(from.wrapping_mul(layout.strides[last]));
            layout.shape[last] = to - from;
        }
        let accesses = if broad { accesses(&part, &[last], slower) } else { accesses(&part, lane_axes, &[]) };
        let ops = plan.stages.first().map_or(&[][..], |stage| &stage.outer);
        let (pinned, ops) = (Vec::new(), ops.to_vec());
        let (width, reads, joined) = (to - from, 0, false);
        let mut region = Region { accesses: accesses?, width, broad, pinned, reads, joined, ops };
        if broad {
            pin(&mut region);
        }
        Ok(region)
    };
    let mut regions = columns.iter().map(region).collect::<Result<Vec<Region>>>()?;
    join(&mut regions);
    Ok(regions)
}

/// Allows the only broad region to join its rows, if its operations use pinned slots only, and moves it to the front.
fn join(regions: &mut [Region]) {
    let mut broad = regions.iter_mut().filter(|region| region.broad);
    if let (Some(region), None) = (broad.next(), broad.next()) {
        let knows_no_view =
            |op: &Op| matches!(op, Op::Run { .. } | Op::Sum { .. } | Op::Native(..) | Op::Scalar { .. });
        region.joined = region.ops.iter().all(knows_no_view);
    }
    regions.sort_by_key(|region| !region.joined);
}

/// Finds the slots of a broad region that are addresses in memory in every block, and removes the operations that set
/// them.
fn pin(region: &mut Region) {
    let views = &region.accesses.views;
    let straight = |view: u16| views[view as usize].lanes.is_straight();
    let size = |view: u16| views[view as usize].lanes.size();
    let read: Vec<(u16, u16, usize)> = (region.ops.iter())
        .filter_map(|op| match *op {
            Op::Fetch { view, slot, in_place: true, .. } if straight(view) => Some((view, slot, size(view))),
            _ => None,
        })
        .collect();
    let is_read = |slot: u16| read.iter().any(|&(_, pinned, _)| pinned == slot);
    let written: Vec<(u16, u16, usize)> = (region.ops.iter())
        .filter_map(|op| match *op {
            Op::Aim { view, slot } if straight(view) && !is_read(slot) => Some((view, slot, size(view))),
            _ => None,
        })
        .collect();
    region.ops.retain(|op| match *op {
        Op::Fetch { slot, .. } => !is_read(slot),
        // A slot that is fetched in place is not computed.
        Op::Aim { view, slot } => !is_read(slot) && !written.iter().any(|&(v, s, _)| (v, s) == (view, slot)),
        Op::Store { view, slot } => !written.iter().any(|&(v, s, _)| (v, s) == (view, slot)),
        _ => true,
    });
    region.reads = read.len();
    region.pinned = read.into_iter().chain(written).collect();
}

/// Keeps columns `from` to `to` of an axis; the circular axis is removed if they form one run.
fn cut(view: &mut View, axis: usize, from: i64, to: i64) {
    let extent = to - from;
    view.layout.shape[axis] = extent;
    let Some(index) = view.circular.iter().position(|wrap| wrap.axis == axis) else {
        view.layout.offset = view.layout.offset.wrapping_add(from.wrapping_mul(view.layout.strides[axis]));
        return;
    };
    let wrap = &mut view.circular[index];
    wrap.start = (wrap.start + wrap.step * from).rem_euclid(wrap.modulus);
    let end = wrap.start + wrap.step * (extent - 1);
    if (0..wrap.modulus).contains(&end) {
        view.layout.offset = view.layout.offset.wrapping_add(wrap.start.wrapping_mul(wrap.stride));
        view.layout.strides[axis] = wrap.step.wrapping_mul(wrap.stride);
        view.circular.remove(index);
    }
}
