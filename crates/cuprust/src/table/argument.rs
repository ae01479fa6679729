//! What arguments may be, and how a declaration's call gets them with their Rust types.

use cuprust_num::{Casting, DType, Value};
use cuprust_ops::RowId;

use super::kinds::{
    AnyStream, Anything, Axes, AxisPairs, Counts, EachIndices, Elements, Ignored, Indices, IntLists, Limit, Mask,
    NumberOrText, Out, Parts, Prototype, Sequence, Shape, Shaped, Source,
};
use super::{Given, Held, Literal, Number};
use crate::manipulation::Pairs;
use crate::random::Generator;
use crate::statistics::Quantiles;
use crate::ufunc::Loop;
use crate::{Argument, Array, Bounds, Device, Dims, Error, Order, Result, Sections};

/// What an argument may be. A host language converts its object accordingly, to the [`Given`] that the comment names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// An array, or what becomes one: `Array`.
    Array,
    /// An array or `None`: `Array`.
    OptionalArray,
    /// What a `_like` function takes shape, dtype and order from; elements are not read: `Array`.
    Prototype,
    /// An array whose axes alone count; what has none, as a list, is refused: `Array`.
    Shaped,
    /// Several arrays, as a sequence: `Arrays`.
    Arrays,
    /// An array or a number: `Array`, `Value` or `Scalar`.
    Operand,
    /// An array, a number or `None`.
    OptionalOperand,
    /// Several arrays or numbers, as a sequence: `Each` of what an operand is.
    Operands,
    /// An array, of the host language's kind too, or a number: as an operand.
    Elements,
    /// The same, or `None`.
    OptionalElements,
    /// An array to write to, or `None`: `Array`.
    Out,
    /// A mask, `True` or `None`: `Array`, or nothing where all is true.
    Mask,
    /// A number: `Value` or `Scalar`.
    Number,
    /// A number or `None`.
    OptionalNumber,
    /// Axes to reduce: an integer, a tuple of integers, or `None` for all: `Int` or `Ints`.
    Axes,
    /// An integer: `Int`.
    Int,
    /// An integer or `None`.
    OptionalInt,
    /// An integer or a sequence of integers: `Int` or `Ints`.
    Ints,
    /// The same, or `None`.
    OptionalInts,
    /// A sequence of integers, not one alone: `Ints`.
    Sequence,
    /// The same, or `None`.
    OptionalSequence,
    /// Several lists of integers, one for each further position: `IntLists`.
    IntLists,
    /// A list of lists of integers or of integers, or `None`: `IntLists`.
    OptionalIntLists,
    /// Two integers for each axis, of which one or two may stand for all: `IntPairs`.
    IntPairs,
    /// The same, or `None`.
    OptionalIntPairs,
    /// Two numbers for each axis, or `None`: `NumberPairs`.
    OptionalNumberPairs,
    /// Integers that name elements: `Array`.
    Indices,
    /// Several of them, one for each further position: `Arrays`.
    EachIndices,
    /// What may stand between the brackets of an array: `Index`.
    Index,
    /// A shape: `Int` or `Ints`.
    Shape,
    /// The same, or `None`.
    OptionalShape,
    /// A bound: an operand or `None`, each told from one that is not given.
    Limit,
    /// So many axes, or two lists of axes: `Int` or `AxisLists`.
    AxisPairs,
    /// A number of equal parts, or the places to cut at: `Int` or `Ints`.
    Sections,
    /// Quantiles: a number, or several in a shape: `Quantiles`.
    Quantiles,
    /// The bins of a histogram: an integer, edges, or the name of an estimator: `Int`, `Array` or `Text`.
    Bins,
    /// The bins along several axes: an integer, an array, or `Each` of `Int` and `Array`.
    EachBins,
    /// Two numbers, or `None`: `NumberPairs` of one pair.
    OptionalInterval,
    /// Such a pair or `None` for each axis, or `None`: `Each`.
    EachInterval,
    /// Points: an array of ours, or a sequence of arrays: `Array` or `Arrays`.
    Points,
    /// What `einsum` contracts: a text of labels and arrays, or arrays each with a list of labels: `Each` of `Text` and of `Array`s.
    Labelled,
    /// An order of contraction: `Bool`, `Text`, or `IntLists`.
    Contraction,
    /// How often: a number or a sequence of numbers: `Ints`.
    Counts,
    /// A real number: `Float`.
    Float,
    /// The same, or `None`.
    OptionalFloat,
    /// A truth value: `Bool`.
    Bool,
    /// The same, or `None`.
    OptionalBool,
    /// A string: `Text`.
    Text,
    /// The same, or `None`.
    OptionalText,
    /// A number, a name, or `None`: `Value` or `Text`.
    NumberOrText,
    /// A dtype: `DType`.
    DType,
    /// The same, or `None`.
    OptionalDType,
    /// An order of elements, by NumPy's letter: `Order`.
    Order,
    /// The same, or `None`.
    OptionalOrder,
    /// A casting rule, by NumPy's name: `Casting`.
    Casting,
    /// The dtypes of a ufunc's loop, by NumPy's text or tuple, or `None`: `Loop`.
    OptionalLoop,
    /// What becomes of an index out of range, by NumPy's name or number: `Bounds`.
    Bounds,
    /// The same, or a tuple of it: `EachBounds`.
    EachBounds,
    /// A device, by number or name: `Device`.
    Device,
    /// A stream or `None`, of which only is asked that it is one: `None`.
    Stream,
    /// A device, by number or name, or `None` for the current one: `Device`.
    OptionalDevice,
    /// An integer of up to 128 bits: `Value`.
    Wide,
    /// The same, or `None`.
    OptionalWide,
    /// Any object that becomes an array: `Array` or `Foreign`.
    Source,
    /// The same, or `None`.
    OptionalSource,
    /// Any object: `Array` where it is one, else `Bool`, whether it is not `None`.
    Object,
    /// The ufunc whose method is called: `Row`.
    Ufunc,
    /// The generator whose method is called: `Generator`.
    Generator,
    /// Any object, which is not looked at.
    Ignored,
}

