//! New arrays hold what NumPy puts into them.
//!
//! The expected texts are what NumPy 2 prints for the same calls.

use cuprust::creation::*;
use cuprust::*;

fn cpu() -> Device {
    Device::cpu()
}

/// 0, 1, 2, .. as int64, in a shape.
fn count(shape: &[i64]) -> Array {
    creation::arange(Value::Int(0), Value::Int(shape.iter().product::<i64>() as i128), Value::Int(1), None, cpu())
        .unwrap()
        .reshape(shape)
        .unwrap()
}

#[track_caller]
fn same(array: Result<Array>, dtype: &str, shape: &[i64], text: &str) {
    let array = array.unwrap();
    assert_eq!((array.dtype().name(), array.shape()), (dtype, shape));
    assert_eq!(array.to_string(), text);
}

#[test]
fn filled_arrays() {
    same(zeros(&[2, 3], DType::F64, cpu()), "float64", &[2, 3], "[[0. 0. 0.]\n [0. 0. 0.]]");
    same(ones(&[3], DType::I8, cpu()), "int8", &[3], "[1 1 1]");
    same(full(&[2], Scalar::new(2.5f32), cpu()), "float32", &[2], "[2.5 2.5]");
    same(zeros(&[0, 3], DType::Bool, cpu()), "bool", &[0, 3], "[]");
    same(ones(&[], DType::C128, cpu()), "complex128", &[], "(1+0j)");
    same(count(&[2, 2]).ones_like(None), "int64", &[2, 2], "[[1 1]\n [1 1]]");
    same(count(&[2, 2]).full_like(Scalar::new(7u8)), "uint8", &[2, 2], "[[7 7]\n [7 7]]");
    same(from_iter((1..4).map(|x| x as f64 / 2.0), cpu()), "float64", &[3], "[0.5 1.  1.5]");
}

#[test]
fn ranges() {
    same(arange(Value::Int(0), Value::Int(5), Value::Int(1), None, cpu()), "int64", &[5], "[0 1 2 3 4]");
    same(arange(Value::Int(2), Value::Int(11), Value::Int(3), None, cpu()), "int64", &[3], "[2 5 8]");
    same(arange(Value::Int(10), Value::Int(0), Value::Int(-3), None, cpu()), "int64", &[4], "[10  7  4  1]");
    same(arange(Value::Int(5), Value::Int(2), Value::Int(1), None, cpu()), "int64", &[0], "[]");
    same(
        arange(Value::Float(0.0), Value::Float(1.0), Value::Float(0.1), None, cpu()),
        "float64",
        &[10],
        "[0.  0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9]",
    );
    same(
        arange(Value::Float(1.0), Value::Float(2.0), Value::Float(0.3), None, cpu()),
        "float64",
        &[4],
        "[1.  1.3 1.6 1.9]",
    );
    same(arange(Value::Float(0.5), Value::Int(4), Value::Int(1), None, cpu()), "float64", &[4], "[0.5 1.5 2.5 3.5]");
    same(
        arange(Value::Int(0), Value::Int(5), Value::Int(1), Some(DType::F32), cpu()),
        "float32",
        &[5],
        "[0. 1. 2. 3. 4.]",
    );
    same(
        arange(Value::Float(0.1), Value::Float(1.0), Value::Float(0.2), Some(DType::F32), cpu()),
        "float32",
        &[5],
        "[0.1        0.3        0.50000006 0.70000005 0.9000001 ]",
    );
    same(
        arange(Value::Float(0.1), Value::Float(1.0), Value::Float(0.2), Some(DType::F16), cpu()),
        "float16",
        &[5],
        "[0.1    0.3    0.5    0.7    0.9004]",
    );
    same(
        arange(Value::Float(0.0), Value::Float(5.0), Value::Float(1.5), Some(DType::I64), cpu()),
        "int64",
        &[4],
        "[0 1 2 3]",
    );
    same(arange(Value::Int(0), Value::Int(2), Value::Int(1), Some(DType::Bool), cpu()), "bool", &[2], "[False  True]");
    same(
        arange(
            Value::Int(18446744073709551610),
            Value::Int(18446744073709551615),
            Value::Int(2),
            Some(DType::U64),
            cpu(),
        ),
        "uint64",
        &[3],
        "[18446744073709551610 18446744073709551612 18446744073709551614]",
    );
    same(
        arange(
            Value::Int(9223372036854775806),
            Value::Int(9223372036854775810),
            Value::Int(1),
            Some(DType::U64),
            cpu(),
        ),
        "uint64",
        &[4],
        "[9223372036854775806 9223372036854775807 9223372036854775808\n 9223372036854775809]",
    );
}

