//! What folds start from and count in, and which rows may be folded.

use cuprust_num::{DType, Scalar, c128};
use cuprust_ops::{REDUCTIONS, Reduction, RowId, accumulation};

#[test]
fn identities_leave_every_element_as_it_is() {
    for id in RowId::all() {
        let row = id.row();
        assert!(row.identity.is_none() || row.associative, "{} has an identity and cannot be folded", row.name);
        assert!(!row.associative || row.inputs.len() == 2, "{} is folded and has not two inputs", row.name);
    }
    for name in ["add", "multiply", "logical_and", "logical_or", "bitwise_and", "gcd", "hypot", "logaddexp"] {
        assert!(Reduction::find(name).is_some_and(Reduction::has_identity), "{name}");
    }
    for name in ["maximum", "minimum", "fmax", "fmin"] {
        assert!(Reduction::find(name).is_some_and(|reduction| !reduction.has_identity()), "{name}");
    }
    assert_eq!(Reduction::find("subtract"), None);
}

#[test]
fn sums_of_narrow_integers_are_wide() {
    let sum = &REDUCTIONS[0];
    assert_eq!(sum.dtype(DType::I8), DType::I64);
    assert_eq!(sum.dtype(DType::U8), DType::U64);
    assert_eq!(sum.dtype(DType::F16), DType::F16);
    assert_eq!(accumulation(sum.reduction, DType::F16), DType::F32);
}

#[test]
fn what_a_running_fold_starts_from() {
    let neutral = |name: &str, dtype| RowId::find(name).unwrap().row().neutral(dtype);
    for dtype in [DType::F16, DType::BF16, DType::F32, DType::F64] {
        let zero = neutral("add", dtype).unwrap().get::<f64>();
        assert!(zero == 0.0 && zero.is_sign_negative(), "{dtype}: plus zero would make minus zero plus zero");
        assert_eq!(neutral("multiply", dtype), Some(Scalar::one(dtype)));
        assert_eq!(neutral("hypot", dtype), None, "a length has no sign");
    }
    let zero = neutral("add", DType::C128).unwrap().get::<c128>();
    assert!(zero.re.is_sign_negative() && zero.im.is_sign_negative());
    assert_eq!(neutral("multiply", DType::C64), None, "one times infinity has a part that is not a number");
    for dtype in [DType::I8, DType::U16, DType::I32, DType::U64] {
        assert_eq!(neutral("add", dtype), Some(Scalar::zero(dtype)));
        assert_eq!(neutral("bitwise_and", dtype), Some(Scalar::new(-1i64).cast(dtype)));
    }
    assert_eq!(neutral("gcd", DType::I32), None);
    let extreme = |name: &str, dtype| RowId::find(name).unwrap().row().extreme(dtype);
    for dtype in [DType::F16, DType::F32, DType::F64] {
        assert_eq!(extreme("maximum", dtype), Some(Scalar::new(f64::NEG_INFINITY).cast(dtype)));
        assert_eq!(extreme("minimum", dtype), Some(Scalar::new(f64::INFINITY).cast(dtype)));
        assert_eq!(extreme("fmax", dtype), None, "not a number must stay one");
    }
    assert_eq!((extreme("maximum", DType::C64), extreme("maximum", DType::I32)), (None, None));
    assert_eq!(extreme("add", DType::F32), None, "it has an identity");
    assert_eq!(neutral("gcd", DType::U32), Some(Scalar::zero(DType::U32)));
    assert_eq!(neutral("logical_or", DType::Bool), Some(Scalar::new(false)));
    assert_eq!(neutral("logical_or", DType::F32), None, "its result is bool");
    assert_eq!(neutral("maximum", DType::F32), None, "it has no identity");
    assert_eq!(neutral("negative", DType::F32), None, "it has one operand");
}
