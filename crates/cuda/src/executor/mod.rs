//! The executor of one GPU: steps are written, compiled and loaded once, and then launched at little more cost than a
//! copy of their parameters.

mod collectives;
mod extensions;
mod streams;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use cuprust_ir::{
    Capabilities, Error, Executor, Extensions, Kernel, Memory, MemoryUse, Prepared, Result, Step, StreamId,
};
use cuprust_num::Scalar;
use cuprust_profile::{Event as ProfileEvent, Kind, Pool as PoolChange, is_on, lap, now, push, set_lap};

use crate::deferred::Faults;
use crate::driver::recorded::Recorded;
use crate::driver::{Address, Driver, HandleOf, Real, cublas, nvrtc};
use crate::graph::Owners;
use crate::host_mapped::{self, HostMapped};
use crate::launch_overlap::Overlap;
use crate::pool::{Block, Pool};
use crate::prepared::{Functions, Ready};
use crate::routines::Routines;
use crate::staging::Staging;
use crate::streams::{StreamState, Streams};

/// A GPU, or a machine that imitates one, as an executor.
pub struct Cuda {
    name: String,
    /// The profiler's number of the device.
    number: u16,
    driver: Arc<dyn Driver>,
    /// Whether it is a GPU, and not a machine that imitates one.
    pub(crate) real: bool,
    pool: Arc<Pool>,
    staging: Staging,
    functions: Functions,
    routines: Arc<Routines>,
    streams: Arc<Streams>,
    faults: Faults,
    mapped: HostMapped,
    /// The thread that loads libraries, until it is joined.
    reader: Mutex<Option<JoinHandle<()>>>,
    /// Held while a step with deferred errors is run and waited for.
    waited_for: Mutex<()>,
    /// Held during the capture of a graph, with the page-locked memory that its nodes copy from.
    capturing: Mutex<()>,
    pinned: Mutex<Vec<usize>>,
    /// The allocations by address, with the stream of each.
    blocks: Mutex<HashMap<u64, (Block, StreamId)>>,
}

impl Cuda {
    /// The GPU of this number.
    ///
    /// # Errors
    /// `Library` without a driver, `Value` where there is no such GPU.
    pub fn open(ordinal: usize) -> Result<Cuda> {
        // Without a driver no other library is of use.
        crate::driver::driver_version()?;
        // The compiler and cuBLAS are large libraries, which are loaded while the context is created. A missing one is
        // reported by the first call that needs it.
        let read = || {
            let _ = (nvrtc::open(), cublas::open());
        };
        let reader = std::thread::Builder::new().name("cuprust-libraries".into()).spawn(read).ok();
        let opened = Real::open(ordinal);
        let cuda = opened.map(|driver| Cuda::on(Arc::new(driver), format!("cuda:{ordinal}"), true));
        match (cuda, reader) {
            (Ok(cuda), reader) => {
                *cuda.reader.lock().unwrap_or_else(PoisonError::into_inner) = reader;
                Ok(cuda)
            }
            (Err(error), reader) => {
                // The process may end now, which must not happen while a library is being loaded.
                let _ = reader.map(JoinHandle::join);
                Err(error)
            }
        }
    }

    /// The device of this driver, which imitates a GPU: it runs PTX, without NVIDIA's libraries. `name` is the name of
    /// the device, as `"ptx"`.
    pub fn imitated(driver: Arc<dyn Driver>, name: impl Into<String>) -> Cuda {
        Cuda::on(driver, name.into(), false)
    }

    fn on(driver: Arc<dyn Driver>, name: String, real: bool) -> Cuda {
        let number = cuprust_profile::device_number(&name);
        let driver: Arc<dyn Driver> = Recorded::new(driver, &name, real);
        Cuda {
            name,
            number,
            real,
            pool: Arc::new(Pool::new(driver.clone())),
            staging: Staging::new(driver.clone()),
            functions: Functions::new(&*driver, real),
            routines: Arc::new(Routines::new(driver.clone(), real)),
            streams: Arc::new(Streams::new(Overlap::new(driver.queued().is_some()))),
            faults: Faults::new(driver.clone()),
            mapped: HostMapped::new(driver.clone()),
            reader: Mutex::default(),
            waited_for: Mutex::default(),
            capturing: Mutex::default(),
            pinned: Mutex::default(),
            blocks: Mutex::default(),
            driver,
        }
    }

    /// The driver below.
    pub fn driver(&self) -> &Arc<dyn Driver> {
        &self.driver
    }

    pub(crate) fn streams(&self) -> &Streams {
        &self.streams
    }

    pub(crate) fn routines(&self) -> &Routines {
        &self.routines
    }

