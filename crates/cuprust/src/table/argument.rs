//! What arguments may be, and how a declaration's call gets them with their Rust types.

use cuprust_num::{Casting, DType, Value};
use cuprust_ops::RowId;

use super::kinds::{
    AnyStream, Anything, ArrayOrSequence, ArrayOrText, Axes, AxisPairs, Clamped, Counts, EachIndices, Elements,
    Ignored, Indices, IntLists, Lengths, Limit, Mask, NumberOrText, Out, Output, Parts, Prototype, Ranks, Reals,
    Sequence, Shape, Shaped, Shifts, Source, Texts, WrittenParts,
};
use super::{Given, Held, Kind, Literal, Type};
use crate::array::Pairs;
use crate::ufunc::Loop;
use crate::{Argument, Array, Bounds, Device, Dims, Error, Number, Order, Result, Sections};

/// The arguments of a call, one for each parameter.
pub struct Arguments<'a>(pub &'a [Given<'a>]);

impl<'a> Arguments<'a> {
    /// The arguments one after another.
    #[inline]
    pub fn iter(&self) -> Remaining<'a> {
        Remaining(self.0.iter())
    }
}

/// The arguments that were not yet taken.
pub struct Remaining<'a>(std::slice::Iter<'a, Given<'a>>);

impl<'a> Remaining<'a> {
    /// The next argument, or the default where it is not given.
    ///
    /// # Errors
    /// A runtime error where it has not been converted to what its type says.
    #[inline]
    pub fn take<T: Typed<'a>>(&mut self, name: &str, default: Option<Literal>) -> Result<T> {
        let taken = match (self.0.next(), default) {
            (Some(Given::Absent) | None, Some(default)) => T::from_default(default),
            (Some(given), _) => T::typed(given),
            (None, None) => None,
        };
        match taken {
            Some(value) => Ok(value),
            None => Err(unexpected(name, T::TYPE)),
        }
    }
}

#[cold]
fn unexpected(name: &str, takes: Type) -> Error {
    Error::runtime(format!("the argument {name} was not converted to {takes:?}"))
}

/// A Rust type that a parameter may have.
pub trait Typed<'a>: Sized {
    /// What an argument may be.
    const TYPE: Type;

    /// The argument; nothing where it was converted to something else.
    fn typed(given: &'a Given<'a>) -> Option<Self>;

    /// The argument that a default stands for.
    fn from_default(literal: Literal) -> Option<Self> {
        let _ = literal;
        None
    }
}

impl<'a> Typed<'a> for &'a Array {
    const TYPE: Type = Type::of(Kind::Array);

    #[inline]
    fn typed(given: &'a Given<'a>) -> Option<&'a Array> {
        match given {
            Given::Array(array) => Some(array),
            Given::New(array) => Some(array),
            _ => None,
        }
    }
}

impl<'a> Typed<'a> for Argument<'a> {
    const TYPE: Type = Type::of(Kind::Operand);

    #[inline]
    fn typed(given: &'a Given<'a>) -> Option<Argument<'a>> {
        match given {
            Given::Array(array) => Some(Argument::Array(array)),
            Given::New(array) => Some(Argument::Array(array)),
            Given::Value(value) => Some(Argument::Value(*value)),
            Given::Scalar(scalar) => Some(Argument::Scalar(*scalar)),
            _ => None,
        }
    }

    #[inline]
    fn from_default(literal: Literal) -> Option<Argument<'a>> {
        match literal {
            Literal::Int(value) => Some(Argument::Value(Value::Int(value.into()))),
            Literal::Float(value) => Some(Argument::Value(Value::Float(value))),
            _ => None,
        }
    }
}

/// An array or a number that becomes an [`Argument`] where it is used: the way there costs as much as to look at it.
#[derive(Clone, Copy)]
pub struct Operand<'a>(&'a Given<'a>);

impl<'a> From<Operand<'a>> for Argument<'a> {
    #[inline]
    fn from(Operand(given): Operand<'a>) -> Argument<'a> {
        match given {
            Given::Array(array) => Argument::Array(array),
            Given::New(array) => Argument::Array(array),
            Given::Scalar(scalar) => Argument::Scalar(*scalar),
            Given::Value(value) => Argument::Value(*value),
            _ => unreachable!("an operand is made of one of these"),
        }
    }
}

