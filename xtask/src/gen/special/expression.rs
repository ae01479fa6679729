//! Expressions: each is typed, so that no conversion is implicit on either side, and written in CUDA C++.

use syn::{BinOp, Expr, ExprBinary, ExprCall, ExprCast, ExprMethodCall, Lit, UnOp};

use super::Refusal;
use super::items::Definition;
use super::translate::{Helper, Translator, Variable, ident};
use super::types::Type;

/// How tightly the outermost operator of a text binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Conditional,
    Logical,
    Comparison,
    /// Shifts and bits: always in parentheses inside of others, because C's order among them surprises.
    Bits,
    Sum,
    Product,
    Unary,
    Primary,
}

/// An expression in C++.
pub struct Value {
    pub text: String,
    pub of: Type,
    level: Level,
}

impl Value {
    pub fn primary(text: impl Into<String>, of: Type) -> Value {
        Value { text: text.into(), of, level: Level::Primary }
    }

    fn new(text: String, of: Type, level: Level) -> Value {
        Value { text, of, level }
    }

    /// The text, in parentheses unless it binds at least as tightly.
    fn at_least(&self, level: Level) -> String {
        if self.level >= level { self.text.clone() } else { format!("({})", self.text) }
    }
}

impl Translator<'_> {
    /// The value of an expression; a literal takes the type `want`.
    pub fn value(&mut self, expression: &Expr, want: Option<&Type>) -> Result<Value, Refusal> {
        match expression {
            Expr::Lit(literal) => self.literal(literal, want),
            Expr::Paren(inner) => self.value(&inner.expr, want),
            Expr::Group(inner) => self.value(&inner.expr, want),
            Expr::Reference(reference) if reference.mutability.is_none() => self.value(&reference.expr, want),
            Expr::Path(path) => self.name(path),
            Expr::Unary(unary) => match unary.op {
                UnOp::Neg(_) => {
                    let inner = self.value(&unary.expr, want)?;
                    // Two minus signs in a row would be C's decrement.
                    let text = inner.at_least(Level::Unary);
                    let text = if text.starts_with('-') { format!("-({text})") } else { format!("-{text}") };
                    Ok(Value::new(text, inner.of, Level::Unary))
                }
                UnOp::Not(_) => {
                    let inner = self.value(&unary.expr, want)?;
                    let sign = if inner.of == Type::Bool { '!' } else { '~' };
                    Ok(Value::new(format!("{sign}{}", inner.at_least(Level::Unary)), inner.of, Level::Unary))
                }
                _ => Err(Refusal::at(unary, "references are only passed on")),
            },
            Expr::Binary(binary) => self.binary(binary, want),
            Expr::Cast(cast) => self.cast(cast),
            Expr::If(choice) => {
                let (Some(yes), Some((_, no))) = (single(&choice.then_branch), &choice.else_branch) else {
                    return Err(Refusal::at(choice, "this `if` has statements; give its value a name with `let`"));
                };
                let condition = self.value(&choice.cond, Some(&Type::Bool))?;
                let no = match &**no {
                    Expr::Block(block) => single(&block.block)
                        .ok_or_else(|| Refusal::at(block, "this `else` has statements; name its value with `let`"))?,
                    other => other,
                };
                let (yes, no) = self.pair(yes, no, want)?;
                if yes.of != no.of {
                    return Err(Refusal::at(choice, format!("the branches are {} and {}", yes.of, no.of)));
                }
                let text = format!(
                    "{} ? {} : {}",
                    condition.at_least(Level::Logical),
                    yes.at_least(Level::Logical),
                    no.at_least(Level::Conditional)
                );
                Ok(Value::new(text, yes.of, Level::Conditional))
            }
            Expr::Block(block) => match single(&block.block) {
                Some(inner) => self.value(inner, want),
                None => Err(Refusal::at(block, "a block with statements is no value here")),
            },
            Expr::Tuple(tuple) => {
                let wanted = match want {
                    Some(Type::Tuple(parts)) if parts.len() == tuple.elems.len() => Some(parts.clone()),
                    _ => None,
                };
                let mut parts = Vec::new();
                for (index, part) in tuple.elems.iter().enumerate() {
                    parts.push(self.value(part, wanted.as_ref().map(|wanted| &wanted[index]))?);
                }
                self.helper(Helper::Tuples);
                let of = Type::Tuple(parts.iter().map(|part| part.of.clone()).collect());
                let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
                Ok(Value::primary(format!("{}{{{}}}", of.cuda(), texts.join(", ")), of))
            }
            Expr::Field(field) => {
                let owner = self.value(&field.base, None)?;
                let text = owner.at_least(Level::Primary);
                match (&field.member, &owner.of) {
                    (syn::Member::Unnamed(index), Type::Tuple(parts)) => {
                        let name = ["first", "second", "third", "fourth"][index.index as usize];
                        Ok(Value::primary(format!("{text}.{name}"), parts[index.index as usize].clone()))
                    }
                    (syn::Member::Named(name), Type::Complex) => {
                        Ok(Value::primary(format!("{text}.{name}"), Type::F64))
                    }
                    _ => Err(Refusal::at(field, format!("{} has no such field", owner.of))),
                }
            }
            Expr::Index(index) => {
                let array = self.value(&index.expr, None)?;
                let position = self.value(&index.index, Some(&Type::Index))?;
                let Type::Array(element, _) = array.of else {
                    return Err(Refusal::at(index, "only an array has elements"));
                };
                if position.of != Type::Index {
                    return Err(Refusal::at(index, format!("an index is a usize, not {}", position.of)));
                }
                Ok(Value::primary(format!("{}[{}]", array.text, position.text), *element))
            }
            Expr::Array(array) => {
                let Some(Type::Array(element, _)) = want else {
                    return Err(Refusal::at(array, "the elements' type must be written"));
                };
                let mut texts = Vec::new();
                for part in &array.elems {
                    texts.push(self.wanted(part, element)?.text);
                }
                Ok(Value::primary(format!("{{{}}}", texts.join(", ")), want.cloned().unwrap_or(Type::Unit)))
            }
            Expr::Closure(closure) => self.closure(closure, want),
            Expr::Call(call) => self.call(call, want),
            Expr::MethodCall(call) => self.method(call, want),
            _ => Err(Refusal::at(expression, "this expression is not of the restricted Rust")),
        }
    }

    /// The value of an expression that must be of a type.
    pub fn wanted(&mut self, expression: &Expr, want: &Type) -> Result<Value, Refusal> {
        let value = self.value(expression, Some(want))?;
        if value.of == *want {
            return Ok(value);
        }
        Err(Refusal::at(expression, format!("{} stands where {want} is wanted", value.of)))
    }

    /// Two operands of one type. A literal takes the type of the other.
    fn pair(&mut self, left: &Expr, right: &Expr, want: Option<&Type>) -> Result<(Value, Value), Refusal> {
        if is_literal(left) && !is_literal(right) {
            let right = self.value(right, want)?;
            return Ok((self.value(left, Some(&right.of))?, right));
        }
        let left = self.value(left, want)?;
        let right = self.value(right, Some(&left.of))?;
        Ok((left, right))
    }

    fn literal(&mut self, literal: &syn::ExprLit, want: Option<&Type>) -> Result<Value, Refusal> {
        let suffix = |text: &str| match text {
            "f64" => Some(Type::F64),
            "f32" => Some(Type::F32),
            "i32" => Some(Type::I32),
            "i64" => Some(Type::I64),
            "u32" => Some(Type::U32),
            "u64" => Some(Type::U64),
            "usize" => Some(Type::Index),
            _ => None,
        };
        match &literal.lit {
            Lit::Float(number) => {
                let of = suffix(number.suffix()).or_else(|| want.cloned()).unwrap_or(Type::F64);
                let digits = number.base10_digits();
                let text = match of {
                    Type::F32 => format!("{:?}f", parsed::<f32>(literal, digits)?),
                    _ => format!("{:?}", parsed::<f64>(literal, digits)?),
                };
                match of {
                    Type::F64 | Type::F32 => Ok(Value::primary(text, of)),
                    _ => Err(Refusal::at(literal, format!("a number with a point stands where {of} is wanted"))),
                }
            }
            Lit::Int(number) => {
                let of = suffix(number.suffix()).or_else(|| want.cloned()).unwrap_or(Type::I32);
                let digits = number.base10_digits();
                let text = match of {
                    Type::U64 => format!("{digits}ull"),
                    Type::I64 => format!("{digits}ll"),
                    Type::U32 => format!("{digits}u"),
                    Type::I32 | Type::Index => digits.to_owned(),
                    _ => return Err(Refusal::at(literal, format!("an integer stands where {of} is wanted"))),
                };
                Ok(Value::primary(text, of))
            }
            Lit::Bool(truth) => Ok(Value::primary(truth.value.to_string(), Type::Bool)),
            _ => Err(Refusal::at(literal, "only numbers and truths are literals")),
        }
    }

    fn name(&mut self, path: &syn::ExprPath) -> Result<Value, Refusal> {
        let segments: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let last = segments.last().cloned().unwrap_or_default();
        let owner = segments.len().checked_sub(2).map(|index| segments[index].as_str());
        match (owner, last.as_str()) {
            (Some("f64"), "NAN") => return Ok(Value::primary("__longlong_as_double(0x7ff8000000000000ll)", Type::F64)),
            (Some("f64"), "INFINITY") => {
                return Ok(Value::primary("__longlong_as_double(0x7ff0000000000000ll)", Type::F64));
            }
            (Some("f64"), "NEG_INFINITY") => {
                return Ok(Value::primary("-__longlong_as_double(0x7ff0000000000000ll)", Type::F64));
            }
            (Some("f32"), "NAN") => return Ok(Value::primary("__int_as_float(0x7fc00000)", Type::F32)),
            (Some("f32"), "INFINITY") => return Ok(Value::primary("__int_as_float(0x7f800000)", Type::F32)),
            (Some("f64"), "EPSILON") => return Ok(Value::primary("2.220446049250313e-16", Type::F64)),
            (Some("f64"), "MAX") => return Ok(Value::primary("1.7976931348623157e308", Type::F64)),
            (Some("f64"), "MIN_POSITIVE") => return Ok(Value::primary("2.2250738585072014e-308", Type::F64)),
            (Some("i64"), "MAX") => return Ok(Value::primary("0x7fffffffffffffffll", Type::I64)),
            (Some("consts"), name) => {
                let unknown = || Refusal::at(path, format!("{name} is no constant that the translator knows"));
                let value = math_constant(name).ok_or_else(unknown)?;
                return Ok(match segments.iter().any(|segment| segment == "f32") {
                    true => Value::primary(format!("{:?}f", value as f32), Type::F32),
                    false => Value::primary(format!("{value:?}"), Type::F64),
                });
            }
            _ => {}
        }
        if owner.is_none() {
            if let Some(variable) = self.variable(&last) {
                if self.in_closure && self.parts.contains(&variable.cuda) {
                    let text = format!("a closure cannot use {last}, a part of a tuple; give it a name with `let`");
                    return Err(Refusal::at(path, text));
                }
                return Ok(Value::primary(variable.cuda.clone(), variable.of.clone()));
            }
            if self.signature.lengths.contains(&last) {
                return Ok(Value::primary(last, Type::Index));
            }
        }
        match self.items.get(&last).map(|entry| &entry.item) {
            Some(Definition::Constant(constant)) => {
                let of = Type::of(&constant.ty, &[])?;
                self.need(&last);
                Ok(Value::primary(format!("special_{last}"), of))
            }
            _ => match math_constant(&last) {
                Some(value) => Ok(Value::primary(format!("{value:?}"), Type::F64)),
                None => Err(Refusal::at(path, format!("{last} is not defined in the sources"))),
            },
        }
    }

    fn binary(&mut self, binary: &ExprBinary, want: Option<&Type>) -> Result<Value, Refusal> {
        let (sign, level) = match binary.op {
            BinOp::Add(_) => ("+", Level::Sum),
            BinOp::Sub(_) => ("-", Level::Sum),
            BinOp::Mul(_) => ("*", Level::Product),
            BinOp::Div(_) => ("/", Level::Product),
            BinOp::Rem(_) => ("%", Level::Product),
            BinOp::Shl(_) => ("<<", Level::Bits),
            BinOp::Shr(_) => (">>", Level::Bits),
            BinOp::BitAnd(_) => ("&", Level::Bits),
            BinOp::BitOr(_) => ("|", Level::Bits),
            BinOp::BitXor(_) => ("^", Level::Bits),
            BinOp::Lt(_) => ("<", Level::Comparison),
            BinOp::Le(_) => ("<=", Level::Comparison),
            BinOp::Gt(_) => (">", Level::Comparison),
            BinOp::Ge(_) => (">=", Level::Comparison),
            BinOp::Eq(_) => ("==", Level::Comparison),
            BinOp::Ne(_) => ("!=", Level::Comparison),
            BinOp::And(_) => ("&&", Level::Logical),
            BinOp::Or(_) => ("||", Level::Logical),
            _ => return Err(Refusal::at(binary, "an assignment is a statement")),
        };
        let want = if level == Level::Comparison { None } else { want.filter(|want| **want != Type::Complex) };
        let (left, right) = match level {
            Level::Bits if matches!(sign, "<<" | ">>") => {
                (self.value(&binary.left, want)?, self.value(&binary.right, None)?)
            }
            _ => self.pair(&binary.left, &binary.right, want)?,
        };
        let complex = left.of == Type::Complex || right.of == Type::Complex;
        let shift = matches!(sign, "<<" | ">>");
        if left.of != right.of && !shift && !complex {
            return Err(Refusal::at(binary, format!("{} {sign} {}: the types differ", left.of, right.of)));
        }
        if matches!(sign, "/" | "%") && left.of.is_integer() && !is_literal(&binary.right) {
            return Err(Refusal::at(binary, "integers are divided by literals only"));
        }
        let of = match level {
            Level::Comparison | Level::Logical => Type::Bool,
            _ if complex => Type::Complex,
            _ => left.of.clone(),
        };
        // Sums and products keep Rust's order, which is C's; other combinations get parentheses.
        let (left, right) = match level {
            Level::Sum => (left.at_least(Level::Sum), right.at_least(Level::Product)),
            Level::Product => (left.at_least(Level::Product), right.at_least(Level::Unary)),
            Level::Comparison => (left.at_least(Level::Sum), right.at_least(Level::Sum)),
            Level::Logical => (left.at_least(Level::Comparison), right.at_least(Level::Comparison)),
            _ => (left.at_least(Level::Unary), right.at_least(Level::Unary)),
        };
        Ok(Value::new(format!("{left} {sign} {right}"), of, level))
    }

    fn cast(&mut self, cast: &ExprCast) -> Result<Value, Refusal> {
        let to = Type::of(&cast.ty, &self.signature.types.clone())?;
        let from = self.value(&cast.expr, None)?;
        if from.of.is_float() && to.is_integer() {
            // Rust's conversion saturates and makes NaN zero; a GPU's differs.
            self.helper(Helper::Casts);
            let name = match to {
                Type::I32 => "special_to_i32",
                Type::Index => "special_to_index",
                Type::I64 => "special_to_i64",
                Type::U32 => "special_to_u32",
                _ => "special_to_u64",
            };
            return Ok(Value::primary(format!("{name}({})", from.text), to));
        }
        if matches!(from.of, Type::Complex | Type::Tuple(_) | Type::Array(..) | Type::Parameter(_)) {
            return Err(Refusal::at(cast, format!("{} cannot become {to}", from.of)));
        }
        Ok(Value::new(format!("({to}){}", from.at_least(Level::Unary)), to, Level::Unary))
    }

    /// A closure of one expression. Its parameters' types are those of the function that is wanted, or stated.
    fn closure(&mut self, closure: &syn::ExprClosure, want: Option<&Type>) -> Result<Value, Refusal> {
        let (wanted, gives) = match want {
            Some(Type::Function(takes, gives)) => (takes.as_slice(), Some(&**gives)),
            _ => (&[][..], None),
        };
        self.scopes.push(std::collections::HashMap::new());
        let (mut parameters, mut takes) = (Vec::new(), Vec::new());
        for (element_index, pattern) in closure.inputs.iter().enumerate() {
            let (pattern, of) = match (pattern, wanted.get(element_index)) {
                (syn::Pat::Type(typed), _) => (&*typed.pat, Type::of(&typed.ty, &self.signature.types.clone())?),
                (pattern, Some(of)) => (pattern, of.clone()),
                _ => return Err(Refusal::at(pattern, "state the type of this closure's parameter")),
            };
            self.spell(&of);
            let name = self.declare(ident(pattern)?, &of);
            parameters.push(of.parameter(&name));
            takes.push(of);
        }
        let outer = std::mem::replace(&mut self.in_closure, true);
        let value = self.value(&closure.body, gives);
        self.in_closure = outer;
        self.scopes.pop();
        let value = value?;
        let text = format!("[&]({}) {{ return {}; }}", parameters.join(", "), value.text);
        Ok(Value::primary(text, Type::Function(takes, Box::new(value.of))))
    }

    /// The call of a parameter that is a function.
    fn call_of_parameter(
        &mut self,
        call: &ExprCall,
        name: &str,
        takes: &[Type],
        gives: &Type,
    ) -> Result<Value, Refusal> {
        if takes.len() != call.args.len() {
            return Err(Refusal::at(call, format!("{name} takes {} arguments", takes.len())));
        }
        let mut texts = Vec::new();
        for (argument, takes) in call.args.iter().zip(takes) {
            texts.push(self.wanted(argument, takes)?.text);
        }
        Ok(Value::primary(format!("{name}({})", texts.join(", ")), gives.clone()))
    }

    fn call(&mut self, call: &ExprCall, want: Option<&Type>) -> Result<Value, Refusal> {
        let Expr::Path(path) = &*call.func else {
            return Err(Refusal::at(call, "only functions of the sources are called"));
        };
        let segments: Vec<&syn::PathSegment> = path.path.segments.iter().collect();
        let names: Vec<String> = segments.iter().map(|segment| segment.ident.to_string()).collect();
        let last = names.last().cloned().unwrap_or_default();
        let owner = names.len().checked_sub(2).map(|index| names[index].as_str());
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match (owner, last.as_str(), &arguments[..]) {
            (Some("f64"), "from_bits", [bits]) => {
                let bits = self.wanted(bits, &Type::U64)?;
                return Ok(Value::primary(format!("__longlong_as_double((long long)({}))", bits.text), Type::F64));
            }
            (Some("f32"), "from_bits", [bits]) => {
                let bits = self.wanted(bits, &Type::U32)?;
                return Ok(Value::primary(format!("__uint_as_float({})", bits.text), Type::F32));
            }
            (Some("f64"), "from", [number]) => {
                let number = self.value(number, None)?;
                return Ok(Value::primary(format!("double({})", number.text), Type::F64));
            }
            (Some("c128"), "new", [re, im]) => {
                let (re, im) = (self.wanted(re, &Type::F64)?, self.wanted(im, &Type::F64)?);
                self.helper(Helper::Complex);
                return Ok(Value::primary(format!("c128({}, {})", re.text, im.text), Type::Complex));
            }
            (None, "select", [condition, yes, no]) => {
                let condition = self.wanted(condition, &Type::Bool)?;
                let (yes, no) = self.pair(yes, no, want)?;
                if yes.of != no.of {
                    return Err(Refusal::at(call, format!("the choices are {} and {}", yes.of, no.of)));
                }
                let texts = [condition.at_least(Level::Logical), yes.text, no.text];
                let text = format!("({} ? {} : {})", texts[0], texts[1], texts[2]);
                return Ok(Value::primary(text, yes.of));
            }
            _ => {}
        }
        if owner.is_none()
            && let Some(Variable { cuda, of: Type::Function(takes, gives) }) = self.variable(&last).cloned()
        {
            return self.call_of_parameter(call, &cuda, &takes, &gives);
        }
        if self.device_math
            && let Some(name) = device_function(&last)
        {
            let [argument] = arguments[..] else { return Err(Refusal::at(call, format!("{last} takes one argument"))) };
            if name == "special_near_cosine" {
                self.helper(Helper::NearCosine);
            }
            return Ok(Value::primary(format!("{name}({})", self.wanted(argument, &Type::F64)?.text), Type::F64));
        }
        let Some(signature) = self.items.signature(&last).cloned() else {
            let unknown = || Refusal::at(call, format!("{last} is not defined in the sources"));
            return Err(self.items.refused(&last).unwrap_or_else(unknown));
        };
        if signature.takes.len() != arguments.len() {
            return Err(Refusal::at(call, format!("{last} takes {} arguments", signature.takes.len())));
        }
        let mut bindings = Vec::new();
        let mut texts = Vec::new();
        for (argument, takes) in arguments.iter().zip(&signature.takes) {
            let wants = takes.bound(&bindings);
            let value = self.value(argument, Some(&wants).filter(|wants| !matches!(wants, Type::Parameter(_))))?;
            if !takes.bind(&value.of, &mut bindings) {
                return Err(Refusal::at(argument, format!("{last} takes {takes} where {} stands", value.of)));
            }
            texts.push(value.text);
        }
        let explicit = match &segments.last().map(|segment| &segment.arguments) {
            Some(syn::PathArguments::AngleBracketed(generics)) => {
                let mut parts = Vec::new();
                for part in &generics.args {
                    match part {
                        syn::GenericArgument::Const(expression) => {
                            parts.push(self.value(expression, Some(&Type::Index))?.text);
                        }
                        syn::GenericArgument::Type(syntax) => {
                            let named = Type::of(syntax, &self.signature.types.clone());
                            // A constant parameter that is passed on reads as a type to the parser.
                            let text = match (named, syntax) {
                                (Ok(of), _) => of.cuda(),
                                (Err(_), syn::Type::Path(path)) if path.path.get_ident().is_some() => {
                                    path.path.get_ident().map(ToString::to_string).unwrap_or_default()
                                }
                                (Err(refusal), _) => return Err(refusal),
                            };
                            parts.push(text);
                        }
                        _ => return Err(Refusal::at(part, "a type or a constant is wanted")),
                    }
                }
                format!("<{}>", parts.join(", "))
            }
            _ => String::new(),
        };
        self.need(&last);
        let name = format!("{}{explicit}", super::cuda_name(&last));
        Ok(Value::primary(format!("{name}({})", texts.join(", ")), signature.gives.bound(&bindings)))
    }

    fn method(&mut self, call: &ExprMethodCall, want: Option<&Type>) -> Result<Value, Refusal> {
        let name = call.method.to_string();
        let want = want.filter(|want| want.is_float() || want.is_integer());
        let owner = self.value(&call.receiver, want.filter(|_| is_literal(&call.receiver)))?;
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let of = owner.of.clone();
        let simple = |name: &str, gives: Type| Ok(Value::primary(format!("{name}({})", owner.text), gives));
        match (name.as_str(), &arguments[..]) {
            ("abs", []) if of.is_float() => simple("fabs", of),
            ("sqrt" | "floor" | "ceil" | "trunc", []) if of.is_float() => simple(&name, of),
            ("round_ties_even", []) if of.is_float() => simple("rint", of),
            ("is_nan", []) if of.is_float() => simple("isnan", Type::Bool),
            ("is_infinite", []) if of.is_float() => simple("isinf", Type::Bool),
            ("is_finite", []) if of.is_float() => simple("isfinite", Type::Bool),
            ("is_sign_negative", []) if of.is_float() => simple("signbit", Type::Bool),
            ("to_bits", []) if of == Type::F64 => {
                Ok(Value::primary(format!("(unsigned long long)__double_as_longlong({})", owner.text), Type::U64))
            }
            ("to_bits", []) if of == Type::F32 => simple("__float_as_uint", Type::U32),
            ("leading_zeros", []) if of == Type::U64 => Ok(Value::primary(
                format!("(unsigned int)__clzll((long long){})", owner.at_least(Level::Unary)),
                Type::U32,
            )),
            ("copysign", [sign]) if of.is_float() => {
                let sign = self.wanted(sign, &of)?;
                Ok(Value::primary(format!("copysign({}, {})", owner.text, sign.text), of))
            }
            ("mul_add", [factor, term]) if of.is_float() => {
                let (factor, term) = (self.wanted(factor, &of)?, self.wanted(term, &of)?);
                Ok(Value::primary(format!("fma({}, {}, {})", owner.text, factor.text, term.text), of))
            }
            ("wrapping_add" | "wrapping_sub" | "wrapping_mul", [other]) if of.is_unsigned() => {
                let other = self.wanted(other, &of)?;
                let (sign, level) = match name.as_str() {
                    "wrapping_add" => ('+', Level::Sum),
                    "wrapping_sub" => ('-', Level::Sum),
                    _ => ('*', Level::Product),
                };
                let text = format!("{} {sign} {}", owner.at_least(Level::Unary), other.at_least(Level::Unary));
                Ok(Value::new(text, of, level))
            }
            _ => Err(Refusal::at(call, format!("{of} has no method {name} in the restricted Rust"))),
        }
    }
}

