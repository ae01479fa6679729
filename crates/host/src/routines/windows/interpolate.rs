//! `interpolate`: B-splines at points. A batch of points goes through each step together: their coordinates are folded,
//! the offsets and the weights of the elements around them are computed, and then one element of each after the other
//! is read, multiplied and added, in the same order as for a single point.

use cuprust_ir::{Error, Operand, Relation, Result};
use cuprust_num::{CastTo, DType, Element, Kind, for_each_dtype};
use cuprust_ops::{Edge, Extrapolation, MAX_SPLINE_ORDER, spline_centre, spline_weights};

use super::{Writer, chunk_buffer, scalar};
use crate::block::Scratch;
use crate::cast::cast_loop;
use crate::parallel::spread;
use crate::routines::{Site, Work, gathered, whole_walk};
use crate::simd::wide;

/// Points that go through each step together.
const LANES: usize = 64;

/// Points whose coordinates are read at a time.
const CHUNK: usize = 1 << 12;

/// A value for each point of a batch.
type Lanes<T> = [T; LANES];

/// The offset of an element that is the constant: any sum with as many offsets as there are axes is below
/// [`OUTSIDE_BOUND`], and that of an element never is.
const OUTSIDE_OFFSET: i64 = i64::MIN / 4096;
const OUTSIDE_BOUND: i64 = i64::MIN / 8192;

/// Adding this rounds a small integer into the low bits of a float64; and the greatest integer for which it does.
const ROUNDING_OFFSET: f64 = 1.5 * (1u64 << 52) as f64;
const MAX_ROUNDED: f64 = (1u64 << 50) as f64;

/// The splines and the points.
#[derive(Clone, Copy)]
pub(in crate::routines) struct Sampling {
    /// The number of axes, which are the last ones.
    pub axes: i64,
    pub order: i64,
    pub extrapolation: Extrapolation,
}

pub(in crate::routines) fn check(work: &Work, sampling: Sampling) -> Result<()> {
    let (values, coordinates, out) = (work.view(0)?, work.view(1)?, work.output());
    if work.inputs.len() != 3 || !matches!(work.inputs[2], Operand::Scalar(_)) {
        return Err(Error::runtime("takes the value beyond the edges as its last input, a scalar"));
    }
    if values.dtype.is_complex() || out.dtype.is_complex() || coordinates.dtype != DType::F64 {
        return Err(Error::type_("takes and gives real numbers, and takes float64 coordinates"));
    }
    let (rank, axes) = (values.layout.rank(), sampling.axes);
    if axes < 1 || axes > rank as i64 || !(0..=MAX_SPLINE_ORDER).contains(&sampling.order) {
        return Err(Error::runtime("takes one axis at least, and an order from 0 to 5"));
    }
    let before = rank - axes as usize;
    let (shape, points) = (&out.layout.shape[..], &coordinates.layout.shape[..]);
    if shape.len() < before
        || shape[..before] != values.layout.shape[..before]
        || points.first() != Some(&axes)
        || points[1..] != *shape
    {
        return Err(Error::runtime("takes a coordinate for each element of the output and each axis"));
    }
    Ok(())
}

