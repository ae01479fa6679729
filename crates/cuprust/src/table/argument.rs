//! The types of arguments, and how a declaration's call gets them as Rust types.

use cuprust_num::{Casting, DType, Value};
use cuprust_ops::RowId;

use super::kinds::{
    AnyArray, AnyStream, Anything, ArrayOrSequence, ArrayOrText, Axes, AxisPairs, Bools, Clamped, Counts, EachIndices,
    Elements, Ignored, Indices, IntLists, Lengths, Limit, Limits, Mask, NumberOrText, Out, Output, Parts, PerAxis,
    Prototype, Ranks, Reals, Sequence, Shape, Shaped, Shifts, Source, WrittenParts,
};
use super::{ArgumentValue, ArrayCow, Kind, Literal, Type};
use crate::array::Pairs;
use crate::ufunc::Loop;
use crate::{Argument, Array, Bounds, Device, Dims, Error, Number, Order, Result, Sections};

/// The arguments of a call, one for each parameter.
pub struct Arguments<'a>(pub &'a [ArgumentValue<'a>]);

impl<'a> Arguments<'a> {
    /// The arguments one after another.
    #[inline]
    pub fn iter(&self) -> Remaining<'a> {
        Remaining(self.0.iter())
    }
}

/// The arguments that were not consumed yet.
pub struct Remaining<'a>(std::slice::Iter<'a, ArgumentValue<'a>>);

impl<'a> Remaining<'a> {
    /// The next argument, or the default where it is not given.
    ///
    /// # Errors
    /// A runtime error where it was not converted according to its type.
    #[inline]
    pub fn take<T: Typed<'a>>(&mut self, name: &str, default: Option<Literal>) -> Result<T> {
        let taken = match (self.0.next(), default) {
            (Some(ArgumentValue::Absent) | None, Some(default)) => T::from_default(default),
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
    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Self>;

    /// The argument that a default stands for.
    fn from_default(literal: Literal) -> Option<Self> {
        let _ = literal;
        None
    }
}

impl<'a> Typed<'a> for &'a Array {
    const TYPE: Type = Type::of(Kind::Array);

    #[inline]
    fn typed(argument: &'a ArgumentValue<'a>) -> Option<&'a Array> {
        match argument {
            ArgumentValue::Array(array) => Some(array),
            ArgumentValue::New(array) => Some(array),
            _ => None,
        }
    }
}

impl<'a> Typed<'a> for Argument<'a> {
    const TYPE: Type = Type::of(Kind::Operand);

    #[inline]
    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Argument<'a>> {
        match argument {
            ArgumentValue::Array(array) => Some(Argument::Array(array)),
            ArgumentValue::New(array) => Some(Argument::Array(array)),
            ArgumentValue::Value(value) => Some(Argument::Value(*value)),
            ArgumentValue::Scalar(scalar) => Some(Argument::Scalar(*scalar)),
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

/// An array or a number that is converted to an [`Argument`] at its use, since the conversion costs as much as
/// inspecting it.
#[derive(Clone, Copy)]
pub struct Operand<'a>(&'a ArgumentValue<'a>);

impl<'a> From<Operand<'a>> for Argument<'a> {
    #[inline]
    fn from(Operand(operand): Operand<'a>) -> Argument<'a> {
        match operand {
            ArgumentValue::Array(array) => Argument::Array(array),
            ArgumentValue::New(array) => Argument::Array(array),
            ArgumentValue::Scalar(scalar) => Argument::Scalar(*scalar),
            ArgumentValue::Value(value) => Argument::Value(*value),
            _ => unreachable!("an operand is made of one of these"),
        }
    }
}

impl<'a> Typed<'a> for Vec<&'a Array> {
    const TYPE: Type = Type::of(Kind::Arrays);

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Vec<&'a Array>> {
        match argument {
            ArgumentValue::Arrays(arrays) => Some(arrays.iter().map(ArrayCow::array).collect()),
            ArgumentValue::Absent => Some(Vec::new()),
            _ => None,
        }
    }
}

impl<'a> Typed<'a> for Vec<Argument<'a>> {
    const TYPE: Type = Type::of(Kind::Operands);

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Vec<Argument<'a>>> {
        match argument {
            ArgumentValue::Each(each) => each.iter().map(Argument::typed).collect(),
            _ => None,
        }
    }
}