/// The device's own function for an elementary one.
fn device_function(name: &str) -> Option<&'static str> {
    Some(match name {
        "exp" => "exp",
        "exp2" => "exp2",
        "log" => "log",
        "log1p" => "log1p",
        "acos" => "acos",
        "cos_fast" => "special_near_cosine",
        _ => return None,
    })
}

/// A constant of `std::f64::consts`.
fn math_constant(name: &str) -> Option<f64> {
    use std::f64::consts;
    Some(match name {
        "PI" => consts::PI,
        "TAU" => consts::TAU,
        "FRAC_PI_2" => consts::FRAC_PI_2,
        "FRAC_PI_4" => consts::FRAC_PI_4,
        "FRAC_2_PI" => consts::FRAC_2_PI,
        "FRAC_1_PI" => consts::FRAC_1_PI,
        "FRAC_2_SQRT_PI" => consts::FRAC_2_SQRT_PI,
        "FRAC_1_SQRT_2" => consts::FRAC_1_SQRT_2,
        "SQRT_2" => consts::SQRT_2,
        "LN_2" => consts::LN_2,
        "LN_10" => consts::LN_10,
        "LOG2_E" => consts::LOG2_E,
        "LOG10_E" => consts::LOG10_E,
        "E" => consts::E,
        _ => return None,
    })
}