pub(in crate::routines) fn run(work: &Work, sampling: Sampling, site: &Site) -> Result<()> {
    let (values, out) = (work.view(0)?, work.output());
    let (rank, axes, order) = (values.layout.rank(), sampling.axes as usize, sampling.order as usize);
    let before = rank - axes;
    let shape = &out.layout.shape[..];
    let (batch, inner) = (&shape[..before], shape[before..].iter().product::<i64>());
    let total = out.layout.size();
    if total == 0 {
        return Ok(());
    }
    let outside = scalar(work, 2, site, DType::F64)?.get::<f64>();
    // A circular input, or one that the output overlaps, is first copied contiguously.
    let disjoint = values.circular.is_empty() && values.relation(out) == Relation::Disjoint;
    let copy = if disjoint { None } else { Some(gathered(site.start(values), &whole_walk(values)?, values)?) };
    let contiguous = cuprust_ir::Layout::contiguous(&values.layout.shape);
    let layout = if disjoint { &values.layout } else { &contiguous };
    let start = crate::routines::Shared(copy.as_ref().map_or_else(|| site.start(values), |copy| copy.at(0)));
    let extents = &values.layout.shape[before..];
    let strides = &layout.strides[before..];
    let is_empty = values.layout.size() == 0;
    let points = work.elements_without_overlap(1, site, false)?;
    let writer = Writer::new(work, site, cast_loop(DType::F64, out.dtype))?;
    let gather = gather_of(values.dtype, sampling.extrapolation == Extrapolation::GridConstant)?;
    let taps = order + 1;
    let around = (taps as i64).saturating_pow(axes as u32);
    spread(total, total.saturating_mul(around.max(4)), LANES as i64, |first, end| {
        let buffer = chunk_buffer()?;
        let read = Scratch::try_new(axes * CHUNK * size_of::<f64>())?;
        let mut found = Stencil::new(axes, order)?;
        let mut at = first;
        while at < end {
            // A chunk of points of one batch entry.
            let stack = at / inner;
            let count = (end - at).min((stack + 1) * inner - at).min(CHUNK as i64) as usize;
            let mut rest = stack;
            let mut offset = 0;
            for (axis, &extent) in batch.iter().enumerate().rev() {
                offset += rest % extent * layout.strides[axis];
                rest /= extent;
            }
            let origin = start.get().wrapping_offset(offset as isize * values.dtype.size() as isize).cast_const();
            for axis in 0..axes {
                let to = read.at(axis * CHUNK * size_of::<f64>());
                // SAFETY: the coordinates are this range's alone, and there is memory for a chunk of each axis.
                unsafe {
                    let from = points.at(axis as i64 * total + at, count, || Ok(to))?;
                    if from != to.cast_const() {
                        std::ptr::copy_nonoverlapping(from, to, count * size_of::<f64>());
                    }
                }
            }
            for lane in (0..count).step_by(LANES) {
                let some = LANES.min(count - lane);
                let mut sums = [0.0; LANES];
                if is_empty {
                    sums = [outside; LANES];
                } else {
                    found.constant = [false; LANES];
                    for axis in 0..axes {
                        let mut coordinates = [0.0; LANES];
                        // SAFETY: a chunk of coordinates was read for each axis.
                        let read = unsafe {
                            std::slice::from_raw_parts(read.at(0).cast::<f64>().add(axis * CHUNK + lane), some)
                        };
                        coordinates[..some].copy_from_slice(read);
                        let along = AxisLayout { extent: extents[axis], stride: strides[axis] };
                        // SAFETY: there are no other requirements.
                        unsafe { find(&mut found, axis, &mut coordinates, along, sampling.extrapolation) };
                    }
                    // SAFETY: the offsets are those of elements of the array.
                    unsafe { add_all(origin, &mut found, gather, outside, &mut sums) };
                    for (sum, &constant) in sums.iter_mut().zip(&found.constant) {
                        *sum = if constant { outside } else { *sum };
                    }
                }
                round(&mut sums, out.dtype);
                // SAFETY: the elements are this range's alone.
                unsafe {
                    writer.write(at + lane as i64, some, &buffer, sums.as_ptr().cast(), size_of::<f64>());
                }
            }
            at += count as i64;
        }
        Ok(())
    })
}

/// An axis of the array.
#[derive(Clone, Copy)]
struct AxisLayout {
    extent: i64,
    stride: i64,
}

/// The elements around some points, and which points lie outside of the array.
struct Stencil {
    axes: usize,
    order: usize,
    /// The offset in elements and the weight of each element along each axis.
    offsets: Vec<Lanes<i64>>,
    weights: Vec<Lanes<f64>>,
    constant: Lanes<bool>,
    /// The index of the current element along each axis.
    tuple: Vec<usize>,
}

impl Stencil {
    fn new(axes: usize, order: usize) -> Result<Stencil> {
        let count = axes * (order + 1);
        Ok(Stencil {
            axes,
            order,
            offsets: cuprust_reserve::filled([0; LANES], count)?,
            weights: cuprust_reserve::filled([0.0; LANES], count)?,
            constant: [false; LANES],
            tuple: cuprust_reserve::filled(0, axes)?,
        })
    }
}

