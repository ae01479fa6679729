//! Functions and statements of the restricted Rust in CUDA C++.

use std::collections::{BTreeSet, HashMap};

use syn::spanned::Spanned;
use syn::{BinOp, Block, Expr, ItemConst, ItemFn, Pat, Stmt};

use super::Refusal;
use super::expression::is_simple;
use super::items::{Items, Signature};
use super::types::Type;

/// The handwritten sections before the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Helper {
    Tuples,
    Casts,
    Complex,
    NearCosine,
}

#[derive(Clone)]
pub struct Variable {
    pub cuda: String,
    pub of: Type,
}

/// The destination of an expression's value.
#[derive(Clone)]
pub enum Target {
    Return,
    /// Into these variables: one for each part of a tuple, or one for the whole.
    Variables(Vec<String>, Type),
    Nowhere,
}

/// The translation of one item.
pub struct Translator<'a> {
    pub items: &'a Items,
    pub signature: Signature,
    /// Whether elementary functions are the device's own.
    pub device_math: bool,
    pub scopes: Vec<HashMap<String, Variable>>,
    /// How often each name was declared, so that a shadowing name gets a number.
    pub declared: HashMap<String, usize>,
    /// Names of values that follow from constant parameters.
    pub lengths: BTreeSet<String>,
    needs: BTreeSet<String>,
    helpers: BTreeSet<Helper>,
    pub text: String,
    pub depth: usize,
    /// Names in C++ of parts of tuples, which a closure cannot use in C++17.
    pub parts: BTreeSet<String>,
    pub in_closure: bool,
}

/// An item in C++, and the items that must precede it.
pub struct Translated {
    /// Whether it is a function that may be called, where others are inlined in any case.
    pub callable: bool,
    /// The text, without `inline` or `__noinline__`.
    pub text: String,
    pub needs: BTreeSet<String>,
    pub helpers: BTreeSet<Helper>,
}

/// Most trips of a loop between literals that is unrolled, as Philox's ten rounds are.
const MAX_UNROLLED: u32 = 10;

/// Words that are names in Rust and not in C++.
const RESERVED: &[&str] = &[
    "auto", "char", "default", "delete", "double", "float", "goto", "int", "long", "new", "not", "or", "short",
    "signed", "switch", "template", "this", "typename", "union", "unsigned", "void", "volatile", "and", "register",
    "near", "far",
];

