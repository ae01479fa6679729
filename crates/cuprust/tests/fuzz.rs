//! Does a random program give what it means, however it is planned? On the CPU, under every option.
//!
//! `FUZZ_PROGRAMS=1000000` runs more programs, `FUZZ_SEED=17` starts at another one, and `FUZZ_DEVICE=cuda` runs on the first
//! GPU, where all kernels have to be compiled: a few programs a second. A program that fails is printed
//! without the instructions that it fails without, to become a file in `tests/programs`.

mod generator;
mod reference;
mod runner;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use cuprust_cuda::Cuda;
use cuprust_host::Host;
use cuprust_ir::Executor;
use generator::Made;
use runner::fill::Fills;
use runner::{OPTIONS, difference, run};

#[test]
fn random_programs_give_what_they_mean() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
    let first = number("FUZZ_SEED").unwrap_or(0);
    let end = first + number("FUZZ_PROGRAMS").unwrap_or(20_000);
    let (next, instructions) = (AtomicU64::new(first), AtomicU64::new(0));
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let on_gpu = std::env::var("FUZZ_DEVICE").is_ok_and(|name| name == "cuda");
    let search = || -> Option<String> {
        let executor: Box<dyn Executor> =
            if on_gpu { Box::new(Cuda::open(0).expect("a GPU")) } else { Box::new(Host::new()) };
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                return None;
            }
            let made = generator::program(seed);
            made.program.verify().unwrap_or_else(|error| panic!("program {seed}: {error}\n{}", made.program));
            if on_gpu && !made.is_defined() {
                continue;
            }
            instructions.fetch_add(made.program.instructions.len() as u64, Ordering::Relaxed);
            if let Some(fault) = fault(&*executor, &made) {
                next.store(end, Ordering::Relaxed);
                return Some(format!("program {seed}: {fault}\n{}", text(&shrunk(&*executor, made))));
            }
        }
    };
    let found: Vec<String> = std::thread::scope(|scope| {
        let searches: Vec<_> = (0..threads).map(|_| scope.spawn(search)).collect();
        searches.into_iter().filter_map(|search| search.join().expect("a search ends")).collect()
    });
    println!("{} programs of {} instructions", end - first, instructions.load(Ordering::Relaxed));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// What goes wrong with a program; nothing where it has no meaning.
fn fault(executor: &dyn Executor, made: &Made) -> Option<String> {
    if !made.is_filled() {
        return None;
    }
    let machine = reference::run(&made.program, &made.given).ok()?;
    OPTIONS.into_iter().find_map(|options| {
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
        for place in (0..made.program.instructions.len()).rev() {
            let removed = made.program.instructions.remove(place);
            if fault(executor, &made).is_some() {
                smaller = true;
            } else {
                made.program.instructions.insert(place, removed);
            }
        }
        for place in 0..made.program.storages.len() {
            let before = made.program.storages[place];
            made.program.storages[place].kept = false;
            if before.kept && fault(executor, &made).is_none() {
                made.program.storages[place] = before;
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

fn word(fill: runner::fill::Fill) -> String {
    format!("{fill:?}").to_lowercase().replace(['(', ')'], " ").trim().to_owned()
}
