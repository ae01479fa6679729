//! Lowers the syntax tree of a module to programs: names become registers and addresses, opcodes become operations.

mod arithmetic;
mod control;
mod convert;
mod link;
pub(crate) mod memory;
mod special;
mod tensor;

use crate::alu::{Alu, Operands};
use crate::convert::Conversion;
use crate::error::{Error, ErrorKind, Result};
use crate::flow;
use crate::lanes::{CONSTANT, WARP};
use crate::program::{ALWAYS, CALL_PARAMETERS, Function, Instruction, Op};
use crate::soft::Spec;
use crate::syntax::{Function as Source, Instruction as Syntax, Operand, Space, Statement, Ty, Unit, Variable};
use std::collections::HashMap;

pub(crate) use link::{Symbols, kernel};
use special::special;

/// The first function address; functions are sixteen bytes apart, in the order of the module.
pub(crate) const FUNCTIONS: u64 = 0x0004_0000_0000;
/// The most local memory that one function may declare, per lane.
const MAX_LOCAL_BYTES: u64 = 1 << 19;
/// The most parameter space of one function, per lane.
const MAX_PARAMETER_BYTES: u64 = 1 << 16;
/// The most declarations of register ranges in one function, targets of its indexed branches, and instructions.
const MAX_REGISTER_RANGES: usize = 1 << 12;
const MAX_BRANCH_TARGETS: usize = 1 << 20;
const MAX_INSTRUCTIONS: usize = 1 << 20;

/// The meaning of a name in a function.
#[derive(Debug, Clone, Copy)]
enum Named {
    Register(Ty, u32),
    /// A variable at this offset of this space.
    Variable(Space, u64),
    /// Bytes of the parameter space of one lane.
    Argument(u32, u32),
}

#[derive(Default)]
struct Names<'a> {
    single: HashMap<&'a str, Named>,
    /// Prefix, type and count of `.reg .b32 %r<6>`.
    ranges: Vec<(&'a str, Ty, u32)>,
}