wide! {
    /// The offsets and weights of the elements around coordinates along an axis.
    ///
    /// # Safety
    /// There are no requirements.
    unsafe fn find(found: &mut Stencil, axis: usize, x: &mut Lanes<f64>, along: AxisLayout, extrapolation: Extrapolation) {
        let (order, taps) = (found.order, found.order + 1);
        let offsets = &mut found.offsets[axis * taps..][..taps];
        let last = (along.extent - 1) as f64;
        let inside = x.iter().fold(true, |all, &x| all & (x >= 0.0) & (x <= last));
        if !inside {
            for (x, constant) in x.iter_mut().zip(&mut found.constant) {
                let folded = extrapolation.fold(*x, along.extent);
                let is_near = folded > -1.0 && folded < along.extent as f64 + 1.0;
                let is_far = !(is_near || extrapolation.is_unbounded());
                *constant |= is_far;
                *x = if is_far { 0.0 } else { folded };
            }
        }
        let mut first = [0i64; LANES];
        let mut from_centre = [0.0; LANES];
        let before = (order / 2) as i64;
        for lane in 0..LANES {
            let centre = spline_centre(x[lane], order);
            // A small integer is the difference of two bit patterns. A NaN gives any integer, which is then folded.
            let near = (centre.clamp(-MAX_ROUNDED, MAX_ROUNDED) + ROUNDING_OFFSET).to_bits() as i64;
            first[lane] = near.wrapping_sub(ROUNDING_OFFSET.to_bits() as i64).wrapping_sub(before);
            from_centre[lane] = x[lane] - centre;
        }
        let reach = along.extent - order as i64;
        let whole = first.iter().fold(true, |all, &at| all & (at >= 0) & (at < reach));
        if whole {
            for (tap, offsets) in offsets.iter_mut().enumerate() {
                for lane in 0..LANES {
                    offsets[lane] = first[lane].wrapping_add(tap as i64).wrapping_mul(along.stride);
                }
            }
        } else {
            let edge: Edge = extrapolation.edge();
            for (tap, offsets) in offsets.iter_mut().enumerate() {
                for lane in 0..LANES {
                    let index = edge.fold(first[lane].saturating_add(tap as i64), along.extent);
                    offsets[lane] = index.map_or(OUTSIDE_OFFSET, |index| index * along.stride);
                }
            }
        }
        let weights = &mut found.weights[axis * taps..][..taps];
        // Each order has a loop of its own, which the compiler vectorizes.
        match order {
            1 => weigh::<1>(&from_centre, weights),
            2 => weigh::<2>(&from_centre, weights),
            3 => weigh::<3>(&from_centre, weights),
            4 => weigh::<4>(&from_centre, weights),
            5 => weigh::<5>(&from_centre, weights),
            _ => {}
        }
    }
}

#[inline(always)]
fn weigh<const ORDER: usize>(from_centre: &Lanes<f64>, weights: &mut [Lanes<f64>]) {
    let mut all = [[0.0; LANES]; 6];
    for lane in 0..LANES {
        let mut own = [0.0; 6];
        spline_weights(from_centre[lane], ORDER, &mut own);
        for tap in 0..=ORDER {
            all[tap][lane] = own[tap];
        }
    }
    weights.copy_from_slice(&all[..=ORDER]);
}

wide! {
    /// Adds the products of all elements around each point and their weights.
    ///
    /// # Safety
    /// The offsets are those of elements from `start` on that `gather` reads, or of constants.
    unsafe fn add_all(start: *const u8, found: &mut Stencil, gather: Gather, outside: f64, sums: &mut Lanes<f64>) {
        let (axes, taps) = (found.axes, found.order + 1);
        let (leading, last) = found.offsets.split_at((axes - 1) * taps);
        let (leading_weights, last_weights) = found.weights.split_at((axes - 1) * taps);
        let tuple = &mut found.tuple;
        tuple.fill(0);
        loop {
            let mut base = [0; LANES];
            for (axis, &tap) in tuple[..axes - 1].iter().enumerate() {
                let offsets = &leading[axis * taps + tap];
                for lane in 0..LANES {
                    base[lane] = i64::wrapping_add(base[lane], offsets[lane]);
                }
            }
            for (offsets, weights) in last.iter().zip(last_weights) {
                let mut values = [0.0; LANES];
                // SAFETY: the caller promises the elements.
                unsafe { gather(start, &base, offsets, outside, &mut values) };
                if taps > 1 {
                    for (axis, &tap) in tuple[..axes - 1].iter().enumerate() {
                        let weights = &leading_weights[axis * taps + tap];
                        for lane in 0..LANES {
                            values[lane] *= weights[lane];
                        }
                    }
                    for lane in 0..LANES {
                        values[lane] *= weights[lane];
                    }
                }
                for lane in 0..LANES {
                    sums[lane] += values[lane];
                }
            }
            // The next tuple in C order.
            let mut axis = axes - 1;
            loop {
                if axis == 0 {
                    return;
                }
                axis -= 1;
                tuple[axis] += 1;
                if tuple[axis] < taps {
                    break;
                }
                tuple[axis] = 0;
            }
        }
    }
}

