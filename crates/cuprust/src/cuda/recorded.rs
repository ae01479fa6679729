//! Elementwise kernels whose text is plain arithmetic: they are recorded as operations, and so fuse with the operations
//! around them.
//!
//! Types follow C++: small integers become `int`, and of two operands the smaller type is converted to the larger one.
//! A text with anything whose value could differ, such as a division of signed integers, is not plain, and is compiled.

use std::collections::HashMap;

use cuprust_ir::Result;
use cuprust_num::{DType, Kind, Scalar};
use cuprust_ops::RowId;
use smallvec::SmallVec;

use super::expression::{Expression, Function, FunctionKind, Statement, statements};
use super::operands::{OperandParameter, Types};
use super::parameters;
use crate::array::Order;
use crate::runtime::{Device, Input};
use crate::ufunc::powers::POWER;
use crate::ufunc::{Argument, MapOptions, map_one, plain_map};
use crate::{Array, creation};

/// A text of plain arithmetic.
#[derive(Debug)]
pub(super) struct Plain {
    statements: Vec<Statement>,
}

impl Plain {
    /// Parses the text, if it is plain arithmetic that assigns each output once.
    pub(super) fn of(text: &str, inputs: &[OperandParameter], outputs: &[OperandParameter]) -> Option<Plain> {
        if inputs.iter().chain(outputs).any(|parameter| parameter.raw) {
            return None;
        }
        let letters: Vec<&str> = inputs.iter().chain(outputs).map(|parameter| &*parameter.ctype).collect();
        let statements = statements(text, &letters)?;
        let targets = |statement: &&Statement| statement.declares.is_none();
        let mut known: Vec<&str> = inputs.iter().map(|parameter| &*parameter.name).collect();
        for statement in &statements {
            let is_output = outputs.iter().any(|output| output.name == statement.target);
            let is_new = !known.contains(&&*statement.target);
            if !is_new || is_output != statement.declares.is_none() || !statement.value.knows(&known) {
                return None;
            }
            known.push(&statement.target);
        }
        let assigned = statements.iter().filter(targets).count();
        (assigned == outputs.len() && assigned > 0).then_some(Plain { statements })
    }

    /// The operations of a call with these dtypes; `None` where they would not give the results of C++.
    pub(super) fn recipe(
        &self,
        inputs: &[OperandParameter],
        outputs: &[OperandParameter],
        types: &Types,
    ) -> Result<Option<Recipe>> {
        let mut dtypes = HashMap::with_capacity(inputs.len() + outputs.len());
        for parameter in inputs.iter().chain(outputs) {
            dtypes.insert(&*parameter.name, types.dtype(parameter)?);
        }
        if !self.suits(&dtypes, types) {
            return Ok(None);
        }
        let mut recipe = Recipe::default();
        let mut known = HashMap::with_capacity(inputs.len());
        for (index, parameter) in inputs.iter().enumerate() {
            known.insert(&*parameter.name, recipe.node(Node::Input(index), dtypes[&*parameter.name]));
        }
        for statement in &self.statements {
            let value = statement.value.node(&mut recipe, &known, types);
            let dtype = match &statement.declares {
                Some(name) if name == "auto" => recipe.dtypes[value],
                Some(name) => known_type(name, types).unwrap_or(recipe.dtypes[value]),
                None => dtypes[&*statement.target],
            };
            let value = recipe.cast(value, dtype);
            known.insert(&statement.target, value);
        }
        recipe.outputs = outputs.iter().map(|parameter| known[&*parameter.name]).collect();
        Ok(Some(recipe))
    }

    /// Whether a call with these dtypes gives the results of C++.
    fn suits(&self, dtypes: &HashMap<&str, DType>, types: &Types) -> bool {
        let mut dtypes = dtypes.clone();
        self.statements.iter().all(|statement| {
            let found = statement.value.dtype(&dtypes, types);
            let declared = match &statement.declares {
                Some(name) if name == "auto" => found,
                Some(name) => known_type(name, types),
                None => dtypes.get(&*statement.target).copied(),
            };
            let (Some(found), Some(declared)) = (found, declared) else { return false };
            dtypes.insert(&statement.target, declared);
            !found.is_complex() && !declared.is_complex() && converts(found, declared)
        })
    }
}

