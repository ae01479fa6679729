//! Does every program of `tests/programs` give, on every executor and however it is planned, what it means?
//!
//! A file is a program in text form. Its comments say what it is about, and to this test:
//! `# fill: [storage] small|edges|nan|below N|fractions` what given storages hold (small integers, if nothing is said),
//! `# approximately 1e-6` by how much floats may differ, and `# refused on the CPU` that it
//! has no meaning: the CPU says so, and a GPU may give anything.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::runner::fill::Fills;
use crate::runner::{OPTIONS, difference, long, run};
use cuprust_cuda::cache::{Cache, Key};
use cuprust_cuda::compile;
use cuprust_cuda::driver::Imitation;
use cuprust_cuda::write::{Device, write};
use cuprust_cuda::{Cuda, write_routine};
use cuprust_fuse::{Options, plan};
use cuprust_host::Host;
use cuprust_ir::{Executor, Program, Step};

struct Case {
    name: String,
    program: Program,
    given: Vec<Option<Vec<u8>>>,
    tolerance: Option<f64>,
    refused: bool,
}

#[test]
fn programs_give_what_they_mean() {
    let host = Host::new();
    let gpu = gpu();
    let executors: Vec<&dyn Executor> =
        [&host as &dyn Executor].into_iter().chain(gpu.iter().map(|gpu| gpu as &dyn Executor)).collect();
    let cases = cases();
    let mut wrong = Vec::new();
    for case in &cases {
        case.program.verify().unwrap_or_else(|error| panic!("{}: {error}", case.name));
        wrong.extend(executors.iter().flat_map(|executor| faults(case, *executor, &OPTIONS)));
    }
    let names: Vec<String> = executors.iter().map(|executor| executor.name()).collect();
    println!("{} programs under {} options on {}", cases.len(), OPTIONS.len(), names.join(", "));
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(host.memory().used, 0, "all memory was taken back");
}

