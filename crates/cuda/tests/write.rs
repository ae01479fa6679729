//! Written kernels against their definition: each is compiled for the host and run there, thread by thread.

mod support;

use cuprust_cuda::write::{Device, Written, write};
use support::compare::{contents, difference};
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
