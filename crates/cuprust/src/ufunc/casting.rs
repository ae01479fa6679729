//! The dtype of an operation's loop, and which casts of its operands and outputs are allowed.

use cuprust_ir::{Error, Result};
use cuprust_num::{Casting, DType, Scalar, Value, can_cast, can_cast_weak};
use cuprust_ops::{Operand, RowId, Slot};

use super::argument::Argument;
use super::options::MapOptions;
use crate::runtime::warn;
use crate::{Array, Warning};

/// NumPy's error for an array whose dtype a casting rule does not allow to be cast.
pub(crate) fn cannot_cast(from: DType, to: DType, rule: Casting) -> Error {
    let rule = rule.name();
    Error::type_(format!("Cannot cast array data from dtype('{from}') to dtype('{to}') according to the rule '{rule}'"))
}

/// The dtype in which numbers of a dtype are added: float32 for the half types.
pub(crate) fn wide(dtype: DType) -> DType {
    match dtype {
        DType::F16 | DType::BF16 => DType::F32,
        dtype => dtype,
    }
}

/// The dtype for computations without half precision and integers: single precision for the half types, double
/// precision for integers and bools.
pub fn wide_inexact(dtype: DType) -> DType {
    if dtype.is_inexact() { wide(dtype) } else { DType::F64 }
}

/// The dtype of the loop: the one with `signature=`, or that gives `dtype=`, or that the operands promote to.
pub(crate) fn loop_dtype(row: RowId, arguments: &[Argument], options: &MapOptions) -> Result<DType> {
    let what = row.row();
    let operands: Vec<Operand> = arguments.iter().map(Argument::operand).collect();
    let dtype = match (options.dtype, options.signature) {
        (Some(_), Some(_)) => return Err(Error::type_("cannot specify both 'signature' and 'dtype'")),
        (None, Some(signature)) => signature.loop_dtype(what, &operands)?,
        (None, None) => what.resolve(&operands).map_err(Error::type_)?,
        // `dtype=` names the dtype of the first output; the loop is the one that gives it.
        (Some(wanted), None) if what.outputs[0] == Slot::Fixed(wanted) => {
            what.resolve(&operands).map_err(Error::type_)?
        }
        (Some(wanted), None) => {
            // As in NumPy: the first loop that accepts the operands without loss, else the one whose operands have the
            // requested dtype.
            let gives = |dtype: &&DType| what.outputs[0].dtype(**dtype) == wanted;
            let mut giving = what.dtypes.iter().filter(gives);
            let found = match giving.clone().count() {
                0 | 1 => giving.next(),
                _ => giving.clone().find(|&&dtype| takes_all(arguments, what.inputs, dtype)).or_else(|| giving.next()),
            };
            found.copied().ok_or_else(|| Error::type_(format!("{} has no loop that gives {wanted}", what.name)))?
        }
    };
    // By promotion alone every operand can be cast safely.
    if options.names_loop() || matches!(options.casting, Casting::No | Casting::Equiv) {
        // The logical functions convert each operand to bool on its own.
        if what.of_truths {
            return Ok(dtype);
        }
        for (argument, slot) in arguments.iter().zip(what.inputs) {
            let to = slot.dtype(dtype);
            if let Argument::Value(value) = argument
                && can_cast_weak(value.weak(), to, options.casting)
            {
                argument.scalar(to, what.name)?;
            }
        }
        for (position, (argument, slot)) in arguments.iter().zip(what.inputs).enumerate() {
            check_input(what.name, position, argument, *slot, dtype, options.casting)?;
        }
    }
    Ok(dtype)
}

/// Whether a loop accepts all operands without loss.
fn takes_all(arguments: &[Argument], slots: &[Slot], dtype: DType) -> bool {
    arguments.iter().zip(slots).all(|(argument, slot)| match argument.operand() {
        Operand::Strong(from) => can_cast(from, slot.dtype(dtype), Casting::Safe),
        Operand::Weak(from) => can_cast_weak(from, slot.dtype(dtype), Casting::Safe),
    })
}

/// Checks that an operand may be cast to the dtype in which the loop takes it.
fn check_input(
    name: &str,
    position: usize,
    argument: &Argument,
    slot: Slot,
    dtype: DType,
    rule: Casting,
) -> Result<()> {
    let to = slot.dtype(dtype);
    let (allowed, from) = match (argument.operand(), slot) {
        // A condition may have any dtype. For a number with one dtype NumPy has a loop for each width.
        (_, Slot::Fixed(DType::Bool)) => return Ok(()),
        (Operand::Strong(from), Slot::Fixed(_)) => {
            (can_cast(from, to, Casting::Safe) || can_cast(from, to, rule), from)
        }
        (Operand::Strong(from), _) => (can_cast(from, to, rule), from),
        (Operand::Weak(from), _) => (can_cast_weak(from, to, rule), from.alone()),
    };
    if allowed {
        return Ok(());
    }
    let rule = rule.name();
    Err(Error::type_(format!("cannot cast {name} input {position} from {from} to {to} with casting rule '{rule}'")))
}

