//! Written kernels against their definition: each is compiled for the host and run there, thread by thread.

use std::collections::HashSet;

use crate::support::compare::{contents, difference};
use crate::support::device::long;
use crate::support::{family, machine, reference};
use cuprust_cuda::write::{Class, Device, Written, write, write_wide};

#[test]
fn kernels_compute_what_they_are_defined_to() {
    // All kernels, or many of them, with packs; some of them without, with 64-bit indices, and for a device that few
    // elements do not fill.
    for (variant, packs, wide, every, multiprocessors) in [
        ("packs", true, false, 1, 2),
        ("plain", false, false, 3, 2),
        ("wide", true, true, 3, 2),
        ("few", true, false, 2, 1 << 20),
    ] {
        // The PTX machine runs all of them as NVRTC compiles them: here a part is run, with one of every class.
        let every = if long() { every } else { 6 * every };
        let device = Device { multiprocessors };
        let mut classes: HashSet<Class> = HashSet::new();
        let (family, written): (Vec<_>, Vec<Written>) = (family::kernels().into_iter().enumerate())
            .filter_map(|(index, (name, build))| {
                build.kernel.verify().unwrap_or_else(|error| panic!("{name}: {error}"));
                let written = if wide { write_wide } else { write }(&build.kernel, device, packs);
                let written = written.unwrap_or_else(|error| panic!("{name}: {error}"));
                let taken = classes.insert(written.class) | (index % every == 0);
                taken.then_some(((name, build), written))
            })
            .unzip();
        assert_eq!(classes.len(), if variant == "few" { 4 } else { 9 }, "the family leaves classes out: {classes:?}");
        let Some(compiled) = machine::compile(variant, &written) else { return };
        let mut wrong = Vec::new();
        for (index, ((name, build), kernel)) in family.iter().zip(&written).enumerate() {
            let mut expected = contents(build);
            let mut got = expected.clone();
            reference::run(&build.kernel, &mut expected, &build.scalars);
            compiled.run(index, kernel, &mut got, &build.scalars);
            if let Some(difference) = difference(build, &got, &expected) {
                wrong.push(format!("{name} ({:?}): {difference}", kernel.class));
            }
        }
        assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), family.len(), wrong.join("\n"));
    }
}

#[test]
fn kernels_compile_for_every_architecture() {
    use cuprust_cuda::compile::{Options, refused, version};
    if let Err(error) = version() {
        println!("not compiled: {error}");
        return;
    }
    let mut texts: Vec<(bool, String)> = Vec::new();
    for multiprocessors in [2, 132] {
        for (name, build) in family::kernels().iter().chain(&family::halves()) {
            let written = write(&build.kernel, Device { multiprocessors }, true);
            let written = written.unwrap_or_else(|error| panic!("{name}: {error}"));
            texts.push((written.small, written.text));
        }
    }
    texts.sort();
    texts.dedup();
    let (many, few) = texts.split_at(texts.partition_point(|(few, _)| !few));
    assert!(!many.is_empty() && !few.is_empty());
    for (texts, options) in [(many, Options::exact()), (few, Options::quick_to_compile())] {
        // The PTX machine's tests compile all of them too, for 9.0 and as they are launched there.
        for (place, capability) in [(9, 0), (7, 5), (8, 0), (10, 0)].into_iter().enumerate() {
            let (first, every) = if long() { (0, 1) } else { (place, 24) };
            let some: Vec<&str> = texts.iter().skip(first).step_by(every).map(|(_, text)| &**text).collect();
            if let Some((index, error)) = refused(&some, capability).into_iter().next() {
                panic!("for {capability:?}: {error}\n{}", some[index]);
            }
            println!("{} texts for {capability:?}", some.len());
        }
        // Elements that are not in registers would be in local memory, many times slower.
        for (_, text) in texts.iter().step_by(if long() { 4 } else { 16 }) {
            let machine = cuprust_cuda::compile::ptx(text, (9, 0), &options).unwrap();
            assert!(!machine.contains("__local_depot"), "this keeps elements in local memory:\n{text}");
        }
    }
}

#[test]
fn kernels_write_after_their_predecessor_has_ended() {
    let family = family::kernels();
    for ((name, build), multiprocessors) in family.iter().flat_map(|one| [(one, 2), (one, 1 << 20)]) {
        let text = write(&build.kernel, Device { multiprocessors }, true).unwrap().text;
        let body = &text[text.find("__global__").unwrap()..];
        let waits = body.find("\n    await_predecessor();\n").unwrap_or_else(|| panic!("{name} never waits:\n{body}"));
        let is_write = |at: &usize| {
            let rest = &body[*at + 2..];
            let numbered = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
            rest.strip_prefix('w').is_some_and(numbered) || rest.starts_with("tickets") || rest.starts_with("partials")
        };
        let first = body.match_indices("p.").map(|(at, _)| at).find(is_write).unwrap();
        assert!(waits < first, "{name} writes while its predecessor runs:\n{body}");
    }
}

/// The texts of a few kernels, so that the output can be read. `CUPRUST_UPDATE=1` updates them.
#[test]
fn texts_are_as_shown() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels/write");
    let shown = [
        ("add", "add float32 1000", 2),
        ("life", "life 20 x 33", 2),
        ("tile", "tiles float32", 2),
        ("sum", "sum of squares float32 1 x 20011", 2),
        ("softmax", "softmax float64 9 x 100", 2),
        ("columns", "columns float32 40 x 130", 2),
        ("few_life", "life 20 x 33", 132),
        ("few_softmax", "softmax float32 9 x 100", 132),
    ];
    for (file, wanted, multiprocessors) in shown {
        let (_, build) = family::kernels().into_iter().find(|(name, _)| name == wanted).unwrap();
        let written = write(&build.kernel, Device { multiprocessors }, true).unwrap();
        // The shared sections are files of their own.
        let own = written.text.find("struct Op").or(written.text.find("struct Parameters")).unwrap();
        let (x, y) = (written.grid[0], written.grid[1]);
        let text = format!(
            "{}\n{:?}: {x} x {y} blocks of {}\n\n{}",
            build.kernel,
            written.class,
            written.block,
            &written.text[own..]
        );
        let path = folder.join(format!("{file}.txt"));
        if std::env::var_os("CUPRUST_UPDATE").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(text, known, "{} shows another text: CUPRUST_UPDATE=1 writes it anew", path.display());
    }
}
