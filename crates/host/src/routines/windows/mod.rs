//! Routines on windows of an array: along one axis (`axis.rs`), of any shape (`neighbors.rs`, `rank.rs`), and around
//! points between elements (`interpolate.rs`, and the filter before it, `spline_filter.rs`). They share the reading and
//! writing of elements by their positions in C order, with conversion to and from the dtype of the computation.

pub(super) mod axis;
mod columns;
mod direct;
mod integers;
pub(super) mod interpolate;
mod lines;
pub(super) mod neighbors;
mod networks;
pub(super) mod rank;
pub(super) mod spline_filter;
mod whole_parts;

use cuprust_ir::{Error, Operand, Result, View};
use cuprust_num::{DType, Scalar};
use cuprust_ops::Loop;

use super::load::Elements;
use super::{Shared, Site, Work, gathered, whole_walk};
use crate::block::Scratch;
use crate::cast::cast_loop;
use crate::gather::Walk;

/// Elements that are converted at a time if they are not contiguous in C order.
const CHUNK: usize = 1 << 10;

/// The elements of an operand, read by their positions in C order and converted.
struct Reader<'a> {
    elements: Elements<'a>,
    size: usize,
    convert: Loop,
}

impl<'a> Reader<'a> {
    /// The elements of the first input, converted by a loop from its dtype.
    fn new(work: &'a Work, site: &'a Site<'a>, convert: Loop) -> Result<Reader<'a>> {
        let elements = work.elements_without_overlap(0, site, false)?;
        Ok(Reader { size: elements.size(), elements, convert })
    }

    /// Converts `n` elements from `first` on to `to`, where each takes `size` bytes.
    ///
    /// # Safety
    /// There are as many elements, `to` holds them and is aligned for the loop, and `buffer` is this thread's.
    unsafe fn read(&self, first: i64, n: usize, buffer: &Scratch, to: *mut u8, size: usize) -> Result<()> {
        let mut done = 0;
        while done < n {
            let some = (n - done).min(CHUNK);
            // SAFETY: the elements exist, and the buffer holds a chunk of the widest ones.
            unsafe {
                let mut from = self.elements.at(first + done as i64, some, || Ok(buffer.at(0)))?;
                if from.addr() % self.size != 0 {
                    std::ptr::copy(from, buffer.at(0), some * self.size);
                    from = buffer.at(0);
                }
                (self.convert)(&from, &to.add(done * size), some);
            }
            done += some;
        }
        Ok(())
    }
}

/// A thread's buffer for the elements that a reader or a writer makes contiguous.
fn chunk_buffer() -> Result<Scratch> {
    Scratch::try_new(CHUNK * 16)
}

/// The elements of an output, written by their positions in C order and converted.
struct Writer {
    start: Shared<u8>,
    walk: Walk,
    size: usize,
    convert: Loop,
}

impl Writer {
    /// The elements of the output, converted by a loop to its dtype.
    fn new(work: &Work, site: &Site, convert: Loop) -> Result<Writer> {
        let view = work.output();
        Ok(Writer { start: Shared(site.start(view)), walk: whole_walk(view)?, size: view.dtype.size(), convert })
    }

    /// The address of `n` elements from position `first` on, if they are contiguous and aligned.
    fn direct(&self, first: i64, n: usize) -> Option<*mut u8> {
        let to = self.start.get().wrapping_offset(self.walk.direct(first, n)? as isize);
        to.addr().is_multiple_of(self.size).then_some(to)
    }

    /// Converts `n` values of `size` bytes each, and writes them from position `first` on.
    ///
    /// # Safety
    /// There are as many elements, which no other thread touches, and as many values; `buffer` is this thread's.
    unsafe fn write(&self, first: i64, n: usize, buffer: &Scratch, from: *const u8, size: usize) {
        let mut done = 0;
        while done < n {
            let (some, at) = ((n - done).min(CHUNK), first + done as i64);
            // SAFETY: the elements are this call's, and the buffer holds a chunk of the widest ones.
            unsafe {
                let values = from.add(done * size);
                match self.direct(at, some) {
                    Some(to) => (self.convert)(&values, &to, some),
                    None => {
                        (self.convert)(&values, &buffer.at(0), some);
                        self.walk.scatter(self.start.get(), at, some, buffer.at(0));
                    }
                }
            }
            done += some;
        }
    }
}

/// Checks that an input and the output are real, have one shape, and that the last input is a scalar.
fn check_real(work: &Work, inputs: usize) -> Result<()> {
    let (values, out) = (work.view(0)?, work.output());
    if work.inputs.len() != inputs || !matches!(work.inputs.last(), Some(Operand::Scalar(_))) {
        return Err(Error::runtime("takes the value beyond the edges as its last input, a scalar"));
    }
    if values.dtype.is_complex() || out.dtype.is_complex() {
        return Err(Error::type_("takes and gives real numbers"));
    }
    if values.layout.shape != out.layout.shape {
        return Err(Error::runtime("gives an element for each that it takes"));
    }
    Ok(())
}

/// A scalar input, converted to a dtype.
pub(super) fn scalar(work: &Work, input: usize, site: &Site, dtype: DType) -> Result<Scalar> {
    let Some(Operand::Scalar(id)) = work.inputs.get(input) else {
        return Err(Error::runtime(format!("input {input} must be a scalar")));
    };
    let scalar = site.scalars.get(id.0 as usize);
    Ok(scalar.ok_or_else(|| Error::runtime(format!("scalar {} is missing", id.0)))?.cast(dtype))
}

/// The elements of a small operand of this dtype, which is `T`'s, in C order.
pub(super) fn small<T: cuprust_num::Element>(view: &View, site: &Site) -> Result<Vec<T>> {
    if view.dtype != T::DTYPE {
        return Err(Error::type_(format!("takes {} for {}", T::DTYPE, view.dtype)));
    }
    let count = view.layout.size() as usize;
    let mut all = cuprust_reserve::list(count)?;
    if count > 0 {
        let copy = gathered(site.start(view).cast_const(), &whole_walk(view)?, view)?;
        // SAFETY: the copy holds as many elements, aligned for any of them.
        all.extend_from_slice(unsafe { std::slice::from_raw_parts(copy.at(0).cast::<T>(), count) });
    }
    Ok(all)
}

/// The loops from the dtype of the first input to `T`, and from `R` to that of the output.
fn casts<T: cuprust_num::Element, R: cuprust_num::Element>(work: &Work) -> Result<(Loop, Loop)> {
    Ok((cast_loop(work.view(0)?.dtype, T::DTYPE), cast_loop(R::DTYPE, work.output().dtype)))
}
