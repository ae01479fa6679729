//! `components`: the number of the component of each element. The nodes of a union-find forest are the runs of true
//! elements of each line along the last axis, in C order: each holds its parent's index, which is not greater than its
//! own. Lines are bits, so that a word of them at a time says where runs of two lines meet. Threads connect parts of
//! the lines, then one thread connects the parts and numbers the roots.

use std::marker::PhantomData;
use std::ops::{Deref, Range};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::windows::small;
use super::{CHUNK, Elements, PoolBuffer, Shared, Site, Work};
use crate::parallel::spread;
use crate::simd::wide;
use crate::threads;

/// Fewest elements that several threads share.
const MIN_PARALLEL: i64 = 1 << 16;

pub(super) fn check(work: &Work) -> Result<()> {
    let (values, offsets) = (work.view(0)?, work.view(1)?);
    let [numbers, count] = &work.outputs[..] else { return Err(Error::runtime("gives numbers and their count")) };
    let holds = match numbers.dtype {
        DType::I32 => i32::try_from(values.layout.size()).is_ok(),
        dtype => dtype == DType::I64,
    };
    if values.dtype != DType::Bool || offsets.dtype != DType::I64 || !holds {
        return Err(Error::type_(
            "takes bools and int64 offsets, and gives int64 numbers, or int32 ones of few elements",
        ));
    }
    if count.dtype != DType::I64 || count.layout.size() != 1 {
        return Err(Error::type_("the count is one int64"));
    }
    let rank = values.layout.rank();
    if rank == 0 || offsets.layout.rank() != 2 || offsets.layout.shape[1] != rank as i64 || offsets.layout.shape[0] < 1
    {
        return Err(Error::runtime("takes an array of one axis at least, and a row for each offset, one at least"));
    }
    if numbers.layout.shape != values.layout.shape || !numbers.is_contiguous() {
        return Err(Error::runtime("gives a number for each element, in C order"));
    }
    Ok(())
}

pub(super) fn run(work: &Work, site: &Site) -> Result<()> {
    let (shape, numbers) = (&work.view(0)?.layout.shape, work.output());
    let values = work.elements(0, site)?;
    let steps = Steps::new(&small::<i64>(work.view(1)?, site)?, shape)?;
    let start = site.start(numbers);
    let count = if numbers.layout.size() == 0 {
        0
    } else if numbers.dtype == DType::I32 {
        Forest::<AtomicU32>::new(&values, shape, &steps, site)?.write_numbers(Shared(start.cast::<i32>()), site)?
    } else if u32::try_from(numbers.layout.size()).is_ok() {
        Forest::<AtomicU32>::new(&values, shape, &steps, site)?.write_numbers(Shared(start.cast::<i64>()), site)?
    } else {
        Forest::<AtomicU64>::new(&values, shape, &steps, site)?.write_numbers(Shared(start.cast::<i64>()), site)?
    };
    // SAFETY: the view of the count lies in its memory, unaligned.
    unsafe { site.start(&work.outputs[1]).cast::<i64>().write_unaligned(count) };
    Ok(())
}

/// An integer that numbers are.
trait Number: Copy {
    fn of(number: usize) -> Self;
}

impl Number for i32 {
    #[inline(always)]
    fn of(number: usize) -> i32 {
        number as i32
    }
}

impl Number for i64 {
    #[inline(always)]
    fn of(number: usize) -> i64 {
        number as i64
    }
}

/// The offsets, grouped by the lines along the last axis that they lead to.
struct Steps {
    /// The extents of the other axes.
    outer: Vec<i64>,
    /// The extent of the last axis.
    length: i64,
    groups: Vec<Group>,
    /// Whether neighbors along the last axis are connected.
    along: bool,
    /// Other offsets within a line.
    far: Vec<i64>,
    /// The most lines that an offset leads back.
    reach: i64,
}

