//! Sorting and choosing elements, against their definitions.

use cuprust_host::Host;
use cuprust_ir::{Error, ErrorKind, Executor, Layout, Memory, Operand, Step, StorageId, StreamId, View};
use cuprust_num::{DType, Scalar};
use cuprust_ops::Routine;

/// Runs a routine on storages of bytes.
fn run(routine: Routine, storages: &mut [Vec<u8>], outputs: &[View], inputs: &[View]) -> Result<(), Error> {
    let (host, stream) = (Host::new(), StreamId::default());
    let inputs = inputs.iter().cloned().map(Operand::View).collect();
    let step = Step::Routine { routine, outputs: outputs.to_vec(), inputs, loads: vec![] };
    let prepared = host.prepare(&[&step])?.remove(0);
    let memories: Vec<Memory> = storages
        .iter_mut()
        .map(|bytes| {
            let memory = host.allocate(bytes.len() as u64, stream).unwrap();
            host.upload(bytes, memory.address, stream).unwrap();
            memory
        })
        .collect();
    let result = host.run(&prepared, &memories, &[], stream);
    for (bytes, memory) in storages.iter_mut().zip(memories) {
        host.download(memory.address, bytes, stream).unwrap();
        host.release(memory, stream);
    }
    result
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
            let places: Vec<u8> = expected.iter().flat_map(|&i| ((i % length.max(1)) as i64).to_ne_bytes()).collect();
            let name = format!("{dtype} {shape:?}");
            let [from, out, indices] = [plain(0, dtype, &shape), plain(1, dtype, &shape), plain(2, DType::I64, &shape)];
            let mut storages = [given.clone(), vec![7; count * size], vec![7; count * 8]];
            let both = Routine::Sort { values: true, indices: true };
            run(both, &mut storages, &[out.clone(), indices.clone()], std::slice::from_ref(&from)).unwrap();
            assert!(storages[0] == given && storages[1] == sorted && storages[2] == places, "{name}");
            let mut storages = [given.clone(), vec![7; count * size], vec![7; count * 8]];
            let by_value = Routine::Sort { values: true, indices: false };
            run(by_value, &mut storages, &[out], std::slice::from_ref(&from)).unwrap();
            assert!(storages[0] == given && storages[1] == sorted, "{name}");
            let by_place = Routine::Sort { values: false, indices: true };
            run(by_place, &mut storages, &[indices], std::slice::from_ref(&from)).unwrap();
            assert!(storages[2] == places, "{name}");
            run(by_value, &mut storages, std::slice::from_ref(&from), std::slice::from_ref(&from)).unwrap();
            assert!(storages[0] == sorted, "{name} in place");
        }
    }
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
    let turned = View { layout: from.layout.permute(&[1, 0]), ..from.clone() };
    assert_eq!(refused(&[plain(1, DType::F64, &[4, 2])], turned), ErrorKind::Runtime);
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
            let turned = View { layout: whole.layout.permute(&order), ..whole.clone() };
            for view in [whole.clone(), turned, whole.roll(0, 1)] {
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
                    let (mut rest, mut place, mut index) = (position, 0, vec![0; shape.len()]);
                    for axis in (0..shape.len()).rev() {
                        index[axis] = rest % extents[axis];
                        rest /= extents[axis];
                        place += match view.wrap(axis) {
                            Some(wrap) => (wrap.start + wrap.step * index[axis]).rem_euclid(wrap.modulus) * wrap.stride,
                            None => index[axis] * view.layout.strides[axis],
                        };
                    }
                    let bytes = &given[place as usize * dtype.size()..][..dtype.size()];
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
                        got.chunks_exact(8).zip(expected).all(|(got, place)| *got == place.to_ne_bytes()),
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
    let room = plain(1, DType::I64, &[1, 4]);
    let short = plain(1, DType::I64, &[1, 3]);
    assert_eq!(refused(&[short, count.clone()], std::slice::from_ref(&values), Routine::Nonzero), ErrorKind::Runtime);
    assert_eq!(
        refused(&[room.clone(), room.clone()], std::slice::from_ref(&values), Routine::Nonzero),
        ErrorKind::Type
    );
    assert_eq!(refused(&[room], std::slice::from_ref(&values), Routine::Nonzero), ErrorKind::Runtime);
    let out = plain(1, DType::F32, &[4]);
    let (mask, wide) = (plain(3, DType::Bool, &[4]), plain(3, DType::I32, &[4]));
    assert_eq!(refused(&[out.clone(), count.clone()], &[values.clone(), wide], Routine::Select), ErrorKind::Type);
    assert_eq!(refused(&[values.clone(), count], &[values, mask], Routine::Select), ErrorKind::Runtime);
}
