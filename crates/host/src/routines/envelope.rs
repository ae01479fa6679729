//! `lower_envelope`: the parabola that is lowest at each index of a line, or its value, by the envelope of the previous
//! parabolas (Felzenszwalb, Huttenlocher, "Distance transforms of sampled functions", 2012), in time linear in the
//! line's length. Equal costs and small ones have faster ways.

use cuprust_ir::{Error, Operand, Result};
use cuprust_num::DType;

use super::windows::scalar;
use super::{Shared, Site, Work, gathered, whole_walk};
use crate::parallel::spread;
use crate::simd::wide;

pub(super) fn check(work: &Work) -> Result<()> {
    let (costs, lowest) = (work.view(0)?, work.output());
    if work.inputs.len() != 2 || !matches!(work.inputs[1], Operand::Scalar(_)) {
        return Err(Error::runtime("takes costs and a step, a scalar"));
    }
    if costs.dtype != DType::F64 || !matches!(lowest.dtype, DType::I64 | DType::F64) {
        return Err(Error::type_("takes float64 costs and gives int64 indices or float64 values"));
    }
    if costs.layout.rank() == 0 || costs.layout.shape != lowest.layout.shape || !lowest.circular.is_empty() {
        return Err(Error::runtime("gives an element that lies in memory for each cost, of one axis at least"));
    }
    Ok(())
}

pub(super) fn run(work: &Work, site: &Site) -> Result<()> {
    if work.output().dtype == DType::F64 {
        write_all::<f64>(work, site, Envelope::find_values)
    } else {
        write_all::<i64>(work, site, Envelope::find)
    }
}

/// Writes what `find` gives for each line of costs.
fn write_all<T: Copy + Default>(
    work: &Work,
    site: &Site,
    find: impl Fn(&mut Envelope, &[f64], &mut [T]) + Sync,
) -> Result<()> {
    let (costs, lowest) = (work.view(0)?, work.output());
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
    let (from, to) = (Shared(start.cast::<f64>()), Shared(site.start(lowest).cast::<T>()));
    let (last, to_strides) = (outer.len(), &lowest.layout.strides);
    // Adjacent lines are processed together as long as their elements lie side by side and those of one line do not.
    let are_beside = |strides: &[i64]| last > 0 && strides[last - 1] == 1 && strides[last] != 1;
    let width = if are_beside(strides) || are_beside(to_strides) { outer[last - 1] } else { 1 };
    let (beside, to_beside) = if last > 0 { (strides[last - 1], to_strides[last - 1]) } else { (0, 0) };
    let length = length as usize;
    spread(total / length as i64, total.saturating_mul(8), MAX_LINES as i64, |first, end| {
        let mut envelope = Envelope::new(length, step)?;
        let most = MAX_LINES.min(width as usize);
        let mut lines = Lines::<f64>::new(length, most)?;
        let mut found = Lines::<T>::new(length, most)?;
        let mut number = first;
        while number < end {
            let count = (width - number % width).min(end - number).min(MAX_LINES as i64) as usize;
            let (mut rest, mut base, mut to_base) = (number, 0, 0);
            for (axis, extent) in outer.iter().enumerate().rev() {
                base += rest % extent * strides[axis];
                to_base += rest % extent * to_strides[axis];
                rest /= extent;
            }
            let (from, to) = (from.get().wrapping_offset(base as isize), to.get().wrapping_offset(to_base as isize));
            // SAFETY: the views lie in their memories, and the elements of a line are this call's own.
            unsafe {
                lines.load(count, from, (strides[last] as isize, beside as isize));
                for (costs, found) in lines.each().zip(found.each()).take(count) {
                    find(&mut envelope, costs, found);
                }
                found.store(count, to, (to_strides[last] as isize, to_beside as isize));
            }
            number += count as i64;
        }
        Ok(())
    })
}

/// Lines that are read at once: their elements at an index share a cache line.
const MAX_LINES: usize = 8;

/// Elements after each line, so that lines as long as a power of two are in different sets of a cache.
const PADDING: usize = 8;

/// Lines that lie side by side in memory, one after the other.
struct Lines<T> {
    length: usize,
    elements: Vec<T>,
}

impl<T: Copy + Default> Lines<T> {
    fn new(length: usize, count: usize) -> Result<Lines<T>> {
        let elements = cuprust_reserve::filled(T::default(), length.saturating_add(PADDING).saturating_mul(count))?;
        Ok(Lines { length, elements })
    }

    fn each(&mut self) -> impl Iterator<Item = &mut [T]> {
        let length = self.length;
        self.elements.chunks_exact_mut(length + PADDING).map(move |line| &mut line[..length])
    }

    /// Reads lines whose elements are a number of elements apart, and which are as many apart as the second number.
    ///
    /// # Safety
    /// There are as many lines, no more than there is memory for, aligned.
    unsafe fn load(&mut self, count: usize, from: *const T, (along, beside): (isize, isize)) {
        let pitch = self.length + PADDING;
        let to = self.elements.as_mut_ptr();
        // SAFETY: the caller promises the elements, and each has its memory.
        unsafe {
            if along == 1 {
                for line in 0..count {
                    let from = from.offset(line as isize * beside);
                    std::ptr::copy_nonoverlapping(from, to.add(line * pitch), self.length);
                }
            } else if beside == 1 && count == MAX_LINES {
                for index in 0..self.length {
                    let own = from.offset(index as isize * along).cast::<[T; MAX_LINES]>().read_unaligned();
                    (0..MAX_LINES).for_each(|line| to.add(line * pitch + index).write(own[line]));
                }
            } else {
                for index in 0..self.length {
                    for line in 0..count {
                        let from = from.offset(index as isize * along + line as isize * beside);
                        to.add(line * pitch + index).write(from.read());
                    }
                }
            }
        }
    }

