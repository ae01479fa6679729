//! `interpolate`: B-splines at points. Some points beside one another go through each step together: their coordinates
//! are folded, the places and the weights of the elements around them are found, and then one element of each after the
//! other is read, multiplied and added, in the order in which one point alone would take them.

use cuprust_ir::{Error, Operand, Relation, Result};
use cuprust_num::{CastTo, DType, Element, Kind, for_each_dtype};
use cuprust_ops::{Edge, Extrapolation, MAX_SPLINE_ORDER, spline_centre, spline_weights};

use super::{Writer, chunk_room, scalar};
use crate::block::Scratch;
use crate::cast::cast_loop;
use crate::parallel::spread;
use crate::routines::{Site, Work, gathered, whole_walk};
use crate::simd::wide;

/// Points that go through each step together.
const LANES: usize = 64;

/// Points whose coordinates are read at a time.
const CHUNK: usize = 1 << 12;

/// Something of each point.
type Lanes<T> = [T; LANES];

/// What stands for the place of an element that is the constant: any sum with as many places as there are axes lies
/// below
/// [`FAR`], and no element does.
const OUTSIDE: i64 = i64::MIN / 4096;
const FAR: i64 = i64::MIN / 8192;

/// A number to which a whole one is added so that its bits are those of an integer, and the greatest one that may be.
const WHOLE: f64 = 1.5 * (1u64 << 52) as f64;
const FAR_AWAY: f64 = (1u64 << 50) as f64;

/// Which splines at which points.
#[derive(Clone, Copy)]
pub(in crate::routines) struct Sampling {
    /// Over how many axes, the last ones.
    pub axes: i64,
    pub order: i64,
    pub extrapolation: Extrapolation,
}

pub(in crate::routines) fn check(work: &Work, sampling: Sampling) -> Result<()> {
    let (values, coordinates, out) = (work.view(0)?, work.view(1)?, work.output());
    if work.inputs.len() != 3 || !matches!(work.inputs[2], Operand::Scalar(_)) {
        return Err(Error::runtime("takes what stands beyond the edges as its last input, a scalar"));
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
    // What wraps around, and what the output is written over, is brought into order first.
    let apart = values.circular.is_empty() && values.relation(out) == Relation::Disjoint;
    let copy = if apart { None } else { Some(gathered(site.start(values), &whole_walk(values)?, values)?) };
    let contiguous = cuprust_ir::Layout::contiguous(&values.layout.shape);
    let layout = if apart { &values.layout } else { &contiguous };
    let start = crate::routines::Shared(copy.as_ref().map_or_else(|| site.start(values), |copy| copy.at(0)));
    let extents = &values.layout.shape[before..];
    let strides = &layout.strides[before..];
    let is_empty = values.layout.size() == 0;
    let points = work.elements_apart(1, site, false)?;
    let writer = Writer::new(work, site, cast_loop(DType::F64, out.dtype))?;
    let gather = gather_of(values.dtype, sampling.extrapolation == Extrapolation::GridConstant)?;
    let taps = order + 1;
    let around = (taps as i64).saturating_pow(axes as u32);
    spread(total, total.saturating_mul(around.max(4)), LANES as i64, |first, end| {
        let room = chunk_room()?;
        let read = Scratch::try_new(axes * CHUNK * size_of::<f64>())?;
        let mut found = Around::new(axes, order)?;
        let mut at = first;
        while at < end {
            // A chunk of points of one stack.
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
                        let along = Along { extent: extents[axis], stride: strides[axis] };
                        // SAFETY: there are no other demands.
                        unsafe { find(&mut found, axis, &mut coordinates, along, sampling.extrapolation) };
                    }
                    // SAFETY: the places that were found are of elements of the array.
                    unsafe { add_all(origin, &mut found, gather, outside, &mut sums) };
                    for (sum, &constant) in sums.iter_mut().zip(&found.constant) {
                        *sum = if constant { outside } else { *sum };
                    }
                }
                round(&mut sums, out.dtype);
                // SAFETY: the elements are this range's alone.
                unsafe {
                    writer.write(at + lane as i64, some, &room, sums.as_ptr().cast(), size_of::<f64>());
                }
            }
            at += count as i64;
        }
        Ok(())
    })
}

/// An axis of the array.
#[derive(Clone, Copy)]
struct Along {
    extent: i64,
    stride: i64,
}

/// The elements around some points, and which points lie outside of the array.
struct Around {
    axes: usize,
    order: usize,
    /// Of each axis and of each element around along it, the place in elements and the weight.
    places: Vec<Lanes<i64>>,
    weights: Vec<Lanes<f64>>,
    constant: Lanes<bool>,
    /// Which element of each axis is added.
    tuple: Vec<usize>,
}

