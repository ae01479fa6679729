//! `scatter` with many values, against its definition.

use cuprust_ir::{DeferredRuns, Dims, ErrorKind, Executor, Layout, Operand, Step};
use cuprust_num::DType;
use cuprust_ops::Routine;

use super::{Case, bytes, numbers, view};
use crate::support::device::{STREAM, device, upload_all};

const COUNT: i64 = 132_600;

/// The `i`-th index into an extent.
type IndexOf = fn(i64, i64) -> i64;

/// Most indices several times, unsorted.
const SPREAD: IndexOf = |i, extent| (i * i % 65_521 * 977 + i % 7) % extent;
/// In ascending order, many of them several times.
const ASCENDING: IndexOf = |i, extent| i * 3 / 4 * (extent - 1) / COUNT;
/// The same, except for the last one.
const ENDS: IndexOf = |i, extent| if i == COUNT - 1 { 5 } else { ASCENDING(i, extent) };
/// Few distinct indices, unsorted.
const FEW: IndexOf = |i, extent| i * 7 % 300 * (extent / 300);
/// One index, repeated.
const ONE: IndexOf = |_, extent| extent / 2;

/// Many values for arrays beyond the L2 cache of the PTX machine's few multiprocessors, and for smaller ones.
pub fn cases(all: &mut Vec<Case>) {
    for (dtype, extent, single_value, step, index_of) in [
        (DType::F32, 263_000i64, false, -1, SPREAD),
        (DType::I16, 530_000, false, 1, SPREAD),
        (DType::C128, 66_000, false, 1, SPREAD),
        (DType::F64, 132_000, true, 1, SPREAD),
        (DType::U64, 132_000, false, 2, SPREAD),
        (DType::I32, 263_000, false, 1, ASCENDING),
        (DType::F32, 5_000, false, 2, ASCENDING),
        (DType::F64, 132_000, true, 1, ASCENDING),
        (DType::U8, 1_000_000, false, 1, ENDS),
        (DType::F32, 3_000, false, -1, ENDS),
        (DType::F32, 263_000, false, 1, FEW),
        (DType::C64, 132_000, false, 1, ONE),
    ] {
        let count = COUNT;
        let position = |i: i64| index_of(i, extent);
        let values = if single_value { numbers(1, dtype) } else { numbers(count, dtype) };
        let own = Layout::contiguous(&[extent]);
        let target = match step {
            -1 => own.slice(0, extent - 1, -1, extent),
            step => Layout::contiguous(&[extent * step]).slice(0, 0, step, extent),
        };
        let before = numbers(extent * step.abs(), dtype);
        let mut expected = before.clone();
        for i in 0..count {
            let at = target.offset + target.strides[0] * position(i);
            expected[at as usize] = values[if single_value { 0 } else { i as usize }];
        }
        let (shape, strides) = ([390i64, 340], if single_value { [0, 0] } else { [340, 1] });
        let layout = Layout { shape: Dims::new(&shape), strides: Dims::new(&strides), offset: 0 };
        all.push(Case {
            name: format!("scatter {dtype} into {extent}, {} first", position(0).max(position(1))),
            routine: Routine::Scatter { unique: false },
            outputs: vec![view(0, dtype, target)],
            inputs: vec![
                Operand::View(view(1, DType::I64, Layout::contiguous(&shape))),
                Operand::View(view(2, dtype, layout)),
            ],
            storages: vec![
                bytes(&before),
                (0..count).flat_map(|i| position(i).to_ne_bytes()).collect(),
                bytes(&values),
            ],
            scalars: vec![],
            expected,
        });
    }
}

#[test]
fn an_index_out_of_range_among_many_is_told_and_the_other_values_are_written() {
    let Some(device) = device((9, 0)) else { return };
    let mut all = Vec::new();
    cases(&mut all);
    let mut case = all.swap_remove(0);
    let wrong = [(3usize, -5i64), (132_599, 263_004)];
    let index: Vec<i64> = case.storages[1].chunks_exact(8).map(|b| i64::from_ne_bytes(b.try_into().unwrap())).collect();
    for (at, named) in wrong {
        case.storages[1][8 * at..8 * at + 8].copy_from_slice(&named.to_ne_bytes());
    }
    let (mut expected, values) = (case.storages[0].clone(), case.storages[2].clone());
    for (i, named) in index.iter().enumerate().filter(|(i, _)| wrong.iter().all(|(at, _)| at != i)) {
        let to = 4 * (262_999 - *named as usize);
        expected[to..to + 4].copy_from_slice(&values[4 * i..4 * i + 4]);
    }
    let step = Step::Routine { routine: case.routine, outputs: case.outputs, inputs: case.inputs, loads: vec![] };
    let prepared = device.prepare(&[&step]).unwrap().remove(0);
    assert!(device.may_fail(&prepared));
    let (memories, owned) = upload_all(&device, &case.storages, 0);
    let error = device.run(&prepared, &memories, &[], STREAM).unwrap_err();
    let mut got = vec![0; expected.len()];
    device.download(memories[0].address, &mut got, STREAM).unwrap();
    owned.into_iter().for_each(|memory| device.release(memory, STREAM));
    assert_eq!(error.kind(), ErrorKind::Index);
    assert!(error.to_string().contains("index -263005 is out of bounds"), "{error}");
    assert!(got == expected);
}
