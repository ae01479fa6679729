//! Runs kernels and routines on the CPU.
//!
//! A kernel is compiled (`compile.rs`) to a list of loops over blocks of 2 KB an operand, in a scratch arena that
//! each thread keeps (`block.rs`). Gathering and scattering depend on strides, circular axes and item sizes, loops on
//! dtypes and operations; neither depends on the other. On x86-64 elementwise operations become machine code, which
//! keeps the values between them in registers (`native/`), and where a whole list is one function it runs over many
//! rows at a time (`compile/whole.rs`). A map over rolled arrays is cut into columns where circular axes end
//! (`region.rs`), and short rows of a reduction are computed several at a time (`tile.rs`). A map with many operations
//! on each integer that it loads has a second form in bytes (`narrow.rs`). Reductions have a fixed tree whatever the
//! number of threads (`parallel.rs`). Multithreaded work runs within `threads::run`.

mod between_processes;
mod block;
mod cast;
mod clock;
mod collectives;
mod compile;
mod copies;
mod gather;
mod immediate;
mod memory;
mod memory_files;
mod narrow;
mod native;
mod order;
mod parallel;
mod plan;
mod reduce;
mod region;
mod rewrite;
mod routines;
mod simd;

mod streams;
mod sum;
mod sweep;
mod threads;
mod tile;

use std::sync::Arc;
use std::time::Duration;

use cuprust_ir::{
    Capabilities, Error, Executor, Extensions, Kernel, Memory, MemoryUse, Node, NodeKind, Operand, Prepared, Result,
    Step, StreamId, View,
};
use cuprust_num::Scalar;
use cuprust_ops::{Growth, Routine, TOP};
use cuprust_profile::{Copied, Event, Kind, Pool as PoolChange, is_on, now, push};

use between_processes::SharedMemory;
use clock::Clock;
use memory::Pool;
use narrow::Narrow;
use plan::Compiled;
use routines::Work;

/// The CPU of this machine.
#[derive(Debug)]
pub struct Host {
    pool: Pool,
    shared: SharedMemory,
    clock: Clock,
}

/// A prepared step.
enum Ready {
    /// A kernel, and its form in bytes.
    Kernel(Box<Compiled>, Option<Box<Narrow>>),
    Routine(Box<Work>),
    /// Steps that only concern memory are the caller's.
    Nothing,
}

impl Default for Host {
    fn default() -> Host {
        Host::new()
    }
}

impl Host {
    /// The CPU, with no memory held.
    pub fn new() -> Host {
        Host { pool: Pool::new(), shared: SharedMemory::default(), clock: Clock::default() }
    }

    #[cold]
    fn record_change(
        what: PoolChange,
        bytes: u64,
        fresh: bool,
        (used, cached): (u64, u64),
        start: u64,
        stream: StreamId,
    ) -> u64 {
        let event = Event::new(Kind::Memory, 0).since(start).on(0, stream.0);
        push(event.with(what as u8, [bytes, used, used + cached, fresh.into()]));
        event.end()
    }

    /// As [`Executor::allocate`]; where events are recorded, it also returns the time of the allocation.
    ///
    /// # Errors
    /// As there.
    pub fn allocate_at(&self, bytes: u64, stream: StreamId) -> Result<(Memory, Option<u64>)> {
        let start = is_on().then(now);
        let (memory, fresh, held) = self.pool.obtain(bytes)?;
        Ok((memory, start.map(|start| Host::record_change(PoolChange::Allocate, bytes, fresh, held, start, stream))))
    }
}

/// A kernel prepared to compute each row by itself, and how many rows [`Executor::prepare`] would compute at a time.
/// The results of both have the same bits, which tests compare.
///
/// # Errors
/// As [`Executor::prepare`].
#[doc(hidden)]
pub fn prepare_by_rows(kernel: &Kernel) -> Result<(Prepared, i64)> {
    let rows = compile::compile(kernel)?.tiles.map_or(1, |tiles| tiles.rows);
    Ok((Arc::new(Ready::Kernel(Box::new(compile::compile_by_rows(kernel)?), None)), rows))
}

/// A copy in progress, which is recorded when this is dropped.
struct Copying(Option<Event>);

