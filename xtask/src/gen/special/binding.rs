//! The declarations of `let`: names, the parts of tuples, arrays of zeros, and names whose value comes out of branches.

use std::collections::HashMap;

use syn::{Expr, Pat, Stmt};

use super::Refusal;
use super::expression::is_simple;
use super::translate::{Target, Translator, Variable, ident};
use super::types::{Length, Type};

impl Translator<'_> {
    pub fn local(&mut self, local: &syn::Local) -> Result<(), Refusal> {
        let Some(init) = &local.init else { return Err(Refusal::at(local, "a name is declared with its value")) };
        let (pattern, stated) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(Type::of(&typed.ty, &self.signature.types.clone())?)),
            pattern => (pattern, None),
        };
        if !is_simple(&init.expr) {
            return self.local_of_statements(pattern, stated, &init.expr);
        }
        // Names are declared one by one where both sides are tuples: the right side is evaluated with the old ones.
        if let (Pat::Tuple(names), Expr::Tuple(values)) = (pattern, &*init.expr) {
            let mut declarations = Vec::new();
            for (name, value) in names.elems.iter().zip(&values.elems) {
                declarations.push((name, self.value(value, None)?));
            }
            for (name, value) in declarations {
                self.bind(name, &value.of, &value.text)?;
            }
            return Ok(());
        }
        if let Expr::Repeat(repeat) = &*init.expr {
            return self.repeated(pattern, stated, repeat);
        }
        let value = self.value(&init.expr, stated.as_ref())?;
        if stated.is_some_and(|stated| stated != value.of) {
            return Err(Refusal::at(local, format!("the value is {}", value.of)));
        }
        self.bind(pattern, &value.of, &value.text)
    }

    /// Declares the names of a pattern with a value.
    fn bind(&mut self, pattern: &Pat, of: &Type, text: &str) -> Result<(), Refusal> {
        match pattern {
            Pat::Tuple(_) => self.open(pattern, text, of),
            Pat::Wild(_) => Ok(()),
            _ => {
                self.spell(of);
                let mutable = matches!(pattern, Pat::Ident(name) if name.mutability.is_some());
                let name = self.declare(ident(pattern)?, of);
                if !mutable && *of == Type::Index && self.is_length(text) {
                    self.lengths.insert(name.clone());
                }
                let constant = if mutable { "" } else { "const " };
                self.line(&format!("{constant}{} = {text};", of.declare(&name)));
                Ok(())
            }
        }
    }

    /// Declares the names of a tuple's parts, by a structured binding.
    pub fn open(&mut self, pattern: &Pat, text: &str, of: &Type) -> Result<(), Refusal> {
        let (Pat::Tuple(names), Type::Tuple(parts)) = (pattern, of) else {
            return Err(Refusal::at(pattern, format!("{of} is no such tuple")));
        };
        if names.elems.len() != parts.len() {
            return Err(Refusal::at(pattern, format!("{of} has {} parts", parts.len())));
        }
        self.spell(of);
        let (mut bound, mut inner) = (Vec::new(), Vec::new());
        for (name, part) in names.elems.iter().zip(parts) {
            bound.push(match name {
                Pat::Wild(_) => self.fresh("unused"),
                Pat::Tuple(_) => {
                    let whole = self.fresh("pair");
                    inner.push((name, whole.clone(), part.clone()));
                    whole
                }
                _ => self.declare(ident(name)?, part),
            });
        }
        self.parts.extend(bound.iter().cloned());
        self.line(&format!("auto [{}] = {text};", bound.join(", ")));
        for (name, whole, part) in inner {
            self.open(name, &whole, &part)?;
        }
        Ok(())
    }

    /// `let mut c = [x; N];`
    fn repeated(&mut self, pattern: &Pat, stated: Option<Type>, repeat: &syn::ExprRepeat) -> Result<(), Refusal> {
        let element = match &stated {
            Some(Type::Array(element, _)) => Some((**element).clone()),
            _ => None,
        };
        let value = self.value(&repeat.expr, element.as_ref())?;
        let length = match &*repeat.len {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(count), .. }) => {
                Length::Known(count.base10_parse().map_err(|_| Refusal::at(repeat, "a length is a number"))?)
            }
            Expr::Path(path) => Length::Parameter(path.path.get_ident().map(ToString::to_string).unwrap_or_default()),
            other => return Err(Refusal::at(other, "a length is a literal or a constant parameter")),
        };
        let of = Type::Array(Box::new(value.of.clone()), length);
        let name = self.declare(ident(pattern)?, &of);
        if !value.text.trim_end_matches(|c| "0.ulf".contains(c)).is_empty() {
            return Err(Refusal::at(repeat, "an array begins with zeros"));
        }
        self.line(&format!("{} = {{}};", of.declare(&name)));
        Ok(())
    }

    /// `let x = if .. { statements } else { statements };`: the names are declared, and each branch assigns them.
    fn local_of_statements(&mut self, pattern: &Pat, stated: Option<Type>, value: &Expr) -> Result<(), Refusal> {
        let of = match stated {
            Some(of) => of,
            None => self.type_of(value)?,
        };
        self.spell(&of);
        let targets = match (pattern, &of) {
            (Pat::Tuple(names), Type::Tuple(parts)) if names.elems.len() == parts.len() => {
                let names: Result<Vec<String>, Refusal> = names.elems.iter().map(ident).collect();
                names?.into_iter().zip(parts.iter().cloned()).collect()
            }
            (Pat::Wild(_) | Pat::Tuple(_), _) => return Err(Refusal::at(pattern, format!("the value is {of}"))),
            _ => vec![(ident(pattern)?, of.clone())],
        };
        // The names are in scope only after the statements, which may read older ones of the same name.
        let cuda: Vec<String> = targets.iter().map(|(name, _)| self.fresh(name)).collect();
        for ((_, part), name) in targets.iter().zip(&cuda) {
            self.line(&format!("{};", part.declare(name)));
        }
        self.into(value, &Target::Variables(cuda.clone(), of))?;
        for ((name, part), cuda) in targets.into_iter().zip(cuda) {
            if let Some(scope) = self.scopes.last_mut() {
                scope.insert(name, Variable { cuda, of: part });
            }
        }
        Ok(())
    }

    /// The type of an expression with statements: that of its first branch that ends with a value.
    fn type_of(&mut self, expression: &Expr) -> Result<Type, Refusal> {
        let (text, depth) = (self.text.len(), self.depth);
        let block = match expression {
            Expr::If(choice) => &choice.then_branch,
            Expr::Block(block) => &block.block,
            other => return self.value(other, None).map(|value| value.of),
        };
        self.scopes.push(HashMap::new());
        let declared = self.declared.clone();
        let found = (|| {
            let Some((Stmt::Expr(last, None), before)) = block.stmts.split_last() else {
                return Err(Refusal::at(expression, "state the type of this name: its first branch has no value"));
            };
            for statement in before {
                match statement {
                    Stmt::Local(local) => self.local(local)?,
                    Stmt::Expr(expression, _) => self.statement(expression)?,
                    other => return Err(Refusal::at(other, "this statement is not of the restricted Rust")),
                }
            }
            self.type_of(last)
        })();
        self.scopes.pop();
        self.declared = declared;
        self.text.truncate(text);
        self.depth = depth;
        found
    }
}