    pub(crate) fn owners(&self) -> Owners {
        Owners {
            driver: self.driver.clone(),
            pool: self.pool.clone(),
            streams: self.streams.clone(),
            routines: self.routines.clone(),
        }
    }

    /// Records page-locked memory of the graph that is being captured.
    pub(crate) fn note_pinned(&self, address: usize) {
        self.pinned.lock().unwrap_or_else(PoisonError::into_inner).push(address);
    }

    pub(crate) fn end_pinned(&self) -> Vec<usize> {
        std::mem::take(&mut *self.pinned.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The pool of the device's memory.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// A library handle for a program's own calls in this thread on a stream of a GPU. It is destroyed with the thread
    /// or the stream.
    ///
    /// # Errors
    /// `Library` where the library is not installed.
    pub fn user_handle(&self, library: HandleOf, stream: StreamId) -> Result<u64> {
        self.routines.user_handle(library, self.stream(stream)?)
    }

    pub(crate) fn stream(&self, id: StreamId) -> Result<crate::driver::Stream> {
        self.streams.handle(id)
    }

    #[cold]
    fn record_change(&self, what: PoolChange, bytes: u64, (start, follows): (u64, bool), stream: StreamId) {
        let (used, held) = self.pool.held();
        let end = now();
        set_lap(if follows { end } else { 0 });
        let event = ProfileEvent::at(Kind::Memory, 0, start).until(end).on(self.number, stream.0);
        push(event.with(what as u8, [bytes, used as u64, held as u64, 0]));
    }

    /// Runs a function that captures, while no other does.
    pub(crate) fn alone<T>(&self, capture: impl FnOnce() -> T) -> T {
        let _alone = self.capturing.lock().unwrap_or_else(PoisonError::into_inner);
        capture()
    }

    /// Queues a step. `fault` is the address of the word for its deferred errors.
    pub(crate) fn queue(
        &self,
        ready: &Ready,
        state: &StreamState,
        memories: &[Memory],
        scalars: &[Scalar],
        fault: u64,
    ) -> Result<()> {
        match ready {
            Ready::Nothing => Ok(()),
            Ready::Launch(launch) => {
                launch.run(&*self.driver, &self.functions, &self.pool, state, memories, scalars, fault)
            }
            Ready::Routine(routine) => self.routines.run(routine, &self.pool, state, memories, scalars, fault),
        }
    }
}

impl Executor for Cuda {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn description(&self) -> String {
        let p = self.driver.properties();
        format!(
            "{}, compute capability {}.{}, {} multiprocessors, {:.1} GiB",
            p.name,
            p.capability.0,
            p.capability.1,
            p.multiprocessors,
            p.total_memory as f64 / (1u64 << 30) as f64
        )
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            compute: Some(self.driver.properties().capability),
            host_memory: false,
            synchronous: false,
            simulated: !self.real,
            survives_fork: false,
            compiles: true,
            ordered_updates: false,
            fuses_products: true,
            selects_parts: true,
            long_kernels: true,
            aligned_access: true,
            operations_per_64_bytes: 128,
            max_update_bytes: 8,
            reports_nan_matrices: false,
        }
    }

    fn extensions(&self) -> Extensions<'_> {
        Extensions {
            deferred: Some(self),
            mapped: Some(self),
            dedicated: if self.real { Some(self) } else { None },
            interprocess: if self.real { Some(self) } else { None },
            graphs: if self.real { Some(self) } else { None },
            step_graphs: Some(self),
            peers: Some(self),
            contractions: if self.real { Some(self) } else { None },
            sparse_rows: None,
            collectives: if self.real { Some(self) } else { None },
        }
    }

    fn check_process(&self) -> Result<()> {
        self.driver.check_process()
    }

    fn allocate(&self, bytes: u64, stream: StreamId) -> Result<Memory> {
        let size = usize::try_from(bytes).map_err(|_| Error::out_of_memory(format!("{bytes} bytes are too many")))?;
        let start = is_on().then(lap);
        let block = self.pool.alloc(size, self.stream(stream)?)?;
        if size > 0 {
            let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
            blocks.insert(block.address.0, (block, stream));
        }
        if let Some(start) = start {
            self.record_change(PoolChange::Allocate, bytes, start, stream);
        }
        Ok(Memory { address: block.address.0, bytes })
    }

    fn release(&self, memory: Memory, stream: StreamId) {
        let start = is_on().then(lap);
        if let Some(slot) = self.mapped.slot(memory.address) {
            return self.mapped.release(slot);
        }
        let entry = self.blocks.lock().unwrap_or_else(PoisonError::into_inner).remove(&memory.address);
        let Some((block, allocated_for)) = entry else { return };
        // A device that has failed frees nothing; its error is raised where its work is waited for.
        if stream != allocated_for
            && let Ok(stream) = self.stream(stream)
        {
            let _ = self.pool.record_stream(block, stream);
        }
        let _ = self.pool.free(block);
        if let Some(start) = start {
            self.record_change(PoolChange::Release, memory.bytes, start, stream);
        }
    }

