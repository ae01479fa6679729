//! The types of parameters that exist only for the table.

use std::borrow::Cow;

use cuprust_num::{DType, Value};

use crate::{Argument, Array, Dims, Error, Index, Result};

/// An array to write to, where there is one.
#[derive(Clone, Copy, Default)]
pub struct Out<'a>(pub Option<&'a Array>);

impl<'a> Out<'a> {
    /// The array, for a function that changes its first argument.
    ///
    /// # Errors
    /// A type error where it is None.
    pub fn array(self, function: &str) -> Result<&'a Array> {
        self.0.ok_or_else(|| Error::type_(format!("{function}() argument 1 must be cuprust.ndarray, not None")))
    }
}

/// What a result is written to, or its dtype.
#[derive(Clone, Copy, Default)]
pub enum Output<'a> {
    /// A new array of the dtype that the function gives.
    #[default]
    New,
    /// A new array of this dtype.
    DType(DType),
    /// This array.
    Array(&'a Array),
}

/// A value for all axes, or a sequence of one for each.
#[derive(Debug, Clone)]
pub struct PerAxis<T> {
    /// The values.
    pub values: Vec<T>,
    /// Whether they are a sequence, which has one value for each axis even where it has one.
    pub sequence: bool,
}

impl<T> PerAxis<T> {
    /// One value for all axes.
    pub fn all(value: T) -> PerAxis<T> {
        PerAxis { values: vec![value], sequence: false }
    }

    /// One value for each axis.
    pub fn each(values: Vec<T>) -> PerAxis<T> {
        PerAxis { values, sequence: true }
    }
}

/// A bool array: only elements where it is true take part. Nothing where all do.
#[derive(Clone, Copy, Default)]
pub struct Mask<'a>(pub Option<&'a Array>);

/// An array, NumPy's too, or a number: what is copied somewhere.
#[derive(Clone, Copy)]
pub struct Elements<'a>(pub Argument<'a>);

impl<'a> From<Elements<'a>> for Argument<'a> {
    fn from(Elements(argument): Elements<'a>) -> Argument<'a> {
        argument
    }
}

/// A shape.
#[derive(Debug, Clone)]
pub struct Shape(pub Dims);

/// The length along each of some axes: as a shape.
#[derive(Debug, Clone, Copy)]
pub struct Lengths<'a>(pub &'a [i64]);

/// A number of elements, or an offset among them: an integer clamped to 64 bits, which is beyond every array, so that
/// one that is too large is refused as any other.
#[derive(Debug, Clone, Copy)]
pub struct Clamped(pub i64);

/// How far elements move around an axis: integers of up to 128 bits.
#[derive(Debug, Clone)]
pub enum Shifts<'a> {
    /// Of 64 bits.
    Narrow(&'a [i64]),
    /// Of which one at least is wider.
    Wide(Vec<i128>),
}

impl Shifts<'_> {
    /// The shifts in 64 bits, for an array of this many elements: wider ones modulo that number, which each extent
    /// divides.
    pub fn within(&self, size: i64) -> Cow<'_, [i64]> {
        match self {
            Shifts::Narrow(shifts) => Cow::Borrowed(shifts),
            Shifts::Wide(shifts) => {
                shifts.iter().map(|shift| shift.rem_euclid(i128::from(size.max(1))) as i64).collect()
            }
        }
    }
}

/// How often: once for all, or for each index. As in NumPy, numbers are converted to integers.
#[derive(Debug, Clone)]
pub struct Counts(pub Dims);

/// Ranks of elements in order: an integer, or integers in a sequence that is no empty list.
#[derive(Debug, Clone)]
pub struct Ranks(pub Dims);

/// Integers in a sequence: one integer alone is none.
#[derive(Debug, Clone)]
pub struct Sequence(pub Dims);

/// Several lists of integers.
#[derive(Debug, Clone, Default)]
pub struct IntLists(pub Vec<Dims>);

/// Integers that name elements.
#[derive(Clone, Copy)]
pub struct Indices<'a>(pub &'a Array);

/// The same, several times.
#[derive(Clone, Default)]
pub struct EachIndices<'a>(pub Vec<&'a Array>);

/// One part of an index, with its array.
#[derive(Clone)]
pub enum IndexPart {
    /// A part that is no array.
    Basic(Index<'static>),
    /// An array of integers or bools.
    Array(Array),
}

impl IndexPart {
    /// The part as an index has it.
    pub fn index(&self) -> Index<'_> {
        match self {
            IndexPart::Basic(index) => *index,
            IndexPart::Array(array) => Index::Array(array),
        }
    }
}

