//! How a test runs a program on an executor, under every option, and holds what comes out against the definition.

pub mod fill;

use cuprust_fuse::{Options, plan};
use cuprust_ir::{Error, Executor, Memory, Plan, Prepared, Program, Result, Step, StorageId, StreamId, View};
use cuprust_num::{DType, Scalar, c128};

use crate::reference::Machine;

/// Whether all is wanted that takes long, and how many times as many random programs: `make test-long` says so.
pub fn long() -> Option<u64> {
    std::env::var("CUPRUST_TEST_LONG").ok()?.parse().ok().filter(|&factor| factor > 0)
}

/// Every way to plan.
pub const OPTIONS: [Options; 5] = [
    Options::ALL,
    Options { fusion: true, copy_on_write: true, ..Options::NONE },
    Options { copy_on_write: false, ..Options::ALL },
    Options { fusion: false, ..Options::ALL },
    Options::NONE,
];

/// Plans the program and runs it. Memory that the plan asks for holds rubbish; the PTX machine is left to
/// find reads of what nothing wrote.
///
/// The result has the bytes of each storage that is kept or exported and has memory in the end.
///
/// # Errors
/// Whatever the planner or the executor refuses, and a plan that mishandles memory.
pub fn run(
    executor: &dyn Executor,
    program: &Program,
    given: &[Option<Vec<u8>>],
    options: Options,
) -> Result<Vec<Option<Vec<u8>>>> {
    let plan = plan(program, options)?;
    let work: Vec<&Step> =
        plan.steps.iter().filter(|step| matches!(step, Step::Kernel(_) | Step::Routine { .. })).collect();
    let prepared = executor.prepare(&work)?;
    let mut house = House { executor, memories: vec![None; plan.bytes.len()] };
    for (storage, bytes) in given.iter().enumerate() {
        if let Some(bytes) = bytes {
            house.give(storage, bytes)?;
        }
    }
    let before = house.memories.clone();
    let run = run_steps(&mut house, &plan, &prepared, &program.scalars);
    run.and_then(|()| executor.synchronize(STREAM))?;
    let mut out = Vec::with_capacity(program.storages.len());
    for (index, storage) in program.storages.iter().enumerate() {
        if storage.exported && house.memories[index] != before[index] {
            return Err(Error::runtime(format!("s{index} is exported, and its memory was moved")));
        }
        out.push(match house.memories[index] {
            Some(memory) if storage.kept || storage.exported => {
                let mut bytes = vec![0; storage.bytes as usize];
                executor.download(memory.address, &mut bytes, STREAM)?;
                Some(bytes)
            }
            _ => None,
        });
        if storage.kept || storage.exported {
            house.release(index);
        }
    }
    match house.memories.iter().position(Option::is_some) {
        Some(left) => Err(Error::runtime(format!("s{left} is not wanted, and its memory was not taken back"))),
        None => Ok(out),
    }
}

const STREAM: StreamId = StreamId(0);

/// Who has which memory. What is left in the end is taken back.
struct House<'a> {
    executor: &'a dyn Executor,
    memories: Vec<Option<Memory>>,
}

impl House<'_> {
    fn allocate(&mut self, storage: usize, bytes: u64) -> Result<Memory> {
        if self.memories[storage].is_some() {
            return Err(Error::runtime(format!("s{storage} gets memory, and has some")));
        }
        let memory = self.executor.allocate(bytes, STREAM)?;
        self.memories[storage] = Some(memory);
        Ok(memory)
    }

    fn give(&mut self, storage: usize, contents: &[u8]) -> Result<()> {
        let memory = self.allocate(storage, contents.len() as u64)?;
        self.executor.upload(contents, memory.address, STREAM)
    }

    fn take(&mut self, storage: usize) -> Result<Memory> {
        let memory = self.memories[storage].take();
        memory.ok_or_else(|| Error::runtime(format!("s{storage} loses memory, and has none")))
    }

    fn release(&mut self, storage: usize) {
        if let Some(memory) = self.memories[storage].take() {
            self.executor.release(memory, STREAM);
        }
    }
}

