//! Sums of several operands in one loop: each is read once, and no partial sum goes through memory. Sums and extremes
//! of the elements of a block.

use std::collections::{HashMap, HashSet};

use cuprust_ir::{Kernel, NodeId, NodeKind};
use cuprust_num::{DType, Ordered};
use cuprust_ops::RowId;

use crate::simd::wide;

/// Most operands that are added up in one loop.
pub const MAX_TERMS: usize = 8;

/// A loop that adds up the first `count` inputs, from the first to the last, rounding each time as single additions do.
///
/// # Safety
/// As [`cuprust_ops::Loop`], where `count` is 3 at least and [`MAX_TERMS`] at most.
pub type SumLoop = unsafe fn(inputs: &[*const u8; MAX_TERMS], count: usize, output: *mut u8, n: usize);

/// The loop of a row and a dtype, where the row is addition and a sum of many equals successive sums of two.
pub fn sum_loop(row: RowId, dtype: DType) -> Option<SumLoop> {
    if row != RowId::ADD {
        return None;
    }
    Some(match dtype {
        DType::I8 | DType::U8 => sum::<u8>,
        DType::I16 | DType::U16 => sum::<u16>,
        DType::I32 | DType::U32 => sum::<u32>,
        DType::I64 | DType::U64 => sum::<u64>,
        DType::F32 => sum::<f32>,
        DType::F64 => sum::<f64>,
        _ => return None,
    })
}

/// Fewest terms of a sum that are added up in one loop.
const MIN_TERMS: usize = 3;

/// A sum of several terms.
pub struct Sum {
    /// The loop.
    pub run: SumLoop,
    /// The terms in their order.
    pub operands: Vec<NodeId>,
    /// The additions before the last, whose results no other operation uses.
    pub inside: Vec<NodeId>,
}

/// The sums of three and more terms among the nodes of a list, by their last addition. A value that is `used` at the
/// list's end, kept, or an operand of several operations is still computed by itself.
pub fn sums(
    kernel: &Kernel,
    order: &[NodeId],
    used: &[NodeId],
    is_kept: impl Fn(NodeId) -> bool,
) -> HashMap<NodeId, Sum> {
    let mut uses = vec![0u32; kernel.nodes.len()];
    kernel.nodes.iter().flat_map(|node| node.kind.operands()).for_each(|&of| uses[of as usize] += 1);
    used.iter().for_each(|&of| uses[of as usize] += 1);
    let within: HashSet<NodeId> = order.iter().copied().collect();
    let is_inside = |node: NodeId| within.contains(&node) && uses[node as usize] == 1 && !is_kept(node);
    let mut sums: HashMap<NodeId, Sum> = HashMap::new();
    let mut inside: HashSet<NodeId> = HashSet::new();
    for &last in order.iter().rev() {
        if inside.contains(&last) {
            continue;
        }
        if let Some(sum) = ending_in(kernel, last, &is_inside) {
            inside.extend(&sum.inside);
            sums.insert(last, sum);
        }
    }
    sums
}

/// The sum that ends in this addition.
fn ending_in(kernel: &Kernel, last: NodeId, is_inside: &dyn Fn(NodeId) -> bool) -> Option<Sum> {
    let addition = |node: NodeId| match &kernel.nodes[node as usize].kind {
        NodeKind::Row { row, dtype, of, .. } => Some((sum_loop(*row, *dtype)?, of[0], of[1])),
        _ => None,
    };
    let dtype = |node: NodeId| kernel.nodes[node as usize].dtype;
    let (run, mut first, second) = addition(last)?;
    let (mut operands, mut inside) = (vec![second], Vec::new());
    while let Some((_, earlier, term)) =
        addition(first).filter(|_| is_inside(first) && dtype(first) == dtype(last) && operands.len() < MAX_TERMS - 1)
    {
        operands.push(term);
        inside.push(first);
        first = earlier;
    }
    operands.push(first);
    operands.reverse();
    (operands.len() >= MIN_TERMS).then_some(Sum { run, operands, inside })
}

