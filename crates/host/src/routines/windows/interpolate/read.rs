//! The elements that an interpolation reads, as float64: first they are copied, word by word, and then converted.

use std::mem::MaybeUninit;

use cuprust_ir::{Error, Result};
use cuprust_num::{CastTo, DType, for_each_dtype};
use cuprust_ops::Loop;

use super::near::Near;
use super::taps::{LANES, Lanes, OUTSIDE_BOUND};
use crate::cast::cast_loop;
use crate::simd::wide;

/// Elements that are copied before they are converted.
const BLOCK: usize = 512;

/// Elements of a dtype in memory.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    size: usize,
    convert: Loop,
    copy: Copy,
    copy_lanes: CopyLanes,
    copy_pairs: CopyPairs,
    accumulate: Accumulate,
    /// Whether an offset may stand for a constant.
    has_constants: bool,
    /// The constant.
    outside: f64,
}

impl Reader {
    /// # Errors
    /// A type error for complex numbers.
    pub fn new(dtype: DType, has_constants: bool, outside: f64) -> Result<Reader> {
        if dtype.is_complex() {
            return Err(Error::type_("takes real numbers"));
        }
        macro_rules! copies {
            ($T:ty) => {
                (copy_words::<$T> as Copy, copy_lanes::<$T> as CopyLanes, copy_pairs::<$T> as CopyPairs)
            };
        }
        let (copy, copy_lanes, copy_pairs) = match dtype.size() {
            1 => copies!(u8),
            2 => copies!(u16),
            4 => copies!(u32),
            _ => copies!(u64),
        };
        macro_rules! pick {
            ($([$variant:ident $rust:ident $name:literal $kind:ident $size:literal $character:literal])*) => {
                match dtype { $(DType::$variant => accumulate::<cuprust_num::$rust> as Accumulate),* }
            };
        }
        let accumulate = for_each_dtype!(pick);
        let (size, convert) = (dtype.size(), cast_loop(dtype, DType::F64));
        Ok(Reader { size, convert, copy, copy_lanes, copy_pairs, accumulate, has_constants, outside })
    }

    /// Bytes of an element.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Reads the elements at offsets, counted in elements from an address, to as many numbers.
    ///
    /// # Safety
    /// There are elements at the offsets and at the address, unaligned; some offsets may stand for a constant.
    pub unsafe fn read(&self, start: *const u8, offsets: &[i64], to: &mut [f64]) {
        // To initialise the memory would take longer than to use it.
        let mut words = MaybeUninit::<[u64; BLOCK]>::uninit();
        for (offsets, to) in offsets.chunks(BLOCK).zip(to.chunks_mut(BLOCK)) {
            let words = words.as_mut_ptr().cast::<u8>();
            // SAFETY: the caller promises the elements; a block of words holds as many, aligned.
            unsafe {
                if self.has_constants && offsets.iter().any(|&offset| offset < OUTSIDE_BOUND) {
                    let mut inside = [0; BLOCK];
                    for (inside, &offset) in inside.iter_mut().zip(offsets) {
                        *inside = if offset < OUTSIDE_BOUND { 0 } else { offset };
                    }
                    (self.copy)(start, &inside[..offsets.len()], words);
                    (self.convert)(&words.cast_const(), &to.as_mut_ptr().cast(), to.len());
                    for (to, &offset) in to.iter_mut().zip(offsets) {
                        *to = if offset < OUTSIDE_BOUND { self.outside } else { *to };
                    }
                } else {
                    (self.copy)(start, offsets, words);
                    (self.convert)(&words.cast_const(), &to.as_mut_ptr().cast(), to.len());
                }
            }
        }
    }

