//! New arrays: of a shape, counted up, spaced evenly, from Rust's own data, and the matrices with a name.

mod between;
mod like;
mod matrices;
mod nested;
pub(crate) mod positions;
mod ranges;
mod shaped;
mod spaced;
pub(crate) mod table;

use cuprust_num::{Value, c128};

pub use between::{geomspace_between, linspace_between, linspace_between_with_step, logspace_between};
pub use matrices::{Grid, eye, identity, indices, meshgrid, open_indices, tri, vander};
pub use nested::{Nested, asarray, from_iter, panicking};
pub(crate) use positions::positions;
pub use ranges::{Span, arange, span};
pub(crate) use shaped::counted;
pub use shaped::{Diagonal, New, empty, full, ones, shape, zeros};
pub use spaced::{Base, Spacing, geomspace, linspace, linspace_with_step, logspace, num};

/// A number at which a range or a spacing starts or stops.
pub trait IntoValue: Copy {
    /// The number without its dtype.
    fn into_value(self) -> Value;
}

macro_rules! values {
    ($($number:ty => |$x:ident| $value:expr;)*) => { $(
        impl IntoValue for $number {
            fn into_value(self) -> Value { let $x = self; $value }
        }
        impl From<$number> for Span {
            fn from(stop: $number) -> Span { Span::from((Value::Int(0), stop)) }
        }
    )* };
}
values! {
    Value => |x| x;
    i32 => |x| Value::Int(x.into());
    u32 => |x| Value::Int(x.into());
    i64 => |x| Value::Int(x.into());
    u64 => |x| Value::Int(x.into());
    i128 => |x| Value::Int(x);
    isize => |x| Value::Int(x as i128);
    usize => |x| Value::Int(x as i128);
    f32 => |x| Value::Float(x.into());
    f64 => |x| Value::Float(x);
    c128 => |x| Value::Complex(x);
}

pub(crate) fn complex(value: Value) -> c128 {
    match value {
        Value::Bool(value) => c128::new(value as u8 as f64, 0.0),
        Value::Int(value) => c128::new(value as f64, 0.0),
        Value::Float(value) => c128::new(value, 0.0),
        Value::Complex(value) => value,
    }
}