/// The offsets that lead to one other line.
struct Group {
    /// The coordinates of the other line minus those of this one.
    outer: Vec<i64>,
    /// The number of lines between the two.
    back: i64,
    /// The offsets along the line of connected elements, the least ones first.
    steps: Vec<i64>,
}

impl Steps {
    fn new(offsets: &[i64], shape: &[i64]) -> Result<Steps> {
        let (&length, outer) = shape.split_last().ok_or_else(|| Error::runtime("takes one axis at least"))?;
        let mut steps =
            Steps { outer: outer.to_vec(), length, groups: Vec::new(), along: false, far: Vec::new(), reach: 0 };
        for row in offsets.chunks_exact(shape.len()) {
            let (lead, last) = (&row[..outer.len()], row[outer.len()]);
            // An offset that leads out of the array from every element connects nothing.
            if row.iter().zip(shape).any(|(step, &extent)| step.unsigned_abs() >= extent as u64) {
                continue;
            }
            let back = -lead.iter().zip(outer).fold(0, |index, (step, extent)| index * extent + step);
            match back {
                0 if last == -1 => steps.along = true,
                0 if last < 0 => steps.far.push(last),
                0 if lead.iter().all(|step| *step == 0) && last == 0 => {}
                1.. => {
                    let own = steps.groups.iter().position(|group| group.outer == lead);
                    let own = own.unwrap_or_else(|| {
                        steps.groups.push(Group { outer: lead.to_vec(), back, steps: Vec::new() });
                        steps.groups.len() - 1
                    });
                    steps.groups[own].steps.push(last);
                    steps.reach = steps.reach.max(back);
                }
                _ => return Err(Error::runtime("takes offsets that lead to earlier elements in C order")),
            }
        }
        for group in &mut steps.groups {
            group.steps.sort_unstable_by_key(|step| step.abs());
        }
        Ok(steps)
    }
}

/// A number of a run, or an index of an element, in memory that threads share.
trait Cell: Sync {
    fn get(&self) -> usize;
    fn set(&self, value: usize);
}

macro_rules! cell {
    ($($atomic:ident of $integer:ty;)*) => { $(
        impl Cell for $atomic {
            #[inline(always)]
            fn get(&self) -> usize {
                self.load(Ordering::Relaxed) as usize
            }

            #[inline(always)]
            fn set(&self, value: usize) {
                self.store(value as $integer, Ordering::Relaxed);
            }
        }
    )* };
}
cell!(AtomicU32 of u32; AtomicU64 of u64;);

/// Elements in a word of bits.
const BITS: usize = u64::BITS as usize;

/// The runs of each line.
struct Forest<'a, C> {
    steps: &'a Steps,
    length: usize,
    lines: usize,
    /// The words of a line, which elements are true, and which of them begin runs: without connections along lines, a
    /// run is one element.
    words: usize,
    bits: Vec<u64>,
    starts: Vec<u64>,
    /// The number of the first run that begins within each word or later.
    firsts: Cells<'a, C>,
    /// Of each run the index of the first element, that after the last, and the parent.
    begins: Cells<'a, C>,
    ends: Cells<'a, C>,
    parents: Cells<'a, C>,
}

/// Cells that hold any value until they are set.
struct Cells<'a, C> {
    memory: PoolBuffer<'a>,
    count: usize,
    of: PhantomData<C>,
}

impl<'a, C: Cell> Cells<'a, C> {
    fn new(site: &'a Site, count: usize) -> Result<Cells<'a, C>> {
        Ok(Cells { memory: site.buffer(count.saturating_mul(size_of::<C>()).max(1))?, count, of: PhantomData })
    }
}

impl<C: Cell> Deref for Cells<'_, C> {
    type Target = [C];

    #[inline(always)]
    fn deref(&self) -> &[C] {
        // SAFETY: the memory holds as many cells, which are integers of any value.
        unsafe { std::slice::from_raw_parts(self.memory.at::<C>(), self.count) }
    }
}