    /// Adds to each sum the product of an element and its weights. The element is at the sum of two offsets from an
    /// address.
    ///
    /// # Safety
    /// As [`Reader::read`].
    pub unsafe fn add_products(
        &self,
        start: *const u8,
        offsets: [&Lanes<i64>; 2],
        weights: &Weights,
        sums: &mut Lanes<f64>,
    ) {
        // SAFETY: the caller promises the elements; a batch of words holds as many, aligned.
        unsafe {
            if self.has_constants {
                let (mut own, mut values) = ([0; LANES], [0.0; LANES]);
                (0..LANES).for_each(|lane| own[lane] = offsets[0][lane].wrapping_add(offsets[1][lane]));
                self.read(start, &own, &mut values);
                return accumulate::<f64>(values.as_ptr().cast(), weights, sums);
            }
            let mut words = MaybeUninit::<[u64; LANES]>::uninit();
            (self.copy_lanes)(start, offsets, words.as_mut_ptr().cast());
            (self.accumulate)(words.as_ptr().cast(), weights, sums);
        }
    }

    /// As [`Reader::add_products`] by the first weights, and then of the elements that follow in memory by the second
    /// ones. No offset stands for a constant.
    ///
    /// # Safety
    /// As there.
    pub unsafe fn add_products_of_pairs(
        &self,
        start: *const u8,
        offsets: [&Lanes<i64>; 2],
        weights: &[Weights; 2],
        sums: &mut Lanes<f64>,
    ) {
        let mut words = MaybeUninit::<[[u64; LANES]; 2]>::uninit();
        let first = words.as_mut_ptr().cast::<[u64; LANES]>();
        // SAFETY: as above.
        unsafe {
            let second = first.add(1);
            (self.copy_pairs)(start, offsets, [first.cast(), second.cast()]);
            (self.accumulate)(first.cast(), &weights[0], sums);
            (self.accumulate)(second.cast(), &weights[1], sums);
        }
    }

    /// Whether an offset may stand for a constant.
    pub fn has_constants(&self) -> bool {
        self.has_constants
    }

    /// Reads the elements at prepared offsets.
    ///
    /// # Safety
    /// As [`Near::read`].
    pub unsafe fn read_near(&self, start: *const u8, near: &Near, to: &mut [f64]) {
        let mut words = MaybeUninit::<[u64; BLOCK]>::uninit();
        for (block, to) in to.chunks_mut(BLOCK).enumerate() {
            // SAFETY: the caller promises the elements; a block of words holds as many, aligned.
            unsafe {
                near.read(start, block * BLOCK, to.len(), words.as_mut_ptr().cast());
                (self.convert)(&words.as_ptr().cast(), &to.as_mut_ptr().cast(), to.len());
            }
        }
    }

    /// Reads elements that lie side by side from an address on.
    ///
    /// # Safety
    /// There are as many elements, unaligned.
    pub unsafe fn read_line(&self, start: *const u8, to: &mut [f64]) {
        let mut words = MaybeUninit::<[u64; BLOCK]>::uninit();
        let is_aligned = start.addr().is_multiple_of(self.size);
        for (block, to) in to.chunks_mut(BLOCK).enumerate() {
            // SAFETY: the caller promises the elements; a block of words holds as many, aligned.
            unsafe {
                let mut from = start.add(block * BLOCK * self.size);
                if !is_aligned {
                    std::ptr::copy_nonoverlapping(from, words.as_mut_ptr().cast(), to.len() * self.size);
                    from = words.as_ptr().cast();
                }
                (self.convert)(&from, &to.as_mut_ptr().cast(), to.len());
            }
        }
    }
}

impl Reader {
    /// As [`Reader::read`], but not converted, where no offset stands for a constant.
    ///
    /// # Safety
    /// As there; `to` holds as many elements, aligned.
    pub unsafe fn copy(&self, start: *const u8, offsets: &[i64], to: *mut u8) {
        // SAFETY: the caller's promise.
        unsafe { (self.copy)(start, offsets, to) };
    }

    /// As [`Reader::read_line`], but not converted: where they lie if they are aligned, else copied.
    ///
    /// # Safety
    /// As there; `to` holds as many elements.
    pub unsafe fn aligned_line(&self, start: *const u8, count: usize, to: *mut u8) -> *const u8 {
        if start.addr().is_multiple_of(self.size) {
            return start;
        }
        // SAFETY: the caller's promise.
        unsafe { std::ptr::copy_nonoverlapping(start, to, count * self.size) };
        to
    }
}