/// Reads the elements at the sums of two offsets, converted to float64.
type Gather = unsafe fn(*const u8, &Lanes<i64>, &Lanes<i64>, f64, &mut Lanes<f64>);

wide! {
    /// # Safety
    /// As [`Gather`]: there are elements of `T` at the offsets, unaligned.
    unsafe fn elements<T: CastTo<f64>>(
        start: *const u8,
        base: &Lanes<i64>,
        offsets: &Lanes<i64>,
        _outside: f64,
        to: &mut Lanes<f64>,
    ) {
        for lane in 0..LANES {
            let at = start.cast::<T>().wrapping_offset(base[lane].wrapping_add(offsets[lane]) as isize);
            // SAFETY: the caller promises an element there.
            to[lane] = CastTo::<f64>::cast(unsafe { at.read_unaligned() });
        }
    }
}

wide! {
    /// As [`elements`], or the constant if a sum is far below zero.
    ///
    /// # Safety
    /// As [`Gather`]: there are elements of `T` at all other offsets.
    unsafe fn elements_or_constants<T: CastTo<f64>>(
        start: *const u8,
        base: &Lanes<i64>,
        offsets: &Lanes<i64>,
        outside: f64,
        to: &mut Lanes<f64>,
    ) {
        for lane in 0..LANES {
            let offset = base[lane].wrapping_add(offsets[lane]);
            to[lane] = if offset < OUTSIDE_BOUND {
                outside
            } else {
                // SAFETY: the caller promises an element there.
                CastTo::<f64>::cast(unsafe { start.cast::<T>().wrapping_offset(offset as isize).read_unaligned() })
            };
        }
    }
}

/// The function that reads elements of a real dtype, with or without constants.
fn gather_of(dtype: DType, constants: bool) -> Result<Gather> {
    fn of<T: CastTo<f64> + Element>(constants: bool) -> Gather {
        if constants { elements_or_constants::<T> } else { elements::<T> }
    }
    macro_rules! pick {
        ($([$variant:ident $rust:ident $name:literal $kind:ident $size:literal $character:literal])*) => {
            match dtype {
                DType::C64 | DType::C128 => Err(Error::type_("takes real numbers")),
                $(#[allow(unreachable_patterns)] DType::$variant => Ok(of::<cuprust_num::$rust>(constants)),)*
            }
        };
    }
    for_each_dtype!(pick)
}

/// Rounds numbers to those of a dtype as SciPy does: to the nearest integer, halves away from zero, within its range;
/// for bools, to the whole part.
fn round(values: &mut Lanes<f64>, dtype: DType) {
    match dtype.kind() {
        Kind::Float | Kind::Complex => {}
        Kind::Bool => values.iter_mut().for_each(|x| *x = if x.is_finite() { x.trunc() } else { 0.0 }),
        Kind::Unsigned | Kind::Signed => {
            let bits = 8 * dtype.size() as i32;
            let (low, high) = match dtype.kind() {
                Kind::Unsigned => (0.0, 2f64.powi(bits) - 1.0),
                _ => (-2f64.powi(bits - 1), 2f64.powi(bits - 1) - 1.0),
            };
            // The result of C's conversion of NaN on most processors.
            let of_nan = if bits < 32 { 0.0 } else { low };
            for x in values {
                let rounded = if *x > 0.0 { *x + 0.5 } else { *x - 0.5 };
                *x = if x.is_nan() { of_nan } else { rounded.clamp(low, high) };
            }
        }
    }
}
