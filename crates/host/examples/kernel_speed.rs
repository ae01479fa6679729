//! Measures the cost of kernels: `cargo run --release -p cuprust-host --example kernel_speed`.

#[path = "../tests/execution/reference/mod.rs"]
mod reference;

use std::time::Instant;

use cuprust_host::Host;
use cuprust_ir::{Executor, Layout, Operand, ScalarId, Step, StorageId, StreamId, View};
use cuprust_num::{DType, Scalar};
use cuprust_ops::{Distribution, Routine, RowId};
use reference::{Bench, uploaded};

const F: DType = DType::F64;

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    for n in [10, 16, 24, 32, 48, 64, 100, 1000] {
        report(&only, &format!("life {n} x {n} int64"), life(n));
    }
    if only.starts_with("life") {
        return;
    }
    let mut bench = Bench::new(&[20_000_000], 1);
    let (_, a) = bench.whole(F, 1);
    let (_, b) = bench.whole(F, 2);
    let (_, c) = bench.whole(F, 3);
    let product = bench.row("multiply", F, &[a, b]);
    let sum = bench.row("add", F, &[product, c]);
    bench.store(sum, true);
    report(&only, "a * b + c, float64, 2e7", bench);

    for (name, shape, outer) in [
        ("all of 256^3", [1, 1 << 24], 1),
        ("rows of 4096^2", [4096, 4096], 1),
        ("columns of 4096^2", [4096, 4096], 1),
        ("rows of 65536 x 256", [1 << 16, 256], 1),
        ("columns of 256 x 65536", [256, 1 << 16], 1),
        ("rows of 200 x 256", [200, 256], 1),
    ] {
        for (what, dtype) in [("add", DType::F32), ("deviations", DType::F32), ("argmax", DType::F32), ("maximum", F)] {
            if !format!("{what} {dtype} over {name}").contains(&only) {
                continue;
            }
            let layout = Layout::contiguous(&shape);
            let layout = if name.starts_with("col") { layout.permute(&[1, 0]) } else { layout };
            let mut bench = Bench::new(&layout.shape, outer);
            let storage = bench.numbers(dtype, (shape[0] * shape[1]) as usize, 1);
            let a = bench.read(View::new(storage, dtype, layout));
            let reduced = bench.reduce(what, a);
            bench.store(reduced, false);
            report(&only, &format!("{what} {dtype} over {name}"), bench);
        }
    }

    if only.contains(" over ") {
        return;
    }

    let mut bench = Bench::new(&[2000, 2000], 1);
    let (_, a) = bench.whole(F, 1);
    let (_, power, sum) = bench.exponentials(a, F);
    let share = bench.row("divide", F, &[power, sum]);
    bench.store(share, true);
    report(&only, "softmax of rows, 2000^2 float64", bench);

    let mut bench = Bench::new(&[4000, 4000], 2);
    let (view, a) = bench.whole(F, 1);
    let transposed = bench.read(View { layout: view.layout.permute(&[1, 0]), ..view });
    let sum = bench.row("add", F, &[a, transposed]);
    bench.store(sum, true);
    report(&only, "a + a.T, 4000^2 float64", bench);

    let mut bench = Bench::new(&[1_000_000, 3], 1);
    let (_, a) = bench.whole(F, 1);
    let sum = bench.reduce("add", a);
    bench.store(sum, false);
    report(&only, "sum of rows of three, 1e6 float64", bench);

    let mut bench = Bench::new(&[16], 0);
    let (_, a) = bench.whole(DType::F32, 1);
    let sum = bench.reduce("add", a);
    bench.store(sum, false);
    report(&only, "sum of 16, float32", bench);

    for n in [10, 1000, 10_000] {
        let mut bench = Bench::new(&[n], 1);
        let (_, a) = bench.whole(F, 1);
        let (_, b) = bench.whole(F, 2);
        let sum = bench.row("add", F, &[a, b]);
        bench.store(sum, true);
        report(&only, &format!("a + b, float64, {n}"), bench);
    }
    immediate(&only);
    routines(&only);
}

fn life(n: i64) -> Bench {
    let mut bench = Bench::new(&[n, n], 2);
    let dtype = DType::I64;
    let cells: Vec<i64> = (0..n * n).map(|i| (i * i / 3 + i / 7) % 2).collect();
    let storage = bench.storage(&cells);
    let grid = View::new(storage, dtype, Layout::contiguous(&[n, n]));
    let own = bench.read(grid.clone());
    let mut sum = None;
    for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
        let read = bench.read(grid.roll(0, down).roll(1, right));
        sum = Some(sum.map_or(read, |sum| bench.row("add", dtype, &[sum, read])));
    }
    let two = bench.scalar(Scalar::new(2i64), dtype);
    let three = bench.scalar(Scalar::new(3i64), dtype);
    let one = bench.scalar(Scalar::new(1i64), dtype);
    let is_two = bench.row("equal", dtype, &[sum.unwrap(), two]);
    let is_three = bench.row("equal", dtype, &[sum.unwrap(), three]);
    let alive = bench.row("equal", dtype, &[own, one]);
    let stays = bench.row("logical_and", DType::Bool, &[alive, is_two]);
    let next = bench.row("logical_or", DType::Bool, &[stays, is_three]);
    let next = bench.cast(next, dtype);
    bench.store(next, true);
    bench
}