/// The operations of a text for one set of dtypes: each once, however often the text repeats it.
#[derive(Debug, Default)]
pub(super) struct Recipe {
    nodes: Vec<Node>,
    dtypes: Vec<DType>,
    /// The nodes of the outputs.
    outputs: Vec<usize>,
}

/// One operation on earlier nodes.
#[derive(Debug, Clone, PartialEq)]
enum Node {
    /// An argument of the call.
    Input(usize),
    Number(Scalar),
    Cast(usize, DType),
    /// A row, the dtype in which it is computed, its operands, and whether [`apply_same_shape`] may record it.
    Apply(RowId, DType, SmallVec<[usize; 2]>, bool),
    /// A condition, and the two values to select from.
    Choice([usize; 3]),
}

impl Recipe {
    fn node(&mut self, node: Node, dtype: DType) -> usize {
        if let Some(known) = self.nodes.iter().position(|known| *known == node) {
            return known;
        }
        self.nodes.push(node);
        self.dtypes.push(dtype);
        self.nodes.len() - 1
    }

    fn cast(&mut self, value: usize, dtype: DType) -> usize {
        if self.dtypes[value] == dtype { value } else { self.node(Node::Cast(value, dtype), dtype) }
    }

    fn apply(&mut self, row: RowId, dtype: DType, all: &[usize]) -> usize {
        let all: SmallVec<[usize; 2]> = all.iter().map(|one| self.cast(*one, dtype)).collect();
        let is_plain = row != POWER
            && row.resolve_one_dtype(dtype, None, all.len()) == Some(dtype)
            && row.row().inputs.iter().all(|slot| slot.dtype(dtype) == dtype);
        self.node(Node::Apply(row, dtype, all, is_plain), row.row().outputs[0].dtype(dtype))
    }

    /// Records the operations, and returns the value of each output and whether it is an array made for this output
    /// only.
    ///
    /// # Errors
    /// As recording.
    pub(super) fn record<'a>(
        &self,
        inputs: &[Operand<'a>],
        device: Device,
    ) -> Result<SmallVec<[(Operand<'a>, bool); 2]>> {
        let mut values: SmallVec<[Operand<'a>; 8]> = SmallVec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let value = match node {
                Node::Input(index) => inputs[*index].clone(),
                Node::Number(scalar) => Operand::Scalar(*scalar),
                Node::Cast(value, dtype) => values[*value].cast(*dtype)?,
                Node::Apply(row, dtype, all, is_plain) => {
                    let made = if *is_plain { apply_same_shape(*row, *dtype, all, &values)? } else { None };
                    match made {
                        Some(made) => Operand::Made(made),
                        None => apply(*row, all, &values, device)?,
                    }
                }
                Node::Choice([condition, a, b]) => {
                    let condition = values[*condition].clone().array(device)?;
                    Operand::Made(crate::where_(&condition, values[*a].argument(), values[*b].argument())?)
                }
            };
            values.push(value);
        }
        if let [output] = self.outputs[..] {
            return Ok(SmallVec::from_iter([(values.swap_remove(output), self.is_made(output))]));
        }
        let is_alone = |index: usize, node: usize| self.is_made(node) && !self.outputs[..index].contains(&node);
        let outputs = self.outputs.iter().enumerate();
        Ok(outputs.map(|(index, &node)| (values[node].clone(), is_alone(index, node))).collect())
    }

    /// Whether a node's value is computed.
    fn is_made(&self, node: usize) -> bool {
        match &self.nodes[node] {
            Node::Input(_) | Node::Number(_) => false,
            Node::Cast(..) | Node::Apply(..) | Node::Choice(_) => true,
        }
    }
}

