//! `spline_filter`: the coefficients of B-splines along one axis. Several lines are interleaved, so that each step of
//! the recursion is a vector operation on all of them.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_ops::{Edge, spline_gain, spline_poles};

use super::{Reader, Writer, chunk_buffer};
use crate::block::Scratch;
use crate::cast::cast_loop;
use crate::parallel::spread;
use crate::routines::{Site, Work};
use crate::simd::wide;

/// Elements of the lines that are filtered together: they stay in the second cache.
const TILE: i64 = 1 << 16;

/// Fewest lines that are filtered together if they are adjacent in memory, and most.
const LANES: (i64, i64) = (8, 64);

pub(in crate::routines) fn check(work: &Work, axis: i64, order: i64, edge: Edge) -> Result<()> {
    let (values, out) = (work.view(0)?, work.output());
    if work.inputs.len() != 1 || values.dtype.is_complex() || out.dtype != DType::F64 {
        return Err(Error::type_("takes real numbers and gives float64"));
    }
    if values.layout.shape != out.layout.shape || !(0..out.layout.rank() as i64).contains(&axis) {
        return Err(Error::runtime("gives an element for each that it takes, and takes one of the axes"));
    }
    if spline_poles(order).is_empty() || !matches!(edge, Edge::Reflect | Edge::Mirror | Edge::Wrap) {
        return Err(Error::runtime("takes an order from 2 to 5, and an edge that folds an axis"));
    }
    Ok(())
}

pub(in crate::routines) fn run(work: &Work, axis: usize, order: i64, edge: Edge, site: &Site) -> Result<()> {
    let shape = &work.output().layout.shape;
    let outer: i64 = shape[..axis].iter().product();
    let (length, inner): (i64, i64) = (shape[axis], shape[axis + 1..].iter().product());
    let total = work.output().layout.size();
    if total == 0 {
        return Ok(());
    }
    let reader = Reader::new(work, site, cast_loop(work.view(0)?.dtype, DType::F64))?;
    let writer = Writer::new(work, site, cast_loop(DType::F64, DType::F64))?;
    // Lines along the last axis are transposed into a tile; lines along other axes are interleaved already.
    let (beside, groups) = if inner == 1 { (outer, 1) } else { (inner, outer) };
    let fewest = if inner == 1 { 1 } else { LANES.0 };
    let lanes = (TILE / length).clamp(fewest, LANES.1).min(beside);
    let across = (beside + lanes - 1) / lanes;
    spread(groups * across, total.saturating_mul(8), 1, |first, end| {
        let buffer = chunk_buffer()?;
        let (line, size) = (length as usize, size_of::<f64>());
        let tile = Scratch::try_new((line * lanes as usize).saturating_mul(size))?;
        let beside_it = Scratch::try_new(if inner == 1 { line.saturating_mul(size) } else { 0 })?;
        let (tile, one) = (tile.at(0).cast::<f64>(), beside_it.at(0).cast::<f64>());
        for item in first..end {
            let (group, lane) = (item / across, item % across * lanes);
            let width = lanes.min(beside - lane) as usize;
            let own = Filter { line, width, order, edge };
            // SAFETY: the elements are this item's alone, the tile holds all, and `one` holds those of a line.
            unsafe {
                if inner > 1 {
                    let start = group * length * inner + lane;
                    for index in 0..line {
                        let to = tile.add(index * width).cast();
                        reader.read(start + index as i64 * inner, width, &buffer, to, size)?;
                    }
                    filter(tile, own);
                    for index in 0..line {
                        let from = tile.add(index * width).cast_const().cast();
                        writer.write(start + index as i64 * inner, width, &buffer, from, size);
                    }
                    continue;
                }
                for number in 0..width {
                    reader.read((lane + number as i64) * length, line, &buffer, one.cast(), size)?;
                    for index in 0..line {
                        *tile.add(index * width + number) = *one.add(index);
                    }
                }
                filter(tile, own);
                for number in 0..width {
                    for index in 0..line {
                        *one.add(index) = *tile.add(index * width + number);
                    }
                    writer.write((lane + number as i64) * length, line, &buffer, one.cast_const().cast(), size);
                }
            }
        }
        Ok(())
    })
}

/// A filter of `width` interleaved lines of `line` elements.
#[derive(Clone, Copy)]
struct Filter {
    line: usize,
    width: usize,
    order: i64,
    edge: Edge,
}

