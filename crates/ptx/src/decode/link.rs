//! Linking: the functions that a kernel may call, and the layout of its shared variables.

use super::Decoder;
use super::special::{RESERVED_BYTES, RESERVED_NAMES};
use crate::error::{Error, ErrorKind, Result};
use crate::program::{Op, Program, SharedVariable, Special, Target};
use crate::syntax::{Operand, Space, Statement, Unit, Variable};
use std::collections::{HashMap, HashSet};

/// The bytes between declared shared variables, so that an access past one does not hit the next.
const SHARED_GAP_BYTES: u64 = 64;

/// The most shared memory that a kernel may declare: more must be dynamic.
const MAX_STATIC_SHARED_BYTES: u64 = 48 << 10;

/// The meaning of a module's names.
pub(crate) struct Symbols<'a> {
    pub(crate) functions: HashMap<&'a str, usize>,
    /// The addresses of global and constant variables.
    pub(crate) addresses: HashMap<&'a str, u64>,
}

impl<'a> Symbols<'a> {
    /// The functions of this module by name, where definitions take precedence over declarations; no addresses yet.
    pub(crate) fn new(unit: &Unit<'a>) -> Result<Symbols<'a>> {
        let mut functions: HashMap<&'a str, usize> = HashMap::new();
        for (k, f) in unit.functions.iter().enumerate() {
            let known = functions.get(f.name).copied();
            match known {
                Some(other) if unit.functions[other].body.is_some() => {
                    if f.body.is_some() {
                        return Err(Error::parse(f.line, format_args!("the function '{}' is defined twice", f.name)));
                    }
                }
                _ => {
                    functions.insert(f.name, k);
                }
            }
        }
        for &(name, other) in &unit.aliases {
            let Some(&k) = functions.get(other) else {
                return Err(Error::new(
                    ErrorKind::Link,
                    format!("'{name}' is an alias of '{other}', which is not defined"),
                ));
            };
            functions.insert(name, k);
        }
        Ok(Symbols { functions, addresses: HashMap::new() })
    }
}

/// Decodes one kernel with all functions that it may call.
pub(crate) fn kernel<'a>(unit: &Unit<'a>, symbols: &Symbols<'a>, index: usize) -> Result<Program> {
    let entry = &unit.functions[index];
    let mut program = Program {
        name: entry.name.to_owned(),
        entry: index,
        required: entry.required,
        most_threads: entry.most_threads,
        files: unit.files.iter().map(|(k, v)| (*k, (*v).to_owned())).collect(),
        ..Program::default()
    };
    program.functions.resize_with(unit.functions.len(), || None);
    for p in &entry.parameters {
        let start = program.parameter_bytes.next_multiple_of(u64::from(p.align));
        program.parameters.push((start, p.bytes));
        program.parameter_bytes = start + p.bytes;
        if program.parameter_bytes > 32 << 10 {
            return Err(Error::parse(p.line, "the kernel's parameters are larger than 32 KiB"));
        }
    }
    let (reached, shared) = reachable(unit, symbols, index);
    if shared.iter().any(|name| name.starts_with(RESERVED_NAMES)) {
        let bytes = u64::from(RESERVED_BYTES);
        program.shared.push(SharedVariable { name: "(set aside)".to_owned(), start: 0, bytes });
        program.shared_bytes = bytes;
        program.reserved_shared = RESERVED_BYTES as usize;
    }
    let mut names = HashSet::new();
    for v in unit.variables.iter().filter(|v| v.space == Space::Shared && shared.contains(v.name)) {
        lay_out_shared(&mut program, &mut names, v)?;
    }
    let mut open: Vec<&Variable<'a>> = unit.variables.iter().filter(|v| v.open && shared.contains(v.name)).collect();
    open.sort_by_key(|v| v.line);
    for k in &reached {
        for s in unit.functions[*k].body.iter().flatten() {
            if let Statement::Variable(v) = s
                && v.space == Space::Shared
            {
                lay_out_shared(&mut program, &mut names, v)?;
                if v.open {
                    open.push(v);
                }
            }
        }
    }
    // Dynamic shared memory lies after all that is declared, and every open array is at its start.
    let align = open.iter().map(|v| u64::from(v.align)).max().unwrap_or(16).max(16);
    let gap = if program.shared.is_empty() { 0 } else { SHARED_GAP_BYTES };
    program.shared_bytes = (program.shared_bytes + gap).next_multiple_of(align);
    let mut offsets: HashMap<&str, u64> = HashMap::new();
    let declared: HashMap<String, u64> = program.shared.iter().map(|v| (v.name.clone(), v.start)).collect();
    for v in &open {
        offsets.insert(v.name, program.shared_bytes);
    }
    let mut first = 0;
    for k in reached {
        let mut function = Decoder::new(unit, symbols, &declared, &offsets, k).function()?;
        function.first = first;
        first += function.code.len() as u32;
        program.functions[k] = Some(function);
    }
    let ops = || program.functions.iter().flatten().flat_map(|f| f.code.iter()).map(|i| &i.op);
    let cooperates = ops().any(|op| matches!(op, Op::Special { register: Special::Workspace, .. }));
    let takes_memory = ops().any(|op| matches!(op, Op::Call(c) if c.target == Target::Malloc));
    Ok(Program { cooperates, takes_memory, ..program })
}

