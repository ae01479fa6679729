//! Operators and the functions of rows read well, and give what NumPy gives.

use crate::support::floats;
use cuprust::*;

fn ints(values: &[i64]) -> Array {
    Array::from_slice(values, [values.len() as i64], Device::cpu()).unwrap()
}

#[test]
fn arrays_and_numbers_on_either_side() {
    let (a, b) = (floats(&[1.0, 2.0, 4.0]), ints(&[3, -2, 5]));
    assert_eq!((&a + &b).to_string(), "[4. 0. 9.]");
    assert_eq!((2.0 * &a - 1).to_string(), "[1. 3. 7.]");
    assert_eq!((1.0 / &a).to_string(), "[1.   0.5  0.25]");
    assert_eq!((&b % 3).to_string(), "[0 1 2]");
    assert_eq!((-&b).to_string(), "[-3  2 -5]");
    assert_eq!((!&b & 7).to_string(), "[4 1 2]");
    assert_eq!(((&b | 8) ^ 1).to_string(), "[10 -1 12]");
    assert_eq!((&b << 1 >> 2).to_string(), "[ 1 -1  2]");
    // A literal takes the array's dtype; a number with a dtype of its own keeps it.
    assert_eq!((&b * 2).dtype(), DType::I64);
    assert_eq!((&b.astype(DType::I8).unwrap() * 2).dtype(), DType::I8);
    assert_eq!((&b.astype(DType::I8).unwrap() * 2i16).dtype(), DType::I16);
    assert_eq!((&a.astype(DType::F32).unwrap() * 2.0).dtype(), DType::F32);
}

#[test]
fn in_place_writes_where_views_look() {
    let mut a = ints(&[1, 2, 3, 4]);
    let view = a.at(s![..; 2]).unwrap();
    a += 10;
    a *= &ints(&[1, 2, 1, 2]);
    assert_eq!(a.to_string(), "[11 24 13 28]");
    assert_eq!(view.to_string(), "[11 13]");
    let mut tail = a.at(1..).unwrap();
    tail += a.at(..-1).unwrap();
    assert_eq!(a.to_string(), "[11 35 37 41]");
}

#[test]
fn rows_are_functions_and_methods() {
    let a = floats(&[0.0, 1.0, 4.0]);
    assert_eq!(sqrt(&a).unwrap().to_string(), "[0. 1. 2.]");
    assert_eq!(maximum(&a, 1.5).unwrap().to_string(), "[1.5 1.5 4. ]");
    assert_eq!(less(2, &a).unwrap().to_string(), "[False False  True]");
    assert_eq!(a.power(2).unwrap().to_string(), "[ 0.  1. 16.]");
    assert_eq!(abs(&-&a).unwrap().to_string(), "[0. 1. 4.]");
    assert_eq!(a.sum(..).unwrap().to_string(), "5.0");
    assert_eq!(argmax(&a, ..).unwrap().to_string(), "2");
    let (quotient, rest) = divmod(&ints(&[7, -7]), 2).unwrap();
    assert_eq!((quotient.to_string(), rest.to_string()), ("[ 3 -4]".into(), "[1 1]".into()));
    let (mantissa, exponent) = floats(&[8.0, 0.75]).frexp().unwrap();
    assert_eq!((mantissa.to_string(), exponent.to_string()), ("[0.5  0.75]".into(), "[4 0]".into()));
}

#[test]
fn int64_and_uint64_are_compared_exactly() {
    let signed = ints(&[-1, i64::MAX]);
    let unsigned = Array::from_slice(&[u64::MAX, 1 << 63], [2], Device::cpu()).unwrap();
    assert_eq!(equal(&signed, &unsigned).unwrap().to_string(), "[False False]");
    assert_eq!(less(&signed, &unsigned).unwrap().to_string(), "[ True  True]");
    assert_eq!(less(&unsigned, &signed).unwrap().to_string(), "[False False]");
    assert_eq!(greater_equal(&unsigned, &signed).unwrap().to_string(), "[ True  True]");
}

#[test]
#[should_panic(expected = "operands could not be broadcast together with shapes (2,) (3,)")]
fn an_operator_panics_with_the_error() {
    let _ = &ints(&[1, 2]) + &ints(&[1, 2, 3]);
}
