//! Kernels made at random, against their meaning: what no one thought of writing down.

use crate::reference::{Bench, Dice};
use cuprust_ir::{Layout, View};
use cuprust_num::{DType, Scalar};

/// A view over the whole space, of a fresh storage.
pub fn view(bench: &mut Bench, dice: &mut Dice, dtype: DType) -> View {
    let shape: Vec<i64> = bench.kernel.shape.to_vec();
    let rank = shape.len();
    let mut own = shape.clone();
    if dice.below(3) == 0 {
        // Broadcast along some axes.
        own.iter_mut().for_each(|extent| *extent = if dice.below(2) == 0 { 1 } else { *extent });
    }
    let mut order: Vec<usize> = (0..rank).collect();
    if dice.below(3) == 0 {
        order.rotate_left(dice.below(rank));
    }
    let layout = Layout::ordered(&own, &order);
    let storage = bench.numbers(dtype, layout.size() as usize, dice.below(1000) as u64);
    let mut view = View::new(storage, dtype, layout.broadcast(&shape).unwrap());
    for axis in 0..rank {
        match dice.below(6) {
            0 if own[axis] > 1 => view = view.roll(axis, dice.below(7) as i64 - 3),
            1 if view.wrap(axis).is_none() && own[axis] > 1 => {
                view.layout = view.layout.slice(axis, shape[axis] - 1, -1, shape[axis]);
            }
            _ => {}
        }
    }
    view
}

fn kernel(seed: u64) -> Bench {
    let mut dice = Dice(seed);
    let rank = 1 + dice.below(4);
    let long = dice.below(rank);
    let lengths = [1i64, 2, 3, 5, 8, 17, 40];
    let mut shape: Vec<i64> = (0..rank).map(|_| dice.pick(&lengths[..if rank > 2 { 5 } else { 7 }])).collect();
    if dice.below(2) == 0 {
        shape[long] = dice.pick(&[100, 255, 256, 257, 600, 2100]);
    }
    let outer = dice.below(rank + 1);
    let mut bench = Bench::new(&shape, outer);
    let dtypes = [DType::I64, DType::I32, DType::U8];
    let mut nodes: Vec<(u16, DType)> = Vec::new();
    let mut in_place = None;
    for _ in 0..1 + dice.below(3) {
        let dtype = dice.pick(&dtypes);
        let view = view(&mut bench, &mut dice, dtype);
        if !view.overlaps_itself() && view.circular.is_empty() && dice.below(3) == 0 {
            in_place = Some(view.clone());
        }
        nodes.push((bench.read(view), dtype));
    }
    if dice.below(2) == 0 {
        nodes.push((bench.scalar(Scalar::new(3i64), DType::I64), DType::I64));
    }
    if dice.below(3) == 0 {
        nodes.push((bench.position(Layout { offset: 4, ..Layout::contiguous(&shape) }), DType::I64));
    }
    for _ in 0..2 + dice.below(12) {
        let (node, dtype) = dice.pick(&nodes);
        let made = match dice.below(5) {
            0 if outer < rank => {
                let name = dice.pick(&["add", "multiply", "maximum", "argmax", "argmin"]);
                let gives = if name.starts_with("arg") { DType::I64 } else { dtype };
                (bench.reduce(name, node), gives)
            }
            1 => {
                let to = dice.pick(&dtypes);
                (bench.cast(node, to), to)
            }
            2 => (bench.output("divmod", dtype, &[node, node], 1), dtype),
            _ => {
                let other = dice.pick(&nodes);
                let other = if other.1 == dtype { other.0 } else { bench.cast(other.0, dtype) };
                (bench.row(dice.pick(&["add", "subtract", "multiply", "minimum"]), dtype, &[node, other]), dtype)
            }
        };
        nodes.push(made);
    }
    // Some values are stored at every position, and outer ones along the outer axes.
    let levels = bench.kernel.levels();
    let inner_size: i64 = shape[outer..].iter().product();
    for _ in 0..1 + dice.below(3) {
        let (node, _) = dice.pick(&nodes[nodes.len() / 2..]);
        let whole = levels[node as usize].inner || inner_size == 1 || dice.below(2) == 0;
        bench.store(node, whole);
    }
    if let Some(view) = in_place
        && let Some(&(node, _)) = nodes.iter().rev().find(|(_, dtype)| *dtype == view.dtype)
    {
        bench.write(view, node);
    }
    bench
}

#[test]
fn kernels_made_at_random_mean_what_they_should() {
    let (mut ran, mut swept) = (0, 0);
    for seed in 0..1000 {
        let bench = kernel(seed * 7919 + 1);
        if bench.kernel.verify().is_err() {
            continue;
        }
        bench.check();
        ran += 1;
        swept += (bench.kernel.levels().iter().any(|level| level.pass > 1)) as usize;
    }
    assert!(ran > 900 && swept > 60, "{ran} ran, {swept} of them in several sweeps");
}

