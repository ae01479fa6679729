//! Partitions rows around the elements of some ranks: these elements are selected, and then each element is written
//! after the earlier ones of its class, less ones before and greater ones after.

use cuprust_ir::{Error, Relation, Result};
use cuprust_num::DType;
use cuprust_reserve::{filled, list, reserve};

use super::load::Elements;
use super::order_statistics::select::{Target, select};
use super::order_statistics::words::{Keyed, Word, each_destination, to_words};
use super::order_statistics::{MIN_SAMPLED_ROW, select_long};
use super::sort::keys::{Signed, Total, Unsigned};
use super::{Shared, Site, Work};
use crate::parallel::spread;
use crate::threads;

/// The cost of an element, in positions of a map.
const POSITIONS_PER_ELEMENT: i64 = 4;

/// Elements that are converted to words at a time.
const BLOCK: usize = 2048;

pub(super) fn check(work: &Work, indices: bool) -> Result<()> {
    let (values, ranks, out) = (work.view(0)?, work.view(1)?, work.output());
    let gives = if indices { DType::I64 } else { values.dtype };
    if values.dtype.is_complex() || out.dtype != gives || ranks.dtype != DType::I64 {
        return Err(Error::type_("takes real numbers and int64 ranks, and gives elements or int64 indices"));
    }
    let in_order = [values, ranks, out].iter().all(|view| view.is_contiguous());
    if values.layout.rank() != 2 || ranks.layout.rank() != 1 || out.layout.shape != values.layout.shape || !in_order {
        return Err(Error::runtime(
            "takes a matrix and one axis of ranks, and gives a matrix of that shape, in C order",
        ));
    }
    if [values, ranks].iter().any(|view| view.relation(out) != Relation::Disjoint) {
        return Err(Error::runtime("the output overlaps an input"));
    }
    Ok(())
}

pub(super) fn run(work: &Work, indices: bool, site: &Site) -> Result<()> {
    match work.view(0)?.dtype {
        DType::Bool | DType::U8 => Rows::<Unsigned<u8>>::run(work, indices, site),
        DType::U16 => Rows::<Unsigned<u16>>::run(work, indices, site),
        DType::U32 => Rows::<Unsigned<u32>>::run(work, indices, site),
        DType::U64 => Rows::<Unsigned<u64>>::run(work, indices, site),
        DType::I8 => Rows::<Signed<u8>>::run(work, indices, site),
        DType::I16 => Rows::<Signed<u16>>::run(work, indices, site),
        DType::I32 => Rows::<Signed<u32>>::run(work, indices, site),
        DType::I64 => Rows::<Signed<u64>>::run(work, indices, site),
        DType::F16 => Rows::<Total<u16, 0x7c00>>::run(work, indices, site),
        DType::BF16 => Rows::<Total<u16, 0x7f80>>::run(work, indices, site),
        DType::F32 => Rows::<Total<u32, 0x7f80_0000>>::run(work, indices, site),
        DType::F64 => Rows::<Total<u64, 0x7ff0_0000_0000_0000>>::run(work, indices, site),
        DType::C64 | DType::C128 => Err(Error::type_("takes real numbers")),
    }
}

struct Rows<'a, E> {
    values: Elements<'a>,
    site: &'a Site<'a>,
    length: usize,
    /// The ranks, ascending.
    targets: Vec<Target>,
    indices: bool,
    out: Shared<u8>,
    element: std::marker::PhantomData<E>,
}

impl<'a, E: Keyed> Rows<'a, E> {
    fn run(work: &'a Work, indices: bool, site: &'a Site<'a>) -> Result<()> {
        let (shape, ranks) = (&work.view(0)?.layout.shape, work.view(1)?);
        let (rows, length) = (shape[0], shape[1] as usize);
        if rows == 0 || length == 0 {
            return Ok(());
        }
        let (start, count) = (site.start(ranks).cast::<i64>(), ranks.layout.size() as usize);
        // SAFETY: the view lies in its memory, unaligned.
        let ranks = (0..count).map(|j| unsafe { start.add(j).read_unaligned() });
        // Memory for the targets, the selected words and the pivots among them, of each thread's row.
        let _working = reserve((threads::count() + 1).saturating_mul(count).saturating_mul(64))?;
        let mut targets = list(count)?;
        for (j, rank) in ranks.enumerate() {
            let rank = usize::try_from(rank).ok().filter(|&rank| rank < length);
            targets.push((rank.ok_or_else(|| Error::runtime("a rank is not within its row"))?, j));
        }
        targets.sort_unstable();
        let (values, out) = (work.elements(0, site)?, Shared(site.start(work.output())));
        let own = Rows::<E> { values, site, length, targets, indices, out, element: std::marker::PhantomData };
        let threads = threads::count();
        if length >= MIN_SAMPLED_ROW && rows < 4 * threads as i64 {
            return own.some(0, rows, 4 * threads);
        }
        spread(rows, rows.saturating_mul(length as i64).saturating_mul(POSITIONS_PER_ELEMENT), 1, |first, end| {
            own.some(first, end, 1)
        })
    }

