//! Sorting one row: by comparison where it is short, and else digit by digit, on several threads where it is long.
//!
//! Both are stable, so that equal elements stay in their order, as NumPy's stable sorts keep them.

use super::keys::Sorted;
use super::runs::{few_runs, merge_runs};
use crate::routines::Shared;
use crate::threads;

/// Below this many elements comparisons are faster than the passes over digits.
const MIN_RADIX_ELEMENTS: usize = 256;

/// How often each digit comes at each place.
type Counts = [[usize; 256]];

/// Sorts a row: element `i` is `get(i)`, and the sorted ones are written to `out`. With `in_place`, `get` reads `out`.
/// A long row is cut into so many chunks, for a thread each.
///
/// # Safety
/// `out` and `aside` have room for `n` elements and are aligned; they, and what `get` reads if not in place, are apart.
/// No other thread uses them meanwhile.
pub unsafe fn sort_row<E: Sorted>(
    get: impl Fn(usize) -> E + Sync,
    n: usize,
    out: *mut E,
    aside: *mut E,
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
    if let Some(bounds) = few_runs(&get, n) {
        // SAFETY: passed on.
        return unsafe { merge_runs(get, bounds, out, aside, in_place, chunks) };
    }
    let passes = Passes { n, chunks, length: n.div_ceil(chunks) };
    let counts = passes.count_all(&get);
    let is_constant =
        |place: &usize| (0..256).any(|digit| counts.iter().map(|chunk| chunk[*place][digit]).sum::<usize>() == n);
    let places: Vec<usize> = (0..E::DIGITS).filter(|place| !is_constant(place)).collect();
    // The last pass ends in `out`, unless the first must not begin there.
    let into_out = |pass: usize| if in_place { pass % 2 == 1 } else { (places.len() - pass) % 2 == 1 };
    let (out, aside) = (Shared(out), Shared(aside));
    for (pass, &place) in places.iter().enumerate() {
        let to = if into_out(pass) { out } else { aside };
        let from = if into_out(pass) { aside } else { out };
        if pass == 0 {
            let starts = passes.starts(counts.iter().map(|chunk| &chunk[place]));
            // SAFETY: each element is written to a place of its own, of which there are n; what is read is apart from
            // them.
            unsafe { passes.scatter(&get, place, starts, to) };
        } else {
            // SAFETY: the pass before has written all n elements.
            let read = |i: usize| unsafe { from.get().add(i).read() };
            let counts = passes.count(&read, place);
            let starts = passes.starts(counts.iter());
            // SAFETY: as above.
            unsafe { passes.scatter(read, place, starts, to) };
        }
    }
    if in_place && places.len() % 2 == 1 {
        // SAFETY: the last pass has written all n elements there.
        passes.copy(|i| unsafe { aside.get().add(i).read() }, out);
    } else if places.is_empty() && !in_place {
        passes.copy(get, out);
    }
}

/// Passes over a row in so many chunks, each of which a thread takes.
struct Passes {
    n: usize,
    chunks: usize,
    length: usize,
}

impl Passes {
    fn range(&self, chunk: usize) -> std::ops::Range<usize> {
        (chunk * self.length).min(self.n)..((chunk + 1) * self.length).min(self.n)
    }

    /// Calls `each` for each chunk with what is its own.
    fn each_chunk<T: Send>(&self, own: &mut [T], each: impl Fn(usize, &mut T) + Sync) {
        if let [one] = own {
            return each(0, one);
        }
        let own = Shared(own.as_mut_ptr());
        threads::share(self.chunks, &|chunk| {
            // SAFETY: there is one of them for each chunk, and each chunk is taken once.
            each(chunk, unsafe { &mut *own.get().add(chunk) });
        });
    }

    /// How often each digit comes in each chunk, at each place.
    fn count_all<E: Sorted>(&self, get: &(impl Fn(usize) -> E + Sync)) -> Vec<Box<Counts>> {
        let mut counts: Vec<Box<Counts>> = vec![vec![[0; 256]; E::DIGITS].into(); self.chunks];
        self.each_chunk(&mut counts, |chunk, counts| {
            for i in self.range(chunk) {
                let element = get(i);
                (0..E::DIGITS).for_each(|place| counts[place][usize::from(element.digit(place))] += 1);
            }
        });
        counts
    }

    /// How often each digit comes in each chunk, at one place.
    fn count<E: Sorted>(&self, get: &(impl Fn(usize) -> E + Sync), place: usize) -> Vec<[usize; 256]> {
        let mut counts = vec![[0; 256]; self.chunks];
        self.each_chunk(&mut counts, |chunk, counts| {
            self.range(chunk).for_each(|i| counts[usize::from(get(i).digit(place))] += 1);
        });
        counts
    }

    /// Where each digit's elements of each chunk go: behind those of lower digits, and of earlier chunks.
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

    /// Writes each element behind the earlier ones of its digit.
    ///
    /// # Safety
    /// `starts` were counted over what `get` gives; `to` has room for all elements, and `get` reads none of it.
    unsafe fn scatter<E: Sorted>(
        &self,
        get: impl Fn(usize) -> E + Sync,
        place: usize,
        mut starts: Vec<[usize; 256]>,
        to: Shared<E>,
    ) {
        self.each_chunk(&mut starts, |chunk, starts| {
            for i in self.range(chunk) {
                let element = get(i);
                let next = &mut starts[usize::from(element.digit(place))];
                // SAFETY: the places of a chunk's digit are its own, as many as there are elements of it.
                unsafe { to.get().add(*next).write(element) };
                *next += 1;
            }
        });
    }

    /// Writes each element to its place.
    fn copy<E: Sorted>(&self, get: impl Fn(usize) -> E + Sync, to: Shared<E>) {
        self.each_chunk(&mut vec![(); self.chunks], |chunk, ()| {
            // SAFETY: the caller's row has a place for each element, and each is one chunk's.
            self.range(chunk).for_each(|i| unsafe { to.get().add(i).write(get(i)) });
        });
    }
}
