//! `where`: selects one of two operands by a condition, element by element.

use cuprust_ir::{Layout, Result};
use cuprust_num::{DType, Scalar, Value};
use cuprust_ops::{RowId, result_type};

use super::{Argument, apply, plain_map, result_layout_of};
use crate::Array;
use crate::runtime::Input;

const WHERE: RowId = RowId::named("where");

/// `x` where the condition is true, `y` elsewhere, all broadcast. A condition that is not bool counts as true where it
/// is not zero.
///
/// # Errors
/// A value error where shapes do not broadcast; an overflow error for a Python integer that does not fit.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(where_(&array![true, false], &array![1, 2], -1)?.to_string(), "[ 1 -1]");
/// # Ok::<(), Error>(())
/// ```
pub fn where_<'a>(condition: &Array, x: impl Into<Argument<'a>>, y: impl Into<Argument<'a>>) -> Result<Array> {
    choose(condition, x.into(), y.into())
}

fn choose(condition: &Array, x: Argument, y: Argument) -> Result<Array> {
    // The condition has no influence on the dtype: two Python numbers have their default dtypes, and together with
    // another operand a number is converted as an array's elements are, since NumPy's `where` is not a ufunc and does
    // not check ranges.
    let dtype = match (&x, &y) {
        (Argument::Array(x), Argument::Array(y)) if x.dtype() == y.dtype() => x.dtype(),
        _ => common_dtype(&[x, y]),
    };
    let (x, y) = (typed(x, dtype), typed(y, dtype));
    match plain_inputs(condition, (&x, &y), dtype) {
        Some((inputs, layout)) => plain_map(WHERE, dtype, layout, &inputs, condition.device()),
        None => apply(WHERE, &[Argument::Array(condition), x, y]),
    }
}

/// The inputs of the common case, without lists, and the layout of the result: numbers, and arrays of the condition's
/// shape and of the result's dtype.
fn plain_inputs<'a>(
    condition: &'a Array,
    (x, y): (&Argument<'a>, &Argument<'a>),
    dtype: DType,
) -> Option<([Input<'a>; 3], (Layout, bool))> {
    let fits = |array: &Array| {
        array.dtype() == dtype && array.shape() == condition.shape() && array.device() == condition.device()
    };
    let input = |choice: &Argument<'a>| match *choice {
        Argument::Array(array) if fits(array) => Some(array.whole_input()),
        Argument::Scalar(scalar) if scalar.dtype() == dtype => Some(Input::Scalar(scalar)),
        _ => None,
    };
    let inputs = [condition.whole_input(), input(x)?, input(y)?];
    if condition.size() == 0 {
        return None;
    }
    let layout = result_layout_of(condition);
    // Of operands in several orders the layout is that of any result.
    let agrees = |choice: &Argument| match choice {
        Argument::Array(array) => array.is_plain() && layout.1,
        _ => true,
    };
    (agrees(x) && agrees(y)).then_some((inputs, layout))
}

/// The common dtype of some choices, at least one.
pub(crate) fn common_dtype(choices: &[Argument]) -> DType {
    result_type(choices.iter().map(Argument::operand)).unwrap_or(DType::Bool)
}

/// A choice; a weak scalar is converted to this dtype.
pub(crate) fn typed<'a>(choice: Argument<'a>, dtype: DType) -> Argument<'a> {
    match choice {
        Argument::Value(value) => Argument::Scalar(converted(value, dtype)),
        strong => strong,
    }
}

/// A number converted as an array's element is: an integer that does not fit wraps around.
fn converted(value: Value, dtype: DType) -> Scalar {
    value.to(dtype).unwrap_or_else(|| {
        let Value::Int(integer) = value else { unreachable!("only integers can fail to fit") };
        Scalar::new(integer as i64).cast(dtype)
    })
}
