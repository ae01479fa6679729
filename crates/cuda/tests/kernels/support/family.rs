//! A wide family of kernels: every class of text, with sizes around the thresholds between classes.

use cuprust_ir::{Dims, Layout, View};
use cuprust_num::DType::{self, *};
use cuprust_num::Scalar;

use super::build::Build;

/// The kernels without half types, which the host's compiler does not support.
pub fn kernels() -> Vec<(String, Build)> {
    let mut all = Vec::new();
    maps(&mut all);
    divisions(&mut all);
    rows(&mut all);
    columns(&mut all);
    blocked(&mut all);
    gathers(&mut all);
    all
}

/// Kernels with half types.
pub fn halves() -> Vec<(String, Build)> {
    let mut all = Vec::new();
    for dtype in [F16, BF16] {
        for inner in [&[][..], &[100], &[5000]] {
            let mut b = Build::new(&[100], inner);
            let x = b.whole(dtype);
            let x = b.read(x);
            let x = b.row("exp", dtype, &[x]);
            if inner.is_empty() {
                let truth = b.row("isnan", dtype, &[x]);
                b.result(x, true);
                b.result(truth, true);
            } else {
                let (most, first) = (b.reduce("maximum", x), b.reduce("argmax", x));
                let wide = b.cast(x, F32);
                let (sum, deviations) = (b.reduce("add", wide), b.reduce("deviations", wide));
                let narrow = b.cast(sum, dtype);
                b.result(most, false);
                b.result(first, false);
                b.result(narrow, false);
                b.result(deviations, false);
            }
            all.push((format!("{dtype} over {inner:?}"), b));
        }
        all.push((format!("softmax {dtype}"), softmax(&[70], &[333], dtype)));
        let mut b = Build::new(&[64], &[64]);
        let x = b.view(dtype, Layout::contiguous(&[64, 64]).permute(&[1, 0]));
        let x = b.read(x);
        let (most, wide) = (b.reduce("minimum", x), b.cast(x, F32));
        let sum = b.reduce("add", wide);
        b.result(most, false);
        b.result(sum, false);
        all.push((format!("columns {dtype}"), b));
    }
    all
}

type All = Vec<(String, Build)>;

/// Integers divided by scalars, each in all the ways there are.
fn divisions(all: &mut All) {
    for dtype in [I8, U8, I16, U16, I32, U32, I64, U64] {
        let (low, high) = cuprust_num::integer_range(dtype);
        let divisors = [0, 7, 64, high, -3, low];
        for divisor in divisors.into_iter().filter(|divisor| (low..=high).contains(divisor)) {
            let mut b = Build::new(&[10_001], &[]);
            let x = b.whole(dtype);
            let scalar = if divisor < 0 { Scalar::new(divisor as i64) } else { Scalar::new(divisor as u64) };
            let (x, by) = (b.read(x), b.scalar(scalar.cast(dtype)));
            for name in ["floor_divide", "remainder", "fmod"] {
                let result = b.row(name, dtype, &[x, by]);
                b.result(result, true);
            }
            all.push((format!("{dtype} divided by {divisor}"), b));
        }
    }
}

