//! Random views of a storage: permuted, flipped, sliced, broadcast, rolled, overlapping, of another dtype.

use cuprust_ir::{CircularAxis, Dims, Layout, StorageId, View};
use cuprust_num::{DType, Kind};

use super::dice::Dice;

/// A view of this shape into a storage of this many elements, if chance finds one that fits. What is written neither
/// overlaps itself nor wraps.
pub fn view(dice: &mut Dice, storage: u32, stored: DType, elements: i64, shape: &[i64], written: bool) -> Option<View> {
    let (dtype, elements) = seen_as(dice, stored, elements);
    let rank = shape.len();
    // What the axes take in memory: none where broadcast, more where sliced by steps.
    let mut taken: Vec<i64> = shape.to_vec();
    let mut step = vec![1; rank];
    if dice.percent(12) {
        for axis in 0..rank {
            if dice.percent(40) {
                step[axis] = dice.pick(&[2, 2, 3]);
                taken[axis] *= step[axis];
            }
        }
    }
    if !written {
        let spread = dice.percent(15);
        for axis in 0..rank {
            let fits = taken.iter().product::<i64>() <= elements;
            if spread && dice.percent(40) || !fits {
                (taken[axis], step[axis]) = (1, 0);
            }
        }
    }
    let total: i64 = taken.iter().map(|&extent| extent.max(1)).product();
    if total > elements {
        return None;
    }
    let order = if dice.percent(75) { (0..rank).collect() } else { dice.shuffled(rank) };
    let packed = Layout::ordered(&taken, &order);
    let mut layout = Layout { shape: Dims::new(shape), strides: packed.strides.clone(), offset: 0 };
    if dice.percent(35) {
        layout.offset = dice.below((elements - total + 1) as usize) as i64;
    }
    let mut circular = Vec::new();
    let (rolled, flipped) = (!written && dice.percent(15), dice.percent(15));
    for axis in 0..rank {
        let (stride, extent) = (packed.strides[axis], shape[axis]);
        if step[axis] == 0 || extent == 0 {
            layout.strides[axis] = 0;
        } else if rolled && dice.percent(60) {
            let modulus = taken[axis];
            layout.strides[axis] = 0;
            let start = dice.below(modulus as usize) as i64;
            circular.push(CircularAxis { axis, start, step: dice.pick(&[1, 1, 1, -1]), modulus, stride });
        } else {
            layout.strides[axis] = stride * step[axis];
            if flipped && dice.percent(60) {
                layout.offset += (extent - 1) * layout.strides[axis];
                layout.strides[axis] = -layout.strides[axis];
            }
        }
    }
    if !written && rank >= 2 && circular.is_empty() && dice.percent(4) {
        // Windows that slide: neighbours share elements.
        layout.strides[rank - 2] = layout.strides[rank - 1];
    }
    let mut view = View { storage: StorageId(storage), dtype, layout, circular };
    if dtype == stored.real() && stored.is_complex() {
        as_parts(&mut view, dice.below(2) as i64);
    }
    let inside = |(low, high): (i64, i64)| low >= 0 && high < elements_bytes(stored, dtype, elements);
    (view.byte_range().is_none_or(inside) && !(written && view.overlaps_itself())).then_some(view)
}

/// The dtype in which a storage's elements are seen, mostly their own, and how many of it there are.
fn seen_as(dice: &mut Dice, stored: DType, elements: i64) -> (DType, i64) {
    if !dice.percent(4) {
        return (stored, elements);
    }
    match (stored.kind(), stored.size()) {
        (Kind::Complex, _) => (stored.real(), elements),
        (Kind::Signed, 8) => (dice.pick(&[DType::U64, DType::I64]), elements),
        (Kind::Unsigned, 8) => (DType::I64, elements),
        (Kind::Signed | Kind::Unsigned, 4) => {
            let (dtype, parts) = dice.pick(&[(DType::I16, 2), (DType::U8, 4), (DType::I32, 1), (DType::U32, 1)]);
            (dtype, elements * parts)
        }
        _ => (stored, elements),
    }
}

/// The real (0) or imaginary (1) parts, where complex elements were seen.
fn as_parts(view: &mut View, part: i64) {
    view.layout.offset = view.layout.offset * 2 + part;
    view.layout.strides.iter_mut().for_each(|stride| *stride *= 2);
    view.circular.iter_mut().for_each(|wrap| wrap.stride *= 2);
}

/// The bytes of a storage of which this many elements are seen in this dtype.
fn elements_bytes(stored: DType, seen: DType, elements: i64) -> i64 {
    let size = if stored.is_complex() { stored.size() } else { seen.size() };
    elements * size as i64
}
