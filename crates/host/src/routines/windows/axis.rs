//! `correlate_axis` and `slide`: windows along one axis. A tile of rows along the axis, each of some neighbours beside
//! one another, is brought together with what its windows reach beyond it; then the element `k` places along the axis
//! stands `k * lanes` behind, whichever axis it is, and every loop runs over one line of memory.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Element};
use cuprust_ops::{Edge, Summary};

use super::{Reader, Writer, casts, check_real, chunk_room, scalar, small};
use crate::block::Scratch;
use crate::parallel::spread;
use crate::routines::{Site, Work};
use crate::simd::wide;

/// Elements of a tile with what its windows reach: they stay in the second cache.
const TILE: i64 = 1 << 14;

/// Most neighbours beside one another in a tile.
const LANES: i64 = 128;

/// Sums that are made at once, in registers.
const ACROSS: usize = 32;

pub(in crate::routines) fn check_correlate(work: &Work, axis: i64) -> Result<()> {
    check_real(work, 3)?;
    check_axis(work, axis)?;
    if work.view(1)?.dtype != DType::F64 || work.view(1)?.layout.rank() != 1 {
        return Err(Error::type_("takes a line of float64 as weights"));
    }
    Ok(())
}

pub(in crate::routines) fn check_slide(work: &Work, summary: Summary, axis: i64, size: i64) -> Result<()> {
    check_real(work, 2)?;
    check_axis(work, axis)?;
    if size < 1 {
        return Err(Error::runtime("takes windows of one element at least"));
    }
    if summary != Summary::Mean && work.view(0)?.dtype != work.output().dtype {
        return Err(Error::type_("gives extremes in the dtype of the values"));
    }
    Ok(())
}

fn check_axis(work: &Work, axis: i64) -> Result<()> {
    let rank = work.output().layout.rank() as i64;
    if (0..rank).contains(&axis) { Ok(()) } else { Err(Error::runtime(format!("there is no axis {axis}"))) }
}

pub(in crate::routines) fn correlate(work: &Work, (axis, before, edge): (i64, i64, Edge), site: &Site) -> Result<()> {
    let weights = small::<f64>(work.view(1)?, site)?;
    let outside = scalar(work, 2, site, DType::F64)?.get::<f64>();
    let taps = Taps::of(&weights);
    let window = Window { axis: axis as usize, size: weights.len() as i64, before, edge };
    tiles(work, site, window, outside, ACROSS, &|tile: &[f64], step, out: &mut [f64], _: &mut [f64]| {
        // SAFETY: behind the elements that the windows of the tile reach stand as many as are summed at once.
        unsafe { sums(tile.as_ptr(), taps, step, out) }
    })
}

/// Weights, and whether they are the same from both sides.
#[derive(Clone, Copy)]
struct Taps<'a> {
    weights: &'a [f64],
    /// 1 where they are symmetric, -1 where one side is the other one's negative, 0 where neither.
    symmetry: i8,
}

