//! Routines against their definition: their kernels are compiled for the host and run there, thread by thread,
//! and compiled to PTX and run on the PTX machine.

mod permutations;
mod registers;
mod scatters;

use std::collections::BTreeSet;

use crate::support::device::{STREAM, device, long, upload_all};
use crate::support::machine;
use cuprust_cuda::write::{Device, Written};
use cuprust_cuda::write_routine;
use cuprust_ir::{DeferredError, DeferredRuns, ErrorKind, Executor, Layout, Operand, ScalarId, Step, StorageId, View};
use cuprust_num::{DType, Scalar, random};
use cuprust_ops::{Distribution, Routine, RowId};

/// A routine, the initial contents of its storages, and the expected elements of its output, storage 0.
struct Case {
    name: String,
    routine: Routine,
    outputs: Vec<View>,
    inputs: Vec<Operand>,
    storages: Vec<Vec<u8>>,
    scalars: Vec<Scalar>,
    expected: Vec<Scalar>,
}

impl Case {
    /// The first element of these bytes that differs from the expected one.
    fn difference(&self, got: &[u8]) -> Option<String> {
        let size = self.outputs[0].dtype.size();
        for (i, (got, &expected)) in got.chunks_exact(size).zip(&self.expected).enumerate() {
            let got = Scalar::from_bytes(expected.dtype(), got);
            let [u, v] = [got, expected].map(|value| value.get::<cuprust_num::c128>());
            let tolerance = if expected.dtype() == DType::F32 { 1e-5 } else { 1e-12 };
            let tolerance = if expected.dtype().is_inexact() { tolerance } else { 0.0 };
            let apart = (u - v).norm();
            if apart.is_nan() || apart > tolerance * (1.0 + v.norm()) {
                return Some(format!("{}: element {i} is {got} and not {expected}", self.name));
            }
        }
        None
    }
}

fn view(storage: u32, dtype: DType, layout: Layout) -> View {
    View::new(StorageId(storage), dtype, layout)
}

fn bytes(values: &[Scalar]) -> Vec<u8> {
    values.iter().flat_map(|value| value.bytes()[..value.dtype().size()].to_vec()).collect()
}

fn numbers(count: i64, dtype: DType) -> Vec<Scalar> {
    (0..count).map(|i| Scalar::new((i * 7919 % 23 - 9) as f64 / 4.0).cast(dtype)).collect()
}

fn by_row(row: RowId, a: Scalar, b: Scalar) -> Scalar {
    crate::support::reference::apply(row, a.dtype(), &[a, b], 0)
}

