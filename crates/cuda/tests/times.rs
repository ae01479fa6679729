//! The cost of launches, kernels and routines on a GPU, to be compared with targets.
//!
//! `cargo test --test times -- --nocapture --include-ignored` prints them; `CUPRUST_TIMES` selects those whose name
//! contains it. Without a GPU nothing is printed.

// Other tests use the rest.
#[allow(dead_code)]
#[path = "kernels/support/mod.rs"]
mod support;

use std::ffi::c_void;
use std::time::Instant;

use cuprust_cuda::compile::{self, Options};
use cuprust_cuda::driver::{Configuration, Stream};
use cuprust_cuda::{Cuda, compile::version};
use cuprust_ir::{
    Events, Executor, Layout, Memory, Operand, Prepared, ScalarId, Step, StorageId, StreamId, Streams, View,
};
use cuprust_num::{DType, Scalar};
use cuprust_ops::{Distribution, Routine, RowId};
use support::build::Build;
use support::family;

const STREAM: StreamId = StreamId(0);

/// A step, the bytes of its storages, and its scalars.
type Case = (String, Step, Vec<usize>, Vec<Scalar>);

fn kernels() -> Vec<Case> {
    let copy = |shape: &[i64], layout: Layout, dtype| {
        let mut b = Build::new(shape, &[]);
        let x = b.view(dtype, layout);
        let x = b.read(x);
        b.result(x, true);
        b
    };
    let reduce = |shape: &[i64], inner: &[i64], layout: Layout, names: &[&str]| {
        let mut b = Build::new(shape, inner);
        let x = b.view(DType::F32, layout);
        let x = b.read(x);
        for name in names {
            let node = b.reduce(name, x);
            b.result(node, false);
        }
        b
    };
    const N: i64 = 1 << 28;
    const S: i64 = 1 << 14;
    let square = Layout::contiguous(&[S, S]);
    let mut all = vec![
        ("copy, 16 float32".to_owned(), copy(&[16], Layout::contiguous(&[16]), DType::F32)),
        ("copy, 2^28 float32".into(), copy(&[N], Layout::contiguous(&[N]), DType::F32)),
        ("copy, 2^28 uint8".into(), copy(&[N], Layout::contiguous(&[N]), DType::U8)),
        ("copy, 2^27 float64".into(), copy(&[N / 2], Layout::contiguous(&[N / 2]), DType::F64)),
        ("copy, 2^28 float16".into(), copy(&[N], Layout::contiguous(&[N]), DType::F16)),
        ("copy, 4096 x 4096 int64".into(), copy(&[1 << 24], Layout::contiguous(&[1 << 24]), DType::I64)),
        ("copy from place 1".into(), copy(&[N], Layout { offset: 1, ..Layout::contiguous(&[N]) }, DType::F32)),
        ("transpose, 16k x 16k".into(), copy(&[S, S], square.permute(&[1, 0]), DType::F32)),
        ("broadcast of a row, 16k x 16k".into(), {
            copy(&[S, S], Layout::contiguous(&[S]).broadcast(&[S, S]).unwrap(), DType::F32)
        }),
        ("sum, 2^28".into(), reduce(&[], &[N], Layout::contiguous(&[N]), &["add"])),
        ("sum of rows, 16k x 16k".into(), reduce(&[S], &[S], square.clone(), &["add"])),
        ("sum of columns, 16k x 16k".into(), reduce(&[S], &[S], square.permute(&[1, 0]), &["add"])),
        ("argmax of rows".into(), reduce(&[S], &[S], square.clone(), &["argmax"])),
        ("argmax of columns".into(), reduce(&[S], &[S], square.permute(&[1, 0]), &["argmax"])),
        ("deviations of all".into(), reduce(&[], &[N], Layout::contiguous(&[N]), &["deviations"])),
        ("deviations of rows".into(), reduce(&[S], &[S], square.clone(), &["deviations"])),
        ("sum of rows of 32".into(), reduce(&[N / 32], &[32], Layout::contiguous(&[N / 32, 32]), &["add"])),
        ("sum of rows of 1000".into(), reduce(&[N / 1000], &[1000], Layout::contiguous(&[N / 1000, 1000]), &["add"])),
        ("softmax of rows, 16k x 16k".into(), family::softmax(&[S], &[S], DType::F32)),
        ("softmax of rows, 8k x 32k".into(), family::softmax(&[S / 2], &[2 * S], DType::F32)),
        ("softmax of rows, 64k x 4k".into(), family::softmax(&[4 * S], &[S / 4], DType::F32)),
        ("sum of 256^3".into(), reduce(&[], &[1 << 24], Layout::contiguous(&[1 << 24]), &["add"])),
    ];
    for n in [10, 100, 1000, 4096] {
        let mut lives = Vec::new();
        family::life(&mut lives, n, n);
        all.append(&mut lives);
    }
    all.into_iter().map(|(name, b)| (name, Step::Kernel(b.kernel), b.storages, b.scalars)).collect()
}

