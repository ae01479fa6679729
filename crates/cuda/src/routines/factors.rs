//! Matrix factorisations by cuSOLVER, one matrix of a stack after another unless the library takes stacks.

use cuprust_ir::{Error, Memory, Operand, Result, View};
use cuprust_num::DType;
use cuprust_ops::Routine;

use super::engine::MIN_POLAR_COLUMNS;
use super::scaling::{Scaled, Scaling};
use super::staged::address_of;
use super::{extents, view};
use crate::driver::cublas::{Cublas, Triangle};
use crate::driver::cusolver::{Cusolver, Element, Task};
use crate::driver::{Address, Driver, Rows};
use crate::pool::{Block, Pool};
use crate::streams::StreamState;

/// A routine on stacked matrices.
pub(crate) struct Factors {
    routine: Routine,
    element: Element,
    stack: i64,
    /// Whether the library takes the stack in one call.
    at_once: bool,
    inputs: Vec<View>,
    outputs: Vec<View>,
    scaling: Option<Scaling>,
}

/// The most workspace bytes of a part of a stack.
const MAX_WORKSPACE_BYTES: usize = 512 << 20;

impl Factors {
    /// A routine that `engine.rs` assigns to the library, `at_once` if the library takes the stack in one call. The
    /// operands have been checked.
    pub(super) fn new(routine: Routine, outputs: &[View], operands: &[Operand], at_once: bool) -> Result<Factors> {
        let inputs = (0..operands.len()).map(|index| view(operands, index).cloned()).collect::<Result<Vec<View>>>()?;
        let element = match inputs[0].dtype {
            DType::F32 => Element::F32,
            DType::F64 => Element::F64,
            DType::C64 => Element::C64,
            DType::C128 => Element::C128,
            other => return Err(Error::runtime(format!("cuSOLVER does not support matrices of {other}"))),
        };
        let stack = inputs[0].layout.shape[..inputs[0].layout.rank() - 2].iter().product();
        Ok(Factors { routine, element, stack, at_once, inputs, outputs: outputs.to_vec(), scaling: None })
    }

    /// With the kernels that scale the matrices towards one, and the results back.
    pub(super) fn scaled(self, scaling: Option<Scaling>) -> Factors {
        Factors { scaling, ..self }
    }

    pub(super) fn run(
        &self,
        (cusolver, cublas): (&Cusolver, Option<&Cublas>),
        driver: &dyn Driver,
        pool: &Pool,
        state: &StreamState,
        memories: &[Memory],
    ) -> Result<()> {
        let mut blocks = Vec::new();
        let ran = self.queue((cusolver, cublas), driver, pool, state, memories, &mut blocks);
        // Freed in stream order: queued work may still use it.
        let freed = blocks.into_iter().map(|block| pool.free(block)).collect::<Result<Vec<()>>>();
        ran.and(freed.map(drop))
    }

