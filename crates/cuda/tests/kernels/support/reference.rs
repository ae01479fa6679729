//! The results of a kernel by definition: one position after another, through the rows' own loops.

use cuprust_ir::{Kernel, Layout, NodeKind, View};
use cuprust_num::{DType, Scalar};
use cuprust_ops::{MAX_INPUTS, MAX_OUTPUTS, Reduction, RowId};

/// Runs a kernel on the bytes of its storages.
pub fn run(kernel: &Kernel, storages: &mut [Vec<u8>], scalars: &[Scalar]) {
    let initial = storages.to_vec();
    let levels = kernel.levels();
    let inner: Vec<Vec<i64>> = indices(&kernel.shape[kernel.outer..]);
    // Without reduced elements there is still one result: the values that are the same along the inner axes.
    let length = inner.len();
    let inner = if length == 0 { vec![vec![0; kernel.shape.len() - kernel.outer]] } else { inner };
    // The values of each node at each inner position.
    let mut values: Vec<Vec<Scalar>> = vec![Vec::with_capacity(inner.len()); kernel.nodes.len()];
    let mut at = vec![0; kernel.shape.len()];
    for outer in indices(&kernel.shape[..kernel.outer]) {
        at[..kernel.outer].copy_from_slice(&outer);
        for (id, node) in kernel.nodes.iter().enumerate() {
            let (before, rest) = values.split_at_mut(id);
            let column = &mut rest[0];
            column.clear();
            if let NodeKind::Reduce(reduction, of) = node.kind {
                let value = reduce(reduction, &before[of as usize][..length], node.dtype);
                column.resize(inner.len(), value);
            } else if levels[id].inner && length == 0 {
                column.push(Scalar::zero(node.dtype));
            } else {
                for (inner_index, index) in inner.iter().enumerate() {
                    at[kernel.outer..].copy_from_slice(index);
                    column.push(match &node.kind {
                        NodeKind::Read(i) => load(&initial, &kernel.reads[*i as usize], &at),
                        NodeKind::Scalar(i) => scalars[kernel.scalars[*i as usize].0 as usize].cast(node.dtype),
                        NodeKind::Position(i) => Scalar::new(offset(&kernel.positions[*i as usize], &at)),
                        NodeKind::Cast(of) => before[*of as usize][inner_index].cast(node.dtype),
                        NodeKind::Row { row, dtype, output, .. } => {
                            let of = node.kind.operands();
                            let mut operands = [Scalar::zero(*dtype); MAX_INPUTS];
                            let slots = operands.iter_mut().zip(of);
                            slots.for_each(|(operand, &of)| *operand = before[of as usize][inner_index]);
                            apply(*row, *dtype, &operands[..of.len()], *output)
                        }
                        NodeKind::Gather { table, .. } => {
                            let table = &kernel.tables[*table as usize];
                            let of: Vec<i64> =
                                node.kind.operands().iter().map(|&of| before[of as usize][inner_index].get()).collect();
                            let step = table.layout.strides.last().copied().unwrap_or(0);
                            let from = table.layout.offset + of[0] * step + of.get(1).copied().unwrap_or(0);
                            let bytes = &initial[table.storage.0 as usize][from as usize * table.dtype.size()..];
                            Scalar::from_bytes(table.dtype, bytes)
                        }
                        NodeKind::Reduce(..) => unreachable!("done above"),
                    });
                }
            }
        }
        for write in &kernel.writes {
            for (inner_index, index) in inner.iter().enumerate() {
                if length == 0 && kernel.is_inner(&write.view) {
                    continue;
                }
                at[kernel.outer..].copy_from_slice(index);
                let value = values[write.node as usize][inner_index];
                let size = write.view.dtype.size();
                let to = offset_of(&write.view, &at) as usize * size;
                storages[write.view.storage.0 as usize][to..to + size].copy_from_slice(&value.bytes()[..size]);
            }
        }
    }
}

fn indices(shape: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![vec![]];
    for &extent in shape {
        all = all.iter().flat_map(|head| (0..extent).map(move |i| [&head[..], &[i]].concat())).collect();
    }
    all
}

fn offset(layout: &Layout, at: &[i64]) -> i64 {
    layout.offset + at.iter().zip(layout.strides.iter()).map(|(i, stride)| i * stride).sum::<i64>()
}