fn routines() -> Vec<Case> {
    let view = |storage: u32, dtype, shape: &[i64]| View::new(StorageId(storage), dtype, Layout::contiguous(shape));
    let mut all = Vec::new();
    let add = Routine::Scan { row: RowId::find("add").expect("a row") };
    for (dtype, shape) in [
        (DType::F32, &[1i64 << 28][..]),
        (DType::F64, &[1 << 27]),
        (DType::I64, &[1 << 27]),
        (DType::U8, &[1 << 28]),
        (DType::F32, &[1 << 14, 1 << 14]),
        (DType::F32, &[1 << 20, 100]),
        (DType::F32, &[1 << 20]),
    ] {
        let bytes = shape.iter().product::<i64>() as usize * dtype.size();
        let inputs = vec![Operand::View(view(1, dtype, shape))];
        let step = Step::Routine { routine: add, outputs: vec![view(0, dtype, shape)], inputs, loads: vec![] };
        all.push((format!("scan.add {dtype} {shape:?}"), step, vec![bytes; 2], vec![]));
    }
    for distribution in [Distribution::Uniform, Distribution::Normal, Distribution::Integers] {
        for (dtype, n) in
            [(DType::F32, 1i64 << 26), (DType::F64, 1 << 26), (DType::I64, 1 << 26), (DType::F32, 1 << 16)]
        {
            let integers = distribution == Distribution::Integers;
            if integers != (dtype == DType::I64) {
                continue;
            }
            let scalars: Vec<Scalar> = [1u64, 0, 0, 99].into_iter().map(Scalar::new).collect();
            let inputs = (0..if integers { 4 } else { 2 }).map(|id| Operand::Scalar(ScalarId(id))).collect();
            let routine = Routine::Random { distribution };
            let step = Step::Routine { routine, outputs: vec![view(0, dtype, &[n])], inputs, loads: vec![] };
            all.push((format!("{distribution:?} {dtype} {n}"), step, vec![n as usize * dtype.size()], scalars));
        }
    }
    for n in [1i64 << 13, 1 << 20, 1 << 24, 1 << 27] {
        let inputs = (0..2).map(|id| Operand::Scalar(ScalarId(id))).collect();
        let outputs = vec![view(0, DType::I64, &[n])];
        let step = Step::Routine { routine: Routine::Permutation, outputs, inputs, loads: vec![] };
        all.push((format!("permutation {n}"), step, vec![8 * n as usize], vec![Scalar::new(1u64), Scalar::new(0u64)]));
    }
    for (dtype, n) in [(DType::F64, 1000i64), (DType::F32, 1000), (DType::F32, 8192), (DType::F16, 8192)] {
        let inputs = vec![Operand::View(view(1, dtype, &[n, n])), Operand::View(view(2, dtype, &[n, n]))];
        let step =
            Step::Routine { routine: Routine::MatMul, outputs: vec![view(0, dtype, &[n, n])], inputs, loads: vec![] };
        all.push((format!("matmul {dtype} {n}"), step, vec![(n * n) as usize * dtype.size(); 3], vec![]));
    }
    all
}

