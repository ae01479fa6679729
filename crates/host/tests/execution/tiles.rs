//! Kernels over short rows, which are computed several at a time: against their meaning, and to the bit against the
//! same kernels row by row.

use cuprust_host::prepare_by_rows;
use cuprust_ir::{Layout, View};
use cuprust_num::{DType, Scalar};
use cuprust_ops::{Reduction, RowId};

use crate::random_kernels::{row_view, view};
use crate::reference::{Bench, Dice};

/// The elements of floats that are read: signed zeros, infinities, and numbers whose sums round.
fn fill(bench: &mut Bench, view: &View, dice: &mut Dice) {
    let size = view.dtype.size();
    let with_special = dice.below(4) == 0;
    for element in bench.storages[view.storage.0 as usize].chunks_mut(size) {
        let number = match dice.below(12) {
            0 => -0.0,
            1 if with_special => f64::INFINITY,
            2 if with_special => f64::NAN,
            _ => (dice.below(4001) as f64 - 2000.0) / 700.0,
        };
        element.copy_from_slice(&Scalar::new(number).cast(view.dtype).bytes()[..size]);
    }
}

fn has(name: &str, dtype: DType) -> bool {
    (RowId::find(name).unwrap().row().loops)(dtype).is_some()
}

struct Maker {
    bench: Bench,
    dice: Dice,
    nodes: Vec<(u16, DType)>,
}

impl Maker {
    fn new(seed: u64, shape: &[i64], outer: usize) -> Maker {
        Maker { bench: Bench::new(shape, outer), dice: Dice(seed), nodes: Vec::new() }
    }

    /// Some view, maybe one that is the same along a row or in all rows.
    fn view(&mut self, dtype: DType) -> View {
        let (bench, dice) = (&mut self.bench, &mut self.dice);
        let mut made = if dice.below(2) == 0 { view(bench, dice, dtype) } else { row_view(bench, dice, dtype) };
        let (rank, outer) = (bench.kernel.shape.len(), bench.kernel.outer);
        let fixed = match dice.below(6) {
            0 => outer..rank,
            1 => 0..outer,
            _ => 0..0,
        };
        fixed.filter(|&axis| made.wrap(axis).is_none()).collect::<Vec<usize>>().into_iter().for_each(|axis| {
            if made.layout.strides[axis] > 0 {
                made.layout.strides[axis] = 0;
            }
        });
        if dtype.is_inexact() {
            fill(bench, &made, dice);
        }
        made
    }

    fn read(&mut self, dtype: DType) -> Option<View> {
        let view = self.view(dtype);
        let node = self.bench.read(view.clone());
        self.nodes.push((node, dtype));
        let in_place = !view.overlaps_itself() && view.circular.is_empty() && self.dice.below(3) == 0;
        in_place.then_some(view)
    }

    /// Some value of a dtype, converted if need be: often the last one made.
    fn any(&mut self, dtype: DType) -> u16 {
        let own: Vec<u16> = self.nodes.iter().filter(|node| node.1 == dtype).map(|node| node.0).collect();
        match own.last() {
            Some(&last) if self.dice.below(3) == 0 => last,
            Some(_) => self.dice.pick(&own),
            None => {
                let of = self.dice.pick(&self.nodes).0;
                let node = self.bench.cast(of, dtype);
                self.nodes.push((node, dtype));
                node
            }
        }
    }

    fn operation(&mut self, kinds: &[DType]) {
        let dtype = self.dice.pick(kinds);
        let made = match self.dice.below(7) {
            0 | 1 => {
                let names = ["add", "multiply", "maximum", "minimum", "argmax", "argmin", "deviations", "logical_or"];
                let name = self.dice.pick(&names);
                let of = self.any(dtype);
                if name == "deviations" && !dtype.is_inexact() || name == "logical_or" && dtype != DType::Bool {
                    return;
                }
                if Reduction::find(name).is_none() || RowId::find(name).is_some() && !has(name, dtype) {
                    return;
                }
                self.bench.reduce(name, of)
            }
            2 => {
                let (from, to) = (self.any(dtype), self.dice.pick(kinds));
                self.bench.cast(from, to)
            }
            3 if has("exp", dtype) && dtype.is_inexact() => {
                let of = self.any(dtype);
                self.bench.row("exp", dtype, &[of])
            }
            4 => {
                let of = [self.any(DType::Bool), self.any(dtype), self.any(dtype)];
                self.bench.row("where", dtype, &of)
            }
            _ => {
                let name = self.dice.pick(&["add", "subtract", "multiply", "minimum", "divide", "less"]);
                if !has(name, dtype) {
                    return;
                }
                let of = [self.any(dtype), self.any(dtype)];
                self.bench.row(name, dtype, &of)
            }
        };
        self.nodes.push((made, self.bench.kernel.nodes[made as usize].dtype));
    }