fn offset_of(view: &View, at: &[i64]) -> i64 {
    let turns = view
        .circular
        .iter()
        .map(|wrap| (wrap.start + wrap.step * at[wrap.axis]).rem_euclid(wrap.modulus) * wrap.stride);
    offset(&view.layout, at) + turns.sum::<i64>()
}

fn load(storages: &[Vec<u8>], view: &View, at: &[i64]) -> Scalar {
    let from = offset_of(view, at) as usize * view.dtype.size();
    Scalar::from_bytes(view.dtype, &storages[view.storage.0 as usize][from..])
}

/// One output of a row, on one element of each operand.
pub fn apply(row: RowId, dtype: DType, operands: &[Scalar], output: u8) -> Scalar {
    #[derive(Clone, Copy)]
    #[repr(align(16))]
    struct Slot([u8; 16]);
    let (mut inputs, mut outputs) = ([Slot([0; 16]); MAX_INPUTS], [Slot([0; 16]); MAX_OUTPUTS]);
    inputs.iter_mut().zip(operands).for_each(|(input, operand)| input.0 = *operand.bytes());
    let (mut from, mut to) = ([std::ptr::null(); MAX_INPUTS], [std::ptr::null_mut(); MAX_OUTPUTS]);
    for (pointer, input) in from.iter_mut().zip(&inputs) {
        *pointer = input.0.as_ptr();
    }
    for (pointer, output) in to.iter_mut().zip(&mut outputs) {
        *pointer = output.0.as_mut_ptr();
    }
    let loops = (row.row().loops)(dtype).unwrap_or_else(|| panic!("{} has no loop of {dtype}", row.row().name));
    // SAFETY: each slot is aligned and holds one element, none overlap, and a row has no more inputs and outputs.
    unsafe { (loops.baseline)(from.as_ptr(), to.as_ptr(), 1) };
    Scalar::from_bytes(row.row().outputs[output as usize].dtype(dtype), &outputs[output as usize].0)
}

fn reduce(reduction: Reduction, values: &[Scalar], dtype: DType) -> Scalar {
    match reduction {
        Reduction::Fold(row) => {
            let identity = row.row().identity.map(|identity| Scalar::new(identity).cast(dtype));
            // In pairs, as in NumPy, so that the remaining difference is the kernel's own.
            fn pairs(row: RowId, dtype: DType, values: &[Scalar]) -> Scalar {
                match values {
                    [one] => *one,
                    many => {
                        let (a, b) = many.split_at(many.len() / 2);
                        apply(row, dtype, &[pairs(row, dtype, a), pairs(row, dtype, b)], 0)
                    }
                }
            }
            if values.is_empty() { identity.unwrap_or(Scalar::zero(dtype)) } else { pairs(row, dtype, values) }
        }
        Reduction::ArgMax | Reduction::ArgMin => {
            let better = RowId::find(if reduction == Reduction::ArgMax { "greater" } else { "less" }).unwrap();
            let not_equal = RowId::find("not_equal").unwrap();
            let nan = |value: &Scalar| apply(not_equal, value.dtype(), &[*value, *value], 0).get::<bool>();
            let mut best = 0;
            for (inner_index, value) in values.iter().enumerate() {
                if !nan(&values[best])
                    && (nan(value) || apply(better, value.dtype(), &[*value, values[best]], 0).get::<bool>())
                {
                    best = inner_index;
                }
            }
            Scalar::new(best as i64)
        }
        Reduction::SquaredDeviations => {
            type C = cuprust_num::c128;
            // In pairs too: the error of a running sum of millions of terms is larger than the differences to detect.
            fn sum(values: &[C]) -> C {
                match values {
                    [] => C::new(0.0, 0.0),
                    [one] => *one,
                    many => {
                        let (a, b) = many.split_at(many.len() / 2);
                        sum(a) + sum(b)
                    }
                }
            }
            let mut values: Vec<C> = values.iter().map(|value| value.get()).collect();
            let mean = sum(&values) / values.len().max(1) as f64;
            values.iter_mut().for_each(|value| *value = C::new((*value - mean).norm_sqr(), 0.0));
            Scalar::new(sum(&values).re).cast(dtype)
        }
    }
}
