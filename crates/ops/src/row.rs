//! The definition of a row: everything there is to know of one elementwise operation.

use cuprust_num::{Casting, DType, Kind, Weak, can_cast, promote_all};

use crate::{Accumulator, Loops, RowId};

/// The module of the rows that are NumPy's.
pub const TOP: &str = "cuprust";

/// The module of the rows that are SciPy's special functions.
pub const SPECIAL: &str = "cuprust.scipy.special";

/// The most operands of a row.
pub const MAX_INPUTS: usize = 6;

/// The most results of a row.
pub const MAX_OUTPUTS: usize = 4;

/// What `loops!` makes: the dtypes that have a loop, and the loop of each.
type LoopTable = (&'static [DType], fn(DType) -> Option<Loops>);

/// One elementwise operation: its name, its dtype rule, its loop on the CPU and its text in CUDA C++.
///
/// The Python ufunc, the stub, the page of documentation, `reduce`, `accumulate`, `outer` and `at`, and the test
/// against NumPy all come from here.
#[derive(Debug)]
pub struct Row {
    /// The modules that have it, as Python names them: [`TOP`] for NumPy's own, else SciPy's.
    pub modules: &'static [&'static str],
    /// NumPy's name.
    pub name: &'static str,
    /// Other names of the same function, as `abs` of `absolute`.
    pub aliases: &'static [&'static str],
    /// How the dtype of the loop follows from the operands' dtypes.
    pub rule: Rule,
    /// The dtype of each input, given the loop's dtype.
    pub inputs: &'static [Slot],
    /// The dtype of each output, given the loop's dtype.
    pub outputs: &'static [Slot],
    /// The dtypes that have a loop, in the order in which NumPy tries them.
    pub dtypes: &'static [DType],
    /// The loop of a dtype, over contiguous blocks.
    pub loops: fn(DType) -> Option<Loops>,
    /// One C++ expression for each output, in which `{0}`, `{1}`, .. stand for the inputs and `{T}` for the loop's
    /// type.
    pub cuda: &'static [&'static str],
    /// The value that leaves every other unchanged, where a reduction of no elements has one.
    pub identity: Option<f64>,
    /// Whether `(a op b) op c` may be computed as `a op (b op c)`: only then can it be folded in blocks, and over
    /// several axes. Others are folded from the first element to the last, and so are rows that NumPy does not reorder.
    pub associative: bool,
    /// The dtype that a fold by it accumulates in, given the elements'.
    pub accumulator: Accumulator,
    /// The largest result on integers from zero to these, if it is known and the result in bytes is the same.
    pub largest: Option<fn([u32; 3]) -> u32>,
    /// Whether it uses the truth value of each operand, whatever the dtypes are.
    pub of_truths: bool,
    /// Whether the low bits of an integer result depend only on the low bits of the operands, as those of a sum do.
    pub modular: bool,
    /// Whether its machine code on a GPU is long, as that of a sine is: a thread that does it for many elements takes
    /// long to compile, and does not hide its own latency.
    pub long: bool,
    /// Whether its second operand divides the first: kernels take an integer that divides all elements as an
    /// `InvariantDivisor`.
    pub divides: bool,
    /// Whether its function has other arguments than operands and is declared in the function table: then it has no
    /// ufunc.
    pub function: bool,
    /// The operands that it refuses, if any. Where they lie in a device's memory, the device detects them.
    pub refuses: Option<Refusal>,
    /// The rows that compare int64 with uint64 exactly, where NumPy's promotion would give float64: one for these
    /// operands, one for exchanged ones. See [`Row::exact`].
    pub across: Option<(&'static str, &'static str)>,
    /// The documentation: one or more sentences.
    pub doc: &'static str,
}

/// Operands that an operation is not defined for: such an element is an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// The C++ condition that holds for them, in which `{0}`, `{1}`, .. stand for the inputs.
    pub cuda: &'static str,
    /// The text of the error.
    pub text: &'static str,
    /// Whether it is an error of linear algebra, and not a value error.
    pub of_linear_algebra: bool,
}

/// The dtype of an operand of a row, given the dtype of its loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// The loop's dtype.
    Same,
    /// The real dtype of the loop's.
    Real,
    /// Always this dtype.
    Fixed(DType),
}

impl Slot {
    /// The dtype, given the loop's.
    pub const fn dtype(self, of: DType) -> DType {
        match self {
            Slot::Same => of,
            Slot::Real => of.real(),
            Slot::Fixed(dtype) => dtype,
        }
    }
}