#[test]
fn spaced_numbers() {
    same(
        linspace(Value::Int(0), Value::Int(1), Spacing { num: 5, ..Spacing::default() }, cpu()).map(|x| x.0),
        "float64",
        &[5],
        "[0.   0.25 0.5  0.75 1.  ]",
    );
    same(
        linspace(Value::Int(0), Value::Int(1), Spacing { num: 5, endpoint: false, dtype: None }, cpu()).map(|x| x.0),
        "float64",
        &[5],
        "[0.  0.2 0.4 0.6 0.8]",
    );
    same(
        linspace(Value::Int(-3), Value::Int(3), Spacing { num: 4, endpoint: false, dtype: Some(DType::I64) }, cpu())
            .map(|x| x.0),
        "int64",
        &[4],
        "[-3 -2  0  1]",
    );
    same(
        linspace(Value::Int(2), Value::Int(9), Spacing { num: 1, ..Spacing::default() }, cpu()).map(|x| x.0),
        "float64",
        &[1],
        "[2.]",
    );
    same(
        linspace(Value::Int(2), Value::Int(2), Spacing { num: 3, ..Spacing::default() }, cpu()).map(|x| x.0),
        "float64",
        &[3],
        "[2. 2. 2.]",
    );
    same(
        linspace(Value::Int(0), Value::Int(2), Spacing { num: 0, ..Spacing::default() }, cpu()).map(|x| x.0),
        "float64",
        &[0],
        "[]",
    );
    same(
        linspace(Value::Complex(c128::new(0.0, 1.0)), Value::Int(2), Spacing { num: 3, ..Spacing::default() }, cpu())
            .map(|x| x.0),
        "complex128",
        &[3],
        "[0.+1.j  1.+0.5j 2.+0.j ]",
    );
    same(
        logspace(Value::Int(0), Value::Int(3), 2.0, Spacing { num: 4, ..Spacing::default() }, cpu()),
        "float64",
        &[4],
        "[1. 2. 4. 8.]",
    );
    same(
        geomspace(Value::Int(1), Value::Int(1000), Spacing { num: 4, ..Spacing::default() }, cpu()),
        "float64",
        &[4],
        "[   1.   10.  100. 1000.]",
    );
    same(
        geomspace(Value::Int(-1000), Value::Int(-1), Spacing { num: 4, ..Spacing::default() }, cpu()),
        "float64",
        &[4],
        "[-1000.  -100.   -10.    -1.]",
    );
}

