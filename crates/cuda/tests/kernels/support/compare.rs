//! The contents of kernels' storages, and the comparison of their results.

use cuprust_num::{DType, Scalar};

use super::build::Build;

/// Bytes for each storage: small numbers, the same ones each time, with equal ones and (for floats) a NaN among them.
pub fn contents(build: &Build) -> Vec<Vec<u8>> {
    let mut state = 1u64;
    build
        .storages
        .iter()
        .enumerate()
        .map(|(id, &length)| {
            let views = build.kernel.reads.iter().chain(build.kernel.writes.iter().map(|write| &write.view));
            let dtype =
                views.into_iter().find(|view| view.storage.0 as usize == id).map_or(DType::U8, |view| view.dtype);
            let mut bytes = Vec::with_capacity(length);
            while bytes.len() < length {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let number = (state >> 40) as i64 % 201 - 100;
                let value = match dtype {
                    DType::C64 | DType::C128 => {
                        Scalar::new(cuprust_num::c128::new(number as f64 / 16.0, (state >> 50 & 31) as f64 / 8.0))
                    }
                    _ if dtype.is_float() => Scalar::new(number as f64 / 16.0),
                    _ => Scalar::new(number),
                };
                bytes.extend_from_slice(&value.cast(dtype).bytes()[..dtype.size()]);
            }
            bytes
        })
        .collect()
}

/// The differences beyond rounding: sums of floats may differ by some units of the last place of the largest term, all
/// else must be equal.
pub fn difference(build: &Build, got: &[Vec<u8>], expected: &[Vec<u8>]) -> Option<String> {
    for write in &build.kernel.writes {
        let (storage, dtype) = (write.view.storage.0 as usize, write.view.dtype);
        // Relative to one where terms may cancel, and to the value itself where it was finally rounded to a half type.
        let (tolerance, one) = match dtype.real() {
            DType::F16 => (1e-3, 1e-4),
            DType::BF16 => (8e-3, 1e-30),
            DType::F32 => (2e-5, 1.0),
            DType::F64 => (1e-13, 1.0),
            _ => (0.0, 0.0),
        };
        let pairs = got[storage].chunks_exact(dtype.size()).zip(expected[storage].chunks_exact(dtype.size()));
        for (index, (a, b)) in pairs.enumerate() {
            if a == b {
                continue;
            }
            let [x, y] = [a, b].map(|bytes| Scalar::from_bytes(dtype, bytes));
            let [u, v] = [x, y].map(|value| value.get::<cuprust_num::c128>());
            if u.re.is_nan() && v.re.is_nan() && u.im.is_nan() == v.im.is_nan() {
                continue;
            }
            let apart = (u - v).norm();
            if apart.is_nan() || apart > tolerance * (one + v.norm()) {
                return Some(format!("element {index} of s{storage} is {x} and not {y}"));
            }
        }
    }
    let untouched = |id: &usize| !build.kernel.writes.iter().any(|write| write.view.storage.0 as usize == *id);
    let changed = (0..got.len()).filter(untouched).find(|&id| got[id] != expected[id]);
    changed.map(|id| format!("s{id} was changed, and is not written"))
}