impl<'a> Taps<'a> {
    fn of(weights: &'a [f64]) -> Taps<'a> {
        let (count, middle) = (weights.len(), weights.len() / 2);
        let holds = |sign: f64| {
            (1..=middle).all(|far| (weights[middle + far] - sign * weights[middle - far]).abs() <= f64::EPSILON)
        };
        let symmetry = match count % 2 {
            1 if holds(1.0) => 1,
            1 if holds(-1.0) => -1,
            _ => 0,
        };
        Taps { weights, symmetry }
    }
}

wide! {
    /// The sums of products for each element of `out`: the first window begins at `tile`, and each next one an element
    /// behind. The elements of a window stand `step` apart.
    ///
    /// # Safety
    /// From `tile` on stand as many elements as the windows reach, and [`ACROSS`] more.
    unsafe fn sums(tile: *const f64, taps: Taps<'_>, step: usize, out: &mut [f64]) {
        let (count, middle) = (taps.weights.len(), taps.weights.len() / 2);
        let length = out.len();
        let mut at = 0;
        while at < length {
            // SAFETY: the places lie within what the caller promises.
            let load = |tap: usize| unsafe { &*tile.add(at + tap * step).cast::<[f64; ACROSS]>() };
            let mut held = [0.0; ACROSS];
            let mut times = |x: &[f64; ACROSS], weight: f64, first: bool| {
                for i in 0..ACROSS {
                    held[i] = if first { x[i] * weight } else { held[i] + x[i] * weight };
                }
            };
            match taps.symmetry {
                0 => {
                    // As SciPy, which begins with the last one.
                    times(load(count - 1), taps.weights[count - 1], true);
                    for tap in 0..count - 1 {
                        times(load(tap), taps.weights[tap], false);
                    }
                }
                sign => {
                    times(load(middle), taps.weights[middle], true);
                    for tap in 0..middle {
                        let (x, y, weight) = (load(tap), load(count - 1 - tap), taps.weights[tap]);
                        let mut pair = [0.0; ACROSS];
                        for i in 0..ACROSS {
                            pair[i] = if sign > 0 { x[i] + y[i] } else { x[i] - y[i] };
                        }
                        times(&pair, weight, false);
                    }
                }
            }
            let some = ACROSS.min(length - at);
            out[at..at + some].copy_from_slice(&held[..some]);
            at += ACROSS;
        }
    }
}

pub(in crate::routines) fn slide(
    work: &Work,
    summary: Summary,
    (axis, size, before, edge): (i64, i64, i64, Edge),
    site: &Site,
) -> Result<()> {
    let window = Window { axis: axis as usize, size, before, edge };
    if summary == Summary::Mean {
        let outside = scalar(work, 1, site, DType::F64)?.get::<f64>();
        return tiles(work, site, window, outside, 0, &|tile: &[f64], step, out, spare| {
            folded(tile, size as usize, step, out, spare, |a, b| a + b);
            out.iter_mut().for_each(|sum| *sum /= size as f64);
        });
    }
    match work.view(0)?.dtype {
        DType::Bool | DType::U8 => extremes::<u8>(work, summary, window, site),
        DType::U16 => extremes::<u16>(work, summary, window, site),
        DType::U32 => extremes::<u32>(work, summary, window, site),
        DType::U64 => extremes::<u64>(work, summary, window, site),
        DType::I8 => extremes::<i8>(work, summary, window, site),
        DType::I16 => extremes::<i16>(work, summary, window, site),
        DType::I32 => extremes::<i32>(work, summary, window, site),
        DType::I64 => extremes::<i64>(work, summary, window, site),
        DType::F16 | DType::BF16 | DType::F32 => extremes::<f32>(work, summary, window, site),
        DType::F64 => extremes::<f64>(work, summary, window, site),
        DType::C64 | DType::C128 => Err(Error::type_("takes real numbers")),
    }
}

fn extremes<T: Extreme>(work: &Work, summary: Summary, window: Window, site: &Site) -> Result<()> {
    let outside = scalar(work, 1, site, work.output().dtype)?.cast(T::DTYPE);
    // SAFETY: a scalar has at least the bytes of its dtype, which is T's.
    let outside = unsafe { outside.bytes().as_ptr().cast::<T>().read_unaligned() };
    let size = window.size as usize;
    tiles(work, site, window, outside, 0, &|tile: &[T], step, out, spare| match summary {
        Summary::Minimum => folded(tile, size, step, out, spare, T::lesser),
        _ => folded(tile, size, step, out, spare, T::greater),
    })
}

/// A number with an order.
pub(super) trait Extreme: Element + Default {
    /// The lesser of two; NaN where one is NaN.
    fn lesser(self, other: Self) -> Self;
    /// The greater of two; NaN where one is NaN.
    fn greater(self, other: Self) -> Self;
}

macro_rules! extreme {
    ($is_nan:expr; $($T:ty)*) => { $(
        impl Extreme for $T {
            #[inline(always)]
            fn lesser(self, other: $T) -> $T {
                if $is_nan(self) || self <= other { self } else { other }
            }

            #[inline(always)]
            fn greater(self, other: $T) -> $T {
                if $is_nan(self) || self >= other { self } else { other }
            }
        }
    )* };
}
extreme!((|_| false); i8 i16 i32 i64 u8 u16 u32 u64);
extreme!((|x: Self| x.is_nan()); f32 f64);

/// An operation on two elements.
trait Folding<T>: Fn(T, T) -> T + Copy {}
impl<T, F: Fn(T, T) -> T + Copy> Folding<T> for F {}

/// Folds each window of `size` elements, which stand `step` apart, by an operation that is associative and commutative:
/// of windows of twice the size each time, so that the number of passes grows with the logarithm of the size. The first
/// window begins with the tile, and each next one an element behind. `spare` has room for the tile twice.
fn folded<T: Element>(
    tile: &[T],
    size: usize,
    step: usize,
    out: &mut [T],
    spare: &mut [T],
    fold: impl Fn(T, T) -> T + Copy,
) {
    let (mut here, mut there) = spare.split_at_mut(tile.len());
    here.copy_from_slice(tile);
    let (mut width, mut taken) = (1, 0);
    loop {
        // `here` holds the folds of windows of `width` elements.
        if size & width != 0 {
            let from = &here[taken * step..taken * step + out.len()];
            if taken == 0 {
                out.copy_from_slice(from);
            } else {
                // SAFETY: the slices are of one length.
                unsafe { fold_into(from, out, fold) };
            }
            taken += width;
        }
        if 2 * width > size {
            return;
        }
        let count = tile.len() - (2 * width - 1) * step;
        // SAFETY: as above.
        unsafe { fold_pairs(&here[..count], &here[width * step..width * step + count], &mut there[..count], fold) };
        (here, there) = (there, here);
        width *= 2;
    }
}

wide! {
    /// # Safety
    /// The slices are of one length.
    unsafe fn fold_into<T: Element, F: Folding<T>>(from: &[T], out: &mut [T], fold: F) {
        for (out, &x) in out.iter_mut().zip(from) {
            *out = fold(*out, x);
        }
    }
}

wide! {
    /// # Safety
    /// The slices are of one length.
    unsafe fn fold_pairs<T: Element, F: Folding<T>>(a: &[T], b: &[T], out: &mut [T], fold: F) {
        for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
            *out = fold(a, b);
        }
    }
}

