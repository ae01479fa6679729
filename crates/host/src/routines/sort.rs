//! Sorting along the last axis: values, their indices before the sort, or both.

pub(super) mod keys;
pub(super) mod network;
mod radix;
#[cfg(target_arch = "x86_64")]
mod registers;
mod runs;

use cuprust_ir::{Error, Relation, Result, View};
use cuprust_num::DType;

use super::load::Computed;
use super::{PoolBuffer, Shared, Site, Work};
use crate::parallel::spread;
use crate::threads;

use keys::{Complex, Float, Indexed, Number, Signed, Sorted, Unsigned};
use network::{MAX_ROW, group_bytes, lanes, sort_group};
use radix::sort_row;

/// Fewest elements of a row that several threads sort.
const MIN_PARALLEL_ROW: usize = 1 << 16;

/// The cost of an element, in positions of a map.
const POSITIONS_PER_ELEMENT: i64 = 8;

pub(super) fn check(work: &Work, values: bool, indices: bool) -> Result<()> {
    let from = work.view(0)?;
    let shape = &from.layout.shape;
    if !values && !indices || shape.is_empty() {
        return Err(Error::runtime("takes an array with an axis, and gives the sorted values, their indices, or both"));
    }
    if !from.is_contiguous() || work.outputs.iter().any(|out| !out.is_contiguous() || out.layout.shape != *shape) {
        return Err(Error::runtime("takes and gives arrays in C order, all of one shape"));
    }
    if values && work.outputs[0].dtype != from.dtype
        || indices && work.outputs.last().is_none_or(|out| out.dtype != DType::I64)
    {
        return Err(Error::type_("gives values of the operand's dtype and int64 indices"));
    }
    let fits = |out: &View| match from.relation(out) {
        Relation::Disjoint => true,
        Relation::Same => values && !indices,
        Relation::Overlap => false,
    };
    if work.outputs.iter().all(fits) {
        Ok(())
    } else {
        Err(Error::runtime("cannot overwrite elements that are still to be read"))
    }
}

pub(super) fn run(work: &Work, (values, indices): (bool, bool), site: &Site) -> Result<()> {
    let from = work.view(0)?;
    let sorted = values.then(|| &work.outputs[0]);
    let index_out = if indices { work.outputs.last() } else { None };
    let rows = Rows { from, computed: work.load(0), sorted, index_out, site };
    match from.dtype {
        DType::Bool | DType::U8 => rows.numbers::<Unsigned<u8>>(),
        DType::U16 => rows.numbers::<Unsigned<u16>>(),
        DType::U32 => rows.numbers::<Unsigned<u32>>(),
        DType::U64 => rows.numbers::<Unsigned<u64>>(),
        DType::I8 => rows.numbers::<Signed<u8>>(),
        DType::I16 => rows.numbers::<Signed<u16>>(),
        DType::I32 => rows.numbers::<Signed<u32>>(),
        DType::I64 => rows.numbers::<Signed<u64>>(),
        DType::F16 => rows.numbers::<Float<u16, 0x7c00>>(),
        DType::BF16 => rows.numbers::<Float<u16, 0x7f80>>(),
        DType::F32 => rows.numbers::<Float<u32, 0x7f80_0000>>(),
        DType::F64 => rows.numbers::<Float<u64, 0x7ff0_0000_0000_0000>>(),
        DType::C64 => rows.sort::<Complex<Float<u32, 0x7f80_0000>>>(),
        DType::C128 => rows.sort::<Complex<Float<u64, 0x7ff0_0000_0000_0000>>>(),
    }
}

/// Fewest rows that are sorted side by side.
const MIN_BATCHED_ROWS: i64 = 4;

struct Rows<'a> {
    from: &'a View,
    /// The computation of the elements, if they are computed.
    computed: Option<&'a Computed>,
    sorted: Option<&'a View>,
    index_out: Option<&'a View>,
    site: &'a Site<'a>,
}

