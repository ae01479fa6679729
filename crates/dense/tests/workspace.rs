//! Is what a routine allocates at once within the bound that is reserved for it?

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuprust_dense::{Operand, Team, run, workspace};
use cuprust_num::DType;
use cuprust_ops::{MatrixFunction, Routine, Transform};

/// The system's allocator, which counts what is held and the most that was.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count(more: usize) {
    let held = HELD.fetch_add(more, Ordering::Relaxed) + more;
    PEAK.fetch_max(held, Ordering::Relaxed);
}

// SAFETY: every block is the system allocator's, requested and returned with the caller's own arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) };
    }
}

/// One measurement at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Calls with every number, on two threads.
fn shared(count: usize, each: &(dyn Fn(usize) + Sync)) {
    std::thread::scope(|scope| {
        (0..2).for_each(|first| drop(scope.spawn(move || (first..count).step_by(2).for_each(each))));
    });
}

/// Runs a routine on operands of these shapes and compares what it holds with its bound.
fn measure(
    routine: Routine,
    inputs: &[(&[i64], DType)],
    outputs: &[(&[i64], DType)],
    fill: &dyn Fn(usize, usize) -> f64,
) {
    let _alone = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let mut number = 0;
    let mut buffers = |all: &[(&[i64], DType)]| -> Vec<Vec<u128>> {
        all.iter()
            .map(|(shape, dtype)| {
                let count = shape.iter().product::<i64>() as usize;
                let mut words = vec![0u128; (count * dtype.size()).div_ceil(16)];
                let parts = if dtype.is_complex() { 2 } else { 1 };
                for at in 0..count * parts {
                    let value = fill(number, at);
                    // SAFETY: the words have space for as many parts of elements.
                    unsafe {
                        match dtype.real() {
                            DType::F32 => words.as_mut_ptr().cast::<f32>().add(at).write(value as f32),
                            DType::F64 => words.as_mut_ptr().cast::<f64>().add(at).write(value),
                            _ => words.as_mut_ptr().cast::<i64>().add(at).write(at as i64 % 2),
                        }
                    }
                }
                number += 1;
                words
            })
            .collect()
    };
    let (mut from, mut to) = (buffers(inputs), buffers(outputs));
    let operands = |all: &[(&'static [i64], DType)], buffers: &mut [Vec<u128>]| -> Vec<Operand<'static>> {
        let each = all.iter().zip(buffers);
        each.map(|(&(shape, dtype), words)| Operand { dtype, shape, address: words.as_mut_ptr().cast() }).collect()
    };
    let leak = |all: &[(&[i64], DType)]| -> Vec<(&'static [i64], DType)> {
        all.iter().map(|(shape, dtype)| (&*shape.to_vec().leak(), *dtype)).collect()
    };
    let (inputs, outputs) = (operands(&leak(inputs), &mut from), operands(&leak(outputs), &mut to));
    for team in [Team::alone(), Team { count: 2, share: &shared, pooled: true }] {
        let bound = workspace(routine, &inputs, &outputs, &team);
        let before = HELD.load(Ordering::Relaxed);
        PEAK.store(before, Ordering::Relaxed);
        // SAFETY: the vectors hold as many elements, apart.
        unsafe { run(routine, &inputs, &outputs, &team) }.unwrap_or_else(|failure| panic!("{routine}: {failure:?}"));
        let most = PEAK.load(Ordering::Relaxed) - before;
        // Little is the ballast's.
        if std::env::var_os("SHOW").is_some() {
            println!("{routine} {:?} {}: {most} of {bound}", inputs[0].shape, team.count);
        }
        assert!(
            most <= bound + (1 << 20),
            "{routine} of {:?}, {} threads: {most} of {bound}",
            inputs[0].shape,
            team.count
        );
    }
}

fn random(number: usize, at: usize) -> f64 {
    ((number * 7919 + at * 2_654_435_761) % 1_000_003) as f64 / 1_000_003.0 - 0.5
}

const REALS: [DType; 2] = [DType::F32, DType::F64];

/// Whether long tests run, as in `make test-long`.
fn long() -> bool {
    std::env::var("CUPRUST_TEST_LONG").is_ok_and(|factor| !matches!(&*factor, "" | "0"))
}

#[test]
fn transforms_hold_no_more_than_is_reserved() {
    let lengths =
        [1 << 17, 100_000, 65_543, 65_537, 131_071, 131_101, 2 * 65_543, 3 * 43_691, 46_656, 99_999, 1 << 10, 1021];
    for (place, length) in lengths.into_iter().enumerate() {
        for (number, real) in REALS.into_iter().enumerate() {
            let complex = real.complex();
            let shapes = [vec![length], vec![3, length], vec![(1 << 18) / length + 1, length]];
            // Each length and each shape has one dtype, in turns, and in long tests both.
            let turn = |&(index, _): &(usize, _)| long() || (place + index + number) % 2 == 0;
            for (_, shape) in shapes.into_iter().enumerate().filter(turn) {
                let half: Vec<i64> = shape.iter().rev().skip(1).rev().copied().chain([length / 2 + 1]).collect();
                for transform in [Transform::Forward, Transform::Inverse] {
                    measure(Routine::Fft { transform, axes: 1 }, &[(&shape, complex)], &[(&shape, complex)], &random);
                }
                let fft = |transform| Routine::Fft { transform, axes: 1 };
                measure(fft(Transform::RealForward), &[(&shape, real)], &[(&half, complex)], &random);
                measure(fft(Transform::RealInverse), &[(&half, complex)], &[(&shape, real)], &random);
            }
        }
    }
    for shape in [[1021i64, 300], [300, 1021], [4096, 64], [7, 65_521], [65_521, 7]] {
        let half = [shape[0], shape[1] / 2 + 1];
        let (real, complex) = (DType::F64, DType::C128);
        let fft = |transform| Routine::Fft { transform, axes: 2 };
        measure(fft(Transform::Forward), &[(&shape, complex)], &[(&shape, complex)], &random);
        measure(fft(Transform::RealForward), &[(&shape, real)], &[(&half, complex)], &random);
        measure(fft(Transform::RealInverse), &[(&half, complex)], &[(&shape, real)], &random);
    }
}

#[test]
fn factors_hold_no_more_than_is_reserved() {
    // Large matrices take long, and `make test-long` has them.
    for n in [3i64, 5, 8, 12, 17, 40, 150, 300].into_iter().filter(|&n| long() || n < 150) {
        for dtype in [DType::F32, DType::F64, DType::C64, DType::C128] {
            for stack in [vec![], vec![5]] {
                if n == 300 && (!stack.is_empty() || matches!(dtype, DType::F32 | DType::C64)) {
                    continue;
                }
                every_routine(n, dtype, &stack);
            }
        }
    }
}

fn every_routine(n: i64, dtype: DType, stack: &[i64]) {
    let shape = |own: &[i64]| [stack, own].concat();
    let (nn, line, none, tall, small) = (shape(&[n, n]), shape(&[n]), shape(&[]), shape(&[n, 2 * n]), shape(&[n - 1]));
    let (wide, band, long) = (shape(&[2 * n, n]), shape(&[n, 5]), shape(&[2 * n - 1]));
    let big = shape(&[2 * n, 2 * n]);
    let (real, complex, int) = (dtype.real(), dtype.complex(), DType::I64);
    // Dominant diagonals: definite where that is wanted.
    let size = n as usize;
    let parts = if dtype.is_complex() { 2 } else { 1 };
    let definite = |number: usize, at: usize| {
        let index = at / parts % (size * size);
        let (row, column) = (index / size, index % size);
        let symmetric = random(number, row.min(column) * size + row.max(column));
        if at % parts == 1 {
            0.0
        } else if row == column {
            4.0 * size as f64
        } else {
            symmetric
        }
    };
    let triangular = |number: usize, at: usize| {
        let index = at / parts % (size * size);
        let (column, row) = (index / size, index % size);
        if row > column {
            0.0
        } else if row == column {
            1.0 + row as f64
        } else {
            random(number, at)
        }
    };
    let m = |shape| (shape, dtype);
    type Case<'a> = (Routine, Vec<(&'a Vec<i64>, DType)>, Vec<(&'a Vec<i64>, DType)>, &'a dyn Fn(usize, usize) -> f64);
    let mut cases: Vec<Case> = vec![
        (Routine::Lu, vec![m(&nn)], vec![m(&nn), (&line, int), (&none, int)], &random),
        (Routine::Lu, vec![m(&tall)], vec![m(&tall), (&line, int), (&none, int)], &random),
        (Routine::Cholesky, vec![m(&nn)], vec![m(&nn), (&none, int)], &definite),
        (
            Routine::TriangularSolve { lower: true, unit: false, transposed: false, conjugated: false },
            vec![m(&wide), m(&nn)],
            vec![m(&wide)],
            &definite,
        ),
        (Routine::Qr, vec![m(&nn)], vec![m(&nn), m(&line)], &random),
        (Routine::Qr, vec![m(&tall)], vec![m(&tall), m(&line)], &random),
        (Routine::PivotedQr, vec![m(&tall)], vec![m(&tall), m(&line), (&line, int)], &random),
        (Routine::QrBasis, vec![m(&tall), m(&line)], vec![m(&tall)], &random),
        (Routine::Hessenberg, vec![m(&nn)], vec![m(&nn), m(&nn)], &random),
        (Routine::Schur, vec![m(&nn)], vec![m(&nn), m(&nn), (&none, int)], &random),
        (Routine::Qz, vec![m(&nn), m(&nn)], vec![m(&nn), m(&nn), m(&nn), m(&nn), (&none, int)], &random),
        (Routine::Svd { vectors: true }, vec![m(&nn)], vec![(&line, real), m(&nn), m(&nn), (&none, int)], &random),
        (Routine::Svd { vectors: true }, vec![m(&tall)], vec![(&line, real), m(&tall), m(&nn), (&none, int)], &random),
        (Routine::Svd { vectors: true }, vec![m(&tall)], vec![(&line, real), m(&big), m(&nn), (&none, int)], &random),
        (Routine::Svd { vectors: false }, vec![m(&tall)], vec![(&line, real), (&none, int)], &random),
        (Routine::Eig { vectors: true }, vec![m(&nn)], vec![(&line, complex), m(&nn), (&none, int)], &random),
        (Routine::Eig { vectors: false }, vec![m(&nn)], vec![(&line, complex), (&none, int)], &random),
        (Routine::BandedSolve { below: 2 }, vec![m(&wide), m(&band)], vec![m(&wide), (&none, int)], &random),
        (Routine::ToeplitzSolve, vec![m(&wide), m(&long)], vec![m(&wide), (&none, int)], &random),
        (Routine::SchurOrder, vec![m(&nn), m(&nn), (&line, int)], vec![m(&nn), m(&nn), (&none, int)], &triangular),
        (
            Routine::QzOrder,
            vec![m(&nn), m(&nn), m(&nn), m(&nn), (&line, int)],
            vec![m(&nn), m(&nn), m(&nn), m(&nn), (&none, int)],
            &triangular,
        ),
    ];
    for hermitian in [true, false] {
        cases.push((Routine::Ldl { hermitian }, vec![m(&nn)], vec![m(&nn), m(&nn), (&line, int)], &definite));
    }
    for vectors in [true, false] {
        let (mut gives, mut tri) = (vec![(&line, real)], vec![m(&line)]);
        if vectors {
            gives.push(m(&nn));
            tri.push(m(&nn));
        }
        gives.push((&none, int));
        tri.push((&none, int));
        cases.push((Routine::Eigh { vectors, lower: true }, vec![m(&nn)], gives, &definite));
        if !dtype.is_complex() {
            cases.push((Routine::TridiagonalEigh { vectors }, vec![m(&line), m(&small)], tri, &random));
        }
    }
    if dtype.is_complex() {
        for function in [MatrixFunction::Root, MatrixFunction::Logarithm, MatrixFunction::Sign] {
            cases.push((
                Routine::TriangularFunction { function },
                vec![m(&nn)],
                vec![m(&nn), (&none, int)],
                &triangular,
            ));
        }
        cases.push((
            Routine::Sylvester { adjoint: false },
            vec![m(&wide), m(&nn), m(&big)],
            vec![m(&wide)],
            &triangular,
        ));
        cases.push((Routine::PencilVectors { left: true }, vec![m(&nn), m(&nn)], vec![m(&nn)], &triangular));
        cases.push((Routine::PencilVectors { left: false }, vec![m(&nn), m(&nn)], vec![m(&nn)], &triangular));
        cases.push((Routine::SchurSplit, vec![m(&nn), m(&nn)], vec![m(&nn), m(&nn)], &triangular));
        cases.push((
            Routine::QzSplit,
            vec![m(&nn), m(&nn), m(&nn), m(&nn)],
            vec![m(&nn), m(&nn), m(&nn), m(&nn)],
            &triangular,
        ));
    }
    for (routine, takes, gives, fill) in cases {
        let of =
            |all: &[(&Vec<i64>, DType)]| all.iter().map(|(shape, dtype)| (shape.to_vec(), *dtype)).collect::<Vec<_>>();
        let (takes, gives) = (of(&takes), of(&gives));
        let views = |all: &'_ [(Vec<i64>, DType)]| all.iter().map(|(s, d)| (s.clone(), *d)).collect::<Vec<_>>();
        let (takes, gives) = (views(&takes), views(&gives));
        let inputs: Vec<(&[i64], DType)> = takes.iter().map(|(shape, dtype)| (&shape[..], *dtype)).collect();
        let outputs: Vec<(&[i64], DType)> = gives.iter().map(|(shape, dtype)| (&shape[..], *dtype)).collect();
        measure(routine, &inputs, &outputs, fill);
    }
}
