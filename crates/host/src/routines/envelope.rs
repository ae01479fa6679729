//! `lower_envelope`: the parabola that is lowest at each index of a line, by the envelope of the previous parabolas
//! (Felzenszwalb, Huttenlocher, "Distance transforms of sampled functions", 2012), in time linear in the line's length.
//! Equal costs and small ones have faster ways.

use cuprust_ir::{Error, Operand, Result};
use cuprust_num::DType;

use super::windows::scalar;
use super::{Shared, Site, Work, gathered, whole_walk};
use crate::parallel::spread;
use crate::simd::wide;

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
    // Adjacent lines are read as long as their elements lie side by side and those of one line do not.
    let width = match (outer.last(), outer.len().checked_sub(1)) {
        (Some(&width), Some(axis)) if strides[axis] == 1 && along != 1 => width,
        _ => 1,
    };
    let length = length as usize;
    spread(total / length as i64, total.saturating_mul(8), MAX_LINES as i64, |first, end| {
        let mut envelope = Envelope::new(length, step)?;
        let mut lines = cuprust_reserve::filled(0.0, length.saturating_mul(MAX_LINES.min(width as usize)))?;
        let mut number = first;
        while number < end {
            let count = (width - number % width).min(end - number).min(MAX_LINES as i64) as usize;
            let (mut rest, mut base) = (number, 0);
            for (extent, stride) in outer.iter().zip(strides.iter()).rev() {
                base += rest % extent * stride;
                rest /= extent;
            }
            for index in 0..length {
                let from = start.get().wrapping_offset((base + index as i64 * along) as isize);
                for line in 0..count {
                    // SAFETY: the view lies in its memory.
                    lines[line * length + index] = unsafe { from.add(line).read() };
                }
            }
            for costs in lines.chunks_exact(length).take(count) {
                // SAFETY: the indices of a line are this call's own.
                let indices =
                    unsafe { std::slice::from_raw_parts_mut(out.get().add(number as usize * length), length) };
                envelope.write(costs, indices);
                number += 1;
            }
        }
        Ok(())
    })
}

/// Lines that are read at once: their elements at an index share a cache line.
const MAX_LINES: usize = 8;

/// The most steps from an index to its minimum that are searched, all indices of a line at once, and those after which
/// a line whose minima are farther goes through its envelope.
const MAX_SEARCHED_STEPS: usize = 16;
const TRIED_STEPS: usize = 4;

/// The parabolas that are lowest somewhere, from left to right.
struct Envelope {
    step: f64,
    /// The minimum of each parabola.
    minima: Vec<i64>,
    /// The first index at which each is lowest.
    begins: Vec<f64>,
    /// Where a line is searched: its costs, with infinite ones before and after, and the least value of each index.
    costs: Vec<f64>,
    least: Vec<f64>,
}

impl Envelope {
    fn new(length: usize, step: f64) -> Result<Envelope> {
        let padded = length.saturating_add(2 * MAX_SEARCHED_STEPS);
        Ok(Envelope {
            step,
            minima: cuprust_reserve::list(length)?,
            begins: cuprust_reserve::list(length)?,
            costs: cuprust_reserve::filled(f64::INFINITY, padded)?,
            least: cuprust_reserve::filled(0.0, length)?,
        })
    }

    /// Writes the minimum of the parabola that is lowest at each index.
    fn write(&mut self, costs: &[f64], indices: &mut [i64]) {
        let square = self.step * self.step;
        // SAFETY: there are no requirements.
        let (least, most) = unsafe { range(costs) };
        if least == most && square > 0.0 && square < f64::INFINITY {
            self.write_nearest(costs, indices);
        } else if !(least >= 0.0 && self.search(costs, indices)) {
            self.write_lowest(costs, indices);
        }
    }

    /// Costs that are equal where they are finite: the nearest of these, of two equally near ones the first.
    fn write_nearest(&mut self, costs: &[f64], indices: &mut [i64]) {
        let mut finite = costs.iter().zip(0..).filter(|(cost, _)| **cost < f64::INFINITY).map(|(_, index)| index);
        let Some(mut nearest) = finite.next() else { return count_up(indices) };
        let mut begin = 0;
        for next in finite {
            let end = (nearest + next) as usize / 2 + 1;
            indices[begin..end].fill(nearest);
            (nearest, begin) = (next, end);
        }
        indices[begin..].fill(nearest);
    }