/// How the dtype of a row's loop is found from the dtypes of its operands.
///
/// All but the named exceptions are NumPy's general rule: the operands whose slot is [`Slot::Same`] or [`Slot::Real`]
/// are promoted, and the loop is of that dtype if the row has it; otherwise of the row's first dtype to which each
/// operand can be cast safely. Which dtypes the row has says the rest: a row with loops for floats only raises integers
/// to float.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The first dtype of the row that can hold the promoted operands.
    First,
    /// As `First`, but all integers and bool become float64: NumPy's `divide`.
    Quotient,
    /// As `First`, but with an integer or a bool operand all are float64: special functions of integer orders.
    Orders,
    /// As `First`, but where an operand's dtype has no loop, the loop is float64: special functions whose double
    /// precision loop SciPy names first.
    Double,
    /// As `First`, but bool counts as int64: NumPy's `angle`, which combines it with an integer.
    BoolAsInteger,
    /// As `First`, but bool is refused with an alternative to use: NumPy's `subtract` and `negative`.
    NotBool(&'static str),
}

/// An operand as promotion sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    /// An array, or a scalar that has a dtype.
    Strong(DType),
    /// A Python scalar.
    Weak(Weak),
}

impl Operand {
    /// Whether it is an array, or a scalar with a dtype, of integers or bools.
    fn is_exact(&self) -> bool {
        matches!(self, Operand::Strong(dtype) if !dtype.is_inexact())
    }

    /// Whether it is complex.
    fn is_complex(&self) -> bool {
        match self {
            Operand::Strong(dtype) => dtype.is_complex(),
            Operand::Weak(weak) => *weak == Weak::Complex,
        }
    }
}

/// The promoted dtype of the operands, as `numpy.result_type`: Python scalars count by their kind alone. `None` where
/// there are none.
pub fn result_type<I: IntoIterator<Item = Operand, IntoIter: Clone>>(operands: I) -> Option<DType> {
    let operands = operands.into_iter();
    let strong = promote_all(operands.clone().filter_map(|operand| match operand {
        Operand::Strong(dtype) => Some(dtype),
        Operand::Weak(_) => None,
    }));
    let weak = operands.filter_map(|operand| match operand {
        Operand::Strong(_) => None,
        Operand::Weak(weak) => Some(weak),
    });
    match (strong, weak.max()) {
        (Some(dtype), Some(weak)) => Some(weak.with(dtype)),
        (Some(dtype), None) => Some(dtype),
        (None, weak) => weak.map(Weak::alone),
    }
}

impl Row {
    /// The dtype of the loop for these operands.
    ///
    /// # Errors
    /// A sentence saying that the row has no loop for them.
    pub fn resolve(&self, operands: &[Operand]) -> Result<DType, String> {
        for (operand, slot) in operands.iter().zip(self.inputs) {
            // Beside a complex operand a real one stays real: a complex order would lose its imaginary part.
            if *slot == Slot::Real && operand.is_complex() {
                return Err(self.refusal(operands));
            }
            // Bool is the dtype of a condition, which any dtype can be cast to.
            let Slot::Fixed(fixed) = *slot else { continue };
            let fits = match *operand {
                Operand::Strong(dtype) => can_cast(dtype, fixed, Casting::Safe),
                Operand::Weak(weak) => weak <= Weak::Int,
            };
            if !fits && fixed != DType::Bool {
                return Err(self.refusal(operands));
            }
        }
        let promoted = self.promoted(operands);
        let preferred = match self.rule {
            Rule::BoolAsInteger if promoted == DType::Bool => DType::I64,
            Rule::First | Rule::BoolAsInteger => promoted,
            Rule::Quotient if !promoted.is_inexact() => DType::F64,
            Rule::Quotient => promoted,
            Rule::Orders if operands.iter().any(Operand::is_exact) && promoted.is_float() => DType::F64,
            Rule::Orders if !promoted.is_inexact() => DType::F64,
            Rule::Orders => promoted,
            Rule::Double if self.lacks(operands, promoted) && can_cast(promoted, DType::F64, Casting::Safe) => {
                DType::F64
            }
            Rule::Double => promoted,
            Rule::NotBool(instead) if promoted == DType::Bool => {
                return Err(format!("{} is not defined for bool: use {instead} instead", self.name));
            }
            Rule::NotBool(_) => promoted,
        };
        // The common case: the promoted dtype has a loop of its own.
        if let Some(&dtype) = self.dtypes.iter().find(|&&dtype| dtype == preferred) {
            return Ok(dtype);
        }
        // NumPy tests whether each operand can be cast, not the promoted dtype: int8 and uint8 have a float16 loop
        // where the row has floats only.
        let strong = |operand: &Operand| matches!(operand, Operand::Strong(_));
        let each = preferred == promoted
            && matches!(self.rule, Rule::First | Rule::BoolAsInteger)
            && operands.iter().all(strong);
        let fits = |dtype: &&DType| match each {
            false => can_cast(preferred, **dtype, Casting::Safe),
            true => operands.iter().zip(self.inputs).all(|(operand, slot)| match (*operand, *slot) {
                (Operand::Strong(operand), Slot::Same | Slot::Real) => can_cast(operand, **dtype, Casting::Safe),
                _ => true,
            }),
        };
        self.dtypes.iter().find(fits).copied().ok_or_else(|| self.refusal(operands))
    }