fn randoms(all: &mut Vec<Case>) {
    let (seed, counter) = (0x0123_4567_89ab_cdef_u64, u64::MAX - 3);
    for n in [1, 5, 4096] {
        for (distribution, dtype) in [
            (Distribution::Uniform, DType::F32),
            (Distribution::Uniform, DType::F64),
            (Distribution::Normal, DType::F32),
            (Distribution::Normal, DType::F64),
            (Distribution::Integers, DType::I64),
            (Distribution::Integers, DType::U8),
        ] {
            let (low, high) = (-7i64, 100i64);
            let block = |position: u64| random::philox(seed, counter.wrapping_add(position));
            let element = |i: i64| -> Scalar {
                let (i, quarter, half) = (i as u64, block(i as u64 / 4), block(i as u64 / 2));
                let pair = 2 * (i % 2) as usize;
                match (distribution, dtype) {
                    (Distribution::Uniform, DType::F32) => Scalar::new(random::uniform_f32(quarter[(i % 4) as usize])),
                    (Distribution::Uniform, _) => Scalar::new(random::uniform_f64(half[pair], half[pair + 1])),
                    (Distribution::Normal, DType::F32) => {
                        let first = (i % 4 / 2 * 2) as usize;
                        let (u, angle) = random::box_muller_f32(quarter[first], quarter[first + 1]);
                        let factor = if i % 2 == 0 { angle.cos() } else { angle.sin() };
                        Scalar::new((-2.0 * u.ln()).sqrt() * factor)
                    }
                    (Distribution::Normal, _) => {
                        let (u, angle) = random::box_muller_f64(half);
                        let factor = if i % 2 == 0 { angle.cos() } else { angle.sin() };
                        Scalar::new((-2.0 * u.ln()).sqrt() * factor)
                    }
                    (Distribution::Integers, dtype) => {
                        let span = (high - low) as u64;
                        let counter = counter.wrapping_add(i / 2);
                        Scalar::new(random::integer_again(seed, counter, i % 2 == 1, low as u64, span)).cast(dtype)
                    }
                }
            };
            let bounds = if distribution == Distribution::Integers { 4 } else { 2 };
            let contiguous = Layout::contiguous(&[n]);
            for layout in [contiguous.clone(), contiguous.slice(0, n - 1, -1, n)] {
                let mut expected: Vec<Scalar> = (0..n).map(element).collect();
                if layout != contiguous {
                    expected.reverse();
                }
                all.push(Case {
                    name: format!("{distribution:?} {dtype} {n}"),
                    routine: Routine::Random { distribution },
                    outputs: vec![view(0, dtype, layout)],
                    inputs: (0..bounds).map(|id| Operand::Scalar(ScalarId(id))).collect(),
                    storages: vec![vec![0; n as usize * dtype.size()]],
                    scalars: vec![Scalar::new(seed), Scalar::new(counter), Scalar::new(low), Scalar::new(high)],
                    expected,
                });
            }
        }
    }
}

fn scans(all: &mut Vec<Case>) {
    for (rows, length) in
        // The first cases are few elements on every device.
        [(3, 1), (50, 5), (1, 250), (2, 100), (300, 5), (40, 100), (7, 130), (2, 700), (3, 4001), (2, 4097)]
                .into_iter()
                .chain([(1, 20000), (2, 40_000), (37, 3000), (1, 200_000), (5000, 33)])
    {
        // The longest row has several groups of tiles in this dtype; rows of several wings are tested on a GPU.
        let every = match (rows, length) {
            (_, 100_001..) => 1,
            (4096.., _) => 3,
            _ => 7,
        };
        for (name, dtype) in [
            ("add", DType::C128),
            ("add", DType::F64),
            ("add", DType::I32),
            ("maximum", DType::F32),
            ("multiply", DType::U8),
            // An operation whose identity changes negative numbers: the fold must start from the first element itself.
            ("gcd", DType::I32),
            ("hypot", DType::F64),
        ]
        .into_iter()
        .take(every)
        {
            let row = RowId::find(name).unwrap();
            let values = numbers(rows * length, dtype);
            let mut expected = values.clone();
            for index in (0..expected.len()).filter(|index| index % length as usize != 0) {
                expected[index] = by_row(row, expected[index - 1], values[index]);
            }
            let layout = Layout::contiguous(&[rows, length]);
            all.push(Case {
                name: format!("scan.{name} {dtype} {rows} x {length}"),
                routine: Routine::Scan { row },
                outputs: vec![view(0, dtype, layout.clone())],
                inputs: vec![Operand::View(view(1, dtype, layout.clone()))],
                storages: vec![vec![0; bytes(&values).len()], bytes(&values)],
                scalars: vec![],
                expected: expected.clone(),
            });
            // The same along an axis that is not the one of the smallest stride.
            if every > 1 {
                let transposed = Layout::contiguous(&[length, rows]).permute(&[1, 0]);
                let in_order = |of: &[Scalar]| -> Vec<Scalar> {
                    (0..rows * length).map(|i| of[(i % rows * length + i / rows) as usize]).collect()
                };
                let from = in_order(&values);
                all.push(Case {
                    name: format!("scan.{name} {dtype} {rows} x {length}, turned"),
                    routine: Routine::Scan { row },
                    outputs: vec![view(0, dtype, layout)],
                    inputs: vec![Operand::View(view(1, dtype, transposed.clone()))],
                    storages: vec![vec![0; bytes(&values).len()], bytes(&from)],
                    scalars: vec![],
                    expected: expected.clone(),
                });
                // And with the rows of both side by side.
                all.push(Case {
                    name: format!("scan.{name} {dtype} {rows} x {length}, side by side"),
                    routine: Routine::Scan { row },
                    outputs: vec![view(0, dtype, transposed.clone())],
                    inputs: vec![Operand::View(view(1, dtype, transposed))],
                    storages: vec![vec![0; bytes(&values).len()], bytes(&from)],
                    scalars: vec![],
                    expected: in_order(&expected),
                });
            }
        }
    }
}