/// The dtype of a C++ type or a letter.
fn known_type(name: &str, types: &Types) -> Option<DType> {
    types.of_letter(name).or_else(|| parameters::number(name))
}

/// A value during recording.
#[derive(Debug, Clone)]
pub(super) enum Operand<'a> {
    /// An argument of the call.
    Borrowed(&'a Array),
    Made(Array),
    Scalar(Scalar),
}

impl<'a> Operand<'a> {
    fn cast(&self, dtype: DType) -> Result<Operand<'a>> {
        Ok(match self {
            Operand::Borrowed(array) => Operand::Made(array.astype(dtype)?),
            Operand::Made(array) => Operand::Made(array.astype(dtype)?),
            Operand::Scalar(scalar) => Operand::Scalar(scalar.cast(dtype)),
        })
    }

    fn argument(&self) -> Argument<'_> {
        match self {
            Operand::Borrowed(array) => Argument::Array(array),
            Operand::Made(array) => Argument::Array(array),
            Operand::Scalar(scalar) => Argument::Scalar(*scalar),
        }
    }

    /// The value as an array; a number becomes one without axes.
    pub(super) fn array(self, device: Device) -> Result<Array> {
        match self {
            Operand::Borrowed(array) => Ok(array.clone()),
            Operand::Made(array) => Ok(array),
            Operand::Scalar(scalar) => creation::full(creation::shape(()).on(device), scalar),
        }
    }
}

/// Whether a conversion gives the result of C++. C++ leaves a float beyond an integer's range undefined, and devices
/// give the nearest integer.
fn converts(from: DType, to: DType) -> bool {
    is_integer(from) || !matches!(to.kind(), Kind::Signed | Kind::Unsigned)
}

/// The dtype after integer promotion.
fn promoted(dtype: DType) -> DType {
    match dtype {
        DType::Bool | DType::I8 | DType::U8 | DType::I16 | DType::U16 => DType::I32,
        DType::F16 | DType::BF16 => DType::F32,
        other => other,
    }
}

/// The common type of two operands.
fn common(a: DType, b: DType) -> DType {
    let (a, b) = (promoted(a), promoted(b));
    let either = |dtype| a == dtype || b == dtype;
    [DType::F64, DType::F32, DType::U64, DType::I64, DType::U32]
        .into_iter()
        .find(|dtype| either(*dtype))
        .unwrap_or(DType::I32)
}

/// Whether CUDA's `min` and `max` are known to accept two types. The compiler decides about others.
fn has_overload(a: DType, b: DType) -> bool {
    let both = |all: [DType; 2]| all.contains(&a) && all.contains(&b);
    let short = |dtype| matches!(promoted(dtype), DType::I32 | DType::U32);
    a == b || short(a) && short(b) || both([DType::F32, DType::F64]) || both([DType::I64, DType::U64])
}

/// The float type in which a function computes.
fn float_of(dtype: DType) -> DType {
    if promoted(dtype) == DType::F32 { DType::F32 } else { DType::F64 }
}

fn is_integer(dtype: DType) -> bool {
    matches!(dtype.kind(), Kind::Bool | Kind::Signed | Kind::Unsigned)
}

impl Expression {
    /// Whether all names are among these.
    fn knows(&self, names: &[&str]) -> bool {
        match self {
            Expression::Number(_) => true,
            Expression::Name(name) => names.contains(&&**name),
            Expression::Cast(_, a)
            | Expression::Negative(a)
            | Expression::Positive(a)
            | Expression::Not(a)
            | Expression::Invert(a) => a.knows(names),
            Expression::Binary(_, a, b) => a.knows(names) && b.knows(names),
            Expression::Choice(all) => all.iter().all(|one| one.knows(names)),
            Expression::Call(_, all) => all.iter().all(|one| one.knows(names)),
        }
    }