    /// Partitions rows one after another, each in this many chunks.
    fn some(&self, first: i64, end: i64, chunks: usize) -> Result<()> {
        let n = self.length;
        let buffer = || self.site.buffer(if n < MIN_SAMPLED_ROW { n } else { 0 } * size_of::<u64>());
        let (words, copy, spare) = (buffer()?, buffer()?, buffer()?);
        let (words, copy) = (words.at::<E::Word>(), copy.at::<E::Word>());
        let mut found = filled(E::Word::MIN, self.targets.len())?;
        for row in first..end {
            // SAFETY: the buffers hold a short row, and each row is read once; ranks are within it.
            unsafe {
                let (from, _room) = self.values.whole(row * n as i64, n, chunks > 1)?;
                let from = Shared(from.cast::<E>().cast_mut());
                if n < MIN_SAMPLED_ROW {
                    to_words::<E>(from.get(), n, words);
                    std::ptr::copy_nonoverlapping(words, copy, n);
                    select(copy, n, spare.at(), &self.targets, &mut found);
                } else {
                    select_long::<E>(from, n, &self.targets, chunks, false, &mut found)?;
                }
                found.sort_unstable();
                let mut pivots = found.clone();
                pivots.dedup();
                self.write(from, (n < MIN_SAMPLED_ROW).then_some(words), row as usize, &pivots, chunks)?;
            }
        }
        Ok(())
    }

    /// Writes each element of a row, or its index, after the earlier ones of its class. The words are computed from
    /// the elements if they are not given.
    ///
    /// # Errors
    /// Out of memory.
    ///
    /// # Safety
    /// The row has its elements, unaligned, and is this call's own; the words, if given, are those of the elements, in
    /// one chunk.
    unsafe fn write(
        &self,
        from: Shared<E>,
        words: Option<*mut E::Word>,
        row: usize,
        pivots: &[E::Word],
        chunks: usize,
    ) -> Result<()> {
        let length = self.length.div_ceil(chunks);
        let range = |chunk: usize| (chunk * length).min(self.length)..((chunk + 1) * length).min(self.length);
        let classes = 2 * pivots.len() + 1;
        let mut starts = Vec::new();
        for _ in 0..chunks {
            starts.push(filled(0usize, classes)?);
        }
        let words = words.map(Shared);
        // Calls `each` with the words of some elements, the index of the first and their number.
        let blocks = |chunk: usize, each: &mut dyn FnMut(*const E::Word, usize, usize)| {
            if let Some(words) = words {
                return each(words.get(), 0, self.length);
            }
            let (mut words, all) = ([E::Word::MIN; BLOCK], range(chunk));
            for first in all.clone().step_by(BLOCK) {
                let n = BLOCK.min(all.end - first);
                // SAFETY: the elements are of the row, and the words are as many.
                unsafe { to_words::<E>(from.get().add(first), n, words.as_mut_ptr()) };
                each(words.as_ptr(), first, n);
            }
        };
        let own = Shared(starts.as_mut_ptr());
        let share = |each: &(dyn Fn(usize) + Sync)| if chunks == 1 { each(0) } else { threads::share(chunks, each) };
        share(&|chunk| {
            // SAFETY: there is one element for each chunk, and each chunk runs once.
            let counts = unsafe { &mut *own.get().add(chunk) };
            blocks(chunk, &mut |words, _, n| {
                let mut before = 0;
                for (index, &pivot) in pivots.iter().enumerate() {
                    // SAFETY: there are n words.
                    let [less, up_to] = [Some(pivot), pivot.next()]
                        .map(|than| than.map_or(n, |than| unsafe { E::Word::count_less(words, n, than) }));
                    counts[2 * index] += less - before;
                    counts[2 * index + 1] += up_to - less;
                    before = up_to;
                }
                counts[classes - 1] += n - before;
            });
        });
        let mut next = 0;
        for class in 0..classes {
            for chunk in &mut starts {
                next += std::mem::replace(&mut chunk[class], next);
            }
        }
        let (own, to) = (Shared(starts.as_mut_ptr()), Shared(self.out.get()));
        share(&|chunk| {
            // SAFETY: as above.
            let starts = unsafe { &mut *own.get().add(chunk) };
            blocks(chunk, &mut |words, first, n| {
                // SAFETY: the starts were counted over these elements, so each element of the output row is written
                // once.
                unsafe {
                    let (indices, values) = (to.get().cast::<i64>(), to.get().cast::<E>());
                    let (indices, values) = (indices.add(row * self.length), values.add(row * self.length));
                    let get = |i: usize| from.get().add(first + i).read_unaligned();
                    match (<&mut [usize; 3]>::try_from(&mut starts[..]), self.indices) {
                        (Ok(starts), true) => {
                            E::Word::part_indices(words, n, first as i64, pivots[0], indices, starts);
                        }
                        (Ok(starts), false) if size_of::<E>() == size_of::<E::Word>() => {
                            let from = from.get().add(first).cast();
                            E::Word::part(words, from, n, pivots[0], values.cast(), starts);
                        }
                        (Ok(starts), false) => each_destination(words, n, pivots[0], starts, |index, i| {
                            values.add(index).write_unaligned(get(i));
                        }),
                        (Err(_), _) => {
                            for i in 0..n {
                                let word = words.add(i).read();
                                let class = |pivot: &E::Word| usize::from(*pivot < word) + usize::from(*pivot <= word);
                                let start = &mut starts[pivots.iter().map(class).sum::<usize>()];
                                match self.indices {
                                    true => indices.add(*start).write_unaligned((first + i) as i64),
                                    false => values.add(*start).write_unaligned(get(i)),
                                }
                                *start += 1;
                            }
                        }
                    }
                }
            });
        });
        Ok(())
    }
}