/// The arguments of a call, one for each parameter.
pub struct Arguments<'a>(pub &'a [Given<'a>]);

impl<'a> Arguments<'a> {
    /// The arguments one after another.
    #[inline]
    pub(crate) fn iter(&self) -> Remaining<'a> {
        Remaining(self.0.iter())
    }
}

/// The arguments that were not yet taken.
pub(crate) struct Remaining<'a>(std::slice::Iter<'a, Given<'a>>);

impl<'a> Remaining<'a> {
    /// The next argument, or the default where it is not given.
    ///
    /// # Errors
    /// A runtime error where it has not been converted to what its type says.
    #[inline]
    pub(crate) fn take<T: Typed<'a>>(&mut self, name: &str, default: Option<Literal>) -> Result<T> {
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
    const TYPE: Type = Type::Array;

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
    const TYPE: Type = Type::Operand;

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
    const TYPE: Type = Type::Arrays;

    fn typed(given: &'a Given<'a>) -> Option<Vec<&'a Array>> {
        match given {
            Given::Arrays(arrays) => Some(arrays.iter().map(Held::array).collect()),
            Given::Absent => Some(Vec::new()),
            _ => None,
        }
    }
}

impl<'a> Typed<'a> for Vec<Argument<'a>> {
    const TYPE: Type = Type::Operands;

    fn typed(given: &'a Given<'a>) -> Option<Vec<Argument<'a>>> {
        match given {
            Given::Each(each) => each.iter().map(Argument::typed).collect(),
            _ => None,
        }
    }
}

impl<'a> Typed<'a> for Axes {
    const TYPE: Type = Type::Axes;

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
    const TYPE: Type = Type::Sections;

    fn typed(given: &'a Given<'a>) -> Option<Sections> {
        match given {
            Given::Int(count) => Some(Sections::Count(*count)),
            Given::Ints(places) => Some(Sections::Before(places.clone())),
            _ => None,
        }
    }
}

impl<'a> Typed<'a> for AxisPairs {
    const TYPE: Type = Type::AxisPairs;

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
    const TYPE: Type = Type::Limit;

    fn typed(given: &'a Given<'a>) -> Option<Limit<'a>> {
        Option::<Argument>::typed(given).map(Limit::Given)
    }

    fn from_default(_literal: Literal) -> Option<Limit<'a>> {
        Some(Limit::Absent)
    }
}

impl<'a> Typed<'a> for Elements<'a> {
    const TYPE: Type = Type::Elements;

    fn typed(given: &'a Given<'a>) -> Option<Elements<'a>> {
        Argument::typed(given).map(Elements)
    }

    #[inline]
    fn from_default(literal: Literal) -> Option<Elements<'a>> {
        Argument::from_default(literal).map(Elements)
    }
}