struct Decoder<'u, 'a> {
    unit: &'u Unit<'a>,
    symbols: &'u Symbols<'a>,
    declared: &'u HashMap<String, u64>,
    open: &'u HashMap<&'a str, u64>,
    source: &'u Source<'a>,
    out: Function,
    scopes: Vec<Names<'a>>,
    labels: HashMap<&'a str, u32>,
    targets: HashMap<&'a str, &'u [&'a str]>,
    /// Branches to labels that are not resolved yet: instruction, target index, label, line.
    open_branches: Vec<(usize, usize, &'a str, u32)>,
    constants: HashMap<u64, u32>,
    location: u32,
    line: u32,
    guard: u32,
    parameter_top: u64,
    ranges: usize,
    target_count: usize,
}

impl<'u, 'a> Decoder<'u, 'a> {
    fn new(
        unit: &'u Unit<'a>,
        symbols: &'u Symbols<'a>,
        declared: &'u HashMap<String, u64>,
        open: &'u HashMap<&'a str, u64>,
        index: usize,
    ) -> Self {
        let source = &unit.functions[index];
        let out =
            Function { name: source.name.to_owned(), predicates: 1, locations: vec![(0, 0, 0)], ..Function::default() };
        Decoder {
            unit,
            symbols,
            declared,
            open,
            source,
            out,
            scopes: vec![Names::default()],
            labels: HashMap::new(),
            targets: HashMap::new(),
            open_branches: Vec::new(),
            constants: HashMap::new(),
            location: 0,
            line: source.line,
            guard: ALWAYS,
            parameter_top: 0,
            ranges: 0,
            target_count: 0,
        }
    }

    fn wrong<T>(&self, text: impl std::fmt::Display) -> Result<T> {
        Err(Error::parse(self.line, format_args!("{text} (in '{}')", self.source.name)))
    }

    fn unsupported<T>(&self, i: &Syntax<'_>) -> Result<T> {
        Err(Error::new(
            ErrorKind::Unsupported,
            format!("line {}: the instruction '{}' in '{}' is not supported", i.line, i.opcode, self.source.name),
        ))
    }

    fn function(mut self) -> Result<Function> {
        if self.source.kernel {
            let mut top = 0u64;
            for p in &self.source.parameters {
                top = top.next_multiple_of(u64::from(p.align));
                self.scopes[0].single.insert(p.name, Named::Variable(Space::Param, top));
                top += p.bytes;
            }
        } else {
            for (list, results) in [(&self.source.results, true), (&self.source.parameters, false)] {
                for p in list {
                    let location = self.argument(p)?;
                    if results { self.out.results.push(location) } else { self.out.parameters.push(location) }
                }
            }
        }
        let body: &'u [Statement<'a>] = self.source.body.as_deref().unwrap_or(&[]);
        for s in body {
            if let Statement::Targets(name, all) = s {
                self.targets.insert(name, all.as_slice());
            }
        }
        for s in body {
            self.statement(s)?;
            if self.out.code.len() > MAX_INSTRUCTIONS {
                return self.wrong("more instructions than any function has");
            }
        }
        // A thread that runs past the end exits.
        self.guard = ALWAYS;
        self.emit(if self.source.kernel { Op::Exit } else { Op::Return });
        for (at, which, label, line) in std::mem::take(&mut self.open_branches) {
            let Some(&to) = self.labels.get(label) else {
                return Err(Error::parse(
                    line,
                    format_args!("the label '{label}' is not defined in '{}'", self.source.name),
                ));
            };
            match &mut self.out.code[at].op {
                Op::Branch { target, .. } => *target = to,
                Op::BranchIndex(b) => b.targets[which] = to,
                _ => {}
            }
        }
        flow::reconverge(&mut self.out);
        self.out.parameter_bytes = self.parameter_top.next_multiple_of(16) as u32;
        Ok(self.out)
    }

    /// Allocates a parameter of a call in the lane's parameter space.
    fn argument(&mut self, p: &Variable<'a>) -> Result<(u32, u32)> {
        let start = self.parameter_top.next_multiple_of(u64::from(p.align));
        let bytes = p.register.map_or(p.bytes, |t| u64::from(t.bytes()));
        if p.register.is_some() {
            return self.wrong("parameters in registers are not supported: declare them .param");
        }
        self.parameter_top = start + bytes;
        if self.parameter_top > MAX_PARAMETER_BYTES {
            return self
                .wrong(format_args!("the parameters of one function are larger than {MAX_PARAMETER_BYTES} bytes"));
        }
        let location = (start as u32, bytes as u32);
        self.scopes.last_mut().expect("a scope is open").single.insert(p.name, Named::Argument(location.0, location.1));
        Ok(location)
    }

    fn statement(&mut self, s: &'u Statement<'a>) -> Result<()> {
        match s {
            Statement::Open => self.scopes.push(Names::default()),
            Statement::Close(line) => {
                self.scopes.pop();
                if self.scopes.is_empty() {
                    return Err(Error::parse(*line, "a brace closes that was not opened"));
                }
            }
            Statement::Register(ty, name, count, line) => {
                self.line = *line;
                match count {
                    Some(n) => {
                        self.ranges += 1;
                        if self.ranges > MAX_REGISTER_RANGES {
                            return self.wrong("more declarations of registers than any function has");
                        }
                        self.scopes.last_mut().expect("a scope is open").ranges.push((name, *ty, *n));
                    }
                    None => {
                        let slot = self.slot(*ty)?;
                        let scope = self.scopes.last_mut().expect("a scope is open");
                        scope.single.insert(name, Named::Register(*ty, slot));
                    }
                }
            }
            Statement::Variable(v) => self.variable(v)?,
            Statement::Label(name, line) => {
                let at = self.out.code.len() as u32;
                if self.labels.insert(name, at).is_some() {
                    return Err(Error::parse(
                        *line,
                        format_args!("the label '{name}' stands twice in '{}'", self.source.name),
                    ));
                }
            }
            Statement::Targets(..) | Statement::Prototype => {}
            Statement::Location { file, line, column } => {
                let location = (*file, *line, *column);
                if self.out.locations.last() != Some(&location) {
                    self.out.locations.push(location);
                }
                self.location = self.out.locations.len() as u32 - 1;
            }
            Statement::Instruction(i) => self.instruction(i)?,
        }
        Ok(())
    }

    fn variable(&mut self, v: &'u Variable<'a>) -> Result<()> {
        self.line = v.line;
        let named = match v.space {
            Space::Local => {
                let start = u64::from(self.out.local_bytes).next_multiple_of(u64::from(v.align));
                if start + v.bytes > MAX_LOCAL_BYTES {
                    return self.wrong(format_args!("'{}' takes more local memory than a thread may have", v.name));
                }
                self.out.local_bytes = (start + v.bytes) as u32;
                Named::Variable(Space::Local, start)
            }
            Space::Param => {
                self.argument(v)?;
                return Ok(());
            }
            Space::Shared => match self.open.get(v.name).or_else(|| self.declared.get(v.name)) {
                Some(at) => Named::Variable(Space::Shared, *at),
                None => return self.wrong(format_args!("'{}' has no offset in shared memory", v.name)),
            },
            _ => {
                return self
                    .wrong(format_args!("'{}': global and constant variables stand outside functions here", v.name));
            }
        };
        self.scopes.last_mut().expect("a scope is open").single.insert(v.name, named);
        Ok(())
    }

    fn instruction(&mut self, i: &'u Syntax<'a>) -> Result<()> {
        self.line = i.line;
        self.guard = match i.guard {
            Some((name, negated)) => self.predicate_name(name, negated)?,
            None => ALWAYS,
        };
        let mut parts = i.opcode.split('.');
        let head = parts.next().unwrap_or("");
        let modifiers: Vec<&'a str> = parts.collect();
        let types: Vec<Ty> = modifiers.iter().filter_map(|m| Ty::named(m)).collect();
        let form = Form { syntax: i, head, modifiers, types };
        if self.arithmetic(&form)? || self.memory(&form)? || self.control(&form)? || self.tensor(&form)? {
            return Ok(());
        }
        self.unsupported(i)
    }

    fn emit(&mut self, op: Op) {
        self.out.code.push(Instruction { op, guard: self.guard, line: self.line, location: self.location });
    }

    /// A new register of a type's class.
    fn slot(&mut self, ty: Ty) -> Result<u32> {
        let (count, more) = match ty.bits() {
            1 => (&mut self.out.predicates, 1),
            64 => (&mut self.out.w64, 1),
            128 => (&mut self.out.w64, 2),
            _ => (&mut self.out.w32, 1),
        };
        let slot = *count;
        *count += more;
        if *count > 1 << 16 {
            return self.wrong("this function uses more registers than any device gives");
        }
        Ok(slot)
    }

    fn name(&mut self, name: &'a str) -> Result<Option<Named>> {
        for k in (0..self.scopes.len()).rev() {
            if let Some(&named) = self.scopes[k].single.get(name) {
                return Ok(Some(named));
            }
            let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            // The number may begin with the last digits of the prefix, as in a register `%r1<4>`.
            let found = self.scopes[k].ranges.iter().rev().find_map(|&(prefix, ty, count)| {
                let number = name.strip_prefix(prefix)?;
                let fits = number.len() <= digits && (number == "0" || !number.starts_with('0'));
                (fits && number.parse::<u32>().is_ok_and(|n| n < count)).then_some(ty)
            });
            if let Some(ty) = found {
                let slot = self.slot(ty)?;
                let named = Named::Register(ty, slot);
                self.scopes[k].single.insert(name, named);
                return Ok(Some(named));
            }
        }
        if let Some(&at) = self.symbols.addresses.get(name) {
            return Ok(Some(Named::Variable(Space::Global, at)));
        }
        if let Some(&at) = self.open.get(name) {
            return Ok(Some(Named::Variable(Space::Shared, at)));
        }
        if let Some(&at) = self.declared.get(name) {
            return Ok(Some(Named::Variable(Space::Shared, at)));
        }
        Ok(None)
    }

    /// The register of this name, and its type.
    fn register(&mut self, name: &'a str) -> Result<(Ty, u32)> {
        match self.name(name)? {
            Some(Named::Register(ty, slot)) => Ok((ty, slot)),
            _ => self.wrong(format_args!("the register '{name}' is not declared")),
        }
    }

    fn predicate_name(&mut self, name: &'a str, negated: bool) -> Result<u32> {
        match self.register(name)? {
            (Ty::Pred, slot) => Ok(slot * 2 + u32::from(negated)),
            _ => self.wrong(format_args!("'{name}' is no predicate")),
        }
    }

    /// A predicate operand: a register, a negated one, or a constant.
    fn predicate(&mut self, operand: &Operand<'a>) -> Result<u32> {
        match operand {
            Operand::Name(n) => self.predicate_name(n, false),
            Operand::Not(n) => self.predicate_name(n, true),
            Operand::Int(0) => Ok(ALWAYS + 1),
            Operand::Int(_) => Ok(ALWAYS),
            _ => self.wrong("a predicate is expected here"),
        }
    }

    /// The register of a predicate result; a new one for `_`.
    fn predicate_result(&mut self, operand: &Operand<'a>) -> Result<u32> {
        match operand {
            Operand::Name("_") => self.slot(Ty::Pred),
            Operand::Name(n) => Ok(self.predicate_name(n, false)? / 2),
            _ => self.wrong("a predicate register is expected here"),
        }
    }

    /// An operand with these bits in every lane.
    fn constant(&mut self, bits: u64, wide: bool) -> u32 {
        let key = if wide { bits } else { u64::from(bits as u32) };
        let known = self.constants.get(&key).copied();
        let index = match known {
            Some(i) => i,
            None => {
                let i = self.out.constants.w32.len() as u32;
                self.out.constants.w32.push([key as u32; WARP]);
                self.out.constants.w64.push([key; WARP]);
                self.constants.insert(key, i);
                i
            }
        };
        index | CONSTANT
    }

    /// The value of an operand that is a constant: a number, an address, a function.
    fn known(&mut self, operand: &Operand<'a>, ty: Ty) -> Result<Option<u64>> {
        Ok(match operand {
            Operand::Int(i) => Some(match ty {
                Ty::F(32) => u64::from((*i as i64 as f32).to_bits()),
                Ty::F(64) => (*i as i64 as f64).to_bits(),
                _ => *i,
            }),
            Operand::F32(b) => Some(match ty {
                Ty::F(64) => f64::from(f32::from_bits(*b)).to_bits(),
                _ => u64::from(*b),
            }),
            Operand::F64(b) => Some(match ty {
                Ty::F(32) => u64::from((f64::from_bits(*b) as f32).to_bits()),
                _ => *b,
            }),
            Operand::Name("WARP_SZ") => Some(32),
            Operand::Name(n) | Operand::Offset(n, _) => {
                let offset = if let Operand::Offset(_, o) = operand { *o } else { 0 };
                match self.name(n)? {
                    Some(Named::Variable(Space::Local, _)) => None,
                    Some(Named::Variable(_, at)) => Some(at.wrapping_add_signed(offset)),
                    Some(Named::Argument(at, _)) => Some((CALL_PARAMETERS + u64::from(at)).wrapping_add_signed(offset)),
                    Some(Named::Register(..)) => None,
                    None => self.symbols.functions.get(n).map(|k| FUNCTIONS + 16 * *k as u64),
                }
            }
            _ => None,
        })
    }

    /// A source operand in the register class that an operation needs.
    fn source(&mut self, operand: &Operand<'a>, wide: bool, ty: Ty) -> Result<u32> {
        if let Some(bits) = self.known(operand, ty)? {
            return Ok(self.constant(bits, wide));
        }
        let Operand::Name(name) = operand else {
            return self.wrong("a register or a number is expected here");
        };
        if let Some(Named::Variable(Space::Local, at)) = self.name(name)? {
            let d = self.slot(if wide { Ty::B(64) } else { Ty::B(32) })?;
            self.emit(Op::LocalAddress { wide, d, offset: at as u32 });
            return Ok(d);
        }
        if let Some((special, is_wide)) = special(name) {
            let d = self.slot(if wide { Ty::B(64) } else { Ty::B(32) })?;
            let _ = is_wide;
            self.emit(Op::Special { register: special, wide, d });
            return Ok(d);
        }
        let (declared, slot) = self.register(name)?;
        match (declared.bits(), wide) {
            (1, _) => self.wrong(format_args!("'{name}' is a predicate, and a number is expected here")),
            (64 | 128, true) => Ok(slot),
            (64 | 128, false) => {
                let d = self.slot(Ty::B(32))?;
                self.emit(Op::Alu(Alu::Low, Operands { d, s: [slot, 0, 0], x: 0 }));
                Ok(d)
            }
            (_, false) => Ok(slot),
            (_, true) => {
                let d = self.slot(Ty::B(64))?;
                let alu = if ty.signed() { Alu::SignExtend } else { Alu::ZeroExtend };
                self.emit(Op::Alu(alu, Operands { d, s: [slot, 0, 0], x: 0 }));
                Ok(d)
            }
        }
    }

    /// The register of a result, and the class it was declared with; a new one for `_`.
    fn result(&mut self, operand: &Operand<'a>, wide: bool) -> Result<(u32, bool)> {
        match operand {
            Operand::Name("_") => Ok((self.slot(if wide { Ty::B(64) } else { Ty::B(32) })?, wide)),
            Operand::Name(name) => match self.register(name)? {
                (Ty::Pred, _) => {
                    self.wrong(format_args!("'{name}' is a predicate, and a number's register is expected here"))
                }
                (ty, slot) => Ok((slot, ty.bits() >= 64)),
            },
            _ => self.wrong("a register is expected here for the result"),
        }
    }

    /// Emits a row, with the conversions of its operands to the classes it needs.
    fn alu(&mut self, alu: Alu, d: &Operand<'a>, sources: &[&Operand<'a>], ty: Ty, x: u32) -> Result<()> {
        let wants = alu.widths().0;
        let mut s = [0; 3];
        for (k, want) in wants.iter().enumerate() {
            // An operation with fewer operands than its row gets zeros for the others.
            s[k] = match sources.get(k) {
                Some(o) => self.source(o, *want, ty)?,
                None => self.constant(0, *want),
            };
        }
        self.alu_into(alu, d, s, x, ty.signed())
    }

