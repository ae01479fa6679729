//! `correlate_axis` and `slide`: windows along one axis. A tile of rows along the axis, each of some adjacent lanes, is
//! copied together with what its windows reach beyond it; then the element `k` steps along the axis is `k * lanes`
//! elements after, whichever axis it is, and every loop runs over contiguous memory.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Element};
use cuprust_ops::{Edge, Summary};

use super::{Reader, Writer, casts, check_real, chunk_buffer, integers, scalar, small};
use crate::block::Scratch;
use crate::parallel::spread;
use crate::routines::{Site, Work};
use crate::simd::wide;

/// Bytes of a tile including the reach of its windows: they stay in the second cache.
const TILE_BYTES: usize = 1 << 17;

/// Most bytes of the adjacent lanes in a tile.
const LANE_BYTES: usize = 1 << 10;

/// Sums that are accumulated at once, in registers.
const REGISTER_SUMS: usize = 32;

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
    if integers::correlate(work, site, window, &weights, outside)? {
        return Ok(());
    }
    tiles(work, site, window, outside, REGISTER_SUMS, &|tile: &[f64], step, out: &mut [f64], _: &mut [f64]| {
        // SAFETY: after the elements that the windows of the tile reach there are as many as are summed at once.
        unsafe { sums(tile.as_ptr(), taps, step, out) }
    })
}