#[test]
fn matrices_with_a_name() {
    same(eye(2, 3, 1, DType::F64, cpu()), "float64", &[2, 3], "[[0. 1. 0.]\n [0. 0. 1.]]");
    same(eye(3, 2, -1, DType::I32, cpu()), "int32", &[3, 2], "[[0 0]\n [1 0]\n [0 1]]");
    same(identity(2, DType::C64, cpu()), "complex64", &[2, 2], "[[1.+0.j 0.+0.j]\n [0.+0.j 1.+0.j]]");
    same(eye(2, 2, i64::MIN, DType::F64, cpu()), "float64", &[2, 2], "[[0. 0.]\n [0. 0.]]");
    same(tri(2, 3, i64::MAX, DType::F64, cpu()), "float64", &[2, 3], "[[1. 1. 1.]\n [1. 1. 1.]]");
    same(tri(-1, 3, 0, DType::F64, cpu()), "float64", &[0, 3], "[]");
    same(tri(3, 4, 1, DType::F64, cpu()), "float64", &[3, 4], "[[1. 1. 0. 0.]\n [1. 1. 1. 0.]\n [1. 1. 1. 1.]]");
    same(count(&[3, 3]).tril(-1), "int64", &[3, 3], "[[0 0 0]\n [3 0 0]\n [6 7 0]]");
    same(
        count(&[2, 3, 3]).triu(1),
        "int64",
        &[2, 3, 3],
        "[[[ 0  1  2]\n  [ 0  0  5]\n  [ 0  0  0]]\n\n [[ 0 10 11]\n  [ 0  0 14]\n  [ 0  0  0]]]",
    );
    same(count(&[3]).diag(1), "int64", &[4, 4], "[[0 0 0 0]\n [0 0 1 0]\n [0 0 0 2]\n [0 0 0 0]]");
    same(count(&[3, 4]).diag(-1), "int64", &[2], "[4 9]");
    same(count(&[2, 3, 4]).diagonal(1, 0, 2), "int64", &[3, 2], "[[ 1 14]\n [ 5 18]\n [ 9 22]]");
    same(count(&[2, 3]).diagonal(7, 0, 1), "int64", &[0], "[]");
    same(count(&[2, 2]).diagflat(0), "int64", &[4, 4], "[[0 0 0 0]\n [0 1 0 0]\n [0 0 2 0]\n [0 0 0 3]]");
    same(indices(&[2, 3], DType::I64, cpu()), "int64", &[2, 2, 3], "[[[0 0 0]\n  [1 1 1]]\n\n [[0 1 2]\n  [0 1 2]]]");
    same(
        meshgrid(&[&count(&[3]), &count(&[2])], true, false, true).map(|mut grids| grids.remove(1)),
        "int64",
        &[2, 3],
        "[[0 0 0]\n [1 1 1]]",
    );
    same(
        meshgrid(&[&count(&[3]), &count(&[2])], false, true, false).map(|mut grids| grids.remove(0)),
        "int64",
        &[3, 1],
        "[[0]\n [1]\n [2]]",
    );
}

#[track_caller]
fn refused<T>(result: Result<T>, kind: ErrorKind, text: &str) {
    let error = result.err().expect("an error was expected");
    assert_eq!((error.kind(), error.text()), (kind, text));
}

#[test]
fn bad_calls_say_what_is_wrong() {
    refused(zeros(&[-1], DType::F64, cpu()), ErrorKind::Value, "negative dimensions are not allowed");
    refused(
        zeros(&[1 << 40, 1 << 40], DType::F64, cpu()),
        ErrorKind::Value,
        "an array of shape (1099511627776,1099511627776) is too big for an address",
    );
    refused(
        arange(Value::Int(0), Value::Int(3), Value::Int(0), None, cpu()),
        ErrorKind::Value,
        "arange: the step must not be zero",
    );
    refused(
        arange(Value::Float(0.0), Value::Float(f64::INFINITY), Value::Float(1.0), None, cpu()),
        ErrorKind::Value,
        "Maximum allowed size exceeded",
    );
    refused(
        geomspace(Value::Int(0), Value::Int(3), Spacing::default(), cpu()),
        ErrorKind::Value,
        "Geometric sequence cannot include zero",
    );
    refused(
        linspace(Value::Int(0), Value::Int(3), Spacing { num: -1, ..Spacing::default() }, cpu()),
        ErrorKind::Value,
        "Number of samples, -1, must be non-negative.",
    );
    refused(eye(-1, 2, 0, DType::F64, cpu()), ErrorKind::Value, "negative dimensions are not allowed");
    refused(
        zeros(&[1; 65], DType::F64, cpu()),
        ErrorKind::Value,
        "maximum supported dimension for an ndarray is 64, found 65",
    );
    refused(
        zeros(&[1 << 50], DType::U8, cpu())
            .and_then(|a| a.to_vec::<u8>())
            .map_err(|error| Error::new(error.kind(), "")),
        ErrorKind::OutOfMemory,
        "",
    );
    refused(
        count(&[3]).diag(i64::MIN),
        ErrorKind::Value,
        "an array of shape (9223372036854775807,9223372036854775807) is too big for an address",
    );
    refused(count(&[3]).tril(0), ErrorKind::Value, "a triangle needs an array of at least two dimensions");
    refused(count(&[2, 2, 2]).diag(0), ErrorKind::Value, "Input must be 1- or 2-d.");
}
