//! Routines on the GPU: kernels of our own, NVIDIA's libraries where they are installed, and the CPU for routines that
//! only libraries have.

mod aligned;
mod at;
mod bins;
mod choose;
mod claims;
mod components;
mod contract;
mod correlate;
mod engine;
mod envelope;
mod factors;
mod gather;
mod interpolate;
mod matmul;
mod matrices;
mod operand;
mod order_statistics;
mod partition;
pub(crate) mod permutation;
mod random;
mod scaling;
mod scan;
mod scan_columns;
mod scatter;
mod search;
mod sort;
mod sorted_test;
mod sparse_product;
mod staged;
mod text;
mod transform;
mod windows;

use std::sync::{Arc, OnceLock};

use cuprust_ir::{Error, Load, Memory, Operand, Result, View};
use cuprust_num::Scalar;

use crate::deferred::Risk;
use crate::driver::cublas::Cublas;
use crate::driver::cufft::Cufft;
use crate::driver::cupti::{self, Launches};
use crate::driver::cusolver::{Cusolver, has_eig, has_eigh_of_stacks};
use crate::driver::cutensor::Cutensor;
use crate::driver::user_handles::{HandleOf, UserHandles};
use crate::driver::{Driver, Stream};
use crate::pool::Pool;
use crate::prepared::{Functions, GridWorkspace, Launch};
use crate::streams::StreamState;
use crate::write::{Device, PointerSlot, Workspace, Written};
use engine::{Engine, Libraries};

use operand::Source;

/// The routines of one device.
pub(crate) struct Routines {
    driver: Arc<dyn Driver>,
    /// Whether the device is a GPU, which NVIDIA's libraries support.
    real: bool,
    cublas: OnceLock<Option<Cublas>>,
    cufft: OnceLock<Option<Cufft>>,
    cusolver: OnceLock<Option<Cusolver>>,
    cutensor: OnceLock<Option<Cutensor>>,
    program_handles: UserHandles,
}

/// A prepared routine.
pub(crate) struct Routine {
    work: Work,
    /// The storages it writes.
    written: Box<[u32]>,
    /// The storages that need an alignment of more than a byte.
    alignments: Vec<PointerSlot>,
    /// Errors that depend on data.
    risk: Option<Risk>,
}

enum Work {
    /// Kernels, one after another, with a common workspace.
    Kernels(Vec<Launch>, Workspace),
    /// A product for cuBLAS.
    Product(matmul::Product),
    /// A Fourier transform for cuFFT.
    Transform(Box<transform::Fourier>),
    /// Factorisations for cuSOLVER.
    Factors(Box<factors::Factors>),
    /// A routine of the CPU on copies of the device's memory.
    Staged(staged::Staged),
}

/// Most bytes of the workspace that a stream keeps; a larger one is freed at once.
pub(crate) const MAX_KEPT_WORKSPACE: usize = 4 << 20;

impl Routine {
    /// Its kernels, with the greatest workspace of them; `None` for the calls of a library and for work on the CPU.
    pub(crate) fn kernels(&self) -> Option<(&[Launch], &Workspace)> {
        match &self.work {
            Work::Kernels(launches, space) => Some((launches, space)),
            _ => None,
        }
    }

    /// Whether it is one call of a library that a graph can repeat on the same memory.
    pub(crate) fn is_repeatable(&self) -> bool {
        matches!(self.work, Work::Product(_) | Work::Transform(_))
    }

    /// The pointers of its operands, with their alignments.
    pub(crate) fn pointers(&self) -> &[PointerSlot] {
        &self.alignments
    }

    /// The errors that depend on its data.
    pub(crate) fn risk(&self) -> Option<&Risk> {
        self.risk.as_ref()
    }
}

impl Routines {
    pub(crate) fn new(driver: Arc<dyn Driver>, real: bool) -> Routines {
        let (cublas, cufft) = (OnceLock::new(), OnceLock::new());
        let program_handles = UserHandles::new(driver.clone());
        Routines { driver, real, cublas, cufft, cusolver: OnceLock::new(), cutensor: OnceLock::new(), program_handles }
    }

