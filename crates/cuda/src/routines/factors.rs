//! Factors of matrices by cuSOLVER, one matrix of a stack after another unless the library takes stacks.

use cuprust_ir::{Error, Memory, Operand, Result, View};
use cuprust_num::DType;
use cuprust_ops::Routine;

use super::scaling::{Scaled, Scaling};
use super::staged::place;
use super::view;
use crate::driver::cublas::{Cublas, Triangle};
use crate::driver::cusolver::{self, Cusolver, Element, Task};
use crate::driver::{Address, Driver, Rows};
use crate::pool::{Block, Pool};
use crate::streams::StreamState;

/// A routine on stacked matrices.
pub(crate) struct Factors {
    routine: Routine,
    element: Element,
    stack: i64,
    /// Whether the library takes the stack by one call.
    at_once: bool,
    inputs: Vec<View>,
    outputs: Vec<View>,
    scaling: Option<Scaling>,
}

/// A larger stack of matrices below this order is factored by the CPU: each matrix would take library calls of its own.
const MAX_LIBRARY_CALLS: i64 = 16;
const MIN_LIBRARY_ORDER: i64 = 192;

/// From so many columns on, a singular value decomposition goes by polar decomposition.
pub(super) const POLAR: i64 = 128;

/// From so many rows on, eigenvalues of matrices that are not Hermitian are found sooner there than on the CPU.
const GENERAL: i64 = 128;

/// Hermitian matrices of so many rows at most are sooner turned by a kernel of our own.
const TURNED: i64 = 32;

/// Bytes of the workspace that a part of a stack may take.
const WORKSPACE: usize = 512 << 20;

/// Whether the library, where it has a function for stacks, is to have the routine rather than a kernel of our own.
pub(super) fn suits_stacks(routine: Routine, inputs: &[Operand]) -> bool {
    matches!(routine, Routine::Eigh { .. }) && view(inputs, 0).is_ok_and(|a| extents(a).0 > TURNED)
}

/// Elements of one of the stacked matrices, the last two axes.
fn extents(view: &View) -> (i64, i64) {
    let shape = &view.layout.shape;
    (shape[shape.len() - 1], shape[shape.len() - 2])
}

impl Factors {
    /// Nothing where the library has no such routine, or the CPU is as good for so many small matrices. The operands were checked.
    pub(super) fn new(routine: Routine, outputs: &[View], operands: &[Operand]) -> Result<Option<Factors>> {
        let inputs = (0..operands.len()).map(|place| view(operands, place).cloned()).collect::<Result<Vec<View>>>()?;
        let known = match routine {
            Routine::Lu | Routine::Cholesky | Routine::Eigh { .. } => true,
            Routine::LuSolve { transposed, conjugated } => transposed || !conjugated,
            Routine::Qr | Routine::Svd { .. } => true,
            Routine::TriangularSolve { transposed, conjugated, .. } => transposed || !conjugated,
            // Of complex numbers the library's iterations end a process with an illegal instruction at permutations.
            Routine::Eig { .. } => {
                let is_real = matches!(inputs[0].dtype, DType::F32 | DType::F64);
                is_real && extents(&inputs[0]).0 >= GENERAL && cusolver::has_eig()
            }
            // This one has no 64-bit interface.
            Routine::QrBasis => inputs[0].layout.size() < i64::from(i32::MAX),
            _ => false,
        };
        let element = match inputs[0].dtype {
            DType::F32 => Element::F32,
            DType::F64 => Element::F64,
            DType::C64 => Element::C64,
            DType::C128 => Element::C128,
            _ => return Ok(None),
        };
        if !known {
            // Others, as transforms, may have one axis alone.
            return Ok(None);
        }
        let (m, n) = extents(&inputs[0]);
        let stack: i64 = inputs[0].layout.shape[..inputs[0].layout.rank() - 2].iter().product();
        // More columns than rows have singular values as well, but not here.
        let fits = !matches!(routine, Routine::Svd { .. }) || m >= n;
        let at_once = suits_stacks(routine, operands) && cusolver::has_eigh_of_stacks();
        if !fits || inputs[0].layout.size() == 0 || stack > MAX_LIBRARY_CALLS && m.max(n) < MIN_LIBRARY_ORDER && !at_once {
            return Ok(None);
        }
        Ok(Some(Factors { routine, element, stack, at_once, inputs, outputs: outputs.to_vec(), scaling: None }))
    }

