//! Gathers the elements of a view into a contiguous block, and scatters a block to the elements of a view: only item
//! sizes matter.

use cuprust_ir::{CircularAxis, Error, Layout, Result};

use crate::copies::{Sixteen, copy_rows, copy_run};
use crate::plan::Table;
use crate::simd::wide;

/// A view along some axes of a space, walked in C order: the byte offset of the element at each linear position.
///
/// Adjacent axes that form one run in memory are merged, so a contiguous view has one axis whatever its rank.
#[derive(Debug, Clone)]
pub struct Walk {
    /// The byte offset of position zero, without the circular axes' starts.
    origin: i64,
    axes: Box<[Axis]>,
    /// Bytes of an element.
    size: usize,
}

#[derive(Debug, Clone, Copy)]
struct Axis {
    extent: i64,
    /// In bytes; that of the circular axis where there is one.
    stride: i64,
    circular: Option<Circular>,
}

#[derive(Debug, Clone, Copy)]
struct Circular {
    start: i64,
    step: i64,
    modulus: i64,
}

impl Circular {
    /// The index on the circular axis for position `index`, which is less than the modulus.
    #[inline]
    fn wrapped_index(&self, index: i64) -> i64 {
        let wrapped_index = self.start + self.step * index;
        if wrapped_index >= self.modulus {
            wrapped_index - self.modulus
        } else if wrapped_index < 0 {
            wrapped_index + self.modulus
        } else {
            wrapped_index
        }
    }
}

impl Axis {
    #[inline]
    fn offset(&self, index: i64) -> i64 {
        match &self.circular {
            None => index.wrapping_mul(self.stride),
            Some(circular) => circular.wrapped_index(index).wrapping_mul(self.stride),
        }
    }
}

impl Walk {
    /// The walk along the named axes of a layout (slowest first), whose elements have `size` bytes. The layout's offset
    /// is left out.
    ///
    /// # Errors
    /// A runtime error where a wrapped axis leaves its circular axis.
    pub fn new(layout: &Layout, circular: &[CircularAxis], axes: &[usize], size: usize) -> Result<Walk> {
        let (mut joined, mut origin) = (Vec::<Axis>::with_capacity(axes.len()), 0);
        if axes.iter().any(|&axis| layout.shape[axis] == 0) {
            // There are no positions to walk. A view that does not move along these axes still has its one element.
            return Ok(Walk { origin, axes: joined.into(), size });
        }
        for &axis in axes {
            let extent = layout.shape[axis];
            let next = match circular.iter().find(|wrap| wrap.axis == axis) {
                None => Axis { extent, stride: layout.strides[axis].wrapping_mul(size as i64), circular: None },
                Some(wrap) => {
                    // The index wraps at most once.
                    let last = wrap.start + wrap.step * (extent - 1);
                    let inside =
                        (0..wrap.modulus).contains(&wrap.start) && (-wrap.modulus..2 * wrap.modulus).contains(&last);
                    if !inside || wrap.step.abs() != 1 {
                        return Err(Error::runtime(format!(
                            "axis {axis} leaves its circular axis: {wrap:?} over {extent}"
                        )));
                    }
                    let circular = Circular { start: wrap.start, step: wrap.step, modulus: wrap.modulus };
                    Axis { extent, stride: wrap.stride.wrapping_mul(size as i64), circular: Some(circular) }
                }
            };
            if extent == 1 {
                origin = next.offset(0).wrapping_add(origin);
                continue;
            }
            match joined.last_mut().and_then(|slower| join(slower, &next)) {
                Some(both) => *joined.last_mut().expect("something was joined") = both,
                None => joined.push(next),
            }
        }
        Ok(Walk { origin, axes: joined.into(), size })
    }

    /// The byte offset of the element at a linear position.
    #[inline]
    pub fn offset(&self, position: i64) -> i64 {
        match &*self.axes {
            [] => self.origin,
            [axis] => self.origin.wrapping_add(axis.offset(position)),
            axes => self.origin.wrapping_add(rows_offset(axes, position)),
        }
    }

    /// The byte offset of the first element and the stride to the next, if all elements are equally spaced.
    pub fn line(&self) -> Option<(i64, i64)> {
        match &*self.axes {
            [] => Some((self.origin, 0)),
            [Axis { stride, circular: None, .. }] => Some((self.origin, *stride)),
            _ => None,
        }
    }

    /// Whether the elements are contiguous.
    pub fn is_straight(&self) -> bool {
        matches!(*self.axes, [Axis { stride, circular: None, .. }] if stride == self.size as i64)
    }

