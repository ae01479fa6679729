//! Sorting one row: by comparison if it is short, else by radix sort, on several threads if it is long.
//!
//! Both are stable, as NumPy's stable sorts are.

use super::keys::Sorted;
use super::runs::{merge_runs, sorted_runs};
use crate::routines::Shared;
use crate::threads;

/// Below this many elements comparisons are faster than the passes over digits.
const MIN_RADIX_ELEMENTS: usize = 256;

/// The histogram of each digit.
type Counts = [[usize; 256]];

/// Sorts a row: element `i` is `get(i)`, and the sorted ones are written to `out`. With `in_place`, `get` reads `out`.
/// A long row is cut into this many chunks, one for each thread.
///
/// # Safety
/// `out` and `scratch` hold `n` elements and are aligned; they, and what `get` reads if not in place, do not overlap.
/// No other thread uses them meanwhile.
pub unsafe fn sort_row<E: Sorted>(
    get: impl Fn(usize) -> E + Sync,
    n: usize,
    out: *mut E,
    scratch: *mut E,
    in_place: bool,
    chunks: usize,
) {
    if n < MIN_RADIX_ELEMENTS {
        // SAFETY: the caller gives memory of n elements, each of which is set before they are a slice.
        let row = unsafe {
            if !in_place {
                (0..n).for_each(|i| out.add(i).write(get(i)));
            }
            std::slice::from_raw_parts_mut(out, n)
        };
        row.sort_by_key(|element| element.key());
        return;
    }
    if let Some(bounds) = sorted_runs(&get, n) {
        // SAFETY: passed on.
        return unsafe { merge_runs(get, bounds, out, scratch, in_place, chunks) };
    }
    let passes = Passes { n, chunks, length: n.div_ceil(chunks) };
    let counts = passes.count_all(&get);
    let is_constant = |digit_index: &usize| {
        (0..256).any(|digit| counts.iter().map(|chunk| chunk[*digit_index][digit]).sum::<usize>() == n)
    };
    let digit_indices: Vec<usize> = (0..E::DIGITS).filter(|digit_index| !is_constant(digit_index)).collect();
    // The last pass ends in `out`, unless the first pass must not write there.
    let into_out = |pass: usize| if in_place { pass % 2 == 1 } else { (digit_indices.len() - pass) % 2 == 1 };
    let (out, scratch) = (Shared(out), Shared(scratch));
    for (pass, &digit_index) in digit_indices.iter().enumerate() {
        let to = if into_out(pass) { out } else { scratch };
        let from = if into_out(pass) { scratch } else { out };
        if pass == 0 {
            let starts = passes.starts(counts.iter().map(|chunk| &chunk[digit_index]));
            // SAFETY: each element is written to an index of its own below n; what is read does not overlap what is
            // written.
            unsafe { passes.scatter(&get, digit_index, starts, to) };
        } else {
            // SAFETY: the pass before has written all n elements.
            let read = |i: usize| unsafe { from.get().add(i).read() };
            let counts = passes.count(&read, digit_index);
            let starts = passes.starts(counts.iter());
            // SAFETY: as above.
            unsafe { passes.scatter(read, digit_index, starts, to) };
        }
    }
    if in_place && digit_indices.len() % 2 == 1 {
        // SAFETY: the last pass has written all n elements there.
        passes.copy(|i| unsafe { scratch.get().add(i).read() }, out);
    } else if digit_indices.is_empty() && !in_place {
        passes.copy(get, out);
    }
}

/// Passes over a row in this many chunks, each of which one thread processes.
struct Passes {
    n: usize,
    chunks: usize,
    length: usize,
}

impl Passes {
    fn range(&self, chunk: usize) -> std::ops::Range<usize> {
        (chunk * self.length).min(self.n)..((chunk + 1) * self.length).min(self.n)
    }

    /// Calls `each` for each chunk with the element of `own` for it.
    fn each_chunk<T: Send>(&self, own: &mut [T], each: impl Fn(usize, &mut T) + Sync) {
        if let [one] = own {
            return each(0, one);
        }
        let own = Shared(own.as_mut_ptr());
        threads::share(self.chunks, &|chunk| {
            // SAFETY: there is one element for each chunk, and each chunk runs once.
            each(chunk, unsafe { &mut *own.get().add(chunk) });
        });
    }

    /// The histogram of each digit in each chunk.
    fn count_all<E: Sorted>(&self, get: &(impl Fn(usize) -> E + Sync)) -> Vec<Box<Counts>> {
        let mut counts: Vec<Box<Counts>> = vec![vec![[0; 256]; E::DIGITS].into(); self.chunks];
        self.each_chunk(&mut counts, |chunk, counts| {
            for i in self.range(chunk) {
                let element = get(i);
                (0..E::DIGITS)
                    .for_each(|digit_index| counts[digit_index][usize::from(element.digit(digit_index))] += 1);
            }
        });
        counts
    }

    /// The histogram of one digit in each chunk.
    fn count<E: Sorted>(&self, get: &(impl Fn(usize) -> E + Sync), digit_index: usize) -> Vec<[usize; 256]> {
        let mut counts = vec![[0; 256]; self.chunks];
        self.each_chunk(&mut counts, |chunk, counts| {
            self.range(chunk).for_each(|i| counts[usize::from(get(i).digit(digit_index))] += 1);
        });
        counts
    }

    /// The first destination of each digit's elements in each chunk: after those of lower digits, and of earlier
    /// chunks.
    fn starts<'a>(&self, counts: impl Iterator<Item = &'a [usize; 256]>) -> Vec<[usize; 256]> {
        let mut starts: Vec<[usize; 256]> = counts.copied().collect();
        let mut next = 0;
        for digit in 0..256 {
            for chunk in &mut starts {
                next += std::mem::replace(&mut chunk[digit], next);
            }
        }
        starts
    }

    /// Writes each element after the earlier ones of its digit.
    ///
    /// # Safety
    /// `starts` were counted over what `get` gives; `to` has space for all elements, and `get` reads none of it.
    unsafe fn scatter<E: Sorted>(
        &self,
        get: impl Fn(usize) -> E + Sync,
        digit_index: usize,
        mut starts: Vec<[usize; 256]>,
        to: Shared<E>,
    ) {
        self.each_chunk(&mut starts, |chunk, starts| {
            for i in self.range(chunk) {
                let element = get(i);
                let next = &mut starts[usize::from(element.digit(digit_index))];
                // SAFETY: the destinations of a chunk's digit are its own, as many as there are elements of it.
                unsafe { to.get().add(*next).write(element) };
                *next += 1;
            }
        });
    }

    /// Copies each element to its index.
    fn copy<E: Sorted>(&self, get: impl Fn(usize) -> E + Sync, to: Shared<E>) {
        self.each_chunk(&mut vec![(); self.chunks], |chunk, ()| {
            // SAFETY: the caller's row holds all elements, and each belongs to one chunk.
            self.range(chunk).for_each(|i| unsafe { to.get().add(i).write(get(i)) });
        });
    }
}
