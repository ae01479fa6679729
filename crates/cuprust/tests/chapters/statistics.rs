//! Means, variances and choices, on NumPy's dtypes and special values.
//!
//! The expected texts are what NumPy 2 prints for the same calls.

use crate::support::{count, cpu, floats, refused, same};
use cuprust::indexing::select;
use cuprust::logic::*;
use cuprust::math::{clip_with, nan_to_num};
use cuprust::*;

trait Filled {
    fn put_scalar(self, value: i64) -> Array;
}

impl Filled for Array {
    fn put_scalar(self, value: i64) -> Array {
        self.fill(Scalar::new(value)).unwrap();
        self
    }
}

#[test]
fn means() {
    same(count((2, 3)).mean(..), "float64", &[], "2.5");
    same(count((2, 3)).mean(0), "float64", &[3], "[1.5 2.5 3.5]");
    same(count((2, 3)).mean(axis(-1).keepdims()), "float64", &[2, 1], "[[1.]\n [4.]]");
    same(count((2, 3, 4)).mean((0, 2)), "float64", &[3], "[ 7.5 11.5 15.5]");
    same(full(shape(70000).on(cpu()), f16::from_f32(10.0)).and_then(|a| a.mean(..)), "float16", &[], "10.0");
    same(count(4).astype(DType::C64).and_then(|a| a.mean(..)), "complex64", &[], "(1.5+0j)");
    same(count(0).mean(..), "float64", &[], "nan");
    same(
        count((2, 3)).mean(axis(1).mask(&tri(shape((2, 3)).k(1).of::<bool>().on(cpu())).unwrap())),
        "float64",
        &[2],
        "[0.5 4. ]",
    );
    same(count(3).mean(axis(..).dtype(DType::F32)), "float32", &[], "1.0");
    same(count((2, 3)).weighted_average(1, &floats(&[1.0, 2.0, 5.0])).map(|x| x.0), "float64", &[2], "[1.5 4.5]");
}

#[test]
fn variances() {
    same(count((2, 3)).var(..), "float64", &[], "2.9166666666666665");
    same(count((2, 4)).var(axis(1).ddof(1.0)), "float64", &[2], "[1.66666667 1.66666667]");
    same(count((2, 3)).std(0), "float64", &[3], "[1.5 1.5 1.5]");
    same(count(6).astype(DType::F16).and_then(|a| a.std(..)), "float16", &[], "1.708");
    same(count(6).astype(DType::F32).and_then(|a| a.var(..)), "float32", &[], "2.9166667");
    same(count(4).astype(DType::C128).and_then(|a| (a * c128::new(1.0, 1.0)).var(..)), "float64", &[], "2.5");
    same((count(4) + 1e9).var(..), "float64", &[], "1.25");
    same(count(1).var(axis(..).ddof(1.0)), "float64", &[], "nan");
    same(
        count((2, 3)).var(axis(1).mask(&tri(shape((2, 3)).k(1).of::<bool>().on(cpu())).unwrap())),
        "float64",
        &[2],
        "[0.25       0.66666667]",
    );
}

#[test]
fn reductions_without_nan() {
    same(floats(&[1.0, f64::NAN, 3.0]).nansum(..), "float64", &[], "4.0");
    same(floats(&[2.0, f64::NAN, 3.0]).nanprod(..), "float64", &[], "6.0");
    same(floats(&[1.0, f64::NAN, 3.0]).nanmax(..), "float64", &[], "3.0");
    same(floats(&[1.0, f64::NAN, 3.0]).nanmin(..), "float64", &[], "1.0");
    same(floats(&[1.0, f64::NAN, 3.0]).nanmean(..), "float64", &[], "2.0");
    same(floats(&[1.0, f64::NAN, 3.0]).nanvar(..), "float64", &[], "1.0");
    same(floats(&[1.0, f64::NAN, 4.0]).nanstd(axis(..).ddof(1.0)), "float64", &[], "2.1213203435596424");
    same(count(3).nansum(..), "int64", &[], "3");
    same(count((2, 3)).ptp(1), "int64", &[2], "[2 2]");
    same(count((2, 3)).count_nonzero(1), "int64", &[2], "[2 3]");
    same(floats(&[0.0, -0.0, f64::NAN]).count_nonzero(axis(..).keepdims()), "int64", &[1], "[1]");
}

#[test]
fn choices() {
    same(where_(&count(4), 1, 0.5), "float64", &[4], "[0.5 1.  1.  1. ]");
    same(where_(&count(3), 1, 0), "int64", &[3], "[0 1 1]");
    same(where_(&count(3), true, false), "bool", &[3], "[False  True  True]");
    same(
        where_(&tri(shape(2).of::<bool>().on(cpu())).unwrap(), &count((2, 2)), -1),
        "int64",
        &[2, 2],
        "[[ 0 -1]\n [ 2  3]]",
    );
    same(clip(&count(6), 2, 4), "int64", &[6], "[2 2 2 3 4 4]");
    same(clip_with(&floats(&[1.0, f64::NAN, 9.0]), None, Some(4.into()), None), "float64", &[3], "[ 1. nan  4.]");
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
        nan_to_num(&floats(&[f64::NAN, f64::INFINITY, -f64::INFINITY, 1.0]), 0.0, None, Some((-2.0).into())),
        "float64",
        &[4],
        "[ 0.00000000e+000  1.79769313e+308 -2.00000000e+000  1.00000000e+000]",
    );
    same(
        select(
            &[
                &ufunc::binary(ops::RowId::named("less"), &count(6), &count(()).put_scalar(3)).unwrap(),
                &ufunc::binary(ops::RowId::named("greater"), &count(6), &count(()).put_scalar(4)).unwrap(),
            ],
            &[&count(6), &(count(6) * 10)],
            -1,
        ),
        "int64",
        &[6],
        "[ 0  1  2 -1 -1 50]",
    );
}

#[test]
fn bad_calls_say_what_is_wrong() {
    refused(count(2).mean(1), ErrorKind::Axis, "mean: axis 1 is out of bounds for array of dimension 1");
    refused(
        count((2, 3)).weighted_average(.., &floats(&[1.0])).map(drop),
        ErrorKind::Type,
        "Axis must be specified when shapes of a and weights differ.",
    );
    refused(select::<&Array>(&[], &[], 0), ErrorKind::Value, "select with an empty condition list is not possible");
}

#[test]
fn comparisons_of_whole_arrays() {
    let a = count(3);
    assert!(array_equal(&a, &a.copy().unwrap(), false).unwrap());
    assert!(!array_equal(&a, &count(4), false).unwrap());
    assert!(!array_equal(&floats(&[f64::NAN]), &floats(&[f64::NAN]), false).unwrap());
    assert!(array_equal(&floats(&[f64::NAN]), &floats(&[f64::NAN]), true).unwrap());
    assert!(allclose(&a, &(&a + 1e-9), Tolerance::default()).unwrap());
    assert!(array_equiv(&floats(&[1.0]), &floats(&[1.0, 1.0])).unwrap());
}