fn maps(all: &mut All) {
    for n in [0, 1, 3, 255, 1000, 5001] {
        for dtype in [F32, F64, I64, U8, Bool, C128] {
            let mut b = Build::new(&[n], &[]);
            let (x, y) = (b.whole(dtype), b.whole(dtype));
            let (x, y) = (b.read(x), b.read(y));
            let sum = b.row("add", dtype, &[x, y]);
            b.result(sum, true);
            all.push((format!("add {dtype} {n}"), b));
        }
    }
    // Dtypes of several widths in one kernel, with a scalar and an operand that is one element.
    let mut b = Build::new(&[777], &[]);
    let (x, y) = (b.whole(F32), b.whole(I8));
    let one = b.view(F64, Layout { shape: Dims::new(&[777]), strides: Dims::new(&[0]), offset: 0 });
    let (x, y, one) = (b.read(x), b.read(y), b.read(one));
    let scalar = b.scalar(Scalar::new(2.5f32));
    let product = b.row("multiply", F32, &[x, scalar]);
    let (wide, y) = (b.cast(product, F64), b.cast(y, F64));
    let sum = b.row("add", F64, &[wide, y]);
    let less = b.row("less", F64, &[sum, one]);
    let choice = b.row("where", F64, &[less, sum, one]);
    b.result(choice, true);
    b.result(less, true);
    all.push(("widths".into(), b));
    // In place, and from misaligned addresses.
    for offset in [1, 2, 3, 4] {
        let mut b = Build::new(&[1001], &[]);
        let layout = Layout { offset, ..Layout::contiguous(&[1001]) };
        let x = b.view(F32, layout);
        let node = b.read(x.clone());
        let twice = b.row("add", F32, &[node, node]);
        b.write(x, twice);
        all.push((format!("in place at {offset}"), b));
    }
    // Every other element, backwards, transposed, broadcast.
    let whole = Layout::contiguous(&[24, 36]);
    let strided = [
        ("every other", Layout::contiguous(&[24, 72]).slice(1, 0, 2, 36)),
        ("odd rows", Layout::contiguous(&[24, 37]).slice(1, 0, 1, 36)),
        ("even rows", Layout::contiguous(&[24, 40]).slice(1, 0, 1, 36)),
        ("backwards", whole.slice(0, 23, -1, 24).slice(1, 35, -1, 36)),
        ("transposed", Layout::contiguous(&[36, 24]).permute(&[1, 0])),
        ("row", Layout::contiguous(&[36]).broadcast(&[24, 36]).unwrap()),
        ("column", Layout::contiguous(&[24, 1]).broadcast(&[24, 36]).unwrap()),
    ];
    for (name, layout) in &strided {
        for dtype in [F32, U8, I64] {
            let mut b = Build::new(&[24, 36], &[]);
            let (x, y) = (b.view(dtype, layout.clone()), b.whole(dtype));
            let (x, y) = (b.read(x), b.read(y));
            let sum = b.row("add", dtype, &[x, y]);
            b.result(sum, true);
            all.push((format!("{name} {dtype}"), b));
        }
    }
    // Through tiles, whole and partial: one of two operands transposed, and other axes in addition to the two.
    for dtype in [Bool, I16, F32, F64, C128] {
        let (m, n) = (70, 100);
        let mut b = Build::new(&[3, m, n], &[]);
        let x = b.view(dtype, Layout::contiguous(&[n, 3, m]).permute(&[1, 2, 0]));
        let y = b.view(dtype, Layout::contiguous(&[3, n, m]).permute(&[0, 2, 1]).slice(1, m - 1, -1, m));
        let z = b.whole(dtype);
        let (x, y, z) = (b.read(x), b.read(y), b.read(z));
        let sum = b.row("add", dtype, &[x, y]);
        let sum = b.row("multiply", dtype, &[sum, z]);
        b.result(sum, true);
        all.push((format!("tiles {dtype}"), b));
    }
    let mut b = Build::new(&[3, 5, 2, 7, 4], &[]);
    let x = b.view(I32, Layout::contiguous(&[4, 7, 5, 2, 3]).permute(&[4, 2, 3, 1, 0]));
    let x = b.read(x);
    let element_index = b.position(Layout {
        shape: Dims::new(&[3, 5, 2, 7, 4]),
        strides: Dims::new(&[1 << 33, 0, -3, 1, 5]),
        offset: 7,
    });
    let x = b.cast(x, I64);
    let sum = b.row("add", I64, &[x, element_index]);
    b.result(sum, true);
    all.push(("five axes".into(), b));
    life(all, 3, 3);
    life(all, 20, 33);
    stencils(all);
    // One position, and a circular axis that runs backwards.
    let mut b = Build::new(&[], &[]);
    let x = b.whole(F64);
    let x = b.read(x);
    let x = b.row("multiply", F64, &[x, x]);
    b.result(x, true);
    all.push(("one position".into(), b));
    let mut b = Build::new(&[10], &[]);
    let mut view = b.whole(I32);
    view = view.roll(0, 3);
    view.circular[0].step = -1;
    let x = b.read(view);
    b.result(x, true);
    all.push(("circular axis backwards".into(), b));
}