    /// The type; `None` where an operation differs from C++'s.
    fn dtype(&self, names: &HashMap<&str, DType>, types: &Types) -> Option<DType> {
        let of = |one: &Expression| one.dtype(names, types).filter(|dtype| !dtype.is_complex());
        Some(match self {
            Expression::Number(scalar) => scalar.dtype(),
            Expression::Name(name) => *names.get(&**name)?,
            Expression::Cast(name, a) => {
                let from = of(a)?;
                known_type(name, types).filter(|dtype| converts(from, *dtype))?
            }
            Expression::Negative(a) | Expression::Positive(a) => promoted(of(a)?),
            Expression::Not(a) => {
                of(a)?;
                DType::Bool
            }
            Expression::Invert(a) => promoted(of(a).filter(|dtype| is_integer(*dtype))?),
            Expression::Binary(operator, a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                let both = common(a, b);
                match *operator {
                    "&&" | "||" | "==" | "!=" | "<" | ">" | "<=" | ">=" => DType::Bool,
                    "<<" | ">>" if is_integer(a) && is_integer(b) => promoted(a),
                    "&" | "|" | "^" | "%" if is_integer(both) => both,
                    // A quotient of signed integers is truncated towards zero, which no row does.
                    "/" if both.kind() != Kind::Signed => both,
                    "+" | "-" | "*" => both,
                    _ => return None,
                }
            }
            Expression::Choice(all) => {
                of(&all[0])?;
                let (a, b) = (of(&all[1])?, of(&all[2])?);
                // A half type and another one convert to each other, so the overload is ambiguous.
                let is_half = |dtype: DType| matches!(dtype, DType::F16 | DType::BF16);
                match a == b {
                    true => a,
                    false if is_half(a) || is_half(b) => return None,
                    false => common(a, b),
                }
            }
            Expression::Call(function, all) => {
                let all: Vec<DType> = all.iter().map(of).collect::<Option<_>>()?;
                function.dtype(&all)?
            }
        })
    }

    /// The node of its value.
    fn node(&self, recipe: &mut Recipe, known: &HashMap<&str, usize>, types: &Types) -> usize {
        match self {
            Expression::Number(scalar) => recipe.node(Node::Number(*scalar), scalar.dtype()),
            // The names were checked before.
            Expression::Name(name) => known[&**name],
            Expression::Cast(name, a) => {
                let value = a.node(recipe, known, types);
                let dtype = known_type(name, types).unwrap_or(recipe.dtypes[value]);
                recipe.cast(value, dtype)
            }
            Expression::Positive(a) => {
                let value = a.node(recipe, known, types);
                recipe.cast(value, promoted(recipe.dtypes[value]))
            }
            Expression::Negative(a) => {
                let value = a.node(recipe, known, types);
                recipe.apply(const { RowId::named("negative") }, promoted(recipe.dtypes[value]), &[value])
            }
            Expression::Not(a) => {
                let value = a.node(recipe, known, types);
                recipe.apply(const { RowId::named("logical_not") }, DType::Bool, &[value])
            }
            Expression::Invert(a) => {
                let value = a.node(recipe, known, types);
                recipe.apply(const { RowId::named("invert") }, promoted(recipe.dtypes[value]), &[value])
            }
            Expression::Binary(operator, a, b) => {
                let (a, b) = (a.node(recipe, known, types), b.node(recipe, known, types));
                let both = common(recipe.dtypes[a], recipe.dtypes[b]);
                let (row, dtype) = match *operator {
                    "&&" => (const { RowId::named("logical_and") }, DType::Bool),
                    "||" => (const { RowId::named("logical_or") }, DType::Bool),
                    "==" => (const { RowId::named("equal") }, both),
                    "!=" => (const { RowId::named("not_equal") }, both),
                    "<" => (const { RowId::named("less") }, both),
                    ">" => (const { RowId::named("greater") }, both),
                    "<=" => (const { RowId::named("less_equal") }, both),
                    ">=" => (const { RowId::named("greater_equal") }, both),
                    "<<" => (const { RowId::named("left_shift") }, promoted(recipe.dtypes[a])),
                    ">>" => (const { RowId::named("right_shift") }, promoted(recipe.dtypes[a])),
                    "&" => (const { RowId::named("bitwise_and") }, both),
                    "|" => (const { RowId::named("bitwise_or") }, both),
                    "^" => (const { RowId::named("bitwise_xor") }, both),
                    "%" => (const { RowId::named("fmod") }, both),
                    "/" if is_integer(both) => (const { RowId::named("floor_divide") }, both),
                    "/" => (const { RowId::named("divide") }, both),
                    "+" => (const { RowId::named("add") }, both),
                    "-" => (const { RowId::named("subtract") }, both),
                    _ => (const { RowId::named("multiply") }, both),
                };
                recipe.apply(row, dtype, &[a, b])
            }
            Expression::Choice(all) => {
                let [condition, a, b] = [0, 1, 2].map(|index: usize| all[index].node(recipe, known, types));
                let (of_a, of_b) = (recipe.dtypes[a], recipe.dtypes[b]);
                let dtype = if of_a == of_b { of_a } else { common(of_a, of_b) };
                let all = [recipe.cast(condition, DType::Bool), recipe.cast(a, dtype), recipe.cast(b, dtype)];
                recipe.node(Node::Choice(all), dtype)
            }
            Expression::Call(function, all) => {
                let all: Vec<usize> = all.iter().map(|one| one.node(recipe, known, types)).collect();
                let dtypes: Vec<DType> = all.iter().map(|one| recipe.dtypes[*one]).collect();
                let (row, dtype) = function.computes(&dtypes);
                recipe.apply(row, dtype, &all)
            }
        }
    }
}