    /// Prepares a routine.
    ///
    /// # Errors
    /// `Runtime` where operands are missing, `Type` where the routine is not defined for their dtype.
    pub(crate) fn prepare(
        &self,
        functions: &Functions,
        routine: cuprust_ops::Routine,
        outputs: &[View],
        inputs: &[Operand],
        loads: &[Option<Load>],
    ) -> Result<Routine> {
        let stored = loads.iter().flatten().filter(|load| load.stored).flat_map(|load| &load.kernel.writes);
        let names = outputs.iter().chain(stored.map(|write| &write.view)).map(|view| view.storage.0).collect();
        if routine == cuprust_ops::Routine::MatMul
            && let Some(product) = matmul::product(outputs, inputs)?
            && self.cublas().is_some()
        {
            return Ok(Routine {
                work: Work::Product(product),
                written: names,
                alignments: aligned(outputs, inputs),
                risk: None,
            });
        }
        let engine = engine::choose(routine, outputs, inputs, || self.libraries(routine))?;
        if let Some(engine) = engine.filter(|engine| *engine != Engine::Kernel) {
            let staged = staged::Staged::new(routine, outputs, inputs)?;
            let work = match (engine, routine) {
                (Engine::Fourier, cuprust_ops::Routine::Fft { transform, axes }) => {
                    Work::Transform(Box::new(transform::Fourier::new(transform, axes, outputs, inputs)?))
                }
                (Engine::Each | Engine::Stack, _) => {
                    let factors = factors::Factors::new(routine, outputs, inputs, engine == Engine::Stack)?;
                    let scaling = scaling::Scaling::new(functions, &*self.driver, routine, outputs, inputs)?;
                    Work::Factors(Box::new(factors.scaled(scaling)))
                }
                _ => Work::Staged(staged),
            };
            return Ok(Routine { work, written: names, alignments: aligned(outputs, inputs), risk: None });
        }
        let written = write(routine, outputs, inputs, loads, functions.device())?;
        let mut space = Workspace { tickets_at: 0, partials_at: 0, tickets: 0, bytes: 0 };
        for workspace_of_kernel in written.iter().filter_map(|written| written.parameters.workspace) {
            space.tickets = space.tickets.max(workspace_of_kernel.tickets);
            space.bytes = space.bytes.max(workspace_of_kernel.bytes);
        }
        let launches = functions.written(&*self.driver, written)?;
        let risk = match routine {
            cuprust_ops::Routine::At { row, .. } if launches.iter().any(Launch::may_fail) => {
                let extent = outputs.first().map_or(0, |output| output.layout.size());
                Some(Risk::Index { operation: format!("{}.at", row.row().name).into(), axis: "axis 0 with", extent })
            }
            cuprust_ops::Routine::Gather { .. } if launches.iter().any(Launch::may_fail) => {
                inputs.first().and_then(Operand::view).map(Risk::gather)
            }
            cuprust_ops::Routine::Scatter { .. } if launches.iter().any(Launch::may_fail) => {
                let extent = outputs.first().map_or(0, |output| output.layout.size());
                Some(Risk::Index { operation: "assignment".into(), axis: "an axis of", extent })
            }
            _ => None,
        };
        let alignments = launches.iter().flat_map(|launch| launch.pointers().iter().cloned()).collect();
        Ok(Routine { work: Work::Kernels(launches, space), written: names, alignments, risk })
    }

