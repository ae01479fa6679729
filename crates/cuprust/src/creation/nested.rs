//! Arrays from Rust data: numbers, nested arrays, vectors and slices, iterators.

use cuprust_ir::{Error, Result};
use cuprust_num::{Element, bf16, c64, c128, f16};

use crate::{Array, Device};

/// A number, or nested arrays, vectors and slices of numbers: the arguments of [`asarray`] and
/// [`array!`](crate::array!).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the data of an array",
    note = "data are numbers, and arrays, vectors and slices of data"
)]
pub trait Nested {
    /// The type of its numbers.
    type Element: Element;

    /// Appends the extent of each axis.
    fn shape(&self, shape: &mut Vec<i64>);

    /// Appends the elements, in C order. `shape` has the expected lengths.
    ///
    /// # Errors
    /// A value error where something is of another length.
    fn elements(&self, shape: &[i64], elements: &mut Vec<Self::Element>) -> Result<()>;
}

macro_rules! numbers {
    ($($number:ty)*) => { $(
        impl Nested for $number {
            type Element = $number;
            fn shape(&self, _: &mut Vec<i64>) {}
            fn elements(&self, _: &[i64], elements: &mut Vec<$number>) -> Result<()> {
                elements.push(*self);
                Ok(())
            }
        }
    )* };
}
numbers! { bool i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64 c64 c128 }

impl<N: Nested> Nested for [N] {
    type Element = N::Element;

    fn shape(&self, shape: &mut Vec<i64>) {
        shape.push(self.len() as i64);
        if let Some(first) = self.first() {
            first.shape(shape);
        }
    }

    fn elements(&self, shape: &[i64], elements: &mut Vec<N::Element>) -> Result<()> {
        match shape.split_first() {
            Some((&extent, rest)) if extent == self.len() as i64 => {
                self.iter().try_for_each(|inner| inner.elements(rest, elements))
            }
            _ => Err(Error::value(
                "setting an array element with a sequence. The requested array has an inhomogeneous shape: all parts of an axis \
                 need one length",
            )),
        }
    }
}

macro_rules! lists {
    ($(($($generic:tt)*) $list:ty;)*) => { $(
        impl<$($generic)*> Nested for $list {
            type Element = N::Element;
            fn shape(&self, shape: &mut Vec<i64>) { self[..].shape(shape) }
            fn elements(&self, shape: &[i64], elements: &mut Vec<N::Element>) -> Result<()> {
                self[..].elements(shape, elements)
            }
        }
    )* };
}
lists! {
    (N: Nested, const K: usize) [N; K];
    (N: Nested) Vec<N>;
}

impl<N: Nested + ?Sized> Nested for &N {
    type Element = N::Element;

    fn shape(&self, shape: &mut Vec<i64>) {
        (**self).shape(shape);
    }

    fn elements(&self, shape: &[i64], elements: &mut Vec<N::Element>) -> Result<()> {
        (**self).elements(shape, elements)
    }
}

/// An array of numbers on the current device: `asarray([[1.0, 2.0], [3.0, 4.0]])`, `asarray(&vec)`. The dtype is that
/// of the Rust type; an untyped integer literal is an `i32`.
///
/// # Errors
/// A value error for rows of different lengths; where there is no current device or memory is exhausted.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(asarray([[1, 2], [3, 4]])?.shape(), [2, 2]);
/// # Ok::<(), Error>(())
/// ```
pub fn asarray(data: impl Nested) -> Result<Array> {
    let (mut shape, mut elements) = (Vec::new(), Vec::new());
    data.shape(&mut shape);
    data.elements(&shape, &mut elements)?;
    Array::from_slice(&elements, &shape, Device::current()?)
}

/// A one-dimensional array of the elements of an iterator, on the current device: `from_iter((0..5).map(|x| x as
/// f32))`.
///
/// # Errors
/// Where there is no current device or no memory.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(from_iter((0..3).map(|x| x * x))?.to_string(), "[0 1 4]");
/// # Ok::<(), Error>(())
/// ```
pub fn from_iter<T: Element>(elements: impl IntoIterator<Item = T>) -> Result<Array> {
    from_elements(&elements.into_iter().collect::<Vec<T>>())
}

fn from_elements<T: Element>(elements: &[T]) -> Result<Array> {
    Array::from_slice(elements, [elements.len() as i64], Device::current()?)
}

/// The array of a literal: `array![1.0, 2.0]`, `array![[1, 2], [3, 4]]`, on the current device. The dtype is that of
/// the Rust type; an untyped integer literal is an `i32`.
///
/// # Panics
/// As an operator does, where there is no current device or no memory; [`asarray`](crate::asarray) returns that as an
/// error.
///
/// ```
/// use cuprust::*;
/// assert_eq!(array![[1, 2], [3, 4]].shape(), [2, 2]);
/// assert_eq!(array![1.5f32, 2.0].dtype(), DType::F32);
/// ```
#[macro_export]
macro_rules! array {
    ($data:expr; $count:expr) => { $crate::creation::panicking($crate::creation::asarray([$data; $count])) };
    ($($data:expr),* $(,)?) => { $crate::creation::panicking($crate::creation::asarray([$($data),*])) };
}

/// The result, or a panic with the error's text: replaces `?` where no `Result` can be returned.
///
/// # Panics
/// For an error.
#[doc(hidden)]
#[track_caller]
pub fn panicking<T>(result: Result<T>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}

/// A vector's elements in one axis, on the current device.
///
/// # Panics
/// As an operator does, where there is no current device or no memory; [`asarray`] returns that as an error.
impl<T: Element> From<Vec<T>> for Array {
    #[track_caller]
    fn from(elements: Vec<T>) -> Array {
        panicking(from_elements(&elements))
    }
}

/// A slice's elements in one axis, on the current device.
///
/// # Panics
/// As an operator does, where there is no current device or no memory; [`asarray`] returns that as an error.
impl<T: Element> From<&[T]> for Array {
    #[track_caller]
    fn from(elements: &[T]) -> Array {
        panicking(from_elements(elements))
    }
}

/// Nested arrays of one length, on the current device.
///
/// # Panics
/// As an operator does, where there is no current device or no memory; [`asarray`] returns that as an error.
impl<N: Nested, const K: usize> From<[N; K]> for Array {
    #[track_caller]
    fn from(data: [N; K]) -> Array {
        panicking(asarray(data))
    }
}

/// An iterator's elements in one axis, on the current device.
///
/// # Panics
/// As an operator does, where there is no current device or no memory; [`from_iter`] returns that as an error.
impl<T: Element> FromIterator<T> for Array {
    #[track_caller]
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Array {
        panicking(from_iter(elements))
    }
}

/// The elements in C order. Waits for them.
impl<T: Element> TryFrom<&Array> for Vec<T> {
    type Error = Error;

    /// # Errors
    /// As [`Array::to_vec`].
    fn try_from(array: &Array) -> Result<Vec<T>> {
        array.to_vec()
    }
}
