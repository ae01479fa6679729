//! What functions give, as a host language takes it.

use cuprust_num::{DType, Scalar};

use crate::{Array, Dims};

/// A result of a function.
#[derive(Debug)]
pub enum Returned {
    /// Nothing.
    None,
    /// A new array.
    Array(Array),
    /// An array that may share the memory of the first argument.
    View(Array),
    /// The first argument itself where it is this array, else a new one.
    Own(Array),
    /// A list of new arrays.
    List(Vec<Array>),
    /// A list of arrays that may share the memory of the first argument.
    Views(Vec<Array>),
    /// A tuple of new arrays.
    Tuple(Vec<Array>),
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An integer for each axis.
    Ints(Dims),
    /// A number.
    Scalar(Scalar),
    /// An array and a number.
    Pair(Array, Scalar),
    /// A dtype.
    DType(DType),
}

/// What a function gives, as Python writes the type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Python(pub &'static str);

/// What a function that is declared may give.
pub trait Answer {
    /// The type as Python writes it.
    const PYTHON: Python;

    /// The result as a host language takes it.
    fn returned(self) -> Returned;
}

/// An array that may share the memory of the function's first argument.
pub struct View(pub Array);

/// An array that is the function's first argument, or a new one.
pub struct Own(pub Array);

/// Arrays that may share the memory of the function's first argument.
pub struct Views(pub Vec<Array>);

macro_rules! answers {
    ($($type:ty, $python:literal, $self:ident => $returned:expr;)*) => { $(
        impl Answer for $type {
            const PYTHON: Python = Python($python);

            fn returned($self) -> Returned {
                $returned
            }
        }
    )* };
}

answers! {
    (), "None", self => Returned::None;
    Array, "ndarray", self => Returned::Array(self);
    View, "ndarray", self => Returned::View(self.0);
    Own, "ndarray", self => Returned::Own(self.0);
    Vec<Array>, "list[ndarray]", self => Returned::List(self);
    Views, "list[ndarray]", self => Returned::Views(self.0);
    (Array, Array), "tuple[ndarray, ndarray]", self => Returned::Tuple(vec![self.0, self.1]);
    (Array, Array, Array), "tuple[ndarray, ndarray, ndarray]", self => Returned::Tuple(vec![self.0, self.1, self.2]);
    Box<[Array]>, "tuple[ndarray, ...]", self => Returned::Tuple(self.into_vec());
    bool, "bool", self => Returned::Bool(self);
    i64, "int", self => Returned::Int(self);
    Dims, "tuple[int, ...]", self => Returned::Ints(self);
    Scalar, "complex", self => Returned::Scalar(self);
    (Array, Scalar), "tuple[ndarray, complex]", self => Returned::Pair(self.0, self.1);
    DType, "np.dtype[Any]", self => Returned::DType(self);
    Returned, "Any", self => self;
}