/// Weights, and their symmetry.
#[derive(Clone, Copy)]
struct Taps<'a> {
    weights: &'a [f64],
    /// 1 if they are symmetric, -1 if antisymmetric, else 0.
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
    /// after. The elements of a window are `step` apart.
    ///
    /// # Safety
    /// There are as many elements from `tile` on as the windows reach, and [`REGISTER_SUMS`] more.
    unsafe fn sums(tile: *const f64, taps: Taps<'_>, step: usize, out: &mut [f64]) {
        let (count, middle) = (taps.weights.len(), taps.weights.len() / 2);
        let length = out.len();
        let mut at = 0;
        while at < length {
            // SAFETY: the indices lie within what the caller promises.
            let load = |tap: usize| unsafe { &*tile.add(at + tap * step).cast::<[f64; REGISTER_SUMS]>() };
            let mut held = [0.0; REGISTER_SUMS];
            let mut times = |x: &[f64; REGISTER_SUMS], weight: f64, first: bool| {
                for i in 0..REGISTER_SUMS {
                    held[i] = if first { x[i] * weight } else { held[i] + x[i] * weight };
                }
            };
            match taps.symmetry {
                0 => {
                    // SciPy begins with the last one too.
                    times(load(count - 1), taps.weights[count - 1], true);
                    for tap in 0..count - 1 {
                        times(load(tap), taps.weights[tap], false);
                    }
                }
                sign => {
                    times(load(middle), taps.weights[middle], true);
                    for tap in 0..middle {
                        let (x, y, weight) = (load(tap), load(count - 1 - tap), taps.weights[tap]);
                        let mut pair = [0.0; REGISTER_SUMS];
                        for i in 0..REGISTER_SUMS {
                            pair[i] = if sign > 0 { x[i] + y[i] } else { x[i] - y[i] };
                        }
                        times(&pair, weight, false);
                    }
                }
            }
            let some = REGISTER_SUMS.min(length - at);
            out[at..at + some].copy_from_slice(&held[..some]);
            at += REGISTER_SUMS;
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
        if integers::means(work, site, window, outside)? {
            return Ok(());
        }
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

/// Folds each window of `size` elements, which are `step` apart, by an operation that is associative and commutative:
/// the windows double in size with each pass, so that the number of passes grows with the logarithm of the size. The
/// first window begins with the tile, and each next one an element after. `spare` holds the tile twice.
pub(super) fn folded<T: Element>(
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
pub(super) struct Window {
    axis: usize,
    pub size: i64,
    before: i64,
    pub edge: Edge,
}

/// The elements of an array around one axis: `outer` times `rows` of them, each of `inner` adjacent ones.
#[derive(Clone, Copy)]
struct Extents {
    rows: i64,
    inner: i64,
}

/// Calls `each` for the tiles of an array with the elements that a tile's windows reach, the step along the axis in
/// them, memory for the results, and memory for twice the elements. `slack` more elements follow the tile.
pub(super) fn tiles<T: Element + Default>(
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
    let (most, tile) = ((LANE_BYTES / size_of::<T>()) as i64, (TILE_BYTES / size_of::<T>()) as i64);
    let lanes = if extents.inner <= 2 * most { extents.inner } else { most };
    let rows = (tile / lanes - reach).max(reach.saturating_mul(2)).max(16).min(extents.rows);
    let (down, across) = ((extents.rows + rows - 1) / rows, (extents.inner + lanes - 1) / lanes);
    // Memory for a tile, twice as much scratch, and its results; windows may be too long for any memory.
    let tile_elements = rows.saturating_add(reach).saturating_mul(lanes) as usize;
    let elements = tile_elements.saturating_mul(3).saturating_add(slack + (rows * lanes) as usize);
    let work_of = total.saturating_mul(window.size.min(64));
    spread(outer * down * across, work_of, 1, |first, end| {
        let buffer = chunk_buffer()?;
        let size = size_of::<T>();
        let memory = Scratch::try_new(elements.saturating_mul(size))?;
        // SAFETY: the memory is this call's, is zeroed, and holds as many elements.
        let all = unsafe { std::slice::from_raw_parts_mut(memory.at(0).cast::<T>(), elements) };
        let (tile, rest) = all.split_at_mut(tile_elements + slack);
        let (spare, out) = rest.split_at_mut(2 * tile_elements);
        for number in first..end {
            let (index, side) = (number / across, number % across);
            let (line, part) = (index / down, index % down);
            let (row, lane) = (part * rows, side * lanes);
            let (height, width) = (rows.min(extents.rows - row), lanes.min(extents.inner - lane));
            let count = ((height + reach) * width) as usize;
            let start = line * extents.rows * extents.inner + lane;
            // SAFETY: the tile lies within the array, and holds what its windows reach.
            unsafe { fill(&reader, extents, start, (row, height, width), window, outside, &buffer, tile)? };
            let results = (height * width) as usize;
            each(&tile[..count], width as usize, &mut out[..results], &mut spare[..2 * count]);
            // SAFETY: the elements are this tile's alone.
            unsafe {
                if width == extents.inner {
                    writer.write(start + row * extents.inner, results, &buffer, out.as_ptr().cast(), size);
                } else {
                    for i in 0..height {
                        let from = out.as_ptr().add((i * width) as usize).cast();
                        writer.write(start + (row + i) * extents.inner, width as usize, &buffer, from, size);
                    }
                }
            }
        }
        Ok(())
    })
}

/// Reads the elements that the windows of some rows reach: rows of `width` elements, where row zero of the array begins
/// at position `start`.
///
/// # Safety
/// The rows are some of the array's, and `tile` holds them and the reach of a window.
#[allow(clippy::too_many_arguments)]
unsafe fn fill<T: Element>(
    reader: &Reader,
    extents: Extents,
    start: i64,
    (row, height, width): (i64, i64, i64),
    window: Window,
    outside: T,
    buffer: &Scratch,
    tile: &mut [T],
) -> Result<()> {
    let (first, count) = (row - window.before, height + window.size - 1);
    let to = tile.as_mut_ptr();
    // SAFETY: the rows that are read are the array's, and each has its index in the tile.
    unsafe {
        let at = |index: i64| to.add((index * width) as usize);
        let read = |source: i64, rows: i64, index: i64| {
            reader.read(
                start + source * extents.inner,
                (rows * width) as usize,
                buffer,
                at(index).cast(),
                size_of::<T>(),
            )
        };
        let inside = (-first).clamp(0, count)..(extents.rows - first).clamp(0, count);
        if width == extents.inner {
            read(first + inside.start, (inside.end - inside.start).max(0), inside.start)?;
        } else {
            inside.clone().try_for_each(|index| read(first + index, 1, index))?;
        }
        for index in (0..inside.start.min(count)).chain(inside.end.max(inside.start)..count) {
            match window.edge.fold(first + index, extents.rows) {
                Some(source) if inside.contains(&(source - first)) => {
                    std::ptr::copy_nonoverlapping(at(source - first).cast_const(), at(index), width as usize);
                }
                Some(source) => read(source, 1, index)?,
                None => std::slice::from_raw_parts_mut(at(index), width as usize).fill(outside),
            }
        }
    }
    Ok(())
}
