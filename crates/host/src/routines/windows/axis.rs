//! `correlate_axis` and `slide`: windows along one axis. A tile of rows along the axis, each of some adjacent lanes, is
//! copied together with what its windows reach beyond it; then the element `k` steps along the axis is `k * lanes`
//! elements after, whichever axis it is, and every loop runs over contiguous memory. Of contiguous arrays, small
//! windows are read in memory instead (`direct.rs`).

use std::ops::{Add, Mul, Sub};

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Element};
use cuprust_ops::{Edge, Summary};

use super::direct::direct;
use super::{Reader, Writer, casts, check_real, chunk_buffer, integers, scalar, small, whole_parts};
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

/// Most weights of float32 that are multiplied in memory: each converts the elements anew.
const MAX_DIRECT_WEIGHTS: usize = 16;

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
    if integers::correlate(work, site, window, &weights, outside)?
        || whole_parts::correlate(work, site, window, taps, outside)?
    {
        return Ok(());
    }
    let is_done = match dtypes(work)? {
        (DType::F32, DType::F32) if weights.len() <= MAX_DIRECT_WEIGHTS => {
            correlate_directly::<f32>(work, site, window, outside, taps)?
        }
        (DType::F64, DType::F64) => correlate_directly::<f64>(work, site, window, outside, taps)?,
        _ => false,
    };
    if is_done {
        return Ok(());
    }
    tiles(work, site, window, outside, 0, &|tile: &[f64], step, out: &mut [f64], _: &mut [f64]| {
        // SAFETY: the tile ends with the last window.
        unsafe { sums(tile, taps, step, out) }
    })
}

/// The dtypes of the first input and of the output.
fn dtypes(work: &Work) -> Result<(DType, DType)> {
    Ok((work.view(0)?.dtype, work.output().dtype))
}

fn correlate_directly<T: Float>(work: &Work, site: &Site, window: Window, outside: f64, taps: Taps) -> Result<bool> {
    let Some(outside) = T::holding(outside, window.edge) else { return Ok(false) };
    direct(work, site, window, outside, &|elements: &[T], step, out: &mut [T]| {
        // SAFETY: the elements end with the last window.
        unsafe { sums(elements, taps, step, out) }
    })
}

/// A float that converts to float64 without loss.
trait Float: Element {
    fn wide(self) -> f64;
    /// The nearest number.
    fn near(wide: f64) -> Self;

    /// The constant beyond an edge, if the type holds it or it is not used.
    fn holding(outside: f64, edge: Edge) -> Option<Self> {
        let own = Self::near(outside);
        (edge != Edge::Constant || own.wide() == outside).then_some(own)
    }
}

macro_rules! float {
    ($($T:ident)*) => { $(
        impl Float for $T {
            #[inline(always)]
            fn wide(self) -> f64 {
                f64::from(self)
            }

            #[inline(always)]
            fn near(wide: f64) -> $T {
                wide as $T
            }
        }
    )* };
}
float!(f32 f64);

/// Weights, and their symmetry.
#[derive(Clone, Copy)]
pub(super) struct Taps<'a> {
    pub weights: &'a [f64],
    /// 1 if they are symmetric, -1 if antisymmetric, else 0.
    pub symmetry: i8,
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
    /// The sums of products for each element of `out`, in float64: the first window begins with the elements, and each
    /// next one an element after. The elements of a window are `step` apart.
    ///
    /// # Safety
    /// The elements end with the last window.
    unsafe fn sums<T: Float>(elements: &[T], taps: Taps<'_>, step: usize, out: &mut [T]) {
        let length = out.len();
        debug_assert!(elements.len() >= length + (taps.weights.len() - 1) * step);
        for at in (0..length).step_by(REGISTER_SUMS) {
            if length < REGISTER_SUMS {
                let sums = register_sums(taps.weights, taps.symmetry, |tap| {
                    let mut x = [0.0; REGISTER_SUMS];
                    for (x, element) in x.iter_mut().zip(&elements[tap * step..][..length]) {
                        *x = element.wide();
                    }
                    x
                });
                for (out, sum) in out.iter_mut().zip(sums) {
                    *out = T::near(sum);
                }
                return;
            }
            // The last sums overlap those before.
            let at = at.min(length - REGISTER_SUMS);
            let sums = register_sums(taps.weights, taps.symmetry, |tap| {
                // SAFETY: the indices lie within what the caller promises.
                let x = unsafe { &*elements.as_ptr().add(at + tap * step).cast::<[T; REGISTER_SUMS]>() };
                let mut wide = [0.0; REGISTER_SUMS];
                for i in 0..REGISTER_SUMS {
                    wide[i] = x[i].wide();
                }
                wide
            });
            for (out, sum) in out[at..at + REGISTER_SUMS].iter_mut().zip(sums) {
                *out = T::near(sum);
            }
        }
    }
}