    /// Bytes of an element.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of axes left after merging those that form one run.
    pub fn rank(&self) -> usize {
        self.axes.len()
    }

    /// The bytes from each element of the fastest axis to the next.
    pub fn last_stride(&self) -> i64 {
        self.axes.last().map_or(0, |axis| axis.stride)
    }

    /// The smallest nonzero step of any axis, in bytes.
    pub fn smallest_stride(&self) -> Option<i64> {
        self.axes.iter().map(|axis| axis.stride.abs()).filter(|&stride| stride != 0).min()
    }

    /// The byte offset from the view's start of elements `position` to `position + n`, if these are contiguous.
    #[inline]
    pub fn direct(&self, position: i64, n: usize) -> Option<i64> {
        // A plain run: the rows of a region, and whole contiguous views.
        if let [Axis { extent, stride, circular: None }] = *self.axes {
            let inside = stride == self.size as i64 && position + n as i64 <= extent;
            return inside.then_some(self.origin + position * stride);
        }
        let (last, slower) = self.axes.split_last()?;
        if last.stride != self.size as i64 {
            return None;
        }
        let (row, index) = if slower.is_empty() { (0, position) } else { split(position, last.extent) };
        let wrapped_index = match &last.circular {
            None => index,
            Some(circular) if circular.step == 1 => {
                let wrapped_index = circular.wrapped_index(index);
                if wrapped_index + n as i64 > circular.modulus {
                    return None;
                }
                wrapped_index
            }
            Some(_) => return None,
        };
        if index + n as i64 > last.extent {
            return None;
        }
        Some(self.origin + rows_offset(slower, row) + wrapped_index * last.stride)
    }

    /// How many elements from a position on, including it, lie this many bytes apart.
    pub fn equally_spaced(&self, position: i64, stride: i64) -> i64 {
        match self.spacing(position) {
            (own, count) if own == stride && !self.axes.is_empty() => count,
            _ => 1,
        }
    }

    /// The byte offset from the view's start of the element that elements `position` to `position + n` all are, if they
    /// are the same one.
    #[inline]
    pub fn element(&self, position: i64, n: usize) -> Option<i64> {
        let Some((last, slower)) = self.axes.split_last() else { return Some(self.origin) };
        let (row, index) = if slower.is_empty() { (0, position) } else { split(position, last.extent) };
        let is_same = last.stride == 0 && last.circular.is_none() && index + n as i64 <= last.extent;
        is_same.then(|| self.origin.wrapping_add(rows_offset(slower, row)))
    }

    /// The bytes from the element at a position to the next, and how many elements from it on, including it, lie so.
    pub fn spacing(&self, position: i64) -> (i64, i64) {
        let Some((last, slower)) = self.axes.split_last() else { return (0, i64::MAX) };
        let index = if slower.is_empty() { position } else { split(position, last.extent).1 };
        let rest = last.extent - index;
        match &last.circular {
            None => (last.stride, rest),
            Some(circular) => {
                let wrapped_index = circular.wrapped_index(index);
                let straight = if circular.step == 1 { circular.modulus - wrapped_index } else { wrapped_index + 1 };
                (circular.step.wrapping_mul(last.stride), rest.min(straight))
            }
        }
    }

    /// The extent of the fastest axis left after merging; `None` where there is none.
    pub fn last_extent(&self) -> Option<i64> {
        self.axes.last().map(|axis| axis.extent)
    }

    /// Copies elements `position` to `position + n` to `into`, contiguously.
    ///
    /// # Safety
    /// The view's elements lie in memory when it starts at `base`; `into` holds `n` elements, and the two do not
    /// overlap.
    pub unsafe fn gather(&self, base: *const u8, position: i64, n: usize, into: *mut u8) {
        let mut into = into;
        self.slabs(position, n, |slab| {
            let contiguous = [(self.size * slab.length) as i64, self.size as i64];
            // SAFETY: the rows lie within the view, and all slabs have n elements in total.
            unsafe {
                let from = base.offset(slab.offset as isize);
                copy_rows(self.size, (from, slab.strides), (into, contiguous), slab.count, slab.length);
                into = into.add(slab.count * slab.length * self.size);
            }
        });
    }

    /// Copies `n` elements from `from` to the view's elements `position` to `position + n`.
    ///
    /// # Safety
    /// As [`Walk::gather`], with the roles exchanged.
    pub unsafe fn scatter(&self, base: *mut u8, position: i64, n: usize, from: *const u8) {
        let mut from = from;
        self.slabs(position, n, |slab| {
            let contiguous = [(self.size * slab.length) as i64, self.size as i64];
            // SAFETY: the rows lie within the view, and all slabs have n elements in total.
            unsafe {
                let to = base.offset(slab.offset as isize);
                copy_rows(self.size, (from, contiguous), (to, slab.strides), slab.count, slab.length);
                from = from.add(slab.count * slab.length * self.size);
            }
        });
    }