/// A view over the space whose rows may lie in longer ones, at any position, and whose lanes follow one another or are
/// all the same.
pub fn row_view(bench: &mut Bench, dice: &mut Dice, dtype: DType) -> View {
    let shape: Vec<i64> = bench.kernel.shape.to_vec();
    let last = shape.len() - 1;
    let mut own = shape.clone();
    if dice.below(3) == 0 {
        own.iter_mut().for_each(|extent| *extent = if dice.below(2) == 0 { 1 } else { *extent });
    }
    let (before, after) = (dice.below(4) as i64, dice.below(4) as i64);
    let mut held = own.clone();
    if own[last] > 1 {
        held[last] += before + after;
    }
    let mut order: Vec<usize> = (0..last).collect();
    order.rotate_left(dice.below(last.max(1)).min(last.saturating_sub(1)));
    order.push(last);
    if dice.below(4) == 0 {
        order.rotate_left(dice.below(last + 1));
    }
    let layout = Layout::ordered(&held, &order);
    let storage = bench.numbers(dtype, layout.size() as usize, dice.below(1000) as u64);
    let part = if own[last] > 1 { layout.slice(last, before, 1, own[last]) } else { layout };
    let mut view = View::new(storage, dtype, part.broadcast(&shape).unwrap());
    for axis in 0..last {
        match dice.below(8) {
            0 if own[axis] > 1 => view = view.roll(axis, dice.below(7) as i64 - 3),
            1 if view.wrap(axis).is_none() && own[axis] > 1 => {
                view.layout = view.layout.slice(axis, shape[axis] - 1, -1, shape[axis]);
            }
            _ => {}
        }
    }
    view
}

/// A kernel over short rows: a map, or reductions of columns.
fn kernel_of_rows(seed: u64) -> Bench {
    let mut dice = Dice(seed);
    let rank = 2 + dice.below(3);
    let mut shape: Vec<i64> = (0..rank).map(|_| dice.pick(&[1i64, 2, 3, 5, 8, 17, 20, 40])).collect();
    shape[rank - 1] = dice.pick(&[3i64, 4, 7, 8, 9, 15, 16, 17, 31, 33, 40, 70, 600]);
    for axis in 0..rank - 1 {
        if shape.iter().product::<i64>() > 4000 {
            shape[axis] = 2;
        }
    }
    // Of some, blocks end with the rows.
    if dice.below(12) == 0 {
        shape[rank - 2] = 4096 / shape[rank - 1] + 3;
    }
    let dtypes = [
        DType::F32,
        DType::F64,
        DType::I64,
        DType::I32,
        DType::U32,
        DType::U64,
        DType::U8,
        DType::I8,
        DType::U16,
        DType::I16,
    ];
    let kinds = [dice.pick(&dtypes), dice.pick(&dtypes)];
    let reduces = dice.below(2) == 0;
    // The lanes of a sweep over columns are the outer axes: the last axis of the views comes before the inner ones.
    let inner = if reduces { 1 + dice.below(rank - 1) } else { 0 };
    let mut bench = Bench::new(&shape, rank);
    let mut nodes: Vec<(u16, DType)> = Vec::new();
    for _ in 0..1 + dice.below(4) {
        let dtype = dice.pick(&kinds);
        let view = row_view(&mut bench, &mut dice, dtype);
        nodes.push((bench.read(view), dtype));
    }
    if dice.below(2) == 0 {
        nodes.push((bench.scalar(Scalar::new(3i64), kinds[0]), kinds[0]));
    }
    let operations = dice.below(10);
    for _ in 0..operations {
        let (node, dtype) = dice.pick(&nodes);
        let made = match dice.below(6) {
            0 => {
                let to = dice.pick(&kinds);
                (bench.cast(node, to), to)
            }
            1 => {
                let zero = bench.scalar(Scalar::new(0i64), dtype);
                let condition = bench.row("greater", dtype, &[node, zero]);
                (bench.row("where", dtype, &[condition, node, zero]), dtype)
            }
            _ => {
                let other = dice.pick(&nodes);
                let other = if other.1 == dtype { other.0 } else { bench.cast(other.0, dtype) };
                (bench.row(dice.pick(&["add", "subtract", "minimum", "maximum"]), dtype, &[node, other]), dtype)
            }
        };
        nodes.push(made);
    }
    if !reduces {
        for _ in 0..1 + dice.below(2) {
            let (node, dtype) = dice.pick(&nodes[nodes.len() / 2..]);
            if dice.below(2) == 0 {
                bench.store(node, true);
            } else {
                // What lies between the rows stays as it is.
                let mut held = shape.clone();
                held[rank - 1] += 3;
                let layout = Layout::contiguous(&held);
                let storage = bench.numbers(dtype, layout.size() as usize, 5);
                bench.write(View::new(storage, dtype, layout.slice(rank - 1, 2, 1, shape[rank - 1])), node);
            }
        }
        return bench;
    }
    // The last axis moves before the inner ones.
    let at = rank - 1 - inner;
    let permuted = |layout: &mut Layout| {
        layout.shape[at..].rotate_right(1);
        layout.strides[at..].rotate_right(1);
    };
    bench.kernel.reads.iter_mut().for_each(|view| {
        permuted(&mut view.layout);
        view.circular.iter_mut().for_each(|wrap| {
            if wrap.axis >= at {
                wrap.axis += 1;
            }
        });
    });
    bench.kernel.shape[at..].rotate_right(1);
    bench.kernel.outer = at + 1;
    for _ in 0..1 + dice.below(3) {
        let (node, dtype) = dice.pick(&nodes[nodes.len() / 2..]);
        let names = ["add", "maximum", "minimum", "multiply", "bitwise_and", "bitwise_or", "argmax"];
        // The meaning compares positions of extremes in float64.
        let count = match dtype {
            DType::F32 | DType::F64 => 3,
            DType::I64 | DType::U64 => names.len() - 1,
            _ => names.len(),
        };
        let name = dice.pick(&names[..count]);
        let reduced = bench.reduce(name, node);
        bench.store(reduced, false);
    }
    bench
}

#[test]
fn kernels_over_rows_mean_what_they_should() {
    let mut ran = 0;
    for seed in 0..1500 {
        let bench = kernel_of_rows(seed * 6151 + 11);
        if bench.kernel.verify().is_ok() {
            bench.check();
            ran += 1;
        }
    }
    assert!(ran > 1400, "{ran} ran");
}