fn lay_out_shared(program: &mut Program, names: &mut HashSet<String>, v: &Variable<'_>) -> Result<()> {
    if v.open || !names.insert(v.name.to_owned()) {
        return Ok(());
    }
    let gap = if program.shared.is_empty() { 0 } else { SHARED_GAP_BYTES };
    let start = (program.shared_bytes + gap).next_multiple_of(u64::from(v.align));
    program.shared.push(SharedVariable { name: v.name.to_owned(), start, bytes: v.bytes });
    program.shared_bytes = start + v.bytes;
    let own = program.shared.iter().map(|v| v.bytes).sum::<u64>() - program.reserved_shared as u64;
    if own > MAX_STATIC_SHARED_BYTES {
        let text = format_args!(
            "with '{}' '{}' declares {own} bytes of shared memory, of {MAX_STATIC_SHARED_BYTES}",
            v.name, program.name
        );
        return Err(Error::parse(v.line, text));
    }
    Ok(())
}

/// The functions that a kernel can reach, and the shared variables and reserved locations that they name. A function
/// whose address is taken anywhere in the module may be called by any indirect call.
fn reachable<'a>(
    unit: &Unit<'a>,
    symbols: &Symbols<'a>,
    entry: usize,
) -> (Vec<usize>, std::collections::BTreeSet<&'a str>) {
    let shared: HashSet<&str> = unit.variables.iter().filter(|v| v.space == Space::Shared).map(|v| v.name).collect();
    let mut found = std::collections::BTreeSet::new();
    let mut queue = vec![entry];
    let mut seen: HashSet<usize> = queue.iter().copied().collect();
    let visit = |name: &str, queue: &mut Vec<usize>, seen: &mut HashSet<usize>| {
        if let Some(&k) = symbols.functions.get(name)
            && unit.functions[k].body.is_some()
            && seen.insert(k)
        {
            queue.push(k);
        }
    };
    let mut all = Vec::new();
    let mut indirect = false;
    while let Some(k) = queue.pop() {
        all.push(k);
        for s in unit.functions[k].body.iter().flatten() {
            let Statement::Instruction(i) = s else { continue };
            let mut names = Vec::new();
            i.operands.iter().for_each(|o| operand_names(o, &mut names));
            for name in names {
                if shared.contains(name) || name.starts_with(RESERVED_NAMES) {
                    found.insert(name);
                }
                visit(name, &mut queue, &mut seen);
            }
            if i.opcode.starts_with("call") && !indirect {
                let target = match i.operands.as_slice() {
                    [Operand::Group(_), t, ..] | [t, ..] => t,
                    [] => continue,
                };
                if matches!(target, Operand::Name(n) if n.starts_with('%')) {
                    indirect = true;
                    let relocated = unit.variables.iter().flat_map(|v| v.relocations.iter()).map(|r| r.symbol);
                    relocated.for_each(|name| visit(name, &mut queue, &mut seen));
                }
            }
        }
    }
    all.sort_unstable();
    (all, found)
}

fn operand_names<'a>(operand: &Operand<'a>, into: &mut Vec<&'a str>) {
    match operand {
        Operand::Name(n) | Operand::Offset(n, _) | Operand::Address(Some(n), _) => into.push(n),
        Operand::Vector(all) | Operand::Group(all) => all.iter().for_each(|o| operand_names(o, into)),
        _ => {}
    }
}
