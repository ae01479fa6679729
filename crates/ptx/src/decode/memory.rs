//! Decodes memory opcodes into accesses.

use super::{Decoder, Form, Named};
use crate::alu::Alu;
use crate::convert::format;
use crate::error::Result;
use crate::memory::{LOCAL_WINDOW, PARAMETER_WINDOW, SHARED_WINDOW};
use crate::program::{Access, Atomic, AtomicKind, Base, CopyAsync, Element, Mbarrier, MbarrierKind, Op, Scope};
use crate::soft::{Operation, Spec};
use crate::syntax::{Operand, Space, Ty};

/// The state space in a list of modifiers; generic if there is none.
pub(super) fn space(modifiers: &[&str]) -> Space {
    modifiers
        .iter()
        .find_map(|m| {
            Some(match *m {
                "global" => Space::Global,
                "const" => Space::Const,
                "shared" | "shared::cta" => Space::Shared,
                "local" => Space::Local,
                "param" | "param::entry" | "param::func" => Space::Param,
                _ => return None,
            })
        })
        .unwrap_or(Space::Generic)
}

impl<'a> Decoder<'_, 'a> {
    /// Decodes a memory or address instruction; false for any other.
    pub(super) fn memory(&mut self, f: &Form<'_, 'a>) -> Result<bool> {
        match f.head {
            "ld" | "ldu" => self.load(f),
            "st" => self.store(f),
            "atom" => self.atomic(f, true),
            "red" => self.atomic(f, false),
            "cvta" => self.cvta(f),
            "isspacep" => {
                let [d, a] = f.operands() else { return Ok(false) };
                if f.modifiers.iter().any(|m| m.starts_with("shared::cluster")) {
                    return Ok(false);
                }
                let (d, a) = (self.predicate_result(d)?, self.source(a, true, Ty::U(64))?);
                self.emit(Op::IsSpace { d, a, space: space(&f.modifiers) });
                Ok(true)
            }
            // Cache hints, which this machine ignores.
            "prefetch" | "prefetchu" | "discard" | "applypriority" => Ok(true),
            "createpolicy" => {
                let [d, ..] = f.operands() else { return Ok(false) };
                let zero = self.constant(0, true);
                self.alu_into(Alu::Move64, d, [zero, 0, 0], 0, false)?;
                Ok(true)
            }
            "cp" if f.modifiers.first() == Some(&"async") => self.copy_async(f),
            "mbarrier" => self.mbarrier(f),
            "stacksave" => {
                let [d] = f.operands() else { return Ok(false) };
                let (d, wide) = self.result(d, true)?;
                self.emit(Op::StackSave { d, wide });
                Ok(true)
            }
            "stackrestore" => {
                let [a] = f.operands() else { return Ok(false) };
                let wide = f.ty().is_some_and(|t| t.bits() == 64);
                let a = self.source(a, wide, Ty::U(64))?;
                self.emit(Op::StackRestore { a, wide });
                Ok(true)
            }
            "alloca" => {
                let (d, a, align) = match f.operands() {
                    [d, a] => (d, a, 16),
                    [d, a, Operand::Int(align)] => (d, a, *align),
                    _ => return Ok(false),
                };
                let wide = f.ty().is_some_and(|t| t.bits() == 64);
                let a = self.source(a, wide, Ty::U(64))?;
                let (d, declared) = self.result(d, wide)?;
                if declared != wide || !align.is_power_of_two() || align > 1 << 16 {
                    return Ok(false);
                }
                self.emit(Op::StackGrow { d, a, wide, align: align as u32 });
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Scope and order of an access; a volatile one is strong.
    fn order(&self, f: &Form<'_, 'a>, otherwise: Scope) -> (Scope, bool, bool) {
        let scope = if f.has("cta") {
            Scope::Block
        } else if ["gpu", "sys", "cluster", "volatile", "mmio", "relaxed", "acquire", "release"]
            .iter()
            .any(|m| f.has(m))
        {
            Scope::Device
        } else {
            otherwise
        };
        let both = f.has("acq_rel");
        (scope, both || f.has("acquire"), both || f.has("release"))
    }

    /// The address and the space of an address operand.
    pub(super) fn address(&mut self, operand: &Operand<'a>, space: Space) -> Result<(Space, Base, i64)> {
        let (name, offset) = match operand {
            Operand::Address(Some(name), offset) => (*name, *offset),
            Operand::Address(None, offset) => return Ok((space, Base::Absolute, *offset)),
            _ => return self.wrong("an address in brackets is expected here"),
        };
        Ok(match self.name(name)? {
            Some(Named::Register(ty, slot)) => match ty.bits() {
                64 => (space, Base::Wide(slot), offset),
                32 => (space, Base::Narrow(slot), offset),
                _ => return self.wrong(format_args!("'{name}' is not wide enough for an address")),
            },
            Some(Named::Variable(Space::Local, at)) => (Space::Local, Base::Frame, at as i64 + offset),
            Some(Named::Variable(of, at)) => {
                let space = if space == Space::Generic { of } else { space };
                (space, Base::Absolute, at as i64 + offset)
            }
            Some(Named::Argument(at, _)) => {
                (Space::Param, Base::Absolute, crate::program::CALL_PARAMETERS as i64 + i64::from(at) + offset)
            }
            None => return self.wrong(format_args!("'{name}' is not declared")),
        })
    }

    /// The registers of a load's result or a store's value.
    fn elements(&mut self, operand: &Operand<'a>, ty: Ty, load: bool) -> Result<Vec<Element>> {
        let single = [operand.clone()];
        let all = if let Operand::Vector(all) = operand { all.as_slice() } else { &single };
        let mut out = Vec::new();
        for o in all {
            if *o == Operand::Name("_") {
                out.push(Element { register: None, wide: ty.bits() == 64 });
                continue;
            }
            if ty.bits() == 128 {
                let Operand::Name(name) = o else { return self.wrong("a register is expected here") };
                let (Ty::B(128), slot) = self.register(name)? else {
                    return self.wrong(format_args!("'{name}' is not 128 bits wide"));
                };
                for k in 0..2 {
                    out.push(Element { register: Some(slot + k), wide: true });
                }
                continue;
            }
            let (slot, wide) = if load {
                self.result(o, ty.bits() == 64)?
            } else {
                // A store may use the low bytes of a wider register.
                let declared = match o {
                    Operand::Name(n) => match self.name(n)? {
                        Some(Named::Register(t, _)) => t.bits() >= 64,
                        _ => ty.bits() == 64,
                    },
                    _ => ty.bits() == 64,
                };
                (self.source(o, declared, ty)?, declared)
            };
            if !wide && ty.bits() == 64 {
                return self.wrong("a 64-bit element needs a 64-bit register");
            }
            out.push(Element { register: Some(slot), wide });
        }
        if out.len() > 8 {
            return self.wrong("an access has at most eight elements");
        }
        Ok(out)
    }

    fn access(&mut self, f: &Form<'_, 'a>, address: &Operand<'a>, ty: Ty, otherwise: Scope) -> Result<Access> {
        let (space, base, offset) = self.address(address, space(&f.modifiers))?;
        let (scope, acquire, release) = self.order(f, otherwise);
        let bytes = ty.bytes().min(8);
        Ok(Access { space, bytes, signed: ty.signed(), elements: Vec::new(), base, offset, scope, acquire, release })
    }

    fn load(&mut self, f: &Form<'_, 'a>) -> Result<bool> {
        let (Some(ty), [d, a, ..]) = (f.ty(), f.operands()) else { return Ok(false) };
        let mut access = self.access(f, a, ty, Scope::Weak)?;
        access.elements = self.elements(d, ty, true)?;
        let parameter = access.space == Space::Param
            && self.source.kernel
            && access.base == Base::Absolute
            && (0..crate::program::CALL_PARAMETERS as i64).contains(&access.offset);
        if parameter {
            let end = access.offset as u64 + u64::from(access.bytes) * access.elements.len() as u64;
            let declared =
                self.source.parameters.iter().fold(0u64, |top, p| top.next_multiple_of(u64::from(p.align)) + p.bytes);
            if end > declared {
                return self.wrong("this load reads beyond the kernel's parameters");
            }
            self.emit(Op::LoadParameter(Box::new(access)));
        } else {
            self.emit(Op::Load(Box::new(access)));
        }
        Ok(true)
    }

    fn store(&mut self, f: &Form<'_, 'a>) -> Result<bool> {
        if f.has("async") || f.has("bulk") {
            return Ok(false);
        }
        let (Some(ty), [a, b, ..]) = (f.ty(), f.operands()) else { return Ok(false) };
        let mut access = self.access(f, a, ty, Scope::Weak)?;
        access.elements = self.elements(b, ty, false)?;
        self.emit(Op::Store(Box::new(access)));
        Ok(true)
    }

    fn atomic(&mut self, f: &Form<'_, 'a>, result: bool) -> Result<bool> {
        let Some(ty) = f.ty() else { return Ok(false) };
        if f.has("async") || ty.bits() == 128 {
            return Ok(false);
        }
        let mut rest = f.operands();
        let d = if result {
            let Some((d, others)) = rest.split_first() else { return Ok(false) };
            rest = others;
            Some(d)
        } else {
            None
        };
        let Some((address, values)) = rest.split_first() else { return Ok(false) };
        let float = |operation| {
            let format = format(ty)?;
            let flush = ty == Ty::F(32) && operation == Operation::Add;
            let packed = matches!(ty, Ty::F16x2 | Ty::Bf16x2);
            Some(AtomicKind::Float(Spec { flush, ..Spec::plain(operation, format) }, packed))
        };
        let kind = f.modifiers.iter().find_map(|m| {
            Some(match *m {
                "add" if ty.float() => float(Operation::Add)?,
                "min" if ty.float() => float(Operation::Min)?,
                "max" if ty.float() => float(Operation::Max)?,
                "add" => AtomicKind::Add,
                "and" => AtomicKind::And,
                "or" => AtomicKind::Or,
                "xor" => AtomicKind::Xor,
                "exch" => AtomicKind::Exchange,
                "cas" => AtomicKind::CompareExchange,
                "inc" => AtomicKind::Inc,
                "dec" => AtomicKind::Dec,
                "min" => {
                    if ty.signed() {
                        AtomicKind::MinS
                    } else {
                        AtomicKind::MinU
                    }
                }
                "max" => {
                    if ty.signed() {
                        AtomicKind::MaxS
                    } else {
                        AtomicKind::MaxU
                    }
                }
                _ => return None,
            })
        });
        let Some(kind) = kind else { return Ok(false) };
        let mut access = self.access(f, address, ty, Scope::Device)?;
        let count = match values.first() {
            Some(Operand::Vector(all)) => all.len(),
            Some(_) => 1,
            None => return Ok(false),
        };
        access.elements = match d {
            Some(d) => self.elements(d, ty, true)?,
            None => (0..count).map(|_| Element { register: None, wide: ty.bits() == 64 }).collect(),
        };
        if access.elements.len() != count {
            return self.wrong("result and operand have different numbers of elements");
        }
        let wide = ty.bits() == 64;
        let mut sources = |o: &Operand<'a>| -> Result<Vec<u32>> {
            match o {
                Operand::Vector(all) => all.iter().map(|o| self.source(o, wide, ty)).collect(),
                o => Ok(vec![self.source(o, wide, ty)?]),
            }
        };
        let b = sources(&values[0])?;
        let c = match (kind, values.get(1)) {
            (AtomicKind::CompareExchange, Some(c)) => sources(c)?,
            (AtomicKind::CompareExchange, None) => return Ok(false),
            _ => Vec::new(),
        };
        self.emit(Op::Atomic(Box::new(Atomic { kind, access, b, c, bits: ty.bits(), result })));
        Ok(true)
    }

    fn cvta(&mut self, f: &Form<'_, 'a>) -> Result<bool> {
        let [d, a] = f.operands() else { return Ok(false) };
        let base = match space(&f.modifiers) {
            Space::Shared => SHARED_WINDOW,
            Space::Local => LOCAL_WINDOW,
            Space::Param => PARAMETER_WINDOW,
            Space::Global | Space::Const => 0,
            Space::Generic => return Ok(false),
        };
        if f.ty().is_none_or(|t| t.bits() != 64) {
            return self.wrong("addresses are 64 bits wide here");
        }
        let a = self.source(a, true, Ty::U(64))?;
        if base == 0 {
            self.alu_into(Alu::Move64, d, [a, 0, 0], 0, false)?;
            return Ok(true);
        }
        let (d, true) = self.result(d, true)? else { return self.wrong("an address needs a 64-bit register") };
        self.emit(if f.has("to") { Op::FromGeneric { d, a, base } } else { Op::ToGeneric { d, a, base } });
        Ok(true)
    }

    fn copy_async(&mut self, f: &Form<'_, 'a>) -> Result<bool> {
        if f.has("mbarrier") {
            return self.mbarrier(f);
        }
        if f.has("bulk") {
            return Ok(false);
        }
        if f.has("commit_group") {
            self.emit(Op::CopyCommit);
            return Ok(true);
        }
        if f.has("wait_all") {
            self.emit(Op::CopyCommit);
            self.emit(Op::CopyWait { left: 0 });
            return Ok(true);
        }
        if f.has("wait_group") {
            let [Operand::Int(left)] = f.operands() else { return Ok(false) };
            self.emit(Op::CopyWait { left: (*left).min(u64::from(u32::MAX)) as u32 });
            return Ok(true);
        }
        let [to, from, Operand::Int(bytes), rest @ ..] = f.operands() else { return Ok(false) };
        let bytes = *bytes as u32;
        if !matches!(bytes, 4 | 8 | 16) {
            return self.wrong("cp.async copies 4, 8 or 16 bytes");
        }
        let (mut size, mut ignore) = (None, None);
        if let Some(o) = rest.first()
            && !f.modifiers.iter().any(|m| m.ends_with("cache_hint") && rest.len() == 1)
        {
            let is_predicate = match o {
                Operand::Name(n) => matches!(self.name(n)?, Some(Named::Register(Ty::Pred, _))),
                Operand::Not(_) => true,
                _ => false,
            };
            if is_predicate {
                ignore = Some(self.predicate(o)?);
            } else {
                size = Some(self.source(o, false, Ty::U(32))?);
            }
        }
        let (to_space, to_base, to_offset) = self.address(to, Space::Shared)?;
        let (from_space, from_base, from_offset) = self.address(from, Space::Global)?;
        let part = |space, base, offset| Access {
            space,
            bytes: bytes.min(8),
            signed: false,
            elements: vec![Element { register: None, wide: true }; bytes.div_ceil(8) as usize],
            base,
            offset,
            scope: Scope::Weak,
            acquire: false,
            release: false,
        };
        let copy = CopyAsync {
            to: part(to_space, to_base, to_offset),
            from: part(from_space, from_base, from_offset),
            bytes,
            size,
            ignore,
        };
        self.emit(Op::CopyAsync(Box::new(copy)));
        Ok(true)
    }

    /// `mbarrier` and `cp.async.mbarrier.arrive`
    fn mbarrier(&mut self, f: &Form<'_, 'a>) -> Result<bool> {
        if f.modifiers.iter().any(|m| m.contains("_tx") || m.contains("cluster")) {
            return Ok(false);
        }
        let ops = f.operands();
        let copies = f.head == "cp";
        if f.has("pending_count") {
            let [d, a] = ops else { return Ok(false) };
            let a = self.source(a, true, Ty::B(64))?;
            let (low, mask) = (self.slot(Ty::B(32))?, self.constant(u64::from(MAX_ARRIVALS), false));
            self.emit(Op::Alu(Alu::Low, crate::alu::Operands { d: low, s: [a, 0, 0], x: 0 }));
            self.alu_into(Alu::And32, d, [low, mask, 0], 0, false)?;
            return Ok(true);
        }
        let parity = f.has("parity");
        let (kind, d, address, operand) = match (f.modifiers.first().copied(), ops) {
            _ if copies => match ops {
                [a] => (MbarrierKind::Copies { counted: f.has("noinc") }, None, a, None),
                _ => return Ok(false),
            },
            (Some("init"), [a, count]) => (MbarrierKind::Init, None, a, Some(count)),
            (Some("inval"), [a]) => (MbarrierKind::Invalidate, None, a, None),
            (Some("arrive"), [d, a]) => (MbarrierKind::Arrive, Some(d), a, None),
            (Some("arrive"), [d, a, count]) => (MbarrierKind::Arrive, Some(d), a, Some(count)),
            (Some("arrive_drop"), [d, a]) => (MbarrierKind::Drop, Some(d), a, None),
            (Some("arrive_drop"), [d, a, count]) => (MbarrierKind::Drop, Some(d), a, Some(count)),
            (Some("test_wait" | "try_wait"), [d, a, of, ..]) => {
                (if parity { MbarrierKind::TestParity } else { MbarrierKind::Test }, Some(d), a, Some(of))
            }
            _ => return Ok(false),
        };
        let mut access = self.access(f, address, Ty::B(64), Scope::Block)?;
        access.scope = Scope::Block;
        let operand = match operand {
            Some(o) => Some(self.source(o, kind == MbarrierKind::Test, Ty::B(64))?),
            None => None,
        };
        let result = match (kind, d) {
            (MbarrierKind::Test | MbarrierKind::TestParity, Some(d)) => Some(self.predicate_result(d)?),
            (_, None | Some(Operand::Name("_"))) => None,
            (_, Some(d)) => {
                let (d, true) = self.result(d, true)? else { return Ok(false) };
                Some(d)
            }
        };
        self.emit(Op::Mbarrier(Box::new(Mbarrier { kind, access, operand, result })));
        Ok(true)
    }
}

/// The most threads that one phase of an `mbarrier` waits for; a state's low bits hold the number of pending arrivals.
pub(crate) const MAX_ARRIVALS: u32 = (1 << 20) - 1;
