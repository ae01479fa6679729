//! The types of the restricted Rust, and how CUDA C++ spells them.

use std::fmt;

use super::Refusal;

#[derive(Clone, PartialEq, Debug)]
pub enum Type {
    F64,
    F32,
    I32,
    I64,
    U32,
    U64,
    /// `usize`, which indexes arrays and counts loops: `int` in C++.
    Index,
    Bool,
    /// `c128`.
    Complex,
    Unit,
    Tuple(Vec<Type>),
    /// An array, or a reference to one: C++ passes both by reference.
    Array(Box<Type>, Length),
    /// A type parameter of a function.
    Parameter(String),
    /// A reference to a function of these types that gives such a one: a closure where the function is called.
    Function(Vec<Type>, Box<Type>),
}

#[derive(Clone, PartialEq, Debug)]
pub enum Length {
    Known(usize),
    /// A constant parameter of a function.
    Parameter(String),
}

impl Type {
    /// The type that the syntax names. `parameters` are the type parameters in scope.
    pub fn of(syntax: &syn::Type, parameters: &[String]) -> Result<Type, Refusal> {
        match syntax {
            syn::Type::Path(path) => {
                let name = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
                Ok(match name.as_str() {
                    "f64" => Type::F64,
                    "f32" => Type::F32,
                    "i32" => Type::I32,
                    "i64" => Type::I64,
                    "u32" => Type::U32,
                    "u64" => Type::U64,
                    "usize" => Type::Index,
                    "bool" => Type::Bool,
                    "c128" => Type::Complex,
                    _ if parameters.contains(&name) => Type::Parameter(name),
                    _ => return Err(Refusal::at(syntax, format!("the type {name} is not of the restricted Rust"))),
                })
            }
            syn::Type::Tuple(tuple) if tuple.elems.is_empty() => Ok(Type::Unit),
            syn::Type::Tuple(tuple) => {
                tuple.elems.iter().map(|part| Type::of(part, parameters)).collect::<Result<_, _>>().map(Type::Tuple)
            }
            syn::Type::Reference(reference) if reference.mutability.is_none() => Type::of(&reference.elem, parameters),
            syn::Type::Paren(inner) => Type::of(&inner.elem, parameters),
            syn::Type::Array(array) => {
                let length = match &array.len {
                    syn::Expr::Lit(literal) => match &literal.lit {
                        syn::Lit::Int(count) => count.base10_parse().map(Length::Known).ok(),
                        _ => None,
                    },
                    syn::Expr::Path(path) => path.path.get_ident().map(|name| Length::Parameter(name.to_string())),
                    _ => None,
                };
                let length =
                    length.ok_or_else(|| Refusal::at(syntax, "a length is a literal or a constant parameter"))?;
                Ok(Type::Array(Box::new(Type::of(&array.elem, parameters)?), length))
            }
            syn::Type::ImplTrait(function) => {
                let signature = function.bounds.iter().find_map(|bound| match bound {
                    syn::TypeParamBound::Trait(bound) => bound.path.segments.last(),
                    _ => None,
                });
                match signature.map(|last| (last.ident == "Fn", &last.arguments)) {
                    Some((true, syn::PathArguments::Parenthesized(types))) => {
                        let takes = types.inputs.iter().map(|part| Type::of(part, parameters));
                        let gives = match &types.output {
                            syn::ReturnType::Type(_, syntax) => Type::of(syntax, parameters)?,
                            syn::ReturnType::Default => Type::Unit,
                        };
                        Ok(Type::Function(takes.collect::<Result<_, _>>()?, Box::new(gives)))
                    }
                    _ => Err(Refusal::at(syntax, "a function is passed as `&impl Fn(..) -> ..`")),
                }
            }
            _ => Err(Refusal::at(syntax, "this type is not of the restricted Rust")),
        }
    }

    pub fn is_float(&self) -> bool {
        matches!(self, Type::F64 | Type::F32 | Type::Parameter(_))
    }

    pub fn is_integer(&self) -> bool {
        matches!(self, Type::I32 | Type::I64 | Type::U32 | Type::U64 | Type::Index)
    }

    pub fn is_unsigned(&self) -> bool {
        matches!(self, Type::U32 | Type::U64)
    }

    /// The declaration of a name of this type.
    pub fn declare(&self, name: &str) -> String {
        match self {
            Type::Array(element, Length::Known(count)) => format!("{} {name}[{count}]", element.cuda()),
            Type::Array(element, Length::Parameter(count)) => format!("{} {name}[{count}]", element.cuda()),
            other => format!("{} {name}", other.cuda()),
        }
    }

    /// The declaration of a parameter: arrays are passed by reference.
    pub fn parameter(&self, name: &str) -> String {
        match self {
            Type::Array(..) => format!("const {}", self.declare(&format!("(&{name})"))),
            Type::Function(..) => format!("const {} &{name}", Type::class_of_function(name)),
            other => format!("{} {name}", other.cuda()),
        }
    }

    /// The class in C++ of a parameter of this name that is a function.
    pub fn class_of_function(name: &str) -> String {
        format!("Function_{name}")
    }

    /// The type's name in CUDA C++.
    pub fn cuda(&self) -> String {
        match self {
            Type::F64 => "double".into(),
            Type::F32 => "float".into(),
            Type::I32 | Type::Index => "int".into(),
            Type::I64 => "long long".into(),
            Type::U32 => "unsigned int".into(),
            Type::U64 => "unsigned long long".into(),
            Type::Bool => "bool".into(),
            Type::Complex => "c128".into(),
            Type::Unit => "void".into(),
            Type::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(Type::cuda).collect();
                format!("special_tuple{}<{}>", parts.len(), parts.join(", "))
            }
            Type::Array(element, _) => element.cuda(),
            Type::Parameter(name) => name.clone(),
            // Each closure is of a class of its own.
            Type::Function(..) => "auto".into(),
        }
    }

    /// The type with the parameters that a call has bound replaced.
    pub fn bound(&self, bindings: &[(String, Type)]) -> Type {
        match self {
            Type::Parameter(name) => {
                bindings.iter().find(|(bound, _)| bound == name).map_or_else(|| self.clone(), |(_, to)| to.clone())
            }
            Type::Tuple(parts) => Type::Tuple(parts.iter().map(|part| part.bound(bindings)).collect()),
            Type::Array(element, length) => Type::Array(Box::new(element.bound(bindings)), length.clone()),
            other => other.clone(),
        }
    }

    /// Binds this type's parameters so that it becomes `given`; returns whether that is possible.
    pub fn bind(&self, given: &Type, bindings: &mut Vec<(String, Type)>) -> bool {
        match (self, given) {
            (Type::Parameter(name), _) => match bindings.iter().find(|(bound, _)| bound == name) {
                Some((_, bound)) => bound == given,
                None => {
                    bindings.push((name.clone(), given.clone()));
                    true
                }
            },
            (Type::Tuple(own), Type::Tuple(others)) => {
                own.len() == others.len() && own.iter().zip(others).all(|(own, other)| own.bind(other, bindings))
            }
            (Type::Array(own, length), Type::Array(other, given)) => {
                own.bind(other, bindings) && (matches!(length, Length::Parameter(_)) || length == given)
            }
            _ => self == given,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.cuda())
    }
}
