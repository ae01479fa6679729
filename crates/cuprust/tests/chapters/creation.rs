//! New arrays hold what NumPy puts into them.
//!
//! The expected texts are what NumPy 2 prints for the same calls.

use crate::support::{count, cpu, refused, same};
use cuprust::creation::*;
use cuprust::*;

#[test]
fn filled_arrays() {
    same(zeros(shape((2, 3)).on(cpu())), "float64", &[2, 3], "[[0. 0. 0.]\n [0. 0. 0.]]");
    same(ones(shape(3).dtype(DType::I8).on(cpu())), "int8", &[3], "[1 1 1]");
    same(full(shape(2).on(cpu()), 2.5f32), "float32", &[2], "[2.5 2.5]");
    same(zeros(shape((0, 3)).dtype(DType::Bool).on(cpu())), "bool", &[0, 3], "[]");
    same(ones(shape(()).dtype(DType::C128).on(cpu())), "complex128", &[], "(1+0j)");
    same(count((2, 2)).ones_like(None), "int64", &[2, 2], "[[1 1]\n [1 1]]");
    same(count((2, 2)).full_like(7, DType::U8), "uint8", &[2, 2], "[[7 7]\n [7 7]]");
    same(from_iter((1..4).map(|x| x as f64 / 2.0)), "float64", &[3], "[0.5 1.  1.5]");
}

#[test]
fn ranges() {
    same(arange(span(5).on(cpu())), "int64", &[5], "[0 1 2 3 4]");
    same(arange(span((2, 11, 3)).on(cpu())), "int64", &[3], "[2 5 8]");
    same(arange(span((10, 0, -3)).on(cpu())), "int64", &[4], "[10  7  4  1]");
    same(arange(span((5, 2)).on(cpu())), "int64", &[0], "[]");
    same(arange(span((0.0, 1.0, 0.1)).on(cpu())), "float64", &[10], "[0.  0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9]");
    same(arange(span((1.0, 2.0, 0.3)).on(cpu())), "float64", &[4], "[1.  1.3 1.6 1.9]");
    same(arange(span((0.5, 4)).on(cpu())), "float64", &[4], "[0.5 1.5 2.5 3.5]");
    same(arange(span(5).dtype(DType::F32).on(cpu())), "float32", &[5], "[0. 1. 2. 3. 4.]");
    same(
        arange(span((0.1, 1.0, 0.2)).dtype(DType::F32).on(cpu())),
        "float32",
        &[5],
        "[0.1        0.3        0.50000006 0.70000005 0.9000001 ]",
    );
    same(
        arange(span((0.1, 1.0, 0.2)).dtype(DType::F16).on(cpu())),
        "float16",
        &[5],
        "[0.1    0.3    0.5    0.7    0.9004]",
    );
    same(arange(span((0.0, 5.0, 1.5)).dtype(DType::I64).on(cpu())), "int64", &[4], "[0 1 2 3]");
    same(arange(span(2).dtype(DType::Bool).on(cpu())), "bool", &[2], "[False  True]");
    same(
        arange(span((18446744073709551610_i128, 18446744073709551615_i128, 2)).dtype(DType::U64).on(cpu())),
        "uint64",
        &[3],
        "[18446744073709551610 18446744073709551612 18446744073709551614]",
    );
    same(
        arange(span(9223372036854775806..9223372036854775810_i128).dtype(DType::U64).on(cpu())),
        "uint64",
        &[4],
        "[9223372036854775806 9223372036854775807 9223372036854775808\n 9223372036854775809]",
    );
}

#[test]
fn spaced_numbers() {
    same(linspace(0, 1, num(5).on(cpu())), "float64", &[5], "[0.   0.25 0.5  0.75 1.  ]");
    same(linspace(0, 1, num(5).endpoint(false).on(cpu())), "float64", &[5], "[0.  0.2 0.4 0.6 0.8]");
    same(linspace(-3, 3, num(4).endpoint(false).dtype(DType::I64).on(cpu())), "int64", &[4], "[-3 -2  0  1]");
    same(linspace(2, 9, num(1).on(cpu())), "float64", &[1], "[2.]");
    same(linspace(2, 2, num(3).on(cpu())), "float64", &[3], "[2. 2. 2.]");
    same(linspace(0, 2, num(0).on(cpu())), "float64", &[0], "[]");
    same(linspace(c128::new(0.0, 1.0), 2, num(3).on(cpu())), "complex128", &[3], "[0.+1.j  1.+0.5j 2.+0.j ]");
    same(logspace(0, 3, num(4).base(2.0).on(cpu())), "float64", &[4], "[1. 2. 4. 8.]");
    same(geomspace(1, 1000, num(4).on(cpu())), "float64", &[4], "[   1.   10.  100. 1000.]");
    same(geomspace(-1000, -1, num(4).on(cpu())), "float64", &[4], "[-1000.  -100.   -10.    -1.]");
}