/// Every program is run and checked on the PTX machine as a usual device, planned as usual and some in one other way,
/// and some are on an older and a newer one.
#[test]
fn programs_give_what_they_mean_on_the_ptx_machine() {
    if !compiler() {
        return;
    }
    let cases = cases();
    // Devices of their own, so that several threads compile and run: each part takes every second case from a first
    // one.
    let parts = [((9, 0), 0), ((9, 0), 1), ((7, 5), 0), ((12, 0), 1)];
    let part = |(capability, first): ((u32, u32), usize)| -> Vec<String> {
        let device = Cuda::imitated(Arc::new(Imitation::new(capability)), "ptx");
        let usual = capability == (9, 0);
        let every = match (usual, long().is_some()) {
            (true, _) => 2,
            (false, true) => 1,
            (false, false) => 24,
        };
        let own = cases.iter().enumerate().skip(first).step_by(every);
        let faults = own.flat_map(|(position, case)| {
            // Without fusion most kernels are those of other programs.
            let other = OPTIONS[1 + position / 12 % 3];
            let some = [OPTIONS[0], other];
            let options = match (usual, long().is_some()) {
                (_, true) => &OPTIONS[..],
                // The other way, for every sixth program of each device.
                (true, false) if position / 2 % 6 != 0 => &some[..1],
                (true, false) => &some,
                (false, false) => &some[1..],
            };
            faults(case, &device, options)
        });
        faults.map(|fault| format!("{capability:?}: {fault}")).collect()
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let part = &part;
        let threads = parts.map(|each| scope.spawn(move || part(each)));
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

/// The first GPU, where there is one.
fn gpu() -> Option<Cuda> {
    match cuprust_cuda::count() {
        Ok(0) => None,
        Ok(_) => Some(Cuda::open(0).unwrap_or_else(|error| panic!("a GPU is there and does not open: {error}"))),
        Err(error) => {
            println!("on no GPU: {error}");
            None
        }
    }
}

/// What is wrong with a program on an executor under these options.
fn faults(case: &Case, executor: &dyn Executor, options: &[Options]) -> Vec<String> {
    let (name, device) = (&case.name, executor.name());
    let meant = crate::reference::run(&case.program, &case.given);
    let mut wrong = Vec::new();
    for &options in options {
        let done = run(executor, &case.program, &case.given, options);
        let fault = match (&meant, done) {
            (Err(crate::reference::Fault::Refused(_)), Err(_)) if case.refused => None,
            (Err(crate::reference::Fault::Refused(_)), Ok(_))
                if case.refused && executor.extensions().deferred.is_some() =>
            {
                None
            }
            (Err(crate::reference::Fault::Refused(_)), Ok(_)) if case.refused => Some("it is not refused".into()),
            (Err(fault), _) => Some(format!("it has no meaning: {fault:?}")),
            (Ok(_), _) if case.refused => Some("it has a meaning, and should have none".into()),
            (Ok(_), Err(error)) => Some(error.to_string()),
            (Ok(machine), Ok(got)) => difference(&case.program, machine, &got, case.tolerance),
        };
        wrong.extend(fault.map(|fault| format!("{name} on {device}, {options:?}: {fault}")));
    }
    wrong
}

#[test]
fn kernels_of_programs_compile_for_every_architecture() {
    if !compiler() {
        return;
    }
    let version = compile::version().unwrap();
    let (texts, narrow) = (texts(true), texts(false));
    let narrow: Vec<&String> = narrow.difference(&texts).step_by(if long().is_some() { 1 } else { 24 }).collect();
    // All marks are less than this; what was compiled once need not be compiled again.
    let cache = Cache::open(Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs"), 64 << 20);
    let (mut all, mut compiled) = (0, 0);
    // The front of the compiler takes every text for the PTX machine; what follows it, some of them for each
    // architecture.
    for (position, capability) in [(7, 5), (8, 0), (9, 0), (10, 0)].into_iter().enumerate() {
        let (first, every) = if long().is_some() { (0, 1) } else { (position, 24) };
        let key = |text: &str| Key::of(&[&format!("{version:?} {capability:?}"), text]);
        let known = |text: &str| cache.as_ref().is_some_and(|cache| cache.get(key(text)).is_some());
        // Without packs a text has less in it: one architecture stands for the others.
        let narrow = narrow.iter().copied().filter(|_| capability == (9, 0));
        let wanted: Vec<&str> = texts.iter().skip(first).step_by(every).chain(narrow).map(String::as_str).collect();
        let new: Vec<&str> = wanted.iter().copied().filter(|text| !known(text)).collect();
        if let Some((position, error)) = compile::refused(&new, capability).into_iter().next() {
            panic!("for {capability:?}: {error}\n{}", new[position]);
        }
        if let Some(cache) = &cache {
            new.iter().for_each(|text| cache.put(key(text), b"compiled"));
        }
        (all, compiled) = (all + wanted.len(), compiled + new.len());
    }
    let (major, minor) = version;
    println!("{all} kernels for four architectures with NVRTC {major}.{minor}, {compiled} of them compiled now");
}

/// Whether there is a compiler of kernels; where it is wanted, it must be there.
pub fn compiler() -> bool {
    let Err(error) = compile::version() else { return true };
    assert!(std::env::var_os("CUPRUST_REQUIRE_NVRTC").is_none(), "the compiler is wanted: {error}");
    println!("kernels were not compiled: {error}");
    false
}

/// The text of every kernel of every plan of every program, once; with packs or without.
fn texts(packs: bool) -> BTreeSet<String> {
    let device = Device { multiprocessors: 132 };
    let mut texts = BTreeSet::new();
    for case in cases() {
        for options in OPTIONS {
            let plan = plan(&case.program, options).unwrap_or_else(|error| panic!("{}: {error}", case.name));
            for step in &plan.steps {
                let written = match step {
                    Step::Kernel(kernel) => write(kernel, device, packs).map(|one| vec![one]),
                    Step::Routine { routine, outputs, inputs, loads } => {
                        write_routine(*routine, outputs, inputs, loads, device)
                    }
                    Step::Allocate(_) | Step::Release(_) | Step::Adopt { .. } => continue,
                };
                match written {
                    Ok(written) => texts.extend(written.into_iter().map(|written| written.text)),
                    Err(error) => assert!(case.refused, "{}: {error}", case.name),
                }
            }
        }
    }
    texts
}

/// The programs of the folder, in the order of their names.
fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../programs");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let cases: Vec<Case> = files.iter().map(|file| case(file)).collect();
    assert!(cases.len() >= 50, "only {} programs were found", cases.len());
    cases
}

fn case(file: &Path) -> Case {
    let (text, name) = (fs::read_to_string(file).unwrap(), file.file_stem().unwrap().to_string_lossy().into_owned());
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
    let fills = Fills::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let tolerance = text.lines().find_map(|line| line.strip_prefix("# approximately "));
    let tolerance = tolerance.map(|text| text.trim().parse().unwrap_or_else(|_| panic!("{name}: `{text}`")));
    let refused = text.lines().any(|line| line.trim() == "# refused on the CPU");
    let given = fills.contents(&program);
    Case { name, program, given, tolerance, refused }
}
