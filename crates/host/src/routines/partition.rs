//! Rows brought into an order in which some elements stand where they stand in ascending order, less ones before and greater ones behind:
//! these elements are selected, and then each element goes behind the earlier ones of its class.

use cuprust_ir::{Error, Relation, Result};
use cuprust_num::DType;

use super::load::Elements;
use super::order_statistics::select::{Target, select};
use super::order_statistics::words::{Keyed, Word, to_words};
use super::order_statistics::{LONG, select_long};
use super::sort::keys::{Signed, Total, Unsigned};
use super::{Shared, Site, Work};
use crate::parallel::spread;
use crate::threads;

/// An element costs as much as so many of a map.
const COST: i64 = 4;

/// How many words are made of elements at a time.
const BLOCK: usize = 2048;

pub(super) fn check(work: &Work, places: bool) -> Result<()> {
    let (values, ranks, out) = (work.view(0)?, work.view(1)?, work.output());
    let gives = if places { DType::I64 } else { values.dtype };
    if values.dtype.is_complex() || out.dtype != gives || ranks.dtype != DType::I64 {
        return Err(Error::type_("takes real numbers and int64 ranks, and gives elements or int64 places"));
    }
    let in_order = [values, ranks, out].iter().all(|view| view.is_contiguous());
    if values.layout.rank() != 2 || ranks.layout.rank() != 1 || out.layout.shape != values.layout.shape || !in_order {
        return Err(Error::runtime(
            "takes a matrix and one axis of ranks, and gives a matrix of that shape, in C order",
        ));
    }
    if [values, ranks].iter().any(|view| view.relation(out) != Relation::Disjoint) {
        return Err(Error::runtime("cannot write where it reads"));
    }
    Ok(())
}

pub(super) fn run(work: &Work, places: bool, site: &Site) -> Result<()> {
    match work.view(0)?.dtype {
        DType::Bool | DType::U8 => Rows::<Unsigned<u8>>::run(work, places, site),
        DType::U16 => Rows::<Unsigned<u16>>::run(work, places, site),
        DType::U32 => Rows::<Unsigned<u32>>::run(work, places, site),
        DType::U64 => Rows::<Unsigned<u64>>::run(work, places, site),
        DType::I8 => Rows::<Signed<u8>>::run(work, places, site),
        DType::I16 => Rows::<Signed<u16>>::run(work, places, site),
        DType::I32 => Rows::<Signed<u32>>::run(work, places, site),
        DType::I64 => Rows::<Signed<u64>>::run(work, places, site),
        DType::F16 => Rows::<Total<u16, 0x7c00>>::run(work, places, site),
        DType::BF16 => Rows::<Total<u16, 0x7f80>>::run(work, places, site),
        DType::F32 => Rows::<Total<u32, 0x7f80_0000>>::run(work, places, site),
        DType::F64 => Rows::<Total<u64, 0x7ff0_0000_0000_0000>>::run(work, places, site),
        DType::C64 | DType::C128 => Err(Error::type_("takes real numbers")),
    }
}

struct Rows<'a, E> {
    values: Elements<'a>,
    site: &'a Site<'a>,
    length: usize,
    /// The ranks, ascending.
    targets: Vec<Target>,
    places: bool,
    out: Shared<u8>,
    element: std::marker::PhantomData<E>,
}

impl<'a, E: Keyed> Rows<'a, E> {
    fn run(work: &'a Work, places: bool, site: &'a Site<'a>) -> Result<()> {
        let (shape, ranks) = (&work.view(0)?.layout.shape, work.view(1)?);
        let (rows, length) = (shape[0], shape[1] as usize);
        if rows == 0 || length == 0 {
            return Ok(());
        }
        let (start, count) = (site.start(ranks).cast::<i64>(), ranks.layout.size() as usize);
        // SAFETY: the view lies in its memory, at any byte.
        let ranks = (0..count).map(|j| unsafe { start.add(j).read_unaligned() });
        let mut targets = Vec::with_capacity(count);
        for (j, rank) in ranks.enumerate() {
            let rank = usize::try_from(rank).ok().filter(|&rank| rank < length);
            targets.push((rank.ok_or_else(|| Error::runtime("a rank is not within its row"))?, j));
        }
        targets.sort_unstable();
        let (values, out) = (work.elements(0, site)?, Shared(site.start(work.output())));
        let own = Rows::<E> { values, site, length, targets, places, out, element: std::marker::PhantomData };
        let threads = threads::count();
        if length >= LONG && rows < 4 * threads as i64 {
            return own.some(0, rows, 4 * threads);
        }
        spread(rows, rows.saturating_mul(length as i64).saturating_mul(COST), 1, |first, end| own.some(first, end, 1))
    }