    /// Queues a routine. `fault` is the address of the word for its deferred errors.
    ///
    /// Misaligned memory is copied to aligned memory, and back.
    pub(crate) fn run(
        &self,
        routine: &Routine,
        pool: &Pool,
        state: &StreamState,
        memories: &[Memory],
        scalars: &[Scalar],
        fault: u64,
    ) -> Result<()> {
        match self.misaligned(routine, memories) {
            None => self.queue(routine, pool, state, memories, scalars, fault),
            Some(misaligned) => {
                let aligned_memories = self.move_in(&misaligned, pool, state, memories)?;
                let ran = self.queue(routine, pool, state, &aligned_memories, scalars, fault);
                self.move_out(routine, pool, state, memories, aligned_memories, ran)
            }
        }
    }

    fn queue(
        &self,
        routine: &Routine,
        pool: &Pool,
        state: &StreamState,
        memories: &[Memory],
        scalars: &[Scalar],
        fault: u64,
    ) -> Result<()> {
        match &routine.work {
            Work::Kernels(launches, space) => {
                let (mut space, mut large) = (*space, None);
                if space.bytes > MAX_KEPT_WORKSPACE {
                    large = Some(pool.alloc(space.bytes, state.stream)?);
                    space.bytes = 0;
                }
                let queued = (|| {
                    let (tickets, partials, held) = state.memory(&*self.driver, pool, &space)?;
                    let partials = large.map_or(partials, |block| block.address.0);
                    let workspace = GridWorkspace { tickets, partials, fault };
                    for launch in launches {
                        launch.queue(&*self.driver, state, memories, scalars, workspace)?;
                    }
                    drop(held);
                    Ok(())
                })();
                // Freed in stream order: queued work may still use it.
                let freed = large.map_or(Ok(()), |block| pool.free(block));
                queued.and(freed)
            }
            Work::Product(product) => match self.cublas() {
                Some(cublas) => {
                    let _correlation = cupti::tie(Launches::ByRuntime);
                    product.run(cublas, state.stream, memories)
                }
                None => {
                    Err(Error::library("libcublas was found when the product was prepared, but not when it was run"))
                }
            },
            Work::Transform(transform) => match self.cufft() {
                Some(cufft) => {
                    let _correlation = cupti::tie(Launches::ByDriver);
                    transform.run(cufft, &*self.driver, pool, state.stream, memories)
                }
                None => Err(Error::library("libcufft was found when the step was prepared, but not when it was run")),
            },
            Work::Factors(factors) => match self.cusolver() {
                Some(cusolver) => {
                    let _correlation = cupti::tie(Launches::ByDriver);
                    factors.run((cusolver, self.cublas()), &*self.driver, pool, state, memories)
                }
                None => {
                    Err(Error::library("libcusolver was found when the step was prepared, but not when it was run"))
                }
            },
            Work::Staged(staged) => staged.run(&*self.driver, state.stream, memories),
        }
    }

    /// Releases the resources of a stream that is about to be destroyed.
    pub(crate) fn forget_stream(&self, stream: Stream) {
        if let Some(Some(cublas)) = self.cublas.get() {
            // An error here was caused by earlier work, and is raised where that work is waited for.
            let _ = cublas.forget_stream(stream);
        }
        if let Some(Some(cusolver)) = self.cusolver.get() {
            let _ = cusolver.forget_stream(stream);
        }
        self.program_handles.forget_stream(stream);
    }

    /// A handle of a library for a program's own calls on a stream.
    pub(crate) fn user_handle(&self, library: HandleOf, stream: Stream) -> Result<u64> {
        self.program_handles.user_handle(library, stream)
    }

    /// Which libraries that could compute a routine are installed; this opens them.
    fn libraries(&self, routine: cuprust_ops::Routine) -> Libraries {
        match routine {
            cuprust_ops::Routine::Fft { .. } => Libraries { cufft: self.cufft().is_some(), ..Libraries::default() },
            _ if self.cusolver().is_some() => Libraries {
                cufft: false,
                cublas: self.cublas().is_some(),
                cusolver: true,
                eig: has_eig(),
                eigh_of_stacks: has_eigh_of_stacks(),
            },
            _ => Libraries::default(),
        }
    }

