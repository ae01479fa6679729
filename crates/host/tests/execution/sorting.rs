//! Sorting and choosing elements, against their definitions.

use crate::reference::run_step;
use cuprust_ir::{Error, ErrorKind, Layout, Operand, Step, StorageId, View};
use cuprust_num::{DType, Scalar};
use cuprust_ops::Routine;

/// Runs a routine on storages of bytes.
fn run(routine: Routine, storages: &mut [Vec<u8>], outputs: &[View], inputs: &[View]) -> Result<(), Error> {
    let inputs = inputs.iter().cloned().map(Operand::View).collect();
    run_step(&Step::Routine { routine, outputs: outputs.to_vec(), inputs, loads: vec![] }, storages, &[])
}

fn plain(storage: u32, dtype: DType, shape: &[i64]) -> View {
    View::new(StorageId(storage), dtype, Layout::contiguous(shape))
}

/// Elements of any bits, with many that are equal, special, or of either zero.
fn elements(dtype: DType, count: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let special = [0.0, -0.0, 1.0, -1.0, f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 3.5, 1e-300];
    let mut part = |dtype: DType| {
        let bits = next();
        let bytes = if bits % 3 == 0 && dtype != DType::Bool {
            bits.rotate_left(20).to_ne_bytes().to_vec()
        } else {
            Scalar::new(special[(bits >> 8) as usize % special.len()]).cast(dtype).bytes().to_vec()
        };
        bytes[..dtype.size()].to_vec()
    };
    let parts = if dtype.is_complex() { 2 } else { 1 };
    (0..count * parts).flat_map(|_| part(dtype.real())).collect()
}

fn scalars(bytes: &[u8], dtype: DType) -> Vec<Scalar> {
    bytes.chunks_exact(dtype.size()).map(|bytes| Scalar::from_bytes(dtype, bytes)).collect()
}

#[test]
fn rows_of_every_dtype_and_length_are_sorted_stably() {
    for &dtype in DType::ALL {
        for (rows, length) in [(1, 1), (3, 0), (7, 20), (3, 300), (70, 33), (5, 1000), (2, 5000), (1, 70_001)] {
            let (shape, count) = ([rows as i64, length as i64], rows * length);
            let given = elements(dtype, count);
            let (values, size) = (scalars(&given, dtype), dtype.size());
            let mut expected: Vec<usize> = (0..count).collect();
            expected.chunks_mut(length.max(1)).for_each(|row| row.sort_by(|&a, &b| values[a].order(&values[b])));
            let sorted: Vec<u8> = expected.iter().flat_map(|&i| given[i * size..][..size].to_vec()).collect();
            let positions: Vec<u8> =
                expected.iter().flat_map(|&i| ((i % length.max(1)) as i64).to_ne_bytes()).collect();
            let name = format!("{dtype} {shape:?}");
            let [from, out, indices] = [plain(0, dtype, &shape), plain(1, dtype, &shape), plain(2, DType::I64, &shape)];
            let mut storages = [given.clone(), vec![7; count * size], vec![7; count * 8]];
            let both = Routine::Sort { values: true, indices: true };
            run(both, &mut storages, &[out.clone(), indices.clone()], std::slice::from_ref(&from)).unwrap();
            assert!(storages[0] == given && storages[1] == sorted && storages[2] == positions, "{name}");
            let mut storages = [given.clone(), vec![7; count * size], vec![7; count * 8]];
            let by_value = Routine::Sort { values: true, indices: false };
            run(by_value, &mut storages, &[out], std::slice::from_ref(&from)).unwrap();
            assert!(storages[0] == given && storages[1] == sorted, "{name}");
            let by_place = Routine::Sort { values: false, indices: true };
            run(by_place, &mut storages, &[indices], std::slice::from_ref(&from)).unwrap();
            assert!(storages[2] == positions, "{name}");
            run(by_value, &mut storages, std::slice::from_ref(&from), std::slice::from_ref(&from)).unwrap();
            assert!(storages[0] == sorted, "{name} in place");
        }
    }
}