/// A loop that folds the elements of each of `rows` rows into one, by a tree whose shape depends on their number `n`
/// alone. The rows follow one another.
///
/// # Safety
/// `block` holds `n` aligned elements for each row, `into` holds one for each and does not overlap them.
pub type Total = unsafe fn(block: *const u8, n: usize, rows: usize, into: *mut u8);

/// The loop that adds up rows, as [`sum_loop`] adds up blocks, or finds their largest or smallest elements.
pub fn total(row: RowId, dtype: DType) -> Option<Total> {
    Some(match (row.row().name, dtype) {
        ("add", DType::I32 | DType::U32) => total_of::<u32>,
        ("add", DType::I64 | DType::U64) => total_of::<u64>,
        ("add", DType::F32) => total_of::<f32>,
        ("add", DType::F64) => total_of::<f64>,
        ("maximum", DType::I32) => total_of::<Largest<i32>>,
        ("maximum", DType::I64) => total_of::<Largest<i64>>,
        ("maximum", DType::F32) => total_of::<Largest<f32>>,
        ("maximum", DType::F64) => total_of::<Largest<f64>>,
        ("minimum", DType::I32) => total_of::<Smallest<i32>>,
        ("minimum", DType::I64) => total_of::<Smallest<i64>>,
        ("minimum", DType::F32) => total_of::<Smallest<f32>>,
        ("minimum", DType::F64) => total_of::<Smallest<f64>>,
        _ => return None,
    })
}

/// A loop that writes the running sums, one addition after another, starting from `carry`, where it leaves the last. It
/// reads each element before it writes the sum at that index.
///
/// # Safety
/// `block` and `into` hold `n` elements, and are the same memory or do not overlap; `carry` is an element. None need be
/// aligned.
pub type Running = unsafe fn(block: *const u8, n: usize, into: *mut u8, carry: *mut u8);

/// The loop of running sums, and the bytes of a neutral carry.
pub fn running(row: RowId, dtype: DType) -> Option<(Running, [u8; 8])> {
    if row != RowId::ADD {
        return None;
    }
    Some(match dtype {
        DType::I32 | DType::U32 => (running_of::<u32>, [0; 8]),
        DType::I64 | DType::U64 => (running_of::<u64>, [0; 8]),
        DType::F32 => (running_of::<f32>, single(-0.0)),
        DType::F64 => (running_of::<f64>, (-0.0f64).to_ne_bytes()),
        _ => return None,
    })
}

/// The bytes of a float32, padded with zeros.
fn single(value: f32) -> [u8; 8] {
    let [a, b, c, d] = value.to_ne_bytes();
    [a, b, c, d, 0, 0, 0, 0]
}

/// # Safety
/// As [`Running`].
unsafe fn running_of<T: Term>(block: *const u8, n: usize, into: *mut u8, carry: *mut u8) {
    let (block, into, carry) = (block.cast::<T>(), into.cast::<T>(), carry.cast::<T>());
    // SAFETY: the caller promises n elements on both sides, and one for the carry.
    unsafe {
        let mut sum = carry.read_unaligned();
        for i in 0..n {
            sum = sum.plus(block.add(i).read_unaligned());
            into.add(i).write_unaligned(sum);
        }
        carry.write_unaligned(sum);
    }
}

/// A number whose additions wrap or round as its row's do; or one of which the larger or smaller is taken.
trait Term: Copy {
    /// The neutral element: for sums of floats the negative zero.
    const NEUTRAL: Self;
    fn plus(self, other: Self) -> Self;
}
macro_rules! terms {
    ($($T:ty, $nothing:expr, |$a:ident, $b:ident| $sum:expr;)*) => { $(
        impl Term for $T {
            const NEUTRAL: $T = $nothing;
            #[inline(always)]
            fn plus(self, $b: $T) -> $T { let $a = self; $sum }
        }
    )* };
}
terms! {
    u8, 0, |a, b| a.wrapping_add(b);
    u16, 0, |a, b| a.wrapping_add(b);
    u32, 0, |a, b| a.wrapping_add(b);
    u64, 0, |a, b| a.wrapping_add(b);
    f32, -0.0, |a, b| a + b;
    f64, -0.0, |a, b| a + b;
}

