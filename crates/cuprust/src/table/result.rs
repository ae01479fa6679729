//! The results of functions, in a form for a host language.

use cuprust_num::Scalar;

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
    /// The first argument itself.
    First,
    /// A new array, or one over memory of the first argument.
    New(Array),
    /// A list of arrays that may share the memory of the first argument.
    Views(Vec<Array>),
    /// A tuple of arrays that may share the memory of the first argument.
    ViewTuple(Vec<Array>),
    /// A tuple of arrays, each of which may share the memory of the argument at its index.
    EachView(Vec<Array>),
    /// The same, or the only one alone.
    EachViewOrOne(Vec<Array>),
    /// An array that may share the memory of one of the arguments that one parameter has taken.
    Shared(Array),
    /// A tuple of new arrays.
    Tuple(Vec<Array>),
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An integer for each axis.
    Ints(Dims),
    /// A tuple of results.
    Several(Vec<Returned>),
    /// A list of results.
    List(Vec<Returned>),
    /// The slice from one index up to another one.
    Slice(i64, i64),
    /// A dictionary of a tuple of new arrays for each number.
    ByNumber(Vec<(Scalar, Vec<Array>)>),
    /// What a class of the host language makes of new arrays: a named tuple, most often.
    Named(Class, Vec<Array>),
    /// What a class of the host language makes of results.
    Made(Class, Vec<Returned>),
    /// A number.
    Number(Scalar),
    /// A text.
    Text(String),
    /// An array and a number.
    Pair(Array, Scalar),
    /// A new array and a list of new arrays.
    AndList(Array, Vec<Array>),
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

/// The function's first argument itself, or another array.
pub enum Own {
    /// The first argument.
    First,
    /// A new array, or one over memory of the first argument.
    New(Array),
}

impl Own {
    /// The array, where this one was the first argument.
    pub(crate) fn or(self, first: Array) -> Array {
        match self {
            Own::First => first,
            Own::New(array) => array,
        }
    }
}

/// Arrays that may share the memory of the function's first argument.
pub struct Views(pub Vec<Array>);

/// The same, as a tuple.
pub struct ViewTuple(pub Vec<Array>);

/// Arrays, each of which may share the memory of the argument at its index.
pub struct EachView(pub Vec<Array>);

/// The same, of which the only one is alone.
pub struct EachViewOrOne(pub Vec<Array>);

/// An array that may share the memory of one of several arguments.
pub struct Shared(pub Array);

/// A class of the host language: its module and its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class(pub &'static str, pub &'static str);

/// What a class makes of new arrays: a named tuple, most often.
pub struct Named(pub Class, pub Vec<Array>);

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
    Own, "ndarray", self => match self {
        Own::First => Returned::First,
        Own::New(array) => Returned::New(array),
    };
    EachView, "tuple[ndarray, ...]", self => Returned::EachView(self.0);
    EachViewOrOne, "Any", self => Returned::EachViewOrOne(self.0);
    Shared, "ndarray", self => Returned::Shared(self.0);
    ViewTuple, "tuple[ndarray, ...]", self => Returned::ViewTuple(self.0);
    Views, "list[ndarray]", self => Returned::Views(self.0);
    Box<[Array]>, "tuple[ndarray, ...]", self => Returned::Tuple(self.into_vec());
    Named, "Any", self => Returned::Named(self.0, self.1);
    i64, "int", self => Returned::Int(self);
    bool, "bool", self => Returned::Bool(self);
    Dims, "tuple[int, ...]", self => Returned::Ints(self);
    Returned, "Any", self => self;
}