    /// For int64 and uint64 operands, which no integer dtype holds together, of a row that compares: the row that
    /// compares exactly, and whether the operands are to be exchanged for it (its first is the int64 one).
    pub fn exact(&self, operands: &[Operand]) -> Option<(RowId, bool)> {
        let (signed_first, unsigned_first) = self.across?;
        let &[Operand::Strong(a), Operand::Strong(b)] = operands else { return None };
        match (a, b) {
            (DType::U64, b) if b.kind() == Kind::Signed => Some((RowId::find(unsigned_first)?, true)),
            (a, DType::U64) if a.kind() == Kind::Signed => Some((RowId::find(signed_first)?, false)),
            _ => None,
        }
    }

    /// Whether there is no loop of the promoted dtype, or of an operand's own dtype in a slot of the loop's dtype.
    fn lacks(&self, operands: &[Operand], promoted: DType) -> bool {
        let own = operands.iter().zip(self.inputs).any(|(operand, slot)| match (*operand, *slot) {
            (Operand::Strong(dtype), Slot::Same | Slot::Real) => !self.dtypes.contains(&dtype),
            _ => false,
        });
        own || !self.dtypes.contains(&promoted)
    }

    fn promoted(&self, operands: &[Operand]) -> DType {
        let of_loop = operands.iter().zip(self.inputs).filter(|(_, slot)| !matches!(slot, Slot::Fixed(_)));
        let of_loop = of_loop.map(|(operand, _)| *operand);
        // Next to an operand with a fixed dtype of its own, a Python integer fits any dtype, and the first loop is
        // used. A condition does not affect the dtype.
        let fits_any = |operand| matches!(operand, Operand::Weak(Weak::Bool | Weak::Int));
        if self.has_fixed_number(operands) && of_loop.clone().all(fits_any) {
            return self.dtypes[0];
        }
        result_type(of_loop).unwrap_or(self.dtypes[0])
    }

    /// Whether a number with a dtype (other than bool) is the operand of a slot with a fixed number dtype, as the
    /// exponent of `ldexp`.
    fn has_fixed_number(&self, operands: &[Operand]) -> bool {
        operands.iter().zip(self.inputs).any(|(operand, slot)| match (operand, slot) {
            (Operand::Strong(dtype), Slot::Fixed(fixed)) => *dtype != DType::Bool && *fixed != DType::Bool,
            _ => false,
        })
    }

    #[cold]
    fn refusal(&self, operands: &[Operand]) -> String {
        let names: Vec<String> = operands
            .iter()
            .map(|operand| match operand {
                Operand::Strong(dtype) => dtype.name().to_owned(),
                Operand::Weak(weak) => format!("Python {}", format!("{weak:?}").to_lowercase()),
            })
            .collect();
        format!("{} is not defined for the dtypes ({})", self.name, names.join(", "))
    }