impl<'a> Typed<'a> for Vec<&'a Array> {
    const TYPE: Type = Type::of(Kind::Arrays);

    fn typed(given: &'a Given<'a>) -> Option<Vec<&'a Array>> {
        match given {
            Given::Arrays(arrays) => Some(arrays.iter().map(Held::array).collect()),
            Given::Absent => Some(Vec::new()),
            _ => None,
        }
    }
}

impl<'a> Typed<'a> for Vec<Argument<'a>> {
    const TYPE: Type = Type::of(Kind::Operands);

    fn typed(given: &'a Given<'a>) -> Option<Vec<Argument<'a>>> {
        match given {
            Given::Each(each) => each.iter().map(Argument::typed).collect(),
            _ => None,
        }
    }
}

impl<'a> Typed<'a> for Axes {
    const TYPE: Type = Type::of(Kind::Axes);

    #[inline]
    fn typed(given: &'a Given<'a>) -> Option<Axes> {
        match given {
            Given::None => Some(Axes::default()),
            Given::Int(axis) => Some(Axes { named: Some(Dims::new(&[*axis])), one: true }),
            Given::Ints(axes) => Some(Axes { named: Some(axes.clone()), one: false }),
            _ => None,
        }
    }

    fn from_default(literal: Literal) -> Option<Axes> {
        match literal {
            Literal::None => Some(Axes::default()),
            Literal::Int(axis) => Some(Axes { named: Some(Dims::new(&[axis.into()])), one: true }),
            _ => None,
        }
    }
}

impl<'a> Typed<'a> for Sections {
    const TYPE: Type = Type::of(Kind::Sections);

    fn typed(given: &'a Given<'a>) -> Option<Sections> {
        match given {
            Given::Int(count) => Some(Sections::Count(*count)),
            Given::Ints(places) => Some(Sections::Before(places.clone())),
            _ => None,
        }
    }
}

impl<'a> Typed<'a> for AxisPairs {
    const TYPE: Type = Type::of(Kind::AxisPairs);

    fn typed(given: &'a Given<'a>) -> Option<AxisPairs> {
        match given {
            Given::Int(count) => Some(AxisPairs::Count(*count)),
            Given::AxisLists(lists) => Some(AxisPairs::Lists(lists.0.clone(), lists.1.clone())),
            _ => None,
        }
    }

    fn from_default(literal: Literal) -> Option<AxisPairs> {
        match literal {
            Literal::Int(count) => Some(AxisPairs::Count(count.into())),
            _ => None,
        }
    }
}

impl<'a> Typed<'a> for Limit<'a> {
    const TYPE: Type = Option::<Argument>::TYPE;

    fn typed(given: &'a Given<'a>) -> Option<Limit<'a>> {
        Option::<Argument>::typed(given).map(Limit::Given)
    }

    fn from_default(_literal: Literal) -> Option<Limit<'a>> {
        Some(Limit::Absent)
    }
}

impl<'a> Typed<'a> for Elements<'a> {
    const TYPE: Type = Type::of(Kind::Elements);

    fn typed(given: &'a Given<'a>) -> Option<Elements<'a>> {
        Argument::typed(given).map(Elements)
    }

    #[inline]
    fn from_default(literal: Literal) -> Option<Elements<'a>> {
        Argument::from_default(literal).map(Elements)
    }
}

impl<'a> Typed<'a> for Ignored {
    const TYPE: Type = Type::of(Kind::Ignored);

    fn typed(_given: &'a Given<'a>) -> Option<Ignored> {
        Some(Ignored)
    }

    fn from_default(_literal: Literal) -> Option<Ignored> {
        Some(Ignored)
    }
}

impl<'a, T: Typed<'a>> Typed<'a> for Option<T> {
    const TYPE: Type = T::TYPE.or_none();

    #[inline]
    fn typed(given: &'a Given<'a>) -> Option<Option<T>> {
        match given {
            Given::None | Given::Absent => Some(None),
            given => T::typed(given).map(Some),
        }
    }

    #[inline]
    fn from_default(literal: Literal) -> Option<Option<T>> {
        match literal {
            Literal::None => Some(None),
            literal => T::from_default(literal).map(Some),
        }
    }
}

fn wide_integer(given: &Given<'_>) -> i128 {
    match given {
        Given::Value(Value::Int(value)) => *value,
        _ => 0,
    }
}

