//! `nonzero`: the indices of the elements that are not zero, and how many there are.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::marks::{self, Chunk, Marks, for_each_true};
use super::{Shared, Site, Work};

pub(super) fn check(work: &Work) -> Result<()> {
    let values = work.view(0)?;
    marks::check(work, values)?;
    let (indices, rank) = (work.output(), values.layout.rank() as i64);
    if indices.dtype != DType::I64 || indices.layout.rank() != 2 || indices.layout.shape[0] != rank {
        return Err(Error::type_("gives a row of int64 indices for each axis"));
    }
    Ok(())
}

pub(super) fn run(work: &Work, site: &Site) -> Result<()> {
    let (values, indices) = (work.view(0)?, &work.output().layout);
    let (to, shape) = (Shared(site.start(work.output()).cast::<i64>()), &values.layout.shape[..]);
    let (row, step) = (indices.strides[0] as isize, indices.strides[1] as isize);
    let count = Marks::new(work, 0, site)?.choose(|Chunk { bools, first, before, count }| {
        // SAFETY: the output holds an index for each element of each axis, and those from `before` on are this chunk's.
        // They may be unaligned.
        let put = |axis: usize, position: isize, index: i64| unsafe {
            to.get().offset(axis as isize * row + position * step).write_unaligned(index);
        };
        if shape.len() == 1 && step == 1 {
            let to = to.get().wrapping_offset(before as isize);
            // SAFETY: as above.
            for_each_true(bools, count, |k, position| unsafe { to.add(k).write_unaligned(first + position as i64) });
            return Ok(());
        }
        let Some((&length, outer)) = shape.split_last() else { return Ok(()) };
        let mut coordinates = vec![0; outer.len()];
        // The positions at which the current run along the last axis begins and ends.
        let (mut begin, mut end) = (0, 0);
        for_each_true(bools, count, |k, position| {
            let (position, next) = (first + position as i64, before as isize + k as isize);
            if position >= end {
                let mut run = position / length;
                (begin, end) = (run * length, (run + 1) * length);
                for (coordinate, &extent) in coordinates.iter_mut().zip(outer).rev() {
                    *coordinate = run % extent;
                    run /= extent;
                }
            }
            coordinates.iter().enumerate().for_each(|(axis, &index)| put(axis, next, index));
            put(outer.len(), next, position - begin);
        });
        Ok(())
    })?;
    // SAFETY: the view of the count lies in its memory, unaligned.
    unsafe { site.start(&work.outputs[1]).cast::<i64>().write_unaligned(count) };
    Ok(())
}