    /// Stores some of the later values, some of them in the memory of a view that is read.
    fn finish(mut self, in_place: Option<View>) -> Bench {
        let levels = self.bench.kernel.levels();
        let (outer, shape) = (self.bench.kernel.outer, self.bench.kernel.shape.clone());
        let inner: i64 = shape[outer..].iter().product();
        for _ in 0..1 + self.dice.below(3) {
            let (node, _) = self.dice.pick(&self.nodes[self.nodes.len() / 2..]);
            let whole = levels[node as usize].inner || inner == 1 || self.dice.below(2) == 0;
            self.bench.store(node, whole);
        }
        if let Some(view) = in_place
            && let Some(&(node, _)) = self.nodes.iter().rev().find(|(_, dtype)| *dtype == view.dtype)
        {
            self.bench.write(view, node);
        }
        self.bench
    }
}

/// A space of rows of 1 to 300 lanes, and the number of its outer axes.
fn space(dice: &mut Dice) -> (Vec<i64>, usize) {
    let lanes = dice.pick(&[1i64, 2, 3, 7, 8, 16, 17, 20, 31, 32, 33, 40, 64, 65, 100, 127, 200, 256, 300]);
    let rows = dice.pick(&[1i64, 2, 3, 5, 15, 16, 17, 40, 99]);
    let cut = |extent: i64, dice: &mut Dice| match (2..=extent).find(|cut| extent % cut == 0) {
        Some(cut) if dice.below(2) == 0 => vec![cut, extent / cut],
        _ => vec![extent],
    };
    let (outer, inner) = (cut(rows, dice), cut(lanes, dice));
    ([&outer[..], &inner].concat(), outer.len())
}

fn kernel(seed: u64, dtypes: &[DType]) -> Bench {
    let mut dice = Dice(seed);
    let (shape, outer) = space(&mut dice);
    let kinds = [dice.pick(dtypes), dice.pick(dtypes)];
    let mut maker = Maker::new(seed.wrapping_mul(77) + 5, &shape, outer);
    let mut in_place = None;
    for _ in 0..1 + dice.below(4) {
        let dtype = dice.pick(&kinds);
        in_place = maker.read(dtype).or(in_place);
    }
    if dice.below(2) == 0 {
        let node = maker.bench.scalar(Scalar::new(3i64), kinds[0]);
        maker.nodes.push((node, kinds[0]));
    }
    if dice.below(4) == 0 {
        let node = maker.bench.position(Layout { offset: 4, ..Layout::contiguous(&shape) });
        maker.nodes.push((node, DType::I64));
    }
    for _ in 0..2 + dice.below(14) {
        maker.operation(&kinds);
    }
    maker.finish(in_place)
}

/// Compares a kernel's results with those of the same kernel row by row. Returns how many rows were computed at a time;
/// `None` where the kernel is not one.
#[track_caller]
fn compare(bench: &Bench, what: &str) -> Option<i64> {
    let (by_rows, rows) = prepare_by_rows(&bench.kernel).ok()?;
    let (found, wanted) = (bench.run(), bench.run_prepared(&by_rows).unwrap());
    for write in &bench.kernel.writes {
        let (dtype, storage) = (write.view.dtype, write.view.storage.0 as usize);
        let (found, wanted) = (found[storage].chunks(dtype.size()), wanted[storage].chunks(dtype.size()));
        for (at, (found, wanted)) in found.zip(wanted).enumerate() {
            // Which of two NaN an addition passes on depends on the instruction.
            let is_nan = |bytes: &[u8]| {
                dtype.is_inexact() && {
                    let number: cuprust_num::c128 = Scalar::from_bytes(dtype, bytes).get();
                    number.re.is_nan() || number.im.is_nan()
                }
            };
            let same = found == wanted || is_nan(found) && is_nan(wanted);
            assert!(same, "{what}: element {at} of s{storage}, {rows} rows at a time: {:#?}", bench.kernel);
        }
    }
    Some(rows)
}

