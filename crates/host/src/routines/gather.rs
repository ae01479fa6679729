//! `take`: the elements that indices select along an axis, run by run along the output's fastest axis.

use cuprust_ir::{Error, Layout, Relation, Result, View};
use cuprust_num::DType;

use super::{Shared, Site, Work};
use crate::parallel::spread;

pub(super) fn check(work: &Work) -> Result<()> {
    let (from, index, output) = (work.view(0)?, work.view(1)?, work.output());
    if work.inputs.len() != 2 || index.dtype != DType::I64 || from.dtype != output.dtype {
        return Err(Error::type_("takes an array of the output's dtype and an int64 index"));
    }
    let shape = &output.layout.shape[..];
    let fits = |view: &View, rank: usize| view.circular.is_empty() && view.layout.rank() == rank;
    if !fits(index, shape.len()) || !fits(from, shape.len() + 1) {
        return Err(Error::runtime(
            "takes an index of the output's rank and an array of one axis more, neither wrapping",
        ));
    }
    if index.layout.shape[..] != *shape || from.layout.shape[..shape.len()] != *shape {
        return Err(Error::runtime("takes one index for each element of the output"));
    }
    if from.relation(output) != Relation::Disjoint || index.relation(output) != Relation::Disjoint {
        return Err(Error::runtime("the output overlaps an input"));
    }
    Ok(())
}

pub(super) fn run(work: &Work, site: &Site) -> Result<()> {
    match work.output().dtype.size() {
        1 => elements::<u8>(work, site),
        2 => elements::<u16>(work, site),
        4 => elements::<u32>(work, site),
        8 => elements::<u64>(work, site),
        _ => elements::<u128>(work, site),
    }
}

/// The longest runs that are copied element by element: a call takes longer.
const MAX_SHORT_RUN: isize = 8;

/// Copies rows of `length` elements, each from where its index says. `strides` are the elements from one row to the
/// next of the source, the index and the target, `step` those from one index to the next.
///
/// # Safety
/// The rows lie in their memories, and the target's overlap none. Of the source that holds for each index for which
/// `check` succeeds.
unsafe fn rows<T: Copy>(
    (read, index, write): (*const T, *const i64, *mut T),
    strides: [isize; 3],
    (count, length, step): (isize, isize, isize),
    check: impl Fn(i64) -> Result<isize>,
) -> Result<()> {
    /// # Safety
    /// As [`rows`], of `L` elements.
    unsafe fn of_length<T: Copy, const L: usize>(read: *const T, write: *mut T) {
        // SAFETY: the caller promises the elements.
        unsafe { write.cast::<[T; L]>().write_unaligned(read.cast::<[T; L]>().read_unaligned()) };
    }
    for row in 0..count {
        // SAFETY: the caller promises the rows.
        unsafe {
            let position = check(index.offset(row * strides[1]).read_unaligned())?;
            let from = read.offset(row * strides[0] + position * step);
            let to = write.offset(row * strides[2]);
            match length {
                1 => of_length::<T, 1>(from, to),
                2 => of_length::<T, 2>(from, to),
                3 => of_length::<T, 3>(from, to),
                4 => of_length::<T, 4>(from, to),
                _ if length <= MAX_SHORT_RUN => (0..length).for_each(|i| {
                    to.offset(i).write_unaligned(from.offset(i).read_unaligned());
                }),
                _ => std::ptr::copy_nonoverlapping(from.cast::<u8>(), to.cast(), length as usize * size_of::<T>()),
            }
        }
    }
    Ok(())
}

/// The first element of an operand's first run, and the strides, in elements.
struct Runs<'a, T> {
    start: Shared<T>,
    strides: &'a [i64],
    step: isize,
}

