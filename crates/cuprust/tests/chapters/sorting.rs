//! Sorting and choosing from Rust. The tests in Python compare the values with NumPy.

use cuprust::{Array, DType, Device, ErrorKind, indexing, s, sorting};

fn numbers(values: &[f64], shape: &[i64]) -> Array {
    Array::from_slice(values, shape, Device::cpu()).unwrap()
}

#[test]
fn arrays_are_sorted_along_an_axis() {
    let a = numbers(&[3.0, f64::NAN, 1.0, 2.0, -1.0, 5.0], &[2, 3]);
    assert_eq!(sorting::sort(&a, Some(-1)).unwrap().to_string(), "[[ 1.  3. nan]\n [-1.  2.  5.]]");
    assert_eq!(sorting::sort(&a, Some(0)).unwrap().to_string(), "[[ 2. -1.  1.]\n [ 3. nan  5.]]");
    assert_eq!(sorting::sort(&a, None).unwrap().to_string(), "[-1.  1.  2.  3.  5. nan]");
    assert_eq!(sorting::argsort(&a, Some(1)).unwrap().to_string(), "[[2 0 1]\n [1 0 2]]");
    assert_eq!(a.argsort(None).unwrap().to_string(), "[4 2 3 0 5 1]");
    assert_eq!(sorting::sort(&a, Some(2)).unwrap_err().kind(), ErrorKind::Axis);
}

#[test]
fn views_are_sorted_in_place() {
    let a = numbers(&[3.0, 1.0, 2.0, 0.0, 5.0, 4.0], &[6]);
    a.at(s![..;2]).unwrap().sort(0).unwrap();
    assert_eq!(a.to_string(), "[2. 1. 3. 0. 5. 4.]");
    a.at(s![..;-1]).unwrap().sort(-1).unwrap();
    assert_eq!(a.to_string(), "[5. 4. 3. 2. 1. 0.]");
    let mut fixed = a.clone();
    fixed.set_writable(false);
    assert_eq!(fixed.sort(0).unwrap_err().kind(), ErrorKind::Value);
}

#[test]
fn what_is_chosen_is_cut_to_its_count() {
    let values: Vec<f64> = (0..100_000).map(|i| f64::from(i % 1000)).collect();
    let a = numbers(&values, &[100, 1000]);
    let found = indexing::nonzero(&a).unwrap();
    assert_eq!((found.len(), found[0].shape(), found[1].shape()), (2, &[99_900][..], &[99_900][..]));
    // Most elements are not chosen: what is has memory of its own.
    let few: Vec<bool> = (0..100_000).map(|i| i % 1000 == 7).collect();
    let mask = Array::from_slice(&few, [100, 1000], Device::cpu()).unwrap();
    assert_eq!(indexing::take_where(&a, &mask).unwrap().to_vec::<f64>().unwrap(), [7.0; 100]);
    assert_eq!(indexing::take_where(&a, &a.astype(DType::Bool).unwrap()).unwrap().shape(), [99_900]);
    assert_eq!(indexing::argwhere(&numbers(&[0.0, 2.0, 0.0], &[3])).unwrap().to_string(), "[[1]]");
    assert_eq!(indexing::nonzero(&numbers(&[1.0], &[])).unwrap_err().kind(), ErrorKind::Value);
}

#[test]
fn kinds_have_names() {
    assert!([None, Some("quicksort"), Some("Stable")].into_iter().all(|kind| sorting::check_kind(kind, None).is_ok()));
    assert_eq!(sorting::check_kind(Some("other"), None).unwrap_err().kind(), ErrorKind::Value);
    assert_eq!(sorting::check_kind(Some("stable"), Some(true)).unwrap_err().kind(), ErrorKind::Value);
}