    /// cuBLAS, where it is installed and the device is a real one.
    fn cublas(&self) -> Option<&Cublas> {
        let open = || if self.real { Cublas::new(self.driver.clone()).ok() } else { None };
        self.cublas.get_or_init(open).as_ref()
    }

    /// cuSOLVER, where it is installed and the device is a real one.
    fn cusolver(&self) -> Option<&Cusolver> {
        let open = || if self.real { Cusolver::new(self.driver.clone()).ok() } else { None };
        self.cusolver.get_or_init(open).as_ref()
    }

    /// cuTENSOR, where it is installed and the device is a real one.
    fn cutensor(&self) -> Option<&Cutensor> {
        let open = || if self.real { Cutensor::new(self.driver.clone()).ok() } else { None };
        self.cutensor.get_or_init(open).as_ref()
    }

    /// cuFFT, where it is installed and the device is a real one.
    fn cufft(&self) -> Option<&Cufft> {
        let open = || if self.real { Cufft::new(self.driver.clone()).ok() } else { None };
        self.cufft.get_or_init(open).as_ref()
    }
}

/// The alignment of a library's operands: its kernels expect the alignment of its own allocations, and of elements.
fn aligned(outputs: &[View], inputs: &[Operand]) -> Vec<PointerSlot> {
    let slot = |view: &View, written| {
        let align = view.dtype.size() as u32;
        PointerSlot { at: 0, storage: view.storage, offset: view.layout.offset * i64::from(align), align, written }
    };
    let read = inputs.iter().filter_map(Operand::view).map(|view| slot(view, false));
    outputs.iter().map(|view| slot(view, true)).chain(read).collect()
}