/// Arrays that are read at several offsets around each position, with other operands.
fn stencils(all: &mut All) {
    life(all, 40, 70);
    for (dtype, rows, columns) in [(F32, 33, 48), (F64, 16, 17), (U8, 70, 64), (C128, 18, 20)] {
        let mut b = Build::new(&[3, rows, columns], &[]);
        let (x, y) = (b.whole(dtype), b.whole(dtype));
        let row = b.view(dtype, Layout::contiguous(&[columns]).broadcast(&[3, rows, columns]).unwrap());
        let element_index = b.position(Layout::contiguous(&[3, rows, columns]));
        let (own, row) = (b.read(y.clone()), b.read(row));
        let mut sum = b.row("add", dtype, &[own, row]);
        for (view, down, right) in
            [(&x, 2, 0), (&x, 0, 1), (&x, 0, -3), (&y, -1, 0), (&x, 1, 1), (&y, 0, 2), (&y, 0, 9), (&x, 0, 0)]
        {
            let tap = b.read(view.roll(1, down).roll(2, right));
            sum = b.row("add", dtype, &[sum, tap]);
        }
        let element_index = b.cast(element_index, dtype);
        let sum = b.row("add", dtype, &[sum, element_index]);
        b.result(sum, true);
        all.push((format!("stencil {dtype} {rows} x {columns}"), b));
    }
    // Rolled along the axis of the smallest stride alone, and out of rows that are longer than what is read of them.
    let mut b = Build::new(&[20, 24], &[]);
    let x = b.view(F32, Layout::contiguous(&[20, 32]).slice(1, 4, 1, 24));
    let taps: Vec<_> = [-2, 0, 1].iter().map(|&right| b.read(x.roll(1, right))).collect();
    let two = b.row("add", F32, &[taps[0], taps[1]]);
    let three = b.row("add", F32, &[two, taps[2]]);
    b.result(three, true);
    all.push(("stencil of slices".into(), b));
    // Results that interleave: as the colours of an image.
    for (rows, columns, colours, dtype) in [(70, 128, 3, F32), (70, 130, 3, U8), (80, 64, 2, F64), (66, 64, 4, I16)] {
        let mut b = Build::new(&[rows, columns], &[]);
        let view = b.whole(dtype);
        let near =
            [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)].map(|(down, right)| b.read(view.roll(0, down).roll(1, right)));
        let image = b.storage(dtype, &Layout::contiguous(&[rows, columns, colours]));
        for colour in 0..colours {
            let value = b.row("maximum", dtype, &[near[colour as usize], near[4]]);
            let layout = Layout::contiguous(&[rows, columns, colours]).at(2, colour);
            b.write(View::new(image, dtype, layout), value);
        }
        all.push((format!("stencil of {colours} colours {dtype} {rows} x {columns}"), b));
    }
}

/// A step of Conway's Life: nine views of one grid, eight of them rolled.
pub fn life(all: &mut All, rows: i64, columns: i64) {
    let mut b = Build::new(&[rows, columns], &[]);
    let grid = b.whole(I64);
    let own = b.read(grid.clone());
    let mut sum = None;
    for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
        let neighbour = b.read(grid.roll(0, down).roll(1, right));
        sum = Some(sum.map_or(neighbour, |sum| b.row("add", I64, &[sum, neighbour])));
    }
    let three = b.scalar(Scalar::new(3i64));
    let sum = sum.unwrap();
    let born = b.row("equal", I64, &[sum, three]);
    let next = b.row("where", I64, &[born, sum, own]);
    b.result(next, true);
    all.push((format!("life {rows} x {columns}"), b));
}

