//! Basic indices are views with NumPy's semantics, and writing goes through them.
//!
//! The expected texts are what NumPy 2 prints for the same calls.

use crate::support::{count, cpu, refused, same};
use cuprust::*;

#[test]
fn views() {
    same(count((3, 4)).at(1), "int64", &[4], "[4 5 6 7]");
    same(count((3, 4)).at(s![-1, -4]), "int64", &[], "8");
    same(count((3, 4)).at(s![.., ..; -1]), "int64", &[3, 4], "[[ 3  2  1  0]\n [ 7  6  5  4]\n [11 10  9  8]]");
    same(count(10).at(s![1..8; 3]), "int64", &[3], "[1 4 7]");
    same(count(10).at(s![-3..; -2]), "int64", &[4], "[7 5 3 1]");
    same(count(10).at(s![8..2; -3]), "int64", &[2], "[8 5]");
    same(count(10).at(s![-100..100; 4]), "int64", &[3], "[0 4 8]");
    same(count(10).at(s![5..2]), "int64", &[0], "[]");
    same(count(10).at(s![..; i64::MIN]), "int64", &[1], "[9]");
    same(count(10).at(s![3..; i64::MAX]), "int64", &[1], "[3]");
    same(count((2, 3, 4)).at(s![Ellipsis, 2]), "int64", &[2, 3], "[[ 2  6 10]\n [14 18 22]]");
    same(
        count((2, 3, 4)).at(s![1, Ellipsis, NewAxis, ..2]),
        "int64",
        &[3, 1, 2],
        "[[[12 13]]\n\n [[16 17]]\n\n [[20 21]]]",
    );
    same(
        count((2, 3)).at(s![NewAxis, Ellipsis, NewAxis]),
        "int64",
        &[1, 2, 3, 1],
        "[[[[0]\n   [1]\n   [2]]\n\n  [[3]\n   [4]\n   [5]]]]",
    );
    same(count((2, 3)).at(s![]), "int64", &[2, 3], "[[0 1 2]\n [3 4 5]]");
    same(count((4, 5)).at(s![1..-1, -2..=-1]), "int64", &[2, 2], "[[ 8  9]\n [13 14]]");
    same(count((0, 3)).at(s![.., 1..]), "int64", &[0, 2], "[]");
}

#[test]
fn arrays_choose_places() {
    let (a, cpu) = (count((3, 4)), cpu());
    let positions = Array::from_slice(&[2i64, 0], 2, cpu).unwrap();
    let mask = Array::from_slice(&[true, false, true], 3, cpu).unwrap();
    same(a.at(&positions), "int64", &[2, 4], "[[ 8  9 10 11]\n [ 0  1  2  3]]");
    same(a.at(s![.., &positions]), "int64", &[3, 2], "[[ 2  0]\n [ 6  4]\n [10  8]]");
    same(a.at(s![Ellipsis, &positions]), "int64", &[3, 2], "[[ 2  0]\n [ 6  4]\n [10  8]]");
    same(a.at(s![1.., &positions]), "int64", &[2, 2], "[[ 6  4]\n [10  8]]");
    same(a.at(s![NewAxis, &positions]), "int64", &[1, 2, 4], "[[[ 8  9 10 11]\n  [ 0  1  2  3]]]");
    same(a.at(&mask), "int64", &[2, 4], "[[ 0  1  2  3]\n [ 8  9 10 11]]");
    same(a.at(s![&mask, ..]), "int64", &[2, 4], "[[ 0  1  2  3]\n [ 8  9 10 11]]");
    same(a.at(s![.., 1..]).and_then(|a| a.at(s![.., &mask])), "int64", &[3, 2], "[[ 1  3]\n [ 5  7]\n [ 9 11]]");
    a.set(s![&mask, ..], -1).unwrap();
    assert_eq!(a.to_string(), "[[-1 -1 -1 -1]\n [ 4  5  6  7]\n [-1 -1 -1 -1]]");
    same(a.at(s![1, &positions]), "int64", &[2], "[6 4]");
    same(a.at(s![&positions, NewAxis, &positions]), "int64", &[2, 1], "[[-1]\n [-1]]");
    a.set(s![1.., &positions], &count(2)).unwrap();
    assert_eq!(a.to_string(), "[[-1 -1 -1 -1]\n [ 1  5  0  7]\n [ 1 -1  0 -1]]");
    refused(
        a.set(&positions, &count(3)),
        ErrorKind::Value,
        "shape mismatch: value array of shape (3,) could not be broadcast to indexing \
        result of shape (2,4)",
    );
    let wrong = a.at(s![.., &mask]).unwrap_err();
    assert_eq!(
        wrong.text(),
        "boolean index did not match indexed array along axis 1; size of axis is 4 but size of corresponding boolean axis is 3"
    );
}

