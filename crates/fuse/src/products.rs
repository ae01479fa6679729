//! Turns memory-bound products into reductions. A product of two vectors, or of a matrix and a vector, becomes a sum of
//! products, which is fused with the computation of its operands and with the readers of its result. So do stacks of
//! small matrices and products of a small matrix with many rows or columns, whose sums are then unrolled, and products
//! of few long rows and columns. Any other matrix product stays a routine, unless it is so small that it costs no more
//! than its launch.
//!
//! A product is rounded, then added: as many roundings as terms, as NumPy's own loops have.

use cuprust_ir::{Axes, Instruction, Layout, Opcode, Operand, Program, View};
use cuprust_num::DType;
use cuprust_ops::{Reduction, Routine, RowId, accumulation};

use crate::unroll::MAX_FINE_SLICES;

/// The most multiplications of a single matrix product that costs no more than its launch, and the largest extent of
/// the matrices of a stack, and of one that is multiplied with many rows or columns.
const MAX_MULTIPLICATIONS: i64 = 1 << 18;
const MAX_SMALL_EXTENT: i64 = 8;

/// Products of more elements, each of few terms, occupy a device without sharing terms: as long as there are few, a
/// library's tiles are slower to begin than the sums are to end.
const MIN_ELEMENTS: i64 = 1 << 10;
const MAX_TERMS: i64 = 1 << 9;
const MAX_MULTIPLICATIONS_OF_SUMS: i64 = 1 << 22;

/// A product whose sums have so many terms takes a library two kernels. Up to so many sums of float64, and as many more
/// of a narrower dtype as its elements are smaller, are faster as sums, although each reads its two vectors anew.
const MIN_LONG_TERMS: i64 = 1 << 13;
const MAX_LONG_SUMS: i64 = 36;

/// Where the terms of a sum are not neighbours in memory, as in the product of a matrix of few columns, transposed,
/// with another, so many sums of so many terms are reductions of few kernels, each of which reads rows of both factors
/// once. On an H200 2^20 x 4 by 2^20 x 4 take 19 microseconds so in float32 and 38 in float64, 117 and 85 with a
/// library; 2^20 x 8 by 2^20 x 8 in float32 125 and 167. For 2^14 terms and for 6 x 6 sums of float64 the library is
/// faster.
const MIN_TERMS_OF_COLUMNS: i64 = 1 << 16;
const MAX_SUMS_OF_COLUMNS: i64 = 64;
const MAX_WIDE_SUMS_OF_COLUMNS: i64 = 16;

/// Stacks of products of so few terms write about as many bytes as they read, and take a library a call for each axis
/// of the stack.
const MAX_STACKED_TERMS: i64 = 16;

/// How a product becomes sums.
enum Form {
    /// As one reduction.
    Whole,
    /// As a reduction for each of its elements.
    Each,
}

/// `all` includes products of vectors and those that cost no more than a launch. Otherwise only stacks of small
/// matrices are reduced, and of those of real floats the ones that are unrolled: an executor that wants no others
/// multiplies small matrices in registers, with as many roundings and in the same order.
pub(crate) fn reduce_products(program: &mut Program, all: bool) {
    let instructions = std::mem::take(&mut program.instructions);
    for instruction in instructions {
        let (Opcode::Routine(Routine::MatMul), [product], [Operand::View(left), Operand::View(right)]) =
            (instruction.opcode, &instruction.outputs[..], &instruction.inputs[..])
        else {
            program.instructions.push(instruction);
            continue;
        };
        match form(left, right, product, all) {
            None => program.instructions.push(instruction),
            Some(Form::Whole) => reduce(program, left, right, product),
            Some(Form::Each) => reduce_each(program, left, right, product),
        }
    }
}