/// What may be between the brackets of an array.
#[derive(Clone, Copy)]
pub struct Parts<'a>(pub &'a [IndexPart]);

impl<'a> Parts<'a> {
    /// The index.
    pub fn index(self) -> Vec<Index<'a>> {
        self.0.iter().map(IndexPart::index).collect()
    }
}

/// The same, in which a mask without elements stays a mask: `delete` and `insert` refuse one of another extent than the
/// axis.
#[derive(Clone, Copy)]
pub struct WrittenParts<'a>(pub &'a [IndexPart]);

/// An array that says how another one is worked on, as the weights of a filter: of ours or NumPy's.
#[derive(Debug, Clone, Copy)]
pub struct AnyArray<'a>(pub &'a Array);

impl std::ops::Deref for AnyArray<'_> {
    type Target = Array;

    fn deref(&self) -> &Array {
        self.0
    }
}

/// What a `_like` function takes shape, dtype and order from.
#[derive(Clone, Copy)]
pub struct Prototype<'a>(pub &'a Array);

/// An array of which only the axes count.
#[derive(Clone, Copy)]
pub struct Shaped<'a>(pub &'a Array);

/// Any object.
#[derive(Debug, Clone, Copy)]
pub struct Anything<'a> {
    /// Whether it is given, and not `None`.
    pub given: bool,
    /// The array, where it is one.
    pub array: Option<&'a Array>,
}

/// An object of the host language that becomes an array. It is asked on the thread of the call, which holds no device's
/// lock.
pub trait Foreign {
    /// An array of the object's elements, of a dtype where one is named. It is on the current device, or where the
    /// memory is that the object exposes.
    ///
    /// # Errors
    /// Of the kind [`crate::ErrorKind::Host`] where the host language raises an exception; a type error for elements
    /// that arrays do not have.
    fn array(&self, dtype: Option<DType>) -> Result<Array>;

    /// Whether the array shares memory that the object exposes.
    ///
    /// # Errors
    /// Of the kind [`crate::ErrorKind::Host`].
    fn shares_memory(&self) -> Result<bool>;

    /// Whether the object is an array of the host language, whose elements have a dtype of their own.
    ///
    /// # Errors
    /// Of the kind [`crate::ErrorKind::Host`].
    fn is_array(&self) -> Result<bool>;

    /// The integer that the object is, where it is one.
    fn integer(&self) -> Option<i64>;

    /// The truth value of the language's own that the object is, where it is one.
    fn truth(&self) -> Option<bool>;
}

/// What becomes an array.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// An array.
    Array(&'a Array),
    /// An object of the host language.
    Foreign(&'a dyn Foreign),
}

impl Source<'_> {
    /// The array, converted to a dtype where one is named.
    ///
    /// # Errors
    /// As [`Foreign::array`].
    pub fn array(self, dtype: Option<DType>) -> Result<Array> {
        match (self, dtype) {
            (Source::Array(array), None) => Ok(array.clone()),
            (Source::Array(array), Some(dtype)) => array.in_dtype(dtype),
            (Source::Foreign(object), dtype) => object.array(dtype),
        }
    }

    /// The array; what has no dtype of its own, as a list, gets this one.
    ///
    /// # Errors
    /// As [`Foreign::array`].
    pub fn array_or_in(self, dtype: DType) -> Result<Array> {
        match self {
            Source::Foreign(object) if !object.is_array()? => object.array(Some(dtype)),
            own => own.array(None),
        }
    }

    /// The integer that it is, where it is one: an array of integers without axes is one, which is waited for.
    ///
    /// # Errors
    /// Where the array's elements fail to be computed.
    pub fn integer(self) -> Result<Option<i64>> {
        match self {
            Source::Array(array) if array.ndim() == 0 && array.dtype().is_integer() => Ok(Some(array.item()?.get())),
            Source::Array(_) => Ok(None),
            Source::Foreign(object) => Ok(object.integer()),
        }
    }
}

/// Real numbers in a shape: those of an array, or one number of the host language's own.
#[derive(Debug, Clone)]
pub struct Reals {
    /// The shape; none of a number alone.
    pub shape: Dims,
    /// The numbers.
    pub values: Vec<f64>,
    /// The dtype of an array's elements; nothing for a number of the host language's own, which lends none.
    pub dtype: Option<DType>,
    /// Whether they are integers.
    pub whole: bool,
}