/// A float that sums are of.
pub(super) trait Summed: Copy + Default + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {}
impl<T: Copy + Default + Add<Output = T> + Sub<Output = T> + Mul<Output = T>> Summed for T {}

/// Adjacent sums of the products of weights of a symmetry and elements, which `load` gives for each weight.
#[inline(always)]
pub(super) fn register_sums<T: Summed, const N: usize>(
    weights: &[T],
    symmetry: i8,
    load: impl Fn(usize) -> [T; N],
) -> [T; N] {
    let (count, middle) = (weights.len(), weights.len() / 2);
    let mut held = [T::default(); N];
    let mut times = |x: &[T; N], weight: T, first: bool| {
        for i in 0..N {
            held[i] = if first { x[i] * weight } else { held[i] + x[i] * weight };
        }
    };
    match symmetry {
        0 => {
            // SciPy begins with the last one too.
            times(&load(count - 1), weights[count - 1], true);
            for (tap, &weight) in weights[..count - 1].iter().enumerate() {
                times(&load(tap), weight, false);
            }
        }
        sign => {
            times(&load(middle), weights[middle], true);
            for (tap, &weight) in weights[..middle].iter().enumerate() {
                let (x, y) = (load(tap), load(count - 1 - tap));
                let mut pair = [T::default(); N];
                for i in 0..N {
                    pair[i] = if sign > 0 { x[i] + y[i] } else { x[i] - y[i] };
                }
                times(&pair, weight, false);
            }
        }
    }
    held
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
        let is_done = match dtypes(work)? {
            (DType::F32, DType::F32) => means_directly::<f32>(work, site, window, outside)?,
            (DType::F64, DType::F64) => means_directly::<f64>(work, site, window, outside)?,
            _ => false,
        };
        if is_done {
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

fn means_directly<T: Float>(work: &Work, site: &Site, window: Window, outside: f64) -> Result<bool> {
    let (size, outside) = (window.size, T::holding(outside, window.edge));
    let Some(outside) = outside.filter(|_| (2..=MAX_FEW as i64).contains(&size)) else { return Ok(false) };
    direct(work, site, window, outside, &|elements: &[T], step, out: &mut [T]| {
        let mean = |sum: f64| T::near(sum / size as f64);
        // SAFETY: the elements end with the last window, and the size is in range.
        unsafe { fold_few(elements, size as usize, step, out, T::wide, |a: f64, b: f64| a + b, mean) }
    })
}

fn extremes<T: Extreme>(work: &Work, summary: Summary, window: Window, site: &Site) -> Result<()> {
    let outside = scalar(work, 1, site, work.output().dtype)?.cast(T::DTYPE);
    // SAFETY: a scalar has at least the bytes of its dtype, which is T's.
    let outside = unsafe { outside.bytes().as_ptr().cast::<T>().read_unaligned() };
    let size = window.size as usize;
    // A bool is a byte.
    let holds = |dtype: DType| dtype == T::DTYPE || dtype == DType::Bool && T::DTYPE == DType::U8;
    let is_few = (2..=MAX_FEW).contains(&size) && holds(work.view(0)?.dtype);
    if is_few
        && direct(work, site, window, outside, &|elements: &[T], step, out: &mut [T]| {
            let same = |x: T| x;
            // SAFETY: the elements end with the last window, and the size is in range.
            unsafe {
                match summary {
                    Summary::Minimum => fold_few(elements, size, step, out, same, T::lesser, same),
                    _ => fold_few(elements, size, step, out, same, T::greater, same),
                }
            }
        })?
    {
        return Ok(());
    }
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
pub(super) trait Folding<T>: Fn(T, T) -> T + Copy {}
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

/// Most elements of a window that are folded at once.
pub(super) const MAX_FEW: usize = 8;

/// A conversion of an element.
pub(super) trait Conversion<A, B>: Fn(A) -> B + Copy {}
impl<A, B, F: Fn(A) -> B + Copy> Conversion<A, B> for F {}

wide! {
    /// Folds each window of `size` elements, two to [`MAX_FEW`], in the order of [`folded`], converted before and
    /// after. The first window begins with the elements, and each next one an element after.
    ///
    /// # Safety
    /// None: `unsafe` comes from the dispatch on instruction sets.
    pub(super) unsafe fn fold_few<T: Element, A: Copy, L: Conversion<T, A>, F: Folding<A>, S: Conversion<A, T>>(
        elements: &[T],
        size: usize,
        step: usize,
        out: &mut [T],
        load: L,
        fold: F,
        store: S,
    ) {
        match size {
            2 => fold_each::<2, T, A>(elements, step, out, load, fold, store),
            3 => fold_each::<3, T, A>(elements, step, out, load, fold, store),
            4 => fold_each::<4, T, A>(elements, step, out, load, fold, store),
            5 => fold_each::<5, T, A>(elements, step, out, load, fold, store),
            6 => fold_each::<6, T, A>(elements, step, out, load, fold, store),
            7 => fold_each::<7, T, A>(elements, step, out, load, fold, store),
            _ => fold_each::<8, T, A>(elements, step, out, load, fold, store),
        }
    }
}

#[inline(always)]
fn fold_each<const N: usize, T: Copy, A: Copy>(
    elements: &[T],
    step: usize,
    out: &mut [T],
    load: impl Fn(T) -> A + Copy,
    fold: impl Fn(A, A) -> A + Copy,
    store: impl Fn(A) -> T + Copy,
) {
    let length = out.len();
    // Only with a list for each element does the compiler see that all are as long, and vectorize.
    let tap = |tap: usize| &elements[tap.min(N - 1) * step..][..length];
    let (a, b, c, d, e, f, g, h) = (tap(0), tap(1), tap(2), tap(3), tap(4), tap(5), tap(6), tap(7));
    for at in 0..length {
        let two = |x: &[T], y: &[T]| fold(load(x[at]), load(y[at]));
        out[at] = store(match N {
            2 => two(a, b),
            3 => fold(load(a[at]), two(b, c)),
            4 => fold(two(a, b), two(c, d)),
            5 => fold(load(a[at]), fold(two(b, c), two(d, e))),
            6 => fold(two(a, b), fold(two(c, d), two(e, f))),
            7 => fold(fold(load(a[at]), two(b, c)), fold(two(d, e), two(f, g))),
            _ => fold(fold(two(a, b), two(c, d)), fold(two(e, f), two(g, h))),
        });
    }
}

/// Windows along an axis.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub axis: usize,
    pub size: i64,
    pub before: i64,
    pub edge: Edge,
}

/// The elements of an array around one axis: `outer` times `rows` of them, each of `inner` adjacent ones.
#[derive(Clone, Copy)]
pub(super) struct Extents {
    pub outer: i64,
    pub rows: i64,
    pub inner: i64,
}

impl Extents {
    pub fn around(axis: usize, shape: &[i64]) -> Extents {
        let (outer, inner) = (shape[..axis].iter().product(), shape[axis + 1..].iter().product());
        Extents { outer, rows: shape[axis], inner }
    }
}

/// Calls `each` for the tiles of an array with the elements that a tile's windows reach, the step along the axis in
/// them, memory for the results, and memory for twice the elements. `slack` more elements follow the tile.
pub(super) fn tiles<T: Element, R: Element>(
    work: &Work,
    site: &Site,
    window: Window,
    outside: T,
    slack: usize,
    each: &(impl Fn(&[T], usize, &mut [R], &mut [T]) + Sync),
) -> Result<()> {
    let shape = &work.output().layout.shape;
    let extents = Extents::around(window.axis, shape);
    let total = work.output().layout.size();
    if total == 0 {
        return Ok(());
    }
    let (load, store) = casts::<T, R>(work)?;
    let (reader, writer) = (Reader::new(work, site, load)?, Writer::new(work, site, store)?);
    let reach = window.size - 1;
    let (most, tile) = ((LANE_BYTES / size_of::<T>()) as i64, (TILE_BYTES / size_of::<T>()) as i64);
    let lanes = if extents.inner <= 2 * most { extents.inner } else { most };
    let rows = (tile / lanes - reach).max(reach.saturating_mul(2)).max(16).min(extents.rows);
    let (down, across) = ((extents.rows + rows - 1) / rows, (extents.inner + lanes - 1) / lanes);
    // Memory for a tile, twice as much scratch, and its results; windows may be too long for any memory.
    let tile_elements = rows.saturating_add(reach).saturating_mul(lanes) as usize;
    let elements = tile_elements.saturating_mul(3).saturating_add(slack);
    let results = (rows * lanes) as usize;
    let work_of = total.saturating_mul(window.size.min(64));
    spread(extents.outer * down * across, work_of, 1, |first, end| {
        let buffer = chunk_buffer()?;
        let size = size_of::<R>();
        let memory = Scratch::try_new(elements.saturating_mul(size_of::<T>()))?;
        let memory_of_results = Scratch::try_new(results * size)?;
        // SAFETY: the memory is this call's, is zeroed, and holds as many elements.
        let (all, out) = unsafe {
            let all = std::slice::from_raw_parts_mut(memory.at(0).cast::<T>(), elements);
            (all, std::slice::from_raw_parts_mut(memory_of_results.at(0).cast::<R>(), results))
        };
        let (tile, spare) = all.split_at_mut(tile_elements + slack);
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
