//! Products of matrices have NumPy's shapes and values.
//!
//! The expected texts are what NumPy 2 prints for the same calls.

use crate::support::{count, refused, same};
use cuprust::linalg::*;
use cuprust::*;

#[test]
fn products() {
    same(matmul(&count((2, 3)), &count((3, 2))), "int64", &[2, 2], "[[10 13]\n [28 40]]");
    same(matmul(&count(3), &count((3, 2))), "int64", &[2], "[10 13]");
    same(matmul(&count((2, 3)), &count(3)), "int64", &[2], "[ 5 14]");
    same(matmul(&count(3), &count(3)), "int64", &[], "5");
    same(
        matmul(&count((2, 2, 3)), &count((3, 2))),
        "int64",
        &[2, 2, 2],
        "[[[10 13]\n  [28 40]]\n\n [[46 67]\n  [64 94]]]",
    );
    same(
        matmul(&count((2, 1, 2, 3)), &count((3, 3, 1))),
        "int64",
        &[2, 3, 2, 1],
        "[[[[  5]\n   [ 14]]\n\n  [[ 14]\n   [ 50]]\n\n  [[ 23]\n   [ 86]]]\n\n\n [[[ 23]\n   [ 32]]\n\n  [[ 86]\n   [122]]\n\n  [[149]\n   [212]]]]",
    );
    same(matmul(&count((3, 2)).t(), &count((3, 2))), "int64", &[2, 2], "[[20 26]\n [26 35]]");
    same(
        matmul(&count((2, 3)).astype(DType::F32).unwrap(), &count((3, 2))),
        "float64",
        &[2, 2],
        "[[10. 13.]\n [28. 40.]]",
    );
    same(
        matmul(&count((2, 2)).astype(DType::F16).unwrap(), &count((2, 2)).astype(DType::F16).unwrap()),
        "float16",
        &[2, 2],
        "[[ 2.  3.]\n [ 6. 11.]]",
    );
    same(
        matmul(&count((2, 2)).astype(DType::Bool).unwrap(), &count((2, 2)).astype(DType::Bool).unwrap()),
        "bool",
        &[2, 2],
        "[[ True  True]\n [ True  True]]",
    );
    same(
        matmul(&count((2, 2)).astype(DType::C128).unwrap(), &(count((2, 2)) * c128::new(0.0, 1.0))),
        "complex128",
        &[2, 2],
        "[[0. +2.j 0. +3.j]\n [0. +6.j 0.+11.j]]",
    );
    same(matmul(&count((2, 0)), &count((0, 3))), "int64", &[2, 3], "[[0 0 0]\n [0 0 0]]");
    same(dot(&count((2, 3, 4)), &count(4)), "int64", &[2, 3], "[[ 14  38  62]\n [ 86 110 134]]");
    same(
        dot(&count((2, 3)), &count((2, 3, 2))),
        "int64",
        &[2, 2, 2],
        "[[[ 10  13]\n  [ 28  31]]\n\n [[ 28  40]\n  [100 112]]]",
    );
    same(dot(&count(()), &count(3)), "int64", &[3], "[0 0 0]");
    same(vdot(&(count((2, 2)) * c128::new(0.0, 1.0)), &count((2, 2))), "complex128", &[], "-14j");
    same(inner(&count((2, 3)), &count((4, 3))), "int64", &[2, 4], "[[  5  14  23  32]\n [ 14  50  86 122]]");
    same(outer(&count(2), &count(3)), "int64", &[2, 3], "[[0 0 0]\n [0 1 2]]");
    same(
        tensordot(&count((2, 3, 4)), &count((4, 3, 2)), &[1, 2], &[1, 0]),
        "int64",
        &[2, 2],
        "[[ 880  946]\n [2464 2674]]",
    );
    same(trace_with(&count((3, 3)), 1, 0, 1, None, None), "int64", &[], "6");
    same(norm(&count((2, 2)), 1), "float64", &[2], "[1.         3.60555128]");
}

#[test]
fn bad_calls_say_what_is_wrong() {
    refused(
        matmul(&count((2, 3)), &count((4, 2))),
        ErrorKind::Value,
        "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size 4 is different from 3)",
    );
    refused(
        matmul(&count(()), &count(2)),
        ErrorKind::Value,
        "matmul: Input operand 0 does not have enough dimensions (has 0, gufunc core with signature (n?,k),(k,m?)->(n?,m?) requires 1)",
    );
    refused(
        dot(&count((2, 3)), &count((4, 5))),
        ErrorKind::Value,
        "shapes (2,3) and (4,5) not aligned: 3 (dim 1) != 4 (dim 0)",
    );
    refused(tensordot(&count(2), &count(3), &[0], &[0]), ErrorKind::Value, "shape-mismatch for sum");
}
