//! Merge sort of rows that consist of a few sorted runs, in fewer passes than radix sort needs.

use super::keys::Sorted;
use crate::routines::Shared;
use crate::threads;

/// Most runs of a row that is merged; more are sorted by radix sort, however long the keys are.
const MAX_RUNS: usize = 4;

/// The bounds of the runs of a row, if they are few: the search ends at the first one too many.
pub fn sorted_runs<E: Sorted>(get: impl Fn(usize) -> E, n: usize) -> Option<Vec<usize>> {
    // A merge doubles the length of runs and takes as long as two passes of a radix sort, some of whose digits are
    // constant and skipped: 8 runs of a million int64 below a million take 22 ms so and 16 by radix sort, 2 take 5.5,
    // and one 3.4.
    let max_runs = (1 << (E::DIGITS / 4)).min(MAX_RUNS);
    let mut bounds = vec![0];
    let mut last = get(0).key();
    for i in 1..n {
        let key = get(i).key();
        if key < last {
            if bounds.len() == max_runs {
                return None;
            }
            bounds.push(i);
        }
        last = key;
    }
    bounds.push(n);
    Some(bounds)
}

/// Sorts a row of the runs that begin at these bounds and end with the last one. Equal elements keep their order.
///
/// # Safety
/// As [`super::radix::sort_row`].
pub unsafe fn merge_runs<E: Sorted>(
    get: impl Fn(usize) -> E + Sync,
    mut bounds: Vec<usize>,
    out: *mut E,
    scratch: *mut E,
    in_place: bool,
    chunks: usize,
) {
    let passes = (bounds.len() - 1).next_power_of_two().ilog2() as usize;
    let (out, scratch) = (Shared(out), Shared(scratch));
    if passes == 0 {
        if !in_place {
            // SAFETY: the caller's row holds all elements.
            unsafe { merge_pass(&get, &bounds, out, chunks) };
        }
        return;
    }
    // The last pass ends in `out`, unless the first pass must not write there.
    let into_out = |pass: usize| if in_place { pass % 2 == 1 } else { (passes - pass) % 2 == 1 };
    for pass in 0..passes {
        let (to, from) = if into_out(pass) { (out, scratch) } else { (scratch, out) };
        // SAFETY: both sides hold all elements; what is read was written by the pass before, or is the caller's.
        unsafe {
            if pass == 0 {
                merge_pass(&get, &bounds, to, chunks);
            } else {
                merge_pass(|i| from.get().add(i).read(), &bounds, to, chunks);
            }
        }
        let end = bounds[bounds.len() - 1];
        bounds = bounds[..bounds.len() - 1].iter().copied().step_by(2).chain([end]).collect();
    }
    if in_place && passes % 2 == 1 {
        // SAFETY: the last pass has written all elements there.
        unsafe { merge_pass(|i| scratch.get().add(i).read(), &bounds, out, chunks) };
    }
}

/// Merges each two adjacent runs; a last one without a neighbour is copied. Each thread computes an equal part of the
/// output.
///
/// # Safety
/// `to` holds all elements, and `get` reads none of it.
unsafe fn merge_pass<E: Sorted>(get: impl Fn(usize) -> E + Sync, bounds: &[usize], to: Shared<E>, chunks: usize) {
    let n = bounds[bounds.len() - 1];
    let length = n.div_ceil(chunks);
    let part = |chunk: usize| {
        let (first, end) = ((chunk * length).min(n), ((chunk + 1) * length).min(n));
        for pair in 0..(bounds.len() / 2) {
            let (begin, middle) = (bounds[2 * pair], bounds[2 * pair + 1]);
            let last = bounds.get(2 * pair + 2).copied().unwrap_or(middle);
            let (from, until) = (first.max(begin), end.min(last));
            if from < until {
                // SAFETY: the elements from `from` to `until` are this chunk's.
                unsafe { merge(&get, [begin, middle, last], from..until, to) };
            }
        }
    };
    if chunks == 1 { part(0) } else { threads::share(chunks, &part) }
}

/// Writes a range of the elements of two merged runs.
///
/// # Safety
/// `to` holds the elements of both runs, of which this range is this call's.
unsafe fn merge<E: Sorted>(
    get: &impl Fn(usize) -> E,
    [begin, middle, last]: [usize; 3],
    range: std::ops::Range<usize>,
    to: Shared<E>,
) {
    let mut left = begin + of_first(get, [begin, middle, last], range.start - begin);
    let mut right = middle + (range.start - left);
    for index in range {
        let is_left = right == last || left < middle && get(left).key() <= get(right).key();
        let from = if is_left { left } else { right };
        // SAFETY: as this function's.
        unsafe { to.get().add(index).write(get(from)) };
        left += usize::from(is_left);
        right += usize::from(!is_left);
    }
}

/// How many of the first elements of two merged runs are of the first run.
fn of_first<E: Sorted>(get: &impl Fn(usize) -> E, [begin, middle, last]: [usize; 3], count: usize) -> usize {
    let (mut low, mut high) = (count.saturating_sub(last - middle), count.min(middle - begin));
    while low < high {
        let half = (low + high) / 2;
        // Equal elements of the first run precede those of the second.
        if get(begin + half).key() <= get(middle + count - half - 1).key() {
            low = half + 1;
        } else {
            high = half;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::super::keys::{Indexed, Number, Unsigned};
    use super::*;

    fn sorted(values: &[u64], in_place: bool, chunks: usize) -> Option<Vec<(u64, u32)>> {
        let pairs: Vec<Indexed<Unsigned<u64>, u32>> = values
            .iter()
            .enumerate()
            .map(|(index, &value)| Indexed { element: Number::from_key(value), index: index as u32 })
            .collect();
        let (mut out, mut scratch) = (pairs.clone(), pairs.clone());
        let from = Shared(if in_place { out.as_mut_ptr() } else { pairs.as_ptr().cast_mut() });
        // SAFETY: the elements are those of the vectors.
        let get = |i: usize| unsafe { from.get().add(i).read() };
        let bounds = sorted_runs(get, values.len())?;
        // SAFETY: as above; both vectors hold all elements.
        unsafe { merge_runs(get, bounds, out.as_mut_ptr(), scratch.as_mut_ptr(), in_place, chunks) };
        Some(out.iter().map(|pair| (pair.element.key(), pair.index)).collect())
    }

    #[test]
    fn runs_are_merged_in_order() {
        for runs in [1usize, 2, 3, 4] {
            for length in [1usize, 2, 7, 100] {
                let values: Vec<u64> =
                    (0..runs * length).map(|i| ((i % length) * 3 / 2 + (i / length) % 2) as u64).collect();
                let mut expected: Vec<(u64, u32)> =
                    values.iter().enumerate().map(|(index, &value)| (value, index as u32)).collect();
                expected.sort_by_key(|pair| pair.0);
                for in_place in [false, true] {
                    for chunks in [1, 2, 5] {
                        let found = sorted(&values, in_place, chunks).unwrap();
                        assert_eq!(found, expected, "{runs} runs of {length}, {in_place}, {chunks}");
                    }
                }
            }
        }
        assert!(sorted(&[5, 4, 3, 2, 1, 0], false, 1).is_none(), "too many runs");
        assert_eq!(sorted(&[7], true, 1).unwrap(), [(7, 0)]);
    }
}
