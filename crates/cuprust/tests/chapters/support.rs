//! What the tests of NumPy's chapters share: arrays on the CPU, and what is said of results.

use cuprust::*;

/// The device of these tests.
pub fn cpu() -> Device {
    Device::cpu()
}

/// 0, 1, 2, .. as int64, in a shape.
pub fn count(shape: impl IntoInts) -> Array {
    let shape = shape.into_ints();
    arange(span(shape.iter().product::<i64>()).on(cpu())).unwrap().reshape(&shape).unwrap()
}

/// A vector of float64.
pub fn floats(values: &[f64]) -> Array {
    Array::from_slice(values, [values.len() as i64], cpu()).unwrap()
}

/// The result has this dtype, this shape, and is printed like this.
#[track_caller]
pub fn same(array: Result<Array>, dtype: &str, shape: &[i64], text: &str) {
    let array = array.unwrap();
    assert_eq!((array.dtype().name(), array.shape()), (dtype, shape));
    assert_eq!(array.to_string(), text);
}

/// The result is an error of this kind, with this text.
#[track_caller]
pub fn refused<T>(result: Result<T>, kind: ErrorKind, text: &str) {
    let error = result.err().expect("an error was expected");
    assert_eq!((error.kind(), error.text()), (kind, text));
}
