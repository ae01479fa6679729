//! Shifts of bytes and words by counts of their own, for which there are no instructions: products with powers of two,
//! which a table holds.

use super::super::assembler::{Constant, Rm, Vector, Ymm};
use super::super::operation::Width;
use super::{Body, T0, T1};

/// The powers of two from the lowest, and from the highest, in the eight bytes of a constant.
const ASCENDING: Constant = Constant(0x8040_2010_0804_0201);
const DESCENDING: Constant = Constant(0x0102_0408_1020_4080);

/// Added to an index with saturation: below eight it keeps its last three bits, and beyond it selects zero.
const BEYOND_EIGHT_IS_ZERO: Constant = Constant(0x7878_7878_7878_7878);
const LOW_BYTES: Constant = Constant(0x00FF_00FF_00FF_00FF);
const HIGH_BYTES: Constant = Constant(0xFF00_FF00_FF00_FF00);

const MULTIPLY_LOW: Vector = Vector::of(1, 0xD5);
const MULTIPLY_HIGH: Vector = Vector::of(1, 0xE4);
const ADD_SATURATED: Vector = Vector::of(1, 0xDC);
const SELECT: Vector = Vector::of_38(0x00);

impl Body<'_> {
    /// `r = a << b`; zero for counts of the width or more, and for negative ones.
    pub(super) fn shift_left(&mut self, r: Ymm, a: Ymm, b: Rm) {
        match self.segment.width {
            Width::One => {
                self.powers_of_bytes(ASCENDING, b);
                // The bytes at even places are those of the products' low bytes; of the others the even ones are zero.
                self.assembler.vector(MULTIPLY_LOW, T0, Some(a), Rm::Ymm(T1));
                self.bits(0xDB, T0, T0, Rm::Constant(LOW_BYTES));
                self.right_by(8, T1);
                self.bits(0xDB, r, a, Rm::Constant(HIGH_BYTES));
                self.assembler.vector(MULTIPLY_LOW, r, Some(r), Rm::Ymm(T1));
                self.bits(0xEB, r, r, Rm::Ymm(T0));
            }
            _ => {
                // The high byte of a power has the counts from eight on.
                self.powers_of_words(ASCENDING, b, 16, Constant(0x0800_0800_0800_0800));
                self.assembler.vector(MULTIPLY_LOW, r, Some(a), Rm::Ymm(T1));
            }
        }
    }

    /// `r = a >> b`; for counts of the width or more, and for negative ones, zero, or -1 of a negative number.
    ///
    /// Half the range is added to a signed number, and its own shift subtracted afterwards: the power of two itself.
    pub(super) fn shift_right(&mut self, signed: bool, (add, subtract): (Vector, Vector), r: Ymm, a: Ymm, b: Rm) {
        match (self.segment.width, signed) {
            (Width::One, false) => self.powers_of_bytes(DESCENDING, b),
            (Width::One, true) => {
                self.move_to(T0, Rm::Constant(Constant(0x0707_0707_0707_0707)));
                self.assembler.vector(Vector::of(1, 0xDA), T0, Some(T0), b);
                self.look_up(DESCENDING);
            }
            // The low byte of a power has the counts from eight on.
            (_, signed) => {
                let most = if signed { 15 } else { 16 };
                self.powers_of_words(DESCENDING, b, most, Constant(0x0008_0008_0008_0008));
            }
        }
        let mut x = a;
        if signed {
            self.bits(0xEF, r, a, self.sign_bit());
            x = r;
        }
        if self.segment.width == Width::One {
            // The product of the bytes at odd places, and less than its power of two from those at even ones.
            self.bits(0xDB, T0, T1, Rm::Constant(HIGH_BYTES));
            self.assembler.vector(MULTIPLY_HIGH, T0, Some(x), Rm::Ymm(T0));
            self.left_by(1, T0, T0);
            self.bits(0xDB, T0, T0, Rm::Constant(HIGH_BYTES));
            if signed {
                self.assembler.vector(subtract, T0, Some(T0), Rm::Ymm(T1));
            }
            self.left_by(8, T1, T1);
            self.left_by(8, r, x);
            self.assembler.vector(MULTIPLY_HIGH, r, Some(r), Rm::Ymm(T1));
            self.right_by(7, r);
        } else {
            self.assembler.vector(MULTIPLY_HIGH, T0, Some(x), Rm::Ymm(T1));
            self.left_by(1, T0, T0);
            if signed {
                self.assembler.vector(subtract, T0, Some(T0), Rm::Ymm(T1));
            }
            self.assembler.vector(MULTIPLY_LOW, r, Some(x), Rm::Ymm(T1));
            self.right_by(15, r);
        }
        self.assembler.vector(add, r, Some(r), Rm::Ymm(T0));
    }

    /// `T1 = table[b]` for each byte, zero beyond.
    fn powers_of_bytes(&mut self, table: Constant, b: Rm) {
        self.move_to(T0, Rm::Constant(BEYOND_EIGHT_IS_ZERO));
        self.assembler.vector(ADD_SATURATED, T0, Some(T0), b);
        self.look_up(table);
    }

    /// The same for words, whose bytes look up the count less those of a constant. The count is `most` at most.
    fn powers_of_words(&mut self, table: Constant, b: Rm, most: u16, less: Constant) {
        self.move_to(T0, Rm::Constant(Constant(u64::from(most) * 0x0001_0001_0001_0001)));
        self.assembler.vector(Vector::of_38(0x3A), T0, Some(T0), b);
        self.left_by(8, T1, T0);
        self.bits(0xEB, T0, T0, Rm::Ymm(T1));
        self.assembler.vector(Vector::of(1, 0xF8), T0, Some(T0), Rm::Constant(less));
        self.assembler.vector(ADD_SATURATED, T0, Some(T0), Rm::Constant(BEYOND_EIGHT_IS_ZERO));
        self.look_up(table);
    }

    /// `T1 = table[T0]` for each byte.
    fn look_up(&mut self, table: Constant) {
        self.move_to(T1, Rm::Constant(table));
        self.assembler.vector(SELECT, T1, Some(T1), Rm::Ymm(T0));
    }

    /// Shifts words to the left.
    fn left_by(&mut self, count: u8, to: Ymm, from: Ymm) {
        self.assembler.shift(0x71, 6, to, from, count);
    }

    /// Shifts words to the right, with zeros.
    fn right_by(&mut self, count: u8, to: Ymm) {
        self.assembler.shift(0x71, 2, to, to, count);
    }
}