impl Reals {
    /// A number alone, of the host language's own.
    pub(super) fn of(value: f64) -> Reals {
        Reals { shape: Dims::EMPTY, values: vec![value], dtype: None, whole: false }
    }
}

/// A stream that is accepted: work goes to the thread's.
pub struct AnyStream;

/// An array, or a sequence of arrays.
#[derive(Clone)]
pub enum ArrayOrSequence<'a> {
    /// An array.
    Array(&'a Array),
    /// A sequence of arrays.
    Sequence(Vec<&'a Array>),
}

/// A number or a name.
#[derive(Debug, Clone, Copy)]
pub enum NumberOrText<'a> {
    /// Neither.
    None,
    /// A number.
    Number(Value),
    /// A name.
    Text(&'a str),
}

/// An array or a name.
#[derive(Clone, Copy)]
pub enum ArrayOrText<'a> {
    /// An array.
    Array(&'a Array),
    /// A name.
    Text(&'a str),
}

/// An argument that is accepted and has no effect.
pub struct Ignored;

/// Axes to reduce. As NumPy's ufuncs have it, one axis, 0 or -1, may be named of an array that has none.
#[derive(Debug, Clone, Default)]
pub struct Axes {
    pub(super) named: Option<Dims>,
    pub(super) one: bool,
}

impl Axes {
    /// The axes as they were named, for functions that do not allow that.
    #[inline]
    pub fn named(&self) -> Option<&[i64]> {
        self.named.as_deref()
    }

    /// The axes of an array.
    #[inline]
    pub fn of(&self, array: &Array) -> Option<&[i64]> {
        match self.named.as_deref() {
            Some([0 | -1]) if self.one && array.ndim() == 0 => None,
            axes => axes,
        }
    }
}

/// Pairs of axes of two arrays: the last of the one with the first of the other, or those of two lists.
#[derive(Debug, Clone)]
pub enum AxisPairs {
    /// This many.
    Count(i64),
    /// These.
    Lists(Dims, Dims),
}

impl AxisPairs {
    /// The axes of both arrays. More than arrays have are one too many.
    pub fn lists(&self) -> (Dims, Dims) {
        /// One more than the most axes of an array, which is too many.
        const MAX_COUNT: i64 = 65;
        match self {
            AxisPairs::Count(count) => {
                let count = (*count).clamp(0, MAX_COUNT);
                ((-count..0).collect::<Dims>(), (0..count).collect::<Dims>())
            }
            AxisPairs::Lists(own, others) => (own.clone(), others.clone()),
        }
    }
}

/// The ends of an interval, each of which may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Limits(pub [Option<f64>; 2]);

/// Truth values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bools(pub Vec<bool>);

impl Bools {
    /// This many truth values.
    ///
    /// # Errors
    /// A value error for another number of them.
    pub fn exactly<const N: usize>(&self, name: &str) -> Result<[bool; N]> {
        let count = self.0.len();
        self.0[..].try_into().map_err(|_| Error::value(format!("{name} has {N} truth values, not {count}")))
    }
}

/// A bound of `clip`.
#[derive(Clone, Copy)]
pub enum Limit<'a> {
    /// Not given.
    Absent,
    /// None, or a bound.
    ArgumentValue(Option<Argument<'a>>),
}

impl<'a> Limit<'a> {
    /// The lower and the upper bound, of `a_min`, `a_max`, `min` and `max`.
    ///
    /// # Errors
    /// A type error where only one of the first two is given, a value error where bounds have both names.
    pub fn bounds(limits: [Limit<'a>; 4]) -> Result<(Option<Argument<'a>>, Option<Argument<'a>>)> {
        let (low, high) = match limits {
            [Limit::Absent, Limit::Absent, min, max] => (min, max),
            [Limit::Absent, ..] => return Err(missing("a_min")),
            [_, Limit::Absent, ..] => return Err(missing("a_max")),
            [low, high, Limit::Absent, Limit::Absent] => (low, high),
            _ => {
                return Err(Error::value(
                    "Passing `min` or `max` keyword argument when `a_min` and `a_max` are provided is forbidden.",
                ));
            }
        };
        let bound = |limit| match limit {
            Limit::Absent => None,
            Limit::ArgumentValue(bound) => bound,
        };
        Ok((bound(low), bound(high)))
    }
}

fn missing(name: &str) -> Error {
    Error::type_(format!("clip() missing 1 required positional argument: '{name}'"))
}