impl Around {
    fn new(axes: usize, order: usize) -> Result<Around> {
        let count = axes * (order + 1);
        Ok(Around {
            axes,
            order,
            places: cuprust_reserve::filled([0; LANES], count)?,
            weights: cuprust_reserve::filled([0.0; LANES], count)?,
            constant: [false; LANES],
            tuple: cuprust_reserve::filled(0, axes)?,
        })
    }
}

wide! {
    /// The places and weights of the elements around coordinates along an axis.
    ///
    /// # Safety
    /// There is nothing to promise.
    unsafe fn find(found: &mut Around, axis: usize, x: &mut Lanes<f64>, along: Along, extrapolation: Extrapolation) {
        let (order, taps) = (found.order, found.order + 1);
        let places = &mut found.places[axis * taps..][..taps];
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
            // A whole number of few enough bits is the difference of two words. Of NaN it is any, which is folded.
            let near = (centre.clamp(-FAR_AWAY, FAR_AWAY) + WHOLE).to_bits() as i64;
            first[lane] = near.wrapping_sub(WHOLE.to_bits() as i64).wrapping_sub(before);
            from_centre[lane] = x[lane] - centre;
        }
        let reach = along.extent - order as i64;
        let whole = first.iter().fold(true, |all, &at| all & (at >= 0) & (at < reach));
        if whole {
            for (tap, places) in places.iter_mut().enumerate() {
                for lane in 0..LANES {
                    places[lane] = first[lane].wrapping_add(tap as i64).wrapping_mul(along.stride);
                }
            }
        } else {
            let edge: Edge = extrapolation.edge();
            for (tap, places) in places.iter_mut().enumerate() {
                for lane in 0..LANES {
                    let index = edge.fold(first[lane].saturating_add(tap as i64), along.extent);
                    places[lane] = index.map_or(OUTSIDE, |index| index * along.stride);
                }
            }
        }
        let weights = &mut found.weights[axis * taps..][..taps];
        // Of each order a loop of its own, which the compiler makes one of vectors.
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
    /// Adds the products of all elements around each point and of their weights.
    ///
    /// # Safety
    /// The places are of elements from `start` on that `gather` reads, or those of constants.
    unsafe fn add_all(start: *const u8, found: &mut Around, gather: Gather, outside: f64, sums: &mut Lanes<f64>) {
        let (axes, taps) = (found.axes, found.order + 1);
        let (leading, last) = found.places.split_at((axes - 1) * taps);
        let (leading_weights, last_weights) = found.weights.split_at((axes - 1) * taps);
        let tuple = &mut found.tuple;
        tuple.fill(0);
        loop {
            let mut base = [0; LANES];
            for (axis, &tap) in tuple[..axes - 1].iter().enumerate() {
                let places = &leading[axis * taps + tap];
                for lane in 0..LANES {
                    base[lane] = i64::wrapping_add(base[lane], places[lane]);
                }
            }
            for (places, weights) in last.iter().zip(last_weights) {
                let mut values = [0.0; LANES];
                // SAFETY: the caller promises the elements.
                unsafe { gather(start, &base, places, outside, &mut values) };
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

/// Reads the elements at the sums of two places, converted to float64.
type Gather = unsafe fn(*const u8, &Lanes<i64>, &Lanes<i64>, f64, &mut Lanes<f64>);

wide! {
    /// # Safety
    /// As [`Gather`]: elements of `T` stand at the places, at any byte.
    unsafe fn elements<T: CastTo<f64>>(
        start: *const u8,
        base: &Lanes<i64>,
        places: &Lanes<i64>,
        _outside: f64,
        to: &mut Lanes<f64>,
    ) {
        for lane in 0..LANES {
            let at = start.cast::<T>().wrapping_offset(base[lane].wrapping_add(places[lane]) as isize);
            // SAFETY: the caller promises an element there.
            to[lane] = CastTo::<f64>::cast(unsafe { at.read_unaligned() });
        }
    }
}

wide! {
    /// As [`elements`], or the constant where a sum is far below zero.
    ///
    /// # Safety
    /// As [`Gather`]: elements of `T` stand at all other places.
    unsafe fn elements_or_constants<T: CastTo<f64>>(
        start: *const u8,
        base: &Lanes<i64>,
        places: &Lanes<i64>,
        outside: f64,
        to: &mut Lanes<f64>,
    ) {
        for lane in 0..LANES {
            let place = base[lane].wrapping_add(places[lane]);
            to[lane] = if place < FAR {
                outside
            } else {
                // SAFETY: the caller promises an element there.
                CastTo::<f64>::cast(unsafe { start.cast::<T>().wrapping_offset(place as isize).read_unaligned() })
            };
        }
    }
}

/// What reads elements of a real dtype, or of constants beside them.
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
            // What C makes of NaN on most processors.
            let of_nan = if bits < 32 { 0.0 } else { low };
            for x in values {
                let rounded = if *x > 0.0 { *x + 0.5 } else { *x - 0.5 };
                *x = if x.is_nan() { of_nan } else { rounded.clamp(low, high) };
            }
        }
    }
}