impl Rows<'_> {
    /// Sorts rows of real numbers: many short ones side by side, if only the values are wanted.
    fn numbers<E: Number>(&self) -> Result<()> {
        let size = self.from.layout.size();
        let length = *self.from.layout.shape.last().unwrap_or(&1);
        let rows = size.checked_div(length).unwrap_or(0);
        let (Some(sorted), None) = (self.sorted, self.index_out) else { return self.sort::<E>() };
        if rows < MIN_BATCHED_ROWS || length as usize > MAX_ROW {
            return self.sort::<E>();
        }
        spread(rows, size.saturating_mul(POSITIONS_PER_ELEMENT), lanes::<E>() as i64, |first, end| {
            let (length, group) = (length as usize, lanes::<E>() as i64);
            let scratch = self.site.buffer(group_bytes::<E>(length))?;
            for row in (first..end).step_by(lanes::<E>()) {
                let (to, rows) = (self.row::<E>(sorted, row, length), group.min(end - row) as usize);
                let from = match self.computed {
                    None => self.row::<E>(self.from, row, length),
                    Some(computed) => {
                        // SAFETY: the output holds these rows, which are this thread's.
                        unsafe { computed.fill(self.site, row * length as i64, rows * length, to.cast(), false)? };
                        to
                    }
                };
                // SAFETY: the rows lie in their memories and are this thread's; the scratch holds a group of them.
                unsafe { sort_group(from, to, rows, length, scratch.at()) };
            }
            Ok(())
        })
    }

    /// Sorts each row: a long one by all threads, else each thread sorts some.
    fn sort<E: Sorted>(&self) -> Result<()> {
        let size = self.from.layout.size();
        let length = *self.from.layout.shape.last().unwrap_or(&1);
        let rows = size.checked_div(length).unwrap_or(0);
        let threads = threads::count();
        if length as usize >= MIN_PARALLEL_ROW && rows < 4 * threads as i64 {
            return self.some::<E>(0, rows, length as usize, threads);
        }
        spread(rows, size.saturating_mul(POSITIONS_PER_ELEMENT), 1, |first, end| {
            self.some::<E>(first, end, length as usize, 1)
        })
    }

    /// Sorts rows `first` to `end`, each in this many chunks.
    fn some<E: Sorted>(&self, first: i64, end: i64, length: usize, chunks: usize) -> Result<()> {
        if self.index_out.is_none() {
            self.by_value::<E>(first, end, length, chunks)
        } else if length <= u32::MAX as usize {
            self.with_indices::<E, u32>(first, end, length, chunks, |index| index as u32, i64::from)
        } else {
            self.with_indices::<E, i64>(first, end, length, chunks, |index| index as i64, |index| index)
        }
    }

    /// The first element of a row of a view.
    fn row<T>(&self, view: &View, row: i64, length: usize) -> *mut T {
        self.site.start(view).cast::<T>().wrapping_add(row as usize * length)
    }

    fn by_value<E: Sorted>(&self, first: i64, end: i64, length: usize, chunks: usize) -> Result<()> {
        let Some(sorted) = self.sorted else { return Ok(()) };
        let in_place = self.computed.is_none() && self.from.relation(sorted) == Relation::Same;
        let (scratch, own) = (self.site.buffer(length * size_of::<E>())?, self.aligned_row::<E>(sorted, length)?);
        for row in first..end {
            let out = self.row::<E>(sorted, row, length);
            let to = own.as_ref().map_or(out, |own| own.at::<E>());
            let (from, in_place) = match self.computed {
                None => (self.row::<E>(self.from, row, length), in_place && own.is_none()),
                Some(computed) => {
                    // SAFETY: the buffer holds the row, which is no other thread's.
                    unsafe { computed.fill(self.site, row * length as i64, length, to.cast(), chunks > 1)? };
                    (to, true)
                }
            };
            let from = Shared(from);
            // SAFETY: row and element lie within the operand, unaligned.
            let get = |i: usize| unsafe { from.get().add(i).read_unaligned() };
            // SAFETY: the rows have `length` elements and are no other thread's, and so is the scratch. If the output
            // is unaligned, the row is sorted in another buffer, from which its bytes are copied.
            unsafe {
                sort_row(get, length, to, scratch.at(), in_place, chunks);
                if own.is_some() {
                    std::ptr::copy_nonoverlapping(to.cast_const().cast::<u8>(), out.cast(), length * size_of::<E>());
                }
            }
        }
        Ok(())
    }

    fn with_indices<E: Sorted, P: Copy + Send + Sync>(
        &self,
        first: i64,
        end: i64,
        length: usize,
        chunks: usize,
        narrow: impl Fn(usize) -> P + Sync,
        wide: impl Fn(P) -> i64,
    ) -> Result<()> {
        let bytes = length * size_of::<Indexed<E, P>>();
        let (pairs, scratch) = (self.site.buffer(bytes)?, self.site.buffer(bytes)?);
        let pairs = pairs.at::<Indexed<E, P>>();
        let values = self.computed.map(|_| self.site.buffer(length * size_of::<E>())).transpose()?;
        for row in first..end {
            let from = match (self.computed, &values) {
                (Some(computed), Some(values)) => {
                    // SAFETY: the buffer holds a row, and is this call's own.
                    unsafe { computed.fill(self.site, row * length as i64, length, values.at(), chunks > 1)? };
                    values.at()
                }
                _ => self.row::<E>(self.from, row, length),
            };
            let from = Shared(from);
            // SAFETY: row and element lie within the operand, unaligned.
            let get = |i: usize| Indexed { element: unsafe { from.get().add(i).read_unaligned() }, index: narrow(i) };
            // SAFETY: both buffers hold `length` pairs, and are this call's own.
            unsafe { sort_row(get, length, pairs, scratch.at(), false, chunks) };
            // SAFETY: sorting has written all pairs of the row; the outputs have as many elements, unaligned.
            unsafe {
                if let Some(sorted) = self.sorted {
                    let out = self.row::<E>(sorted, row, length);
                    (0..length).for_each(|i| out.add(i).write_unaligned((*pairs.add(i)).element));
                }
                if let Some(view) = self.index_out {
                    let out = self.row::<i64>(view, row, length);
                    (0..length).for_each(|i| out.add(i).write_unaligned(wide((*pairs.add(i)).index)));
                }
            }
        }
        Ok(())
    }

    /// A buffer for a row, if the output is not aligned for its elements.
    fn aligned_row<E>(&self, out: &View, length: usize) -> Result<Option<PoolBuffer<'_>>> {
        if self.site.start(out).cast::<E>().is_aligned() {
            Ok(None)
        } else {
            self.site.buffer(length * size_of::<E>()).map(Some)
        }
    }
}