#[test]
fn rows_in_tiles_mean_what_they_should() {
    let (mut ran, mut tiled, mut swept) = (0, 0, 0);
    for seed in 0..1500 {
        let bench = kernel(seed * 7919 + 3, &[DType::I64, DType::I32, DType::U8, DType::Bool, DType::U16]);
        if bench.kernel.shape.iter().product::<i64>() > 5000 {
            continue;
        }
        if let Some(rows) = compare(&bench, &format!("kernel {seed}")) {
            bench.check();
            ran += 1;
            tiled += usize::from(rows > 1);
            swept += usize::from(rows > 1 && bench.kernel.levels().iter().any(|level| level.pass > 1));
        }
    }
    assert!(ran > 900 && tiled > 300 && swept > 60, "{ran} ran, {tiled} of them in tiles, {swept} in several sweeps");
}

#[test]
fn rows_in_tiles_have_the_bits_of_rows_by_themselves() {
    let dtypes = [
        DType::F32,
        DType::F64,
        DType::F32,
        DType::F16,
        DType::BF16,
        DType::C64,
        DType::C128,
        DType::I64,
        DType::I8,
        DType::Bool,
    ];
    let (mut ran, mut tiled, mut swept, mut replaced) = (0, 0, 0, 0);
    for seed in 0..4000 {
        let bench = kernel(seed * 6151 + 1, &dtypes);
        if let Some(rows) = compare(&bench, &format!("kernel {seed}")) {
            let kernel = &bench.kernel;
            ran += 1;
            tiled += usize::from(rows > 1);
            swept += usize::from(rows > 1 && kernel.levels().iter().any(|level| level.pass > 1));
            let is_read = |storage| kernel.reads.iter().any(|read| read.storage == storage);
            replaced += usize::from(rows > 1 && kernel.writes.iter().any(|write| is_read(write.view.storage)));
        }
    }
    let counts = format!("{ran} ran, {tiled} in tiles, {swept} in several sweeps, {replaced} in place");
    assert!(ran > 3000 && tiled > 1000 && swept > 200 && replaced > 60, "{counts}");
}

/// The softmax of rows, kept from sweep to sweep, or written where it is read.
fn softmax(dtype: DType, rows: i64, lanes: i64, in_place: bool) -> Bench {
    let mut bench = Bench::new(&[rows, lanes], 1);
    let (view, x) = bench.whole(dtype, 3);
    fill(&mut bench, &view, &mut Dice(lanes as u64));
    let (_, power, sum) = bench.exponentials(x, dtype);
    let share = bench.row("divide", dtype, &[power, sum]);
    match in_place {
        true => bench.write(view, share),
        false => drop(bench.store(share, true)),
    }
    bench.store(sum, false);
    bench
}

#[test]
fn the_softmax_of_rows_has_the_same_bits_in_tiles() {
    let mut tiled = 0;
    for dtype in [DType::F32, DType::F64] {
        // Rows of 2 and 9 lanes are rows only where there are few of them.
        for (rows, lanes) in
            [(3, 2), (3, 9), (1, 40), (100, 40), (33, 64), (500, 100), (500, 300), (17, 512), (17, 513)]
        {
            for in_place in [false, true] {
                let bench = softmax(dtype, rows, lanes, in_place);
                let at_a_time = compare(&bench, &format!("softmax of {rows} rows of {lanes} {dtype}")).unwrap();
                assert_eq!(at_a_time == 1, rows == 1 || lanes as usize * dtype.size() > 2048, "{rows} rows of {lanes}");
                tiled += usize::from(at_a_time > 1);
            }
        }
    }
    assert!(tiled > 20, "{tiled} in tiles");
}