    fn queue(
        &self,
        (cusolver, cublas): (&Cusolver, Option<&Cublas>),
        driver: &dyn Driver,
        pool: &Pool,
        state: &StreamState,
        memories: &[Memory],
        blocks: &mut Vec<Block>,
    ) -> Result<()> {
        let stream = state.stream;
        let at = |view: &View| address_of(view, memories);
        let bytes = |view: &View| view.layout.size() as usize * view.dtype.size();
        let inputs = self.inputs.iter().map(at).collect::<Result<Vec<Address>>>()?;
        let outputs = self.outputs.iter().map(at).collect::<Result<Vec<Address>>>()?;
        let copy = |to: Address, from: Address, bytes: usize| {
            // SAFETY: both lie in memory of this many bytes, and are equal or disjoint.
            if to == from || bytes == 0 { Ok(()) } else { unsafe { driver.copy(to, from, bytes, stream) } }
        };
        let mut scratch = |bytes: usize| -> Result<Address> {
            let block = pool.alloc(bytes.max(1), stream)?;
            blocks.push(block);
            Ok(block.address)
        };
        let (m, n) = extents(&self.inputs[0]);
        let whole = bytes(&self.inputs[0]);
        // The matrix that is overwritten, and the status array: the last result, where that is the status.
        let (a, counted) = match self.routine {
            Routine::Lu | Routine::Cholesky => (outputs[0], true),
            Routine::LuSolve { .. } | Routine::TriangularSolve { .. } | Routine::Qr => (outputs[0], false),
            Routine::Eigh { vectors: true, .. } => (outputs[1], true),
            Routine::QrBasis => (outputs[0], false),
            _ => (scratch(whole)?, true),
        };
        let span = |address: Address, bytes: usize| Memory { address: address.0, bytes: bytes as u64 };
        // The addresses of the operands for the library, and the exponents of their matrices.
        let (mut addresses, mut exponents) = (inputs.clone(), Vec::new());
        let scaled = |operand: &Scaled, i: usize, to: Address, exponents: Memory| {
            let size = bytes(&self.inputs[i]);
            operand.copy(driver, state, [span(inputs[i], size), span(to, size), exponents])
        };
        match &self.scaling {
            Some(scaling) => {
                for (i, operand) in scaling.operands.iter().enumerate() {
                    let to = if i == 0 { a } else { scratch(bytes(&self.inputs[i]))? };
                    let words = span(scratch(4 * operand.count)?, 4 * operand.count);
                    // SAFETY: there is memory for these words.
                    unsafe { driver.fill(Address(words.address), 0, 4, operand.count, stream) }?;
                    let size = bytes(&self.inputs[i]);
                    operand.measure(driver, state, [span(inputs[i], size), span(to, size), words])?;
                    scaled(operand, i, to, words)?;
                    addresses[i] = to;
                    exponents.push(words);
                }
            }
            None if self.routine != Routine::QrBasis => copy(a, inputs[0], whole)?,
            None => {}
        }
        let back = || match &self.scaling {
            Some(scaling) => scaling.back(driver, state, span(outputs[0], bytes(&self.outputs[0])), &exponents),
            None => Ok(()),
        };
        let info = match outputs.last() {
            Some(&info) if counted => info,
            _ => scratch(8 * self.stack as usize)?,
        };
        // SAFETY: there is one int64 for each matrix; the library writes the lower half.
        unsafe { driver.fill(info, 0, 4, 2 * self.stack as usize, stream) }?;
        if let (Routine::Eigh { vectors, lower }, true) = (self.routine, self.at_once) {
            let found = scratch(4 * self.stack as usize)?;
            let (size, real) = (self.element.size(), self.outputs[0].dtype.size());
            // The approximate workspace of the library for each matrix.
            let each = size * (128 << 10) + 8 * size * (n * n) as usize;
            let max_stack = (MAX_WORKSPACE_BYTES / each).max(1) as i64;
            for first in (0..self.stack).step_by(max_stack as usize) {
                let stack = max_stack.min(self.stack - first);
                let (own, values) =
                    (a.offset((first * n * n) as usize * size), outputs[0].offset((first * n) as usize * real));
                let task = Task::EighOfStack { a: own, n, values, vectors, lower, stack };
                // SAFETY: these are parts of the operands, whose shapes were checked, and an int32 for each matrix.
                unsafe { cusolver.run(task, self.element, found.offset(4 * first as usize), pool, stream) }?;
            }
            let (to, from) = (Rows { first: info, pitch: 8 }, Rows { first: found, pitch: 4 });
            // SAFETY: both have a number for each matrix.
            unsafe { driver.copy_rows(to, from, 4, self.stack as usize, stream) }?;
            return back();
        }
        // The polar decomposition, with enough rows for it to be faster, gives the right vectors as columns.
        let polar = match (self.routine, cublas) {
            (Routine::Svd { vectors: true }, Some(cublas)) if n >= MIN_POLAR_COLUMNS => {
                Some((cublas, scratch((n * n) as usize * self.element.size())?))
            }
            _ => None,
        };
        for number in 0..self.stack as usize {
            let step = |view: &View, start: Address| start.offset(number * bytes(view) / self.stack as usize);
            let (input, output) =
                (|i: usize| step(&self.inputs[i], addresses[i]), |i: usize| step(&self.outputs[i], outputs[i]));
            let own = a.offset(
                number * (if self.routine == Routine::QrBasis { bytes(&self.outputs[0]) } else { whole })
                    / self.stack as usize,
            );
            let task = match self.routine {
                Routine::Lu => Task::Lu { a: own, m, n, pivots: output(1) },
                Routine::LuSolve { transposed, conjugated } => {
                    let operation = if !transposed { 0 } else { 1 + u32::from(conjugated) };
                    Task::LuSolve { lu: input(1), n: m, pivots: input(2), b: own, columns: n, operation }
                }
                Routine::TriangularSolve { lower, unit, transposed, conjugated } => {
                    let Some(cublas) = cublas else {
                        return Err(Error::library("libcublas, which solves triangular systems, was not found"));
                    };
                    let triangle =
                        Triangle { address: input(1), order: m as usize, lower, unit, transposed, conjugated };
                    let (element, columns) = (self.element.of_product(), n as usize);
                    // SAFETY: the triangle and the columns are those of the operands, whose shapes were checked, and
                    // disjoint.
                    unsafe { cublas.solve_triangular(element, &triangle, own, columns, stream) }?;
                    continue;
                }
                Routine::Cholesky => Task::Cholesky { a: own, n },
                Routine::Qr => Task::Qr { a: own, m, n, scales: output(1) },
                Routine::QrBasis => {
                    let (_, columns) = extents(&self.outputs[0]);
                    let count = self.inputs[1].layout.size() / self.stack;
                    copy(own, input(0), (m * count) as usize * self.outputs[0].dtype.size())?;
                    Task::QrBasis { q: own, m, columns, count, scales: input(1) }
                }
                Routine::Eigh { vectors, lower } => Task::Eigh { a: own, n, values: output(0), vectors, lower },
                Routine::Eig { vectors } => {
                    Task::Eig { a: own, n, values: output(0), vectors: vectors.then(|| output(1)) }
                }
                Routine::Svd { vectors } => {
                    let all = vectors && extents(&self.outputs[1]).1 == m && m > n;
                    let scratch = vectors.then(|| (output(1), output(2)));
                    if let Some((cublas, v)) = polar {
                        let element = self.element.of_product();
                        // SAFETY: the matrix lies in device memory, and it has no gaps.
                        let norm = unsafe { cublas.norm(element, (m * n) as usize, own, stream) }?;
                        if norm.is_finite() {
                            let (values, info) = (output(0), info.offset(8 * number));
                            let task = Task::PolarSvd { a: own, m, n, values, u: output(1), v, all };
                            // SAFETY: as below; the memory for vectors overlaps nothing.
                            let perturbed = unsafe { cusolver.run(task, self.element, info, pool, stream) }?;
                            // The rounding error of any method: the square root of the columns times that of the
                            // largest value.
                            if perturbed <= self.element.epsilon() * norm {
                                // SAFETY: both are square matrices of this order, and disjoint.
                                unsafe { cublas.adjoint(element, n as usize, v, output(2), stream) }?;
                                continue;
                            }
                            // The perturbed matrix was factored instead: the rotations are used, on a new copy of the
                            // rest of the stack. The matrices before are finished, and those after it get their
                            // original elements.
                            if let Some(operand) = self.scaling.as_ref().and_then(|scaling| scaling.operands.first()) {
                                scaled(operand, 0, a, exponents[0])?;
                            }
                        }
                    }
                    Task::Svd { a: own, m, n, values: output(0), vectors: scratch, all }
                }
                other => return Err(Error::runtime(format!("cuSOLVER has no {}", other.title()))),
            };
            // SAFETY: the addresses are those of the operands, whose shapes were checked; they overlap nothing.
            unsafe { cusolver.run(task, self.element, info.offset(8 * number), pool, stream) }?;
        }
        back()
    }
}
