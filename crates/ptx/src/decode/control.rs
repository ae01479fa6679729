//! Decodes branches, calls, barriers and warp-wide opcodes.

use super::{Decoder, Form, Named};
use crate::error::{Error, ErrorKind, Result};
use crate::program::{
    Barrier, BarrierKind, BranchIndex, Call, NO_INSTRUCTION, Op, Reduction, Scope, Shuffle, ShuffleKind, Target, Vote,
};
use crate::syntax::{Operand, Ty};

impl<'a> Decoder<'_, 'a> {
    /// Decodes a control or warp-wide instruction; false for any other.
    pub(super) fn control(&mut self, f: &Form<'_, 'a>) -> Result<bool> {
        let ops = f.operands();
        match f.head {
            "bra" => {
                let [Operand::Name(label)] = ops else { return Ok(false) };
                self.open_branches.push((self.out.code.len(), 0, label, self.line));
                self.emit(Op::Branch { target: 0, reconverge: NO_INSTRUCTION });
            }
            "brx" => {
                let [a, Operand::Name(list)] = ops else { return Ok(false) };
                let a = self.source(a, false, Ty::U(32))?;
                let Some(&labels) = self.targets.get(list) else {
                    return self.wrong(format_args!("the list of targets '{list}' is not defined"));
                };
                self.target_count += labels.len();
                if self.target_count > super::MAX_BRANCH_TARGETS {
                    return self.wrong("more targets of indexed branches than any function has");
                }
                let at = self.out.code.len();
                for (k, label) in labels.iter().enumerate() {
                    self.open_branches.push((at, k, label, self.line));
                }
                let targets = vec![0; labels.len()];
                self.emit(Op::BranchIndex(Box::new(BranchIndex { a, targets, reconverge: NO_INSTRUCTION })));
            }
            "call" => return self.call(f),
            "ret" => {
                let op = if self.source.kernel { Op::Exit } else { Op::Return };
                self.emit(op);
            }
            "exit" => self.emit(Op::Exit),
            "trap" => self.emit(Op::Trap),
            "brkpt" => self.emit(Op::Breakpoint),
            "membar" | "fence" => {
                if f.modifiers.iter().any(|m| m.starts_with("proxy") || *m == "mbarrier_init") {
                    self.emit(Op::Nop);
                    return Ok(true);
                }
                let scope = if f.has("cta") { Scope::Block } else { Scope::Device };
                self.emit(Op::Fence { scope });
            }
            "nanosleep" => self.emit(Op::Sleep),
            "griddepcontrol" | "pmevent" | "setmaxnreg" => self.emit(Op::Nop),
            "bar" | "barrier" => return self.barrier(f),
            "shfl" => {
                let [d, a, b, c, rest @ ..] = ops else { return Ok(false) };
                let kind = match f.modifiers.iter().find(|m| matches!(**m, "up" | "down" | "bfly" | "idx")) {
                    Some(&"up") => ShuffleKind::Up,
                    Some(&"down") => ShuffleKind::Down,
                    Some(&"bfly") => ShuffleKind::Butterfly,
                    _ => ShuffleKind::Index,
                };
                let (d, p) = match d {
                    Operand::Pair(d, p) => (Operand::Name(d), Some(self.predicate_result(&Operand::Name(p))?)),
                    d => (d.clone(), None),
                };
                let (d, false) = self.result(&d, false)? else { return Ok(false) };
                let mut of = |o: &Operand<'a>| self.source(o, false, Ty::B(32));
                let (a, b, c) = (of(a)?, of(b)?, of(c)?);
                let mask = match rest {
                    [mask] => of(mask)?,
                    // The form without a mask, of older targets, uses the active lanes.
                    _ => return Ok(false),
                };
                self.emit(Op::Shuffle(Box::new(Shuffle { kind, d, p, a, b, c, mask })));
            }
            "vote" => {
                let [d, p, mask] = ops else { return Ok(false) };
                let (p, mask) = (self.predicate(p)?, self.source(mask, false, Ty::B(32))?);
                let (kind, d) = if f.has("ballot") {
                    (Vote::Ballot, self.result(d, false)?.0)
                } else {
                    let kind = if f.has("all") {
                        Vote::All
                    } else if f.has("any") {
                        Vote::Any
                    } else {
                        Vote::Uniform
                    };
                    (kind, self.predicate_result(d)?)
                };
                self.emit(Op::Vote { kind, d, p, mask });
            }
            "match" => {
                let [d, a, mask] = ops else { return Ok(false) };
                let wide = f.ty().is_some_and(|t| t.bits() == 64);
                let (d, p) = match d {
                    Operand::Pair(d, p) => (Operand::Name(d), Some(self.predicate_result(&Operand::Name(p))?)),
                    d => (d.clone(), None),
                };
                let (d, false) = self.result(&d, false)? else { return Ok(false) };
                let (a, mask) = (self.source(a, wide, Ty::B(32))?, self.source(mask, false, Ty::B(32))?);
                self.emit(Op::Match { all: f.has("all"), wide, d, p, a, mask });
            }
            "redux" => {
                let [d, a, mask] = ops else { return Ok(false) };
                let signed = f.ty().is_some_and(|t| t.signed());
                let kind = f.modifiers.iter().find_map(|m| {
                    Some(match *m {
                        "add" => Reduction::Add,
                        "min" if signed => Reduction::MinS,
                        "min" => Reduction::MinU,
                        "max" if signed => Reduction::MaxS,
                        "max" => Reduction::MaxU,
                        "and" => Reduction::And,
                        "or" => Reduction::Or,
                        "xor" => Reduction::Xor,
                        _ => return None,
                    })
                });
                let Some(kind) = kind else { return Ok(false) };
                if f.ty().is_some_and(|t| t.float()) {
                    return Ok(false);
                }
                let (d, false) = self.result(d, false)? else { return Ok(false) };
                let (a, mask) = (self.source(a, false, Ty::B(32))?, self.source(mask, false, Ty::B(32))?);
                self.emit(Op::Reduce { kind, d, a, mask });
            }
            "activemask" => {
                let [d] = ops else { return Ok(false) };
                let (d, false) = self.result(d, false)? else { return Ok(false) };
                self.emit(Op::ActiveMask { d });
            }
            "elect" => {
                let [Operand::Pair(d, p), mask] = ops else { return Ok(false) };
                let p = self.predicate_result(&Operand::Name(p))?;
                let d = if *d == "_" { None } else { Some(self.result(&Operand::Name(d), false)?.0) };
                let mask = self.source(mask, false, Ty::B(32))?;
                self.emit(Op::Elect { d, p, mask });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn barrier(&mut self, f: &Form<'_, 'a>) -> Result<bool> {
        let ops = f.operands();
        if f.has("warp") {
            let [mask] = ops else { return Ok(false) };
            let mask = self.source(mask, false, Ty::B(32))?;
            self.emit(Op::WarpBarrier { mask });
            return Ok(true);
        }
        if f.has("cluster") {
            // A cluster of one block: arriving is a no-op, waiting is the block's own barrier.
            if f.has("wait") {
                let id = self.constant(0, false);
                let aligned = f.has("aligned");
                self.emit(Op::Barrier(Box::new(Barrier { kind: BarrierKind::Sync, id, count: None, aligned })));
            } else {
                self.emit(Op::Fence { scope: Scope::Device });
            }
            return Ok(true);
        }
        let aligned = f.head == "bar" || f.has("aligned");
        let mut source = |o: &Operand<'a>| self.source(o, false, Ty::U(32));
        let (kind, id, count) = if f.has("red") {
            let (d, id, count, p) = match ops {
                [d, id, p] => (d, id, None, p),
                [d, id, count, p] => (d, id, Some(count), p),
                _ => return Ok(false),
            };
            let id = source(id)?;
            let count = count.map(source).transpose()?;
            let p = self.predicate(p)?;
            let kind = if f.has("popc") {
                let (d, false) = self.result(d, false)? else { return Ok(false) };
                BarrierKind::Count { d, p }
            } else if f.has("and") {
                BarrierKind::And { d: self.predicate_result(d)?, p }
            } else {
                BarrierKind::Or { d: self.predicate_result(d)?, p }
            };
            (kind, id, count)
        } else {
            let kind = if f.has("arrive") { BarrierKind::Arrive } else { BarrierKind::Sync };
            match ops {
                [id] if kind == BarrierKind::Sync => (kind, source(id)?, None),
                [id, count] => (kind, source(id)?, Some(source(count)?)),
                _ => return Ok(false),
            }
        };
        self.emit(Op::Barrier(Box::new(Barrier { kind, id, count, aligned })));
        Ok(true)
    }

    fn call(&mut self, f: &Form<'_, 'a>) -> Result<bool> {
        let (results, target, arguments) = match f.operands() {
            [Operand::Group(r), t, Operand::Group(a), ..] => (r.as_slice(), t, a.as_slice()),
            [Operand::Group(r), t] => (r.as_slice(), t, &[][..]),
            [t, Operand::Group(a), ..] => (&[][..], t, a.as_slice()),
            [t] => (&[][..], t, &[][..]),
            _ => return Ok(false),
        };
        let Operand::Name(name) = target else { return Ok(false) };
        let mut locations = |list: &[Operand<'a>]| -> Result<Vec<(u32, u32)>> {
            let mut all = Vec::new();
            for o in list {
                let Operand::Name(n) = o else { return self.wrong("arguments are variables of the space .param") };
                match self.name(n)? {
                    Some(Named::Argument(at, bytes)) => all.push((at, bytes)),
                    _ => return self.wrong(format_args!("the argument '{n}' is not a variable of the space .param")),
                }
            }
            Ok(all)
        };
        let (results, arguments) = (locations(results)?, locations(arguments)?);
        let target = if let Some(&k) = self.symbols.functions.get(name) {
            let callee = &self.unit.functions[k];
            if callee.body.is_some() {
                if callee.kernel {
                    return self.wrong(format_args!("'{name}' is a kernel, and kernels are not called"));
                }
                let sizes = |list: &[crate::syntax::Variable<'_>]| list.iter().map(|v| v.bytes).collect::<Vec<_>>();
                let sizes_of = |list: &[(u32, u32)]| list.iter().map(|p| u64::from(p.1)).collect::<Vec<_>>();
                if sizes(&callee.parameters) != sizes_of(&arguments) || sizes(&callee.results) != sizes_of(&results) {
                    return self.wrong(format_args!("the arguments do not fit the function '{name}'"));
                }
                Target::Function(k as u32)
            } else {
                match *name {
                    "vprintf" => Target::Print,
                    "__assertfail" => Target::AssertFail,
                    "malloc" => Target::Malloc,
                    "free" => Target::Free,
                    _ => {
                        return Err(Error::new(
                            ErrorKind::Link,
                            format!("line {}: the function '{name}' is called and not defined", self.line),
                        ));
                    }
                }
            }
        } else {
            let register = self.source(&Operand::Name(name), true, Ty::U(64))?;
            Target::Register(register)
        };
        let least = match target {
            Target::Print => ([8, 8].as_slice(), [4].as_slice()),
            Target::Malloc => ([8].as_slice(), [8].as_slice()),
            Target::Free => ([8].as_slice(), [].as_slice()),
            Target::AssertFail => ([8, 8, 4, 8, 8].as_slice(), [].as_slice()),
            _ => ([].as_slice(), [].as_slice()),
        };
        let fits = |list: &[(u32, u32)], least: &[u32]| {
            least.is_empty() || list.len() == least.len() && list.iter().zip(least).all(|(p, l)| p.1 >= *l)
        };
        if !fits(&arguments, least.0) || !fits(&results, least.1) {
            return self.wrong(format_args!("the arguments do not fit the function '{name}'"));
        }
        self.emit(Op::Call(Box::new(Call { target, results, arguments })));
        Ok(true)
    }
}