/// The best of several runs, in microseconds. Short runs are timed by the hundred: the clock takes as long as they do.
fn best(mut run: impl FnMut()) -> f64 {
    let (start, mut best, mut runs, mut batch) = (Instant::now(), f64::MAX, 0, 1);
    while runs < 5 || start.elapsed().as_secs_f64() < 0.3 {
        let begin = Instant::now();
        (0..batch).for_each(|_| run());
        let time = begin.elapsed().as_secs_f64() / batch as f64;
        batch = if time < 1e-5 { 100 } else { batch };
        best = best.min(time);
        runs += 1;
    }
    best * 1e6
}

fn report(only: &str, name: &str, bench: Bench) {
    if !name.contains(only) {
        return;
    }
    let (host, stream) = (Host::new(), StreamId::default());
    let step = Step::Kernel(bench.kernel.clone());
    let prepared = host.prepare(&[&step]).unwrap().remove(0);
    let ready = best(|| drop(host.prepare(&[&step]).unwrap()));
    let memories = uploaded(&host, &bench.storages).unwrap();
    let time = best(|| host.run(&prepared, &memories, &bench.scalars, stream).unwrap());
    let bytes: usize = bench.storages.iter().map(Vec::len).sum();
    println!("{name:40} {time:10.3} us {:6.1} GB/s, prepared in {ready:.1} us", bytes as f64 / time * 1e-3);
}

fn immediate(only: &str) {
    if !"immediate".contains(only) {
        return;
    }
    let (host, add) = (Host::new(), RowId::find("add").unwrap());
    for n in [4, 256, 4096] {
        let (a, b, mut c) = (vec![1.0f64; n], vec![2.0; n], vec![0.0; n]);
        let time = best(|| {
            for _ in 0..1000 {
                let (inputs, outputs) = ([a.as_ptr().cast(), b.as_ptr().cast()], [c.as_mut_ptr().cast()]);
                // SAFETY: the three vectors have n elements.
                unsafe { host.map_now(add, F, &inputs, &outputs, n).unwrap() };
            }
        });
        println!("{:40} {time:10.1} ns", format!("immediate a + b, {n}"));
    }
}

fn routines(only: &str) {
    let state = [Scalar::new(7u64), Scalar::new(0u64), Scalar::new(0i64), Scalar::new(99i64)];
    let scalars = |n: u32| (0..n).map(|id| Operand::Scalar(ScalarId(id))).collect::<Vec<_>>();
    let view = |s: u32, dtype, shape: &[i64]| View::new(StorageId(s), dtype, Layout::contiguous(shape));
    let mut cases = vec![];
    for dtype in [DType::F32, F] {
        cases.push((
            Routine::Random { distribution: Distribution::Uniform },
            vec![],
            view(0, dtype, &[10_000_000]),
            scalars(2),
        ));
        cases.push((
            Routine::Random { distribution: Distribution::Normal },
            vec![],
            view(0, dtype, &[10_000_000]),
            scalars(2),
        ));
    }
    cases.push((
        Routine::Random { distribution: Distribution::Integers },
        vec![],
        view(0, DType::I64, &[10_000_000]),
        scalars(4),
    ));
    for dtype in [DType::F32, F, DType::I64, DType::F16] {
        let inputs = vec![view(1, dtype, &[1000, 1000]), view(2, dtype, &[1000, 1000])];
        cases.push((Routine::MatMul, inputs, view(0, dtype, &[1000, 1000]), vec![]));
    }
    for dtype in [DType::I64, F] {
        let scan = Routine::Scan { row: RowId::find("add").unwrap() };
        cases.push((scan, vec![view(1, dtype, &[10_000_000])], view(0, dtype, &[10_000_000]), vec![]));
    }
    for (routine, views, output, mut inputs) in cases {
        let name = format!("{} {}", routine.name(), output.dtype);
        if !name.contains(only) {
            continue;
        }
        let (host, stream) = (Host::new(), StreamId::default());
        let mut storages = vec![vec![0; output.layout.size() as usize * output.dtype.size()]];
        for view in views {
            let mut bench = Bench::new(&[], 0);
            bench.numbers(view.dtype, view.layout.size() as usize, 1);
            storages.append(&mut bench.storages);
            inputs.push(Operand::View(view));
        }
        let step = Step::Routine { routine, outputs: vec![output.clone()], inputs, loads: vec![] };
        let prepared = host.prepare(&[&step]).unwrap().remove(0);
        let memories = uploaded(&host, &storages).unwrap();
        let time = best(|| host.run(&prepared, &memories, &state, stream).unwrap());
        let each = time * 1e3 / output.layout.size() as f64;
        println!("{name:40} {time:10.1} us {each:6.2} ns an element");
    }
}
