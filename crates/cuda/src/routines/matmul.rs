//! Matrix products: by cuBLAS where it has the dtype and supports the strides, otherwise by a tiled kernel of our own.

use cuprust_ir::{Dims, Error, Memory, Operand, Result, View};
use cuprust_num::DType;

use super::text::{Text, leading};
use super::{output, view};
use crate::driver::cublas::{Cublas, Element, Form, Matmul, Matrix};
use crate::driver::{Address, Stream};
use crate::write::{Written, c_type};

/// A product for cuBLAS: a stack of matrices for each position of the outer batch axes.
pub(crate) struct Product {
    /// The calls, with byte offsets instead of addresses.
    calls: Vec<Matmul>,
    /// The storages of both factors and of the product.
    storages: [usize; 3],
}

/// The most calls of the library for one product: beyond, our own kernel needs one launch.
const MAX_LIBRARY_CALLS: i64 = 64;

impl Product {
    pub(super) fn run(&self, cublas: &Cublas, stream: Stream, memories: &[Memory]) -> Result<()> {
        let address = |storage: usize| memories.get(storage).map(|memory| memory.address);
        let [Some(a), Some(b), Some(c)] = self.storages.map(address) else {
            return Err(Error::runtime("matmul was made for another program: it names a storage that is not there"));
        };
        for call in &self.calls {
            let mut call = *call;
            for (matrix, base) in [(&mut call.a, a), (&mut call.b, b), (&mut call.c, c)] {
                matrix.address = Address(base.wrapping_add(matrix.address.0));
            }
            // SAFETY: the views lie in their storages, as the program's verifier checked, and a product overlaps no
            // factor.
            unsafe { cublas.matmul(&call, stream) }.map_err(|error| error.within("matmul"))?;
        }
        Ok(())
    }
}

struct Operands<'a> {
    a: &'a View,
    b: &'a View,
    c: &'a View,
    m: i64,
    n: i64,
    k: i64,
    rank: usize,
}

fn operands<'a>(outputs: &'a [View], inputs: &'a [Operand]) -> Result<Operands<'a>> {
    let (c, a, b) = (output(outputs)?, view(inputs, 0)?, view(inputs, 1)?);
    let rank = c.layout.rank();
    let wrong = || {
        Error::runtime(format!(
            "matmul of {a} and {b} into {c}: one rank of two at least, one dtype and equal batch axes"
        ))
    };
    if rank < 2 || a.layout.rank() != rank || b.layout.rank() != rank || a.dtype != c.dtype || b.dtype != c.dtype {
        return Err(wrong());
    }
    let (m, n, k) = (c.layout.shape[rank - 2], c.layout.shape[rank - 1], a.layout.shape[rank - 1]);
    let batch = leading(&c.layout, 2);
    let fits = a.layout.shape[rank - 2] == m
        && b.layout.shape[rank - 2] == k
        && b.layout.shape[rank - 1] == n
        && leading(&a.layout, 2) == batch
        && leading(&b.layout, 2) == batch;
    if fits { Ok(Operands { a, b, c, m, n, k, rank }) } else { Err(wrong()) }
}

/// The calls of cuBLAS for a product, or `None` where it does not support the dtype or the strides.
pub(super) fn product(outputs: &[View], inputs: &[Operand]) -> Result<Option<Product>> {
    let Operands { a, b, c, m, n, k, rank } = operands(outputs, inputs)?;
    let Some(element) = element_of(c.dtype) else { return Ok(None) };
    let (Some((a_form, a_row)), Some((b_form, b_row)), Some((Form::Plain, c_row))) = (form(a), form(b), form(c)) else {
        return Ok(None);
    };
    // The last batch axis is the stack, unless its step is negative, which cuBLAS refuses for some dtypes; all others
    // are separate calls.
    let batch = leading(&c.layout, 2);
    let goes_forwards = |view: &View| rank > 2 && view.layout.strides[rank - 3] >= 0;
    let (stacks, stack) = match batch.split_last() {
        Some((&last, before)) if [a, b, c].into_iter().all(goes_forwards) => (before, last),
        _ => (batch, 1),
    };
    let count: i64 = stacks.iter().product();
    if count > MAX_LIBRARY_CALLS || (stack > 1 && c.layout.strides[rank - 3] == 0) {
        return Ok(None);
    }
    let step = |view: &View| if rank > 2 && stack > 1 { view.layout.strides[rank - 3] as isize } else { 0 };
    let size = c.dtype.size() as i64;
    let calls = positions(stacks)
        .map(|at| {
            let byte_offset = |view: &View| {
                let offset: i64 = at.iter().zip(view.layout.strides.iter()).map(|(i, stride)| i * stride).sum();
                Address(((view.layout.offset + offset) * size) as u64)
            };
            let matrix =
                |view, row: i64, form| Matrix { address: byte_offset(view), row: row as usize, step: step(view), form };
            Matmul {
                element,
                m: m as usize,
                n: n as usize,
                k: k as usize,
                a: matrix(a, a_row, a_form),
                b: matrix(b, b_row, b_form),
                c: matrix(c, c_row, Form::Plain),
                batch: stack as usize,
                alpha: 1.0,
                beta: 0.0,
                tf32: false,
            }
        })
        .collect();
    Ok(Some(Product { calls, storages: [a, b, c].map(|view| view.storage.0 as usize) }))
}