    /// Emits a row into the register of `d`, through a temporary one if the classes differ.
    fn alu_into(&mut self, alu: Alu, d: &Operand<'a>, s: [u32; 3], x: u32, signed: bool) -> Result<()> {
        let gives = alu.widths().1;
        let (slot, wide) = self.result(d, gives)?;
        if wide == gives {
            self.emit(Op::Alu(alu, Operands { d: slot, s, x }));
            return Ok(());
        }
        let between = self.slot(if gives { Ty::B(64) } else { Ty::B(32) })?;
        self.emit(Op::Alu(alu, Operands { d: between, s, x }));
        let step = match (gives, signed) {
            (true, _) => Alu::Low,
            (false, true) => Alu::SignExtend,
            (false, false) => Alu::ZeroExtend,
        };
        self.emit(Op::Alu(step, Operands { d: slot, s: [between, 0, 0], x: 0 }));
        Ok(())
    }

    fn float(&mut self, spec: Spec) -> u32 {
        if let Some(k) = self.out.floats.iter().position(|s| *s == spec) {
            return k as u32;
        }
        self.out.floats.push(spec);
        self.out.floats.len() as u32 - 1
    }

    fn conversion(&mut self, conversion: Conversion) -> u32 {
        if let Some(k) = self.out.conversions.iter().position(|s| *s == conversion) {
            return k as u32;
        }
        self.out.conversions.push(conversion);
        self.out.conversions.len() as u32 - 1
    }
}

/// One instruction with its opcode split into parts.
struct Form<'u, 'a> {
    syntax: &'u Syntax<'a>,
    head: &'a str,
    modifiers: Vec<&'a str>,
    types: Vec<Ty>,
}

impl<'a> Form<'_, 'a> {
    fn has(&self, modifier: &str) -> bool {
        self.modifiers.contains(&modifier)
    }

    fn ty(&self) -> Option<Ty> {
        self.types.last().copied()
    }

    fn operands(&self) -> &[Operand<'a>] {
        &self.syntax.operands
    }
}