/// How a product that is bound by memory becomes sums; `None` for any other.
fn form(left: &View, right: &View, product: &View, all: bool) -> Option<Form> {
    let rank = product.layout.rank();
    let plain = rank >= 2 && [left, right].iter().all(|view| view.layout.rank() == rank && view.circular.is_empty());
    if !plain {
        return None;
    }
    let (m, n, k) = (product.layout.shape[rank - 2], product.layout.shape[rank - 1], left.layout.shape[rank - 1]);
    let stack: i64 = product.layout.shape[..rank - 2].iter().product();
    if m < 1 || n < 1 || k < 1 || stack < 1 {
        return None;
    }
    let in_registers = !all && n > MAX_FINE_SLICES && m > 1 && matches!(product.dtype, DType::F32 | DType::F64);
    let is_small_stack = m.max(n).max(k) <= MAX_SMALL_EXTENT && !in_registers;
    if stack > 1 && (is_small_stack || all && k <= MAX_STACKED_TERMS) {
        return Some(Form::Whole);
    }
    let sums = m.saturating_mul(n);
    if all && stack == 1 && m.min(n) > 1 && k >= MIN_TERMS_OF_COLUMNS {
        let max_sums = match product.dtype {
            DType::F32 => MAX_SUMS_OF_COLUMNS,
            DType::F64 => MAX_WIDE_SUMS_OF_COLUMNS,
            _ => 0,
        };
        // The elements of a term lie beside each other.
        let terms_are_rows = |view: &View, along: usize, across: usize| {
            view.layout.strides[across].abs() == 1 && view.layout.strides[along].abs() >= view.layout.shape[across]
        };
        if sums <= max_sums && terms_are_rows(left, rank - 1, rank - 2) && terms_are_rows(right, rank - 2, rank - 1) {
            return Some(Form::Each);
        }
    }
    let multiplications = sums.saturating_mul(k);
    let is_narrow = m.min(n).max(k) <= MAX_SMALL_EXTENT;
    let is_tiny = m.min(n) <= MAX_SMALL_EXTENT && multiplications <= MAX_MULTIPLICATIONS;
    let is_long = k >= MIN_LONG_TERMS
        && sums <= MAX_LONG_SUMS * 8 / product.dtype.size() as i64
        && matches!(product.dtype, DType::F32 | DType::F64)
        && [left.layout.strides[rank - 1], right.layout.strides[rank - 2]].iter().all(|step| step.abs() == 1);
    let is_small = sums >= MIN_ELEMENTS && k <= MAX_TERMS && multiplications <= MAX_MULTIPLICATIONS_OF_SUMS;
    (all && (m.min(n) == 1 || stack == 1 && (is_narrow || is_tiny || is_small || is_long))).then_some(Form::Whole)
}

/// A product as one sum of products for each of its elements.
fn reduce_each(program: &mut Program, left: &View, right: &View, product: &View) {
    let rank = product.layout.rank();
    let (rows, columns) = (rank - 2, rank - 1);
    // One slice of a view along an axis.
    let slice = |view: &View, axis: usize, at: i64| {
        let mut layout = view.layout.clone();
        layout.offset += at * layout.strides[axis];
        layout.shape[axis] = 1;
        View { layout, ..view.clone() }
    };
    for i in 0..product.layout.shape[rows] {
        for j in 0..product.layout.shape[columns] {
            let element = slice(&slice(product, rows, i), columns, j);
            reduce(program, &slice(left, rows, i), &slice(right, columns, j), &element);
        }
    }
}

/// The product as a map over `[.., m, n, k]` and a sum over its last axis. An axis `m` or `n` of extent one is left
/// out, so that the space has the axes of neighbouring instructions.
fn reduce(program: &mut Program, left: &View, right: &View, product: &View) {
    let rank = product.layout.rank();
    let (rows, columns) = (rank - 2, rank - 1);
    let (m, n, k) = (product.layout.shape[rows], product.layout.shape[columns], left.layout.shape[columns]);
    let stack = &product.layout.shape[..rows];
    // A view over the stack, m, n and `inner` elements along k: its steps along these three.
    let view = |of: &View, inner: i64, steps: [i64; 3]| {
        let own = || [m, n].into_iter().zip(steps).filter(|&(extent, _)| extent != 1);
        let extents = stack.iter().copied().chain(own().map(|(extent, _)| extent)).chain([inner]);
        let strides = of.layout.strides[..rows].iter().copied().chain(own().map(|(_, step)| step)).chain([steps[2]]);
        let layout = Layout { shape: extents.collect(), strides: strides.collect(), offset: of.layout.offset };
        View { layout, ..of.clone() }
    };
    let (a, b, c) = (&left.layout.strides, &right.layout.strides, &product.layout.strides);
    let left = view(left, k, [a[rows], 0, a[columns]]);
    let right = view(right, k, [0, b[columns], b[rows]]);
    let result = view(product, 1, [c[rows], c[columns], 0]);
    // Half types are summed in float32 and rounded once; bool asks whether any pair is true.
    let (multiply, add) = match product.dtype {
        DType::Bool => const { (RowId::named("logical_and"), RowId::named("logical_or")) },
        _ => const { (RowId::named("multiply"), RowId::ADD) },
    };
    let dtype = accumulation(Reduction::Fold(add), product.dtype);
    // The terms of a short sum lie in planes, so that the sum is unrolled.
    let last = left.layout.rank() - 1;
    let order: Vec<usize> =
        if k <= MAX_SMALL_EXTENT { std::iter::once(last).chain(0..last).collect() } else { (0..=last).collect() };
    let terms = Layout::ordered(&left.layout.shape, &order);
    let factors = vec![Operand::View(left), Operand::View(right)];
    let terms = program.push_temporary(Opcode::Map(multiply, dtype), dtype, terms, factors);
    program.instructions.push(Instruction {
        opcode: Opcode::Reduce(Reduction::Fold(add), dtype, Axes::default().with(last)),
        outputs: vec![result],
        inputs: vec![Operand::View(terms)],
    });
}
