//! Does a random program give what it means, however it is planned? On the CPU, under every option, and some of them on
//! the PTX machine, which checks every kernel.
//!
//! `make test-long` runs more: CONTRIBUTING.md has the numbers. `FUZZ_PROGRAMS=1000000` says how many, `FUZZ_SEED=17`
//! starts at another one, and `FUZZ_DEVICE` chooses one device: `cpu`; `cuda`, the first GPU, or `ptx`, where all
//! kernels have to be compiled: a few programs a second. A program that fails is printed without the instructions that
//! it fails without, to become a file in `tests/programs`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::generator::Made;
use crate::runner::fill::Fills;
use crate::runner::{OPTIONS, difference, long, run};
use cuprust_cuda::driver::Imitation;
use cuprust_cuda::{Cuda, compile};
use cuprust_host::Host;
use cuprust_ir::Executor;

#[test]
fn random_programs_give_what_they_mean() {
    match std::env::var("FUZZ_DEVICE").as_deref() {
        Ok("cuda") => search("cuda", 20_000, || Box::new(Cuda::open(0).expect("a GPU"))),
        Err(_) | Ok("cpu") => search("cpu", if long().is_some() { 20_000 } else { 2_000 }, || Box::new(Host::new())),
        Ok(_) => {}
    }
}

#[test]
fn random_programs_give_what_they_mean_on_the_ptx_machine() {
    if std::env::var("FUZZ_DEVICE").is_ok_and(|name| name != "ptx") {
        return;
    }
    if let Err(error) = compile::version() {
        assert!(std::env::var_os("CUPRUST_REQUIRE_NVRTC").is_none(), "the compiler is wanted: {error}");
        println!("not tested: {error}");
        return;
    }
    // The seeds are others than those of the CPU's programs.
    let capabilities = AtomicU64::new(0);
    search("ptx", if long().is_some() { 200 } else { 40 }, || {
        let capability = [(9, 0), (7, 5), (12, 0)][capabilities.fetch_add(1, Ordering::Relaxed) as usize % 3];
        Box::new(Cuda::imitated(Arc::new(Imitation::new(capability)), "ptx"))
    });
}

/// Runs random programs on as many devices as there are processors, until one fails.
fn search(device: &str, programs: u64, open: impl Fn() -> Box<dyn Executor> + Sync) {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
    let first = number("FUZZ_SEED").unwrap_or(if device == "ptx" { 10_000_000 } else { 0 });
    let programs = programs * long().unwrap_or(1);
    let end = first + number("FUZZ_PROGRAMS").unwrap_or(programs);
    let (next, instructions) = (AtomicU64::new(first), AtomicU64::new(0));
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let search = || -> Option<String> {
        let executor = open();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                return None;
            }
            let made = crate::generator::program(seed);
            made.program.verify().unwrap_or_else(|error| panic!("program {seed}: {error}\n{}", made.program));
            if device != "cpu" && !made.is_defined() {
                continue;
            }
            instructions.fetch_add(made.program.instructions.len() as u64, Ordering::Relaxed);
            if let Some(fault) = fault(&*executor, &made) {
                next.store(end, Ordering::Relaxed);
                return Some(format!("program {seed} on {device}: {fault}\n{}", text(&shrunk(&*executor, made))));
            }
        }
    };
    let found: Vec<String> = std::thread::scope(|scope| {
        let searches: Vec<_> = (0..threads).map(|_| scope.spawn(search)).collect();
        searches.into_iter().filter_map(|search| search.join().expect("a search ends")).collect()
    });
    println!("{} programs of {} instructions on {device}", end - first, instructions.load(Ordering::Relaxed));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// What goes wrong with a program; nothing where it has no meaning.
///
/// A device for which kernels are compiled runs it under two options, which make nearly all the kernels of the four.
fn fault(executor: &dyn Executor, made: &Made) -> Option<String> {
    if !made.is_filled() {
        return None;
    }
    let machine = crate::reference::run(&made.program, &made.given).ok()?;
    let every = if executor.capabilities().compiles { 3 } else { 1 };
    OPTIONS.into_iter().step_by(every).find_map(|options| {
        let done = catch_unwind(AssertUnwindSafe(|| run(executor, &made.program, &made.given, options)));
        let fault = match done {
            Err(_) => Some("it panics".into()),
            Ok(Err(error)) => Some(error.to_string()),
            Ok(Ok(got)) => difference(&made.program, &machine, &got, made.tolerance),
        };
        fault.map(|fault| format!("{options:?}: {fault}"))
    })
}

/// The program without every instruction that it fails without.
fn shrunk(executor: &dyn Executor, mut made: Made) -> Made {
    loop {
        let mut smaller = false;
        for position in (0..made.program.instructions.len()).rev() {
            let removed = made.program.instructions.remove(position);
            if fault(executor, &made).is_some() {
                smaller = true;
            } else {
                made.program.instructions.insert(position, removed);
            }
        }
        for position in 0..made.program.storages.len() {
            let before = made.program.storages[position];
            made.program.storages[position].kept = false;
            if before.kept && fault(executor, &made).is_none() {
                made.program.storages[position] = before;
            }
        }
        if !smaller {
            return made;
        }
    }
}

/// The program as a file of `tests/programs` says it.
fn text(made: &Made) -> String {
    let Fills(fills) = &made.fills;
    let lines: String = fills.iter().map(|(storage, fill)| format!("# fill: s{storage} {}\n", word(*fill))).collect();
    let Made { program, tolerance, .. } = made;
    let tolerance = tolerance.map_or(String::new(), |tolerance| format!("# approximately {tolerance:e}\n"));
    format!("{lines}{tolerance}{}", program)
}

fn word(fill: crate::runner::fill::Fill) -> String {
    format!("{fill:?}").to_lowercase().replace(['(', ')'], " ").trim().to_owned()
}