/// Microseconds for each repetition on the device and on the host.
fn time(gpu: &Cuda, turns: u32, go: impl Fn()) -> (f32, f32) {
    let (from, to) = (gpu.create_event(true).unwrap(), gpu.create_event(true).unwrap());
    (0..3).for_each(|_| go());
    gpu.synchronize(STREAM).unwrap();
    gpu.record_event(from, STREAM).unwrap();
    let start = Instant::now();
    (0..turns).for_each(|_| go());
    let host = start.elapsed().as_secs_f32() * 1e6 / turns as f32;
    gpu.record_event(to, STREAM).unwrap();
    gpu.synchronize(STREAM).unwrap();
    let device = gpu.elapsed(from, to).unwrap() * 1000.0 / turns as f32;
    gpu.destroy_event(from);
    gpu.destroy_event(to);
    (device, host)
}

#[test]
#[ignore = "takes long and prints times"]
fn times() {
    let gpu = match cuprust_cuda::count().and_then(|_| Cuda::open(0)).and_then(|gpu| version().map(|_| gpu)) {
        Ok(gpu) => gpu,
        Err(error) => return println!("not timed: {error}"),
    };
    println!("{}", gpu.description());
    let filter = std::env::var("CUPRUST_TIMES").unwrap_or_default();
    let mut all: Vec<Case> = kernels().into_iter().chain(routines()).collect();
    all.retain(|(name, ..)| name.contains(&filter));
    let prepared = gpu.prepare(&all.iter().map(|(_, step, ..)| step).collect::<Vec<_>>()).unwrap();
    for ((name, _, storages, scalars), step) in all.iter().zip(&prepared) {
        let memories: Vec<Memory> = storages.iter().map(|&bytes| gpu.allocate(bytes as u64, STREAM).unwrap()).collect();
        let (device, host) = time(&gpu, 20, || gpu.run(step, &memories, scalars, STREAM).unwrap());
        let rate = storages.iter().sum::<usize>() as f32 / device / 1e6;
        println!("{name:40} {device:10.1} us, {rate:6.2} TB/s of its storages; on the host {host:.2} us a launch");
        memories.into_iter().for_each(|memory| gpu.release(memory, STREAM));
    }
    if filter.is_empty() {
        launches(&gpu, &all[0], &prepared[0]);
    }
}

/// The host's cost of a small launch, in parts.
fn launches(gpu: &Cuda, (name, _, storages, scalars): &Case, step: &Prepared) {
    const TURNS: u32 = 1000;
    let memories: Vec<Memory> = storages.iter().map(|&bytes| gpu.allocate(bytes as u64, STREAM).unwrap()).collect();
    let driver = gpu.driver();
    let text = "extern \"C\" __global__ void nothing(const __grid_constant__ int p) {}";
    let image = compile::ptx(text, driver.properties().capability, &Options::exact()).unwrap();
    let function = driver.function(driver.load(image.as_bytes()).unwrap(), "nothing").unwrap();
    let bare = || {
        let mut parameter = 0i32;
        let mut parameters = [(&raw mut parameter).cast::<c_void>()];
        // SAFETY: the kernel takes one int and does nothing with it.
        unsafe { driver.launch(function, &Configuration::new([1; 3], [32, 1, 1]), Stream::DEFAULT, &mut parameters) }
            .unwrap();
    };
    for _ in 0..2 {
        println!("an empty kernel by the driver: {:.2} us on the host", time(gpu, TURNS, bare).1);
        let run = || gpu.run(step, &memories, scalars, STREAM).unwrap();
        println!("{name}: {:.2} us on the host", time(gpu, TURNS, run).1);
        let current = || driver.make_current().unwrap();
        println!("making the device current: {:.3} us", time(gpu, TURNS, current).1);
    }
    let mut bytes = [0; 8];
    gpu.upload(&bytes, memories[0].address, STREAM).unwrap();
    let start = Instant::now();
    (0..100).for_each(|_| gpu.download(memories[0].address, &mut bytes, STREAM).unwrap());
    println!("download of 8 bytes: {:.2?}", start.elapsed() / 100);
}
