//! The types and the CUDA C++ text of an operation in a kernel that is compiled from another language.

use cuprust_num::{DType, Kind};
use cuprust_ops::{Operand, Row, RowId, Rule, Slot};

pub use cuprust_cuda::write::{c_type, prelude};

/// The promotion rules of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeRules {
    /// Those of C++ except for integer promotion: the operand of the highest rank determines the dtype. A float ranks
    /// above an integer, a larger type above a smaller one, and unsigned above signed.
    Cpp,
    /// NumPy's.
    NumPy,
}

/// An operation on elements of known dtypes, in CUDA C++.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowText {
    /// The dtypes to which the operands must be converted.
    pub inputs: Vec<DType>,
    /// The dtypes of the results.
    pub outputs: Vec<DType>,
    /// An expression for each result, in which `{0}`, `{1}`, .. stand for the operands. It uses functions of
    /// [`prelude`].
    pub texts: Vec<String>,
    /// Whether the operands must be swapped first.
    pub exchanged: bool,
}

impl RowText {
    /// The text of a row for these operands.
    ///
    /// # Errors
    /// A message that the row is not defined for them.
    pub fn of(row: RowId, operands: &[Operand], rules: TypeRules) -> Result<RowText, String> {
        let (row, dtype, exchanged) = match (rules, row.row().exact(operands)) {
            (TypeRules::NumPy, Some((exact, exchanged))) => (exact.row(), exact.row().dtypes[0], exchanged),
            (TypeRules::NumPy, None) => (row.row(), row.row().resolve(operands)?, false),
            (TypeRules::Cpp, _) => (row.row(), ranked(row.row(), operands)?, false),
        };
        let dtypes = |slots: &[Slot]| slots.iter().map(|slot| slot.dtype(dtype)).collect();
        let texts = row.cuda.iter().map(|text| text.replace("{T}", c_type(dtype))).collect();
        Ok(RowText { inputs: dtypes(row.inputs), outputs: dtypes(row.outputs), texts, exchanged })
    }
}

/// The dtype of the highest rank.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(cuda::highest([DType::I32, DType::F32, DType::Bool]), Some(DType::F32));
/// ```
pub fn highest(dtypes: impl IntoIterator<Item = DType>) -> Option<DType> {
    dtypes.into_iter().max_by_key(|dtype| rank(*dtype))
}

fn rank(dtype: DType) -> (u8, usize, bool) {
    let kind = match dtype.kind() {
        Kind::Bool => 0,
        Kind::Unsigned | Kind::Signed => 1,
        Kind::Float => 2,
        Kind::Complex => 3,
    };
    (kind, dtype.size(), matches!(dtype.kind(), Kind::Unsigned) || dtype == DType::BF16)
}

/// The dtype of a row's loop by rank: the lowest one of the row that is not below the highest operand's. Functions of
/// floats compute integers in double precision, as in C++.
fn ranked(row: &Row, operands: &[Operand]) -> Result<DType, String> {
    let dtype = |(operand, slot): (&Operand, &Slot)| match (operand, slot) {
        (_, Slot::Fixed(_)) => None,
        (Operand::Strong(dtype), _) => Some(*dtype),
        (Operand::Weak(weak), _) => Some(weak.alone()),
    };
    let mut wanted = highest(operands.iter().zip(row.inputs).filter_map(dtype)).unwrap_or(row.dtypes[0]);
    if matches!(row.rule, Rule::NotBool(_)) && wanted == DType::Bool {
        wanted = DType::I32;
    }
    if row.dtypes.contains(&wanted) {
        return Ok(wanted);
    }
    let is_exact = !wanted.is_inexact();
    let holds = |dtype: &DType| rank(*dtype) >= rank(wanted) && !(is_exact && dtype.is_inexact());
    let lowest = row.dtypes.iter().copied().filter(holds).min_by_key(|dtype| rank(*dtype));
    let double = || Some(DType::F64).filter(|double| is_exact && row.dtypes.contains(double));
    lowest.or_else(double).ok_or_else(|| format!("{} is not defined for {wanted}", row.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str, dtypes: &[DType], rules: TypeRules) -> Result<RowText, String> {
        let operands: Vec<Operand> = dtypes.iter().map(|dtype| Operand::Strong(*dtype)).collect();
        RowText::of(RowId::find(name).unwrap(), &operands, rules)
    }

    #[test]
    fn the_rules_differ_where_numpy_keeps_every_value() {
        use DType::{Bool, F16, F32, F64, I8, I32, I64, U8, U32, U64};
        let dtype = |name, dtypes: &[DType], rules| text(name, dtypes, rules).map(|text| text.outputs[0]);
        for (name, dtypes, cpp, numpy) in [
            ("add", [I32, F32], F32, F64),
            ("add", [I32, U32], U32, I64),
            ("add", [I8, U8], U8, DType::I16),
            ("add", [Bool, Bool], Bool, Bool),
            ("divide", [I32, I32], F64, F64),
            ("divide", [I32, F32], F32, F64),
            ("add", [I64, F16], F16, F64),
            ("less", [I64, U64], Bool, Bool),
            ("bitwise_and", [U32, I32], U32, I64),
        ] {
            assert_eq!(dtype(name, &dtypes, TypeRules::Cpp), Ok(cpp), "{name} {dtypes:?}");
            assert_eq!(dtype(name, &dtypes, TypeRules::NumPy), Ok(numpy), "{name} {dtypes:?}");
        }
        assert_eq!(dtype("sin", &[I8], TypeRules::Cpp), Ok(F64));
        assert_eq!(dtype("subtract", &[Bool, Bool], TypeRules::Cpp), Ok(I32));
        assert!(dtype("bitwise_and", &[F32, F32], TypeRules::Cpp).is_err());
        assert!(dtype("subtract", &[Bool, Bool], TypeRules::NumPy).is_err());
        let exact = text("less", &[U64, I64], TypeRules::NumPy).unwrap();
        assert_eq!((exact.inputs, exact.exchanged), (vec![I64, U64], true));
    }
}
