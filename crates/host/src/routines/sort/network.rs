//! Sorting many short rows at once: a vector holds an element of each of several rows, and a sorting network, which is
//! the same for all of them, sorts them side by side.

use super::keys::Number;
use crate::simd::wide;

/// Most elements of a row: a group of such rows fills half of a second-level cache, or all of it. (float32 rows of 4000
/// take 4.5 ns an element so, and 16 by radix sort.)
pub const MAX_ROW: usize = 4096;

/// Rows that are sorted at once. The compiler unrolls a loop over 8 lanes before it could vectorize it: int64 rows of
/// 1000 take 6 ns an element by 32 lanes, and took 21 by 8.
pub const fn lanes<E>() -> usize {
    let lanes = 64 / size_of::<E>();
    if lanes == 8 { 32 } else { lanes }
}

/// Bytes of the vectors of a group of rows, and of the padding after them.
pub const fn group_bytes<E>(length: usize) -> usize {
    length.next_multiple_of(16) * lanes::<E>() * size_of::<E>()
}

/// Sorts up to as many rows of `length` elements as there are lanes, from one memory to another, or in place. `scratch`
/// holds a group of them.
///
/// # Safety
/// `from` and `to` are contiguous rows, unaligned, equal or without overlap; `scratch` does not overlap them and is
/// aligned to a cache line.
pub unsafe fn sort_group<E: Number>(from: *const E, to: *mut E, rows: usize, length: usize, scratch: *mut E) {
    let lanes = lanes::<E>();
    // SAFETY: indices are below rows and length; lanes without a row repeat the last one.
    unsafe {
        for i in 0..length {
            for lane in 0..lanes {
                scratch.add(i * lanes + lane).write(from.add(lane.min(rows - 1) * length + i).read_unaligned());
            }
        }
        // The bits that a key loses, as the sign of a zero, are recorded in order.
        let exact = to_keys::<E>(scratch, length * lanes);
        let ties = if exact { vec![] } else { (0..rows).map(|row| ties(from.add(row * length), length)).collect() };
        sort_vectors::<E>(scratch, length);
        to_elements::<E>(scratch, length * lanes);
        for row in 0..rows {
            for i in 0..length {
                to.add(row * length + i).write_unaligned(scratch.add(i * lanes + row).read());
            }
        }
        for (row, ties) in ties.into_iter().enumerate() {
            put_back(to.add(row * length), length, &ties);
        }
    }
}

/// The elements whose keys do not determine them, in order.
///
/// # Safety
/// There are as many elements, unaligned.
unsafe fn ties<E: Number>(row: *const E, length: usize) -> Vec<E> {
    // SAFETY: the caller promises it.
    let elements = (0..length).map(|i| unsafe { row.add(i).read_unaligned() });
    elements.filter(|element| E::TIES.contains(&element.key())).collect()
}

/// Overwrites elements of equal keys with the recorded ones, in their original order.
///
/// # Safety
/// There is a sorted row of as many elements, unaligned, with as many of each key as there are ties.
unsafe fn put_back<E: Number>(row: *mut E, length: usize, ties: &[E]) {
    // SAFETY: indices are below the length.
    let key = |i: usize| unsafe { row.add(i).read_unaligned() }.key();
    for tie in E::TIES {
        let (mut low, mut high) = (0, length);
        while low < high {
            let middle = (low + high) / 2;
            if key(middle) < *tie { low = middle + 1 } else { high = middle }
        }
        for (i, element) in ties.iter().filter(|element| element.key() == *tie).enumerate() {
            // SAFETY: the row has as many elements of this key from here on.
            unsafe { row.add(low + i).write_unaligned(*element) };
        }
    }
}

wide! {
    /// Converts elements to their keys in place; returns whether the keys determine all of them.
    ///
    /// # Safety
    /// There are as many elements.
    unsafe fn to_keys<E: Number>(elements: *mut E, count: usize) => bool {
        // SAFETY: an element is as large as its key.
        let elements = unsafe { std::slice::from_raw_parts_mut(elements, count) };
        let mut exact = true;
        for element in elements {
            let key = element.key();
            exact &= E::from_key(key).is_same(*element);
            *element = E::holding(key);
        }
        exact
    }
}

wide! {
    /// Converts keys to elements in place.
    ///
    /// # Safety
    /// There are as many elements, which hold keys.
    unsafe fn to_elements<E: Number>(elements: *mut E, count: usize) {
        // SAFETY: the caller promises it.
        let elements = unsafe { std::slice::from_raw_parts_mut(elements, count) };
        for element in elements {
            *element = E::from_key(element.held());
        }
    }
}