    /// Calls `each` with the slabs that make up elements `position` to `position + n`, in order. Only where a slab
    /// begins is a position divided by extents.
    #[inline]
    fn slabs(&self, position: i64, n: usize, mut each: impl FnMut(Slab)) {
        let [slower @ .., second @ Axis { circular: None, .. }, last @ Axis { circular: None, .. }] = &*self.axes
        else {
            return self.runs(position, n, |offset, stride, length| {
                each(Slab { offset, strides: [0, stride], length, count: 1 });
            });
        };
        let (row, index) = split(position, last.extent);
        let (mut slow, mut row) = if slower.is_empty() { (0, row) } else { split(row, second.extent) };
        let (mut index, mut rest) = (index, n as i64);
        let mut start = self.origin.wrapping_add(rows_offset(slower, slow));
        while rest > 0 {
            if row == second.extent {
                (slow, row) = (slow + 1, 0);
                start = self.origin.wrapping_add(rows_offset(slower, slow));
            }
            // A block may begin or end within a row.
            let (count, length) = match index {
                0 if rest >= last.extent => ((rest / last.extent).min(second.extent - row), last.extent),
                _ => (1, rest.min(last.extent - index)),
            };
            let offset =
                start.wrapping_add(row.wrapping_mul(second.stride)).wrapping_add(index.wrapping_mul(last.stride));
            let strides = [second.stride, last.stride];
            each(Slab { offset, strides, length: length as usize, count: count as usize });
            (row, index, rest) = (row + count, 0, rest - count * length);
        }
    }

    /// Calls `each` with the offset, the stride (both in bytes) and the length of the straight runs that make up
    /// elements `position` to `position + n`.
    #[inline]
    pub fn runs(&self, position: i64, n: usize, mut each: impl FnMut(i64, i64, usize)) {
        let Some((last, slower)) = self.axes.split_last() else {
            return each(self.origin, 0, n);
        };
        let (mut row, mut index) = if slower.is_empty() { (0, position) } else { split(position, last.extent) };
        let mut rest = n as i64;
        while rest > 0 {
            let start = self.origin.wrapping_add(rows_offset(slower, row));
            let mut in_row = rest.min(last.extent - index);
            rest -= in_row;
            match &last.circular {
                None => each(start.wrapping_add(index.wrapping_mul(last.stride)), last.stride, in_row as usize),
                Some(circular) => {
                    let mut wrapped_index = circular.wrapped_index(index);
                    while in_row > 0 {
                        let straight =
                            if circular.step == 1 { circular.modulus - wrapped_index } else { wrapped_index + 1 }
                                .min(in_row);
                        each(
                            start.wrapping_add(wrapped_index.wrapping_mul(last.stride)),
                            circular.step.wrapping_mul(last.stride),
                            straight as usize,
                        );
                        in_row -= straight;
                        wrapped_index = if circular.step == 1 { 0 } else { circular.modulus - 1 };
                    }
                }
            }
            (row, index) = (row + 1, 0);
        }
    }
}

/// Rows at equal distances: the byte offset of the first, the strides from row to row and from element to element in
/// bytes, and the length and number of the rows.
struct Slab {
    offset: i64,
    strides: [i64; 2],
    length: usize,
    count: usize,
}

/// Two adjacent axes as one, where they form one run.
fn join(slower: &Axis, faster: &Axis) -> Option<Axis> {
    if faster.circular.is_some() || slower.stride != faster.stride.wrapping_mul(faster.extent) {
        return None;
    }
    let circular = match slower.circular {
        None => None,
        // Steps of one on a circular axis of rows are steps of one on the circular axis of all their elements.
        Some(circular) if circular.step == 1 => {
            Some(Circular { start: circular.start * faster.extent, step: 1, modulus: circular.modulus * faster.extent })
        }
        Some(_) => return None,
    };
    Some(Axis { extent: slower.extent * faster.extent, stride: faster.stride, circular })
}

#[inline]
fn split(position: i64, extent: i64) -> (i64, i64) {
    // A division of half the width takes a third of the time.
    if (position | extent) >> 32 == 0 {
        ((position as u32 / extent as u32) as i64, (position as u32 % extent as u32) as i64)
    } else {
        (position / extent, position % extent)
    }
}