    /// A row of one input and one output, both of the loop's dtype.
    pub(crate) const fn unary(name: &'static str, cuda: &'static [&'static str], loops: LoopTable) -> Row {
        Row {
            modules: &[TOP],
            name,
            aliases: &[],
            rule: Rule::First,
            inputs: &[Slot::Same],
            outputs: &[Slot::Same],
            dtypes: loops.0,
            loops: loops.1,
            cuda,
            identity: None,
            associative: false,
            accumulator: Accumulator::Own,
            largest: None,
            of_truths: false,
            modular: false,
            long: false,
            divides: false,
            function: false,
            refuses: None,
            across: None,
            doc: "",
        }
    }

    /// A row of two inputs and one output, all of the loop's dtype.
    pub(crate) const fn binary(name: &'static str, cuda: &'static [&'static str], loops: LoopTable) -> Row {
        Row::unary(name, cuda, loops).takes(&[Slot::Same, Slot::Same])
    }

    /// A row of three inputs and one output, all of the loop's dtype.
    pub(crate) const fn ternary(name: &'static str, cuda: &'static [&'static str], loops: LoopTable) -> Row {
        Row::unary(name, cuda, loops).takes(&[Slot::Same, Slot::Same, Slot::Same])
    }

    /// A row of four inputs and one output, all of the loop's dtype.
    pub(crate) const fn quaternary(name: &'static str, cuda: &'static [&'static str], loops: LoopTable) -> Row {
        Row::unary(name, cuda, loops).takes(&[Slot::Same; 4])
    }

    /// A row of five inputs and one output, all of the loop's dtype.
    pub(crate) const fn quinary(name: &'static str, cuda: &'static [&'static str], loops: LoopTable) -> Row {
        Row::unary(name, cuda, loops).takes(&[Slot::Same; 5])
    }

    /// Sets the modules that have it, where these are not NumPy's alone.
    pub(crate) const fn within(mut self, modules: &'static [&'static str]) -> Row {
        self.modules = modules;
        self
    }

    /// Sets its CUDA C++, where that is not a plain call.
    pub(crate) const fn text(mut self, cuda: &'static [&'static str]) -> Row {
        self.cuda = cuda;
        self
    }

    /// Sets its documentation.
    pub(crate) const fn doc(mut self, doc: &'static str) -> Row {
        self.doc = doc;
        self
    }

    /// Adds further names.
    pub(crate) const fn also(mut self, aliases: &'static [&'static str]) -> Row {
        self.aliases = aliases;
        self
    }

    /// Makes it foldable, with the value of a fold over no elements.
    pub(crate) const fn identity(mut self, identity: f64) -> Row {
        self.identity = Some(identity);
        self.associative = true;
        self
    }

    /// Makes it foldable; a fold over no elements is an error.
    pub(crate) const fn associative(mut self) -> Row {
        self.associative = true;
        self
    }

    /// Sets the dtype that a fold by it accumulates in.
    pub(crate) const fn accumulates(mut self, accumulator: Accumulator) -> Row {
        self.accumulator = accumulator;
        self
    }

    /// Sets its largest result on integers from zero to these.
    pub(crate) const fn at_most(mut self, largest: fn([u32; 3]) -> u32) -> Row {
        self.largest = Some(largest);
        self
    }

    /// Marks it as using the truth value of each operand.
    pub(crate) const fn of_truths(mut self) -> Row {
        self.of_truths = true;
        self
    }

    /// Marks the low bits of integer results as depending only on the low bits of the operands.
    pub(crate) const fn modular(mut self) -> Row {
        self.modular = true;
        self
    }

    /// Marks its machine code on a GPU as long.
    pub(crate) const fn long(mut self) -> Row {
        self.long = true;
        self
    }

    /// Marks its second operand as the divisor of integers.
    pub(crate) const fn divides(mut self) -> Row {
        self.divides = true;
        self
    }

    /// Marks its function as declared in the function table.
    pub(crate) const fn function(mut self) -> Row {
        self.function = true;
        self
    }

    /// Sets the operands for which it is an error.
    pub(crate) const fn refuses(mut self, cuda: &'static str, text: &'static str) -> Row {
        self.refuses = Some(Refusal { cuda, text, of_linear_algebra: false });
        self
    }

    /// Sets the operands for which it is an error of linear algebra.
    pub(crate) const fn refuses_factors(mut self, cuda: &'static str, text: &'static str) -> Row {
        self.refuses = Some(Refusal { cuda, text, of_linear_algebra: true });
        self
    }

    /// Sets how the loop's dtype follows from the operands'.
    pub(crate) const fn rule(mut self, rule: Rule) -> Row {
        self.rule = rule;
        self
    }

    /// Sets the dtypes of the outputs.
    pub(crate) const fn gives(mut self, outputs: &'static [Slot]) -> Row {
        self.outputs = outputs;
        self
    }

    /// Sets the dtypes of the inputs.
    pub(crate) const fn takes(mut self, inputs: &'static [Slot]) -> Row {
        self.inputs = inputs;
        self
    }

    /// Sets the rows that compute it for int64 and uint64, and for uint64 and int64 with operands exchanged.
    pub(crate) const fn across(mut self, signed_first: &'static str, unsigned_first: &'static str) -> Row {
        self.across = Some((signed_first, unsigned_first));
        self
    }
}
