//! Views and copies under other shapes, orders and shifts are NumPy's.
//!
//! The expected texts are what NumPy 2 prints for the same calls.

use crate::support::{count, refused, same};
use cuprust::manipulation::*;
use cuprust::*;

#[test]
fn shapes() {
    same(count((2, 6)).reshape((3, -1)), "int64", &[3, 4], "[[ 0  1  2  3]\n [ 4  5  6  7]\n [ 8  9 10 11]]");
    same(
        count((2, 6)).reshape_with((3, -1), Order::F, None),
        "int64",
        &[3, 4],
        "[[ 0  7  3 10]\n [ 6  2  9  5]\n [ 1  8  4 11]]",
    );
    same(count((2, 3)).t().reshape(6), "int64", &[6], "[0 3 1 4 2 5]");
    same(count((2, 3)).ravel(), "int64", &[6], "[0 1 2 3 4 5]");
    same(count((2, 3)).t().flatten(), "int64", &[6], "[0 3 1 4 2 5]");
    same(count((0, 3)).reshape((3, 0)), "int64", &[3, 0], "[]");
    same(
        count((2, 3, 4)).transpose((1, 2, 0)),
        "int64",
        &[3, 4, 2],
        "[[[ 0 12]\n  [ 1 13]\n  [ 2 14]\n  [ 3 15]]\n\n [[ 4 16]\n  [ 5 17]\n  [ 6 18]\n  [ 7 19]]\n\n [[ 8 20]\n  [ 9 21]\n  [10 22]\n  [11 23]]]",
    );
    same(
        count((2, 3, 4)).swapaxes(0, -1),
        "int64",
        &[4, 3, 2],
        "[[[ 0 12]\n  [ 4 16]\n  [ 8 20]]\n\n [[ 1 13]\n  [ 5 17]\n  [ 9 21]]\n\n [[ 2 14]\n  [ 6 18]\n  [10 22]]\n\n [[ 3 15]\n  [ 7 19]\n  [11 23]]]",
    );
    same(
        count((2, 3, 4)).moveaxis((0, 1), (-1, 0)),
        "int64",
        &[3, 4, 2],
        "[[[ 0 12]\n  [ 1 13]\n  [ 2 14]\n  [ 3 15]]\n\n [[ 4 16]\n  [ 5 17]\n  [ 6 18]\n  [ 7 19]]\n\n [[ 8 20]\n  [ 9 21]\n  [10 22]\n  [11 23]]]",
    );
    same(
        count((2, 3, 4)).rollaxis(2, 1),
        "int64",
        &[2, 4, 3],
        "[[[ 0  4  8]\n  [ 1  5  9]\n  [ 2  6 10]\n  [ 3  7 11]]\n\n [[12 16 20]\n  [13 17 21]\n  [14 18 22]\n  [15 19 23]]]",
    );
    same(
        count((2, 3, 4)).rollaxis(0, 3),
        "int64",
        &[3, 4, 2],
        "[[[ 0 12]\n  [ 1 13]\n  [ 2 14]\n  [ 3 15]]\n\n [[ 4 16]\n  [ 5 17]\n  [ 6 18]\n  [ 7 19]]\n\n [[ 8 20]\n  [ 9 21]\n  [10 22]\n  [11 23]]]",
    );
    same(count((1, 3, 1)).squeeze(..), "int64", &[3], "[0 1 2]");
    same(count((1, 3, 1)).squeeze(-1), "int64", &[1, 3], "[[0 1 2]]");
    same(count(3).expand_dims((0, -1)), "int64", &[1, 3, 1], "[[[0]\n  [1]\n  [2]]]");
    same(count(3).broadcast_to((2, 3)), "int64", &[2, 3], "[[0 1 2]\n [0 1 2]]");
    same(Ok(count(3).atleast_3d()), "int64", &[1, 3, 1], "[[[0]\n  [1]\n  [2]]]");
}

#[test]
fn flips_and_turns() {
    same(count((2, 3)).flip(..), "int64", &[2, 3], "[[5 4 3]\n [2 1 0]]");
    same(count((2, 3)).flip(1), "int64", &[2, 3], "[[2 1 0]\n [5 4 3]]");
    same(count((2, 3)).rot90(1, (0, 1)), "int64", &[3, 2], "[[2 5]\n [1 4]\n [0 3]]");
    same(count((2, 3)).rot90(2, (0, 1)), "int64", &[2, 3], "[[5 4 3]\n [2 1 0]]");
    same(count((2, 3)).rot90(-1, (0, 1)), "int64", &[3, 2], "[[3 0]\n [4 1]\n [5 2]]");
    same(count((2, 3)).rot90(1, (1, 0)), "int64", &[3, 2], "[[3 0]\n [4 1]\n [5 2]]");
}

