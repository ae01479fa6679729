//! Rust's operators on arrays, and between arrays and numbers.
//!
//! An operator cannot return a `Result`. Where [`crate::ufunc::binary`] would return an error (shapes that do not
//! broadcast, a dtype without a loop), an operator panics with its text; programs that must not panic call that
//! function.
//!
//! A number of any dtype may be on the right. On the left only the four types of literals can be, `bool`, `i64`, `f64`
//! and [`c128`]: with more of them Rust could not infer the type of the `2` in `2 * &a - 1`.

use std::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Mul, MulAssign,
    Neg, Not, Rem, RemAssign, Shl, ShlAssign, Shr, ShrAssign, Sub, SubAssign,
};

use cuprust_ir::Result;
use cuprust_num::{Scalar, Value, bf16, c64, c128, f16};
use cuprust_ops::RowId;

use crate::ufunc::{apply, binary, in_place, unary};
use crate::{Argument, Array};

#[track_caller]
fn expect<T>(result: Result<T>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}

/// A Rust number as an operand. Untyped literals (`i32`, `i64`, `f64`, `bool`) take the array's dtype as Python's
/// numbers do; the others have their own.
pub trait Number: Copy {
    /// The number as an argument of an operation.
    fn argument(self) -> Argument<'static>;
}

macro_rules! numbers {
    ($($rust:ty => |$x:ident| $value:expr;)*) => { $(
        impl Number for $rust {
            fn argument(self) -> Argument<'static> { let $x = self; $value }
        }
        impl From<$rust> for Argument<'_> {
            fn from(number: $rust) -> Self { number.argument() }
        }
    )* };
}
numbers! {
    bool => |x| Argument::Value(Value::Bool(x));
    i32 => |x| Argument::Value(Value::Int(x.into()));
    i64 => |x| Argument::Value(Value::Int(x.into()));
    f64 => |x| Argument::Value(Value::Float(x));
    c128 => |x| Argument::Value(Value::Complex(x));
    i8 => |x| Argument::Scalar(Scalar::new(x));
    u8 => |x| Argument::Scalar(Scalar::new(x));
    i16 => |x| Argument::Scalar(Scalar::new(x));
    u16 => |x| Argument::Scalar(Scalar::new(x));
    u32 => |x| Argument::Scalar(Scalar::new(x));
    u64 => |x| Argument::Scalar(Scalar::new(x));
    f16 => |x| Argument::Scalar(Scalar::new(x));
    bf16 => |x| Argument::Scalar(Scalar::new(x));
    f32 => |x| Argument::Scalar(Scalar::new(x));
    c64 => |x| Argument::Scalar(Scalar::new(x));
}

impl From<Scalar> for Argument<'_> {
    fn from(scalar: Scalar) -> Self {
        Argument::Scalar(scalar)
    }
}

impl From<Value> for Argument<'_> {
    fn from(value: Value) -> Self {
        Argument::Value(value)
    }
}

impl<'a> From<&'a Array> for Argument<'a> {
    fn from(array: &'a Array) -> Self {
        Argument::Array(array)
    }
}

macro_rules! operators {
    ($($Op:ident $op:ident $OpAssign:ident $op_assign:ident $row:literal;)*) => { $(
        impl $Op<&Array> for &Array {
            type Output = Array;
            #[track_caller]
            fn $op(self, other: &Array) -> Array { expect(binary(const { RowId::named($row) }, self, other)) }
        }
        impl $Op<Array> for &Array {
            type Output = Array;
            #[track_caller]
            fn $op(self, other: Array) -> Array { $Op::$op(self, &other) }
        }
        impl $Op<&Array> for Array {
            type Output = Array;
            #[track_caller]
            fn $op(self, other: &Array) -> Array { $Op::$op(&self, other) }
        }
        impl $Op<Array> for Array {
            type Output = Array;
            #[track_caller]
            fn $op(self, other: Array) -> Array { $Op::$op(&self, &other) }
        }
        impl<N: Number> $Op<N> for &Array {
            type Output = Array;
            #[track_caller]
            fn $op(self, other: N) -> Array {
                expect(apply(const { RowId::named($row) }, &[Argument::Array(self), other.argument()]))
            }
        }
        impl<N: Number> $Op<N> for Array {
            type Output = Array;
            #[track_caller]
            fn $op(self, other: N) -> Array { $Op::$op(&self, other) }
        }
        impl $OpAssign<&Array> for Array {
            #[track_caller]
            fn $op_assign(&mut self, other: &Array) {
                expect(in_place(const { RowId::named($row) }, self, Argument::Array(other)));
            }
        }
        impl $OpAssign<Array> for Array {
            #[track_caller]
            fn $op_assign(&mut self, other: Array) { $OpAssign::$op_assign(self, &other) }
        }
        impl<N: Number> $OpAssign<N> for Array {
            #[track_caller]
            fn $op_assign(&mut self, other: N) {
                expect(in_place(const { RowId::named($row) }, self, other.argument()));
            }
        }
        operators! { @ $Op $op $row: bool i64 f64 c128 }
    )* };
    (@ $Op:ident $op:ident $row:literal: $($number:ident)*) => { $(
        impl $Op<&Array> for $number {
            type Output = Array;
            #[track_caller]
            fn $op(self, other: &Array) -> Array {
                expect(apply(const { RowId::named($row) }, &[self.argument(), Argument::Array(other)]))
            }
        }
        impl $Op<Array> for $number {
            type Output = Array;
            #[track_caller]
            fn $op(self, other: Array) -> Array { $Op::$op(self, &other) }
        }
    )* };
}
operators! {
    Add add AddAssign add_assign "add";
    Sub sub SubAssign sub_assign "subtract";
    Mul mul MulAssign mul_assign "multiply";
    Div div DivAssign div_assign "divide";
    Rem rem RemAssign rem_assign "remainder";
    BitAnd bitand BitAndAssign bitand_assign "bitwise_and";
    BitOr bitor BitOrAssign bitor_assign "bitwise_or";
    BitXor bitxor BitXorAssign bitxor_assign "bitwise_xor";
    Shl shl ShlAssign shl_assign "left_shift";
    Shr shr ShrAssign shr_assign "right_shift";
}

macro_rules! unary_operators {
    ($($Op:ident $op:ident $row:literal;)*) => { $(
        impl $Op for &Array {
            type Output = Array;
            #[track_caller]
            fn $op(self) -> Array { expect(unary(const { RowId::named($row) }, self)) }
        }
        impl $Op for Array {
            type Output = Array;
            #[track_caller]
            fn $op(self) -> Array { $Op::$op(&self) }
        }
    )* };
}
unary_operators! {
    Neg neg "negative";
    Not not "invert";
}
