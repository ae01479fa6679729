//! The elements that an interpolation reads, as float64: first they are copied, word by word, and then converted.

use std::mem::MaybeUninit;

use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_ops::Loop;

use super::taps::OUTSIDE_BOUND;
use crate::cast::cast_loop;

/// Elements that are copied before they are converted.
const BLOCK: usize = 512;

/// Elements of a dtype in memory.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    size: usize,
    convert: Loop,
    copy: Copy,
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
        let copy = match dtype.size() {
            1 => copy_words::<u8>,
            2 => copy_words::<u16>,
            4 => copy_words::<u32>,
            _ => copy_words::<u64>,
        };
        Ok(Reader { size: dtype.size(), convert: cast_loop(dtype, DType::F64), copy, has_constants, outside })
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