#[test]
fn bad_calls_say_what_is_wrong() {
    refused(count(3).at(5), ErrorKind::Index, "index 5 is out of bounds for axis 0 with size 3");
    refused(count((2, 3)).at(s![.., -4]), ErrorKind::Index, "index -4 is out of bounds for axis 1 with size 3");
    refused(
        count((2, 3)).at(s![0, 0, 0]),
        ErrorKind::Index,
        "too many indices for array: array is 2-dimensional, but 3 were indexed",
    );
    refused(count(2).at(s![Ellipsis, Ellipsis]), ErrorKind::Index, "an index can only have a single ellipsis ('...')");
    refused(count(2).at(s![..; 0]), ErrorKind::Value, "slice step cannot be zero");
    refused(
        count((2, 3)).set(0, &count(2)),
        ErrorKind::Value,
        "could not broadcast input array from shape (2,) into shape (3,)",
    );
    refused(
        count(2).broadcast_to([2, 2]).unwrap().fill(Scalar::new(1i64)),
        ErrorKind::Value,
        "assignment destination is read-only",
    );
    refused(
        zeros(shape(2).of::<u8>().on(cpu())).unwrap().fill(300),
        ErrorKind::Overflow,
        "Python integer 300 out of bounds for uint8",
    );
    refused(count(2).fill(f64::NAN), ErrorKind::Value, "cannot convert float NaN to integer");
    refused(
        count(2).fill(c128::new(1.0, 0.0)),
        ErrorKind::Type,
        "a complex number cannot be assigned to an element of int64: take its real part",
    );
    refused(
        count(3).set_where(&zeros(shape(2).of::<bool>().on(cpu())).unwrap(), 1),
        ErrorKind::Index,
        "boolean index did not match indexed array along axis 0; size of axis is 3 but size of corresponding boolean axis is 2",
    );
}

#[test]
fn writing_goes_through_views() {
    let a = count((3, 4));
    let before = a.copy().unwrap();
    a.set(s![1, ..; 2], -1).unwrap();
    a.set(s![.., 3], &count(3)).unwrap();
    assert_eq!(a.to_string(), "[[ 0  1  2  0]\n [-1  5 -1  1]\n [ 8  9 10  2]]");
    assert_eq!(before.to_string(), "[[ 0  1  2  3]\n [ 4  5  6  7]\n [ 8  9 10 11]]");
}

#[test]
fn an_array_may_be_written_with_a_view_of_itself() {
    let a = count(6);
    a.set(1.., &a.at(..-1).unwrap()).unwrap();
    assert_eq!(a.to_string(), "[0 0 1 2 3 4]");
    let b = count(6);
    b.set(.., &b.at(s![..; -1]).unwrap()).unwrap();
    assert_eq!(b.to_string(), "[5 4 3 2 1 0]");
    let c = count((2, 2));
    c.assign(&c.t()).unwrap();
    assert_eq!(c.to_string(), "[[0 2]\n [1 3]]");
}

#[test]
fn masks_choose_what_is_written() {
    let a = count((2, 3));
    let even = Array::from_slice(&[true, false, true, false, true, false], [2, 3], cpu()).unwrap();
    a.set_where(&even, 9).unwrap();
    assert_eq!(a.to_string(), "[[9 1 9]\n [3 9 5]]");
    let rows = Array::from_slice(&[false, true], [2], cpu()).unwrap();
    a.set_where(&rows, &count(3)).unwrap();
    assert_eq!(a.to_string(), "[[9 1 9]\n [0 1 2]]");
    a.set_where(&even, &count(3)).unwrap();
    assert_eq!(a.to_string(), "[[0 1 1]\n [0 2 2]]");
    assert_eq!(a.set_where(&even, &count(4)).unwrap_err().kind(), ErrorKind::Value);
}
