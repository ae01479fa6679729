//! The index of the first largest or smallest element; a NaN precedes everything.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Element, bf16, c64, c128, f16, for_each_dtype};

use super::scratch_for;
use crate::block::Scratch;
use crate::simd::wide;

/// The extreme that is searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extreme {
    /// The largest element.
    Largest,
    /// The smallest element.
    Smallest,
}

/// The loops of an extreme and a dtype.
pub struct Ranked {
    size: usize,
    best: unsafe fn(block: *const u8, n: usize, value: *mut u8),
    beats: unsafe fn(value: *const u8, other: *const u8) -> bool,
    index: unsafe fn(block: *const u8, n: usize, value: *const u8) -> usize,
    column: unsafe fn(block: *const u8, n: usize, index: i64, values: *mut u8, indices: *mut i64),
    merge: unsafe fn(later: *const u8, later_indices: *const i64, n: usize, values: *mut u8, indices: *mut i64),
}

/// The loops of this extreme and dtype.
pub fn ranked(extreme: Extreme, dtype: DType) -> &'static Ranked {
    macro_rules! pick {
        ($([$variant:ident $rust:ident $name:literal $kind:ident $size:literal $character:literal])*) => {
            match (extreme, dtype) { $(
                (Extreme::Largest, DType::$variant) => const { &of::<Up<cuprust_num::$rust>>() },
                (Extreme::Smallest, DType::$variant) => const { &of::<Down<cuprust_num::$rust>>() },
            )* }
        };
    }
    for_each_dtype!(pick)
}

const fn of<R: Rank>() -> Ranked {
    Ranked {
        size: size_of::<R::Of>(),
        best: best::<R>,
        beats: beats::<R>,
        index: index::<R>,
        column: column::<R>,
        merge: merge::<R>,
    }
}

/// The best element of each lane so far, and its index.
pub struct Ranks {
    ranked: &'static Ranked,
    values: Scratch,
    indices: Scratch,
    width: usize,
}

impl Ranks {
    pub(super) fn new(ranked: &'static Ranked, lanes: usize) -> Ranks {
        Ranks { ranked, values: scratch_for(lanes, ranked.size), indices: scratch_for(lanes, 8), width: 0 }
    }

    pub(super) fn reset(&mut self) {
        self.width = 0;
    }

    /// # Safety
    /// `block` holds `n` elements.
    pub(super) unsafe fn push_row(&mut self, block: *const u8, n: usize, first: i64) {
        if n == 0 {
            return;
        }
        let mut best = [0u64; 2];
        let value = best.as_mut_ptr().cast::<u8>();
        // SAFETY: the block holds n elements, at least one; two words hold any element; the state has a lane.
        unsafe {
            (self.ranked.best)(block, n, value);
            // The index within a block is searched for only if the block changes the result.
            if self.width == 0 || (self.ranked.beats)(value, self.values.at(0)) {
                let index = first + (self.ranked.index)(block, n, value) as i64;
                std::ptr::copy_nonoverlapping(value, self.values.at(0), self.ranked.size);
                self.indices.at(0).cast::<i64>().write(index);
                self.width = 1;
            }
        }
    }

    /// The index within its row of the extreme of each of `rows` rows of `n` elements, which follow one another.
    ///
    /// # Safety
    /// `block` holds the elements, at least one a row; `into` holds an int64 for each row.
    pub(super) unsafe fn rows(&mut self, block: *const u8, n: usize, rows: usize, into: *mut u8) {
        let mut best = [0u64; 2];
        let value = best.as_mut_ptr().cast::<u8>();
        for row in 0..rows {
            // SAFETY: the caller promises the elements of each row and memory for its index; two words hold any
            // element.
            unsafe {
                let block = block.add(row * n * self.ranked.size);
                (self.ranked.best)(block, n, value);
                into.cast::<i64>().add(row).write((self.ranked.index)(block, n, value) as i64);
            }
        }
    }

    /// # Safety
    /// `block` holds `n` elements, at most the lanes of the state.
    pub(super) unsafe fn push_column(&mut self, block: *const u8, n: usize, index: i64) {
        let (values, indices) = (self.values.at(0), self.indices.at(0).cast::<i64>());
        if self.width == 0 {
            // SAFETY: the state holds n lanes that do not overlap the block.
            unsafe {
                std::ptr::copy_nonoverlapping(block, values, n * self.ranked.size);
                (0..n).for_each(|lane| indices.add(lane).write(index));
            }
            self.width = n;
        } else {
            // SAFETY: block and state hold n lanes.
            unsafe { (self.ranked.column)(block, n, index, values, indices) };
        }
    }