/// The order of selections: that of a sort, with -0.0 before 0.0.
fn total(a: &Scalar, b: &Scalar) -> std::cmp::Ordering {
    let is_positive = |x: &Scalar| x.dtype().is_inexact() && x.get::<f64>() == 0.0 && x.get::<f64>().is_sign_positive();
    a.order(b).then(is_positive(a).cmp(&is_positive(b)))
}

/// The bytes of elements, with one NaN for all.
fn canonical(values: &[Scalar]) -> Vec<u8> {
    let of = |value: &Scalar| {
        let nan = value.dtype().is_inexact() && value.get::<f64>().is_nan();
        let value = if nan { Scalar::new(f64::NAN).cast(value.dtype()) } else { *value };
        value.bytes()[..value.dtype().size()].to_vec()
    };
    values.iter().flat_map(of).collect()
}

#[test]
fn rows_of_every_real_dtype_and_length_are_selected_from_and_partitioned() {
    for &dtype in DType::ALL.iter().filter(|dtype| !dtype.is_complex()) {
        for (rows, length) in [(1, 1), (3, 2), (7, 20), (70, 33), (3, 130), (5, 1000), (2, 40_000), (12, 33_000)] {
            let (shape, count) = ([rows as i64, length as i64], rows * length);
            let given = elements(dtype, count);
            let (values, name) = (scalars(&given, dtype), format!("{dtype} {shape:?}"));
            let from = plain(0, dtype, &shape);
            let mut sorted = values.clone();
            sorted.chunks_mut(length).for_each(|row| row.sort_by(total));
            for ranks in [vec![length / 2], vec![length - 1, 0, length / 3, length / 2, length / 2]] {
                let bytes: Vec<u8> = ranks.iter().flat_map(|&rank| (rank as i64).to_ne_bytes()).collect();
                let wanted: Vec<Scalar> =
                    sorted.chunks(length).flat_map(|row| ranks.iter().map(|&rank| row[rank])).collect();
                // The ranks are the same for each row.
                let mut of_rows = plain(1, DType::I64, &[rows as i64, ranks.len() as i64]);
                of_rows.layout.strides[0] = 0;
                let out = plain(2, dtype, &[rows as i64, ranks.len() as i64]);
                for propagate in [false, true] {
                    let mut storages = [given.clone(), bytes.clone(), vec![7; wanted.len() * dtype.size()]];
                    let routine = Routine::OrderStatistics { propagate };
                    run(routine, &mut storages, std::slice::from_ref(&out), &[from.clone(), of_rows.clone()]).unwrap();
                    let mut wanted = wanted.clone();
                    let last = |row: usize| sorted[(row + 1) * length - 1];
                    for (element_index, value) in wanted.iter_mut().enumerate() {
                        let last = last(element_index / ranks.len());
                        if propagate && dtype.is_inexact() && last.get::<f64>().is_nan() {
                            *value = last;
                        }
                    }
                    assert!(canonical(&scalars(&storages[2], dtype)) == canonical(&wanted), "{name} {ranks:?}");
                }
                let mut order: Vec<usize> = (0..count).collect();
                for (row, order) in order.chunks_mut(length).enumerate() {
                    let pivots = ranks.iter().map(|&rank| sorted[row * length + rank]).collect::<Vec<Scalar>>();
                    let class = |element_index: &usize| {
                        let orders = pivots.iter().map(|pivot| total(pivot, &values[*element_index]));
                        orders.map(|order| usize::from(order.is_lt()) + usize::from(order.is_le())).sum::<usize>()
                    };
                    order.sort_by_cached_key(class);
                }
                let parted: Vec<Scalar> = order.iter().map(|&i| values[i]).collect();
                let positions: Vec<u8> = order.iter().flat_map(|&i| ((i % length) as i64).to_ne_bytes()).collect();
                let of_all = plain(1, DType::I64, &[ranks.len() as i64]);
                let mut storages = [given.clone(), bytes.clone(), vec![7; count * dtype.size()], vec![7; count * 8]];
                let inputs = [from.clone(), of_all];
                let out = plain(2, dtype, &shape);
                run(Routine::Partition { indices: false }, &mut storages, &[out], &inputs).unwrap();
                let out = plain(3, DType::I64, &shape);
                run(Routine::Partition { indices: true }, &mut storages, &[out], &inputs).unwrap();
                assert!(scalars(&storages[2], dtype).iter().map(Scalar::bytes).eq(parted.iter().map(Scalar::bytes)));
                assert!(storages[3] == positions, "{name} {ranks:?}");
            }
        }
    }
}

