//! Copies of elements between rows and runs with strides of their own: item sizes only.

use crate::simd::wide;

/// A 16-byte element.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Sixteen(u64, u64);

/// Copies rows of some elements each, where both sides have strides of their own from row to row and from element to
/// element.
///
/// # Safety
/// Both sides lie in memory and do not overlap.
pub unsafe fn copy_rows(
    size: usize,
    from: (*const u8, [i64; 2]),
    to: (*mut u8, [i64; 2]),
    count: usize,
    length: usize,
) {
    if length == 0 {
        return;
    }
    let is_contiguous = from.1[1] == size as i64 && to.1[1] == size as i64;
    let is_filled = from.1[1] == 0 && to.1[1] == size as i64 && length <= MAX_FILLED_ROW;
    // SAFETY: passed on.
    unsafe {
        if is_filled && count > 1 {
            return match size {
                1 => fill_rows::<u8>(from, to, count, length),
                2 => fill_rows::<u16>(from, to, count, length),
                4 => fill_rows::<u32>(from, to, count, length),
                8 => fill_rows::<u64>(from, to, count, length),
                _ => fill_rows::<Sixteen>(from, to, count, length),
            };
        }
        if count == 1 || length > MAX_SHORT_ROW && !(is_contiguous && length * size <= MAX_SHORT_BYTES) {
            for row in 0..count as isize {
                let (from_row, to_row) = (from.0.offset(row * from.1[0] as isize), to.0.offset(row * to.1[0] as isize));
                copy_run(size, from_row, from.1[1], to_row, to.1[1], length);
            }
            return;
        }
        if is_contiguous {
            return copy_short_runs((from.0, from.1[0] as isize), (to.0, to.1[0] as isize), count, length * size);
        }
        match size {
            1 => copy_rows_of::<u8>(from, to, count, length),
            2 => copy_rows_of::<u16>(from, to, count, length),
            4 => copy_rows_of::<u32>(from, to, count, length),
            8 => copy_rows_of::<u64>(from, to, count, length),
            _ => copy_rows_of::<Sixteen>(from, to, count, length),
        }
    }
}

/// Most elements of a row that is copied without a loop over vectors, and most bytes of a run that is copied in two
/// parts.
const MAX_SHORT_ROW: usize = 8;
const MAX_SHORT_BYTES: usize = 128;

/// Most elements of a row that is filled with one element in two parts.
const MAX_FILLED_ROW: usize = 64;

/// Fills each row with its one element.
///
/// # Safety
/// As [`copy_rows`], where an element has the size of `T`, the rows written are contiguous and of one to
/// [`MAX_FILLED_ROW`] elements.
unsafe fn fill_rows<T: Copy>(from: (*const u8, [i64; 2]), to: (*mut u8, [i64; 2]), count: usize, length: usize) {
    let (from, to) = ((from.0, from.1[0] as isize), (to.0, to.1[0] as isize));
    // SAFETY: passed on; a row is at least as long as a part, and at most twice.
    unsafe {
        match length {
            0..2 => fill_in_two_parts::<T, 1>(from, to, count, length),
            2..4 => fill_in_two_parts::<T, 2>(from, to, count, length),
            4..8 => fill_in_two_parts::<T, 4>(from, to, count, length),
            8..16 => fill_in_two_parts::<T, 8>(from, to, count, length),
            16..32 => fill_in_two_parts::<T, 16>(from, to, count, length),
            _ => fill_in_two_parts::<T, 32>(from, to, count, length),
        }
    }
}

/// Writes an element to the first and the last `PART` elements of its row, which may overlap.
///
/// # Safety
/// As [`fill_rows`], where a row has from `PART` to twice as many elements.
#[inline]
unsafe fn fill_in_two_parts<T: Copy, const PART: usize>(
    from: (*const u8, isize),
    to: (*mut u8, isize),
    count: usize,
    length: usize,
) {
    for row in 0..count as isize {
        // SAFETY: both parts lie within the row; the accesses need no alignment.
        unsafe {
            let value = from.0.offset(row * from.1).cast::<T>().read_unaligned();
            let to = to.0.offset(row * to.1).cast::<T>();
            to.cast::<[T; PART]>().write_unaligned([value; PART]);
            to.add(length - PART).cast::<[T; PART]>().write_unaligned([value; PART]);
        }
    }
}

/// Copies runs of so many bytes each, at distances of their own on both sides.
///
/// # Safety
/// Both sides lie in memory and do not overlap; a run has at most [`MAX_SHORT_BYTES`].
unsafe fn copy_short_runs(from: (*const u8, isize), to: (*mut u8, isize), count: usize, bytes: usize) {
    // SAFETY: passed on; a run is at least as long as a part, and at most twice.
    unsafe {
        match bytes {
            0..2 => in_two_parts::<1>(from, to, count, bytes),
            2..4 => in_two_parts::<2>(from, to, count, bytes),
            4..8 => in_two_parts::<4>(from, to, count, bytes),
            8..16 => in_two_parts::<8>(from, to, count, bytes),
            16..32 => in_two_parts::<16>(from, to, count, bytes),
            32..64 => in_two_parts::<32>(from, to, count, bytes),
            _ => in_two_parts::<64>(from, to, count, bytes),
        }
    }
}