wide! {
    /// # Safety
    /// The interleaved elements of the lines begin at `tile`.
    unsafe fn filter(tile: *mut f64, own: Filter) {
        let (n, width) = (own.line, own.width);
        if n < 2 {
            return;
        }
        // SAFETY: the caller promises as many elements. A row is written only while others are read.
        let row = |index: usize| unsafe { std::slice::from_raw_parts_mut(tile.add(index * width), width) };
        // SAFETY: as above.
        let read = |index: usize| unsafe { std::slice::from_raw_parts(tile.add(index * width).cast_const(), width) };
        let gain = spline_gain(own.order);
        for index in 0..n {
            row(index).iter_mut().for_each(|x| *x *= gain);
        }
        for &pole in spline_poles(own.order) {
            begin_causal(row(0), &read, own, pole);
            for index in 1..n {
                for (x, &before) in row(index).iter_mut().zip(read(index - 1)) {
                    *x += pole * before;
                }
            }
            begin_anticausal(row(n - 1), &read, own, pole);
            for index in (0..n - 1).rev() {
                for (x, &behind) in row(index).iter_mut().zip(read(index + 1)) {
                    *x = pole * (behind - *x);
                }
            }
        }
    }
}

/// The first values of the causal filter of lines, which replace the elements `sums`, as if the lines had continued
/// forever before their start: exact sums over their periods. The sum ends where a power of the pole underflows to
/// zero.
#[inline(always)]
fn begin_causal<'a>(sums: &mut [f64], read: &impl Fn(usize) -> &'a [f64], own: Filter, pole: f64) {
    let n = own.line;
    let mut first = [0.0; LANES.1 as usize];
    first[..own.width].copy_from_slice(sums);
    let mut power = pole;
    let mut index = 1;
    match own.edge {
        Edge::Wrap => {
            while index < n && power != 0.0 {
                for (sum, &x) in sums.iter_mut().zip(read(n - index)) {
                    *sum += power * x;
                }
                power *= pole;
                index += 1;
            }
            // If the loop ended early, all further powers are zero too.
            sums.iter_mut().for_each(|sum| *sum /= 1.0 - power);
        }
        Edge::Reflect => {
            let whole = pole.powf(n as f64);
            sums.iter_mut().zip(read(n - 1)).for_each(|(sum, &last)| *sum += whole * last);
            while index < n - 1 && power != 0.0 {
                let both = read(index).iter().zip(read(n - 1 - index));
                for (sum, (&x, &mirrored)) in sums.iter_mut().zip(both) {
                    *sum += power * (x + whole * mirrored);
                }
                power *= pole;
                index += 1;
            }
            if index < n {
                // The mirror image of the last element is the first, in whose memory the sum is.
                for ((sum, &x), first) in sums.iter_mut().zip(read(n - 1)).zip(first) {
                    *sum += power * (x + whole * first);
                }
            }
            for (sum, first) in sums.iter_mut().zip(first) {
                *sum = *sum * (pole / (1.0 - whole * whole)) + first;
            }
        }
        _ => {
            let whole = pole.powf((n - 1) as f64);
            sums.iter_mut().zip(read(n - 1)).for_each(|(sum, &last)| *sum += whole * last);
            while index < n - 1 && power != 0.0 {
                let both = read(index).iter().zip(read(n - 1 - index));
                for (sum, (&x, &mirrored)) in sums.iter_mut().zip(both) {
                    *sum += power * (x + whole * mirrored);
                }
                power *= pole;
                index += 1;
            }
            sums.iter_mut().for_each(|sum| *sum /= 1.0 - whole * whole);
        }
    }
}

/// The last values of the anticausal filter of lines, which replace `sums`.
#[inline(always)]
fn begin_anticausal<'a>(sums: &mut [f64], read: &impl Fn(usize) -> &'a [f64], own: Filter, pole: f64) {
    let n = own.line;
    match own.edge {
        Edge::Wrap => {
            let (mut power, mut index) = (pole, 0);
            while index < n - 1 && power != 0.0 {
                for (sum, &x) in sums.iter_mut().zip(read(index)) {
                    *sum += power * x;
                }
                power *= pole;
                index += 1;
            }
            sums.iter_mut().for_each(|sum| *sum *= pole / (power - 1.0));
        }
        Edge::Reflect => sums.iter_mut().for_each(|last| *last *= pole / (pole - 1.0)),
        _ => {
            for (last, &before) in sums.iter_mut().zip(read(n - 2)) {
                *last = (pole * before + *last) * pole / (pole * pole - 1.0);
            }
        }
    }
}