/// The kernels of a routine, in the order in which they run: cuprust's own ones, also where a library is faster.
/// Routines that only libraries have, have none.
///
/// # Errors
/// `Runtime` where operands are missing, `Type` where the routine is not defined for their dtype.
pub fn write(
    routine: cuprust_ops::Routine,
    outputs: &[View],
    inputs: &[Operand],
    loads: &[Option<Load>],
    device: Device,
) -> Result<Vec<Written>> {
    let load = |index: usize| loads.get(index).and_then(Option::as_ref);
    match routine {
        cuprust_ops::Routine::MatMul => Ok(vec![matmul::write(outputs, inputs)?]),
        cuprust_ops::Routine::SparseProduct => Ok(vec![sparse_product::write(outputs, inputs)?]),
        cuprust_ops::Routine::Correlate { before } => Ok(vec![correlate::write(before, outputs, inputs, device)?]),
        cuprust_ops::Routine::CorrelateAxis { axis, before, edge } => {
            let along = windows::Along { axis, size: 1, before, edge };
            Ok(vec![windows::write_correlate(along, outputs, inputs, source(inputs, 0, load(0))?, device)?])
        }
        cuprust_ops::Routine::Slide { summary, axis, size, before, edge } => {
            let along = windows::Along { axis, size, before, edge };
            Ok(vec![windows::write_slide(summary, along, outputs, inputs, source(inputs, 0, load(0))?, device)?])
        }
        cuprust_ops::Routine::Neighbors { weighted, rectangle, edge } => {
            Ok(vec![windows::write_neighbors(weighted, rectangle, edge, outputs, inputs)?])
        }
        cuprust_ops::Routine::RankNeighbors { rank, rectangle, edge } => {
            Ok(vec![windows::write_rank(rank, rectangle, edge, outputs, inputs)?])
        }
        cuprust_ops::Routine::SplineFilter { axis, order, edge } => {
            interpolate::write_filter(axis, order, edge, outputs, source(inputs, 0, load(0))?)
        }
        cuprust_ops::Routine::Interpolate { axes, order, extrapolation, grid } => {
            let what = (axes, order, extrapolation, grid);
            Ok(vec![interpolate::write_interpolate(what, outputs, inputs, source(inputs, 1, load(1))?)?])
        }
        cuprust_ops::Routine::Components => components::write(outputs, inputs, source(inputs, 0, load(0))?),
        cuprust_ops::Routine::LowerEnvelope => envelope::write(outputs, inputs),
        cuprust_ops::Routine::Random { distribution } => Ok(vec![random::write(distribution, outputs, inputs)?]),
        cuprust_ops::Routine::Permutation => permutation::write(outputs, inputs),
        cuprust_ops::Routine::Scan { row } => scan::write(row, outputs, inputs, device),
        cuprust_ops::Routine::At { row, .. } => {
            let value = match inputs.get(1) {
                None => None,
                Some(Operand::Scalar(id)) => Some(at::Value::One(*id)),
                Some(_) => Some(at::Value::Each(source(inputs, 1, load(1))?)),
            };
            Ok(vec![at::write(row, outputs, source(inputs, 0, load(0))?, value, device)?])
        }
        cuprust_ops::Routine::Gather { known } => Ok(vec![gather::write(known, outputs, inputs, device)?]),
        cuprust_ops::Routine::Scatter { unique } => {
            scatter::write(unique, outputs, source(inputs, 0, load(0))?, source(inputs, 1, load(1))?, device)
        }
        cuprust_ops::Routine::Sort { values, indices } => {
            sort::write(values, indices, outputs, source(inputs, 0, load(0))?, device)
        }
        cuprust_ops::Routine::OrderStatistics { propagate } => {
            let (values, ranks) = (source(inputs, 0, load(0))?, source(inputs, 1, load(1))?);
            order_statistics::write(propagate, outputs, values, ranks, device)
        }
        cuprust_ops::Routine::Partition { indices } => {
            let (values, ranks) = (source(inputs, 0, load(0))?, source(inputs, 1, load(1))?);
            partition::write(indices, outputs, values, ranks, device)
        }
        cuprust_ops::Routine::Search { right } => {
            search::write(right, outputs, view(inputs, 0)?, source(inputs, 1, load(1))?, device)
        }
        cuprust_ops::Routine::Nonzero => choose::write_nonzero(outputs, source(inputs, 0, load(0))?, device),
        cuprust_ops::Routine::Select => {
            let (values, mask) = (source(inputs, 0, load(0))?, source(inputs, 1, load(1))?);
            choose::write_select(outputs, values, mask, device)
        }
        routine if engine::has_kernel(routine, outputs, inputs) => Ok(vec![matrices::write(routine, outputs, inputs)?]),
        cuprust_ops::Routine::Fft { .. } | cuprust_ops::matrix_routines!() => Ok(Vec::new()),
    }
}

/// The single output of a routine.
fn output(outputs: &[View]) -> Result<&View> {
    match outputs {
        [one] if one.circular.is_empty() => Ok(one),
        _ => Err(Error::runtime("a routine must write one view that does not wrap around")),
    }
}

/// The outputs of a routine with this many.
fn outputs_of(outputs: &[View], count: usize) -> Result<&[View]> {
    if outputs.len() == count && count > 0 && outputs.iter().all(|output| output.circular.is_empty()) {
        return Ok(outputs);
    }
    Err(Error::runtime(format!("a routine must write {count} views that do not wrap around")))
}

/// A view among a routine's inputs, and its load, if it is computed.
fn source<'a>(inputs: &'a [Operand], index: usize, load: Option<&'a Load>) -> Result<Source<'a>> {
    Ok(Source { index, view: view(inputs, index)?, load })
}

/// Rows and columns of stacked matrices: a column lies along the last axis.
fn extents(view: &View) -> (i64, i64) {
    let shape = &view.layout.shape;
    (shape[shape.len() - 1], shape[shape.len() - 2])
}

/// A view among a routine's inputs.
fn view(inputs: &[Operand], index: usize) -> Result<&View> {
    match inputs.get(index) {
        Some(Operand::View(view)) if view.circular.is_empty() => Ok(view),
        _ => Err(Error::runtime(format!("input {index} of a routine is not a view, or wraps around"))),
    }
}