    /// Writes lines, as they are read.
    ///
    /// # Safety
    /// As [`Lines::load`], at any alignment.
    unsafe fn store(&self, count: usize, to: *mut T, (along, beside): (isize, isize)) {
        let pitch = self.length + PADDING;
        let from = self.elements.as_ptr();
        // SAFETY: as for reading.
        unsafe {
            if along == 1 {
                for line in 0..count {
                    let to = to.offset(line as isize * beside).cast::<u8>();
                    std::ptr::copy_nonoverlapping(from.add(line * pitch).cast(), to, self.length * size_of::<T>());
                }
            } else if beside == 1 && count == MAX_LINES {
                for index in 0..self.length {
                    let own: [T; MAX_LINES] = std::array::from_fn(|line| from.add(line * pitch + index).read());
                    to.offset(index as isize * along).cast::<[T; MAX_LINES]>().write_unaligned(own);
                }
            } else {
                for index in 0..self.length {
                    for line in 0..count {
                        let to = to.offset(index as isize * along + line as isize * beside);
                        to.write_unaligned(from.add(line * pitch + index).read());
                    }
                }
            }
        }
    }
}

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
    /// The indices of a line whose values are requested.
    indices: Vec<i64>,
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
            indices: cuprust_reserve::filled(0, length)?,
        })
    }

    /// Writes the minimum of the parabola that is lowest at each index.
    fn find(&mut self, costs: &[f64], indices: &mut [i64]) {
        match self.kind(costs) {
            Costs::Equal => write_nearest(costs, indices),
            Costs::NotNegative => {
                count_up(indices);
                let is_found = self.search(costs, |costs, way, far, least| {
                    // SAFETY: there are no requirements.
                    unsafe { lower(costs, way, far, least, indices) }
                });
                if !is_found {
                    self.write_lowest(costs, indices);
                }
            }
            Costs::Any => self.write_lowest(costs, indices),
        }
    }

    /// Writes the value of the parabola that is lowest at each index.
    fn find_values(&mut self, costs: &[f64], values: &mut [f64]) {
        let kind = self.kind(costs);
        if kind == Costs::NotNegative
            && self.search(costs, |costs, way, _, least| {
                // SAFETY: there are no requirements.
                unsafe { lower_values(costs, way, least) }
            })
        {
            return values.copy_from_slice(&self.least);
        }
        let mut indices = std::mem::take(&mut self.indices);
        match kind {
            Costs::Equal => write_nearest(costs, &mut indices),
            _ => self.write_lowest(costs, &mut indices),
        }
        for ((value, &index), own) in values.iter_mut().zip(&indices).zip(0..) {
            let way = self.step * (own - index) as f64;
            *value = costs[index as usize] + way * way;
        }
        self.indices = indices;
    }

    fn kind(&self, costs: &[f64]) -> Costs {
        let square = self.step * self.step;
        // SAFETY: there are no requirements.
        let (least, most) = unsafe { range(costs) };
        if least == most && square > 0.0 && square < f64::INFINITY {
            Costs::Equal
        } else if least >= 0.0 {
            Costs::NotNegative
        } else {
            Costs::Any
        }
    }

    /// Finds the least value of each index, if the minima of the lowest parabolas are all near; whether they are.
    /// `lower` compares the parabolas whose minima are a number of steps before and after each index with the least
    /// values so far, and returns the greatest of these.
    fn search(&mut self, costs: &[f64], mut lower: impl FnMut((&[f64], &[f64]), f64, i64, &mut [f64]) -> f64) -> bool {
        let length = costs.len();
        let (own, least) = (&mut self.costs[..], &mut self.least[..]);
        own[MAX_SEARCHED_STEPS..][..length].copy_from_slice(costs);
        least.copy_from_slice(costs);
        let way = |steps: usize| (self.step * steps as f64).powi(2);
        for far in 1..=MAX_SEARCHED_STEPS {
            let (before, after) =
                (&own[MAX_SEARCHED_STEPS - far..][..length], &own[MAX_SEARCHED_STEPS + far..][..length]);
            let most = lower((before, after), way(far), far as i64, least);
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

/// Which way leads to the lowest parabolas of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Costs {
    /// The finite ones are equal.
    Equal,
    NotNegative,
    Any,
}

/// Costs that are equal where they are finite: the nearest of these, of two equally near ones the first.
fn write_nearest(costs: &[f64], indices: &mut [i64]) {
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

wide! {
    /// Lowers the least value of each index to those of the parabolas whose minima lie before and after it. Returns the
    /// greatest of the least values.
    ///
    /// # Safety
    /// There are no requirements.
    unsafe fn lower_values(costs: (&[f64], &[f64]), way: f64, least: &mut [f64]) => f64 {
        let mut most = [0.0; WIDTH];
        let length = least.len();
        let (before, after) = (&costs.0[..length], &costs.1[..length]);
        let mut first = 0;
        while first < length {
            let end = length.min(first + WIDTH);
            for index in first..end {
                let (x, y) = (before[index] + way, after[index] + way);
                let mut value = if x < least[index] { x } else { least[index] };
                value = if y < value { y } else { value };
                least[index] = value;
                most[index - first] = if value > most[index - first] { value } else { most[index - first] };
            }
            first = end;
        }
        most.into_iter().fold(0.0, f64::max)
    }
}
