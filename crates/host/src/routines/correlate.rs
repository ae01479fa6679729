//! `correlate`: sums of products of a line and weights that move along it, with neighbouring sums side by side. Many
//! sums of many products of floats are a matrix product: its rows are parts of the line, and each column has the
//! weights at the offset of its sum.

use cuprust_dense::Strided;
use cuprust_ir::{Error, Relation, Result, View};
use cuprust_num::{DType, Element, Number, c64, c128};
use cuprust_reserve::reserve;

use super::matmul::Term;
use super::{Shared, Site, Work, gathered, whole_walk};
use crate::block::Scratch;
use crate::parallel::spread;
use crate::simd::wide;
use crate::threads;

/// Sums that are accumulated at once, in registers.
const REGISTER_SUMS: usize = 64;

/// Fewest weights and fewest products for which a correlation is a matrix product, and the sums in a row of it.
const MIN_WEIGHTS: i64 = 32;
const MIN_PRODUCTS: i64 = 1 << 20;
const SUMS_PER_ROW: i64 = 64;

pub(super) fn check(work: &Work) -> Result<()> {
    let (line, weights, output) = (work.view(0)?, work.view(1)?, work.output());
    let views = [line, weights, output];
    if work.inputs.len() != 2 || views.iter().any(|view| view.layout.rank() != 1) {
        return Err(Error::runtime("takes a line and weights, and gives a line"));
    }
    if views.iter().any(|view| view.dtype != output.dtype) || matches!(output.dtype, DType::F16 | DType::BF16) {
        return Err(Error::type_("takes two arrays of the output's dtype, which is none of the half types"));
    }
    Ok(())
}

pub(super) fn run(work: &Work, before: i64, site: &Site) -> Result<()> {
    match work.output().dtype {
        DType::Bool => whole::<bool>(work, before, site),
        DType::I8 | DType::U8 => whole::<u8>(work, before, site),
        DType::I16 | DType::U16 => whole::<u16>(work, before, site),
        DType::I32 | DType::U32 => whole::<u32>(work, before, site),
        DType::I64 | DType::U64 => whole::<u64>(work, before, site),
        DType::F32 => products::<f32>(work, before, site, |x| x.is_finite()),
        DType::F64 => products::<f64>(work, before, site, |x| x.is_finite()),
        DType::C64 => products::<c64>(work, before, site, |x| x.re.is_finite() && x.im.is_finite()),
        DType::C128 => products::<c128>(work, before, site, |x| x.re.is_finite() && x.im.is_finite()),
        dtype => Err(Error::type_(format!("there is no sum of products of {dtype}"))),
    }
}

/// A dtype of which matrices are multiplied by `cuprust_dense`.
trait Multiplied: Element + Term {
    const ONE: Self;
}

macro_rules! terms {
    ($($T:ty => $zero:expr, $one:expr;)*) => { $(
        impl Multiplied for $T {
            const ONE: $T = $one;
        }
        impl Term for $T {
            const ZERO: $T = $zero;
            #[inline(always)]
            fn fold(self, a: $T, b: $T) -> $T { Number::add(self, Number::multiply(a, b)) }
        }
    )* };
}
terms! { f32 => 0.0, 1.0; f64 => 0.0, 1.0; c64 => c64::ZERO, c64::ONE; c128 => c128::ZERO, c128::ONE; }

/// The elements of an operand contiguously: in place, or a copy, which is returned too.
fn contiguous<T>(view: &View, output: &View, site: &Site) -> Result<(Shared<T>, Option<Scratch>)> {
    let walk = whole_walk(view)?;
    if view.relation(output) == Relation::Disjoint && walk.is_straight() {
        return Ok((Shared(site.start(view).cast()), None));
    }
    let copy = gathered(site.start(view).cast_const(), &walk, view)?;
    Ok((Shared(copy.at(0).cast()), Some(copy)))
}