    /// Costs that are not negative: the first of the lowest parabolas, if the minima are all near; whether they are.
    fn search(&mut self, costs: &[f64], indices: &mut [i64]) -> bool {
        let length = costs.len();
        let (own, least) = (&mut self.costs[..], &mut self.least[..]);
        own[MAX_SEARCHED_STEPS..][..length].copy_from_slice(costs);
        least.copy_from_slice(costs);
        count_up(indices);
        let way = |steps: usize| (self.step * steps as f64).powi(2);
        for far in 1..=MAX_SEARCHED_STEPS {
            let (before, after) =
                (&own[MAX_SEARCHED_STEPS - far..][..length], &own[MAX_SEARCHED_STEPS + far..][..length]);
            // SAFETY: there are no requirements.
            let most = unsafe { lower((before, after), way(far), far as i64, least, indices) };
            // A parabola whose minimum is farther away is higher, as costs are not negative.
            if way(far + 1) > most {
                return true;
            }
            if far == TRIED_STEPS && way(MAX_SEARCHED_STEPS + 1) <= most {
                return false;
            }
        }
        false
    }

    /// Any costs.
    fn write_lowest(&mut self, costs: &[f64], indices: &mut [i64]) {
        let (minima, begins) = (&mut self.minima, &mut self.begins);
        minima.clear();
        begins.clear();
        let square = self.step * self.step;
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

fn count_up(indices: &mut [i64]) {
    indices.iter_mut().zip(0..).for_each(|(index, own)| *index = own);
}

wide! {
    /// The least cost, and the greatest that is finite; negative infinity where none is.
    ///
    /// # Safety
    /// There are no requirements.
    unsafe fn range(costs: &[f64]) => (f64, f64) {
        let (mut least, mut most) = ([f64::INFINITY; WIDTH], [f64::NEG_INFINITY; WIDTH]);
        let (blocks, rest) = costs.as_chunks::<WIDTH>();
        let mut rest_block = [f64::INFINITY; WIDTH];
        rest_block[..rest.len()].copy_from_slice(rest);
        for block in blocks.iter().chain([&rest_block]) {
            for lane in 0..WIDTH {
                let cost = block[lane];
                least[lane] = if cost < least[lane] { cost } else { least[lane] };
                most[lane] = if cost > most[lane] && cost < f64::INFINITY { cost } else { most[lane] };
            }
        }
        (least.into_iter().fold(f64::INFINITY, f64::min), most.into_iter().fold(f64::NEG_INFINITY, f64::max))
    }
}

/// Values that are compared at once.
const WIDTH: usize = 16;

wide! {
    /// Chooses for each index the parabolas whose minima lie `far` before and after it where one is lower than the
    /// least, or is equal and its minimum the first. Returns the greatest of the least values.
    ///
    /// # Safety
    /// There are no requirements.
    unsafe fn lower(costs: (&[f64], &[f64]), way: f64, far: i64, least: &mut [f64], indices: &mut [i64]) => f64 {
        let mut most = [0.0; WIDTH];
        let length = least.len();
        let (before, after, indices) = (&costs.0[..length], &costs.1[..length], &mut indices[..length]);
        let mut first = 0;
        while first < length {
            let end = length.min(first + WIDTH);
            for index in first..end {
                let (x, y) = (before[index] + way, after[index] + way);
                // Those found so far lie after the one before, which is therefore the first of equal ones.
                let is_lower = x <= least[index] && x < f64::INFINITY;
                let mut value = if is_lower { x } else { least[index] };
                let mut own = if is_lower { index as i64 - far } else { indices[index] };
                own = if y < value { index as i64 + far } else { own };
                value = if y < value { y } else { value };
                (least[index], indices[index]) = (value, own);
                most[index - first] = if value > most[index - first] { value } else { most[index - first] };
            }
            first = end;
        }
        most.into_iter().fold(0.0, f64::max)
    }
}
