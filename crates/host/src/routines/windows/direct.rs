//! Windows along an axis of contiguous arrays whose elements need no conversion in memory: most are read and written
//! where they are. Only what windows beyond the edges reach is copied.

use cuprust_ir::Result;
use cuprust_num::Element;

use super::axis::{Extents, Window};
use crate::parallel::spread;
use crate::routines::{Shared, Site, Work, whole_walk};

/// Elements that are processed in one go.
const PART: i64 = 1 << 14;

/// Most bytes from the first element of a window to its last one, so that they are in the second cache for every
/// window.
const MAX_WINDOW_BYTES: i64 = 1 << 19;

/// Fewest elements along the axis, and fewest windows for each that reaches beyond the edges: these take longer.
const MIN_EXTENT: i64 = 32;
const MIN_INSIDE: i64 = 2;

/// Calls `each` for all windows, if the array and the output are such; whether they are. It is given elements, the
/// step along the axis in them, and the results to write: the first window begins with the elements, each next one an
/// element after, and the last one ends with them. `outside` is the constant beyond the edges.
pub(super) fn direct<T: Element>(
    work: &Work,
    site: &Site,
    window: Window,
    outside: T,
    each: &(impl Fn(&[T], usize, &mut [T]) + Sync),
) -> Result<bool> {
    let (view, shape) = (work.output(), &work.output().layout.shape);
    let array = Extents::around(window.axis, shape);
    let (before, after) = (window.before, window.size - 1 - window.before);
    let window_bytes = window.size.saturating_mul(array.inner).saturating_mul(size_of::<T>() as i64);
    let is_long = array.rows.saturating_mul(array.inner) >= MIN_EXTENT && array.rows > window.size * (1 + MIN_INSIDE);
    if before < 0 || after < 0 || !is_long || window_bytes > MAX_WINDOW_BYTES || array.outer == 0 {
        return Ok(false);
    }
    let elements = work.elements_without_overlap(0, site, false)?;
    let (from, to) = (elements.contiguous().map(<*const u8>::cast::<T>), site.start(view).cast::<T>());
    let is_straight = whole_walk(view)?.is_straight() && to.is_aligned();
    let Some(from) = from.filter(|from| is_straight && from.is_aligned()) else { return Ok(false) };
    let (from, to) = (Shared(from.cast_mut()), Shared(to));
    // A part has some rows of an entry of the axes before, or all rows of some entries.
    let entry = array.rows * array.inner;
    let (entries, rows) = ((PART / entry).clamp(1, array.outer), (PART / array.inner).clamp(1, array.rows));
    let (across, down) = ((array.outer + entries - 1) / entries, (array.rows + rows - 1) / rows);
    spread(across * down, (array.outer * entry).saturating_mul(window.size.min(64)), 1, |first, end| {
        let mut copy = Copied { tile: Vec::new(), results: Vec::new() };
        for part in first..end {
            let (begin, row) = (part / down * entries, part % down * rows);
            let (count, last) = (entries.min(array.outer - begin), (row + rows).min(array.rows));
            let inside = row.max(before).min(last)..last.min(array.rows - after).max(row);
            if inside.start < inside.end {
                for number in begin..begin + count {
                    let (start, results) = (number * entry, (inside.end - inside.start) * array.inner);
                    let reach = results + (window.size - 1) * array.inner;
                    // SAFETY: these rows and those that their windows reach are the array's, whose elements are
                    // contiguous and not written; no other part writes these results.
                    let (from, to) = unsafe {
                        let from = from.get().offset((start + (inside.start - before) * array.inner) as isize);
                        let to = to.get().offset((start + inside.start * array.inner) as isize);
                        let from = std::slice::from_raw_parts(from.cast_const(), reach as usize);
                        (from, std::slice::from_raw_parts_mut(to, results as usize))
                    };
                    each(from, array.inner as usize, to);
                }
            }
            for edge in [row..inside.start, inside.end..last] {
                let place = Place { entry, array, entries: (begin, count), rows: (edge.start, edge.end - edge.start) };
                // SAFETY: as above.
                unsafe { copy.process(&place, window, outside, (from.get(), to.get()), each)? };
            }
        }
        Ok(())
    })?;
    Ok(true)
}

/// Rows of some entries of the axes before: the first one and the number of each.
struct Place {
    entry: i64,
    array: Extents,
    entries: (i64, i64),
    rows: (i64, i64),
}

/// A thread's copies of what windows reach, and their results.
struct Copied<T> {
    tile: Vec<T>,
    results: Vec<T>,
}

impl<T: Element> Copied<T> {
    /// Processes windows that reach beyond the edges.
    ///
    /// # Safety
    /// The rows are some of the array's, whose elements are contiguous and not written; no other thread writes the
    /// results.
    unsafe fn process(
        &mut self,
        place: &Place,
        window: Window,
        outside: T,
        (from, to): (*const T, *mut T),
        each: &impl Fn(&[T], usize, &mut [T]),
    ) -> Result<()> {
        let &Place { entry, array, entries: (first, count), rows: (row, height) } = place;
        if height <= 0 {
            return Ok(());
        }
        // The elements of all entries lie side by side.
        let (inner, width) = (array.inner as usize, (count * array.inner) as usize);
        let (reach, results) = ((height + window.size - 1) as usize, height as usize);
        for (list, rows) in [(&mut self.tile, reach), (&mut self.results, results)] {
            cuprust_reserve::grow(list, (rows * width).saturating_sub(list.len()))?;
            list.resize(list.len().max(rows * width), outside);
        }
        for (index, lanes) in self.tile.chunks_exact_mut(width).take(reach).enumerate() {
            let source = window.edge.fold(row - window.before + index as i64, array.rows);
            for (number, lanes) in lanes.chunks_exact_mut(inner).enumerate() {
                match source {
                    Some(source) => {
                        let start = (first + number as i64) * entry + source * array.inner;
                        // SAFETY: the row is the array's.
                        lanes
                            .copy_from_slice(unsafe { std::slice::from_raw_parts(from.offset(start as isize), inner) });
                    }
                    None => lanes.fill(outside),
                }
            }
        }
        each(&self.tile[..reach * width], width, &mut self.results[..results * width]);
        for (index, lanes) in self.results.chunks_exact(width).take(results).enumerate() {
            for (number, lanes) in lanes.chunks_exact(inner).enumerate() {
                let start = (first + number as i64) * entry + (row + index as i64) * array.inner;
                // SAFETY: the results are this call's.
                unsafe { std::slice::from_raw_parts_mut(to.offset(start as isize), inner) }.copy_from_slice(lanes);
            }
        }
        Ok(())
    }
}