#[test]
fn rolls() {
    same(count(5).roll(2, ..), "int64", &[5], "[3 4 0 1 2]");
    same(count((2, 3)).roll(1, ..), "int64", &[2, 3], "[[5 0 1]\n [2 3 4]]");
    same(count((2, 3)).roll(-1, 1), "int64", &[2, 3], "[[1 2 0]\n [4 5 3]]");
    same(count((3, 4)).roll((1, -1), (0, 1)), "int64", &[3, 4], "[[ 9 10 11  8]\n [ 1  2  3  0]\n [ 5  6  7  4]]");
    same(count((3, 4)).roll(5, (0, -1)), "int64", &[3, 4], "[[ 7  4  5  6]\n [11  8  9 10]\n [ 3  0  1  2]]");
    same(count((3, 4)).roll((1, 1), (1, 1)), "int64", &[3, 4], "[[ 2  3  0  1]\n [ 6  7  4  5]\n [10 11  8  9]]");
    same(count((3, 4)).t().roll(1, 0), "int64", &[4, 3], "[[ 3  7 11]\n [ 0  4  8]\n [ 1  5  9]\n [ 2  6 10]]");
    same(count((3, 4)).at(s![.., ..; 2]).and_then(|a| a.roll(1, 0)), "int64", &[3, 2], "[[ 8 10]\n [ 0  2]\n [ 4  6]]");
    same(
        count((3, 4)).roll(1, 0).and_then(|a| a.roll(1, 1)),
        "int64",
        &[3, 4],
        "[[11  8  9 10]\n [ 3  0  1  2]\n [ 7  4  5  6]]",
    );
    same(count((0, 4)).roll(1, 0), "int64", &[0, 4], "[]");
    same(count(3).roll(i64::MIN, 0), "int64", &[3], "[2 0 1]");
    same(count(()).roll(1, ..), "int64", &[], "0");
}

#[test]
fn joins() {
    same(concatenate(&[&count((2, 2)), &count((1, 2))], 0), "int64", &[3, 2], "[[0 1]\n [2 3]\n [0 1]]");
    same(concatenate(&[&count((2, 2)), &count(3)], None), "int64", &[7], "[0 1 2 3 0 1 2]");
    same(concatenate(&[&count(2), &count(2).astype(DType::F32).unwrap()], -1), "float64", &[4], "[0. 1. 0. 1.]");
    same(stack(&[&count(3), &count(3)], 1), "int64", &[3, 2], "[[0 0]\n [1 1]\n [2 2]]");
    same(vstack(&[&count(3), &count((2, 3))]), "int64", &[3, 3], "[[0 1 2]\n [0 1 2]\n [3 4 5]]");
    same(hstack(&[&count(3), &count(2)]), "int64", &[5], "[0 1 2 0 1]");
    same(hstack(&[&count((2, 1)), &count((2, 2))]), "int64", &[2, 3], "[[0 0 1]\n [1 2 3]]");
    same(dstack(&[&count((2, 2)), &count((2, 2))]), "int64", &[2, 2, 2], "[[[0 0]\n  [1 1]]\n\n [[2 2]\n  [3 3]]]");
    same(column_stack(&[&count(2), &count((2, 2))]), "int64", &[2, 3], "[[0 0 1]\n [1 2 3]]");
}

#[test]
fn repetitions() {
    same(count((2, 2)).tile(2), "int64", &[2, 4], "[[0 1 0 1]\n [2 3 2 3]]");
    same(count(2).tile((2, 3)), "int64", &[2, 6], "[[0 1 0 1 0 1]\n [0 1 0 1 0 1]]");
    same(count((2, 1, 2)).tile((1, 2)), "int64", &[2, 1, 4], "[[[0 1 0 1]]\n\n [[2 3 2 3]]]");
    same(count(2).tile(0), "int64", &[0], "[]");
    same(count((2, 2)).repeat(2, None), "int64", &[8], "[0 0 1 1 2 2 3 3]");
    same(count((2, 2)).repeat(3, 0), "int64", &[6, 2], "[[0 1]\n [0 1]\n [0 1]\n [2 3]\n [2 3]\n [2 3]]");
    same(count((2, 2)).repeat(2, -1), "int64", &[2, 4], "[[0 0 1 1]\n [2 2 3 3]]");
    same(count((3, 4)).repeat([1, 0, 2], 0), "int64", &[3, 4], "[[ 0  1  2  3]\n [ 8  9 10 11]\n [ 8  9 10 11]]");
    same(count((3, 4)).repeat([1, 0, 2, 1], -1), "int64", &[3, 4], "[[ 0  2  2  3]\n [ 4  6  6  7]\n [ 8 10 10 11]]");
    same(count((2, 2)).t().repeat(vec![2, 0, 1, 1], None), "int64", &[4], "[0 0 1 3]");
}

#[test]
fn copies_are_made_where_asked_for() {
    let a = count((3, 4));
    assert!(a.reshape_with(12, Order::C, None).unwrap().shares_storage(&a));
    assert!(!a.reshape_with(12, Order::C, true).unwrap().shares_storage(&a));
    assert!(a.t().reshape_with(12, Order::F, false).unwrap().shares_storage(&a));
}