impl Drop for House<'_> {
    fn drop(&mut self) {
        (0..self.memories.len()).for_each(|storage| self.release(storage));
    }
}

fn run_steps(house: &mut House, plan: &Plan, prepared: &[Prepared], scalars: &[Scalar]) -> Result<()> {
    let mut prepared = prepared.iter();
    for step in &plan.steps {
        match step {
            Step::Allocate(storage) => {
                let (index, bytes) = (storage.0 as usize, plan.bytes[storage.0 as usize]);
                if house.executor.name() == "ptx" {
                    house.allocate(index, bytes as u64)?;
                } else {
                    house.give(index, &vec![0xa5; bytes as usize])?;
                }
            }
            Step::Release(storage) => {
                let memory = house.take(storage.0 as usize)?;
                house.executor.release(memory, STREAM);
            }
            Step::Adopt { from, to } => {
                let memory = house.take(from.0 as usize)?;
                if house.memories[to.0 as usize].replace(memory).is_some() {
                    return Err(Error::runtime(format!("{to} is given memory, and has some")));
                }
            }
            Step::Kernel(_) | Step::Routine { .. } => {
                let memories: Vec<Memory> = house.memories.iter().map(|memory| memory.unwrap_or_default()).collect();
                let ready = prepared.next().ok_or_else(|| Error::runtime("a step was not prepared"))?;
                house.executor.run(ready, &memories, scalars, STREAM)?;
            }
        }
    }
    Ok(())
}

/// How what was computed differs from the definition: the first element that does, of the wanted storages.
///
/// Bytes are compared, where they are known; only any NaN is as good as another. With a tolerance, floats may differ by
/// so much of their size, or of one.
pub fn difference(
    program: &Program,
    machine: &Machine,
    got: &[Option<Vec<u8>>],
    tolerance: Option<f64>,
) -> Option<String> {
    for (index, storage) in program.storages.iter().enumerate() {
        let (expected, written) = machine.contents(index);
        if !(storage.kept || storage.exported) || !written.contains(&true) {
            continue;
        }
        let Some(got) = &got[index] else { return Some(format!("s{index} is wanted, and has no memory")) };
        let dtype = only_dtype(program, StorageId(index as u32));
        let size = dtype.map_or(1, DType::size);
        for (element, at) in (0..got.len()).step_by(size).enumerate() {
            let (found, wanted) = (&got[at..at + size], &expected[at..at + size]);
            if found == wanted || !written[at..at + size].contains(&true) {
                continue;
            }
            let Some(dtype) = dtype else {
                return Some(format!("byte {element} of s{index} is {} and not {}", found[0], wanted[0]));
            };
            let (found, wanted) = (Scalar::from_bytes(dtype, found), Scalar::from_bytes(dtype, wanted));
            if !as_good(found, wanted, tolerance) {
                return Some(format!("element {element} of s{index} is {found:?} and not {wanted:?}"));
            }
        }
    }
    None
}

fn as_good(found: Scalar, wanted: Scalar, tolerance: Option<f64>) -> bool {
    let dtype = wanted.dtype();
    let part = |found: f64, wanted: f64| {
        found.is_nan() && wanted.is_nan()
            || found.to_bits() == wanted.to_bits()
            || tolerance.is_some_and(|tolerance| (found - wanted).abs() <= tolerance * wanted.abs().max(1.0))
    };
    let (a, b): (c128, c128) = (found.get(), wanted.get());
    dtype.is_inexact() && part(a.re, b.re) && part(a.im, b.im)
}

/// The dtype in which a storage is seen, if it is one only; the real dtype, if parts of complex numbers are seen too.
fn only_dtype(program: &Program, storage: StorageId) -> Option<DType> {
    let seen = || views(program).filter(|view| view.storage == storage).map(|view| view.dtype);
    let first = seen().next()?;
    let part = seen().all(|dtype| dtype.real() == first.real()).then_some(first.real());
    if seen().all(|dtype| dtype == first) { Some(first) } else { part }
}

fn views(program: &Program) -> impl Iterator<Item = &View> {
    program.instructions.iter().flat_map(|instruction| instruction.reads().chain(&instruction.outputs))
}