fn rows(all: &mut All) {
    let sizes =
        [(1, 1), (5, 2), (70, 7), (33, 30), (9, 100), (6, 130), (3, 1000), (2, 5000), (1, 20011), (40, 1), (2, 0)];
    for (rows, length) in sizes {
        for dtype in [F32, F64, I64, U8, C128] {
            let mut b = Build::new(&[rows], &[length]);
            let x = b.whole(dtype);
            let x = b.read(x);
            let x = b.row("multiply", dtype, &[x, x]);
            let sum = b.reduce("add", x);
            b.result(sum, false);
            all.push((format!("sum of squares {dtype} {rows} x {length}"), b));
        }
        if length == 0 {
            continue;
        }
        for dtype in [F64, I16] {
            let mut b = Build::new(&[rows], &[length]);
            let x = b.whole(dtype);
            let x = b.read(x);
            let (most, first) = (b.reduce("maximum", x), b.reduce("argmax", x));
            let least = b.reduce("argmin", x);
            b.result(most, false);
            b.result(first, false);
            b.result(least, false);
            all.push((format!("max, argmax and argmin {dtype} {rows} x {length}"), b));
        }
        for dtype in [F32, C128] {
            let mut b = Build::new(&[rows], &[length]);
            let x = b.whole(dtype);
            let x = b.read(x);
            let (deviations, sum) = (b.reduce("deviations", x), b.reduce("add", x));
            b.result(deviations, false);
            b.result(sum, false);
            all.push((format!("deviations {dtype} {rows} x {length}"), b));
        }
        for dtype in [F32, F64] {
            let b = softmax(&[rows], &[length], dtype);
            all.push((format!("softmax {dtype} {rows} x {length}"), b));
        }
        // A map that is stored in addition to its sum.
        let mut b = Build::new(&[rows], &[length]);
        let x = b.whole(I32);
        let x = b.read(x);
        let x = b.row("add", I32, &[x, x]);
        let sum = b.reduce("add", x);
        b.result(x, true);
        b.result(sum, false);
        all.push((format!("map and sum {rows} x {length}"), b));
    }
    // Rows too long to be held.
    all.push(("softmax of long rows".into(), softmax(&[2], &[20480], F64)));
    // Inner axes that cannot be merged, with positions along them, and operands broadcast both ways.
    for n in [8, 9] {
        let mut b = Build::new(&[4, 3], &[5, n]);
        let x = b.view(F64, Layout::contiguous(&[5, 4, 3, n]).permute(&[1, 2, 0, 3]));
        let row = b.view(F64, Layout::contiguous(&[n]).broadcast(&[4, 3, 5, n]).unwrap());
        let column = b.outer(F64);
        let (x, row, column) = (b.read(x), b.read(row), b.read(column));
        let element_index = b.position(Layout::contiguous(&[4, 3, 5, n]));
        let element_index = b.cast(element_index, F64);
        let x = b.row("add", F64, &[x, row]);
        let x = b.row("multiply", F64, &[x, column]);
        let sum = b.row("add", F64, &[x, element_index]);
        let (sum, first) = (b.reduce("add", sum), b.reduce("argmax", x));
        let scaled = b.row("add", F64, &[sum, column]);
        b.result(scaled, false);
        b.result(first, false);
        all.push((format!("two inner axes, {n}"), b));
    }
    // Circular axes: a kept one and a reduced one.
    let mut b = Build::new(&[9], &[70]);
    let view = b.whole(F64);
    let x = b.read(view.roll(0, 2).roll(1, -3));
    let (sum, first) = (b.reduce("add", x), b.reduce("argmax", x));
    b.result(sum, false);
    b.result(first, false);
    all.push(("circular".into(), b));
    // A constant summed over the inner axes, and a whole array reduced to one number.
    let mut b = Build::new(&[], &[300]);
    let one = b.scalar(Scalar::new(1i64));
    let count = b.reduce("add", one);
    b.result(count, false);
    all.push(("sum of a constant".into(), b));
    let mut b = Build::new(&[], &[100, 301]);
    let x = b.view(F32, Layout::contiguous(&[100, 302]).slice(1, 1, 1, 301));
    let x = b.read(x);
    let (sum, most) = (b.reduce("add", x), b.reduce("maximum", x));
    b.result(sum, false);
    b.result(most, false);
    all.push(("all of a strided array".into(), b));
}