/// Checks that a result may be written to an array.
pub(crate) fn check_output(name: &str, out: &Array, result: DType, casting: Casting) -> Result<()> {
    if can_cast(result, out.dtype(), casting) {
        return Ok(());
    }
    let (to, rule) = (out.dtype(), casting.name());
    Err(Error::type_(format!("cannot cast {name} output from {result} to {to} with casting rule '{rule}'")))
}

/// Checks that an array can be a mask: `where=` accepts bool only.
pub(crate) fn check_mask(name: &str, mask: &Array) -> Result<()> {
    if mask.dtype() == DType::Bool {
        return Ok(());
    }
    Err(Error::type_(format!("{name}: where must be a bool array, not {}: compare it with zero first", mask.dtype())))
}

/// A number of the host language that a function writes to an array, under a casting rule.
///
/// # Errors
/// A type error where the rule does not allow the cast, an overflow error for an integer that does not fit.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(cast_value(Value::Float(2.5), DType::I64, Casting::Unsafe)?.get::<i64>(), 2);
/// assert!(cast_value(Value::Float(2.5), DType::I64, Casting::Safe).is_err());
/// # Ok::<(), Error>(())
/// ```
pub fn cast_value(value: Value, dtype: DType, casting: Casting) -> Result<Scalar> {
    if !can_cast_weak(value.weak(), dtype, casting) {
        let (from, rule) = (value.weak().alone(), casting.name());
        return Err(Error::type_(format!(
            "cannot cast a Python number from {from} to {dtype} with casting rule '{rule}'"
        )));
    }
    value.to(dtype).ok_or_else(|| {
        let Value::Int(integer) = value else { unreachable!("only integers can fail to fit") };
        Error::overflow(format!("Python integer {integer} out of bounds for {dtype}"))
    })
}

/// The arguments of a question (is it less, is it equal, are both true) whose integers do not fit the dtype of the
/// arrays they meet, with those integers in a dtype of their own: the question has an answer all the same.
pub(crate) fn widen<'a>(arguments: &[Argument<'a>], slots: &[Slot], dtype: DType) -> Option<Vec<Argument<'a>>> {
    let fits = |argument: &Argument, slot: &Slot| match argument {
        Argument::Value(value) => value.to(slot.dtype(dtype)).is_some(),
        _ => true,
    };
    if arguments.iter().zip(slots).all(|(argument, slot)| fits(argument, slot)) {
        return None;
    }
    let wide = |value: Value| [DType::I64, DType::U64, DType::F64].into_iter().find_map(|dtype| value.to(dtype));
    let widened = arguments.iter().zip(slots).map(|(argument, slot)| match argument {
        Argument::Value(value) if !fits(argument, slot) => wide(*value).map_or(*argument, Argument::Scalar),
        _ => *argument,
    });
    Some(widened.collect())
}

/// The dtype in which a row folds elements of a dtype: the given one or, as in NumPy, the one that an array to write to
/// and the elements promote to.
///
/// # Errors
/// A type error where the row has no loop for it, or none whose results can be operands again.
pub fn fold_dtype(row: RowId, operand: DType, wanted: Option<DType>, out: Option<&Array>) -> Result<DType> {
    let what = row.row();
    let operands = match (wanted, out) {
        (Some(dtype), _) => [dtype; 2],
        (None, Some(out)) => [out.dtype(), operand],
        (None, None) => [what.accumulator.dtype(operand); 2],
    };
    let loop_dtype = what.resolve(&operands.map(Operand::Strong)).map_err(Error::type_)?;
    // A fold feeds results in again, so they have the dtype of the operands, bool for the logical functions.
    let result = what.outputs[0].dtype(loop_dtype);
    let feeds = what.of_truths || what.inputs.iter().all(|slot| slot.dtype(loop_dtype) == result);
    if !feeds && wanted.is_none() && out.is_some() {
        // Bools, which comparisons of bools accept, are cast when they are written.
        return fold_dtype(row, operand, None, None);
    }
    if !feeds || wanted.is_some_and(|wanted| wanted != result) {
        let name = what.name;
        return Err(Error::type_(format!(
            "No loop matching the specified signature and casting was found for ufunc {name}"
        )));
    }
    Ok(result)
}

/// Warns the program if a conversion discards imaginary parts.
///
/// # Errors
/// Where the program turns the warning into an error.
pub(crate) fn warn_of_lost_parts(from: DType, to: DType) -> Result<()> {
    // Conversion of a complex number to bool uses both parts.
    if from.is_complex() && !to.is_complex() && to != DType::Bool {
        warn(Warning::Complex, "Casting complex values to real discards the imaginary part")?;
    }
    Ok(())
}