#[test]
fn parts() {
    same(count((2, 4)).hsplit([1]).map(|mut parts| parts.remove(1)), "int64", &[2, 3], "[[1 2 3]\n [5 6 7]]");
    same(count(4).hsplit(2).map(|mut parts| parts.remove(1)), "int64", &[2], "[2 3]");
    same(count((2, 2)).vsplit(2).map(|mut parts| parts.remove(1)), "int64", &[1, 2], "[[2 3]]");
    same(count((1, 2, 2)).dsplit(2).map(|mut parts| parts.remove(1)), "int64", &[1, 2, 1], "[[[1]\n  [3]]]");
    same(count(7).array_split(3, 0).map(|mut parts| parts.remove(0)), "int64", &[3], "[0 1 2]");
    same(count(7).array_split(3, 0).map(|mut parts| parts.remove(2)), "int64", &[2], "[5 6]");
    same(count((2, 4)).split(2, 1).map(|mut parts| parts.remove(1)), "int64", &[2, 2], "[[2 3]\n [6 7]]");
    same(count(7).split([2, -2, 9], 0).map(|mut parts| parts.remove(1)), "int64", &[3], "[2 3 4]");
    same(count(7).split([2, -2, 9], 0).map(|mut parts| parts.remove(3)), "int64", &[0], "[]");
}

#[test]
fn bad_calls_say_what_is_wrong() {
    refused(count(6).reshape(4), ErrorKind::Value, "cannot reshape array of size 6 into shape (4,)");
    refused(count(1).reshape([1; 65]), ErrorKind::Value, "maximum supported dimension for an ndarray is 64, found 65");
    refused(
        count(1).expand_dims((0..64).collect::<Vec<i32>>()),
        ErrorKind::Value,
        "maximum supported dimension for an ndarray is 64, found 65",
    );
    refused(
        count(0).reshape((0, i64::MAX, i64::MAX)),
        ErrorKind::Value,
        "an array of shape (0,9223372036854775807,9223372036854775807) is too big for an address",
    );
    refused(count(6).reshape((-1, -1)), ErrorKind::Value, "can only specify one unknown dimension");
    refused(count(6).reshape((-1, 4)), ErrorKind::Value, "cannot reshape array of size 6 into shape (-1,4)");
    refused(
        count((2, 3)).t().reshaped_in_place(6),
        ErrorKind::Value,
        "incompatible shape for in-place modification: use reshape() to make a copy with the desired shape",
    );
    refused(count((2, 3)).transpose(0), ErrorKind::Value, "axes don't match array");
    refused(count(2).swapaxes(0, 1), ErrorKind::Axis, "axis 1 is out of bounds for array of dimension 1");
    refused(
        count(2).squeeze(0),
        ErrorKind::Value,
        "cannot select an axis to squeeze out which has size not equal to one",
    );
    refused(
        count((2, 2)).roll((1, 2, 3), (0, 1)),
        ErrorKind::Value,
        "'shift' and 'axis' should be scalars or 1D sequences of one length",
    );
    refused(concatenate(&[] as &[Array], 0), ErrorKind::Value, "need at least one array to concatenate");
    refused(concatenate(&[&count(())], 0), ErrorKind::Value, "zero-dimensional arrays cannot be concatenated");
    refused(
        concatenate(&[&count((2, 2)), &count((2, 3))], 0),
        ErrorKind::Value,
        "all the input array dimensions except for the concatenation axis must match exactly, but along dimension 1, the array at index 0 has size 2 and the array at index 1 has size 3",
    );
    refused(stack(&[&count(2), &count(3)], 0), ErrorKind::Value, "all input arrays must have the same shape");
    refused(count(7).split(3, 0).map(drop), ErrorKind::Value, "array split does not result in an equal division");
    refused(count(2).repeat(-1, None), ErrorKind::Value, "repeats may not contain negative values.");
    refused(
        count((3, 4)).repeat([1, 2], 0),
        ErrorKind::Value,
        "operands could not be broadcast together with shape (3,) (2,)",
    );
    refused(count(2).fliplr(), ErrorKind::Value, "Input must be >= 2-d.");
    refused(count(()).flipud(), ErrorKind::Value, "Input must be >= 1-d.");
    refused(count(2).rot90(1, (0, 1, 2)), ErrorKind::Value, "len(axes) must be 2.");
    refused(count(2).vsplit(2).map(drop), ErrorKind::Value, "vsplit only works on arrays of 2 or more dimensions");
    refused(count(()).hsplit(2).map(drop), ErrorKind::Value, "hsplit only works on arrays of 1 or more dimensions");
    refused(count((2, 2)).dsplit(2).map(drop), ErrorKind::Value, "dsplit only works on arrays of 3 or more dimensions");
    refused(count(2).split(0, 0).map(drop), ErrorKind::ZeroDivision, "an array cannot be split into 0 parts");
    refused(
        count((3, 4)).t().reshape_with(12, Order::C, false),
        ErrorKind::Value,
        "Unable to avoid creating a copy while reshaping.",
    );
}
