//! A parser of plain arithmetic in C++: the statements and expressions of a kernel's text.

use cuprust_num::{DType, Scalar};
use cuprust_ops::RowId;

use super::parameters;
use super::tokens::{Token, is_word, tokens};

/// The statements of a text, with these letters as types; `None` if one of them is not a plain assignment.
pub(super) fn statements(text: &str, letters: &[&str]) -> Option<Vec<Statement>> {
    if text.contains('#') {
        return None;
    }
    let all = tokens(text);
    let parts = all.split(|token| token.text == ";").filter(|part| !part.is_empty());
    parts.map(|part| Parser { all: part, at: 0, letters }.statement()).collect()
}

#[derive(Debug)]
pub(super) struct Statement {
    /// The type of a variable that is declared here, a type of C++ or a letter; `None` for an output.
    pub declares: Option<String>,
    pub target: String,
    pub value: Expression,
}

#[derive(Debug)]
pub(super) enum Expression {
    Number(Scalar),
    Name(String),
    /// A conversion to a type of C++ or a letter.
    Cast(String, Box<Expression>),
    Negative(Box<Expression>),
    Positive(Box<Expression>),
    Not(Box<Expression>),
    Invert(Box<Expression>),
    Binary(&'static str, Box<Expression>, Box<Expression>),
    Choice(Box<[Expression; 3]>),
    Call(&'static Function, Vec<Expression>),
}

/// A function of CUDA.
#[derive(Debug)]
pub(super) struct Function {
    name: &'static str,
    pub row: RowId,
    pub kind: FunctionKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FunctionKind {
    /// Of one float.
    Float,
    /// As `Float`, with a bool result.
    Test,
    /// Of two floats.
    Floats,
    /// The absolute value, of a signed integer too.
    Absolute,
    /// Of two floats or of two integers, for which there is another row.
    Extreme(RowId),
}

macro_rules! functions {
    ($($name:literal $row:literal $kind:expr;)*) => {
        const FUNCTIONS: &[Function] = &[$(
            Function { name: $name, row: const { RowId::named($row) }, kind: { use FunctionKind::*; $kind } },
        )*];
    };
}
functions! {
    "sqrt" "sqrt" Float; "exp" "exp" Float; "exp2" "exp2" Float; "expm1" "expm1" Float; "log" "log" Float; "log2" "log2" Float;
    "log10" "log10" Float; "log1p" "log1p" Float; "sin" "sin" Float; "cos" "cos" Float; "tan" "tan" Float; "asin" "arcsin" Float;
    "acos" "arccos" Float; "atan" "arctan" Float; "sinh" "sinh" Float; "cosh" "cosh" Float; "tanh" "tanh" Float; "asinh" "arcsinh" Float;
    "acosh" "arccosh" Float; "atanh" "arctanh" Float; "floor" "floor" Float; "ceil" "ceil" Float; "trunc" "trunc" Float;
    "rint" "rint" Float; "fabs" "absolute" Float; "isnan" "isnan" Test; "isinf" "isinf" Test; "isfinite" "isfinite" Test;
    "fmod" "fmod" Floats; "atan2" "arctan2" Floats; "hypot" "hypot" Floats; "copysign" "copysign" Floats; "fmin" "fmin" Floats;
    "fmax" "fmax" Floats; "pow" "power" Floats; "abs" "absolute" Absolute;
    "min" "fmin" Extreme(const { RowId::named("minimum") }); "max" "fmax" Extreme(const { RowId::named("maximum") });
}

/// The binary operators by precedence, the lowest first.
const OPERATORS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

struct Parser<'a, 't> {
    all: &'t [Token<'a>],
    at: usize,
    /// The letters that are types.
    letters: &'t [&'t str],
}

impl<'a> Parser<'a, '_> {
    fn text(&self, ahead: usize) -> &'a str {
        self.all.get(self.at + ahead).map_or("", |token| token.text)
    }

    fn take(&mut self, text: &str) -> Option<()> {
        if self.text(0) != text {
            return None;
        }
        self.at += 1;
        Some(())
    }

    /// `y = value` or `float t = value`.
    fn statement(&mut self) -> Option<Statement> {
        let _ = self.take("const");
        let declares = match self.text(0) {
            "auto" => {
                self.at += 1;
                Some("auto".to_owned())
            }
            _ if self.text(1) == "=" => None,
            _ => Some(self.type_name()?),
        };
        let target = Some(self.text(0)).filter(|text| is_word(text))?.to_owned();
        self.at += 1;
        self.take("=")?;
        let value = self.expression()?;
        (self.at == self.all.len()).then_some(Statement { declares, target, value })
    }

    /// A type: a letter of a parameter, or one of C++'s, which may consist of several words.
    fn type_name(&mut self) -> Option<String> {
        if self.letters.contains(&self.text(0)) && self.text(0).len() == 1 {
            self.at += 1;
            return Some(self.all[self.at - 1].text.to_owned());
        }
        let longest = (1..=4).rev().find_map(|count| {
            let words = self.all.get(self.at..self.at + count)?;
            let name = words.iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
            parameters::number(&name).filter(|dtype| !dtype.is_complex()).map(|_| (count, name))
        });
        let (count, name) = longest?;
        self.at += count;
        Some(name)
    }

    fn expression(&mut self) -> Option<Expression> {
        let condition = self.binary(0)?;
        if self.take("?").is_none() {
            return Some(condition);
        }
        let yes = self.expression()?;
        self.take(":")?;
        let no = self.expression()?;
        Some(Expression::Choice(Box::new([condition, yes, no])))
    }

    fn binary(&mut self, rank: usize) -> Option<Expression> {
        let Some(operators) = OPERATORS.get(rank) else { return self.unary() };
        let mut left = self.binary(rank + 1)?;
        while let Some(operator) = operators.iter().find(|operator| **operator == self.text(0)) {
            self.at += 1;
            let right = self.binary(rank + 1)?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Expression> {
        let make: fn(Box<Expression>) -> Expression = match self.text(0) {
            "-" => Expression::Negative,
            "+" => Expression::Positive,
            "!" => Expression::Not,
            "~" => Expression::Invert,
            _ => return self.primary(),
        };
        self.at += 1;
        Some(make(Box::new(self.unary()?)))
    }

    fn primary(&mut self) -> Option<Expression> {
        let text = self.text(0);
        if text == "(" {
            let before = self.at;
            self.at += 1;
            // `(T)x`
            if let Some(name) = self.type_name()
                && self.take(")").is_some()
            {
                return Some(Expression::Cast(name, Box::new(self.unary()?)));
            }
            self.at = before + 1;
            let inner = self.expression()?;
            self.take(")")?;
            return Some(inner);
        }
        if let Some(number) = literal(text) {
            self.at += 1;
            return Some(Expression::Number(number));
        }
        if text == "static_cast" {
            self.at += 1;
            self.take("<")?;
            let name = self.type_name()?;
            self.take(">")?;
            return Some(Expression::Cast(name, Box::new(self.parenthesised()?)));
        }
        let before = self.at;
        // `T(x)`
        if let Some(name) = self.type_name() {
            if self.text(0) == "(" {
                return Some(Expression::Cast(name, Box::new(self.parenthesised()?)));
            }
            self.at = before;
        }
        if !is_word(text) {
            return None;
        }
        self.at += 1;
        if self.text(0) != "(" {
            return Some(Expression::Name(text.to_owned()));
        }
        let (function, narrow) = match find(text) {
            Some(function) => (function, false),
            // `sqrtf` takes floats.
            None => {
                (text.strip_suffix('f').and_then(find).filter(|function| function.kind != FunctionKind::Test)?, true)
            }
        };
        self.at += 1;
        let mut arguments = Vec::new();
        loop {
            let argument = self.expression()?;
            arguments.push(if narrow { Expression::Cast("float".into(), Box::new(argument)) } else { argument });
            match self.text(0) {
                "," => self.at += 1,
                _ => break,
            }
        }
        self.take(")")?;
        Some(Expression::Call(function, arguments))
    }

    fn parenthesised(&mut self) -> Option<Expression> {
        self.take("(")?;
        let inner = self.expression()?;
        self.take(")")?;
        Some(inner)
    }
}

fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// A number as C++ writes it, in its type.
fn literal(text: &str) -> Option<Scalar> {
    match text {
        "true" => return Some(Scalar::new(true)),
        "false" => return Some(Scalar::new(false)),
        _ => {}
    }
    if !text.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0x") {
        let end = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
        return integer(i128::from_str_radix(&digits[..end], 16).ok()?, &digits[end..], true);
    }
    if lower.contains(['.', 'e']) {
        return match lower.strip_suffix('f') {
            Some(number) => number.parse::<f32>().ok().map(Scalar::new),
            None => lower.parse::<f64>().ok().map(Scalar::new),
        };
    }
    let end = lower.find(|c: char| !c.is_ascii_digit()).unwrap_or(lower.len());
    // A leading zero makes a number octal.
    if end > 1 && lower.starts_with('0') {
        return None;
    }
    integer(lower[..end].parse().ok()?, &lower[end..], false)
}

