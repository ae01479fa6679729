//! The executor on a GPU: the family of kernels through `prepare` and `run`, and the calls of the trait.
//!
//! Every test returns early, with a note, where there is no GPU or no compiler.

use std::sync::OnceLock;
use std::time::Instant;

use crate::support::build::Build;
use crate::support::compare::{contents, difference};
use crate::support::{family, reference};
use cuprust_cuda::{Cuda, compile};
use cuprust_ir::{Events, Executor, Layout, Memory, Operand, Step, StorageId, StreamId, Streams, View};
use cuprust_num::DType;
use cuprust_ops::{Routine, RowId};

const STREAM: StreamId = StreamId(0);

fn gpu() -> Option<&'static Cuda> {
    static GPU: OnceLock<Option<Cuda>> = OnceLock::new();
    let open =
        || match cuprust_cuda::count().and_then(|_| Cuda::open(0)).and_then(|gpu| compile::version().map(|_| gpu)) {
            Ok(gpu) => {
                println!("{}", gpu.description());
                Some(gpu)
            }
            Err(error) => {
                println!("not tested: {error}");
                None
            }
        };
    GPU.get_or_init(open).as_ref()
}

fn steps(builds: &[(String, Build)]) -> Vec<Step> {
    builds.iter().map(|(_, build)| Step::Kernel(build.kernel.clone())).collect()
}

