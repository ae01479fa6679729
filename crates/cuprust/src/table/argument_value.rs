//! Arguments as a host language has converted them.

use std::any::Any;

use cuprust_num::{Casting, DType, Scalar, Value};
use cuprust_ops::RowId;

use super::kinds::{Foreign, IndexPart, Reals};
use crate::array::Pairs;
use crate::ufunc::Loop;
use crate::{Argument, Array, Bounds, Device, Dims, Order};

/// The value of an argument, which a host language has converted.
#[derive(Default)]
pub enum ArgumentValue<'a> {
    /// Not given.
    #[default]
    Absent,
    /// `None`, or a value that means the same.
    None,
    /// An array of the caller's.
    Array(&'a Array),
    /// An array that was made of an argument.
    New(Box<Array>),
    /// Several arrays.
    Arrays(Vec<ArrayCow<'a>>),
    /// Several arguments.
    Each(Box<[ArgumentValue<'a>]>),
    /// A number without a dtype.
    Value(Value),
    /// A number with a dtype.
    Scalar(Scalar),
    /// An integer.
    Int(i64),
    /// Integers.
    Ints(Dims),
    /// Lists of integers.
    IntLists(Box<[Dims]>),
    /// Two integers for each axis.
    IntPairs(Box<Pairs<i64>>),
    /// The parts of an index.
    Index(Box<[IndexPart]>),
    /// Two numbers for each axis.
    NumberPairs(Box<Pairs<Argument<'static>>>),
    /// Two lists of axes.
    AxisLists(Box<(Dims, Dims)>),
    /// A real number.
    Float(f64),
    /// Real numbers in a shape.
    Reals(Box<Reals>),
    /// A truth value.
    Bool(bool),
    /// A string.
    Text(Box<str>),
    /// A dtype.
    DType(DType),
    /// An order.
    Order(Order),
    /// A casting rule.
    Casting(Casting),
    /// A loop of a ufunc.
    Loop(Box<Loop>),
    /// What becomes of indices out of range.
    Bounds(Bounds),
    /// The same for each axis.
    EachBounds(Box<[Bounds]>),
    /// A device.
    Device(Device),
    /// An object that becomes an array.
    Foreign(Box<dyn Foreign + 'a>),
    /// A row.
    Row(RowId),
    /// An object of a class of the crate, whose method is called.
    Owner(&'a (dyn Any + 'static)),
}

impl ArgumentValue<'_> {
    /// Whether it may own memory.
    pub fn owns(&self) -> bool {
        use ArgumentValue::*;
        matches!(
            self,
            New(_)
                | Arrays(_)
                | Each(_)
                | Ints(_)
                | IntLists(_)
                | IntPairs(_)
                | Index(_)
                | Reals(_)
                | Loop(_)
                | EachBounds(_)
                | NumberPairs(_)
                | AxisLists(_)
                | Text(_)
                | Foreign(_)
        )
    }
}

impl<'a> From<ArrayCow<'a>> for ArgumentValue<'a> {
    fn from(held: ArrayCow<'a>) -> ArgumentValue<'a> {
        match held {
            ArrayCow::Borrowed(array) => ArgumentValue::Array(array),
            ArrayCow::Owned(array) => ArgumentValue::New(Box::new(array)),
        }
    }
}

// Calls make many of them.
const _: () = assert!(size_of::<ArgumentValue<'_>>() <= 48);

/// An array that the caller owns, or one that was made of an argument.
#[derive(Debug)]
pub enum ArrayCow<'a> {
    /// The caller's.
    Borrowed(&'a Array),
    /// Made.
    Owned(Array),
}

impl ArrayCow<'_> {
    /// The array.
    pub fn array(&self) -> &Array {
        match self {
            ArrayCow::Borrowed(array) => array,
            ArrayCow::Owned(array) => array,
        }
    }

    /// The array as one of its own.
    pub fn into_array(self) -> Array {
        match self {
            ArrayCow::Borrowed(array) => array.clone(),
            ArrayCow::Owned(array) => array,
        }
    }
}
