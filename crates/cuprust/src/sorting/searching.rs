//! Binary search in sorted elements: `searchsorted`, `digitize`.

use cuprust_ir::{Error, Layout, Opcode, Result};
use cuprust_num::{Casting, DType, promote};
use cuprust_ops::Routine;

use crate::Array;
use crate::indexing::take_known;
use crate::runtime::NumPy;
use crate::ufunc::casting::cannot_cast;
use crate::ufunc::rows;

/// The side of equal elements on which a value is inserted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Side {
    /// Before them.
    #[default]
    Left,
    /// After them.
    Right,
}

impl Side {
    /// The side by its name in NumPy.
    ///
    /// # Errors
    /// A value error for another name.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert!(sorting::Side::from_name("left").is_ok() && sorting::Side::from_name("other").is_err());
    /// ```
    pub fn from_name(name: &str) -> Result<Side> {
        match name {
            "left" => Ok(Side::Left),
            "right" => Ok(Side::Right),
            _ => Err(Error::value(format!("search side must be 'left' or 'right' (got '{name}')"))),
        }
    }
}

/// For each value the index at which inserting it keeps elements sorted, as int64: `numpy.searchsorted`. NaN come last.
/// `sorter` has the indices that sort the elements, if they are not sorted. Waits for them, to check them.
///
/// ```
/// use cuprust::*;
/// use cuprust::sorting::{Side, searchsorted};
/// # fn main() -> Result<()> {
/// assert_eq!(searchsorted(&array![1, 3, 5], &array![0, 3, 9], Side::Left, None)?.to_string(), "[0 1 3]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for elements of other than one axis, for another number of sorter indices, and for ones out of range
/// (before NumPy 2.5 only if values are searched); a type error for a sorter that is not of integers, or of other than
/// one axis.
pub fn searchsorted(elements: &Array, values: &Array, side: Side, sorter: Option<&Array>) -> Result<Array> {
    elements.check_device(values)?;
    check_line(elements)?;
    let sorted = match sorter {
        None => elements.clone(),
        Some(sorter) => {
            elements.check_device(sorter)?;
            sorted_by(elements, sorter, values)?
        }
    };
    let dtype = promote(elements.dtype(), values.dtype());
    let (sorted, values) = (sorted.in_dtype(dtype)?, values.in_dtype(dtype)?);
    let indices = Array::empty(values.shape(), DType::I64, values.device())?;
    if indices.size() != 0 {
        let search = Opcode::Routine(Routine::Search { right: side == Side::Right });
        let inputs = [sorted.input(), values.input()];
        indices.device().lock()?.record(search, indices.shape(), &[indices.output()], &inputs)?;
    }
    Ok(indices)
}

impl Array {
    /// As [`searchsorted`], among this array's elements.
    ///
    /// # Errors
    /// As [`searchsorted`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let edges = array![1, 3, 5];
    /// assert_eq!(edges.searchsorted(&array![0, 3, 9], sorting::Side::Left, None)?.to_string(), "[0 1 3]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn searchsorted(&self, values: &Array, side: Side, sorter: Option<&Array>) -> Result<Array> {
        searchsorted(self, values, side, sorter)
    }
}

fn sorted_by(elements: &Array, sorter: &Array, values: &Array) -> Result<Array> {
    if sorter.ndim() != 1 {
        return Err(Error::type_("could not parse sorter argument"));
    }
    if !sorter.dtype().is_integer() {
        return Err(Error::type_("sorter must only contain integers"));
    }
    if sorter.size() != elements.size() {
        return Err(Error::value("sorter.size must equal a.size"));
    }
    if values.size() == 0 && NumPy::followed() < NumPy(2, 5) {
        // As in NumPy before 2.5, an empty search does not check the sorter.
        return Ok(elements.clone());
    }
    let sorter = sorter.ravel()?.in_dtype(DType::I64)?;
    if sorter.size() != 0 {
        let extremes = [rows::min(&sorter, ..)?.item()?.get::<i64>(), rows::max(&sorter, ..)?.item()?.get()];
        if extremes.iter().any(|index| !(0..elements.size()).contains(index)) {
            return Err(Error::value("Sorter index out of range."));
        }
    }
    take_known(elements, &sorter, 0)
}

/// Refuses an array that does not have one axis.
fn check_line(array: &Array) -> Result<()> {
    match array.ndim() {
        0 => Err(Error::value("object of too small depth for desired array")),
        1 => Ok(()),
        _ => Err(Error::value("object too deep for desired array")),
    }
}

/// For each value the number of its bin, between edges that ascend or descend: `numpy.digitize`. Bin `i` is between
/// edges `i - 1` and `i` and includes the lower one, or with `right` the upper one. Waits for the edges.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(sorting::digitize(&array![0.5, 3.0], &array![0.0, 1.0, 2.0], false)?.to_string(), "[1 3]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for complex numbers, a value error for edges that neither ascend nor descend, or do not have one axis.
pub fn digitize(values: &Array, edges: &Array, right: bool) -> Result<Array> {
    if values.dtype().is_complex() {
        return Err(Error::type_("x may not be complex"));
    }
    if edges.dtype().is_complex() {
        return Err(cannot_cast(edges.dtype(), DType::F64, Casting::Safe));
    }
    check_line(edges)?;
    values.check_device(edges)?;
    let side = if right { Side::Left } else { Side::Right };
    match course(&edges.in_dtype(DType::F64)?.to_vec::<f64>()?) {
        Course::Ascending => searchsorted(edges, values, side, None),
        Course::Descending => {
            let Layout { shape, strides, offset } = edges.layout().clone();
            let (count, step) = (shape[0], strides[0]);
            let reversed =
                edges.view_of(Layout { shape, strides: [-step][..].into(), offset: offset + (count - 1) * step });
            rows::subtract(count, &searchsorted(&reversed, values, side, None)?)
        }
        Course::Neither => Err(Error::value("bins must be monotonically increasing or decreasing")),
    }
}

/// The order of a sequence of numbers.
enum Course {
    Ascending,
    Descending,
    Neither,
}

/// The order of a sequence of numbers: equal ones ascend. The first two that differ decide.
fn course(numbers: &[f64]) -> Course {
    let Some(first) = numbers.windows(2).position(|pair| pair[0] != pair[1]) else { return Course::Ascending };
    let pairs = || numbers[first..].windows(2);
    match numbers[first] < numbers[first + 1] {
        true if !pairs().skip(1).any(|pair| pair[0] > pair[1]) => Course::Ascending,
        false if !pairs().skip(1).any(|pair| pair[0] < pair[1]) => Course::Descending,
        _ => Course::Neither,
    }
}