/// Copies the first and the last `PART` bytes of each run, which may overlap.
///
/// # Safety
/// As [`copy_short_runs`], where a run has from `PART` to twice as many bytes.
#[inline]
unsafe fn in_two_parts<const PART: usize>(from: (*const u8, isize), to: (*mut u8, isize), count: usize, bytes: usize) {
    let last = bytes - PART;
    for row in 0..count as isize {
        // SAFETY: both parts lie within the run, and arrays of bytes need no alignment.
        unsafe {
            let (from, to) = (from.0.offset(row * from.1), to.0.offset(row * to.1));
            let parts = (from.cast::<[u8; PART]>().read(), from.add(last).cast::<[u8; PART]>().read());
            to.cast::<[u8; PART]>().write(parts.0);
            to.add(last).cast::<[u8; PART]>().write(parts.1);
        }
    }
}

/// # Safety
/// As [`copy_rows`], where an element has the size of `T`.
unsafe fn copy_rows_of<T: Copy>(from: (*const u8, [i64; 2]), to: (*mut u8, [i64; 2]), count: usize, length: usize) {
    // For a length known at compile time the copy needs no loop.
    let copy = |length: usize| {
        for row in 0..count as isize {
            for i in 0..length as isize {
                // SAFETY: the caller promises as many elements on both sides; the accesses need no alignment.
                unsafe {
                    let value =
                        from.0.offset(row * from.1[0] as isize + i * from.1[1] as isize).cast::<T>().read_unaligned();
                    to.0.offset(row * to.1[0] as isize + i * to.1[1] as isize).cast::<T>().write_unaligned(value);
                }
            }
        }
    };
    match length {
        2 => copy(2),
        3 => copy(3),
        4 => copy(4),
        8 => copy(8),
        _ => copy(length),
    }
}

/// Copies `n` elements from one run to another.
///
/// # Safety
/// Both runs lie in memory and do not overlap.
#[inline]
pub unsafe fn copy_run(size: usize, from: *const u8, from_stride: i64, to: *mut u8, to_stride: i64, n: usize) {
    if from_stride == size as i64 && to_stride == size as i64 {
        // SAFETY: the caller promises n elements on both sides, apart from each other.
        return unsafe { std::ptr::copy_nonoverlapping(from, to, n * size) };
    }
    // SAFETY: the caller promises both runs.
    unsafe {
        match size {
            1 => copy_strided::<u8>(from, from_stride, to, to_stride, n),
            2 => copy_strided::<u16>(from, from_stride, to, to_stride, n),
            4 => copy_strided::<u32>(from, from_stride, to, to_stride, n),
            8 => copy_strided::<u64>(from, from_stride, to, to_stride, n),
            _ => copy_strided::<Sixteen>(from, from_stride, to, to_stride, n),
        }
    }
}

wide! {
    /// Copies elements that lie `stride` bytes from each other to consecutive elements. Strides of two, three and four
    /// elements, as of colours and coordinates, are compile-time constants: the compiler then shuffles wide loads.
    ///
    /// # Safety
    /// As [`copy_run`], where an element has the size of `T`.
    unsafe fn gather_run<T: Copy>(from: *const u8, stride: isize, to: *mut T, n: usize) {
        let size = size_of::<T>() as isize;
        // SAFETY: passed on.
        unsafe {
            match stride {
                _ if stride == 2 * size => gather_steps::<T, 2>(from.cast(), to, n),
                _ if stride == 3 * size => gather_steps::<T, 3>(from.cast(), to, n),
                _ if stride == 4 * size => gather_steps::<T, 4>(from.cast(), to, n),
                _ => {
                    for i in 0..n {
                        to.add(i).write_unaligned(from.offset(i as isize * stride).cast::<T>().read_unaligned());
                    }
                }
            }
        }
    }
}

/// # Safety
/// `from` has `n` elements, `STEP` elements apart, and `to` holds `n`; neither needs to be aligned.
#[inline(always)]
unsafe fn gather_steps<T: Copy, const STEP: usize>(from: *const T, to: *mut T, n: usize) {
    for i in 0..n {
        // SAFETY: the caller promises n elements on both sides.
        unsafe { to.add(i).write_unaligned(from.add(i * STEP).read_unaligned()) };
    }
}

/// # Safety
/// As [`copy_run`], where an element has the size of `T`.
#[inline]
unsafe fn copy_strided<T: Copy>(from: *const u8, from_stride: i64, to: *mut u8, to_stride: i64, n: usize) {
    // SAFETY: the caller promises both runs; the accesses need no alignment.
    unsafe {
        if from_stride == 0 && to_stride == size_of::<T>() as i64 {
            let value = from.cast::<T>().read_unaligned();
            for i in 0..n {
                to.cast::<T>().add(i).write_unaligned(value);
            }
        } else if to_stride == size_of::<T>() as i64 {
            gather_run::<T>(from, from_stride as isize, to.cast(), n);
        } else {
            for i in 0..n {
                let value = from.offset(i as isize * from_stride as isize).cast::<T>().read_unaligned();
                to.offset(i as isize * to_stride as isize).cast::<T>().write_unaligned(value);
            }
        }
    }
}