/// Records a row on values of its dtype.
fn apply<'a>(row: RowId, all: &[usize], values: &[Operand<'a>], device: Device) -> Result<Operand<'a>> {
    let options = MapOptions { order: Order::C, ..MapOptions::default() };
    let made = match *all {
        // If all are numbers, one becomes an array.
        [a] => map_one(row, &[Argument::Array(&values[a].clone().array(device)?)], &options),
        [a, b] => match (&values[a], &values[b]) {
            (Operand::Scalar(_), Operand::Scalar(_)) => {
                map_one(row, &[Argument::Array(&values[a].clone().array(device)?), values[b].argument()], &options)
            }
            (a, b) => map_one(row, &[a.argument(), b.argument()], &options),
        },
        _ => unreachable!("operators and functions have one or two operands"),
    };
    made.map(Operand::Made)
}

/// Records a row on contiguous arrays of one shape, and numbers, that all have the dtype in which it is computed, so
/// that no broadcasting or promotion is needed. `None` for other values.
fn apply_same_shape(row: RowId, dtype: DType, all: &[usize], values: &[Operand]) -> Result<Option<Array>> {
    let mut inputs: SmallVec<[Input; 2]> = SmallVec::new();
    let mut first: Option<&Array> = None;
    for index in all {
        let array = match &values[*index] {
            Operand::Borrowed(array) => *array,
            Operand::Made(array) => array,
            Operand::Scalar(scalar) => {
                inputs.push(Input::Scalar(*scalar));
                continue;
            }
        };
        let has_first_shape = || first.is_none_or(|first| first.layout().shape == array.layout().shape);
        if !array.is_plain() || array.size() == 0 || !has_first_shape() {
            return Ok(None);
        }
        first = first.or(Some(array));
        inputs.push(array.whole_input());
    }
    let Some(first) = first else { return Ok(None) };
    plain_map(row, dtype, (first.layout().from_start(), true), &inputs, first.device()).map(Some)
}

impl Function {
    /// The row of a call, and the dtype in which it is computed.
    fn computes(&self, all: &[DType]) -> (RowId, DType) {
        let float = all.iter().copied().map(float_of).reduce(common).unwrap_or(DType::F64);
        match self.kind {
            FunctionKind::Absolute if is_integer(all[0]) => (self.row, promoted(all[0])),
            FunctionKind::Extreme(row) if is_integer(all[0]) => (row, common(all[0], all[1])),
            _ => (self.row, float),
        }
    }