fn products(all: &mut Vec<Case>) {
    let (add, multiply) = (RowId::find("add").unwrap(), RowId::find("multiply").unwrap());
    for (batch, m, n, k) in [(1, 1, 1, 1), (2, 17, 33, 20), (3, 5, 40, 0)] {
        for dtype in [DType::F64, DType::I8, DType::Bool, DType::C128] {
            for transposed in [false, true] {
                let a = numbers(batch * m * k, dtype);
                let b = numbers(k * n, dtype);
                let a_layout = if transposed {
                    Layout::contiguous(&[batch, k, m]).permute(&[0, 2, 1])
                } else {
                    Layout::contiguous(&[batch, m, k])
                };
                let b_layout = Layout::contiguous(&[k, n]).broadcast(&[batch, k, n]).unwrap();
                let mut expected = Vec::new();
                for (stack, i, j) in (0..batch).flat_map(|s| (0..m).flat_map(move |i| (0..n).map(move |j| (s, i, j)))) {
                    let mut sum = Scalar::zero(dtype);
                    for l in 0..k {
                        let at = stack * a_layout.strides[0] + i * a_layout.strides[1] + l * a_layout.strides[2];
                        let product = by_row(multiply, a[at as usize], b[(l * n + j) as usize]);
                        sum = by_row(add, sum, product);
                    }
                    expected.push(sum);
                }
                all.push(Case {
                    name: format!("matmul {dtype} {batch} x {m} x {n} x {k}, transposed: {transposed}"),
                    routine: Routine::MatMul,
                    outputs: vec![view(0, dtype, Layout::contiguous(&[batch, m, n]))],
                    inputs: vec![Operand::View(view(1, dtype, a_layout)), Operand::View(view(2, dtype, b_layout))],
                    storages: vec![vec![0; expected.len() * dtype.size()], bytes(&a), bytes(&b)],
                    scalars: vec![],
                    expected,
                });
            }
        }
    }
}

fn ats(all: &mut Vec<Case>) {
    let indices: Vec<i64> = (0..1000).map(|i| i * i * i % 41).collect();
    for (name, dtype) in [
        ("add", DType::I64),
        ("add", DType::F64),
        ("add", DType::C128),
        ("add", DType::U8),
        ("maximum", DType::F32),
        ("subtract", DType::I16),
        ("logical_or", DType::Bool),
    ] {
        let row = RowId::find(name).unwrap();
        // Odd, so that the last bytes are no whole word.
        let (before, values) = (numbers(41, dtype), numbers(1000, dtype));
        let mut expected = before.clone();
        for (&index, &value) in indices.iter().zip(&values) {
            expected[index as usize] = by_row(row, expected[index as usize], value);
        }
        let index: Vec<Scalar> = indices.iter().map(|&index| Scalar::new(index)).collect();
        all.push(Case {
            name: format!("at.{name} {dtype}"),
            routine: Routine::At { row, ordered: true },
            outputs: vec![view(0, dtype, Layout::contiguous(&[41]))],
            inputs: vec![
                Operand::View(view(1, DType::I64, Layout::contiguous(&[1000]))),
                Operand::View(view(2, dtype, Layout::contiguous(&[1000]))),
            ],
            storages: vec![bytes(&before), bytes(&index), bytes(&values)],
            scalars: vec![],
            expected,
        });
    }
}