impl<'a, C: Cell> Forest<'a, C> {
    /// The runs of the true elements, each a tree of its own.
    fn new(values: &Elements, shape: &[i64], steps: &'a Steps, site: &'a Site) -> Result<Forest<'a, C>> {
        let (length, total) = (steps.length as usize, shape.iter().product::<i64>());
        let (lines, words) = (total as usize / length, length.div_ceil(BITS));
        let mut forest = Forest {
            steps,
            length,
            lines,
            words,
            bits: cuprust_reserve::filled(0, lines * words)?,
            starts: cuprust_reserve::filled(0, lines * words)?,
            firsts: Cells::<C>::new(site, lines * words + 1)?,
            begins: Cells::new(site, 0)?,
            ends: Cells::new(site, 0)?,
            parents: Cells::new(site, 0)?,
        };
        let (bits, starts) = (Shared(forest.bits.as_mut_ptr()), Shared(forest.starts.as_mut_ptr()));
        spread(lines as i64, total, 1, |first, end| {
            let (mut line, end, mut buffer) = (first as usize, end as usize, None);
            let at_once = (CHUNK / length).clamp(1, end - line);
            while line < end {
                let count = at_once.min(end - line);
                let room = || match &mut buffer {
                    Some(buffer) => Ok(PoolBuffer::at(buffer)),
                    none => Ok(none.insert(site.buffer(at_once * length)?).at()),
                };
                // SAFETY: there are as many elements, which no other thread reads, and the buffer holds them.
                let start = unsafe { values.at((line * length) as i64, count * length, room)? };
                // SAFETY: these are bools, which are read as bytes and which no thread writes meanwhile.
                let some = unsafe { std::slice::from_raw_parts(start, count * length) };
                for own in some.chunks_exact(length) {
                    let mut carry = 0;
                    for (word, values) in own.chunks(BITS).enumerate() {
                        let own = word_of(values);
                        let begun = if steps.along { own & !moved(own, carry) } else { own };
                        carry = own;
                        // SAFETY: the words of a line are one thread's.
                        unsafe {
                            bits.get().add(line * words + word).write(own);
                            starts.get().add(line * words + word).write(begun);
                        }
                    }
                    line += 1;
                }
            }
            Ok(())
        })?;
        let mut runs = 0;
        for word in 0..lines * words {
            forest.firsts[word].set(runs);
            runs += forest.starts[word].count_ones() as usize;
        }
        forest.firsts[lines * words].set(runs);
        for cells in [&mut forest.begins, &mut forest.ends, &mut forest.parents] {
            *cells = Cells::new(site, runs)?;
        }
        Ok(forest)
    }

    /// The run of the true element at a bit of a word.
    #[inline(always)]
    fn run(&self, word: usize, bit: usize) -> usize {
        let until = self.starts[word] << (BITS - 1 - bit);
        self.firsts[word].get() + until.count_ones() as usize - 1
    }

    /// Writes the number of each element to as many, or 0, and returns how many numbers there are.
    fn write_numbers<N: Number>(&self, to: Shared<N>, site: &Site) -> Result<i64> {
        let total = self.lines * self.length;
        let parts = if (total as i64) < MIN_PARALLEL { 1 } else { threads::count().clamp(1, self.lines) };
        let begin = |part: usize| (self.lines as u128 * part as u128 / parts as u128) as usize;
        spread(parts as i64, total as i64, 1, |first, end| {
            for part in first as usize..end as usize {
                self.connect(begin(part)..begin(part + 1), (begin(part), false))?;
            }
            Ok(())
        })?;
        for part in 1..parts {
            let seam = begin(part)..begin(part + 1).min(begin(part).saturating_add(self.steps.reach as usize));
            self.connect(seam, (begin(part), true))?;
        }
        let (numbers, mut count) = (Cells::<C>::new(site, self.parents.len())?, 0);
        for (run, parent) in self.parents.iter().enumerate() {
            // A parent comes before its children and is numbered already.
            let parent = parent.get();
            count += usize::from(parent == run);
            numbers[run].set(if parent == run { count } else { numbers[parent].get() });
        }
        spread(self.lines as i64, total as i64, 1, |first, end| {
            let (from, end_of_lines) = (first as usize * self.length, end as usize * self.length);
            // SAFETY: the elements of these lines are this call's own.
            let own = unsafe { std::slice::from_raw_parts_mut(to.get().add(from), end_of_lines - from) };
            let mut done = 0;
            for run in self.runs(first as usize).start..self.runs(end as usize - 1).end {
                let (begin, end) = (self.begins[run].get() - from, self.ends[run].get() - from);
                fill(own, done..begin, N::of(0));
                fill(own, begin..end, N::of(numbers[run].get()));
                done = end;
            }
            own[done..].fill(N::of(0));
            Ok(())
        })?;
        Ok(count as i64)
    }

    /// The runs of a line.
    fn runs(&self, line: usize) -> Range<usize> {
        self.firsts[line * self.words].get()..self.firsts[(line + 1) * self.words].get()
    }

    /// Connects the runs of some lines: to those of lines from `least` on, or, at a seam, to those of lines before. The
    /// first pass also makes each run a tree of its own. The trees of the lines from `least` on, or of all at a seam,
    /// are this call's alone.
    fn connect(&self, lines: Range<usize>, to: (usize, bool)) -> Result<()> {
        let mut index = cuprust_reserve::filled(0i64, self.steps.outer.len())?;
        // SAFETY: there are no requirements.
        unsafe { connect_lines(self, lines, to, &mut index) };
        Ok(())
    }

    /// As [`Forest::connect`], with memory for an index along each axis but the last.
    #[inline(always)]
    fn connect_lines(&self, lines: Range<usize>, (least, seam): (usize, bool), index: &mut [i64]) {
        let steps = self.steps;
        for line in lines {
            if !seam {
                self.find_runs(line);
                for &step in &steps.far {
                    self.connect_line(line, line, step, 0);
                }
            }
            let mut rest = line as i64;
            for (own, extent) in index.iter_mut().zip(&steps.outer).rev() {
                (*own, rest) = (rest % extent, rest / extent);
            }
            for group in &steps.groups {
                let mut coordinates = group.outer.iter().zip(&*index).zip(&steps.outer);
                let inside = coordinates.all(|((step, at), extent)| (0..*extent).contains(&(at + step)));
                let Some(other) = inside.then(|| line - group.back as usize) else { continue };
                if (other >= least) == seam {
                    continue;
                }
                for (number, &step) in group.steps.iter().enumerate() {
                    // An element beside connects its whole run, so that steps to the elements next to it add nothing.
                    let is_beside = steps.along && number > 0 && group.steps[0] == 0 && step.abs() == 1;
                    self.connect_line(line, other, step, if is_beside { u64::MAX } else { 0 });
                }
            }
        }
    }

    /// Writes where the runs of a line begin and end, and makes each a tree of its own.
    #[inline(always)]
    fn find_runs(&self, line: usize) {
        let start = line * self.length;
        let (mut begun, mut ended, mut carry) = (self.runs(line).start, self.runs(line).start, 0);
        for word in 0..self.words {
            let at = line * self.words + word;
            let (own, position) = (self.bits[at], start + word * BITS);
            let mut starts = self.starts[at];
            while starts != 0 {
                self.begins[begun].set(position + starts.trailing_zeros() as usize);
                self.parents[begun].set(begun);
                begun += 1;
                starts &= starts - 1;
            }
            // A run ends before an element that is false; one of a single element right after it.
            let (mut ends, after) = if self.steps.along { (moved(own, carry) & !own, 0) } else { (own, 1) };
            carry = own;
            while ends != 0 {
                self.ends[ended].set(position + ends.trailing_zeros() as usize + after);
                ended += 1;
                ends &= ends - 1;
            }
        }
        if ended < begun {
            self.ends[ended].set(start + self.length);
        }
    }

    /// Connects the runs of a line to those of another one at a step along it, except, of the bits in a mask, where the
    /// element of the other line beside is true.
    #[inline(always)]
    fn connect_line(&self, line: usize, other: usize, step: i64, beside: u64) {
        let (own_words, other_words) = (line * self.words, other * self.words);
        for word in 0..self.words {
            let own = self.bits[own_words + word];
            let first = (word * BITS) as i64 + step;
            let mut both = own & self.bits_from(other_words, first) & !(self.bits[other_words + word] & beside);
            if self.steps.along {
                // Elements that follow one another connect the same two runs.
                both &= !(both << 1);
            }
            while both != 0 {
                let bit = both.trailing_zeros() as usize;
                let at = (first + bit as i64) as usize;
                self.join(self.run(own_words + word, bit), self.run(other_words + at / BITS, at % BITS));
                both &= both - 1;
            }
        }
    }

    /// A word of the elements of a line from an index on, which may lie outside of it.
    #[inline(always)]
    fn bits_from(&self, words: usize, first: i64) -> u64 {
        let (word, bit) = (first.div_euclid(BITS as i64), first.rem_euclid(BITS as i64) as u32);
        let read = |word: i64| match usize::try_from(word) {
            Ok(word) if word < self.words => self.bits[words + word],
            _ => 0,
        };
        if bit == 0 { read(word) } else { (read(word) >> bit) | (read(word + 1) << (BITS as u32 - bit)) }
    }

    /// Joins the trees of two runs.
    #[inline(always)]
    fn join(&self, a: usize, b: usize) {
        if self.parents[a].get() == self.parents[b].get() {
            return;
        }
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)].set(a.min(b));
    }

    /// The root of a run; the path to it is halved. Another thread may write the parents of the same path meanwhile:
    /// each is an ancestor at any time.
    #[inline]
    fn root(&self, run: usize) -> usize {
        let mut at = run;
        loop {
            let parent = self.parents[at].get();
            if parent == at {
                return at;
            }
            let next = self.parents[parent].get();
            self.parents[at].set(next);
            at = next;
        }
    }
}