/// Windows along an axis.
#[derive(Clone, Copy)]
struct Window {
    axis: usize,
    size: i64,
    before: i64,
    edge: Edge,
}

/// The elements of an array around one axis: `outer` times `rows` of them, `inner` beside one another each.
#[derive(Clone, Copy)]
struct Extents {
    rows: i64,
    inner: i64,
}

/// Calls `each` for the tiles of an array with the elements that a tile's windows reach, the step along the axis in
/// them, room for the results, and room for twice the elements. Behind the elements stand `slack` more.
fn tiles<T: Element + Default>(
    work: &Work,
    site: &Site,
    window: Window,
    outside: T,
    slack: usize,
    each: &(impl Fn(&[T], usize, &mut [T], &mut [T]) + Sync),
) -> Result<()> {
    let shape = &work.output().layout.shape;
    let outer: i64 = shape[..window.axis].iter().product();
    let extents = Extents { rows: shape[window.axis], inner: shape[window.axis + 1..].iter().product() };
    let total = work.output().layout.size();
    if total == 0 {
        return Ok(());
    }
    let (load, store) = casts::<T>(work)?;
    let (reader, writer) = (Reader::new(work, site, load)?, Writer::new(work, site, store)?);
    let reach = window.size - 1;
    let lanes = if extents.inner <= 2 * LANES { extents.inner } else { LANES };
    let rows = (TILE / lanes - reach).max(reach.saturating_mul(2)).max(16).min(extents.rows);
    let (down, across) = ((extents.rows + rows - 1) / rows, (extents.inner + lanes - 1) / lanes);
    // Of a tile, of twice as much beside it, and of its results; windows may be too long for any memory.
    let most = rows.saturating_add(reach).saturating_mul(lanes) as usize;
    let elements = most.saturating_mul(3).saturating_add(slack + (rows * lanes) as usize);
    let work_of = total.saturating_mul(window.size.min(64));
    spread(outer * down * across, work_of, 1, |first, end| {
        let room = chunk_room()?;
        let size = size_of::<T>();
        let memory = Scratch::try_new(elements.saturating_mul(size))?;
        // SAFETY: the memory is this call's, is zeroed, and has room for so many elements.
        let all = unsafe { std::slice::from_raw_parts_mut(memory.at(0).cast::<T>(), elements) };
        let (tile, rest) = all.split_at_mut(most + slack);
        let (spare, out) = rest.split_at_mut(2 * most);
        for number in first..end {
            let (place, side) = (number / across, number % across);
            let (line, part) = (place / down, place % down);
            let (row, lane) = (part * rows, side * lanes);
            let (height, width) = (rows.min(extents.rows - row), lanes.min(extents.inner - lane));
            let count = ((height + reach) * width) as usize;
            let start = line * extents.rows * extents.inner + lane;
            // SAFETY: the tile lies within the array, and has room for what its windows reach.
            unsafe { fill(&reader, extents, start, (row, height, width), window, outside, &room, tile)? };
            let results = (height * width) as usize;
            each(&tile[..count], width as usize, &mut out[..results], &mut spare[..2 * count]);
            // SAFETY: the elements are this tile's alone.
            unsafe {
                if width == extents.inner {
                    writer.write(start + row * extents.inner, results, &room, out.as_ptr().cast(), size);
                } else {
                    for i in 0..height {
                        let from = out.as_ptr().add((i * width) as usize).cast();
                        writer.write(start + (row + i) * extents.inner, width as usize, &room, from, size);
                    }
                }
            }
        }
        Ok(())
    })
}

