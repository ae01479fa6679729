//! Running folds, all pairs, and counted repeats are NumPy's.
//!
//! The expected texts are what NumPy 2 prints for the same calls.

use crate::support::{count, cpu, refused, same};
use cuprust::math::{cumprod_with, cumsum};
use cuprust::ufunc_methods::*;
use cuprust::*;

fn over(axes: &[i64]) -> ReduceOptions<'_> {
    ReduceOptions { axes: Some(axes), ..ReduceOptions::default() }
}

#[test]
fn running_folds() {
    same(cumsum(&count((2, 3)), None), "int64", &[6], "[ 0  1  3  6 10 15]");
    same(cumsum(&count((2, 3)), 0), "int64", &[2, 3], "[[0 1 2]\n [3 5 7]]");
    same(cumsum(&count((2, 3)).astype(DType::I8).unwrap(), -1), "int64", &[2, 3], "[[ 0  1  3]\n [ 3  7 12]]");
    same(cumsum(&count(3).astype(DType::Bool).unwrap(), None), "int64", &[3], "[0 1 2]");
    same(cumprod_with(&(count(4) + 1), None, Some(DType::F32), None), "float32", &[4], "[ 1.  2.  6. 24.]");
    same(cumsum(&count(0), None), "int64", &[0], "[]");
    same(
        accumulate(ops::RowId::named("maximum"), &count((2, 3)).flip(..).unwrap(), 1, None, None),
        "int64",
        &[2, 3],
        "[[5 5 5]\n [2 2 2]]",
    );
    same(
        accumulate(ops::RowId::named("logical_and"), &count(3).flip(..).unwrap(), 0, None, None),
        "bool",
        &[3],
        "[ True  True False]",
    );
}

#[test]
fn folds() {
    same(
        reduce(ops::RowId::named("add"), &count((2, 3)).astype(DType::U8).unwrap(), &over(&[0])),
        "uint64",
        &[3],
        "[3 5 7]",
    );
    same(reduce(ops::RowId::named("bitwise_xor"), &count(7), &ReduceOptions::default()), "int64", &[], "7");
    same(reduce(ops::RowId::named("logical_or"), &count((2, 2)), &over(&[1])), "bool", &[2], "[ True  True]");
    same(
        outer(ops::RowId::named("subtract"), &count(2), &count((2, 2)), &MapOptions::default())
            .map(|mut outputs| outputs.remove(0)),
        "int64",
        &[2, 2, 2],
        "[[[ 0 -1]\n  [-2 -3]]\n\n [[ 1  0]\n  [-1 -2]]]",
    );
}

#[test]
fn what_is_not_associative_is_folded_from_the_first_element() {
    let subtract = ops::RowId::named("subtract");
    same(reduce(subtract, &count((3, 2)), &over(&[0])), "int64", &[2], "[-6 -7]");
    same(reduce(ops::RowId::named("divide"), &(count(3) + 1), &over(&[0])), "float64", &[], "0.16666666666666666");
    same(accumulate(subtract, &count(4), 0, None, None), "int64", &[4], "[ 0 -1 -3 -6]");
    // Slices of many lengths are folded as rows of one.
    let indices: Vec<i64> = (0..40).map(|i| i * i % 101).collect();
    let numbers: Vec<i64> = (0..101).map(|i| i * 7 % 13).collect();
    let array = Array::from_slice(&numbers, [101], cpu()).unwrap();
    let expected: Vec<i64> = (0..40)
        .map(|i| {
            let (start, end) = (indices[i] as usize, indices.get(i + 1).copied().unwrap_or(101) as usize);
            numbers[start] - numbers[(start + 1).min(101)..end.max(start + 1)].iter().sum::<i64>()
        })
        .collect();
    let folded = reduce_at(subtract, &array, &indices, 0, None, None).unwrap();
    assert_eq!(folded.to_vec::<i64>().unwrap(), expected);
}

#[test]
fn bad_calls_say_what_is_wrong() {
    refused(
        reduce(ops::RowId::named("divide"), &count((2, 2)), &ReduceOptions::default()),
        ErrorKind::Value,
        "reduction operation 'divide' is not reorderable, so at most one axis may be specified",
    );
    refused(
        reduce(ops::RowId::named("less"), &count(2), &ReduceOptions::default()),
        ErrorKind::Type,
        "No loop matching the specified signature and casting was found for ufunc less",
    );
    refused(
        accumulate(ops::RowId::named("sin"), &count(2), 0, None, None),
        ErrorKind::Value,
        "accumulate only supported for binary functions: sin is not binary",
    );
    refused(cumsum(&count(2), 1), ErrorKind::Axis, "add: axis 1 is out of bounds for array of dimension 1");
    refused(
        at(ops::RowId::named("add"), &count(3), &(count(2) + 2), Some(Argument::Value(Value::Int(1)))),
        ErrorKind::Index,
        "index 3 is out of bounds for axis 0 with size 3",
    );
}

#[test]
fn repeated_indices_count_each_time() {
    let index = Array::from_slice(&[0i64, 0, -1, 0], [4], cpu()).unwrap();
    let a = count(3);
    at(ops::RowId::named("add"), &a, &index, Some(Argument::Value(Value::Int(10)))).unwrap();
    assert_eq!(a.to_string(), "[30  1 12]");
    let values = count(4);
    at(ops::RowId::named("add"), &a, &index, Some(Argument::Array(&values))).unwrap();
    assert_eq!(a.to_string(), "[34  1 14]");
    let matrix = count((3, 2));
    at(ops::RowId::named("add"), &matrix, &index, Some(Argument::Array(&count(2)))).unwrap();
    assert_eq!(matrix.to_string(), "[[0 4]\n [2 3]\n [4 6]]");
    let column = count((3, 2));
    at(ops::RowId::named("multiply"), &column.at(s![.., 1]).unwrap(), &index, Some(Argument::Value(Value::Int(2))))
        .unwrap();
    assert_eq!(column.to_string(), "[[ 0  8]\n [ 2  3]\n [ 4 10]]");
    at(ops::RowId::named("negative"), &a, &index, None).unwrap();
    assert_eq!(a.to_string(), "[-34   1 -14]");
}
