//! Conversion of sources to arrays: the source itself if it is already as requested.

use cuprust_ir::{Error, Layout, Result};
use cuprust_num::{Casting, DType, can_cast};

use super::{Foreign, Own, Returned, Source};
use crate::ufunc::casting::{cannot_cast, warn_of_lost_parts};
use crate::{Array, Device, MAX_AXES, Order};

/// The requested properties of the array.
#[derive(Clone, Copy)]
pub(crate) struct ArrayOptions {
    /// Its dtype; by default the source's.
    pub dtype: Option<DType>,
    /// The order of its elements.
    pub order: Order,
    /// Whether it must or must not be a copy; by default it is copied if necessary.
    pub copy: Option<bool>,
}

impl ArrayOptions {
    /// The array of a source, on a device. Where none is named, an array is brought to the one where the thread makes
    /// arrays, as CuPy does; what others lend stays where it is.
    ///
    /// # Errors
    /// A value error where a copy is needed and forbidden; as [`Foreign::array`](crate::table::Foreign::array).
    pub(crate) fn of(self, source: Source, device: Option<Device>) -> Result<Own> {
        let device = match (source, device) {
            (_, Some(device)) => device,
            (Source::Array(_), None) => Device::current()?,
            (Source::Foreign(_), None) => return self.here(source),
        };
        match source {
            Source::Array(array) if array.device() == device => self.here(source),
            Source::Array(_) if self.copy == Some(false) => Err(unavoidable("on another device")),
            Source::Array(array) => {
                let moved = array.to_device(device)?;
                let dtype = self.dtype.unwrap_or(moved.dtype());
                Ok(Own::New(converted(&moved, dtype, self.order, Casting::Unsafe, false)?.or(moved)))
            }
            Source::Foreign(object) => {
                let before = device.make_current()?;
                let made = self.made_of(object);
                before.make_current()?;
                made?.to_device(device).map(Own::New)
            }
        }
    }

    /// As [`ArrayOptions::of`], on the device on which the source is or becomes an array.
    ///
    /// # Errors
    /// As [`ArrayOptions::of`].
    pub(crate) fn here(self, source: Source) -> Result<Own> {
        let array = match source {
            Source::Array(array) => array,
            Source::Foreign(object) => return self.made_of(object).map(Own::New),
        };
        let same = self.dtype.is_none_or(|dtype| dtype == array.dtype()) && lies_in(array, self.order);
        if !same && self.copy == Some(false) {
            return Err(unavoidable("as requested"));
        }
        let dtype = self.dtype.unwrap_or(array.dtype());
        converted(array, dtype, self.order, Casting::Unsafe, self.copy == Some(true))
    }

    fn made_of(self, object: &dyn Foreign) -> Result<Array> {
        if self.copy == Some(false) {
            return Err(unavoidable("as requested"));
        }
        let array = object.array(self.dtype)?;
        // Foreign memory is copied if a copy is requested; an array made from an object is new already.
        let copy = self.copy == Some(true) && object.shares_memory()?;
        let own = converted(&array, array.dtype(), self.order, Casting::Unsafe, copy)?.or(array);
        // An array in both orders gets the strides of the requested one.
        let layout = match self.order {
            Order::C => Layout::contiguous(own.shape()),
            Order::F => Layout::fortran(own.shape()),
            Order::A | Order::K => return Ok(own),
        };
        if own.layout().strides == layout.strides || !lies_in(&own, self.order) || object.shares_memory()? {
            return Ok(own);
        }
        Ok(own.view_of(Layout { offset: own.layout().offset, ..layout }))
    }
}

fn unavoidable(how: &str) -> Error {
    Error::value(format!("Unable to avoid copy while creating an array {how}."))
}

/// The result of a source, with axes of extent one prepended up to a rank.
pub(crate) fn with_axes(made: Own, source: Source, rank: usize) -> Returned {
    match (made, source) {
        (Own::First, Source::Array(array)) if array.ndim() < rank => Returned::View(array.at_least(rank)),
        (Own::First, _) => Returned::First,
        (Own::New(array), _) if array.ndim() < rank => Returned::View(array.at_least(rank)),
        (Own::New(array), _) => Returned::New(array),
    }
}

/// The minimum number of axes of an array, if it is allowed.
///
/// # Errors
/// A value error for more than an array can have, an overflow error beyond 32 bits.
pub(crate) fn least_rank(ndmin: i64) -> Result<usize> {
    if i32::try_from(ndmin).is_err() {
        return Err(Error::overflow("Python int too large to convert to C int"));
    }
    match usize::try_from(ndmin).unwrap_or(0) {
        rank if rank > MAX_AXES => Err(Error::value(format!("ndmin must be <= ndmax ({MAX_AXES})"))),
        rank => Ok(rank),
    }
}

/// The elements in a dtype and order; the array itself if it has both and no copy is requested.
///
/// # Errors
/// A type error where the casting rule does not allow it.
pub(crate) fn converted(array: &Array, dtype: DType, order: Order, casting: Casting, copy: bool) -> Result<Own> {
    if !can_cast(array.dtype(), dtype, casting) {
        return Err(cannot_cast(array.dtype(), dtype, casting));
    }
    if !copy && dtype == array.dtype() && lies_in(array, order) {
        return Ok(Own::First);
    }
    warn_of_lost_parts(array.dtype(), dtype)?;
    array.copy_ordered(dtype, order).map(Own::New)
}

/// Whether an array's elements are stored in an order.
fn lies_in(array: &Array, order: Order) -> bool {
    match order {
        Order::C => array.layout().is_contiguous(),
        Order::F => array.layout().is_fortran(),
        Order::A | Order::K => true,
    }
}