/// The element type of libraries, for the dtypes that they support.
pub(super) fn element_of(dtype: DType) -> Option<Element> {
    Some(match dtype {
        DType::F16 => Element::F16,
        DType::BF16 => Element::Bf16,
        DType::F32 => Element::F32,
        DType::F64 => Element::F64,
        DType::C64 => Element::C64,
        DType::C128 => Element::C128,
        _ => return None,
    })
}

/// The layout of a matrix, and the step from row to row, if cuBLAS supports it.
fn form(view: &View) -> Option<(Form, i64)> {
    let rank = view.layout.rank();
    let [rows, columns] = [view.layout.shape[rank - 2], view.layout.shape[rank - 1]];
    let [down, right] = [view.layout.strides[rank - 2], view.layout.strides[rank - 1]];
    if (right == 1 || columns <= 1) && (rows <= 1 || down >= columns.max(1)) {
        let row = if rows <= 1 { columns.max(1) } else { down };
        return Some((Form::Plain, row));
    }
    if (down == 1 || rows <= 1) && (columns <= 1 || right >= rows.max(1)) {
        let row = if columns <= 1 { rows.max(1) } else { right };
        return Some((Form::Transposed, row));
    }
    None
}

fn positions(shape: &[i64]) -> impl Iterator<Item = Dims> {
    let shape = Dims::new(shape);
    (0..shape.iter().product::<i64>()).map(move |mut rest| {
        let mut at = shape.clone();
        for axis in (0..shape.len()).rev() {
            at[axis] = rest % shape[axis];
            rest /= shape[axis];
        }
        at
    })
}

/// The side of a tile of our own kernel.
const TILE_SIDE: i64 = 16;

/// The kernel for products that cuBLAS does not support: a block for each tile of the product, with both factors' tiles
/// in shared memory. Half types are summed in float32 and rounded once; integers wrap around; bool asks whether any
/// pair is true.
pub(super) fn write(outputs: &[View], inputs: &[Operand]) -> Result<Written> {
    let Operands { a, b, c, m, n, k, rank } = operands(outputs, inputs)?;
    let (kind, batch) = (c_type(c.dtype), leading(&c.layout, 2).to_vec());
    let sum = match c.dtype {
        DType::F16 | DType::BF16 => "float",
        _ => kind,
    };
    let mut t = Text::new();
    t.operand("r0", a, true);
    t.operand("r1", b, true);
    t.operand("w0", c, false);
    let (across, down) = ((n + TILE_SIDE - 1).div_euclid(TILE_SIDE), (m + TILE_SIDE - 1).div_euclid(TILE_SIDE));
    for (name, value) in [("m", m), ("n", n), ("k", k), ("across", across.max(1)), ("down", down.max(1))] {
        t.fields.index(name, value);
    }
    t.line(format!("__shared__ Tile<{kind}, {TILE_SIDE}> left, right;"));
    t.line(
        "const Index tile = (Index)blockIdx.x % (p.across * p.down), stack = (Index)blockIdx.x / (p.across * p.down);",
    );
    t.decode("stack", &batch);
    t.line(format!("const int x = threadIdx.x % {TILE_SIDE}, y = threadIdx.x / {TILE_SIDE};"));
    t.line(format!("const Index row = tile / p.across * {TILE_SIDE} + y, column = tile % p.across * {TILE_SIDE} + x;"));
    let (down_axis, right_axis) = (rank - 2, rank - 1);
    t.line(format!("const {kind}* a = p.r0 + ({}) + row * p.r0_{down_axis};", t.element_offset("r0", rank - 2)));
    t.line(format!("const {kind}* b = p.r1 + ({}) + column * p.r1_{right_axis};", t.element_offset("r1", rank - 2)));
    t.line(format!("{sum} sum = zero<{sum}>();"));
    t.line(format!("for (Index base = 0; base < p.k; base += {TILE_SIDE}) {{"));
    t.line(format!(
        "    left.put(y, x, row < p.m && base + x < p.k ? a[(base + x) * p.r0_{right_axis}] : zero<{kind}>());"
    ));
    t.line(format!(
        "    right.put(y, x, column < p.n && base + y < p.k ? b[(base + y) * p.r1_{down_axis}] : zero<{kind}>());"
    ));
    t.line("    __syncthreads();");
    t.line("    #pragma unroll");
    t.line(format!("    for (int i = 0; i < {TILE_SIDE}; ++i) {{"));
    t.line(format!("        const {sum} product = multiply(({sum})left.at(y, i), ({sum})right.at(i, x));"));
    t.line("        sum = add(sum, product);");
    t.line("    }");
    t.line("    __syncthreads();");
    t.line("}");
    let offset = t.element_offset("w0", rank - 2);
    let at = format!("p.w0[{offset} + row * p.w0_{down_axis} + column * p.w0_{right_axis}]");
    t.line(format!("if (row < p.m && column < p.n) {at} = cast<{kind}>(sum);"));
    let blocks = if c.layout.size() == 0 { 0 } else { (across * down * batch.iter().product::<i64>()) as u64 };
    t.finish("matmul", [blocks, 1], (TILE_SIDE * TILE_SIDE) as u32)
}
