//! What fails costs what depends on it, and nothing else.

use cuprust::ops::RowId;
use cuprust::ufunc::binary_scalar;
use cuprust::{Array, DType, Device, ErrorKind, Result, Stream, Value, arange, span};

#[test]
fn no_memory_for_one_array_leaves_the_others() -> Result<()> {
    let cpu = Device::cpu();
    // Other tests wait for the null stream, and would be told of this.
    let _stream = Stream::new(cpu, true, 0)?.enter();
    let add = const { RowId::named("add") };
    let before = arange(span(10_000).on(cpu))?;
    // More than any machine has, and few enough elements that an address could name them.
    let huge = Array::empty(1_i64 << 46, DType::F64, cpu)?;
    let sum = binary_scalar(add, &huge, Value::Float(1.0), false);
    let after = binary_scalar(add, &before, Value::Int(5), false)?;
    let sum = sum.and_then(|sum| sum.to_bytes().map(drop));
    assert_eq!(sum.unwrap_err().kind(), ErrorKind::OutOfMemory);
    let expected: Vec<i64> = (5..10_005).collect();
    assert_eq!(after.to_vec::<i64>()?, expected);
    assert_eq!(before.to_vec::<i64>()?[9_999], 9_999);
    Ok(())
}