/// A softmax in place: each sweep must read the former contents. Half types are computed in float32.
pub fn softmax(outer: &[i64], inner: &[i64], dtype: DType) -> Build {
    let mut b = Build::new(outer, inner);
    let view = b.whole(dtype);
    let wide = if dtype.size() == 2 { F32 } else { dtype };
    let x = b.read(view.clone());
    let x = if wide == dtype { x } else { b.cast(x, wide) };
    let most = b.reduce("maximum", x);
    let less = b.row("subtract", wide, &[x, most]);
    let power = b.row("exp", wide, &[less]);
    let sum = b.reduce("add", power);
    let share = b.row("divide", wide, &[power, sum]);
    let share = if wide == dtype { share } else { b.cast(share, dtype) };
    b.write(view, share);
    b.result(sum, false);
    b
}

/// Reductions whose operands each move along some outer axes only.
fn blocked(all: &mut All) {
    // Products of minimum and plus, and of multiplication and plus, in all four orders of operands.
    for (m, n, length, dtype) in [(70, 100, 37, F32), (33, 64, 64, F64), (129, 40, 5, I64), (64, 64, 9, C128)] {
        for order in 0..4 {
            let mut b = Build::new(&[m, n], &[length]);
            let x = if order % 2 == 0 { Layout::contiguous(&[m, length]) } else { Layout::contiguous(&[length, m]) };
            let y = if order < 2 { Layout::contiguous(&[n, length]) } else { Layout::contiguous(&[length, n]) };
            let strides =
                |along: [i64; 3]| Layout { shape: Dims::new(&[m, n, length]), strides: Dims::new(&along), offset: 0 };
            let x = if order % 2 == 0 { strides([x.strides[0], 0, 1]) } else { strides([1, 0, x.strides[0]]) };
            let y = if order < 2 { strides([0, y.strides[0], 1]) } else { strides([0, 1, y.strides[0]]) };
            let (x, y) = (b.view(dtype, x), b.view(dtype, y));
            let (x, y) = (b.read(x), b.read(y));
            let product = b.row("multiply", dtype, &[x, y]);
            let sum = b.reduce("add", product);
            b.result(sum, false);
            if dtype != C128 {
                let apart = b.row("subtract", dtype, &[x, y]);
                let least = b.reduce("minimum", apart);
                b.result(least, false);
            }
            all.push((format!("blocked {dtype} {m} x {n} x {length}, {order}"), b));
        }
    }
    // A sum of three products, which follow one another; two reductions that read the same belong together.
    for (m, n, length, dtype) in [(70, 100, 37, F32), (64, 33, 4, F64), (1040, 1040, 5, I32)] {
        let mut b = Build::new(&[m, n], &[length]);
        let strides =
            |along: [i64; 3]| Layout { shape: Dims::new(&[m, n, length]), strides: Dims::new(&along), offset: 0 };
        let mut sums = Vec::new();
        let mut farthest = None;
        for _ in 0..3 {
            let (x, y) = (b.view(dtype, strides([length, 0, 1])), b.view(dtype, strides([0, 1, n])));
            let (x, y) = (b.read(x), b.read(y));
            let product = b.row("multiply", dtype, &[x, y]);
            sums.push(b.reduce("add", product));
            if farthest.is_none() {
                let apart = b.row("subtract", dtype, &[x, y]);
                farthest = Some(b.reduce("maximum", apart));
            }
        }
        let (bias, floor) = (b.outer(dtype), b.scalar(Scalar::new(1i32).cast(dtype)));
        let (bias, farthest) = (b.read(bias), farthest.unwrap());
        let sum = b.row("add", dtype, &[sums[0], sums[1]]);
        let sum = b.row("maximum", dtype, &[sum, floor]);
        let sum = b.row("add", dtype, &[sum, sums[2]]);
        let biased = b.row("add", dtype, &[sum, bias]);
        b.result(biased, false);
        b.result(sums[1], false);
        b.result(farthest, false);
        all.push((format!("blocked, a sum of products {dtype} {m} x {n} x {length}"), b));
    }
    // More outer and inner axes, a circular one, operands that move along no axis or along inner ones alone, and
    // transposed results; ArgMax and ArgMin, and sums of squared deviations.
    let (sheets, m, n, p, q) = (2, 40, 50, 3, 7);
    let mut b = Build::new(&[sheets, m, n], &[p, q]);
    let shape = Dims::new(&[sheets, m, n, p, q]);
    let view = |strides: [i64; 5]| Layout { shape: shape.clone(), strides: Dims::new(&strides), offset: 0 };
    let x = b.view(F64, view([m * p * q, p * q, 0, q, 1])).roll(1, 3);
    let y = b.view(F32, view([0, 0, p * q, 1, p]));
    let gain = b.view(F64, view([0, 0, 0, q, 1]));
    let (one, sheet) = (b.view(F64, view([0; 5])), b.view(F64, view([1, 0, 0, 0, 0])));
    let bias = b.outer(F64);
    let [x, y, gain, one, sheet, bias] = [x, y, gain, one, sheet, bias].map(|view| b.read(view));
    let element_index = b.position(view([100, 10, -1, 0, 0]));
    let (y, element_index) = (b.cast(y, F64), b.cast(element_index, F64));
    let apart = b.row("subtract", F64, &[x, y]);
    let scale = b.row("add", F64, &[one, sheet]);
    let scaled = b.row("multiply", F64, &[apart, scale]);
    let scaled = b.row("multiply", F64, &[scaled, gain]);
    let (sum, first) = (b.reduce("add", scaled), b.reduce("argmax", scaled));
    let deviations = b.reduce("deviations", scaled);
    let sum = b.row("add", F64, &[sum, bias]);
    let sum = b.row("add", F64, &[sum, element_index]);
    let transposed = b.view(F64, view([m * n, 1, m, 0, 0]));
    b.write(transposed, sum);
    b.result(first, false);
    b.result(deviations, false);
    all.push(("blocked, of more axes".into(), b));
}

