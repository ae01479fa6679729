//! Do the special functions end for every argument, and in how many steps? The PTX machine counts the instructions of a
//! warp and ends one that executes more than 2^28; each warp here has eight elements, of arguments that are extreme.
//! On the CPU the same arguments are only known to end.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::programs::compiler;
use crate::runner::{OPTIONS, long, run};
use cuprust_cuda::Cuda;
use cuprust_cuda::driver::Imitation;
use cuprust_host::Host;
use cuprust_ir::{Executor, Program};
use cuprust_num::{DType, Scalar};
use cuprust_ops::{Row, RowId};

/// What numbers of steps once grew with: zeros, small and large numbers of each size and sign, halves between whole
/// numbers, the largest integers of dtypes, what is no number.
const ARGUMENTS: [f64; 48] = [
    0.0,
    1.0,
    2.0,
    3.0,
    0.5,
    0.3,
    0.999,
    0.9999999999999999,
    10.5,
    30.0,
    100.0,
    1e3,
    1e4,
    12345.5,
    1e5,
    1e6,
    1000000.5,
    1e7,
    1e8,
    1e10,
    1e12,
    1e18,
    1e154,
    1e300,
    f64::MAX,
    2147483648.0,
    2147483647.5,
    9007199254740992.0,
    1e-3,
    1e-6,
    1e-10,
    1e-18,
    1e-154,
    1e-300,
    5e-324,
    -0.5,
    -1.0,
    -2.5,
    -1e-3,
    -1e3,
    -1e6,
    -999999.5,
    -1e10,
    -1e18,
    -1e300,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

/// The elements of a warp.
const ELEMENTS: usize = 8;

/// How long all functions may take on the CPU before one of them is said never to end: they take seconds.
const PATIENCE: Duration = Duration::from_secs(1200);

/// The rows whose functions `xtask gen` writes, which have a loop of float64.
fn rows() -> Vec<&'static Row> {
    let written = |row: &&Row| row.cuda.iter().any(|text| text.contains("special_"));
    let rows: Vec<&Row> = RowId::all().map(RowId::row).filter(written).collect();
    let rows: Vec<&Row> = rows.into_iter().filter(|row| row.dtypes.contains(&DType::F64)).collect();
    assert!(rows.len() > 250, "only {} special functions were found", rows.len());
    rows
}

/// A program that computes a row once, of eight elements.
fn program(row: &Row) -> Program {
    let (mut storages, mut views) = (String::new(), Vec::new());
    for (position, slot) in row.outputs.iter().chain(row.inputs).enumerate() {
        let dtype = slot.dtype(DType::F64);
        let kind = if position < row.outputs.len() { "kept" } else { "given" };
        storages += &format!("s{position}: {} bytes, {kind}\n", dtype.size() * ELEMENTS);
        views.push(format!("s{position}:{}[{ELEMENTS}]", dtype.name()));
    }
    let (outputs, inputs) = views.split_at(row.outputs.len());
    let text = format!("{storages}map {} float64 {} <- {}\n", row.name, outputs.join(", "), inputs.join(", "));
    text.parse().unwrap_or_else(|error| panic!("{}: {error}\n{text}", row.name))
}

/// The arguments of a round: of each row others, and always the same.
fn arguments(row: &Row, round: u64) -> Vec<Vec<f64>> {
    let mut state = row
        .name
        .bytes()
        .fold(0xcbf29ce484222325 ^ round, |state: u64, byte| (state ^ u64::from(byte)).wrapping_mul(0x100000001b3));
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ARGUMENTS[(state >> 33) as usize % ARGUMENTS.len()]
    };
    row.inputs.iter().map(|_| (0..ELEMENTS).map(|_| next()).collect()).collect()
}

/// Computes a row on arguments of this many rounds, and says which it was refused.
fn faults(executor: &dyn Executor, row: &Row, rounds: u64) -> Vec<String> {
    let program = program(row);
    let of_round = |round: u64| {
        let arguments = arguments(row, round);
        let bytes = |(numbers, slot): (&Vec<f64>, &cuprust_ops::Slot)| {
            let dtype = slot.dtype(DType::F64);
            numbers.iter().flat_map(|&x| Scalar::new(x).cast(dtype).bytes()[..dtype.size()].to_vec()).collect()
        };
        let given: Vec<Vec<u8>> = arguments.iter().zip(row.inputs).map(bytes).collect();
        let given: Vec<Option<Vec<u8>>> = row.outputs.iter().map(|_| None).chain(given.into_iter().map(Some)).collect();
        let done = run(executor, &program, &given, OPTIONS[0]);
        done.err().map(|error| format!("{} of {arguments:?}: {error}", row.name))
    };
    (0..rounds).filter_map(of_round).collect()
}

#[test]
fn special_functions_end_within_the_instructions_of_a_warp() {
    if !compiler() {
        return;
    }
    let rows = rows();
    let (every, rounds) = if long().is_some() { (1, 40) } else { (10, 2) };
    let part = |first: usize| -> Vec<String> {
        let device = Cuda::imitated(Arc::new(Imitation::new((9, 0))), "ptx");
        rows.iter().step_by(every).skip(first).step_by(2).flat_map(|row| faults(&device, row, rounds)).collect()
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let threads = [0, 1].map(|first| {
            let part = &part;
            scope.spawn(move || part(first))
        });
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn special_functions_end_on_the_cpu() {
    let current = Arc::new(Mutex::new(""));
    let (done, all_done) = channel();
    let own = Arc::clone(&current);
    std::thread::spawn(move || {
        let host = Host::new();
        let rounds = if long().is_some() { 200 } else { 6 };
        for row in rows() {
            *own.lock().unwrap() = row.name;
            let wrong = faults(&host, row, rounds);
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        }
        done.send(()).unwrap();
    });
    match all_done.recv_timeout(PATIENCE) {
        Ok(()) => {}
        Err(RecvTimeoutError::Timeout) => panic!("{} does not end", current.lock().unwrap()),
        Err(RecvTimeoutError::Disconnected) => panic!("{} is refused", current.lock().unwrap()),
    }
}