#[derive(Clone, Copy)]
struct Largest<T>(T);
#[derive(Clone, Copy)]
struct Smallest<T>(T);

macro_rules! extremes {
    ($($T:ty, $least:expr, $most:expr;)*) => { $(
        impl Term for Largest<$T> {
            const NEUTRAL: Largest<$T> = Largest($least);
            #[inline(always)]
            fn plus(self, other: Largest<$T>) -> Largest<$T> { Largest(Ordered::maximum(self.0, other.0)) }
        }
        impl Term for Smallest<$T> {
            const NEUTRAL: Smallest<$T> = Smallest($most);
            #[inline(always)]
            fn plus(self, other: Smallest<$T>) -> Smallest<$T> { Smallest(Ordered::minimum(self.0, other.0)) }
        }
    )* };
}
extremes! {
    i32, i32::MIN, i32::MAX;
    i64, i64::MIN, i64::MAX;
    f32, f32::NEG_INFINITY, f32::INFINITY;
    f64, f64::NEG_INFINITY, f64::INFINITY;
}

wide! {
    /// # Safety
    /// As [`SumLoop`].
    unsafe fn sum<T: Term>(inputs: &[*const u8; MAX_TERMS], count: usize, output: *mut u8, n: usize) {
        // SAFETY: the caller keeps the promises of SumLoop: all are aligned, have n elements, and the output does not
        // overlap.
        unsafe {
            let output: &mut [T] = std::slice::from_raw_parts_mut(output.cast(), n);
            match count {
                3 => sum_of::<T, 3>(inputs, output),
                4 => sum_of::<T, 4>(inputs, output),
                5 => sum_of::<T, 5>(inputs, output),
                6 => sum_of::<T, 6>(inputs, output),
                7 => sum_of::<T, 7>(inputs, output),
                _ => sum_of::<T, 8>(inputs, output),
            }
        }
    }
}

/// # Safety
/// As [`SumLoop`], with `K` inputs.
#[inline(always)]
unsafe fn sum_of<T: Term, const K: usize>(inputs: &[*const u8; MAX_TERMS], output: &mut [T]) {
    let inputs: [*const T; K] = std::array::from_fn(|k| inputs[k].cast());
    for (i, output) in output.iter_mut().enumerate() {
        // SAFETY: the caller promises as many elements as the output has.
        unsafe {
            let mut sum = *inputs[0].add(i);
            for input in &inputs[1..] {
                sum = sum.plus(*input.add(i));
            }
            *output = sum;
        }
    }
}

wide! {
    /// # Safety
    /// As [`Total`].
    unsafe fn total_of<T: Term>(block: *const u8, n: usize, rows: usize, into: *mut u8) {
        // SAFETY: the caller promises n elements and a result for each row; neither overlaps the other.
        let (all, into): (&[T], &mut [T]) = unsafe {
            (std::slice::from_raw_parts(block.cast(), n * rows), std::slice::from_raw_parts_mut(into.cast(), rows))
        };
        match n {
            ..=16 => totals::<T, 16>(all, n, into),
            17..=32 => totals::<T, 32>(all, n, into),
            _ => totals::<T, 64>(all, n, into),
        }
    }
}

/// Lanes of a chunk, the unit in which the rest of a row is loaded.
const CHUNK: usize = 16;

