//! `neighbors`: sums of products, or extremes of sums, over windows of any shape.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_ops::{Edge, Weighted};

use super::axis::Extreme;
use super::lines::{Lines, Offsets, segment_length};
use super::{Reader, Writer, casts, check_real, chunk_buffer, scalar, small};
use crate::block::Scratch;
use crate::parallel::spread;
use crate::routines::{Site, Work};
use crate::simd::wide;

/// Results that are accumulated at once, in registers.
const REGISTER_RESULTS: usize = 32;

pub(in crate::routines) fn check(work: &Work) -> Result<()> {
    check_real(work, 4)?;
    let (offsets, weights) = (work.view(1)?, work.view(2)?);
    if offsets.dtype != DType::I64 || weights.dtype != DType::F64 {
        return Err(Error::type_("takes int64 offsets and float64 weights"));
    }
    if work.output().layout.rank() == 0
        || weights.layout.rank() != 1
        || weights.layout.shape[0] != offsets.layout.shape[0]
    {
        return Err(Error::runtime("takes an array of one axis at least, and as many weights as offsets"));
    }
    Ok(())
}

pub(in crate::routines) fn run(work: &Work, weighted: Weighted, edge: Edge, site: &Site) -> Result<()> {
    let shape = &work.output().layout.shape;
    let (&length, outer) = shape.split_last().map_or((&0, &[][..]), |(length, outer)| (length, outer));
    let offsets = Offsets::read(work.view(1)?, shape.len(), site)?;
    let weights = small::<f64>(work.view(2)?, site)?;
    let outside = scalar(work, 3, site, DType::F64)?.get::<f64>();
    let (load, store) = casts::<f64, f64>(work)?;
    let (reader, writer) = (Reader::new(work, site, load)?, Writer::new(work, site, store)?);
    let segment = segment_length::<f64>(&offsets, length);
    let (lines, segments) = (outer.iter().product::<i64>(), (length + segment - 1) / segment);
    let total = work.output().layout.size();
    spread(lines * segments, total.saturating_mul(offsets.count as i64), 1, |first, end| {
        let mut kept = Lines::new(&reader, (&offsets, edge, outside), shape, (segment, REGISTER_RESULTS))?;
        let (buffer, out) =
            (chunk_buffer()?, Scratch::try_new((segment as usize + REGISTER_RESULTS) * size_of::<f64>())?);
        let mut starts = cuprust_reserve::list(offsets.runs.len())?;
        for item in first..end {
            let (line, from) = (item % lines, item / lines * segment);
            let count = segment.min(length - from);
            kept.enter(line, from, count)?;
            starts.clear();
            starts.extend(offsets.runs.iter().map(|run| (kept.start(run), &weights[run.first..run.first + run.count])));
            // SAFETY: from the start of a run on there are as many elements as it has and the segment, and more; the
            // output buffer has as many results.
            unsafe {
                let out = out.at(0).cast::<f64>();
                match weighted {
                    Weighted::Sum => folded(&starts, count as usize, out, 0.0, |sum, x, weight| sum + x * weight),
                    Weighted::Minimum => {
                        folded(&starts, count as usize, out, f64::INFINITY, |least, x, weight| least.lesser(x + weight))
                    }
                    Weighted::Maximum => {
                        folded(&starts, count as usize, out, f64::NEG_INFINITY, |largest, x, weight| {
                            largest.greater(x + weight)
                        })
                    }
                }
                writer.write(line * length + from, count as usize, &buffer, out.cast_const().cast(), size_of::<f64>());
            }
        }
        Ok(())
    })
}

/// The fold of an element and its weight into a result.
trait Folding: Fn(f64, f64, f64) -> f64 + Copy {}
impl<F: Fn(f64, f64, f64) -> f64 + Copy> Folding for F {}

wide! {
    /// # Safety
    /// There are as many elements from each start on as there are weights and results, and [`REGISTER_RESULTS`] more;
    /// `out` holds as many more.
    unsafe fn folded<F: Folding>(
        runs: &[(*const f64, &[f64])],
        count: usize,
        out: *mut f64,
        begin: f64,
        fold: F,
    ) {
        for at in (0..count).step_by(REGISTER_RESULTS) {
            let mut held = [begin; REGISTER_RESULTS];
            for (start, weights) in runs {
                for (index, &weight) in weights.iter().enumerate() {
                    // SAFETY: the caller promises that many.
                    let x = unsafe { &*start.add(at + index).cast::<[f64; REGISTER_RESULTS]>() };
                    for i in 0..REGISTER_RESULTS {
                        held[i] = fold(held[i], x[i], weight);
                    }
                }
            }
            // SAFETY: as above.
            unsafe { out.add(at).cast::<[f64; REGISTER_RESULTS]>().write(held) };
        }
    }
}