/// Runs kernels from these contents and returns the contents of their storages afterwards.
fn run(gpu: &Cuda, builds: &[(String, Build)], initial: &[Vec<Vec<u8>>], shift: u64) -> Vec<Vec<Vec<u8>>> {
    let steps = steps(builds);
    let start = Instant::now();
    let prepared = gpu.prepare(&steps.iter().collect::<Vec<_>>()).unwrap();
    println!("{} kernels prepared in {:.2?}", steps.len(), start.elapsed());
    let mut all = Vec::new();
    for (((name, build), step), initial) in builds.iter().zip(&prepared).zip(initial) {
        let owned: Vec<Memory> =
            initial.iter().map(|bytes| gpu.allocate(bytes.len() as u64 + shift, STREAM).unwrap()).collect();
        let memories: Vec<Memory> = owned
            .iter()
            .map(|memory| Memory { address: memory.address + shift, bytes: memory.bytes - shift })
            .collect();
        for (memory, bytes) in memories.iter().zip(initial) {
            gpu.upload(bytes, memory.address, STREAM).unwrap();
        }
        // Twice, so that the state a launch leaves for the next one is tested; the second starts from the initial
        // contents.
        for round in 0..2 {
            for (memory, bytes) in memories.iter().zip(initial).filter(|_| round == 1) {
                gpu.upload(bytes, memory.address, STREAM).unwrap();
            }
            gpu.run(step, &memories, &build.scalars, STREAM).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        let mut got = initial.clone();
        for (memory, bytes) in memories.iter().zip(&mut got) {
            gpu.download(memory.address, bytes, STREAM).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        owned.into_iter().for_each(|memory| gpu.release(memory, STREAM));
        all.push(got);
    }
    all
}

fn large() -> Vec<(String, Build)> {
    let mut all = Vec::new();
    for (rows, length) in [(1, 3_000_001), (3, 700_000), (2000, 513), (100_000, 12)] {
        for (across, dtype) in [(false, DType::F32), (true, DType::F64)] {
            let mut b = Build::new(&[rows], &[length]);
            let layout = if across {
                Layout::contiguous(&[length, rows]).permute(&[1, 0])
            } else {
                Layout::contiguous(&[rows, length])
            };
            let x = b.view(dtype, layout);
            let x = b.read(x);
            for name in ["add", "argmax", "deviations"] {
                let node = b.reduce(name, x);
                b.result(node, false);
            }
            all.push((format!("large {dtype} {rows} x {length}, across: {across}"), b));
        }
    }
    all
}

#[test]
fn kernels_on_the_gpu_compute_what_they_are_defined_to() {
    let Some(gpu) = gpu() else { return };
    let builds: Vec<(String, Build)> = family::kernels().into_iter().chain(family::halves()).chain(large()).collect();
    let initial: Vec<Vec<Vec<u8>>> = builds.iter().map(|(_, build)| contents(build)).collect();
    let got = run(gpu, &builds, &initial, 0);
    let again = run(gpu, &builds, &initial, 0);
    let mut wrong = Vec::new();
    for ((((name, build), initial), got), again) in builds.iter().zip(&initial).zip(&got).zip(&again) {
        let mut expected = initial.clone();
        reference::run(&build.kernel, &mut expected, &build.scalars);
        if let Some(difference) = difference(build, got, &expected) {
            wrong.push(format!("{name}: {difference}"));
        }
        if got != again {
            wrong.push(format!("{name}: two runs differ"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), builds.len(), wrong.join("\n"));
}

#[test]
fn memory_that_is_not_aligned_to_packs_is_read_element_by_element() {
    let Some(gpu) = gpu() else { return };
    let builds: Vec<(String, Build)> =
        family::kernels().into_iter().filter(|(name, _)| name.contains("float") && name.contains("1000")).collect();
    assert!(!builds.is_empty());
    let initial: Vec<Vec<Vec<u8>>> = builds.iter().map(|(_, build)| contents(build)).collect();
    for ((name, build), (got, initial)) in builds.iter().zip(run(gpu, &builds, &initial, 8).iter().zip(&initial)) {
        let mut expected = initial.clone();
        reference::run(&build.kernel, &mut expected, &build.scalars);
        assert_eq!(difference(build, got, &expected), None, "{name}");
    }
}

#[test]
fn streams_events_and_memory() {
    let Some(gpu) = gpu() else { return };
    let stream = gpu.create_stream(true, 0).unwrap();
    let (before, after) = (gpu.create_event(true).unwrap(), gpu.create_event(true).unwrap());
    let bytes: Vec<u8> = (0..1 << 20).map(|i| (i % 251) as u8).collect();
    let (a, b) = (gpu.allocate(1 << 20, stream).unwrap(), gpu.allocate(1 << 20, stream).unwrap());
    gpu.upload(&bytes, a.address, stream).unwrap();
    gpu.record_event(before, stream).unwrap();
    gpu.copy(a.address, b.address, 1 << 20, stream).unwrap();
    gpu.record_event(after, stream).unwrap();
    gpu.wait_event(STREAM, after).unwrap();
    let mut got = vec![0; 1 << 20];
    gpu.download(b.address, &mut got, STREAM).unwrap();
    assert_eq!(got, bytes);
    gpu.synchronize_event(after).unwrap();
    assert!(gpu.is_event_done(after).unwrap() && gpu.elapsed(before, after).unwrap() >= 0.0);
    gpu.synchronize(stream).unwrap();
    assert!(gpu.is_done(stream).unwrap());
    assert!(gpu.memory().used >= 2 << 20);
    gpu.release(a, stream);
    gpu.release(b, STREAM);
    gpu.destroy_event(before);
    gpu.destroy_event(after);
    gpu.destroy_stream(stream);
    assert!(gpu.synchronize(stream).is_err() && gpu.record_event(before, STREAM).is_err());
}

#[test]
fn running_folds_are_those_of_a_loop_and_the_same_each_time() {
    let Some(gpu) = gpu() else { return };
    let sum = Routine::Scan { row: RowId::find("add").unwrap() };
    for (rows, length) in [(1000, 70), (5, 3000), (7, 100_003), (1, 20_000_001)] {
        let layout = Layout::contiguous(&[rows, length]);
        let view = |storage, dtype| View::new(StorageId(storage), dtype, layout.clone());
        let step = |dtype| {
            let inputs = vec![Operand::View(view(1, dtype))];
            Step::Routine { routine: sum, outputs: vec![view(0, dtype)], inputs, loads: vec![] }
        };
        let prepared = gpu.prepare(&[&step(DType::I64), &step(DType::F32)]).unwrap();
        let count = (rows * length) as usize;
        let numbers: Vec<i64> = (0..count as i64).map(|i| i * 7919 % 2003 - 1000).collect();
        let expected: Vec<i64> = numbers
            .chunks(length as usize)
            .flat_map(|row| {
                row.iter().scan(0, |sum, number| {
                    *sum += number;
                    Some(*sum)
                })
            })
            .collect();
        let go = |step, bytes: Vec<u8>| {
            let memories = [(); 2].map(|()| gpu.allocate(bytes.len() as u64, STREAM).unwrap());
            gpu.upload(&bytes, memories[1].address, STREAM).unwrap();
            let mut got = [vec![0u8; bytes.len()], vec![1u8; bytes.len()]];
            for got in &mut got {
                gpu.run(step, &memories, &[], STREAM).unwrap();
                gpu.download(memories[0].address, got, STREAM).unwrap();
            }
            memories.into_iter().for_each(|memory| gpu.release(memory, STREAM));
            assert!(got[0] == got[1], "{rows} x {length}: two runs differ");
            let [got, _] = got;
            got
        };
        let got = go(&prepared[0], numbers.iter().flat_map(|number| number.to_ne_bytes()).collect());
        let got = got.chunks_exact(8).map(|bytes| i64::from_ne_bytes(bytes.try_into().unwrap()));
        assert!(got.eq(expected.iter().copied()), "{rows} x {length}");
        // In float32, thousandths of exact integers, so that roundings reveal the order.
        let thousandths = numbers.iter().flat_map(|&number| (number as f32 / 1000.0).to_ne_bytes()).collect();
        let got = go(&prepared[1], thousandths);
        for (got, &expected) in got.chunks_exact(4).zip(&expected) {
            let (got, expected) = (f32::from_ne_bytes(got.try_into().unwrap()), expected as f32 / 1000.0);
            assert!((got - expected).abs() < 0.05, "{rows} x {length}: {got} and not {expected}");
        }
    }
}
