//! Sorting many short rows at once: a vector holds an element of each of several rows, and a network of comparisons that is the
//! same for all of them sorts them side by side.

use super::keys::Number;
use crate::simd::wide;

/// The longest rows: a group of them fills half of a second-level cache, or all of it. (float32 rows of 4000 take 4.5 ns an element
/// so, and 16 digit by digit.)
pub const LONGEST: usize = 4096;

/// How many rows are sorted at once. A loop over 8 lanes is unrolled by the compiler before it could become vectors: int64 rows of
/// 1000 take 6 ns an element by 32 lanes, and took 21 by 8.
pub const fn lanes<E>() -> usize {
    let lanes = 64 / size_of::<E>();
    if lanes == 8 { 32 } else { lanes }
}

/// Sorts rows of `length` elements, as many as there are lanes at most, from one place to another, or in place. `aside` has room for
/// `length` vectors.
///
/// # Safety
/// `from` and `to` are rows that follow one another, at any byte, the same ones or apart; `aside` is apart and on a cache line.
pub unsafe fn sort_group<E: Number>(from: *const E, to: *mut E, rows: usize, length: usize, aside: *mut E) {
    let lanes = lanes::<E>();
    // SAFETY: places are below rows and length; lanes without a row repeat the last one.
    unsafe {
        for i in 0..length {
            for lane in 0..lanes {
                aside.add(i * lanes + lane).write(from.add(lane.min(rows - 1) * length + i).read_unaligned());
            }
        }
        // What a key does not tell, as the sign of a zero, is remembered in order.
        let exact = to_keys::<E>(aside, length * lanes);
        let ties = if exact { vec![] } else { (0..rows).map(|row| ties(from.add(row * length), length)).collect() };
        sort_lanes::<E::Vector>(aside.cast(), length);
        to_elements::<E>(aside, length * lanes);
        for row in 0..rows {
            for i in 0..length {
                to.add(row * length + i).write_unaligned(aside.add(i * lanes + row).read());
            }
        }
        for (row, ties) in ties.into_iter().enumerate() {
            put_back(to.add(row * length), length, &ties);
        }
    }
}

/// The elements whose keys do not tell all of them, in order.
///
/// # Safety
/// There are so many elements, at any byte.
unsafe fn ties<E: Number>(row: *const E, length: usize) -> Vec<E> {
    // SAFETY: the caller says so.
    let elements = (0..length).map(|i| unsafe { row.add(i).read_unaligned() });
    elements.filter(|element| E::TIES.contains(&element.key())).collect()
}

/// Writes elements of equal keys in the order in which they stood.
///
/// # Safety
/// There is a sorted row of so many elements, at any byte, among them as many of each key.
unsafe fn put_back<E: Number>(row: *mut E, length: usize, ties: &[E]) {
    // SAFETY: places are below the length.
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
    /// Turns elements into their keys, where they stand; says whether the keys tell all of them.
    ///
    /// # Safety
    /// There are so many elements.
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
    /// Turns keys into elements, where they stand.
    ///
    /// # Safety
    /// There are so many elements that hold keys.
    unsafe fn to_elements<E: Number>(elements: *mut E, count: usize) {
        // SAFETY: the caller says so.
        let elements = unsafe { std::slice::from_raw_parts_mut(elements, count) };
        for element in elements {
            *element = E::from_key(element.held());
        }
    }
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
    /// Sorts each lane of `n` vectors: merge exchange, which is Batcher's for any number of elements. (Knuth 1998, 5.2.2, M.)
    ///
    /// # Safety
    /// There are so many vectors.
    unsafe fn sort_lanes<V: Vector>(vectors: *mut V, n: usize) {
        if n < 2 {
            return;
        }
        let top = n.next_power_of_two() / 2;
        let mut p = top;
        while p > 0 {
            let (mut q, mut r, mut d) = (top, 0, p);
            loop {
                // The places that have the bit p as r has it.
                let mut start = r;
                while start + d < n {
                    for i in start..(start + p).min(n - d) {
                        // SAFETY: both places are below n.
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