impl<'a, T> Runs<'a, T> {
    /// The runs along the last of the first `rank` axes.
    fn new(start: *mut u8, layout: &'a Layout, rank: usize) -> Runs<'a, T> {
        let (strides, step) = match layout.strides[..rank].split_last() {
            Some((&step, strides)) => (strides, step as isize),
            None => (&[][..], 0),
        };
        Runs { start: Shared(start.cast()), strides, step }
    }

    /// The first element of the run at these coordinates.
    fn at(&self, coordinates: &[i64]) -> *mut T {
        let offset: i64 = self.strides.iter().zip(coordinates).map(|(stride, position)| stride * position).sum();
        self.start.get().wrapping_offset(offset as isize)
    }
}

/// Moves coordinates whose last has reached its extent to the start of the next row.
fn carry(coordinates: &mut [i64], shape: &[i64]) {
    for axis in (1..shape.len()).rev() {
        if coordinates[axis] < shape[axis] {
            return;
        }
        coordinates[axis] = 0;
        coordinates[axis - 1] += 1;
    }
}

fn elements<T: Copy>(work: &Work, site: &Site) -> Result<()> {
    let (from, index, output) = (work.view(0)?, work.view(1)?, work.output());
    let shape = &output.layout.shape[..];
    if output.layout.size() == 0 {
        return Ok(());
    }
    let (extent, stride) = (from.layout.shape[shape.len()], from.layout.strides[shape.len()] as isize);
    let (outer, length) = match shape.split_last() {
        Some((&length, outer)) => (outer, length),
        None => (&[][..], 1),
    };
    let source = Runs::<T>::new(site.start(from), &from.layout, shape.len());
    let positions = Runs::<i64>::new(site.start(index), &index.layout, shape.len());
    let target = Runs::<T>::new(site.start(output), &output.layout, shape.len());
    let check = |position: i64| match (0..extent).contains(&position) {
        true => Ok(position as isize),
        false => Err(Error::index(format!("index {position} is out of bounds for {extent} elements"))),
    };
    // Positions are linear, so that several threads share one long run as they share many short ones.
    spread(output.layout.size(), output.layout.size(), 1, |first, end| {
        let mut coordinates = vec![0; outer.len()];
        let (mut run, mut skip) = (first / length, (first % length) as isize);
        for (position, &extent) in coordinates.iter_mut().zip(outer).rev() {
            *position = run % extent;
            run /= extent;
        }
        let mut at = first;
        while at < end {
            let n = (length as isize - skip).min((end - at) as isize);
            let read = source.at(&coordinates).wrapping_offset(skip * source.step).cast_const();
            let index = positions.at(&coordinates).wrapping_offset(skip * positions.step).cast_const();
            let write = target.at(&coordinates).wrapping_offset(skip * target.step);
            let mut count = 1;
            // SAFETY: the views lie in their memories and the output does not overlap the inputs; each position belongs
            // to one thread, and an index is within the bounds of the input's last axis before it is used. Elements may
            // be unaligned.
            unsafe {
                if positions.step == 0 && (source.step, target.step) == (1, 1) {
                    // Whole rows of neighbours, as those of a table, one after another.
                    if let (Some(rows), Some(row), 0) = (outer.last(), coordinates.last(), skip) {
                        count = ((end - at) / length).clamp(1, rows - row);
                    }
                    let row = |strides: &[i64]| strides.last().map_or(0, |&stride| stride as isize);
                    let strides = [row(source.strides), row(positions.strides), row(target.strides)];
                    rows((read, index, write), strides, (count as isize, n, stride), check)?;
                } else if positions.step == 0 {
                    let read = read.offset(check(index.read_unaligned())? * stride);
                    for i in 0..n {
                        write.offset(i * target.step).write_unaligned(read.offset(i * source.step).read_unaligned());
                    }
                } else {
                    for i in 0..n {
                        let position = check(index.offset(i * positions.step).read_unaligned())?;
                        let element = read.offset(i * source.step + position * stride).read_unaligned();
                        write.offset(i * target.step).write_unaligned(element);
                    }
                }
            }
            at += count * n as i64;
            skip = 0;
            if let Some(last) = coordinates.last_mut() {
                *last += count;
            }
            carry(&mut coordinates, outer);
        }
        Ok(())
    })
}
