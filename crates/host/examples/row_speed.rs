//! Measures kernels over short rows, in tiles and row by row:
//! `cargo run --release -p cuprust-host --example row_speed`.

#[path = "../tests/execution/reference/mod.rs"]
mod reference;

use std::time::Instant;

use cuprust_host::{Host, prepare_by_rows};
use cuprust_ir::{Executor, Layout, Prepared, Step, StreamId, View};
use cuprust_num::DType;
use reference::{Bench, uploaded};

/// Positions of a kernel: so few that they are one thread's.
const POSITIONS: i64 = 60_000;

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    println!(
        "{:28} {:>8} {:>8} {:>6}  nanoseconds a row by itself, in tiles, and their ratio",
        "", "rows", "tiles", ""
    );
    type Make = fn(&mut Bench, u16, DType);
    let kinds: [(&str, Make); 9] = [
        ("sum", |bench, x, _| {
            let sum = bench.reduce("add", x);
            bench.store(sum, false);
        }),
        ("maximum", |bench, x, _| {
            let most = bench.reduce("maximum", x);
            bench.store(most, false);
        }),
        ("argmax", |bench, x, _| {
            let most = bench.reduce("argmax", x);
            bench.store(most, false);
        }),
        ("deviations", |bench, x, _| {
            let squares = bench.reduce("deviations", x);
            bench.store(squares, false);
        }),
        ("any", |bench, x, dtype| {
            let above = bench.row("less", dtype, &[x, x]);
            let any = bench.reduce("logical_or", above);
            bench.store(any, false);
        }),
        ("softmax", |bench, x, dtype| {
            let (_, power, sum) = bench.exponentials(x, dtype);
            let share = bench.row("divide", dtype, &[power, sum]);
            bench.store(share, true);
        }),
        ("logsumexp", |bench, x, dtype| {
            let (most, _, sum) = bench.exponentials(x, dtype);
            let log = bench.row("log", dtype, &[sum]);
            let made = bench.row("add", dtype, &[log, most]);
            bench.store(made, false);
        }),
        ("layer norm", |bench, x, dtype| {
            let sum = bench.reduce("add", x);
            let less = bench.row("subtract", dtype, &[x, sum]);
            let square = bench.row("square", dtype, &[less]);
            let squares = bench.reduce("add", square);
            let root = bench.row("sqrt", dtype, &[squares]);
            let norm = bench.row("divide", dtype, &[less, root]);
            bench.store(norm, true);
        }),
        ("sum of sines of differences", |bench, _, dtype| {
            let shape = bench.kernel.shape.clone();
            let column = bench.numbers(dtype, shape[0] as usize, 3);
            let line = bench.numbers(dtype, shape[1] as usize, 4);
            let column = View::new(column, dtype, Layout::contiguous(&[shape[0], 1]).broadcast(&shape).unwrap());
            let line = View::new(line, dtype, Layout::contiguous(&[1, shape[1]]).broadcast(&shape).unwrap());
            let (column, line) = (bench.read(column), bench.read(line));
            let less = bench.row("subtract", dtype, &[column, line]);
            let sine = bench.row("sin", dtype, &[less]);
            let sum = bench.reduce("add", sine);
            bench.store(sum, false);
        }),
    ];
    for dtype in [DType::F32, DType::F64] {
        for (name, make) in kinds {
            for lanes in [24i64, 32, 48, 64, 100, 128, 256, 512] {
                let what = format!("{name} {dtype} of {lanes}");
                if !what.contains(&only) {
                    continue;
                }
                let mut bench = Bench::new(&[POSITIONS / lanes, lanes], 1);
                let (_, x) = bench.whole(dtype, 1);
                make(&mut bench, x, dtype);
                let (rows, tiles) = measure(&bench);
                let per_row = |seconds: f64| seconds * 1e9 / (POSITIONS / lanes) as f64;
                println!("{what:36} {:8.1} {:8.1} {:6.2}", per_row(rows), per_row(tiles), rows / tiles);
            }
        }
    }
}

/// The median seconds of both ways, measured in turns.
fn measure(bench: &Bench) -> (f64, f64) {
    let (host, stream) = (Host::new(), StreamId::default());
    let tiled = host.prepare(&[&Step::Kernel(bench.kernel.clone())]).unwrap().remove(0);
    let (by_rows, _) = prepare_by_rows(&bench.kernel).unwrap();
    let memories = uploaded(&host, &bench.storages).unwrap();
    let once = |prepared: &Prepared| {
        let start = Instant::now();
        host.run(prepared, &memories, &bench.scalars, stream).unwrap();
        start.elapsed().as_secs_f64()
    };
    let mut times: [Vec<f64>; 2] = [vec![], vec![]];
    for _ in 0..41 {
        times[0].push(once(&by_rows));
        times[1].push(once(&tiled));
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let [rows, tiles] = times;
    (median(rows), median(tiles))
}