fn columns(all: &mut All) {
    // What is written is larger than what is read, and neighbours lie along the kept axis.
    for width in [8, 33] {
        let mut b = Build::new(&[width], &[3000]);
        let strides =
            |along: [i64; 2]| Layout { shape: Dims::new(&[width, 3000]), strides: Dims::new(&along), offset: 0 };
        let (x, index) = (b.view(I32, strides([0, 1])), b.position(strides([1, 0])));
        let (x, index) = (b.read(x), b.cast(index, I32));
        let equal = b.row("equal", I32, &[x, index]);
        let (mask, count) = (b.cast(equal, I32), b.cast(equal, I64));
        let count = b.reduce("add", count);
        let masks = b.view(I32, strides([1, width]));
        b.write(masks, mask);
        b.result(count, false);
        all.push((format!("columns of masks, {width}"), b));
    }
    for (length, width) in [(1, 5), (7, 3), (300, 5), (40, 130), (1000, 33), (3000, 8), (64, 1001)] {
        for dtype in [F32, I64, C128] {
            let mut b = Build::new(&[width], &[length]);
            let x = b.view(dtype, Layout::contiguous(&[length, width]).permute(&[1, 0]));
            let x = b.read(x);
            let sum = b.reduce("add", x);
            b.result(sum, false);
            all.push((format!("columns {dtype} {length} x {width}"), b));
        }
        let mut b = Build::new(&[width], &[length]);
        let x = b.view(F64, Layout::contiguous(&[length, width]).permute(&[1, 0]));
        let x = b.read(x);
        let (deviations, first, least) = (b.reduce("deviations", x), b.reduce("argmax", x), b.reduce("minimum", x));
        let outer = b.outer(F64);
        let outer = b.read(outer);
        let least = b.row("add", F64, &[least, outer]);
        b.result(deviations, false);
        b.result(first, false);
        b.result(least, false);
        all.push((format!("columns with states {length} x {width}"), b));
        let mut b = Build::new(&[width], &[length]);
        let layout = Layout::contiguous(&[length, width]).permute(&[1, 0]);
        let view = b.view(F32, layout);
        let x = b.read(view.clone());
        let element_index = b.position(Layout { offset: 0, ..Layout::contiguous(&[length, width]).permute(&[1, 0]) });
        let element_index = b.cast(element_index, F32);
        let x = b.row("add", F32, &[x, element_index]);
        let most = b.reduce("maximum", x);
        let less = b.row("subtract", F32, &[x, most]);
        let sum = b.reduce("add", less);
        let share = b.row("divide", F32, &[less, sum]);
        b.write(view, share);
        all.push((format!("columns in sweeps {length} x {width}"), b));
    }
    let mut b = Build::new(&[3, 10], &[4, 5]);
    let x = b.view(I32, Layout::contiguous(&[4, 3, 5, 10]).permute(&[1, 3, 0, 2]));
    let x = b.read(x);
    let (sum, first) = (b.reduce("add", x), b.reduce("argmin", x));
    b.result(sum, false);
    b.result(first, false);
    all.push(("columns over two axes".into(), b));
}