#[test]
fn matrices_with_a_name() {
    same(eye(shape((2, 3)).k(1).on(cpu())), "float64", &[2, 3], "[[0. 1. 0.]\n [0. 0. 1.]]");
    same(eye(shape((3, 2)).dtype(DType::I32).k(-1).on(cpu())), "int32", &[3, 2], "[[0 0]\n [1 0]\n [0 1]]");
    same(identity(shape(2).dtype(DType::C64).on(cpu())), "complex64", &[2, 2], "[[1.+0.j 0.+0.j]\n [0.+0.j 1.+0.j]]");
    same(eye(shape((2, 2)).k(i64::MIN).on(cpu())), "float64", &[2, 2], "[[0. 0.]\n [0. 0.]]");
    same(tri(shape((2, 3)).k(i64::MAX).on(cpu())), "float64", &[2, 3], "[[1. 1. 1.]\n [1. 1. 1.]]");
    same(tri(shape((-1, 3)).on(cpu())), "float64", &[0, 3], "[]");
    same(tri(shape((3, 4)).k(1).on(cpu())), "float64", &[3, 4], "[[1. 1. 0. 0.]\n [1. 1. 1. 0.]\n [1. 1. 1. 1.]]");
    same(count((3, 3)).tril(-1), "int64", &[3, 3], "[[0 0 0]\n [3 0 0]\n [6 7 0]]");
    same(
        count((2, 3, 3)).triu(1),
        "int64",
        &[2, 3, 3],
        "[[[ 0  1  2]\n  [ 0  0  5]\n  [ 0  0  0]]\n\n [[ 0 10 11]\n  [ 0  0 14]\n  [ 0  0  0]]]",
    );
    same(count(3).diag(1), "int64", &[4, 4], "[[0 0 0 0]\n [0 0 1 0]\n [0 0 0 2]\n [0 0 0 0]]");
    same(count((3, 4)).diag(-1), "int64", &[2], "[4 9]");
    same(count((2, 3, 4)).diagonal(1, 0, 2), "int64", &[3, 2], "[[ 1 14]\n [ 5 18]\n [ 9 22]]");
    same(count((2, 3)).diagonal(7, 0, 1), "int64", &[0], "[]");
    same(count((2, 2)).diagflat(0), "int64", &[4, 4], "[[0 0 0 0]\n [0 1 0 0]\n [0 0 2 0]\n [0 0 0 3]]");
    same(
        indices(shape((2, 3)).dtype(DType::I64).on(cpu())),
        "int64",
        &[2, 2, 3],
        "[[[0 0 0]\n  [1 1 1]]\n\n [[0 1 2]\n  [0 1 2]]]",
    );
    same(
        meshgrid(&[&count(3), &count(2)], Grid::xy()).map(|mut grids| grids.remove(1)),
        "int64",
        &[2, 3],
        "[[0 0 0]\n [1 1 1]]",
    );
    same(
        meshgrid(&[&count(3), &count(2)], Grid::ij().sparse(true).copy(false)).map(|mut grids| grids.remove(0)),
        "int64",
        &[3, 1],
        "[[0]\n [1]\n [2]]",
    );
}

#[test]
fn bad_calls_say_what_is_wrong() {
    refused(zeros(shape(-1).on(cpu())), ErrorKind::Value, "negative dimensions are not allowed");
    refused(
        zeros(shape((1_i64 << 40, 1_i64 << 40)).on(cpu())),
        ErrorKind::Value,
        "an array of shape (1099511627776,1099511627776) is too big for an address",
    );
    refused(arange(span((0, 3, 0)).on(cpu())), ErrorKind::Value, "arange: the step must not be zero");
    refused(arange(span((0.0, f64::INFINITY, 1.0)).on(cpu())), ErrorKind::Value, "Maximum allowed size exceeded");
    refused(geomspace(0, 3, num(50).on(cpu())), ErrorKind::Value, "Geometric sequence cannot include zero");
    refused(linspace(0, 3, num(-1).on(cpu())), ErrorKind::Value, "Number of samples, -1, must be non-negative.");
    refused(eye(shape((-1, 2)).on(cpu())), ErrorKind::Value, "negative dimensions are not allowed");
    refused(
        zeros(shape([1; 65]).on(cpu())),
        ErrorKind::Value,
        "maximum supported dimension for an ndarray is 64, found 65",
    );
    // On a stream of its own: on the null one another test's thread may run it first, and is told.
    let huge = Stream::new(cpu(), false, 0).unwrap().scope(|| {
        zeros(shape(1_i64 << 50).dtype(DType::U8).on(cpu()))
            .and_then(|a| a.to_vec::<u8>())
            .map_err(|error| Error::new(error.kind(), ""))
    });
    refused(huge, ErrorKind::OutOfMemory, "");
    refused(
        count(3).diag(i64::MIN),
        ErrorKind::Value,
        "an array of shape (9223372036854775807,9223372036854775807) is too big for an address",
    );
    let point = zeros(shape(()).on(cpu())).unwrap();
    refused(point.tril(0), ErrorKind::Type, "a triangle needs an array of at least one dimension");
    refused(count((2, 2, 2)).diag(0), ErrorKind::Value, "Input must be 1- or 2-d.");
}
