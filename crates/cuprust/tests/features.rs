//! What the crate says where it was compiled without a feature.

#![cfg(not(all(feature = "linalg", feature = "fft", feature = "ptx")))]

use cuprust::*;

/// A value that needs a feature, and that a missing one is named by an error of the first call that waits.
fn needs(feature: &str, has: bool, value: Result<Array>) {
    let value = value.and_then(|array| array.to_vec::<f64>());
    match value {
        Ok(_) => assert!(has, "{feature} is there"),
        Err(error) => {
            assert!(!has && error.to_string().contains(&format!("without its feature `{feature}`")), "{error}");
        }
    }
}

#[test]
fn a_missing_feature_is_named() {
    let on = |array: Array| array.to_device(Device::cpu());
    let a = on(array![[4.0, 1.0], [1.0, 3.0]]).unwrap();
    for found in [linalg::inv(&a), linalg::svdvals(&a), linalg::qr(&a, false).map(|(q, _)| q)] {
        needs("linalg", cfg!(feature = "linalg"), found);
    }
    needs("fft", cfg!(feature = "fft"), fft::fft(&a, -1).and_then(|array| array.real_part()?.copy()));
    if !cfg!(feature = "ptx") {
        assert!(Device::named("ptx").unwrap_err().to_string().contains("without its feature `ptx`"));
        let kernel = cuda::RawKernel::new("extern \"C\" __global__ void nothing(double* x) {}", "nothing");
        let error = kernel.launch([1, 1, 1], [1, 1, 1], &[(&a).into()]);
        assert!(error.unwrap_err().to_string().contains("without its feature `ptx`"));
    }
    // What needs no feature works after such an error.
    assert_eq!(a.matmul(&a).unwrap().to_string(), "[[17.  7.]\n [ 7. 10.]]");
}