#[test]
fn selections_and_partitions_refuse_what_they_cannot_do() {
    let matrix = plain(0, DType::F64, &[2, 4]);
    let refused = |routine: Routine, out: View, values: View, ranks: View| {
        let mut storages = [vec![0; 64], vec![9; 64], vec![0; 64]];
        run(routine, &mut storages, &[out], &[values, ranks]).unwrap_err().kind()
    };
    let (select, part) = (Routine::OrderStatistics { propagate: false }, Routine::Partition { indices: true });
    let (ranks, line) = (plain(1, DType::I64, &[2, 3]), plain(1, DType::I64, &[3]));
    let (chosen, positions) = (plain(2, DType::F64, &[2, 3]), plain(2, DType::I64, &[2, 4]));
    // The ranks are not within their rows.
    assert_eq!(refused(select, chosen.clone(), matrix.clone(), ranks.clone()), ErrorKind::Runtime);
    assert_eq!(refused(part, positions.clone(), matrix.clone(), line.clone()), ErrorKind::Runtime);
    let (complex, floats) = (plain(0, DType::C128, &[2, 2]), plain(1, DType::F64, &[2, 3]));
    assert_eq!(refused(select, plain(2, DType::C128, &[2, 2]), complex, ranks.clone()), ErrorKind::Type);
    assert_eq!(refused(select, chosen, matrix.clone(), floats), ErrorKind::Type);
    assert_eq!(refused(part, plain(2, DType::F64, &[2, 4]), matrix.clone(), line), ErrorKind::Type);
    assert_eq!(refused(part, positions, matrix, ranks), ErrorKind::Runtime);
}

#[test]
fn a_row_that_lies_at_any_byte_is_sorted() {
    let given = elements(DType::F64, 1000);
    let mut storages = [[vec![0; 3], given.clone()].concat()];
    let mut row = plain(0, DType::U8, &[8003]);
    row.layout = row.layout.slice(0, 3, 1, 8000);
    let by_value = Routine::Sort { values: true, indices: false };
    run(by_value, &mut storages, std::slice::from_ref(&row), std::slice::from_ref(&row)).unwrap();
    let mut expected = given;
    expected.sort_unstable();
    assert!(storages[0][3..] == expected);
}

#[test]
fn what_a_sort_cannot_do_is_refused() {
    let by_value = Routine::Sort { values: true, indices: false };
    let refused = |outputs: &[View], input: View| {
        run(by_value, &mut [vec![0; 64], vec![0; 64]], outputs, &[input]).unwrap_err().kind()
    };
    let (from, out) = (plain(0, DType::F64, &[2, 4]), plain(1, DType::F64, &[2, 4]));
    assert_eq!(refused(&[out.clone(), out.clone()], from.clone()), ErrorKind::Runtime);
    assert_eq!(refused(&[plain(1, DType::I64, &[2, 4])], from.clone()), ErrorKind::Type);
    let transposed = View { layout: from.layout.permute(&[1, 0]), ..from.clone() };
    assert_eq!(refused(&[plain(1, DType::F64, &[4, 2])], transposed), ErrorKind::Runtime);
    assert_eq!(refused(&[plain(1, DType::F64, &[])], plain(0, DType::F64, &[])), ErrorKind::Runtime);
}