    pub(super) fn merge(&mut self, later: &Ranks) {
        let (values, indices) = (self.values.at(0), self.indices.at(0).cast::<i64>());
        let (others, other_indices) = (later.values.at(0).cast_const(), later.indices.at(0).cast::<i64>().cast_const());
        // SAFETY: both states hold the later one's width in lanes, or this one is empty and has memory for them.
        unsafe {
            if self.width == 0 {
                std::ptr::copy_nonoverlapping(others, values, later.width * self.ranked.size);
                std::ptr::copy_nonoverlapping(other_indices, indices, later.width);
                self.width = later.width;
            } else {
                (self.ranked.merge)(others, other_indices, later.width.min(self.width), values, indices);
            }
        }
    }

    /// # Safety
    /// `into` holds `n` int64.
    pub(super) unsafe fn finish(&self, into: *mut u8, n: usize) -> Result<()> {
        if self.width < n {
            return Err(Error::value("argmax and argmin over no elements have no result: give them elements"));
        }
        // SAFETY: the state has n lanes.
        unsafe { std::ptr::copy_nonoverlapping(self.indices.at(0).cast_const(), into, n * 8) };
        Ok(())
    }
}

/// An order of elements in which the extreme beats all others.
trait Rank: Copy {
    type Of: Element;
    /// Whether `a` strictly precedes `b`.
    fn beats(a: Self::Of, b: Self::Of) -> bool;
}

#[derive(Clone, Copy)]
struct Up<T>(std::marker::PhantomData<T>);
#[derive(Clone, Copy)]
struct Down<T>(std::marker::PhantomData<T>);

macro_rules! ranks {
    ($($T:ident |$a:ident, $b:ident| $up:expr, $down:expr;)*) => { $(
        impl Rank for Up<$T> {
            type Of = $T;
            #[inline(always)]
            fn beats($a: $T, $b: $T) -> bool { $up }
        }
        impl Rank for Down<$T> {
            type Of = $T;
            #[inline(always)]
            fn beats($a: $T, $b: $T) -> bool { $down }
        }
    )* };
}
ranks! {
    bool |a, b| a & !b, !a & b;
    i8 |a, b| a > b, a < b;
    u8 |a, b| a > b, a < b;
    i16 |a, b| a > b, a < b;
    u16 |a, b| a > b, a < b;
    i32 |a, b| a > b, a < b;
    u32 |a, b| a > b, a < b;
    i64 |a, b| a > b, a < b;
    u64 |a, b| a > b, a < b;
    f32 |a, b| (a > b) | (a.is_nan() & !b.is_nan()), (a < b) | (a.is_nan() & !b.is_nan());
    f64 |a, b| (a > b) | (a.is_nan() & !b.is_nan()), (a < b) | (a.is_nan() & !b.is_nan());
    f16 |a, b| half_key(a.to_bits(), 0x7c00) > half_key(b.to_bits(), 0x7c00),
               half_key(a.to_bits() ^ 0x8000, 0x7c00) > half_key(b.to_bits() ^ 0x8000, 0x7c00);
    bf16 |a, b| half_key(a.to_bits(), 0x7f80) > half_key(b.to_bits(), 0x7f80),
                half_key(a.to_bits() ^ 0x8000, 0x7f80) > half_key(b.to_bits() ^ 0x8000, 0x7f80);
    c64 |a, b| complex_beats((a.re, a.im), (b.re, b.im), |x, y| x > y),
               complex_beats((a.re, a.im), (b.re, b.im), |x, y| x < y);
    c128 |a, b| complex_beats((a.re, a.im), (b.re, b.im), |x, y| x > y),
                complex_beats((a.re, a.im), (b.re, b.im), |x, y| x < y);
}

/// An integer that orders the half types: by value, zeros equal, and every NaN above all.
#[inline(always)]
fn half_key(bits: u16, infinity: u16) -> i32 {
    let magnitude = (bits & 0x7fff) as i32;
    if magnitude > infinity as i32 {
        i32::MAX
    } else if bits & 0x8000 != 0 {
        -magnitude
    } else {
        magnitude
    }
}