/// Sorts each lane of the vectors of a group: in registers, if the processor has AVX-512 and rows are short.
///
/// # Safety
/// There are as many vectors of keys, aligned to a cache line, and the memory of a group.
unsafe fn sort_vectors<E: Number>(keys: *mut E, length: usize) {
    #[cfg(target_arch = "x86_64")]
    if length <= super::registers::MAX_ROW && crate::simd::has_avx512() {
        let (n, step) = (length.next_multiple_of(super::registers::RUN), size_of::<E::Vector>() / 64);
        // SAFETY: the memory of a group holds a multiple of a run, and its padding is set to the greatest key. The
        // features were detected.
        unsafe {
            keys.add(length * lanes::<E>()).cast::<u8>().write_bytes(0xff, (n - length) * size_of::<E::Vector>());
            (0..step).for_each(|column| {
                super::registers::sort_column::<E::Key>(keys.cast::<std::arch::x86_64::__m512i>().add(column), step, n);
            });
        }
        return;
    }
    // SAFETY: there are this many vectors.
    unsafe { sort_lanes::<E::Vector>(keys.cast(), length) };
}

/// A vector of keys.
pub trait Vector: Copy {
    /// The lesser of the keys of each lane, and the greater.
    fn in_order(self, other: Self) -> (Self, Self);
}

macro_rules! vectors {
    ($($key:ty)*) => {$(
        impl Vector for [$key; lanes::<$key>()] {
            #[inline(always)]
            fn in_order(self, other: Self) -> (Self, Self) {
                let (mut low, mut high) = (self, other);
                for lane in 0..self.len() {
                    low[lane] = self[lane].min(other[lane]);
                    high[lane] = self[lane].max(other[lane]);
                }
                (low, high)
            }
        }
    )*};
}

vectors!(u8 u16 u32 u64);

wide! {
    /// Sorts each lane of `n` vectors by merge exchange: Batcher's network for any number of elements. (Knuth 1998,
    /// 5.2.2, M.)
    ///
    /// # Safety
    /// There are as many vectors.
    unsafe fn sort_lanes<V: Vector>(vectors: *mut V, n: usize) {
        if n < 2 {
            return;
        }
        let top = n.next_power_of_two() / 2;
        let mut p = top;
        while p > 0 {
            let (mut q, mut r, mut d) = (top, 0, p);
            loop {
                // The indices whose bit p equals that of r.
                let mut start = r;
                while start + d < n {
                    for i in start..(start + p).min(n - d) {
                        // SAFETY: both indices are below n.
                        unsafe {
                            let (low, high) = vectors.add(i).read().in_order(vectors.add(i + d).read());
                            vectors.add(i).write(low);
                            vectors.add(i + d).write(high);
                        }
                    }
                    start += 2 * p;
                }
                if q == p {
                    break;
                }
                (d, q, r) = (q - p, q / 2, p);
            }
            p /= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_every_length_are_sorted() {
        fn check<E: Number>(of: impl Fn(u64) -> E, lengths: impl Iterator<Item = usize>)
        where
            E::Key: std::fmt::Debug,
        {
            for length in lengths {
                let rows = lanes::<E>() - length % 2;
                let mut state = length as u64 + 1;
                let mut next = || {
                    state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
                    state >> 20
                };
                let from: Vec<E> = (0..rows * length).map(|_| of(next())).collect();
                let mut to = from.clone();
                let mut scratch = vec![[0u8; 64]; group_bytes::<E>(length) / 64 + 1];
                let shift = scratch.as_ptr().cast::<u8>().align_offset(64);
                // SAFETY: the rows are contiguous, and the buffer is large enough after the first cache line.
                unsafe {
                    let scratch = scratch.as_mut_ptr().cast::<u8>().add(shift).cast();
                    sort_group(from.as_ptr(), to.as_mut_ptr(), rows, length, scratch);
                }
                for (row, got) in from.chunks(length.max(1)).zip(to.chunks(length.max(1))) {
                    let mut keys: Vec<E::Key> = row.iter().map(|element| element.key()).collect();
                    keys.sort_unstable();
                    assert_eq!(got.iter().map(|element| element.key()).collect::<Vec<_>>(), keys, "{length}");
                }
            }
        }
        use super::super::keys::{Float, Signed, Unsigned};
        let lengths = || (1..70).chain([79, 80, 81, 100, 127, 128, 129, 200, 255, 256, 257]);
        check::<Unsigned<u8>>(|x| Unsigned::holding(x as u8), lengths());
        check::<Signed<u16>>(|x| Signed::holding(x as u16), lengths());
        check::<Float<u32, 0x7f80_0000>>(|x| Float::holding(x as u32), lengths());
        check::<Signed<u64>>(|x| Signed::holding(x << 20 | x), lengths());
    }

    #[test]
    fn every_number_of_elements_is_sorted() {
        for n in (0..70).chain([100, 127, 129, 1000]) {
            let element =
                |i: usize| std::array::from_fn(|lane| (i * 7919 + lane * 31).wrapping_mul(0x9E37_79B9) as u32 >> 7);
            let mut vectors: Vec<[u32; 16]> = (0..n).map(element).collect();
            let mut expected = vectors.clone();
            // SAFETY: there are n vectors.
            unsafe { sort_lanes(vectors.as_mut_ptr(), n) };
            for lane in 0..16 {
                let mut column: Vec<u32> = expected.iter().map(|vector| vector[lane]).collect();
                column.sort_unstable();
                expected.iter_mut().zip(column).for_each(|(vector, key)| vector[lane] = key);
            }
            assert_eq!(vectors, expected, "{n}");
        }
    }
}