impl<'a> Translator<'a> {
    fn new(items: &'a Items, signature: Signature, device_math: bool) -> Translator<'a> {
        Translator {
            items,
            signature,
            device_math,
            scopes: vec![HashMap::new()],
            declared: HashMap::new(),
            lengths: BTreeSet::new(),
            needs: BTreeSet::new(),
            helpers: BTreeSet::new(),
            text: String::new(),
            depth: 0,
            parts: BTreeSet::new(),
            in_closure: false,
        }
    }

    /// A constant of a file.
    pub fn constant(items: &Items, constant: &ItemConst) -> Result<Translated, Refusal> {
        let none = Signature { types: vec![], lengths: vec![], takes: vec![], gives: Type::Unit };
        let mut translator = Translator::new(items, none, false);
        let of = Type::of(&constant.ty, &[])?;
        translator.spell(&of);
        let value = translator.wanted(&constant.expr, &of)?;
        let name = of.declare(&format!("special_{}", constant.ident));
        let text = format!("constexpr {name} = {};\n", value.text);
        Ok(Translated { callable: false, text, needs: translator.needs, helpers: translator.helpers })
    }

    /// A function.
    pub fn function(
        items: &Items,
        function: &ItemFn,
        signature: &Signature,
        device_math: bool,
    ) -> Result<Translated, Refusal> {
        let mut translator = Translator::new(items, signature.clone(), device_math);
        let (mut parameters, mut functions) = (Vec::new(), Vec::new());
        let mut opened = Vec::new();
        for (argument, of) in function.sig.inputs.iter().zip(&signature.takes) {
            let syn::FnArg::Typed(typed) = argument else { continue };
            translator.spell(of);
            match &*typed.pat {
                Pat::Tuple(_) => {
                    let name = translator.fresh("pair");
                    parameters.push(of.parameter(&name));
                    opened.push((&*typed.pat, name, of.clone()));
                }
                Pat::Wild(_) => parameters.push(of.cuda()),
                pattern => {
                    let name = translator.declare(ident(pattern)?, of);
                    parameters.push(of.parameter(&name));
                    if matches!(of, Type::Function(..)) {
                        functions.push(Type::class_of_function(&name));
                    }
                }
            }
        }
        translator.spell(&signature.gives);
        translator.depth = 1;
        for (pattern, name, of) in opened {
            translator.open(pattern, &name, &of)?;
        }
        let target = if signature.gives == Type::Unit { Target::Nowhere } else { Target::Return };
        translator.statements(&function.block, &target)?;
        let generics = signature.types.iter().chain(&functions).map(|name| format!("class {name}"));
        let generics: Vec<String> =
            generics.chain(signature.lengths.iter().map(|name| format!("int {name}"))).collect();
        let name = super::cuda_name(&function.sig.ident.to_string());
        let template = if generics.is_empty() { String::new() } else { format!("template <{}> ", generics.join(", ")) };
        let body = translator.text;
        let callable = template.is_empty() && !device_math;
        let inline = if callable { "" } else { "inline " };
        let text =
            format!("{template}{inline}{} {name}({}) {{\n{body}}}\n", signature.gives.cuda(), parameters.join(", "));
        Ok(Translated { callable, text, needs: translator.needs, helpers: translator.helpers })
    }

    pub fn need(&mut self, name: &str) {
        self.needs.insert(name.to_owned());
    }

    pub fn helper(&mut self, helper: Helper) {
        self.helpers.insert(helper);
    }

    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    /// Records the helpers that the spelling of a type needs.
    pub fn spell(&mut self, of: &Type) {
        match of {
            Type::Tuple(parts) => {
                self.helper(Helper::Tuples);
                parts.iter().for_each(|part| self.spell(part));
            }
            Type::Array(element, _) => self.spell(element),
            Type::Complex => self.helper(Helper::Complex),
            _ => {}
        }
    }

    pub fn fresh(&mut self, name: &str) -> String {
        let count = self.declared.entry(name.to_owned()).or_insert(0);
        *count += 1;
        match *count {
            1 if RESERVED.contains(&name) => format!("{name}_"),
            1 => name.to_owned(),
            count => format!("{name}_{count}"),
        }
    }

    pub fn declare(&mut self, name: String, of: &Type) -> String {
        let cuda = self.fresh(&name);
        let variable = Variable { cuda: cuda.clone(), of: of.clone() };
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, variable);
        }
        cuda
    }

    pub fn line(&mut self, text: &str) {
        self.text.push_str(&"    ".repeat(self.depth));
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Translates the statements of a block, whose value goes to the target.
    fn block(&mut self, block: &Block, target: &Target) -> Result<(), Refusal> {
        self.scopes.push(HashMap::new());
        self.depth += 1;
        let done = self.statements(block, target);
        self.depth -= 1;
        self.scopes.pop();
        done
    }

    fn statements(&mut self, block: &Block, target: &Target) -> Result<(), Refusal> {
        let last = block.stmts.len().saturating_sub(1);
        for (index, statement) in block.stmts.iter().enumerate() {
            match statement {
                Stmt::Local(local) => self.local(local)?,
                Stmt::Item(syn::Item::Const(constant)) => {
                    let of = Type::of(&constant.ty, &[])?;
                    if matches!(of, Type::Array(..)) {
                        return Err(Refusal::at(constant, "a table stands outside of the function"));
                    }
                    self.spell(&of);
                    let value = self.wanted(&constant.expr, &of)?;
                    let name = self.declare(constant.ident.to_string(), &of);
                    self.line(&format!("const {} = {};", of.declare(&name), value.text));
                }
                Stmt::Expr(expression, None) if index == last => self.into(expression, target)?,
                Stmt::Expr(expression, _) => self.statement(expression)?,
                other => return Err(Refusal::at(other, "this statement is not of the restricted Rust")),
            }
        }
        Ok(())
    }

    /// Translates an expression whose value goes to the target.
    pub fn into(&mut self, expression: &Expr, target: &Target) -> Result<(), Refusal> {
        match expression {
            Expr::Paren(inner) => self.into(&inner.expr, target),
            Expr::If(choice) if !is_simple(expression) || matches!(target, Target::Nowhere) => {
                let condition = self.wanted(&choice.cond, &Type::Bool)?;
                self.line(&format!("if ({}) {{", condition.text));
                self.block(&choice.then_branch, target)?;
                let mut rest = choice.else_branch.as_ref().map(|(_, rest)| &**rest);
                while let Some(branch) = rest.take() {
                    match branch {
                        Expr::If(next) => {
                            let condition = self.wanted(&next.cond, &Type::Bool)?;
                            self.line(&format!("}} else if ({}) {{", condition.text));
                            self.block(&next.then_branch, target)?;
                            rest = next.else_branch.as_ref().map(|(_, rest)| &**rest);
                        }
                        Expr::Block(block) => {
                            self.line("} else {");
                            self.block(&block.block, target)?;
                        }
                        other => return Err(Refusal::at(other, "an `else` is a block or another `if`")),
                    }
                }
                self.line("}");
                Ok(())
            }
            Expr::Block(block) if !is_simple(expression) => {
                self.line("{");
                self.block(&block.block, target)?;
                self.line("}");
                Ok(())
            }
            Expr::Return(_)
            | Expr::Break(_)
            | Expr::Continue(_)
            | Expr::Assign(_)
            | Expr::ForLoop(_)
            | Expr::While(_)
            | Expr::Loop(_) => self.statement(expression),
            _ => match target {
                Target::Return => {
                    let gives = self.signature.gives.clone();
                    let value = self.wanted(expression, &gives)?;
                    self.line(&format!("return {};", value.text));
                    Ok(())
                }
                Target::Variables(names, of) => self.assign_parts(names, of, expression),
                Target::Nowhere => self.statement(expression),
            },
        }
    }

    fn assign_parts(&mut self, names: &[String], of: &Type, expression: &Expr) -> Result<(), Refusal> {
        if let [name] = names {
            let value = self.wanted(expression, of)?;
            self.line(&format!("{name} = {};", value.text));
            return Ok(());
        }
        let Type::Tuple(parts) = of else { return Err(Refusal::at(expression, "no tuple")) };
        if let Expr::Tuple(values) = expression {
            for ((name, value), part) in names.iter().zip(&values.elems).zip(parts) {
                let value = self.wanted(value, part)?;
                self.line(&format!("{name} = {};", value.text));
            }
            return Ok(());
        }
        let value = self.wanted(expression, of)?;
        let whole = self.fresh("pair");
        self.line(&format!("const auto {whole} = {};", value.text));
        for (name, field) in names.iter().zip(["first", "second", "third", "fourth"]) {
            self.line(&format!("{name} = {whole}.{field};"));
        }
        Ok(())
    }

    pub fn statement(&mut self, expression: &Expr) -> Result<(), Refusal> {
        match expression {
            Expr::If(_) | Expr::Block(_) => self.into(expression, &Target::Nowhere),
            Expr::Return(returned) => match &returned.expr {
                Some(value) => self.into(value, &Target::Return),
                None => {
                    self.line("return;");
                    Ok(())
                }
            },
            Expr::Break(leave) if leave.expr.is_none() && leave.label.is_none() => {
                self.line("break;");
                Ok(())
            }
            Expr::Continue(next) if next.label.is_none() => {
                self.line("continue;");
                Ok(())
            }
            Expr::ForLoop(repeated) => self.counted(repeated),
            Expr::While(repeated) => {
                let condition = self.wanted(&repeated.cond, &Type::Bool)?;
                self.line("#pragma unroll 1");
                self.line(&format!("while ({}) {{", condition.text));
                self.block(&repeated.body, &Target::Nowhere)?;
                self.line("}");
                Ok(())
            }
            Expr::Loop(repeated) => {
                self.line("#pragma unroll 1");
                self.line("for (;;) {");
                self.block(&repeated.body, &Target::Nowhere)?;
                self.line("}");
                Ok(())
            }
            Expr::Assign(assign) => self.assign(assign),
            Expr::Binary(binary) => {
                let sign = match binary.op {
                    BinOp::AddAssign(_) => "+=",
                    BinOp::SubAssign(_) => "-=",
                    BinOp::MulAssign(_) => "*=",
                    BinOp::DivAssign(_) => "/=",
                    BinOp::ShlAssign(_) => "<<=",
                    BinOp::ShrAssign(_) => ">>=",
                    BinOp::BitAndAssign(_) => "&=",
                    BinOp::BitOrAssign(_) => "|=",
                    BinOp::BitXorAssign(_) => "^=",
                    _ => return Err(Refusal::at(binary, "the value is not used")),
                };
                let index = self.value(&binary.left, None)?;
                let value = match sign {
                    "<<=" | ">>=" => self.value(&binary.right, None)?,
                    _ => self.wanted(&binary.right, &index.of)?,
                };
                self.line(&format!("{} {sign} {};", index.text, value.text));
                Ok(())
            }
            _ => Err(Refusal::at(expression, "this statement is not of the restricted Rust")),
        }
    }

    fn assign(&mut self, assign: &syn::ExprAssign) -> Result<(), Refusal> {
        let Expr::Tuple(indices) = &*assign.left else {
            let index = self.value(&assign.left, None)?;
            if !is_simple(&assign.right) {
                return self.into(&assign.right, &Target::Variables(vec![index.text], index.of));
            }
            let value = self.wanted(&assign.right, &index.of)?;
            self.line(&format!("{} = {};", index.text, value.text));
            return Ok(());
        };
        // The right side is evaluated whole before anything is assigned.
        let mut targets = Vec::new();
        for index in &indices.elems {
            targets.push(match index {
                Expr::Infer(_) => None,
                index => Some(self.value(index, None)?),
            });
        }
        self.line("{");
        self.depth += 1;
        let names: Vec<String> = match &*assign.right {
            Expr::Tuple(values) => {
                let mut names = Vec::new();
                for (value, target) in values.elems.iter().zip(&targets) {
                    let value = match target {
                        Some(target) => self.wanted(value, &target.of)?,
                        None => self.value(value, None)?,
                    };
                    let name = self.fresh("next");
                    self.line(&format!("const {} = {};", value.of.declare(&name), value.text));
                    names.push(name);
                }
                names
            }
            other => {
                let value = self.value(other, None)?;
                let whole = self.fresh("pair");
                self.line(&format!("const auto {whole} = {};", value.text));
                ["first", "second", "third", "fourth"].iter().map(|field| format!("{whole}.{field}")).collect()
            }
        };
        for (target, name) in targets.iter().zip(names) {
            if let Some(target) = target {
                self.line(&format!("{} = {name};", target.text));
            }
        }
        self.depth -= 1;
        self.line("}");
        Ok(())
    }

    /// Whether C++ text has no names other than constant parameters and values that follow from them.
    pub fn is_length(&self, text: &str) -> bool {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').all(|word| {
            word.is_empty()
                || word.parse::<u32>().is_ok()
                || self.signature.lengths.iter().any(|length| length == word)
                || self.lengths.contains(word)
        })
    }

    /// `for k in a..b`, forwards or reversed. A loop whose end is a constant parameter is unrolled, as it runs over a
    /// table, and so is one of few trips.
    fn counted(&mut self, repeated: &syn::ExprForLoop) -> Result<(), Refusal> {
        let mut range = &*repeated.expr;
        let mut reversed = false;
        loop {
            match range {
                Expr::Paren(inner) => range = &inner.expr,
                Expr::MethodCall(call) if call.method == "rev" && call.args.is_empty() => {
                    (reversed, range) = (true, &call.receiver);
                }
                _ => break,
            }
        }
        let Expr::Range(range) = range else { return Err(Refusal::at(&repeated.expr, "a loop runs over a range")) };
        let (Some(start), Some(end)) = (&range.start, &range.end) else {
            return Err(Refusal::at(range, "a range has two ends"));
        };
        let (start, end) = (self.wanted(start, &Type::Index)?, self.wanted(end, &Type::Index)?);
        let closed = matches!(range.limits, syn::RangeLimits::Closed(_));
        self.scopes.push(HashMap::new());
        let name = match &*repeated.pat {
            Pat::Wild(_) => self.fresh("turn"),
            pattern => self.declare(ident(pattern)?, &Type::Index),
        };
        let over_table = !self.signature.lengths.is_empty() && self.is_length(&start.text) && self.is_length(&end.text);
        let (start, end) = (start.text, end.text);
        let trips = |start: &str| Some(end.parse::<u32>().ok()?.saturating_sub(start.parse().ok()?));
        let few = trips(&start).is_some_and(|trips| trips <= MAX_UNROLLED);
        self.line(if over_table || few { "#pragma unroll" } else { "#pragma unroll 1" });
        self.line(&match (reversed, closed) {
            (false, false) => format!("for (int {name} = {start}; {name} < {end}; ++{name}) {{"),
            (false, true) => format!("for (int {name} = {start}; {name} <= {end}; ++{name}) {{"),
            (true, false) => format!("for (int {name} = ({end}) - 1; {name} >= {start}; --{name}) {{"),
            (true, true) => format!("for (int {name} = {end}; {name} >= {start}; --{name}) {{"),
        });
        self.block(&repeated.body, &Target::Nowhere)?;
        self.scopes.pop();
        self.line("}");
        Ok(())
    }
}

pub fn ident(pattern: &Pat) -> Result<String, Refusal> {
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => Ok(name.ident.to_string()),
        other => Err(Refusal::of(other.span(), "a name stands here")),
    }
}