#[inline]
fn rows_offset(axes: &[Axis], mut row: i64) -> i64 {
    match axes {
        [] => 0,
        [axis] => axis.offset(row),
        [first, rest @ ..] => {
            let mut offset = 0;
            for axis in rest.iter().rev() {
                let (slower, index) = split(row, axis.extent);
                offset = axis.offset(index).wrapping_add(offset);
                row = slower;
            }
            first.offset(row).wrapping_add(offset)
        }
    }
}

/// Copies the elements of a table that indices name to a block, those of the lines that begin at `lines`, if it is
/// given. Returns an index that is out of bounds, if there is one; the first element of its line is copied instead.
///
/// # Safety
/// The table lies in memory when it starts at `start`, and the lines are lines of it. There are `n` indices and lines,
/// and `into` holds `n` elements and overlaps neither.
pub unsafe fn take(
    table: &Table,
    start: *const u8,
    indices: *const i64,
    lines: Option<*const i64>,
    into: *mut u8,
    n: usize,
) -> Option<i64> {
    // SAFETY: passed on.
    unsafe {
        match table.size {
            1 => take_sized::<u8>(table, start, indices, lines, into, n),
            2 => take_sized::<u16>(table, start, indices, lines, into, n),
            4 => take_sized::<u32>(table, start, indices, lines, into, n),
            8 => take_sized::<u64>(table, start, indices, lines, into, n),
            _ => take_sized::<Sixteen>(table, start, indices, lines, into, n),
        }
    }
}

/// # Safety
/// As [`take`], where an element has the size of `T`.
unsafe fn take_sized<T: Copy>(
    table: &Table,
    start: *const u8,
    indices: *const i64,
    lines: Option<*const i64>,
    into: *mut u8,
    n: usize,
) -> Option<i64> {
    let mut outside = None;
    let mut within = |index: i64| {
        // Each index is read once, so that no thread can change it after it was checked.
        if (index as u64) < table.extent as u64 {
            return index as isize * table.step as isize;
        }
        outside = Some(index);
        0
    };
    if table.extent == 0 {
        // SAFETY: there are n indices.
        return if n == 0 { None } else { Some(unsafe { indices.read_unaligned() }) };
    }
    let (start, into) = (start.cast::<T>(), into.cast::<T>());
    // SAFETY: there are n of each; an index within bounds names an element of its line, at any byte.
    unsafe {
        match lines {
            None => {
                for i in 0..n {
                    let element = start.offset(within(indices.add(i).read_unaligned())).read_unaligned();
                    into.add(i).write_unaligned(element);
                }
            }
            Some(lines) if is_one_run(table, indices, lines, n) => {
                let line = start.offset(lines.read_unaligned() as isize);
                let from = line.offset(within(indices.read_unaligned()));
                std::ptr::copy_nonoverlapping(from.cast::<u8>(), into.cast(), n * size_of::<T>());
            }
            Some(lines) => {
                for i in 0..n {
                    let line = start.offset(lines.add(i).read_unaligned() as isize);
                    let element = line.offset(within(indices.add(i).read_unaligned())).read_unaligned();
                    into.add(i).write_unaligned(element);
                }
            }
        }
    }
    outside
}

/// Whether indices within bounds name one element of each of several lines that begin one element after another, as an
/// index of rows does along the rows.
///
/// # Safety
/// There are `n` indices and lines.
unsafe fn is_one_run(table: &Table, indices: *const i64, lines: *const i64, n: usize) -> bool {
    const MIN_RUN: usize = 16;
    if n < MIN_RUN {
        return false;
    }
    // SAFETY: the caller promises the elements.
    unsafe {
        let (index, line) = (indices.read_unaligned(), lines.read_unaligned());
        let last = n - 1;
        (index as u64) < table.extent as u64
            && indices.add(last).read_unaligned() == index
            && lines.add(last).read_unaligned() == line.wrapping_add(last as i64)
            && counts_up(indices, index, 0, n)
            && counts_up(lines, line, 1, n)
    }
}

wide! {
    /// Writes `n` numbers, each `step` above the one before.
    ///
    /// # Safety
    /// `into` holds `n` numbers.
    pub unsafe fn count_up(first: i64, step: i64, into: *mut i64, n: usize) {
        let mut number = first;
        for i in 0..n {
            // SAFETY: the caller promises the elements.
            unsafe { into.add(i).write(number) };
            number = number.wrapping_add(step);
        }
    }
}