#[test]
fn elements_that_are_not_zero_are_found_in_order() {
    for &dtype in DType::ALL {
        for shape in [&[0i64][..], &[5], &[100_000], &[300, 400], &[7, 1, 33, 50], &[3, 0, 2]] {
            let count = shape.iter().product::<i64>();
            let given = elements(dtype, count as usize);
            let whole = plain(0, dtype, shape);
            let order: Vec<usize> = (0..shape.len()).rev().collect();
            let transposed = View { layout: whole.layout.permute(&order), ..whole.clone() };
            for view in [whole.clone(), transposed, whole.roll(0, 1)] {
                let extents = &view.layout.shape;
                let [indices, number] = [plain(1, DType::I64, &[shape.len() as i64, count]), plain(2, DType::I64, &[])];
                let out = plain(3, dtype, &[count]);
                let mut storages = [
                    given.clone(),
                    vec![7; (count as usize * 8 * shape.len()).max(1)],
                    vec![7; 8],
                    vec![7; given.len()],
                    vec![],
                ];
                run(Routine::Nonzero, &mut storages, &[indices, number.clone()], std::slice::from_ref(&view)).unwrap();
                let (mut expected, mut chosen, mut mask) = (vec![vec![]; shape.len()], vec![], vec![]);
                for position in 0..count {
                    let (mut rest, mut element_index, mut index) = (position, 0, vec![0; shape.len()]);
                    for axis in (0..shape.len()).rev() {
                        index[axis] = rest % extents[axis];
                        rest /= extents[axis];
                        element_index += match view.wrap(axis) {
                            Some(wrap) => (wrap.start + wrap.step * index[axis]).rem_euclid(wrap.modulus) * wrap.stride,
                            None => index[axis] * view.layout.strides[axis],
                        };
                    }
                    let bytes = &given[element_index as usize * dtype.size()..][..dtype.size()];
                    let is_chosen = Scalar::from_bytes(dtype, bytes).cast(DType::Bool).get::<bool>();
                    mask.push(u8::from(is_chosen));
                    if is_chosen {
                        chosen.extend_from_slice(bytes);
                        expected.iter_mut().zip(index).for_each(|(axis, index)| axis.push(index));
                    }
                }
                let found = expected[0].len();
                assert_eq!(storages[2], (found as i64).to_ne_bytes(), "{view}");
                for (axis, expected) in expected.iter().enumerate() {
                    let got = &storages[1][axis * count as usize * 8..][..found * 8];
                    assert!(
                        got.chunks_exact(8)
                            .zip(expected)
                            .all(|(got, element_index)| *got == element_index.to_ne_bytes()),
                        "{view}"
                    );
                }
                // The same elements by a mask.
                storages[4] = mask;
                let bools = plain(4, DType::Bool, extents);
                run(Routine::Select, &mut storages, &[out, number], &[view.clone(), bools]).unwrap();
                assert_eq!(storages[2], (found as i64).to_ne_bytes(), "{view}");
                assert!(storages[3][..chosen.len()] == chosen[..], "{view}");
            }
        }
    }
}

#[test]
fn what_cannot_be_chosen_is_refused() {
    let (values, count) = (plain(0, DType::F32, &[4]), plain(2, DType::I64, &[]));
    let refused = |outputs: &[View], inputs: &[View], routine| {
        run(routine, &mut [vec![0; 64], vec![0; 64], vec![0; 64], vec![0; 64]], outputs, inputs).unwrap_err().kind()
    };
    let output = plain(1, DType::I64, &[1, 4]);
    let short = plain(1, DType::I64, &[1, 3]);
    assert_eq!(refused(&[short, count.clone()], std::slice::from_ref(&values), Routine::Nonzero), ErrorKind::Runtime);
    assert_eq!(
        refused(&[output.clone(), output.clone()], std::slice::from_ref(&values), Routine::Nonzero),
        ErrorKind::Type
    );
    assert_eq!(refused(&[output], std::slice::from_ref(&values), Routine::Nonzero), ErrorKind::Runtime);
    let out = plain(1, DType::F32, &[4]);
    let (mask, wide) = (plain(3, DType::Bool, &[4]), plain(3, DType::I32, &[4]));
    assert_eq!(refused(&[out.clone(), count.clone()], &[values.clone(), wide], Routine::Select), ErrorKind::Type);
    assert_eq!(refused(&[values.clone(), count], &[values, mask], Routine::Select), ErrorKind::Runtime);
}
