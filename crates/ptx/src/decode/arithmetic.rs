//! Decodes arithmetic opcodes into rows.

use super::{Decoder, Form};
use crate::alu::{Alu, Operands};
use crate::convert::format;
use crate::error::Result;
use crate::program::{Carry, CarryKind, Op};
use crate::soft::{Operation, Rounding, Spec};
use crate::syntax::{Operand, Ty};

/// The tables of [`Op::Logic`], bit `2a + b`.
pub(super) const AND: u8 = 0b1000;
pub(super) const OR: u8 = 0b1110;
pub(super) const XOR: u8 = 0b0110;
pub(super) const FIRST: u8 = 0b1100;

impl<'a> Decoder<'_, 'a> {
    /// Decodes an arithmetic instruction; false for any other.
    pub(super) fn arithmetic(&mut self, f: &Form<'_, 'a>) -> Result<bool> {
        let Some(ty) = f.ty() else { return Ok(false) };
        let (bits, signed) = (ty.bits(), ty.signed());
        let carry = f.has("cc") || matches!(f.head, "addc" | "subc" | "madc");
        // Most opcodes choose their row by signedness, and by 16, 32 or 64 bits, in the same way.
        let by_width = |w16, w32, w64| match bits {
            16 => Some(w16),
            32 => Some(w32),
            64 => Some(w64),
            _ => None,
        };
        let by_sign = |u: [Alu; 3], s: [Alu; 3]| {
            let rows = if signed { s } else { u };
            by_width(rows[0], rows[1], rows[2])
        };
        use Alu::*;
        let row = match f.head {
            "add" | "sub" | "mul" | "fma" | "div" | "sqrt" | "rcp" | "min" | "max" | "neg" | "abs" | "mad"
                if ty.float() =>
            {
                return self.floating(f, ty);
            }
            _ if carry => return self.carry(f, ty),
            "add" | "sub" if f.has("sat") => {
                if f.head == "add" {
                    Some(AddSaturate32)
                } else {
                    Some(SubSaturate32)
                }
            }
            "add" if matches!(ty, Ty::U16x2 | Ty::S16x2) => Some(AddPacked16),
            "min" if ty == Ty::U16x2 => Some(MinPackedU16),
            "min" if ty == Ty::S16x2 => Some(MinPackedS16),
            "max" if ty == Ty::U16x2 => Some(MaxPackedU16),
            "max" if ty == Ty::S16x2 => Some(MaxPackedS16),
            "add" => by_width(Add16, Add32, Add64),
            "sub" => by_width(Sub16, Sub32, Sub64),
            "mul" if f.has("wide") => match (bits, signed) {
                (16, false) => Some(MulWideU16),
                (16, true) => Some(MulWideS16),
                (32, false) => Some(MulWideU32),
                (32, true) => Some(MulWideS32),
                _ => None,
            },
            "mul" if f.has("hi") => by_sign([MulHighU16, MulHighU32, MulHighU64], [MulHighS16, MulHighS32, MulHighS64]),
            "mul" => by_width(Mul16, Mul32, Mul64),
            "mad" if f.has("wide") => match (bits, signed) {
                (16, false) => Some(MadWideU16),
                (16, true) => Some(MadWideS16),
                (32, false) => Some(MadWideU32),
                (32, true) => Some(MadWideS32),
                _ => None,
            },
            "mad" if f.has("hi") && f.has("sat") => Some(MadHighSaturate32),
            "mad" if f.has("hi") => by_sign([MadHighU16, MadHighU32, MadHighU64], [MadHighS16, MadHighS32, MadHighS64]),
            "mad" => by_width(Mad16, Mad32, Mad64),
            "mul24" => Some(match (f.has("hi"), signed) {
                (false, false) => Mul24LowU,
                (false, true) => Mul24LowS,
                (true, false) => Mul24HighU,
                (true, true) => Mul24HighS,
            }),
            "mad24" => return self.mad24(f, ty),
            "div" => by_sign([DivU16, DivU32, DivU64], [DivS16, DivS32, DivS64]),
            "rem" => by_sign([RemU16, RemU32, RemU64], [RemS16, RemS32, RemS64]),
            "min" if f.has("relu") => Some(MinReluS32),
            "max" if f.has("relu") => Some(MaxReluS32),
            "min" => by_sign([MinU16, MinU32, MinU64], [MinS16, MinS32, MinS64]),
            "max" => by_sign([MaxU16, MaxU32, MaxU64], [MaxS16, MaxS32, MaxS64]),
            "neg" => by_width(Neg16, Neg32, Neg64),
            "abs" => by_width(Abs16, Abs32, Abs64),
            "sad" => by_sign([SadU16, SadU32, SadU64], [SadS16, SadS32, SadS64]),
            "and" | "or" | "xor" if ty == Ty::Pred => {
                let table = match f.head {
                    "and" => AND,
                    "or" => OR,
                    _ => XOR,
                };
                let [d, a, b] = f.operands() else { return Ok(false) };
                let (d, a, b) = (self.predicate_result(d)?, self.predicate(a)?, self.predicate(b)?);
                self.emit(Op::Logic { table, d, a, b });
                return Ok(true);
            }
            // Bit operations work on 32 or 64 bits.
            "shf" | "popc" | "clz" | "brev" | "bfe" | "bfind" | "bfi" if bits < 32 => return Ok(false),
            "not" if ty == Ty::Pred => {
                let [d, a] = f.operands() else { return Ok(false) };
                let (d, a) = (self.predicate_result(d)?, self.predicate(a)? ^ 1);
                self.emit(Op::Logic { table: FIRST, d, a, b: a });
                return Ok(true);
            }
            "and" => by_width(And32, And32, And64),
            "or" => by_width(Or32, Or32, Or64),
            "xor" => by_width(Xor32, Xor32, Xor64),
            "not" => by_width(Not16, Not32, Not64),
            "cnot" => by_width(CNot16, CNot32, CNot64),
            "shl" => by_width(Shl16, Shl32, Shl64),
            "shr" => by_sign([ShrU16, ShrU32, ShrU64], [ShrS16, ShrS32, ShrS64]),
            "shf" => Some(match (f.has("l"), f.has("wrap")) {
                (true, true) => ShiftLeftWrap,
                (true, false) => ShiftLeftClamp,
                (false, true) => ShiftRightWrap,
                (false, false) => ShiftRightClamp,
            }),
            "popc" => {
                if bits == 64 {
                    Some(Popc64)
                } else {
                    Some(Popc32)
                }
            }
            "clz" => {
                if bits == 64 {
                    Some(Clz64)
                } else {
                    Some(Clz32)
                }
            }
            "brev" => {
                if bits == 64 {
                    Some(Brev64)
                } else {
                    Some(Brev32)
                }
            }
            "bfe" => Some(match (bits, signed) {
                (64, false) => BfeU64,
                (64, true) => BfeS64,
                (_, false) => BfeU32,
                (_, true) => BfeS32,
            }),
            "bfind" => {
                let row = match (bits, signed) {
                    (64, false) => FindU64,
                    (64, true) => FindS64,
                    (_, false) => FindU32,
                    (_, true) => FindS32,
                };
                let x = if f.has("shiftamt") { 64 } else { 0 } | (bits - 1);
                return self.row(f, row, ty, x);
            }
            "bfi" => return self.insert_bits(f, bits == 64),
            "bmsk" => {
                if f.has("wrap") {
                    Some(BmskWrap)
                } else {
                    Some(BmskClamp)
                }
            }
            "szext" => {
                return self.row(f, if signed { SzextS } else { SzextU }, ty, u32::from(f.has("wrap")));
            }
            "fns" => Some(NthSet),
            "lop3" => {
                let [d, a, b, c, Operand::Int(table), ..] = f.operands() else { return Ok(false) };
                if matches!(d, Operand::Pair(..)) {
                    return Ok(false);
                }
                self.alu(Lop3, d, &[a, b, c], ty, *table as u32)?;
                return Ok(true);
            }
            "prmt" => {
                let x = ["f4e", "b4e", "rc8", "ecl", "ecr", "rc16"].iter().position(|m| f.has(m)).map_or(0, |k| k + 1);
                return self.row(f, Prmt, ty, x as u32);
            }
            "dp4a" | "dp2a" => {
                let mut signs = f.types.iter().map(|t| t.signed());
                let x = u32::from(signs.next() == Some(true)) | u32::from(signs.next() == Some(true)) << 1;
                let x = x | u32::from(f.has("hi")) << 2;
                return self.row(f, if f.head == "dp4a" { Dp4a } else { Dp2a }, ty, x);
            }
            "copysign" => {
                if bits == 64 {
                    Some(CopySignF64)
                } else {
                    Some(CopySignF32)
                }
            }
            "rsqrt" | "sin" | "cos" | "lg2" | "ex2" | "tanh" => return self.approximate(f, ty),
            "mov" => return self.moves(f, ty),
            "cvt" => return self.convert(f),
            "setp" | "set" => return self.compare(f, ty),
            "selp" => {
                let [d, a, b, p] = f.operands() else { return Ok(false) };
                let wide = bits == 64;
                let (a, b, p) = (self.source(a, wide, ty)?, self.source(b, wide, ty)?, self.predicate(p)?);
                let (d, declared) = self.result(d, wide)?;
                if declared != wide {
                    return self.wrong("the result's register is not as wide as the operands");
                }
                self.emit(Op::Select { wide, d, a, b, p });
                return Ok(true);
            }
            "slct" => {
                let (Some(&of), Some(&by)) = (f.types.first(), f.types.get(1)) else { return Ok(false) };
                let row = match (of.bits() == 64, by) {
                    (false, Ty::F(32)) => SlctF32,
                    (true, Ty::F(32)) => SlctF64,
                    (false, _) => SlctS32,
                    (true, _) => SlctS64,
                };
                return self.row(f, row, of, 0);
            }
            "testp" => return self.test(f, bits == 64),
            _ => return Ok(false),
        };
        match row {
            Some(row) => self.row(f, row, ty, 0),
            None => Ok(false),
        }
    }

    /// An instruction that is a single row: first the result, then the operands.
    pub(super) fn row(&mut self, f: &Form<'_, 'a>, row: Alu, ty: Ty, x: u32) -> Result<bool> {
        let Some((d, sources)) = f.operands().split_first() else { return Ok(false) };
        if sources.len() != row.widths().0.len() {
            return self.wrong(format_args!("'{}' takes {} operands", f.syntax.opcode, row.widths().0.len() + 1));
        }
        self.alu(row, d, &sources.iter().collect::<Vec<_>>(), ty, x)?;
        Ok(true)
    }

    pub(super) fn rounding(&self, f: &Form<'_, 'a>) -> Option<Rounding> {
        f.modifiers.iter().find_map(|m| {
            Some(match *m {
                "rn" | "rni" => Rounding::Nearest,
                "rna" => Rounding::Away,
                "rz" | "rzi" => Rounding::Zero,
                "rm" | "rmi" => Rounding::Down,
                "rp" | "rpi" => Rounding::Up,
                _ => return None,
            })
        })
    }

    fn floating(&mut self, f: &Form<'_, 'a>, ty: Ty) -> Result<bool> {
        use Alu::*;
        let flush = f.has("ftz");
        let x = u32::from(flush);
        if f.has("approx") || f.has("full") {
            let row = match (f.head, ty) {
                ("rcp", Ty::F(32)) => Rcp,
                ("rcp", Ty::F(64)) => RcpHigh,
                ("sqrt", Ty::F(32)) => SqrtApprox,
                ("div", Ty::F(32)) => DivApprox,
                _ => return Ok(false),
            };
            return self.row(f, row, ty, x | u32::from(f.has("full")) << 1);
        }
        let Some(format) = format(ty) else { return Ok(false) };
        let operation = match f.head {
            "add" => Operation::Add,
            "sub" => Operation::Sub,
            "mul" => Operation::Mul,
            "fma" | "mad" => Operation::Fma,
            "div" | "rcp" => Operation::Div,
            "sqrt" => Operation::Sqrt,
            "min" => Operation::Min,
            "max" => Operation::Max,
            "neg" => Operation::Neg,
            _ => Operation::Abs,
        };
        let spec = Spec {
            mode: self.rounding(f).unwrap_or(Rounding::Nearest),
            flush,
            saturate: f.has("sat"),
            relu: f.has("relu"),
            nan: f.has("NaN"),
            xorsign: f.has("xorsign"),
            ..Spec::plain(operation, format)
        };
        let plain = spec == Spec::plain(operation, format);
        let flushing = spec == Spec { flush: true, ..Spec::plain(operation, format) };
        let fast = match (ty, operation) {
            (Ty::F(32), Operation::Add) if flushing => Some(AddFlushF32),
            (Ty::F(32), Operation::Sub) if flushing => Some(SubFlushF32),
            (Ty::F(32), Operation::Mul) if flushing => Some(MulFlushF32),
            (Ty::F(32), Operation::Fma) if flushing => Some(FmaFlushF32),
            _ if !plain || f.head == "rcp" => None,
            (Ty::F(32), Operation::Add) => Some(AddF32),
            (Ty::F(32), Operation::Sub) => Some(SubF32),
            (Ty::F(32), Operation::Mul) => Some(MulF32),
            (Ty::F(32), Operation::Fma) => Some(FmaF32),
            (Ty::F(32), Operation::Div) => Some(DivF32),
            (Ty::F(32), Operation::Sqrt) => Some(SqrtF32),
            (Ty::F(32), Operation::Neg) => Some(NegF32),
            (Ty::F(32), Operation::Abs) => Some(AbsF32),
            (Ty::F(32), Operation::Min) => Some(MinF32),
            (Ty::F(32), Operation::Max) => Some(MaxF32),
            (Ty::F(64), Operation::Add) => Some(AddF64),
            (Ty::F(64), Operation::Sub) => Some(SubF64),
            (Ty::F(64), Operation::Mul) => Some(MulF64),
            (Ty::F(64), Operation::Fma) => Some(FmaF64),
            (Ty::F(64), Operation::Div) => Some(DivF64),
            (Ty::F(64), Operation::Sqrt) => Some(SqrtF64),
            (Ty::F(64), Operation::Neg) => Some(NegF64),
            (Ty::F(64), Operation::Abs) => Some(AbsF64),
            (Ty::F(64), Operation::Min) => Some(MinF64),
            (Ty::F(64), Operation::Max) => Some(MaxF64),
            (Ty::F(16), Operation::Add) => Some(AddF16),
            (Ty::F(16), Operation::Sub) => Some(SubF16),
            (Ty::F(16), Operation::Mul) => Some(MulF16),
            (Ty::F16x2, Operation::Add) => Some(AddF16x2),
            (Ty::F16x2, Operation::Sub) => Some(SubF16x2),
            (Ty::F16x2, Operation::Mul) => Some(MulF16x2),
            (Ty::Bf16, Operation::Add) => Some(AddBf16),
            (Ty::Bf16, Operation::Sub) => Some(SubBf16),
            (Ty::Bf16, Operation::Mul) => Some(MulBf16),
            (Ty::Bf16x2, Operation::Add) => Some(AddBf16x2),
            (Ty::Bf16x2, Operation::Sub) => Some(SubBf16x2),
            (Ty::Bf16x2, Operation::Mul) => Some(MulBf16x2),
            (Ty::F(16), Operation::Fma) => Some(FmaF16),
            (Ty::F16x2, Operation::Fma) => Some(FmaF16x2),
            (Ty::Bf16, Operation::Fma) => Some(FmaBf16),
            (Ty::Bf16x2, Operation::Fma) => Some(FmaBf16x2),
            _ => None,
        };
        if let Some(row) = fast {
            return self.row(f, row, ty, 0);
        }
        let x = self.float(spec);
        let row = match (f.head, ty) {
            ("rcp", Ty::F(32)) => RcpSoft32,
            ("rcp", Ty::F(64)) => RcpSoft64,
            (_, Ty::F(32)) => Soft32,
            (_, Ty::F(64)) => Soft64,
            (_, Ty::F(16) | Ty::Bf16) => Soft16,
            (_, Ty::F16x2 | Ty::Bf16x2) => SoftPacked,
            (_, Ty::F32x2) => SoftPair32,
            _ => return Ok(false),
        };
        let Some((d, sources)) = f.operands().split_first() else { return Ok(false) };
        let wants = match operation {
            _ if f.head == "rcp" => 1,
            Operation::Fma => 3,
            Operation::Sqrt | Operation::Neg | Operation::Abs => 1,
            _ => 2,
        };
        if sources.len() == 3 && matches!(operation, Operation::Min | Operation::Max) && ty == Ty::F(32) {
            // The form of three operands is two instructions of the form of two.
            let between = self.slot(ty)?;
            let s =
                [self.source(&sources[0], false, ty)?, self.source(&sources[1], false, ty)?, self.constant(0, false)];
            self.emit(Op::Alu(Soft32, Operands { d: between, s, x }));
            let s = [between, self.source(&sources[2], false, ty)?, s[2]];
            self.alu_into(Soft32, d, s, x, false)?;
            return Ok(true);
        }
        if sources.len() != wants {
            return self.wrong(format_args!("'{}' takes {} operands", f.syntax.opcode, wants + 1));
        }
        self.alu(row, d, &sources.iter().collect::<Vec<_>>(), ty, x)?;
        Ok(true)
    }

    fn approximate(&mut self, f: &Form<'_, 'a>, ty: Ty) -> Result<bool> {
        use Alu::*;
        let row = match (f.head, ty) {
            ("rsqrt", Ty::F(32)) => Rsqrt,
            ("rsqrt", Ty::F(64)) if f.has("ftz") => RsqrtHigh,
            ("rsqrt", Ty::F(64)) => RsqrtF64,
            ("sin", Ty::F(32)) => Sin,
            ("cos", Ty::F(32)) => Cos,
            ("lg2", Ty::F(32)) => Lg2,
            ("ex2", Ty::F(32)) => Ex2,
            ("tanh", Ty::F(32)) => Tanh,
            ("ex2", Ty::F(16)) => Ex2F16,
            ("ex2", Ty::Bf16) => Ex2Bf16,
            ("tanh", Ty::F(16)) => TanhF16,
            ("tanh", Ty::Bf16) => TanhBf16,
            ("ex2" | "tanh", Ty::F16x2 | Ty::Bf16x2) => {
                let row = match (f.head, ty) {
                    ("ex2", Ty::F16x2) => Ex2F16,
                    ("ex2", _) => Ex2Bf16,
                    (_, Ty::F16x2) => TanhF16,
                    _ => TanhBf16,
                };
                let [d, a] = f.operands() else { return Ok(false) };
                let a = self.source(a, false, ty)?;
                let (high, low, up) = (self.slot(ty)?, self.slot(ty)?, self.slot(ty)?);
                self.emit(Op::Alu(Cut, Operands { d: high, s: [a, 0, 0], x: 16 | 16 << 8 }));
                self.emit(Op::Alu(row, Operands { d: up, s: [high, 0, 0], x: 0 }));
                self.emit(Op::Alu(row, Operands { d: low, s: [a, 0, 0], x: 0 }));
                self.alu_into(Join16, d, [low, up, 0], 0, false)?;
                return Ok(true);
            }
            _ => return Ok(false),
        };
        self.row(f, row, ty, u32::from(f.has("ftz")))
    }

    fn mad24(&mut self, f: &Form<'_, 'a>, ty: Ty) -> Result<bool> {
        let [d, a, b, c] = f.operands() else { return Ok(false) };
        let row = match (f.has("hi"), ty.signed()) {
            (false, false) => Alu::Mul24LowU,
            (false, true) => Alu::Mul24LowS,
            (true, false) => Alu::Mul24HighU,
            (true, true) => Alu::Mul24HighS,
        };
        let between = self.slot(ty)?;
        let s = [self.source(a, false, ty)?, self.source(b, false, ty)?, 0];
        self.emit(Op::Alu(row, Operands { d: between, s, x: 0 }));
        let c = self.source(c, false, ty)?;
        let row = if f.has("sat") { Alu::AddSaturate32 } else { Alu::Add32 };
        self.alu_into(row, d, [between, c, 0], 0, false)?;
        Ok(true)
    }

    /// `bfi`: the only integer instruction of four operands, composed of others.
    fn insert_bits(&mut self, f: &Form<'_, 'a>, wide: bool) -> Result<bool> {
        let [d, a, b, position, length] = f.operands() else { return Ok(false) };
        let ty = if wide { Ty::B(64) } else { Ty::B(32) };
        let (a, b) = (self.source(a, wide, ty)?, self.source(b, wide, ty)?);
        let (p, l) = (self.source(position, false, Ty::U(32))?, self.source(length, false, Ty::U(32))?);
        let (field, mask) = (self.slot(ty)?, self.slot(ty)?);
        let (rows, all) = if wide { (Alu::InsertMask64, Alu::Shl64) } else { (Alu::InsertMask32, Alu::Shl32) };
        // For 32 bits a device uses the low bytes of position and length; for 64 bits it uses them whole.
        let mut at = p;
        if !wide {
            at = self.slot(Ty::B(32))?;
            let limit = self.constant(0xff, false);
            self.emit(Op::Alu(Alu::And32, Operands { d: at, s: [p, limit, 0], x: 0 }));
        }
        self.emit(Op::Alu(rows, Operands { d: mask, s: [at, l, 0], x: 0 }));
        self.emit(Op::Alu(all, Operands { d: field, s: [a, at, 0], x: 0 }));
        self.alu_into(if wide { Alu::Blend64 } else { Alu::Blend32 }, d, [field, b, mask], 0, false)?;
        Ok(true)
    }

    fn carry(&mut self, f: &Form<'_, 'a>, ty: Ty) -> Result<bool> {
        let wide = ty.bits() == 64;
        let kind = match f.head {
            "add" | "addc" => CarryKind::Add,
            "sub" | "subc" => CarryKind::Sub,
            "mad" | "madc" if !f.has("hi") => CarryKind::MadLow,
            "mad" | "madc" if ty.signed() => CarryKind::MadHighS,
            "mad" | "madc" => CarryKind::MadHighU,
            _ => return Ok(false),
        };
        let Some((d, sources)) = f.operands().split_first() else { return Ok(false) };
        let wants = if matches!(kind, CarryKind::Add | CarryKind::Sub) { 2 } else { 3 };
        if sources.len() != wants {
            return self.wrong(format_args!("'{}' takes {} operands", f.syntax.opcode, wants + 1));
        }
        let mut s = [0; 3];
        for (to, o) in s.iter_mut().zip(sources) {
            *to = self.source(o, wide, ty)?;
        }
        let (d, declared) = self.result(d, wide)?;
        if declared != wide {
            return self.wrong("the result's register is not as wide as the operands");
        }
        let reads = f.head.ends_with('c') && f.head != "mac";
        self.emit(Op::Carry(Box::new(Carry { kind, wide, reads, writes: f.has("cc"), d, s })));
        Ok(true)
    }

    fn moves(&mut self, f: &Form<'_, 'a>, ty: Ty) -> Result<bool> {
        let [d, a] = f.operands() else { return Ok(false) };
        if ty == Ty::Pred {
            let (d, a) = (self.predicate_result(d)?, self.predicate(a)?);
            self.emit(Op::Logic { table: FIRST, d, a, b: a });
            return Ok(true);
        }
        match (d, a) {
            (Operand::Vector(parts), a) => self.unpack(parts, a, ty),
            (d, Operand::Vector(parts)) => self.pack(d, parts, ty),
            (Operand::Name(d), Operand::Name(a)) if ty.bits() == 128 => {
                let ((Ty::B(128), d), (Ty::B(128), a)) = (self.register(d)?, self.register(a)?) else {
                    return Ok(false);
                };
                for k in 0..2 {
                    self.emit(Op::Alu(Alu::Move64, Operands { d: d + k, s: [a + k, 0, 0], x: 0 }));
                }
                Ok(true)
            }
            _ => self.row(f, if ty.bits() == 64 { Alu::Move64 } else { Alu::Move32 }, ty, 0),
        }
    }

    /// `mov.b64 d, {a, b}` and the like.
    fn pack(&mut self, d: &Operand<'a>, parts: &[Operand<'a>], ty: Ty) -> Result<bool> {
        let part = ty.bits() / parts.len().max(1) as u32;
        let of = Ty::B(part as u8);
        let mut s = Vec::new();
        for p in parts {
            s.push(self.source(p, part == 64, of)?);
        }
        match (ty.bits(), s.as_slice()) {
            (128, [low, high]) => {
                let Operand::Name(name) = d else { return Ok(false) };
                let (Ty::B(128), d) = self.register(name)? else { return Ok(false) };
                for (k, from) in [low, high].into_iter().enumerate() {
                    self.emit(Op::Alu(Alu::Move64, Operands { d: d + k as u32, s: [*from, 0, 0], x: 0 }));
                }
            }
            (64, [low, high]) => self.alu_into(Alu::Join, d, [*low, *high, 0], 0, false)?,
            (32, [low, high]) => self.alu_into(Alu::Join16, d, [*low, *high, 0], 0, false)?,
            (16, [low, high]) => self.alu_into(Alu::Join8, d, [*low, *high, 0], 0, false)?,
            (64 | 32, [a, b, c, e]) => {
                let (low, high) = (self.slot(Ty::B(32))?, self.slot(Ty::B(32))?);
                let (inner, outer) = if ty.bits() == 64 { (Alu::Join16, Alu::Join) } else { (Alu::Join8, Alu::Join16) };
                self.emit(Op::Alu(inner, Operands { d: low, s: [*a, *b, 0], x: 0 }));
                self.emit(Op::Alu(inner, Operands { d: high, s: [*c, *e, 0], x: 0 }));
                self.alu_into(outer, d, [low, high, 0], 0, false)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn unpack(&mut self, parts: &[Operand<'a>], a: &Operand<'a>, ty: Ty) -> Result<bool> {
        let width = ty.bits() / parts.len().max(1) as u32;
        if ty.bits() == 128 {
            let (Operand::Name(name), 2) = (a, parts.len()) else { return Ok(false) };
            let (Ty::B(128), a) = self.register(name)? else { return Ok(false) };
            for (k, p) in parts.iter().enumerate() {
                self.alu_into(Alu::Move64, p, [a + k as u32, 0, 0], 0, false)?;
            }
            return Ok(true);
        }
        let mut halves = Vec::new();
        if ty.bits() == 64 {
            let a = self.source(a, true, ty)?;
            if width == 32 {
                for (p, row) in parts.iter().zip([Alu::Low, Alu::High]) {
                    if *p != Operand::Name("_") {
                        self.alu_into(row, p, [a, 0, 0], 0, false)?;
                    }
                }
                return Ok(parts.len() == 2);
            }
            for row in [Alu::Low, Alu::High] {
                let d = self.slot(Ty::B(32))?;
                self.emit(Op::Alu(row, Operands { d, s: [a, 0, 0], x: 0 }));
                halves.push(d);
            }
        } else {
            halves.push(self.source(a, false, ty)?);
        }
        if !matches!(width, 8 | 16) {
            return Ok(false);
        }
        for (k, p) in parts.iter().enumerate() {
            let bit = width * k as u32;
            if *p != Operand::Name("_") {
                let s = [halves[(bit / 32) as usize], 0, 0];
                self.alu_into(Alu::Cut, p, s, (bit % 32) | (width << 8), false)?;
            }
        }
        Ok(true)
    }
}
