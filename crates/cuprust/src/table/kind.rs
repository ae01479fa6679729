//! What an argument may be.

/// What an argument may be: a kind, or `None` as well.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Type {
    /// The kind.
    pub kind: Kind,
    /// Whether `None` says that there is none of the kind.
    pub optional: bool,
}

impl Type {
    /// What is of a kind.
    pub const fn of(kind: Kind) -> Type {
        Type { kind, optional: false }
    }

    /// The same, or `None`.
    pub const fn or_none(self) -> Type {
        Type { optional: true, ..self }
    }

    /// Whether `None` is an argument of its own: where it says that there is none of the kind, or is one of the kind.
    #[inline]
    pub const fn allows_none(self) -> bool {
        use Kind::*;
        self.optional || matches!(self.kind, Out | Mask | Axes | Contraction | Stream | NumberOrText)
    }
}

impl std::fmt::Debug for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{:?}", if self.optional { "Optional" } else { "" }, self.kind)
    }
}

/// The kinds of arguments. A host language converts its object accordingly, to the
/// [`ArgumentValue`](super::ArgumentValue) that the comment names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An array, or what becomes one: `Array`.
    Array,
    /// An array, of ours or of the host language's kind, that says how another one is worked on: `Array`.
    AnyArray,
    /// What a `_like` function takes shape, dtype and order from; elements are not read: `Array`.
    Prototype,
    /// An array whose axes alone count; what has none, as a list, is refused: `Array`.
    Shaped,
    /// Several arrays, as a sequence: `Arrays`.
    Arrays,
    /// An array or a number: `Array`, `Value` or `Scalar`.
    Operand,
    /// Several arrays or numbers, as a sequence: `Each` of what an operand is.
    Operands,
    /// An array, of the host language's kind too, or a number: as an operand.
    Elements,
    /// An array to write to, or `None`: `Array`.
    Out,
    /// An array to write to, the dtype of the result, or `None`: `Array` or `DType`.
    Output,
    /// A mask, `True` or `None`: `Array`, or nothing where all is true.
    Mask,
    /// An integer or a sequence of integers, where a list of nothing is none of integers, as to NumPy: `Ints`.
    Ranks,
    /// A sequence of integers, not one alone: `Ints`.
    Sequence,
    /// A number: `Value` or `Scalar`.
    Number,
    /// Axes to reduce: an integer, a tuple of integers, or `None` for all: `Int` or `Ints`.
    Axes,
    /// An integer: `Int`.
    Int,
    /// An integer of any size, clamped to 64 bits: `Int`.
    Clamped,
    /// An integer or a sequence of integers: `Int` or `Ints`.
    Ints,
    /// A number or a sequence of numbers, of which the whole parts are taken, as SciPy and CuPy do of sizes: `Int` or
    /// `Ints`.
    Whole,
    /// An integer or a sequence of integers of up to 128 bits: `Int`, `Ints`, or where one is wider than 64 bits `Each`
    /// of `Value`.
    Shifts,
    /// A list of lists of integers or of integers, or one for each further position: `IntLists`.
    IntLists,
    /// Two integers for each axis, of which one or two may stand for all: `IntPairs`.
    IntPairs,
    /// Two numbers for each axis: `NumberPairs`.
    NumberPairs,
    /// Integers that name elements: `Array`; several, one for each further position: `Arrays`.
    Indices,
    /// What may be between the brackets of an array: `Index`.
    Index,
    /// The same, in which a mask without elements stays a mask: `Index`.
    IndexAsWritten,
    /// A shape: `Int` or `Ints`.
    Shape,
    /// This many axes, or two lists of axes: `Int` or `AxisLists`.
    AxisPairs,
    /// A number of equal parts, or the indices to cut at: `Int` or `Ints`.
    Sections,
    /// Real numbers: one, or several in a shape of up to two axes: `Reals`.
    Reals,
    /// The bins of a histogram: an integer, edges, or the name of an estimator: `Int`, `Array` or `Text`.
    Bins,
    /// The bins along several axes: an integer, an array, or `Each` of `Int` and `Array`.
    EachBins,
    /// Two numbers: `NumberPairs` of one pair.
    Interval,
    /// Such a pair, or `None`, for each axis: `Each`.
    EachInterval,
    /// Two real numbers, of which each may be `None`: `Each` of `Float` and `None`.
    Limits,
    /// An array of ours, or a sequence of arrays: `Array` or `Arrays`.
    ArrayOrSequence,
    /// What `einsum` contracts: a text of labels and arrays, or arrays each with a list of labels: `Each` of `Text` and
    /// of `Array`s.
    Labelled,
    /// An order of contraction: `Bool`, `Text`, or `IntLists`.
    Contraction,
    /// How often: a number or a sequence of numbers: `Ints`.
    Counts,
    /// A real number: `Float`.
    Float,
    /// A truth value: `Bool`.
    Bool,
    /// Truth values, as a sequence: `Each` of `Bool`.
    Bools,
    /// A string: `Text`.
    Text,
    /// A string, or a sequence of strings: `Text`, or `Each` of it.
    Texts,
    /// A number, a name, or `None`: `Value` or `Text`.
    NumberOrText,
    /// A name, or an array: `Text` or `Array`.
    ArrayOrText,
    /// A dtype: `DType`.
    DType,
    /// An order of elements, by NumPy's letter: `Order`.
    Order,
    /// A casting rule, by NumPy's name: `Casting`.
    Casting,
    /// The dtypes of a ufunc's loop, by NumPy's text or tuple: `Loop`.
    Loop,
    /// What becomes of an index out of range, by NumPy's name or number: `Bounds`.
    Bounds,
    /// The same, or a tuple of it: `EachBounds`.
    EachBounds,
    /// A device, by number or name: `Device`.
    Device,
    /// A stream or `None`, of which only is asked that it is one: `None`.
    Stream,
    /// An integer of up to 128 bits: `Value`.
    Wide,
    /// Any object that becomes an array: `Array` or `Foreign`.
    Source,
    /// Any object: `Array` where it is one, else `Bool`, whether it is not `None`.
    Object,
    /// The object whose method is called: `Row` for a ufunc, `Owner` for a generator.
    Owner,
    /// Any object, which is not looked at.
    Ignored,
}