impl<'a> Typed<'a> for Axes {
    const TYPE: Type = Type::of(Kind::Axes);

    #[inline]
    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Axes> {
        match argument {
            ArgumentValue::None => Some(Axes::default()),
            ArgumentValue::Int(axis) => Some(Axes { named: Some(Dims::new(&[*axis])), one: true }),
            ArgumentValue::Ints(axes) => Some(Axes { named: Some(axes.clone()), one: false }),
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

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Sections> {
        match argument {
            ArgumentValue::Int(count) => Some(Sections::Count(*count)),
            ArgumentValue::Ints(positions) => Some(Sections::Before(positions.clone())),
            _ => None,
        }
    }
}

impl<'a> Typed<'a> for AxisPairs {
    const TYPE: Type = Type::of(Kind::AxisPairs);

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<AxisPairs> {
        match argument {
            ArgumentValue::Int(count) => Some(AxisPairs::Count(*count)),
            ArgumentValue::AxisLists(lists) => Some(AxisPairs::Lists(lists.0.clone(), lists.1.clone())),
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

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Limit<'a>> {
        Option::<Argument>::typed(argument).map(Limit::ArgumentValue)
    }

    fn from_default(_literal: Literal) -> Option<Limit<'a>> {
        Some(Limit::Absent)
    }
}

impl<'a> Typed<'a> for Elements<'a> {
    const TYPE: Type = Type::of(Kind::Elements);

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Elements<'a>> {
        Argument::typed(argument).map(Elements)
    }

    #[inline]
    fn from_default(literal: Literal) -> Option<Elements<'a>> {
        Argument::from_default(literal).map(Elements)
    }
}

impl<'a> Typed<'a> for Ignored {
    const TYPE: Type = Type::of(Kind::Ignored);

    fn typed(_given: &'a ArgumentValue<'a>) -> Option<Ignored> {
        Some(Ignored)
    }

    fn from_default(_literal: Literal) -> Option<Ignored> {
        Some(Ignored)
    }
}