    /// With the kernels that bring the matrices near one, and back.
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
        // In stream order: what is queued may still use it.
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
        let at = |view: &View| place(view, memories);
        let bytes = |view: &View| view.layout.size() as usize * view.dtype.size();
        let inputs = self.inputs.iter().map(at).collect::<Result<Vec<Address>>>()?;
        let outputs = self.outputs.iter().map(at).collect::<Result<Vec<Address>>>()?;
        let copy = |to: Address, from: Address, bytes: usize| {
            // SAFETY: both lie in memory of so many bytes, and are one or apart.
            if to == from || bytes == 0 { Ok(()) } else { unsafe { driver.copy(to, from, bytes, stream) } }
        };
        let mut room = |bytes: usize| -> Result<Address> {
            let block = pool.alloc(bytes.max(1), stream)?;
            blocks.push(block);
            Ok(block.address)
        };
        let (m, n) = extents(&self.inputs[0]);
        let whole = bytes(&self.inputs[0]);
        // What is overwritten, and where the library says what it found: the last result, where that is what it says.
        let (a, counted) = match self.routine {
            Routine::Lu | Routine::Cholesky => (outputs[0], true),
            Routine::LuSolve { .. } | Routine::TriangularSolve { .. } | Routine::Qr => (outputs[0], false),
            Routine::Eigh { vectors: true, .. } => (outputs[1], true),
            Routine::QrBasis => (outputs[0], false),
            _ => (room(whole)?, true),
        };
        let span = |address: Address, bytes: usize| Memory { address: address.0, bytes: bytes as u64 };
        // Where the operands stand that the library is given, and the exponents of their matrices.
        let (mut given, mut exponents) = (inputs.clone(), Vec::new());
        let scaled = |operand: &Scaled, i: usize, to: Address, exponents: Memory| {
            let size = bytes(&self.inputs[i]);
            operand.copy(driver, state, [span(inputs[i], size), span(to, size), exponents])
        };
        match &self.scaling {
            Some(scaling) => {
                for (i, operand) in scaling.operands.iter().enumerate() {
                    let to = if i == 0 { a } else { room(bytes(&self.inputs[i]))? };
                    let words = span(room(4 * operand.count)?, 4 * operand.count);
                    // SAFETY: there is memory for so many words.
                    unsafe { driver.fill(Address(words.address), 0, 4, operand.count, stream) }?;
                    let size = bytes(&self.inputs[i]);
                    operand.measure(driver, state, [span(inputs[i], size), span(to, size), words])?;
                    scaled(operand, i, to, words)?;
                    given[i] = to;
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
            _ => room(8 * self.stack as usize)?,
        };
        // SAFETY: there is one int64 for each matrix; the library writes the lower half.
        unsafe { driver.fill(info, 0, 4, 2 * self.stack as usize, stream) }?;
        if let (Routine::Eigh { vectors, lower }, true) = (self.routine, self.at_once) {
            let found = room(4 * self.stack as usize)?;
            let (size, real) = (self.element.size(), self.outputs[0].dtype.size());
            // The library takes about so much for each matrix.
            let each = size * (128 << 10) + 8 * size * (n * n) as usize;
            let most = (WORKSPACE / each).max(1) as i64;
            for first in (0..self.stack).step_by(most as usize) {
                let stack = most.min(self.stack - first);
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
        // By polar decomposition, where there are enough rows for it to be faster: its right vectors stand as columns.
        let polar = match (self.routine, cublas) {
            (Routine::Svd { vectors: true }, Some(cublas)) if n >= POLAR => {
                Some((cublas, room((n * n) as usize * self.element.size())?))
            }
            _ => None,
        };
        for number in 0..self.stack as usize {
            let step = |view: &View, start: Address| start.offset(number * bytes(view) / self.stack as usize);
            let (input, output) =
                (|i: usize| step(&self.inputs[i], given[i]), |i: usize| step(&self.outputs[i], outputs[i]));
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
                        return Err(Error::library("libcublas, which solves triangular systems, is not found"));
                    };
                    let triangle =
                        Triangle { address: input(1), order: m as usize, lower, unit, transposed, conjugated };
                    let (element, columns) = (self.element.of_product(), n as usize);
                    // SAFETY: the triangle and the columns are those of the operands, whose shapes were checked, and apart.
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
                    let room = vectors.then(|| (output(1), output(2)));
                    if let Some((cublas, v)) = polar {
                        let element = self.element.of_product();
                        // SAFETY: the matrix lies in device memory, and it has no gaps.
                        let norm = unsafe { cublas.norm(element, (m * n) as usize, own, stream) }?;
                        if norm.is_finite() {
                            let (values, info) = (output(0), info.offset(8 * number));
                            let task = Task::PolarSvd { a: own, m, n, values, u: output(1), v, all };
                            // SAFETY: as below; the room for vectors overlaps nothing.
                            let perturbed = unsafe { cusolver.run(task, self.element, info, pool, stream) }?;
                            // So much is lost to rounding in any way: the square root of the columns times that of the largest value.
                            if perturbed <= self.element.epsilon() * norm {
                                // SAFETY: both are square matrices of this order, and apart.
                                unsafe { cublas.adjoint(element, n as usize, v, output(2), stream) }?;
                                continue;
                            }
                            // What was factored is not the matrix: another way is taken, from a new copy of the
                            // stack: the matrices before are done with, and those behind get the elements that they have.
                            if let Some(operand) = self.scaling.as_ref().and_then(|scaling| scaling.operands.first()) {
                                scaled(operand, 0, a, exponents[0])?;
                            }
                        }
                    }
                    Task::Svd { a: own, m, n, values: output(0), vectors: room, all }
                }
                other => return Err(Error::runtime(format!("cuSOLVER has no {}", other.title()))),
            };
            // SAFETY: the addresses are those of the operands, whose shapes were checked; they overlap nothing.
            unsafe { cusolver.run(task, self.element, info.offset(8 * number), pool, stream) }?;
        }
        back()
    }
}
