//! Arrays are printed as NumPy prints them.
//!
//! The expected texts are what NumPy 2 prints for the same calls.

use cuprust::*;

fn cpu() -> Device {
    Device::cpu()
}

/// 0, 1, 2, .. as int64, in a shape.
fn count(shape: impl IntoInts) -> Array {
    let shape = shape.into_ints();
    arange(span(shape.iter().product::<i64>()).on(cpu())).unwrap().reshape(&shape).unwrap()
}

fn floats(values: &[f64]) -> Array {
    Array::from_slice(values, [values.len() as i64], cpu()).unwrap()
}

#[track_caller]
fn same(array: Result<Array>, dtype: &str, shape: &[i64], text: &str) {
    let array = array.unwrap();
    assert_eq!((array.dtype().name(), array.shape()), (dtype, shape));
    assert_eq!(array.to_string(), text);
}

#[test]
fn numbers() {
    same(Ok(floats(&[1.0, 2.5, -3.125])), "float64", &[3], "[ 1.     2.5   -3.125]");
    same(Ok(floats(&[0.1, 1.0 / 3.0, 2e-5])), "float64", &[3], "[1.00000000e-01 3.33333333e-01 2.00000000e-05]");
    same(Ok(floats(&[1e10, 1.0])), "float64", &[2], "[1.e+10 1.e+00]");
    same(Ok(floats(&[1.5, f64::NAN, f64::NEG_INFINITY])), "float64", &[3], "[ 1.5  nan -inf]");
    same(Ok(floats(&[f64::NAN, f64::INFINITY])), "float64", &[2], "[nan inf]");
    same(Ok(floats(&[1e-300, 1e300, 0.0])), "float64", &[3], "[1.e-300 1.e+300 0.e+000]");
    same(Ok(floats(&[123456.78901234568, 1.0])), "float64", &[2], "[1.23456789e+05 1.00000000e+00]");
    same(Ok(floats(&[-0.0, 0.0])), "float64", &[2], "[-0.  0.]");
    same(floats(&[0.1, 0.7, 3.0]).astype(DType::F16), "float16", &[3], "[0.1 0.7 3. ]");
    same(
        floats(&[0.1, 16777216.0, 3.0]).astype(DType::F32),
        "float32",
        &[3],
        "[1.0000000e-01 1.6777216e+07 3.0000000e+00]",
    );
    same(
        Array::from_slice(&[c128::new(1.0, -2.5), c128::new(f64::NAN, 0.25)], [2], cpu()),
        "complex128",
        &[2],
        "[ 1.-2.5j  nan+0.25j]",
    );
    same(Array::from_slice(&[true, false], [2], cpu()), "bool", &[2], "[ True False]");
    same(Array::from_slice(&[1.0f64], (), cpu()), "float64", &[], "1.0");
    same(Array::from_slice(&[1e-5f32], (), cpu()), "float32", &[], "1e-05");
    same(Array::from_slice(&[c128::new(0.0, 2.0)], (), cpu()), "complex128", &[], "2j");
    same(Array::from_slice(&[c128::new(1.5, -2.0)], (), cpu()), "complex128", &[], "(1.5-2j)");
    same(Array::from_slice(&[true], (), cpu()), "bool", &[], "True");
}

#[test]
fn layout() {
    same(
        Ok(count(30)),
        "int64",
        &[30],
        "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n 24 25 26 27 28 29]",
    );
    same(
        Ok(count((2, 3, 2))),
        "int64",
        &[2, 3, 2],
        "[[[ 0  1]\n  [ 2  3]\n  [ 4  5]]\n\n [[ 6  7]\n  [ 8  9]\n  [10 11]]]",
    );
    same(Ok(count(2000)), "int64", &[2000], "[   0    1    2 ... 1997 1998 1999]");
    same(
        Ok(count((40, 50))),
        "int64",
        &[40, 50],
        "[[   0    1    2 ...   47   48   49]\n [  50   51   52 ...   97   98   99]\n [ 100  101  102 ...  147  148  149]\n ...\n [1850 1851 1852 ... 1897 1898 1899]\n [1900 1901 1902 ... 1947 1948 1949]\n [1950 1951 1952 ... 1997 1998 1999]]",
    );
    same(
        Ok(count((3, 40, 50))),
        "int64",
        &[3, 40, 50],
        "[[[   0    1    2 ...   47   48   49]\n  [  50   51   52 ...   97   98   99]\n  [ 100  101  102 ...  147  148  149]\n  ...\n  [1850 1851 1852 ... 1897 1898 1899]\n  [1900 1901 1902 ... 1947 1948 1949]\n  [1950 1951 1952 ... 1997 1998 1999]]\n\n [[2000 2001 2002 ... 2047 2048 2049]\n  [2050 2051 2052 ... 2097 2098 2099]\n  [2100 2101 2102 ... 2147 2148 2149]\n  ...\n  [3850 3851 3852 ... 3897 3898 3899]\n  [3900 3901 3902 ... 3947 3948 3949]\n  [3950 3951 3952 ... 3997 3998 3999]]\n\n [[4000 4001 4002 ... 4047 4048 4049]\n  [4050 4051 4052 ... 4097 4098 4099]\n  [4100 4101 4102 ... 4147 4148 4149]\n  ...\n  [5850 5851 5852 ... 5897 5898 5899]\n  [5900 5901 5902 ... 5947 5948 5949]\n  [5950 5951 5952 ... 5997 5998 5999]]]",
    );
    same(Ok(count((2, 0))), "int64", &[2, 0], "[]");
    same(
        count((3, 20)).astype(DType::F64).map(|a| a / 7),
        "float64",
        &[3, 20],
        "[[0.         0.14285714 0.28571429 0.42857143 0.57142857 0.71428571\n  0.85714286 1.         1.14285714 1.28571429 1.42857143 1.57142857\n  1.71428571 1.85714286 2.         2.14285714 2.28571429 2.42857143\n  2.57142857 2.71428571]\n [2.85714286 3.         3.14285714 3.28571429 3.42857143 3.57142857\n  3.71428571 3.85714286 4.         4.14285714 4.28571429 4.42857143\n  4.57142857 4.71428571 4.85714286 5.         5.14285714 5.28571429\n  5.42857143 5.57142857]\n [5.71428571 5.85714286 6.         6.14285714 6.28571429 6.42857143\n  6.57142857 6.71428571 6.85714286 7.         7.14285714 7.28571429\n  7.42857143 7.57142857 7.71428571 7.85714286 8.         8.14285714\n  8.28571429 8.42857143]]",
    );
}

#[test]
fn debug_is_numpys_repr() {
    assert_eq!(format!("{:?}", count(3)), "array([0, 1, 2])");
    assert_eq!(format!("{:?}", count((2, 2))), "array([[0, 1],\n       [2, 3]])");
    assert_eq!(format!("{:?}", count(3).astype(DType::F32).unwrap()), "array([0., 1., 2.], dtype=float32)");
    assert_eq!(format!("{:?}", count(0)), "array([], dtype=int64)");
    assert_eq!(format!("{:?}", floats(&[1.0, 2.0])), "array([1., 2.])");
    assert_eq!(format!("{:?}", count(()).astype(DType::F64).unwrap()), "array(0.)");
    assert_eq!(
        format!("{:?}", count(30).astype(DType::I16).unwrap()),
        "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16,\n       17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29], dtype=int16)"
    );
}
