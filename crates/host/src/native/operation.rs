//! The operations that segments have, and on what.

use cuprust_ir::{Kernel, NodeId, NodeKind};
use cuprust_num::DType;

/// Bytes of a lane. Truth values have as many as the numbers that they come from, all bits of a lane set or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Width {
    One,
    Two,
    Four,
    Eight,
}

impl Width {
    /// Lanes of a vector of 256 bits.
    pub fn lanes(self) -> usize {
        match self {
            Width::One => 32,
            Width::Two => 16,
            Width::Four => 8,
            Width::Eight => 4,
        }
    }
}

/// The width of a dtype's lanes, where segments compute with it.
pub fn width_of(dtype: DType) -> Option<Width> {
    match dtype {
        DType::U8 | DType::I8 => Some(Width::One),
        DType::U16 | DType::I16 => Some(Width::Two),
        DType::F32 | DType::I32 | DType::U32 => Some(Width::Four),
        DType::F64 | DType::I64 | DType::U64 => Some(Width::Eight),
        _ => None,
    }
}

/// What an operation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// The value itself, or its bits as another dtype of the same size.
    Same,
    /// Converts to this operation's dtype.
    Convert,
    /// Whether it is not zero.
    Truth,
    Add,
    Subtract,
    Multiply,
    Divide,
    Maximum,
    Minimum,
    Clip,
    Negate,
    Absolute,
    Square,
    /// The product of three or four factors that are all the operand, rounded once.
    Product(u8),
    SquareRoot,
    ReciprocalRoot,
    Reciprocal,
    CopySign,
    /// Rounds to a whole number; the immediate operand of the instruction.
    Round(u8),
    And,
    Or,
    Xor,
    Invert,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    IsNan,
    IsFinite,
    IsInfinite,
    Where,
}

/// An operation of a segment.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    pub action: Action,
    /// The dtype of its operands; of a choice, that of the values.
    pub dtype: DType,
    /// The width of its lanes; `None` where its operands are truth values, which have any.
    pub width: Option<Width>,
}

impl Operation {
    /// The operation of a node, where segments have it.
    pub fn of(kernel: &Kernel, node: NodeId) -> Option<Operation> {
        let of_node = &kernel.nodes[node as usize];
        match &of_node.kind {
            NodeKind::Cast(of) => conversion(kernel.nodes[*of as usize].dtype, of_node.dtype),
            NodeKind::Row { row, dtype, of, output: 0 } if row.row().outputs.len() == 1 => {
                let (row, dtype) = (row.row(), *dtype);
                let operands = of[..row.inputs.len()].iter().map(|&of| kernel.nodes[of as usize].dtype);
                let takes = if row.name == "where" { 1 } else { 0 };
                if operands.skip(takes).any(|own| own != dtype) {
                    return None;
                }
                let action = action(row.name, dtype)?;
                (dtype == DType::Bool || width_of(dtype).is_some()).then_some(Operation {
                    action,
                    dtype,
                    width: width_of(dtype),
                })
            }
            _ => None,
        }
    }
}

/// The action of a row in the loop of a dtype.
pub fn action(name: &str, dtype: DType) -> Option<Action> {
    let (float, bool) = (dtype.is_float(), dtype == DType::Bool);
    let signed = matches!(dtype, DType::I8 | DType::I16 | DType::I32 | DType::I64);
    Some(match name {
        "positive" => Action::Same,
        "floor" | "ceil" | "trunc" if !float => Action::Same,
        "bitwise_and" => Action::And,
        "bitwise_or" => Action::Or,
        "bitwise_xor" => Action::Xor,
        "invert" => Action::Invert,
        "where" => Action::Where,
        "equal" => Action::Equal,
        "not_equal" => Action::NotEqual,
        "logical_and" if bool => Action::And,
        "logical_or" if bool => Action::Or,
        "logical_xor" if bool => Action::Xor,
        "logical_not" if bool => Action::Invert,
        _ if bool => return None,
        "add" => Action::Add,
        "subtract" => Action::Subtract,
        "multiply" => Action::Multiply,
        "negative" => Action::Negate,
        "square" => Action::Square,
        "maximum" => Action::Maximum,
        "minimum" => Action::Minimum,
        "clip" => Action::Clip,
        "absolute" | "fabs" if float || signed => Action::Absolute,
        "absolute" => Action::Same,
        "less" => Action::Less,
        "less_equal" => Action::LessEqual,
        "greater" => Action::Greater,
        "greater_equal" => Action::GreaterEqual,
        "left_shift" if !float => Action::ShiftLeft,
        "right_shift" if !float => Action::ShiftRight,
        _ if !float => return None,
        "divide" => Action::Divide,
        "cube" => Action::Product(3),
        "fourth_power" => Action::Product(4),
        "sqrt" => Action::SquareRoot,
        "rsqrt" => Action::ReciprocalRoot,
        "reciprocal" => Action::Reciprocal,
        "copysign" => Action::CopySign,
        // Without a signal for inexact results.
        "rint" => Action::Round(8),
        "floor" => Action::Round(9),
        "ceil" => Action::Round(10),
        "trunc" => Action::Round(11),
        "isnan" => Action::IsNan,
        "isfinite" => Action::IsFinite,
        "isinf" => Action::IsInfinite,
        _ => return None,
    })
}

/// A conversion. Values of another width are read from memory.
fn conversion(from: DType, to: DType) -> Option<Operation> {
    let small = matches!(from, DType::U8 | DType::I8 | DType::U16 | DType::I16);
    let action = match (from, to) {
        (DType::Bool, DType::Bool) => Action::Same,
        (_, DType::Bool) => {
            return width_of(from).map(|width| Operation { action: Action::Truth, dtype: from, width: Some(width) });
        }
        _ if from == to => Action::Same,
        (DType::I8, DType::U8) | (DType::U8, DType::I8) => Action::Same,
        (DType::I16, DType::U16) | (DType::U16, DType::I16) => Action::Same,
        (DType::I32, DType::U32) | (DType::U32, DType::I32) => Action::Same,
        (DType::I64, DType::U64) | (DType::U64, DType::I64) => Action::Same,
        (DType::Bool, _) => Action::Convert,
        _ if small && to.size() > from.size() => Action::Convert,
        (DType::I32, DType::F32 | DType::F64 | DType::I64 | DType::U64) => Action::Convert,
        (DType::U32, DType::I64 | DType::U64) | (DType::F32, DType::F64) | (DType::I64, DType::F64) => Action::Convert,
        _ => return None,
    };
    if to == DType::Bool {
        return Some(Operation { action, dtype: from, width: None });
    }
    width_of(to).map(|width| Operation { action, dtype: from, width: Some(width) })
}
