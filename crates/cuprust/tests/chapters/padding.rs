//! What is in the margin of a padded array is NumPy's, whatever the mode.
//!
//! The expected texts are what NumPy 2 prints for the same calls.

use crate::support::{count, refused, same};
use cuprust::*;

#[test]
fn margins() {
    same(
        count((2, 2)).pad([(1, 0), (0, 2)], Padding::constant(7)),
        "int64",
        &[3, 4],
        "[[7 7 7 7]\n [0 1 7 7]\n [2 3 7 7]]",
    );
    same(
        count((2, 2)).pad(1, Padding::constant([(1, 2), (3, 4)])),
        "int64",
        &[4, 4],
        "[[3 1 1 4]\n [3 0 1 4]\n [3 2 3 4]\n [3 2 2 4]]",
    );
    same(count(3).pad((2, 1), Padding::constant((8, 9))), "int64", &[6], "[8 8 0 1 2 9]");
    same(
        count((2, 2)).pad([(1, 1), (2, 1)], Padding::edge()),
        "int64",
        &[4, 5],
        "[[0 0 0 1 1]\n [0 0 0 1 1]\n [2 2 2 3 3]\n [2 2 2 3 3]]",
    );
    same(
        count((2, 3)).pad([(3, 1), (1, 4)], Padding::wrap()),
        "int64",
        &[6, 8],
        "[[5 3 4 5 3 4 5 3]\n [2 0 1 2 0 1 2 0]\n [5 3 4 5 3 4 5 3]\n [2 0 1 2 0 1 2 0]\n [5 3 4 5 3 4 5 3]\n [2 0 1 2 0 1 2 0]]",
    );
    same(count(3).pad((4, 5), Padding::reflect()), "int64", &[12], "[0 1 2 1 0 1 2 1 0 1 2 1]");
    same(count(3).pad((4, 5), Padding::reflect_odd()), "int64", &[12], "[-4 -3 -2 -1  0  1  2  3  4  5  6  7]");
    same(count(3).pad((7, 5), Padding::symmetric()), "int64", &[15], "[0 0 1 2 2 1 0 0 1 2 2 1 0 0 1]");
    same(
        count(3).pad((7, 5), Padding::symmetric_odd()),
        "int64",
        &[15],
        "[-4 -4 -3 -2 -2 -1  0  0  1  2  2  3  4  4  5]",
    );
    same(
        count((2, 3)).pad([(1, 2), (3, 1)], Padding::reflect()),
        "int64",
        &[5, 7],
        "[[4 5 4 3 4 5 4]\n [1 2 1 0 1 2 1]\n [4 5 4 3 4 5 4]\n [1 2 1 0 1 2 1]\n [4 5 4 3 4 5 4]]",
    );
    same(
        count((2, 3)).pad([(1, 2), (3, 1)], Padding::symmetric()),
        "int64",
        &[5, 7],
        "[[2 1 0 0 1 2 2]\n [2 1 0 0 1 2 2]\n [5 4 3 3 4 5 5]\n [5 4 3 3 4 5 5]\n [2 1 0 0 1 2 2]]",
    );
    same(
        count((1, 3)).pad([(2, 1), (1, 1)], Padding::reflect()),
        "int64",
        &[4, 5],
        "[[1 0 1 2 1]\n [1 0 1 2 1]\n [1 0 1 2 1]\n [1 0 1 2 1]]",
    );
    same(count(3).pad((3, 4), Padding::linear_ramp((-5, 10))), "int64", &[10], "[-5 -4 -2  0  1  2  4  6  8 10]");
    same(
        count((2, 2)).pad([(2, 1), (1, 3)], Padding::linear_ramp(5)),
        "int64",
        &[5, 6],
        "[[5 5 5 5 5 5]\n [5 2 3 3 4 5]\n [5 0 1 2 3 5]\n [5 2 3 3 4 5]\n [5 5 5 5 5 5]]",
    );
    same(
        count((2, 2)).astype(DType::F32).unwrap().pad((3, 1), Padding::linear_ramp(0)),
        "float32",
        &[6, 6],
        "[[0.         0.         0.         0.         0.         0.        ]\n [0.         0.         0.         0.         0.33333334 0.        ]\n [0.         0.         0.         0.         0.6666667  0.        ]\n [0.         0.         0.         0.         1.         0.        ]\n [0.         0.6666667  1.3333334  2.         3.         0.        ]\n [0.         0.         0.         0.         0.         0.        ]]",
    );
    same(
        count((2, 3)).pad([(1, 1), (2, 1)], Padding::maximum(..)),
        "int64",
        &[4, 6],
        "[[5 5 3 4 5 5]\n [2 2 0 1 2 2]\n [5 5 3 4 5 5]\n [5 5 3 4 5 5]]",
    );
    same(
        count((2, 3)).pad([(1, 1), (2, 1)], Padding::minimum((1, 2))),
        "int64",
        &[4, 6],
        "[[0 0 0 1 2 1]\n [0 0 0 1 2 1]\n [3 3 3 4 5 4]\n [0 0 0 1 2 1]]",
    );
    same(
        count((2, 3)).pad([(1, 1), (2, 1)], Padding::mean(2)),
        "int64",
        &[4, 6],
        "[[2 2 2 2 4 3]\n [0 0 0 1 2 2]\n [4 4 3 4 5 4]\n [2 2 2 2 4 3]]",
    );
    same(count(4).astype(DType::F64).unwrap().pad(1, Padding::mean(..)), "float64", &[6], "[1.5 0.  1.  2.  3.  1.5]");
}

#[test]
fn a_margin_of_nothing_has_a_shape() {
    let padded = count((2, 3)).pad([(1, 0), (0, 2)], Padding::empty()).unwrap();
    assert_eq!(padded.shape(), [3, 5]);
    assert_eq!(padded.at(s![1.., ..3]).unwrap().to_string(), "[[0 1 2]\n [3 4 5]]");
    same(count((0, 2)).pad(1, Padding::constant(7)), "int64", &[2, 4], "[[7 7 7 7]\n [7 7 7 7]]");
}

#[test]
fn bad_calls_say_what_is_wrong() {
    let a = count((2, 3));
    refused(a.pad(-1, Padding::edge()), ErrorKind::Value, "index can't contain negative values");
    refused(
        a.pad([(1, 2), (1, 2), (1, 2)], Padding::edge()),
        ErrorKind::Value,
        "operands could not be broadcast together with remapped shapes [original->remapped]: (3,2)  and requested shape (2,2)",
    );
    refused(
        count((0, 2)).pad(1, Padding::edge()),
        ErrorKind::Value,
        "can't extend empty axis 0 using modes other than 'constant' or 'empty'",
    );
    refused(a.pad(1, Padding::maximum(0)), ErrorKind::Value, "stat_length of 0 yields no value for padding");
    refused(
        a.astype(DType::U8).unwrap().pad(1, Padding::constant(300)),
        ErrorKind::Overflow,
        "Python integer 300 out of bounds for uint8",
    );
    refused(a.pad(i64::MAX, Padding::edge()), ErrorKind::Value, "the padded array is too large");
}
