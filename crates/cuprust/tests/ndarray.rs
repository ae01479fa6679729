//! Arrays of the crate `ndarray` become ours and ours become theirs.
#![cfg(feature = "ndarray")]

use cuprust::{Array, DType, ErrorKind, Result};
use ndarray::{ArrayD, array};

#[test]
fn elements_and_shapes_stay() -> Result<()> {
    let theirs = array![[1i64, 2, 3], [4, 5, 6]];
    let ours = Array::try_from(&theirs)?;
    assert_eq!((ours.dtype(), ours.shape()), (DType::I64, &[2, 3][..]));
    assert_eq!(Array::try_from(&theirs.t())?.to_string(), "[[1 4]\n [2 5]\n [3 6]]");
    let back = ArrayD::<i64>::try_from(&ours.t())?;
    assert_eq!(back, theirs.t().into_dyn());
    assert_eq!(ArrayD::<f64>::try_from(&ours).unwrap_err().kind(), ErrorKind::Type);
    Ok(())
}