impl<'a> Typed<'a> for Option<Elements<'a>> {
    const TYPE: Type = Type::OptionalElements;

    fn typed(given: &'a Given<'a>) -> Option<Option<Elements<'a>>> {
        match given {
            Given::None | Given::Absent => Some(None),
            given => Elements::typed(given).map(Some),
        }
    }

    fn from_default(literal: Literal) -> Option<Option<Elements<'a>>> {
        (literal == Literal::None).then_some(None)
    }
}

impl<'a> Typed<'a> for Ignored {
    const TYPE: Type = Type::Ignored;

    fn typed(_given: &'a Given<'a>) -> Option<Ignored> {
        Some(Ignored)
    }

    fn from_default(_literal: Literal) -> Option<Ignored> {
        Some(Ignored)
    }
}

/// Types whose argument and default are each one pattern, and the same or nothing.
macro_rules! typed {
    ($($type:ty, $one:ident $(or $option:ident)?, $($given:pat => $value:expr),+; $($literal:pat => $default:expr),*;)*) => { $(
        impl<'a> Typed<'a> for $type {
            const TYPE: Type = Type::$one;

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

        $(
            impl<'a> Typed<'a> for Option<$type> {
                const TYPE: Type = Type::$option;

                #[inline]
                fn typed(given: &'a Given<'a>) -> Option<Option<$type>> {
                    match given {
                        Given::None | Given::Absent => Some(None),
                        given => <$type>::typed(given).map(Some),
                    }
                }

                #[inline]
                fn from_default(literal: Literal) -> Option<Option<$type>> {
                    match literal {
                        Literal::None => Some(None),
                        literal => <$type as Typed<'a>>::from_default(literal).map(Some),
                    }
                }
            }
        )?
    )* };
}

typed! {
    i64, Int or OptionalInt, Given::Int(value) => *value; Literal::Int(value) => value.into();
    f64, Float or OptionalFloat, Given::Float(value) => *value; Literal::Float(value) => value, Literal::Int(value) => value.into();
    bool, Bool or OptionalBool, Given::Bool(value) => *value; Literal::Bool(value) => value;
    DType, DType or OptionalDType, Given::DType(dtype) => *dtype; Literal::Text(name) => DType::from_name(name)?;
    Order, Order or OptionalOrder, Given::Order(order) => *order;
        Literal::Text(letter) => Order::from_letter(letter)?, Literal::None => Order::K;
    Device, Device, Given::Device(device) => *device;;
    AnyStream, Stream, Given::None => AnyStream; Literal::None => AnyStream;
    Casting, Casting, Given::Casting(casting) => *casting; Literal::Text(name) => Casting::from_name(name)?;
    Bounds, Bounds, Given::Bounds(bounds) => *bounds; Literal::Text(name) => Bounds::from_name(name)?;
    Quantiles, Quantiles, Given::Quantiles(quantiles) => (**quantiles).clone();;
    Vec<Bounds>, EachBounds, Given::EachBounds(each) => each.to_vec(); Literal::Text(name) => vec![Bounds::from_name(name)?];
    &'a [i64], Ints or OptionalInts, Given::Int(value) => std::slice::from_ref(value), Given::Ints(values) => values;
        Literal::Ints(values) => values;
    Operand<'a>, Operand or OptionalOperand,
        given @ (Given::Array(_) | Given::New(_) | Given::Value(_) | Given::Scalar(_)) => Operand(given);;
    Dims, Ints or OptionalInts, Given::Int(value) => Dims::new(&[*value]), Given::Ints(values) => values.clone();
        Literal::Int(value) => Dims::new(&[value.into()]), Literal::Ints(values) => Dims::new(values);
    Shape, Shape or OptionalShape, Given::Int(value) => Shape(Dims::new(&[*value])), Given::Ints(values) => Shape(values.clone());;
    Counts, Counts, Given::Ints(values) => Counts(values.clone());;
    Sequence, Sequence or OptionalSequence, Given::Ints(values) => Sequence(values.clone());;
    IntLists, IntLists or OptionalIntLists, Given::IntLists(lists) => IntLists(lists.to_vec()), Given::Absent => IntLists::default();;
    Pairs<i64>, IntPairs or OptionalIntPairs, Given::IntPairs(pairs) => (**pairs).clone();;
    Indices<'a>, Indices, Given::Array(array) => Indices(array), Given::New(array) => Indices(array);;
    EachIndices<'a>, EachIndices, Given::Arrays(arrays) => EachIndices(arrays.iter().map(Held::array).collect()),
        Given::Absent => EachIndices::default();;
    Parts<'a>, Index, Given::Index(parts) => Parts(parts);;
    Prototype<'a>, Prototype, Given::Array(array) => Prototype(array), Given::New(array) => Prototype(array);;
    Shaped<'a>, Shaped, Given::Array(array) => Shaped(array), Given::New(array) => Shaped(array);;
    Anything<'a>, Object, Given::Bool(there) => Anything { given: *there, array: None },
        Given::Array(array) => Anything { given: true, array: Some(array) };
        Literal::None => Anything { given: false, array: None };
    i128, Wide or OptionalWide, Given::Value(Value::Int(value)) => *value; Literal::Int(value) => value.into();
    Source<'a>, Source or OptionalSource, Given::Array(array) => Source::Array(array), Given::New(array) => Source::Array(array),
        Given::Foreign(object) => Source::Foreign(&**object);;
    RowId, Ufunc, Given::Row(row) => *row;;
    &'a Generator, Generator, Given::Generator(generator) => *generator;;
    Number, Number or OptionalNumber,
        Given::Value(value) => Number::Weak(*value), Given::Scalar(scalar) => Number::Strong(*scalar);
        Literal::Int(value) => Number::Weak(Value::Int(value.into())), Literal::Float(value) => Number::Weak(Value::Float(value));
    Out<'a>, Out, Given::Array(array) => Out(Some(array)), Given::None => Out(None); Literal::None => Out(None);
    Mask<'a>, Mask, Given::Array(array) => Mask(Some(array)), Given::New(array) => Mask(Some(array)), Given::None => Mask(None);
        Literal::None | Literal::Bool(true) => Mask(None);
}

impl<'a> Typed<'a> for Option<&'a Array> {
    const TYPE: Type = Type::OptionalArray;

    #[inline]
    fn typed(given: &'a Given<'a>) -> Option<Option<&'a Array>> {
        match given {
            Given::None => Some(None),
            given => <&Array>::typed(given).map(Some),
        }
    }

    fn from_default(literal: Literal) -> Option<Option<&'a Array>> {
        (literal == Literal::None).then_some(None)
    }
}