/// Gathers at given indices: in maps, along rows and down columns, from a whole table or from a line of it for each
/// row.
fn gathers(all: &mut All) {
    for (outer, inner) in [(5001, 0), (60, 7), (60, 300), (3, 5001), (300, 60)] {
        let (shape, rank) = (if inner == 0 { vec![outer] } else { vec![outer, inner] }, 1 + usize::from(inner != 0));
        let last = *shape.last().unwrap();
        for (down, dtype) in [(false, F32), (true, I64)] {
            let mut b = if inner == 0 { Build::new(&[outer], &[]) } else { Build::new(&[outer], &[inner]) };
            let mut strides = vec![0; rank];
            strides[rank - 1] = -1;
            let backwards = Layout { shape: Dims::new(&shape), strides: Dims::new(&strides), offset: last - 1 };
            let index = b.position(backwards);
            let table = b.view(dtype, Layout::contiguous(&[outer, last]));
            let mut lines = vec![0; rank];
            lines[0] = last;
            let line = Layout { shape: Dims::new(&shape), strides: Dims::new(&lines), offset: 0 };
            let line = if inner == 0 { None } else { Some(b.position(line)) };
            let gathered = b.gather(table, index, line);
            let beside = if down && inner != 0 {
                Layout::contiguous(&[inner, outer]).permute(&[1, 0])
            } else {
                Layout::contiguous(&shape)
            };
            let beside = b.view(dtype, beside);
            let beside = b.read(beside);
            let both = b.row("add", dtype, &[gathered, beside]);
            if inner == 0 {
                b.result(both, true);
            } else {
                let most = b.reduce("maximum", both);
                b.result(most, false);
            }
            all.push((format!("gather {dtype} {outer} x {inner}"), b));
        }
    }
}
