//! What every row must be, and how dtypes are found: NumPy's answers for cases that differ between rules.
//!
//! The tests of rows are outside of their crate: inside, every loop would be compiled a second time for them.

use std::collections::HashSet;

use cuprust_num::{DType, Weak};
use cuprust_ops::rows::CHAPTERS;
use cuprust_ops::{Operand, RowId, Slot};

use DType::*;
use Operand::{Strong, Weak as Scalar};

#[test]
fn every_row_is_whole() {
    let mut names = HashSet::new();
    for id in RowId::all() {
        let row = id.row();
        for name in [&row.name].into_iter().chain(row.aliases) {
            assert!(names.insert(*name), "two rows are named {name}");
            assert_eq!(RowId::find(name), Some(id));
        }
        assert!(row.doc.ends_with('.'), "{} has no sentence of documentation", row.name);
        assert_eq!(row.cuda.len(), row.outputs.len(), "{}", row.name);
        for index in 0..row.inputs.len() {
            let operand = format!("{{{index}}}");
            let mut texts = row.cuda.iter().copied().chain(row.refuses.map(|refusal| refusal.cuda));
            let used = texts.any(|text| text.contains(&operand));
            assert!(used, "the CUDA text of {} does not use {operand}", row.name);
        }
        assert!(row.dtypes.is_sorted(), "the dtypes of {} are not in the order in which NumPy tries them", row.name);
        for &dtype in DType::ALL {
            assert_eq!((row.loops)(dtype).is_some(), row.dtypes.contains(&dtype), "{} of {dtype}", row.name);
        }
        if let Some((first, second)) = row.across {
            let slots: &[Slot] = &[Slot::Fixed(I64), Slot::Fixed(U64)];
            assert!([first, second].iter().all(|name| RowId::find(name).is_some_and(|id| id.row().inputs == slots)));
        }
    }
    assert_eq!(CHAPTERS.iter().map(|(_, rows)| rows.len()).sum::<usize>(), RowId::COUNT);
}

#[test]
fn dtypes_are_numpys() {
    for (name, operands, expected) in [
        ("add", &[Strong(I8), Strong(U8)][..], I16),
        ("add", &[Strong(I64), Strong(U64)], F64),
        ("add", &[Strong(Bool), Scalar(Weak::Int)], I64),
        ("divide", &[Strong(I8), Strong(I8)], F64),
        ("divide", &[Strong(F16), Scalar(Weak::Int)], F16),
        // Each operand fits float16, although the promoted integer dtype does not.
        ("arctan2", &[Strong(I8), Strong(U8)], F16),
        ("arctan2", &[Strong(F16), Strong(BF16)], F32),
        ("sin", &[Strong(Bool)], F16),
        ("sin", &[Strong(U16)], F32),
        ("sin", &[Scalar(Weak::Int)], F64),
        ("erf", &[Strong(Bool)], F64),
        ("erf", &[Strong(F16)], F64),
        ("erf", &[Strong(F32)], F32),
        ("erf", &[Scalar(Weak::Float)], F64),
        ("power", &[Strong(Bool), Strong(Bool)], I8),
        ("float_power", &[Strong(C64), Strong(F32)], C128),
        ("absolute", &[Strong(C64)], C64),
        ("ldexp", &[Strong(F32), Strong(I32)], F32),
        ("ldexp", &[Scalar(Weak::Int), Strong(I8)], F16),
        ("where", &[Strong(F64), Strong(I8), Scalar(Weak::Int)], I8),
    ] {
        assert_eq!(RowId::find(name).unwrap().row().resolve(operands), Ok(expected), "{name} of {operands:?}");
    }
}

#[test]
fn what_numpy_refuses_is_refused() {
    for (name, operands) in [
        ("subtract", &[Strong(Bool), Strong(Bool)][..]),
        ("negative", &[Strong(Bool)]),
        ("gcd", &[Strong(Bool), Strong(Bool)]),
        ("bitwise_and", &[Strong(F32), Strong(F32)]),
        ("invert", &[Strong(C64)]),
        ("floor", &[Strong(C64)]),
        ("arctan2", &[Strong(C64), Strong(F32)]),
        ("ldexp", &[Strong(F32), Strong(F32)]),
        ("ldexp", &[Strong(F32), Strong(U64)]),
    ] {
        assert!(RowId::find(name).unwrap().row().resolve(operands).is_err(), "{name} of {operands:?}");
    }
}

#[test]
fn int64_meets_uint64_exactly() {
    let row = |name| RowId::find(name).unwrap();
    assert_eq!(row("less").row().exact(&[Strong(I8), Strong(U64)]), Some((row("less_across"), false)));
    assert_eq!(row("less").row().exact(&[Strong(U64), Strong(I64)]), Some((row("greater_across"), true)));
    assert_eq!(row("less").row().exact(&[Strong(U32), Strong(I64)]), None);
    assert_eq!(row("add").row().exact(&[Strong(U64), Strong(I64)]), None);
}

#[test]
fn what_is_kept_is_what_promotion_finds() {
    for row in RowId::all() {
        let what = row.row();
        for &dtype in DType::ALL {
            for weak in [None, Some(Weak::Bool), Some(Weak::Int), Some(Weak::Float), Some(Weak::Complex)] {
                let operands = match (weak, what.inputs.len()) {
                    (None, count) => vec![Strong(dtype); count],
                    // A scalar on either side gives the same.
                    (Some(weak), 2) => vec![Scalar(weak), Strong(dtype)],
                    _ => continue,
                };
                let common = what.outputs.len() == 1 && what.inputs.iter().all(|slot| *slot == Slot::Same);
                let expected = what.resolve(&operands).ok().filter(|_| common);
                for _ in 0..2 {
                    assert_eq!(row.resolve_one_dtype(dtype, weak, operands.len()), expected, "{} {dtype}", what.name);
                    assert_eq!(row.resolve_one_dtype(dtype, weak, operands.len() + 1), None);
                }
            }
        }
    }
}