fn gathers(all: &mut Vec<Case>) {
    for dtype in [DType::U8, DType::F16, DType::I32, DType::F64, DType::C128] {
        // Along the last axis, along the first, and of one axis.
        for (shape, strides, positions, step) in [
            (vec![3, 50], vec![40, 0], vec![0, 1], 1),
            (vec![50, 6], vec![0, 1], vec![1, 0], 6),
            (vec![700], vec![0], vec![1], 3),
        ] {
            let count: i64 = shape.iter().product();
            let (from, index) = (numbers(240, dtype), (0..700).map(|i: i64| i * i % 40).collect::<Vec<i64>>());
            let layout = |extents: &[i64], steps: &[i64]| Layout {
                shape: cuprust_ir::Dims::new(extents),
                strides: cuprust_ir::Dims::new(steps),
                offset: 0,
            };
            let expected = (0..count).map(|position| {
                let inner = shape.last().copied().unwrap_or(1);
                let coordinates =
                    if shape.len() == 1 { vec![position] } else { vec![position / inner, position % inner] };
                let sum = |steps: &[i64]| coordinates.iter().zip(steps).map(|(at, step)| at * step).sum::<i64>();
                from[(sum(&strides) + index[sum(&positions) as usize] * step) as usize]
            });
            all.push(Case {
                name: format!("gather {shape:?} {dtype}"),
                routine: Routine::Gather { known: false },
                outputs: vec![view(0, dtype, Layout::contiguous(&shape))],
                inputs: vec![
                    Operand::View(view(
                        1,
                        dtype,
                        layout(&[&shape[..], &[40]].concat(), &[&strides[..], &[step]].concat()),
                    )),
                    Operand::View(view(2, DType::I64, layout(&shape, &positions))),
                ],
                storages: vec![
                    vec![0; count as usize * dtype.size()],
                    bytes(&from),
                    bytes(&index.iter().map(|&index| Scalar::new(index)).collect::<Vec<Scalar>>()),
                ],
                scalars: vec![],
                expected: expected.collect(),
            });
        }
    }
}

/// Selections and partitions, whose kernels use warp operations that the host does not imitate.
fn selections(all: &mut Vec<Case>) {
    let total = |a: &Scalar, b: &Scalar| a.order(b);
    for (rows, length, dtype) in [
        (3, 20, DType::F32),
        (3, 20, DType::U16),
        (2, 300, DType::I64),
        (2, 6000, DType::F32),
        (9, 8200, DType::F64),
        (1, 20_000, DType::F32),
        (1, 10_000, DType::I8),
    ] {
        {
            let values = numbers(rows * length, dtype);
            let ranks: Vec<i64> = vec![length / 3, length / 2, length - 1];
            let of_ranks: Vec<Scalar> = ranks.iter().map(|&rank| Scalar::new(rank)).collect();
            let count = ranks.len() as i64;
            let mut sorted = values.clone();
            sorted.chunks_mut(length as usize).for_each(|row| row.sort_by(total));
            let pivots = |row: usize| ranks.iter().map(move |&rank| row * length as usize + rank as usize);
            let layout = Layout::contiguous(&[rows, length]);
            // Each row has the same ranks.
            let mut same = Layout::contiguous(&[rows, count]);
            same.strides = cuprust_ir::Dims::new(&[0, 1]);
            all.push(Case {
                name: format!("order_statistics {dtype} {rows} x {length}"),
                routine: Routine::OrderStatistics { propagate: true },
                outputs: vec![view(0, dtype, Layout::contiguous(&[rows, count]))],
                inputs: vec![Operand::View(view(1, dtype, layout.clone())), Operand::View(view(2, DType::I64, same))],
                storages: vec![vec![0; (rows * count) as usize * dtype.size()], bytes(&values), bytes(&of_ranks)],
                scalars: vec![],
                expected: (0..rows as usize).flat_map(|row| pivots(row).map(|at| sorted[at])).collect(),
            });
            let mut order: Vec<usize> = (0..values.len()).collect();
            for (row, order) in order.chunks_mut(length as usize).enumerate() {
                let class = |index: &usize| {
                    let orders = pivots(row).map(|at| total(&sorted[at], &values[*index]));
                    orders.map(|order| usize::from(order.is_lt()) + usize::from(order.is_le())).sum::<usize>()
                };
                order.sort_by_key(class);
            }
            for indices in [false, true] {
                let own = if indices { DType::I64 } else { dtype };
                let position = |&at: &usize| Scalar::new((at % length as usize) as i64);
                all.push(Case {
                    name: format!("partition {dtype} {rows} x {length}, indices: {indices}"),
                    routine: Routine::Partition { indices },
                    outputs: vec![view(0, own, layout.clone())],
                    inputs: vec![
                        Operand::View(view(1, dtype, layout.clone())),
                        Operand::View(view(2, DType::I64, Layout::contiguous(&[count]))),
                    ],
                    storages: vec![vec![0; (rows * length) as usize * own.size()], bytes(&values), bytes(&of_ranks)],
                    scalars: vec![],
                    expected: match indices {
                        true => order.iter().map(position).collect(),
                        false => order.iter().map(|&at| values[at]).collect(),
                    },
                });
            }
        }
    }
}