impl<'a> Typed<'a> for Option<Argument<'a>> {
    const TYPE: Type = Type::OptionalOperand;

    #[inline]
    fn typed(given: &'a Given<'a>) -> Option<Option<Argument<'a>>> {
        match given {
            Given::None => Some(None),
            given => Argument::typed(given).map(Some),
        }
    }

    fn from_default(literal: Literal) -> Option<Option<Argument<'a>>> {
        (literal == Literal::None).then_some(None)
    }
}

impl<'a> Typed<'a> for Option<Device> {
    const TYPE: Type = Type::OptionalDevice;

    fn typed(given: &'a Given<'a>) -> Option<Option<Device>> {
        match given {
            Given::None => Some(None),
            Given::Device(device) => Some(Some(*device)),
            _ => None,
        }
    }

    fn from_default(literal: Literal) -> Option<Option<Device>> {
        (literal == Literal::None).then_some(None)
    }
}

impl<'a> Typed<'a> for Option<Pairs<Argument<'static>>> {
    const TYPE: Type = Type::OptionalNumberPairs;

    fn typed(given: &'a Given<'a>) -> Option<Self> {
        match given {
            Given::None => Some(None),
            Given::NumberPairs(pairs) => Some(Some((**pairs).clone())),
            _ => None,
        }
    }

    fn from_default(literal: Literal) -> Option<Self> {
        (literal == Literal::None).then_some(None)
    }
}

impl<'a> Typed<'a> for Option<&'a Loop> {
    const TYPE: Type = Type::OptionalLoop;

    fn typed(given: &'a Given<'a>) -> Option<Self> {
        match given {
            Given::None => Some(None),
            Given::Loop(asked) => Some(Some(asked)),
            _ => None,
        }
    }

    fn from_default(literal: Literal) -> Option<Self> {
        matches!(literal, Literal::None).then_some(None)
    }
}

impl<'a> Typed<'a> for NumberOrText<'a> {
    const TYPE: Type = Type::NumberOrText;

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