/// The tree has 64 lanes. Those beyond the elements of a short row hold the neutral element, which changes none that it
/// is folded with: a row of at most `LANES` elements needs no more of them for the same bits.
#[inline(always)]
fn totals<T: Term, const LANES: usize>(all: &[T], n: usize, into: &mut [T]) {
    for (row, into) in into.iter_mut().enumerate() {
        let rows = &all[row * n..];
        let mut sums = [T::NEUTRAL; LANES];
        let (wholes, rest) = rows[..n].as_chunks::<LANES>();
        for whole in wholes {
            for lane in 0..LANES {
                sums[lane] = sums[lane].plus(whole[lane]);
            }
        }
        let (chunks, last) = rest.as_chunks::<CHUNK>();
        for (sums, chunk) in sums.as_chunks_mut::<CHUNK>().0.iter_mut().zip(chunks) {
            for lane in 0..CHUNK {
                sums[lane] = sums[lane].plus(chunk[lane]);
            }
        }
        if !last.is_empty() {
            let (first, chunk) = (chunks.len() * CHUNK, first_of(&rows[n - last.len()..], last.len()));
            for lane in 0..CHUNK {
                sums[first + lane] = sums[first + lane].plus(chunk[lane]);
            }
        }
        let mut half = LANES / 2;
        while half > 0 {
            for lane in 0..half {
                sums[lane] = sums[lane].plus(sums[lane + half]);
            }
            half /= 2;
        }
        *into = sums[0];
    }
}

/// The first `n` elements, and neutral ones. It is a vector's load where elements of other rows come after them.
#[inline(always)]
fn first_of<T: Term>(x: &[T], n: usize) -> [T; CHUNK] {
    match x.first_chunk::<CHUNK>() {
        Some(chunk) => std::array::from_fn(|lane| if (lane as u32) < n as u32 { chunk[lane] } else { T::NEUTRAL }),
        None => {
            let mut chunk = [T::NEUTRAL; CHUNK];
            chunk[..n].copy_from_slice(&x[..n]);
            chunk
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tree by its definition: 64 lanes that each add up every 64th element, and then halve.
    fn tree<T: Term>(x: &[T]) -> T {
        let mut sums = [T::NEUTRAL; 64];
        for (at, &element) in x.iter().enumerate() {
            sums[at % 64] = sums[at % 64].plus(element);
        }
        for half in [32, 16, 8, 4, 2, 1] {
            for lane in 0..half {
                sums[lane] = sums[lane].plus(sums[lane + half]);
            }
        }
        sums[0]
    }

    fn check<T: Term, const SIZE: usize>(total: Total, number: impl Fn(u64) -> T, bytes: impl Fn(T) -> [u8; SIZE]) {
        for n in 1..300 {
            for rows in [1, 2, 5] {
                let seed = |at: usize| (at as u64 + 7 * n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
                let x: Vec<T> = (0..n * rows).map(|at| number(seed(at))).collect();
                let mut found = vec![T::NEUTRAL; rows];
                // SAFETY: there are n elements for each row, and a result.
                unsafe { total(x.as_ptr().cast(), n, rows, found.as_mut_ptr().cast()) };
                let wanted: Vec<[u8; SIZE]> = x.chunks(n).map(|row| bytes(tree(row))).collect();
                let found: Vec<[u8; SIZE]> = found.into_iter().map(&bytes).collect();
                assert_eq!(found, wanted, "{rows} rows of {n}");
            }
        }
    }

    #[test]
    fn rows_of_every_length_are_folded_by_the_tree_of_64_lanes() {
        // Some are negative zeros.
        let single = |number: u64| if number.is_multiple_of(3) { -0.0 } else { number as f32 / 77.0 - 1e5 };
        let double = |number: u64| f64::from(single(number)) / 3.0;
        check(total(RowId::ADD, DType::F32).unwrap(), single, f32::to_ne_bytes);
        check(total(RowId::ADD, DType::F64).unwrap(), double, f64::to_ne_bytes);
        check(total(RowId::ADD, DType::U32).unwrap(), |number| number as u32, u32::to_ne_bytes);
        let (maximum, minimum) = (RowId::find("maximum").unwrap(), RowId::find("minimum").unwrap());
        let least = total(minimum, DType::F64).unwrap();
        check(least, |number| Smallest(double(number)), |smallest| smallest.0.to_ne_bytes());
        let most = total(maximum, DType::F32).unwrap();
        check(most, |number| Largest(single(number)), |largest| largest.0.to_ne_bytes());
    }
}