wide! {
    /// Whether each of `n` numbers is `step` above the one before, from `first` on.
    ///
    /// # Safety
    /// There are `n` numbers.
    unsafe fn counts_up(numbers: *const i64, first: i64, step: i64, n: usize) => bool {
        let (mut expected, mut difference) = (first, 0);
        for i in 0..n {
            // SAFETY: the caller promises the elements.
            difference |= unsafe { numbers.add(i).read_unaligned() } ^ expected;
            expected = expected.wrapping_add(step);
        }
        difference == 0
    }
}

/// Repeats the first element of a block over `n` elements.
///
/// # Safety
/// `block` holds `n` elements of `size` bytes, of which the first is set.
pub unsafe fn splat(block: *mut u8, size: usize, n: usize) {
    if n > 1 {
        // SAFETY: the elements from the first on lie after element zero, so source and destination do not overlap.
        unsafe { copy_run(size, block, 0, block.add(size), size as i64, n - 1) }
    }
}

/// Repeats each of `rows` elements over the `n` elements of a row.
///
/// # Safety
/// `from` holds an element of `size` bytes for each row, `into` holds `n` for each and does not overlap them.
pub unsafe fn broadcast(from: *const u8, size: usize, n: usize, rows: usize, into: *mut u8) {
    let stride = size as i64;
    // SAFETY: the caller promises the elements of each row.
    unsafe { copy_rows(size, (from, [stride, 0]), (into, [stride * n as i64, stride]), rows, n) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuprust_ir::{StorageId, View};
    use cuprust_num::DType;

    /// The offset of each position by the definition of a view.
    fn offsets(view: &View) -> Vec<i64> {
        (0..view.layout.size())
            .map(|linear| {
                let (mut rest, mut offset) = (linear, 0);
                for axis in (0..view.layout.rank()).rev() {
                    let index = rest % view.layout.shape[axis];
                    rest /= view.layout.shape[axis];
                    offset += index * view.layout.strides[axis];
                    if let Some(wrap) = view.wrap(axis) {
                        offset += (wrap.start + wrap.step * index).rem_euclid(wrap.modulus) * wrap.stride;
                    }
                }
                offset
            })
            .collect()
    }

    #[test]
    fn every_range_of_every_view_is_gathered_and_scattered() {
        let whole = View::new(StorageId(0), DType::U32, Layout::contiguous(&[4, 3, 5]));
        let mut flipped = whole.roll(2, 2);
        flipped.circular[0].step = -1;
        let views = [
            whole.clone(),
            whole.roll(0, 1),
            whole.roll(2, -1),
            whole.roll(0, 1).roll(1, 1).roll(2, 3),
            flipped,
            View { layout: whole.layout.permute(&[2, 0, 1]), ..whole.clone() },
            View { layout: whole.layout.slice(2, 0, 2, 3), ..whole.clone() },
            View { layout: Layout::contiguous(&[3, 1]).broadcast(&[4, 3, 5]).unwrap(), ..whole.clone() },
            View { layout: Layout::contiguous(&[1]).broadcast(&[4, 5]).unwrap(), ..whole.clone() },
        ];
        let memory: Vec<u32> = (0..60).map(|i| i * 7 + 1).collect();
        for view in &views {
            let axes: Vec<usize> = (0..view.layout.rank()).collect();
            let walk = Walk::new(&view.layout, &view.circular, &axes, 4).unwrap();
            let offsets = offsets(view);
            for start in 0..offsets.len() {
                for n in 1..=offsets.len() - start {
                    let expected: Vec<u32> =
                        offsets[start..start + n].iter().map(|&offset| memory[offset as usize]).collect();
                    let mut block = vec![0u32; n];
                    // SAFETY: the view lies in the sixty elements and the block has n.
                    unsafe { walk.gather(memory.as_ptr().cast(), start as i64, n, block.as_mut_ptr().cast()) };
                    assert_eq!(block, expected, "{view} from {start} for {n}");
                    if let Some(offset) = walk.direct(start as i64, n) {
                        assert_eq!(memory[offset as usize / 4..][..n], expected[..], "{view} from {start} for {n}");
                    }
                    assert_eq!(walk.offset(start as i64), offsets[start] * 4);
                    if !view.overlaps_itself() {
                        let mut out = vec![0u32; 60];
                        // SAFETY: as above.
                        unsafe { walk.scatter(out.as_mut_ptr().cast(), start as i64, n, block.as_ptr().cast()) };
                        for (&offset, &value) in offsets[start..start + n].iter().zip(&expected) {
                            assert_eq!(out[offset as usize], value);
                        }
                        assert_eq!(out.iter().filter(|&&value| value != 0).count(), n);
                    }
                }
            }
        }
    }
}