/// Lexicographic order of complex numbers; one with a NaN in either part goes before all others.
#[inline(always)]
fn complex_beats<T: PartialOrd + Copy>(a: (T, T), b: (T, T), before: impl Fn(T, T) -> bool) -> bool {
    let nan = |x: (T, T)| x.0.partial_cmp(&x.0).is_none() || x.1.partial_cmp(&x.1).is_none();
    if nan(a) || nan(b) {
        return nan(a) && !nan(b);
    }
    before(a.0, b.0) || a.0 == b.0 && before(a.1, b.1)
}

/// Elements that are compared side by side.
const LANES: usize = 32;

wide! {
    /// The best element of a block.
    ///
    /// # Safety
    /// `block` holds `n` elements, at least one, aligned; `value` holds one.
    unsafe fn best<R: Rank>(block: *const u8, n: usize, value: *mut u8) {
        // SAFETY: the caller promises n elements.
        let x: &[R::Of] = unsafe { std::slice::from_raw_parts(block.cast(), n) };
        let mut best = [x[0]; LANES];
        let (wholes, rest) = x.as_chunks::<LANES>();
        for chunk in wholes {
            for lane in 0..LANES {
                best[lane] = if R::beats(chunk[lane], best[lane]) { chunk[lane] } else { best[lane] };
            }
        }
        for (lane, &element) in rest.iter().enumerate() {
            best[lane] = if R::beats(element, best[lane]) { element } else { best[lane] };
        }
        // Which of equal elements is left does not matter: the index is searched for by value.
        let mut half = LANES / 2;
        while half > 0 {
            for lane in 0..half {
                best[lane] = if R::beats(best[lane + half], best[lane]) { best[lane + half] } else { best[lane] };
            }
            half /= 2;
        }
        let best = best[0];
        // SAFETY: the caller promises the result's memory.
        unsafe { value.cast::<R::Of>().write_unaligned(best) };
    }
}

wide! {
    /// The index of the first element of a block that `value`, the block's best, does not beat: the two are equal.
    ///
    /// # Safety
    /// `block` holds `n` elements, aligned; `value` is one.
    unsafe fn index<R: Rank>(block: *const u8, n: usize, value: *const u8) => usize {
        // SAFETY: the caller promises n elements, and the value.
        let (x, best): (&[R::Of], R::Of) =
            unsafe { (std::slice::from_raw_parts(block.cast(), n), value.cast::<R::Of>().read_unaligned()) };
        let (wholes, _) = x.as_chunks::<LANES>();
        let none = |chunk: &[R::Of; LANES]| chunk.iter().fold(true, |none, &element| none & R::beats(best, element));
        let first = wholes.iter().position(|chunk| !none(chunk)).unwrap_or(wholes.len()) * LANES;
        first + x[first..].iter().position(|&element| !R::beats(best, element)).unwrap_or(0)
    }
}

/// # Safety
/// Both are elements.
unsafe fn beats<R: Rank>(value: *const u8, other: *const u8) -> bool {
    // SAFETY: the caller promises the elements.
    unsafe { R::beats(value.cast::<R::Of>().read_unaligned(), other.cast::<R::Of>().read_unaligned()) }
}

wide! {
    /// # Safety
    /// `block` and `values` hold `n` aligned elements, `indices` as many; they do not overlap.
    unsafe fn column<R: Rank>(block: *const u8, n: usize, index: i64, values: *mut u8, indices: *mut i64) {
        // SAFETY: the caller promises n elements each, without overlap.
        let (x, values, indices): (&[R::Of], &mut [R::Of], &mut [i64]) = unsafe {
            (
                std::slice::from_raw_parts(block.cast(), n),
                std::slice::from_raw_parts_mut(values.cast(), n),
                std::slice::from_raw_parts_mut(indices, n),
            )
        };
        for i in 0..n {
            let better = R::beats(x[i], values[i]);
            values[i] = if better { x[i] } else { values[i] };
            indices[i] = if better { index } else { indices[i] };
        }
    }
}

/// # Safety
/// All hold `n` aligned elements, and do not overlap.
unsafe fn merge<R: Rank>(later: *const u8, later_indices: *const i64, n: usize, values: *mut u8, indices: *mut i64) {
    for lane in 0..n {
        // SAFETY: the caller promises n elements.
        unsafe {
            let (new, held) = (later.cast::<R::Of>().add(lane).read_unaligned(), values.cast::<R::Of>().add(lane));
            if R::beats(new, held.read_unaligned()) {
                held.write_unaligned(new);
                indices.add(lane).write(later_indices.add(lane).read());
            }
        }
    }
}