wide! {
    /// [`Forest::connect_lines`], in which bits are counted.
    ///
    /// # Safety
    /// There are no requirements.
    unsafe fn connect_lines<C: Cell>(
        forest: &Forest<'_, C>,
        lines: Range<usize>,
        to: (usize, bool),
        index: &mut [i64],
    ) {
        forest.connect_lines(lines, to, index);
    }
}

/// The elements of a word of which the one before is true; the word before begins with zeros or is of the same line.
#[inline(always)]
fn moved(word: u64, before: u64) -> u64 {
    (word << 1) | (before >> (BITS - 1))
}

/// The bits of at most a word of elements.
#[inline]
fn word_of(values: &[u8]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    // The product moves the lowest bits of eight bytes next to one another.
    const PACK: u64 = 0x0102_0408_1020_4080;
    let (eights, rest) = values.as_chunks::<8>();
    let mut word = 0;
    for (index, &eight) in eights.iter().enumerate() {
        let eight = u64::from_le_bytes(eight);
        let truths = ((((eight & LOW) + LOW) | eight) >> 7) & 0x0101_0101_0101_0101;
        word |= (truths.wrapping_mul(PACK) >> 56) << (8 * index);
    }
    for (index, &value) in rest.iter().enumerate() {
        word |= u64::from(value != 0) << (8 * eights.len() + index);
    }
    word
}

/// Writes a value to a range. What follows it is not yet written, so that a few more elements may be.
#[inline(always)]
fn fill<N: Number>(own: &mut [N], range: Range<usize>, value: N) {
    const AT_ONCE: usize = 8;
    let mut at = range.start;
    while at < range.end {
        match own.get_mut(at..at + AT_ONCE) {
            Some(some) => some.fill(value),
            None => return own[at..range.end].fill(value),
        }
        at += AT_ONCE;
    }
}
