//! Written kernels against their definition: each is compiled for the host and run there, thread by thread.

mod support;

use cuprust_cuda::write::{Device, Written, write};
use cuprust_num::{DType, Scalar};
use support::build::Build;
use support::{family, machine, reference};

#[test]
fn kernels_compute_what_they_are_defined_to() {
    let family = family::kernels();
    for packs in [true, false] {
        let written: Vec<Written> = family
            .iter()
            .map(|(name, build)| {
                build.kernel.verify().unwrap_or_else(|error| panic!("{name}: {error}"));
                write(&build.kernel, Device { multiprocessors: 2 }, packs)
                    .unwrap_or_else(|error| panic!("{name}: {error}"))
            })
            .collect();
        let Some(compiled) = machine::compile(&format!("family-{packs}"), &written) else { return };
        let mut wrong = Vec::new();
        for (place, ((name, build), kernel)) in family.iter().zip(&written).enumerate() {
            let mut expected = contents(build);
            let mut got = expected.clone();
            reference::run(&build.kernel, &mut expected, &build.scalars);
            compiled.run(place, kernel, &mut got, &build.scalars);
            if let Some(difference) = difference(build, &got, &expected) {
                wrong.push(format!("{name} ({:?}): {difference}", kernel.class));
            }
        }
        assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), family.len(), wrong.join("\n"));
    }
}

#[test]
fn kernels_compile_for_every_architecture() {
    use cuprust_cuda::compile::{Options, compile_all, version};
    if let Err(error) = version() {
        println!("not compiled: {error}");
        return;
    }
    let mut texts: Vec<String> = Vec::new();
    for (name, build) in family::kernels().iter().chain(&family::halves()) {
        let written = write(&build.kernel, Device { multiprocessors: 132 }, true);
        texts.push(written.unwrap_or_else(|error| panic!("{name}: {error}")).text);
    }
    texts.sort();
    texts.dedup();
    for (capability, every) in [((9, 0), 1), ((7, 5), 8), ((8, 0), 8), ((10, 0), 8)] {
        let some: Vec<&str> = texts.iter().step_by(every).map(String::as_str).collect();
        for (text, image) in some.iter().zip(compile_all(&some, capability, &Options::exact())) {
            image.unwrap_or_else(|error| panic!("for {capability:?}: {error}\n{text}"));
        }
        println!("{} texts for {capability:?}", some.len());
    }
}

/// Bytes for each storage: small numbers, the same ones each time, with equal ones and (for floats) a NaN among them.
fn contents(build: &Build) -> Vec<Vec<u8>> {
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

/// What differs by more than rounding: sums of floats within some units of the last place of the largest term, all else
/// exactly.
fn difference(build: &Build, got: &[Vec<u8>], expected: &[Vec<u8>]) -> Option<String> {
    for write in &build.kernel.writes {
        let (storage, dtype) = (write.view.storage.0 as usize, write.view.dtype);
        let tolerance = match dtype.real() {
            DType::F32 => 2e-5,
            DType::F64 => 1e-13,
            _ => 0.0,
        };
        let pairs = got[storage].chunks_exact(dtype.size()).zip(expected[storage].chunks_exact(dtype.size()));
        for (place, (a, b)) in pairs.enumerate() {
            if a == b {
                continue;
            }
            let [x, y] = [a, b].map(|bytes| Scalar::from_bytes(dtype, bytes));
            let [u, v] = [x, y].map(|value| value.get::<cuprust_num::c128>());
            if u.re.is_nan() && v.re.is_nan() && u.im.is_nan() == v.im.is_nan() {
                continue;
            }
            if !((u - v).norm() <= tolerance * (1.0 + v.norm())) {
                return Some(format!("element {place} of s{storage} is {x} and not {y}"));
            }
        }
    }
    let untouched = |id: &usize| !build.kernel.writes.iter().any(|write| write.view.storage.0 as usize == *id);
    let changed = (0..got.len()).filter(untouched).find(|&id| got[id] != expected[id]);
    changed.map(|id| format!("s{id} was changed, and is not written"))
}