fn integer(value: i128, suffix: &str, hexadecimal: bool) -> Option<Scalar> {
    let (unsigned, long) = match suffix {
        "" => (false, false),
        "u" => (true, false),
        "l" | "ll" => (false, true),
        "ul" | "ull" | "lu" | "llu" => (true, true),
        _ => return None,
    };
    let fits = |dtype: DType| value <= cuprust_num::integer_range(dtype).1;
    let all: &[(DType, bool)] = &[
        (DType::I32, !unsigned && !long),
        (DType::U32, (unsigned || hexadecimal) && !long),
        (DType::I64, !unsigned),
        (DType::U64, unsigned || hexadecimal),
    ];
    let (dtype, _) = all.iter().find(|(dtype, allowed)| *allowed && fits(*dtype))?;
    cuprust_num::Value::Int(value).to(*dtype)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_their_types() {
        let dtype = |text| literal(text).map(|scalar| scalar.dtype());
        assert_eq!(
            [dtype("1"), dtype("2147483648"), dtype("0xffffffff"), dtype("1u"), dtype("1ULL")],
            [Some(DType::I32), Some(DType::I64), Some(DType::U32), Some(DType::U32), Some(DType::U64)]
        );
        assert_eq!(
            [dtype("1."), dtype(".5f"), dtype("1e3"), dtype("1e-3F"), dtype("07"), dtype("1z")],
            [Some(DType::F64), Some(DType::F32), Some(DType::F64), Some(DType::F32), None, None]
        );
    }
}