/// Types whose argument and default are each one pattern.
macro_rules! typed {
    ($($type:ty, $kind:ident, $($given:pat => $value:expr),+; $($literal:pat => $default:expr),*;)*) => { $(
        impl<'a> Typed<'a> for $type {
            const TYPE: Type = Type::of(Kind::$kind);

            #[inline]
            fn typed(given: &'a Given<'a>) -> Option<$type> {
                match given {
                    $($given => Some($value),)+
                    _ => None,
                }
            }

            #[inline]
            fn from_default(literal: Literal) -> Option<$type> {
                match literal {
                    $($literal => Some($default),)*
                    _ => None,
                }
            }
        }
    )* };
}

typed! {
    i64, Int, Given::Int(value) => *value; Literal::Int(value) => value.into();
    f64, Float, Given::Float(value) => *value; Literal::Float(value) => value, Literal::Int(value) => value.into();
    bool, Bool, Given::Bool(value) => *value; Literal::Bool(value) => value;
    DType, DType, Given::DType(dtype) => *dtype; Literal::Text(name) => DType::from_name(name)?;
    Order, Order, Given::Order(order) => *order;
        Literal::Text(letter) => Order::from_letter(letter)?, Literal::None => Order::K;
    Device, Device, Given::Device(device) => *device;;
    AnyStream, Stream, Given::None => AnyStream; Literal::None => AnyStream;
    Casting, Casting, Given::Casting(casting) => *casting; Literal::Text(name) => Casting::from_name(name)?;
    Bounds, Bounds, Given::Bounds(bounds) => *bounds; Literal::Text(name) => Bounds::from_name(name)?;
    Vec<Bounds>, EachBounds, Given::EachBounds(each) => each.to_vec(); Literal::Text(name) => vec![Bounds::from_name(name)?];
    &'a [i64], Ints, Given::Int(value) => std::slice::from_ref(value), Given::Ints(values) => values;
        Literal::Ints(values) => values;
    Operand<'a>, Operand,
        given @ (Given::Array(_) | Given::New(_) | Given::Value(_) | Given::Scalar(_)) => Operand(given);;
    Dims, Ints, Given::Int(value) => Dims::new(&[*value]), Given::Ints(values) => values.clone();
        Literal::Int(value) => Dims::new(&[value.into()]), Literal::Ints(values) => Dims::new(values);
    Shape, Shape, Given::Int(value) => Shape(Dims::new(&[*value])), Given::Ints(values) => Shape(values.clone());;
    Lengths<'a>, Shape, Given::Int(value) => Lengths(std::slice::from_ref(value)), Given::Ints(values) => Lengths(values);;
    Pairs<Argument<'static>>, NumberPairs, Given::NumberPairs(pairs) => (**pairs).clone();;
    &'a Loop, Loop, Given::Loop(asked) => asked;;
    &'a Reals, Reals, Given::Reals(reals) => reals;;
    Reals, Reals, Given::Reals(reals) => (**reals).clone(); Literal::Float(value) => Reals::of(value);
    &'a str, Text, Given::Text(text) => text; Literal::Text(text) => text;
    Counts, Counts, Given::Ints(values) => Counts(values.clone());;
    Ranks, Ranks, Given::Ints(values) => Ranks(values.clone());;
    Shifts<'a>, Shifts, Given::Int(value) => Shifts::Narrow(std::slice::from_ref(value)), Given::Ints(values) => Shifts::Narrow(values),
        Given::Each(parts) => Shifts::Wide(parts.iter().map(wide_integer).collect());;
    Sequence, Sequence, Given::Ints(values) => Sequence(values.clone()); Literal::Ints(values) => Sequence(Dims::new(values));
    IntLists, IntLists, Given::IntLists(lists) => IntLists(lists.to_vec()), Given::Absent => IntLists::default();;
    Pairs<i64>, IntPairs, Given::IntPairs(pairs) => (**pairs).clone();;
    Indices<'a>, Indices, Given::Array(array) => Indices(array), Given::New(array) => Indices(array);;
    EachIndices<'a>, Indices, Given::Arrays(arrays) => EachIndices(arrays.iter().map(Held::array).collect()),
        Given::Absent => EachIndices::default();;
    Parts<'a>, Index, Given::Index(parts) => Parts(parts);;
    WrittenParts<'a>, IndexAsWritten, Given::Index(parts) => WrittenParts(parts);;
    Prototype<'a>, Prototype, Given::Array(array) => Prototype(array), Given::New(array) => Prototype(array);;
    Shaped<'a>, Shaped, Given::Array(array) => Shaped(array), Given::New(array) => Shaped(array);;
    Anything<'a>, Object, Given::Bool(there) => Anything { given: *there, array: None },
        Given::Array(array) => Anything { given: true, array: Some(array) };
        Literal::None => Anything { given: false, array: None };
    i128, Wide, Given::Value(Value::Int(value)) => *value; Literal::Int(value) => value.into();
    Clamped, Clamped, Given::Int(value) => Clamped(*value); Literal::Int(value) => Clamped(value.into());
    Source<'a>, Source, Given::Array(array) => Source::Array(array), Given::New(array) => Source::Array(array),
        Given::Foreign(object) => Source::Foreign(&**object);;
    RowId, Owner, Given::Row(row) => *row;;
    Number, Number,
        Given::Value(value) => Number::Weak(*value), Given::Scalar(scalar) => Number::Strong(*scalar);
        Literal::Int(value) => Number::Weak(Value::Int(value.into())), Literal::Float(value) => Number::Weak(Value::Float(value));
    Out<'a>, Out, Given::Array(array) => Out(Some(array)), Given::None => Out(None); Literal::None => Out(None);
    Mask<'a>, Mask, Given::Array(array) => Mask(Some(array)), Given::New(array) => Mask(Some(array)), Given::None => Mask(None);
        Literal::None | Literal::Bool(true) => Mask(None);
}