impl<'a, T: Typed<'a>> Typed<'a> for Option<T> {
    const TYPE: Type = T::TYPE.or_none();

    #[inline]
    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Option<T>> {
        match argument {
            ArgumentValue::None | ArgumentValue::Absent => Some(None),
            argument => T::typed(argument).map(Some),
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

fn wide_integer(value: &ArgumentValue<'_>) -> i128 {
    match value {
        ArgumentValue::Value(Value::Int(value)) => *value,
        _ => 0,
    }
}

fn limits(each: &[ArgumentValue<'_>]) -> Option<Limits> {
    let ends: Vec<Option<f64>> = each.iter().map(Typed::typed).collect::<Option<_>>()?;
    ends.try_into().ok().map(Limits)
}

/// Types whose argument and default are each one pattern.
macro_rules! typed {
    ($($type:ty, $kind:ident, $($pattern:pat => $value:expr),+; $($literal:pat => $default:expr),*;)*) => { $(
        impl<'a> Typed<'a> for $type {
            const TYPE: Type = Type::of(Kind::$kind);

            #[inline]
            fn typed(argument: &'a ArgumentValue<'a>) -> Option<$type> {
                match argument {
                    $($pattern => Some($value),)+
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
    i64, Int, ArgumentValue::Int(value) => *value; Literal::Int(value) => value.into();
    f64, Float, ArgumentValue::Float(value) => *value; Literal::Float(value) => value, Literal::Int(value) => value.into();
    bool, Bool, ArgumentValue::Bool(value) => *value; Literal::Bool(value) => value;
    Bools, Bools, ArgumentValue::Each(each) => Bools(each.iter().map(Typed::typed).collect::<Option<_>>()?);
        Literal::Bools(values) => Bools(values.to_vec());
    Limits, Limits, ArgumentValue::Each(each) => limits(each)?; Literal::Ints([low, high]) => Limits([Some(*low as f64), Some(*high as f64)]);
    DType, DType, ArgumentValue::DType(dtype) => *dtype; Literal::Text(name) => DType::from_name(name)?;
    Order, Order, ArgumentValue::Order(order) => *order;
        Literal::Text(letter) => Order::from_letter(letter)?, Literal::None => Order::K;
    Device, Device, ArgumentValue::Device(device) => *device;;
    AnyStream, Stream, ArgumentValue::None => AnyStream; Literal::None => AnyStream;
    Casting, Casting, ArgumentValue::Casting(casting) => *casting; Literal::Text(name) => Casting::from_name(name)?;
    Bounds, Bounds, ArgumentValue::Bounds(bounds) => *bounds; Literal::Text(name) => Bounds::from_name(name)?;
    Vec<Bounds>, EachBounds, ArgumentValue::EachBounds(each) => each.to_vec(); Literal::Text(name) => vec![Bounds::from_name(name)?];
    &'a [i64], Ints, ArgumentValue::Int(value) => std::slice::from_ref(value), ArgumentValue::Ints(values) => values;
        Literal::Ints(values) => values;
    Operand<'a>, Operand,
        given @ (ArgumentValue::Array(_) | ArgumentValue::New(_) | ArgumentValue::Value(_) | ArgumentValue::Scalar(_)) => Operand(given);;
    Dims, Ints, ArgumentValue::Int(value) => Dims::new(&[*value]), ArgumentValue::Ints(values) => values.clone();
        Literal::Int(value) => Dims::new(&[value.into()]), Literal::Ints(values) => Dims::new(values);
    Shape, Shape, ArgumentValue::Int(value) => Shape(Dims::new(&[*value])), ArgumentValue::Ints(values) => Shape(values.clone());;
    Lengths<'a>, Shape, ArgumentValue::Int(value) => Lengths(std::slice::from_ref(value)), ArgumentValue::Ints(values) => Lengths(values);;
    Pairs<Argument<'static>>, NumberPairs, ArgumentValue::NumberPairs(pairs) => (**pairs).clone();;
    &'a Loop, Loop, ArgumentValue::Loop(asked) => asked;;
    &'a Reals, Reals, ArgumentValue::Reals(reals) => reals;;
    Reals, Reals, ArgumentValue::Reals(reals) => (**reals).clone(); Literal::Float(value) => Reals::of(value);
    PerAxis<i64>, Whole, ArgumentValue::Int(value) => PerAxis::all(*value), ArgumentValue::Ints(values) => PerAxis::each(values.to_vec());
        Literal::Int(value) => PerAxis::all(value.into());
    PerAxis<f64>, Reals, ArgumentValue::Reals(reals) => PerAxis { values: reals.values.clone(), sequence: !reals.shape.is_empty() };
        Literal::Float(value) => PerAxis::all(value);
    &'a str, Text, ArgumentValue::Text(text) => text; Literal::Text(text) => text;
    Counts, Counts, ArgumentValue::Ints(values) => Counts(values.clone());;
    Ranks, Ranks, ArgumentValue::Ints(values) => Ranks(values.clone());;
    Shifts<'a>, Shifts, ArgumentValue::Int(value) => Shifts::Narrow(std::slice::from_ref(value)), ArgumentValue::Ints(values) => Shifts::Narrow(values),
        ArgumentValue::Each(parts) => Shifts::Wide(parts.iter().map(wide_integer).collect());;
    Sequence, Sequence, ArgumentValue::Ints(values) => Sequence(values.clone()); Literal::Ints(values) => Sequence(Dims::new(values));
    IntLists, IntLists, ArgumentValue::IntLists(lists) => IntLists(lists.to_vec()), ArgumentValue::Absent => IntLists::default();;
    Pairs<i64>, IntPairs, ArgumentValue::IntPairs(pairs) => (**pairs).clone();;
    Indices<'a>, Indices, ArgumentValue::Array(array) => Indices(array), ArgumentValue::New(array) => Indices(array);;
    EachIndices<'a>, Indices, ArgumentValue::Arrays(arrays) => EachIndices(arrays.iter().map(ArrayCow::array).collect()),
        ArgumentValue::Absent => EachIndices::default();;
    Parts<'a>, Index, ArgumentValue::Index(parts) => Parts(parts);;
    WrittenParts<'a>, IndexAsWritten, ArgumentValue::Index(parts) => WrittenParts(parts);;
    AnyArray<'a>, AnyArray, ArgumentValue::Array(array) => AnyArray(array), ArgumentValue::New(array) => AnyArray(array);;
    Prototype<'a>, Prototype, ArgumentValue::Array(array) => Prototype(array), ArgumentValue::New(array) => Prototype(array);;
    Shaped<'a>, Shaped, ArgumentValue::Array(array) => Shaped(array), ArgumentValue::New(array) => Shaped(array);;
    Anything<'a>, Object, ArgumentValue::Bool(there) => Anything { given: *there, array: None },
        ArgumentValue::Array(array) => Anything { given: true, array: Some(array) };
        Literal::None => Anything { given: false, array: None };
    i128, Wide, ArgumentValue::Value(Value::Int(value)) => *value; Literal::Int(value) => value.into();
    Clamped, Clamped, ArgumentValue::Int(value) => Clamped(*value); Literal::Int(value) => Clamped(value.into());
    Source<'a>, Source, ArgumentValue::Array(array) => Source::Array(array), ArgumentValue::New(array) => Source::Array(array),
        ArgumentValue::Foreign(object) => Source::Foreign(&**object);;
    RowId, Owner, ArgumentValue::Row(row) => *row;;
    Number, Number,
        ArgumentValue::Value(value) => Number::Weak(*value), ArgumentValue::Scalar(scalar) => Number::Strong(*scalar);
        Literal::Int(value) => Number::Weak(Value::Int(value.into())), Literal::Float(value) => Number::Weak(Value::Float(value));
    Out<'a>, Out, ArgumentValue::Array(array) => Out(Some(array)), ArgumentValue::None => Out(None); Literal::None => Out(None);
    Mask<'a>, Mask, ArgumentValue::Array(array) => Mask(Some(array)), ArgumentValue::New(array) => Mask(Some(array)), ArgumentValue::None => Mask(None);
        Literal::None | Literal::Bool(true) => Mask(None);
}

impl<'a> Typed<'a> for ArrayOrSequence<'a> {
    const TYPE: Type = Type::of(Kind::ArrayOrSequence);

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Self> {
        match argument {
            ArgumentValue::Array(array) => Some(ArrayOrSequence::Array(array)),
            argument => Vec::<&Array>::typed(argument).map(ArrayOrSequence::Sequence),
        }
    }
}

impl<'a> Typed<'a> for Output<'a> {
    const TYPE: Type = Type::of(Kind::Output).or_none();

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Self> {
        match argument {
            ArgumentValue::None | ArgumentValue::Absent => Some(Output::New),
            ArgumentValue::Array(array) => Some(Output::Array(array)),
            ArgumentValue::DType(dtype) => Some(Output::DType(*dtype)),
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

impl<'a> Typed<'a> for PerAxis<&'a str> {
    const TYPE: Type = Type::of(Kind::Texts);

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Self> {
        match argument {
            ArgumentValue::Text(text) => Some(PerAxis::all(text)),
            ArgumentValue::Each(each) => {
                let text =
                    |own: &'a ArgumentValue<'a>| if let ArgumentValue::Text(text) = own { Some(&**text) } else { None };
                each.iter().map(text).collect::<Option<_>>().map(PerAxis::each)
            }
            _ => None,
        }
    }

    fn from_default(literal: Literal) -> Option<Self> {
        if let Literal::Text(text) = literal { Some(PerAxis::all(text)) } else { None }
    }
}

impl<'a> Typed<'a> for ArrayOrText<'a> {
    const TYPE: Type = Type::of(Kind::ArrayOrText);

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Self> {
        match argument {
            ArgumentValue::Text(text) => Some(ArrayOrText::Text(text)),
            argument => <&Array>::typed(argument).map(ArrayOrText::Array),
        }
    }

    fn from_default(literal: Literal) -> Option<Self> {
        if let Literal::Text(text) = literal { Some(ArrayOrText::Text(text)) } else { None }
    }
}

impl<'a> Typed<'a> for NumberOrText<'a> {
    const TYPE: Type = Type::of(Kind::NumberOrText);

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Self> {
        match argument {
            ArgumentValue::None => Some(NumberOrText::None),
            ArgumentValue::Value(value) => Some(NumberOrText::Number(*value)),
            ArgumentValue::Text(text) => Some(NumberOrText::Text(text)),
            _ => None,
        }
    }

    fn from_default(literal: Literal) -> Option<Self> {
        match literal {
            Literal::None => Some(NumberOrText::None),
            Literal::Int(number) => Some(NumberOrText::Number(Value::Int(number.into()))),
            Literal::Float(number) => Some(NumberOrText::Number(Value::Float(number))),
            Literal::Bool(truth) => Some(NumberOrText::Number(Value::Bool(truth))),
            Literal::Text(text) => Some(NumberOrText::Text(text)),
            _ => None,
        }
    }
}
