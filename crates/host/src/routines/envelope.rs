//! `lower_envelope`: the parabola that is lowest at each index of a line, by the envelope of the previous parabolas
//! (Felzenszwalb, Huttenlocher, "Distance transforms of sampled functions", 2012), in time linear in the line's length.

use cuprust_ir::{Error, Operand, Result};
use cuprust_num::DType;

use super::windows::scalar;
use super::{Shared, Site, Work, gathered, whole_walk};
use crate::parallel::spread;

pub(super) fn check(work: &Work) -> Result<()> {
    let (costs, indices) = (work.view(0)?, work.output());
    if work.inputs.len() != 2 || !matches!(work.inputs[1], Operand::Scalar(_)) {
        return Err(Error::runtime("takes costs and a step, a scalar"));
    }
    if costs.dtype != DType::F64 || indices.dtype != DType::I64 {
        return Err(Error::type_("takes float64 costs and gives int64 indices"));
    }
    if costs.layout.rank() == 0 || costs.layout.shape != indices.layout.shape || !indices.is_contiguous() {
        return Err(Error::runtime("gives an index for each cost, in C order, of one axis at least"));
    }
    Ok(())
}

pub(super) fn run(work: &Work, site: &Site) -> Result<()> {
    let (costs, indices) = (work.view(0)?, work.output());
    let total = costs.layout.size();
    let Some((&length, outer)) = costs.layout.shape.split_last().filter(|_| total > 0) else { return Ok(()) };
    let step = scalar(work, 1, site, DType::F64)?.get::<f64>();
    // Lines that are circular or unaligned are read from a copy in C order.
    let direct = costs.circular.is_empty() && site.start(costs).addr().is_multiple_of(align_of::<f64>());
    let copy = if direct { None } else { Some(gathered(site.start(costs).cast_const(), &whole_walk(costs)?, costs)?) };
    let contiguous = cuprust_ir::Layout::contiguous(&costs.layout.shape);
    let (start, strides) = match &copy {
        Some(copy) => (copy.at(0), &contiguous.strides),
        None => (site.start(costs), &costs.layout.strides),
    };
    let (start, out) = (Shared(start.cast::<f64>()), Shared(site.start(indices).cast::<i64>()));
    let along = strides[outer.len()];
    spread(total / length, total.saturating_mul(8), 1, |first, end| {
        let mut envelope = Envelope::new(length as usize)?;
        let mut line = cuprust_reserve::filled(0.0, length as usize)?;
        for number in first..end {
            let (mut rest, mut base) = (number, 0);
            for (extent, stride) in outer.iter().zip(strides.iter()).rev() {
                base += rest % extent * stride;
                rest /= extent;
            }
            // SAFETY: the view lies in its memory, and the indices of a line are this call's own.
            let indices = unsafe {
                for (cost, index) in line.iter_mut().zip(0..) {
                    *cost = start.get().wrapping_offset((base + index * along) as isize).read();
                }
                std::slice::from_raw_parts_mut(out.get().add((number * length) as usize), length as usize)
            };
            envelope.write(&line, step, indices);
        }
        Ok(())
    })
}

/// The parabolas that are lowest somewhere, from left to right.
struct Envelope {
    /// The minimum of each parabola.
    minima: Vec<i64>,
    /// The first index at which each is lowest.
    begins: Vec<f64>,
}

impl Envelope {
    fn new(length: usize) -> Result<Envelope> {
        Ok(Envelope { minima: cuprust_reserve::list(length)?, begins: cuprust_reserve::list(length)? })
    }

    /// Writes the minimum of the parabola that is lowest at each index.
    fn write(&mut self, costs: &[f64], step: f64, indices: &mut [i64]) {
        let (minima, begins) = (&mut self.minima, &mut self.begins);
        minima.clear();
        begins.clear();
        let square = step * step;
        for (own, &cost) in costs.iter().enumerate().filter(|(_, cost)| **cost < f64::INFINITY) {
            let x = own as f64;
            let mut begin = f64::NEG_INFINITY;
            while let (Some(&last), Some(&least)) = (minima.last(), begins.last()) {
                let y = last as f64;
                begin = ((cost - costs[last as usize]) / square + (x * x - y * y)) / (2.0 * (x - y));
                if begin > least || begin.is_nan() {
                    break;
                }
                minima.pop();
                begins.pop();
                begin = f64::NEG_INFINITY;
            }
            minima.push(own as i64);
            begins.push(begin);
        }
        let mut lowest = 0;
        for (index, out) in indices.iter_mut().enumerate() {
            while lowest + 1 < minima.len() && begins[lowest + 1] < index as f64 {
                lowest += 1;
            }
            *out = minima.get(lowest).copied().unwrap_or(index as i64);
        }
    }
}
