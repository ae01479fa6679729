//! Means, variances and choices, on NumPy's dtypes and special values.
//!
//! The expected texts are what NumPy 2 prints for the same calls.

use cuprust::indexing::select;
use cuprust::logic::*;
use cuprust::math::nan_to_num;
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

fn floats(values: &[f64]) -> Array {
    Array::from_slice(values, &[values.len() as i64], cpu()).unwrap()
}

trait Filled {
    fn put_scalar(self, value: i64) -> Array;
}

impl Filled for Array {
    fn put_scalar(self, value: i64) -> Array {
        self.fill(Scalar::new(value)).unwrap();
        self
    }
}

#[track_caller]
fn same(array: Result<Array>, dtype: &str, shape: &[i64], text: &str) {
    let array = array.unwrap();
    assert_eq!((array.dtype().name(), array.shape()), (dtype, shape));
    assert_eq!(array.to_string(), text);
}

#[test]
fn means() {
    same(count(&[2, 3]).mean(&MomentOptions::default()), "float64", &[], "2.5");
    same(
        count(&[2, 3]).mean(&MomentOptions { axes: Some(&[0]), ..Default::default() }),
        "float64",
        &[3],
        "[1.5 2.5 3.5]",
    );
    same(
        count(&[2, 3]).mean(&MomentOptions { axes: Some(&[-1]), keepdims: true, ..Default::default() }),
        "float64",
        &[2, 1],
        "[[1.]\n [4.]]",
    );
    same(
        count(&[2, 3, 4]).mean(&MomentOptions { axes: Some(&[0, 2]), ..Default::default() }),
        "float64",
        &[3],
        "[ 7.5 11.5 15.5]",
    );
    same(
        creation::full(&[70000], Scalar::new(f16::from_f32(10.0)), cpu())
            .and_then(|a| a.mean(&MomentOptions::default())),
        "float16",
        &[],
        "10.0",
    );
    same(count(&[4]).astype(DType::C64).and_then(|a| a.mean(&MomentOptions::default())), "complex64", &[], "(1.5+0j)");
    same(count(&[0]).mean(&MomentOptions::default()), "float64", &[], "nan");
    same(
        count(&[2, 3]).mean(&MomentOptions {
            mask: Some(&creation::tri(2, 3, 1, DType::Bool, cpu()).unwrap()),
            axes: Some(&[1]),
            ..Default::default()
        }),
        "float64",
        &[2],
        "[0.5 4. ]",
    );
    same(count(&[3]).mean(&MomentOptions { dtype: Some(DType::F32), ..Default::default() }), "float32", &[], "1.0");
    same(
        count(&[2, 3]).average(Some(&[1]), Some(&floats(&[1.0, 2.0, 5.0])), false).map(|x| x.0),
        "float64",
        &[2],
        "[1.5 4.5]",
    );
}

#[test]
fn variances() {
    same(count(&[2, 3]).var(&MomentOptions::default()), "float64", &[], "2.9166666666666665");
    same(
        count(&[2, 4]).var(&MomentOptions { axes: Some(&[1]), ddof: 1.0, ..Default::default() }),
        "float64",
        &[2],
        "[1.66666667 1.66666667]",
    );
    same(
        count(&[2, 3]).std(&MomentOptions { axes: Some(&[0]), ..Default::default() }),
        "float64",
        &[3],
        "[1.5 1.5 1.5]",
    );
    same(count(&[6]).astype(DType::F16).and_then(|a| a.std(&MomentOptions::default())), "float16", &[], "1.708");
    same(count(&[6]).astype(DType::F32).and_then(|a| a.var(&MomentOptions::default())), "float32", &[], "2.9166667");
    same(
        count(&[4]).astype(DType::C128).and_then(|a| (a * c128::new(1.0, 1.0)).var(&MomentOptions::default())),
        "float64",
        &[],
        "2.5",
    );
    same((count(&[4]) + 1e9).var(&MomentOptions::default()), "float64", &[], "1.25");
    same(count(&[1]).var(&MomentOptions { ddof: 1.0, ..Default::default() }), "float64", &[], "nan");
    same(
        count(&[2, 3]).var(&MomentOptions {
            mask: Some(&creation::tri(2, 3, 1, DType::Bool, cpu()).unwrap()),
            axes: Some(&[1]),
            ..Default::default()
        }),
        "float64",
        &[2],
        "[0.25       0.66666667]",
    );
}