/// The one expression that a block is, where it is one without statements.
fn single(block: &syn::Block) -> Option<&Expr> {
    match &block.stmts[..] {
        [syn::Stmt::Expr(inner, None)] => match inner {
            Expr::If(choice) => {
                let no = match &choice.else_branch.as_ref()?.1 {
                    other if matches!(**other, Expr::If(_)) => single_of(other),
                    other => single_of(other),
                };
                (single(&choice.then_branch).is_some() && no).then_some(inner)
            }
            Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_) | Expr::Return(_) | Expr::Break(_) => None,
            _ => Some(inner),
        },
        _ => None,
    }
}

fn single_of(expression: &Expr) -> bool {
    match expression {
        Expr::Block(block) => single(&block.block).is_some(),
        Expr::If(choice) => {
            single(&choice.then_branch).is_some() && choice.else_branch.as_ref().is_some_and(|(_, no)| single_of(no))
        }
        _ => true,
    }
}

/// Whether an `if` has no statements, so that it is written as a conditional expression.
pub fn is_simple(expression: &Expr) -> bool {
    match expression {
        Expr::If(_) => single_of(expression),
        Expr::Block(block) => single(&block.block).is_some(),
        Expr::Loop(_) | Expr::Match(_) => false,
        _ => true,
    }
}

fn is_literal(expression: &Expr) -> bool {
    match expression {
        Expr::Lit(_) => true,
        Expr::Paren(inner) => is_literal(&inner.expr),
        Expr::Unary(unary) => is_literal(&unary.expr),
        Expr::Binary(binary) => is_literal(&binary.left) && is_literal(&binary.right),
        _ => false,
    }
}

fn parsed<T: std::str::FromStr>(literal: &syn::ExprLit, digits: &str) -> Result<T, Refusal> {
    digits.parse().map_err(|_| Refusal::at(literal, "this number cannot be read"))
}