impl<'a> Typed<'a> for ArrayOrSequence<'a> {
    const TYPE: Type = Type::of(Kind::ArrayOrSequence);

    fn typed(given: &'a Given<'a>) -> Option<Self> {
        match given {
            Given::Array(array) => Some(ArrayOrSequence::Array(array)),
            given => Vec::<&Array>::typed(given).map(ArrayOrSequence::Sequence),
        }
    }
}

impl<'a> Typed<'a> for Output<'a> {
    const TYPE: Type = Type::of(Kind::Output).or_none();

    fn typed(given: &'a Given<'a>) -> Option<Self> {
        match given {
            Given::None | Given::Absent => Some(Output::New),
            Given::Array(array) => Some(Output::Array(array)),
            Given::DType(dtype) => Some(Output::DType(*dtype)),
            _ => None,
        }
    }

    fn from_default(literal: Literal) -> Option<Self> {
        match literal {
            Literal::None => Some(Output::New),
            Literal::Text(name) => DType::from_name(name).map(Output::DType),
            _ => None,
        }
    }
}

impl<'a> Typed<'a> for Texts<'a> {
    const TYPE: Type = Type::of(Kind::Texts);

    fn typed(given: &'a Given<'a>) -> Option<Self> {
        match given {
            Given::Text(text) => Some(Texts(vec![text])),
            Given::Each(each) => {
                let text = |own: &'a Given<'a>| if let Given::Text(text) = own { Some(&**text) } else { None };
                each.iter().map(text).collect::<Option<_>>().map(Texts)
            }
            _ => None,
        }
    }

    fn from_default(literal: Literal) -> Option<Self> {
        if let Literal::Text(text) = literal { Some(Texts(vec![text])) } else { None }
    }
}

impl<'a> Typed<'a> for ArrayOrText<'a> {
    const TYPE: Type = Type::of(Kind::ArrayOrText);

    fn typed(given: &'a Given<'a>) -> Option<Self> {
        match given {
            Given::Text(text) => Some(ArrayOrText::Text(text)),
            given => <&Array>::typed(given).map(ArrayOrText::Array),
        }
    }

    fn from_default(literal: Literal) -> Option<Self> {
        if let Literal::Text(text) = literal { Some(ArrayOrText::Text(text)) } else { None }
    }
}

impl<'a> Typed<'a> for NumberOrText<'a> {
    const TYPE: Type = Type::of(Kind::NumberOrText);

    fn typed(given: &'a Given<'a>) -> Option<Self> {
        match given {
            Given::None => Some(NumberOrText::None),
            Given::Value(value) => Some(NumberOrText::Number(*value)),
            Given::Text(text) => Some(NumberOrText::Text(text)),
            _ => None,
        }
    }

    fn from_default(literal: Literal) -> Option<Self> {
        match literal {
            Literal::None => Some(NumberOrText::None),
            Literal::Int(number) => Some(NumberOrText::Number(Value::Int(number.into()))),
            Literal::Bool(truth) => Some(NumberOrText::Number(Value::Bool(truth))),
            Literal::Text(text) => Some(NumberOrText::Text(text)),
            _ => None,
        }
    }
}