/// Copies the words at offsets from an address on to a block of them.
type Copy = unsafe fn(*const u8, &[i64], *mut u8);

/// One load and one store for each word: for AVX-512 the compiler would choose gathers, which take three times as long
/// (12.6 million of float32 for `zoom` by 1.5 of 2048 x 2048, two cores: 4.6 and 1.5 ms).
///
/// # Safety
/// There are words at the offsets, unaligned, and `to` holds as many, aligned.
unsafe fn copy_words<T: std::marker::Copy>(start: *const u8, offsets: &[i64], to: *mut u8) {
    for (index, &offset) in offsets.iter().enumerate() {
        // SAFETY: the caller promises the words.
        unsafe {
            let word = start.cast::<T>().wrapping_offset(offset as isize).read_unaligned();
            to.cast::<T>().add(index).write(word);
        }
    }
}

/// As [`Copy`], at the sum of two offsets.
type CopyLanes = unsafe fn(*const u8, [&Lanes<i64>; 2], *mut u8);

/// As [`CopyLanes`], to one memory, and the words that follow them to another one.
type CopyPairs = unsafe fn(*const u8, [&Lanes<i64>; 2], [*mut u8; 2]);

/// # Safety
/// As [`copy_words`].
unsafe fn copy_lanes<T: std::marker::Copy>(start: *const u8, offsets: [&Lanes<i64>; 2], to: *mut u8) {
    for (lane, (&first, &second)) in offsets[0].iter().zip(offsets[1]).enumerate() {
        let offset = first.wrapping_add(second);
        // SAFETY: the caller promises the words.
        unsafe {
            let word = start.cast::<T>().wrapping_offset(offset as isize).read_unaligned();
            to.cast::<T>().add(lane).write(word);
        }
    }
}

/// # Safety
/// As [`copy_words`].
unsafe fn copy_pairs<T: std::marker::Copy>(start: *const u8, offsets: [&Lanes<i64>; 2], to: [*mut u8; 2]) {
    for (lane, (&first, &second)) in offsets[0].iter().zip(offsets[1]).enumerate() {
        let offset = first.wrapping_add(second);
        // SAFETY: the caller promises the words.
        unsafe {
            let [word, next] = start.cast::<T>().wrapping_offset(offset as isize).cast::<[T; 2]>().read_unaligned();
            to[0].cast::<T>().add(lane).write(word);
            to[1].cast::<T>().add(lane).write(next);
        }
    }
}

/// The weights of a batch of elements, which are multiplied from left to right.
pub struct Weights<'a> {
    /// Along the axes before the last.
    pub factors: &'a [&'a Lanes<f64>],
    /// Along the last axis; none of splines of order zero.
    pub last: Option<&'a Lanes<f64>>,
}

/// Adds to each sum the product of a word and its weights.
type Accumulate = unsafe fn(*const u8, &Weights, &mut Lanes<f64>);

wide! {
    /// # Safety
    /// There are as many elements as lanes, aligned.
    unsafe fn accumulate<T: CastTo<f64>>(words: *const u8, weights: &Weights<'_>, sums: &mut Lanes<f64>) {
        // SAFETY: the caller promises the elements.
        let x = unsafe { &*words.cast::<Lanes<T>>() };
        match (weights.factors, weights.last) {
            (_, None) => {
                for lane in 0..LANES {
                    sums[lane] += x[lane].cast();
                }
            }
            ([], Some(a)) => {
                for lane in 0..LANES {
                    sums[lane] += x[lane].cast() * a[lane];
                }
            }
            ([a], Some(b)) => {
                for lane in 0..LANES {
                    sums[lane] += x[lane].cast() * a[lane] * b[lane];
                }
            }
            (factors, Some(last)) => {
                let mut product = [0.0; LANES];
                for lane in 0..LANES {
                    product[lane] = x[lane].cast();
                }
                for own in factors {
                    for lane in 0..LANES {
                        product[lane] *= own[lane];
                    }
                }
                for lane in 0..LANES {
                    sums[lane] += product[lane] * last[lane];
                }
            }
        }
    }
}