/// Reads the elements that the windows of some rows reach: each row of `width` elements, the first of which is the one
/// at `start` in row zero.
///
/// # Safety
/// The rows are some of the array's, and `tile` has room for them and for the reach of a window.
#[allow(clippy::too_many_arguments)]
unsafe fn fill<T: Element>(
    reader: &Reader,
    extents: Extents,
    start: i64,
    (row, height, width): (i64, i64, i64),
    window: Window,
    outside: T,
    room: &Scratch,
    tile: &mut [T],
) -> Result<()> {
    let (first, count) = (row - window.before, height + window.size - 1);
    let to = tile.as_mut_ptr();
    // SAFETY: the rows that are read are the array's, and each has its place in the tile.
    unsafe {
        let at = |place: i64| to.add((place * width) as usize);
        let read = |source: i64, rows: i64, place: i64| {
            reader.read(start + source * extents.inner, (rows * width) as usize, room, at(place).cast(), size_of::<T>())
        };
        let inside = (-first).clamp(0, count)..(extents.rows - first).clamp(0, count);
        if width == extents.inner {
            read(first + inside.start, (inside.end - inside.start).max(0), inside.start)?;
        } else {
            inside.clone().try_for_each(|place| read(first + place, 1, place))?;
        }
        for place in (0..inside.start.min(count)).chain(inside.end.max(inside.start)..count) {
            match window.edge.fold(first + place, extents.rows) {
                Some(source) if inside.contains(&(source - first)) => {
                    std::ptr::copy_nonoverlapping(at(source - first).cast_const(), at(place), width as usize);
                }
                Some(source) => read(source, 1, place)?,
                None => std::slice::from_raw_parts_mut(at(place), width as usize).fill(outside),
            }
        }
    }
    Ok(())
}
