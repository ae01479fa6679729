//! Decodes conversions, comparisons and tests of floats.

use super::arithmetic::{AND, FIRST, OR, XOR};
use super::{Decoder, Form};
use crate::alu::{Alu, Operands};
use crate::convert::{Conversion, format};
use crate::error::Result;
use crate::program::{Class, Compare, Compared, Compares, Op, Test};
use crate::soft::Rounding;
use crate::syntax::{Operand, Ty};

impl<'a> Decoder<'_, 'a> {
    pub(super) fn convert(&mut self, f: &Form<'_, 'a>) -> Result<bool> {
        use Alu::*;
        if f.has("pack") || f.has("rs") {
            return Ok(false);
        }
        let &[to, from] = f.types.as_slice() else { return Ok(false) };
        let (to_float, from_float) = (format(to), format(from));
        let integral = f.modifiers.iter().any(|m| matches!(*m, "rni" | "rzi" | "rmi" | "rpi"));
        let c = Conversion {
            from,
            to,
            mode: self.rounding(f).unwrap_or(if to_float.is_some() { Rounding::Nearest } else { Rounding::Zero }),
            integral: integral && to_float.is_some(),
            flush: f.has("ftz"),
            saturate: f.has("sat"),
            relu: f.has("relu"),
            finite: f.has("satfinite"),
        };
        if matches!(to, Ty::F16x2 | Ty::Bf16x2 | Ty::E4m3x2 | Ty::E5m2x2) {
            let x = self.conversion(c);
            return match f.operands() {
                [d, a, b] => {
                    self.alu(ConvertPair, d, &[a, b], from, x)?;
                    Ok(true)
                }
                [_, _] if to == Ty::F16x2 && matches!(from, Ty::E4m3x2 | Ty::E5m2x2) => {
                    self.row(f, ConvertUnpack, from, x)
                }
                [d, a] if matches!(from, Ty::F16x2 | Ty::Bf16x2) => {
                    // The halves of the source are the operands of the pair.
                    let single = if from == Ty::F16x2 { Ty::F(16) } else { Ty::Bf16 };
                    let x = self.conversion(Conversion { from: single, ..c });
                    let a = self.source(a, false, from)?;
                    let (high, low) = (self.slot(Ty::B(32))?, self.slot(Ty::B(32))?);
                    self.emit(Op::Alu(Cut, Operands { d: high, s: [a, 0, 0], x: 16 | 16 << 8 }));
                    self.emit(Op::Alu(Cut, Operands { d: low, s: [a, 0, 0], x: 16 << 8 }));
                    self.alu_into(ConvertPair, d, [high, low, 0], x, false)?;
                    Ok(true)
                }
                _ => Ok(false),
            };
        }
        let plain = !c.flush && !c.saturate && !c.relu && !c.finite && !c.integral;
        let nearest = c.mode == Rounding::Nearest;
        let row = match (to, from) {
            _ if !plain => None,
            (Ty::U(64) | Ty::S(64) | Ty::B(64), Ty::U(32) | Ty::B(32)) => Some(ZeroExtend),
            (Ty::U(64) | Ty::S(64), Ty::S(32)) => Some(SignExtend),
            (Ty::U(32) | Ty::S(32) | Ty::B(32), Ty::U(64) | Ty::S(64) | Ty::B(64)) => Some(Low),
            (Ty::U(32) | Ty::S(32), Ty::U(32) | Ty::S(32)) => Some(Move32),
            (Ty::U(64) | Ty::S(64), Ty::U(64) | Ty::S(64)) => Some(Move64),
            (Ty::U(32) | Ty::S(32), Ty::S(8)) => Some(SignExtend8),
            (Ty::U(32) | Ty::S(32), Ty::S(16)) => Some(SignExtend16),
            (Ty::U(32) | Ty::S(32) | Ty::U(16) | Ty::S(16), Ty::U(8)) => Some(ZeroExtend8),
            (Ty::U(32) | Ty::S(32), Ty::U(16)) => Some(ZeroExtend16),
            (Ty::U(16) | Ty::S(16), Ty::U(32) | Ty::S(32)) => Some(ZeroExtend16),
            (Ty::F(32), Ty::S(32)) if nearest => Some(F32FromS32),
            (Ty::F(32), Ty::U(32)) if nearest => Some(F32FromU32),
            (Ty::F(64), Ty::S(32)) => Some(F64FromS32),
            (Ty::F(64), Ty::U(32)) => Some(F64FromU32),
            (Ty::F(64), Ty::F(32)) => Some(F64FromF32),
            (Ty::F(32), Ty::F(64)) if nearest => Some(F32FromF64),
            (Ty::S(32), Ty::F(32)) if c.mode == Rounding::Zero => Some(S32FromF32),
            (Ty::F(32), Ty::F(16)) => Some(F32FromF16),
            (Ty::F(32), Ty::Bf16) => Some(F32FromBf16),
            _ => None,
        };
        if let Some(row) = row {
            return self.row(f, row, from, 0);
        }
        if to_float.is_none() && !matches!(to, Ty::U(_) | Ty::S(_))
            || from_float.is_none() && !matches!(from, Ty::U(_) | Ty::S(_))
        {
            return Ok(false);
        }
        let x = self.conversion(c);
        let row = match (from.bits() == 64, to.bits() == 64) {
            (false, false) => Convert32To32,
            (false, true) => Convert32To64,
            (true, false) => Convert64To32,
            (true, true) => Convert64To64,
        };
        let [d, a] = f.operands() else { return Ok(false) };
        let a = self.source(a, from.bits() == 64, from)?;
        self.alu_into(row, d, [a, 0, 0], x, to.signed())?;
        Ok(true)
    }

    pub(super) fn compare(&mut self, f: &Form<'_, 'a>, ty: Ty) -> Result<bool> {
        let test = f.modifiers.first().copied().unwrap_or("");
        let unsigned = |t| match t {
            "lo" => "lt",
            "ls" => "le",
            "hi" => "gt",
            "hs" => "ge",
            t => t,
        };
        let test = match unsigned(test) {
            "eq" => Test::Eq,
            "ne" => Test::Ne,
            "lt" => Test::Lt,
            "le" => Test::Le,
            "gt" => Test::Gt,
            "ge" => Test::Ge,
            "equ" => Test::Equ,
            "neu" => Test::Neu,
            "ltu" => Test::Ltu,
            "leu" => Test::Leu,
            "gtu" => Test::Gtu,
            "geu" => Test::Geu,
            "num" => Test::Num,
            "nan" => Test::Nan,
            _ => return Ok(false),
        };
        let compared = match ty {
            Ty::U(16) | Ty::B(16) => Compared::U16,
            Ty::S(16) => Compared::S16,
            Ty::U(32) | Ty::B(32) => Compared::U32,
            Ty::S(32) => Compared::S32,
            Ty::U(64) | Ty::B(64) => Compared::U64,
            Ty::S(64) => Compared::S64,
            Ty::F(16) => Compared::F16,
            Ty::Bf16 => Compared::Bf16,
            Ty::F(32) => Compared::F32,
            Ty::F(64) => Compared::F64,
            Ty::F16x2 => Compared::F16x2,
            Ty::Bf16x2 => Compared::Bf16x2,
            _ => return Ok(false),
        };
        let wide = ty.bits() == 64;
        let (d, a, b, c) = match f.operands() {
            [d, a, b] => (d, a, b, None),
            [d, a, b, c] => (d, a, b, Some(c)),
            _ => return Ok(false),
        };
        let (a, b) = (self.source(a, wide, ty)?, self.source(b, wide, ty)?);
        let table = match f.modifiers.get(1).copied() {
            Some("and") => AND,
            Some("or") => OR,
            Some("xor") => XOR,
            _ => FIRST,
        };
        let c = match c {
            Some(c) => self.predicate(c)?,
            None => 0,
        };
        let result = if f.head == "setp" {
            match d {
                Operand::Pair(p, q) => {
                    let p = self.predicate_result(&Operand::Name(p))?;
                    Compares::Predicates(p, Some(self.predicate_result(&Operand::Name(q))?))
                }
                d => Compares::Predicates(self.predicate_result(d)?, None),
            }
        } else {
            let Some(&to) = f.types.first() else { return Ok(false) };
            let (d, false) = self.result(d, false)? else { return Ok(false) };
            match to {
                Ty::U(32) | Ty::S(32) | Ty::B(32) => Compares::Word { d, yes: !0 },
                Ty::U(16) | Ty::S(16) => Compares::Word { d, yes: 0xffff },
                Ty::F(32) => Compares::Word { d, yes: 0x3f80_0000 },
                Ty::F(16) => Compares::Word { d, yes: 0x3c00 },
                Ty::Bf16 => Compares::Word { d, yes: 0x3f80 },
                Ty::F16x2 => Compares::Packed { d, yes: 0x3c00 },
                Ty::Bf16x2 => Compares::Packed { d, yes: 0x3f80 },
                _ => return Ok(false),
            }
        };
        let result = match (result, compared) {
            // A packed comparison into an integer gives all ones in each half where it holds.
            (Compares::Word { d, .. }, Compared::F16x2 | Compared::Bf16x2) => Compares::Packed { d, yes: 0xffff },
            (r, _) => r,
        };
        self.emit(Op::Compare(Box::new(Compare { ty: compared, test, flush: f.has("ftz"), a, b, table, c, result })));
        Ok(true)
    }

    pub(super) fn test(&mut self, f: &Form<'_, 'a>, wide: bool) -> Result<bool> {
        let class = match f.modifiers.first().copied() {
            Some("finite") => Class::Finite,
            Some("infinite") => Class::Infinite,
            Some("number") => Class::Number,
            Some("notanumber") => Class::Nan,
            Some("normal") => Class::Normal,
            Some("subnormal") => Class::Subnormal,
            _ => return Ok(false),
        };
        let [d, a] = f.operands() else { return Ok(false) };
        let a = self.source(a, wide, if wide { Ty::F(64) } else { Ty::F(32) })?;
        let d = self.predicate_result(d)?;
        self.emit(Op::Test { class, wide, d, a });
        Ok(true)
    }
}