    /// The type of a call's result; `None` where C++ has none, or a different one.
    fn dtype(&self, all: &[DType]) -> Option<DType> {
        let wanted = match self.kind {
            FunctionKind::Float | FunctionKind::Test | FunctionKind::Absolute => 1,
            _ => 2,
        };
        if all.len() != wanted {
            return None;
        }
        let (_, dtype) = self.computes(all);
        match self.kind {
            // The compiler decides which of the overloads takes an integer.
            FunctionKind::Float | FunctionKind::Test | FunctionKind::Floats
                if all.iter().any(|dtype| is_integer(*dtype)) =>
            {
                None
            }
            FunctionKind::Test => Some(DType::Bool),
            FunctionKind::Absolute if dtype.kind() == Kind::Unsigned => None,
            FunctionKind::Extreme(_) if !has_overload(all[0], all[1]) => None,
            _ => Some(dtype),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::operands::parse;
    use super::*;

    fn plain(text: &str, inputs: &str, outputs: &str) -> Option<Plain> {
        Plain::of(text, &parse(inputs, false).unwrap(), &parse(outputs, true).unwrap())
    }

    #[test]
    fn plain_arithmetic_is_told_from_the_rest() {
        for text in [
            "z = (x - y) * (x - y)",
            "z = x > y ? sqrt(x) : -y;",
            "float t = x; z = (T)t + 1e-3f;",
            "const T a = x * 0x1Fu; z = a",
        ] {
            assert!(plain(text, "T x, T y", "T z").is_some(), "{text}");
        }
        for text in [
            "z = x[0]",
            "z += x",
            "x = y; z = x",
            "z = i",
            "if (x) z = y",
            "z = x; z = y",
            "z = f(x)",
            "z = x,",
            "",
            "z = 010",
            "w = x",
            "z = x++",
            "z = &x",
            "T z = x",
            "z = x; T t = q",
            "z = 'a'",
            "z = sqrt(x, y)(1)",
        ] {
            assert!(plain(text, "T x, T y", "T z").is_none(), "{text}");
        }
        assert!(plain("z = x", "raw T x", "T z").is_none() && plain("z = x", "T x", "T z, T y").is_none());
    }

    #[test]
    fn types_are_those_of_cpp() {
        let of = |text: &str, x: DType, y: DType| {
            let plain = plain(&format!("auto t = {text}; z = t"), "A x, B y", "C z").unwrap();
            plain.statements[0].value.dtype(&HashMap::from([("x", x), ("y", y)]), &Types::default())
        };
        use DType::{Bool, F16, F32, F64, I8, I16, I32, I64, U8, U32, U64};
        assert_eq!(of("x + y", I8, U8), Some(I32));
        assert_eq!(of("x + y", I32, U32), Some(U32));
        assert_eq!(of("x + y", I64, F32), Some(F32));
        assert_eq!(of("x * y", F16, I16), Some(F32));
        assert_eq!(of("x + 1.0", F32, F32), Some(F64));
        assert_eq!(of("x << y", U8, I64), Some(I32));
        assert_eq!(of("x < y", F32, F64), Some(Bool));
        assert_eq!(of("x / y", I32, I8), None);
        assert_eq!(of("x / y", U32, I32), Some(U32));
        assert_eq!(of("x % y", F32, F32), None);
        assert_eq!(of("sqrt(x)", I32, I32), None);
        assert_eq!(of("sqrtf(x)", F64, I32), Some(F32));
        assert_eq!(of("min(x, y)", I64, U64), Some(U64));
        assert_eq!(of("min(x, y)", I8, U32), Some(U32));
        // NVRTC refuses these as ambiguous, so they are not recorded.
        assert_eq!(of("min(x, y)", I32, U64), None);
        assert_eq!(of("min(x, y)", F16, F32), None);
        assert_eq!(of("x ? x : y", F16, I32), None);
        assert_eq!(of("min(x, y)", I32, F64), None);
        assert_eq!(of("pow(x, 2)", F32, F32), None);
        assert_eq!(of("x ? x : y", I8, I8), Some(I8));
    }
}