/// All cases, for the PTX machine.
fn all_cases() -> Vec<Case> {
    let mut all = cases();
    selections(&mut all);
    scatters::cases(&mut all);
    all
}

fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    randoms(&mut all);
    scans(&mut all);
    products(&mut all);
    ats(&mut all);
    gathers(&mut all);
    permutations::cases(&mut all);
    all
}

#[test]
fn routines_compute_what_they_are_defined_to() {
    // As for many elements, and as for few.
    for (variant, multiprocessors) in [("routines", 2), ("few_routines", 1 << 20)] {
        // The PTX machine runs all of them as NVRTC compiles them.
        let cases: Vec<Case> = cases().into_iter().step_by(if long() { 1 } else { 9 }).collect();
        let written: Vec<Vec<Written>> = cases
            .iter()
            .map(|case| {
                let written = write_routine(case.routine, &case.outputs, &case.inputs, &[], Device { multiprocessors });
                written.unwrap_or_else(|e| panic!("{}: {e}", case.name))
            })
            .collect();
        let flat: Vec<Written> = written.iter().flatten().cloned().collect();
        let Some(compiled) = machine::compile(variant, &flat) else { return };
        let (mut first_text, mut wrong) = (0, Vec::new());
        for (case, kernels) in cases.iter().zip(&written) {
            let mut storages = case.storages.clone();
            compiled.run_all(first_text, kernels, &mut storages, &case.scalars);
            first_text += kernels.len();
            wrong.extend(case.difference(&storages[0]));
        }
        assert!(wrong.is_empty(), "{} of {} {variant}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    }
}

#[test]
fn routines_on_the_ptx_machine_compute_what_they_are_defined_to() {
    for (capability, every) in [((9, 0), 1), ((7, 5), 6), ((12, 0), 7)] {
        let Some(device) = device(capability) else { return };
        let every = if long() { 1 } else { every };
        let cases: Vec<Case> = all_cases().into_iter().step_by(every).collect();
        let routine = |case: &Case| {
            let (routine, outputs, inputs) = (case.routine, case.outputs.clone(), case.inputs.clone());
            Step::Routine { routine, outputs, inputs, loads: vec![] }
        };
        let mut wrong = Vec::new();
        for case in &cases {
            let prepared = device.prepare(&[&routine(case)]).unwrap_or_else(|error| panic!("{}: {error}", case.name));
            let (memories, owned) = upload_all(&device, &case.storages, 0);
            let ran = device.run(&prepared[0], &memories, &case.scalars, STREAM);
            let mut got = case.storages[0].clone();
            device.download(memories[0].address, &mut got, STREAM).unwrap();
            owned.into_iter().for_each(|memory| device.release(memory, STREAM));
            match ran {
                Ok(()) => wrong.extend(case.difference(&got)),
                Err(error) => wrong.push(format!("{}: {error}", case.name)),
            }
        }
        assert!(wrong.is_empty(), "{} of {} on {capability:?}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    }
}

#[test]
fn routines_on_memory_that_is_not_aligned_compute_the_same_and_write_nothing_beside_it() {
    let Some(device) = device((9, 0)) else { return };
    const TICKETS: u64 = 4 << 10;
    let (mut wrong, mut workspace) = (Vec::new(), (1 << 20) - TICKETS);
    for (case, shift) in all_cases().iter().step_by(3).zip([1u64, 2, 4, 8, 3].into_iter().cycle()) {
        let (routine, outputs, inputs) = (case.routine, case.outputs.clone(), case.inputs.clone());
        let prepared = device.prepare(&[&Step::Routine { routine, outputs, inputs, loads: vec![] }]).unwrap();
        let (memories, owned) = upload_all(&device, &case.storages, shift);
        let before = vec![0x5A; shift as usize];
        device.upload(&before, owned[0].address, STREAM).unwrap();
        let ran = device.run(&prepared[0], &memories, &case.scalars, STREAM);
        let (mut got, mut prefix) = (case.storages[0].clone(), vec![0; shift as usize]);
        device.download(memories[0].address, &mut got, STREAM).unwrap();
        device.download(owned[0].address, &mut prefix, STREAM).unwrap();
        let used = device.memory().used;
        let held: u64 = owned.iter().map(|memory| memory.bytes).sum();
        owned.into_iter().for_each(|memory| device.release(memory, STREAM));
        match ran {
            Ok(()) => wrong.extend(case.difference(&got).map(|text| format!("{text} (shifted by {shift})"))),
            Err(error) => wrong.push(format!("{} shifted by {shift}: {error}", case.name)),
        }
        assert_eq!(prefix, before, "{}", case.name);
        // In addition to the storages only the stream's workspace is allocated, whose size is a power of two.
        let processors = Device { multiprocessors: 4 };
        let written = write_routine(case.routine, &case.outputs, &case.inputs, &[], processors).unwrap();
        let spaces = written.iter().filter_map(|written| written.parameters.workspace);
        workspace = spaces.map(|space| space.bytes.next_power_of_two() as u64).chain([workspace]).max().unwrap();
        assert!(used - held <= workspace + TICKETS, "{}: {used} bytes for {held}", case.name);
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn an_index_out_of_range_is_an_error_that_names_the_operation_and_changes_nothing_else() {
    let Some(device) = device((9, 0)) else { return };
    let line = |storage: u32, dtype: DType, count: i64| view(storage, dtype, Layout::contiguous(&[count]));
    let step = Step::Routine {
        routine: Routine::At { row: RowId::find("add").unwrap(), ordered: true },
        outputs: vec![line(0, DType::I32, 5)],
        inputs: vec![Operand::View(line(1, DType::I64, 4)), Operand::Scalar(ScalarId(0))],
        loads: vec![],
    };
    let prepared = device.prepare(&[&step]).unwrap().remove(0);
    assert!(device.may_fail(&prepared));
    let run = |indices: [i64; 4], deferred: Option<DeferredError>| {
        let initial = [vec![0; 20], indices.iter().flat_map(|index| index.to_ne_bytes()).collect()];
        let (memories, owned) = upload_all(&device, &initial, 0);
        let scalars = [Scalar::new(1i32)];
        let ran = match deferred {
            Some(deferred) => device.run_deferred(&prepared, &memories, &scalars, STREAM, deferred),
            None => device.run(&prepared, &memories, &scalars, STREAM),
        };
        let mut got = vec![0; 20];
        device.download(memories[0].address, &mut got, STREAM).unwrap();
        owned.into_iter().for_each(|memory| device.release(memory, STREAM));
        let counts: Vec<i32> = got.chunks(4).map(|b| i32::from_ne_bytes(b.try_into().unwrap())).collect();
        (ran, counts)
    };
    let says = |position: i64| format!("add.at: index {position} is out of bounds for axis 0 with size 5");
    // Without a deferred error the step is waited for.
    let (ran, counts) = run([1, 5, 1, 4], None);
    assert_eq!((ran.unwrap_err().to_string(), counts), (says(5), vec![0, 2, 0, 0, 1]));
    assert_eq!(run([0, 1, 2, 3], None), (Ok(()), vec![1, 1, 1, 1, 0]));
    // With one, polling it returns the error, and polling others does not.
    let (wrong, right) = (DeferredError::new(3), DeferredError::new(4));
    assert_eq!(run([-1, -7, 9, 2], Some(wrong)), (Ok(()), vec![0, 0, 1, 0, 0]));
    assert_eq!(run([4, 4, 4, 4], Some(right)), (Ok(()), vec![0, 0, 0, 0, 4]));
    assert_eq!(device.poll(right), None);
    let error = device.poll(wrong).unwrap();
    assert_eq!((error.kind(), error.text()), (ErrorKind::Index, says(-12).as_str()));
    // A deferred error that is used again is clear.
    assert_eq!(run([i64::MAX, 0, 0, 0], Some(wrong)).0, Ok(()));
    assert_eq!(device.poll(wrong).unwrap().text(), says(i64::MAX));
    assert_eq!(run([0; 4], Some(wrong)), (Ok(()), vec![4, 0, 0, 0, 0]));
    assert_eq!(device.poll(wrong), None);
}

#[test]
fn routines_compile() {
    use cuprust_cuda::compile::{refused, version};
    if let Err(error) = version() {
        println!("not compiled: {error}");
        return;
    }
    let mut texts = BTreeSet::new();
    let (many, few) = (Device { multiprocessors: 2 }, Device { multiprocessors: 1 << 20 });
    for device in [many, few] {
        for case in all_cases() {
            let written = write_routine(case.routine, &case.outputs, &case.inputs, &[], device).unwrap();
            texts.extend(written.into_iter().map(|written| written.text));
        }
    }
    for dtype in [DType::F16, DType::BF16] {
        let all = Layout::contiguous(&[64, 64]);
        let (out, a) = (view(0, dtype, all.clone()), Operand::View(view(1, dtype, all)));
        let scalars = [Operand::Scalar(ScalarId(0)), Operand::Scalar(ScalarId(1))];
        let line = view(0, dtype, Layout::contiguous(&[64]));
        let index = Operand::View(view(2, DType::I64, Layout::contiguous(&[64])));
        for written in [
            write_routine(Routine::MatMul, std::slice::from_ref(&out), &[a.clone(), a.clone()], &[], few),
            write_routine(
                Routine::Scan { row: RowId::named("add") },
                std::slice::from_ref(&out),
                std::slice::from_ref(&a),
                &[],
                many,
            ),
            write_routine(Routine::Scan { row: RowId::named("add") }, std::slice::from_ref(&out), &[a], &[], few),
            write_routine(
                Routine::Random { distribution: Distribution::Uniform },
                std::slice::from_ref(&out),
                &scalars,
                &[],
                few,
            ),
            write_routine(Routine::Random { distribution: Distribution::Normal }, &[out], &scalars, &[], few),
            write_routine(
                Routine::At { row: RowId::find("add").unwrap(), ordered: true },
                std::slice::from_ref(&line),
                &[index, Operand::View(line.clone())],
                &[],
                few,
            ),
        ] {
            texts.extend(written.unwrap().into_iter().map(|written| written.text));
        }
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for (first, capability) in [(7, 5), (9, 0)].into_iter().enumerate() {
        let (first, every) = if long() { (0, 1) } else { (first, 6) };
        let some: Vec<&str> = texts.iter().copied().skip(first).step_by(every).collect();
        if let Some((kernel_index, error)) = refused(&some, capability).into_iter().next() {
            panic!("for {capability:?}: {error}\n{}", some[kernel_index]);
        }
    }
}
