//! Whether a sum, a product or an extreme is the same in any order: only then can two executors be held to one answer.

use cuprust_ir::{Instruction, Opcode, Operand};
use cuprust_num::{DType, Scalar, c128};
use cuprust_ops::{Reduction, Routine, RowId};

use crate::reference::Machine;

/// Whether an instruction's results are the same whatever the order in which elements meet.
pub fn is_exact(machine: &Machine, instruction: &Instruction) -> bool {
    let values = |position: usize, dtype: DType| -> Option<Vec<Scalar>> {
        let Operand::View(view) = instruction.inputs.get(position)? else { return None };
        Some(machine.elements(view).ok()?.into_iter().map(|value| value.cast(dtype)).collect())
    };
    match instruction.opcode {
        Opcode::Reduce(Reduction::Fold(row), dtype, _) => values(0, dtype).is_some_and(|v| folds(row, dtype, &v)),
        Opcode::Reduce(Reduction::SquaredDeviations, dtype, _) => values(0, dtype).is_some_and(|v| small(dtype, &v)),
        Opcode::Reduce(_, dtype, _) => values(0, dtype).is_some_and(|v| !dtype.is_complex() || !v.iter().any(is_nan)),
        Opcode::Routine(Routine::Scan { row }) => {
            let dtype = instruction.outputs[0].dtype;
            values(0, dtype).is_some_and(|v| folds(row, dtype, &v))
        }
        Opcode::Routine(Routine::MatMul) => {
            let dtype = instruction.outputs[0].dtype;
            let both = [0, 1].map(|position| values(position, dtype).unwrap_or_default()).concat();
            // Products that are minus zero and nothing else sum to a zero of either sign.
            let signed = both.iter().any(|value| parts(value).re.is_sign_negative())
                && both.iter().any(|value| parts(value).re == 0.0);
            let tiny = small(dtype, &both) && both.iter().all(|value| parts(value).norm() <= 7.0);
            !dtype.is_inexact() || tiny && !signed && !dtype.is_complex()
        }
        // The generator makes none: few bounds of rows are in order by chance.
        Opcode::Routine(Routine::SparseProduct) => !instruction.outputs[0].dtype.is_inexact(),
        _ => true,
    }
}

/// The rows that the standard of floating point, or integers alone, define to the last bit on every device.
const DEFINED: &[&str] = &[
    "add",
    "subtract",
    "multiply",
    "negative",
    "positive",
    "absolute",
    "square",
    "sign",
    "maximum",
    "minimum",
    "fmax",
    "fmin",
    "clip",
    "where",
    "less",
    "less_equal",
    "greater",
    "greater_equal",
    "equal",
    "not_equal",
    "logical_and",
    "logical_or",
    "logical_xor",
    "logical_not",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "invert",
    "left_shift",
    "right_shift",
    "gcd",
    "isnan",
    "isinf",
    "isfinite",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "modf",
    "real",
    "imag",
    "conjugate",
];

/// Whether an instruction gives the same bits on every device, and not on every CPU only.
pub fn is_defined(instruction: &Instruction) -> bool {
    match instruction.opcode {
        Opcode::Map(row, dtype) => {
            let name = row.row().name;
            DEFINED.contains(&name) && !(dtype.is_complex() && matches!(name, "absolute" | "sign"))
                || matches!(name, "floor_divide" | "remainder" | "divmod") && dtype.is_integer()
                || matches!(name, "divide" | "sqrt") && dtype.is_float()
        }
        _ => true,
    }
}

fn folds(row: RowId, dtype: DType, values: &[Scalar]) -> bool {
    match row.row().name {
        _ if !dtype.is_inexact() => true,
        // From the first element to the last, whatever the device.
        "subtract" => true,
        "add" => small(dtype, values),
        "multiply" => !dtype.is_complex() && values.iter().all(|value| parts(value).re.abs() == 1.0),
        "maximum" | "minimum" | "fmax" | "fmin" => {
            !(values.iter().any(is_minus_zero) || dtype.is_complex() && values.iter().any(is_nan))
        }
        _ => false,
    }
}

/// Whether all are integers that, added in any way, stay exact.
fn small(dtype: DType, values: &[Scalar]) -> bool {
    let most = match dtype {
        DType::BF16 => 1 << 8,
        DType::F16 => 1 << 11,
        DType::F32 | DType::C64 => 1 << 24,
        _ => 1i64 << 52,
    };
    let whole = |value: &Scalar| {
        let value = parts(value);
        value.re.fract() == 0.0 && value.im.fract() == 0.0 && value.re.is_finite() && value.im.is_finite()
    };
    let sum: f64 = values.iter().map(|value| parts(value).re.abs() + parts(value).im.abs()).sum();
    !dtype.is_inexact() || values.iter().all(whole) && sum <= most as f64
}

fn parts(value: &Scalar) -> c128 {
    value.get()
}

fn is_nan(value: &Scalar) -> bool {
    parts(value).re.is_nan() || parts(value).im.is_nan()
}

fn is_minus_zero(value: &Scalar) -> bool {
    let minus = |part: f64| part == 0.0 && part.is_sign_negative();
    minus(parts(value).re) || minus(parts(value).im)
}