    fn padding(&self, _bytes: u64) -> u64 {
        // Blocks of the pool are adjacent: the bytes after one may belong to the next.
        0
    }

    fn memory(&self) -> MemoryUse {
        let (usage, limit) = (self.pool.usage(), self.pool.limit());
        let (free, total) = self.driver.memory().unwrap_or((0, self.driver.properties().total_memory));
        let free = limit.map_or(free, |limit| free.min(limit.saturating_sub(usage.used)));
        MemoryUse {
            used: usage.used as u64,
            cached: usage.total.saturating_sub(usage.used) as u64,
            free: free as u64,
            total: total as u64,
        }
    }

    fn set_limit(&self, bytes: u64) {
        self.pool.set_limit(usize::try_from(bytes).ok().filter(|bytes| *bytes > 0));
    }

    fn limit(&self) -> u64 {
        self.pool.limit().map_or(0, |bytes| bytes as u64)
    }

    fn trim(&self) {
        let _ = self.pool.free_all_blocks();
    }

    fn upload(&self, bytes: &[u8], to: u64, stream: StreamId) -> Result<()> {
        let stream = self.stream(stream)?;
        // SAFETY: the caller names memory of this device that holds these bytes.
        unsafe { self.staging.upload(Address(to), bytes, stream) }
    }

    fn download(&self, from: u64, bytes: &mut [u8], stream: StreamId) -> Result<()> {
        let stream = self.stream(stream)?;
        if let Some(slot) = self.mapped.slot(from).filter(|_| bytes.len() <= host_mapped::MAX_RESULT_BYTES) {
            return self.mapped.read(slot, bytes, stream);
        }
        // SAFETY: the caller names memory of this device that holds these bytes.
        unsafe { self.staging.download(bytes, Address(from), stream) }
    }

    fn copy(&self, from: u64, to: u64, bytes: u64, stream: StreamId) -> Result<()> {
        if bytes == 0 || from == to {
            return Ok(());
        }
        let stream = self.stream(stream)?;
        // SAFETY: the caller names memory of this device that holds these bytes, and two ranges that do not overlap.
        unsafe { self.driver.copy(Address(to), Address(from), bytes as usize, stream) }
    }

    fn prepare(&self, steps: &[&Step]) -> Result<Vec<Prepared>> {
        let kernels: Vec<&Kernel> = steps
            .iter()
            .filter_map(|step| match step {
                Step::Kernel(kernel) => Some(kernel),
                _ => None,
            })
            .collect();
        let mut launches = self.functions.launches(&*self.driver, &kernels, true)?.into_iter();
        let ready = |step: &&Step| -> Result<Prepared> {
            Ok(Arc::new(match step {
                Step::Kernel(_) => launches.next().map_or(Ready::Nothing, |launch| Ready::Launch(Box::new(launch))),
                Step::Routine { routine, outputs, inputs, loads } => {
                    let prepared = self.routines.prepare(&self.functions, *routine, outputs, inputs, loads)?;
                    Ready::Routine(Box::new(prepared))
                }
                Step::Allocate(_) | Step::Release(_) | Step::Adopt { .. } => Ready::Nothing,
            }))
        };
        steps.iter().map(ready).collect()
    }

    fn run(&self, step: &Prepared, memories: &[Memory], scalars: &[Scalar], stream: StreamId) -> Result<()> {
        let Some(ready) = step.downcast_ref::<Ready>() else {
            return Err(Error::runtime("a step was prepared by another executor than the one that runs it"));
        };
        match ready {
            Ready::Nothing => Ok(()),
            Ready::Launch(_) | Ready::Routine(_) => {
                let state = self.streams.stream(stream)?;
                let Some(risk) = ready.risk() else {
                    return self.queue(ready, &state, memories, scalars, 0);
                };
                let _alone = self.waited_for.lock().unwrap_or_else(PoisonError::into_inner);
                let word = self.faults.word(None, risk)?;
                self.queue(ready, &state, memories, scalars, word.0)?;
                self.driver.stream_synchronize(state.stream)?;
                self.faults.poll(None).map_or(Ok(()), Err)
            }
        }
    }

    fn estimate(&self, _step: &Step) -> Duration {
        // A launch; on a machine that imitates a GPU, all of the work.
        if self.real { Duration::from_micros(4) } else { Duration::from_millis(20) }
    }

    fn finish(&self) {
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner).take();
        let _ = reader.map(JoinHandle::join);
    }
}