#[inline]
fn copied(how: Copied, bytes: u64, stream: StreamId) -> Copying {
    Copying(is_on().then(|| Event::new(Kind::Copy, 0).on(0, stream.0).with(how as u8, [bytes, 0, 0, 0])))
}

impl Drop for Copying {
    #[inline]
    fn drop(&mut self) {
        if let Some(event) = self.0.take() {
            push(Event { duration: now() - event.start, ..event });
        }
    }
}

impl Executor for Host {
    fn name(&self) -> String {
        "cpu".into()
    }

    fn description(&self) -> String {
        let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = text.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(std::env::consts::ARCH);
        let model = model.trim_start_matches([' ', '\t', ':']).trim();
        let threads = threads::run(|| Ok(threads::count())).unwrap_or(1);
        format!("{model}, {threads} threads, {}", simd::name())
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            compute: None,
            host_memory: true,
            synchronous: true,
            simulated: false,
            survives_fork: true,
            compiles: false,
            ordered_updates: true,
            fuses_products: false,
            selects_parts: false,
            long_kernels: false,
            aligned_access: false,
            operations_per_64_bytes: 8,
            max_update_bytes: 16,
            reports_nan_matrices: true,
        }
    }

    fn extensions(&self) -> Extensions<'_> {
        Extensions {
            deferred: None,
            mapped: None,
            dedicated: Some(self),
            interprocess: Some(self),
            graphs: None,
            step_graphs: None,
            peers: None,
            contractions: None,
            sparse_rows: Some(self),
            collectives: Some(self),
        }
    }

    fn check_process(&self) -> Result<()> {
        Ok(())
    }

    fn allocate(&self, bytes: u64, stream: StreamId) -> Result<Memory> {
        self.allocate_at(bytes, stream).map(|(memory, _)| memory)
    }

    fn release(&self, memory: Memory, stream: StreamId) {
        let start = is_on().then(now);
        let held = self.pool.release(memory);
        if let Some(start) = start {
            Host::record_change(PoolChange::Release, memory.bytes, false, held, start, stream);
        }
    }

    fn padding(&self, bytes: u64) -> u64 {
        memory::padding(bytes)
    }

    fn memory(&self) -> MemoryUse {
        self.pool.usage()
    }

    fn set_limit(&self, bytes: u64) {
        self.pool.set_limit(bytes);
    }

    fn limit(&self) -> u64 {
        self.pool.limit()
    }

    fn trim(&self) {
        let start = is_on().then(now);
        let (_, kept) = self.pool.held();
        self.pool.trim();
        if let Some(start) = start {
            Host::record_change(PoolChange::Return, kept, false, self.pool.held(), start, StreamId(0));
        }
    }

    fn prepare(&self, steps: &[&Step]) -> Result<Vec<Prepared>> {
        let ready = |step: &&Step| -> Result<Prepared> {
            Ok(Arc::new(match step {
                Step::Kernel(kernel) => {
                    Ready::Kernel(Box::new(compile::compile(kernel)?), Narrow::of(kernel)?.map(Box::new))
                }
                Step::Routine { routine, outputs, inputs, loads } => {
                    Ready::Routine(Box::new(Work::new(*routine, outputs, inputs, loads)?))
                }
                Step::Allocate(_) | Step::Release(_) | Step::Adopt { .. } => Ready::Nothing,
            }))
        };
        steps.iter().map(ready).collect()
    }

    fn run(&self, step: &Prepared, memories: &[Memory], scalars: &[Scalar], _stream: StreamId) -> Result<()> {
        match step.downcast_ref::<Ready>() {
            Some(Ready::Kernel(plan, narrow)) => match narrow {
                Some(narrow) if narrow.run(&self.pool, memories, scalars)? => Ok(()),
                _ => parallel::run(plan, memories, scalars),
            },
            Some(Ready::Routine(work)) => work.run(&self.pool, memories, scalars),
            Some(Ready::Nothing) => Ok(()),
            None => Err(Error::runtime("the step was prepared by another executor: prepare it with this one")),
        }
    }

    fn estimate(&self, step: &Step) -> Duration {
        // A nanosecond for four values of a kernel, for a quarter of a sine, for an element of a routine, or for two
        // steps of a product of integers, more of floats: those of a library in vectors, of which one core does some
        // thirty in float32. How many steps a special function of several arguments takes depends on these: some take
        // microseconds, few take milliseconds.
        let size = |view: &View| view.layout.size();
        let weight = |kernel: &Kernel| {
            let positions: i64 = kernel.shape.iter().product();
            let weight = |node: &Node| match node.kind {
                NodeKind::Row { row, .. } if row.row().inputs.len() > 1 && !row.row().modules.contains(&TOP) => 4000,
                NodeKind::Row { row, .. } if row.row().long => 16,
                _ => 1,
            };
            positions.unsigned_abs().saturating_mul(kernel.nodes.iter().map(weight).sum()) / 4
        };
        Duration::from_nanos(match step {
            Step::Kernel(kernel) => weight(kernel),
            Step::Routine { routine, outputs, inputs, loads } => {
                let own: i64 = outputs.iter().map(size).sum();
                let read: i64 = inputs.iter().filter_map(Operand::view).map(size).sum();
                let loads = loads.iter().flatten().map(|load| weight(&load.kernel));
                // Each element of a product is a sum, and the factors are read in addition.
                if let (Routine::MatMul, Some(Operand::View(left))) = (routine, inputs.first()) {
                    let at_once = match (left.dtype.is_complex(), left.dtype.is_float(), left.dtype.size()) {
                        (_, true, ..=4) => 16,
                        (_, true, _) => 8,
                        (true, _, 8) => 4,
                        _ => 2,
                    };
                    let steps = left.layout.shape.last().map_or(1, |&k| k / at_once + 1);
                    return Duration::from_nanos(own.saturating_mul(steps).saturating_add(read).unsigned_abs());
                }
                let columns = outputs.first().and_then(|out| out.layout.shape.last()).map_or(1, |&n| n);
                let digits = |count: i64| i64::from(count.max(1).ilog2()) + 1;
                let steps = match (routine, routine.signature().growth, inputs.first()) {
                    (Routine::Permutation, ..) | (_, Growth::Transform, _) => 16,
                    (_, Growth::Each(_), _) => 8,
                    // In a search, each value is compared with one element per halving.
                    (_, Growth::Window(index), _) => inputs.get(index).and_then(Operand::view).map_or(1, size) / 4 + 1,
                    (_, Growth::Sorted, Some(Operand::View(of))) => 2 * digits(size(of)),
                    (Routine::SparseProduct, ..) => columns.max(4),
                    (_, Growth::Matrices, Some(Operand::View(matrix))) => {
                        matrix.layout.shape.last().map_or(1, |&rows| rows * 4)
                    }
                    _ => 1,
                };
                (own + read).saturating_mul(steps).unsigned_abs().saturating_add(loads.sum())
            }
            Step::Allocate(_) | Step::Release(_) | Step::Adopt { .. } => 0,
        })
    }

    fn upload(&self, bytes: &[u8], to: u64, stream: StreamId) -> Result<()> {
        let _copied = copied(Copied::HostToDevice, bytes.len() as u64, stream);
        // SAFETY: the caller gives an address of this process's memory that holds the bytes. They may overlap.
        unsafe { std::ptr::copy(bytes.as_ptr(), to as *mut u8, bytes.len()) };
        Ok(())
    }

    fn download(&self, from: u64, bytes: &mut [u8], stream: StreamId) -> Result<()> {
        let _copied = copied(Copied::DeviceToHost, bytes.len() as u64, stream);
        // SAFETY: the caller gives an address of memory of this process that holds as many bytes. They may overlap.
        unsafe { std::ptr::copy(from as *const u8, bytes.as_mut_ptr(), bytes.len()) };
        Ok(())
    }

    fn copy(&self, from: u64, to: u64, bytes: u64, stream: StreamId) -> Result<()> {
        let _copied = copied(Copied::DeviceToDevice, bytes, stream);
        // SAFETY: the caller gives addresses of memory of this process with as many bytes each. They may overlap.
        unsafe { std::ptr::copy(from as *const u8, to as *mut u8, bytes as usize) };
        Ok(())
    }

    fn finish(&self) {}
}
