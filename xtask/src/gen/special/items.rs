//! The items of the sources: functions and constants by name, with the types of each.

use std::collections::BTreeMap;

use syn::{FnArg, GenericParam, Item, ItemConst, ItemFn, Pat, ReturnType, Visibility};

use super::types::Type;
use super::{Refusal, Source};

/// A function or a constant of a source.
pub struct Entry {
    pub item: Definition,
    /// The path of its file.
    pub file: &'static str,
    /// Whether rows may name it: a public function of a file with `roots`.
    pub root: bool,
    /// Whether it calls the device's own elementary functions.
    pub device_math: bool,
}

pub enum Definition {
    Function(Box<ItemFn>, Signature),
    Constant(Box<ItemConst>),
}

/// The types of a function's parameters and result.
#[derive(Clone)]
pub struct Signature {
    /// Its type parameters.
    pub types: Vec<String>,
    /// Its constant parameters.
    pub lengths: Vec<String>,
    pub takes: Vec<Type>,
    pub gives: Type,
}

/// The items of all sources by name. Names are unique over all files, because C++ has one namespace for them.
pub struct Items {
    entries: BTreeMap<String, Entry>,
    /// Functions whose signature is outside of the restricted Rust, by name: an error where one is called.
    refused: BTreeMap<String, Refusal>,
}

impl Items {
    pub fn of(sources: &[(&'static Source, syn::File)]) -> Result<Items, Refusal> {
        let mut items = Items { entries: BTreeMap::new(), refused: BTreeMap::new() };
        for (source, file) in sources {
            let aliases = aliases(file);
            for item in &file.items {
                let (name, definition, public) = match item {
                    Item::Fn(function) => {
                        let name = function.sig.ident.to_string();
                        match Signature::of(function, &aliases) {
                            Ok(signature) => {
                                let public = matches!(function.vis, Visibility::Public(_));
                                (name, Definition::Function(Box::new(function.clone()), signature), public)
                            }
                            Err(refusal) => {
                                items.refused.insert(name, refusal.within(source.path));
                                continue;
                            }
                        }
                    }
                    Item::Const(constant) => {
                        (constant.ident.to_string(), Definition::Constant(Box::new(constant.clone())), false)
                    }
                    _ => continue,
                };
                let entry = Entry {
                    item: definition,
                    file: source.path,
                    root: public && source.roots,
                    device_math: source.device_math,
                };
                if let Some(other) = items.entries.insert(name.clone(), entry) {
                    let text = format!("{name} is defined in {} too; names are unique over all sources", other.file);
                    return Err(Refusal::at(item, text).within(source.path));
                }
            }
        }
        Ok(items)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&String, &Entry)> {
        self.entries.iter()
    }

    pub fn get(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name)
    }

    /// Why a function of this name cannot be called, where it has a definition that is not of the restricted Rust.
    pub fn refused(&self, name: &str) -> Option<Refusal> {
        self.refused.get(name).cloned()
    }

    pub fn signature(&self, name: &str) -> Option<&Signature> {
        match &self.entries.get(name)?.item {
            Definition::Function(_, signature) => Some(signature),
            Definition::Constant(_) => None,
        }
    }
}

/// A file's aliases of types, by name.
fn aliases(file: &syn::File) -> BTreeMap<String, syn::Type> {
    let alias = |item: &Item| match item {
        Item::Type(alias) => Some((alias.ident.to_string(), (*alias.ty).clone())),
        _ => None,
    };
    file.items.iter().filter_map(alias).collect()
}

impl Signature {
    fn of(function: &ItemFn, aliases: &BTreeMap<String, syn::Type>) -> Result<Signature, Refusal> {
        let (mut types, mut lengths) = (Vec::new(), Vec::new());
        for parameter in &function.sig.generics.params {
            match parameter {
                GenericParam::Type(parameter) => types.push(parameter.ident.to_string()),
                GenericParam::Const(parameter) => lengths.push(parameter.ident.to_string()),
                GenericParam::Lifetime(_) => return Err(Refusal::at(parameter, "a lifetime has no form in C++")),
            }
        }
        let resolved = |syntax: &syn::Type| {
            let alias = match syntax {
                syn::Type::Path(path) => path.path.get_ident().and_then(|name| aliases.get(&name.to_string())),
                _ => None,
            };
            Type::of(alias.unwrap_or(syntax), &types)
        };
        let mut takes = Vec::new();
        for argument in &function.sig.inputs {
            match argument {
                FnArg::Typed(typed) if matches!(*typed.pat, Pat::Ident(_) | Pat::Tuple(_) | Pat::Wild(_)) => {
                    takes.push(resolved(&typed.ty)?);
                }
                _ => return Err(Refusal::at(argument, "a parameter is a name or a tuple of names")),
            }
        }
        let gives = match &function.sig.output {
            ReturnType::Default => Type::Unit,
            ReturnType::Type(_, syntax) => resolved(syntax)?,
        };
        Ok(Signature { types, lengths, takes, gives })
    }
}