/// Computes the sums that have a term with each weight by a matrix product, if that pays off, and the others directly.
/// The zeros in the matrix must not be multiplied by infinity or NaN.
fn products<T: Multiplied>(work: &Work, before: i64, site: &Site, is_finite: fn(&T) -> bool) -> Result<()> {
    let (output, [size, count, length]) = (work.output(), extents(work)?);
    let (first, end) = (before.clamp(0, length), (before + size - count + 1).clamp(0, length));
    let row = if count >= 4 * SUMS_PER_ROW { 4 * SUMS_PER_ROW } else { SUMS_PER_ROW };
    let rows = (end - first).max(0) / row;
    let plain = output.layout.strides[0] == 1;
    if !plain || count < MIN_WEIGHTS || rows == 0 || (rows * row).saturating_mul(count) < MIN_PRODUCTS {
        return whole::<T>(work, before, site);
    }
    let (line, _line) = contiguous::<T>(work.view(0)?, output, site)?;
    let (weights, _weights) = contiguous::<T>(work.view(1)?, output, site)?;
    // SAFETY: there are as many elements, unaligned.
    let finite =
        |start: *const T, count: i64| (0..count as usize).all(|i| is_finite(&unsafe { start.add(i).read_unaligned() }));
    if !finite(weights.get(), count) || !finite(line.get(), size) {
        return whole::<T>(work, before, site);
    }
    let _packing = reserve(cuprust_dense::packing(threads::count()))?;
    let depth = row + count - 1;
    let padded = Scratch::try_new((depth + row - 1) as usize * size_of::<T>())?;
    // SAFETY: the memory holds, before the weights and after them, as many zeros as a row has sums but one.
    unsafe {
        std::ptr::copy_nonoverlapping(weights.get(), padded.at(0).cast::<T>().offset(row as isize - 1), count as usize)
    };
    let column = Shared(padded.at(0).cast::<T>().wrapping_offset(row as isize - 1));
    let to = Shared(site.start(output).cast::<T>().wrapping_offset(first as isize));
    let from = Shared(line.get().wrapping_offset((first - before) as isize));
    let strided = |start, row, column| Strided { start, row, column, conjugate: false };
    // SAFETY: the rows and the columns lie in the line and among the padded weights; T is a float or complex type; the
    // output overlaps neither.
    unsafe {
        let out = strided(to.get(), row as isize, 1);
        let (x, y) = (strided(from.get(), row as isize, 1), strided(column.get(), 1, -1));
        let extents = (rows as usize, row as usize, depth as usize);
        cuprust_dense::multiply(out, (None, T::ONE), x, y, extents, &threads::team());
    }
    sums::<T>(work, before, site, &[0..first, first + rows * row..length])
}

/// Computes all sums directly.
fn whole<T: Element + Term>(work: &Work, before: i64, site: &Site) -> Result<()> {
    sums::<T>(work, before, site, std::slice::from_ref(&(0..work.output().layout.size())))
}

/// Computes the sums in some ranges directly.
fn sums<T: Element + Term>(work: &Work, before: i64, site: &Site, ranges: &[std::ops::Range<i64>]) -> Result<()> {
    let (output, [size, count, _]) = (work.output(), extents(work)?);
    let (line, _line) = contiguous::<T>(work.view(0)?, output, site)?;
    let (weights, _weights) = contiguous::<T>(work.view(1)?, output, site)?;
    let (to, walk) = (Shared(site.start(output)), whole_walk(output)?);
    let across = REGISTER_SUMS as i64;
    for range in ranges {
        let positions = (range.end - range.start).saturating_mul(count.min(size) / 4 + 1);
        spread(range.end - range.start, positions, across, |first, end| {
            let (first, end) = (first + range.start, end + range.start);
            for at in (first..end).step_by(REGISTER_SUMS) {
                let (n, mut sums) = (across.min(end - at), [T::ZERO; REGISTER_SUMS]);
                // The index in the line of the first weight of the first sum. All sums have a term with the weights of
                // `whole`.
                let start = at - before;
                let some = (-start - across + 1).clamp(0, count)..(size - start).clamp(0, count);
                let whole = (-start).clamp(some.start, some.end);
                let whole = whole..(size - start - across + 1).clamp(whole, some.end);
                let part = |weights_of: std::ops::Range<i64>, sums: &mut [T; REGISTER_SUMS]| {
                    for k in weights_of {
                        let within = (-(start + k)).clamp(0, n)..(size - start - k).clamp(0, n);
                        for i in within {
                            // SAFETY: the weight is one of them, and the index is in the line; elements may be
                            // unaligned.
                            let (x, weight) = unsafe {
                                let x = line.get().offset((start + k + i) as isize).read_unaligned();
                                (x, weights.get().offset(k as isize).read_unaligned())
                            };
                            sums[i as usize] = sums[i as usize].fold(x, weight);
                        }
                    }
                };
                part(some.start..whole.start, &mut sums);
                // SAFETY: from the first of these weights on, the line has as many elements as they and the sums reach.
                unsafe {
                    let line = line.get().wrapping_offset((start + whole.start) as isize).cast_const();
                    let weights = weights.get().wrapping_offset(whole.start as isize).cast_const();
                    accumulate(line, weights, (whole.end - whole.start) as usize, &mut sums);
                }
                part(whole.end..some.end, &mut sums);
                // SAFETY: the output lies in its memory, these of its elements are this call's, and there are as many
                // sums.
                unsafe { walk.scatter(to.get(), at, n as usize, sums.as_ptr().cast()) };
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// The extents of the line, the weights and the output.
fn extents(work: &Work) -> Result<[i64; 3]> {
    Ok([work.view(0)?, work.view(1)?, work.output()].map(|view| view.layout.shape[0]))
}

wide! {
    /// # Safety
    /// There are `count` weights, and the line has as many elements plus those that the sums reach beyond.
    unsafe fn accumulate<T: Term>(line: *const T, weights: *const T, count: usize, sums: &mut [T; REGISTER_SUMS]) {
        let mut held = *sums;
        for k in 0..count {
            // SAFETY: the caller promises that many.
            let weight = unsafe { weights.add(k).read_unaligned() };
            for (i, sum) in held.iter_mut().enumerate() {
                // SAFETY: as above.
                *sum = sum.fold(unsafe { line.add(k + i).read_unaligned() }, weight);
            }
        }
        *sums = held;
    }
}