#[test]
fn reductions_without_nan() {
    same(floats(&[1.0, f64::NAN, 3.0]).nansum(&ReduceOptions::default()), "float64", &[], "4.0");
    same(floats(&[2.0, f64::NAN, 3.0]).nanprod(&ReduceOptions::default()), "float64", &[], "6.0");
    same(floats(&[1.0, f64::NAN, 3.0]).nanmax(&ReduceOptions::default()), "float64", &[], "3.0");
    same(floats(&[1.0, f64::NAN, 3.0]).nanmin(&ReduceOptions::default()), "float64", &[], "1.0");
    same(floats(&[1.0, f64::NAN, 3.0]).nanmean(&MomentOptions::default()), "float64", &[], "2.0");
    same(floats(&[1.0, f64::NAN, 3.0]).nanvar(&MomentOptions::default()), "float64", &[], "1.0");
    same(
        floats(&[1.0, f64::NAN, 4.0]).nanstd(&MomentOptions { ddof: 1.0, ..Default::default() }),
        "float64",
        &[],
        "2.1213203435596424",
    );
    same(count(&[3]).nansum(&ReduceOptions::default()), "int64", &[], "3");
    same(count(&[2, 3]).ptp(&ReduceOptions { axes: Some(&[1]), ..Default::default() }), "int64", &[2], "[2 2]");
    same(count(&[2, 3]).count_nonzero(Some(&[1]), false), "int64", &[2], "[2 3]");
    same(floats(&[0.0, -0.0, f64::NAN]).count_nonzero(None, true), "int64", &[1], "[1]");
}

#[test]
fn choices() {
    same(
        where_(&count(&[4]), Argument::Value(Value::Int(1)), Argument::Value(Value::Float(0.5))),
        "float64",
        &[4],
        "[0.5 1.  1.  1. ]",
    );
    same(
        where_(&count(&[3]), Argument::Value(Value::Int(1)), Argument::Value(Value::Int(0))),
        "int64",
        &[3],
        "[0 1 1]",
    );
    same(
        where_(&count(&[3]), Argument::Value(Value::Bool(true)), Argument::Value(Value::Bool(false))),
        "bool",
        &[3],
        "[False  True  True]",
    );
    same(
        where_(
            &creation::tri(2, 2, 0, DType::Bool, cpu()).unwrap(),
            Argument::Array(&count(&[2, 2])),
            Argument::Value(Value::Int(-1)),
        ),
        "int64",
        &[2, 2],
        "[[ 0 -1]\n [ 2  3]]",
    );
    same(
        clip(&count(&[6]), Some(Argument::Value(Value::Int(2))), Some(Argument::Value(Value::Int(4))), None),
        "int64",
        &[6],
        "[2 2 2 3 4 4]",
    );
    same(
        clip(&floats(&[1.0, f64::NAN, 9.0]), None, Some(Argument::Value(Value::Int(4))), None),
        "float64",
        &[3],
        "[ 1. nan  4.]",
    );
    same(
        isclose(
            &floats(&[1.0, 2.0, f64::INFINITY, f64::NAN]),
            &floats(&[1.0 + 1e-9, 2.1, f64::INFINITY, f64::NAN]),
            Tolerance::default(),
        ),
        "bool",
        &[4],
        "[ True False  True False]",
    );
    same(
        isclose(
            &floats(&[f64::NAN, 1.0]),
            &floats(&[f64::NAN, f64::NAN]),
            Tolerance { equal_nan: true, ..Tolerance::default() },
        ),
        "bool",
        &[2],
        "[ True False]",
    );
    same(
        nan_to_num(&floats(&[f64::NAN, f64::INFINITY, -f64::INFINITY, 1.0]), 0.0, None, Some(-2.0)),
        "float64",
        &[4],
        "[ 0.00000000e+000  1.79769313e+308 -2.00000000e+000  1.00000000e+000]",
    );
    same(
        select(
            &[
                &ufunc::binary(ops::RowId::named("less"), &count(&[6]), &count(&[]).put_scalar(3)).unwrap(),
                &ufunc::binary(ops::RowId::named("greater"), &count(&[6]), &count(&[]).put_scalar(4)).unwrap(),
            ],
            &[&count(&[6]), &(count(&[6]) * 10)],
            Value::Int(-1),
        ),
        "int64",
        &[6],
        "[ 0  1  2 -1 -1 50]",
    );
}

#[track_caller]
fn refused<T>(result: Result<T>, kind: ErrorKind, text: &str) {
    let error = result.err().expect("an error was expected");
    assert_eq!((error.kind(), error.text()), (kind, text));
}

#[test]
fn bad_calls_say_what_is_wrong() {
    refused(
        count(&[2]).mean(&MomentOptions { axes: Some(&[1]), ..Default::default() }),
        ErrorKind::Axis,
        "mean: axis 1 is out of bounds for array of dimension 1",
    );
    refused(
        count(&[2, 3]).average(None, Some(&floats(&[1.0])), false).map(drop),
        ErrorKind::Type,
        "Axis must be specified when shapes of a and weights differ.",
    );
    refused(select(&[], &[], Value::Int(0)), ErrorKind::Value, "select with an empty condition list is not possible");
}

#[test]
fn comparisons_of_whole_arrays() {
    let a = count(&[3]);
    assert!(array_equal(&a, &a.copy().unwrap(), false).unwrap());
    assert!(!array_equal(&a, &count(&[4]), false).unwrap());
    assert!(!array_equal(&floats(&[f64::NAN]), &floats(&[f64::NAN]), false).unwrap());
    assert!(array_equal(&floats(&[f64::NAN]), &floats(&[f64::NAN]), true).unwrap());
    assert!(allclose(&a, &(&a + 1e-9), Tolerance::default()).unwrap());
    assert!(array_equiv(&floats(&[1.0]), &floats(&[1.0, 1.0])).unwrap());
}
