//! The instructions of each operation, on operands in registers.

use cuprust_num::DType;

use super::super::assembler::{Constant, Rm, Vector, Ymm};
use super::super::operation::{Action, Width};
use super::{Body, ONES, T0, T1, ZERO, register, repeated};

impl Body<'_> {
    /// Emits an operation on operands that are there.
    pub(super) fn apply(&mut self, action: Action, dtype: DType, r: Ymm, a: Ymm, b: Rm, c: Rm) {
        match action {
            Action::Same => self.move_to(r, Rm::Ymm(a)),
            Action::Where => self.choose(r, register(c).unwrap_or(a), b, a),
            Action::And => self.bits(0xDB, r, a, b),
            Action::Or => self.bits(0xEB, r, a, b),
            Action::Xor => self.bits(0xEF, r, a, b),
            Action::Invert => self.bits(0xEF, r, a, Rm::Constant(ONES)),
            Action::Equal | Action::NotEqual if dtype == DType::Bool => {
                self.bits(0xEF, r, a, b);
                if action == Action::Equal {
                    self.bits(0xEF, r, r, Rm::Constant(ONES));
                }
            }
            _ if dtype.is_float() => self.float(action, r, a, b, c),
            _ => self.integer(action, dtype, r, a, b, c),
        }
    }

    pub(super) fn bits(&mut self, opcode: u8, r: Ymm, a: Ymm, b: Rm) {
        self.assembler.vector(Vector::of(1, opcode), r, Some(a), b);
    }

    /// `r = mask ? yes : no`
    fn choose(&mut self, r: Ymm, no: Ymm, yes: Rm, mask: Ymm) {
        let opcode = match self.segment.width {
            Width::One | Width::Two => 0x4C,
            Width::Four => 0x4A,
            Width::Eight => 0x4B,
        };
        self.assembler.vector_with(Vector::of_3a(opcode), r, Some(no), yes, mask.0 << 4);
    }

    /// `r = a compared with b`, by the predicate's number.
    fn compare(&mut self, r: Ymm, a: Ymm, b: Rm, predicate: u8) {
        let of = Vector::of(self.prefix(), 0xC2);
        self.assembler.vector_with(of, r, Some(a), b, predicate);
    }

    /// The prefix of arithmetic on floats.
    fn prefix(&self) -> u8 {
        u8::from(self.is_wide())
    }

    /// A pattern of bits in each lane of floats.
    fn constant(&self, four: u32, eight: u64) -> Rm {
        Rm::Constant(if self.is_wide() { Constant(eight) } else { repeated(four) })
    }

    pub(super) fn sign_bit(&self) -> Rm {
        Rm::Constant(match self.segment.width {
            Width::One => Constant(0x8080_8080_8080_8080),
            Width::Two => Constant(0x8000_8000_8000_8000),
            Width::Four => repeated(1 << 31),
            Width::Eight => Constant(1 << 63),
        })
    }

    /// The integer one in each lane.
    pub(super) fn one(&self) -> Constant {
        match self.segment.width {
            Width::One => Constant(0x0101_0101_0101_0101),
            Width::Two => Constant(0x0001_0001_0001_0001),
            Width::Four => repeated(1),
            Width::Eight => Constant(1),
        }
    }

    fn all_but_sign(&self) -> Rm {
        self.constant(!(1 << 31), !(1 << 63))
    }

    fn infinity(&self) -> Rm {
        self.constant(f32::INFINITY.to_bits(), f64::INFINITY.to_bits())
    }

    fn float(&mut self, action: Action, r: Ymm, a: Ymm, b: Rm, c: Rm) {
        const LESS: u8 = 0x11;
        const LESS_EQUAL: u8 = 0x12;
        const GREATER_EQUAL: u8 = 0x1D;
        const GREATER: u8 = 0x1E;
        const EQUAL: u8 = 0x00;
        const NOT_EQUAL: u8 = 0x04;
        const UNORDERED: u8 = 0x03;
        let prefix = self.prefix();
        let one = self.constant(1f32.to_bits(), 1f64.to_bits());
        let mut simple = |opcode: u8, first: Ymm, second: Rm| {
            self.assembler.vector(Vector::of(prefix, opcode), r, Some(first), second);
        };
        match action {
            Action::Add => simple(0x58, a, b),
            Action::Subtract => simple(0x5C, a, b),
            Action::Multiply => simple(0x59, a, b),
            Action::Divide => simple(0x5E, a, b),
            Action::Square => simple(0x59, a, Rm::Ymm(a)),
            Action::Product(count) => self.product(count, r, a),
            Action::SquareRoot => self.assembler.vector(Vector::of(prefix, 0x51), r, None, Rm::Ymm(a)),
            Action::Reciprocal | Action::ReciprocalRoot => {
                let mut divisor = a;
                if action == Action::ReciprocalRoot {
                    self.assembler.vector(Vector::of(prefix, 0x51), T1, None, Rm::Ymm(a));
                    divisor = T1;
                }
                self.move_to(T0, one);
                self.assembler.vector(Vector::of(prefix, 0x5E), r, Some(T0), Rm::Ymm(divisor));
            }
            Action::Round(mode) => {
                let opcode = if self.is_wide() { 0x09 } else { 0x08 };
                self.assembler.vector_with(Vector::of_3a(opcode), r, None, Rm::Ymm(a), mode);
            }
            Action::Negate => self.bits(0xEF, r, a, self.sign_bit()),
            Action::Absolute => self.bits(0xDB, r, a, self.all_but_sign()),
            Action::CopySign => {
                self.bits(0xDB, T0, a, self.all_but_sign());
                self.bits(0xDB, T1, register(b).unwrap_or(a), self.sign_bit());
                self.bits(0xEB, r, T0, Rm::Ymm(T1));
            }
            Action::Maximum => self.larger(0x5F, r, a, register(b).unwrap_or(a)),
            Action::Minimum => self.larger(0x5D, r, a, register(b).unwrap_or(a)),
            Action::Clip => {
                self.larger(0x5F, T1, a, register(b).unwrap_or(a));
                self.larger(0x5D, r, T1, register(c).unwrap_or(a));
            }
            Action::Less => self.compare(r, a, b, LESS),
            Action::LessEqual => self.compare(r, a, b, LESS_EQUAL),
            Action::Greater => self.compare(r, a, b, GREATER),
            Action::GreaterEqual => self.compare(r, a, b, GREATER_EQUAL),
            Action::Equal => self.compare(r, a, b, EQUAL),
            Action::NotEqual => self.compare(r, a, b, NOT_EQUAL),
            Action::Truth => self.compare(r, a, Rm::Constant(ZERO), NOT_EQUAL),
            Action::IsNan => self.compare(r, a, Rm::Ymm(a), UNORDERED),
            Action::IsFinite | Action::IsInfinite => {
                self.bits(0xDB, T0, a, self.all_but_sign());
                let predicate = if action == Action::IsFinite { LESS } else { EQUAL };
                self.compare(r, T0, self.infinity(), predicate);
            }
            _ => unreachable!("no operation on floats"),
        }
    }

    /// `r = a * a * a`, or times `a` once more, as `Products::products` computes it: each product with its rounding
    /// error, which is meaningless where the product is zero or infinite.
    fn product(&mut self, count: u8, r: Ymm, a: Ymm) {
        const NOT_EQUAL: u8 = 0x04;
        const LESS: u8 = 0x11;
        let (times, plus) = (Vector::of(self.prefix(), 0x59), Vector::of(self.prefix(), 0x58));
        let fused = |opcode: u8| {
            let of = Vector::of_38(opcode);
            if self.is_wide() { of.wide() } else { of }
        };
        // Fused, with the destination as a factor or as what is added to the product of the others.
        let (factor_minus, minus, factor_plus, plus_product) = (fused(0xAA), fused(0xBA), fused(0xA8), fused(0xB8));
        let (x, h) = (Rm::Ymm(a), Rm::Ymm(r));
        self.assembler.vector(times, r, Some(a), x);
        self.move_to(T0, h);
        self.assembler.vector(minus, T0, Some(a), x);
        if count == 3 {
            self.assembler.vector(times, T1, Some(r), x);
            self.assembler.vector(factor_minus, r, Some(a), Rm::Ymm(T1));
            self.assembler.vector(plus_product, r, Some(T0), x);
            self.assembler.vector(plus, r, Some(T1), h);
        } else {
            self.assembler.vector(plus, T0, Some(T0), Rm::Ymm(T0));
            self.assembler.vector(times, T1, Some(r), h);
            self.assembler.vector(minus, T1, Some(r), h);
            self.assembler.vector(factor_plus, T0, Some(r), Rm::Ymm(T1));
            self.assembler.vector(times, T1, Some(r), h);
            self.assembler.vector(plus, r, Some(T1), Rm::Ymm(T0));
        }
        self.bits(0xDB, T0, T1, self.all_but_sign());
        self.compare(T0, T0, self.infinity(), LESS);
        self.choose(r, T1, h, T0);
        self.compare(T0, T1, Rm::Constant(ZERO), NOT_EQUAL);
        self.choose(r, T1, h, T0);
    }

    /// `Ordered::maximum` or `minimum` of floats. The instruction gives its second operand where one is NaN or both are
    /// zeros, so that only a NaN in `b` is missing.
    fn larger(&mut self, opcode: u8, r: Ymm, a: Ymm, b: Ymm) {
        const UNORDERED: u8 = 0x03;
        self.compare(T0, b, Rm::Ymm(b), UNORDERED);
        let target = if r == b { T1 } else { r };
        self.assembler.vector(Vector::of(self.prefix(), opcode), target, Some(b), Rm::Ymm(a));
        self.choose(r, target, Rm::Ymm(b), T0);
    }

    fn integer(&mut self, action: Action, dtype: DType, r: Ymm, a: Ymm, b: Rm, c: Rm) {
        let wide = self.is_wide();
        let unsigned = matches!(dtype, DType::U8 | DType::U16 | DType::U32 | DType::U64);
        let (add, subtract) = match self.segment.width {
            Width::One => (Vector::of(1, 0xFC), Vector::of(1, 0xF8)),
            Width::Two => (Vector::of(1, 0xFD), Vector::of(1, 0xF9)),
            Width::Four => (Vector::of(1, 0xFE), Vector::of(1, 0xFA)),
            Width::Eight => (Vector::of(1, 0xD4), Vector::of(1, 0xFB)),
        };
        let small = matches!(self.segment.width, Width::One | Width::Two);
        let equal = self.equal();
        let second = register(b).unwrap_or(a);
        match action {
            Action::Add => self.assembler.vector(add, r, Some(a), b),
            Action::Subtract => self.assembler.vector(subtract, r, Some(a), b),
            Action::Multiply => self.multiply(r, a, b),
            Action::Square => self.multiply(r, a, Rm::Ymm(a)),
            Action::Negate => {
                self.bits(0xEF, T0, T0, Rm::Ymm(T0));
                self.assembler.vector(subtract, r, Some(T0), Rm::Ymm(a));
            }
            Action::Absolute if wide => {
                self.bits(0xEF, T0, T0, Rm::Ymm(T0));
                self.assembler.vector(self.greater_than(), T0, Some(T0), Rm::Ymm(a));
                self.bits(0xEF, T1, a, Rm::Ymm(T0));
                self.assembler.vector(subtract, r, Some(T1), Rm::Ymm(T0));
            }
            Action::Absolute => {
                let opcode = match self.segment.width {
                    Width::One => 0x1C,
                    Width::Two => 0x1D,
                    Width::Four | Width::Eight => 0x1E,
                };
                self.assembler.vector(Vector::of_38(opcode), r, None, Rm::Ymm(a));
            }
            Action::ShiftLeft if small => self.shift_left(r, a, b),
            Action::ShiftRight if small => self.shift_right(!unsigned, (add, subtract), r, a, b),
            Action::ShiftLeft => {
                let of = Vector::of_38(0x47);
                self.assembler.vector(if wide { of.wide() } else { of }, r, Some(a), b);
            }
            Action::ShiftRight if wide && !unsigned => {
                // Of a number whose bits are inverted where it is negative.
                self.bits(0xEF, T0, T0, Rm::Ymm(T0));
                self.assembler.vector(self.greater_than(), T0, Some(T0), Rm::Ymm(a));
                self.bits(0xEF, T1, a, Rm::Ymm(T0));
                self.assembler.vector(Vector::of_38(0x45).wide(), T1, Some(T1), b);
                self.bits(0xEF, r, T1, Rm::Ymm(T0));
            }
            Action::ShiftRight => {
                let of = Vector::of_38(if unsigned { 0x45 } else { 0x46 });
                self.assembler.vector(if wide { of.wide() } else { of }, r, Some(a), b);
            }
            Action::Equal => self.assembler.vector(equal, r, Some(a), b),
            Action::NotEqual | Action::Truth => {
                let other = if action == Action::Truth { Rm::Constant(ZERO) } else { b };
                self.assembler.vector(equal, r, Some(a), other);
                self.bits(0xEF, r, r, Rm::Constant(ONES));
            }
            Action::Greater => self.greater(unsigned, r, a, second),
            Action::Less => self.greater(unsigned, r, second, a),
            Action::LessEqual => {
                self.greater(unsigned, r, a, second);
                self.bits(0xEF, r, r, Rm::Constant(ONES));
            }
            Action::GreaterEqual => {
                self.greater(unsigned, r, second, a);
                self.bits(0xEF, r, r, Rm::Constant(ONES));
            }
            Action::Maximum | Action::Minimum => self.extreme(action == Action::Maximum, unsigned, r, a, second),
            Action::Clip => {
                self.extreme(true, unsigned, T1, a, second);
                self.extreme(false, unsigned, r, T1, register(c).unwrap_or(a));
            }
            _ => unreachable!("no operation on integers"),
        }
    }

    /// The instruction that compares integers for equality.
    pub(super) fn equal(&self) -> Vector {
        match self.segment.width {
            Width::One => Vector::of(1, 0x74),
            Width::Two => Vector::of(1, 0x75),
            Width::Four => Vector::of(1, 0x76),
            Width::Eight => Vector::of_38(0x29),
        }
    }

    /// The instruction that tells which integers with a sign are the larger.
    fn greater_than(&self) -> Vector {
        match self.segment.width {
            Width::One => Vector::of(1, 0x64),
            Width::Two => Vector::of(1, 0x65),
            Width::Four => Vector::of(1, 0x66),
            Width::Eight => Vector::of_38(0x37),
        }
    }

    /// `r = a > b`; of integers without a sign by way of T0 and T1.
    fn greater(&mut self, unsigned: bool, r: Ymm, a: Ymm, b: Ymm) {
        let of = self.greater_than();
        if !unsigned {
            return self.assembler.vector(of, r, Some(a), Rm::Ymm(b));
        }
        let sign = self.sign_bit();
        self.bits(0xEF, T0, b, sign);
        self.bits(0xEF, T1, a, sign);
        self.assembler.vector(of, r, Some(T1), Rm::Ymm(T0));
    }

    /// The larger or the smaller of two integers.
    fn extreme(&mut self, larger: bool, unsigned: bool, r: Ymm, a: Ymm, b: Ymm) {
        if !self.is_wide() {
            let of = match (self.segment.width, larger, unsigned) {
                (Width::One, true, false) => Vector::of_38(0x3C),
                (Width::One, true, true) => Vector::of(1, 0xDE),
                (Width::One, false, false) => Vector::of_38(0x38),
                (Width::One, false, true) => Vector::of(1, 0xDA),
                (Width::Two, true, false) => Vector::of(1, 0xEE),
                (Width::Two, true, true) => Vector::of_38(0x3E),
                (Width::Two, false, false) => Vector::of(1, 0xEA),
                (Width::Two, false, true) => Vector::of_38(0x3A),
                (_, true, false) => Vector::of_38(0x3D),
                (_, true, true) => Vector::of_38(0x3F),
                (_, false, false) => Vector::of_38(0x39),
                (_, false, true) => Vector::of_38(0x3B),
            };
            return self.assembler.vector(of, r, Some(a), Rm::Ymm(b));
        }
        let of = self.greater_than();
        let (first, second) = if larger { (a, b) } else { (b, a) };
        if unsigned {
            // `first - second` compared without their signs: both are changed in place, and changed back.
            let sign = self.sign_bit();
            self.bits(0xEF, T0, second, sign);
            self.bits(0xEF, first, first, sign);
            self.assembler.vector(of, T0, Some(first), Rm::Ymm(T0));
            self.bits(0xEF, first, first, sign);
        } else {
            self.assembler.vector(of, T0, Some(first), Rm::Ymm(second));
        }
        self.choose(r, b, Rm::Ymm(a), T0);
    }

    /// `r = a * b`. Of 64 bits from products of 32: the low halves', and those of low and high halves moved up.
    fn multiply(&mut self, r: Ymm, a: Ymm, b: Rm) {
        match self.segment.width {
            Width::One => return self.multiply_bytes(r, a, register(b).unwrap_or(a)),
            Width::Two => return self.assembler.vector(Vector::of(1, 0xD5), r, Some(a), b),
            Width::Four => return self.assembler.vector(Vector::of_38(0x40), r, Some(a), b),
            Width::Eight => {}
        }
        let (product, add) = (Vector::of(1, 0xF4), Vector::of(1, 0xD4));
        let b = register(b).unwrap_or(a);
        self.assembler.shift(0x73, 2, T0, a, 32);
        self.assembler.vector(product, T0, Some(T0), Rm::Ymm(b));
        self.assembler.shift(0x73, 2, T1, b, 32);
        self.assembler.vector(product, T1, Some(T1), Rm::Ymm(a));
        self.assembler.vector(add, T0, Some(T0), Rm::Ymm(T1));
        self.assembler.shift(0x73, 6, T0, T0, 32);
        self.assembler.vector(product, T1, Some(a), Rm::Ymm(b));
        self.assembler.vector(add, r, Some(T1), Rm::Ymm(T0));
    }

    /// `r = a * b` of bytes, from products of words: of the bytes at odd places, and of those at even ones.
    fn multiply_bytes(&mut self, r: Ymm, a: Ymm, b: Ymm) {
        let product = Vector::of(1, 0xD5);
        self.assembler.shift(0x71, 2, T0, a, 8);
        self.assembler.shift(0x71, 2, T1, b, 8);
        self.assembler.vector(product, T0, Some(T0), Rm::Ymm(T1));
        self.assembler.shift(0x71, 6, T0, T0, 8);
        self.assembler.vector(product, T1, Some(a), Rm::Ymm(b));
        self.bits(0xDB, T1, T1, Rm::Constant(Constant(0x00FF_00FF_00FF_00FF)));
        self.bits(0xEB, r, T0, Rm::Ymm(T1));
    }
}