    /// Rows one after another, each in so many chunks.
    fn some(&self, first: i64, end: i64, chunks: usize) -> Result<()> {
        let n = self.length;
        let room = if n < LONG { n } else { 0 } * size_of::<u64>();
        let (words, spare) = (self.site.room(room)?, self.site.room(room)?);
        let (words, spare) = (words.at::<E::Word>(), spare.at::<E::Word>());
        let mut found = vec![E::Word::MIN; self.targets.len()];
        for row in first..end {
            // SAFETY: the rooms hold a short row, and each row is asked for once; ranks are within it.
            unsafe {
                let (from, _room) = self.values.whole(row * n as i64, n, chunks > 1)?;
                let from = Shared(from.cast::<E>().cast_mut());
                if n < LONG {
                    to_words::<E>(from.get(), n, words);
                    select(words, n, spare, &self.targets, &mut found);
                } else {
                    select_long::<E>(from, n, &self.targets, chunks, false, &mut found)?;
                }
                found.sort_unstable();
                let mut pivots = found.clone();
                pivots.dedup();
                self.write(from, row as usize, &pivots, chunks);
            }
        }
        Ok(())
    }

    /// Writes each element of a row, or its place, behind the earlier ones of its class.
    ///
    /// # Safety
    /// The row has its elements there, at any byte, and is this call's own.
    unsafe fn write(&self, from: Shared<E>, row: usize, pivots: &[E::Word], chunks: usize) {
        let length = self.length.div_ceil(chunks);
        let range = |chunk: usize| (chunk * length).min(self.length)..((chunk + 1) * length).min(self.length);
        let classes = 2 * pivots.len() + 1;
        let mut starts = vec![vec![0usize; classes]; chunks];
        let own = Shared(starts.as_mut_ptr());
        let share = |each: &(dyn Fn(usize) + Sync)| if chunks == 1 { each(0) } else { threads::share(chunks, each) };
        share(&|chunk| {
            let (mut words, all) = ([E::Word::MIN; BLOCK], range(chunk));
            // SAFETY: there is one for each chunk, and each chunk is taken once.
            let counts = unsafe { &mut *own.get().add(chunk) };
            for first in all.clone().step_by(BLOCK) {
                let n = BLOCK.min(all.end - first);
                // SAFETY: the elements are of the row, and the words are as many.
                unsafe { to_words::<E>(from.get().add(first), n, words.as_mut_ptr()) };
                let mut before = 0;
                for (place, &pivot) in pivots.iter().enumerate() {
                    // SAFETY: there are n words.
                    let [less, up_to] = [Some(pivot), pivot.next()]
                        .map(|than| than.map_or(n, |than| unsafe { E::Word::count_less(words.as_ptr(), n, than) }));
                    counts[2 * place] += less - before;
                    counts[2 * place + 1] += up_to - less;
                    before = up_to;
                }
                counts[classes - 1] += n - before;
            }
        });
        let mut next = 0;
        for class in 0..classes {
            for chunk in &mut starts {
                next += std::mem::replace(&mut chunk[class], next);
            }
        }
        let own = Shared(starts.as_mut_ptr());
        share(&|chunk| {
            // SAFETY: as above.
            let starts = unsafe { &mut *own.get().add(chunk) };
            // SAFETY: the starts were counted over these elements, so each place of the row is written once.
            unsafe {
                if self.places {
                    let to = self.out.get().cast::<i64>().add(row * self.length);
                    move_each(from, range(chunk), pivots, starts, |place, i, _| {
                        to.add(place).write_unaligned(i as i64)
                    });
                } else {
                    let to = self.out.get().cast::<E>().add(row * self.length);
                    move_each(from, range(chunk), pivots, starts, |place, _, x| to.add(place).write_unaligned(x));
                }
            }
        });
    }
}

/// Calls `write` with the place of each of some elements, its own place and itself. `starts` are the places of the first of each class.
///
/// # Safety
/// The elements are there, at any byte.
unsafe fn move_each<E: Keyed>(
    from: Shared<E>,
    range: std::ops::Range<usize>,
    pivots: &[E::Word],
    starts: &mut [usize],
    write: impl Fn(usize, usize, E),
) {
    // SAFETY: the caller says so.
    let get = |i: usize| unsafe { from.get().add(i).read_unaligned() };
    if let ([pivot], [low, equal, high]) = (pivots, &mut *starts) {
        // Places of three classes stay in registers.
        let (mut less, mut same, mut greater) = (*low, *equal, *high);
        for i in range {
            let x = get(i);
            let (is_less, is_greater) = (x.word() < *pivot, x.word() > *pivot);
            write(
                if is_less {
                    less
                } else if is_greater {
                    greater
                } else {
                    same
                },
                i,
                x,
            );
            less += usize::from(is_less);
            greater += usize::from(is_greater);
            same += usize::from(!is_less & !is_greater);
        }
        return;
    }
    for i in range {
        let x = get(i);
        let word = x.word();
        let class: usize = pivots.iter().map(|pivot| usize::from(*pivot < word) + usize::from(*pivot <= word)).sum();
        write(starts[class], i, x);
        starts[class] += 1;
    }
}
