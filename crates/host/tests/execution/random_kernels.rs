//! Kernels made at random, against their meaning: what no one thought of writing down.

use crate::reference::{Bench, Dice};
use cuprust_ir::{Layout, View};
use cuprust_num::{DType, Scalar};

/// A view over the whole space, of a fresh storage.
fn view(bench: &mut Bench, dice: &mut Dice, dtype: DType) -> View {
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
